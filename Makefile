SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
# what Python and pytest have translated once is kept, also where the machine says otherwise: here they start often
export PYTHONDONTWRITEBYTECODE :=
PIP := $(BIN)/python -m pip install -qq -c constraints.txt
WORKERS ?= 2
BESIDE := $(MAKE) --no-print-directory -j2 -Otarget
GAMES := $(notdir $(patsubst %/rules,%,$(wildcard src/expedition/*/rules)))
# the folders with tests that drive Chromium: looking for them in all others takes as long as some of them
BROWSER := $(sort $(dir $(shell grep -rl --include='*.py' 'mark\.browser' tests)))
.DEFAULT_GOAL := help

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: setup
setup: .venv/.done ## everything the project needs, into .venv (on Debian as root also Chromium)
	@$(BIN)/python tools/find_browser.py --install

.venv/.done: pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(PIP) --upgrade "pip>=25.1"
	$(PIP) -e ".[server,envs,openspiel,scale,data]" --group dev
	@touch $@ .venv/.play

# what playing needs and nothing else; the page is built meanwhile where the machine has Node
.venv/.play: pyproject.toml constraints.txt
	@echo "Getting what the table needs (once) …"
	@$(PYTHON) -m venv .venv
	@$(PIP) --no-compile -e ".[server]" $$($(PYTHON) tools/build_web.py --requirements)
	@touch $@

.PHONY: page-meanwhile
page-meanwhile:
	@$(PYTHON) tools/build_web.py --requirements | grep -q . || $(PYTHON) tools/build_web.py

.PHONY: play
play: ## sit down: the table in the browser, on this machine
	@$(MAKE) --no-print-directory -j2 .venv/.play page-meanwhile
	@$(BIN)/python tools/build_web.py
	@$(BIN)/expedition serve --open

.PHONY: test
test: ## everything that proves the project; what CI runs
	@$(BESIDE) setup page-meanwhile
	@$(BESIDE) lint-python lint-web rules web web-check docs package
	@$(MAKE) --no-print-directory tests

.PHONY: check
check: .venv/.done ## the fast loop: style, types, layers and unit tests, under two minutes
	@$(BESIDE) lint
	$(BIN)/pytest -q -n $(WORKERS) --quick

.PHONY: lint lint-python lint-web
lint: lint-python lint-web ## style, types and import layers; the page's style, and whether its types are those of the server

lint-python: .venv/.done
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

lint-web: .venv/.done web-packages
	$(BIN)/python tools/build_web.py --lint
	$(BIN)/python tools/schema_types.py --check

.PHONY: format
format: .venv/.done ## put every Python file into the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/python tools/build_web.py --format

.PHONY: rules
rules: .venv/.done ## is every rule of the ledgers proved by a test?
	$(BIN)/python tools/check_rules.py

.PHONY: tests
tests: coverage web ## all tests but the soak; the browser's own last, when the machine is theirs (a second try is reported)
	$(BIN)/pytest -q -n $(WORKERS) -m "not counted and not browser and not soak" --reruns 1 -rR
	$(BIN)/pytest -q -n $(WORKERS) -m "browser and not soak" --reruns 1 -rR $(BROWSER)

.PHONY: coverage
coverage: .venv/.done ## the quick tests of the rules, interpreted; below 100 % of their lines and branches fails
	$(BIN)/pytest -q -n $(WORKERS) -m counted $(addprefix tests/,$(GAMES)) \
	  $(foreach game,$(GAMES),--cov=src/expedition/$(game)/rules) --cov-branch --cov-fail-under=100

.PHONY: soak
soak: .venv/.done ## the long runs: many more games of every variant, compiled against interpreted
	$(BIN)/pytest -q -n $(WORKERS) -m soak --timeout 0

.PHONY: tutorials
tutorials: .cache/tutorials/.done ## the tutorials and their notebook as tests, in an environment with their trainers
	.cache/tutorials/bin/python -m pytest -q -c /dev/null --rootdir . tests/docs/test_tutorials.py

.cache/tutorials/.done: pyproject.toml
	$(PYTHON) -m venv .cache/tutorials
	.cache/tutorials/bin/python -m pip install -qq --upgrade "pip>=25.1"
	.cache/tutorials/bin/python -m pip install -qq -e ".[envs,notebook]" --group tutorials
	@touch $@

.PHONY: mutants
mutants: .venv/.done ## change the rules one place at a time and see whether a test notices
	$(BIN)/python tools/mutants.py --workers $(WORKERS) --summary docs/mutation.md

.PHONY: ptx
ptx: .cache/cuda/.done ## compile the rules for CUDA, without a GPU
	PYTHONPATH=src .cache/cuda/bin/python -m expedition.envs.cuda build

.cache/cuda/.done: pyproject.toml
	$(PYTHON) -m venv .cache/cuda
	.cache/cuda/bin/python -m pip install -qq ".[cuda]"
	@touch $@

.PHONY: docs
docs: .venv/.done ## the documentation site into site/, broken links are errors
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

.PHONY: web-packages
web-packages: .venv/.done
	@$(BIN)/python tools/build_web.py --packages

.PHONY: web
web: .venv/.done web-packages ## build the web table into the package
	$(BIN)/python tools/build_web.py

.PHONY: web-check
web-check: .venv/.done web-packages ## types and unit tests of the web table
	$(BIN)/python tools/build_web.py --check

.PHONY: package
package: .venv/.done web ## build wheel and sdist, and try both in environments that have nothing else
	$(BIN)/python tools/try_package.py

.PHONY: pins
pins: .venv/.done ## write the versions installed now into constraints.txt
	$(BIN)/python tools/pins.py

.PHONY: screenshots
screenshots: .venv/.done web ## every page over sizes, languages and themes, as contact sheets in build/screenshots
	PYTHONPATH=.:tools $(BIN)/python -m tests.browser.screenshots

.PHONY: audit
audit: .venv/.done ## known weaknesses of the dependencies; needs a connected machine
	$(BIN)/python -m pip check
	$(PYTHON) -m venv .cache/audit && .cache/audit/bin/python -m pip install -qq pip-audit
	.cache/audit/bin/pip-audit --path $$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
	if [ -f web/package-lock.json ]; then cd web && npm audit; fi

.PHONY: clean
clean: ## remove everything that was built
	rm -rf .venv .cache site build dist htmlcov .coverage .coverage.* .mypy_cache .ruff_cache .pytest_cache .hypothesis \
	  .import_linter_cache web/node_modules src/expedition/server/static
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

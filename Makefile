SHELL := /bin/bash
PYTHON ?= python3
BIN := .venv/bin
.DEFAULT_GOAL := help

.venv/.done: pyproject.toml hatch_build.py
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install -qq --upgrade "pip>=25.1"
	$(BIN)/python -m pip install -qq -e ".[envs]" --group dev
	touch $@

.PHONY: setup
setup: .venv/.done ## everything the project needs, into .venv
	@$(PYTHON) tools/find_browser.py --install

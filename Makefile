# PYTHON may name another interpreter: make test PYTHON=python3.13
PYTHON ?= python3
VENV = .venv
STAMP = $(VENV)/.installed
# Several at a time; tests/conftest.py keeps the tests of a game together, so that it is compiled once.
PYTEST = $(VENV)/bin/python -m pytest -q -n auto --maxprocesses 4

.PHONY: run setup test verify bench clean

run: setup
	$(VENV)/bin/simulate run defenders

setup: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(STAMP)

test: setup
	$(PYTEST) -m "not long"

# LONG names folders whose long tests are run, all where it is empty.
verify: setup
	$(PYTEST) -m long $(LONG)
	$(VENV)/bin/python -m tests.verification

bench: setup
	$(VENV)/bin/simulate bench

clean:
	rm -rf $(VENV)

# PYTHON may name another interpreter: make test PYTHON=python3.13
PYTHON ?= python3
VENV = .venv
STAMP = $(VENV)/.installed

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
	$(VENV)/bin/python -m pytest -q -m "not long"

verify: setup
	$(VENV)/bin/python -m pytest -q -m long
	$(VENV)/bin/python -m tests.verification

bench: setup
	$(VENV)/bin/simulate bench

clean:
	rm -rf $(VENV)

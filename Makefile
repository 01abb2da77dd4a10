# PYTHON may name another interpreter: make test PYTHON=python3.13
PYTHON ?= python3
VENV = .venv
STAMP = $(VENV)/.installed
# Several at a time; the tests of a file stay together, as they share what is costly to make.
PYTEST = $(VENV)/bin/python -m pytest -q -n auto --maxprocesses 4 --dist loadfile

# Games that are in the catalogue are tested compiled.  The rules of those that cannot be played
# yet are tested as plain Python: compiling them would take longer than their tests.
UNPLAYED = tests/rules/dungeons

.PHONY: run setup test verify verify-unplayed bench clean

run: setup
	$(VENV)/bin/simulate run defenders

setup: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(STAMP)

test: setup
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not long" $(UNPLAYED)
	$(PYTEST) -m "not long" $(UNPLAYED:%=--ignore=%)

verify: setup
	$(PYTEST) -m long $(UNPLAYED:%=--ignore=%)
	$(VENV)/bin/python -m tests.verification

# Long checks of the kernels of games that are not in the catalogue yet, compiled.
verify-unplayed: setup
	$(PYTEST) -m long $(UNPLAYED)

bench: setup
	$(VENV)/bin/simulate bench

clean:
	rm -rf $(VENV)

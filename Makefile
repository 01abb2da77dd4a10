# PYTHON may name another interpreter: make test PYTHON=python3.13
PYTHON ?= python3
VENV = .venv
STAMP = $(VENV)/.installed
PYTEST = $(VENV)/bin/python -m pytest -q

# Games that are in the catalogue are tested compiled.  The rules of those that cannot be played
# yet are tested as plain Python: compiling them would take longer than their tests.
UNPLAYED = tests/rules/dungeons
RULES = tests/rules tests/every_game $(UNPLAYED:%=--ignore=%)
OTHERS = --ignore=tests/rules --ignore=tests/every_game

.PHONY: run setup test verify verify-unplayed bench clean

run: setup
	$(VENV)/bin/simulate run defenders

setup: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(STAMP)

# Two at a time: the rules and the contracts of every game, and the rest.  All run, whatever fails.
define tests
	@( NUMBA_DISABLE_JIT=1 $(PYTEST) -m $(1) $(UNPLAYED); plain=$$?; \
	   $(PYTEST) -m $(1) $(RULES) && exit $$plain ) > $(VENV)/rules.log 2>&1 & rules=$$!; \
	$(PYTEST) -m $(1) $(OTHERS); others=$$?; \
	wait $$rules; rules=$$?; cat $(VENV)/rules.log; exit $$(( others + rules ))
endef

test: setup
	$(call tests,"not long")

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

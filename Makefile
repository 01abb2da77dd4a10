# PYTHON may name another interpreter: make test PYTHON=python3.13
PYTHON ?= python3
VENV = .venv
STAMP = $(VENV)/.installed
# Games are compiled first, so that the tests of any of them can be spread.
PYTEST = $(VENV)/bin/python -m pytest -q -n auto --maxprocesses 4

.PHONY: run setup lint compiled test verify bench docs clean

run: setup
	$(VENV)/bin/simulate run defenders

# Machines that make images often forbid it: then every process, and tests start hundreds, would
# compile Python's own sources again.
unexport PYTHONDONTWRITEBYTECODE

# uv installs in a fraction of the time.  It does not read pip's settings: where it finds no
# packages, pip does it.  Bytecode is written for what is imported, when it first is.
PIP = $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile
UV = $(VENV)/bin/uv pip install --quiet --python $(VENV)/bin/python
install = $(UV) $(1) 2>$(VENV)/uv.log || $(PIP) $(1)

setup: $(STAMP)

$(STAMP): requirements-uv.lock requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes -r requirements-uv.lock
	$(call install,--require-hashes -r requirements.lock)
	$(call install,--no-deps --no-build-isolation --editable .)
	touch $(STAMP)

lint: setup
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

compiled: setup
	$(VENV)/bin/python -m tests.compile_first

test: setup compiled
	$(PYTEST) -m "not long"

# LONG names folders whose long tests are run, all where it is empty.
verify: setup compiled
	$(VENV)/bin/python -m tests.compile_first checked
	$(PYTEST) -m long $(LONG)
	$(VENV)/bin/python -m tests.verification

bench: setup
	$(VENV)/bin/simulate bench

# The pages as a site, to be opened at site/index.html without a network.
docs: $(VENV)/.docs
	NO_MKDOCS_2_WARNING=1 PYTHONPATH=. $(VENV)/bin/python -m mkdocs build --strict --quiet --config-file website/mkdocs.yml
	$(VENV)/bin/python -m website.check site

$(VENV)/.docs: $(STAMP) website/requirements.lock
	$(call install,--require-hashes -r website/requirements.lock)
	touch $(VENV)/.docs

clean:
	rm -rf $(VENV)

# PYTHON may name another interpreter: make test PYTHON=python3.13
PYTHON ?= python3
VENV = .venv
STAMP = $(VENV)/.installed
# Games are compiled first, so that the tests of any of them can be spread.
PYTEST = $(VENV)/bin/python -m pytest -q -n auto --maxprocesses 4 --dist worksteal

.DEFAULT_GOAL = help
.PHONY: help run setup format lint compiled test verify bench docs lock clean

help: ## what can be made
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' $(MAKEFILE_LIST) | expand -t 10

run: setup ## the toolkit in .venv, and a first report: every level of Defenders
	$(VENV)/bin/simulate run defenders

# Machines that make images often forbid it: then every process, and tests start hundreds, would
# compile Python's own sources again.
unexport PYTHONDONTWRITEBYTECODE

# uv installs in a fraction of the time.  It does not read pip's settings: where it finds no
# packages, pip does it.  Bytecode is written for what is imported, when it first is.
PIP = $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile
UV = $(VENV)/bin/uv pip install --quiet --python $(VENV)/bin/python
install = $(UV) $(1) 2>$(VENV)/uv.log || $(PIP) $(1)

setup: $(STAMP) ## the toolkit in .venv

$(STAMP): requirements-uv.lock requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) --require-hashes -r requirements-uv.lock
	$(call install,--require-hashes -r requirements.lock)
	$(call install,--no-deps --no-build-isolation --editable .)
	touch $(STAMP)

format: setup ## the code in the one style
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

# Vulture ends with 3 where it finds some.
lint: setup ## style, types, and names that nobody says
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(VENV)/bin/vulture >$(VENV)/unsaid || test $$? = 3
	! grep -vE "unused (attribute|variable '[a-z_])" $(VENV)/unsaid

compiled: setup
	$(VENV)/bin/python -m tests.compile_first

test: setup compiled ## the quick tests, some nine minutes on two cores
	$(PYTEST) -m "not long"

# LONG names folders whose long tests are run, all where it is empty; BREAKS, as 1/3, a part of
# the broken rules.
verify: setup compiled ## the long tests, and rules broken on purpose
	$(VENV)/bin/python -m tests.compile_first checked
	$(PYTEST) -m long $(LONG)
	$(VENV)/bin/python -m tests.verification $(BREAKS)

bench: setup ## how fast games are played here
	$(VENV)/bin/simulate doctor --bench

docs: setup ## the pages as a site, to be opened at site/index.html without a network
	NO_MKDOCS_2_WARNING=1 PYTHONPATH=. $(VENV)/bin/python -m mkdocs build --strict --quiet
	$(VENV)/bin/python -m docs._site.check site

# Without addresses, so that they serve any mirror; versions stay but with UPGRADE=--upgrade.
LOCK = $(VENV)/bin/uv pip compile --quiet --universal --generate-hashes --no-annotate \
	--no-header --no-emit-index-url $(UPGRADE)

lock: setup ## the lock files after pyproject.toml; UPGRADE=--upgrade takes the newest versions
	$(LOCK) pyproject.toml --group dev --group build --group docs -o requirements.lock
	$(LOCK) pyproject.toml --extra dask --extra s3 -o requirements-cluster.lock
	echo uv | $(LOCK) - -o requirements-uv.lock

clean: ## no more .venv
	rm -rf $(VENV)

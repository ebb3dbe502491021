# Every target sets up what it needs in .venv, from a bare clone with Python 3.11+, make and a package index.
PYTHON ?= python3
BIN := .venv/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
STAMPS := .stamps

.PHONY: demo pictures test test-all check bench docs dist atlas devices experiments clean
.NOTPARALLEL:  # with -j2 too: two pips in one .venv would overwrite each other

demo: $(STAMPS)/package
	$(BIN)/python examples/demo.py

pictures: $(STAMPS)/test
	$(BIN)/python examples/make_pictures.py

# Two workers on two cores, so one thread each; what pytest compiles is kept, since both need it.
PYTEST := PYTHONDONTWRITEBYTECODE= OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n 2 --dist loadfile

# What proves numbers and behaviour within four minutes: no test marked slow, and shorter random searches.
test: $(STAMPS)/test $(STAMPS)/docs
	$(PYTEST) -m "not slow" --hypothesis-profile quick $(PYTEST_ARGS)

test-all: $(STAMPS)/test $(STAMPS)/docs
	$(PYTEST) $(PYTEST_ARGS)

check: $(STAMPS)/check $(STAMPS)/test
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m ruff check .
	$(BIN)/python -m mypy

bench: $(STAMPS)/peers
	$(BIN)/python benchmarks/run.py $(BENCH_ARGS)

docs: $(STAMPS)/docs
	$(BIN)/python -m mkdocs build --strict --quiet
	@echo "The site is in site/index.html"

# The wheels and sources of both packages, the wheels made from the sources.
dist: $(STAMPS)/release
	rm -rf dist
	$(BIN)/python -m build --outdir dist .
	$(BIN)/python -m build --outdir dist papers

# The papers' experiments in their small versions, from the beginning, each with its figures; the data: STEELYARD_DATA.
EXPERIMENTS := "branco2017 sixteen-sets" "gupta2020 log-parsing" "gupta2020 sentiment" "mullick2020 spread"
experiments: $(STAMPS)/test $(STAMPS)/devices
	@rm -rf $(STAMPS)/experiments && mkdir -p $(STAMPS)/experiments
	@set -e; for each in $(EXPERIMENTS); do \
	  $(BIN)/steelyard reproduce $$each --quick --cache $(STAMPS)/experiments/cache --plot $(STAMPS)/experiments \
	    --write $(STAMPS)/experiments > $(STAMPS)/experiments/shown.txt; \
	  tail -n 2 $(STAMPS)/experiments/shown.txt; \
	done

atlas: $(STAMPS)/package
	$(BIN)/steelyard atlas --make src/steelyard/lab/atlas.csv
	$(BIN)/steelyard atlas --scores --make src/steelyard/scores/audits/score_atlas.csv

clean:
	rm -rf .venv $(STAMPS) site dist

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Steelyard needs Python 3.11 or newer.")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"

$(STAMPS)/package: pyproject.toml papers/pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable . --editable papers
	@mkdir -p $(STAMPS) && touch $@

devices: $(STAMPS)/devices

$(STAMPS)/test $(STAMPS)/check $(STAMPS)/docs $(STAMPS)/peers $(STAMPS)/devices $(STAMPS)/release: $(STAMPS)/%: $(STAMPS)/package
	$(BIN)/python -m pip install --quiet --group $*
	@touch $@

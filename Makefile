# Two commands matter: `make run` and `make test`. Paths are relative, so the tree may stand in a folder with spaces.

PORT ?= 8000
BIND ?= 127.0.0.1:$(PORT)
PY := .venv/bin/python
PYTHONS ?= python3.11 python3.12 python3.13
LANGUAGES := nb sv da de nl
LOCK = UV_CUSTOM_COMPILE_COMMAND="make lock" $(PY) -m uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --output-file
# What `check` needs of settings (a key, a file) stays out of the real data.
ASIDE := CLUBCHESS_DATA=var/check DATABASE_URL=

.PHONY: help run install test test-all check lint format bench screens guide glossary guide-po guide-md soak lock release image wheel bundle messages translations clean venv-dev

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | awk -F'|' '{ printf "%-18s %s\n", $$1, $$2 }'

run: ## install what is needed, fill an empty installation with the demo club, serve it on 127.0.0.1:8000 (PORT=…)
	@tools/port "$(BIND)"
	@$(MAKE) --no-print-directory install
	@echo "4/5  Demo club, in an empty installation only"
	@$(PY) manage.py demo
	@echo "5/5  Server"
	@exec $(PY) manage.py serve --bind "$(BIND)"

install: ## packages, translations, database and static files; no demo club
	@echo "1/5  Python packages in .venv"
	@tools/venv .venv requirements.txt
	@echo "2/5  Translations"
	@$(MAKE) --no-print-directory translations
	@echo "3/5  Database and static files in $${CLUBCHESS_DATA:-var}"
	@$(PY) manage.py prepare

test: venv-dev translations ## the tests of every room that take seconds, and some in a browser
	@tools/run_tests

test-all: venv-dev translations ## the whole test suite, browser tests last; with DATABASE_URL=postgres://… what can differ there
	@tools/run_tests all

check: venv-dev translations ## before each commit: lint, and beside it the tests of what has changed
	@tools/check

lint: venv-dev translations ## what can be said without running it: format, lint, types, layers, migrations, texts
	$(PY) -m ruff format --check .
	$(PY) -m ruff check .
	$(PY) -m ruff check --preview --select PLW1514 clubchess tournaments manage.py # no text in the machine's own encoding
	$(PY) -m djlint templates --lint --quiet
	$(ASIDE) $(PY) -m mypy
	.venv/bin/lint-imports
	$(ASIDE) $(PY) manage.py makemigrations --check --dry-run
	$(PY) -m tools.marked_texts
	$(PY) -m tools.completed_by_controls
	$(PY) -m tools.two_senses
	$(PY) -m tools.catalogues
	$(PY) -m tools.key_words

format: venv-dev ## put the code into its one format
	$(PY) -m ruff format .
	$(PY) -m ruff check --fix .

bench: ## measure; never fails, in a .venv-bench of its own
	@tools/venv .venv-bench requirements.txt bench/requirements.txt
	@for module in bench/[a-z]*.py; do \
		name=$$(basename "$$module" .py); echo "== $$name"; \
		.venv-bench/bin/python -m bench.$$name || echo "$$name did not finish"; \
	done

screens: venv-dev translations ## contact sheets of every screen into docs/screens (needs Chromium), and what translators read of them
	@$(PY) -m tools.screens
	@$(PY) -m tools.texts_by_page
	@$(PY) -m tools.translators_notes

guide: venv-dev translations ## the user guide in all languages into docs/guide, with pictures (needs Chromium)
	@$(PY) -m tools.guide

glossary: venv-dev ## the words of each language for translators' programs into build/glossary, and docs/languages.md
	@$(PY) -m tools.glossary_files
	@$(PY) -m tools.key_words

guide-po: venv-dev ## the guide as messages for translators, into locale/<language>/LC_MESSAGES/guide.po
	@$(PY) -m tools.guide_messages

guide-md: venv-dev translations ## and back into the guide, once they were corrected
	@$(PY) -m tools.guide_messages --back
	@$(PY) -m tools.guide_messages
	@$(PY) -m tools.guide --texts

soak: venv-dev translations ## the long forms of the tests that kill, race and play whole seasons
	@for module in soak/[a-z]*.py; do \
		name=$$(basename "$$module" .py); echo "== $$name"; $(PY) -m soak.$$name || exit 1; \
	done

lock: venv-dev ## write every requirements.txt, with hashes, from pyproject.toml and its .in
	@$(LOCK) requirements.txt --all-extras pyproject.toml
	@$(LOCK) requirements-dev.txt --all-extras pyproject.toml requirements-dev.in
	@$(LOCK) bench/requirements.txt bench/requirements.in
	@$(LOCK) deploy/bundle/requirements.txt --constraint requirements.txt pyproject.toml deploy/bundle/requirements.in

release: venv-dev ## wheel, source, a folder to click on and checksums into dist/, each tried alone (PYTHONS="python3.11 …") and beside the last (LAST=its wheel), and `make image`
	@$(PY) -m tools.release $(PYTHONS) --last=$(LAST)
	@$(PY) -m tools.image

image: venv-dev ## the container's image built and tried, where Docker or Podman is
	@$(PY) -m tools.image

wheel: venv-dev ## one file that holds the program, into dist/: pip install it, then `clubchess`
	@$(PY) -m hatchling build --target wheel --directory dist

bundle: wheel ## a folder to click on for this system, and its archive, into dist/; on Windows and macOS what installs it, too
	@$(PY) -m tools.bundle

messages: venv-dev ## collect the texts to translate into locale/ (needs gettext)
	$(ASIDE) $(PY) manage.py makemessages $(foreach language,$(LANGUAGES),--locale $(language)) \
		--no-wrap --add-location file --ignore .venv --ignore .venv-bench --ignore .venv-bundle --ignore dist --ignore tests --ignore var
	$(PY) -m tools.translators_notes

translations:
	@tools/compile_catalogues $(PY)

venv-dev:
	@tools/venv .venv requirements.txt requirements-dev.txt

clean: ## remove what can be made again; the data in var/ stays
	rm -rf .venv .venv-bench .venv-bundle .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis test-results var/check
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
	find locale -name '*.mo' -delete
	rm -f locale/.compiled

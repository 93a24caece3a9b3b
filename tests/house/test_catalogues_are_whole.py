"""The check that catalogues have every text of the code, translated, and nothing else."""

from pathlib import Path

import pytest

from tools.catalogues import faults
from tools.collected_texts import collected

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
PAGE = """{% translate "Save" %}<p title="{{ club|default:_('No club') }}">{% blocktranslate count n=n %}{{ n }} game
{% plural %}{{ n }} games{% endblocktranslate %}</p>{% comment %}{% translate "Gone" %}{% endcomment %}"""
CODE = """_("Undo"), gettext(rule), pgettext("colour", "Black")
_("A sentence "
  "in two lines."), ngettext("{n} pair", "{n} pairs", n), _("{n} pair")"""
WHOLE = {
    "Save": "Lagre",
    "No club": "Ingen klubb",
    "%(n)s game\\n": ("%(n)s games", "%(n)s parti", "%(n)s partier"),
    "Undo": "Angre",
    "A sentence in two lines.": "En setning.",
    "{n} pair": ("{n} pairs", "{n} par", "{n} par"),
}


def written(root: Path, texts: dict[str, str | tuple[str, str, str]], more: str = "") -> Path:
    catalogue = root / "locale/nb/LC_MESSAGES/django.po"
    catalogue.parent.mkdir(parents=True, exist_ok=True)
    entries = [HEAD, 'msgctxt "colour"\nmsgid "Black"\nmsgstr "Svart"\n']
    for text, said in texts.items():
        if isinstance(said, str):
            entries.append(f'msgid "{text}"\nmsgstr "{said}"\n')
        else:
            several, one, many = said
            entries.append(f'msgid "{text}"\nmsgid_plural "{several}"\nmsgstr[0] "{one}"\nmsgstr[1] "{many}"\n')
    catalogue.write_text("\n".join([*entries, more]), encoding="utf-8")
    for file, source in (("templates/a.html", PAGE), ("tournaments/pages/a.py", CODE)):
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text(source, encoding="utf-8")
    return root


PO = "locale/nb/LC_MESSAGES/django.po"


def test_the_texts_of_code_and_templates_are_read_as_gettext_reads_them(tmp_path: Path) -> None:
    assert set(collected(written(tmp_path, {}))) == {
        (None, "Save", None),
        (None, "No club", None),
        (None, "%(n)s game\n", "%(n)s games"),
        (None, "Undo", None),
        ("colour", "Black", None),
        (None, "A sentence in two lines.", None),
        (None, "{n} pair", "{n} pairs"),
    }


def test_nothing_is_said_of_a_whole_catalogue(tmp_path: Path) -> None:
    assert list(faults(written(tmp_path, WHOLE))) == []


def test_it_names_the_file_and_the_text_that_is_lacking(tmp_path: Path) -> None:
    lacking = {text: said for text, said in WHOLE.items() if text != "Undo"}

    assert list(faults(written(tmp_path, lacking))) == [
        f"{PO}: lacks a text of tournaments/pages/a.py, `make messages` adds it: Undo"
    ]


def test_it_names_a_text_that_no_file_has_any_more(tmp_path: Path) -> None:
    assert list(faults(written(tmp_path, WHOLE | {"Gone": "Borte"}))) == [
        f"{PO}: no file has this text any more, `make messages` drops it: Gone"
    ]


@pytest.mark.parametrize(
    ("said", "fault"), [("", "not translated: Save"), (("", "", ""), "not translated: {n} pair")], ids=str
)
def test_it_names_what_is_not_translated(tmp_path: Path, said: str | tuple[str, str, str], fault: str) -> None:
    changed = {"Save": said} if isinstance(said, str) else {"{n} pair": ("{n} pairs", "{n} par", "")}

    assert list(faults(written(tmp_path, WHOLE | changed))) == [f"{PO}: {fault}"]


def test_it_names_what_is_fuzzy(tmp_path: Path) -> None:
    rest = {text: said for text, said in WHOLE.items() if text != "Save"}
    root = written(tmp_path, rest, '#, fuzzy\nmsgid "Save"\nmsgstr "Redd"\n')

    assert list(faults(root)) == [f"{PO}: fuzzy: Save"]


@pytest.mark.slow
def test_ours_are_whole_and_in_step() -> None:
    assert list(faults()) == []

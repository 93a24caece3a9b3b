"""Languages that are whole: no page asks for a text that their catalogue lacks.

Compared by message, not by eye: what is asked of gettext while a page is made is looked up in the catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po
from django.test import Client
from django.utils import translation
from django.utils.translation import trans_real

from tests.tools.public_pages import addresses_of, texts_of
from tests.tools.staff_pages import staff_pages, two_evenings

WHOLE = ("nb", "sv", "da", "de", "nl")
LOCALE = Path(__file__).parents[2] / "locale"
CODE = re.compile(r"[A-Z]{1,4}(/R)?(-\d)?|Buchholz-\d")
"""The columns of tie-breaks as federations' files have them: the same in every language."""
TOYS = "".join(path.read_text() for path in (Path(__file__).parents[1] / "tools/toys").glob("*.py"))
"""Systems of the tests speak English alone."""


class Asked:
    """The texts asked for in a language, and those of them that its catalogue lacks."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.texts: set[tuple[str | None, str]] = set()

    def note(self, context: str | None, text: str) -> None:
        if text and translation.get_language() == self.language:
            self.texts.add((context, text.replace("\r\n", "\n")))

    def lacking(self) -> set[tuple[str | None, str]]:
        catalogue = trans_real.translation(self.language)._catalog
        return {
            (context, text)
            for context, text in self.texts
            if not _is_in(catalogue, context, text) and not CODE.fullmatch(text) and f'"{text}"' not in TOYS
        }


def _is_in(catalogue: Any, context: str | None, text: str) -> bool:
    key = f"{context}\x04{text}" if context else text
    return key in catalogue or (key, 0) in catalogue or (key, 1) in catalogue


@pytest.fixture(params=WHOLE)
def asked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Asked:
    asked = Asked(request.param)

    def noting(real: Callable[..., str], has_context: bool) -> Callable[..., str]:
        def gettext(*texts: Any) -> str:
            asked.note(str(texts[0]) if has_context else None, str(texts[1 if has_context else 0]))
            return real(*texts)

        return gettext

    for name in ("gettext", "ngettext", "pgettext", "npgettext"):
        monkeypatch.setattr(translation._trans, name, noting(getattr(trans_real, name), "pg" in name))
    return asked


@pytest.mark.parametrize("language", WHOLE)
def test_nothing_in_the_catalogue_is_left_untranslated(language: str) -> None:
    with (LOCALE / language / "LC_MESSAGES/django.po").open("rb") as file:
        catalogue = read_po(file, locale=language)

    assert [message.id for message in catalogue if message.id and not message.string] == []
    assert len(catalogue) > 4000


def test_a_text_that_the_catalogue_lacks_is_noticed(asked: Asked) -> None:
    with translation.override(asked.language):
        for text in ("Standings", "Checkmate by moonlight"):
            translation.gettext(text)
        translation.pgettext("a button", "Pair")
        translation.ngettext("{count} board", "{count} moonlit boards", 2)

    assert asked.lacking() == {(None, "Checkmate by moonlight"), (None, "{count} board")}


@pytest.mark.slow
@pytest.mark.django_db
def test_no_page_asks_for_a_text_that_is_not_translated(asked: Asked) -> None:
    published, opened, admin = two_evenings()
    staff, stranger = Client(), Client()
    staff.force_login(admin, backend="tournaments.log_in.EmailOrUsernameBackend")
    with translation.override(asked.language):
        staffs = staff_pages(published, opened, admin)
    texts_of(staff, staffs)
    texts_of(stranger, addresses_of(published.tournament.club, language=asked.language))

    assert len(asked.texts) > 1200
    assert sorted(asked.lacking(), key=str) == []

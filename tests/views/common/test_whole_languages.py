"""Languages that are whole: what everybody reads asks for no text that their catalogue lacks.

Compared by message, not by eye: what is asked of gettext while a page is made is looked up in the catalogue. Every
route is walked once, for all languages, in tests/views/common/test_no_english.py.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.tools.casts.factories import Evening
from tests.tools.languages.marked_language import WHOLE, Asked, listen
from tests.tools.pages.public_pages import addresses_of, texts_of, the_last

LOCALE = Path(__file__).parents[3] / "locale"


@pytest.fixture(params=WHOLE)
def asked(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Asked:
    return listen(monkeypatch, request.param)


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

    assert asked.lacking(asked.language) == {(None, "Checkmate by moonlight"), (None, "{count} board")}


@pytest.mark.slow
@pytest.mark.django_db
def test_no_page_in_a_language_asks_for_a_text_that_is_not_translated(asked: Asked) -> None:
    evening = Evening.of(5)
    evening.play()
    evening.finish()
    evening.draft()
    evening.publish()
    tournament = evening.tournament
    staff, stranger = Client(), Client()
    staff.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    with translation.override(asked.language):
        mine = [reverse(name, args=[tournament.club.slug, tournament.slug]) for name in ("evening", "setup")]
    texts_of(staff, mine)
    texts_of(stranger, addresses_of(tournament.club, language=asked.language, choose=the_last))

    assert len(asked.texts) > 300
    assert sorted(asked.lacking(asked.language), key=str) == []

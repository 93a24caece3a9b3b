"""Each kind of mail in a language written in wide letters: nothing of it is English that nobody can translate."""

from __future__ import annotations

import pytest

from tests.mail.conftest import TOMORROW, published
from tests.tools.casts.factories import Evening, UserFactory
from tests.tools.languages.marked_language import WHOLE, english, speak_wide, typed
from tournaments.mail import letters
from tournaments.models import Attendance
from tournaments.pairing.types.snapshot import Colour
from tournaments.services.players.notifications import Mail

pytestmark = pytest.mark.django_db


def test_no_mail_speaks_english(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    published(evening)
    asked = speak_wide(monkeypatch)
    slots = Attendance.objects.select_related("round__tournament__club", "entry__player", "game")
    white, black = (slots.get(colour=colour, game__board=1) for colour in (Colour.WHITE, Colour.BLACK))
    out = slots.get(game=None)
    written: dict[str, list[letters.Letter]] = {
        Mail.BOARD: [
            letters.of_round(white.round, white, black.entry),
            letters.of_round(black.round, black, white.entry),
        ],
        Mail.SITS_OUT: [letters.of_round(out.round, out, None)],
        Mail.ASKS: [letters.asking(evening.tournament, TOMORROW, evening.entry(1).player)],
        "wrong codes": [letters.of_wrong_codes(UserFactory(), 10)],
    }
    lines = {
        line: kind
        for kind, mails in written.items()
        for mail in mails
        for line in (mail.subject, *mail.text.splitlines())
    }

    assert set(written) == {*Mail, "wrong codes"}
    assert english(lines, typed()) == {}
    assert len(asked.texts) > 12
    assert {language: asked.lacking(language) for language in WHOLE} == {language: set() for language in WHOLE}

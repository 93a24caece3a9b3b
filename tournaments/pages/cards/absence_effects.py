"""What an answer gives, as the table stands, in words: for each tournament of an evening, by its own system."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from tournaments.models import Entry, Presence, Response
from tournaments.pages.cards.answers import Answers
from tournaments.pages.standings.round_context import RoundContext
from tournaments.pairing.types.snapshot import AbsenceKind


def absence_effects(
    entries: Iterable[tuple[Entry, RoundContext | None]], said: Response, promised: str, *, sits_out: bool = False
) -> tuple[str, ...]:
    """A sentence each; with the tournament's name before it where there are several."""
    found = [
        (entry.tournament.name, _gives(Answers(context=context, number=entry.number), said, promised, sits_out))
        for entry, context in entries
        if context is not None and entry.number is not None and entry.number in context.snapshot.by_number
    ]
    texts = [(name, text) for name, text in found if text]
    if len(found) == 1:
        return tuple(text for _name, text in texts)
    return tuple(_("{tournament}: {text}").format(tournament=name, text=text) for name, text in texts)


def _gives(answers: Answers, said: Response, promised: str, sits_out: bool) -> str:
    if sits_out:
        return answers.sitting_out().points
    if said in {Response.COMING, Response.LATER}:
        return answers.playing()
    if said is Response.HALF_BYE:
        return answers.half_bye().points
    presence = Presence.CLUB if said is Response.CLUB else Presence(promised or Presence.EXCUSED)
    kind = presence.absence or AbsenceKind.EXCUSED
    paid = "" if said is Response.CLUB else answers.paid_absences()
    return " ".join(filter(None, (_("{points}.").format(points=answers.away(kind).points), paid)))

"""What an answer gives, as the table stands, in words: for each tournament of an evening, by its own system."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Entry, Mark, Reply
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.wording import Spelling
from tournaments.pages.standings.round_context import RoundContext
from tournaments.pages.standings.win_values import NEAREST
from tournaments.pairing.explanations import answer_effects
from tournaments.pairing.history.record import RoundOutcome
from tournaments.pairing.types.snapshot import AbsenceCode, AbsenceKind, ByeKind, PlayerId
from tournaments.pairing.types.table import Term


def absence_effects(
    entries: Iterable[tuple[Entry, RoundContext | None]], reply: Reply, promised: str, *, sits_out: bool = False
) -> tuple[str, ...]:
    """A sentence each; with the tournament's name before it where there are several."""
    found = [
        (entry.tournament.name, _gives(Answers(context=context, number=entry.number), reply, promised, sits_out))
        for entry, context in entries
        if context is not None and entry.number is not None and entry.number in context.snapshot.by_number
    ]
    texts = [(name, text) for name, text in found if text]
    if len(found) == 1:
        return tuple(text for _name, text in texts)
    return tuple(_("{tournament}: {text}").format(tournament=name, text=text) for name, text in texts)


def _gives(answers: Answers, reply: Reply, promised: str, sits_out: bool) -> str:
    """What waits for a director is told as what it then counts as."""
    if sits_out:
        return answers.sitting_out().points
    if reply.said.comes:
        return answers.playing()
    counts_as = Mark.sent(promised) if reply.said.presence is None else Mark(reply.said.presence, reply.kind)
    if counts_as is not None and counts_as.presence.requested_bye is not None:
        return answers.half_bye().points
    kind = (counts_as and counts_as.absence) or AbsenceKind.EXCUSED
    return " ".join((_("{points}.").format(points=answers.away(kind).points), *answers.paid_absences(kind)))


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerEffects:
    """`why` is the sentence that stands behind the number, once the round is in the table."""

    amount: Fraction
    points: str
    why: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Answers:
    """Of one player and the round to come. Worked out answer by answer, as they are asked for."""

    context: RoundContext
    number: PlayerId

    def away(self, kind: AbsenceCode) -> AnswerEffects:
        return self._gives(answer_effects.away(self.context.system, self.context.snapshot, self.number, kind))

    def half_bye(self) -> AnswerEffects:
        return self._gives(answer_effects.bye(self.context.system, self.context.snapshot, self.number, ByeKind.HALF))

    def sitting_out(self) -> AnswerEffects:
        """The bye for the odd number."""
        return self._gives(answer_effects.bye(self.context.system, self.context.snapshot, self.number, ByeKind.PAIRING))

    def playing(self) -> str:
        """What a game brings against those who stand nearest; empty where there is nobody to play."""
        opponents = self._nearest()
        if not opponents:
            return ""
        spelling = self.context.spelling
        win, draw, loss = (
            self._range(opponents, outcome) for outcome in (RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.LOSS)
        )
        texts = {"win": _span(win, spelling), "draw": _span(draw, spelling), "loss": _span(loss, spelling)}
        if any(loss):
            return ngettext(
                "A win brings {win} point, a draw {draw}, a loss {loss}.",
                "A win brings {win} points, a draw {draw}, a loss {loss}.",
                ceil(win[1]),
            ).format(**texts)
        return ngettext(
            "A win brings {win} point, a draw {draw}.", "A win brings {win} points, a draw {draw}.", ceil(win[1])
        ).format(**texts)

    def paid_absences(self, kind: AbsenceCode) -> Iterator[str]:
        """How many of those that pay are used up, for each limit that such an absence counts for."""
        if (own := self.context.paid_of_own_kinds.get((self.number, kind))) is not None:
            yield ngettext(
                "{used} of {paid} paid absence of this kind is used.",
                "{used} of {paid} paid absences of this kind are used.",
                own.paid,
            ).format(used=own.used, paid=own.paid)
        quota = self.context.paid_absences.get(self.number)
        if quota is not None and kind in self.context.capabilities.absences.counted:
            yield ngettext(
                "{used} of {paid} paid absence is used.", "{used} of {paid} paid absences are used.", quota.paid
            ).format(used=quota.used, paid=quota.paid)

    def _nearest(self) -> Collection[PlayerId]:
        """Where a game is worth what the opponent is worth: those next to the player in the table; else anybody."""
        others = [
            number
            for number, entrant in self.context.snapshot.by_number.items()
            if number != self.number and entrant.takes_part(self.context.number)
        ]
        places = {number: standing.place for number, standing in self.context.standings.items() if standing.place}
        if self.number not in places:
            return others[:1]
        own = places[self.number]
        near = sorted(others, key=lambda number: (abs(places.get(number, len(places)) - own), number))[:NEAREST]
        by_place = sorted(near, key=lambda number: (places.get(number, len(places)), number))
        return dict.fromkeys([*by_place[:1], *by_place[-1:]])  # the dearest and the cheapest of them

    def _range(self, opponents: Iterable[PlayerId], outcome: RoundOutcome) -> tuple[Fraction, Fraction]:
        context = self.context
        amounts = [
            answer_effects.game(context.system, context.snapshot, self.number, opponent, outcome).amount
            for opponent in opponents
        ]
        return min(amounts), max(amounts)

    def _gives(self, term: Term) -> AnswerEffects:
        spelling = self.context.spelling
        return AnswerEffects(
            amount=term.amount,
            points=ngettext("{points} point", "{points} points", ceil(term.amount)).format(
                points=spelling.points(term.amount)
            ),
            why=spelling.sentence(term.reason, self.context.names(Audience.PUBLIC)),
        )


def _span(amounts: tuple[Fraction, Fraction], spelling: Spelling) -> str:
    least, most = map(spelling.points, amounts)
    return least if least == most else _("{least} to {most}").format(least=least, most=most)

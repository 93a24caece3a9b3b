"""Quality (kvalitet) of modified Monrad: the points of those really met, without the weakest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from operator import itemgetter

from tournaments.pairing.history.opponents_points import OPPONENT
from tournaments.pairing.history.record import PLAYED, Record, RoundEntry, RoundOutcome
from tournaments.pairing.protocols import Family, Schedule, TieBreakInfo
from tournaments.pairing.types.options import boolean, fine_print, integer
from tournaments.pairing.types.paired_round import Player, Rule
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.table import Cell, Term
from tournaments.pairing.types.translation import gettext_noop as _

OPPONENT_CUT = Rule("quality/opponent_cut", _("Round {round}: {opponent} has {total}; among the weakest, not counted"))
BYE = Rule("quality/bye", _("Round {round}: the bye counts nothing"))
BYE_CUT = Rule("quality/bye_cut", _("Round {round}: the bye counts nothing and is cut as one of the weakest"))

_LONG = 8
"""In tournaments of more rounds two values are cut."""


def cuts_in_eight_rounds() -> int:
    """A field, here and of systems that say it to this tie-break."""
    return fine_print(
        integer(
            1,
            minimum=1,
            maximum=2,
            label=_("Opponents left out in eight rounds"),
            help=_("The weakest ones. In shorter tournaments one is left out, in longer ones two."),
        ),
        example=_("Opponents with 5, 4, 3 and 1 points: 12 without the weakest, 9 without the two weakest."),
    )


def bye_is_cut_first() -> bool:
    """A field, here and of systems that say it to this tie-break."""
    return fine_print(
        boolean(
            True,
            label=_("The bye is left out first"),
            help=_("It counts as an opponent without points. Otherwise it is no opponent at all."),
        ),
        example=_("A bye and opponents with 5, 4 and 1 points, one left out: 10 with this, 9 without."),
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Quality:
    """The final points of the opponents really played, the weakest cut (rulebook, modified_monrad 10).

    One value is cut where fewer than 8 rounds are planned (without a plan: were played), two where more, in 8
    `cuts_at_eight`. The walk-over is a value of 0, cut first, or none at all. Forfeits and absences give none.
    """

    cuts_at_eight: int = cuts_in_eight_rounds()
    bye_uses_cut: bool = bye_is_cut_first()

    @property
    def info(self) -> TieBreakInfo:
        legend = _("The points of your opponents, the weakest left out (two in long tournaments)")
        return TieBreakInfo(
            name=_("Quality"),
            short="quality",
            summary=_(
                "The player whose opponents have more points is placed higher; the weakest of them are left out."
            ),
            legend=legend,
            family=Family.OPPONENTS,
            schedule=Schedule.FREE,
        )

    def cells(self, record: Record, tied: frozenset[PlayerId]) -> Mapping[PlayerId, Cell]:
        cuts = self._cuts(record)
        cells = {}
        for player in tied:
            counted = sum([units for units, _item in self._values(record, player)[cuts:]])
            cells[player] = Cell(
                value=Fraction(counted, record.unit), explain=partial(self._terms, record, player, cuts)
            )
        return cells

    def _cuts(self, record: Record) -> int:
        rounds = record.snapshot.planned_rounds or len(record.snapshot.rounds)
        if rounds == _LONG:
            return self.cuts_at_eight
        return 1 if rounds < _LONG else 2

    def _values(self, record: Record, player: PlayerId) -> Sequence[tuple[int, RoundEntry]]:
        """Weakest first, the walk-overs ahead; equal ones in round order, so that it is settled which are cut."""
        byes = [
            (0, entry) for entry in record.entries[player] if entry.outcome is RoundOutcome.BYE and self.bye_uses_cut
        ]
        games = [
            (record.units[entry.opponent], entry)
            for entry in record.entries[player]
            if entry.outcome in PLAYED and entry.opponent is not None
        ]
        return [*byes, *sorted(games, key=itemgetter(0))]

    def _terms(self, record: Record, player: PlayerId, cuts: int) -> tuple[Term, ...]:
        terms = []
        for place, (units, entry) in enumerate(self._values(record, player)):
            is_cut = place < cuts
            if entry.opponent is None:
                reason = (BYE_CUT if is_cut else BYE).reason(round=entry.round_number)
            else:
                total = record.points[entry.opponent]
                rule = OPPONENT_CUT if is_cut else OPPONENT
                reason = rule.reason(round=entry.round_number, opponent=Player(entry.opponent), total=total)
            terms.append(
                (entry.round_number, Term(reason=reason, amount=Fraction(0 if is_cut else units, record.unit)))
            )
        return tuple(term for _round, term in sorted(terms, key=itemgetter(0)))

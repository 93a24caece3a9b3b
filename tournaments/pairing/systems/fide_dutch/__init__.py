"""FIDE (Dutch) Swiss, 2026: score brackets, upper half against lower half, exact to the board and colour."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar

from tournaments.pairing.explanations.points_system import PointsSystem
from tournaments.pairing.history.attendance import PairingField, pairing_field
from tournaments.pairing.history.half_byes import HalfByeLimits
from tournaments.pairing.history.record import OpenGameCounts, Record, RoundOutcome
from tournaments.pairing.opponents import common_options as common
from tournaments.pairing.opponents.fixed_pairings import TakenOut, take_out
from tournaments.pairing.opponents.starting_list import (
    NUMBERED_BY,
    InitialColour,
    Numbering,
    colour_of_number_one,
    first_colour_of,
    numbered_as,
    numbers_so_far,
    start_numbers_by,
)
from tournaments.pairing.protocols import (
    Capabilities,
    Further,
    PairLimits,
    RoundCount,
    RoundCountKind,
    SystemInfo,
    TieBreakList,
    pairing_system,
)
from tournaments.pairing.search.last_resort import NOBODY_PRESENT, LastResort, refuse_finished
from tournaments.pairing.systems.fide_dutch import rules
from tournaments.pairing.systems.fide_dutch.baku import Acceleration, accelerated
from tournaments.pairing.systems.fide_dutch.pairing_cards import (
    PairingCard,
    in_points,
    pairing_cards_of,
    places_in_list,
)
from tournaments.pairing.systems.fide_dutch.round_pairing import TheRound, in_board_order
from tournaments.pairing.types.absence_kinds import OwnKind
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.occasions import Occasion, Suits
from tournaments.pairing.types.options import OptionError, choice, fine_print, integer
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible, Pin, Player, Reason
from tournaments.pairing.types.snapshot import ByeKind, Colour, Entrant, PlayerId, TournamentSnapshot
from tournaments.pairing.types.translation import gettext_noop as _


class LateEntries(StrEnum):
    BY_RATING = "by_rating"
    LAST = "last"


class Accelerate(StrEnum):
    NONE = "none"
    BAKU = "baku"


@dataclass(frozen=True, kw_only=True, slots=True)
class _Coming:
    """The round to be paired: `cards` of all who are here, best first; `to_pair` without what was set by hand."""

    record: Record
    here: PairingField
    cards: Sequence[PairingCard]
    by_hand: TakenOut
    baku: Acceleration | None
    to_pair: TheRound


def _seen(here: PairingField) -> frozenset[PlayerId]:
    """Who counts as there in the round to be paired."""
    return here.present | {bye.player for bye in here.byes if bye.kind is ByeKind.PAIRING}


@pairing_system
@dataclass(frozen=True, kw_only=True, slots=True)
class FideDutch(PointsSystem):
    """The list is score descending, start number ascending. Score groups are paired from the top; who is left over goes
    down to the next one. (1)

    Never: two who have met, a second bye, two who must both have the same colour. (C1 to C3) Of all ways to pair a
    bracket that leave all below a pairing and the bye to the lowest score possible (C4, C5), the best: few and low ones
    going down, the next bracket well paired, colours, nobody up or down twice. (C6 to C21) Of equally good ones the
    first, upper half against lower half in order. (3, 4)

    Colours: preferences, the stronger one first, then the last difference, then the higher placed. (5)
    """

    info: ClassVar[SystemInfo] = SystemInfo(
        name=_("FIDE Swiss (Dutch)"),
        summary=_(
            "For rated tournaments of a fixed number of rounds, by FIDE's rules of 2026: players with equal points "
            "meet, upper half against lower half. The program is not endorsed by FIDE."
        ),
        source=_("FIDE Handbook C.04.3, in force since February 2026"),
        suits=(
            Suits(
                occasion=Occasion.WEEKEND,
                sentence=_("A fixed number of rounds, by FIDE’s rules: suitable for rated play."),
            ),
            Suits(
                occasion=Occasion.DAY,
                sentence=_("A fixed number of rounds; players with equal points meet."),
            ),
        ),
        default_tie_breaks=(
            {"code": "fide_buchholz", "cut": 1},
            {"code": "fide_buchholz"},
            {"code": "fide_sonneborn_berger"},
            {"code": "direct_encounter"},
            {"code": "fide_wins"},
        ),
        tie_break_lists=(
            TieBreakList(
                name=_("FIDE 2019: progressive score before direct encounter"),
                saved=(
                    {"code": "fide_buchholz", "cut": 1},
                    {"code": "fide_buchholz"},
                    {"code": "fide_sonneborn_berger"},
                    {"code": "progressive"},
                    {"code": "direct_encounter"},
                    {"code": "fide_wins"},
                    {"code": "black_wins"},
                ),
            ),
            common.BY_OWN_ROUNDS,
        ),
    )

    numbering: Numbering = start_numbers_by()
    late_entries: LateEntries = fine_print(
        choice(
            LateEntries.BY_RATING,
            label=_("Place of late entrants"),
            choices={
                LateEntries.BY_RATING: _("By their rating"),
                LateEntries.LAST: _("At the end of the list"),
            },
        )
    )
    initial_colour: InitialColour = colour_of_number_one()
    acceleration: Accelerate = choice(
        Accelerate.NONE,
        label=_("Accelerated rounds"),
        help=_("The upper half gets extra points in the first half of the rounds, for the pairing only."),
        choices={Accelerate.NONE: _("No acceleration"), Accelerate.BAKU: _("Baku acceleration")},
    )
    half_byes: int = integer(0, minimum=0, label=_("Half-point byes"), help=_("Each player may ask for this many."))
    half_bye_last_rounds: int = integer(
        2, minimum=0, label=_("Last rounds without half-point byes"), help=_("2: none in the last 2 rounds.")
    )
    last_resort: LastResort = common.if_not_all_can_be_paired(LastResort.STOP)
    open_game: OpenGameCounts = common.postponed_games(OpenGameCounts.DRAW)
    absence_kinds: tuple[OwnKind, ...] = common.own_kinds_of_absence()
    win: Fraction = common.points_for_a_win(1)
    draw: Fraction = common.points_for_a_draw("1/2")
    loss: Fraction = common.points_for_a_loss(0)
    bye_points: Fraction = common.points_for_the_bye(1)

    def __post_init__(self) -> None:
        if self.acceleration is Accelerate.BAKU and (self.win != 2 * self.draw or self.loss):
            raise OptionError(
                "acceleration",
                _("The option {option} is {given}, which needs a draw to be half a win and a loss nothing."),
                given=self.acceleration.value,
            )

    # Numbers

    def start_numbers(self, entrants: Sequence[Entrant], lots: Lots) -> tuple[PlayerId, ...]:
        return numbered_as(self.numbering, entrants, lots)

    # The round

    def pair(self, snapshot: TournamentSnapshot, *, pinned: Sequence[Pin] = ()) -> PairedRound:
        coming = self._coming(snapshot, pinned)
        found = coming.to_pair.paired()
        by_hand, baku = coming.by_hand, coming.baku
        card_of = {card.number: card for card in coming.cards}
        boards = in_board_order([*by_hand.boards, *found.boards], card_of)
        return PairedRound(
            number=snapshot.next_number,
            boards=tuple(replace(board, board=number) for number, board in enumerate(boards, start=1)),
            byes=(*found.byes, *by_hand.byes, *coming.here.byes),
            left_out=coming.here.left_out,
            notes=(*found.notes, *self._notes(coming.record, coming.cards, baku)),
            order=tuple(card_of),
            scores={card.number: in_points(coming.record, card.score) for card in coming.cards},
            ordered_by=(rules.ORDER if self.late_entries is LateEntries.BY_RATING else rules.ORDER_LAST).reason(),
        )

    def why_not(self, snapshot: TournamentSnapshot, *, pinned: Sequence[Pin] = ()) -> Further:
        return self._coming(snapshot, pinned).to_pair.why_not()

    def added_points(self, snapshot: TournamentSnapshot) -> Mapping[PlayerId, Fraction]:
        coming = snapshot.next_number
        by_round = self.added_by_round(snapshot)
        return {player: more[coming - 1] for player, more in by_round.items() if any(more[coming - 1 :])}

    def added_by_round(self, snapshot: TournamentSnapshot) -> Mapping[PlayerId, Sequence[Fraction]]:
        """Without a plan none: then nobody can be paired either."""
        if self.acceleration is Accelerate.NONE or snapshot.planned_rounds is None:
            return {}
        record = self._record(snapshot)
        baku = self._acceleration(record, self.in_list(snapshot), _seen(pairing_field(snapshot)))
        return dict.fromkeys(baku.group, tuple(Fraction(more, record.unit) for more in baku.virtual)) if baku else {}

    def _coming(self, snapshot: TournamentSnapshot, pinned: Sequence[Pin]) -> _Coming:
        refuse_finished(snapshot)
        record = self._record(snapshot)
        here = pairing_field(snapshot)
        if not here.present:
            raise PairingImpossible([NOBODY_PRESENT.reason()])
        in_list, seen = self.in_list(snapshot), _seen(here)
        baku = self._acceleration(record, in_list, seen)
        cards = pairing_cards_of(
            record,
            numbers_so_far(record, in_list, seen, len(snapshot.rounds)),
            here.present,
            baku.of_all() if baku else {},
        )
        card_of = {card.number: card for card in cards}
        order = tuple(card_of)
        by_hand = take_out(record, order, pinned, self.capabilities().limits)
        to_pair = TheRound(
            record=record,
            cards=[card_of[player] for player in by_hand.rest],
            everybody=order,
            first=self.first_colour(snapshot),
            last_resort=self.last_resort,
        )
        return _Coming(record=record, here=here, cards=cards, by_hand=by_hand, baku=baku, to_pair=to_pair)

    def in_list(self, snapshot: TournamentSnapshot) -> Sequence[PlayerId]:
        return places_in_list(snapshot.entrants, by_rating=self.late_entries is LateEntries.BY_RATING)

    def _acceleration(
        self, record: Record, in_list: Sequence[PlayerId], seen: frozenset[PlayerId]
    ) -> Acceleration | None:
        if self.acceleration is Accelerate.NONE:
            return None
        planned = record.snapshot.planned_rounds
        if planned is None:
            raise PairingImpossible([rules.NO_PLAN.reason()])
        first = numbers_so_far(record, in_list, frozenset() if record.snapshot.rounds else seen, 1)
        return accelerated(in_list, first, planned, record.worth[RoundOutcome.WIN])

    def first_colour(self, snapshot: TournamentSnapshot) -> Colour:
        return first_colour_of(self.initial_colour, snapshot)

    def _notes(self, record: Record, cards: Sequence[PairingCard], baku: Acceleration | None) -> Iterator[Reason]:
        if any(card.is_topscorer for card in cards):
            yield rules.TOPSCORERS.reason()
        if baku and (more := baku.in_round(record.snapshot.next_number)):
            yield rules.BAKU.reason(player=Player(baku.last), points=Fraction(more, record.unit))

    # Tables

    def settings(self) -> tuple[Reason, ...]:
        said = [
            rules.NOT_ENDORSED.reason(),
            self._games_said(),
        ]
        if self.half_byes:
            said.append(self._half_byes_said())
        if self.acceleration is Accelerate.BAKU:
            said.append(rules.ACCELERATED.reason())
        said.append(common.NEVER_TWICE.reason())
        if self.open_game is OpenGameCounts.DRAW:
            said.append(common.OPEN_AS_DRAW.reason())
        return (*said, *common.own_kinds_said(self.absence_kinds))

    def capabilities(self) -> Capabilities:
        decides = [rules.LAST_ROUND.reason()]
        if self.half_byes and self.half_bye_last_rounds:
            decides.append(self._half_byes_said())
        return Capabilities(
            scoring=self._scoring(),
            limits=PairLimits(max_meetings=1, never_relaxed=self.last_resort is LastResort.STOP),
            rounds=RoundCount(
                kind=RoundCountKind.ASKED, proposed=7, prefers_odd=True, halves_leaders=True, decides=tuple(decides)
            ),
            absences=self._absence_rules(),
            numbered_by=NUMBERED_BY[self.numbering],
            half_byes=HalfByeLimits(allowed=self.half_byes, not_in_last=self.half_bye_last_rounds),
            bye_once=True,
        )

    def _half_byes_said(self) -> Reason:
        match self.half_bye_last_rounds:
            case 0:
                return rules.HALF_BYES_ALWAYS.reason(count=self.half_byes)
            case 1:
                return rules.HALF_BYES_NOT_LAST.reason(count=self.half_byes)
        return rules.HALF_BYES.reason(count=self.half_byes, rounds=self.half_bye_last_rounds)

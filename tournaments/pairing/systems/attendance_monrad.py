"""Attendance Monrad (närvaromonrad): whoever is there is paired, winners meet winners, and coming pays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from tournaments.pairing.explanations.points_system import PointsSystem
from tournaments.pairing.explanations.standings import points_table
from tournaments.pairing.history.attendance import bye_again, pairing_field
from tournaments.pairing.history.byes import bye_reasons
from tournaments.pairing.history.record import OpenGameCounts, PointsOf, Record
from tournaments.pairing.opponents import common_options as common
from tournaments.pairing.opponents.colour_allocation import ColourCount, Colouring, by_count, to_lower_placed
from tournaments.pairing.opponents.fixed_pairings import take_out
from tournaments.pairing.opponents.opponent_reasons import Places, opponent_reasons, passed_over, places_of
from tournaments.pairing.protocols import (
    Capabilities,
    PairLimits,
    RoundCount,
    SystemInfo,
    TeamDefaults,
    TieBreak,
    TieBreakList,
    pairing_system,
)
from tournaments.pairing.search.last_resort import (
    NOBODY_PRESENT,
    Completed,
    LastResort,
    SecondBye,
    complete,
    refuse_finished,
    rematch_reason,
)
from tournaments.pairing.tie_breaks.buchholz import Reckoning, reckoning
from tournaments.pairing.types.absence_kinds import OwnKind
from tournaments.pairing.types.occasions import Occasion, Suits
from tournaments.pairing.types.options import fine_print, rational
from tournaments.pairing.types.paired_round import (
    PairedBoard,
    PairedBye,
    PairedRound,
    PairingImpossible,
    Pin,
    Reason,
    Rule,
    numbered,
)
from tournaments.pairing.types.snapshot import ByeKind, PlayerId, TournamentSnapshot
from tournaments.pairing.types.table import Cell, Column, ColumnKind, Table
from tournaments.pairing.types.translation import gettext_noop as _

BY_LOT = Rule("attendance_monrad/1", _("Before the first round the cards lie in the order of their numbers."))
BY_POINTS = Rule(
    "attendance_monrad/2",
    _(
        "The cards are sorted by points. Cards with equal points keep the order that they had before "
        "the round just played."
    ),
)
OTHERS = Rule(
    "attendance_monrad/settings/others",
    _("A bye scores {bye}, an excused absence {excused}, an unexcused one {absent}, before joining {late}."),
)

POSITION = Column(
    code="position",
    short=_("Pos"),
    name=_("Position"),
    legend=_("Place among all cards in the order made after this round, in which the next one is paired"),
    kind=ColumnKind.NUMBER,
    priority=3,
    orders_next=True,
)


@pairing_system
@dataclass(frozen=True, kw_only=True, slots=True)
class AttendanceMonrad(PointsSystem):
    """Each player has a Monrad card; only the cards of those present are taken out.

    Positions: numbers by lot before round 1; before each later round all cards are sorted by points, and those with
    equal points keep the order they had. Late cards are laid behind. (1-3)
    The round: the odd one out is the worst placed who has had no bye; a second bye is noted, or the round stops, as the
    option says. Then everybody, from the top, meets the highest placed not yet met with whom all the others can be
    paired too. (4-6)
    Colour: who has had fewer whites has white; if equal, the lower placed. It plays no part in the choice. (7)
    If not everybody can be paired, the least rematches are allowed, or the round stops. (8)
    """

    info: ClassVar[SystemInfo] = SystemInfo(
        name=_("Attendance Monrad"),
        summary=_(
            "For groups that meet week after week with whoever is there: winners meet winners, nobody meets "
            "the same opponent twice if it can be avoided, and coming pays."
        ),
        source=_("Swedish school chess clubs, where it is called närvaromonrad"),
        suits=(
            Suits(
                occasion=Occasion.WEEKLY,
                sentence=_(
                    "Everyone who is there is paired, and coming pays off. If you miss a week, you lose nothing."
                ),
                languages=frozenset({"sv", "da"}),
            ),
            Suits(
                occasion=Occasion.EVENING,
                sentence=_("Everyone who is there is paired, round after round: latecomers simply join."),
            ),
        ),
        default_tie_breaks=({"code": "buchholz", "cut": 1}, {"code": "wins"}, {"code": "blacks"}),
        of_teams=TeamDefaults(tie_breaks=common.OF_TEAMS),
        tie_break_lists=(
            common.BY_OWN_ROUNDS,
            TieBreakList(
                name=_("Swedish federation: FIDE Buchholz, wins, games with Black"),
                saved=({"code": "fide_buchholz", "cut": 1}, {"code": "wins"}, {"code": "blacks"}),
            ),
        ),
    )

    win: Fraction = common.points_for_a_win(3)
    draw: Fraction = common.points_for_a_draw(2)
    loss: Fraction = common.points_for_a_loss(1, only_at_board=True)
    bye_points: Fraction = common.points_for_the_bye(3)
    # Never below 0: withdrawn rounds give 0, so withdrawing would pay more than staying away.
    absent_points: Fraction = rational(0, minimum=0, label=_("Unexcused absence"))
    excused_points: Fraction = rational(
        0,
        minimum=0,
        label=_("Excused absence"),
        help=_("Points for an excused absence or club duty; some clubs give 2."),
    )
    late_points: Fraction = rational(
        0, minimum=0, label=_("Joining late"), help=_("Points for each round missed before joining.")
    )
    colour_count: ColourCount = fine_print(common.white_goes_to())
    max_meetings: int = common.meetings()
    last_resort: LastResort = common.if_not_all_can_be_paired(LastResort.REMATCH)
    second_bye: SecondBye = common.if_all_had_the_bye(SecondBye.GIVE)
    buchholz: Reckoning = reckoning()
    open_game: OpenGameCounts = common.postponed_games()
    absence_kinds: tuple[OwnKind, ...] = common.own_kinds_of_absence()
    rank_by: PointsOf = common.ranked_by()
    bye_boards: Fraction | None = common.boards_of_the_bye()

    def pair(self, snapshot: TournamentSnapshot, *, pinned: Sequence[Pin] = ()) -> PairedRound:
        refuse_finished(snapshot)
        record = self._record(snapshot)
        here = pairing_field(snapshot)
        order = [player for player in positions(record) if player in here.present]
        if not order:
            raise PairingImpossible([NOBODY_PRESENT.reason()])
        by_hand = take_out(record, order, pinned, self.capabilities().limits)
        found = complete(
            record,
            by_hand.rest,
            max_meetings=self.max_meetings,
            last_resort=self.last_resort,
            second_bye=self.second_bye,
        )
        boards = [*by_hand.boards, *self._boards(record, places_of(order), by_hand.rest, found)]
        return PairedRound(
            number=snapshot.next_number,
            boards=numbered(boards, order),
            byes=(*self._bye(record, by_hand.rest, found), *by_hand.byes, *here.byes),
            left_out=here.left_out,
            # Nobody should sit out twice (5): seen before publishing, whatever else had to be relaxed.
            notes=(*found.notes, *(() if found.bye is None else bye_again(snapshot, found.bye))),
            order=tuple(order),
            ordered_by=(BY_POINTS if snapshot.rounds else BY_LOT).reason(),
        )

    def standings(self, snapshot: TournamentSnapshot, tie_breaks: Sequence[TieBreak]) -> Table:
        record = self._record(snapshot)
        places = {player: place for place, player in enumerate(positions(record), start=1)}
        cells = {player: {POSITION.code: Cell(value=place)} for player, place in places.items()}
        return points_table(record, tie_breaks, columns=[POSITION], cells=cells)

    def settings(self) -> tuple[Reason, ...]:
        return (
            common.GAMES_AT_BOARD.reason(win=self.win, draw=self.draw, loss=self.loss),
            OTHERS.reason(
                bye=self.bye_points, excused=self.excused_points, absent=self.absent_points, late=self.late_points
            ),
            common.meetings_said(self.max_meetings),
            *((common.BYE_ONCE.reason(),) if self.second_bye is SecondBye.STOP else ()),
            *((common.BY_BOARD_POINTS.reason(),) if self.rank_by is PointsOf.BOARDS else ()),
            *((common.OPEN_AS_DRAW.reason(),) if self.open_game is OpenGameCounts.DRAW else ()),
            *common.own_kinds_said(self.absence_kinds),
        )

    def capabilities(self) -> Capabilities:
        return Capabilities(
            scoring=replace(
                self._scoring(absent=self.excused_points), unexcused=self.absent_points, late=self.late_points
            ),
            absences=self._absence_rules(),
            expects_everybody=False,
            limits=PairLimits(max_meetings=self.max_meetings, never_relaxed=self.last_resort is LastResort.STOP),
            rounds=RoundCount(),
            bye_once=self.second_bye is SecondBye.STOP,
            tie_break_options={"buchholz": self.buchholz},
        )

    def _bye(self, record: Record, order: Sequence[PlayerId], found: Completed) -> tuple[PairedBye, ...]:
        if found.bye is None:
            return ()
        reasons = bye_reasons(record, order, found.bye, relaxed=bool(found.rematches))
        return (PairedBye(player=found.bye, kind=ByeKind.PAIRING, reasons=reasons),)

    def _boards(self, record: Record, places: Places, order: Sequence[PlayerId], found: Completed) -> list[PairedBoard]:
        boards = []
        for higher, lower, skipped in passed_over(order, found.pairs):
            reasons = opponent_reasons(
                record, places, higher, lower, skipped, max_meetings=self.max_meetings, relaxed=bool(found.rematches)
            )
            if (higher, lower) in found.rematches:
                reasons = (rematch_reason(record, higher, lower), *reasons)
            white, black, why = self._colours(record, higher, lower)
            boards.append(PairedBoard(board=0, white=white, black=black, reasons=(*reasons, why)))
        return boards

    def _colours(self, record: Record, higher: PlayerId, lower: PlayerId) -> Colouring:
        """Rulebook, attendance_monrad 7."""
        count, is_first_round = self.colour_count, not record.snapshot.rounds
        count_of = record.whites if count is ColourCount.WHITES else record.balance
        return by_count(count, count_of, higher, lower) or to_lower_placed(
            count, higher, lower, is_first_round=is_first_round
        )


def positions(record: Record) -> tuple[PlayerId, ...]:
    """All cards, also of those absent or withdrawn, in their order for the next round (rulebook, 1-3)."""
    entrants = record.snapshot.entrants
    order = [entrant.number for entrant in entrants if entrant.joined_round <= 1]
    for played, units in enumerate(record.units_after[1:], start=1):
        order += [entrant.number for entrant in entrants if entrant.joined_round == played + 1]
        order.sort(key=units.__getitem__, reverse=True)
    return tuple(order)

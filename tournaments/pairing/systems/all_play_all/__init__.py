"""All-play-all (round robin): everybody meets everybody by the Berger tables, a plan that stands from the first day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import ClassVar, Final

from tournaments.pairing.explanations.points_system import PointsSystem
from tournaments.pairing.explanations.standings import RankedBy, points_by_round, points_table
from tournaments.pairing.history.attendance import pairing_field
from tournaments.pairing.history.half_byes import HalfByeLimits
from tournaments.pairing.history.opponents_points import ForfeitQuality
from tournaments.pairing.history.record import OpenGameCounts, PointsOf, Record, RoundOutcome
from tournaments.pairing.opponents import common_options as common
from tournaments.pairing.opponents.fixed_pairings import TakenOut, take_out
from tournaments.pairing.protocols import (
    AlreadyPlayed,
    Capabilities,
    NumberedBy,
    PairLimits,
    PlayBy,
    RoundCount,
    RoundCountKind,
    SystemInfo,
    TeamDefaults,
    TieBreak,
    TieBreakList,
    Unplayed,
    pairing_system,
)
from tournaments.pairing.search.last_resort import ALL_PLAYED, NOBODY_PRESENT, PAIR_BY_HAND, refuse_finished
from tournaments.pairing.systems.all_play_all import rules
from tournaments.pairing.systems.all_play_all.berger import BergerTable
from tournaments.pairing.systems.all_play_all.carried import with_carried
from tournaments.pairing.systems.all_play_all.leaving import (
    Leavers,
    Withdrawal,
    lacking,
    leavers,
    left_in,
    seats,
    with_byes_paid,
)
from tournaments.pairing.systems.all_play_all.played_off import PlayedOff
from tournaments.pairing.systems.all_play_all.rounds import PlannedRound, planned_board
from tournaments.pairing.types.absence_kinds import OwnKind
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.occasions import Occasion, Suits
from tournaments.pairing.types.options import boolean, choice, fine_print, integer, nullable_boolean, rational
from tournaments.pairing.types.paired_round import PairedBoard, PairedRound, PairingImpossible, Pin, Players, Reason
from tournaments.pairing.types.snapshot import Entrant, PlayedRound, PlayerId, Result, TournamentSnapshot
from tournaments.pairing.types.table import Cell, Column, ColumnKind, Table
from tournaments.pairing.types.translation import gettext_noop as _

PLAYED = Column(
    code="played",
    short=_("Played"),
    name=_("Games played"),
    legend=_("Games with a result, those by forfeit included"),
    kind=ColumnKind.NUMBER,
)
OPEN = Column(
    code="open",
    short=_("To go"),
    name=_("Games still to play"),
    legend=_("Games of the whole plan that are still to be played"),
    kind=ColumnKind.NUMBER,
)
LOST = Column(
    code="lost",
    short=_("Lost"),
    name=_("Points lost"),
    legend=_("Points that the games played could have brought but did not; the fewest come first"),
    priority=1,
    lower_is_better=True,
)
SHARE = Column(
    code="share",
    short=_("Per game"),
    name=_("Points per game"),
    legend=_("Points divided by the games played; the most come first"),
    priority=1,
)

_DECIDED: Final = frozenset(
    {
        RoundOutcome.WIN,
        RoundOutcome.DRAW,
        RoundOutcome.LOSS,
        RoundOutcome.FORFEIT_WIN,
        RoundOutcome.FORFEIT_LOSS,
        RoundOutcome.BOTH_FORFEIT,
    }
)
_SCORED: Final = _DECIDED | {RoundOutcome.OPEN_AS_DRAW}
_LARGEST_GAP: Final = 1_000
"""A start number above this does not by itself say that so many were drawn."""


class Numbering(StrEnum):
    LOT = "lot"
    RATING = "rating"
    GIVEN = "given"


class Publish(StrEnum):
    ALL = "all"
    ROUND = "round"


class Order(StrEnum):
    """What the table is sorted by first."""

    POINTS = "points"
    LOST = "lost"
    SHARE = "share"


class PlayOff(StrEnum):
    """Whether a shared first place is played off."""

    NONE = "none"
    ON_POINTS = "on_points"
    AFTER_TIE_BREAKS = "after_tie_breaks"


_NUMBERED = {
    Numbering.LOT: (NumberedBy.LOT, rules.BY_LOT),
    Numbering.RATING: (NumberedBy.RATING, rules.BY_RATING),
    Numbering.GIVEN: (NumberedBy.ENTERING, rules.GIVEN),
}
_UNPLAYED = {
    Unplayed.DIRECTOR: rules.UNPLAYED_DIRECTOR,
    Unplayed.BOTH_LOSE: rules.UNPLAYED_BOTH,
    Unplayed.CALLER_LOSES: rules.UNPLAYED_CALLER,
    Unplayed.DRAW: rules.UNPLAYED_DRAW,
}
# not all: LAST_ROUND needs no sentence
_PLAYED_BY = {PlayBy.BEFORE_LAST: rules.BEFORE_LAST, PlayBy.NEXT_ROUND: rules.BY_NEXT_ROUND}
_LEAVING = {
    Withdrawal.HALF: rules.LEAVING_HALF,
    Withdrawal.ANNUL: rules.LEAVING_ANNUL,
    Withdrawal.KEEP: rules.LEAVING_KEEP,
}
# not all: NONE needs no sentence
_TAKEN_OVER = {AlreadyPlayed.FIRST: rules.FIRST_COUNTS, AlreadyPlayed.LAST: rules.LAST_COUNTS}
_ORDERED = {Order.LOST: rules.FEWEST_LOST, Order.SHARE: rules.BEST_SHARE}  # not all: POINTS need no sentence
# not all: NONE needs no sentence
_PLAYED_OFF = {PlayOff.ON_POINTS: rules.PLAY_OFF_POINTS, PlayOff.AFTER_TIE_BREAKS: rules.PLAY_OFF_TIE_BREAKS}


@pairing_system
@dataclass(frozen=True, kw_only=True, slots=True)
class AllPlayAll(PointsSystem):
    """The numbers alone say who meets whom in which round and with which colours: numbers i and j meet in the round
    that i + j − 1 leaves when divided by the number of rounds, and the last number meets whoever would meet themselves.
    Each further cycle is the same, every second one with colours reversed. Results and attendance change nothing: the
    game of somebody away is set up to be played another day.

    Where the numbers are odd, the dummy is the last; numbers may be kept free for latecomers. Whoever would meet such a
    number has no game. Nobody is renumbered.

    Of those who leave before half of their games are done no game counts; from then on their games count, and those not
    played are won by the opponents. It is worked out anew each time: coming back undoes it.

    Forfeited games are games here, for points and for tie-breaks that do not ask for games over the board.
    """

    info: ClassVar[SystemInfo] = SystemInfo(
        name=_("All-play-all"),
        summary=_("For groups: everybody meets everybody, by a plan with dates that is known from the first day."),
        source=_("FIDE, Berger tables"),
        suits=(
            *(
                Suits(occasion=each, sentence=_("You are few: everybody plays everybody."), most=most)
                for each, most in ((Occasion.DAY, 8), (Occasion.EVENING, 8), (Occasion.WEEKEND, 6))
            ),
            Suits(
                occasion=Occasion.ANY_TIME,
                sentence=_("Everybody plays everybody, by a plan that is known from the first day."),
                most=12,
            ),
            Suits(
                occasion=Occasion.ANY_TIME,
                sentence=_("In groups of equal strength: everybody plays everybody in their group, by a plan."),
                in_groups=True,
            ),
        ),
        of_teams=TeamDefaults(
            options=common.TWO_ONE_NOTHING,
            tie_breaks=common.OF_TEAMS,
            presets={"no_league": {}, "dk": {"rank_by": "boards"}, "be": {}},
            preset_names={
                "no_league": _("As in Norwegian leagues"),
                "dk": _("As in Danish leagues: board points rank"),
                "be": _("As in Belgian leagues"),
            },
            preset_tie_breaks={
                "no_league": ({"code": "direct_encounter"}, {"code": "board_points"}),
                "dk": ({"code": "board_points"}, {"code": "direct_encounter"}),
                "be": (
                    {"code": "board_points"},
                    {"code": "extended_sonneborn_berger", "opponent": "match", "own": "match"},
                    {"code": "extended_sonneborn_berger", "opponent": "boards", "own": "boards"},
                ),
            },
        ),
        default_tie_breaks=(
            {"code": "direct_encounter"},
            {"code": "fide_wins"},
            {"code": "fide_sonneborn_berger"},
            {"code": "koya"},
        ),
        tie_break_lists=(
            TieBreakList(
                name=_("Nordic: Sonneborn-Berger first"),
                saved=({"code": "fide_sonneborn_berger"}, {"code": "direct_encounter"}, {"code": "fide_wins"}),
            ),
            TieBreakList(
                name=_("Swedish: direct encounter, then Sonneborn-Berger without the lowest"),
                saved=(
                    {"code": "direct_encounter"},
                    {"code": "fide_sonneborn_berger", "cut": 1},
                    {"code": "fide_wins"},
                    {"code": "blacks"},
                ),
            ),
        ),
    )

    numbering: Numbering = choice(
        Numbering.LOT,
        label=_("Start numbers"),
        choices={
            Numbering.LOT: _("By lot"),
            Numbering.RATING: _("By rating"),
            Numbering.GIVEN: _("In the order of entering, such as last season's table"),
        },
    )
    spare_numbers: int = integer(
        0,
        minimum=0,
        maximum=100,
        label=_("Numbers for latecomers"),
        help=_("Kept free in the plan. A player who would meet one of them has no game in that round."),
    )
    cycles: int = integer(1, minimum=1, maximum=20, label=_("Times everybody meets everybody"))
    swap_last_two: bool | None = fine_print(
        nullable_boolean(
            None,
            unset=_("If the number of cycles is even"),
            label=_("The last two rounds of the first cycle change places"),
            help=_("So that nobody has the same colour three times in a row where two cycles meet."),
        )
    )
    swap_every_cycle: bool = fine_print(
        boolean(
            False,
            label=_("The last two rounds of later cycles change places, too"),
            help=_("FIDE's table has it in the first alone. Tournaments from before keep the plan they had."),
        )
    )
    publish: Publish = choice(
        Publish.ALL,
        label=_("Publishing"),
        choices={Publish.ALL: _("The whole plan at once"), Publish.ROUND: _("Each round by itself")},
    )
    postpone: bool = boolean(
        True,
        label=_("Games may be played early or be postponed"),
        help=_("Each game belongs to its round, not its date."),
    )
    play_by: PlayBy = choice(
        PlayBy.LAST_ROUND,
        label=_("A postponed game is played"),
        choices={
            PlayBy.LAST_ROUND: _("By the day of the last round"),
            PlayBy.BEFORE_LAST: _("Before the day of the last round"),
            PlayBy.NEXT_ROUND: _("By the day of the next round"),
        },
        help=_("A single game can have another last day."),
    )
    unplayed: Unplayed = choice(
        Unplayed.DIRECTOR,
        label=_("A game that is not played in time"),
        choices={
            Unplayed.DIRECTOR: _("The director decides"),
            Unplayed.BOTH_LOSE: _("Both lose it"),
            Unplayed.CALLER_LOSES: _("The player who called it off loses it"),
            Unplayed.DRAW: _("It is a draw"),
        },
        help=_("Suggested to the director for each game; nothing is decided automatically."),
    )
    already_played: AlreadyPlayed = fine_print(
        choice(
            AlreadyPlayed.NONE,
            label=_("Games already played"),
            choices={
                AlreadyPlayed.NONE: _("None counts here"),
                AlreadyPlayed.FIRST: _("The first game of each pair counts here"),
                AlreadyPlayed.LAST: _("The last game of each pair counts here"),
            },
            help=_(
                "In the second tournament for its games, which you choose under “Name, season and rounds”. They "
                "are not played again. Games played there before the first round is published count here too."
            ),
        )
    )
    withdrawal: Withdrawal = choice(
        Withdrawal.HALF,
        label=_("If a player leaves"),
        choices={
            Withdrawal.HALF: _("Before half of their games: none counts. Later: all count, the rest are forfeits"),
            Withdrawal.ANNUL: _("None of their games counts"),
            Withdrawal.KEEP: _("All of their games count, the rest are forfeits"),
        },
    )
    order: Order = choice(
        Order.POINTS,
        label=_("Order of the table"),
        choices={
            Order.POINTS: _("Points"),
            Order.LOST: _("The fewest points lost"),
            Order.SHARE: _("Points per game"),
        },
        help=_("Before all games are played, points favour whoever has played more."),
    )
    win: Fraction = common.points_for_a_win(1)
    draw: Fraction = common.points_for_a_draw("1/2")
    loss: Fraction = common.points_for_a_loss(0)
    bye_points: Fraction = rational(0, minimum=0, label=_("Without an opponent"), help=_("Points for such a round."))
    rank_by: PointsOf = common.ranked_by()
    open_game: OpenGameCounts = common.postponed_games()
    absence_kinds: tuple[OwnKind, ...] = common.own_kinds_of_absence()
    play_off: PlayOff = fine_print(
        choice(
            PlayOff.NONE,
            label=_("A shared first place"),
            choices={
                PlayOff.NONE: _("It is shared"),
                PlayOff.ON_POINTS: _("All with the most points play it off"),
                PlayOff.AFTER_TIE_BREAKS: _("A play-off where the tie-breaks leave it shared"),
            },
            help=_("The club's rule, as players read it. The play-off is a small tournament of its own."),
        )
    )

    # Numbers

    def start_numbers(self, entrants: Sequence[Entrant], lots: Lots) -> tuple[PlayerId | None, ...]:
        """By lot the numbers kept free are drawn too; otherwise they are the last."""
        numbers = sorted(entrant.number for entrant in entrants)
        if self.numbering is Numbering.LOT:
            drawn = lots.sort("number", range(1, len(numbers) + self.spare_numbers + 1))
            return tuple(numbers[place - 1] if place <= len(numbers) else None for place in drawn)
        if self.numbering is Numbering.RATING:
            ratings = {entrant.number: entrant.rating or 0 for entrant in entrants}
            return tuple(sorted(numbers, key=lambda number: (-ratings[number], number)))
        return tuple(numbers)

    def free_numbers(self, snapshot: TournamentSnapshot) -> tuple[PlayerId, ...]:
        plan = self.plan(snapshot)
        return tuple(number for number in range(1, plan.numbers + 1) if number not in snapshot.by_number)

    def plan(self, snapshot: TournamentSnapshot) -> BergerTable:
        """Who joins later takes a number that was drawn already."""
        at_start = [entrant.number for entrant in snapshot.entrants if entrant.joined_round <= 1]
        highest = max((number for number in at_start if number <= _LARGEST_GAP), default=0)
        return self._plan_of(max(len(at_start) + self.spare_numbers, highest))

    def _plan_of(self, drawn: int) -> BergerTable:
        swaps = self.cycles % 2 == 0 if self.swap_last_two is None else self.swap_last_two
        return BergerTable(
            drawn=max(1, drawn), cycles=self.cycles, swaps=swaps, swaps_later=swaps and self.swap_every_cycle
        )

    # Rounds

    def pair(self, snapshot: TournamentSnapshot, *, pinned: Sequence[Pin] = ()) -> PairedRound:
        refuse_finished(snapshot)
        if self.is_finished(snapshot):
            raise PairingImpossible([ALL_PLAYED.reason(count=len(snapshot.rounds))])
        here = pairing_field(snapshot)
        if not here.present:
            raise PairingImpossible([NOBODY_PRESENT.reason()])
        capabilities = self.capabilities()
        record = Record(snapshot=snapshot, scoring=capabilities.scoring, forfeits_are_meetings=True)
        by_hand = take_out(record, sorted(here.present), pinned, capabilities.limits)
        planned = PlannedRound(self.plan(snapshot), snapshot, here, by_hand, postpones=self.postpone)
        paired = planned.paired()
        if not paired.boards and planned.is_barred:
            raise PairingImpossible([rules.NO_GAME.reason(round=snapshot.next_number), PAIR_BY_HAND.reason()])
        return paired

    def schedule(self, snapshot: TournamentSnapshot) -> tuple[PairedRound, ...]:
        """Of who withdraws or joins, only the rounds that they take part in."""
        plan = self.plan(snapshot)
        unplayed = replace(snapshot, rounds=tuple(PlayedRound(number=number) for number in range(1, plan.rounds + 1)))
        rounds = []
        for played in unplayed.rounds:
            before = unplayed.after(played.number - 1)
            here = pairing_field(before)
            nothing_set = TakenOut(boards=(), byes=(), rest=tuple(sorted(here.present)))
            rounds.append(PlannedRound(plan, before, here, nothing_set).paired())
        return tuple(rounds)

    def missing_games(self, snapshot: TournamentSnapshot) -> Mapping[int, tuple[PairedBoard, ...]]:
        plan, coming = self.plan(snapshot), snapshot.next_number
        snapshot = with_carried(snapshot, plan)
        held = frozenset(number for number, each in seats(snapshot, plan).items() if each.takes_part(coming))
        found: dict[int, list[PairedBoard]] = {}
        for number, pair in lacking(snapshot, plan, held):
            played = snapshot.rounds[number - 1]
            seated = {player for game in played.games for player in (game.white, game.black)}
            if {*pair} & seated or frozenset(pair) in snapshot.forbidden_pairs:
                continue
            boards = found.setdefault(number, [])
            boards.append(
                planned_board(plan, number, pair, board=len(played.games) + len(boards) + 1, is_postponed=True)
            )
        return {number: tuple(boards) for number, boards in found.items()}

    def is_finished(self, snapshot: TournamentSnapshot) -> bool:
        return snapshot.all_played or len(snapshot.rounds) >= self.plan(snapshot).rounds

    # Tables

    def standings(self, snapshot: TournamentSnapshot, tie_breaks: Sequence[TieBreak]) -> Table:
        table = self._by_results(snapshot, tie_breaks)
        played_off = self._played_off(snapshot, table)
        if played_off is None:
            return table
        if played_off.counting:
            is_first = self.play_off is PlayOff.ON_POINTS
            asked = (played_off, *tie_breaks) if is_first else (*tie_breaks, played_off)
            table = self._by_results(snapshot, asked)
        return replace(table, notes=(*table.notes, *_told_of_play_offs(played_off, snapshot)))

    def _by_results(self, snapshot: TournamentSnapshot, tie_breaks: Sequence[TieBreak]) -> Table:
        gone = self._leavers(snapshot)
        record = self.capabilities().record(snapshot)
        games = {player: _Games.of(record, player) for player in record.entries}
        still = self._open(record, gone)
        return points_table(
            record,
            tie_breaks,
            columns=(PLAYED, OPEN),
            cells={
                player: {PLAYED.code: Cell(value=each.decided), OPEN.code: Cell(value=still.get(player, 0))}
                for player, each in games.items()
            },
            ranked_by=self._ranked_by(games),
            unplaced=gone.annulled,
        )

    def _played_off(self, snapshot: TournamentSnapshot, table: Table) -> PlayedOff | None:
        """What becomes of a shared first place once nothing is left to play; None where the club does not play it off,
        and before."""
        if self.play_off is PlayOff.NONE:
            return None
        said = [(row.cells[PLAYED.code].value, row.cells[OPEN.code].value) for row in table.rows]
        if any(still for _played, still in said) or not any(played for played, _still in said):
            return None
        return PlayedOff.of(self._level(table), snapshot.play_offs, win=self.win, draw=self.draw, loss=self.loss)

    def _to_play_off(self, snapshot: TournamentSnapshot, tie_breaks: Sequence[TieBreak]) -> tuple[PlayerId, ...]:
        played_off = self._played_off(snapshot, self._by_results(snapshot, tie_breaks))
        return () if played_off is None else played_off.still_level

    def _level(self, table: Table) -> tuple[PlayerId, ...]:
        """Who would play off for the first place, best first; nobody where it is had alone, or shared."""
        rows = [row for row in table.rows if row.unplaced_above is not None]
        match self.play_off:
            case PlayOff.ON_POINTS:
                first = [row for row in rows if row.cells[table.ranked_by].key == rows[0].cells[table.ranked_by].key]
            case PlayOff.AFTER_TIE_BREAKS:
                first = [row for row in rows if row.rank == rows[0].rank]
            case PlayOff.NONE:
                first = []
        return tuple(row.player for row in first) if len(first) > 1 else ()

    def history(self, snapshot: TournamentSnapshot) -> Sequence[Mapping[PlayerId, Fraction]]:
        has_left = any(last is None for entrant in snapshot.entrants for _first, last in entrant.away)
        if not has_left and not _has_early(snapshot):
            return points_by_round(self.capabilities().record(snapshot))
        tables = [snapshot.after(count) for count in range(len(snapshot.rounds) + 1)]
        return [
            {entrant.number: self.capabilities().record(each).points[entrant.number] for entrant in each.listed()}
            for each in tables
        ]

    def _ranked_by(self, games: Mapping[PlayerId, _Games]) -> RankedBy | None:
        match self.order:
            case Order.LOST:
                lost = {player: self.win * each.scored - each.points for player, each in games.items()}
                return RankedBy(column=LOST, values=lost)
            case Order.SHARE:
                shares = {player: each.points / max(1, each.scored) for player, each in games.items()}
                return RankedBy(column=SHARE, values=shares)
            case Order.POINTS:
                return None

    def _open(self, record: Record, gone: Leavers) -> Mapping[PlayerId, int]:
        """Of those who still play, the games against the others who do that have no result."""
        snapshot = record.snapshot
        coming = snapshot.next_number
        held = seats(snapshot, self.plan(snapshot))
        playing = {number for number, each in held.items() if left_in(each, coming) is None}
        forbidden = [pair for pair in snapshot.forbidden_pairs if pair <= playing]
        return {
            player: sum(
                max(0, self.cycles - met[other])
                for other in playing - {player}
                if {player, other} not in forbidden or met[other]
            )
            for player in playing
            for met in [_decided_against(record, player)]
        }

    def _leavers(self, snapshot: TournamentSnapshot) -> Leavers:
        plan = self.plan(snapshot)
        return leavers(with_carried(snapshot, plan), plan, self.withdrawal)

    def as_counted(self, snapshot: TournamentSnapshot) -> TournamentSnapshot:
        """With the games of another stage that count here, without those that count for nobody, with the forfeits that
        somebody's leaving gives."""
        counted = self._leavers(snapshot).counted
        return with_byes_paid(counted, self.plan(snapshot)) if self.bye_points else counted

    # What it says of itself

    def _swap_said(self) -> tuple[Reason, ...]:
        plan = self._plan_of(1)
        if not plan.swaps:
            return ()
        return ((rules.SWAPPED_EACH if plan.swaps_later else rules.SWAPPED).reason(),)

    def settings(self) -> tuple[Reason, ...]:
        several = rules.SEVERAL_TIMES.reason(count=self.cycles)
        return (
            rules.ONCE.reason() if self.cycles == 1 else several,
            _NUMBERED[self.numbering][1].reason(),
            *((rules.SPARE.reason(count=self.spare_numbers),) if self.spare_numbers else ()),
            *self._swap_said(),
            rules.POINTS.reason(win=self.win, draw=self.draw, loss=self.loss),
            *((rules.BYE.reason(bye=self.bye_points),) if self.bye_points else ()),
            (rules.ALL_AT_ONCE if self.publish is Publish.ALL else rules.ROUND_BY_ROUND).reason(),
            (rules.MAY_POSTPONE if self.postpone else rules.NO_POSTPONING).reason(),
            *((_PLAYED_BY[self.play_by].reason(),) if self.postpone and self.play_by in _PLAYED_BY else ()),
            _UNPLAYED[self.unplayed].reason(),
            _LEAVING[self.withdrawal].reason(),
            *((_ORDERED[self.order].reason(),) if self.order in _ORDERED else ()),
            *((common.BY_BOARD_POINTS.reason(),) if self.rank_by is PointsOf.BOARDS else ()),
            *((common.OPEN_AS_DRAW.reason(),) if self.open_game is OpenGameCounts.DRAW else ()),
            *((_PLAYED_OFF[self.play_off].reason(),) if self.play_off in _PLAYED_OFF else ()),
            *((_TAKEN_OVER[self.already_played].reason(),) if self.already_played in _TAKEN_OVER else ()),
            *common.own_kinds_said(self.absence_kinds),
        )

    def capabilities(self) -> Capabilities:
        return Capabilities(
            scoring=replace(self._scoring(), zero_bye=RoundOutcome.NO_OPPONENT, counts_early=True),
            limits=PairLimits(max_meetings=self.cycles, never_relaxed=True),
            rounds=RoundCount(
                kind=RoundCountKind.FOLLOWS,
                of_field=lambda players: self._plan_of(players + self.spare_numbers).rounds,
                known_at_start=True,
                published_at_once=self.publish is Publish.ALL,
            ),
            absences=self._absence_rules(),
            numbered_by=_NUMBERED[self.numbering][0],
            half_byes=HalfByeLimits(allowed=0),
            several_without_a_game=True,
            postpones=self.postpone,
            unplayed=self.unplayed,
            play_by=self.play_by,
            forfeits_are_meetings=True,
            counts_absentees=True,
            tie_break_options={"forfeit_quality": ForfeitQuality.OPPONENT},
            as_counted=self.as_counted,
            already_played=self.already_played,
            carries_games=True,
            plays_off=None if self.play_off is PlayOff.NONE else self._to_play_off,
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Games:
    """Of one player. `scored` are those that have points already; `points` those of these games alone."""

    decided: int
    scored: int
    points: Fraction

    @classmethod
    def of(cls, record: Record, player: PlayerId) -> _Games:
        scored = [entry for entry in record.entries[player] if entry.outcome in _SCORED]
        return cls(
            decided=sum(entry.outcome in _DECIDED for entry in scored),
            scored=len(scored),
            points=sum((entry.points for entry in scored), Fraction(0)),
        )


def _told_of_play_offs(played_off: PlayedOff, snapshot: TournamentSnapshot) -> Iterator[Reason]:
    if still := played_off.still_level:
        yield (rules.PLAY_OFF_AGAIN if played_off.counting else rules.PLAY_OFF).reason(players=Players(still))
    for each in snapshot.play_offs:
        if each not in played_off.counting:
            yield rules.PLAY_OFF_VOID.reason(players=Players(tuple(sorted(each.players))))


def _has_early(snapshot: TournamentSnapshot) -> bool:
    rounds = (*snapshot.rounds, *snapshot.ahead)
    return (
        bool(snapshot.carried)
        or any(game.is_early(played.number) for played in rounds for game in played.games)
        or any(game.result is not Result.OPEN for played in snapshot.ahead for game in played.games)
    )


def _decided_against(record: Record, player: PlayerId) -> Counter[PlayerId]:
    return Counter(
        entry.opponent for entry in record.entries[player] if entry.opponent is not None and entry.outcome in _DECIDED
    )

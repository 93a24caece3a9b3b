"""DrawBoss Swiss-Monrad: a draw by lot inside the score, anew each round, with elimination after so many losses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from fractions import Fraction
from heapq import heapify, heappop
from itertools import groupby
from typing import ClassVar

from tournaments.pairing.explanations.points_system import PointsSystem
from tournaments.pairing.explanations.standings import points_table
from tournaments.pairing.history.attendance import PairingField, pairing_field
from tournaments.pairing.history.byes import in_turn_reasons
from tournaments.pairing.history.record import OpenGameCounts, Record, RoundOutcome
from tournaments.pairing.opponents import common_options as common
from tournaments.pairing.opponents.choice_reasons import MORE_DOWN, OpponentChoice, choices, why_not_before
from tournaments.pairing.opponents.colour_allocation import ColourCount, Colouring, by_change, by_count
from tournaments.pairing.opponents.fixed_pairings import take_out
from tournaments.pairing.opponents.score_groups import CameDown, PairedGroup, ScoreGroup, pair_score_groups
from tournaments.pairing.protocols import Capabilities, PairLimits, RoundCount, SystemInfo, TieBreak, pairing_system
from tournaments.pairing.search.first import Turns, first
from tournaments.pairing.search.last_resort import NOBODY_PRESENT, refuse_finished, who_is_stuck
from tournaments.pairing.tie_breaks.correction import Cut, cut_of_correction
from tournaments.pairing.types.absence_kinds import OwnKind
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.occasions import Occasion, Suits
from tournaments.pairing.types.options import boolean, fine_print, nullable_integer, rational
from tournaments.pairing.types.paired_round import (
    LeftOut,
    PairedBoard,
    PairedBye,
    PairedRound,
    PairingImpossible,
    Pin,
    Player,
    Reason,
    Rule,
    numbered,
)
from tournaments.pairing.types.snapshot import ByeKind, Colour, PlayerId, TournamentSnapshot
from tournaments.pairing.types.table import Cell, Column, ColumnKind, Table
from tournaments.pairing.types.translation import gettext_noop as _

IN_ORDER = Rule(
    "drawboss_monrad/4/order", _("Most points first; the order of those with equal points was drawn by lot.")
)
DRAWN = Rule(
    "drawboss_monrad/4",
    _("{lower} was drawn for {higher}: the first by lot of those on {points} still to be paired."),
)
DRAWN_LATER = Rule(
    "drawboss_monrad/4/later",
    _("{lower} was drawn for {higher}: the first by lot of those on {points} who can still play {higher}."),
)
DRAWN_ABOVE = Rule(
    "drawboss_monrad/4/above",
    _("{lower} was drawn for {higher}: the first by lot who can still play {higher}. Both come down."),
)
LAST_TWO = Rule(
    "drawboss_monrad/4/last", _("{higher} and {lower} were the last two to be paired with those on {points}.")
)
BYE_DRAWN = Rule(
    "drawboss_monrad/3",
    _(
        "{player} was drawn for the bye: the first by lot of those on {points} who have not had it. "
        "Nobody to be paired has fewer points."
    ),
)
BYE_FROM_ABOVE = Rule(
    "drawboss_monrad/3/above",
    _(
        "{player} was drawn for the bye: the first by lot of those on {points} who have not had it. "
        "All with fewer points have had it, and nobody gets it twice."
    ),
)
ELIMINATED = Rule("drawboss_monrad/1", _("{player} is out. Losses: {count}."))
ELIMINATED_TOO = Rule(
    "drawboss_monrad/1/forfeits", _("{player} is out. Losses: {count}, of them by forfeit: {forfeits}.")
)

WINNER = Rule("drawboss_monrad/impossible/winner", _("The winner is known: only {player} is still in."))
ALL_OUT = Rule("drawboss_monrad/impossible/all_out", _("All players are out."))
PLAY_ON = Rule(
    "drawboss_monrad/impossible/play_on",
    _("The director can let everybody play on, by an option of the tournament."),
    is_remedy=True,
)
CHOOSE = Rule(
    "drawboss_monrad/impossible/choose",
    _("The director can let everybody play on, set a rematch by hand, or let those who are left share the win."),
    is_remedy=True,
)
BY_HAND = Rule(
    "drawboss_monrad/impossible/by_hand",
    _("The director can set a rematch by hand or give somebody the bye."),
    is_remedy=True,
)
ALL_HAD_IT = Rule(
    "drawboss_monrad/impossible/bye", _("Somebody must sit out, but all who are here have had the bye before.")
)

BY_LOT = Rule("drawboss_monrad/6/lot", _("They are level on colours: {white} gets White by lot."))

OUT_AFTER = Rule("drawboss_monrad/settings/elimination", _("{count} losses and a player is out."))
OUT_AT_ONCE = Rule("drawboss_monrad/settings/elimination_one", _("One loss and a player is out."))
NO_ELIMINATION = Rule("drawboss_monrad/settings/no_elimination", _("Nobody is out: all play all rounds."))
FORFEIT_COUNTS = Rule("drawboss_monrad/settings/forfeit", _("A game lost by forfeit is a loss too."))
FORFEIT_DOES_NOT = Rule("drawboss_monrad/settings/no_forfeit", _("A game lost by forfeit does not count as a loss."))
ALL_PLAY_ON = Rule("drawboss_monrad/settings/play_on", _("For now everybody plays on, however often they have lost."))
ABSENT = Rule("drawboss_monrad/settings/absent", _("An absence scores {absent}."))
WITHOUT_TWO = Rule(
    "drawboss_monrad/settings/correction", _("The two lowest opponents do not count in the DrawBoss tie-break.")
)

LOSSES = Column(
    code="losses",
    short=_("Losses"),
    name=_("Lost games"),
    legend=_("Losses that count towards being out; they make the DrawBoss tie-break smaller"),
    kind=ColumnKind.NUMBER,
    priority=1,
)
OUT = Column(
    code="out",
    short=_("Out after"),
    name=_("Out after round"),
    legend=_("The round after which the player was out"),
    kind=ColumnKind.NUMBER,
)


@dataclass(frozen=True, kw_only=True)
class ByLot:
    """Each player's candidates in the order of his own lots; `floaters` behind all others."""

    lots: Lots
    floaters: AbstractSet[PlayerId]
    drawn: dict[PlayerId, tuple[int, list[PlayerId]]]
    """Whom each drew, and who was free then: the board's reasons ask again what the draw has asked."""

    def candidates(self, player: PlayerId, among: Sequence[PlayerId]) -> Sequence[PlayerId]:
        return [*self.walk([other for other in among if other != player]).candidates(player)]

    def unfit(self, player: PlayerId, among: Sequence[PlayerId]) -> AbstractSet[PlayerId]:
        return self.floaters & frozenset(among) if player in self.floaters else frozenset()

    def walk(self, order: Sequence[PlayerId]) -> LotWalk:
        return LotWalk(self, order)


class LotWalk:
    """Lots are drawn among those still free alone: a group of n costs n²/4 of them."""

    __slots__ = ("floaters", "free", "free_bits", "turns")

    def __init__(self, turns: ByLot, order: Sequence[PlayerId]) -> None:
        self.turns = turns
        self.free = dict.fromkeys(player for player in order if player not in turns.floaters)
        self.floaters = dict.fromkeys(player for player in order if player in turns.floaters)
        self.free_bits = sum(1 << player for player in self.free)

    def take(self, player: PlayerId) -> None:
        if player in self.floaters:
            del self.floaters[player]
        else:
            del self.free[player]
            self.free_bits -= 1 << player

    def candidates(self, player: PlayerId) -> Iterator[PlayerId]:
        if player in self.turns.floaters:
            return
        free_bits, drawn = self.turns.drawn.get(player, (0, []))
        if free_bits != self.free_bits:
            drawn = []
            self.turns.drawn[player] = self.free_bits, drawn
        yield from drawn
        if len(drawn) < len(self.free):
            yield from self._further(player, drawn)
        yield from self.floaters

    def _further(self, player: PlayerId, drawn: list[PlayerId]) -> Iterator[PlayerId]:
        lot = self.turns.lots.drawing(f"partner of {player}")
        known = frozenset(drawn)
        lots = [(lot(other), other) for other in self.free if other not in known]
        heapify(lots)
        while lots:
            drawn.append(heappop(lots)[1])
            yield drawn[-1]


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """How a score group is drawn (rulebook, drawboss_monrad 4)."""

    lots: Lots
    place: Mapping[PlayerId, int]
    """In the order of points and lot."""
    drawn: dict[PlayerId, tuple[int, list[PlayerId]]] = field(default_factory=dict)
    spares_above: bool = True

    def group(self, floated: Sequence[PlayerId], own: Sequence[PlayerId]) -> ScoreGroup:
        above = sorted(floated, key=self.place.__getitem__)
        return ScoreGroup(players=(*above, *own), from_above=frozenset(floated))

    def turns(self, group: ScoreGroup, floaters: AbstractSet[PlayerId]) -> Turns:
        return ByLot(lots=self.lots, floaters=floaters, drawn=self.drawn)

    def legal(self, order: Sequence[PlayerId]) -> Turns | None:
        return None


@pairing_system
@dataclass(frozen=True, kw_only=True, slots=True)
class DrawbossMonrad(PointsSystem):
    """Each round is drawn by lot inside the score, from a seed whose hash is public before and which is public after:
    nobody can foresee an opponent, and everybody can repeat the draw. (2)

    The odd one out is drawn among those with the fewest points; nobody has the bye twice. (3) From the top each score
    group is paired with the fewest floaters such that all below can still be completed, and of those from above as few
    as possible float again. They choose first, then the group by lot; each takes the first by lot of his own whom he
    can have. (4) Nobody meets twice; rather the draw stops. (5) White has the smaller balance, then whoever had black
    last, then the lot: the keyed hash of "colour of a-b" alone, there being no number to draw. (6)

    Players may be out after so many losses, decided when a round is over; they keep points and place. (1)
    """

    info: ClassVar[SystemInfo] = SystemInfo(
        name=_("DrawBoss Swiss-Monrad"),
        summary=_(
            "For evenings with any number of rounds: opponents are drawn by lot among those with equal points, "
            "and players can be out after a number of losses."
        ),
        source=_("The Danish program DrawBoss"),
        suits=(
            Suits(
                occasion=Occasion.EVENING,
                sentence=_("Opponents are drawn by lot among equals, for as many rounds as there is time."),
                languages=frozenset({"da"}),
            ),
        ),
        default_tie_breaks=({"code": "correction"}, {"code": "head_to_head"}),
        tie_break_lists=(common.BY_OWN_ROUNDS,),
        round_lots={"order": _("Lot for the order"), "bye": _("Lot for the bye")},
    )

    elimination: int | None = nullable_integer(
        None,
        minimum=1,
        label=_("Losses until a player is out"),
        help=_("2: two losses and a player is out. Empty: nobody is out."),
    )
    forfeit_is_loss: bool = fine_print(
        boolean(
            True,
            label=_("A forfeited game is a loss"),
            help=_("Where losses put a player out. If both forfeit, it is a loss for both."),
        )
    )
    play_on: bool = boolean(
        False, label=_("Everybody plays on"), help=_("Players who are out by losses are paired all the same.")
    )
    correction: Cut = cut_of_correction()
    open_game: OpenGameCounts = common.postponed_games()
    absence_kinds: tuple[OwnKind, ...] = common.own_kinds_of_absence()
    win: Fraction = common.points_for_a_win(1)
    draw: Fraction = common.points_for_a_draw("1/2")
    loss: Fraction = common.points_for_a_loss(0)
    bye_points: Fraction = common.points_for_the_bye(1)
    absent_points: Fraction = rational(0, minimum=0, label=_("Absence"), help=_("Points for a round away."))

    # The round

    def pair(self, snapshot: TournamentSnapshot, *, pinned: Sequence[Pin] = ()) -> PairedRound:
        return self.pair_by_lots(snapshot, Lots(snapshot.seed, snapshot.next_number), pinned=pinned)

    def pair_by_lots(self, snapshot: TournamentSnapshot, lots: Lots, *, pinned: Sequence[Pin] = ()) -> PairedRound:
        """The next round with these lots, whatever the snapshot's seed is. Raises PairingImpossible."""
        refuse_finished(snapshot)
        record = self._record(snapshot)
        self._refuse_decided(record)
        here = _without_eliminated(record, pairing_field(snapshot))
        order = sorted(lots.sort("order", here.present), key=lambda player: -record.units[player])
        if not order:
            raise PairingImpossible([NOBODY_PRESENT.reason()])
        by_hand = take_out(record, order, pinned, self.capabilities().limits)
        boards, byes = self._rest(record, by_hand.rest, lots)
        return PairedRound(
            number=snapshot.next_number,
            boards=numbered([*by_hand.boards, *boards], order),
            byes=(*byes, *by_hand.byes, *here.byes),
            left_out=here.left_out,
            order=tuple(order),
            ordered_by=IN_ORDER.reason(),
        )

    def _rest(
        self, record: Record, order: Sequence[PlayerId], lots: Lots
    ) -> tuple[list[PairedBoard], tuple[PairedBye, ...]]:
        """Everybody not set by hand."""
        barred = record.barred()
        sits_out = _bye_candidates(record, order, lots) if len(order) % 2 else None
        anyhow = first(order, barred, bye=sits_out)
        if anyhow is None:
            raise PairingImpossible(_why_not(record, order, sits_out))
        free = [player for player in order if player != anyhow.bye]
        drawing = Drawing(lots=lots, place={player: place for place, player in enumerate(order)})
        groups = [tuple(group) for _units, group in groupby(free, key=record.units.__getitem__)]
        paired = pair_score_groups(groups, barred, drawing)

        def might_meet(_group: ScoreGroup, one: PlayerId, other: PlayerId) -> bool:
            return other not in barred.get(one, ())

        came_down = CameDown.of(paired, record.points, might_meet)
        boards = [board for each in paired for board in _boards(record, drawing, each, came_down)]
        return boards, _bye(record, order, anyhow.bye, sits_out)

    def _refuse_decided(self, record: Record) -> None:
        """Raises PairingImpossible with the winner."""
        if not record.out_after:
            return
        left = _left(record)
        if not left:
            raise PairingImpossible([ALL_OUT.reason(), PLAY_ON.reason()])
        if len(left) == 1:
            raise PairingImpossible([WINNER.reason(player=Player(left[0])), PLAY_ON.reason()])

    # Tables

    def standings(self, snapshot: TournamentSnapshot, tie_breaks: Sequence[TieBreak]) -> Table:
        record = self._record(snapshot)
        if self.elimination is None:
            return points_table(record, tie_breaks)
        lost = record.scoring.lost
        cells = {
            player: {
                LOSSES.code: Cell(value=sum(entry.outcome in lost for entry in entries)),
                OUT.code: Cell(value=record.out_after.get(player)),
            }
            for player, entries in record.entries.items()
        }
        return points_table(record, tie_breaks, columns=(LOSSES, OUT), cells=cells)

    def settings(self) -> tuple[Reason, ...]:
        said = [self._games_said()]
        if self.elimination is None:
            said.append(NO_ELIMINATION.reason())
        else:
            said.append(OUT_AFTER.reason(count=self.elimination) if self.elimination > 1 else OUT_AT_ONCE.reason())
            said.append(FORFEIT_COUNTS.reason() if self.forfeit_is_loss else FORFEIT_DOES_NOT.reason())
            said += [ALL_PLAY_ON.reason()] if self.play_on else []
        if self.absent_points:
            said.append(ABSENT.reason(absent=self.absent_points))
        if self.correction is Cut.CUT_TWO:
            said.append(WITHOUT_TWO.reason())
        if self.open_game is OpenGameCounts.DRAW:
            said.append(common.OPEN_AS_DRAW.reason())
        return (*said, *common.own_kinds_said(self.absence_kinds))

    def capabilities(self) -> Capabilities:
        return Capabilities(
            scoring=replace(
                self._scoring(absent=self.absent_points),
                elimination=None if self.play_on else self.elimination,
                forfeit_is_loss=self.forfeit_is_loss,
            ),
            limits=PairLimits(max_meetings=1, never_relaxed=True),
            rounds=RoundCount(),
            absences=self._absence_rules(),
            expects_everybody=False,
            bye_once=True,
            tie_break_options={"correction": self.correction},
        )

    def is_finished(self, snapshot: TournamentSnapshot) -> bool:
        if snapshot.all_played:
            return True
        record = self._record(snapshot)
        return bool(record.out_after) and len(_left(record)) <= 1


# Who is out


def _left(record: Record) -> list[PlayerId]:
    """Who can still win: not out, joined, and not withdrawn for good."""
    coming = record.snapshot.next_number
    return [
        entrant.number
        for entrant in record.snapshot.entrants
        if entrant.number not in record.out_after
        and entrant.joined_round <= coming
        and not any(last is None and since <= coming for since, last in entrant.away)
    ]


def _without_eliminated(record: Record, here: PairingField) -> PairingField:
    """Whoever is out is that before all else, except withdrawn."""
    out = {
        player: LeftOut(player=player, reasons=(_why_out(record, player),))
        for player in record.out_after
        if record.snapshot.by_number[player].takes_part(record.snapshot.next_number)
    }
    if not out:
        return here
    others = [left for left in here.left_out if left.player not in out]
    return PairingField(
        present=here.present.difference(out),
        byes=tuple(bye for bye in here.byes if bye.player not in out),
        left_out=tuple(sorted([*others, *out.values()], key=lambda left: left.player)),
    )


def _why_out(record: Record, player: PlayerId) -> Reason:
    count = _losses(record, player)
    at_board = sum(entry.outcome is RoundOutcome.LOSS for entry in record.entries[player])
    if at_board == count:
        return ELIMINATED.reason(player=Player(player), count=count)
    return ELIMINATED_TOO.reason(player=Player(player), count=count, forfeits=count - at_board)


def _losses(record: Record, player: PlayerId) -> int:
    lost = record.scoring.lost
    return sum(entry.outcome in lost for entry in record.entries[player])


def _why_not(record: Record, order: Sequence[PlayerId], sits_out: Sequence[PlayerId] | None) -> list[Reason]:
    what_to_do = CHOOSE.reason() if record.out_after else BY_HAND.reason()
    if sits_out is not None and not sits_out:
        return [ALL_HAD_IT.reason(), what_to_do]
    return [*who_is_stuck(order, record.barred()), what_to_do]


# The bye


def _bye_candidates(record: Record, order: Sequence[PlayerId], lots: Lots) -> list[PlayerId]:
    """Fewest points first, by lot inside them, never a second time (rulebook, drawboss_monrad 3)."""
    may = [player for player in order if not record.byes_had.get(player)]
    return sorted(lots.sort("bye", may), key=record.units.__getitem__)


def _bye(
    record: Record, order: Sequence[PlayerId], player: PlayerId | None, candidates: Sequence[PlayerId] | None
) -> tuple[PairedBye, ...]:
    if player is None:
        return ()
    is_lowest = record.units[player] == record.units[order[-1]]
    drawn = (BYE_DRAWN if is_lowest else BYE_FROM_ABOVE).reason(player=Player(player), points=record.points[player])
    reasons = in_turn_reasons(candidates or (), player, drawn)
    return (PairedBye(player=player, kind=ByeKind.PAIRING, reasons=reasons),)


# Boards


def _boards(record: Record, drawing: Drawing, paired: PairedGroup, came_down: CameDown) -> Iterator[PairedBoard]:
    turns = drawing.turns(paired.group, frozenset())
    own = next(player for player in paired.group.players if player not in paired.group.from_above)
    for chosen in choices(paired.group.players, paired.pairs, turns, frozenset(paired.floated)):
        pair = (chosen.higher, chosen.lower), (chosen.lower, chosen.higher)
        down = [came_down.reason(one, other) for one, other in pair if one in paired.group.from_above]
        why = _why(record, drawing, paired, chosen)
        white, black, colour = _colours(record, drawing.lots, chosen.higher, chosen.lower)
        yield PairedBoard(board=0, white=white, black=black, reasons=(*why, *down, colour), group=record.points[own])


def _why(record: Record, drawing: Drawing, paired: PairedGroup, chosen: OpponentChoice) -> list[Reason]:
    pair = {"higher": Player(chosen.higher), "lower": Player(chosen.lower)}
    points = record.points[paired.group.players[-1]]
    place = drawing.place
    is_last = paired.pairs[-1] == (chosen.higher, chosen.lower)
    if is_last and not any(place[player] > place[chosen.higher] for player in paired.floated):
        return [LAST_TWO.reason(**pair, points=points)]
    if chosen.lower in paired.group.from_above:
        headline = DRAWN_ABOVE.reason(**pair)
    else:
        headline = (DRAWN_LATER if chosen.before else DRAWN).reason(**pair, points=points)
    return [headline, *why_not_before(record, chosen, max_meetings=1, otherwise=MORE_DOWN)]


def _colours(record: Record, lots: Lots, one: PlayerId, other: PlayerId) -> Colouring:
    """Rulebook, drawboss_monrad 6."""
    a, b = min(one, other), max(one, other)

    def last_of(player: PlayerId) -> Colour | None:
        return next(reversed(record.colours[player]), None)

    def by_lot() -> Colouring:
        white, black = (a, b) if lots.hash_of(f"colour of {a}-{b}")[0] < _HALF else (b, a)
        return Colouring(white, black, BY_LOT.reason(white=Player(white)))

    return by_count(ColourCount.BALANCE, record.balance, a, b) or by_change(last_of, a, b) or by_lot()


_HALF = 0x80
"""First hex digit below 8."""

"""Norwegian Monrad (Norges Sjakkforbund): score groups first, colours inside them; with Konrad, for whoever comes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import ClassVar, NamedTuple

from tournaments.pairing.choices.choice_reasons import Choice, choices, why_not_before
from tournaments.pairing.choices.common_options import if_not_all_can_be_paired, meetings, postponed_games
from tournaments.pairing.choices.levels import Kind, Levels
from tournaments.pairing.choices.pins import PairLimits, take_out
from tournaments.pairing.choices.score_groups import Group, PairedGroup, pair_score_groups
from tournaments.pairing.facts.attendance import attendance
from tournaments.pairing.facts.byes import in_turn_reasons
from tournaments.pairing.facts.colours import colours_with_walk_overs
from tournaments.pairing.facts.met_in import ForfeitQuality
from tournaments.pairing.facts.record import ABSENCES, OpenGame, Record, RoundOutcome, Scoring
from tournaments.pairing.model.lots import Lots
from tournaments.pairing.model.options import choice, integer, nullable_integer, rational
from tournaments.pairing.model.paired_round import (
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
from tournaments.pairing.model.snapshot import ByeKind, Colour, Entrant, PlayerId, TournamentSnapshot
from tournaments.pairing.model.table import Cell, Column, ColumnKind, Table
from tournaments.pairing.model.translation import gettext_noop as _
from tournaments.pairing.protocols import RoundPlan, RoundPlanKind, SystemInfo, TieBreak
from tournaments.pairing.search.first import Turns, first
from tournaments.pairing.search.last_resort import (
    ALLOW_REMATCH,
    NOBODY_PRESENT,
    LastResort,
    at_least_rematches,
    refuse_finished,
    rematch_reason,
    who_is_stuck,
)
from tournaments.pairing.telling.standings import points_by_round, points_table

BY_NUMBER = Rule("norwegian_monrad/1/numbers", _("Before the first round the list goes by number."))
BY_POINTS = Rule("norwegian_monrad/1", _("The list goes by points; with equal points the lower number comes first."))
NEXT = Rule("norwegian_monrad/3/next", _("{higher} and {lower} are the two highest placed still to be paired."))
SUITS = Rule(
    "norwegian_monrad/3/a",
    _("{lower} is the first on the list in the score group whose colours suit {higher} and whom {higher} could get."),
)
SAME_DUE = Rule(
    "norwegian_monrad/3/b",
    _(
        "{higher} and {lower} should both have {colour}, but the score group comes before the colours: "
        "{lower} is the first on the list whom {higher} could get."
    ),
)
THIRD_IN_A_ROW = Rule(
    "norwegian_monrad/5",
    _("In the last round the colours need not fit: {lower} is the first on the list whom {higher} could get."),
)
REMATCH = Rule(
    "norwegian_monrad/rematch",
    _("{higher} and {lower} meet again, since one of them has met everybody here in the score group."),
)
REMATCH_LEFT = Rule(
    "norwegian_monrad/rematch/left",
    _("{higher} and {lower} meet again: there was nobody else left whom {higher} could get in the score group."),
)
DUE_TOO = Rule("norwegian_monrad/3/due", _("{skipped} is placed higher, but should have {colour}, like {higher}."))
COLOURS_BARRED = Rule(
    "norwegian_monrad/3/barred",
    _("{skipped} is placed higher, but the colours of {higher} and {skipped} allow no game between them."),
)
FLOATED = Rule(
    "norwegian_monrad/3/c",
    _("{player} comes down from the score group of {points}, which could not be completed without that."),
)
WALK_OVER = Rule(
    "norwegian_monrad/2",
    _("{player} is the lowest placed of those who have had neither a walk-over nor a point without a game."),
)
NO_LIMIT = Rule(
    "norwegian_monrad/4/balance",
    _(
        "Not everybody could be paired with at most two more games with one colour than with the other: "
        "more were allowed."
    ),
)
NO_BAN = Rule(
    "norwegian_monrad/4/third",
    _("Not everybody could be paired without a colour a third time in a row, so that was allowed."),
)
ALL_HAD_IT = Rule(
    "norwegian_monrad/impossible/walk_over",
    _("Somebody must sit out, but all who are here have had a walk-over or a point without a game."),
)
GIVE_BYE = Rule("norwegian_monrad/impossible/give_bye", _("The director can give somebody the bye by hand."))
NO_RATINGS = Rule(
    "norwegian_monrad/impossible/no_ratings",
    _("Nobody has a rating, so there is nothing to seed by. Enter ratings, or choose numbers by lot."),
)

ONE_LEGAL = Rule("norwegian_monrad/colours/1", _("{player} cannot have {colour} here, so {white} has white."))
SMALLER = Rule(
    "norwegian_monrad/colours/2",
    _("{white} has the smaller balance of whites less blacks, {white_count} against {black_count}, so has white."),
)
BOTH_CHANGE = Rule("norwegian_monrad/colours/3", _("Both change colours: {white} had black last, {black} white."))
ONE_CHANGES = Rule(
    "norwegian_monrad/colours/3/one", _("{player} had {colour} last and changes; {other} has had no colour yet.")
)
LOWER_PLACED = Rule(
    "norwegian_monrad/colours/4/odd",
    _("Their colours are equal: in rounds with an odd number the lower placed has white."),
)
HIGHER_PLACED = Rule(
    "norwegian_monrad/colours/4/even",
    _("Their colours are equal: in rounds with an even number the higher placed has white."),
)
TURNED = Rule(
    "norwegian_monrad/colours/turned", _("{black} had white when they met in round {round}, so {white} has it now.")
)

GAMES = Rule(
    "norwegian_monrad/settings/games", _("A win gives {win}, a draw {draw}, a loss {loss}, the walk-over {bye}.")
)
HALF_BYES = Rule(
    "norwegian_monrad/settings/half_byes",
    _("A player may ask for so many half-point byes: {count}, but for none in the last rounds: {rounds}."),
)
PAID = Rule("norwegian_monrad/settings/paid", _("So many absences give {draw} each: {count}."))
MEETINGS = Rule("norwegian_monrad/settings/meetings", _("Two players meet at most this often: {count}."))
COUNTED = Rule("norwegian_monrad/settings/counted", _("Of each player so many results count, the best ones: {count}."))
OPEN_AS_DRAW = Rule("norwegian_monrad/settings/open", _("A postponed game counts as a draw until it is played."))

PAID_SO_FAR = Column(
    code="paid",
    short=_("Paid"),
    name=_("Paid absences"),
    legend=_("How many of the absences that give points have been used"),
    kind=ColumnKind.NUMBER,
    priority=3,
)

_MOST_BALANCE = 2
_IN_A_ROW = 2
_FLOAT = "float"
"""The kind of those who stand for floating down."""


class Numbering(StrEnum):
    LOT = "lot"
    SEEDED = "seeded"


class LastRound(StrEnum):
    RELAXED = "relaxed"
    STRICT = "strict"
    IGNORED = "ignored"


class ForfeitColour(StrEnum):
    NONE = "none"
    ASSIGNED = "assigned"


COLOURS_IN_LAST = {
    LastRound.RELAXED: Rule(
        "norwegian_monrad/settings/last",
        _("In the last round a colour may come a third time in a row, so that more players with equal points meet."),
    ),
    LastRound.IGNORED: Rule(
        "norwegian_monrad/settings/last_ignored", _("In the last round the colours do not decide who meets whom.")
    ),
}


class ColourKind(NamedTuple):
    """What of a player's colours decides whom he can meet."""

    can_white: bool
    can_black: bool
    due: Colour | None

    def is_legal_with(self, other: ColourKind) -> bool:
        return (self.can_white and other.can_black) or (self.can_black and other.can_white)

    def suits(self, other: ColourKind) -> bool:
        return self.due is None or self.due is not other.due


@dataclass(frozen=True, kw_only=True)
class Colours:
    """The colours had, and the hard rules about them that are in force (rulebook, norwegian_monrad, Words)."""

    had: Mapping[PlayerId, Sequence[Colour]]
    has_limit: bool = True
    has_ban: bool = True

    @cached_property
    def balances(self) -> Mapping[PlayerId, int]:
        """Whites less blacks."""
        return {player: 2 * had.count(Colour.WHITE) - len(had) for player, had in self.had.items()}

    @cached_property
    def kinds(self) -> Mapping[PlayerId, ColourKind]:
        return {
            player: ColourKind(self.can(player, Colour.WHITE), self.can(player, Colour.BLACK), self.due(player))
            for player in self.had
        }

    def last(self, player: PlayerId) -> Colour | None:
        had = self.had[player]
        return had[-1] if had else None

    def due(self, player: PlayerId) -> Colour | None:
        if balance := self.balances[player]:
            return Colour.BLACK if balance > 0 else Colour.WHITE
        last = self.last(player)
        return last.other if last else None

    def can(self, player: PlayerId, colour: Colour) -> bool:
        had = self.had[player]
        if self.has_ban and len(had) >= _IN_A_ROW and all(each is colour for each in had[-_IN_A_ROW:]):
            return False
        before = self.balances[player]
        after = abs(before + (1 if colour is Colour.WHITE else -1))
        return not self.has_limit or after <= max(_MOST_BALANCE, abs(before))

    def is_legal(self, white: PlayerId, black: PlayerId) -> bool:
        return self.kinds[white].can_white and self.kinds[black].can_black


@dataclass(frozen=True, kw_only=True)
class WithRematches:
    """Konrad's turns: behind all new opponents the old ones, if one of the two has met all in the group; others of
    them only behind floating down."""

    levels: Levels
    met: Mapping[PlayerId, AbstractSet[PlayerId]]
    exhausted: frozenset[PlayerId]

    def candidates(self, player: PlayerId, among: Sequence[PlayerId]) -> Sequence[PlayerId]:
        met = self.met.get(player, frozenset())
        in_levels = self.levels.candidates(player, among)
        legal = frozenset(in_levels)
        down = [other for other in in_levels if self.levels.kind_of[other] == _FLOAT]
        new = [other for other in in_levels if other not in met and other not in down]
        old = [other for other in among if other in legal and other in met]
        allowed = [other for other in old if player in self.exhausted or other in self.exhausted]
        return [*new, *allowed, *down, *(other for other in old if other not in allowed)]

    def unfit(self, player: PlayerId, among: Sequence[PlayerId]) -> AbstractSet[PlayerId]:
        return self.levels.unfit(player, among)

    def walk(self, order: Sequence[PlayerId]) -> RematchWalk:
        return RematchWalk(self, order)


class RematchWalk:
    """Looks no further than the first new opponent, where one is taken."""

    def __init__(self, turns: WithRematches, order: Sequence[PlayerId]) -> None:
        self.turns = turns
        self.in_levels = turns.levels.walk(order)

    def take(self, player: PlayerId) -> None:
        self.in_levels.take(player)

    def candidates(self, player: PlayerId) -> Iterable[PlayerId]:
        met, exhausted = self.turns.met.get(player, frozenset()), self.turns.exhausted
        kind_of = self.turns.levels.kind_of
        down, old = [], []
        for other in self.in_levels.candidates(player):
            if kind_of[other] == _FLOAT:
                down.append(other)
            elif other in met:
                old.append(other)
            else:
                yield other
        old.sort(key=self.in_levels.place.__getitem__)
        is_free = player in exhausted
        yield from (other for other in old if is_free or other in exhausted)
        yield from down
        yield from (other for other in old if not (is_free or other in exhausted))


@dataclass(frozen=True, kw_only=True)
class Choosing:
    """How a score group is paired under the hard rules in force (rulebook, norwegian_monrad 3 and 5)."""

    record: Record
    place: Mapping[PlayerId, int]
    colours: Colours
    last_round: LastRound | None
    """None: it is not the last."""
    max_meetings: int
    spares_above: bool = False

    def group(self, floated: Sequence[PlayerId], own: Sequence[PlayerId]) -> Group:
        above = sorted(floated, key=self.place.__getitem__)
        return Group(players=(*above, *own), from_above=frozenset(floated))

    def turns(self, group: Group, floaters: AbstractSet[PlayerId]) -> Turns:
        kind_of: dict[PlayerId, Kind] = {player: self.colours.kinds[player] for player in group.players}
        levels = Levels(kind_of=kind_of | dict.fromkeys(floaters, _FLOAT), levels=self._in_group)
        if self.max_meetings == 1:
            return levels
        met = {player: self._met(player) for player in group.players}
        everybody = frozenset(group.players)
        exhausted = frozenset(player for player in group.players if everybody <= met[player] | {player})
        return WithRematches(levels=levels, met=met, exhausted=exhausted)

    def legal(self, order: Sequence[PlayerId]) -> Turns | None:
        if self.last_round is not None and self.last_round is not LastRound.STRICT:
            return None
        return Levels(kind_of=self.colours.kinds, levels=self._legal)

    def _met(self, player: PlayerId) -> AbstractSet[PlayerId]:
        return self.record.meetings[player].keys() | self.record.forbidden.get(player, frozenset())

    @cached_property
    def _kinds(self) -> tuple[ColourKind, ...]:
        return tuple(dict.fromkeys(self.colours.kinds.values()))

    @cached_property
    def _legal(self) -> Mapping[Kind, tuple[tuple[Kind, ...], ...]]:
        return {kind: (tuple(other for other in self._kinds if kind.is_legal_with(other)),) for kind in self._kinds}

    @cached_property
    def _in_group(self) -> Mapping[Kind, tuple[tuple[Kind, ...], ...]]:
        return {_FLOAT: (), **{kind: (*self._levels(kind), (_FLOAT,)) for kind in self._kinds}}

    def _levels(self, kind: ColourKind) -> tuple[tuple[Kind, ...], ...]:
        if self.last_round is LastRound.IGNORED:
            return (self._kinds,)
        legal = [other for other in self._kinds if kind.is_legal_with(other)]
        suiting = tuple(other for other in legal if kind.suits(other))
        others = tuple(other for other in legal if not kind.suits(other))
        if self.last_round is LastRound.RELAXED:
            return suiting, others, tuple(other for other in self._kinds if not kind.is_legal_with(other))
        return suiting, others


@dataclass(frozen=True, kw_only=True)
class Found:
    """A complete pairing, and under which hard rules about colours it was found."""

    groups: tuple[PairedGroup, ...]
    bye: PlayerId | None
    choosing: Choosing
    notes: tuple[Reason, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class NorwegianMonrad:
    """The list is points descending, number ascending. The odd one out has a walk-over, which counts as white. (1, 2)

    Each score group is completed with the fewest floaters such that everything below can still be completed. From the
    top everybody meets the first on the list whose colours suit him, else the first whom the hard colour rules allow,
    else floats down; nobody meets twice. (3) If that is impossible the colour rules fall, then the round stops. (4) In
    the last round the hard colour rules count for less. (5)
    Hard are: no colour three times in a row, at most two more of one colour than of the other. (Words)

    Konrad, for changing attendance, is this with paid absences and a second meeting for those who have met all.
    """

    info: ClassVar[SystemInfo] = SystemInfo(
        name=_("Norwegian Monrad"),
        summary=_(
            "For tournaments of a fixed number of rounds: players with equal points meet, and inside "
            "the score group the colours decide who meets whom."
        ),
        source=_("Norges Sjakkforbund"),
        presets={"konrad": {"max_meetings": 2, "paid_absences": 3}},
        preset_names={"konrad": _("Konrad, for clubs where not everybody comes every time")},
        default_tie_breaks=(
            {"code": "monrad", "cut": 2, "from_rounds": 7},
            {"code": "monrad", "cut": 1},
            {"code": "monrad"},
            {"code": "neustadtl"},
        ),
    )

    numbering: Numbering = choice(
        Numbering.LOT,
        label=_("Start numbers"),
        choices={Numbering.LOT: _("By lot"), Numbering.SEEDED: _("Seeded by rating, in four groups")},
    )
    half_byes: int = integer(
        0, minimum=0, label=_("Half-point byes"), help=_("How many a player may ask for in the tournament.")
    )
    half_bye_last_rounds: int = integer(
        2, minimum=0, label=_("Rounds without half-point byes"), help=_("So many at the end of the tournament.")
    )
    last_round: LastRound = choice(
        LastRound.RELAXED,
        label=_("Colours in the last round"),
        choices={
            LastRound.RELAXED: _("Count, but no longer bar a game"),
            LastRound.STRICT: _("Count as in the other rounds"),
            LastRound.IGNORED: _("Do not matter for who meets whom"),
        },
    )
    last_resort: LastResort = if_not_all_can_be_paired(LastResort.STOP)
    max_meetings: int = meetings()
    forfeit_colour: ForfeitColour = choice(
        ForfeitColour.NONE,
        label=_("A forfeited game"),
        choices={
            ForfeitColour.NONE: _("Gives no colour"),
            ForfeitColour.ASSIGNED: _("Gives the colour that it would have had"),
        },
    )
    forfeit_quality: ForfeitQuality = choice(
        ForfeitQuality.ZERO,
        label=_("A forfeited game is worth for the Monrad points"),
        choices={ForfeitQuality.ZERO: _("Nothing"), ForfeitQuality.OPPONENT: _("The opponent's points")},
    )
    paid_absences: int = integer(
        0,
        minimum=0,
        label=_("Paid absences"),
        help=_("So many absences of each player, the first ones, give a draw's points."),
    )
    counting_rounds: int | None = nullable_integer(
        None, minimum=1, label=_("Results that count"), help=_("Of each player, the best ones; empty: all.")
    )
    open_game: OpenGame = postponed_games()
    win: Fraction = rational(1, minimum=0, label=_("Win"), help=_("Points for a win, also by forfeit."))
    draw: Fraction = rational("1/2", minimum=0, label=_("Draw"), help=_("Points for a draw and for a half-point bye."))
    loss: Fraction = rational(0, minimum=0, label=_("Loss"))
    bye_points: Fraction = rational(
        1, minimum=0, label=_("Walk-over"), help=_("Points for sitting out as the odd one.")
    )

    # Numbers

    def start_numbers(self, entrants: Sequence[Entrant], lots: Lots) -> tuple[PlayerId, ...]:
        by_lot = lots.sort("number", (entrant.number for entrant in entrants))
        if self.numbering is Numbering.LOT:
            return by_lot
        ratings = {entrant.number: entrant.rating for entrant in entrants}
        if entrants and not any(ratings.values()):
            raise PairingImpossible([NO_RATINGS.reason()])
        return _seeded(sorted(by_lot, key=lambda number: -(ratings[number] or 0)), by_lot)

    # The round

    def pair(self, snapshot: TournamentSnapshot, *, pinned: Sequence[Pin] = ()) -> PairedRound:
        refuse_finished(snapshot)
        record = self._record(snapshot)
        here = attendance(snapshot)
        order = sorted(here.present, key=lambda player: (-record.units[player], player))
        if not order:
            raise PairingImpossible([NOBODY_PRESENT.reason()])
        by_hand = take_out(record, order, pinned, PairLimits.of(self))
        boards, byes, notes = self._rest(record, by_hand.rest)
        return PairedRound(
            number=snapshot.next_number,
            boards=numbered([*by_hand.boards, *boards], order),
            byes=(*byes, *by_hand.byes, *here.byes),
            left_out=here.left_out,
            notes=notes,
            order=tuple(order),
            ordered_by=(BY_POINTS if snapshot.rounds else BY_NUMBER).reason(),
        )

    def _rest(
        self, record: Record, order: Sequence[PlayerId]
    ) -> tuple[list[PairedBoard], tuple[PairedBye, ...], tuple[Reason, ...]]:
        """Everybody not set by hand."""
        had = colours_with_walk_overs(record, with_forfeits=self.forfeit_colour is ForfeitColour.ASSIGNED)
        hard_rules = (
            (Colours(had=had), ()),
            (Colours(had=had, has_limit=False), (NO_LIMIT.reason(),)),
            (Colours(had=had, has_limit=False, has_ban=False), (NO_LIMIT.reason(), NO_BAN.reason())),
        )
        sits_out = self._bye_candidates(record, order) if len(order) % 2 else None
        for colours, notes in hard_rules:
            found = self._complete(record, order, colours, sits_out, notes)
            if found is not None:
                return self._boards(record, found), self._bye(found.bye, sits_out), found.notes
        return self._last_resort(record, order, hard_rules[0][0], sits_out)

    def _complete(
        self,
        record: Record,
        order: Sequence[PlayerId],
        colours: Colours,
        sits_out: Sequence[PlayerId] | None,
        notes: tuple[Reason, ...],
    ) -> Found | None:
        is_last = record.snapshot.next_number == record.snapshot.planned_rounds
        choosing = Choosing(
            record=record,
            place={player: place for place, player in enumerate(order)},
            colours=colours,
            last_round=self.last_round if is_last else None,
            max_meetings=self.max_meetings,
        )
        barred = record.barred(self.max_meetings)
        anyhow = first(order, barred, candidates=choosing.legal(order), bye=sits_out)
        if anyhow is None:
            return None
        free = [player for player in order if player != anyhow.bye]
        groups = [tuple(group) for _units, group in groupby(free, key=record.units.__getitem__)]
        return Found(
            groups=tuple(pair_score_groups(groups, barred, choosing)), bye=anyhow.bye, choosing=choosing, notes=notes
        )

    def _last_resort(
        self, record: Record, order: Sequence[PlayerId], colours: Colours, sits_out: Sequence[PlayerId] | None
    ) -> tuple[list[PairedBoard], tuple[PairedBye, ...], tuple[Reason, ...]]:
        if sits_out is not None and not sits_out:
            raise PairingImpossible([ALL_HAD_IT.reason(), GIVE_BYE.reason()])
        if self.last_resort is LastResort.STOP:
            stuck = who_is_stuck(order, record.barred(self.max_meetings))
            raise PairingImpossible([*stuck, ALLOW_REMATCH.reason()])
        found = at_least_rematches(record, order, max_meetings=self.max_meetings, bye=sits_out)
        boards = []
        for higher, lower in found.pairs:
            again = (rematch_reason(record, higher, lower),) if (higher, lower) in found.rematches else ()
            white, black, why = self._colour_rules(record, colours, higher, lower)
            boards.append(PairedBoard(board=0, white=white, black=black, reasons=(*again, why)))
        return boards, self._bye(found.bye, sits_out), found.notes

    # The walk-over

    def _bye_candidates(self, record: Record, order: Sequence[PlayerId]) -> list[PlayerId]:
        """From the end of the list, without those who have had points for nothing (rulebook, norwegian_monrad 2)."""
        had = {RoundOutcome.BYE, RoundOutcome.FORFEIT_WIN}
        return [
            player for player in reversed(order) if not any(entry.outcome in had for entry in record.entries[player])
        ]

    def _bye(self, player: PlayerId | None, candidates: Sequence[PlayerId] | None) -> tuple[PairedBye, ...]:
        if player is None:
            return ()
        reasons = in_turn_reasons(candidates or (), player, WALK_OVER.reason(player=Player(player)))
        return (PairedBye(player=player, kind=ByeKind.PAIRING, reasons=reasons),)

    # Boards

    def _boards(self, record: Record, found: Found) -> list[PairedBoard]:
        boards = []
        choosing = found.choosing
        for paired in found.groups:
            turns = choosing.turns(paired.group, frozenset())
            own = next(player for player in paired.group.players if player not in paired.group.from_above)
            for chosen in choices(paired.group.players, paired.pairs, turns, frozenset(paired.floated)):
                higher, lower = chosen.higher, chosen.lower
                came_down = [
                    FLOATED.reason(player=Player(player), points=record.points[player])
                    for player in (higher, lower)
                    if player in paired.group.from_above
                ]
                has_met_all = isinstance(turns, WithRematches) and not turns.exhausted.isdisjoint((higher, lower))
                why = self._why(record, choosing, chosen, has_met_all=has_met_all)
                white, black, colour = self._colours(record, choosing, higher, lower)
                boards.append(
                    PairedBoard(
                        board=0,
                        white=white,
                        black=black,
                        reasons=(*came_down, *why, colour),
                        group=record.points[own],
                    )
                )
        return boards

    def _why(self, record: Record, choosing: Choosing, chosen: Choice, *, has_met_all: bool) -> list[Reason]:
        """`has_met_all`: whether one of the two has met everybody of the group."""
        higher, lower = chosen.higher, chosen.lower
        pair = {"higher": Player(higher), "lower": Player(lower)}
        kinds = choosing.colours.kinds
        one, other = kinds[higher], kinds[lower]
        if record.met(higher, lower):
            headline = (REMATCH if has_met_all else REMATCH_LEFT).reason(**pair)
        elif not chosen.before and not chosen.behind:
            headline = NEXT.reason(**pair)
        elif not one.is_legal_with(other) or choosing.last_round is LastRound.IGNORED:
            headline = THIRD_IN_A_ROW.reason(**pair)
        elif one.suits(other):
            headline = SUITS.reason(**pair)
        else:
            headline = SAME_DUE.reason(**pair, colour=one.due or Colour.WHITE)
        skipped = why_not_before(record, chosen, max_meetings=self.max_meetings)
        behind = [
            DUE_TOO.reason(skipped=Player(player), higher=Player(higher), colour=one.due)
            for player in chosen.behind
            if one.due is not None and kinds[player].due is one.due and kinds[player].is_legal_with(one)
        ]
        behind += [
            COLOURS_BARRED.reason(skipped=Player(player), higher=Player(higher))
            for player in chosen.behind
            if not kinds[player].is_legal_with(one)
        ]
        return [headline, *skipped, *behind]

    # Colours

    def _colours(
        self, record: Record, choosing: Choosing, higher: PlayerId, lower: PlayerId
    ) -> tuple[PlayerId, PlayerId, Reason]:
        rounds = record.met(higher, lower)
        colours = choosing.colours
        if rounds and colours.is_legal(higher, lower) is colours.is_legal(lower, higher):
            last = next(
                entry
                for entry in record.entries[higher]
                if entry.round_number == rounds[-1] and entry.opponent == lower
            )
            white, black = (lower, higher) if last.colour is Colour.WHITE else (higher, lower)
            return white, black, TURNED.reason(white=Player(white), black=Player(black), round=rounds[-1])
        return self._colour_rules(record, colours, higher, lower)

    def _colour_rules(
        self, record: Record, colours: Colours, higher: PlayerId, lower: PlayerId
    ) -> tuple[PlayerId, PlayerId, Reason]:
        """Rulebook, norwegian_monrad, Colours of a pair."""
        as_white = colours.is_legal(higher, lower), colours.is_legal(lower, higher)
        if as_white == (True, False):
            return higher, lower, self._only_legal(colours, higher, lower)
        if as_white == (False, True):
            return lower, higher, self._only_legal(colours, lower, higher)
        balance = colours.balances
        if balance[higher] != balance[lower]:
            white, black = (higher, lower) if balance[higher] < balance[lower] else (lower, higher)
            counts = {"white_count": balance[white], "black_count": balance[black]}
            return white, black, SMALLER.reason(white=Player(white), **counts)
        last = {player: colours.last(player) for player in (higher, lower)}
        if last[higher] is not last[lower]:
            if last[higher] and last[lower]:
                white, black = (higher, lower) if last[higher] is Colour.BLACK else (lower, higher)
                return white, black, BOTH_CHANGE.reason(white=Player(white), black=Player(black))
            changes, other = (higher, lower) if last[higher] else (lower, higher)
            had = last[changes] or Colour.WHITE
            reason = ONE_CHANGES.reason(player=Player(changes), colour=had, other=Player(other))
            return (other, changes, reason) if had is Colour.WHITE else (changes, other, reason)
        if record.snapshot.next_number % 2:
            return lower, higher, LOWER_PLACED.reason()
        return higher, lower, HIGHER_PLACED.reason()

    def _only_legal(self, colours: Colours, white: PlayerId, black: PlayerId) -> Reason:
        """Who could not have the other colour."""
        if not colours.kinds[white].can_black:
            return ONE_LEGAL.reason(player=Player(white), colour=Colour.BLACK, white=Player(white))
        return ONE_LEGAL.reason(player=Player(black), colour=Colour.WHITE, white=Player(white))

    # Tables

    def standings(self, snapshot: TournamentSnapshot, tie_breaks: Sequence[TieBreak]) -> Table:
        record = self._record(snapshot)
        columns = (PAID_SO_FAR,) if self.paid_absences else ()
        cells = {player: {PAID_SO_FAR.code: Cell(value=self._paid(record, player))} for player in record.entries}
        return points_table(
            record,
            tie_breaks,
            columns=columns,
            cells=cells if columns else None,
            counting_rounds=self.counting_rounds,
            forfeits=self.forfeit_quality,
        )

    def history(self, snapshot: TournamentSnapshot) -> Sequence[Mapping[PlayerId, Fraction]]:
        return points_by_round(self._record(snapshot), counting_rounds=self.counting_rounds)

    def settings(self) -> tuple[Reason, ...]:
        said = [GAMES.reason(win=self.win, draw=self.draw, loss=self.loss, bye=self.bye_points)]
        if self.half_byes:
            said.append(HALF_BYES.reason(count=self.half_byes, rounds=self.half_bye_last_rounds))
        if self.paid_absences:
            said.append(PAID.reason(draw=self.draw, count=self.paid_absences))
        if self.max_meetings > 1:
            said.append(MEETINGS.reason(count=self.max_meetings))
        if self.counting_rounds is not None:
            said.append(COUNTED.reason(count=self.counting_rounds))
        if self.open_game is OpenGame.DRAW:
            said.append(OPEN_AS_DRAW.reason())
        return tuple(said)

    def round_plan(self) -> RoundPlan:
        """Rounds are fixed in advance; with second games, as in Konrad, the evenings may simply go on."""
        goes_on = self.max_meetings > 1
        decides = [COLOURS_IN_LAST[self.last_round].reason()] if self.last_round in COLOURS_IN_LAST else []
        if self.half_byes and self.half_bye_last_rounds:
            decides.append(HALF_BYES.reason(count=self.half_byes, rounds=self.half_bye_last_rounds))
        return RoundPlan(
            kind=RoundPlanKind.FREE if goes_on else RoundPlanKind.ASKED,
            proposed=None if goes_on else 7,
            prefers_odd=True,
            halves_leaders=True,
            decides=tuple(decides),
        )

    def is_finished(self, snapshot: TournamentSnapshot) -> bool:
        return snapshot.all_played

    def _record(self, snapshot: TournamentSnapshot) -> Record:
        return Record(snapshot=snapshot, scoring=Scoring.of(self))

    def _paid(self, record: Record, player: PlayerId) -> int:
        return min(self.paid_absences, sum(entry.outcome in ABSENCES for entry in record.entries[player]))


def _seeded(by_rating: Sequence[PlayerId], by_lot: Sequence[PlayerId]) -> tuple[PlayerId, ...]:
    """Four equal groups, dealt so that A meets C and B meets D in round 1; whoever is over comes last."""
    lot = {player: place for place, player in enumerate(by_lot)}
    size = len(by_rating) // 4
    a, b, c, d = (iter(sorted(by_rating[index * size : (index + 1) * size], key=lot.__getitem__)) for index in range(4))
    cycle = [a, c, d, b, c, a, b, d]
    dealt = [next(cycle[place % 8]) for place in range(4 * size)]
    return (*dealt, *sorted(by_rating[4 * size :], key=lot.__getitem__))

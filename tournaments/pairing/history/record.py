"""What follows from the rounds played, derived once: points, opponents, colours, byes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from math import lcm
from threading import Lock
from typing import Any, Final, Generic, NamedTuple, TypeVar

from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceCode,
    AbsenceKind,
    BoardScore,
    ByeKind,
    Colour,
    Entrant,
    PlayedGame,
    PlayedRound,
    PlayerId,
    Result,
    TournamentSnapshot,
)


class OpenGameCounts(StrEnum):
    """What a postponed game counts as until it is played."""

    UNSCORED = "unscored"
    DRAW = "draw"


class PointsOf(StrEnum):
    """Which points of a team are meant: those of its matches, or those of its boards."""

    MATCHES = "match"
    BOARDS = "boards"


class RoundOutcome(StrEnum):
    """What a round was for one player."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    OPEN = "open"
    OPEN_AS_DRAW = "open_as_draw"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"
    BOTH_FORFEIT = "both_forfeit"
    ANNULLED = "annulled"  # of a fixed schedule: one of the two left so early that their games count for nobody
    BYE = "bye"  # the odd number
    FULL_BYE = "full_bye"
    HALF_BYE = "half_bye"
    ZERO_BYE = "zero_bye"
    UNPAID_BYE = "unpaid_bye"  # the odd number, of somebody who owed an evening
    NO_OPPONENT = "no_opponent"  # of a fixed schedule: a bye without points that nobody asked for
    EXCUSED = "excused"
    UNEXCUSED = "unexcused"
    CLUB = "club"
    OWN_KIND = "own_kind"  # away for a reason that the club has named itself
    WITHDRAWN = "withdrawn"
    BEFORE_JOINING = "before_joining"
    ELIMINATED = "eliminated"


AT_THE_BOARD = frozenset({RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.LOSS})
PLAYED = frozenset({RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.LOSS, RoundOutcome.OPEN_AS_DRAW})
"""A game with a value; an unscored open game has none and is not a round for tie-breaks."""
MEETINGS = PLAYED | {RoundOutcome.OPEN}
"""A forfeit, double or single, is not a meeting and gives no colour."""

_ABSENCES = {kind.value: RoundOutcome(kind.value) for kind in AbsenceKind}
ABSENCES = frozenset(_ABSENCES.values()) | {RoundOutcome.OWN_KIND}

_NOT_FOR_ELIMINATED = ABSENCES | {RoundOutcome.FULL_BYE, RoundOutcome.HALF_BYE, RoundOutcome.ZERO_BYE}

_BYES = {
    ByeKind.PAIRING: RoundOutcome.BYE,
    ByeKind.FULL: RoundOutcome.FULL_BYE,
    ByeKind.HALF: RoundOutcome.HALF_BYE,
    ByeKind.ZERO: RoundOutcome.ZERO_BYE,
    ByeKind.UNPAID: RoundOutcome.UNPAID_BYE,
}
ODD_NUMBER = frozenset({ByeKind.PAIRING, ByeKind.UNPAID})
"""Byes that somebody has since the number is odd; they count as one had."""
_BY_THE_NUMBER = frozenset(_BYES[kind] for kind in ODD_NUMBER)
BYES = (*_BYES.values(), RoundOutcome.NO_OPPONENT)
_PAID_BYES = frozenset({RoundOutcome.BYE, RoundOutcome.FULL_BYE})
_OUTCOMES = {  # not all: what an open game is depends on the system
    Result.WHITE_WINS: (RoundOutcome.WIN, RoundOutcome.LOSS),
    Result.BLACK_WINS: (RoundOutcome.LOSS, RoundOutcome.WIN),
    Result.DRAW: (RoundOutcome.DRAW, RoundOutcome.DRAW),
    Result.WHITE_WINS_BY_FORFEIT: (RoundOutcome.FORFEIT_WIN, RoundOutcome.FORFEIT_LOSS),
    Result.BLACK_WINS_BY_FORFEIT: (RoundOutcome.FORFEIT_LOSS, RoundOutcome.FORFEIT_WIN),
    Result.BOTH_FORFEIT: (RoundOutcome.BOTH_FORFEIT, RoundOutcome.BOTH_FORFEIT),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Scoring:
    """What each kind of round is worth."""

    win: Fraction
    draw: Fraction
    loss: Fraction
    bye: Fraction
    excused: Fraction = Fraction(0)
    unexcused: Fraction = Fraction(0)
    club: Fraction = Fraction(0)
    own_kind: Fraction = Fraction(0)
    """Whichever of the kinds of absence that the club has named itself."""
    late: Fraction = Fraction(0)
    paid_absences: int = 0
    """So many absences of any kind, the first ones, give what a draw gives instead."""
    elimination: int | None = None
    """Out after so many losses, from the next round on."""
    forfeit_is_loss: bool = True
    default_absence: AbsenceCode = AbsenceKind.UNEXCUSED
    open_game: OpenGameCounts = OpenGameCounts.UNSCORED
    zero_bye: RoundOutcome = RoundOutcome.ZERO_BYE
    """What a bye without points was: asked for, or nobody to meet."""
    counts_early: bool = False
    """A game counts once it is played, though its round's turn is still to come."""
    by_boards: bool = False
    """Of teams: points are those of the boards, and the others, of the matches, only part those who are level."""
    list_second: bool = False
    """Of teams: in the list that pairs are made from, equal points go by those that do not rank."""
    bye_boards: Fraction | None = None
    """Of teams, what a bye brings in board points; None: the least that wins, half where a bye is worth a draw, nothing
    where it is worth nothing."""

    def boards_without_a_match(self, outcome: RoundOutcome, boards: int) -> Fraction:
        """Board points of a round in which there was no match of so many boards (rulebook, teams, B2)."""
        if outcome in _PAID_BYES:
            level = Fraction(boards, 2)
            if self.bye_boards is not None or not self.bye:
                return self.bye_boards or Fraction(0)
            return level if self.bye == self.draw else level + Fraction(1, 2)
        return Fraction(boards, 2) if outcome is RoundOutcome.HALF_BYE else Fraction(0)

    @property
    def lost(self) -> frozenset[RoundOutcome]:
        """What counts as a loss where players are out after so many."""
        forfeits = {RoundOutcome.FORFEIT_LOSS, RoundOutcome.BOTH_FORFEIT} if self.forfeit_is_loss else set()
        return frozenset({RoundOutcome.LOSS} | forfeits)

    def worth(self) -> dict[RoundOutcome, Fraction]:
        nothing = Fraction(0)
        return {
            RoundOutcome.WIN: self.win,
            RoundOutcome.DRAW: self.draw,
            RoundOutcome.LOSS: self.loss,
            RoundOutcome.OPEN: nothing,
            RoundOutcome.OPEN_AS_DRAW: self.draw,
            RoundOutcome.FORFEIT_WIN: self.win,
            RoundOutcome.FORFEIT_LOSS: nothing,
            RoundOutcome.BOTH_FORFEIT: nothing,
            RoundOutcome.ANNULLED: nothing,
            RoundOutcome.BYE: self.bye,
            RoundOutcome.FULL_BYE: self.bye,
            RoundOutcome.HALF_BYE: self.draw,
            RoundOutcome.ZERO_BYE: nothing,
            RoundOutcome.UNPAID_BYE: nothing,
            RoundOutcome.NO_OPPONENT: nothing,
            RoundOutcome.EXCUSED: self.excused,
            RoundOutcome.UNEXCUSED: self.unexcused,
            RoundOutcome.CLUB: self.club,
            RoundOutcome.OWN_KIND: self.own_kind,
            RoundOutcome.WITHDRAWN: nothing,
            RoundOutcome.BEFORE_JOINING: self.late,
            RoundOutcome.ELIMINATED: nothing,
        }


class RoundEntry(NamedTuple):
    """One round of one player. A forfeit has opponent and colour too, though it counts as neither.

    `played` is what an annulled game was at the board.
    """

    round_number: int
    outcome: RoundOutcome
    points: Fraction
    opponent: PlayerId | None = None
    colour: Colour | None = None
    played: RoundOutcome | None = None
    group: int | None = None
    """Of another stage of the event, where the game was played."""
    absence: Absence | None = None
    """Of a round away: which kind, and what is known besides."""
    boards: Fraction | None = None
    """Of a team: its board points."""


def outcome_of_absence(kind: AbsenceCode) -> RoundOutcome:
    return _ABSENCES.get(kind, RoundOutcome.OWN_KIND)


def outcomes(open_game: OpenGameCounts) -> dict[Result, tuple[RoundOutcome, RoundOutcome]]:
    """What each result is for White and for Black."""
    still_open = RoundOutcome.OPEN_AS_DRAW if open_game is OpenGameCounts.DRAW else RoundOutcome.OPEN
    return _OUTCOMES | {Result.OPEN: (still_open, still_open)}


def without_a_game(
    played: PlayedRound, entrants: Iterable[Entrant], default_absence: AbsenceCode
) -> Iterator[tuple[PlayerId, RoundOutcome, Absence | None]]:
    """What the round was for these entrants, who have no game in it; of an absence also which."""
    byes = {bye.player: _BYES[bye.kind] for bye in played.byes}
    absences = {absence.player: absence for absence in played.absences}
    for entrant in entrants:
        number = entrant.number
        # What was really played stands; besides that a withdrawn round gives 0, whatever was asked for.
        bye = byes.get(number)
        if bye in _BY_THE_NUMBER:
            yield number, bye, None
        elif played.number < entrant.joined_round:
            yield number, RoundOutcome.BEFORE_JOINING, None
        elif entrant.is_away(played.number):
            yield number, RoundOutcome.WITHDRAWN, None
        elif bye is not None:
            yield number, bye, None
        else:
            unmarked = entrant.absence_kind or default_absence
            absence = absences.get(number) or Absence(player=number, kind=unmarked)
            yield number, outcome_of_absence(absence.kind), absence


def entries_of(
    played: PlayedRound, entrants: Iterable[Entrant], scoring: Scoring, boards: int | None = None
) -> dict[PlayerId, RoundEntry]:
    """What one round was for each entrant. `boards`: of a match, where the entrants are teams."""
    worth = scoring.worth()
    entries = _of_games(played.number, played.games, scoring, worth, boards)
    others = [entrant for entrant in entrants if entrant.number not in entries]
    for number, outcome, absence in without_a_game(played, others, scoring.default_absence):
        what = scoring.zero_bye if outcome is RoundOutcome.ZERO_BYE else outcome
        entry = RoundEntry(played.number, what, worth[what], absence=absence)
        if boards is not None:
            entry = _with_boards(entry, scoring.boards_without_a_match(what, boards), scoring)
        entries[number] = entry
    return entries


def _with_boards(entry: RoundEntry, boards: Fraction, scoring: Scoring) -> RoundEntry:
    return entry._replace(boards=boards, points=boards if scoring.by_boards else entry.points)


def _of_games(
    number: int,
    games: Iterable[PlayedGame],
    scoring: Scoring,
    worth: Mapping[RoundOutcome, Fraction],
    boards: int | None,
) -> dict[PlayerId, RoundEntry]:
    sides = outcomes(scoring.open_game)
    entries = {}
    for game in games:
        white, black = sides[game.result]
        of_white, of_black = (game.black, Colour.WHITE), (game.white, Colour.BLACK)
        entries[game.white] = RoundEntry(number, white, worth[white], *of_white, group=game.group)
        entries[game.black] = RoundEntry(number, black, worth[black], *of_black, group=game.group)
        if boards is not None:
            score = _score_that_counts(game, white, boards)
            for player, own in zip((game.white, game.black), score, strict=True):
                entries[player] = _with_boards(entries[player], own, scoring)
        if not game.counts:
            for player in (game.white, game.black):
                entries[player] = _annulled(entries[player])
    return entries


def _score_that_counts(game: PlayedGame, outcome: RoundOutcome, boards: int) -> BoardScore:
    """While a board is open, what the others have brought pairs nothing."""
    if outcome is RoundOutcome.OPEN:
        return Fraction(0), Fraction(0)
    if outcome is RoundOutcome.OPEN_AS_DRAW:
        return Fraction(boards, 2), Fraction(boards, 2)
    return game.board_score(boards)


def _annulled(entry: RoundEntry) -> RoundEntry:
    boards = None if entry.boards is None else Fraction(0)
    return entry._replace(outcome=RoundOutcome.ANNULLED, points=Fraction(0), played=entry.outcome, boards=boards)


def _eliminated(entry: RoundEntry) -> RoundEntry:
    """Nothing but a game or the bye for the odd number counts any more."""
    if entry.outcome not in _NOT_FOR_ELIMINATED:
        return entry
    boards = None if entry.boards is None else Fraction(0)
    return entry._replace(outcome=RoundOutcome.ELIMINATED, points=Fraction(0), absence=None, boards=boards)


def rounds_by_player(snapshot: TournamentSnapshot, scoring: Scoring) -> dict[PlayerId, list[RoundEntry]]:
    """One item per player and round, in order, and behind them one per game played early where these count; worked out
    here and now, a record keeps it."""
    entries: dict[PlayerId, list[RoundEntry]] = {number: [] for number in snapshot.by_number}
    for played in snapshot.rounds:
        for number, entry in entries_of(played, snapshot.entrants, scoring, snapshot.boards).items():
            entries[number].append(entry)
    for early in snapshot.ahead if scoring.counts_early else ():
        games = [game for game in early.games if game.result is not Result.OPEN]
        for number, entry in _of_games(early.number, games, scoring, scoring.worth(), snapshot.boards).items():
            entries[number].append(entry)
    if scoring.paid_absences:
        for played_items in entries.values():
            _pay_absences(played_items, scoring, snapshot.boards)
    if scoring.elimination:
        for player, out_after in _out_after(entries, scoring).items():
            entries[player] = [
                _eliminated(entry) if entry.round_number > out_after else entry for entry in entries[player]
            ]
    return entries


def _pay_absences(entries: list[RoundEntry], scoring: Scoring, boards: int | None) -> None:
    absences = [index for index, entry in enumerate(entries) if entry.outcome in ABSENCES]
    for index in absences[: scoring.paid_absences]:
        entries[index] = entries[index]._replace(points=scoring.draw)
        if boards is not None:
            entries[index] = _with_boards(entries[index], Fraction(boards, 2), scoring)


def _out_after(entries: Mapping[PlayerId, Sequence[RoundEntry]], scoring: Scoring) -> dict[PlayerId, int]:
    if not (most := scoring.elimination):
        return {}
    lost = scoring.lost
    losses = {player: [entry for entry in played if entry.outcome in lost] for player, played in entries.items()}
    return {player: each[most - 1].round_number for player, each in losses.items() if len(each) >= most}


T = TypeVar("T")
_Key = tuple[bool, Scoring, int | None, tuple[Entrant, ...], tuple[PlayedRound, ...], tuple[PlayedRound, ...]]

_MOST_KEPT: Final = 8
_kept: list[tuple[_Key, dict[object, Any]]] = []
_lock = Lock()


def _kept_for(key: _Key) -> dict[object, Any]:
    """What has been worked out for the same rounds, entrants and scoring, of those asked for last.

    Found by comparing: the same objects are equal at once, so whoever keeps a season's rounds and asks with another
    round to come after them, as check-in does with every tap, works out the season once.
    """
    with _lock:
        place = next((place for place, (kept_key, _values) in enumerate(_kept) if kept_key == key), None)
        found = _kept.pop(place) if place is not None else (key, {})
        _kept.insert(0, found)
        del _kept[_MOST_KEPT:]
    return found[1]


def _kept_of(key: _Key) -> Mapping[object, Any]:
    """The same, of what is there: nothing is kept for having been asked for."""
    with _lock:
        return next((values for kept_key, values in _kept if kept_key == key), {})


class _FromTheRounds(Generic[T]):
    """A property of a record that follows from rounds, entrants and scoring alone: kept for all records that share
    these, whoever is away in the round to come."""

    def __init__(self, work_out: Callable[[Record], T]) -> None:
        self._work_out = work_out
        self.__doc__ = work_out.__doc__

    def __set_name__(self, owner: type[Record], name: str) -> None:
        self._name = name

    def __get__(self, record: Record, owner: type[Record]) -> T:
        value: T = record.once(self._name, lambda: self._work_out(record))
        record.__dict__[self._name] = value  # found there from now on, without asking here
        return value


@dataclass(frozen=True, kw_only=True)
class Record:
    """All facts about the rounds of a snapshot that systems and tie-breaks ask for, each computed when first asked.

    Sums run on whole `units` of 1/`unit` point, since adding fractions is slow; `points` turns them back.
    """

    snapshot: TournamentSnapshot
    scoring: Scoring
    forfeits_are_meetings: bool = False

    @cached_property
    def _shared(self) -> dict[object, Any]:
        return _kept_for(self._key(self.snapshot.rounds, self.snapshot.ahead))

    def _key(self, rounds: tuple[PlayedRound, ...], ahead: tuple[PlayedRound, ...]) -> _Key:
        snapshot = self.snapshot
        return self.forfeits_are_meetings, self.scoring, snapshot.boards, snapshot.entrants, rounds, ahead

    def once(self, what: object, work_out: Callable[[], T]) -> T:
        """What follows from rounds, entrants and scoring alone, under its name."""
        if what not in self._shared:
            self._shared[what] = work_out()
        value: T = self._shared[what]
        return value

    @_FromTheRounds
    def entries(self) -> Mapping[PlayerId, Sequence[RoundEntry]]:
        """One item per player and round, in order, and behind them one per game played early where these count."""
        return self._one_round_more() or rounds_by_player(self.snapshot, self.scoring)

    def _one_round_more(self) -> Mapping[PlayerId, Sequence[RoundEntry]] | None:
        """What is kept of the rounds but the last one, and that one: a season played round by round works out each
        once. None: nothing is kept, or a round may change what the ones before it were worth."""
        snapshot, scoring = self.snapshot, self.scoring
        if not snapshot.rounds or snapshot.ahead or scoring.paid_absences or scoring.elimination:
            return None
        kept = _kept_of(self._key(snapshot.rounds[:-1], ()))
        before: Mapping[PlayerId, Sequence[RoundEntry]] | None = kept.get("entries")
        if before is None:
            return None
        last = entries_of(snapshot.rounds[-1], snapshot.entrants, scoring, snapshot.boards)
        return {number: [*entries, last[number]] for number, entries in before.items()}

    @_FromTheRounds
    def out_after(self) -> Mapping[PlayerId, int]:
        """The eliminated, each with the round of the loss that decided it."""
        return _out_after(self.entries, self.scoring)

    def counted_by(self, kind: PointsOf) -> Record:
        """Of teams, the same rounds with their match points, or their board points, as points."""
        by_boards = kind is PointsOf.BOARDS
        if by_boards is self.scoring.by_boards:
            return self
        return replace(self, scoring=replace(self.scoring, by_boards=by_boards))

    @cached_property
    def unit(self) -> int:
        denominators = {points.denominator for points in self.scoring.worth().values()}
        if self.scoring.by_boards:
            denominators |= {2, (self.scoring.bye_boards or Fraction(0)).denominator}
        return lcm(*denominators)

    @cached_property
    def worth(self) -> Mapping[RoundOutcome, int]:
        """What each kind of round is worth, in units; of teams in match points, also where board points rank."""
        return {outcome: int(points * self.unit) for outcome, points in self.scoring.worth().items()}

    @property
    def win_units(self) -> int:
        """The most that a round gives."""
        return self._all_boards * self.unit if self.scoring.by_boards else self.worth[RoundOutcome.WIN]

    @property
    def draw_units(self) -> int:
        return self._all_boards * self.unit // 2 if self.scoring.by_boards else self.worth[RoundOutcome.DRAW]

    @property
    def _all_boards(self) -> int:
        return self.snapshot.boards or 1

    @_FromTheRounds
    def units_after(self) -> Sequence[Mapping[PlayerId, int]]:
        """The totals after round 0, 1, … without games played early."""
        totals = dict.fromkeys(self.entries, 0)
        after = [totals]
        for index in range(len(self.snapshot.rounds)):
            totals = {number: units + self.units_of(self.entries[number][index]) for number, units in totals.items()}
            after.append(totals)
        return after

    def units_of(self, entry: RoundEntry) -> int:
        """What the round gave, in units."""
        if self.scoring.by_boards or (self.scoring.paid_absences and entry.outcome in ABSENCES):
            return int(entry.points * self.unit)
        return self.worth[entry.outcome]

    @_FromTheRounds
    def units(self) -> Mapping[PlayerId, int]:
        """The totals as they stand."""
        if not self.has_early:
            return self.units_after[-1]
        return {player: sum(map(self.units_of, entries)) for player, entries in self.entries.items()}

    @_FromTheRounds
    def has_early(self) -> bool:
        """Whether games count that were played before their round's turn."""
        rounds = len(self.snapshot.rounds)
        return any(len(entries) > rounds for entries in self.entries.values())

    @_FromTheRounds
    def points(self) -> Mapping[PlayerId, Fraction]:
        fractions = {units: Fraction(units, self.unit) for units in set(self.units.values())}
        return {number: fractions[units] for number, units in self.units.items()}

    @_FromTheRounds
    def meetings(self) -> Mapping[PlayerId, Mapping[PlayerId, Sequence[int]]]:
        """The rounds in which two have met, oldest first. Forbidden pairs are not in here, but in `barred`."""
        meetings: dict[PlayerId, dict[PlayerId, list[int]]] = {number: {} for number in self.entries}
        for played in self.snapshot.rounds:
            for game in played.games:
                if self.forfeits_are_meetings or not game.result.is_forfeit:
                    meetings[game.white].setdefault(game.black, []).append(played.number)
                    meetings[game.black].setdefault(game.white, []).append(played.number)
        return meetings

    @_FromTheRounds
    def second_units(self) -> Mapping[PlayerId, int]:
        """Of teams, the totals of the points that do not rank, in units of their own; else nothing."""
        if self.snapshot.boards is None:
            return dict.fromkeys(self.entries, 0)
        return self.counted_by(PointsOf.MATCHES if self.scoring.by_boards else PointsOf.BOARDS).units

    def met(self, player: PlayerId, other: PlayerId) -> Sequence[int]:
        return self.meetings[player].get(other, ())

    def last_as_white(self, player: PlayerId, other: PlayerId) -> int:
        """The last round in which `player` had White against `other` in a meeting, 0 if never."""
        return max(
            (
                entry.round_number
                for entry in self.entries[player]
                if entry.opponent == other and entry.colour is Colour.WHITE and entry.outcome in MEETINGS
            ),
            default=0,
        )

    @cached_property
    def forbidden(self) -> Mapping[PlayerId, frozenset[PlayerId]]:
        """The partners of forbidden pairs; only players who have some."""
        partners: dict[PlayerId, set[PlayerId]] = {}
        for pair in self.snapshot.forbidden_pairs:
            for player in pair:
                partners.setdefault(player, set()).update(pair - {player})
        return {player: frozenset(others) for player, others in partners.items()}

    def barred(self, max_meetings: int = 1) -> Mapping[PlayerId, AbstractSet[PlayerId]]:
        """Whom each cannot meet: met `max_meetings` times, or forbidden."""
        if max_meetings == 1 and not self.forbidden:
            return {player: others.keys() for player, others in self.meetings.items()}
        return {
            player: self.forbidden.get(player, frozenset())
            | {other for other, rounds in others.items() if len(rounds) >= max_meetings}
            for player, others in self.meetings.items()
        }

    @_FromTheRounds
    def colours(self) -> Mapping[PlayerId, Sequence[Colour]]:
        """Oldest first; a forfeit gives none, and a bye none either."""
        return {
            number: [entry.colour for entry in entries if entry.colour is not None and entry.outcome in MEETINGS]
            for number, entries in self.entries.items()
        }

    def whites(self, player: PlayerId) -> int:
        return self.colours[player].count(Colour.WHITE)

    def balance(self, player: PlayerId) -> int:
        """Whites less blacks."""
        return 2 * self.whites(player) - len(self.colours[player])

    @_FromTheRounds
    def byes_had(self) -> Mapping[PlayerId, int]:
        """Byes for the odd number; those asked for do not count."""
        return Counter(bye.player for played in self.snapshot.rounds for bye in played.byes if bye.kind in ODD_NUMBER)

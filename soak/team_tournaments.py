"""Drawn tournaments of teams, played to the end by the core alone: `python -m soak.team_tournaments [system …]`.

With `--count` tournaments of each system and `--seed` the first of them. Teams come late, stay away, leave; seats stay
empty, matches are lost by forfeit, of some only the score is known. After each round the points of both kinds are added
up here once more, from the signs alone; each pairing is made again from the last state and from the tournament file.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import groupby
from random import Random
from typing import NamedTuple, TypeAlias

from bench._size import sized
from tests.pairing.teams.test_matches import of_teams
from tests.tools.pairing.brute_force import can_be_paired_by_algebra
from tests.tools.pairing.decided import with_ties_decided
from tests.tools.pairing.team_cases import boards_of
from tests.tools.pairing.team_files import drawn_line_ups, members_of
from tournaments.exchange.tournament_file import TournamentFile, dump, parse
from tournaments.pairing.discovery import SYSTEMS, tie_breaks_of
from tournaments.pairing.history.as_known import before_pairing
from tournaments.pairing.history.record import PointsOf
from tournaments.pairing.protocols import PairingSystem, TieBreak
from tournaments.pairing.types.options import saved
from tournaments.pairing.types.paired_round import PairedRound, PairingImpossible
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    ByeKind,
    Entrant,
    NextRound,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    PlayerId,
    Result,
    TournamentSnapshot,
)

TOURNAMENTS = sized(2_000, 2)
MOST_TOLD = 5
Both: TypeAlias = tuple[Fraction, Fraction]
Pair: TypeAlias = frozenset[PlayerId]
NOTHING, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
GAVE = {"1": (ONE, NOTHING), "0": (NOTHING, ONE), "=": (HALF, HALF), "+": (ONE, NOTHING), "-": (NOTHING, ONE)}
GAVE["x"] = (NOTHING, NOTHING)


@dataclass(frozen=True, kw_only=True)
class Kind:
    """Which options are drawn: each of these by chance."""

    code: str
    preset: str | None = None
    fixed: Mapping[str, object] = field(default_factory=dict)
    drawn: Mapping[str, Sequence[object]] = field(default_factory=dict)
    most: int = 40
    knocks_out: bool = False
    everybody_meets: bool = False

    @property
    def is_planned(self) -> bool:
        return self.knocks_out or self.everybody_meets


_POINTS = {"rank_by": ("match", "match", "boards"), "bye_boards": (None, None, "1", "3/2")}
_MONRAD = _POINTS | {"list_second": (False, True)}
_LEAGUE: Mapping[str, Sequence[object]] = {
    "rank_by": ("match", "boards"),
    "withdrawal": ("half", "annul", "keep"),
    "postpone": (True, True, False),
}
KINDS: Mapping[str, Kind] = {
    "modified_monrad": Kind(code="modified_monrad", preset="school", drawn=_MONRAD),
    "norwegian_monrad": Kind(code="norwegian_monrad", drawn=_MONRAD),
    "konrad": Kind(code="norwegian_monrad", preset="konrad", drawn=_MONRAD),
    "attendance_monrad": Kind(
        code="attendance_monrad", drawn=_POINTS | {"excused_points": (0, 2), "late_points": (0, 1)}
    ),
    "fide_team": Kind(code="fide_team", drawn=_POINTS | {"colour_rules": ("a", "b", "none")}),
    "all_play_all": Kind(code="all_play_all", drawn=_LEAGUE, most=16, everybody_meets=True),
    "all_play_all_twice": Kind(code="all_play_all", fixed={"cycles": 2}, drawn=_LEAGUE, most=10, everybody_meets=True),
    "cup": Kind(code="cup", drawn={"draw": ("each_round", "bracket", "bracket_lot")}, knocks_out=True),
}


# What happened, in signs


class Match(NamedTuple):
    first: PlayerId
    second: PlayerId
    signs: str
    """From board 1 on, from the side of the first; none where only the score is known."""
    score: Both

    @property
    def is_played(self) -> bool:
        return not self.signs or any(sign in "10=" for sign in self.signs)

    @property
    def pair(self) -> Pair:
        return frozenset((self.first, self.second))


@dataclass(frozen=True)
class Evening:
    matches: tuple[Match, ...]
    byes: Mapping[PlayerId, str]
    away: Mapping[PlayerId, str]


def drawn_match(chance: Random, first: PlayerId, second: PlayerId, boards: int, away: Mapping[PlayerId, str]) -> Match:
    if away.keys() & {first, second}:  # of a plan: set up, and nobody there
        signs = ("x" if {first, second} <= away.keys() else "+" if second in away else "-") * boards
    elif chance.random() < 0.05:
        signs = chance.choice("+-x") * boards
    elif chance.random() < 0.1:
        halves = chance.randint(0, 2 * boards)
        return Match(first, second, "", (Fraction(halves, 2), boards - Fraction(halves, 2)))
    else:
        signs = "".join(chance.choices("10=+-x", weights=(30, 30, 30, 4, 4, 2), k=boards))
    return Match(first, second, signs, score_of(signs))


def score_of(signs: str) -> Both:
    return sum((GAVE[sign][0] for sign in signs), NOTHING), sum((GAVE[sign][1] for sign in signs), NOTHING)


# Added up once more (rulebook, teams, B2)


@dataclass(frozen=True)
class Sums:
    matches: dict[PlayerId, Fraction]
    boards: dict[PlayerId, Fraction]


def added_up(system: PairingSystem, snapshot: TournamentSnapshot, evenings: Sequence[Evening]) -> Sums:
    scoring, boards = system.capabilities().scoring, Fraction(snapshot.boards or 0)
    sums = Sums(dict.fromkeys(snapshot.by_number, NOTHING), dict.fromkeys(snapshot.by_number, NOTHING))
    least = boards / 2 if scoring.bye == scoring.draw else boards / 2 + HALF if scoring.bye else NOTHING
    least = least if scoring.bye_boards is None else scoring.bye_boards
    bye = {
        "pairing": (scoring.bye, least),
        "full": (scoring.bye, least),
        "half": (scoring.draw, boards / 2),
        "zero": (NOTHING, NOTHING),
    }
    kinds = {"excused": scoring.excused, "unexcused": scoring.unexcused, "club": scoring.club}
    paid: Counter[PlayerId] = Counter()

    def give(team: PlayerId, points: Fraction, of_boards: Fraction) -> None:
        sums.matches[team] += points
        sums.boards[team] += of_boards

    for number, evening in enumerate(evenings, start=1):
        seated = {team for match in evening.matches for team in match.pair}
        for match in evening.matches:
            for own, other, team in zip(match.score, match.score[::-1], match[:2], strict=True):
                lost = scoring.loss if match.is_played else NOTHING
                level = scoring.draw if match.is_played else NOTHING
                give(team, scoring.win if own > other else lost if own < other else level, own)
        for team, entrant in snapshot.by_number.items():
            if team in seated:
                continue
            if evening.byes.get(team) == "pairing":
                give(team, *bye["pairing"])
            elif number < entrant.joined_round:
                give(team, scoring.late, NOTHING)
            elif is_away(entrant, number):
                continue
            elif team in evening.byes:
                give(team, *bye[evening.byes[team]])
            elif paid[team] < scoring.paid_absences:
                paid[team] += 1
                give(team, scoring.draw, boards / 2)
            else:
                give(team, kinds[evening.away.get(team, "unexcused")], NOTHING)
    return sums


def is_away(entrant: Entrant, number: int) -> bool:
    return any(first <= number and (last is None or number <= last) for first, last in entrant.away)


# Who leaves an all-play-all


def berger_round(one: PlayerId, other: PlayerId, numbers: int) -> int:
    """Numbers i and j meet in the round that i + j − 1 leaves; the last one whoever would meet themselves."""
    low, high = sorted((one, other))
    return ((2 * low if high == numbers else low + high) - 1) % (numbers - 1) or numbers - 1


def numbers_of(snapshot: TournamentSnapshot) -> int:
    """Of the plan: as many as at the start, and the dummy. Who comes later with a higher one has no match."""
    at_start = [team for team, each in snapshot.by_number.items() if each.joined_round <= 1]
    return max(len(at_start), *at_start) + 1 & ~1


def planned_rounds_of(one: PlayerId, other: PlayerId, numbers: int, cycles: int) -> Iterator[int]:
    found = berger_round(one, other, numbers)
    for cycle in range(cycles):
        last = numbers - 1
        swapped = {last: last - 1, last - 1: last} if cycle == 0 and cycles == 2 and last > 1 else {}
        yield cycle * last + swapped.get(found, found)


def after_leaving(system: PairingSystem, snapshot: TournamentSnapshot, evenings: Sequence[Evening]) -> list[Evening]:
    """What of these rounds counts: a match that nobody counts brings nothing, one given up all boards."""
    rule, cycles = str(saved(system)["withdrawal"]), int(str(saved(system)["cycles"]))
    boards, coming = snapshot.boards or 0, len(evenings) + 1
    numbers = numbers_of(snapshot)
    held = [team for team, each in snapshot.by_number.items() if each.joined_round <= coming and team <= numbers]
    left = {team: first for team in held for first, last in snapshot.by_number[team].away if last is None}
    gone = sorted((first, team) for team, first in left.items() if first <= coming)
    kept = [[*evening.matches] for evening in evenings]
    annulled: set[PlayerId] = set()
    for _first, group in groupby(gone if evenings else (), key=lambda each: each[0]):
        leaving = {team for _first, team in group}
        done = {team: sum(is_done(match, team) for played in kept for match in played) for team in leaving}
        if rule != "keep":
            annulled |= {team for team in leaving if rule == "annul" or 2 * done[team] < cycles * (len(held) - 1)}
        for team in sorted(leaving - annulled):
            for other in sorted({*held} - {team} - annulled):
                for number in planned_rounds_of(team, other, numbers, cycles):
                    if number < coming and not any({team, other} & match.pair for match in kept[number - 1]):
                        signs = ("x" if other in leaving else "+") * boards
                        kept[number - 1].append(Match(other, team, signs, score_of(signs)))
    none = (NOTHING, NOTHING)
    return [
        replace(
            evening,
            matches=tuple(
                match._replace(signs="x" * boards, score=none) if annulled & match.pair else match for match in played
            ),
        )
        for evening, played in zip(evenings, kept, strict=True)
    ]


def is_done(match: Match, team: PlayerId) -> bool:
    """Played, or won by forfeit."""
    if team not in match.pair:
        return False
    own, other = match.score if match.first == team else match.score[::-1]
    return match.is_played or own > other


# Who goes on in a cup


def winner_of(match: Match, game: PlayedGame, gone: AbstractSet[PlayerId]) -> PlayerId | None:
    """More board points; level over the board: what was decided by hand, else Berlin, else without the last boards,
    else who is still there."""
    one, other = match.score
    if one != other:
        return match.first if one > other else match.second
    if not match.is_played:
        return None
    if game.decided_by is not None:
        return game.decided_by.winner
    boards = len(match.signs)
    ways = [sum((boards - at) * gave(sign) for at, sign in enumerate(match.signs))]
    ways += [sum(gave(sign) for sign in match.signs[:until]) for until in range(boards - 1, 0, -1)]
    ahead = next((each for each in ways if each), NOTHING)
    if ahead:
        return match.first if ahead > 0 else match.second
    stay = match.pair - gone
    assert len(stay) < 2, "nobody has decided it"
    return next(iter(stay), None)


def gave(sign: str) -> Fraction:
    return GAVE[sign][0] - GAVE[sign][1]


def cup_rounds(
    snapshot: TournamentSnapshot, evenings: Sequence[Evening]
) -> Iterator[tuple[Evening, dict[Pair, PlayerId | None]]]:
    """Each with who has won which match."""
    for number, (evening, played) in enumerate(zip(evenings, snapshot.rounds, strict=True), start=1):
        games = {frozenset((game.white, game.black)): game for game in played.games}
        gone = {
            team
            for team, each in snapshot.by_number.items()
            if any(last is None and first <= number + 1 for first, last in each.away)
        }
        yield evening, {match.pair: winner_of(match, games[match.pair], gone) for match in evening.matches}


def rounds_won(snapshot: TournamentSnapshot, evenings: Sequence[Evening]) -> Counter[PlayerId]:
    won: Counter[PlayerId] = Counter()
    for evening, winners in cup_rounds(snapshot, evenings):
        won.update(winner for winner in winners.values() if winner is not None)
        won.update(team for team, kind in evening.byes.items() if kind == "pairing")
    return won


def knocked_out(snapshot: TournamentSnapshot, evenings: Sequence[Evening]) -> set[PlayerId]:
    return {
        team
        for _evening, winners in cup_rounds(snapshot, evenings)
        for pair, winner in winners.items()
        for team in pair - {winner}
    }


# One tournament


@dataclass
class Told:
    tournaments: int = 0
    rounds: int = 0
    matches: int = 0
    rematches: int = 0
    stops: int = 0
    failed: list[str] = field(default_factory=list)


@dataclass
class Tournament:
    kind: Kind
    chance: Random
    told: Told
    evenings: list[Evening] = field(default_factory=list)

    def play(self) -> None:
        chance = self.chance
        boards = chance.randint(1, 6)
        self.system = self._system(boards)
        self.tie_breaks = self._tie_breaks()
        teams = chance.randint(4, chance.choice([10, self.kind.most]))
        rounds = chance.randint(3, 9)
        # Of a cup who has entered is drawn: nobody comes late to it.
        late = 0.0 if self.kind.knocks_out else chance.choice([0.0, 0.1])
        leaves = chance.choice([0.0, 0.0, 0.08])
        snapshot = TournamentSnapshot(
            entrants=tuple(self._entrant(number, rounds, late, leaves) for number in range(1, teams + 1)),
            planned_rounds=None if self.kind.is_planned or self.kind.preset == "konrad" else rounds,
            boards=boards,
            seed=chance.randbytes(32).hex(),
        )
        stays_away = chance.choice([0.0, 0.05, 0.15])
        while not self.system.is_finished(snapshot) and (self.kind.is_planned or len(snapshot.rounds) < rounds):
            after = self._round(snapshot, stays_away)
            if after is None:
                self.told.stops += 1
                break
            snapshot = after
            self._check_sums(snapshot)
        self._check_replay(snapshot)
        self._check_file_with_members(snapshot)

    def _system(self, boards: int) -> PairingSystem:
        drawn = {code: self.chance.choice(values) for code, values in self.kind.drawn.items()}
        if isinstance(given := drawn.get("bye_boards"), str) and Fraction(given) > boards:
            drawn["bye_boards"] = None
        points: Mapping[str, object] = {}
        if not self.kind.knocks_out:
            three = {"win": 3, "draw": self.chance.choice([1, 2]), "loss": 0}
            points = self.chance.choice([{}, {}, three])
        return of_teams(self.kind.code, self.kind.preset, **{**self.kind.fixed, **points, **drawn})

    def _tie_breaks(self) -> tuple[Mapping[str, object], ...]:
        defaults = self.system.info.of_teams
        assert defaults is not None
        return tuple(defaults.tie_breaks_of(self.kind.preset))

    def _entrant(self, number: PlayerId, rounds: int, late: float, leaves: float) -> Entrant:
        chance = self.chance
        joined = chance.randint(2, rounds) if number > 4 and chance.random() < late else 1
        first = chance.randint(2, rounds + 1)
        last = chance.choice([None, None, first, first + 1])
        away = ((first, last),) if chance.random() < leaves else ()
        return Entrant(number=number, rating=chance.choice([None, 2000 - number]), joined_round=joined, away=away)

    def _round(self, snapshot: TournamentSnapshot, stays_away: float) -> TournamentSnapshot | None:
        chance, number = self.chance, snapshot.next_number
        takes_part = [team for team, each in snapshot.by_number.items() if each.takes_part(number)]
        away = [team for team in takes_part if chance.random() < stays_away]
        asks = 0.0 if self.kind.is_planned else 0.2
        byes = [PlayedBye(player=team, kind=chance.choice(_ASKED)) for team in away if chance.random() < asks]
        asked = {bye.player for bye in byes}
        absences = [Absence(player=team, kind=chance.choice(list(AbsenceKind))) for team in away if team not in asked]
        coming = replace(snapshot, next_round=NextRound(absences=tuple(absences), byes=tuple(byes)))
        try:
            paired = self.system.pair(coming)
        except PairingImpossible:
            return None
        assert self.system.pair(coming) == paired, "paired otherwise the second time"
        self._check_pairing(coming, paired)
        self._check_file(coming, paired)
        return self._played(snapshot, paired, {each.player: str(each.kind) for each in absences})

    def _played(
        self, snapshot: TournamentSnapshot, paired: PairedRound, away: Mapping[PlayerId, str]
    ) -> TournamentSnapshot:
        boards = snapshot.boards or 0
        matches = [drawn_match(self.chance, each.white, each.black, boards, away) for each in paired.boards]
        placed = {team for match in matches for team in match.pair} | {bye.player for bye in paired.byes}
        evening = Evening(
            tuple(matches),
            {bye.player: str(bye.kind) for bye in paired.byes},
            {team: kind for team, kind in away.items() if team not in placed},
        )
        self.evenings.append(evening)
        self.told.rounds += 1
        self.told.matches += len(matches)
        games = tuple(
            PlayedGame(
                board=at,
                white=match.first,
                black=match.second,
                result=Result.OPEN,
                boards=boards_of(match.signs),
                score=None if match.signs else match.score,
            )
            for at, match in enumerate(matches, start=1)
        )
        played = PlayedRound(
            number=paired.number,
            games=games,
            byes=tuple(PlayedBye(player=bye.player, kind=bye.kind) for bye in paired.byes),
            absences=tuple(Absence(player=team, kind=kind) for team, kind in evening.away.items()),
        )
        return with_ties_decided(self.system, snapshot.and_then(played), self.chance)

    # What is looked at

    def _check_pairing(self, coming: TournamentSnapshot, paired: PairedRound) -> None:
        number, capabilities = paired.number, self.system.capabilities()
        seated = [team for board in paired.boards for team in (board.white, board.black)]
        byes = [bye.player for bye in paired.byes]
        out = [each.player for each in paired.left_out]
        assert sorted(seated + byes + out) == sorted(coming.by_number), "not everybody once"
        assert [board.board for board in paired.boards] == [*range(1, len(paired.boards) + 1)], "boards not in order"
        said = [*(each.reasons for each in paired.boards), *(each.reasons for each in (*paired.byes, *paired.left_out))]
        assert all(said), "no reason"
        away = {absence.player for absence in coming.next_round.absences}
        lost = knocked_out(coming, self.evenings) if self.kind.knocks_out else set()
        here = {team for team, each in coming.by_number.items() if each.takes_part(number)} - away - lost
        if self.kind.everybody_meets:
            here = {team for team in here if team <= numbers_of(coming)}
        assert here <= {*seated, *byes}, f"without a game and a bye: {sorted(here - {*seated, *byes})}"
        assert not lost & {*seated, *byes}, "somebody who is out"
        assert self.kind.is_planned or not away & {*seated}, "somebody away is paired"
        by_number = [bye.player for bye in paired.byes if bye.kind is ByeKind.PAIRING]
        assert capabilities.several_without_a_game or len(by_number) == len(here - self._asked(coming)) % 2, "byes"
        had = {team for each in self.evenings for team, kind in each.byes.items() if kind == "pairing"}
        assert not capabilities.bye_once or not had & {*by_number}, "the bye a second time"
        if not self.kind.knocks_out:
            self._check_meetings(paired, had)

    def _asked(self, coming: TournamentSnapshot) -> set[PlayerId]:
        return {bye.player for bye in coming.next_round.byes}

    def _check_meetings(self, paired: PairedRound, had: set[PlayerId]) -> None:
        capabilities = self.system.capabilities()
        met = Counter(
            match.pair
            for evening in self.evenings
            for match in evening.matches
            if match.is_played or capabilities.forfeits_are_meetings
        )
        limit = capabilities.limits.max_meetings or 1
        pairs = [frozenset((board.white, board.black)) for board in paired.boards]
        again = [pair for pair in pairs if met[pair] >= limit]
        self.told.rematches += len(again)
        if not again:
            return
        assert not capabilities.limits.never_relaxed, f"met before: {[sorted(pair) for pair in again]}"
        field = sorted({team for pair in pairs for team in pair})
        field += [bye.player for bye in paired.byes if bye.kind is ByeKind.PAIRING]
        barred: dict[PlayerId, set[PlayerId]] = {team: set() for team in field}
        for pair, count in met.items():
            if count >= limit and pair <= barred.keys():
                one, other = pair
                barred[one].add(other)
                barred[other].add(one)
        if len(field) % 2:  # against nobody: whoever has not been without an opponent
            field.append(0)
            barred[0] = had & barred.keys()
            for team in barred[0]:
                barred[team].add(0)
        assert not can_be_paired_by_algebra(field, barred), "a rematch without need"

    def _check_sums(self, snapshot: TournamentSnapshot) -> None:
        evenings = self.evenings
        if self.kind.everybody_meets:
            evenings = after_leaving(self.system, snapshot, evenings)
        sums = added_up(self.system, snapshot, evenings)
        record = self.system.capabilities().record(snapshot)
        for kind, own in ((PointsOf.MATCHES, sums.matches), (PointsOf.BOARDS, sums.boards)):
            points = record.counted_by(kind).points
            apart = {team: (str(points[team]), str(own[team])) for team in own if points[team] != own[team]}
            assert not apart, f"points of {kind} after round {len(evenings)}, there and here: {apart}"
        table = self.system.standings(snapshot, self._built())
        shown = {row.player: row.cells["points"].value for row in table.rows}
        expected: Mapping[PlayerId, Fraction | int] = sums.boards if record.scoring.by_boards else sums.matches
        if self.kind.knocks_out:
            expected = rounds_won(snapshot, evenings)
        assert shown == {team: expected[team] for team in shown}, "the table has other points"
        assert sorted(shown) == [entrant.number for entrant in snapshot.listed()], "not everybody in the table"
        for row in table.rows:
            for cell in row.cells.values():
                assert not cell.terms or sum(term.amount for term in cell.terms) == cell.value, "terms do not add up"

    def _built(self) -> tuple[TieBreak, ...]:
        return tie_breaks_of(self.system, self.tie_breaks)

    def _file(self, snapshot: TournamentSnapshot) -> TournamentFile:
        return TournamentFile(
            name="Drawn",
            system=self.kind.code,
            names={team: f"Team {team}" for team in snapshot.by_number},
            options=saved(self.system),
            tie_breaks=self.tie_breaks,
            snapshot=snapshot,
        )

    def _check_file(self, coming: TournamentSnapshot, paired: PairedRound) -> None:
        written = dump(self._file(coming))
        again = parse(written)
        assert dump(again) == written, "the file is written otherwise the second time"
        system, tie_breaks = again.configured()
        assert again.snapshot == coming, "the file holds something else"
        assert system.pair(again.snapshot) == paired, "the file is paired otherwise"
        assert system.standings(again.snapshot, tie_breaks) == self.system.standings(coming, self._built()), "table"

    def _check_replay(self, snapshot: TournamentSnapshot) -> None:
        """Each round from the last state, as whoever downloads the tournament does it. Where nobody was paired, since
        the plan had no opponent for anybody, there is nothing to make again."""
        for played in snapshot.rounds:
            if not played.games and all(bye.kind is not ByeKind.PAIRING for bye in played.byes):
                continue
            paired = self.system.pair(before_pairing(snapshot, paired=played.number))
            boards = [(board.board, board.white, board.black) for board in paired.boards]
            assert boards == [(game.board, game.white, game.black) for game in played.games], f"again {played.number}"
            byes = sorted((bye.player, bye.kind) for bye in paired.byes)
            assert byes == [(bye.player, bye.kind) for bye in played.byes], f"byes again, round {played.number}"

    def _check_file_with_members(self, snapshot: TournamentSnapshot) -> None:
        members = members_of(snapshot, (snapshot.boards or 0) + 2)
        line_ups = drawn_line_ups(snapshot, members, self.chance)
        file = replace(self._file(snapshot), members=members, line_ups=line_ups)
        again = parse(dump(file))
        assert again == file or dump(again) == dump(file), "members and line-ups"
        assert again.line_ups == {key: seats for key, seats in line_ups.items() if seats}, "line-ups"


_ASKED = (ByeKind.HALF, ByeKind.FULL, ByeKind.ZERO)


def soaked(name: str, count: int, first: int) -> Told:
    told = Told()
    for seed in range(first, first + count):
        told.tournaments += 1
        try:
            Tournament(KINDS[name], Random(f"{name} {seed}"), told).play()
        except (AssertionError, PairingImpossible) as error:
            told.failed.append(f"{name}, seed {seed}: {str(error)[:300] or 'does not hold'}")
    return told


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m soak.team_tournaments", description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=TOURNAMENTS, help="of each system")
    parser.add_argument("--seed", type=int, default=1_000, help="the first one")
    parser.add_argument("system", nargs="*", choices=[[], *KINDS], help=", ".join(KINDS))
    given = parser.parse_args()
    offered = {code for code, system in SYSTEMS.items() if system.info.of_teams is not None}
    assert offered == {kind.code for kind in KINDS.values()}, "a system that pairs teams is not drawn here"
    failed = 0
    for name in given.system or KINDS:
        began = time.monotonic()
        told = soaked(name, given.count, given.seed)
        failed += len(told.failed)
        print(
            f"{name}: {told.tournaments:,} tournaments, {told.rounds:,} rounds, {told.matches:,} matches, "
            f"{told.rematches:,} rematches for want of others, {told.stops:,} stops, {len(told.failed):,} do not hold; "
            f"{time.monotonic() - began:.0f} s",
            flush=True,
        )
        for each in told.failed[:MOST_TOLD]:
            print(f"  {each}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

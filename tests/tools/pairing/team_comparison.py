"""Tie-breaks of drawn tournaments of teams beside gacrux, code by code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

from tests.pairing.teams.test_matches import drawn_event, of_teams
from tests.tools.pairing.team_cases import boards_of
from tests.tools.pairing.team_report import Sums, answer, trf_of
from tournaments.pairing.discovery import TIE_BREAKS
from tournaments.pairing.explanations.standings import rank
from tournaments.pairing.history.record import PointsOf, Record
from tournaments.pairing.protocols import TieBreak
from tournaments.pairing.types.options import configured, saved
from tournaments.pairing.types.snapshot import (
    ByeKind,
    Entrant,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    Result,
    TournamentSnapshot,
    score_of,
)

Saved = Mapping[str, object]


def _esb(opponent: str, own: str, cut: int = 0) -> Saved:
    return {"code": "extended_sonneborn_berger", "opponent": opponent, "own": own, "cut": cut}


VALUES: Mapping[str, Saved] = {
    "BH:MP": {"code": "fide_buchholz", "of": "match"},
    "BH:MP/C1": {"code": "fide_buchholz", "of": "match", "cut": 1},
    "BH:GP": {"code": "fide_buchholz", "of": "boards"},
    "BH:GP/C1": {"code": "fide_buchholz", "of": "boards", "cut": 1},
    "EMMSB": _esb("match", "match"),
    "EMGSB": _esb("match", "boards"),
    "EGMSB": _esb("boards", "match"),
    "EGGSB": _esb("boards", "boards"),
    "EMMSB/C1": _esb("match", "match", 1),
    "EGGSB/C1": _esb("boards", "boards", 1),
    "SSSC": {"code": "score_and_schedule"},
    "BC": {"code": "board_count"},
}
"""Compared number by number."""
ORDERS: Mapping[str, Saved] = {
    "TBR": {"code": "top_boards"},
    "BBE": {"code": "bottom_out"},
    "EDE": {"code": "extended_encounter"},
    "EDEC": {"code": "extended_encounter", "then": "bc"},
    "EDET": {"code": "extended_encounter", "then": "tbr"},
    "EDEB": {"code": "extended_encounter", "then": "bbe"},
    "EDEBT": {"code": "extended_encounter", "then": "bc_tbr"},
    "EDEBB": {"code": "extended_encounter", "then": "bc_bbe"},
}
"""Compared by the ranks that they give those with equal points."""


@dataclass
class Compared:
    tournaments: int = 0
    values: Counter[str] = field(default_factory=Counter)
    differ: Counter[str] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)

    def compare(self, what: str, where: str, own: object, theirs: object, *, is_equal: bool) -> None:
        self.values[what] += 1
        if not is_equal:
            self.differ[what] += 1
            if self.differ[what] <= 3:
                self.told.append(f"{what}, {where}: {own}, gacrux {theirs}")


@dataclass(frozen=True, kw_only=True)
class Event:
    record: Record
    trf: str
    is_fixed: bool

    @property
    def is_told_alike(self) -> bool:
        """A match without a game whose forfeits are equal is lost by both here, and drawn for gacrux."""
        games = (game for played in self.record.snapshot.rounds for game in played.games)
        return not any(game.result is Result.BOTH_FORFEIT and any(score_of(game.boards)) for game in games)


def event_of(seed: int, *, boards: int = 4) -> Event | None:
    """A tournament that a TRF can tell: byes worth a draw, now and then one that was asked for. None: nothing held."""
    chance = Random(seed)
    code = chance.choice(["norwegian_monrad", "norwegian_monrad", "all_play_all"])
    system, snapshot = drawn_event(code, chance, boards=boards)
    is_fixed = system.capabilities().forfeits_are_meetings
    if not snapshot.rounds:
        return None
    if is_fixed:
        snapshot = replace(snapshot, rounds=tuple(map(_without_points_for_byes, snapshot.rounds)))
    else:
        system = configured(type(system), saved(system) | {"bye_points": 1})
        snapshot = replace(snapshot, rounds=tuple(_with_half_byes(played, chance) for played in snapshot.rounds))
    record = system.capabilities().record(snapshot)
    return _told(record, is_fixed=is_fixed)


def _told(record: Record, *, is_fixed: bool) -> Event:
    points = {kind: record.counted_by(kind).points for kind in PointsOf}
    sums = Sums(matches=points[PointsOf.MATCHES], boards=points[PointsOf.BOARDS])
    trf = trf_of(record.snapshot, sums, is_fixed=is_fixed, by_boards=record.scoring.by_boards)
    return Event(record=record, trf=trf, is_fixed=is_fixed)


def _without_points_for_byes(played: PlayedRound) -> PlayedRound:
    """Whom the plan gives no opponent."""
    return replace(played, byes=tuple(replace(bye, kind=ByeKind.ZERO) for bye in played.byes))


def _with_half_byes(played: PlayedRound, chance: Random) -> PlayedRound:
    asked = [absence.player for absence in played.absences if chance.random() < 0.4]
    return replace(
        played,
        absences=tuple(each for each in played.absences if each.player not in asked),
        byes=(*played.byes, *(PlayedBye(player=team, kind=ByeKind.HALF) for team in asked)),
    )


CYCLE = (
    ((1, 2), (3, 5)),
    ((2, 3), (4, 1)),
    ((3, 4), (5, 2)),
    ((4, 5), (1, 3)),
    ((5, 1), (2, 4)),
)
"""Round by round, the winner first."""


def cycle_of(seed: int) -> Event:
    """Five teams, each of whom beats two and loses to two: level in match points to the end, so that board points part
    them, and the two rules of what comes then may differ."""
    chance = Random(seed)
    rounds = []
    for number, pairs in enumerate(CYCLE, start=1):
        games = tuple(
            PlayedGame(board=at, white=first, black=second, result=Result.OPEN, boards=boards_of(_won(chance)))
            for at, (first, second) in enumerate(pairs, start=1)
        )
        rounds.append(PlayedRound(number=number, games=games))
    snapshot = TournamentSnapshot(
        entrants=tuple(Entrant(number=number) for number in range(1, 6)), rounds=tuple(rounds), boards=4
    )
    return _told(of_teams("all_play_all").capabilities().record(snapshot), is_fixed=True)


def _won(chance: Random) -> str:
    """By one board point, or by all four: few different sums, so that several teams share one."""
    return chance.choice(["1===", "1===", "1===", "1111"])


def compare(event: Event, where: str, compared: Compared, *, rules: str = "2026") -> None:
    compared.tournaments += 1
    record, everybody = event.record, frozenset(event.record.entries)
    asked = {code: each for code, each in VALUES.items() if code != "SSSC" or _has_divisor(event)}
    values = answer(event.trf, list(asked), is_fixed=event.is_fixed)
    for code, each in asked.items():
        own = built(each, rules).cells(record, everybody)
        for team in sorted(everybody):
            mine, other = own[team].value, values.scores[code][team]
            if mine is not None:  # in a fixed schedule Buchholz says nothing here
                at = f"{where}, team {team}"
                compared.compare(code, at, mine, other, is_equal=_alike(Fraction(mine), str(other)))
    for code, each in ORDERS.items():
        mine_ranks = rank(record, record.points, [built(each, rules)]).ranks
        first = "GPTS" if record.scoring.by_boards else "MPTS"
        ranks = answer(event.trf, [first, code], is_fixed=event.is_fixed).ranks
        for team in sorted(everybody):
            compared.compare(
                code, f"{where}, team {team}", mine_ranks[team], ranks[team], is_equal=mine_ranks[team] == ranks[team]
            )


def _has_divisor(event: Event) -> bool:
    """Where there are few rounds gacrux divides by nothing; in a fixed schedule it may stop altogether."""
    record = event.record
    if event.is_fixed:
        return False
    rounds, boards = len(record.snapshot.rounds), record.snapshot.boards or 1
    most = Fraction(boards, record.scoring.win) if record.scoring.by_boards else record.scoring.win / boards
    return rounds * most >= 1


def built(saved: Saved, rules: str) -> TieBreak:
    options = {name: value for name, value in saved.items() if name != "code"}
    has_rules = saved["code"] not in ("board_count", "board_weights", "top_boards", "bottom_out")
    return configured(TIE_BREAKS[str(saved["code"])], options | ({"rules": rules} if has_rules else {}))


def _alike(value: Fraction, other: str) -> bool:
    """As exact as it is written."""
    places = len(other.partition(".")[2])
    return abs(value - Fraction(other)) <= Fraction(1, 2 * 10**places)

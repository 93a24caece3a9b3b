"""What each person of a team has scored, and who has scored most on each board (rulebook, teams, B4)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final

from tournaments.pairing.teams.rosters import MemberId
from tournaments.ratings.tables import half_up, stronger_by

_UNRATED: Final = -1
"""Whoever has met nobody with a rating comes behind those who have."""


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardGame:
    """A board of a match, from the side of one of the two; `points` on the scale 1, ½, 0."""

    member: MemberId
    board: int
    points: Fraction
    is_played: bool = True
    """Over the board; else by forfeit."""
    opponent_rating: int | None = None


@dataclass(frozen=True, kw_only=True)
class IndividualScore:
    """All games of one person, in order, on whichever board. Only those over the board count for prizes."""

    member: MemberId
    games: tuple[BoardGame, ...]

    @cached_property
    def played(self) -> tuple[BoardGame, ...]:
        return tuple(game for game in self.games if game.is_played)

    @property
    def points(self) -> Fraction:
        """Over the board."""
        return _points(self.played)

    @property
    def all_points(self) -> Fraction:
        """By forfeit too."""
        return _points(self.games)

    @property
    def share(self) -> Fraction:
        """Of what the games over the board could bring; 0 without one."""
        return self.points / len(self.played) if self.played else Fraction(0)

    @property
    def percent(self) -> int | None:
        """Rounded, a half up."""
        return _percent(self.played) if self.played else None

    @property
    def board(self) -> int | None:
        """The one on which they played most, of equal ones the higher."""
        counts = Counter(game.board for game in self.played)
        return min(counts, key=lambda board: (-counts[board], board), default=None)

    @cached_property
    def performance(self) -> int | None:
        """From the games against opponents with a rating; None without one."""
        rated = [game for game in self.played if game.opponent_rating is not None]
        if not rated:
            return None
        met = half_up(sum(game.opponent_rating or 0 for game in rated), len(rated))
        return met + stronger_by(_percent(rated))


@dataclass(frozen=True, kw_only=True, slots=True)
class BoardPlace:
    """Places are 1, 2, 2, 4."""

    place: int
    score: IndividualScore


def individual_scores(games: Iterable[BoardGame]) -> Mapping[MemberId, IndividualScore]:
    by_member: dict[MemberId, list[BoardGame]] = defaultdict(list)
    for game in games:
        by_member[game.member].append(game)
    return {member: IndividualScore(member=member, games=tuple(own)) for member, own in by_member.items()}


def board_prizes(scores: Iterable[IndividualScore], *, rounds: int) -> Mapping[int, Sequence[BoardPlace]]:
    """By board, the best first: who played in at least half of the rounds, by percentage, points and performance."""
    by_board: dict[int, list[IndividualScore]] = defaultdict(list)
    for score in scores:
        if score.board is not None and 2 * len(score.played) >= rounds:
            by_board[score.board].append(score)
    return {board: _placed(by_board[board]) for board in sorted(by_board)}


def _placed(scores: Iterable[IndividualScore]) -> list[BoardPlace]:
    ordered = sorted(scores, key=lambda score: (*_worth(score), -score.member), reverse=True)
    places: list[BoardPlace] = []
    for number, score in enumerate(ordered, 1):
        is_level = bool(places) and _worth(places[-1].score) == _worth(score)
        places.append(BoardPlace(place=places[-1].place if is_level else number, score=score))
    return places


def _worth(score: IndividualScore) -> tuple[Fraction, Fraction, int]:
    """The share itself and not what it is rounded to."""
    return score.share, score.points, _UNRATED if score.performance is None else score.performance


def _points(games: Iterable[BoardGame]) -> Fraction:
    return sum((game.points for game in games), Fraction(0))


def _percent(games: Sequence[BoardGame]) -> int:
    return half_up(int(100 * 2 * _points(games)), 2 * len(games))

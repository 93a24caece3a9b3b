"""Which of a league's teams a file means by a name: where nothing tells it, somebody is asked once for each name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.exchange.fixtures.listed_fixture import ListedFixture
from tournaments.models import League, OutsideTeam
from tournaments.names import folded_name

_NUMBER = re.compile(r"(.*?)\s*\b([0-9]{1,2})\.?")
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10}
_A_TEAM = frozenset({"", "team", "lag", "hold", "mannschaft", "mannskap", "ploeg"})
_TELLING = 4
"""Letters of a word by which a club is known: not SK, nor Club."""
_MOST_ASKED = 4
"""Where no name in the file is like ours: those that stand there most often."""

Answers = Mapping[str, int | None]
"""By the folded name: the key of a team of ours, or None for another club's."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TeamQuestion:
    """`name` as the file has it, empty where it names no team of ours at all."""

    name: str
    suggested: OutsideTeam | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class OurSide:
    """A match as one of our teams has it. Without a team it is of others, or `is_asked`: somebody has to say whose."""

    listed: ListedFixture
    team: OutsideTeam | None = None
    opponent: str = ""
    is_home: bool | None = None
    is_asked: bool = False
    problem: str = ""


class TeamNames:
    """Of a league's teams. One query."""

    def __init__(self, league: League) -> None:
        self.teams = list(league.teams.order_by("number"))
        self._by_name = {folded_name(team.name): team for team in self.teams}
        self._by_number = {team.number: team for team in self.teams}
        names = [folded_name(league.club.name), *self._by_name]
        self._clubs = {_parted(name)[0] for name in names}
        self._words = {word for club in self._clubs for word in club.split()}

    def named(self, name: str, *, is_ours: bool) -> OutsideTeam | None:
        """`is_ours`: it stands where only our own teams do, so may be shorter."""
        folded = folded_name(name)
        if (found := self._by_name.get(folded)) is not None:
            return found
        club, number = _parted(folded)
        only = self.teams[0] if len(self.teams) == 1 else None
        if not (club in self._clubs or (is_ours and (club in _A_TEAM or self._is_part_of_ours(club)))):
            return None
        return self._by_number.get(number) if number else only

    def is_like_ours(self, name: str) -> bool:
        return any(len(word) >= _TELLING and word in self._words for word in folded_name(name).split())

    def suggested(self, name: str) -> OutsideTeam | None:
        """For whoever is asked."""
        club, number = _parted(folded_name(name))
        *others, last = club.split() or [""]
        roman = _ROMAN.get(last) if others else None
        if not name:
            return None
        return self._by_number.get(number or roman or 1)

    def _is_part_of_ours(self, club: str) -> bool:
        return self.is_like_ours(club) and self._words.issuperset(club.split())


def _parted(folded: str) -> tuple[str, int | None]:
    """SK Rockaden 2: the club, and the number of its team."""
    found = _NUMBER.fullmatch(folded)
    return (found[1].strip(), int(found[2])) if found else (folded, None)


def questions_about(names: TeamNames, listed: Sequence[ListedFixture]) -> tuple[TeamQuestion, ...]:
    """In the order of the file, each name once, whatever was answered already."""
    asked = {folded_name(name): name for name in reversed(_unknown(names, listed))}
    return tuple(TeamQuestion(name=name, suggested=names.suggested(name)) for name in reversed(asked.values()))


def _unknown(names: TeamNames, listed: Sequence[ListedFixture]) -> list[str]:
    ours = [row.team for row in listed if not row.home and names.named(row.team, is_ours=True) is None]
    pairs = [(row.home, row.away) for row in listed if row.home]
    known = {name: names.named(name, is_ours=False) for pair in pairs for name in pair}
    open_pairs = [pair for pair in pairs if not any(known[name] for name in pair)]
    alike = [name for pair in open_pairs for name in pair if names.is_like_ours(name)]
    if open_pairs and not alike and len(open_pairs) == len(pairs):
        counted = Counter(name for pair in open_pairs for name in pair)
        most = max(counted.values())
        alike = [name for name in counted if counted[name] == most][:_MOST_ASKED]
    return [*ours, *alike]


def our_sides(
    names: TeamNames, listed: Iterable[ListedFixture], questions: Sequence[TeamQuestion], answers: Answers
) -> list[OurSide]:
    """Of a match of two of our teams both."""
    asked = {folded_name(question.name): question.name for question in questions}
    by_key = {team.pk: team for team in names.teams}

    def found(name: str, *, is_ours: bool) -> tuple[OutsideTeam | None, bool]:
        """And whether somebody has still to say."""
        if (team := names.named(name, is_ours=is_ours)) is not None:
            return team, False
        folded = folded_name(name)
        answer = answers.get(folded)
        return (by_key.get(answer) if answer is not None else None), folded in asked and folded not in answers

    sides: list[OurSide] = []
    for row in listed:
        either: list[tuple[str, str, bool | None]]
        if row.home:
            either = [(row.home, row.away, True), (row.away, row.home, False)]
        else:
            either = [(row.team, row.opponent, row.is_home)]
        told = [(*found(ours, is_ours=not row.home), ours, other, at_home) for ours, other, at_home in either]
        mine = [
            OurSide(listed=row, team=team, opponent=other, is_home=at) for team, _open, _name, other, at in told if team
        ]
        if len({side.team for side in mine}) < len(mine):
            sides.append(OurSide(listed=row, problem=_("Both teams are the same.")))
        elif mine:
            sides += mine
        else:
            is_asked = any(is_open for _team, is_open, _name, _other, _at in told)
            sides.append(OurSide(listed=row, is_asked=is_asked))
    return sides


def which_team(name: str) -> str:
    """The question, in words."""
    if not name:
        return _("Which of your teams plays these matches?")
    return _("Which of your teams is “{name}”?").format(name=name)

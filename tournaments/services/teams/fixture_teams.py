"""Which of a league's teams a file means by a name: where nothing tells it, somebody is asked once for each name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from django.utils.translation import gettext as _

from tournaments.exchange.fixtures.listed_fixture import ListedFixture
from tournaments.models import League, OutsideTeam
from tournaments.names import folded_name

_NUMBER = re.compile(r"(.*?)\s*\b([0-9]{1,2})\.?")
_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "x": 10}
_A_TEAM = frozenset({"", "team", "lag", "hold", "mannschaft", "mannskap", "ploeg"})
_TELLING = 4
"""Letters of a word by which a club is known: not SK."""
_GENERIC = frozenset(
    {
        *("sk", "ss", "sf", "sg", "sc", "sv", "svg", "cc", "tsv", "vfl", "fc", "if", "il", "bk", "der", "den", "van"),
        *("chess", "club", "clubs", "society", "association", "academy", "school", "city", "team", "university"),
        *("sjakk", "sjakklubb", "sjakklubben", "sjakklub", "sjakkforening", "sjakkselskap", "schakselskap"),
        *("klubb", "klubben", "forening", "foreningen", "selskap", "schack", "schackklubb", "schackklubben"),
        *("schackforening", "schacksallskap", "schacksallskapet", "schackallians", "sallskap", "skak", "skakklub"),
        *("skakklubben", "skakforening", "skakforeningen", "skakselskab", "klub", "schach", "schachclub"),
        *("schachklub", "schachverein", "schachfreunde", "schachgesellschaft", "schachvereinigung", "schachabteilung"),
        *("verein", "freunde", "schachzentrum", "schaak", "schaakclub", "schaakvereniging", "schaakgenootschap"),
        *("schaakgezelschap", "schaakmaatschappij", "vereniging", "genootschap"),
    }
)
"""Words that any club may have: they tell of none. Accents are gone."""
_MOST_ASKED = 4
"""Where no name in the file is like ours: those that stand there most often."""
_MOST_QUESTIONS = 30

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
    is_turned: bool = False
    """The other side of a row that has our team and its opponent, who is ours too."""
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
        self._telling = self._words - _GENERIC

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
        return any(len(word) >= _TELLING and word in self._telling for word in folded_name(name).split())

    def may_be_ours(self, name: str) -> bool:
        """Nothing in it tells of another club."""
        telling = {*_words_of(name)[0]} - _GENERIC
        return self.is_like_ours(name) and self._telling.issuperset(telling)

    def suggested(self, name: str) -> OutsideTeam | None:
        """For whoever is asked. Oslo Sjakklubb is another club than Oslo Sjakkforening."""
        words, number = _words_of(name)
        shortened = {word for word in words if len(word) < _TELLING and word in _GENERIC}
        if not self.may_be_ours(name) or {*words} - shortened - self._words:
            return None
        return self._by_number.get(number or 1)

    def _is_part_of_ours(self, club: str) -> bool:
        return self.is_like_ours(club) and self._words.issuperset(club.split())


def _words_of(name: str) -> tuple[list[str], int | None]:
    """Of the club, and the number of its team, which may be a Roman one."""
    club, number = _parted(folded_name(name))
    words = club.split()
    if number is None and len(words) > 1 and words[-1] in _ROMAN:
        number = _ROMAN[words.pop()]
    return words, number


def _parted(folded: str) -> tuple[str, int | None]:
    """SK Rockaden 2: the club, and the number of its team."""
    found = _NUMBER.fullmatch(folded)
    return (found[1].strip(), int(found[2])) if found else (folded, None)


def questions_about(names: TeamNames, listed: Sequence[ListedFixture]) -> tuple[TeamQuestion, ...]:
    """In the order of the file, each name once, whatever was answered already. Where there are many the likeliest."""
    asked = {folded_name(name): name for name in reversed(_unknown(names, listed))}
    questions = [TeamQuestion(name=name, suggested=names.suggested(name)) for name in reversed(asked.values())]
    likeliest = sorted(questions, key=lambda each: each.suggested is None)[:_MOST_QUESTIONS]
    return tuple(each for each in questions if each in likeliest)


def _unknown(names: TeamNames, listed: Sequence[ListedFixture]) -> list[str]:
    ours = [row.team for row in listed if not row.home and names.named(row.team, is_ours=True) is None]
    opponents = [row.opponent for row in listed if not row.home]
    pairs = [(row.home, row.away) for row in listed if row.home]
    told = {name for name in {*opponents, *chain.from_iterable(pairs)} if names.named(name, is_ours=False)}
    open_pairs = [pair for pair in pairs if told.isdisjoint(pair)]
    of_open = [name for pair in open_pairs for name in pair if names.is_like_ours(name)]
    if open_pairs and not of_open and len(open_pairs) == len(pairs):
        counted = Counter(name for pair in open_pairs for name in pair)
        most = max(counted.values())
        of_open = [name for name in counted if counted[name] == most][:_MOST_ASKED]
    asked = {*ours, *of_open}
    others = {name for name in {*opponents, *chain.from_iterable(pairs)} - told if names.may_be_ours(name)}
    found: list[str] = []
    for row in listed:
        if row.home:
            found += [name for name in (row.home, row.away) if name in asked or name in others]
        else:
            found += [row.team] * (row.team in asked) + [row.opponent] * (row.opponent in others)
    return found


def our_sides(
    names: TeamNames, listed: Iterable[ListedFixture], questions: Sequence[TeamQuestion], answers: Answers
) -> list[OurSide]:
    """Of a match of two of our teams both, also where a row has one of them as the opponent."""
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
        is_pair = bool(row.home)
        first, is_open = found(row.home or row.team, is_ours=not is_pair)
        second, is_other_open = found(row.away if is_pair else row.opponent, is_ours=False)
        if first is not None and first == second:
            sides.append(OurSide(listed=row, problem=_("Both teams are the same.")))
        elif is_pair and (first or second):
            sides += _sides_of_pair(row, first, second)
        elif first is not None:
            sides += _sides_of_row(row, first, second)
        else:
            sides.append(OurSide(listed=row, is_asked=is_open or (is_pair and is_other_open)))
    return sides


def _sides_of_pair(row: ListedFixture, home: OutsideTeam | None, away: OutsideTeam | None) -> Iterator[OurSide]:
    if home is not None:
        yield OurSide(listed=row, team=home, opponent=row.away, is_home=True)
    if away is not None:
        yield OurSide(listed=row, team=away, opponent=row.home, is_home=False)


def _sides_of_row(row: ListedFixture, team: OutsideTeam, other: OutsideTeam | None) -> Iterator[OurSide]:
    """A row names its team more shortly than others would: of the two each is called by its name."""
    if other is None:
        yield OurSide(listed=row, team=team, opponent=row.opponent, is_home=row.is_home)
        return
    yield OurSide(listed=row, team=team, opponent=other.name, is_home=row.is_home)
    turned = None if row.is_home is None else not row.is_home
    yield OurSide(listed=row, team=other, opponent=team.name, is_home=turned, is_turned=True)


def which_team(name: str) -> str:
    """The question, in words."""
    if not name:
        return _("Which of your teams plays these matches?")
    return _("Which of your teams is “{name}”?").format(name=name)

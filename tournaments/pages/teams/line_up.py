"""Who makes a line-up sees who can play and what the league's rules say of each, before it is published (rulebook,
teams, A: captain's screen). The line-up that is being made stands in the address: nothing is saved by a tap."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from tournaments.models import BoardResult, Fixture, FixturePlace, SquadPlace
from tournaments.pages.calendar.dates import date_in_words
from tournaments.pages.common.wording import sentence
from tournaments.pages.teams.fixture_words import halves_text, rules_in_sentences, score_text, when, where
from tournaments.pairing.teams.leagues import LeagueRules
from tournaments.pairing.teams.line_ups import others_of, reasons_against, remarks, warnings
from tournaments.pairing.teams.proposals import proposed
from tournaments.pairing.teams.types import LineUp, LineUpWarning, PersonKey, SquadAnswer
from tournaments.pairing.types.paired_round import Reason
from tournaments.pairing.types.snapshot import Colour
from tournaments.selectors.display_names import display_names_in_club
from tournaments.selectors.evenings import evening_days
from tournaments.selectors.outside_teams import (
    KnownAnswer,
    LeagueSquad,
    answers_for,
    fixture_called,
    history_of,
    is_silent,
    line_up_of,
    plays_elsewhere,
    rules_for,
    score_of,
    squad_of,
)

Line = tuple[int | None, ...]
"""Keys of players by board."""

_KEY = re.compile(r"[0-9]{0,18}", re.ASCII)
_COLOURS = {Colour.WHITE: gettext_lazy("White"), Colour.BLACK: gettext_lazy("Black")}
_BRIEFLY = {BoardResult.LOSS_BY_FORFEIT: "−", BoardResult.ADJOURNED: "…"}  # not all: the others are signs themselves
ANSWER_WORDS = {
    SquadAnswer.COMING: pgettext_lazy("said of a match", "can play"),
    SquadAnswer.LATER: pgettext_lazy("said of a match", "comes later"),
    SquadAnswer.IF_NEEDED: pgettext_lazy("said of a match", "only if needed"),
    SquadAnswer.AWAY: pgettext_lazy("said of a match", "cannot play"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Seat:
    """A board. `tap`: what a tap on it leads to; `out`: the line-up without whoever sits there."""

    board: int
    colour: str
    name: str
    rating: int | None
    answer: str
    is_away: bool
    warnings: tuple[str, ...]
    remarks: tuple[str, ...]
    is_picked: bool
    tap: str
    out: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Person:
    """Of the list. `board`: where they sit; `tap`: the line-up with them, empty where no board is free. `against`: the
    rules that keep them from this match."""

    key: int
    name: str
    rating: int | None
    team: str
    said: str
    answer: str
    heard: str
    board: int | None
    against: tuple[str, ...]
    remarks: tuple[str, ...]
    elsewhere: str
    tap: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonGroup:
    title: str
    people: tuple[Person, ...]
    is_folded: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ResultRow:
    board: int
    colour: str
    name: str
    result: str
    opponent: str
    opponent_rating: str
    choices: tuple[tuple[str, str, str], ...]
    """What a button sends, shows and means."""


@dataclass(frozen=True, kw_only=True, slots=True)
class LineUpPage:
    """`line` is the line-up on the screen as forms send it; `picked`: a board that waits for somebody."""

    key: int
    team: str
    team_key: int
    league: str
    versus: str
    when: str
    where: str
    note: str
    round: int
    score: str
    report_by: str
    is_open: bool
    answered: str
    silent: int
    seats: tuple[Seat, ...]
    groups: tuple[PersonGroup, ...]
    line: str
    picked: int | None
    propose: str
    warnings: tuple[str, ...]
    found: tuple[LineUpWarning, ...]
    is_published: bool
    differs: bool
    """What is on the screen is not what is published, or put down."""
    rules: tuple[str, ...]
    results: tuple[ResultRow, ...]
    own_score: str
    their_score: str
    may_have_results: bool
    is_to_come: bool
    """Tonight, or later: answers are taken."""
    answer_buttons: tuple[tuple[str, str], ...]
    """What somebody can have said by telephone: what a button sends, and its words."""

    @property
    def has_people(self) -> bool:
        return any(seat.name for seat in self.seats)

    @property
    def can_be_published(self) -> bool:
        return self.has_people and (self.differs or not self.is_published)

    def with_typed(self, typed: Mapping[str, str]) -> LineUpPage:
        """Results as they were typed, be they wrong."""
        rows = (
            replace(
                row,
                result=typed.get(f"result-{row.board}", ""),
                opponent=typed.get(f"opponent-{row.board}", ""),
                opponent_rating=typed.get(f"rating-{row.board}", ""),
            )
            for row in self.results
        )
        return replace(
            self,
            results=tuple(rows),
            own_score=typed.get("own_score", ""),
            their_score=typed.get("their_score", ""),
        )


def line_of(text: str, boards: int) -> Line | None:
    """As an address or a form has it, "5,,7"; None for what is none."""
    parts = text.split(",") if text else []
    if len(parts) > boards or not all(_KEY.fullmatch(part) for part in parts):
        return None
    line = tuple(int(part) if part else None for part in parts)
    return line + (None,) * (boards - len(line))


def line_text(line: Line) -> str:
    return ",".join("" if person is None else str(person) for person in line)


def line_up_page(
    fixture: Fixture, *, line: Line | None = None, picked: int | None = None, proposes: bool = False
) -> LineUpPage:
    """`fixture` with its team, league, season and club read. `line`: the one on the screen; None: what is put down, or
    published. As many questions for forty people as for four."""
    team = fixture.team
    squad, rules, history = squad_of(team.league), rules_for(team), history_of(team.league)
    known = {
        player: answer
        for (_fixture, player), answer in answers_for([fixture], [each.player_id for each in squad.places]).items()
    }
    elsewhere = plays_elsewhere(fixture)
    published = _filled(line_up_of(fixture), rules.boards)
    kept = _filled(tuple(fixture.draft), rules.boards) if fixture.draft is not None else published
    if proposes:
        line = _proposed(fixture, squad, rules, history, known, elsewhere)
    line = _of_the_squad(kept if line is None else line, squad)
    made = _Making(
        fixture=fixture,
        squad=squad,
        rules=rules,
        history=history,
        known=known,
        elsewhere=elsewhere,
        line=line,
        picked=picked if picked is not None and 1 <= picked <= rules.boards else None,
        names=display_names_in_club([each.player_id for each in squad.places]),
    )
    found = made.warnings()
    places = {place.board: place for place in fixture.places.all()}
    today = evening_days(team.league.club.time_zone)[0]
    score = score_of(fixture, list(places.values()), rules.boards)
    own = [each for each in squad.places if each.team_id == team.pk]
    return LineUpPage(
        key=fixture.pk,
        team=team.name,
        team_key=team.pk,
        league=team.league.name,
        versus=fixture_called(fixture),
        when=when(fixture),
        where=where(fixture),
        note=fixture.note,
        round=fixture.round,
        score=score_text(score),
        report_by=rules.report_by or "",
        is_open=team.league.season.is_open,
        answered=_answered([known[each.player_id] for each in own]),
        silent=sum(is_silent(fixture, each, known[each.player_id]) for each in squad.places),
        seats=made.seats(found),
        groups=tuple(made.groups()),
        line=line_text(line),
        picked=made.picked,
        propose="?propose=yes#line-up",
        warnings=tuple(made.sentence(each.reason) for each in found if each.board is None),
        found=found,
        is_published=fixture.published_at is not None,
        differs=line != _of_the_squad(kept, squad),
        rules=rules_in_sentences(rules),
        results=tuple(_result_rows(made, places)),
        own_score="" if fixture.own_halves is None else halves_text(fixture.own_halves),
        their_score="" if fixture.their_halves is None else halves_text(fixture.their_halves),
        may_have_results=fixture.date <= today,
        is_to_come=fixture.date >= today,
        answer_buttons=tuple((each.value, str(words)) for each, words in ANSWER_WORDS.items()),
    )


def _filled(line: Line, boards: int) -> Line:
    return (line + (None,) * boards)[:boards]


def _of_the_squad(line: Line, squad: LeagueSquad) -> Line:
    """Whoever has left the list since it was put down sits nowhere, and nobody sits twice."""
    seen: set[int | None] = set()
    found: list[int | None] = []
    for person in line:
        is_wrong = person not in squad.squad.by_person or person in seen
        found.append(None if is_wrong else person)
        seen.add(person)
    return tuple(found)


def _proposed(
    fixture: Fixture,
    squad: LeagueSquad,
    rules: LeagueRules,
    history: Sequence[LineUp],
    known: Mapping[int, KnownAnswer],
    elsewhere: Collection[int],
) -> Line:
    answers = {key: each.said for key, each in known.items() if each.said is not None and key not in elsewhere}
    found = proposed(squad.squad, answers, history, rules, number=fixture.round, team=fixture.team.number)
    return _filled(found.line_up.people, rules.boards)


def _answered(known: Sequence[KnownAnswer]) -> str:
    """Of the team's own people, in one line."""
    said = [each.said for each in known]
    counts = [(str(words), said.count(each)) for each, words in ANSWER_WORDS.items()]
    counts.append((pgettext("said of a match", "no answer"), said.count(None)))
    return " · ".join(f"{count} {words}" for words, count in counts if count)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Making:
    """All that is read for one page."""

    fixture: Fixture
    squad: LeagueSquad
    rules: LeagueRules
    history: Sequence[LineUp]
    known: Mapping[int, KnownAnswer]
    elsewhere: Mapping[int, str]
    line: Line
    picked: int | None
    names: Mapping[PersonKey, str]

    def line_up(self, people: Line) -> LineUp:
        return LineUp(round=self.fixture.round, team=self.fixture.team.number, people=people)

    def sentence(self, reason: Reason) -> str:
        return sentence(reason, self.names)

    def warnings(self) -> tuple[LineUpWarning, ...]:
        if not any(self.line):
            return ()
        return warnings(self.line_up(self.line), self.squad.squad, self.history, self.rules)

    def plays_elsewhere(self, person: int) -> str:
        """In a sentence; empty where they do not."""
        team = self.elsewhere.get(person)
        return _("Plays for {team} that day.").format(team=team) if team else ""

    def seats(self, found: Sequence[LineUpWarning]) -> tuple[Seat, ...]:
        told = remarks(self.line_up(self.line), self.squad.squad, self.history, self.rules)
        return tuple(self._seat(board, person, found, told) for board, person in enumerate(self.line, 1))

    def _seat(
        self, board: int, person: int | None, found: Sequence[LineUpWarning], told: Sequence[LineUpWarning]
    ) -> Seat:
        place = None if person is None else self.squad.place_of(person)
        answer = KnownAnswer() if person is None else self.known[person]
        other = "" if person is None else self.plays_elsewhere(person)
        return Seat(
            board=board,
            colour=str(_COLOURS[self.rules.home_odd.of(board, is_home=self.fixture.is_home)]),
            name="" if person is None else self.names[person],
            rating=place.rating if place else None,
            answer=str(ANSWER_WORDS[answer.said]) if answer.said else "",
            is_away=answer.said is SquadAnswer.AWAY,
            warnings=(
                *(self.sentence(each.reason) for each in found if each.board == board),
                *([other] if other else ()),
            ),
            remarks=tuple(self.sentence(each.reason) for each in told if each.board == board),
            is_picked=board == self.picked,
            tap=self._board_tapped(board),
            out=self.address(self.with_at(board, None)) if person is not None else "",
        )

    def address(self, line: Line, picked: int | None = None) -> str:
        query: dict[str, object] = {"line": line_text(line)} | ({} if picked is None else {"board": picked})
        return f"?{urlencode(query, safe=',')}#line-up"

    def with_at(self, board: int, person: int | None) -> Line:
        """Whoever sat there sits where that person sat before."""
        line = list(self.line)
        if person is not None and person in line:
            line[line.index(person)] = line[board - 1]
        line[board - 1] = person
        return tuple(line)

    def _board_tapped(self, board: int) -> str:
        if self.picked is None or self.picked == board:
            return self.address(self.line, None if self.picked == board else board)
        return self.address(self.with_at(self.picked, self.line[board - 1]))

    def _person_tapped(self, person: int) -> str:
        """To the board that was picked, or the first that is free."""
        if self.picked is not None:
            return self.address(self.with_at(self.picked, person))
        if person in self.line:
            return self.address(self.line, self.line.index(person) + 1)
        free = next((board for board, sits in enumerate(self.line, 1) if sits is None), None)
        return "" if free is None else self.address(self.with_at(free, person))

    def groups(self) -> Iterator[PersonGroup]:
        """The team's own people, who could stand in for them, who plays above."""
        number = self.fixture.team.number
        people = [(place, self._person(place)) for place in self.squad.places]
        yield PersonGroup(
            title=self.fixture.team.name, people=tuple(person for place, person in people if _number(place) == number)
        )
        below = [person for place, person in people if (each := _number(place)) is None or each > number]
        if below:
            yield PersonGroup(title=_("From lower teams, or of no team"), people=tuple(below))
        above = [person for place, person in people if (each := _number(place)) is not None and each < number]
        if above:
            yield PersonGroup(title=_("From higher teams"), people=tuple(above), is_folded=True)

    def _person(self, place: SquadPlace) -> Person:
        person = place.player_id
        match = self.line_up((person,))
        others = others_of(match, self.history)
        member = self.squad.squad.by_person[person]
        against = reasons_against(member, match, self.squad.squad, others, self.rules)
        told = remarks(match, self.squad.squad, self.history, self.rules)
        answer = self.known[person]
        return Person(
            key=person,
            name=self.names[person],
            rating=place.rating,
            team=place.team.name if place.team else "",
            said=answer.said.value if answer.said else "",
            answer=str(ANSWER_WORDS[answer.said]) if answer.said else "",
            heard=_heard(answer),
            board=self.line.index(person) + 1 if person in self.line else None,
            against=tuple(self.sentence(reason) for reason in against),
            remarks=tuple(self.sentence(each.reason) for each in told),
            elsewhere=self.plays_elsewhere(person),
            tap=self._person_tapped(person),
        )


def _number(place: SquadPlace) -> int | None:
    return place.team.number if place.team else None


def _heard(answer: KnownAnswer) -> str:
    """How their answer is known."""
    if answer.is_away:
        return _("away for a while")
    if answer.is_usual:
        return _("as always")
    if answer.row is None:
        return ""
    if answer.row.arrives_at is not None:
        return _("about {time}").format(time=time_format(answer.row.arrives_at, "H:i"))
    if not answer.row.said:
        return _("asked on {date}").format(date=date_in_words(timezone.localdate(answer.row.said_at)))
    return ""


def _result_rows(made: _Making, places: Mapping[int, FixturePlace]) -> Iterator[ResultRow]:
    """Of a published line-up; the boards of another match are typed as a score."""
    for board, place in sorted(places.items()):
        choices = [
            (each.value, _BRIEFLY.get(each, each.value), str(each.label))
            for each in BoardResult
            if place.player_id is not None or each in {BoardResult.LOSS_BY_FORFEIT, BoardResult.NOBODY}
        ]
        yield ResultRow(
            board=board,
            colour=str(_COLOURS[made.rules.home_odd.of(board, is_home=made.fixture.is_home)]),
            name="" if place.player_id is None else made.names.get(place.player_id, ""),
            result=place.result,
            opponent=place.opponent,
            opponent_rating=str(place.opponent_rating or ""),
            choices=tuple(choices),
        )

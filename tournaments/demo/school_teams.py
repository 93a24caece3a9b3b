"""The demo's schools: eight teams of children, two rounds behind them, and the third on the boards."""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from importlib import resources
from typing import Any

from django.utils.translation import gettext as _

from tournaments import clock
from tournaments.demo.playing import PastRound, publish, spread
from tournaments.demo.schedule import DemoRhythm, DemoRounds, planned
from tournaments.models import Club, Entry, Game, Presence, Round, Season, Tournament, User
from tournaments.names import split_name
from tournaments.pairing.teams.board_signs import from_signs
from tournaments.pairing.types.snapshot import Colour, score_of
from tournaments.services import rounds
from tournaments.services.evening import attendance, end_evening, team_attendance
from tournaments.services.players import players
from tournaments.services.players.players import PlayerDetails
from tournaments.services.rounds import match_results
from tournaments.services.rounds.result_rows import MadeOf
from tournaments.services.rounds.team_line_ups import boards_to_begin_with
from tournaments.services.setup import entries, team_entries, tournaments
from tournaments.services.setup.team_entries import TypedMember, TypedTeam

_NOBODY: Mapping[str, Collection[int]] = {}
_DRAWS = 0.15  # share of the games
_STRONGER = 0.04  # so much more often a team wins for each place that its name stands higher on the list


@dataclass(frozen=True, kw_only=True, slots=True)
class SchoolEvent:
    tournament: Tournament
    past: Sequence[PastRound]
    told: Mapping[str, Any]
    """What the file says."""

    @property
    def names(self) -> Sequence[str]:
        return [team["name"] for team in self.told["teams"]]

    def away(self, number: int) -> Mapping[str, Collection[int]]:
        """By the team's name, the places of those who are away in that round."""
        found: Sequence[Mapping[str, Collection[int]]] = self.told["away"]
        return found[number - 1] if number <= len(found) else _NOBODY

    def only_the_score(self, number: int) -> Collection[int]:
        """Matches whose boards nobody wrote down."""
        found: Collection[int] = self.told["only_the_score"].get(str(number), ())
        return found


def enter_schools(club: Club, season: Season, *, tonight: datetime.date, director: User) -> SchoolEvent:
    """With their members, who are children; they are no members of the club."""
    told = json.loads(resources.files("tournaments.demo").joinpath("school_teams.json").read_bytes())
    for team in told["teams"]:
        for name in team["members"]:
            given, family = split_name(name)
            details = PlayerDetails(given_name=given, family_name=family, is_active=False, is_child=True)
            players.add_player(club, details, actor=director)
    tournament = tournaments.create_tournament(
        club,
        season=season,
        name=_("School teams"),
        system="modified_monrad",
        preset="school",
        options={},
        planned_rounds=told["planned_rounds"],
        boards=told["boards"],
        actor=director,
    )
    typed = [
        TypedTeam(name=team["name"], members=tuple(TypedMember(name=name) for name in team["members"]))
        for team in told["teams"]
    ]
    team_entries.enter_teams(tournament, typed, actor=director)
    entries.draw_numbers(tournament, actor=director)
    tournament = Tournament.objects.select_related("club", "season").get(pk=tournament.pk)
    past = DemoRounds(past=[{}] * (len(told["away"]) - 1), tonight={})
    programme = planned(tournament, past, DemoRhythm.from_json(told["rhythm"]), tonight=tonight, director=director)
    return SchoolEvent(tournament=tournament, past=programme.past, told=told)


def play_school_rounds(event: SchoolEvent, director: User) -> None:
    """Those of the earlier day, from its first team to its last slip."""
    for past in event.past:
        opens = past.begins - datetime.timedelta(minutes=past.check_in)
        opened = _open(event, past.number, director, at=clock.at(opens))
        _check_in(event, opened, director, past=past)
        with clock.at(past.begins):
            publish(opened, director)
        for moment, game in spread(_matches(opened), past.begins, past.minutes // 2, past.minutes):
            with moment:
                _enter_match(event, game, director)
        if past.ends_evening:
            opened.refresh_from_db()
            with clock.at(past.begins + datetime.timedelta(minutes=past.minutes + 5)):
                end_evening.end_evening(opened, seen_revision=opened.revision, actor=director)


def open_school_round(event: SchoolEvent, director: User) -> None:
    """What happens today happens now: of some matches a few boards are over, of one all of them."""
    opened = _open(event, len(event.past) + 1, director, at=nullcontext())
    _check_in(event, opened, director)
    publish(opened, director)
    rounds.start_round(opened, seen_revision=opened.revision, actor=director)
    for game, signs in zip(_matches(opened), event.told["tonight"], strict=True):
        begun = boards_to_begin_with(game, game.round.tournament)
        for board, sign in enumerate(signs, start=1):
            if begun[board - 1] == "*":  # the others are decided, since nobody sits there
                match_results.enter_board(game, board, sign, seen="*", actor=director)


def _open(event: SchoolEvent, number: int, director: User, *, at: AbstractContextManager[None]) -> Round:
    with at:
        return rounds.open_next_round(event.tournament, seen_number=number, actor=director)


def _check_in(event: SchoolEvent, opened: Round, director: User, *, past: PastRound | None = None) -> None:
    """Every team is here; of some not all of its members. `past` is None for today."""
    coming = list(Entry.objects.filter(tournament=event.tournament).order_by("number"))
    away = event.away(opened.number)
    for moment, entry in _as_they_come(coming, past):
        with moment:
            attendance.mark_attendance(opened, entry, Presence.PRESENT, seen=Presence.UNMARKED, actor=director)
            if places := away.get(entry.team_name):
                here = entry.members.exclude(place__in=places).values_list("pk", flat=True)
                team_attendance.mark_members(opened, entry, list(here), actor=director)


def _as_they_come(
    coming: Sequence[Entry], past: PastRound | None
) -> Iterator[tuple[AbstractContextManager[None], Entry]]:
    if past is None:
        yield from ((nullcontext(), entry) for entry in coming)
    else:
        yield from spread(coming, past.begins, -past.check_in, 0)


def _matches(opened: Round) -> Sequence[Game]:
    return list(Game.objects.filter(round=opened).select_related("round__tournament__club").order_by("board"))


def _enter_match(event: SchoolEvent, game: Game, director: User) -> None:
    """From its slip. Of some the score alone is told."""
    boards = boards_to_begin_with(game, game.round.tournament)
    signs = "".join(_sign(event, game, board) if sign == "*" else sign for board, sign in enumerate(boards, start=1))
    made_of = MadeOf(boards=signs)
    if game.board in event.only_the_score(game.round.number):
        first, second = (int(2 * points) for points in score_of(from_signs(signs)))
        made_of = MadeOf(halves=(first, second))
    match_results.enter_match(game, made_of, seen=game.seen, actor=director)


def _sign(event: SchoolEvent, game: Game, board: int) -> str:
    """The same each time the same two meet in the same round; schools high on the list win a little more often."""
    sides = {slot.colour: slot.entry.team_name for slot in game.sides.select_related("entry")}
    first, second = sides[Colour.WHITE], sides[Colour.BLACK]
    places = {name: place for place, name in enumerate(event.names)}
    expected = 0.5 + _STRONGER * (places[second] - places[first])
    lot = hashlib.sha256(f"{game.round.number}:{first}:{second}:{board}".encode()).digest()
    chance = int.from_bytes(lot[:4], "big") / 2**32
    if abs(chance - expected) < _DRAWS / 2:
        return "="
    return "1" if chance < expected else "0"

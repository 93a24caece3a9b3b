"""Teams entered, what is refused of them, and what is about people and never meets a team."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tools.casts.factories import PlayerFactory
from tests.tools.casts.team_event import SCHOOLS, TeamEvent
from tournaments.models import Player
from tournaments.names import folded_name
from tournaments.selectors.play_offs import plays_off, tied_for_first
from tournaments.selectors.snapshots import table_of
from tournaments.services.common.refusal import Refused
from tournaments.services.evening.team_attendance import mark_members
from tournaments.services.players.merging import in_the_way
from tournaments.services.setup import entries, team_entries, tournaments
from tournaments.services.setup.team_entries import TypedMember, TypedTeam

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> TeamEvent:
    return TeamEvent.of_teams(SCHOOLS[:4], boards=2, members=3)


def typed(name: str, *members: str) -> TypedTeam:
    return TypedTeam(name=name, members=tuple(TypedMember(name=member) for member in members))


@pytest.mark.parametrize(
    ("teams", "said"),
    [
        ([], "There is no team in it."),
        ([typed("Nye", "")], "A member has no name."),
        ([typed("N" * 101)], "A team has a name of at most 100 characters."),
        ([typed("Nye", *(f"Per Hansen{at}" for at in range(101)))], "A team has at most 100 members."),
        ([typed(f"Nye {at}") for at in range(497)], "A tournament has at most 500 teams."),
        ([typed("Nye", "Kari Moe")], "The club knows 2 people called Kari Moe"),
    ],
)
def test_what_cannot_be_entered_is_refused_and_nobody_is_made_known(
    event: TeamEvent, teams: list[TypedTeam], said: str
) -> None:
    club = event.tournament.club
    for _person in range(2):
        PlayerFactory(club=club, given_name="Kari", family_name="Moe", folded_name=folded_name("Kari", "Moe"))
    before = Player.objects.filter(club=club).count()
    with pytest.raises(Refused, match=said):
        team_entries.enter_teams(event.tournament, teams, actor=event.director)
    assert (event.tournament.entries.count(), Player.objects.filter(club=club).count()) == (4, before)


def test_players_enter_no_tournament_of_teams_and_teams_none_of_players(event: TeamEvent) -> None:
    player = PlayerFactory(club=event.tournament.club)
    with pytest.raises(Refused, match="In this tournament teams play: enter the player in a team"):
        entries.enter_players(event.tournament, [player], actor=event.director)
    of_players = _made(event, system="modified_monrad", boards=None)
    with pytest.raises(Refused, match="In this tournament players play, not teams"):
        team_entries.enter_teams(of_players, [typed("Nye")], actor=event.director)


def test_a_tournament_of_teams_has_boards_and_a_system_that_teams_play(event: TeamEvent) -> None:
    with pytest.raises(Refused, match="A match has from 1 to 12 boards"):
        _made(event, system="modified_monrad", boards=13)
    with pytest.raises(Refused, match="is not played by teams"):
        _made(event, system="keizer", boards=4)


def test_whoever_changes_teams_stays_in_the_tournament(event: TeamEvent) -> None:
    other = TeamEvent.of_teams(("Elsewhere", "Far"), boards=2, season=event.tournament.season, called="Others")
    with pytest.raises(Refused, match="Both teams must play in this tournament"):
        team_entries.move_member(event.members(1)[0], other.entry(1), actor=event.director)


def test_a_line_up_that_plays_stays_and_whoever_changes_teams_joins_the_round_after_it(event: TeamEvent) -> None:
    event.open()
    event.check_in()
    event.pair()
    event.publish()
    event.enter_boards(1, "1")
    late = event.members(1)[2]
    team_entries.move_member(late, event.entry(2), actor=event.director)  # who sits nowhere
    moved = event.members(2)[-1]
    assert (moved.player_id, moved.from_round) == (late.player_id, 2)
    with pytest.raises(Refused, match="The match of Askeby has begun: its line-up stays"):
        mark_members(event.round, event.entry(1), [], actor=event.director)


def test_a_team_without_a_match_has_nobody_to_be_marked(event: TeamEvent) -> None:
    event.open()
    event.tournament.rounds.get().attendances.filter(entry=event.entry(4)).delete()
    with pytest.raises(Refused, match="This team has no match in round 1"):
        mark_members(event.round, event.entry(4), [], actor=event.director)


def test_two_of_one_tournament_are_two_people(event: TeamEvent) -> None:
    one, other = event.members(1)[0].player, event.members(2)[0].player
    assert any(
        "are both in a team of Schools: take one of them out of it first" in each for each in in_the_way(one, other)
    )


def test_a_team_that_is_changed_before_the_first_round_is_paired_is_as_strong_as_its_members() -> None:
    event = TeamEvent.of_teams()
    entry = event.entry(1)
    before = entry.rating

    def strengthen(rating: int) -> int | None:
        entry.refresh_from_db()
        team_entries.edit_team(
            entry,
            name="Askeby",
            members=[TypedMember(name=f"Askeby{place} Berg", rating=rating) for place in range(1, 5)],
            seen=team_entries.version_of(entry),
            actor=event.director,
        )
        entry.refresh_from_db()
        return entry.rating

    assert before != 1900
    assert strengthen(1900) == 1900
    event.draft()
    assert strengthen(2000) == 1900, "numbers and pairings have been made by it"


def test_in_a_cup_of_teams_for_all_members_no_member_is_entered() -> None:
    cup = TeamEvent.of_teams(SCHOOLS[:4], system="cup", options={"auto_enter": True}, planned_rounds=None)
    PlayerFactory(club=cup.tournament.club)
    cup.open()
    assert not cup.tournament.entries.exclude(player=None).exists()


def test_teams_level_at_the_top_share_the_first_place() -> None:
    options = {"play_off": "on_points", "numbering": "given", "publish": "round"}
    group = TeamEvent.of_teams(SCHOOLS[:2], system="all_play_all", boards=2, options=options, planned_rounds=None)
    group.open()
    group.check_in()
    group.pair()
    group.publish()
    group.enter_boards(1, "==")
    group.finish()
    assert tied_for_first(group.tournament) is None
    assert not plays_off(group.tournament)
    assert [row.place for row in table_of(group.tournament, after=1).rows] == [1, 1]


def _made(event: TeamEvent, **given: Any) -> Any:
    settled = {"options": {}, "planned_rounds": 5, "name": "Another", "season": event.tournament.season} | given
    return tournaments.create_tournament(event.tournament.club, actor=event.director, **settled)

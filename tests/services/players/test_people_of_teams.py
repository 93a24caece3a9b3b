"""People of the club's teams: erased, nothing of what they said is left; two records of one become one there, too."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

import pytest

from tests.tools.casts.factories import UserFactory
from tests.tools.casts.teams_cast import Teams
from tests.tools.guards.whole_database import dump, nothing_changes
from tests.tools.pages.card_client import holding
from tournaments import clock
from tournaments.models import (
    Action,
    Answer,
    Fixture,
    FixtureAnswer,
    FixturePlace,
    InboxItem,
    OutsideTeam,
    Player,
    RespondedBy,
    SquadPlace,
)
from tournaments.pairing.teams.types import SquadAnswer
from tournaments.services.activity.inbox_answers import answer_inbox_item
from tournaments.services.activity.undo import undo_action
from tournaments.services.cards.own_settings import ask_to_be_erased
from tournaments.services.common.refusal import Refused
from tournaments.services.players import merging
from tournaments.services.teams import answers

pytestmark = [pytest.mark.django_db, pytest.mark.postgresql]  # JSON, constraints
BEFORE = datetime.datetime(2026, 10, 1, 12, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def _some_days_before() -> Iterator[None]:
    with clock.at(BEFORE):
        yield


@pytest.fixture
def teams() -> Teams:
    return Teams.of()


def says(fixture: Fixture, player: Player, said: SquadAnswer) -> None:
    answers.answer(fixture, player, said, said_by=RespondedBy.CARD, actor=None, by_card=player.pk, seen="-")


def erase(player: Player) -> None:
    ask_to_be_erased(player)
    item = InboxItem.objects.select_related("club", "tournament").get(asked="erase")
    answer_inbox_item(item, Answer.YES, seen=item.asked_at.isoformat(), actor=UserFactory())


def test_what_an_erased_person_said_is_gone_and_their_board_stays_without_a_name(teams: Teams) -> None:
    player = teams.people[0]
    played = teams.fixture(date=datetime.date(2026, 9, 1))
    teams.sits(played, player, teams.people[1])
    coming = teams.fixture(round=2, draft=[teams.people[1].pk, player.pk])
    OutsideTeam.objects.filter(pk=teams.second.pk).update(captain=player)
    says(coming, player, SquadAnswer.AWAY)
    client = holding(player)
    erase(player)

    assert not FixtureAnswer.objects.filter(player=player).exists()
    assert not SquadPlace.objects.filter(player=player).exists()
    assert not Action.objects.filter(verb="fixture.answer").exists()
    assert FixturePlace.objects.get(fixture=played, board=1).player_id == player.pk
    coming.refresh_from_db()
    assert coming.draft == [teams.people[1].pk, None]
    teams.second.refresh_from_db()
    assert teams.second.captain is None
    address = f"/en/{teams.club.slug}/me/{player.public_key}/matches/{coming.pk}/answer/"
    assert client.post(address, {"answer": "coming", "seen": "-"}).status_code == 404
    assert client.get(f"/en/{teams.club.slug}/me/").status_code == 404


def test_who_stands_in_a_line_up_of_a_match_to_come_is_named_first(teams: Teams) -> None:
    player = teams.people[0]
    teams.sits(teams.fixture(), player)
    teams.sits(teams.fixture(round=2), player)
    one, other = (f"{teams.first.name} – Rivals {number}" for number in (1, 2))
    ask_to_be_erased(player)
    item = InboxItem.objects.select_related("club", "tournament").get(asked="erase")
    named = f"is in the line-up of {one} and {other}: take them out there first"
    admin = UserFactory()
    with nothing_changes(Refused, match=named):
        answer_inbox_item(item, Answer.YES, seen=item.asked_at.isoformat(), actor=admin)


def merge(kept: Player, other: Player) -> None:
    kept, other = Player.objects.get(pk=kept.pk), Player.objects.get(pk=other.pk)
    merging.merge_players(kept, other, seen=merging.merge_version(kept, other), actor=None)


def test_answers_places_boards_and_captaincies_follow_and_come_back(teams: Teams) -> None:
    kept, other = teams.people[10], teams.people[0]
    first, second = teams.fixture(), teams.fixture(round=2, draft=[None, other.pk])
    teams.sits(first, other, teams.people[1])
    OutsideTeam.objects.filter(pk=teams.first.pk).update(captain=other)
    says(first, other, SquadAnswer.COMING)
    says(second, other, SquadAnswer.AWAY)
    with clock.at(BEFORE + datetime.timedelta(hours=1)):
        says(second, kept, SquadAnswer.IF_NEEDED)
    before = dump()
    merge(kept, other)

    said = FixtureAnswer.objects.filter(player=kept).order_by("fixture")
    assert list(said.values_list("fixture", "said")) == [(first.pk, "coming"), (second.pk, "if_needed")]
    assert SquadPlace.objects.get(player=kept).team == teams.first, "the place with a team"
    assert FixturePlace.objects.get(fixture=first, board=1).player_id == kept.pk
    assert OutsideTeam.objects.get(pk=teams.first.pk).captain_id == kept.pk
    second.refresh_from_db()
    assert second.draft == [None, kept.pk]
    for model in (FixtureAnswer, SquadPlace, FixturePlace):
        assert not model._default_manager.filter(player=other).exists()

    undo_action(Action.objects.latest("pk"), actor=None)
    assert dump() == before
    undo_action(Action.objects.latest("pk"), actor=None)
    assert FixtureAnswer.objects.filter(player=kept).count() == 2, "and again"


def test_of_two_places_with_a_team_the_kept_ones_stays(teams: Teams) -> None:
    kept, other = teams.people[7], teams.people[0]
    merge(kept, other)
    assert SquadPlace.objects.get(player=kept).team == teams.second


def test_who_sit_beside_each_other_are_two_people(teams: Teams) -> None:
    kept, other = teams.people[:2]
    teams.sits(teams.fixture(), kept, other)
    with nothing_changes(Refused, match=f"are both in the line-up of {teams.first.name} – Rivals 1"):
        merge(kept, other)

"""Who can play: the last word counts, whoever is in the line-up and cannot is told of, strangers say nothing."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Iterator
from typing import Any

import pytest

from tests.tools.casts.factories import ClubFactory, PlayerFactory, UserFactory
from tests.tools.casts.teams_cast import FIRST_MATCH, Teams
from tournaments import clock
from tournaments.models import (
    Action,
    Answer,
    Fixture,
    FixtureAnswer,
    InboxItem,
    InboxSubject,
    Membership,
    Player,
    RespondedBy,
    Role,
    SquadPlace,
    UsualAnswer,
)
from tournaments.pages.activity.inbox import club_inbox
from tournaments.pages.common.action_sentences import sentence_of
from tournaments.pairing.teams.types import SquadAnswer
from tournaments.permissions import may_undo_in_club
from tournaments.recording import AlreadyDone, Stale
from tournaments.selectors.outside_teams import answers_for
from tournaments.services.activity.inbox_answers import answer_inbox_item
from tournaments.services.activity.undo import undo_action
from tournaments.services.calendar import availability
from tournaments.services.common.refusal import Refused
from tournaments.services.teams import answers

pytestmark = pytest.mark.django_db
BEFORE = datetime.datetime(2026, 10, 1, 12, tzinfo=datetime.UTC)


@pytest.fixture(autouse=True)
def _some_days_before() -> Iterator[None]:
    with clock.at(BEFORE):
        yield


@pytest.fixture
def teams() -> Teams:
    return Teams.of()


def seen(fixture: Fixture, player: Player) -> str:
    return answers_for([fixture], [player.pk])[fixture.pk, player.pk].version


def says(fixture: Fixture, player: Player, said: SquadAnswer | None, **values: Any) -> Action | None:
    given = {"said_by": RespondedBy.CARD, "actor": None, "by_card": player.pk, "seen": seen(fixture, player)}
    return answers.answer(fixture, player, said, **(given | values))


def test_the_last_word_counts_and_the_same_again_is_none(teams: Teams) -> None:
    fixture, player = teams.fixture(), teams.people[0]
    action = says(fixture, player, SquadAnswer.LATER, arrives_at=datetime.time(20, 15))
    row = FixtureAnswer.objects.get()
    assert (row.said, row.arrives_at, row.said_by, row.said_at) == ("later", datetime.time(20, 15), "card", BEFORE)
    assert action is not None
    assert action.facts["by_card"] == player.pk
    assert "comes later" in sentence_of(action.verb, action.facts, {player.pk: "Ida"}, {})

    assert says(fixture, player, SquadAnswer.LATER, arrives_at=datetime.time(20, 15)) is None
    says(fixture, player, SquadAnswer.AWAY, arrives_at=datetime.time(20, 15))
    row.refresh_from_db()
    assert (row.said, row.arrives_at) == ("away", None)
    says(fixture, player, None)
    assert not FixtureAnswer.objects.exists()
    assert says(fixture, player, None) is None


def test_a_director_writes_it_down_and_takes_it_back(teams: Teams) -> None:
    fixture, player, director = teams.fixture(), teams.people[0], UserFactory()
    Membership.objects.create(club=teams.club, user=director, role=Role.DIRECTOR)
    action = says(fixture, player, SquadAnswer.COMING, said_by=RespondedBy.TELEPHONE, actor=director, by_card=None)
    assert FixtureAnswer.objects.get().noted_by == director
    assert action is not None
    assert may_undo_in_club(director, teams.club, action)
    undo_action(action, actor=director)
    assert not FixtureAnswer.objects.exists()


def test_an_old_screen_overwrites_nothing_and_a_receipt_counts_once(teams: Teams) -> None:
    fixture, player, receipt = teams.fixture(), teams.people[0], uuid.uuid4()
    old = seen(fixture, player)
    says(fixture, player, SquadAnswer.COMING, receipt=receipt)
    with pytest.raises(AlreadyDone):
        says(fixture, player, SquadAnswer.AWAY, seen=old, receipt=receipt)
    with pytest.raises(Stale):
        says(fixture, player, SquadAnswer.AWAY, seen=old)
    assert FixtureAnswer.objects.get().said == "coming"


def test_what_is_over_is_refused_with_a_sentence_and_its_day_is_not(teams: Teams) -> None:
    fixture, player = teams.fixture(), teams.people[0]
    with clock.at(datetime.datetime(2026, 10, 6, 21, tzinfo=datetime.UTC)):
        says(fixture, player, SquadAnswer.COMING)
    with clock.at(datetime.datetime(2026, 10, 7, 12, tzinfo=datetime.UTC)), pytest.raises(Refused, match="over"):
        says(fixture, player, SquadAnswer.AWAY)
    teams.league.season.is_open = False
    teams.league.season.save()
    with pytest.raises(Refused, match="closed"):
        says(fixture, player, SquadAnswer.AWAY)


def test_nobody_answers_who_is_not_on_the_list_nor_for_somebody_else(teams: Teams) -> None:
    fixture, stranger = teams.fixture(), PlayerFactory(club=teams.club, given_name="Stranger")
    elsewhere = PlayerFactory(club=ClubFactory())
    one, other = teams.people[:2]
    with pytest.raises(Refused, match="Stranger is not on the club’s list"):
        says(fixture, stranger, SquadAnswer.COMING)
    with pytest.raises(Refused, match="This person is not"):
        says(fixture, elsewhere, SquadAnswer.COMING)
    with pytest.raises(Refused, match="Only the captain"):
        says(fixture, one, SquadAnswer.COMING, by_card=other.pk)
    teams.first.captain = other
    teams.first.save()
    fixture.refresh_from_db()
    says(fixture, one, SquadAnswer.COMING, by_card=other.pk, said_by=RespondedBy.TELEPHONE)
    assert FixtureAnswer.objects.get().player == one


def test_a_match_or_a_record_that_is_gone_is_looked_at_again(teams: Teams) -> None:
    fixture, player = teams.fixture(), teams.people[0]
    Player.objects.filter(pk=player.pk).update(merged_into=teams.people[1])
    with pytest.raises(Stale):
        says(fixture, player, SquadAnswer.COMING, seen="-")
    there = Fixture.objects.select_related("team__league__club").get()
    Fixture.objects.all().delete()
    with pytest.raises(Stale):
        says(there, teams.people[1], SquadAnswer.COMING, seen="-")


def items() -> list[tuple[int | None, str]]:
    waiting = InboxItem.objects.filter(asked=InboxSubject.LINE_UP, answer="")
    return [(item.player_id, item.facts["said"]) for item in waiting.order_by("pk")]


def test_whoever_stands_in_the_line_up_and_cannot_play_is_told_of_until_they_can(teams: Teams) -> None:
    fixture, other = teams.fixture(), teams.fixture(round=2, date=FIRST_MATCH)
    player, bench = teams.people[0], teams.people[5]
    teams.sits(fixture, *teams.people[:4])
    teams.sits(other, *teams.people[:4])
    says(fixture, bench, SquadAnswer.AWAY)
    says(fixture, player, SquadAnswer.IF_NEEDED)
    assert items() == []

    says(fixture, player, SquadAnswer.AWAY)
    says(other, player, SquadAnswer.AWAY)
    assert items() == [(player.pk, "away"), (player.pk, "away")]
    says(other, player, SquadAnswer.COMING)
    says(fixture, player, None)
    assert items() == [(player.pk, "")]
    says(fixture, player, SquadAnswer.COMING)
    assert items() == []


def test_the_inbox_says_it_and_is_answered_with_one_tap(teams: Teams) -> None:
    fixture, player, director = teams.fixture(), teams.people[0], UserFactory()
    Membership.objects.create(club=teams.club, user=director, role=Role.DIRECTOR)
    teams.sits(fixture, player)
    says(fixture, player, SquadAnswer.AWAY)
    (item,) = club_inbox(teams.club, director).items
    assert "cannot play after all" in item.sentence
    assert f"{teams.first.name} – Rivals 1" in item.sentence
    assert [choice.value for choice in item.choices] == ["yes", "no"]

    found = InboxItem.objects.get()
    answer_inbox_item(found, Answer.YES, seen=item.seen, actor=director)
    (answered,) = club_inbox(teams.club, director).answered
    assert answered.answer == "done"
    says(fixture, player, SquadAnswer.COMING)
    says(fixture, player, SquadAnswer.AWAY)
    assert len(items()) == 1


def test_a_time_away_reaches_the_line_up_and_its_end_takes_it_back(teams: Teams) -> None:
    fixture, player = teams.fixture(), teams.people[0]
    teams.sits(fixture, player)
    by = {"actor": None, "by_card": player.pk}
    says(fixture, player, SquadAnswer.COMING)
    with clock.at(BEFORE + datetime.timedelta(hours=1)):
        period = availability.set_away(player, FIRST_MATCH, FIRST_MATCH, said_by=RespondedBy.CARD, **by)
    assert items() == [(player.pk, "away")]
    availability.end_away(period, **by)
    assert items() == []
    stranger = PlayerFactory(club=teams.club)
    with pytest.raises(Refused):
        availability.set_away(
            stranger, FIRST_MATCH, FIRST_MATCH, said_by=RespondedBy.CARD, actor=None, by_card=stranger.pk
        )


def test_who_is_away_and_says_again_that_they_can_play_plays(teams: Teams) -> None:
    fixture, player = teams.fixture(), teams.people[0]
    says(fixture, player, SquadAnswer.COMING)
    with clock.at(BEFORE + datetime.timedelta(hours=1)):
        availability.set_away(player, FIRST_MATCH, FIRST_MATCH, said_by=RespondedBy.CARD, actor=None)
    assert answers_for([fixture], [player.pk])[fixture.pk, player.pk].is_away
    with clock.at(BEFORE + datetime.timedelta(hours=2)):
        says(fixture, player, SquadAnswer.COMING)
    assert answers_for([fixture], [player.pk])[fixture.pk, player.pk].plays


def test_people_of_other_teams_are_asked_once(teams: Teams) -> None:
    fixture, captain = teams.fixture(), teams.people[0]
    teams.first.captain = captain
    teams.first.save()
    own, second, none = teams.people[1], teams.people[6], teams.people[11]
    says(fixture, second, SquadAnswer.COMING)
    action = answers.ask(fixture, [own, second, none], actor=None, by_card=captain.pk)
    assert action is not None
    assert action.facts["players"] == [none.pk]
    assert list(FixtureAnswer.objects.filter(said="").values_list("player", flat=True)) == [none.pk]
    assert answers.ask(fixture, [own, none], actor=None, by_card=captain.pk) is None

    says(fixture, none, SquadAnswer.COMING)
    says(fixture, none, None)
    assert FixtureAnswer.objects.get(player=none).said == ""
    with pytest.raises(Refused, match="Only the captain"):
        answers.ask(fixture, [none], actor=None, by_card=second.pk)
    with pytest.raises(Refused, match="not on the club’s list"):
        answers.ask(fixture, [PlayerFactory(club=teams.club)], actor=None, by_card=captain.pk)


def test_the_usual_answer_is_ones_own_and_counts_for_the_line_up(teams: Teams) -> None:
    fixture, player = teams.fixture(), teams.people[0]
    teams.sits(fixture, player)
    place = SquadPlace.objects.select_related("league__club").get(player=player)
    action = answers.set_usual_answer(place, UsualAnswer.COMING, actor=None, by_card=player.pk)
    assert action is not None
    assert "always plays in League" in sentence_of(action.verb, action.facts, {player.pk: "Ida"}, {})
    assert answers.set_usual_answer(place, UsualAnswer.COMING, actor=None, by_card=player.pk) is None
    with pytest.raises(Refused, match="Only they themselves say by card what their usual answer is"):
        answers.set_usual_answer(place, UsualAnswer.NONE, actor=None, by_card=teams.people[1].pk)
    answers.set_usual_answer(place, UsualAnswer.NONE, actor=None, by_card=player.pk)
    assert items() == [(player.pk, "")]


def test_the_silent_are_asked_where_there_is_mail_and_somebody_is_silent(teams: Teams, settings: Any) -> None:
    fixture = teams.fixture()
    with pytest.raises(Refused, match="sends no mail"):
        answers.ask_silent(fixture, actor=None)
    settings.MAIL_ON = True
    action = answers.ask_silent(fixture, actor=None)
    assert action is not None
    assert "asked by mail" in sentence_of(action.verb, action.facts, {}, {})
    for player in teams.people[:6]:
        says(fixture, player, SquadAnswer.COMING)
    with pytest.raises(Refused, match="Everybody has answered"):
        answers.ask_silent(fixture, actor=None)

"""The play-off over HTTP: offered when the last result is in, made by one form, linked both ways."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tests.tools.casts.club_cast import make_user
from tests.tools.casts.factories import Evening, SeasonFactory
from tests.tools.pages.page_forms import form_for
from tests.tools.played.all_play_all import all_play_all
from tests.tools.played.played_off import number_in, played_off, shared_by, winner_first
from tournaments.models import Membership, PublishedTable, Role, Season, Tournament, User
from tournaments.pages.clubs.public_player import public_player_page
from tournaments.pages.standings.final_tables import final_tables, winners
from tournaments.pairing.types.snapshot import Result
from tournaments.services.setup import seasons

pytestmark = pytest.mark.django_db

Clients = Callable[[User], Client]


def address(evening: Evening, name: str = "evening", *more: int) -> str:
    return evening.url(name, *more)


def read(client: Client, where: str) -> str:
    answer = client.get(where)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_it_is_offered_when_the_last_result_is_in(as_user: Clients) -> None:
    """Two meet once: their draw is the last result, and the tap that enters it brings the offer along."""
    evening = all_play_all(2, play_off="on_points", publish="round")
    evening.draft()
    evening.publish()
    client = as_user(evening.director)
    offer = address(evening, "play_off")
    assert offer not in read(client, address(evening))

    tap = evening.url("enter_result", evening.game(1).pk)
    sent = {"result": Result.DRAW.value, "seen": "*", "screen": "boards"}
    answer = client.post(tap, sent, headers={"HX-Request": "true"}).content.decode()

    assert 'id="play-off" hx-swap-oob="true"' in answer
    assert "Play-off between No1 and No2" in answer
    assert "Play-off between No1 and No2" in read(client, address(evening))
    clear = evening.url("clear_result", evening.game(1).pk)
    answer = client.post(
        clear, {"seen": Result.DRAW.value, "screen": "boards"}, headers={"HX-Request": "true"}
    ).content.decode()
    assert 'id="play-off" hx-swap-oob="true"' in answer
    assert offer not in answer


def test_one_form_makes_the_match_and_sent_twice_it_makes_one(as_user: Clients) -> None:
    evening = shared_by(2)
    client = as_user(evening.director)
    page = client.get(address(evening, "play_off")).content.decode()
    body = form_for(address(evening, "play_off"), page, address(evening, "play_off"))
    assert body["name"] == ["Tuesday cup: play-off"]
    body |= {"games": ["2"], "preset": ["nl"], "name": ["The match"]}

    first = client.post(address(evening, "play_off"), body)

    play_off = Tournament.objects.get(play_off_of=evening.tournament)
    assert (play_off.name, play_off.options["games"], play_off.preset) == ("The match", 2, "nl")
    assert first["Location"] == address(Evening(tournament=play_off))
    assert client.post(address(evening, "play_off"), body)["Location"] == first["Location"]
    assert Tournament.objects.count() == 2


def test_the_other_director_reads_that_they_play_already(as_user: Clients) -> None:
    evening = shared_by(2)
    one, other = as_user(evening.director), as_user(evening.second_director())
    where = address(evening, "play_off")
    bodies = [form_for(where, client.get(where).content.decode(), where) for client in (one, other)]
    assert one.post(where, bodies[0]).status_code == 302
    answer = other.post(where, bodies[1])
    assert answer.status_code == 409
    assert "They play off already: Tuesday cup: play-off." in answer.content.decode()
    assert Tournament.objects.count() == 2


@pytest.mark.parametrize(
    ("typed", "said"), [({"name": [""]}, "required"), ({"games": ["3"]}, "valid choice"), ({"preset": ["x"]}, "valid")]
)
def test_what_cannot_be_read_is_said_beside_the_field(as_user: Clients, typed: dict[str, list[str]], said: str) -> None:
    evening = shared_by(2)
    client, where = as_user(evening.director), address(evening, "play_off")
    body = form_for(where, client.get(where).content.decode(), where) | typed
    answer = client.post(where, body)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert Tournament.objects.count() == 1


def test_three_are_asked_for_no_match(as_user: Clients) -> None:
    evening = shared_by(3)
    client, where = as_user(evening.director), address(evening, "play_off")
    page = client.get(where).content.decode()
    assert "Everybody meets everybody once, by new lots." in page
    assert 'name="games"' not in page
    assert client.post(where, form_for(where, page, where)).status_code == 302
    play_off = Tournament.objects.get(play_off_of=evening.tournament)
    assert not Evening(tournament=play_off).is_knock_out
    assert play_off.entries.count() == 3


def test_a_helper_reads_of_it_and_makes_none(as_user: Clients) -> None:
    evening = shared_by(2)
    helper = make_user("helper")
    Membership.objects.create(club=evening.tournament.club, user=helper, role=Role.HELPER, everywhere=True)
    page = read(as_user(helper), address(evening))
    assert "No1 and No2 share the first place, and play off for it." in page
    assert address(evening, "play_off") not in page
    assert as_user(helper).get(address(evening, "play_off")).status_code == 403


def test_in_a_closed_season_nothing_is_offered_and_the_way_stays(as_user: Clients) -> None:
    evening = shared_by(2)
    seasons.close_season(evening.tournament.season, actor=None)
    assert address(evening, "play_off") not in read(as_user(evening.director), address(evening))


def test_where_nobody_has_to_play_the_page_says_so(as_user: Clients) -> None:
    evening = shared_by(1)
    where = address(evening, "play_off")
    client = as_user(evening.director)
    assert "Nobody has to play off for the first place." in read(client, where)
    assert "Nobody has to play off" in client.post(where, {"seen": ""}).content.decode()
    assert client.post(where, {"seen": ""}).status_code == 409


@pytest.mark.parametrize("who", ["staff", "public"])
def test_they_lead_to_each_other(as_user: Clients, client: Client, who: str) -> None:
    evening = shared_by(2)
    play_off = played_off(evening)
    if who == "staff":
        client = as_user(evening.director)
        pages, way = ("evening", "staff_standings"), "evening"
    else:
        pages, way = ("public_tournament", "public_standings"), "public_tournament"
    for page in pages:
        assert f'<a href="{address(play_off, way)}">Tuesday cup: play-off</a>' in read(client, address(evening, page))
        assert f'<a href="{address(evening, way)}">Tuesday cup</a>' in read(client, address(play_off, page))
    play_off.draft()
    play_off.publish()
    for page in pages:
        assert address(evening, way) in read(client, address(play_off, page))


def test_the_table_has_one_more_column_that_opens_up(client: Client) -> None:
    evening = shared_by(2)
    play_off = played_off(evening)
    before = read(client, address(evening, "public_standings"))
    assert "These share the first place and play off for it: No1 and No2." in before
    winner_first(play_off, number_in(evening, play_off, 2), number_in(evening, play_off, 1))

    page = read(client, address(evening, "public_standings"))
    assert '<abbr title="Play-off">Play-off</abbr>' in page
    assert page.index(">No2<") < page.index(">No1<")
    assert "These share the first place" not in page
    assert "they count for nothing else" in page
    card = read(client, address(evening, "public_card", 2))
    assert 'id="play_off"' in card
    assert "Play-off: win against No1" in card


def test_what_was_published_before_stays_and_stands_beside(client: Client, as_user: Clients) -> None:
    """The last table was published with a shared first place, and then they played off."""
    evening = all_play_all(2, play_off="on_points", publish="round")
    evening.draft()
    evening.publish()
    evening.enter(1, Result.DRAW)
    evening.finish()
    kept = bytes(PublishedTable.objects.get().table)
    play_off = played_off(evening)
    winner_first(play_off, number_in(evening, play_off, 2), number_in(evening, play_off, 1))

    page = read(client, address(evening, "public_standings"))
    table = page[page.index('<table class="standings">') :]
    assert table.index(">No2<") < table.index(">No1<")
    then = read(client, address(evening, "public_standings_after", 1))
    assert "The first place has been played off." in then
    assert "New in the table: Play-off." in then
    assert bytes(PublishedTable.objects.get().table) == kept
    sheet = as_user(evening.director).get(address(evening, "export_standings_csv")).content.decode()
    assert "Play-off" in sheet.splitlines()[0]


def test_while_it_is_to_be_played_off_nobody_has_won(client: Client) -> None:
    evening = all_play_all(2, play_off="on_points", publish="round")
    evening.draft()
    evening.publish()
    evening.enter(1, Result.DRAW)
    evening.finish()
    seasons.close_season(evening.tournament.season, actor=None)
    page = read(client, address(evening, "public_standings"))
    assert "Final standings" in page
    assert "share the first place with" not in page
    assert "These share the first place and play off for it: No1 and No2." in page


def test_the_season_has_one_champion_and_the_play_off_is_no_tournament_beside_it(client: Client) -> None:
    evening = all_play_all(2, play_off="on_points", publish="round")
    evening.draft()
    evening.publish()
    evening.enter(1, Result.DRAW)
    evening.finish()
    play_off = played_off(evening)
    winner_first(play_off, number_in(evening, play_off, 2), number_in(evening, play_off, 1))
    play_off.finish()
    club = evening.tournament.club
    assert "Tuesday cup: play-off" not in read(client, reverse("public_club", args=[club.slug]))
    SeasonFactory(club=club)
    seasons.close_season(evening.tournament.season, actor=None)
    tournament = Tournament.objects.select_related("club", "season").get(pk=evening.tournament.pk)
    won = winners([tournament], final_tables([tournament]))[tournament.pk]
    assert [(each.place, each.name) for each in won] == [(1, "No2"), (2, "No1")]
    season = Season.objects.get(pk=tournament.season_id)
    for where in (reverse("public_club", args=[club.slug]), reverse("public_season", args=[club.slug, season.pk])):
        page = read(client, where)
        assert "No2" in page
        assert "Tuesday cup: play-off" not in page
    assert "No2 wins with ½, after a play-off." in read(client, address(evening, "public_standings"))
    assert "Won with ½, after a play-off." in read(client, reverse("public_club", args=[club.slug]))
    player = evening.entry(2).player
    honours = public_player_page(club, player.public_key).honours
    assert [(each.tournament, each.place.number) for each in honours if each.place] == [("Tuesday cup", 1)]

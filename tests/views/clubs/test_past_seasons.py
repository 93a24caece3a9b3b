"""The archive of seasons and the pages of players, as strangers ask for them."""

import pytest
from django.test import Client

from tests.tools.casts.factories import Evening, SeasonFactory
from tournaments.models import Player, ShownAs
from tournaments.pairing.types.snapshot import Result
from tournaments.services.players import players

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    evening = Evening.of(2, planned_rounds=1)
    evening.play()
    evening.finish()
    return evening


def pages(evening: Evening) -> list[str]:
    club = f"/en/{evening.tournament.club.slug}/"
    return [
        club,
        f"{club}seasons/",
        f"{club}seasons/{evening.tournament.season_id}/",
        f"{club}players/{evening.entry(1).player.public_key}/",
    ]


@pytest.mark.slow
def test_a_stranger_reads_them_and_their_fragments(client: Client, evening: Evening) -> None:
    for page in pages(evening):
        whole, fragment = client.get(page), client.get(f"{page}live/")
        assert (whole.status_code, fragment.status_code) == (200, 200), page
        assert "<html" in whole.content.decode()
        assert "<html" not in fragment.content.decode()


def test_they_follow_a_correction(client: Client, evening: Evening) -> None:
    season = pages(evening)[2]
    white = evening.boards(in_round=1)[0][0]
    before = client.get(season).content.decode()

    evening.enter(1, Result.BLACK_WINS, in_round=1)
    after = client.get(season).content.decode()

    assert before.index(f"No{white}<") < before.index(f"No{3 - white}<")
    assert after.index(f"No{white}<") > after.index(f"No{3 - white}<")


@pytest.mark.slow
def test_whoever_becomes_a_number_is_gone_from_them_at_once(client: Client, evening: Evening) -> None:
    assert all("No1" in client.get(page).content.decode() for page in pages(evening)[1:])
    player = Player.objects.get(given_name="No1")
    details = players.PlayerDetails(given_name="No1", shown_as=ShownAs.NUMBER)

    players.edit_player(player, details, seen=players.version_of(player), actor=evening.director)

    club, seasons, season, own = pages(evening)
    assert "No1" not in "".join(client.get(page).content.decode() for page in (club, seasons, season))
    assert client.get(own).status_code == client.get(f"{own}live/").status_code == 404


def test_what_is_not_there_is_not_found(client: Client, evening: Evening) -> None:
    club = f"/en/{evening.tournament.club.slug}/"
    theirs = SeasonFactory()

    for rest in (f"seasons/{theirs.pk}/", "seasons/0/", "seasons/99999999999999999999/", "players/0/"):
        assert client.get(club + rest).status_code == 404, rest
    assert client.get("/en/nobody/seasons/").status_code == 404


@pytest.mark.slow
def test_from_the_club_to_a_winners_other_tournaments(client: Client, evening: Evening) -> None:
    SeasonFactory(club=evening.tournament.club, is_open=False)
    club, archive, season, own = pages(evening)

    assert f'href="{archive}"' in client.get(club).content.decode()
    assert f'href="{season}"' in client.get(archive).content.decode()
    card = f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/players/1/"
    assert f'href="{card}"' in client.get(season).content.decode()
    assert f'href="{own}"' in client.get(card).content.decode()
    assert f'href="{card}"' in client.get(own).content.decode()

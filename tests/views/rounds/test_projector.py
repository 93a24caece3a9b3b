"""The hall screen over HTTP: open to everybody, light, and whole without its script."""

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from clubchess.static_files import as_sent, in_one_piece
from tests.tools.casts.factories import Evening
from tests.tools.played.played import Played, a_tournament
from tournaments.models import Attendance, Entry, Game, Player, Presence, Round, RoundState, Tournament
from tournaments.pairing.types.snapshot import Result

pytestmark = pytest.mark.django_db
LIMIT = 30_000
LISTS = ["", "boards/", "names/", "standings/"]
PARTS = [*LISTS, "find/"]


def headings(html: str) -> list[str]:
    return re.findall(r"<h2>\s*(.*?)\s*</h2>", html)


@pytest.fixture
def played() -> Played:
    played = a_tournament(7)
    played.play()
    played.play(open_boards={1}, state=RoundState.PUBLISHED)
    return played


def test_it_opens_for_a_stranger_without_a_cookie(client: Client, played: Played) -> None:
    for part in PARTS:
        response = client.get(played.address(f"hall/{part}"))
        assert response.status_code == 200
        assert not response.cookies
        assert "Cookie" not in response.get("Vary", "")


def test_it_loads_its_own_sheet_and_two_scripts_and_asks_nobody_else(client: Client, played: Played) -> None:
    html = client.get(played.address("hall/")).content.decode()

    assert re.findall(r'<link rel="stylesheet" href="([^"]+)"', html) == ["/static/css/staff/projector.css"]
    assert re.findall(r'<script src="([^"]+)"', html) == ["/static/js/poll.js", "/static/js/hall.js"]
    assert re.findall(r'(?:src|href)="(?:https?:)?//', html) == []
    assert '<meta name="robots" content="noindex">' in html


def test_who_stands_in_no_table_before_the_round_has_no_points_there(client: Client, played: Played) -> None:
    """Joined after the round that they have a game in, as in tables from before such files were refused."""
    game = Game.objects.get(round__number=2, board=1)
    Entry.objects.filter(attendances__game=game).update(joined_round=3)

    for part in PARTS:
        assert client.get(played.address(f"hall/{part}")).status_code == 200
    boards = client.get(played.address("hall/boards/")).content.decode()
    below = re.findall(r"<small><span>(.*?)</span></small>", boards)
    assert len(below) == 6
    assert [bool(re.search(r"\bpts?\b", each)) for each in below] == [False, False, True, True, True, True]


def test_each_list_stands_on_it_or_alone(client: Client, played: Played) -> None:
    lists = ["Round 2 by board", "Round 2 by name", "Standings after round 1"]

    assert headings(client.get(played.address("hall/")).content.decode()) == lists
    for part, heading in zip(LISTS[1:], lists, strict=True):
        assert headings(client.get(played.address(f"hall/{part}")).content.decode()) == [heading]


def test_there_is_no_other_list(client: Client, played: Played) -> None:
    for part in ("crosstable/", "live/live/", "1/"):
        assert client.get(played.address(f"hall/{part}")).status_code == 404


def test_the_fragment_is_the_same_lists_without_the_glass(client: Client, played: Played) -> None:
    page = client.get(played.address("hall/")).content.decode()
    version = re.findall(r'data-version="([^"]+)"', page)[0]

    fragment = client.get(played.address("hall/live/"), {"v": "another"}).content.decode()

    assert headings(fragment) == headings(page)
    assert "glass" not in fragment
    assert client.get(played.address("hall/live/"), {"v": version}).status_code == 204


def test_a_result_is_on_it_at_once(client: Client) -> None:
    evening = Evening.of(6)
    evening.play()
    evening.draft()
    evening.publish()
    address = f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/hall/"
    assert "data-waits" in client.get(address).content.decode()

    evening.enter(1, Result.DRAW)

    html = client.get(address).content.decode()
    assert "data-waits" not in html
    assert re.search(r"<td class=\"result\">½", html)
    assert "<b>1 of 3</b> done" in html
    assert "Just in:" in html


@pytest.mark.slow
def test_the_message_from_the_director_stands_on_top(client: Client, played: Played) -> None:
    Tournament.objects.filter(pk=played.tournament.pk).update(message="Round 3 begins at <b>20:15</b>.")

    for part in LISTS:
        for live in ("", "live/"):
            html = client.get(played.address(f"hall/{part}{live}")).content.decode()
            assert html.count("Round 3 begins at &lt;b&gt;20:15&lt;/b&gt;.") == 1
            assert html.index("Round 3 begins") < html.index("<table")


def test_the_director_finds_it_from_the_evening_and_beside_the_papers(client: Client, played: Played) -> None:
    client.force_login(played.director, backend="tournaments.log_in.EmailOrUsernameBackend")

    evening = client.get(played.address(staff=True)).content.decode()
    papers = client.get(played.address("papers/", staff=True)).content.decode()

    assert f'href="{played.address("hall/")}"' in evening
    assert [part for part in PARTS if f'href="{played.address(f"hall/{part}")}"' in papers] == PARTS


def test_by_the_door_each_finds_their_board(client: Client, played: Played) -> None:
    html = client.get(played.address("hall/find/")).content.decode()

    assert len(re.findall(r'<li id="p(\d+)" data-player="\1">', html)) == 7, "the bye, too"
    assert re.findall(r'<p class="board">(.*?)</p>', html).count("Board 3") == 2
    assert "This round is over." not in html

    over = a_tournament(4, name="Over")
    over.play()
    assert "This round is over." in client.get(over.address("hall/find/")).content.decode()


def test_by_the_door_before_the_first_round(client: Client) -> None:
    html = client.get(a_tournament(4).address("hall/find/")).content.decode()
    assert "The boards come here by themselves once the first round is published." in html


@pytest.mark.slow
def test_three_hundred_players_weigh_less_than_30_kb_with_sheet_and_scripts(client: Client) -> None:
    address = a_large_round(300).address("hall/")

    page = client.get(address, headers={"Accept-Encoding": "gzip"})
    names = ("css/staff/projector.css", "js/poll.js", "js/hall.js")
    sources = {each: in_one_piece(each, Path(settings.BASE_DIR / "static" / each).read_bytes()) for each in names}
    weight = len(page.content) + sum(len(gzip.compress(as_sent(*each))) for each in sources.items())

    assert page["Content-Encoding"] == "gzip"
    print(f"hall screen of 300 players: {weight} bytes")  # noqa: T201  # CI shows how much is left
    assert weight < LIMIT


def a_large_round(players: int) -> Played:
    """Round 1, paired by start number, a third of its results in."""
    played = a_tournament(0)
    found = Round.objects.create(tournament=played.tournament, number=1, state=RoundState.PUBLISHED)
    slots = []
    for number in range(1, players + 1):
        if number % 2:
            result = Result.OPEN if number % 3 else Result.DRAW
            game = Game.objects.create(round=found, board=(number + 1) // 2, result=result.value)
        player = Player.objects.create(
            club=played.club, given_name=f"Given{number * 7919 % 1000}", family_name=f"Family{number * 31 % 1000}"
        )
        entry = Entry.objects.create(tournament=played.tournament, player=player, number=number, rating=1500)
        colour = "white" if number % 2 else "black"
        slots.append(Attendance(round=found, entry=entry, presence=Presence.PRESENT, game=game, colour=colour))
    Attendance.objects.bulk_create(slots)
    return played

"""The papers over HTTP."""

from typing import Any

import pytest
from django.test import Client

from tests.tools.played.played import Played, a_tournament
from tournaments.models import Player, RoundState, ShownAs

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Played:
    played = a_tournament(6)
    played.play()
    return played


@pytest.fixture
def director(client: Client, played: Played) -> Client:
    client.force_login(played.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    return client


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2])
def test_every_link_of_the_list_leads_to_a_paper(director: Client, played: Played, number: int) -> None:
    played.play()
    page = director.get(played.address(f"papers/rounds/{number}/", staff=True)).context["page"]

    chosen = "?" + "&".join(f"paper={choice.code}" for choice in page.choices)
    links = [f"{page.print_url}{chosen}", f"{page.print_url}{chosen}&names=public&cards=2"]
    links += [link.url for link in page.papers]
    for url in links:
        response = director.get(url)
        assert response.status_code == 200, url
        has_version = not any(each in url for each in ("/signs/", "/place_cards/", "/certificates/"))
        assert (f"round {number} · printed" in response.content.decode()) == has_version, url
    assert len(links) == 15


@pytest.mark.parametrize(
    "rest",
    [
        "2/boards/",
        "0/boards/",
        "1/posters/",
        "1/boards/?names=secret",
        "1/cards/?to_a_page=3",
        "1/cards/?to_a_page=8",
        "1/boards/?to_a_page=4",
        "1/all/?paper=posters",
        "1/all/?paper=cards&cards=3",
        "1/?paper=posters",
        "1/signs/?to_a_page=3",
        "1/place_cards/?to_a_page=4",
        "1/certificates/?receivers=p99",
        "1/certificates/?receivers=p0",
        "1/certificates/?receivers=first",
        "1/certificates/?receivers=boards",
        "1/individual/",
        "1/board_prizes/",
        "1/all/?paper=certificates&receivers=p99",
    ],
)
def test_a_paper_that_nothing_leads_to_is_not_found(director: Client, played: Played, rest: str) -> None:
    assert director.get(played.address(f"papers/rounds/{rest}", staff=True)).status_code == 404


@pytest.mark.parametrize("paper", ["all", "boards", "names", "standings", "crosstable"])
def test_no_name_that_is_hidden_hangs_on_the_wall(director: Client, played: Played, paper: str) -> None:
    Player.objects.update(shown_as=ShownAs.NUMBER)
    address = played.address(f"papers/rounds/1/{paper}/", staff=True)

    assert "Anna" in director.get(address).content.decode()
    wall = director.get(f"{address}?names=public").content.decode()
    assert "Anna" not in wall
    assert "Player 2" in wall


@pytest.mark.parametrize("paper", ["cards", "all"])
def test_who_gets_no_card_is_said_beside_the_cards(director: Client, paper: str) -> None:
    played = a_tournament(5, name="Winter cup")
    played.play(absent={2, 3})

    said = "2 players who do not play get no card."
    html = director.get(played.address(f"papers/rounds/1/{paper}/", staff=True)).content.decode()

    assert f'<p class="notice">{said}' in html
    assert said not in director.get(played.address("papers/rounds/1/slips/", staff=True)).content.decode()


def test_the_form_prints_what_is_ticked_and_with_nothing_ticked_it_asks_again(director: Client, played: Played) -> None:
    address = played.address("papers/rounds/1/", staff=True)

    html = director.get(address).content.decode()
    printed = director.get(f"{address}all/", {"paper": ["names"], "names": "staff", "cards": "4", "slips": "8"})
    nothing = director.get(f"{address}all/", {"names": "staff", "cards": "4", "slips": "8"})

    assert f'action="{address}all/#print"' in html
    assert "find your board" in printed.content.decode()
    assert "pairings by board" not in printed.content.decode()
    assert (nothing.status_code, nothing["Location"]) == (302, address)
    assert f"{address}?paper=names" in printed.content.decode()


def test_nobody_is_called_unexcused_on_the_wall(director: Client) -> None:
    played = a_tournament(7, name="Winter cup")
    played.play(absent={2, 3, 5})

    html = director.get(played.address("papers/rounds/1/all/", staff=True)).content.decode()

    boards = html.split("<section")[1]
    assert "Away: " in boards
    assert "excused" not in boards


def test_before_the_first_round_the_list_says_that_there_is_nothing_to_print(director: Client) -> None:
    waiting = a_tournament(4, name="Winter cup")

    response = director.get(waiting.address("papers/", staff=True))

    assert response.status_code == 200
    assert "There is nothing to print yet" in response.content.decode()


@pytest.mark.parametrize("rounds", [0, 2])
def test_the_poster_hangs_before_the_first_round_and_all_season(director: Client, played: Played, rounds: int) -> None:
    waiting = a_tournament(4, name="Winter cup")
    for _ in range(rounds):
        waiting.play()

    papers = director.get(waiting.address("papers/", staff=True))
    poster = director.get(papers.context["page"].poster_url)

    html = poster.content.decode()
    assert "Winter cup" in html
    assert "SK Rockaden" in html
    assert f'testserver<wbr><span class="path">/t/{waiting.tournament.short_code}</span>' in html
    assert "QR code: opens Winter cup on a phone" in html


@pytest.mark.slow
def test_pairings_carry_the_code_and_tables_need_none(director: Client, played: Played) -> None:
    codes = {
        paper: director.get(played.address(f"papers/rounds/1/{paper}/", staff=True)).content.decode().count("QR code:")
        for paper in ("boards", "names", "standings", "crosstable", "cards", "slips", "all")
    }

    assert codes == {"boards": 1, "names": 1, "standings": 0, "crosstable": 0, "cards": 0, "slips": 0, "all": 2}


@pytest.mark.parametrize("rest", ["papers/", "papers/poster/", "papers/rounds/1/boards/", "papers/rounds/1/all/"])
def test_no_code_is_printed_that_leads_a_phone_to_itself(director: Client, played: Played, rest: str) -> None:
    html = director.get(played.address(rest, staff=True), headers={"Host": "127.0.0.1:8000"}).content.decode()

    assert "Phones cannot reach this address (127.0.0.1)" in html
    assert "docs/" not in html
    assert "papers/poster/" not in html
    assert '<svg class="qr"' not in html
    assert ("data-prints" in html) == ("/rounds/" in f"/{rest}")
    assert "Phones cannot reach" not in director.get(played.address(rest, staff=True)).content.decode()


def test_the_installation_may_say_what_phones_open(director: Client, played: Played, settings: Any) -> None:
    settings.PUBLIC_ADDRESS = "https://chess.example.org"

    page = director.get(played.address("papers/poster/", staff=True), headers={"Host": "127.0.0.1:8000"})

    assert page.context["page"].address.url == f"https://chess.example.org/t/{played.tournament.short_code}/"
    assert '<svg class="qr"' in page.content.decode()


def test_a_certificate_is_for_who_is_chosen_and_the_address_remembers_it(director: Client, played: Played) -> None:
    address = played.address("papers/rounds/1/", staff=True)
    name = played.entries[4].player.full_name

    html = director.get(f"{address}all/", {"paper": "certificates", "receivers": "p4"}).content.decode()
    form = director.get(address, {"paper": "certificates", "receivers": "p4"}).content.decode()

    assert html.count('class="paper wide certificate"') == 1
    assert name in html
    assert f'href="{address}?paper=certificates&amp;receivers=p4"' in html
    assert '<option value="p4" selected>' in form


@pytest.mark.parametrize("paper", ["crosstable", "prizes", "certificates"])
def test_before_a_round_is_over_there_is_nothing_that_comes_out_of_a_table(director: Client, paper: str) -> None:
    waiting = a_tournament(4, name="Winter cup")
    waiting.play(open_boards={1}, state=RoundState.PUBLISHED)
    address = waiting.address("papers/rounds/1/", staff=True)

    assert director.get(f"{address}{paper}/").status_code == 404
    assert director.get(f"{address}all/?paper={paper}&paper=boards").status_code == 200
    assert f'value="{paper}"' not in director.get(address).content.decode()


def test_the_clubs_name_and_sign_stand_at_the_head_of_the_lists(director: Client, played: Played) -> None:
    for paper in ("boards", "names", "standings", "crosstable", "prizes"):
        html = director.get(played.address(f"papers/rounds/1/{paper}/", staff=True)).content.decode()
        head = html.split('<tr class="heading">')[1].split("</tr>")[0]
        assert "SK Rockaden · Tuesday cup" in head, paper
        assert 'class="crest"' in head, paper

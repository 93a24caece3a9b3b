"""The public page of a round: rows that open their reasons, progress, those without a board, and the round in short."""

import re
from dataclasses import replace

import pytest
from django.test import Client

from tests.tools.played.played import Played, a_tournament
from tournaments.models import Game, Round, RoundState
from tournaments.pairing.systems.fide_dutch.rules import TOPSCORERS
from tournaments.services.clubs.clubs import details_of, edit_club, version_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def played() -> Played:
    played = a_tournament(9)
    for _round in range(3):
        played.play()
    played.play(open_boards={1, 2}, absent={4, 5}, state=RoundState.PUBLISHED)
    return played


def html_of(client: Client, played: Played, number: int) -> str:
    answer = client.get(played.address(f"rounds/{number}/"))
    assert answer.status_code == 200
    return answer.content.decode()


def test_every_row_opens_its_reasons_without_a_script(client: Client, played: Played) -> None:
    html = html_of(client, played, 4)

    rows = re.findall(r'<li id="board-\d+".*?</details>', html, flags=re.DOTALL)
    games = Game.objects.filter(round=played.rounds[3]).order_by("board")
    assert len(rows) == len(games) == 3
    for row, game in zip(rows, games, strict=True):
        assert row.count("<summary>") == 1
        assert row.count("<dd>") == len(game.reasons)
        assert "<a " not in row[: row.index("</summary>")]  # the whole row is one button
        assert row.count(f"/story/#board-{game.board}") == 1


def test_the_progress_is_a_line_and_a_bar_until_all_results_are_in(client: Client, played: Played) -> None:
    html = html_of(client, played, 4)

    assert "2 of 3 still playing" in html
    bar = html[html.index('class="progress-bar') :]
    assert re.findall(r'<rect[^>]* width="(\d)"', bar[: bar.index("</svg>")]) == ["3", "1"]
    Game.objects.filter(round=played.rounds[3]).update(result="1/2-1/2")
    assert "progress-bar" not in html_of(client, played, 3)  # all are in: nothing to wait for


def test_how_the_round_was_paired_is_remarked_once(client: Client, played: Played) -> None:
    Round.objects.filter(pk=played.rounds[2].pk).update(notes=[TOPSCORERS.reason().to_json()])

    assert html_of(client, played, 3).count("Last round: for those") == 1


def test_those_away_are_one_paragraph_and_each_can_be_reached(client: Client, played: Played) -> None:
    html = html_of(client, played, 4)

    (paragraph,) = re.findall(r'<p class="away">.*?</p>', html, flags=re.DOTALL)
    assert "Away:" in paragraph
    for number in (4, 5):
        assert re.search(rf'<a id="p{number}" class="name" href="[^"]+/players/{number}/">', paragraph)


def test_where_the_club_wishes_those_away_are_a_number(client: Client, played: Played) -> None:
    club = played.tournament.club
    names = [played.entries[number].player.full_name for number in (4, 5)]
    assert all(name in html_of(client, played, 4) for name in names)
    edit_club(club, replace(details_of(club), names_absent=False), seen=version_of(club), actor=None)
    html = html_of(client, played, 4)

    assert re.search(r"<b>Away:</b> 2\.", html)
    assert "Not playing in this round" not in html
    assert not any(name in html for name in names)


def test_while_a_round_is_played_the_one_before_is_told_in_short(client: Client, played: Played) -> None:
    assert "Round 3 in short" in html_of(client, played, 4)
    assert "Round 3 in short" in html_of(client, played, 3)
    assert "Round 4 in short" not in html_of(client, played, 4)

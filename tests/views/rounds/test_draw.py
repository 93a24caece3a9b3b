"""The draw that everybody can check: the hash of the seed before the round, the seed and every lot after it."""

from __future__ import annotations

import hashlib
import re

import pytest
from django.test import Client

from tests.tools.casts.factories import Evening
from tournaments.models import Round, ShownAs
from tournaments.pairing.discovery import rule_of
from tournaments.pairing.types.lots import Lots
from tournaments.pairing.types.snapshot import Result
from tournaments.services.evening import manual_pairing
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db

SEED = "3f" * 32


@pytest.fixture
def drawn() -> Evening:
    return Evening.of(9, system="drawboss_monrad", seed=SEED)


def address(evening: Evening, rest: str) -> str:
    return f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/{rest}"


def draw_of(client: Client, evening: Evening, number: int) -> str:
    answer = client.get(address(evening, f"rounds/{number}/draw/"))
    assert answer.status_code == 200
    return str(answer.content.decode())


def seed_of(number: int) -> bytes:
    return Lots(SEED, number).round_seed


def hash_of(number: int) -> str:
    return hashlib.sha256(seed_of(number)).hexdigest()


@pytest.mark.slow
def test_before_the_round_the_hash_stands_there_and_nothing_else(client: Client, drawn: Evening) -> None:
    for _state in ("nothing yet", "open", "drafted"):
        page = draw_of(client, drawn, 1)
        assert hash_of(1) in page
        assert seed_of(1).hex() not in page
        assert 'id="lots"' not in page
        if not drawn.tournament.rounds.exists():
            drawn.open()
        else:
            drawn.check_in()
            drawn.pair()


def test_after_publishing_the_seed_stands_there_and_its_hash_is_the_one_before(client: Client, drawn: Evening) -> None:
    before = draw_of(client, drawn, 1)
    drawn.draft()
    drawn.publish()
    after = draw_of(client, drawn, 1)
    assert seed_of(1).hex() in after
    (shown,) = set(re.findall(r"\b[0-9a-f]{64}\b", after)) - {seed_of(1).hex()}
    assert shown in before
    assert hashlib.sha256(bytes.fromhex(seed_of(1).hex())).hexdigest() == shown


@pytest.mark.slow
def test_it_shows_the_lots_and_draws_each_board_again(client: Client, drawn: Evening) -> None:
    drawn.play()
    page = draw_of(client, drawn, 1)
    assert "every board is as it was drawn" in page
    in_order = re.findall(r'<td class="number">(\d+)</td>\s*<th scope="row">', page)
    assert [int(number) for number in in_order] == list(Lots(SEED, 1).sort("order", range(1, 10)))
    for number in range(1, 10):
        assert Lots(SEED, 1).drawing("order")(number).hex()[:6] in page
        assert Lots(SEED, 1).drawing("bye")(number).hex()[:6] in page
    assert page.count('<li class="step">') == 5
    assert "was drawn for the bye" in page


def test_a_board_that_the_director_changed_after_the_draw_is_told(client: Client, drawn: Evening) -> None:
    drawn.draft()
    (one, _), (other, _), *_ = drawn.boards()
    manual_pairing.swap_players(
        drawn.round, drawn.entry(one), drawn.entry(other), seen_revision=drawn.round.revision, actor=drawn.director
    )
    drawn.publish()
    page = draw_of(client, drawn, 1)
    assert page.count("changed since") == 2
    assert "were changed by the director" in page


@pytest.mark.slow
def test_the_next_round_has_its_hash_but_none_after_it(client: Client, drawn: Evening) -> None:
    drawn.play()
    assert hash_of(2) in draw_of(client, drawn, 2)
    assert seed_of(2).hex() not in draw_of(client, drawn, 2)
    assert "/rounds/2/draw/" in draw_of(client, drawn, 1)
    for number in (0, 3, 10**20):
        assert client.get(address(drawn, f"rounds/{number}/draw/")).status_code == 404


@pytest.mark.slow
def test_behind_the_last_planned_round_nothing_is_drawn(client: Client) -> None:
    evening = Evening.of(4, system="drawboss_monrad", seed=SEED, planned_rounds=1)
    evening.play()
    assert "/rounds/2/draw/" not in draw_of(client, evening, 1)
    assert client.get(address(evening, "rounds/2/draw/")).status_code == 404


@pytest.mark.slow
def test_the_seed_of_the_tournament_is_never_shown_nor_that_of_a_later_round(client: Client, drawn: Evening) -> None:
    drawn.play()
    drawn.play(result=Result.DRAW)
    for number in (1, 2, 3):
        page = draw_of(client, drawn, number)
        assert SEED not in page
        for later in range(max(number, 2) + 1, 6):
            assert seed_of(later).hex() not in page


@pytest.mark.slow
def test_a_round_taken_back_hides_its_seed_and_is_drawn_from_the_same(client: Client, drawn: Evening) -> None:
    drawn.draft()
    drawn.publish()
    first = drawn.boards()
    drawn.take_back()
    page = draw_of(client, drawn, 1)
    assert seed_of(1).hex() not in page
    assert hash_of(1) in page
    drawn.pair()
    drawn.publish()
    assert drawn.boards() == first


@pytest.mark.slow
def test_the_round_and_the_list_of_entrants_lead_there(client: Client, drawn: Evening) -> None:
    link = address(drawn, "rounds/1/draw/")
    assert link in client.get(address(drawn, "")).content.decode()
    drawn.play()
    assert link in client.get(address(drawn, "rounds/1/")).content.decode()


@pytest.mark.slow
def test_names_are_those_that_the_public_sees(client: Client, drawn: Evening) -> None:
    secret = drawn.entry(4).player
    secret.shown_as = ShownAs.NUMBER
    secret.save(update_fields=["shown_as"])
    drawn.play()
    page = draw_of(client, drawn, 1)
    assert "No4" not in page
    assert "No5" in page


def test_other_systems_have_no_draw(client: Client) -> None:
    evening = Evening.of(4)
    evening.play()
    assert client.get(address(evening, "rounds/1/draw/")).status_code == 404
    assert "/draw/" not in client.get(address(evening, "rounds/1/")).content.decode()


def test_a_round_without_what_was_kept_is_not_drawn_again(client: Client, drawn: Evening) -> None:
    drawn.play()
    Round.objects.get(tournament=drawn.tournament).record.delete()
    page = draw_of(client, drawn, 1)
    assert "were not drawn here" in page
    assert seed_of(1).hex() in page


@pytest.mark.slow
def test_who_is_kept_apart_is_not_told(client: Client, drawn: Evening) -> None:
    drawn.draft()
    one, other = (drawn.entry(number) for number in drawn.boards()[0])
    entries.forbid_pair(drawn.tournament, one, other, actor=drawn.director)
    drawn.pair()
    drawn.publish()
    kept = [reason for game in drawn.round.games.all() for reason in game.reasons]
    assert any(rule_of(reason["rule"]).is_private for reason in kept)
    page = draw_of(client, drawn, 1)
    assert "every board is as it was drawn" in page
    assert "must not meet" not in page


@pytest.mark.slow
def test_the_round_says_who_is_out(client: Client) -> None:
    evening = Evening.of(4, system="drawboss_monrad", seed=SEED, options={"elimination": 1})
    evening.play()
    (_, lost), *_ = evening.boards()
    evening.play(*(white for white, _ in evening.boards()))
    page = client.get(address(evening, "rounds/2/")).content.decode()
    assert f">No{lost}</a>" in page.partition("<b>Eliminated:</b>")[2].partition("</span>")[0]

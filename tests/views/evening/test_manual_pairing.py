"""Pairing by hand over HTTP: two taps, the bye, boards taken apart; with htmx and without."""

import uuid
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.tools.casts.evening_cast import Evening, evening
from tests.tools.guards.layers import first_fast
from tests.tools.pages.answer_text import text
from tournaments.models import Attendance, Entry, Game, Presence
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.services import rounds

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def cast() -> Evening:
    """Seven are here: three boards and one who sits out, drafted."""
    cast = evening(8)
    cast.open()
    cast.check_in(7)
    cast.pair()
    return cast


def sides(cast: Evening) -> dict[int, tuple[Entry, Entry]]:
    """White and Black by board."""
    found: dict[int, dict[str, Entry]] = {}
    for row in Attendance.objects.filter(round=cast.round, game__isnull=False).select_related("entry__player", "game"):
        assert row.game is not None
        found.setdefault(row.game.board, {})[row.colour] = row.entry
    return {board: (both[Colour.WHITE], both[Colour.BLACK]) for board, both in sorted(found.items())}


def odd_one(cast: Evening) -> Entry:
    return Attendance.objects.select_related("entry__player").get(round=cast.round, bye="pairing").entry


def tap(client: Client, cast: Evening, name: str, headers: dict[str, str] | None = None, **sent: Any) -> HttpResponse:
    data = {"seen_revision": cast.round.revision, "screen": "drafted", "receipt": str(uuid.uuid4())} | sent
    return client.post(cast.url(name, cast.round.number), data, headers=headers)  # type: ignore[return-value]


@pytest.mark.slow
def test_the_first_tap_leads_to_the_round_with_that_player_chosen(cast: Evening) -> None:
    white, black = sides(cast)[1]
    client = cast.client()
    address = cast.url("move_players", 1) + f"?chosen={white.pk}"

    assert f'href="{address}"' in text(client.get(cast.url("evening")))  # type: ignore[arg-type]
    page = text(client.get(address))  # type: ignore[arg-type]

    assert f"{white.player.full_name} is chosen" in page
    assert f'id="move-{white.pk}" aria-current="true"' in page
    assert f'name="other" value="{black.pk}"' in page
    assert f'<input type="hidden" name="one" value="{white.pk}">' in page


@pytest.mark.slow
def test_the_second_tap_swaps_them_and_leads_back(cast: Evening) -> None:
    (one, first_black), (other, second_black) = sides(cast)[1], sides(cast)[2]

    response = tap(cast.client(), cast, "swap_players", one=one.pk, other=other.pk)

    assert (response.status_code, response["Location"]) == (302, cast.url("evening"))
    assert sides(cast)[1] == (other, first_black)
    assert sides(cast)[2] == (one, second_black)
    page = text(cast.client().get(cast.url("evening")))  # type: ignore[arg-type]
    assert page.count("Set by hand: it stays") == 2
    assert "Pair the rest again" in page


@pytest.mark.slow
def test_with_htmx_both_taps_bring_the_evening(cast: Evening) -> None:
    (one, _), (other, _) = sides(cast)[1], sides(cast)[2]
    client = cast.client()

    chosen = client.get(cast.url("move_players", 1) + f"?chosen={one.pk}", headers=HTMX)
    swapped = tap(client, cast, "swap_players", headers=HTMX, one=one.pk, other=other.pk)

    assert 'id="evening"' in text(chosen)  # type: ignore[arg-type]
    assert "<html" not in text(chosen)  # type: ignore[arg-type]
    assert 'id="evening"' in text(swapped)
    assert swapped["HX-Replace-Url"] == cast.url("evening")
    assert "<html" not in text(swapped)


@pytest.mark.slow
def test_somebody_without_a_board_plays_the_one_who_sits_out(cast: Evening) -> None:
    late, waiting = cast.entries[7], odd_one(cast)
    cast.mark(late)
    client = cast.client()

    page = text(client.get(cast.url("move_players", 1) + f"?chosen={late.pk}"))  # type: ignore[arg-type]
    assert f'value="{waiting.pk}" formaction="{cast.url("set_board", 1)}"' in page
    tap(client, cast, "set_board", one=late.pk, other=waiting.pk)

    assert sides(cast)[4] == (late, waiting)


def test_somebody_marked_here_beside_a_draft_can_be_tapped_at_once(cast: Evening) -> None:
    late = cast.entries[7]
    sent = {"presence": "present", "seen": "unmarked", "screen": "drafted", "receipt": str(uuid.uuid4())}

    response = cast.client().post(cast.url("mark_attendance", 1, late.pk), sent, headers=HTMX)

    assert f'id="move-{late.pk}"' in text(response)  # type: ignore[arg-type]
    assert "here but without an opponent" in text(response)  # type: ignore[arg-type]


@pytest.mark.slow
def test_the_bye_is_given_kept_doubled_and_taken_back(cast: Evening) -> None:
    client, (white, black) = cast.client(), sides(cast)[1]

    tap(client, cast, "give_bye", entry=white.pk)
    assert odd_one(cast) == white
    assert "Set by hand: it stays" in text(client.get(cast.url("evening")))  # type: ignore[arg-type]
    tap(client, cast, "give_bye", entry=black.pk, beside="1")
    assert set(Attendance.objects.filter(bye="pairing").values_list("entry", flat=True)) == {white.pk, black.pk}
    tap(client, cast, "take_bye", entry=white.pk)

    assert odd_one(cast) == black
    assert "here but without an opponent" in text(client.get(cast.url("evening")))  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_board_by_hand_stays_when_the_rest_is_paired_again_until_it_is_let_go(cast: Evening) -> None:
    client, (white, black) = cast.client(), sides(cast)[1]
    tap(client, cast, "swap_players", one=white.pk, other=black.pk)
    rounds.pair_round(cast.round, seen_revision=cast.round.revision, **cast.by)
    assert (black, white) in sides(cast).values()

    game = Game.objects.get(by_hand=True)
    page = text(client.get(cast.url("move_players", 1) + f"?chosen={white.pk}"))  # type: ignore[arg-type]
    assert "Unlock this board" in page
    client.post(cast.url("remove_board", game.pk), {"seen_revision": cast.round.revision, "screen": "drafted"})

    assert not Game.objects.filter(by_hand=True).exists()
    rounds.pair_round(cast.round, seen_revision=cast.round.revision, **cast.by)
    assert (white, black) in sides(cast).values()


@pytest.mark.slow
def test_what_a_move_does_not_keep_is_seen_at_once() -> None:
    cast = evening(4)
    cast.play()
    white, black = sides(cast)[1]
    cast.open()
    cast.check_in()
    cast.pair()

    response = tap(cast.client(), cast, "set_board", headers=HTMX, one=white.pk, other=black.pk)

    met = f"{white.player.full_name} and {black.player.full_name} have met before, last in round 1."
    assert f'<p class="overruled">{met}</p>' in text(response)
    cast.pair()
    cast.publish()
    client = cast.client()
    assert f'<p class="overruled">{met}</p>' in text(client.get(cast.url("evening")))  # type: ignore[arg-type]
    rounds.start_round(cast.round, seen_revision=cast.round.revision, **cast.by)
    assert f'<p class="overruled">{met}</p>' not in text(client.get(cast.url("evening")))  # type: ignore[arg-type]


@pytest.mark.slow
def test_players_of_a_published_round_are_moved_until_their_board_has_begun(cast: Evening) -> None:
    cast.publish()
    (one, _), (other, _), (begun, _) = sides(cast).values()
    third = cast.games[2]
    client = cast.client()
    url = cast.url("enter_result", third.pk)
    client.post(url, {"result": Result.DRAW.value, "seen": "*", "screen": "boards", "receipt": str(uuid.uuid4())})

    assert cast.url("move_players", 1) in text(client.get(cast.url("evening")))  # type: ignore[arg-type]
    page = text(client.get(cast.url("move_players", 1)))  # type: ignore[arg-type]
    assert f'id="move-{one.pk}"' in page
    assert f'id="move-{begun.pk}"' not in page
    assert cast.url("person", begun.pk) not in page  # type: ignore[arg-type]  # a tap there leads nowhere else
    assert '<span class="versus">½–½</span>' in page
    assert "Boards that have begun stay as they are. To change them, or to unpublish the round," in page
    assert tap(client, cast, "swap_players", one=one.pk, other=other.pk).status_code == 302
    refused = tap(client, cast, "swap_players", one=one.pk, other=begun.pk)
    assert refused.status_code == 409
    assert "Board 3 has begun and stays as it is." in text(refused)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("wrong", "code", "sentence"),
    first_fast(
        2,
        [
            ({"other": "x"}, 422, "could not be read"),
            ({"other": ""}, 422, "could not be read"),
            ({"other": str(2**70)}, 422, "could not be read"),
            ({"other": str(2**31 - 1)}, 409, "was changed in the meantime"),
            ({"seen_revision": "0"}, 409, "nothing of yours was saved"),
            ({"seen_revision": "x"}, 409, "nothing of yours was saved"),
        ],
    ),
)
def test_what_cannot_be_done_is_said_and_changes_nothing(
    cast: Evening, wrong: dict[str, str], code: int, sentence: str
) -> None:
    before = sides(cast)
    one, other = before[1][0], before[2][0]

    response = tap(cast.client(), cast, "swap_players", **({"one": one.pk, "other": other.pk} | wrong))

    assert response.status_code == code
    assert sentence in text(response)
    assert sides(cast) == before


@pytest.mark.slow
def test_the_same_player_twice_and_somebody_absent_are_refused_in_words(cast: Evening) -> None:
    before, absent = sides(cast), cast.entries[7]
    one = before[1][0]
    client = cast.client()

    twice = tap(client, cast, "swap_players", one=one.pk, other=one.pk)
    away = tap(client, cast, "set_board", one=one.pk, other=absent.pk)

    assert "Choose two different players." in text(twice)
    assert "Only somebody who is here can be put on a board" in text(away)
    assert sides(cast) == before


@pytest.mark.slow
def test_the_same_form_sent_twice_swaps_once(cast: Evening) -> None:
    (one, _), (other, _) = sides(cast)[1], sides(cast)[2]
    sent = {"one": one.pk, "other": other.pk, "seen_revision": cast.round.revision, "receipt": str(uuid.uuid4())}
    client = cast.client()

    for _time in range(2):
        assert tap(client, cast, "swap_players", **sent).status_code == 302

    assert sides(cast)[1][0] == other


def test_a_player_of_another_tournament_is_not_there(cast: Evening) -> None:
    other_club = Entry.objects.exclude(tournament=cast.tournament)
    assert not other_club.exists()
    foreign = Entry.objects.get(pk=cast.entries[7].pk)
    theirs = type(cast.tournament).objects.create(
        club=cast.club, season=cast.season, name="Other", slug="other", short_code="other", system="keizer"
    )
    foreign.pk = None
    foreign.tournament = theirs
    foreign.save()

    response = tap(cast.client(), cast, "swap_players", one=sides(cast)[1][0].pk, other=foreign.pk)

    assert response.status_code == 404


def test_in_an_open_or_finished_round_there_is_nobody_to_move() -> None:
    cast = evening(4)
    cast.open()
    client = cast.client()

    assert client.get(cast.url("move_players", 1))["Location"] == cast.url("evening")
    assert client.get(cast.url("move_players", 7)).status_code == 404


@pytest.mark.slow
def test_somebody_who_has_gone_home_can_be_exchanged_for_somebody_free(cast: Evening) -> None:
    gone, late = sides(cast)[1][0], cast.entries[7]
    cast.mark(late)
    cast.mark(gone, Presence.EXCUSED, seen=Presence.PRESENT)

    tap(cast.client(), cast, "swap_players", one=late.pk, other=gone.pk)

    assert sides(cast)[1][0] == late
    assert "no longer fits" not in text(cast.client().get(cast.url("evening")))  # type: ignore[arg-type]

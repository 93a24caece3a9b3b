"""The evening over HTTP: one tap per player, the round's verbs, results; with htmx and without."""

import uuid
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.tools.casts.evening_cast import Evening, evening
from tests.tools.pages.answer_text import text
from tournaments.models import Action, Attendance, Game, Presence, Round, RoundState, Tournament
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import undo
from tournaments.services.evening import attendance
from tournaments.services.rounds import results
from tournaments.services.setup import entries, tournaments

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def at(cast: Evening, state: RoundState | None) -> Evening:
    """Take the evening to a round in this state."""
    if state is not None:
        cast.open()
        cast.check_in()
    if state in {RoundState.DRAFTED, RoundState.PUBLISHED}:
        cast.pair()
    if state is RoundState.PUBLISHED:
        cast.publish()
    return cast


def tap(client: Client, cast: Evening, index: int, presence: str, **more: Any) -> HttpResponse:
    entry = cast.entries[index]
    data = {"presence": presence, "seen": "unmarked", "screen": "open", "receipt": str(uuid.uuid4())}
    headers = more.pop("headers", None)
    url = cast.url("mark_attendance", cast.round.number, entry.pk)
    return client.post(url, data | more, headers=headers)  # type: ignore[return-value]


def presence_of(cast: Evening, index: int) -> str:
    return Attendance.objects.get(round=cast.round, entry=cast.entries[index]).presence


def ids(response: HttpResponse) -> list[str]:
    return [part.partition('"')[0] for part in response.content.decode().split(' id="')[1:]]


# The page ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", [None, RoundState.OPEN, RoundState.DRAFTED, RoundState.PUBLISHED])
def test_it_shows_the_round_in_the_state_it_is_in(state: RoundState | None) -> None:
    cast = at(evening(5), state)

    response = cast.client().get(cast.url("evening"))

    assert response.status_code == 200
    button = {None: "Open check-in", RoundState.OPEN: "Pair", RoundState.DRAFTED: "Publish"}
    assert button.get(state, "Start the round") in text(response)


@pytest.mark.parametrize("state", [None, RoundState.OPEN, RoundState.DRAFTED, RoundState.PUBLISHED])
def test_no_id_stands_twice_on_a_page(state: RoundState | None) -> None:
    cast = at(evening(5), state)

    found = ids(cast.client().get(cast.url("evening")))

    assert len(found) == len(set(found))


@pytest.mark.slow
@pytest.mark.parametrize("state", [RoundState.OPEN, RoundState.DRAFTED, RoundState.PUBLISHED])
def test_it_needs_at_most_fifteen_queries_with_sixty_players(
    state: RoundState, django_assert_max_num_queries: Any
) -> None:
    cast = evening(60)
    cast.play()
    at(cast, state)
    client = cast.client()

    with django_assert_max_num_queries(15):
        assert client.get(cast.url("evening")).status_code == 200


@pytest.mark.parametrize("players", [10, 60])
def test_a_tap_needs_as_many_queries_with_sixty_players_as_with_ten(
    players: int, django_assert_max_num_queries: Any
) -> None:
    cast = evening(players)
    cast.open()
    client = cast.client()

    with django_assert_max_num_queries(36):
        assert tap(client, cast, 0, "present", headers=HTMX).status_code == 200


@pytest.mark.slow
def test_an_earlier_round_has_its_own_page_and_an_unknown_one_none() -> None:
    cast = evening(4)
    cast.play()
    cast.open()

    assert "Round 1" in text(cast.client().get(cast.url("evening_round", 1)))
    assert cast.client().get(cast.url("evening_round", 3)).status_code == 404


def test_the_newest_round_has_one_address_the_evenings() -> None:
    cast = evening(4)
    cast.open()

    response = cast.client().get(cast.url("evening_round", 1))

    assert (response.status_code, response["Location"]) == (302, cast.url("evening"))


# Check-in ------------------------------------------------------------------------------------------------------------


def test_one_tap_marks_present_and_leads_back_to_the_row() -> None:
    cast = evening(4)
    cast.open()

    response = tap(cast.client(), cast, 0, "present")

    assert response.status_code == 302
    assert response["Location"] == cast.url("evening") + f"#entry-row-{cast.entries[0].pk}"
    assert presence_of(cast, 0) == Presence.PRESENT


def test_a_tap_with_htmx_brings_its_row_and_what_else_it_changed() -> None:
    cast = evening(4)
    cast.open()

    response = tap(cast.client(), cast, 0, "present", headers=HTMX)

    assert response.status_code == 200
    row = f"entry-row-{cast.entries[0].pk}"
    assert set(ids(response)) >= {row, "state", "counts", "action-bar", "last-done", "notices"}
    assert "ribbon" not in ids(response), "what was done before is fetched when somebody wants to see it"
    others = {f"entry-row-{entry.pk}" for entry in cast.entries[1:]}
    assert others.isdisjoint(ids(response))
    assert 'aria-pressed="true"' in text(response)


def test_tapping_again_takes_the_mark_back() -> None:
    cast = evening(4)
    cast.open()
    client = cast.client()
    tap(client, cast, 0, "present")

    tap(client, cast, 0, "unmarked", seen="present")

    assert presence_of(cast, 0) == Presence.UNMARKED


def test_the_same_form_sent_twice_does_it_once() -> None:
    cast = evening(4)
    cast.open()
    client, receipt = cast.client(), str(uuid.uuid4())

    answers = [tap(client, cast, 0, "present", receipt=receipt, headers=HTMX) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert 'aria-pressed="true"' in text(answers[1])
    assert Action.objects.filter(verb="attendance.mark").count() == 1


def test_a_row_that_changed_meanwhile_comes_back_fresh_with_who_changed_it() -> None:
    cast = evening(4)
    cast.open()
    cast.mark(cast.entries[0], Presence.EXCUSED)

    response = tap(cast.client(), cast, 0, "present", headers=HTMX)

    assert response.status_code == 409
    assert "Ola changed this at" in text(response)
    assert '<span class="state">excused</span>' in text(response)
    assert presence_of(cast, 0) == Presence.EXCUSED


def test_a_row_that_changed_meanwhile_gives_the_whole_page_without_htmx() -> None:
    cast = evening(4)
    cast.open()
    cast.mark(cast.entries[0], Presence.EXCUSED)

    response = tap(cast.client(), cast, 0, "present")

    assert response.status_code == 409
    assert "Ola changed this at" in text(response)
    assert "<html" in text(response)


@pytest.mark.parametrize("sent", [{"presence": "dancing"}, {"presence": "present", "seen": ""}])
def test_what_no_button_sends_is_answered_in_words(sent: dict[str, str]) -> None:
    cast = evening(4)
    cast.open()

    response = tap(cast.client(), cast, 0, sent.pop("presence"), headers=HTMX, **sent)

    assert response.status_code == 422
    assert "could not be read" in text(response)
    assert presence_of(cast, 0) == Presence.UNMARKED


@pytest.mark.slow
def test_a_form_left_open_while_the_round_moved_on_shows_where_the_evening_is() -> None:
    cast = evening(4)
    cast.play()
    cast.open()

    url = cast.url("mark_attendance", 1, cast.entries[0].pk)
    sent = {"presence": "unmarked", "seen": "present", "screen": "open"}
    response = cast.client().post(url, sent, headers=HTMX)

    assert response.status_code == 409
    assert response["HX-Retarget"] == "#evening"
    assert "who plays in it is settled. On the evening, choose “Came late” or “Leaves”." in text(response)
    assert "Round 2" in text(response)
    assert response["HX-Replace-Url"] == cast.url("evening")


def test_a_tap_on_somebody_taken_off_the_list_is_answered_in_words() -> None:
    cast = evening(4)
    cast.open()
    url = cast.url("mark_attendance", 1, cast.entries[3].pk)
    entries.remove_entry(cast.entries[3], **cast.by)

    sent = {"presence": "present", "seen": "unmarked", "screen": "open"}
    response = cast.client().post(url, sent, headers=HTMX)

    assert response.status_code == 409
    assert "nothing of yours was saved" in text(response)


def test_a_tap_in_a_round_that_was_undone_is_answered_in_words() -> None:
    cast = evening(4)
    cast.open()
    url = cast.url("mark_attendance", 1, cast.entries[0].pk)
    undo(Action.objects.get(verb="round.open"), actor=cast.director)

    response = cast.client().post(url, {"presence": "present", "seen": "unmarked", "screen": "open"}, headers=HTMX)

    assert response.status_code == 409
    assert "Before the first round" in text(response)


# The round -----------------------------------------------------------------------------------------------------------


def press(client: Client, cast: Evening, verb: str, **more: Any) -> HttpResponse:
    headers = more.pop("headers", None)
    data = {"seen_revision": cast.round.revision, "receipt": str(uuid.uuid4())} | more
    return client.post(cast.url(verb, cast.round.number), data, headers=headers)  # type: ignore[return-value]


@pytest.mark.slow
def test_two_taps_pair_and_publish() -> None:
    cast = at(evening(6), RoundState.OPEN)
    client = cast.client()

    press(client, cast, "pair_round")
    assert cast.round.state == RoundState.DRAFTED
    press(client, cast, "publish_round")

    assert cast.round.state == RoundState.PUBLISHED


@pytest.mark.slow
def test_a_draft_can_be_paired_again_and_taken_back() -> None:
    cast = at(evening(6), RoundState.DRAFTED)
    client = cast.client()

    assert press(client, cast, "pair_round").status_code == 302
    assert cast.round.state == RoundState.DRAFTED
    assert press(client, cast, "take_back_round").status_code == 302
    assert cast.round.state == RoundState.OPEN


def test_a_verb_with_htmx_brings_the_whole_evening() -> None:
    cast = at(evening(6), RoundState.OPEN)

    response = press(cast.client(), cast, "pair_round", headers=HTMX)

    assert response["HX-Retarget"] == "#evening"
    assert "<html" not in text(response)
    assert ids(response).count("evening") == 1


def test_another_screen_is_shown_from_its_top_with_the_focus_on_its_heading() -> None:
    cast = at(evening(6), RoundState.OPEN)
    client = cast.client()

    another = press(client, cast, "pair_round", screen="open", headers=HTMX)
    same = press(client, cast, "pair_round", screen="drafted", headers=HTMX)

    assert another["HX-Reswap"] == "outerHTML show:#heading:top"
    assert '<h1 id="state" tabindex="-1" autofocus' in text(another)
    assert same["HX-Reswap"] == "outerHTML"
    assert "autofocus" not in text(same)


def test_pressing_pair_on_an_old_screen_changes_nothing() -> None:
    cast = at(evening(6), RoundState.DRAFTED)
    boards = [game.pk for game in cast.games]

    response = press(cast.client(), cast, "pair_round", seen_revision=1, headers=HTMX)

    assert response.status_code == 409
    assert [game.pk for game in cast.games] == boards


@pytest.mark.slow
def test_a_draft_that_no_longer_fits_says_so_and_is_not_published() -> None:
    cast = evening(5)
    cast.open()
    cast.check_in(4)
    cast.pair()
    tap(cast.client(), cast, 4, "present", screen="drafted")

    shown = text(cast.client().get(cast.url("evening")))
    refused = press(cast.client(), cast, "publish_round")

    assert "This draft no longer fits: pair again." in shown
    assert 'id="publish"' not in shown
    assert refused.status_code == 409
    assert cast.entries[4].player.full_name in text(refused)


def test_attendance_is_still_reachable_from_the_draft() -> None:
    cast = at(evening(5), RoundState.DRAFTED)

    response = tap(cast.client(), cast, 0, "excused", seen="present", screen="drafted", headers=HTMX)

    assert response.status_code == 200
    assert "In this draft, but not here" in text(response)


def test_pairing_nobody_is_refused_in_words() -> None:
    cast = evening(4)
    cast.open()

    response = press(cast.client(), cast, "pair_round", headers=HTMX)

    assert response.status_code == 409
    assert cast.round.state == RoundState.OPEN
    assert "notice bad" in text(response)


def test_the_round_is_started_with_one_tap() -> None:
    cast = at(evening(4), RoundState.PUBLISHED)

    press(cast.client(), cast, "start_round")

    assert cast.round.started_at is not None


@pytest.mark.slow
def test_the_next_round_opens_when_all_results_are_in() -> None:
    cast = evening(4)
    cast.play()
    client = cast.client()
    assert "Next round" in text(client.get(cast.url("evening")))

    response = client.post(cast.url("next_round"), {"seen_number": 2})

    assert response["Location"] == cast.url("evening")
    assert cast.round.number == 2


@pytest.mark.slow
def test_the_next_round_pressed_twice_is_one_round() -> None:
    cast = evening(4)
    cast.play()

    answers = [cast.client().post(cast.url("next_round"), {"seen_number": 2}) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [302, 409]
    assert Round.objects.filter(tournament=cast.tournament).count() == 2


# Results -------------------------------------------------------------------------------------------------------------


def enter(client: Client, cast: Evening, game: Game, result: str, **more: Any) -> HttpResponse:
    headers = more.pop("headers", None)
    data = {"result": result, "seen": "*", "screen": "boards", "receipt": str(uuid.uuid4())} | more
    return client.post(cast.url("enter_result", game.pk), data, headers=headers)  # type: ignore[return-value]


@pytest.mark.parametrize("result", [result.value for result in Result if result is not Result.OPEN])
def test_every_result_can_be_entered(result: str) -> None:
    cast = at(evening(4), RoundState.PUBLISHED)

    response = enter(cast.client(), cast, cast.games[0], result)

    assert response["Location"] == cast.url("evening") + f"#board-row-{cast.games[0].pk}"
    assert cast.games[0].result == result


def test_a_result_with_htmx_brings_its_row_alone() -> None:
    cast = at(evening(4), RoundState.PUBLISHED)

    response = enter(cast.client(), cast, cast.games[0], "1-0", headers=HTMX)

    first, second = (f"board-row-{game.pk}" for game in cast.games)
    assert first in ids(response)
    assert second not in ids(response)
    assert "<title>(1) Round 1" in text(response)


def test_an_open_game_is_no_result_to_enter() -> None:
    cast = at(evening(4), RoundState.PUBLISHED)
    results.enter_result(cast.games[0], Result.DRAW, seen="*", **cast.by)

    response = enter(cast.client(), cast, cast.games[0], "*", seen="1/2-1/2", headers=HTMX)

    assert response.status_code == 422
    assert cast.games[0].result == Result.DRAW


@pytest.mark.slow
def test_a_result_entered_by_somebody_else_meanwhile_stands() -> None:
    cast = at(evening(4), RoundState.PUBLISHED)
    results.enter_result(cast.games[0], Result.DRAW, seen="*", **cast.by)

    response = enter(cast.client(), cast, cast.games[0], "1-0", headers=HTMX)

    assert response.status_code == 409
    assert "Ola at " in text(response)
    assert cast.games[0].result == Result.DRAW


@pytest.mark.slow
def test_a_result_is_cleared_and_a_game_postponed_by_verbs_of_their_own() -> None:
    cast = at(evening(4), RoundState.PUBLISHED)
    results.enter_result(cast.games[0], Result.DRAW, seen="*", **cast.by)

    for verb, seen in (("clear_result", "1/2-1/2"), ("postpone_game", "*")):
        response = cast.client().post(cast.url(verb, cast.games[0].pk), {"seen": seen, "screen": "boards"})

        assert response.status_code == 302
        assert (cast.games[0].result, cast.games[0].is_postponed) == ("*", verb == "postpone_game")


@pytest.mark.slow
def test_a_result_for_a_board_that_was_paired_again_is_answered_in_words() -> None:
    cast = at(evening(4), RoundState.PUBLISHED)
    old = cast.games[0]
    press(cast.client(), cast, "take_back_round")
    press(cast.client(), cast, "pair_round")

    response = enter(cast.client(), cast, old, "1-0", headers=HTMX)

    assert response.status_code == 409
    assert "nothing of yours was saved" in text(response)


@pytest.mark.slow
def test_a_result_of_an_earlier_round_is_corrected_on_its_own_page() -> None:
    cast = evening(4)
    cast.play()
    game = cast.games[0]
    cast.open()

    response = enter(cast.client(), cast, game, "0-1", seen="1-0")

    assert response["Location"] == cast.url("evening_round", 1) + f"#board-row-{game.pk}"
    game.refresh_from_db()
    assert game.result == "0-1"


@pytest.mark.slow
def test_another_tournaments_boards_and_entries_are_not_there() -> None:
    cast = at(evening(4), RoundState.PUBLISHED)
    game, entry = cast.games[0], cast.entries[0]
    other = another_tournament(cast)

    assert enter(other.client(), other, game, "1-0").status_code == 404
    assert other.client().post(other.url("clear_result", game.pk), {"seen": "*"}).status_code == 404
    other.open()
    sent = {"presence": "present", "seen": "unmarked"}
    assert other.client().post(other.url("mark_attendance", 1, entry.pk), sent).status_code == 404
    action = Action.objects.filter(tournament=cast.tournament).latest("pk")
    assert other.client().post(other.url("undo_action", action.pk)).status_code == 404


def another_tournament(cast: Evening) -> Evening:
    made = tournaments.create_tournament(
        cast.club, season=cast.season, name="Thursdays", system="attendance_monrad", options={}, actor=cast.director
    )
    other = replace(cast, tournament=made)
    other.entries = entries.enter_players(made, cast.players, actor=cast.director)
    entries.draw_numbers(made, actor=cast.director)
    return other


def finish(cast: Evening, **more: Any) -> HttpResponse:
    data = {"seen_revision": cast.round.revision, "screen": "boards"}
    return cast.client().post(cast.url("finish_round", cast.round.number), data, **more)  # type: ignore[return-value]


@pytest.mark.slow
def test_the_table_is_published_once_all_results_are_in() -> None:
    cast = at(evening(4), RoundState.PUBLISHED)
    assert "publish-table" not in ids(cast.client().get(cast.url("evening")))  # type: ignore[arg-type]
    assert finish(cast, headers=HTMX).status_code == 409
    cast.finish()
    assert "publish-table" in ids(cast.client().get(cast.url("evening")))  # type: ignore[arg-type]

    response = finish(cast, headers=HTMX)

    assert cast.round.state == RoundState.FINISHED
    assert "publish-table" not in ids(response)
    assert "next-round" in ids(response)
    assert f"/staff/{cast.tournament.slug}/standings/1/" in text(response)
    assert "The table after round 1 is published" in text(response)


@pytest.mark.slow
def test_after_the_last_round_publishing_its_table_is_what_is_left_to_do() -> None:
    cast = evening(4, planned_rounds=1)
    cast.play()

    before = text(cast.client().get(cast.url("evening")))  # type: ignore[arg-type]
    finish(cast)
    after = text(cast.client().get(cast.url("evening")))  # type: ignore[arg-type]

    assert 'id="end-evening" class=""' in before
    assert 'id="publish-table" class="quiet"' in before
    assert "publish-table" not in after
    assert "the tournament is finished" in after
    assert "Start the round" not in after


# What was done, and its undo -----------------------------------------------------------------------------------------


def newest_action(cast: Evening) -> Action:
    return Action.objects.filter(tournament=cast.tournament).latest("pk")


@pytest.mark.parametrize("headers", [HTMX, {}])
def test_its_undo_brings_back_what_was(headers: dict[str, str]) -> None:
    cast = evening(4)
    cast.open()
    cast.mark(cast.entries[0])

    response = cast.client().post(
        cast.url("undo_action", newest_action(cast).pk), {"back": "evening", "round": 1}, headers=headers
    )

    assert response.status_code == (200 if headers else 302)
    assert presence_of(cast, 0) == Presence.UNMARKED


def test_an_undo_that_others_built_on_is_refused_in_words() -> None:
    cast = at(evening(4), RoundState.OPEN)
    mark = newest_action(cast)
    cast.pair()
    cast.publish()

    response = cast.client().post(cast.url("undo_action", mark.pk), {"back": "evening", "round": 1}, headers=HTMX)

    assert response.status_code == 409
    assert "undo" in text(response)
    assert Attendance.objects.filter(round=cast.round, presence=Presence.PRESENT).count() == 4


def test_undoing_the_round_leads_to_before_it() -> None:
    cast = evening(4)
    cast.open()

    response = cast.client().post(
        cast.url("undo_action", newest_action(cast).pk), {"back": "evening", "round": 1}, headers=HTMX
    )

    assert "Before the first round" in text(response)


# Rights --------------------------------------------------------------------------------------------------------------


def taps(cast: Evening) -> Iterable[tuple[str, str]]:
    game, entry = cast.games[0].pk, cast.entries[0].pk
    yield "get", cast.url("evening")
    yield "get", cast.url("evening_round", 1)
    yield "post", cast.url("mark_attendance", 1, entry)
    for verb in ("pair_round", "publish_round", "take_back_round", "start_round", "finish_round"):
        yield "post", cast.url(verb, 1)
    yield "post", cast.url("next_round")
    for verb in ("enter_result", "clear_result", "postpone_game"):
        yield "post", cast.url(verb, game)
    yield "post", cast.url("undo_action", newest_action(cast).pk)


def test_strangers_are_led_to_the_log_in_everywhere() -> None:
    cast = at(evening(4), RoundState.PUBLISHED)

    for method, url in taps(cast):
        response = getattr(Client(), method)(url)
        assert response.status_code == 302
        assert "/log-in/" in response["Location"]


def test_verbs_are_not_for_get() -> None:
    cast = at(evening(4), RoundState.PUBLISHED)
    client = cast.client()

    assert {client.get(url).status_code for method, url in taps(cast) if method == "post"} == {405}


def test_names_are_escaped() -> None:
    cast = evening(2)
    player = cast.entries[0].player
    player.given_name = '<b>"x'
    player.save()
    cast.open()

    shown = cast.client().get(cast.url("evening")).content.decode()

    assert "<b>" not in shown
    assert "&lt;b&gt;&quot;x" in shown


def test_a_kind_of_the_club_s_own_is_on_the_menu_and_shown_by_its_name() -> None:
    kinds = [{"code": "abroad", "name": "Extern elders", "share": "1/3"}]
    cast = evening(4)
    Tournament.objects.update(system="keizer", options={"absence_kinds": kinds}, tie_breaks=None)
    cast.open()
    client = cast.client()
    assert text(client.get(cast.url("evening"))).count("Extern elders") == 4  # on each menu

    marked = tap(client, cast, 0, "own_kind:abroad", seen="unmarked", headers=HTMX)
    for page in (marked, client.get(cast.url("evening"))):
        assert '<span class="state">Extern elders</span>' in page.content.decode()
    person = client.get(cast.url("person", cast.entries[0].pk)).content.decode()
    assert 'value="unmarked" class="quiet" aria-pressed="true">Extern elders<' in person

    tap(client, cast, 0, "unmarked", seen="own_kind:abroad", headers=HTMX)
    assert '<span class="state">Extern elders' not in client.get(cast.url("evening")).content.decode()


def test_the_staff_read_which_kind_it_was_below_the_boards_and_in_the_story() -> None:
    kinds = [{"code": "abroad", "name": "Extern elders", "share": "1/3"}]
    cast = evening(5)
    Tournament.objects.update(system="keizer", options={"absence_kinds": kinds}, tie_breaks=None)
    cast.tournament.refresh_from_db()
    cast.open()
    client = cast.client()
    tap(client, cast, 0, "own_kind:abroad", seen="unmarked", headers=HTMX)
    for entry in cast.entries[1:]:
        cast.mark(entry)
    cast.pair()
    cast.publish()

    for page in ("evening", "evening_story"):
        shown = text(client.get(cast.url(page, *([1] if page == "evening_story" else []))))
        assert "away (Extern elders)" in shown
    assert "Extern elders" not in text(Client().get(cast.url("public_story", 1)))


@pytest.mark.parametrize("sent", ["own_kind", "own_kind:", "own_kind:<b>", "excused:abroad", "hospital", "x" * 999])
def test_what_is_no_mark_is_answered_in_words_and_marks_nobody(sent: str) -> None:
    cast = evening(2)
    cast.open()

    assert tap(cast.client(), cast, 0, sent).status_code in (400, 409, 422)
    assert presence_of(cast, 0) == "unmarked"


def test_a_mark_by_the_command_line_has_nobody_in_its_sentence() -> None:
    cast = evening(2)
    cast.open()
    attendance.mark_attendance(cast.round, cast.entries[0], Presence.CLUB, seen="unmarked", actor=None)

    response = tap(cast.client(), cast, 0, "present", headers=HTMX)

    assert "This was changed at" in text(response)


@pytest.mark.slow
def test_that_somebody_has_the_bye_again_is_seen_before_the_round_is_published() -> None:
    cast = evening(1)
    cast.open()
    cast.check_in()
    cast.pair()
    cast.publish()
    cast.finish()
    again = f"{cast.players[0].full_name} has the bye again; byes before this one: 1."
    cast.open()
    cast.check_in()
    assert again not in text(cast.client().get(cast.url("evening")))

    cast.pair()

    assert f'<p class="notice warn">{again}</p>' in text(cast.client().get(cast.url("evening")))


# No round after all --------------------------------------------------------------------------------------------------


def call_off(cast: Evening, number: int, client: Client | None = None, **more: Any) -> HttpResponse:
    data = {"seen_revision": cast.round.revision, "screen": "open", "receipt": str(uuid.uuid4())}
    return (client or cast.client()).post(cast.url("call_off_round", number), data, **more)  # type: ignore[return-value]


@pytest.mark.slow
def test_an_opened_round_is_called_off_with_one_tap_and_the_round_before_is_shown() -> None:
    cast = evening(4)
    cast.play()
    at(cast, RoundState.OPEN)
    assert "call-off" in ids(cast.client().get(cast.url("evening")))  # type: ignore[arg-type]

    response = call_off(cast, 2, headers=HTMX)

    assert response.status_code == 200
    assert cast.round.number == 1
    assert "No round after all: the check-in for round 2 is closed" in text(response)
    assert "next-round" in ids(response)
    assert response["HX-Replace-Url"] == cast.url("evening")


def test_without_htmx_it_leads_to_the_evening_as_it_is_then() -> None:
    cast = at(evening(4), RoundState.OPEN)

    response = call_off(cast, 1)

    assert (response.status_code, response["Location"]) == (302, cast.url("evening"))
    assert "Open check-in" in text(cast.client().get(cast.url("evening")))  # type: ignore[arg-type]


def test_a_second_tap_on_no_round_tonight_is_as_good_as_done() -> None:
    cast = at(evening(4), RoundState.OPEN)
    data = {"seen_revision": cast.round.revision, "screen": "open", "receipt": str(uuid.uuid4())}
    client = cast.client()
    client.post(cast.url("call_off_round", 1), data, headers=HTMX)

    again = client.post(cast.url("call_off_round", 1), data, headers=HTMX)

    assert again.status_code == 200
    assert Action.objects.filter(verb="round.call_off").count() == 1


@pytest.mark.parametrize("headers", [HTMX, {}])
def test_a_tap_on_a_check_in_that_is_closed_says_so(headers: dict[str, str]) -> None:
    cast = at(evening(4), RoundState.OPEN)
    url = cast.url("mark_attendance", 1, cast.entries[0].pk)
    call_off(cast, 1)

    response = cast.client().post(
        url, {"presence": "unmarked", "seen": "present", "screen": "open"}, headers=headers or None
    )

    assert response.status_code == 409
    assert "There is no round: Ola closed the check-in at" in text(response)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_draft_offers_the_way_back_to_check_in_instead() -> None:
    cast = at(evening(4), RoundState.DRAFTED)

    assert "call-off" not in ids(cast.client().get(cast.url("evening")))  # type: ignore[arg-type]
    assert "Round 1 is paired already: go back to check-in first." in text(call_off(cast, 1, headers=HTMX))


# Here again ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_on_a_later_round_of_the_night_one_button_marks_all_who_were_here() -> None:
    cast = evening(20)
    cast.play()
    cast.open()
    client = cast.client()
    assert "All who were here in round 1 (20)" in text(client.get(cast.url("evening")))  # type: ignore[arg-type]
    answer = tap(client, cast, 0, "present", headers=HTMX)
    assert "All who were here in round 1 (19)" in text(answer)

    data = {"screen": "open", "receipt": str(uuid.uuid4())}
    response = client.post(cast.url("mark_again", 2), data, headers=HTMX)

    assert response.status_code == 200
    assert cast.round.attendances.filter(presence=Presence.PRESENT).count() == 20
    assert "Here again after round 1: 19 players" in text(response)  # type: ignore[arg-type]
    assert "mark-again" not in ids(response)  # type: ignore[arg-type]
    assert "20 here, nobody sits out" in text(response)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_first_round_and_one_of_another_day_have_no_such_button() -> None:
    cast = evening(4)
    cast.open()
    assert "mark-again" not in ids(cast.client().get(cast.url("evening")))  # type: ignore[arg-type]
    cast.check_in()
    cast.pair()
    cast.publish()
    cast.finish()
    cast.open()
    cast.tournament.rounds.filter(number=1).update(date="2026-01-05")

    assert "mark-again" not in ids(cast.client().get(cast.url("evening")))  # type: ignore[arg-type]


# Done for today -------------------------------------------------------------------------------------------------


def end_evening(cast: Evening, **more: Any) -> HttpResponse:
    data = {"seen_revision": cast.round.revision, "screen": "boards", "receipt": str(uuid.uuid4())}
    return cast.client().post(cast.url("end_evening", cast.round.number), data, **more)  # type: ignore[return-value]


@pytest.mark.slow
def test_with_all_results_in_the_evening_is_over_with_one_tap() -> None:
    cast = evening(4)
    cast.play()
    before = text(cast.client().get(cast.url("evening")))  # type: ignore[arg-type]

    response = end_evening(cast, headers=HTMX)
    assert response["HX-Reswap"] == "outerHTML show:#heading:top"

    assert '<button id="end-evening" class="quiet">Done for today</button>' in before
    assert cast.round.state == RoundState.FINISHED
    assert "All results are in. Done for today." in text(response)
    assert "end-evening" not in ids(response)
    assert "next-round" in ids(response)


def test_a_next_round_from_before_the_evening_was_over_is_stale() -> None:
    cast = evening(4)
    cast.play()
    client = cast.client()
    before = {"seen_number": "2"}
    assert "seen_over" not in text(client.get(cast.url("evening")))  # type: ignore[arg-type]
    end_evening(cast)

    stale = client.post(cast.url("next_round"), before, headers=HTMX)

    assert stale.status_code == 409
    assert "Ola changed this at" in text(stale)  # type: ignore[arg-type]
    assert '<input type="hidden" name="seen_over" value="yes">' in text(stale)  # type: ignore[arg-type]
    assert cast.tournament.rounds.count() == 1
    assert client.post(cast.url("next_round"), before | {"seen_over": "yes"}).status_code == 302
    assert cast.round.number == 2


@pytest.mark.slow
def test_with_a_game_open_a_page_first_says_what_becomes_of_it() -> None:
    cast = at(evening(4), RoundState.PUBLISHED)
    link = f'<a id="end-evening" role="button" class="quiet" href="{cast.url("end_evening", 1)}">'
    assert link in text(cast.client().get(cast.url("evening")))  # type: ignore[arg-type]

    page = text(cast.client().get(cast.url("end_evening", 1)))  # type: ignore[arg-type]

    assert "Round 1, board 1: " in page
    assert "Stays unfinished. The next round can be opened once its result is entered" in page
    assert "The table after round 1 is not published yet" in page
    assert end_evening(cast).status_code == 302
    assert "Done for today." in text(cast.client().get(cast.url("evening")))  # type: ignore[arg-type]
    assert cast.client().get(cast.url("end_evening", 1)).status_code == 404


@pytest.mark.parametrize(
    ("left", "said"), [(3, "Boards 1, 2, 3 have no result yet."), (1, "Board 1 has no result yet.")]
)
def test_the_bar_says_which_boards_are_waited_for(left: int, said: str) -> None:
    cast = at(evening(6), RoundState.PUBLISHED)
    for game in cast.games[left:]:
        results.enter_result(game, Result.DRAW, seen=game.result, **cast.by)

    assert said in text(cast.client().get(cast.url("evening")))

"""What a version with other models, fields and verbs has recorded: told in a neutral sentence, never undone here."""

from __future__ import annotations

import gzip
import io
import json
import uuid
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.tools.casts.evening_cast import Evening, evening
from tests.tools.guards.layers import first_fast
from tests.tools.pages.staff_pages import addresses_for_staff, two_evenings
from tests.tools.played.moving import erase, export, take_in
from tournaments import clock
from tournaments.models import (
    Action,
    Attendance,
    Game,
    InboxItem,
    InboxSubject,
    Membership,
    Player,
    Role,
    Round,
    RoundRecord,
    Tournament,
)
from tournaments.pages.activity.activity_log import tournament_activity
from tournaments.pages.activity.inbox import WRONG_WORDS
from tournaments.recording import UndoRefused, forget_values, obstacles, recording, undo
from tournaments.selectors.result_reports import WrongReport
from tournaments.services.activity.undo import undo_action
from tournaments.services.players import players
from tournaments.services.setup import entries

pytestmark = pytest.mark.django_db

REFUSED = "Another version of Clubchess did this. Only that version can undo it."
UNTOLD = "A change made with another version of Clubchess"


def with_field(action: Action) -> None:
    """Of a row that this version knows."""
    for kept in action.changes:
        for image in filter(None, (kept["before"], kept["after"])):
            image["motto"] = "To the king!"


def with_model(action: Action) -> None:
    club, tournament = action.club_id, action.tournament_id
    made = {"name": "Hansen & Sons", "club_id": club, "tournament_id": tournament}
    action.changes.append({"model": "sponsor", "pk": 1, "before": None, "after": made})
    action.relies_on.append({"model": "sponsor", "pks": [1], "fields": ["name"]})
    action.public.append(["sponsor", 1])


def with_form(action: Action) -> None:
    """Of the record itself."""
    for kept in action.changes:
        kept["moved_to"] = 7


def with_verb(action: Action) -> None:
    if action.undoes_id is None:
        action.verb = "tournament.sponsor"
    else:
        action.facts["verb"] = "tournament.sponsor"


UNKNOWN: Mapping[str, Callable[[Action], None]] = {
    "field": with_field,
    "model": with_model,
    "form": with_form,
    "verb": with_verb,
}


def leave(action: Action, unknown: Callable[[Action], None]) -> Action:
    """As the other version has left it in the database."""
    action = Action.objects.get(pk=action.pk)
    unknown(action)
    action.save()
    return action


def newest(verb: str) -> Action:
    return Action.objects.filter(verb=verb).latest("pk")


def with_admin(players: int = 4) -> Evening:
    cast = evening(players)
    Membership.objects.filter(club=cast.club, user=cast.director).update(role=Role.ADMIN)
    cast.open()
    return cast


def pages_of(cast: Evening) -> list[str]:
    club = [cast.club.slug]
    of_club = [reverse(name, args=club) for name in ("club_home", "what_was_done_in_club", "club_inbox")]
    return [*of_club, cast.url("what_was_done"), cast.url("evening")]


def undone(client: Client, cast: Evening, action: Action, back: str = "done") -> tuple[int, str]:
    form = {"receipt": str(uuid.uuid4()), "back": back}
    of_club = action.tournament_id is None
    address = reverse("club_undo", args=[cast.club.slug, action.pk]) if of_club else cast.url("undo_action", action.pk)
    answer = client.post(address, form)
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize("unknown", first_fast(1, UNKNOWN))
def test_it_is_told_on_every_page_and_undone_on_none(unknown: str) -> None:
    cast = with_admin()
    client = cast.client()
    cast.mark(cast.entries[0])
    made = leave(newest("tournament.create"), UNKNOWN[unknown])
    marked = leave(newest("attendance.mark"), UNKNOWN[unknown])
    rows, actions = list(Attendance.objects.order_by("pk").values()), Action.objects.count()

    for page in pages_of(cast):
        assert client.get(page).status_code == 200, page
    for page in (cast.url("what_was_done"), reverse("what_was_done_in_club", args=[cast.club.slug])):
        assert REFUSED in client.get(page).content.decode()
    for back in ("done", "evening"):
        status, page_text = undone(client, cast, marked, back)
        assert (status, REFUSED in page_text) == (409, True), back
    status, page_text = undone(client, cast, made)
    assert (status, REFUSED in page_text) == (409, True)

    assert list(Attendance.objects.order_by("pk").values()) == rows
    assert Action.objects.count() == actions


@pytest.mark.parametrize("unknown", first_fast(1, UNKNOWN))
def test_what_it_undid_is_not_done_again_here(unknown: str) -> None:
    cast = with_admin()
    client = cast.client()
    cast.mark(cast.entries[0])
    marked = leave(newest("attendance.mark"), UNKNOWN[unknown])
    Attendance.objects.filter(entry=cast.entries[0]).update(presence="unmarked")
    taken_back = Action.objects.create(
        club=cast.club,
        tournament=cast.tournament,
        actor=cast.director,
        verb="undo",
        facts={**marked.facts, "verb": marked.verb, "again": False},
        changes=[{**kept, "before": kept["after"], "after": kept["before"]} for kept in marked.changes],
        undoes=marked,
    )

    for page in pages_of(cast):
        assert client.get(page).status_code == 200, page
    status, page_text = undone(client, cast, taken_back)
    assert (status, REFUSED in page_text) == (409, True)
    assert REFUSED in client.get(cast.url("what_was_done")).content.decode()
    assert Attendance.objects.get(entry=cast.entries[0]).presence == "unmarked"


def test_a_tap_sent_twice_is_done_already_although_the_other_version_did_it() -> None:
    cast = with_admin()
    cast.mark(cast.entries[0])
    marked, receipt = newest("attendance.mark"), uuid.uuid4()
    undo_action(marked, actor=cast.director, receipt=receipt)
    leave(marked, with_field)
    leave(newest("undo"), with_field)

    answer = cast.client().post(cast.url("undo_action", marked.pk), {"receipt": str(receipt), "back": "done"})

    assert answer.status_code == 302


def test_a_verb_that_is_not_known_has_a_sentence_and_the_ribbon_no_button() -> None:
    cast = with_admin()
    cast.mark(cast.entries[0])
    marked = leave(newest("attendance.mark"), with_verb)

    page = cast.client().get(cast.url("evening")).content.decode()

    assert UNTOLD in page
    assert "tournament.sponsor" not in page
    assert cast.url("undo_action", marked.pk) not in page


def test_facts_that_are_not_known_leave_the_sentence_and_the_undo_as_they_are() -> None:
    cast = with_admin()
    cast.mark(cast.entries[0])
    marked = newest("attendance.mark")
    said = tournament_activity(cast.tournament).lines[0].sentence
    Action.objects.filter(pk=marked.pk).update(facts={**marked.facts, "sponsor": {"of": [1, None]}})

    line = tournament_activity(cast.tournament).lines[0]

    assert (line.sentence, line.undo) == (said, marked.pk)


@pytest.mark.parametrize("value", first_fast(1, [[[1], {"of": 2}], {"of": 1}, None, "x", 1.5, True]))
def test_facts_of_another_shape_break_no_page(value: object) -> None:
    cast = with_admin()
    cast.mark(cast.entries[0])
    known = ("player", "players", "user", "presence", "result", "round", "board", "boards", "date", "by_card", "what")
    facts = {**dict.fromkeys(known, value), "said_by": value}
    Action.objects.filter(pk=newest("attendance.mark").pk).update(actor=None, facts=facts)
    Action.objects.filter(verb="tournament.create").update(facts=facts)

    for page in pages_of(cast):
        assert cast.client().get(page).status_code == 200, page


def test_a_row_of_a_model_that_is_not_known_may_refer_to_one_that_would_go() -> None:
    cast = with_admin(3)
    late = Player.objects.create(club=cast.club, given_name="Late", folded_name="late")
    (entry,) = entries.enter_players(cast.tournament, [late], actor=None)
    entered = newest("entry.add")
    cast.mark(cast.entries[0])
    refers = {"model": "badge", "pk": 1, "before": None, "after": {"worn_by_id": entry.pk, "size": 3}}
    later = newest("attendance.mark")
    Action.objects.filter(pk=later.pk).update(changes=[*later.changes, refers])

    assert obstacles([entered]) == {entered.pk: (later,)}
    with pytest.raises(UndoRefused) as refused:
        undo(entered, actor=None)
    assert list(refused.value.later) == [later]


def test_what_the_other_version_did_is_no_obstacle_to_what_it_does_not_touch() -> None:
    cast = with_admin(3)
    cast.mark(cast.entries[0])
    first = newest("attendance.mark")
    cast.mark(cast.entries[1])
    leave(newest("attendance.mark"), with_field)
    leave(newest("attendance.mark"), with_model)

    undo(first, actor=None)

    assert Attendance.objects.get(entry=cast.entries[0]).presence == "unmarked"


@pytest.mark.slow
def test_no_page_of_the_staff_breaks_on_them() -> None:
    published, opened, admin = two_evenings()
    for place, action in enumerate(Action.objects.order_by("-pk")):
        for unknown in [*UNKNOWN.values()][place % 4 :: 2]:
            leave(action, unknown)
    client = Client()
    client.force_login(admin, backend="tournaments.log_in.EmailOrUsernameBackend")

    asked = [page for each in (published, opened) for page in addresses_for_staff(each.tournament)]
    broken = [page for page in dict.fromkeys(asked) if client.get(page).status_code >= 500]

    assert len(asked) > 100
    assert broken == []


def test_a_club_whose_record_names_a_model_that_is_gone_can_be_exported_and_taken_in(tmp_path: Path) -> None:
    cast = with_admin()
    cast.mark(cast.entries[0])
    marked = newest("attendance.mark")
    for unknown in UNKNOWN.values():
        marked = leave(marked, unknown)

    export(cast.club.slug, tmp_path / "club.zip")
    erase(cast.club.slug)
    take_in(tmp_path / "club.zip")

    there = newest("tournament.sponsor")
    assert there.facts.keys() == marked.facts.keys()
    assert [kept["model"] for kept in there.changes] == ["attendance", "sponsor"]
    assert obstacles([there]) == {there.pk: ()}
    assert tournament_activity(Tournament.objects.get()).lines[0].in_the_way == REFUSED


def test_what_is_forgotten_goes_out_of_the_record_with_the_fields_that_are_not_known() -> None:
    cast = with_admin(1)
    player = cast.players[0]
    details = players.PlayerDetails(given_name="Zebedee", family_name="Quackenbush")
    players.edit_player(player, details, seen=players.version_of(player), actor=None)
    action = leave(newest("player.edit"), with_field)

    with recording(cast.club, actor=None, verb="inbox.answer") as change:
        forget_values(change, player, Action.objects.filter(club=cast.club), family_name="")

    action.refresh_from_db()
    assert action.changes == [{"model": "player", "pk": player.pk, "before": {}, "after": {}, "private": True}]


def test_what_stands_in_the_inbox_with_a_word_that_is_not_known_counts_as_something_else() -> None:
    cast = with_admin(1)
    said = InboxItem(club=cast.club, tournament=cast.tournament, player=cast.players[0], asked=InboxSubject.MISTAKE)
    said.asked_at, said.facts = clock.now(), {"wrong": "clock"}
    said.save()

    page = cast.client().get(reverse("club_inbox", args=[cast.club.slug]))

    assert page.status_code == 200
    assert str(WRONG_WORDS[WrongReport.OTHER]) in page.content.decode()


@pytest.mark.parametrize(
    "values",
    first_fast(
        1,
        [
            {"system": "from_a_newer_one"},
            {"preset": "from_a_newer_one"},
            {"options": {"from_a_newer_one": 1}},
            {"tie_breaks": [{"code": "from_a_newer_one"}]},
        ],
    ),
)
def test_a_tournament_that_cannot_be_read_here_is_left_to_another_process(values: Mapping[str, Any]) -> None:
    cast = with_admin()
    client = cast.client()
    client.raise_request_exception = False
    Tournament.objects.filter(pk=cast.tournament.pk).update(**values)

    pages = [*pages_of(cast), cast.url("public_tournament"), reverse("public_club", args=[cast.club.slug])]
    answers = {page: client.get(page) for page in pages}

    assert {answer.status_code for answer in answers.values()} <= {200, 302, 503}
    if "tie_breaks" not in values:  # which an evening does not ask for
        assert answers[cast.url("evening")].status_code == 503
    for answer in answers.values():
        if answer.status_code == 503:
            assert answer["Retry-After"] == "10"
            assert "Another version of Clubchess made this" in answer.content.decode()
    assert client.get(reverse("what_was_done_in_club", args=[cast.club.slug])).status_code == 200


def test_a_reason_that_is_not_known_is_told_to_the_director_alone() -> None:
    cast = with_admin()
    cast.check_in()
    cast.pair()
    cast.publish()
    unknown = [{"rule": "newer/reason", "facts": {"player": {"player": 1}}}]
    Game.objects.update(reasons=unknown)
    Attendance.objects.update(reasons=unknown)
    Round.objects.update(notes=unknown)
    said = "Another version of Clubchess gave a reason that this version does not know."

    evening_page = cast.client().get(cast.url("evening")).content.decode()
    story = cast.client().get(cast.url("evening_story", 1)).content.decode()
    public = [Client().get(cast.url(name, 1)) for name in ("public_round", "public_story")]

    assert said in evening_page
    assert said in story
    assert [(page.status_code, said in page.content.decode()) for page in public] == [(200, False)] * 2


def test_a_file_of_a_round_that_says_something_new_is_left_to_another_process(tmp_path: Path) -> None:
    cast = with_admin()
    cast.check_in()
    cast.pair()
    cast.publish()
    for record in RoundRecord.objects.all():
        file = json.loads(gzip.decompress(record.tournament_file)) | {"from_a_newer_one": 1}
        record.tournament_file = gzip.compress(json.dumps(file).encode())
        record.save()
    client = cast.client()
    client.raise_request_exception = False

    assert client.get(cast.url("public_story", 1)).status_code == 503
    assert {client.get(page).status_code for page in pages_of(cast)} == {200}
    errors = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("verify_tournament", f"{cast.club.slug}/{cast.tournament.slug}", stderr=errors)
    assert "written by another version of Clubchess" in errors.getvalue()

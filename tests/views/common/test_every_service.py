"""Every route that takes a form, sent what the page itself would send, by everybody: it reaches its service.

The forms are read from the pages of two clubs that are built alike. By whom it is allowed, alfa's form changes alfa; by
anybody else, and wherever something of beta stands in the address or the form, no row of beta's has changed.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django.plugin import DjangoDbBlocker

from tests.tools.casts.factories import UserFactory
from tests.tools.casts.two_clubs import OneClub, Row, Rows, client_of, every_row, one_club, refer_to, taken_back, tried
from tests.tools.guards.layers import first_fast
from tests.tools.pages.page_forms import Body, form_for
from tests.tools.pages.public_pages import BY_CARD, BY_LINK
from tests.tools.pages.rating_lists import CARLSEN, FIDE_HEADER, fide_line
from tests.views.common.test_roles import FOR_ONE_EVENING, ROLES, TABLE, routes
from tournaments.models import SecondFactor

pytestmark = pytest.mark.django_db
Typed = Mapping[str, Any]
LIST = "Given name;Family name\nXanthe;Zwingmann\n"
FIXTURES = "Date;Team;Opponent;Home\n2026-12-01;{club} 1;Rivals;home\n"
TOURNAMENT_FILE = json.loads((Path(__file__).parents[2] / "data" / "attendance_monrad_six.json").read_bytes())


@dataclass(frozen=True, kw_only=True)
class Form:
    """`by`: the least of those who may, as in test_roles. `on`: the page that has the form, itself where it is empty,
    with `query`. `at`: the stage of the tournament, `of`: which of its entries, boards or rounds. `typed`: what is
    filled in, as the club's own where it is a text with {club}. `press`: the button. `twice`: the answer is a page
    whose form is sent on, by the button `then`. `leaves_all_as_it_is`: done, and nothing is written."""

    by: str
    on: str = ""
    query: str = ""
    at: str = "club"
    of: Mapping[str, int] = field(default_factory=dict)
    typed: Typed = field(default_factory=dict)
    press: str = ""
    twice: bool = False
    then: str = ""
    leaves_all_as_it_is: bool = False


SEASON = {"name": "{club} 2030", "starts_on": "2030-08-01", "ends_on": "2031-06-01"}
BERG = {"given_name": "{club} Anna", "family_name": "Berg", "rating": "1500"}
INVITED = {"name": "Ola of {club}", "role": "helper"}
DATES = {"starts_at": "19:00", "rounds_an_evening": "1", "date_0": "2026-11-24"}
AWAY = {"first_day": "2098-01-04", "last_day": "2098-01-11"}
FINALS = {"name": "{club} finals", "advance": "7"}
GROUPS = {"name": "{club} groups", "number": "2", "sized_by": "count", "planned_rounds": "5"}
BONUS = {"bonus-player": "{player at home}", "bonus-amount": "2", "bonus-reason": "{club} clocks"}
PRIZES = {"l0-name": "{club} prizes", "l0-prizes": "Book"}
NEW = {"name": "{club} cup", "planned_rounds": "5"}

FORMS: dict[str, Form] = {
    # The club.
    "edit_club": Form(by="admin", typed={"name": "{club} renamed"}),
    "add_season": Form(by="admin", typed=SEASON),
    "edit_season": Form(by="admin", typed=SEASON),
    "close_season": Form(by="admin", on="club_home"),
    "reopen_season": Form(by="admin", on="club_home"),
    "next_season": Form(by="admin", typed=SEASON),
    "make_groups": Form(by="directors", typed=GROUPS, press="propose", twice=True, then="confirm"),
    "rename_event": Form(by="directors", on="event", typed={"name": "{club} renamed"}),
    "make_finals": Form(by="directors", typed=FINALS, press="propose", twice=True, then="confirm"),
    "next_groups": Form(by="directors", typed={"name": "{club} next"}, press="confirm"),
    "make_series": Form(by="directors", typed={"name": "{club} series"}),
    "edit_series": Form(by="directors", typed={"name": "{club} renamed"}),
    "delete_series": Form(by="directors", on="series"),
    "give_bonus": Form(by="directors", on="series", typed=BONUS),
    "take_bonus": Form(by="directors", on="series"),
    "decide_play_off": Form(by="directors", on="series", press="winner"),
    "publish_series": Form(by="directors", on="series"),
    "make_series_final": Form(by="directors", on="series", typed={"final-name": "{club} final"}),
    "series_edit_prizes": Form(by="directors", typed=PRIZES),
    "series_decide_prizes": Form(by="directors", on="series_prizes", press="decision"),
    "series_fix_prizes": Form(by="directors", on="series_prizes"),
    "add_player": Form(by="directors", typed=BERG),
    "edit_player": Form(by="directors", at="open", typed=BERG),
    "import_players": Form(by="admin", typed={"file": LIST}, twice=True),
    "make_league": Form(by="directors", typed={"name": "{club} third league"}),
    "edit_league": Form(by="directors", typed={"name": "{club} renamed league"}),
    "take_league_rules": Form(by="directors", on="edit_league", typed={"file": '{"boards": 6}'}),
    "delete_league": Form(by="directors", on="edit_league"),
    "edit_squad": Form(by="directors", typed={"names": "{club} guest"}),
    "make_team": Form(by="directors", typed={"name": "{club} third"}),
    "edit_team": Form(by="directors", typed={"name": "{club} renamed"}),
    "delete_team": Form(by="directors", on="edit_team"),
    "add_fixture": Form(by="directors", typed={"date": "2026-12-08", "opponent": "{club} others"}),
    "edit_fixture": Form(by="directors", typed={"opponent": "{club} others"}),
    "delete_fixture": Form(by="directors", on="edit_fixture"),
    "fixture_line_up": Form(by="directors", on="fixture", query="?line={player at home}", press="do"),
    "fixture_answers": Form(by="directors", on="fixture", typed={"player": "{player at home}"}, press="do"),
    "fixture_results": Form(by="directors", on="fixture", typed={"own_score": "2", "their_score": "2"}),
    "import_fixtures": Form(by="directors", typed={"text": FIXTURES}, twice=True),
    "rating_lists": Form(by="admin", typed={"file": "\n".join([FIDE_HEADER, fide_line(CARLSEN), ""])}),
    "update_from_list": Form(by="admin"),
    "club_rating_settings": Form(by="admin", typed={"rating_start": "1234"}),
    "publish_club_ratings": Form(by="admin", on="club_ratings"),
    "set_rating_start": Form(by="admin", at="finished", on="club_rating", typed={"start-rating": "1777"}),
    "merge_players": Form(by="admin", at="open", query="?other={player at home}"),
    "make_card_key": Form(by="directors", at="open", on="player_card", typed={"name": "slip of {club}"}),
    "withdraw_card_key": Form(by="directors", at="open", on="player_card"),
    "withdraw_card": Form(by="directors", at="open", on="player_card"),
    "print_card_slips": Form(by="directors"),
    "invite_member": Form(by="admin", on="members", typed=INVITED),
    "renew_invitation": Form(by="admin", on="members"),
    "withdraw_invitation": Form(by="admin", on="members"),
    "new_member_link": Form(by="admin", on="members"),
    "change_member_role": Form(by="admin", on="members", typed={"role": "helper"}),
    "assign_member": Form(by="admin", on="members", typed={"everywhere": "on"}),
    "take_away_member": Form(by="admin", on="members"),
    "club_undo": Form(by="admin", on="club_home"),
    "planner": Form(by="admin", typed={"ways": "attendance_monrad/", "players": "typed"}),
    "create_tournament": Form(by="directors", at="set up", typed=NEW),
    "import_tournament": Form(by="directors", typed={"file": json.dumps(TOURNAMENT_FILE)}, twice=True),
    "put_back_tournament": Form(by="tournament", at="trashed", on="club_home"),
    # Being set up.
    "trash_tournament": Form(by="tournament", at="set up", on="setup"),
    "enter_players": Form(by="tournament", at="set up", on="setup", press="all"),
    "create_team_tournament": Form(by="directors", typed={"name": "{club} schools", "teams": "{club} one\n{club} two"}),
    "enter_teams": Form(by="tournament", at="of teams", typed={"teams": "{club} Heia: {club} Berg, {club} Dahl"}),
    "edit_entered_team": Form(by="tournament", at="of teams", typed={"short_name": "{club}"}),
    "move_member": Form(by="tournament", at="of teams", on="edit_entered_team"),
    "team_line_up": Form(by="tournament", at="of teams"),
    "mark_team_members": Form(by="helper", at="of teams", on="person", typed={"here": []}),
    "draw_numbers": Form(by="tournament", at="set up", on="setup"),
    "change_options": Form(by="tournament", at="set up", typed={"win": "2"}),
    "edit_tournament": Form(by="tournament", at="set up", typed={"name": "{club} renamed"}),
    "edit_categories": Form(by="tournament", at="set up", typed={"c0-name": "{club} juniors"}),
    "change_settings": Form(by="tournament", at="set up", query="?way=turn_up"),
    "say_for": Form(by="tournament", at="set up", of={"entry": 4}, on="who_comes"),
    "say_team_duty": Form(by="tournament", at="set up", on="who_comes", typed={"players": "{entry 5}"}),
    "set_away": Form(by="tournament", at="set up", of={"entry": 4}, on="person", typed=AWAY),
    "end_away": Form(by="tournament", at="set up", of={"entry": 3}, on="person"),
    "set_standing_plan": Form(by="tournament", at="set up", on="person", typed={"standing_plan": "always"}),
    "reset_must_say": Form(by="tournament", at="set up", of={"entry": 3}, on="person"),
    "confirm_plan": Form(by="tournament", at="set up", of={"entry": 3}, on="person"),
    "plan_dates": Form(by="tournament", at="set up", query="?first=2026-11-24&rhythm=weekly&count=1", typed=DATES),
    "forbid_pair": Form(by="tournament", at="set up", of={"entry": 3}, on="person", typed={"other": "{entry 4}"}),
    "allow_pair": Form(by="tournament", at="set up", on="setup"),
    "remove_entry": Form(by="tournament", at="set up", of={"entry": 5}, on="setup"),
    "withdraw_entry": Form(by="tournament", at="open", on="person"),
    "return_entry": Form(by="tournament", at="set up", of={"entry": 7}, on="setup"),
    "take_ratings": Form(by="tournament", at="set up"),
    "take_rating": Form(by="tournament", at="set up", of={"entry": 3}, on="person"),
    "set_guest": Form(by="tournament", at="open", on="person", press="is_guest"),
    "set_pairing_terms": Form(by="tournament", at="open", on="person", typed={"absence_kind": "club"}),
    # At the door.
    "welcome_guest": Form(by="tournament", at="open", typed=BERG),
    "welcome_player": Form(by="tournament", at="open", on="welcome_guest"),
    "mark_attendance": Form(by="helper", at="open", of={"entry": 2}, on="evening", press="presence"),
    "mark_at_door": Form(by="helper", at="open", of={"entry": 2}, on="door", press="presence"),
    "make_helper_pass": Form(by="tournament", at="open", on="helpers"),
    "end_helper_pass": Form(by="tournament", at="open", on="helpers"),
    "mark_again": Form(by="helper", at="open", on="evening"),
    "mark_expected": Form(by="helper", at="open", on="evening"),
    "mark_expected_at_door": Form(by="helper", at="open", on="door"),
    "mark_again_at_door": Form(by="helper", at="open", on="door"),
    "call_off_round": Form(by="tournament", at="open", on="evening"),
    "pair_round": Form(by="tournament", at="open", on="evening"),
    "publish_plan": Form(by="tournament", at="planned", on="evening"),
    "take_back_plan": Form(by="tournament", at="on the wall", on="evening"),
    # Pairing.
    "publish_round": Form(by="tournament", at="drafted", on="evening"),
    "take_back_round": Form(by="tournament", at="drafted", on="evening"),
    "swap_players": Form(
        by="tournament", at="drafted", on="move_players", query="?chosen={entry 1}", press="other={entry 3}"
    ),
    "set_board": Form(by="tournament", at="drafted", on="move_players", query="?chosen={entry 1}"),
    "give_bye": Form(by="tournament", at="drafted", on="move_players", query="?chosen={entry 1}"),
    "take_bye": Form(by="tournament", at="drafted", on="move_players", query="?chosen={bye}"),
    "remove_board": Form(by="tournament", at="drafted", on="move_players", query="?chosen={entry 1}"),
    # Playing.
    "start_round": Form(by="tournament", at="published", on="evening"),
    "postpone_open": Form(by="tournament", at="published", on="evening"),
    "pair_those_here": Form(
        by="tournament", at="for the club", on="evening", typed={"here": ("{entry 1}", "{entry 7}")}
    ),
    "decide_tie": Form(by="helper", at="level", typed={"way": "blitz:white"}),
    "set_up_ties": Form(by="tournament", at="known", on="evening"),
    "play_now": Form(by="tournament", at="counting", on="evening", of={"board": 1}),
    "play_all_now": Form(by="tournament", at="counting", on="evening"),
    "not_now": Form(by="tournament", at="counting", on="evening", of={"board": 2}),
    "play_on": Form(by="tournament", at="joined", on="evening"),
    "clear_tie": Form(by="helper", at="decided", on="decide_tie"),
    "take_over_own_games": Form(by="helper", at="for the club", on="evening"),
    "enter_own_game": Form(by="helper", at="for the club", on="evening", press="result"),
    "enter_result": Form(by="helper", at="published", on="evening", press="result"),
    "clear_result": Form(by="helper", at="published", of={"board": 2}, on="evening"),
    "set_game_dates": Form(by="tournament", at="published", typed={"play_by": "2027-01-08"}),
    "decide_games": Form(by="tournament", at="published", on="set_game_dates", press="decided"),
    "postpone_game": Form(by="helper", at="published", on="evening"),
    "late_player": Form(by="tournament", at="published", on="person", press="choice"),
    "choose_key_map": Form(by="helper", at="published", on="evening", press="key_map=132"),
    "set_message": Form(by="tournament", at="published", on="evening", typed={"text": "Bring your boards, {club}."}),
    "undo_action": Form(by="tournament", at="published", on="evening"),
    # What the players report.
    "accept_agreed": Form(by="helper", at="reported", on="evening"),
    "accept_agreed_in_inbox": Form(by="tournament", at="reported", on="inbox"),
    "decide_report": Form(by="tournament", at="reported", of={"board": 2}, on="inbox", press="result"),
    "answer_item": Form(by="tournament", at="reported", on="inbox", press="answer"),
    "remember_report": Form(by="tournament", at="played", on="exports", press="sent_as"),
    "edit_prizes": Form(by="tournament", at="played", typed=PRIZES),
    "decide_prizes": Form(by="tournament", at="played", on="prizes", press="decision"),
    "fix_prizes": Form(by="tournament", at="finished", on="prizes", press="open"),
    "finish_round": Form(by="tournament", at="played", on="evening"),
    "end_evening": Form(by="tournament", at="published"),
    "next_round": Form(by="tournament", at="finished", on="evening"),
    "end_tournament": Form(by="tournament", at="finished"),
    "play_off": Form(by="tournament", at="shared", typed={"name": "{club} play-off"}),
}


NOBODYS = {"log_in", "log_out", "choose_password"}
"""Of no club: what they do stands in tests/views/accounts/test_log_in.py."""
NOBODYS |= {"account_details", "account_password", "end_sessions", "leave_club", "allow_links", "invitation"}
NOBODYS |= {"log_in_code", "begin_second_factor", "confirm_second_factor"}
NOBODYS |= {"renew_recovery_codes", "turn_off_second_factor"}
"""One's own, whatever stands in the form: tests/views/accounts/test_account.py and test_second_factor.py."""
NOBODYS |= {"start_correcting", "stop_correcting", "correct_text", "remove_correction"}
"""Of no club, too: tests/views/accounts/test_text_corrections.py."""
NOBODYS |= {"ask_to_enter"}
"""A stranger's: tests/views/cards/test_entry_requests.py."""
NOBODYS |= BY_CARD | BY_LINK
"""The players' own: tests/views/cards/test_cards.py sends each of their forms, with their card and without."""
NOBODYS |= {"cancel_planning", "look_at_names"}
"""One planning runs in a club at a time: tests/views/clubs/test_simulation.py cancels it, and as whom it cannot be.
Looking at names changes nothing: tests/views/players/test_players.py."""
NOBODYS |= {"publish_plans"}
"""All groups here have begun: tests/views/events/test_later_events.py, and who may."""
NOBODYS |= {"first_club", "try_demo", "arrive"}
"""Where there is a club nobody makes a first one: tests/views/clubs/test_first_club.py."""
NOBODYS |= {"let_phones_in", "make_backup", "choose_backups", "bring_backup", "download_club", "stop_here"}
NOBODYS |= {"put_back_backup", "erase_this_club"}
"""Where two clubs are nobody has them: tests/views/installation/test_this_computer.py."""
NOBODYS |= {"house_words"}
"""It changes the texts of the whole process, for whoever runs the installation: test_house_words_page.py."""
TAKES_A_FORM = {name for name, roles in TABLE.items() if any(post != 405 for _get, post in roles.values())} - NOBODYS
ALLOWED = {
    "club": {"other helper", "helper", "other director", "director", "admin", "superuser"},
    "directors": {"other director", "director", "admin", "superuser"},
    "helper": {"helper", "director", "admin", "superuser"},
    "tournament": {"director", "admin", "superuser"},
    "admin": {"admin", "superuser"},
}
CARRIED_OUT_TONIGHT = FOR_ONE_EVENING - {"undo_action"}
"""They take back what is their own, and what is sent here is another's."""
GAPS = {"club", "tournament", "number", "system"}
"""Of an address, those that are not keys: the same in both clubs, or led by the others."""


@dataclass(kw_only=True)
class Two:
    alfa: OneClub
    beta: OneClub
    users: dict[str, Any]
    betas: set[Row]
    """The rows that are beta's."""
    before: Rows = field(default_factory=dict)
    """Every row, as it stands before each try."""
    clients: dict[str, Client] = field(default_factory=dict)
    """By role, logged in once: to log in writes more than most tries."""
    read: dict[tuple[str, str], tuple[str, Body]] = field(default_factory=dict)
    there: dict[tuple[object, ...], dict[str, Any]] = field(default_factory=dict)

    def sent(self, name: str, club: OneClub) -> tuple[str, Body]:
        """Address and body of the form as the club's own page has it."""
        key = (name, club.club.slug)
        if key not in self.read:
            with taken_back():
                self.read[key] = _read(name, club, self.arguments(name, club))
        return self.read[key]

    def arguments(self, name: str, club: OneClub) -> dict[str, Any]:
        """What stands in its address. Most forms of a stage share it, and it takes twenty questions."""
        form = FORMS[name]
        stage = form.at if form.at != "club" else "set up"
        key = (club.club.slug, stage, *form.of.items())
        if key not in self.there:
            self.there[key] = club.arguments(stage, **form.of)
        return self.there[key] | _of_its_own(name, club)

    def client(self, role: str) -> Client:
        """As a browser that was just opened: no try sees what the one before was told to keep."""
        client = Client()
        client.cookies = copy.deepcopy(self.clients[role].cookies)
        return client


@pytest.fixture(scope="module")
def clubs(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Two]:
    """Taken back when the file is done."""
    with django_db_blocker.unblock(), transaction.atomic():
        alfa = one_club("alfa")
        superuser = UserFactory(username="root", is_superuser=True)
        SecondFactor.objects.create(user=superuser, secret="A" * 32, last_step=0)
        without_beta = every_row()
        beta = one_club("beta")
        users = alfa.users | {
            "anonymous": None,
            "card": None,
            "superuser": superuser,
            "other club's admin": beta.users["admin"],
        }
        clients = {role: client_of(user) for role, user in users.items()}
        before = every_row()
        betas = before.keys() - without_beta.keys()
        yield Two(alfa=alfa, beta=beta, users=users, betas=betas, before=before, clients=clients)
        transaction.set_rollback(True)


def _of_its_own(name: str, club: OneClub) -> dict[str, Any]:
    """Where a form is about something else than its stage's."""
    season = {"close_season": club.empty_season, "reopen_season": club.closed_season}.get(name)
    found = {"season": season.pk} if season else {}
    found |= {"action": club.own_action} if name == "club_undo" else {}
    return found | ({"player": club.earlier_guest.pk} if name == "welcome_player" else {})


def address_of(name: str, arguments: Mapping[str, Any]) -> str:
    (route,) = (route for route in routes() if route.name == name)
    return reverse(name, kwargs={gap: arguments[gap] for gap in route.gaps})


def _read(name: str, club: OneClub, arguments: Mapping[str, Any]) -> tuple[str, Body]:
    form = FORMS[name]
    address = address_of(name, arguments)
    client = client_of(club.users["admin"])
    page_address = address_of(form.on, arguments) if form.on else address
    page = client.get(page_address + _filled(form.query, form, club))
    assert page.status_code == 200, f"{page_address}: {page.status_code}"
    body = form_for(page_address, page.content.decode(), address, press=_filled(form.press, form, club))
    typed = {key: (value,) if isinstance(value, str) else value for key, value in form.typed.items()}
    return address, body | {key: [_filled(each, form, club) for each in values] for key, values in typed.items()}


def _filled(text: str, form: Form, club: OneClub) -> str:
    if "{" not in text or text.startswith('{"'):
        return text
    evening = club.stages.get(form.at)
    text = text.replace("{club}", club.club.slug).replace("{player at home}", str(club.at_home.pk))
    if evening is None:
        return text
    for number in range(1, 8):
        if (gap := f"{{entry {number}}}") in text:
            text = text.replace(gap, str(evening.entry(number).pk))
    if "{bye}" in text:
        text = text.replace("{bye}", str(evening.entry(next(iter(evening.byes()))).pk))
    return text


def send(client: Client, form: Form, address: str, body: Body) -> HttpResponse:
    files = {"file": SimpleUploadedFile("list.csv", body["file"][0].encode())} if "file" in body else {}
    answer: HttpResponse = client.post(address, {**body, **files})
    if form.twice and answer.status_code == 200:
        answer = client.post(address, form_for(address, answer.content.decode(), address, press=form.then))
    return answer


def test_every_route_that_takes_a_form_stands_in_the_table() -> None:
    """A route of yours is named here? Add a line to FORMS: who may, and which page has its form."""
    assert sorted(TAKES_A_FORM - FORMS.keys()) == []
    assert sorted(FORMS.keys() - TAKES_A_FORM) == []


EACH = pytest.mark.parametrize("name", first_fast(1, sorted(FORMS, key=lambda name: name != "pair_round")))


@pytest.mark.postgresql  # what each verb writes
@EACH
def test_it_is_carried_out_for_whoever_may_and_for_nobody_else(clubs: Two, name: str) -> None:
    form = FORMS[name]
    address, body = clubs.sent(name, clubs.alfa)
    wrong = {}
    for role in ROLES:
        with tried(clubs.before) as made:
            answer = send(clubs.client(role), form, address, body)
        touched = made.touched
        if role in ALLOWED[form.by] or (role == "one-evening helper" and name in CARRIED_OUT_TONIGHT):
            is_right = (
                answer.status_code < 400 and bool(touched) != form.leaves_all_as_it_is and not touched & clubs.betas
            )
        else:
            is_right = answer.status_code in {302, 403, 404} and not touched
        if not is_right:
            wrong[role] = (answer.status_code, touched)
    assert wrong == {}


@EACH
def test_nothing_of_another_clubs_is_changed(clubs: Two, name: str) -> None:
    """Beta's address; beta's keys, one at a time, in alfa's address; beta's form at alfa's address. All of that by the
    admin, who is let in everywhere; by the others what depends on the role: whether it lets them in there, and what
    stands in a form."""
    form = FORMS[name]
    (ours, body), (theirs, their_body) = clubs.sent(name, clubs.alfa), clubs.sent(name, clubs.beta)
    arguments, foreign = (clubs.arguments(name, club) for club in (clubs.alfa, clubs.beta))
    (route,) = (route for route in routes() if route.name == name)
    mixed = [address_of(name, arguments | {gap: foreign[gap]}) for gap in route.gaps - GAPS]
    mixed += [
        address_of(name, foreign | {"club": arguments["club"]}),
        address_of(name, arguments | {"club": foreign["club"]}),
    ]
    by_anyone = [(theirs, their_body), (ours, their_body)]
    everything = [(address, sent) for address in dict.fromkeys([theirs, ours, *mixed]) for sent in (their_body, body)]
    by_admin = [each for each in everything if each != (ours, body)]
    wrong = {}
    for role, tries in {"helper": by_anyone, "director": by_anyone, "admin": by_admin}.items():
        for address, sent in tries:
            with tried(clubs.before) as made:
                answer = send(clubs.client(role), form, address, sent)
            touched = made.touched
            across = {row for row in refer_to(made.after, clubs.betas) if row in touched}
            if answer.status_code >= 500 or touched & clubs.betas or across:
                wrong[role, address] = (answer.status_code, touched & clubs.betas, across)
            elif address == theirs and (answer.status_code != 404 or touched):
                wrong[role, address] = (answer.status_code, touched)
    assert wrong == {}

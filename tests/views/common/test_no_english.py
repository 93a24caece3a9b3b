"""Every route, walked in a language that is written in wide letters: a plain one is English that nobody can translate.

And what is asked for on the way stands in each of the five catalogues, by message. Pages, forms sent as they are, sent
with what is not there any more, sent empty; what a record says of each; what is read with a card or a link.
"""

from __future__ import annotations

import dataclasses
import datetime
import functools
import re
import uuid
import zoneinfo
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any
from unittest import mock

import pyotp
import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client, RequestFactory, override_settings
from django.urls import resolve, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy
from pytest_django.plugin import DjangoDbBlocker
from time_machine import travel

from clubchess import ending, limits
from clubchess.chosen_here import Chosen
from clubchess.house_word_forms import WORDS
from clubchess.texts.catalogue import Message, messages
from tests.tools.casts.factories import Evening
from tests.tools.casts.first_visit import at_the_machine, from_elsewhere, listening_here_alone, make_club, type_word
from tests.tools.casts.team_event import TeamEvent
from tests.tools.casts.two_clubs import OneClub, client_of, one_club, taken_back
from tests.tools.languages.marked_language import WHOLE, Asked, english, speak_wide, typed
from tests.tools.one_time_codes import clock_between_codes
from tests.tools.pages.card_client import holding
from tests.tools.pages.page_forms import Body, every_form
from tests.tools.pages.public_pages import (
    BY_CARD,
    BY_LINK,
    STAFFS_WAY_IN,
    addresses_of,
    all_routes,
    public_routes,
    the_last,
)
from tests.tools.pages.seen_texts import of_page, seen_texts
from tests.tools.pages.staff_pages import plan_a_tournament
from tests.tools.played.kept import as_outside_a_transaction
from tests.views.common.test_every_service import FORMS, Two, send
from tests.views.common.test_roles import TABLE
from tools.zone_names import zone_names
from tournaments.mail import links
from tournaments.models import Action, Club, Fixture, MayJoin, OutsideTeam, PlayerContact, Round, Tournament
from tournaments.pages.activity.activity_log import club_activity, tournament_activity
from tournaments.pages.installation import this_computer as this_computer_values
from tournaments.pages.rounds.link_preview import link_preview
from tournaments.selectors import kept_backups
from tournaments.selectors.kept_backups import KeptBackup
from tournaments.services.accounts import accounts, helper_passes, invitations, second_factor
from tournaments.services.common.refusal import Refused
from tournaments.services.installation import own_backups, putting_back, serving
from tournaments.services.players.notifications import Mail
from tournaments.services.rounds.result_reports import report_match
from tournaments.views.clubs import first_club
from tournaments.views.installation import arrival, house_words, this_computer

NOT_READ = {
    **dict.fromkeys(
        (*(name for name in all_routes() if name.startswith("public_api_")), "api", "openapi"),
        "in English alone: tests/views/files/test_api.py",
    ),
    "styles": "for developers",
    **dict.fromkeys(
        ("alive", "ready", "metrics", "robots", "service_worker", "language_home"), "says nothing to people"
    ),
    **dict.fromkeys(("public_own_boards", "public_own_boards_of_club"), "keys that a script reads"),
    **dict.fromkeys((f"public_{page}_oembed" for page in ("club", "tournament", "round", "standings")), "a frame"),
    **dict.fromkeys(("public_file", "export_tournament"), "a file that this program reads again"),
    **dict.fromkeys(
        ("export_trf16", "export_trf26", "export_pgn", "export_lichess"), "its words are FIDE's or a site's"
    ),
    "my_picture": "a picture of what the card says in words",
    "download_corrections": "a file that this program reads again, with its notes in English",
    "look_at_names": "a part of import_players, which is read",
    "publish_plans": "leads back to the event, which is read",
    **dict.fromkeys(("export_knsb", "export_knsb_rest"), "its words are the federation's"),
    **dict.fromkeys(("help", "help_chapter"), "written in each language by itself: tests/views/clubs/test_guide.py"),
    **dict.fromkeys(("download_backup", "download_club"), "a file that this program reads again"),
    **dict.fromkeys(("favicon", "public_icon", "club_logo", "short_address_qr"), "a picture without words"),
}
"""Why their words are not read here."""
OWN = BY_CARD | BY_LINK | STAFFS_WAY_IN | {"ask_to_enter", "cancel_planning", "offline"}
OWN |= {"this_computer", "make_backup", "bring_backup", "choose_backups", "put_back_backup"}
OWN |= {"erase_this_club", "let_phones_in", "stop_here", "arrive", "house_words"}
OWN -= {"my_picture"}
"""Walked by hand: of those who hold a card or a link, of one's own account."""


def staffs_pages() -> set[str]:
    found = {name for name, route in all_routes().items() if "/staff/" in route and TABLE[name]["admin"][0] != 405}
    return found - OWN - NOT_READ.keys()


def test_every_route_is_walked_or_not_for_people_to_read() -> None:
    """A route of yours is named here? Add it to OWN and walk it there, or say in NOT_READ why nobody reads it."""
    walked = public_routes().keys() | staffs_pages() | FORMS.keys() | OWN
    assert sorted(all_routes().keys() - walked - NOT_READ.keys()) == []
    assert sorted((OWN | NOT_READ.keys()) - all_routes().keys()) == []


# Who reads what ------------------------------------------------------------------------------------------------------


_TYPED_SO = (
    *("blitz", "armageddon", "python manage.py verify_draw tournament.json"),
    "manage.py create_club",
    *("Date;Team;Opponent;Home", "Rivals;home"),
)
"""In these words in each language: a knock-out's steps, commands, a list that is pasted."""


@functools.cache
def _time_zones() -> tuple[str, ...]:
    """Cities, as computers know them or as each language has them."""
    known = {zone.rpartition("/")[2].replace("_", " ") for zone in zoneinfo.available_timezones()}
    return tuple(known.union(*(cities.values() for cities in zone_names().values())))


@dataclass(kw_only=True)
class Walk:
    """`reached`: what was read. `texts`: each, and where it was read first."""

    asked: Asked
    reached: set[str] = field(default_factory=set)
    texts: dict[str, str] = field(default_factory=dict)

    def look(self, answer: HttpResponse) -> HttpResponse:
        request = answer.request  # type: ignore[attr-defined]
        where = f"{request['REQUEST_METHOD']} {request['PATH_INFO']}"
        assert answer.status_code < 500, where
        match = answer.resolver_match  # type: ignore[attr-defined]
        name = match.url_name if match else ""
        if answer.status_code not in {404, 405}:
            self.reached.add(name)
        if name not in NOT_READ:
            self.note(seen_texts(answer), where)
        return answer

    def note(self, texts: Sequence[str], where: str) -> None:
        for text in texts:
            self.texts.setdefault(text, where)

    def finds_nothing(self, *more: str) -> None:
        assert english(self.texts, [*typed(), "Prizes of Alfa", *_TYPED_SO, *_time_zones(), *more]) == {}
        assert {language: self.asked.lacking(language) for language in WHOLE} == {language: set() for language in WHOLE}


@pytest.fixture(scope="module")
def alfa(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[OneClub]:
    """Taken back when the file is done."""
    with django_db_blocker.unblock(), transaction.atomic():
        alfa = one_club("alfa")
        plan_a_tournament(alfa.club)
        yield alfa
        transaction.set_rollback(True)


@pytest.fixture
def walk(alfa: OneClub, monkeypatch: pytest.MonkeyPatch) -> Iterator[Walk]:
    with transaction.atomic():
        yield Walk(asked=speak_wide(monkeypatch))
        transaction.set_rollback(True)


# Pages ---------------------------------------------------------------------------------------------------------------

_STAGES = (
    "finished",
    "published",
    "level",
    "planned",
    "on the wall",
    "reported",
    "open",
    "set up",
    "drafted",
    "of teams",
)
_AT_EACH_STAGE = {"evening", "evening_round", "setup"}


@pytest.mark.slow
@pytest.mark.postgresql  # what each page asks
@pytest.mark.django_db
def test_no_page_speaks_english(alfa: OneClub, walk: Walk) -> None:
    _show_everything(alfa)
    with as_outside_a_transaction():
        stranger, admin = Client(), client_of(alfa.users["admin"])
        of_stage = functools.cache(alfa.arguments)  # nothing changes while pages are looked at
        for address in _addresses_of_all(Club.objects.get(pk=alfa.club.pk)):
            walk.look(stranger.get(address))
        for name in staffs_pages():
            for address in _addresses_of_staff(name, alfa, of_stage):
                answer = walk.look(admin.get(address))
                if answer.status_code == 200 and name not in _AT_EACH_STAGE:
                    break
    for tournament in alfa.club.tournaments.filter(trashed_at=None):
        drawn = link_preview(tournament, None)
        leaders = [text for leader in drawn.leaders for text in dataclasses.astuple(leader)]
        walk.note([drawn.line, drawn.remark, *leaders], "a picture")

    frames = {name for name in public_routes() if name.endswith("_oembed")}  # of clubs that let other sites show them
    assert sorted((public_routes().keys() | staffs_pages()) - walk.reached - frames) == []
    assert len(walk.asked.texts) > 1200
    walk.finds_nothing("a. guest")


_ASKED = {"correct_result": "?result=1-0"}


def _show_everything(alfa: OneClub) -> None:
    """Ratings and prizes to the public; and a tournament whose rounds are drawn."""
    Club.objects.filter(pk=alfa.club.pk).update(shows_ratings=True)
    for stage in ("played", "finished"):
        tournament = Tournament.objects.get(pk=alfa.stages[stage].tournament.pk)
        Tournament.objects.filter(pk=tournament.pk).update(prizes=(tournament.prizes or {}) | {"is_public": True})
    drawn = Evening.of(5, club=alfa.club, season=alfa.season, name="alfa drawn", system="drawboss_monrad")
    drawn.play()


def _addresses_of_all(club: Club) -> Iterator[str]:
    """Of tournaments of one system three, the furthest ones; what is fetched anew of an open page, once."""
    systems = dict(club.tournaments.values_list("slug", "system"))
    taken: Counter[tuple[str, str]] = Counter()
    for address in reversed(addresses_of(club, choose=the_last)):
        match = resolve(address)
        name = match.url_name or ""
        of = (name, "" if name.endswith("_live") else systems.get(match.kwargs.get("tournament", ""), ""))
        taken[of] += 1
        if taken[of] <= (1 if name.endswith("_live") else 3):
            yield address


def _addresses_of_staff(name: str, alfa: OneClub, of_stage: Callable[[str], dict[str, Any]]) -> Iterator[str]:
    gaps = re.findall(r"<\w+:(\w+)>", all_routes()[name])
    planning = alfa.club.plannings.earliest("pk").pk
    for stage in _STAGES if "tournament" in gaps else _STAGES[:1]:
        values = {"planning": planning, "after": 1, "paper": "all"} | of_stage(stage)
        yield reverse(name, kwargs={gap: values[gap] for gap in gaps}) + _ASKED.get(name, "")


# Forms ---------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("name", sorted(FORMS))
def test_no_answer_to_a_form_speaks_english(alfa: OneClub, walk: Walk, name: str) -> None:
    """Looked at first; done, with the line in the record; done before, by which the page is old; sent empty; tapped."""
    form = FORMS[name]
    address, body = Two(alfa=alfa, beta=alfa, users=alfa.users, betas=set()).sent(name, alfa)
    admin = client_of(alfa.users["admin"])
    last = Action.objects.latest("pk").pk
    known = _typed_into(body)
    if form.twice:
        with taken_back():
            walk.look(send(admin, dataclasses.replace(form, twice=False), address, body))
    with taken_back():
        walk.look(send(admin, form, address, body))
        for action in Action.objects.filter(pk__gt=last, club=alfa.club).select_related("tournament"):
            done = (
                tournament_activity(action.tournament) if action.tournament else club_activity(alfa.club, may_undo=bool)
            )
            walk.note([text for line in done.lines[:2] for text in (line.sentence, line.by, line.in_the_way)], name)
        walk.look(send(admin, form, address, body | {"receipt": [str(uuid.uuid4())]}))
        known += typed()
    if form.on in _TAPPED:
        with taken_back():
            walk.look(admin.post(address, body, headers={"HX-Request": "true"}))
    with taken_back():
        walk.look(admin.post(address, {}))
    assert name in walk.reached
    walk.finds_nothing(*known)


_TAPPED = {"evening", "door", "move_players"}
"""Pages whose forms htmx sends, to put the answer in their place."""


def _typed_into(body: Body) -> list[str]:
    """Names: what begins with a capital, or with the club's name; in a file below its headings."""
    values = [value for name in body.keys() - {"file"} for value in body[name]]
    file = body.get("file", [""])[0]
    in_file = re.findall(r"[A-Z][\w'-]+", file if file.startswith("{") else file.partition("\n")[2])
    named = [value for value in values if value[:1].isupper() or value.startswith("alfa")]
    return [*in_file, *named, *(" ".join(value.split()) for value in named)]


# One's own -----------------------------------------------------------------------------------------------------------


def _send_all(walk: Walk, client: Client, address: str) -> str:
    """Each form of the page, as it stands and empty. No answer takes a card or a log-in away."""
    limits.forget_all()
    page = walk.look(client.get(address)).content.decode()
    held = {name: each.value for name, each in client.cookies.items()}
    forms = every_form(address, page)
    for to, body in [*forms, *((to, Body()) for to in {to for to, _body in forms} - {reverse("log_out")})]:
        with taken_back():
            answer = walk.look(client.post(to, body))
            if answer.status_code == 302:
                walk.look(client.get(answer["Location"]))
        client.cookies.load(held)
    return page


@pytest.mark.slow
@pytest.mark.django_db
@override_settings(MAIL_ON=True, PUBLIC_ADDRESS="https://chess.example.org")
def test_no_page_of_ones_own_speaks_english(alfa: OneClub, walk: Walk) -> None:
    for stage in ("set up", "open"):
        Tournament.objects.filter(pk=alfa.stages[stage].tournament.pk).update(may_join=MayJoin.ASK)
    for page in ("offline", "log_in"):
        _send_all(walk, Client(), reverse(page))
    admin = client_of(alfa.users["admin"])
    walk.look(admin.post(reverse("cancel_planning", args=["alfa", alfa.club.plannings.earliest("pk").pk])))
    with_cards(walk, alfa)
    with_captains(walk, alfa)
    with_links(walk, alfa)
    with_an_account(walk, alfa)
    with_nobody_there(walk)
    at_the_clubs_computer(walk, alfa)
    assert sorted(OWN - walk.reached) == []
    of_the_house = [each for words in WORDS.values() for word in words for each in word.alternatives]
    walk.finds_nothing("/nowhere", "Bettered", ": Bettered", corrected().english, *of_the_house)


def corrected() -> Message:
    """One without gaps, in one form."""
    return next(each for each in messages("en").values() if each.english.isalpha())


def with_captains(walk: Walk, alfa: OneClub) -> None:
    """Of a team in a tournament: before its line-up is in, before and after a report, and with another one's."""
    teams = TeamEvent(tournament=alfa.stages["of teams"].tournament, director=alfa.users["director"])
    teams.have_captains()
    first, second = teams.sides()
    address = {
        row.pk: reverse("captain_entry", args=["alfa", row.entry.captain.public_key, row.entry_id])
        for row in (first, second)
        if row.entry.captain is not None
    }
    _send_all(walk, holding(first.entry.captain), address[first.pk])
    Round.objects.filter(pk=first.round_id).update(started_at=timezone.now())
    _send_all(walk, holding(first.entry.captain), address[first.pk])
    for row, other, boards in ((first, second, "1="), (second, first, "=1")):
        report_match(row, boards, seen_opponent=other.entry_id, by_card=row.entry.captain)
        _send_all(walk, holding(first.entry.captain), address[first.pk])
        _send_all(walk, holding(second.entry.captain), address[second.pk])


def with_cards(walk: Walk, alfa: OneClub) -> None:
    """Of somebody at each stage, each with a board, a time away, a plan, a report, or nothing to say."""
    stages = [("set up", 3), ("open", 1), ("published", 1), ("reported", 1), ("reported", 3)]
    players = [alfa.stages[stage].entry(number).player for stage, number in stages]
    ask_to_enter = reverse("ask_to_enter", args=["alfa", alfa.stages["open"].tournament.slug])
    _send_all(walk, Client(), ask_to_enter)
    walk.look(Client().get(reverse("me", args=["alfa"])))
    for player in players:
        PlayerContact.objects.update_or_create(player=player, defaults={"email": "someone@example.org"})
        for name in ("open_card", "open_card_in_language"):
            client = Client()
            key = holding(player).cookies[settings.CARDS_COOKIE].value
            walk.look(client.get(reverse(name, args=[key])))
        of_card = [reverse(name, args=["alfa", player.public_key]) for name in ("my_card", "my_settings", "my_flag")]
        holder = holding(player)
        for address in [reverse("me", args=["alfa"]), *of_card]:
            page = _send_all(walk, holder, address)
            for calendar in set(re.findall(r"/en/alfa/me/[\w-]+/calendar/[\w-]+\.ics", page)):
                walk.look(holder.get(calendar))
    both = holding(*players)
    _send_all(walk, both, reverse("me", args=["alfa"]))
    walk.look(both.post(reverse("answer_for_all", args=["alfa"])))

    OutsideTeam.objects.filter(league__club=alfa.club).update(captain=alfa.at_home)
    holder = holding(alfa.at_home)
    own = ["alfa", alfa.at_home.public_key]
    fixture = Fixture.objects.filter(team__league__club=alfa.club).earliest("pk")
    for address in (
        reverse("my_card", args=own),
        reverse("captain_team", args=[*own, fixture.team_id]),
        reverse("captain_fixture", args=[*own, fixture.pk]),
    ):
        _send_all(walk, holder, address)


def with_links(walk: Walk, alfa: OneClub) -> None:
    admin = alfa.users["admin"]
    pass_link = helper_passes.make_pass(alfa.stages["published"].tournament, actor=alfa.stages["published"].director)
    _send_all(walk, Client(), reverse("open_helper_pass", args=[pass_link]))
    _send_all(walk, Client(), reverse("open_helper_pass", args=["nobody-knows-it"]))
    _made, token = invitations.invite(alfa.club, name="Eva of alfa", role="helper", everywhere=True, actor=admin)
    for client in (Client(), client_of(alfa.users["other helper"])):
        _send_all(walk, client, reverse("invitation", args=[token]))
    password = reverse("choose_password", args=accounts.new_link(alfa.users["helper"], actor=None))
    _send_all(walk, Client(), password)
    walk.look(Client().post(password, {"password": "chess", "repeated": "other"}))
    walk.look(Client().post(password, {"password": "chess", "repeated": "chess"}))
    player = alfa.stages["published"].entry(1).player
    for mail in Mail:
        _send_all(walk, Client(), links.turn_off(player, mail).removeprefix(settings.PUBLIC_ADDRESS))


def with_an_account(walk: Walk, alfa: OneClub) -> None:
    password = "a rook on the seventh"
    user = alfa.users["director"]
    user.set_password(password)
    user.save()
    guest = Client()
    walk.look(guest.post(reverse("log_in"), {"username": user.username, "password": "wrong"}))
    helper = client_of(user)
    for name in ("my_clubs", "account", "account_details", "account_password", "second_factor"):
        _send_all(walk, helper, reverse(name))
    better = reverse("correct_text", args=[corrected().key])
    walk.look(helper.post(better, {"form_0": "Bettered"}, follow=True))
    walk.look(helper.post(better, {"form_0": ""}))
    walk.look(helper.get(reverse("download_corrections", args=["en"])))
    _send_all(walk, helper, better)
    _send_all(walk, helper, reverse("text_corrections"))
    walk.look(helper.post(reverse("start_correcting"), follow=True, headers={"accept": "text/html"}))
    walk.look(helper.post(reverse("stop_correcting")))
    walk.look(helper.post(reverse("account_password"), {"current": "x", "password": "chess", "repeated": "chess"}))
    _send_all(walk, helper, reverse("leave_club", args=["alfa"]))
    _send_all(walk, client_of(alfa.users["admin"]), reverse("leave_club", args=["alfa"]))
    walk.look(helper.post(reverse("begin_second_factor"), {"current": password}))
    _send_all(walk, helper, reverse("second_factor"))
    with travel(timezone.now() - datetime.timedelta(minutes=10), tick=False):
        secret = second_factor.new_secret()
        second_factor.turn_on(user, secret, pyotp.TOTP(secret).at(timezone.now()))
    _send_all(walk, helper, reverse("second_factor"))
    for each in ("renew_recovery_codes", "turn_off_second_factor"):
        with taken_back(), clock_between_codes():
            walk.look(helper.post(reverse(each), {"current": password, "code": pyotp.TOTP(secret).now()}))
    walk.look(guest.post(reverse("log_in"), {"username": user.username, "password": password}))
    _send_all(walk, guest, reverse("log_in_code"))
    walk.look(helper.post(reverse("log_out")))


def with_nobody_there(walk: Walk) -> None:
    """The first page, and what it says to whoever is late."""
    walk.look(make_club(from_elsewhere()))
    walk.look(Client().post(reverse("try_demo")))
    with listening_here_alone(), mock.patch.object(first_club, "nobody_is_here", return_value=True):
        walk.look(from_elsewhere().get(reverse("first_club")))
        walk.look(type_word(from_elsewhere(), "wrong"))
        walk.look(at_the_machine().get(reverse("first_club")))
        for typed in ({}, {"club": "!", "name": "\u202e"}, {"username": "k"}, {"username": "kari@"}):
            walk.look(make_club(at_the_machine(), **typed))


def at_the_clubs_computer(walk: Walk, alfa: OneClub) -> None:
    """As if no other club were there, and with every button that it can have."""
    manifest = mock.Mock(made_at="2026-11-28T01:02:03+00:00")
    chosen = Chosen(phones=True, backup_folder="/nowhere")
    refused = Refused(gettext_lazy("No backup could be made: {reason}"))
    backup = KeptBackup(name="x.zip", at=timezone.now(), size=1, is_brought=True, is_before_restore=True)
    with (
        listening_here_alone(),
        mock.patch.multiple(ending, can_end=lambda: True, end=lambda **_how: None),
        mock.patch.multiple(this_computer, is_one_clubs_own=lambda: True, read_what_fits=lambda _file: manifest),
        mock.patch.object(this_computer, "kept_file", lambda name: Path(name)),
        mock.patch.object(kept_backups, "kept_backups", return_value=(backup,) * 6),
        mock.patch.object(this_computer_values, "chosen", return_value=chosen),
        mock.patch.object(kept_backups, "chosen", return_value=chosen),
        mock.patch.object(putting_back, "what_failed", return_value="/nowhere"),
        mock.patch.object(own_backups, "back_up", side_effect=refused),
        mock.patch.object(serving, "let_phones_in"),
        mock.patch.object(house_words, "chooses_house_words", return_value=True),
        mock.patch.object(house_words, "choose_words"),
    ):
        admin = at_the_machine()
        admin.force_login(alfa.users["admin"], backend="tournaments.log_in.EmailOrUsernameBackend")
        for name in ("this_computer", "erase_this_club", "house_words"):
            walk.look(admin.get(reverse(name, args=["alfa"])))
        walk.look(admin.get(reverse("put_back_backup", args=["alfa", "x.zip"])))
        for name in ("make_backup", "bring_backup", "choose_backups", "erase_this_club", "let_phones_in", "stop_here"):
            walk.look(admin.post(reverse(name, args=["alfa"]), {"phones": "in", "kept": "many"}))
        usual = {f"{code}-{word.code}": word.alternatives[0] for code, words in WORDS.items() for word in words}
        assert admin.post(reverse("house_words", args=["alfa"]), usual).status_code == 302
        walk.look(admin.get(reverse("house_words", args=["alfa"])))
        walk.look(admin.get(reverse("this_computer", args=["alfa"]), REMOTE_ADDR="192.168.1.9"))
        with mock.patch.object(arrival, "nobody_is_here", return_value=True):
            walk.look(at_the_machine().get(reverse("arrive")))


# What belongs to no route --------------------------------------------------------------------------------------------


def test_no_page_of_what_went_wrong_speaks_english(monkeypatch: pytest.MonkeyPatch) -> None:
    walk = Walk(asked=speak_wide(monkeypatch))
    pages = sorted(path.name for path in (settings.BASE_DIR / "templates").glob("[45]*.html"))
    for page, more in product(pages, ({}, {"is_word": True})):
        shown = render_to_string(page, {"minutes": 3, **more}, request=RequestFactory().get("/en/"))
        walk.note(list(of_page(shown)), page)

    assert len(pages) > 7
    assert english(walk.texts, ()) == {}
    assert [walk.asked.lacking(language) for language in WHOLE] == [set()] * len(WHOLE)

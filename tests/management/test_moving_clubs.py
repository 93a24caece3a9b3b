"""A club as one file: out of an installation, into another, and erased for good."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
import uuid
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from tests.tools.casts import two_clubs
from tests.tools.casts.factories import ClubFactory, EntryFactory, Evening, PlayerFactory, UserFactory
from tests.tools.guards.whole_database import every_row
from tests.tools.pages.public_pages import addresses_of, texts_of, the_last
from tests.tools.played.moving import (
    count_on,
    erase,
    export,
    of_the_club,
    page_elsewhere,
    ranked,
    rows_in,
    take_in,
    whole_numbers,
    without,
)
from tests.tools.processes.races import ROOT, database_of_its_own
from tournaments import demo
from tournaments.models import (
    Action,
    CardKey,
    Club,
    Game,
    HelperPass,
    Invitation,
    ListState,
    Membership,
    Player,
    PlayerContact,
    RatingList,
    Role,
    SecondFactor,
    Session,
    Tournament,
    User,
)
from tournaments.pairing.types.snapshot import Result
from tournaments.recording import obstacles, undo
from tournaments.services.accounts import helper_passes
from tournaments.services.accounts.accounts import new_link
from tournaments.services.accounts.own_account import change_password
from tournaments.services.clubs.clubs import create_club
from tournaments.services.installation.club_transfer.club_file import ClubFileWriter, Row
from tournaments.services.installation.club_transfer.json_keys import json_columns
from tournaments.services.players import card_keys
from tournaments.services.players.card_keys import keys_of

pytestmark = pytest.mark.postgresql  # keys, types, one moment

_FAR = 1_000_000
_THERE = range(_FAR, 2 * _FAR)
_EVERY = 3
"""Of some seven hundred pages."""


@dataclass(kw_only=True)
class Moved:
    """A club with everything in it, as it was where it came from: keys far from those of anybody else."""

    file: Path
    pages: list[str] = field(default_factory=list)
    undoable: list[bool] = field(default_factory=list)


@pytest.fixture(scope="module")
def alfa(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Moved:
    directory = tmp_path_factory.mktemp("alfa")
    with django_db_blocker.unblock(), database_of_its_own(directory, called="alfa"):
        count_on(_FAR)
        two_clubs.one_club("alfa")
        Club.objects.update(shows_ratings=True)
        for action in Action.objects.order_by("-pk")[:3]:  # as a browser's taps have
            Action.objects.filter(pk=action.pk).update(receipt=uuid.uuid4())
        moved = Moved(file=directory / "alfa.zip")
        export("alfa", moved.file)
        club = Club.objects.get()
        moved.pages = pages_of(club, every=_EVERY)
        moved.undoable = undoable_in(club)
    return moved


def pages_of(club: Club, *, every: int) -> list[str]:
    """Those of its own that the public can open, or some of them."""
    own = [each for each in addresses_of(club, choose=the_last) if f"/{club.slug}/" in each or each.startswith("/t/")]
    return [page_elsewhere(text) for text in texts_of(Client(), own[::every]).values()]


def undoable_in(club: Club) -> list[bool]:
    """Of each action in order, whether it can be undone now; accounts are never changed by an undo elsewhere."""
    actions = Action.objects.filter(club=club).exclude(verb="club.import").order_by("pk")
    found = [each for each in actions if not any(kept["model"] == "user" for kept in each.changes)]
    told = obstacles(found)
    return [told[each.pk] is None for each in found]


def keys_of_there() -> list[tuple[str, str, object]]:
    """What stands in JSON and is a key of a row where the club came from."""
    return [
        (model.__name__, attname, value)
        for model, attname in json_columns()
        for value in model._base_manager.values_list(attname, flat=True)
        if any(number in _THERE for number in whole_numbers(value))
    ]


def small_club(tmp_path: Path) -> tuple[Evening, Path]:
    """A first round with one result, and its file."""
    evening = Evening.of(4)
    evening.draft()
    evening.publish()
    evening.enter(1, Result.WHITE_WINS)
    file = tmp_path / "small.zip"
    export(evening.tournament.club.slug, file)
    return evening, file


def refused(match: str, file: Path, *arguments: str) -> None:
    """In one sentence, and nothing was touched."""
    before = every_row()
    with pytest.raises(CommandError, match=match) as raised:
        take_in(file, *arguments)
    assert str(raised.value).endswith("Nothing was changed.")
    assert every_row() == before


@pytest.mark.slow
@pytest.mark.django_db
def test_its_pages_are_the_same_elsewhere(alfa: Moved) -> None:
    ClubFactory(slug="beta")
    take_in(alfa.file)

    assert pages_of(Club.objects.get(slug="alfa"), every=_EVERY) == alfa.pages


@pytest.mark.slow
@pytest.mark.django_db
def test_what_goes_in_comes_out_again(alfa: Moved, tmp_path: Path) -> None:
    ClubFactory(slug="beta")
    take_in(alfa.file)
    export("alfa", tmp_path / "again.zip")

    first, again = (ranked(rows_in(file)) for file in (alfa.file, tmp_path / "again.zip"))
    assert again["action"].pop()["verb"] == "club.import"
    here = {
        "club": {"public_revision"},
        "tournament": {"public_revision", "past_revision"},
        "user": {"username"},
    }
    assert without(again, here) == without(first, here)
    staff = [row["username"] for row in rows_in(alfa.file)["user"] if row["is_active"]]
    assert staff == [row["username"] for row in rows_in(tmp_path / "again.zip")["user"] if row["is_active"]]
    assert len(staff) > 5


@pytest.mark.slow
@pytest.mark.django_db
def test_no_key_of_there_is_left_anywhere(alfa: Moved) -> None:
    take_in(alfa.file)

    assert keys_of_there() == []
    there = rows_in(alfa.file)
    assert any(number in _THERE for row in there["action"] for number in whole_numbers(row["changes"]))


@pytest.mark.slow
@pytest.mark.django_db
def test_what_could_be_undone_there_can_be_undone_here(alfa: Moved) -> None:
    take_in(alfa.file)
    club = Club.objects.get()

    assert undoable_in(club) == alfa.undoable
    assert sum(alfa.undoable) > 20
    last = Action.objects.filter(club=club, verb="result.enter").latest("pk")
    game = Game.objects.get(pk=next(kept["pk"] for kept in last.changes if kept["model"] == "game"))
    assert game.result != "*"
    undo(last, actor=None)
    game.refresh_from_db()
    assert game.result == "*"


@pytest.mark.slow
@pytest.mark.django_db
def test_the_staff_finds_its_history_and_its_work(alfa: Moved) -> None:
    take_in(alfa.file)
    client = two_clubs.client_of(User.objects.get(username="alfa-admin"))

    done = client.get("/en/alfa/staff/actions/").content.decode()

    assert "The club came here from another installation" in done
    assert "alfa 2028" in done
    for tournament in Tournament.objects.filter(trashed_at=None):
        for page in ("", "done/", "helpers/", "who-comes/"):
            answer = client.get(f"/en/alfa/staff/{tournament.slug}/{page}")
            assert answer.status_code in {200, 302}, answer.request["PATH_INFO"]


@pytest.mark.slow
@pytest.mark.django_db
def test_what_was_kept_with_its_rounds_still_holds(alfa: Moved) -> None:
    take_in(alfa.file)

    for tournament in Tournament.objects.filter(trashed_at=None):
        call_command("verify_tournament", f"alfa/{tournament.slug}")


@pytest.mark.slow
@pytest.mark.django_db
def test_erased_again_the_installation_is_as_it_was(alfa: Moved) -> None:
    two_clubs.one_club("beta")
    before = every_row()
    take_in(alfa.file)
    assert every_row() != before

    erase("alfa")

    assert without_counters(every_row()) == without_counters(before)


def without_counters(rows: dict[str, list[str]]) -> dict[str, list[str]]:
    return {table: found for table, found in rows.items() if table != "sqlite_sequence"}


@pytest.mark.slow
@pytest.mark.django_db
def test_nothing_of_a_club_is_left_and_nothing_of_another_is_touched() -> None:
    alfa, beta = two_clubs.one_club("alfa"), two_clubs.one_club("beta")
    shared = alfa.users["director"]
    Membership.objects.create(club=beta.club, user=shared, role=Role.HELPER)
    acted = UserFactory(username="acted-in-both")
    for club in (alfa.club, beta.club):
        Action.objects.create(club=club, actor=acted, verb="club.edit")
    boss = UserFactory(username="boss", is_superuser=True)
    Membership.objects.create(club=alfa.club, user=boss, role=Role.ADMIN)
    new_link(alfa.users["admin"], actor=boss)
    SecondFactor.objects.create(user=alfa.users["admin"], secret="A" * 32, last_step=0)
    Session.objects.create(session_key="k", session_data="", expire_date=timezone.now(), user=alfa.users["admin"])
    before = two_clubs.every_row()
    ours = of_the_club(before, alfa.club)
    people = {("tournaments.User", user.pk) for name, user in alfa.users.items() if name != "director"}
    assert {label for label, _key in ours} >= {"tournaments.ListedRating", "tournaments.Action", "tournaments.CardKey"}

    said = erase("alfa")

    after = two_clubs.every_row()
    gone = before.keys() - after.keys()
    assert ours | people <= gone
    assert {row for row in gone - ours if row[0] != "tournaments.User"} == {
        ("tournaments.SecondFactor", next(key for label, key in gone if label == "tournaments.SecondFactor")),
        *((label, key) for label, key in gone if label == "tournaments.Action"),
    } - ours
    assert {key: after[key] for key in after} == {key: before[key] for key in after}
    assert not Session.objects.exists()
    assert set(User.objects.filter(username__in=["acted-in-both", "boss", shared.username])) == {acted, boss, shared}
    for stays in ("acted-in-both", "boss", shared.username):
        assert stays in said.split("that stay")[1]
    assert not any("alfa" in row for table in every_row().values() for row in table if shared.username not in row)


@pytest.mark.django_db
def test_a_small_club_is_exported_erased_and_taken_in_beside_another(tmp_path: Path) -> None:
    evening, file = small_club(tmp_path)
    club = evening.tournament.club
    other = Evening.of(3)
    before = pages_of(club, every=20)
    erase(club.slug)
    assert not Club.objects.filter(pk=club.pk).exists()
    assert other.tournament.entries.count() == 3

    said = take_in(file)

    made = Club.objects.get(slug=club.slug)
    assert made.pk != club.pk
    assert pages_of(made, every=20) == before
    assert "players 4, tournaments 1, games 2" in said
    undo(Action.objects.filter(club=made, verb="result.enter").get(), actor=None)
    assert Game.objects.get(round__tournament__club=made, board=1).result == "*"


@pytest.mark.django_db
def test_what_is_archived_stays_so(tmp_path: Path) -> None:
    evening, _file = small_club(tmp_path)
    club = evening.tournament.club
    Action.objects.filter(pk=club.actions.earliest("pk").pk).update(changes=[], relies_on=[])
    verbs = [(each.verb, each.is_archived) for each in club.actions.order_by("pk")]
    assert [is_archived for _verb, is_archived in verbs] == [True, *[False] * (len(verbs) - 1)]
    file = tmp_path / "archived.zip"
    call_command("export_club", club.slug, file, verbosity=0)
    erase(club.slug)

    take_in(file)

    there = Action.objects.filter(club__slug=club.slug).exclude(verb="club.import").order_by("pk")
    assert [(each.verb, each.is_archived) for each in there] == verbs


@pytest.mark.django_db
def test_its_own_history_says_where_it_came_from(tmp_path: Path) -> None:
    evening, file = small_club(tmp_path)
    erase(evening.tournament.club.slug)
    take_in(file)

    last = Action.objects.latest("pk")
    assert (last.verb, last.club, last.actor) == ("club.import", Club.objects.get(), None)


@pytest.mark.django_db
def test_the_file_is_its_owners_alone_and_never_over_another(tmp_path: Path) -> None:
    evening, file = small_club(tmp_path)

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with pytest.raises(CommandError, match="There is a file"):
        export(evening.tournament.club.slug, file)
    with pytest.raises(CommandError, match="There is no club with the address nowhere"):
        export("nowhere", tmp_path / "none.zip")
    assert not (tmp_path / "none.zip").exists()
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.django_db
def test_an_address_that_is_taken_is_refused_and_another_one_given(tmp_path: Path) -> None:
    evening, file = small_club(tmp_path)
    club = evening.tournament.club

    refused(f"Another club has the address “{club.slug}”.*--slug", file)
    refused("is needed for something else.*--slug", file, "--slug", "staff")
    refused("will not do", file, "--slug", "Not a slug")
    User.objects.update(email="user@club.example")
    (tmp_path / "small.zip").unlink()
    export(club.slug, file)
    take_in(file, "--slug", "elsewhere", "--link-users")
    assert Club.objects.get(slug="elsewhere").tournaments.count() == 1


@pytest.mark.django_db
def test_what_opens_a_page_is_made_anew_where_it_is_taken(tmp_path: Path) -> None:
    """The club is here twice: links and posters lead to the first."""
    evening = Evening.of(2, short_code="poster23")
    User.objects.update(email="user@club.example")
    player = evening.entry(1).player
    token = card_keys.make_key(player, actor=evening.director)
    file = tmp_path / "club.zip"
    export(evening.tournament.club.slug, file)

    said = take_in(file, "--slug", "twice", "--link-users")

    twice = Club.objects.get(slug="twice")
    assert CardKey.objects.filter(player__club=twice).count() == 1
    assert [key.player for key in keys_of([token])] == [player]
    assert twice.tournaments.get().short_code != "poster23"
    assert set(twice.players.values_list("public_key", flat=True)).isdisjoint(
        evening.tournament.club.players.values_list("public_key", flat=True)
    )
    assert "short addresses, as on posters and QR codes (1)" in said
    assert "links to cards, which lead to the club that was here before (1)" in said
    assert "addresses of people's pages (2)" in said


@pytest.mark.django_db
def test_cards_open_where_the_club_went_and_codes_of_the_evening_do_not(tmp_path: Path) -> None:
    evening = Evening.of(2)
    token = card_keys.make_key(evening.entry(1).player, actor=evening.director)
    waiting = helper_passes.make_pass(evening.tournament, actor=evening.director)
    helper_passes.take_pass(helper_passes.make_pass(evening.tournament, actor=evening.director), "Ola")
    file = tmp_path / "club.zip"
    export(evening.tournament.club.slug, file)
    erase(evening.tournament.club.slug)
    count_on(500)

    take_in(file)

    assert [key.player.club for key in keys_of([token])] == [Club.objects.get()]
    assert helper_passes.waiting_pass(waiting) is None
    ola = User.objects.get(name="Ola")
    taken = HelperPass.objects.get(user=ola)
    assert ola.username == f"helper:{taken.pk}"  # that of no pass that will be made here
    assert not ola.is_active


@dataclass(kw_only=True)
class Staff:
    club: Club
    admin: User
    left: User
    boss: User
    file: Path


@pytest.fixture
def staff(tmp_path: Path, db: None) -> Staff:
    """An admin; somebody who has left; and whoever runs the installation, who once did something in the club."""
    club = ClubFactory(slug="moving")
    admin = UserFactory(username="kari", email="kari@club.example", links_made=3)
    admin.set_password("correct horse battery")
    admin.save()
    left = UserFactory(username="left", email="left@club.example")
    boss = UserFactory(username="boss", email="boss@installation.example", is_superuser=True)
    Membership.objects.create(club=club, user=admin, role=Role.ADMIN, links_allowed=True)
    SecondFactor.objects.create(user=admin, secret="A" * 32, last_step=0)
    for each in (left, boss):
        Action.objects.create(club=club, actor=each, verb="club.edit")
    Invitation.objects.create(
        club=club, name="Eva", role=Role.HELPER, token_hash="b" * 64, expires_at=timezone.now(), made_by=admin
    )
    return Staff(club=club, admin=admin, left=left, boss=boss, file=tmp_path / "club.zip")


def test_secrets_stay_where_they_are(staff: Staff) -> None:
    export("moving", staff.file)

    with zipfile.ZipFile(staff.file) as archive:
        text = b"".join(archive.read(name) for name in archive.namelist()).decode()
    assert staff.admin.email in text
    for secret in (staff.admin.password, "A" * 32, "b" * 64, staff.left.email, staff.boss.email, "is_superuser"):
        assert secret not in text


def test_who_works_for_the_club_gets_an_account_and_others_are_names(staff: Staff) -> None:
    export("moving", staff.file)
    erase("moving")
    User.objects.all().delete()
    UserFactory(username="Boss", is_superuser=True)  # here, too, somebody runs the installation

    said = take_in(staff.file)

    kari = User.objects.get(username="kari")
    assert kari.is_active
    assert not kari.has_usable_password()
    assert "login_link makes each a link: kari." in said
    assert Membership.objects.get(user=kari).role == Role.ADMIN
    left = User.objects.get(username="left")
    assert (left.is_active, left.email) == (False, "")
    boss = User.objects.get(username="boss.2")
    assert (boss.is_active, boss.is_superuser, boss.email) == (False, False, "")
    assert {action.actor.username for action in Action.objects.filter(verb="club.edit") if action.actor} == {
        "left",
        "boss.2",
    }


def test_passwords_come_along_only_when_they_are_asked_for(staff: Staff) -> None:
    export("moving", staff.file, "--with-passwords")
    erase("moving")
    take_in(staff.file)

    assert User.objects.get(username="kari").check_password("correct horse battery")
    assert not User.objects.get(username="left").has_usable_password()


def test_no_hash_of_whoever_runs_the_installation_comes_along(staff: Staff) -> None:
    User.objects.filter(pk=staff.admin.pk).update(is_superuser=True)
    export("moving", staff.file, "--with-passwords")

    assert {row["username"]: row["password"] for row in rows_in(staff.file)["user"]} == {
        "kari": "",
        "left": "",
        "boss": "",
    }


def test_a_hash_of_another_making_is_not_taken(staff: Staff, monkeypatch: pytest.MonkeyPatch) -> None:
    """It could say how much memory is to be used for looking at it."""
    User.objects.filter(pk=staff.admin.pk).update(password="argon2$argon2id$v=19$m=9999999,t=99,p=1$c2FsdA$aGFzaA")
    export("moving", staff.file, "--with-passwords")
    erase("moving")
    take_in(staff.file)

    assert not User.objects.get(username="kari").has_usable_password()


@pytest.mark.parametrize(
    ("username", "email"),
    [("kari", "another@kari.example"), ("KARI", ""), ("somebody", "Kari@Club.example")],
)
def test_nobody_is_taken_for_somebody_by_a_name_alone(staff: Staff, username: str, email: str) -> None:
    export("moving", staff.file)
    erase("moving")
    UserFactory(username=username, email=email)

    refused("accounts here with these user names or their e-mail addresses: kari.*--link-users", staff.file)
    refused("belong to somebody else here: kari", staff.file, "--link-users")


def test_the_same_name_and_address_are_the_same_person_if_whoever_imports_says_so(staff: Staff) -> None:
    """And from then on no club's admin makes a link that would open both clubs."""
    export("moving", staff.file, "--with-passwords")
    erase("moving")
    here = UserFactory(username="Kari", email="KARI@club.example")
    before = here.password
    own = Membership.objects.create(club=ClubFactory(), user=here, role=Role.DIRECTOR, links_allowed=True)

    refused("--link-users", staff.file)
    said = take_in(staff.file, "--link-users")

    assert "now also work for the club: Kari." in said
    here.refresh_from_db()
    own.refresh_from_db()
    assert here.password == before
    made = here.memberships.get(club__slug="moving")
    assert (made.role, made.links_allowed, own.links_allowed) == (Role.ADMIN, False, False)


def test_no_undo_of_another_installation_changes_an_account_here(staff: Staff) -> None:
    """A file could hold an action by which its admin once was not made superuser: to be undone here."""
    Action.objects.create(
        club=staff.club,
        verb="member.invite",
        changes=[
            {
                "model": "user",
                "pk": staff.admin.pk,
                "before": {"is_superuser": True},
                "after": {"is_superuser": False},
            }
        ],
    )
    export("moving", staff.file)
    erase("moving")
    take_in(staff.file)

    kept = Action.objects.get(verb="member.invite")
    kari = User.objects.get(username="kari")
    assert kept.changes == [{"model": "user", "pk": kari.pk, "before": {}, "after": {}, "private": True}]
    assert obstacles([kept])[kept.pk] == ()


@pytest.mark.django_db
def test_what_nobody_would_take_is_said_where_it_can_be_put_right(tmp_path: Path) -> None:
    player = Evening.of(1).entry(1).player
    PlayerContact.objects.create(player=player, email="no address")

    with pytest.raises(CommandError, match=rf"playercontact {player.contact.pk}, email. Put it right first"):
        export(player.club.slug, tmp_path / "club.zip")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.django_db
def test_a_club_is_not_erased_while_a_list_of_it_is_loaded() -> None:
    club = ClubFactory()
    RatingList.objects.create(club=club, state=ListState.LOADING, changed_at=timezone.now())

    before = every_row()
    with pytest.raises(CommandError, match="is being loaded"):
        erase(club.slug)
    assert every_row() == before


@pytest.mark.django_db
def test_how_it_was_created_is_forgotten_with_it() -> None:
    """The installation's own record: who made the club, links for its admin, what the admin did to their account."""
    club, admin = create_club(name="Real", username="per", email="per@real.example")
    new_link(admin, actor=None)
    change_password(admin, "correct horse battery")
    other, _kari = create_club(name="Other", username="kari")
    told = list(Action.objects.exclude(club=club).filter(facts__club=other.pk).values_list("pk", flat=True))

    said = erase(club.slug)

    assert "Accounts erased with it: per." in said
    assert list(Action.objects.values_list("pk", flat=True)) == told
    assert list(User.objects.values_list("username", flat=True)) == ["kari"]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_what_is_written_meanwhile_is_not_half_in_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody enters a new player when the players are written already, and need not wait for the export."""
    evening = Evening.of(2)
    club = evening.tournament.club
    rows = ClubFileWriter.rows

    def enter() -> None:
        EntryFactory(tournament=evening.tournament, player=PlayerFactory(club=club), number=3)
        connection.close()

    def meanwhile(writer: ClubFileWriter, label: str, of_model: Iterator[Row]) -> int:
        if label == "entry":
            somebody = threading.Thread(target=enter)
            somebody.start()
            somebody.join(timeout=10)
            assert not somebody.is_alive()
        return rows(writer, label, of_model)

    monkeypatch.setattr(ClubFileWriter, "rows", meanwhile)
    export(club.slug, tmp_path / "club.zip")

    assert evening.tournament.entries.count() == 3
    assert len(rows_in(tmp_path / "club.zip")["entry"]) == 2
    erase(club.slug)
    take_in(tmp_path / "club.zip")
    assert Player.objects.count() == 2


@pytest.mark.django_db
def test_no_club_comes_beside_the_demo(tmp_path: Path) -> None:
    evening, file = small_club(tmp_path)
    erase(evening.tournament.club.slug)
    ClubFactory(demo_password="shown to everybody")

    refused("The demo club is still here", file)


@pytest.mark.django_db
def test_a_club_is_erased_only_by_whoever_types_its_address(monkeypatch: pytest.MonkeyPatch) -> None:
    club = ClubFactory(slug="precious")
    asked: list[str] = []
    answers = iter(["preciuos", "precious"])
    monkeypatch.setattr("builtins.input", lambda text: asked.append(text) or next(answers))

    with pytest.raises(CommandError, match="Nothing was erased"):
        call_command("erase_club", "precious")
    with pytest.raises(CommandError, match="Nothing was erased"):
        call_command("erase_club", "precious", "--yes", "yes")
    with pytest.raises(CommandError, match="There is no club with the address nothing"):
        call_command("erase_club", "nothing", "--yes", "nothing")
    assert Club.objects.filter(pk=club.pk).exists()

    call_command("erase_club", "precious")
    assert not Club.objects.exists()
    assert asked == ["Type precious to go on: "] * 2


@pytest.mark.slow
@pytest.mark.django_db
def test_it_moves_to_the_other_database_and_back(alfa: Moved, tmp_path: Path) -> None:
    """On PostgreSQL by way of SQLite; the other way round is what the second half is on SQLite."""
    there = {**os.environ, "DATABASE_URL": f"sqlite:///{tmp_path / 'there.sqlite3'}", "CLUBCHESS_DATA": str(tmp_path)}
    there |= {"SECRET_KEY": "s" * 60, "DJANGO_SETTINGS_MODULE": "clubchess.settings"}
    for command in (["migrate", "-v0"], ["import_club", alfa.file], ["export_club", "alfa", tmp_path / "back.zip"]):
        subprocess.run([sys.executable, ROOT / "manage.py", *command], check=True, env=there, capture_output=True)

    take_in(tmp_path / "back.zip")

    club = Club.objects.get()
    assert pages_of(club, every=10 * _EVERY) == alfa.pages[::10]
    assert undoable_in(club) == alfa.undoable
    assert erase("alfa")
    assert not Player.objects.exists()
    assert not User.objects.exists()


@pytest.mark.slow
@pytest.mark.django_db
def test_the_demo_moves(tmp_path: Path) -> None:
    """Keizer, Swiss, cups, groups and their finals, a series with prizes, ratings, who comes; a real club elsewhere."""
    count_on(_FAR)
    made = demo.create_demo_club()
    file = tmp_path / "demo.zip"
    before, undoable = pages_of(made, every=25), undoable_in(made)
    export(made.slug, file)
    erase(made.slug)
    assert not any(found for table, found in every_row().items() if table.startswith("tournaments_"))
    count_on(3 * _FAR)

    take_in(file)

    club = Club.objects.get()
    assert not club.is_demo
    assert keys_of_there() == []
    assert pages_of(club, every=25) == before
    assert undoable_in(club) == undoable

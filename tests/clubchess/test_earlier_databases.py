"""A club's data of any earlier version are its data in this one: databases that earlier programs have made and filled,
in tests/data/earlier_databases, each named after its newest migration. They hold evenings of an attendance Monrad with
a guest and a child, a Keizer, a Konrad and, where the program had it, a double all-play-all that has begun."""

from __future__ import annotations

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from tests.tools.migrated import kept_file
from tests.tools.pages.public_pages import addresses_of, the_last
from tests.tools.pages.staff_pages import addresses_for_staff
from tests.tools.processes.races import database_of_its_own
from tournaments.models import Action, Club, Entry, Expected, Player, Tournament, User
from tournaments.recording import undo

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

KEIZER_COUNTS_WHITES = "0007"
ALL_PLAY_ALL_IS_THERE = "0020"
CHILDREN_ARE_TICKED = "0025"
ONLY_THE_FIRST_CYCLE_SWAPS = "0043"
KEPT = sorted((Path(__file__).parents[1] / "data" / "earlier_databases").glob("*.sqlite3.gz"))


def tables_and_rows(file: Path) -> tuple[dict[str, object], set[tuple[str, str]]]:
    """What each table is made of, in whichever order it came to be; and the migrations."""
    with closing(sqlite3.connect(file)) as database:
        found: dict[str, object] = {}
        for kind, name, sql in database.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL"):
            if kind == "table":
                columns = {row[1:] for row in database.execute(f'PRAGMA table_info("{name}")')}
                keys = {row[2:] for row in database.execute(f'PRAGMA foreign_key_list("{name}")')}
                constraints = {part.split('"')[1] for part in sql.split("CONSTRAINT")[1:]}
                found[name] = (columns, keys, constraints, sql.count("CHECK"))
            else:
                found[name] = sql
        return found, set(database.execute("SELECT app, name FROM django_migrations"))


@pytest.mark.parametrize("kept", [pytest.param(file, id=file.name[:4]) for file in KEPT])
def test_it_is_brought_up_to_this_version_whole(kept: Path, tmp_path: Path) -> None:
    if connection.vendor != "sqlite":
        pytest.skip("these are files of SQLite")
    (tmp_path / "earlier.sqlite3").write_bytes(gzip.decompress(kept.read_bytes()))
    with database_of_its_own(tmp_path, called="earlier", migrated=False):
        call_command("migrate", verbosity=0)

        assert tables_and_rows(tmp_path / "earlier.sqlite3") == tables_and_rows(kept_file())
        _says_what_the_migrations_ask_of_it(kept.name)
        for tournament in Tournament.objects.all():
            call_command("verify_tournament", tournament.short_code, verbosity=0)
            undo(Action.objects.filter(tournament=tournament).latest("pk"), actor=User.objects.get())
        if kept == KEPT[0]:
            _no_page_is_broken()


def _says_what_the_migrations_ask_of_it(made_by: str) -> None:
    keys = list(Player.objects.values_list("public_key", flat=True))
    assert len({key for key in keys if len(key) == 8}) == len(keys) == 9
    assert [entry.player.given_name for entry in Entry.objects.filter(is_guest=True)] == ["Gerd"]
    if made_by < CHILDREN_ARE_TICKED:
        assert [player.given_name for player in Player.objects.filter(is_child=True)] == ["Kari"]
    by_name = {tournament.name: tournament for tournament in Tournament.objects.all()}
    assert by_name["Tuesdays"].expected == Expected.WHO_SAYS
    assert by_name["Konrad"].expected == Expected.WHO_SAYS
    if made_by < KEIZER_COUNTS_WHITES:
        assert by_name["Keizer"].options == {"colour_count": "balance", "default_absence": "unexcused"}
    if made_by > ALL_PLAY_ALL_IS_THERE:
        assert by_name["Berger"].options.get("swap_every_cycle", False) is (made_by < ONLY_THE_FIRST_CYCLE_SWAPS)


def _no_page_is_broken() -> None:
    client = Client()
    public = addresses_of(Club.objects.get(), choose=the_last)
    assert [page for page in public if client.get(page).status_code >= 400] == []
    client.force_login(User.objects.get(), backend="clubchess.log_in.EmailOrUsernameBackend")
    for page in addresses_for_staff(Tournament.objects.select_related("club").get(name="Keizer")):
        client.get(page)  # raises where it is

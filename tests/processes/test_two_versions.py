"""Two versions of the program on one database: the newer one has migrated it and writes, this one reads and goes on."""

from __future__ import annotations

import io
import json
import uuid
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django.plugin import DjangoDbBlocker

from tests.tools.casts.evening_cast import Evening, evening
from tests.tools.processes.newer import MIGRATION, Newer, newer_version
from tests.tools.processes.races import database_of_its_own
from tournaments.models import Action, Attendance, Membership, Role, Tournament
from tournaments.pairing.types.snapshot import Result

pytestmark = [pytest.mark.slow, pytest.mark.postgresql]  # migrations, JSON

REFUSED = "Another version of Clubchess did this. Only that version can undo it."


@dataclass(frozen=True, kw_only=True)
class Both:
    newer: Newer
    did: dict[str, int]
    """The newest action of each verb, whoever's."""
    ours: Evening
    """Set up by this version."""
    theirs: Evening
    client: Client

    def undo(self, cast: Evening, action: int) -> tuple[int, str]:
        form = {"receipt": str(uuid.uuid4()), "back": "done"}
        answer = self.client.post(cast.url("undo_action", action), form)
        return answer.status_code, answer.content.decode()


@pytest.fixture
def both(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Both]:
    (tmp_path / "newer").mkdir()
    with (
        django_db_blocker.unblock(),
        database_of_its_own(tmp_path, called="two_versions", migrated=False) as environment,
        newer_version(tmp_path / "newer", environment) as newer,
    ):
        newer.does("migrate")
        ours = evening(6)
        Membership.objects.update(role=Role.ADMIN)
        ours.open()
        ours.mark(ours.entries[0])
        did = newer.does("write")
        made = Tournament.objects.select_related("club", "season").get(name="Thursdays")
        theirs = Evening(
            club=ours.club, season=ours.season, director=ours.director, tournament=made, players=ours.players
        )
        yield Both(newer=newer, did=did, ours=ours, theirs=theirs, client=ours.client())


def test_this_one_shows_and_goes_on_with_what_the_newer_wrote_and_leaves_to_it_what_it_does_not_know(
    both: Both, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = [both.ours.club.slug]
    pages = [reverse(name, args=club) for name in ("club_home", "what_was_done_in_club", "club_inbox", "public_club")]
    for cast in (both.ours, both.theirs):
        pages += [cast.url(name) for name in ("evening", "what_was_done", "setup", "public_standings")]
    broken = [page for page in pages if both.client.get(page).status_code != 200]
    assert broken == []
    assert (
        both.client.get("/readyz").content.decode() == f"ok, and a newer version has migrated the database: {MIGRATION}"
    )

    _undoes_what_it_knows(both)
    _leaves_what_it_does_not_know(both)
    _goes_on(both)
    _looks_it_over_and_backs_it_up(both, tmp_path, monkeypatch)
    assert both.newer.does("undo") == ["None", "None", "None"]


def _undoes_what_it_knows(both: Both) -> None:
    entry = both.ours.tournament.entries.order_by("number")[1]
    assert Attendance.objects.get(round=both.ours.round, entry=entry).presence == "present"
    assert both.undo(both.ours, both.did["attendance.mark"])[0] == 302
    assert Attendance.objects.get(round=both.ours.round, entry=entry).presence == "unmarked"


def _leaves_what_it_does_not_know(both: Both) -> None:
    actions = Action.objects.count()
    for cast, verb in ((both.ours, "tournament.sponsor"), (both.theirs, "round.open")):
        status, page = both.undo(cast, both.did[verb])
        assert (status, REFUSED in page) == (409, True), verb
    form = {"receipt": str(uuid.uuid4()), "back": "done"}
    made = both.client.post(reverse("club_undo", args=[both.ours.club.slug, both.did["tournament.create"]]), form)
    assert (made.status_code, REFUSED in made.content.decode()) == (409, True)
    assert Action.objects.count() == actions


def _goes_on(both: Both) -> None:
    """It adds rows to the tables that have columns which it does not know."""
    both.theirs.finish(Result.WHITE_WINS)
    both.theirs.entries = list(both.theirs.tournament.entries.order_by("number"))
    both.theirs.play()
    Tournament.objects.create(
        club=both.ours.club, season=both.ours.season, name="Fridays", slug="fridays", system="keizer"
    )


def _looks_it_over_and_backs_it_up(both: Both, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "DATA_DIR", folder / "data")
    for cast in (both.ours, both.theirs):
        call_command("verify_tournament", f"{cast.club.slug}/{cast.tournament.slug}", stdout=io.StringIO())
    with pytest.raises(CommandError, match="Use the newer version"):
        call_command("export_club", both.ours.club.slug, folder / "club.zip")
    call_command("backup", folder / "all.zip", verbosity=0, stdout=io.StringIO())
    with zipfile.ZipFile(folder / "all.zip") as backup:
        said = next(json.loads(backup.read(name)) for name in backup.namelist() if name.endswith(".json"))
    assert f"tournaments.{MIGRATION}" in said["migrations"]
    with pytest.raises(CommandError, match="newer Clubchess"):
        call_command("restore", folder / "all.zip", "--replace")

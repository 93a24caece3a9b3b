"""A newer version of the program: a copy with two fields, a table and a verb more, at work in a process of its own.

`python -m tests.tools.processes.newer`, in the folder that `copied` has made, migrates, says so, and then carries out
what each line names; it answers with the keys of the actions.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import django

ROOT = Path(__file__).parents[3]
MIGRATION = "0999_newer"
_MODELS = """

from django.db import models as _models

Tournament.add_to_class("motto", _models.CharField(max_length=40, null=True))
Round.add_to_class("arbiters", _models.PositiveSmallIntegerField(null=True))


class Sponsor(_models.Model):
    tournament = _models.ForeignKey(Tournament, on_delete=_models.PROTECT)
    name = _models.CharField(max_length=40)
"""
_MIGRATED = """
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "{before}")]
    operations = [
        migrations.AddField("tournament", "motto", models.CharField(max_length=40, null=True)),
        migrations.AddField("round", "arbiters", models.PositiveSmallIntegerField(null=True)),
        migrations.CreateModel(
            "sponsor",
            [
                ("id", models.BigAutoField(primary_key=True)),
                ("tournament", models.ForeignKey("tournaments.tournament", on_delete=models.PROTECT)),
                ("name", models.CharField(max_length=40)),
            ],
        ),
    ]
"""


def copied(folder: Path) -> Path:
    """What is the same is linked: the app's folder, its models and its migrations are the copy's own."""
    app = ROOT / "tournaments"
    _link_all(ROOT, folder, ("clubchess", "templates", "static", "locale", "tests"))
    for own in (app, app / "models", app / "migrations"):
        to = folder / own.relative_to(ROOT)
        to.mkdir()
        _link_all(own, to, (each.name for each in own.iterdir() if each.name not in _NOT_LINKED))
    models = (app / "models" / "__init__.py").read_text()
    (folder / "tournaments" / "models" / "__init__.py").write_text(models + _MODELS)
    last = max(file.stem for file in (app / "migrations").glob("0*.py"))
    (folder / "tournaments" / "migrations" / "__init__.py").touch()
    (folder / "tournaments" / "migrations" / f"{MIGRATION}.py").write_text(_MIGRATED.format(before=last))
    (folder / "tournaments" / "__init__.py").touch()
    return folder


_NOT_LINKED = ("__init__.py", "__pycache__", "models", "migrations")


def _link_all(of: Path, into: Path, names: Any) -> None:
    for name in names:
        (into / name).symlink_to(of / name)


class Newer:
    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def does(self, what: str) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{what}\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


@contextmanager
def newer_version(folder: Path, environment: Mapping[str, str]) -> Iterator[Newer]:
    """Ended and waited for afterwards."""
    command = [sys.executable, "-m", "tests.tools.processes.newer"]
    with subprocess.Popen(
        command, cwd=copied(folder), env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield Newer(process)
        finally:
            process.kill()


def migrate() -> str:
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    return "migrated"


def write() -> dict[str, int]:
    """A tournament up to its published round; in the one that is there a mark, and what only this version has."""
    from tests.tools.casts.evening_cast import Evening
    from tournaments import models
    from tournaments.recording import recording
    from tournaments.services.evening import attendance
    from tournaments.services.setup import entries, tournaments

    there = models.Tournament.objects.select_related("club").get()
    director = models.User.objects.get()
    cast = Evening(
        club=there.club,
        season=there.season,
        director=director,
        tournament=tournaments.create_tournament(
            there.club,
            season=there.season,
            name="Thursdays",
            system="attendance_monrad",
            options={},
            planned_rounds=None,
            actor=director,
        ),
        players=list(models.Player.objects.order_by("pk")),
    )
    cast.entries = entries.enter_players(cast.tournament, cast.players, actor=director)
    entries.draw_numbers(cast.tournament, actor=director)
    cast.open()
    cast.check_in()
    cast.pair()
    cast.publish()
    entry = there.entries.order_by("number")[1]
    attendance.mark_attendance(there.rounds.get(), entry, models.Presence.PRESENT, seen="unmarked", actor=director)
    with recording(there, actor=director, verb="tournament.sponsor", facts={"sponsor": {"is_new": True}}) as change:
        change.update(there, motto="To the king!")
        sponsor: Any = getattr(models, "Sponsor")  # noqa: B009  # no version that is checked has it
        change.create(sponsor(tournament=there, name="Hansen & Sons"))
    return dict(models.Action.objects.order_by("pk").values_list("verb", "pk"))  # the newest of each stays


def undo() -> list[str]:
    """What only this version can undo."""
    from tournaments.models import Action, Tournament
    from tournaments.services.activity.undo import undo_action

    undo_action(Action.objects.get(verb="tournament.sponsor"), actor=None)
    return [str(each) for each in Tournament.objects.order_by("pk").values_list("motto", flat=True)]


def main() -> None:
    django.setup()
    verbs = {"migrate": migrate, "write": write, "undo": undo}
    for line in sys.stdin:
        sys.stdout.write(f"{json.dumps(verbs[line.strip()]())}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

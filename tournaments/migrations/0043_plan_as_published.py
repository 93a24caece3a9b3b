"""All-play-alls that have begun keep the plan they published, now that only the first cycle's last rounds are swapped."""

from __future__ import annotations

import base64
import gzip
import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

Options = dict[str, Any]
Change = Callable[[Options], Options]

SYSTEM = "all_play_all"
EACH = "swap_every_cycle"
_PUBLIC = ("published", "finished")
_AT_ONCE = 200


def as_published(options: Options) -> Options:
    """Where the last two rounds of each cycle changed places."""
    cycles, said = int(options.get("cycles") or 1), options.get("swap_last_two")
    swaps = cycles % 2 == 0 if said is None else said
    return options | {EACH: True} if cycles > 1 and swaps else options


def for_the_program_before(options: Options) -> Options:
    """It swaps in each cycle, or in none."""
    return {code: value for code, value in options.items() if code != EACH}


def rewrite(change: Change, apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Tournaments with a published round, the files kept with their rounds and tables, and the record of both, out of
    which undo writes. Of those that are gone nobody knows whether they had begun: they count as if."""
    tournaments = apps.get_model("tournaments", "Tournament").objects
    public = apps.get_model("tournaments", "Round").objects.filter(state__in=_PUBLIC)
    begun = set(public.values_list("tournament_id", flat=True))
    rounds: dict[int, int] = dict(public.model.objects.values_list("pk", "tournament_id"))
    known: dict[int, str] = {}
    for key, system, options in tournaments.values_list("pk", "system", "options"):
        has_begun = key in begun or change is for_the_program_before
        known[key] = system if has_begun else ""
        if system == SYSTEM and has_begun and (changed := change(options)) != options:
            tournaments.filter(pk=key).update(options=changed)
    for name in ("RoundRecord", "PublishedTable"):
        kept = apps.get_model("tournaments", name).objects.filter(round__tournament__system=SYSTEM)
        for row in _rows(kept):
            if known[rounds[row.round_id]]:
                kept.model.objects.filter(pk=row.pk).update(tournament_file=_file(change, bytes(row.tournament_file)))
    actions = apps.get_model("tournaments", "Action").objects
    for action in _rows(actions.all()):
        if any([_in_the_record(change, each, known, rounds) for each in action.changes]):
            actions.filter(pk=action.pk).update(changes=action.changes)


def _rows(queryset: Any) -> Iterator[Any]:
    """By key, few at a time: they are written to meanwhile."""
    keys: Iterable[int] = iter(list(queryset.order_by("pk").values_list("pk", flat=True)))
    while some := list(islice(keys, _AT_ONCE)):
        yield from queryset.filter(pk__in=some).order_by("pk")


def _file(change: Change, kept: bytes) -> bytes:
    """The kept file with other options; in all else byte for byte what it would be if packed today."""
    document = json.loads(gzip.decompress(kept))
    if document["system"] != SYSTEM or (options := change(document["options"])) == document["options"]:
        return kept
    document["options"] = dict(sorted(options.items()))
    text = json.dumps(document, ensure_ascii=False) + "\n"
    return gzip.compress(text.encode(), compresslevel=6, mtime=0)


def _in_the_record(change: Change, row: dict[str, Any], known: dict[int, str], rounds: dict[int, int]) -> bool:
    """Whether it says something else now. The record is read from its beginning: that a tournament was made comes
    before all that was done to it, also where it is gone since."""
    changed = False
    for image in [each for each in (row["before"], row["after"]) if each]:
        if row["model"] == "tournament" and "options" in image:
            system = known.setdefault(row["pk"], image.get("system", ""))
            if system == SYSTEM and (options := change(image["options"])) != image["options"]:
                image["options"] = options
                changed = True
        elif row["model"] in ("roundrecord", "publishedtable") and "tournament_file" in image:
            tournament = rounds.get(image.get("round_id"))
            if tournament is None or known.get(tournament, SYSTEM):
                was = image["tournament_file"]
                image["tournament_file"] = base64.b64encode(_file(change, base64.b64decode(was))).decode("ascii")
                changed = changed or image["tournament_file"] != was
    return changed


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0042_availability_and_simulation_run"),
    ]

    operations = [
        migrations.RunPython(partial(rewrite, as_published), partial(rewrite, for_the_program_before)),
    ]

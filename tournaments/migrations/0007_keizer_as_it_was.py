"""Keizer tournaments from before keep what they had, now that colours and the unmarked count otherwise by default."""

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
Change = Callable[[str, Options], tuple[str, Options]]
"""Preset and options as they are saved, and as they are to be."""

WAS = {"colour_count": "balance", "default_absence": "unexcused"}
"""What held without a word before: colours had no option, and by balance they went."""
SAYS_SO_ITSELF = {"club_nl": {"colour_count", "default_absence"}, "by_score": {"default_absence"}}
"""Presets that say, then or now, what held and holds."""
DESCRIBED = {"gap": 0, "bye_choice": "lowest"}

_AT_ONCE = 200


def as_it_was(preset: str, options: Options) -> tuple[str, Options]:
    unsaid = WAS.keys() - SAYS_SO_ITSELF.get(preset, set())
    return preset, {code: WAS[code] for code in sorted(unsaid)} | options


def for_the_program_before(preset: str, options: Options) -> tuple[str, Options]:
    """It knows neither the option nor the preset that came; of colours it knows the balance alone."""
    options = {code: value for code, value in options.items() if code != "colour_count"}
    if preset == "described":
        preset, options = "", DESCRIBED | options
    if "default_absence" not in SAYS_SO_ITSELF.get(preset, set()):
        options = {"default_absence": "excused"} | options
    return preset, options


def rewrite(change: Change, apps: Apps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Tournaments, the files kept with their rounds and tables, and the record of both, out of which undo writes."""
    tournaments = apps.get_model("tournaments", "Tournament").objects
    known: dict[int, tuple[str, str]] = {}
    for key, system, preset, options in tournaments.values_list("pk", "system", "preset", "options"):
        known[key] = (system, preset)
        if system == "keizer":
            preset, options = change(preset, options)
            tournaments.filter(pk=key).update(preset=preset, options=options)
    for name in ("RoundRecord", "PublishedTable"):
        kept = apps.get_model("tournaments", name).objects.filter(round__tournament__system="keizer")
        for row in _rows(kept):
            kept.model.objects.filter(pk=row.pk).update(tournament_file=_file(change, bytes(row.tournament_file)))
    actions = apps.get_model("tournaments", "Action").objects
    for action in _rows(actions.all()):
        changed = [_in_the_record(change, each, known) for each in action.changes]
        if any(changed):
            actions.filter(pk=action.pk).update(changes=action.changes)


def _rows(queryset: Any) -> Iterator[Any]:
    """By key, few at a time: they are written to meanwhile."""
    keys: Iterable[int] = iter(list(queryset.order_by("pk").values_list("pk", flat=True)))
    while some := list(islice(keys, _AT_ONCE)):
        yield from queryset.filter(pk__in=some).order_by("pk")


def _file(change: Change, kept: bytes) -> bytes:
    """The kept file with other options; in all else byte for byte what it would be if packed today."""
    document = json.loads(gzip.decompress(kept))
    if document["system"] != "keizer":
        return kept
    preset, options = change(document["preset"] or "", document["options"])
    document |= {"preset": preset or None, "options": dict(sorted(options.items()))}
    text = json.dumps(document, ensure_ascii=False) + "\n"
    return gzip.compress(text.encode(), compresslevel=6, mtime=0)


def _in_the_record(change: Change, row: dict[str, Any], known: dict[int, tuple[str, str]]) -> bool:
    """Whether it says something else now. The record is read from its beginning: that a tournament was made comes
    before all that was done to it, also where it is gone since."""
    images = [image for image in (row["before"], row["after"]) if image]
    changed = False
    for image in images:
        if row["model"] == "tournament" and "options" in image:
            if "system" in image:
                known.setdefault(row["pk"], (image["system"], image["preset"]))
            system, preset = known.get(row["pk"], ("", ""))
            if system == "keizer":
                preset, image["options"] = change(preset, image["options"])
                image |= {"preset": preset} if "preset" in image else {}
                changed = True
        elif row["model"] in ("roundrecord", "publishedtable") and "tournament_file" in image:
            was = image["tournament_file"]
            image["tournament_file"] = base64.b64encode(_file(change, base64.b64decode(was))).decode("ascii")
            changed = changed or image["tournament_file"] != was
    return changed


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0006_message_and_dates"),
    ]

    operations = [
        migrations.RunPython(partial(rewrite, as_it_was), partial(rewrite, for_the_program_before)),
    ]

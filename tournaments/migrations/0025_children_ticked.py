"""Whoever is under 16 by their date of birth is ticked as a child; their clubs' public pages call them otherwise."""

from __future__ import annotations

import datetime

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def tick(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    today = datetime.datetime.now(tz=datetime.UTC).date()
    born_after = datetime.date(today.year - 16, today.month, min(today.day, 28))
    contacts = apps.get_model("tournaments", "PlayerContact").objects.filter(birth_date__gt=born_after)
    children = apps.get_model("tournaments", "Player").objects.filter(pk__in=contacts.values("player"), is_child=False)
    keys = list(children.values_list("pk", flat=True))
    apps.get_model("tournaments", "Player").objects.filter(pk__in=keys).update(is_child=True)
    revision = {"public_revision": F("public_revision") + 1}
    clubs = apps.get_model("tournaments", "Club").objects
    clubs.filter(players__in=keys).update(**revision)
    played = apps.get_model("tournaments", "Entry").objects.filter(player__in=keys).values("tournament")
    tournaments = apps.get_model("tournaments", "Tournament").objects
    tournaments.filter(pk__in=played).update(**revision, past_revision=F("past_revision") + 1)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0024_who_is_expected"),
    ]

    operations = [
        migrations.RunPython(tick, migrations.RunPython.noop),
    ]

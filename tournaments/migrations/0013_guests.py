"""Guests are told from the others; tournaments that are there keep the places in their tables."""

from __future__ import annotations

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def keep_places(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """No table that anybody has seen changes by itself."""
    apps.get_model("tournaments", "Tournament").objects.using(schema_editor.connection.alias).update(
        guests_take_places=True
    )


def name_guests(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Who was added at the door as a guest and has not become a member since."""
    using = schema_editor.connection.alias
    added = apps.get_model("tournaments", "Action").objects.using(using).filter(verb="guest.add")
    entries = apps.get_model("tournaments", "Entry").objects.using(using)
    for tournament, facts in added.values_list("tournament", "facts").iterator():
        entries.filter(tournament=tournament, player=facts.get("player"), player__is_active=False).update(is_guest=True)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0012_past_revision")]

    operations = [
        migrations.AddField("entry", "is_guest", models.BooleanField(default=False, verbose_name="guest")),
        migrations.AddField(
            "tournament",
            "guests_take_places",
            models.BooleanField(default=False, verbose_name="guests take places"),
        ),
        migrations.RunPython(keep_places, migrations.RunPython.noop),
        migrations.RunPython(name_guests, migrations.RunPython.noop),
    ]

"""Invitations are rows of their own; links for a new password by a club are the person's choice."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Count

ROLES = [("admin", "club admin"), ("director", "director"), ("helper", "helper")]


def as_it_was(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Until now the only club of somebody could make them a link."""
    using = schema_editor.connection.alias
    of_one = apps.get_model("tournaments", "User").objects.using(using).annotate(clubs=Count("memberships"))
    only = of_one.filter(clubs=1, is_superuser=False).values("pk")
    apps.get_model("tournaments", "Membership").objects.using(using).filter(user__in=only).update(links_allowed=True)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0016_sessions")]

    operations = [
        migrations.AddField(
            "membership",
            "links_allowed",
            models.BooleanField(default=False, verbose_name="the club's admins may make links for a new password"),
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=150, verbose_name="name")),
                ("role", models.CharField(choices=ROLES, max_length=10, verbose_name="role")),
                ("everywhere", models.BooleanField(default=False, verbose_name="all tournaments, also later ones")),
                ("tournaments", models.JSONField(default=list)),
                ("token_hash", models.CharField(blank=True, max_length=64)),
                ("expires_at", models.DateTimeField()),
                ("accepted_at", models.DateTimeField(null=True)),
                (
                    "accepted_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="invitations", to="tournaments.club"
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("token_hash", ""), _negated=True),
                        fields=("token_hash",),
                        name="invitation_token_unique",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["admin", "director", "helper"])), name="invitation_role"
                    ),
                ],
            },
        ),
        migrations.RunPython(as_it_was, migrations.RunPython.noop),
    ]

"""A receipt is once for who does what in which scope, and no longer in the whole installation."""

from __future__ import annotations

from django.db import migrations, models
from django.db.models.functions import Coalesce


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0017_invitations")]

    operations = [
        migrations.AlterField("action", "receipt", models.UUIDField(null=True)),
        migrations.AddConstraint(
            "action",
            models.UniqueConstraint(
                "receipt",
                Coalesce("tournament", 0, output_field=models.BigIntegerField()),
                Coalesce("club", 0, output_field=models.BigIntegerField()),
                Coalesce("actor", 0, output_field=models.BigIntegerField()),
                name="action_receipt_once",
            ),
        ),
    ]

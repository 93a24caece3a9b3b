"""The time of an action comes from the application's clock. Nothing changes in the database."""

from __future__ import annotations

from django.db import migrations, models

import tournaments.clock


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0019_second_factor")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    "action", "at", models.DateTimeField(default=tournaments.clock.now, editable=False)
                ),
            ]
        ),
    ]

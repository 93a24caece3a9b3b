"""One-time links are counted: only the newest one of a user works."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0013_guests")]

    operations = [migrations.AddField("user", "links_made", models.PositiveIntegerField(default=0))]

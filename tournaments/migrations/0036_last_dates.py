"""Rounds of a cup have last dates."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0035_planning"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="last_dates",
            field=models.JSONField(default=list),
        ),
    ]

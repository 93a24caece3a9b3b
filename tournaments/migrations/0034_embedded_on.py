"""Clubs say which web sites may show their public pages."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0032_player_details"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="embedded_on",
            field=models.JSONField(default=list),
        ),
    ]

"""Games of a knock-out keep who goes on, and by what."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0027_games_own_date"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="decided_by",
            field=models.JSONField(null=True),
        ),
    ]

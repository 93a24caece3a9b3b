"""Games of a cup that are games of another tournament's round too."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0030_carried_and_unplayed"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="counts_in",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="cups",
                to="tournaments.tournament",
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="counted_in",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="counted",
                to="tournaments.round",
            ),
        ),
    ]

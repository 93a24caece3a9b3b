"""A game's own date, where it is not its round's, and the last day by which it must be played."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0026_events"),
    ]

    operations = [
        migrations.AddField(
            model_name="game",
            name="date",
            field=models.DateField(null=True, verbose_name="own date"),
        ),
        migrations.AddField(
            model_name="game",
            name="play_by",
            field=models.DateField(null=True, verbose_name="to be played by"),
        ),
    ]

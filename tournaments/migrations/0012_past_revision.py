"""What lies behind a tournament's newest round gets a version of its own, which taps leave as it is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0011_works_everywhere"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="past_revision",
            field=models.PositiveIntegerField(default=1),
        ),
    ]

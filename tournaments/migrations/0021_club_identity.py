"""What a club looks like: its logo, its colour, a sentence and whom to ask."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0020_time_of_an_action"),
    ]

    operations = [
        migrations.CreateModel(
            name="ClubLogo",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64)),
                ("png", models.BinaryField()),
            ],
        ),
        migrations.AddField(
            model_name="club",
            name="accent",
            field=models.CharField(
                choices=[
                    ("pine", "Pine"),
                    ("sea", "Sea"),
                    ("delft", "Delft"),
                    ("plum", "Plum"),
                    ("berry", "Berry"),
                    ("brick", "Brick"),
                    ("bronze", "Bronze"),
                    ("slate", "Slate"),
                ],
                default="pine",
                max_length=10,
                verbose_name="colour",
            ),
        ),
        migrations.AddField(
            model_name="club",
            name="contact",
            field=models.CharField(blank=True, max_length=200, verbose_name="contact"),
        ),
        migrations.AddField(
            model_name="club",
            name="logo",
            field=models.CharField(blank=True, max_length=64),
        ),
        migrations.AddField(
            model_name="club",
            name="sentence",
            field=models.CharField(blank=True, max_length=200, verbose_name="one sentence about the club"),
        ),
        migrations.AddConstraint(
            model_name="club",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("accent__in", ["pine", "sea", "delft", "plum", "berry", "brick", "bronze", "slate"])
                ),
                name="club_accent",
            ),
        ),
        migrations.AddField(
            model_name="clublogo",
            name="club",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="logos", to="tournaments.club"
            ),
        ),
        migrations.AddConstraint(
            model_name="clublogo",
            constraint=models.UniqueConstraint(fields=("club", "digest"), name="club_logo_once"),
        ),
    ]

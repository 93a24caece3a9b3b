"""A plan's dates were those of rounds and become those of evenings: what is still planned for whom stays as it is."""

from django.db import migrations, models


def dates_by_evening(apps, schema_editor):
    """Rounds that were played on one day used up a date each; they have one of them now."""
    for tournament in apps.get_model("tournaments", "Tournament").objects.exclude(round_dates=[]):
        rounds = list(
            apps.get_model("tournaments", "Round")
            .objects.filter(tournament=tournament)
            .order_by("number")
            .values_list("number", "date")
        )
        dates = tournament.round_dates
        first_ones = [
            number
            for place, (number, date) in enumerate(rounds)
            if place == 0 or date is None or date != rounds[place - 1][1]
        ]
        newest = rounds[-1][0] if rounds else 0
        by_evening = [dates[number - 1] for number in first_ones if number <= len(dates)] + dates[newest:]
        if by_evening != dates:
            tournament.round_dates = by_evening
            tournament.save(update_fields=["round_dates"])


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0008_round_over"),
    ]

    operations = [
        migrations.AddField(
            model_name="tournament",
            name="rounds_an_evening",
            field=models.PositiveSmallIntegerField(default=1, verbose_name="rounds an evening"),
        ),
        migrations.RunPython(dates_by_evening, migrations.RunPython.noop),
    ]

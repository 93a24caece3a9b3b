"""Who has said nothing of an evening: in tournaments made for whoever turns up nobody waits for them."""

from django.db import migrations

TURN_UP = {"attendance_monrad", "drawboss_monrad", "modified_monrad"}


def who_says(apps, schema_editor):
    tournaments = apps.get_model("tournaments", "Tournament").objects.all()
    for tournament in tournaments.only("system", "preset", "options").iterator():
        is_konrad = tournament.system == "norwegian_monrad" and _meetings(tournament) > 1
        if tournament.system in TURN_UP or is_konrad:
            tournaments.filter(pk=tournament.pk).update(expected="who_says")


def _meetings(tournament):
    return int(tournament.options.get("max_meetings", 2 if tournament.preset == "konrad" else 1))


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0023_members_take_part")]
    operations = [migrations.RunPython(who_says, migrations.RunPython.noop)]

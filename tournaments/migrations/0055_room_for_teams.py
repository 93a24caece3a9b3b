from django.db import migrations


def make_room(apps, schema_editor):
    """A tournament called Teams stood where the club's teams stand now."""
    tournaments = apps.get_model('tournaments', 'Tournament').objects
    for club in tournaments.filter(slug='teams').values_list('club', flat=True):
        taken = set(tournaments.filter(club=club).values_list('slug', flat=True))
        slug = next(f'teams-{number}' for number in range(1, len(taken) + 2) if f'teams-{number}' not in taken)
        tournaments.filter(club=club, slug='teams').update(slug=slug)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0054_outside_teams'),
    ]

    operations = [
        migrations.RunPython(make_room, migrations.RunPython.noop),
    ]

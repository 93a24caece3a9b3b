from django.db import migrations


class Migration(migrations.Migration):
    """Names of classes alone: the tables keep theirs, and no SQL runs (`sqlmigrate`)."""

    dependencies = [
        ('tournaments', '0041_play_off'),
    ]

    operations = [
        migrations.AlterModelTable(name='plan', table='tournaments_plan'),
        migrations.RenameModel(old_name='Plan', new_name='Availability'),
        migrations.AlterModelTable(name='planning', table='tournaments_planning'),
        migrations.RenameModel(old_name='Planning', new_name='SimulationRun'),
    ]

"""Events: tournaments of a season that belong together as groups."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0025_children_ticked'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='group',
            field=models.PositiveSmallIntegerField(null=True),
        ),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('seed', models.CharField(max_length=64)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='tournaments.club')),
                ('earlier', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='later', to='tournaments.event')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='tournaments.season')),
            ],
        ),
        migrations.AddField(
            model_name='tournament',
            name='event',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='groups', to='tournaments.event'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.UniqueConstraint(fields=('event', 'group'), name='tournament_group_once'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('event', None), ('group', None)), models.Q(('event__isnull', False), ('group__gte', 1)), _connector='OR'), name='tournament_group_of_event'),
        ),
    ]

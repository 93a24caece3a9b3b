"""Series: several tournaments of a season that make one table."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0034_embedded_on'),
    ]

    operations = [
        migrations.CreateModel(
            name='Series',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200, verbose_name='name')),
                ('preset', models.CharField(blank=True, max_length=60)),
                ('options', models.JSONField(default=dict)),
                ('categories', models.JSONField(default=list)),
                ('play_off', models.JSONField(default=list)),
                ('published', models.JSONField(null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='series', to='tournaments.club')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='series', to='tournaments.season')),
            ],
        ),
        migrations.CreateModel(
            name='SeriesBonus',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.CharField(max_length=20)),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='series_bonuses', to='tournaments.player')),
                ('series', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bonuses', to='tournaments.series')),
            ],
        ),
        migrations.CreateModel(
            name='SeriesEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('weight', models.CharField(default='1', max_length=20)),
                ('series', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='tournaments.series')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='series_events', to='tournaments.tournament')),
            ],
        ),
        migrations.AddConstraint(
            model_name='series',
            constraint=models.UniqueConstraint(fields=('season', 'name'), name='series_name_once'),
        ),
        migrations.AddConstraint(
            model_name='seriesevent',
            constraint=models.UniqueConstraint(fields=('series', 'tournament'), name='series_tournament_once'),
        ),
    ]

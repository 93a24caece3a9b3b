"""Rating lists as a lookup table, and what the club's own rating needs."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0031_series'),
    ]

    operations = [
        migrations.AddField(
            model_name='club',
            name='rating_provisional',
            field=models.PositiveSmallIntegerField(default=10, verbose_name='games until it is settled'),
        ),
        migrations.AddField(
            model_name='club',
            name='rating_start',
            field=models.PositiveSmallIntegerField(default=1400, verbose_name='first rating'),
        ),
        migrations.AddField(
            model_name='club',
            name='rating_start_youth',
            field=models.PositiveSmallIntegerField(default=1000, verbose_name='first rating of children'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='rated_as',
            field=models.CharField(blank=True, choices=[('classical', 'classical'), ('rapid', 'rapid'), ('blitz', 'blitz')], default='', max_length=10, verbose_name="counts for the club's own rating"),
        ),
        migrations.CreateModel(
            name='RatingList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(max_length=20)),
                ('pace', models.CharField(blank=True, choices=[('classical', 'classical'), ('rapid', 'rapid'), ('blitz', 'blitz')], default='', max_length=10)),
                ('valid_on', models.DateField(null=True)),
                ('state', models.CharField(choices=[('waiting', 'waits for its turn'), ('loading', 'is being loaded'), ('ready', 'loaded'), ('failed', 'not loaded')], default='waiting', max_length=10)),
                ('percent', models.PositiveSmallIntegerField(default=0)),
                ('people', models.PositiveIntegerField(default=0)),
                ('message', models.CharField(blank=True, default='', max_length=500)),
                ('told', models.JSONField(default=list)),
                ('left_out', models.PositiveIntegerField(default=0)),
                ('changed_at', models.DateTimeField()),
                ('club', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='rating_lists', to='tournaments.club')),
            ],
        ),
        migrations.CreateModel(
            name='ListedRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('search', models.BinaryField()),
                ('name', models.CharField(max_length=110)),
                ('federation', models.CharField(max_length=3)),
                ('fide_id', models.PositiveIntegerField(null=True)),
                ('national_id', models.CharField(max_length=20)),
                ('title', models.CharField(max_length=3)),
                ('sex', models.CharField(max_length=10)),
                ('birth_year', models.PositiveSmallIntegerField(null=True)),
                ('rating', models.PositiveSmallIntegerField(null=True)),
                ('rapid_rating', models.PositiveSmallIntegerField(null=True)),
                ('blitz_rating', models.PositiveSmallIntegerField(null=True)),
                ('club', models.CharField(max_length=100)),
                ('list', models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.DO_NOTHING, to='tournaments.ratinglist')),
            ],
        ),
        migrations.CreateModel(
            name='RatingListUpload',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=200)),
                ('data', models.BinaryField()),
                ('options', models.JSONField(default=dict)),
                ('list', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='upload', to='tournaments.ratinglist')),
            ],
        ),
        migrations.CreateModel(
            name='ClubRatingList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pace', models.CharField(choices=[('classical', 'classical'), ('rapid', 'rapid'), ('blitz', 'blitz')], max_length=10)),
                ('published_on', models.DateField()),
                ('rows', models.JSONField(default=list)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='own_rating_lists', to='tournaments.club')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('pace__in', ['classical', 'rapid', 'blitz'])), name='club_rating_list_pace')],
            },
        ),
        migrations.AddConstraint(
            model_name='ratinglist',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'loading', 'ready', 'failed'])), name='rating_list_state'),
        ),
        migrations.AddIndex(
            model_name='listedrating',
            index=models.Index(fields=['list', 'search'], name='listed_by_name'),
        ),
        migrations.AddIndex(
            model_name='listedrating',
            index=models.Index(fields=['list', 'federation', 'search'], name='listed_by_federation'),
        ),
        migrations.AddIndex(
            model_name='listedrating',
            index=models.Index(condition=models.Q(('fide_id', None), _negated=True), fields=['list', 'fide_id'], name='listed_by_fide_id'),
        ),
        migrations.AddIndex(
            model_name='listedrating',
            index=models.Index(condition=models.Q(('national_id', ''), _negated=True), fields=['list', 'national_id'], name='listed_by_national_id'),
        ),
    ]

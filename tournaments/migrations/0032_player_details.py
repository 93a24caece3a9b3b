"""Players: title, federation, ratings with their days, member number, categories; in private sex and year of birth."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0028_decided_by'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='blitz_date',
            field=models.DateField(blank=True, null=True, verbose_name='date of the blitz rating'),
        ),
        migrations.AddField(
            model_name='player',
            name='blitz_rating',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='blitz rating'),
        ),
        migrations.AddField(
            model_name='player',
            name='categories',
            field=models.CharField(blank=True, default='', max_length=200, verbose_name='categories'),
        ),
        migrations.AddField(
            model_name='player',
            name='federation',
            field=models.CharField(blank=True, default='', max_length=3, verbose_name='federation'),
        ),
        migrations.AddField(
            model_name='player',
            name='member_number',
            field=models.CharField(blank=True, default='', max_length=20, verbose_name='member number'),
        ),
        migrations.AddField(
            model_name='player',
            name='rapid_date',
            field=models.DateField(blank=True, null=True, verbose_name='date of the rapid rating'),
        ),
        migrations.AddField(
            model_name='player',
            name='rapid_rating',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rapid rating'),
        ),
        migrations.AddField(
            model_name='player',
            name='rating_date',
            field=models.DateField(blank=True, null=True, verbose_name='date of the rating'),
        ),
        migrations.AddField(
            model_name='player',
            name='title',
            field=models.CharField(blank=True, choices=[('', 'none'), ('GM', 'GM'), ('WGM', 'WGM'), ('IM', 'IM'), ('WIM', 'WIM'), ('FM', 'FM'), ('WFM', 'WFM'), ('CM', 'CM'), ('WCM', 'WCM')], default='', max_length=3, verbose_name='title'),
        ),
        migrations.AddField(
            model_name='playercontact',
            name='birth_year',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='year of birth'),
        ),
        migrations.AddField(
            model_name='playercontact',
            name='sex',
            field=models.CharField(blank=True, choices=[('', 'not known'), ('female', 'female'), ('male', 'male'), ('another', 'another')], default='', max_length=10, verbose_name='sex'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('title__in', ['', 'GM', 'WGM', 'IM', 'WIM', 'FM', 'WFM', 'CM', 'WCM'])), name='player_title'),
        ),
        migrations.AddConstraint(
            model_name='playercontact',
            constraint=models.CheckConstraint(condition=models.Q(('sex__in', ['', 'female', 'male', 'another'])), name='contact_sex'),
        ),
    ]

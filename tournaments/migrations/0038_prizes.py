"""Prizes of tournaments and of series; what was reported of a tournament."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0037_ratings_and_merging'),
    ]

    operations = [
        migrations.AddField(
            model_name='series',
            name='prizes',
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='prizes',
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name='tournament',
            name='reported',
            field=models.JSONField(default=list),
        ),
    ]

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0040_round_by_date'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='play_off_of',
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name='play_offs',
                to='tournaments.tournament',
            ),
        ),
        migrations.AddField(
            model_name='tournament',
            name='played_off',
            field=models.JSONField(null=True),
        ),
    ]

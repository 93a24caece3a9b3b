from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0003_entry_home_club"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="key_map",
            field=models.CharField(
                choices=[("105", "1 0 5"), ("123", "1 2 3"), ("132", "1 3 2")],
                default="105",
                max_length=3,
                verbose_name="keys for results",
            ),
        ),
        migrations.AddConstraint(
            model_name="user",
            constraint=models.CheckConstraint(
                condition=models.Q(("key_map__in", ["105", "123", "132"])), name="user_key_map"
            ),
        ),
    ]

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0004_user_key_map"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="membership",
            name="membership_role",
        ),
        migrations.AlterField(
            model_name="membership",
            name="role",
            field=models.CharField(
                choices=[("admin", "club admin"), ("director", "director"), ("helper", "helper")],
                max_length=10,
                verbose_name="role",
            ),
        ),
        migrations.AddConstraint(
            model_name="membership",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", ["admin", "director", "helper"])), name="membership_role"
            ),
        ),
    ]

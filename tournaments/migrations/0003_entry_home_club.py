from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0002_published_table"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="home_club",
            field=models.CharField(blank=True, max_length=100, verbose_name="home club"),
        ),
    ]

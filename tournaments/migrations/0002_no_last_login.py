"""Django would write the time of each log-in past the recorder."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RemoveField(model_name="user", name="last_login")]

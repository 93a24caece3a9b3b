"""Players get a key of their own for the address of their page: numbers in a row told neighbours in a list."""

from typing import Any

from django.db import migrations, models

from tournaments.models.player import new_public_key


def give_keys(apps: Any, schema_editor: Any) -> None:
    players = apps.get_model("tournaments", "Player").objects
    keyless = list(players.filter(public_key="").only("pk"))
    for player in keyless:
        player.public_key = new_public_key()
    players.bulk_update(keyless, ["public_key"], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0014_user_links_made"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="public_key",
            field=models.CharField(default="", editable=False, max_length=8),
        ),
        migrations.RunPython(give_keys, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="player",
            name="public_key",
            field=models.CharField(default=new_public_key, editable=False, max_length=8, unique=True),
        ),
    ]

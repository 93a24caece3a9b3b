"""A small evening on the database that is there, in this process: `python -m tests.tools.processes.an_evening`."""

from __future__ import annotations

import os


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")
    import django

    django.setup()
    from django.test import Client

    from tests.tools.casts.factories import Evening
    from tournaments.exchange.apart import Reader, read_apart
    from tournaments.pairing.types.snapshot import Result

    evening = Evening.of(8, system="keizer", name="Åpen kveld")
    evening.open()
    evening.check_in()
    evening.pair()
    evening.publish()
    for board in range(1, 5):
        evening.enter(board, Result.WHITE_WINS)
    client = Client()
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    public = f"/en/{evening.tournament.club.slug}/{evening.tournament.slug}/"
    for address in (evening.url("evening"), public, f"{public}standings/", "/readyz", "/healthz"):
        answer = client.get(address, headers={"host": "localhost"})
        print(answer.status_code, address)  # noqa: T201  # a command's output
    sheet = read_apart(Reader.SHEET, b"Name;Rating\n" + "Åse;1500\n".encode() * 3)
    print("read apart:", type(sheet).__name__)  # noqa: T201


if __name__ == "__main__":
    main()

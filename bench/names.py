"""What a pasted list costs, by its length: `python -m bench.names`.

From the request to the last byte of the answer, through all middleware and in this process: what is said below the box,
the preview with a row for each name, and taking it over. Processor time; memory at its highest, over what the process
had before.
"""

from __future__ import annotations

import re
import resource
import time

from bench._own_database import own_database
from bench._size import sized

LENGTHS = sized((46, 500, 2_000), (46,))
HEADING = "No.;Name;FideID;FED;Rtg;Birth year;Club\n"


def list_of(length: int) -> str:
    letters = "abcdefghij"
    names = ("".join(letters[int(digit)] for digit in f"{number:05}") for number in range(length))
    rows = (
        f"{n};{name.title()}sen, Given{n};;NOR;{1000 + n % 900};{1950 + n % 60};Here" for n, name in enumerate(names)
    )
    return HEADING + "\n".join(rows)


def highest() -> float:
    """Megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_024


def main() -> None:
    with own_database(with_static_files=True):
        from django.test import Client

        from tests.tools.casts.club_cast import Cast

        cast = Cast()
        client = Client(headers={"Host": "127.0.0.1"})
        client.force_login(cast.kari, backend="tournaments.log_in.EmailOrUsernameBackend")
        import_page = f"/en/{cast.club.slug}/staff/players/import/"
        client.get(import_page)
        client.post(import_page, {"text": list_of(2)})
        before = highest()
        for length in LENGTHS:
            text = list_of(length)
            times = {}
            start = time.process_time()
            client.post(f"{import_page}look/", {"text": text})
            times["look"] = time.process_time() - start
            start = time.process_time()
            html = client.post(import_page, {"text": text}).content.decode()
            times["preview"] = time.process_time() - start
            fields = dict(re.findall(r'name="(upload|seen|receipt)" value="([^"]*)"', html))
            start = time.process_time()
            answer = client.post(import_page, fields)
            times["import"] = time.process_time() - start
            if answer.status_code != 302:
                raise SystemExit(f"not imported: {answer.status_code}")
            shown = ", ".join(f"{name} {1_000 * seconds:.0f} ms" for name, seconds in times.items())
            print(f"{length:5} names: {shown}; {highest() - before:.0f} MB over its start", flush=True)


if __name__ == "__main__":
    main()

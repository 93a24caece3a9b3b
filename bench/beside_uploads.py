"""How long another club's taps and pages take while hostile files are read: `python -m bench.beside_uploads [TAPS]`.

By the clock on the wall. Eight directors upload at once, each from an address of their own, again as soon as they are
answered: spreadsheets of brackets, of a cell far away, of half a million cells, JSON of a million values, a list of
nested elements. The taps go to another club in the same process, one every 50 ms, and a public page after each.
"""

from __future__ import annotations

import io
import json
import statistics
import sys
import threading
import time
import zipfile

from bench._own_database import own_database
from bench._size import sized
from bench.taps import logged_in

UPLOADERS = sized(8, 1)
_PAUSE = 0.05
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def book(sheet: str, styles: str = "") -> bytes:
    """A workbook with this XML between its sheet's tags."""
    from tests.exchange.test_spreadsheet_reader import handmade_xlsx

    more = {"xl_styles": styles} if styles else {}
    return handmade_xlsx(f'<worksheet xmlns="{_MAIN}"><sheetData>{sheet}</sheetData></worksheet>', **more)


def hostile() -> list[tuple[str, bytes]]:
    """Each with the page that takes it."""
    brackets = f"<styleSheet xmlns='{_MAIN}'><numFmts><numFmt numFmtId='164' formatCode='{'[' * 900_000}'/></numFmts>"
    cells = "".join(
        f"<row r='{row}'>{''.join(f'<c><v>{row}{column}</v></c>' for column in range(20))}</row>"
        for row in range(1, 15_000)
    )
    values = json.dumps({"format": "clubchess-tournament", "version": 1, "players": [1.5] * 900_000}).encode()
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b"\0" * 11_000_000)
    return [
        ("players/import/", book("<row><c s='0'><v>1</v></c></row>", brackets + "</styleSheet>")),
        ("players/import/", book("<row r='99999999999'><c><v>1</v></c></row>")),
        ("players/import/", book(cells)),
        ("players/import/", zipped.getvalue()),
        ("tournaments/import/", values),
        ("players/import/", ("Name;Rating\n" + "Anna;1500\n" * 150_000).encode()),
    ]


def main() -> None:
    taps = int(sys.argv[1]) if len(sys.argv) > 1 else sized(200, 3)
    with own_database(with_static_files=True):
        from django.core.files.uploadedfile import SimpleUploadedFile
        from django.test import Client

        from clubchess.wsgi import application
        from tests.tools.casts.club_cast import Cast
        from tests.tools.casts.real_season import real_season

        cast = real_season(10, slug="beside")
        cast.check_in()
        cast.publish()
        browser = logged_in(application, cast)
        games, other = cast.games, Cast()
        stands = dict.fromkeys(range(len(games)), "*")
        page = cast.url("public_standings")
        visitor = Client(headers={"Host": "127.0.0.1"})

        def measured(count: int) -> tuple[list[float], list[float]]:
            entered, shown = [], []
            for number in range(count):
                at = number % len(games)
                result = "0-1" if stands[at] == "1-0" else "1-0"
                began = time.perf_counter()
                answer = browser.tap(
                    cast.url("enter_result", games[at].pk), {"result": result, "seen": stands[at], "screen": "boards"}
                )
                entered.append(1_000 * (time.perf_counter() - began))
                if not answer.status.startswith("200"):
                    raise RuntimeError(answer.status)
                stands[at] = result
                began = time.perf_counter()
                visitor.get(page)
                shown.append(1_000 * (time.perf_counter() - began))
                time.sleep(_PAUSE)
            return entered, shown

        measured(sized(20, 1))
        _tell("alone", measured(taps))
        over, files, sent = threading.Event(), hostile(), []

        def upload(number: int) -> None:
            client = Client(headers={"Host": "127.0.0.1"}, REMOTE_ADDR=f"10.0.0.{number}")
            client.force_login(other.kari, backend="tournaments.log_in.EmailOrUsernameBackend")
            turn = number
            while not over.is_set():
                where, data = files[turn % len(files)]
                file = SimpleUploadedFile("list", data)
                answer = client.post(f"/en/{other.club.slug}/staff/{where}", {"file": file})
                sent.append(answer.status_code)
                turn += 1

        uploaders = [threading.Thread(target=upload, args=(number,)) for number in range(UPLOADERS)]
        for each in uploaders:
            each.start()
        time.sleep(sized(2, 0))
        _tell(f"beside {UPLOADERS} uploads", measured(taps))
        over.set()
        for each in uploaders:
            each.join()
        print(f"{len(sent)} files answered: {', '.join(f'{sent.count(each)} x {each}' for each in sorted(set(sent)))}")


def _tell(name: str, times: tuple[list[float], list[float]]) -> None:
    told = []
    for what, found in zip(("results", "pages"), times, strict=True):
        middle, most = statistics.median(found), statistics.quantiles(found, n=20)[-1]
        told.append(f"{what}: median {middle:.1f} ms, p95 {most:.1f} ms, slowest {max(found):.1f} ms")
    print(f"{name:<20} " + "; ".join(told), flush=True)


if __name__ == "__main__":
    main()

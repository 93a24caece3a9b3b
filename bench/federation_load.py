"""A federation's evening through nginx, on PostgreSQL: 40 clubs publish in the same minute, and 8,000 phones poll.

    .venv-bench/bin/python -m bench.federation_load [FACTOR] [--keep]

Two processes of the server behind nginx with the files in deploy/, PostgreSQL and the load itself share the cores of
this machine. Phones come over TLS, from an address of their own in each club; each of them opens a page in the ten
seconds after it was published, and asks every ten seconds after that. In each club somebody enters a result every 20
seconds. FACTOR is that of bench.federation, whose installation is used if it was kept: 0.02, the 40 clubs alone, unless
said. At the end nginx serves a page out of what it keeps, and a file of that size.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import resource
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from bench import federation
from bench._phones_kept import STATIC_FILE
from bench._phones_load import Browser, Counts, Hall, Way, requests_per_second
from bench.phones import (
    Kind,
    Server,
    club_of,
    environment_of,
    print_errors,
    print_times,
    served,
    wait_until_it_answers,
)
from tests.tools.processes.nginx import NGINX, free_ports, nginx_before

MINUTE = 60.0
"""In which all of them publish."""
PROCESSES = 2
POLLS = ("poll 204", "poll 200")
KINDS: tuple[Kind, ...] = (
    ("publish", "director publishes", None),
    ("page", "the page alone", None),
    ("opening", "first opening, with styles and script", None),
    ("poll 204", "poll, nothing new", None),
    ("poll 200", "poll, a new fragment", None),
    ("poll", "all polls", (99, 0.25)),
    ("tap", "director enters a result", (95, 0.3)),
)


@dataclass(frozen=True, kw_only=True)
class Proxy:
    process: subprocess.Popen[bytes]
    way: Way

    def workers(self) -> list[Server]:
        """The processes that answer."""
        master = self.process.pid
        children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
        return [Server(pid=int(each), port=self.way.port) for each in children]

    def cpu_seconds(self) -> float:
        return sum(each.cpu_seconds() for each in self.workers())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("factor", nargs="?", type=float, default=0.02)
    parser.add_argument("--keep", action="store_true", help="leave the installation for the next run")
    parser.add_argument("--halls", type=int, default=40, help="clubs that publish")
    parser.add_argument("--phones", type=int, default=8_000, help="of all of them together")
    parser.add_argument("--seconds", type=float, default=90.0, help="how long they poll after the last has published")
    parser.add_argument("--taps-every", type=float, default=20.0, help="seconds between two results of a club")
    options = parser.parse_args()
    if NGINX is None or not federation.on_postgresql(os.environ.get("DATABASE_URL", federation.POSTGRESQL)):
        print("nginx is not installed, or DATABASE_URL names no PostgreSQL that answers: nothing measured.")
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with (
        federation.installation(options.factor, keep=options.keep) as among,
        tempfile.TemporaryDirectory(prefix="clubchess-bench-") as folder,
    ):
        _evening(among, Path(folder), options)


def _evening(among: str, folder: Path, options: argparse.Namespace) -> None:
    environment = environment_of(folder, federation.address_of(among))
    environment |= {"BEHIND_PROXY": "1", "ALLOWED_HOSTS": "localhost"}
    seeded = club_of(environment, "bench._federation_halls", str(options.halls))
    with _behind_nginx(environment, folder) as (proxy, servers):
        counts = Counts()
        halls = [
            Hall(
                way=replace(proxy.way, comes_from=f"127.1.0.{place}"),
                phones=options.phones // len(seeded),
                seconds=options.seconds + MINUTE * (1 - place / len(seeded)),
                connections=1,  # browsers send all over one, by HTTP/2
                taps_every=options.taps_every,
                counts=counts,
                **each,
            )
            for place, each in enumerate(seeded, start=1)
        ]
        own, before, start = (
            time.process_time(),
            [each.cpu_seconds() for each in (proxy, *servers)],
            time.perf_counter(),
        )
        asyncio.run(_all_in_a_minute(halls))
        seconds = time.perf_counter() - start
        used = [each.cpu_seconds() - first for each, first in zip((proxy, *servers), before, strict=True)]
        counts.times["poll"] = [took for kind in POLLS for took in counts.times.get(kind, ())]
        print(f"\n{options.phones:,} phones of {len(seeded)} clubs that publish in the same minute, {seconds:.0f} s")
        print_times(counts, KINDS)
        print_errors(counts, seconds)
        answered = sum(counts.kept.values())
        told = ", ".join(f"{what} {many / answered:.1%}" for what, many in counts.kept.most_common())
        print(f"  polls by what nginx says: {told}")
        busy = [f"{each / seconds:.0%}" for each in (*used, time.process_time() - own)]
        print(f"  of one core: nginx {busy[0]}, processes {' and '.join(busy[1:-1])}, load script {busy[-1]}")
        print(f"  the load script kept its phones waiting {1000 * counts.lag:.0f} ms at worst")
        sizes, theirs = (" and ".join(f"{each.peak_mb():.0f}" for each in them) for them in (servers, proxy.workers()))
        print(f"  memory at most: processes {sizes} MB, workers of nginx {theirs} MB", flush=True)
        asyncio.run(_print_kept(proxy, folder, seeded[0]["paths"][0]))


@contextlib.contextmanager
def _behind_nginx(environment: dict[str, str], folder: Path) -> Iterator[tuple[Proxy, list[Server]]]:
    plain, tls = free_ports(2)
    with contextlib.ExitStack() as stack:
        servers = [
            stack.enter_context(served(environment, folder / f"serve-{place}.log", "--no-jobs"))
            for place in range(PROCESSES)
        ]
        process = stack.enter_context(
            nginx_before([each.port for each in servers], folder=folder, plain=plain, tls=tls)
        )
        wait_until_it_answers(process, tls)
        trusted = ssl.create_default_context(cafile=str(folder / "certificate.pem"))
        yield Proxy(process=process, way=Way(host="localhost", port=tls, trusted=trusted)), servers


async def _all_in_a_minute(halls: list[Hall]) -> None:
    async def later(place: int, hall: Hall) -> None:
        await asyncio.sleep(MINUTE * place / len(halls))
        await hall.run()

    await asyncio.gather(*(later(place, hall) for place, hall in enumerate(halls)))


async def _print_kept(proxy: Proxy, folder: Path, path: str) -> None:
    """By the processor time of nginx: how many it answers in a second hangs on who asks."""
    browser = Browser(proxy.way, Counts())
    page = await browser.ask(path)
    browser.close()
    (folder / "static" / STATIC_FILE).write_bytes(os.urandom(len(page.body)))
    print(f"  nginx, {len(page.body) / 1000:.1f} kB each, over 8 connections:")
    rates = {}
    for what, asked in (("a file", f"/static/{STATIC_FILE}"), ("the kept page", path)):
        before, start = proxy.cpu_seconds(), time.perf_counter()
        per_second = await requests_per_second(proxy.way, asked, 5.0)
        took = time.perf_counter() - start
        rates[what] = per_second * took / (proxy.cpu_seconds() - before)
        print(f"    {what}: {per_second:,.0f} a second, {rates[what]:,.0f} in a second of its processor time")
    print(f"    the kept page reaches {rates['the kept page'] / rates['a file']:.2f} of the file (a third is the bar)")


if __name__ == "__main__":
    main()

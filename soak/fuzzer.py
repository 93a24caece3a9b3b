"""Files of every format with their values changed, through everything: `python -m soak.fuzzer [N] [SEED] [FIRST]`.

Without N 20,000, or as many as there is time for in twenty minutes. Before that some files of each format go through
its reader alone, each rating list and kind of logo too, into a table; `python -m soak.fuzzer readers [N] [SEED]` does
no more than that, with N files a format.

Each file goes to the commands, is imported on the staff's page (looked at, then confirmed), and pages of what was made
are rendered; some are played on. Nothing may raise, answer 500, show a name unescaped, or take ten seconds. The file of
a fault is written out, and `python -m soak.fuzzer 1 SEED ITS-NUMBER` does the same again.
"""

from __future__ import annotations

import io
import math
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from types import FrameType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.http import HttpResponseBase
    from django.test import Client

    from tournaments.models import Club, Tournament, User

FILES = 20_000
MINUTES = 20
"""Where nobody says how many: a free core does 12,000 in that time."""
SEED = 1
LONGEST = 10
"""Seconds, of the processor; a step that sleeps may take six times as many."""
MEMORY = 2_000_000_000
READ_ALONE = 200
"""Files of each format, before those that go through everything."""
FORMATS = ("tournament",) * 12 + ("csv",) * 3 + ("xlsx",) * 4 + ("backup",) + ("trf",) * 3 + ("ratings",) * 2
PAGES = 4
"""Of each tournament; of one in forty all."""
COMMANDS = ("pair", "standings", "verify_tournament", "verify_draw")


class Fault(Exception):
    """What may not be."""


class TooLong(BaseException):
    """Whoever catches Exception must not swallow it."""


class Fuzzer:
    def __init__(self, seed: str, folder: Path) -> None:
        self.seed = seed
        self.folder = folder
        self.faults: Counter[str] = Counter()
        self.counts: Counter[str] = Counter()
        self.slowest: list[tuple[float, str]] = []

    def run(self, numbers: range, *, until: float) -> int:
        """How many there was time for; `until` is an instant of the monotonic clock."""
        from tests.tools.guards.write_guard import guarded

        self.club, self.admin = _the_club()
        with guarded():
            for number in numbers:
                if time.monotonic() > until:
                    return number - numbers.start
                self._one(number)
                if number % 1_000 == 999:
                    print(
                        f"  {number + 1 - numbers.start:,} files, faults so far: {sum(self.faults.values())}",
                        flush=True,
                    )
        return len(numbers)

    def _one(self, number: int) -> None:
        from django.db import transaction

        chance = Random(f"{self.seed}/{number}")
        kind = chance.choice(FORMATS)
        data = _made(kind, chance)
        self.number, self.kind = number, kind
        self.counts[f"{kind}: files"] += 1
        _forget_all()
        try:
            with transaction.atomic():
                getattr(self, f"_{kind}")(data, chance)
                transaction.set_rollback(True)
        except (Exception, TooLong) as error:
            self._fault(error, data)

    def _fault(self, error: BaseException, data: bytes) -> None:
        frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/tournaments/" in frame.filename]
        place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
        what = f"{self.kind}: {type(error).__name__} {re.sub('[0-9]+', 'N', str(error))[:200]} {place}"
        self.faults[what] += 1
        if self.faults[what] > 3:
            return
        file = self.folder / f"{self.kind}-{self.seed}-{self.number}"
        file.write_bytes(data)
        print(f"FAULT in {file}: {what}", flush=True)
        if self.faults[what] == 1:
            print("".join(traceback.format_exception(error)[-12:]), flush=True)

    @contextmanager
    def _step(self, name: str) -> Iterator[None]:
        begun = time.process_time()
        with _alarm():
            yield
        self.slowest = sorted([*self.slowest, (time.process_time() - begun, f"{name} of {self.kind} {self.number}")])
        self.slowest = self.slowest[-3:]

    # Tournaments

    def _tournament(self, data: bytes, chance: Random) -> None:
        from tournaments.exchange.json_node import FileError
        from tournaments.exchange.tournament_file import parse

        with self._step("commands"):
            self._commands(data)
        with self._step("reading"):
            fate = "refused at import"
            try:
                parse(data)
            except FileError:
                fate = "refused while parsing"
        client = self._client()
        made = self._imported(client, data)
        self.counts[f"{self.kind}: {fate if made is None else 'imported'}"] += 1
        if made is None:
            return
        if chance.random() < 0.2:
            self._played_on(made)
        addresses = _addresses(self.club, made, self.admin)
        chosen = addresses if chance.random() < 1 / 40 else chance.sample(addresses, min(PAGES, len(addresses)))
        for address in chosen:
            self._page(client if "/staff/" in address else self._stranger(), address)

    def _commands(self, data: bytes) -> None:
        from django.core.management import CommandError, call_command

        file = self.folder / "file.json"
        file.write_bytes(data)
        for command in COMMANDS:
            out, err = io.StringIO(), io.StringIO()
            status: Any = 0
            try:
                call_command(command, str(file), stdout=out, stderr=err, traceback=True)
            except CommandError:
                status = 1
            except SystemExit as ended:
                status = ended.code
            if status not in (0, 1, 2):
                raise Fault(f"{command} ended with {status}")
            self.counts[f"{self.kind}: answers of commands"] += status == 0

    def _imported(self, client: Client, data: bytes) -> Tournament | None:
        address = f"/en/{self.club.slug}/staff/tournaments/import/"
        with self._step("preview"):
            preview = self._uploaded(client, address, "file.json", data)
        if preview.status_code == 422:
            return None
        before = set(self.club.tournaments.values_list("pk", flat=True))
        html = _text(preview)
        name = re.search(r'<input[^>]*name="name"[^>]*?value="([^"]*)"', html)
        form = _hidden(html) | {
            "season": str(self.club.seasons.get().pk), "name": name[1] if name and name[1].strip() else "Cup",
        } | _chosen(html)  # fmt: skip
        with self._step("import"):
            answer = client.post(address, form)
        _look_at(answer, address)
        return self.club.tournaments.exclude(pk__in=before).first()

    def _played_on(self, made: Tournament) -> None:
        """The next round, as far as it goes."""
        from django.db import transaction

        from tests.tools.casts.factories import Evening
        from tournaments.recording import Stale
        from tournaments.services.common.refusal import Refused

        evening = Evening(tournament=made, director=self.admin)

        def check_in() -> None:
            there = evening.round.attendances.exclude(entry__number=None).values_list("entry__number", flat=True)
            evening.check_in(*there)

        steps = (evening.finish, evening.open, check_in, evening.pair, evening.publish)
        with self._step("playing on"):
            for step in steps:
                with suppress(Refused, Stale, made.rounds.model.DoesNotExist), transaction.atomic():
                    step()
        self.counts[f"{self.kind}: played on"] += 1

    def _trf(self, data: bytes, chance: Random) -> None:
        """Gone on with as what the file says it is."""
        with self._step("commands"):
            self._commands(data)
        client = self._client()
        made = self._imported(client, data)
        self.counts[f"{self.kind}: {'refused' if made is None else 'imported'}"] += 1
        if made is None:
            return
        if chance.random() < 0.3:
            self._played_on(made)
        addresses = _addresses(self.club, made, self.admin)
        reports = [address for address in addresses if "/exports/" in address]
        for address in [*chance.sample(addresses, min(PAGES, len(addresses))), *reports[:3]]:
            self._page(client if "/staff/" in address else self._stranger(), address)

    # Rating lists

    def _ratings(self, data: bytes, chance: Random) -> None:
        """Loaded whole or refused; then members are looked up in it."""
        from tests.tools.fuzzing.rating_lists import MAKERS
        from tournaments.services.common.refusal import Refused
        from tournaments.services.players.rating_lists import load

        name = chance.choice(sorted(MAKERS)) if data[:1] != b"<" else "players_list.xml"
        try:
            with self._step("loading"):
                row = load(io.BytesIO(data), name=name, club=self.club, pace=chance.choice((None, "rapid")))
        except Refused:
            self.counts["ratings: refused"] += 1
            return
        self.counts["ratings: loaded"] += 1
        client = self._client()
        for address in ("players/lists/", f"players/lists/{row.pk}/"):
            self._page(client, f"/en/{self.club.slug}/staff/{address}")

    # Lists of players

    def _csv(self, data: bytes, chance: Random) -> None:
        self._list("list.csv", data, chance)

    def _xlsx(self, data: bytes, chance: Random) -> None:
        self._list("list.xlsx", data, chance)

    def _list(self, name: str, data: bytes, chance: Random) -> None:
        from django.utils import timezone

        from tournaments.exchange.apart import Reader, read_upload
        from tournaments.exchange.json_node import FileError
        from tournaments.exchange.player_list import players_of

        fate = "refused at import"
        with self._step("reading"):
            try:
                players_of(read_upload(Reader.SHEET, data), today=timezone.localdate())
            except FileError:
                fate = "refused while parsing"
        client = self._client()
        address = f"/en/{self.club.slug}/staff/players/import/"
        with self._step("preview"):
            preview = self._uploaded(client, address, name, data)
        form = _hidden(_text(preview)) | chance.choice(({"update": "on"}, {}))
        if "upload" not in form:
            self.counts[f"{self.kind}: {fate}"] += 1
            return
        before = self.club.players.count()
        with self._step("import"):
            answer = client.post(address, form)
        _look_at(answer, address)
        if answer.status_code != 302:
            self.counts[f"{self.kind}: refused at import"] += 1
            return
        self.counts[f"{self.kind}: imported"] += 1
        newest = self.club.players.order_by("-pk").first()
        pages = [f"/en/{self.club.slug}/staff/players/", f"/en/{self.club.slug}/staff/"]
        if newest is not None and self.club.players.count() > before:
            pages.append(f"/en/{self.club.slug}/staff/players/{newest.pk}/")
        for address in pages:
            self._page(client, address)

    # Backups

    def _backup(self, data: bytes, chance: Random) -> None:
        from django.core.management import CommandError

        from tournaments.services.installation.backups.archive import read_manifest, unpack

        file, to = self.folder / "backup.zip", self.folder / "unpacked"
        file.write_bytes(data)
        to.unlink(missing_ok=True)
        try:
            with self._step("reading"):
                manifest = read_manifest(file)
        except CommandError:
            self.counts["backup: refused while parsing"] += 1
            return
        try:
            with self._step("unpacking"):
                unpack(file, manifest, to)
        except CommandError:
            self.counts["backup: refused at import"] += 1
            return
        self.counts["backup: imported"] += 1

    # Over HTTP

    def _client(self) -> Client:
        from django.test import Client

        client = Client()
        client.force_login(self.admin, backend="tournaments.log_in.EmailOrUsernameBackend")
        return client

    def _stranger(self) -> Client:
        from django.test import Client

        return Client()

    def _uploaded(self, client: Client, address: str, name: str, data: bytes) -> HttpResponseBase:
        from django.core.files.uploadedfile import SimpleUploadedFile

        answer = client.post(address, {"file": SimpleUploadedFile(name, data)})
        _look_at(answer, address)
        return answer

    def _page(self, client: Client, address: str) -> None:
        with self._step(address):
            answer = client.get(address)
        _look_at(answer, address)
        self.counts["pages rendered"] += answer.status_code == 200

    def told(self) -> str:
        lines = []
        for kind in sorted({*FORMATS}):
            told = {name.partition(": ")[2]: count for name, count in self.counts.items() if name.startswith(kind)}
            files = told.pop("files", 0)
            lines.append(
                f"  {kind}: {files:,} files, " + ", ".join(f"{n:,} {what}" for what, n in sorted(told.items()))
            )
        slowest = "; ".join(f"{seconds:.1f} s {what}" for seconds, what in reversed(self.slowest))
        return "\n".join([*lines, f"  {self.counts['pages rendered']:,} pages rendered. Slowest: {slowest}"])


def _made(kind: str, chance: Random) -> bytes:
    from tests.tools.fuzzing import backups, lists, rating_lists, tournaments, trfs

    make = {
        "tournament": tournaments.mutated_tournament,
        "csv": lists.mutated_csv,
        "xlsx": lists.mutated_xlsx,
        "backup": backups.mutated_backup,
        "trf": trfs.mutated_trf,
        "ratings": rating_lists.mutated_rating_list,
    }
    return make[kind](chance)


def _the_club() -> tuple[Club, User]:
    """With a few players whom the names in the files may mean."""
    from tests.tools.casts.factories import PlayerFactory, SeasonFactory, UserFactory
    from tournaments.models import Membership, Role
    from tournaments.names import folded_name

    club = SeasonFactory().club
    for given, family in (("Anna", "Berg"), ("Player", "1"), ("Player", "2"), ("Bo", "Ek"), ("Bo", "Ek")):
        PlayerFactory(club=club, given_name=given, family_name=family, folded_name=folded_name(given, family))
    admin = Membership.objects.create(club=club, user=UserFactory(), role=Role.ADMIN).user
    return club, admin


def _addresses(club: Club, made: Tournament, admin: User) -> list[str]:
    """All pages of the tournament and of its club: the public ones, and those of the staff that answer to a GET."""
    from tests.tools.pages.public_pages import addresses_of, first_and_last
    from tests.tools.pages.staff_pages import addresses_for_staff

    return [*addresses_of(club, choose=first_and_last), *addresses_for_staff(made)]


def _forget_all() -> None:
    """Each file finds the same database, whose keys and versions begin anew."""
    from tournaments.pages.standings import rank_history, round_context, table_cache
    from tournaments.views.common import page_cache

    table_cache.forget_all()
    round_context.forget_all()
    rank_history.forget_all()
    page_cache.forget_all()


def _look_at(answer: HttpResponseBase, address: str) -> None:
    from tests.tools.fuzzing.wild import MARK

    if answer.status_code >= 500:
        raise Fault(f"{answer.status_code} at {re.sub('[0-9]+', 'N', address)}")
    if "text/html" in answer.get("Content-Type", "") and MARK.encode() in getattr(answer, "content", b""):
        raise Fault(f"unescaped at {re.sub('[0-9]+', 'N', address)}")


def _text(answer: HttpResponseBase) -> str:
    return getattr(answer, "content", b"").decode()


def _hidden(html: str) -> dict[str, str]:
    return dict(re.findall(r'name="(upload|seen|receipt)" value="([^"]*)"', html))


def _chosen(html: str) -> dict[str, str]:
    """Of a report: as which system it goes on, over how many rounds, as the page proposes it."""
    systems = re.search(r'<select[^>]*name="system".*?</select>', html, re.DOTALL)
    if systems is None:
        return {}
    system = re.search(r'<option value="(\w+)" selected', systems[0]) or re.search(r'<option value="(\w+)"', systems[0])
    rounds = re.search(r'<input[^>]*name="planned_rounds"[^>]*?value="(\d+)"', html)
    return {"system": system[1] if system else "", "planned_rounds": rounds[1] if rounds else "9"}


@contextmanager
def _alarm() -> Iterator[None]:
    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise TooLong(f"longer than {LONGEST} s")

    signal.signal(signal.SIGPROF, ring)
    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    signal.setitimer(signal.ITIMER_REAL, 6 * LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)


def main() -> int:
    given = sys.argv[1:]
    if given[:1] == ["readers"]:
        return _read_alone(int(given[1]) if len(given) > 1 else 10 * READ_ALONE, *given[2:3])
    count = int(given[0]) if given else FILES
    first = int(given[2]) if len(given) > 2 else 0
    data = tempfile.mkdtemp(prefix="clubchess-soak-")
    os.environ |= {"CLUBCHESS_DATA": data, "DJANGO_SETTINGS_MODULE": "clubchess.settings", "STATIC_MANIFEST": "false"}
    os.environ["DATABASE_URL"] = ""
    os.environ.setdefault("SECRET_KEY", "for the soak only, " + "x" * 50)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    try:
        seconds = math.inf if given else 60 * MINUTES
        seed = given[1] if len(given) > 1 else str(SEED)
        return _read_alone(min(count, READ_ALONE), seed) or _fuzz(range(first, first + count), seed, seconds)
    finally:
        shutil.rmtree(data, ignore_errors=True)


def _read_alone(count: int, seed: str = str(SEED)) -> int:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "clubchess.settings")
    os.environ.setdefault("SECRET_KEY", "for the soak only, " + "x" * 50)
    django.setup()

    from soak._reading import read_all

    return 0 if read_all(count, seed, _alarm) else 1


def _fuzz(numbers: range, seed: str, seconds: float) -> int:
    import django

    django.setup()
    import logging
    import warnings

    from django.db import connection
    from django.test.utils import setup_test_environment

    setup_test_environment()
    logging.disable()
    warnings.simplefilter("ignore")
    connection.settings_dict["TEST"]["NAME"] = None  # in memory: this process has it alone
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    folder = Path(tempfile.mkdtemp(prefix="clubchess-fuzzer-"))
    fuzzer = Fuzzer(seed, folder)
    begun = time.monotonic()
    try:
        done = fuzzer.run(numbers, until=begun + seconds)
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)
    minutes = (time.monotonic() - begun) / 60
    print(f"fuzzer: {done:,} files of seed {seed} from {numbers.start}, {minutes:.1f} minutes\n{fuzzer.told()}")
    if fuzzer.faults:
        print(f"  FAULTS, files in {folder}: {fuzzer.faults.most_common()}")
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Look a tournament over again: pair every round from what was known then, and say what is not as it should be."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.exchange.tournament_file import TournamentFile
from tournaments.exchange.trf.unsaid import PLAN
from tournaments.management.tournament_files import (
    add_system_argument,
    printable,
    reasons_json,
    report_in,
    status_of,
)
from tournaments.management.tournaments import tournament_called
from tournaments.models import ODD_BYES, PUBLIC_STATES, Attendance, PublishedTable, RoundRecord, Tournament
from tournaments.pairing.audit.verification import (
    ANOTHER_PLACE,
    COLOURS_TURNED,
    NOT_PAIRED_SO,
    REMATCH,
    KeptRound,
    PublishedWitness,
    RoundVerdict,
    Verdict,
    verify,
)
from tournaments.pairing.types.paired_round import Player
from tournaments.selectors.snapshots import has_given_bye, snapshot_of, tournament_file_of, unpacked, unpacked_table

DIFFERS = 1
_OF_A_BOARD = frozenset({NOT_PAIRED_SO.code, COLOURS_TURNED.code, ANOTHER_PLACE.code})


@dataclass(frozen=True, kw_only=True, slots=True)
class _Witnesses:
    """The tournament as it stands, and what was kept with its rounds by their number."""

    file: TournamentFile
    kept: dict[int, KeptRound] = field(default_factory=dict)
    published: dict[int, PublishedWitness] = field(default_factory=dict)
    unsaid: tuple[str, ...] = ()
    """What a report cannot say."""
    is_first_table: bool = False
    """A TRF16: what differs in it may come of any of that, and accuses nobody."""


class Command(BaseCommand):
    help = (
        "Pair every round of a tournament again from what was known then, and say each board and bye that differs "
        "and whatever must hold and does not. Boards that the director set are told apart. Nothing is written. "
        "Exit status 1 when something differs, 2 when a file was wrong or nothing is called so, 3 for a fault of ours."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "tournaments",
            nargs="+",
            metavar="FILE|TOURNAMENT",
            help="a tournament file, a TRF, or one of this installation: CLUB/TOURNAMENT or its short code",
        )
        add_system_argument(parser)
        parser.add_argument("--json", action="store_true", help="one line of JSON per tournament")

    def handle(self, *args: Any, tournaments: list[str], **options: Any) -> None:
        statuses = [
            self._look_at(given, as_json=options["json"], raising=options["traceback"], system=options.get("system"))
            for given in tournaments
        ]
        if max(statuses):
            sys.exit(max(statuses))

    def _look_at(self, given: str, *, as_json: bool, raising: bool, system: str | None) -> int:
        def answer() -> int:
            witnesses = _witnesses(self, given, system)
            witnesses, verdict = _verified(witnesses)
            if as_json:
                self.stdout.write(json.dumps(_json(verdict, witnesses), ensure_ascii=False))
            else:
                self.stdout.write("\n".join(_lines(verdict, witnesses)))
            return DIFFERS if _is_wrong(verdict, witnesses) else 0

        return status_of(self, printable(Path(given)), answer, as_json=as_json, raising=raising)


def _witnesses(command: BaseCommand, given: str, system: str | None) -> _Witnesses:
    """Raises FileError, or CommandError where nothing is called so."""
    path = Path(given)
    if path.suffix or path.exists():
        found = report_in(command, path, system=system)
        return _Witnesses(file=found.file, unsaid=found.unsaid, is_first_table=found.is_first_table)
    tournament = tournament_called(given)
    return _Witnesses(file=_as_it_stands(tournament), kept=_kept(tournament), published=_published(tournament))


def _verified(witnesses: _Witnesses) -> tuple[_Witnesses, Verdict]:
    """Where a report says no number of rounds, the last one may be the last planned: as what it fits better."""
    open_ended = _verdict(witnesses)
    held = len(witnesses.file.snapshot.rounds)
    if open_ended.holds or PLAN not in witnesses.unsaid or not held:
        return witnesses, open_ended
    file = replace(witnesses.file, snapshot=replace(witnesses.file.snapshot, planned_rounds=held))
    as_all = replace(witnesses, file=file)
    verdict = _verdict(as_all)
    fits = sum(each.holds for each in verdict.rounds) > sum(each.holds for each in open_ended.rounds)
    return (as_all, verdict) if fits else (witnesses, open_ended)


def _verdict(witnesses: _Witnesses) -> Verdict:
    system, tie_breaks = witnesses.file.configured()
    snapshot, kept, published = witnesses.file.snapshot, witnesses.kept, witnesses.published
    return verify(system, tie_breaks, snapshot, kept=kept, published=published)


def _is_wrong(verdict: Verdict, witnesses: _Witnesses) -> bool:
    return bool(verdict.tables) or any(_is_wrong_round(each, witnesses) for each in verdict.rounds)


def _is_wrong_round(each: RoundVerdict, witnesses: _Witnesses) -> bool:
    """In a TRF16 only what no director can have meant."""
    if witnesses.is_first_table:
        return any(reason.rule != REMATCH.code for reason in each.broken)
    return not each.holds


def _as_it_stands(tournament: Tournament) -> TournamentFile:
    """Published rounds; what is still being drafted is nobody's yet."""
    published = tournament.rounds.filter(state__in=PUBLIC_STATES).count()
    return tournament_file_of(tournament, snapshot_of(tournament).after(published))


def _kept(tournament: Tournament) -> dict[int, KeptRound]:
    given: dict[int, set[int]] = defaultdict(set)
    rows = Attendance.objects.filter(round__tournament=tournament, bye__in=ODD_BYES).select_related("round", "entry")
    for row in rows:
        if row.entry.number is not None and has_given_bye(row):
            given[row.round.number].add(row.entry.number)
    records = RoundRecord.objects.filter(round__tournament=tournament, round__state__in=PUBLIC_STATES)
    found = {}
    for record in records.select_related("round"):
        file, number = unpacked(record.tournament_file), record.round.number
        system, _tie_breaks = file.configured()
        found[number] = KeptRound(
            system=system, snapshot=file.snapshot, pinned=file.pinned, given=frozenset(given[number])
        )
    return found


def _published(tournament: Tournament) -> dict[int, PublishedWitness]:
    found = {}
    for each in PublishedTable.objects.filter(round__tournament=tournament).select_related("round"):
        file = unpacked(each.tournament_file)
        system, tie_breaks = file.configured()
        found[each.round.number] = PublishedWitness(
            system=system, tie_breaks=tie_breaks, snapshot=file.snapshot, table=unpacked_table(each.table)
        )
    return found


def _json(verdict: Verdict, witnesses: _Witnesses) -> dict[str, object]:
    file = witnesses.file
    return {
        "name": file.name,
        "holds": verdict.holds,
        **({"unsaid": list(witnesses.unsaid)} if witnesses.unsaid else {}),
        "rounds": [
            {
                "round": each.number,
                "boards": each.boards,
                "differing": reasons_json(each.differing, file),
                "by_hand": reasons_json(each.by_hand, file),
                "broken": reasons_json(each.broken, file),
                "notes": reasons_json(each.notes, file),
            }
            for each in verdict.rounds
        ],
        "tables": reasons_json(verdict.tables, file),
    }


def _lines(verdict: Verdict, witnesses: _Witnesses) -> Iterable[str]:
    file = witnesses.file
    yield f"{file.name}: {len(verdict.rounds)} rounds of {file.system}"
    if witnesses.unsaid and not verdict.holds:
        yield f"A TRF{'16' * witnesses.is_first_table} does not say, and so it cannot be checked by one:"
        yield from (f"  {each}" for each in witnesses.unsaid)
    for each in verdict.rounds:
        if not each.holds and not _is_wrong_round(each, witnesses):
            yield f"Round {each.number}: {_as_far_as_said(each)}"
            continue
        yield f"Round {each.number}: {_summary(each)}"
        for heading, reasons in (("", each.differing), ("broken: ", each.broken), ("by hand: ", each.by_hand)):
            yield from (f"  {heading}{reason['text']}" for reason in reasons_json(reasons, file))
        yield from (f"  ({reason['text']})" for reason in reasons_json(each.notes, file))
    yield from (f"Tables: {reason['text']}" for reason in reasons_json(verdict.tables, file))
    if not verdict.tables:
        yield "Tables: they hold."
    if _is_wrong(verdict, witnesses):
        yield "Something differs: see above."
    elif verdict.holds:
        yield "Everything is as the system pairs and ranks."
    else:
        told, rounds = sum(each.holds for each in verdict.rounds), len(verdict.rounds)
        yield f"Nothing is wrong as far as the file says it: {told} of {rounds} rounds are as the system pairs."


def _as_far_as_said(each: RoundVerdict) -> str:
    """No word of who should have met whom: the file may lack the reason."""
    facts = [reason.facts for reason in each.differing if reason.rule in _OF_A_BOARD]
    met = [(said["white"], said["black"]) for said in facts]
    pairs = {
        f"{one.number}-{other.number}"  # a report numbers no boards
        for one, other in met
        if isinstance(one, Player) and isinstance(other, Player)
    }
    if not pairs:
        return f"{each.boards} boards, another bye than by what the file says"
    said = f"{each.boards} boards, all but {len(pairs)} as the system pairs by what the file says"
    return f"{said} (not {', '.join(sorted(pairs))})"


def _summary(each: RoundVerdict) -> str:
    if each.holds:
        by_hand = f" but for what was set by hand: {len(each.by_hand)}" if each.by_hand else ""
        return f"{each.boards} boards, as the system pairs{by_hand}"
    return f"{each.boards} boards, NOT as it should be"

"""A tournament as a TRF: its players' lines, round by round, with what else a report says of it."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby
from typing import Final

from tournaments.exchange.federation_person import FederationPerson
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.exchange.trf.team_exporter import TeamRecords, team_records
from tournaments.exchange.trf.team_importer import BY_BOARDS, TEAM_SWISS
from tournaments.exchange.trf.tie_break_codes import codes_of
from tournaments.exchange.trf.types import (
    ACCELERATED,
    AddedPoints,
    AskedByes,
    Forbidden,
    Identity,
    NationalLine,
    Trf,
    TrfCell,
    TrfDecision,
    TrfMark,
    TrfPlayer,
)
from tournaments.pairing.history.record import Record, RoundEntry, RoundOutcome
from tournaments.pairing.protocols import (
    AcceleratingSystem,
    Capabilities,
    ColourDrawingSystem,
    ListingSystem,
    PairingSystem,
    ScheduledSystem,
)
from tournaments.pairing.types.options import values_of
from tournaments.pairing.types.snapshot import ByeKind, Colour, PlayerId, TournamentSnapshot

_PLAYED: Final = {  # not all: rounds with an opponent; the others are told by _BYES or by their points
    RoundOutcome.WIN: TrfMark.WIN,
    RoundOutcome.DRAW: TrfMark.DRAW,
    RoundOutcome.LOSS: TrfMark.LOSS,
    RoundOutcome.OPEN: TrfMark.BLANK,
    RoundOutcome.OPEN_AS_DRAW: TrfMark.BLANK,
    RoundOutcome.FORFEIT_WIN: TrfMark.FORFEIT_WIN,
    RoundOutcome.FORFEIT_LOSS: TrfMark.FORFEIT_LOSS,
    RoundOutcome.BOTH_FORFEIT: TrfMark.FORFEIT_LOSS,
}
_BYES: Final = {  # not all: the letters of byes; other rounds without a game are told by their points
    RoundOutcome.BYE: TrfMark.PAIRING_BYE,
    RoundOutcome.HALF_BYE: TrfMark.HALF_BYE,
    RoundOutcome.FULL_BYE: TrfMark.FULL_BYE,
}
# not all: nobody asks for the bye of the odd number
_ASKED: Final = {ByeKind.HALF: TrfMark.HALF_BYE, ByeKind.FULL: TrfMark.FULL_BYE, ByeKind.ZERO: TrfMark.ZERO_BYE}
USUAL: Final = {  # not all: all others are worth nothing
    TrfMark.WIN: Fraction(1),
    TrfMark.FORFEIT_WIN: Fraction(1),
    TrfMark.PAIRING_BYE: Fraction(1),
    TrfMark.FULL_BYE: Fraction(1),
    TrfMark.DRAW: Fraction(1, 2),
    TrfMark.HALF_BYE: Fraction(1, 2),
}
"""What a letter is worth where nothing else is said; all others nothing."""
_TYPES: Final = {"fide_dutch": "FIDE_DUTCH"}
_LAST_ROUND: Final = 999


@dataclass(frozen=True, kw_only=True, slots=True)
class About:
    """What a report says of the tournament besides its games."""

    city: str = ""
    federation: str = ""
    chief_arbiter: str = ""
    deputies: tuple[str, ...] = ()
    rate_of_play: str = ""
    seconds: str = ""
    dates: tuple[datetime.date | None, ...] = ()
    """Of the rounds played, in order."""
    program: str = "Clubchess"


def trf_of(
    file: TournamentFile,
    people: Mapping[PlayerId, FederationPerson] | None = None,
    about: About | None = None,
    *,
    rounds: Collection[int] | None = None,
    national: bool = False,
) -> Trf:
    """`rounds`: only these, and only who has something in them; the points are those of their games then. `national`:
    with a line of the federation for everybody who has a number there; their rating is in it, and in their own line
    FIDE's, where it is known. Raises FileError for a system that is not. Where teams play, `people` are their members,
    by their numbers in the file; of a batch only the games are told.
    """
    about = about or About()
    system, tie_breaks = file.configured()
    capabilities = system.capabilities()
    record = capabilities.record(file.snapshot)
    batch = sorted(rounds) if rounds is not None else list(range(1, len(file.snapshot.rounds) + 1))
    ranks = {row.player: row.rank for row in system.standings(file.snapshot, tie_breaks).rows}
    own_points = rounds is None and capabilities.is_sum_of_rounds and capabilities.counting_rounds is None
    numbers = places_in_report(file) if rounds is None else {}
    teams = None if file.snapshot.boards is None else team_records(file, record, ranks, numbers, people or {})
    if teams is None:
        lines = [
            _line(file, entrant.number, record, batch, (people or {}).get(entrant.number), own_points=own_points)
            for entrant in file.snapshot.entrants
        ]
        lines = [replace(each, rank=ranks.get(each.number)) for each in lines]
    else:
        people = teams.people
        lines = list(teams.players) if rounds is None else [_of_batch(each, batch) for each in teams.players]
    if rounds is not None:
        lines = [each for each in lines if any(cell.opponent is not None for cell in each.cells)]
    of_federation = _national(lines, people or {}, about.federation) if national else ()
    lines = _with_fides_ratings(lines, people or {}, {each.identity.number for each in of_federation})
    days = [about.dates[number - 1] if number <= len(about.dates) else None for number in batch]
    known = [day for day in days if day is not None]
    made = Trf(
        name=file.name,
        city=about.city,
        federation=about.federation,
        starts=min(known, default=None),
        ends=max(known, default=None),
        players_said=len(lines),
        rated_said=sum(each.identity.rating is not None for each in lines),
        teams_said=0 if teams is None else len(teams.teams),
        kind=_kind(system, capabilities) if teams is None else _kind_of_teams(file.system, system, capabilities),
        chief_arbiter=about.chief_arbiter,
        deputies=about.deputies,
        rate_of_play=about.rate_of_play,
        dates=tuple(days) if known else (),
        players=tuple(lines),
        rounds=_planned(file, system, capabilities),
        initial_colour=_first_colour(system, file.snapshot, record),
        scoring=_scoring(capabilities, record) if own_points and teams is None else {},
        numbered=f"{about.federation} OTHER" if national and about.federation else "",
        program=about.program,
        system=_type(file, system, capabilities) if teams is None else _type_of_teams(file, system, capabilities),
        tie_breaks=codes_of(tie_breaks),
        seconds=about.seconds,
        byes=_asked(file),
        accelerated=_added(system, file.snapshot, numbers) if rounds is None else (),
        forbidden=tuple(
            Forbidden(first=1, last=file.snapshot.planned_rounds or _LAST_ROUND, players=tuple(sorted(pair)))
            for pair in sorted(file.snapshot.forbidden_pairs, key=sorted)
        ),
        decisions=tuple(_decisions(record)) if own_points and teams is None else (),
        national=of_federation,
    )
    if teams is not None:
        return _with_teams(made, teams, numbers) if rounds is None else made
    return _renumbered(made, numbers) if numbers else made


def _of_batch(line: TrfPlayer, batch: Sequence[int]) -> TrfPlayer:
    cells = tuple(line.cells[number - 1] if number <= len(line.cells) else TrfCell() for number in batch)
    return replace(line, cells=cells, points=usual_points(cells))


def _with_teams(trf: Trf, teams: TeamRecords, numbers: Mapping[PlayerId, PlayerId]) -> Trf:
    def of(players: Iterable[PlayerId]) -> tuple[PlayerId, ...]:
        return tuple(sorted(numbers.get(each, each) for each in players))

    return replace(
        trf,
        scoring=teams.scoring,
        byes=(*teams.byes, *(replace(each, players=of(each.players)) for each in trf.byes)),
        forbidden=tuple(replace(each, players=of(each.players)) for each in trf.forbidden),
        decisions=teams.decisions,
        teams=teams.teams,
        team_byes=teams.team_byes,
        line_ups=teams.line_ups,
        forfeited=teams.forfeited,
        board_colours=teams.board_colours,
        match_scoring=teams.match_scoring,
    )


def places_in_report(file: TournamentFile) -> Mapping[PlayerId, PlayerId]:
    """By number here the number in a report, where they are not the same: whoever reads a report finds the list in its
    numbers (FIDE C.04.2, 2.4), and a late entrant has a place by rating in it."""
    system, _tie_breaks = file.configured()
    order = system.in_list(file.snapshot) if isinstance(system, ListingSystem) else ()
    return {} if list(order) == sorted(order) else {number: place for place, number in enumerate(order, 1)}


def _renumbered(trf: Trf, numbers: Mapping[PlayerId, PlayerId]) -> Trf:
    """All of it but the accelerated rounds, which are told by the new numbers already."""

    def of(players: Iterable[PlayerId]) -> tuple[PlayerId, ...]:
        return tuple(sorted(numbers[each] for each in players))

    def line(player: TrfPlayer) -> TrfPlayer:
        cells = (
            cell if cell.opponent is None else replace(cell, opponent=numbers[cell.opponent]) for cell in player.cells
        )
        return replace(player, identity=_numbered(player.identity), cells=tuple(cells))

    def _numbered(identity: Identity) -> Identity:
        return replace(identity, number=numbers[identity.number])

    return replace(
        trf,
        players=tuple(sorted(map(line, trf.players), key=lambda each: each.number)),
        byes=tuple(replace(each, players=of(each.players)) for each in trf.byes),
        forbidden=tuple(replace(each, players=of(each.players)) for each in trf.forbidden),
        decisions=tuple(replace(each, players=of(each.players)) for each in trf.decisions),
        national=tuple(
            sorted(
                (replace(each, identity=_numbered(each.identity)) for each in trf.national),
                key=lambda each: each.identity.number,
            )
        ),
    )


def only_games(trf: Trf, batch: Sequence[int], wanted: Collection[tuple[int, PlayerId]]) -> Trf:
    """Of a TRF of the rounds of `batch`, in order, only the games of these players in these rounds: what was not
    reported before. The points are those of the games that are left; whoever has none is left out."""
    lines = []
    for each in trf.players:
        cells = tuple(
            cell if cell.opponent is not None and (number, each.number) in wanted else TrfCell()
            for number, cell in zip(batch, each.cells, strict=True)
        )
        if any(cell.opponent is not None for cell in cells):
            lines.append(replace(each, cells=cells, points=usual_points(cells)))
    left = {each.number for each in lines}
    return replace(
        trf,
        players=tuple(lines),
        players_said=len(lines),
        rated_said=sum(each.identity.rating is not None for each in lines),
        byes=(),
        national=tuple(each for each in trf.national if each.identity.number in left),
    )


def in_usual_points(trf: Trf) -> Trf:
    """For TRF16, which cannot say how a tournament scores: where it is not 1, ½, 0, the points are those of games, and
    a bye worth nothing is no U, which everybody would count."""
    lines = trf.players
    if trf.scoring.get("P") == 0:
        lines = tuple(replace(each, cells=tuple(map(_without_worth, each.cells))) for each in lines)
    if trf.scoring.keys() & {"W", "D", "L"} or trf.decisions or trf.teams:
        lines = tuple(replace(each, points=usual_points(each.cells)) for each in lines)
    return replace(trf, players=lines)


def _without_worth(cell: TrfCell) -> TrfCell:
    return replace(cell, mark=TrfMark.ZERO_BYE) if cell.mark is TrfMark.PAIRING_BYE else cell


def usual_points(cells: Sequence[TrfCell]) -> Fraction:
    return sum((USUAL.get(cell.mark, Fraction(0)) for cell in cells), Fraction(0))


def _line(
    file: TournamentFile,
    number: PlayerId,
    record: Record,
    batch: Sequence[int],
    person: FederationPerson | None,
    *,
    own_points: bool,
) -> TrfPlayer:
    entries = record.entries[number]
    cells = tuple(_cell(entries[round_number - 1], record) for round_number in batch)
    given, _blank, family = file.names[number].rpartition(" ")
    who = person or FederationPerson(given_name=given or family, family_name=family if given else "")
    return TrfPlayer(
        identity=Identity(
            number=number,
            sex=who.sex,
            title=who.title,
            name=who.name,
            rating=file.snapshot.by_number[number].rating or None,
            federation=who.federation,
            id="" if who.fide_id is None else str(who.fide_id),
            born=who.born,
        ),
        points=record.points[number] if own_points else usual_points(cells),
        cells=cells,
    )


def _cell(entry: RoundEntry, record: Record) -> TrfCell:
    """Of a game that was annulled what it was at the board."""
    outcome = entry.played if entry.outcome is RoundOutcome.ANNULLED and entry.played else entry.outcome
    if entry.opponent is not None:
        return TrfCell(opponent=entry.opponent, colour=entry.colour, mark=_PLAYED[outcome])
    if outcome in _BYES:
        return TrfCell(mark=_BYES[outcome])
    paid = bool(entry.points) and entry.points == record.scoring.draw
    return TrfCell(mark=TrfMark.HALF_BYE if paid else TrfMark.ZERO_BYE)


def _decisions(record: Record) -> Iterator[TrfDecision]:
    """What rounds without a game paid, where no letter says so."""
    paid = [
        (entry.round_number, entry.points, number)
        for number, entries in record.entries.items()
        for entry in entries
        if entry.opponent is None and entry.points and _cell(entry, record).mark is TrfMark.ZERO_BYE
    ]
    for (round_number, points), group in groupby(sorted(paid), key=lambda each: each[:2]):
        yield TrfDecision(points=points, round=round_number, players=tuple(number for *_same, number in group))


def _scoring(capabilities: Capabilities, record: Record) -> dict[str, Fraction]:
    """The letters that are not worth what is usual."""
    given = capabilities.scoring
    has_byes = any(entry.outcome is RoundOutcome.BYE for each in record.entries.values() for entry in each)
    is_open = any(entry.outcome is RoundOutcome.OPEN for each in record.entries.values() for entry in each)
    said = {
        "W": (given.win, Fraction(1)),
        "D": (given.draw, Fraction(1, 2)),
        "L": (given.loss, Fraction(0)),
        "P": (given.bye if has_byes else given.win, given.win),
        "X": (Fraction(0) if is_open else given.draw, given.draw),
    }
    return {letter: points for letter, (points, usual) in said.items() if points != usual}


def _kind(system: PairingSystem, capabilities: Capabilities) -> str:
    return f"Individual: {_way(capabilities)} ({system.info.name})"


def _way(capabilities: Capabilities) -> str:
    if capabilities.knocks_out is not None:
        return "Knock-out"
    return "Round-Robin" if capabilities.rounds.known_at_start else "Swiss-System"


def _kind_of_teams(code: str, system: PairingSystem, capabilities: Capabilities) -> str:
    """The code says all of FIDE's own. Of the others it does not say their name, nor of all what ranks."""
    name = "" if code == TEAM_SWISS else f" ({system.info.name})"
    return f"Team: {_way(capabilities)}{name}" + (f", {BY_BOARDS}" if capabilities.scoring.by_boards else "")


def _type_of_teams(file: TournamentFile, system: PairingSystem, capabilities: Capabilities) -> str:
    by_boards = capabilities.scoring.by_boards
    if file.system == TEAM_SWISS:
        colours = values_of(system).get("colour_rules")
        colours = "" if colours in (None, "none") else f"TYPE{str(colours).upper()}_"
        return f"FIDE_TEAM_{colours}{'GP_MP' if by_boards else 'MP_GP'}"
    whose, _mark, way = _type(file, system, capabilities).partition("_")
    points = ("_GP" if by_boards else "_MP") if way == "SWISS" else ""
    return f"{whose}_TEAM_{way}{points}"


def _type(file: TournamentFile, system: PairingSystem, capabilities: Capabilities) -> str:
    if capabilities.knocks_out is not None:
        return "CUSTOM_KNOCKOUT"
    of_field = capabilities.rounds.of_field
    if not capabilities.rounds.known_at_start or of_field is None:
        accelerates = isinstance(system, AcceleratingSystem) and system.added_by_round(file.snapshot)
        return _TYPES.get(file.system, "CUSTOM_SWISS") + (ACCELERATED if accelerates else "")
    options = values_of(system)
    players = max(2, len(file.snapshot.entrants))
    cycles = options.get("cycles", of_field(players) // (players - 1 + players % 2))
    swaps = options.get("swap_last_two") is not False
    if cycles == 2 and not (swaps and options.get("swap_every_cycle")):
        return "FIDE_DOUBLEROUNDROBIN" if swaps else "BERGER_DOUBLEROUNDROBIN"
    return "FIDE_ROUNDROBIN" if cycles == 1 else "CUSTOM_ROUNDROBIN"


def _planned(file: TournamentFile, system: PairingSystem, capabilities: Capabilities) -> int | None:
    of_field = capabilities.rounds.of_field
    if isinstance(system, ScheduledSystem) and file.snapshot.entrants:
        return len(system.schedule(file.snapshot))  # numbers kept free are in it, whoever has taken them since
    planned = file.snapshot.planned_rounds if of_field is None else of_field(len(file.snapshot.entrants))
    return planned or None


def _first_colour(system: PairingSystem, snapshot: TournamentSnapshot, record: Record) -> Colour | None:
    """Of the odd numbers in round 1: as it was drawn, since the first of them may have been away."""
    if isinstance(system, ColourDrawingSystem):
        return system.first_colour(snapshot)
    odd = (record.entries[number] for number in sorted(record.entries) if number % 2)
    return next((entries[0].colour for entries in odd if entries and entries[0].colour is not None), None)


def _added(
    system: PairingSystem, snapshot: TournamentSnapshot, places: Mapping[PlayerId, PlayerId]
) -> tuple[AddedPoints, ...]:
    """A line for each stretch of rounds with the same points and each of numbers one behind the other."""
    given_by_round = system.added_by_round(snapshot) if isinstance(system, AcceleratingSystem) else {}
    by_round = {places.get(number, number): more for number, more in given_by_round.items()}
    lines = []
    for more, given in groupby(sorted(by_round), key=lambda number: tuple(by_round[number])):
        numbers = list(given)
        stretches = [list(group) for _points, group in groupby(range(1, len(more) + 1), key=lambda at: more[at - 1])]
        runs = [
            [number for _place, number in group]
            for _gap, group in groupby(enumerate(numbers), key=lambda each: each[1] - each[0])
        ]
        lines += [
            AddedPoints(points=more[rounds[0] - 1], first=rounds[0], last=rounds[-1], lowest=run[0], highest=run[-1])
            for rounds in stretches
            for run in runs
        ]
    return tuple(lines)


def _asked(file: TournamentFile) -> tuple[AskedByes, ...]:
    """Of the round to be paired: byes, and who is away, has withdrawn or joins later."""
    snapshot, coming = file.snapshot, file.snapshot.next_number
    if snapshot.all_played:
        return ()
    asked = {bye.player: _ASKED[bye.kind] for bye in snapshot.next_round.byes if bye.kind in _ASKED}
    away = {each.player for each in snapshot.next_round.absences}
    away |= {each.number for each in snapshot.entrants if not each.takes_part(coming)}
    asked |= dict.fromkeys(away, TrfMark.ZERO_BYE)
    return tuple(
        AskedByes(mark=mark, round=coming, players=tuple(player for player, _mark in group))
        for mark, group in groupby(sorted(asked.items(), key=lambda each: (each[1], each[0])), key=lambda each: each[1])
    )


def _with_fides_ratings(
    lines: Sequence[TrfPlayer], people: Mapping[PlayerId, FederationPerson], in_both: Collection[PlayerId]
) -> list[TrfPlayer]:
    """Of those alone whose other rating stands in a line of the federation: nothing is lost."""
    return [
        replace(each, identity=replace(each.identity, rating=rating))
        if each.number in in_both and (rating := people[each.number].fide_rating) is not None
        else each
        for each in lines
    ]


def _national(
    lines: Sequence[TrfPlayer], people: Mapping[PlayerId, FederationPerson], federation: str
) -> tuple[NationalLine, ...]:
    return tuple(
        NationalLine(federation=federation, identity=replace(each.identity, id=people[each.number].national_id))
        for each in lines
        if federation and each.number in people and people[each.number].national_id
    )

"""KeizerForClubs' tournaments, each a small SQLite file: read with the options that it names.

What its tables, states, results and keys mean is taken from the program itself (GitHub, Dumuzy/KeizerForClubs), as
facts. A file is never opened on a disk, and only plain tables are read.
"""

from __future__ import annotations

import math
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from tournaments.exchange.federation_person import person_called
from tournaments.exchange.json_node import FileError, Node, TooLarge
from tournaments.exchange.read_season import ReadSeason, categories_within
from tournaments.exchange.tournament_file import LARGEST, TournamentFile
from tournaments.exchange.trf.types import Note
from tournaments.pairing.types.snapshot import (
    Absence,
    AbsenceKind,
    ByeKind,
    Entrant,
    PlayedBye,
    PlayedGame,
    PlayedRound,
    PlayerId,
    Result,
    TournamentSnapshot,
)
from tournaments.pairing.types.translation import gettext_noop as _

MAGIC: Final = b"SQLite format 3\0"
_MOST_ROUNDS: Final = 500
_MOST_TABLES: Final = 5_000
"""The program keeps two for each round, and their indexes."""
_PLAYERS: Final = "Player"
_PAIRINGS: Final = "Pairing"
_SETTINGS: Final = "ConfigTab"
_MOST_ROWS: Final = {_PLAYERS: 2_000, _PAIRINGS: 100_000, _SETTINGS: 1_000}
_LIMITS: Final = {
    sqlite3.SQLITE_LIMIT_LENGTH: 1_000_000,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 100_000,
    sqlite3.SQLITE_LIMIT_COLUMN: 100,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 50,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
}
_PRAGMAS: Final = ("trusted_schema = OFF", "query_only = ON", "cell_size_check = ON")
_MOST: Final = 10_000
"""Of a value in its settings."""

_RETIRED: Final = 9
_DELETED: Final = 10
_AWAY: Final = (5, 6, 7)
"""Hindered, excused, unexcused: states for the round to come."""
_OPEN: Final = (None, -1, 0)
_ADJOURNED: Final = 11
_GAMES: Final = {
    **dict.fromkeys((*_OPEN, _ADJOURNED), Result.OPEN),
    1: Result.WHITE_WINS,
    2: Result.DRAW,
    3: Result.BLACK_WINS,
    8: Result.WHITE_WINS_BY_FORFEIT,
    9: Result.BLACK_WINS_BY_FORFEIT,
    10: Result.BOTH_FORFEIT,
}
_BYE: Final = 4
_LATE: Final = 12
"""A round before somebody joined: worth what an unexcused absence is."""
_ABSENCES: Final = {
    5: AbsenceKind.CLUB,
    6: AbsenceKind.EXCUSED,
    7: AbsenceKind.UNEXCUSED,
    _LATE: AbsenceKind.UNEXCUSED,
}
_PERCENT: Final = {
    "BONUS.Clubgame": "club_share",
    "BONUS.Excused": "excused_share",
    "BONUS.Unexcused": "unexcused_share",
    "BONUS.Retired": "withdrawn_share",
    "BONUS.Freilos": "bye_share",
    "BONUS.Verlust": "loss_share",
}
_MOST_DECIMALS: Final = 9


@dataclass(frozen=True, kw_only=True, slots=True)
class _Player:
    number: PlayerId
    name: str
    rating: int
    state: int
    categories: str


@dataclass(frozen=True, kw_only=True, slots=True)
class _Pairing:
    round: int
    board: int
    white: PlayerId
    black: PlayerId | None
    """None: nobody; the result says why."""
    result: int | None
    place: str


@dataclass(frozen=True, kw_only=True, slots=True)
class _Settings:
    """The values in ConfigTab, by key; none in a file of the versions before it."""

    amounts: Mapping[str, Fraction]
    texts: Mapping[str, str]

    def amount(self, key: str) -> Fraction:
        """0 where it is not said, as in the program."""
        return self.amounts.get(key, Fraction(0))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Tables:
    players: Sequence[_Player]
    pairings: Sequence[_Pairing]
    settings: _Settings


def looks_like_keizer_for_clubs(data: bytes) -> bool:
    return data.startswith(MAGIC)


def parse(data: bytes) -> ReadSeason:
    """Raises FileError with the place of a fault, such as Pairing[3].Result."""
    tables = _tables(data)
    season = _Season(tables)
    entrants = tuple(season.entrant(player) for player in season.players.values())
    people = {number: person_called(player.name) for number, player in season.players.items()}
    named, notes = _categories(tables.settings), list(season.notes())
    categories, category_of, told = categories_within(
        [*named.values()],
        {
            number: [named[each] for each in _listed(player) if each in named]
            for number, player in season.players.items()
        },
    )
    file = TournamentFile(
        name=tables.settings.texts.get("OPTION.NiceName", ""),
        system="keizer",
        names={number: person.given_name_first for number, person in people.items()},
        categories=categories,
        category_of=category_of,
        options=season.options(),
        snapshot=TournamentSnapshot(entrants=entrants, rounds=season.rounds),
    )
    return ReadSeason(file=file, people=people, notes=(*notes, *told))


# The bytes


def _tables(data: bytes) -> _Tables:
    if len(data) > LARGEST:
        raise TooLarge(_("The file is larger than {count} megabytes."), count=LARGEST // 1_000_000)
    try:
        with closing(sqlite3.connect(":memory:")) as connection:
            for limit, most in _LIMITS.items():
                connection.setlimit(limit, most)
            connection.deserialize(data)
            for pragma in _PRAGMAS:
                connection.execute(f"PRAGMA {pragma}")
            there = _plain_tables(connection)
            for needed in (_PLAYERS, _PAIRINGS):
                if needed not in there:
                    raise FileError(_("This is a database, but not a KeizerForClubs tournament."), needed)
            config = _rows(connection, _SETTINGS) if _SETTINGS in there else []
            return _Tables(
                players=[_player(row) for row in _rows(connection, _PLAYERS)],
                pairings=[_pairing(row) for row in _rows(connection, _PAIRINGS)],
                settings=_settings(config),
            )
    except (sqlite3.Error, sqlite3.Warning, OverflowError, UnicodeError) as error:
        raise _damaged() from error


def _damaged() -> FileError:
    return FileError(_("This database is damaged, or is not one of KeizerForClubs."))


def _plain_tables(connection: sqlite3.Connection) -> set[str]:
    """The tables of the program that there are, none of which is more than rows; nothing else is looked into."""
    master = connection.execute(
        "SELECT type, name, rootpage FROM sqlite_master LIMIT ?", (_MOST_TABLES + 1,)
    ).fetchall()
    if len(master) > _MOST_TABLES:
        raise _damaged()
    called = {known.casefold(): known for known in _MOST_ROWS}
    found = set()
    for kind, name, page in master:
        if kind not in ("table", "index") or not page:
            raise FileError(
                _("This database holds more than plain tables (views, for instance). KeizerForClubs never makes those.")
            )
        if kind == "table" and (known := called.get(str(name).casefold())) is not None:
            if any(column[-1] for column in connection.execute(f"PRAGMA table_xinfo({known})")):
                raise FileError(
                    _("A column of this database is calculated from others. KeizerForClubs never makes such columns."),
                    known,
                )
            found.add(known)
    return found


def _rows(connection: sqlite3.Connection, table: str) -> list[dict[str, Node]]:
    """By the small letters of their columns, each knowing where it stands."""
    most = _MOST_ROWS[table]
    cursor = connection.execute(f"SELECT * FROM {table} NOT INDEXED LIMIT ?", (most + 1,))  # noqa: S608  # ours
    columns = [str(column[0]) for column in cursor.description]
    rows = cursor.fetchall()
    if len(rows) > most:
        raise TooLarge(_("The table {table} has more than {most} rows."), table=table, most=most)
    return [
        {name.casefold(): Node(cell, f"{table}[{at}].{name}") for name, cell in zip(columns, row, strict=True)}
        for at, row in enumerate(rows)
    ]


def _cell(row: Mapping[str, Node], column: str) -> Node:
    if column not in row:
        place = next(iter(row.values())).place.partition("[")[0]
        raise FileError(_("The column {column} is missing."), place, column=column)
    return row[column]


def _whole(node: Node, least: int) -> int:
    """A column may hold 35 as 35.0."""
    value = node.value
    if isinstance(value, float) and value.is_integer() and abs(value) <= _MOST:
        node = Node(int(value), node.place)
    return node.integer(least)


def _player(row: Mapping[str, Node]) -> _Player:
    categories, state = row.get("categories"), _cell(row, "state")
    return _Player(
        number=_whole(_cell(row, "id"), 1),
        name=_cell(row, "name").text(),
        rating=_whole(_cell(row, "rating"), 0),
        state=0 if state.value is None else _whole(state, -1),
        categories="" if categories is None or categories.value is None else categories.text(),
    )


def _pairing(row: Mapping[str, Node]) -> _Pairing:
    black, result = _whole(_cell(row, "pid_b"), -1), _cell(row, "result")
    at = _cell(row, "rnd")
    if (number := _whole(at, 1)) > _MOST_ROUNDS:
        raise at.error(_("There are more than {most} rounds."), most=_MOST_ROUNDS)
    return _Pairing(
        round=number,
        board=_whole(_cell(row, "board"), 0),
        white=_whole(_cell(row, "pid_w"), 1),
        black=black if black > 0 else None,
        result=None if result.value is None else _whole(result, -1),
        place=result.place,
    )


def _settings(rows: Sequence[Mapping[str, Node]]) -> _Settings:
    amounts, texts = {}, {}
    for row in rows:
        key, text, value = _cell(row, "cfgkey").text(), _cell(row, "cfgtext"), _cell(row, "cfgvalue")
        if not key.startswith(("BONUS.", "OPTION.")):
            continue  # where its windows stand
        if value.value is not None:
            amounts[key] = _amount(value)
        if text.value is not None:
            texts[key] = text.text()
    return _Settings(amounts=amounts, texts=texts)


def _amount(node: Node) -> Fraction:
    value = node.value
    if not isinstance(value, int | float) or not math.isfinite(value) or not 0 <= value <= _MOST:
        message = _("“{text}” is not a number from {least} to {most}.")
        raise node.error(message, text=value, least=0, most=_MOST)
    return Fraction(str(value))


def _categories(settings: _Settings) -> dict[str, str]:
    """“j=Youth, s=Seniors”, by the short names that stand beside the players; behind a # there are none."""
    written = settings.texts.get("OPTION.Categories", "")
    pairs = [each.partition("=") for each in written.split(",")] if not written.startswith("#") else []
    return {short.strip(): name.strip() for short, _equals, name in pairs if short.strip() and name.strip()}


def _listed(player: _Player) -> list[str]:
    return player.categories.replace(",", " ").split()


# The season


class _Season:
    def __init__(self, tables: _Tables) -> None:
        self.settings = tables.settings
        at_boards = {number for each in tables.pairings if each.black for number in (each.white, each.black)}
        kept = [each for each in tables.players if each.state != _DELETED or each.number in at_boards]
        self.players = {each.number: each for each in kept}
        if len(self.players) < len(kept):
            raise FileError(_("Two players have the same number."), _PLAYERS)
        self._results: Counter[int | None] = Counter()
        self._seen: dict[PlayerId, dict[int, int | None]] = {number: {} for number in self.players}
        """By player, in which rounds they are named, and with what."""
        pairings = [each for each in tables.pairings if each.black or each.white in self.players]
        self._count = max((each.round for each in pairings), default=0)
        by_round: dict[int, list[_Pairing]] = {}
        for each in pairings:
            self._see(each)
            by_round.setdefault(each.round, []).append(each)
        self._joined = {number: self._joins(self._seen[number]) for number in self.players}
        self.rounds = tuple(self._round(at, by_round.get(at, ())) for at in range(1, self._count + 1))

    def _see(self, pairing: _Pairing) -> None:
        known = _ABSENCES.keys() | {_BYE} if pairing.black is None else _GAMES.keys()
        if pairing.result not in known:
            raise FileError(_("“{given}” is not a result."), pairing.place, given=pairing.result)
        for number in (pairing.white, pairing.black):
            if number is None:
                continue
            if number not in self.players:
                raise FileError(_("There is no player with the number {number}."), pairing.place, number=number)
            if pairing.round in self._seen[number]:
                raise FileError(_("The player {number} is in this round twice."), pairing.place, number=number)
            self._seen[number][pairing.round] = pairing.result
        self._results[pairing.result] += 1

    def _joins(self, seen: Mapping[int, int | None]) -> int:
        """The first round that is more than one before joining. Where such rounds have rows, one without is nothing."""
        if self._results[_LATE] and _LATE not in seen.values():
            return 1
        return min((at for at, result in seen.items() if result != _LATE), default=self._count + 1)

    def _round(self, number: int, pairings: Sequence[_Pairing]) -> PlayedRound:
        games = sorted((each for each in pairings if each.black), key=lambda each: (each.board, each.white))
        others = [each for each in pairings if each.black is None and self._joined[each.white] <= number]
        return PlayedRound(
            number=number,
            games=tuple(
                PlayedGame(board=board, white=each.white, black=each.black, result=_GAMES[each.result])
                for board, each in enumerate(games, start=1)
                if each.black
            ),
            byes=tuple(PlayedBye(player=each.white, kind=ByeKind.PAIRING) for each in others if each.result == _BYE),
            absences=tuple(
                Absence(player=each.white, kind=_ABSENCES[each.result])
                for each in others
                if each.result in _ABSENCES and each.result is not None
            ),
        )

    def entrant(self, player: _Player) -> Entrant:
        """Whoever is in no row of a round gets nothing for it: had left then, as the program has it."""
        joined, gone = self._joined[player.number], player.state in (_RETIRED, _DELETED)
        if gone and joined > self._count:
            return Entrant(number=player.number, rating=player.rating or None, away=((1, None),))
        seen = self._seen[player.number]
        away = list(_runs(at for at in range(joined, self._count + 1) if at not in seen))
        if gone and (not away or away[-1][1] < self._count):
            away.append((self._count + 1, self._count + 1))
        intervals: list[tuple[int, int | None]] = [*away]
        if gone:
            intervals[-1] = (away[-1][0], None)
        return Entrant(number=player.number, rating=player.rating or None, joined_round=joined, away=tuple(intervals))

    def options(self) -> dict[str, object]:
        """What the file names, and how the program always does it."""
        amounts = self.settings.amounts
        options: dict[str, object] = {"top_rounding": "half_even", "colour_count": "balance"}
        options |= {code: str(amounts[key] / 100) for key, code in _PERCENT.items() if key in amounts}
        if "OPTION.RatioFirst2Last" in amounts:
            options["ratio"] = str(amounts["OPTION.RatioFirst2Last"])
        if "OPTION.GameRepeat" in amounts:
            options["gap"] = round(amounts["OPTION.GameRepeat"])
        if "OPTION.DistBye" in amounts:
            options["bye_choice"] = "shared" if amounts["OPTION.DistBye"] else "lowest"
        if self._results[_ADJOURNED]:
            options["open_game"] = "draw"
        if not self._results[_LATE] and any(joined > 1 for joined in self._joined.values()):
            options["before_entry"] = "nothing"  # of a version that gave nothing
        if (unit := self._unit()) is not None:
            options |= {"ladder": "range_place", "top": str(self._ratio), "bottom": "1", "value_unit": str(unit)}
        return options

    @property
    def _ratio(self) -> Fraction:
        return self.settings.amounts.get("OPTION.RatioFirst2Last", Fraction(3))

    @property
    def _in_the_ranking(self) -> int:
        return sum(each.state not in (_RETIRED, _DELETED) for each in self.players.values())

    def _unit(self) -> Fraction | None:
        """Where a win against the last is worth 1: to how much the values are rounded, so that they differ."""
        count = self._in_the_ranking
        if not self.settings.amount("OPTION.WickerNormalization") or count < 2 or self._ratio <= 1:
            return None
        step = (self._ratio - 1) / (count - 1)
        return next((unit for unit in (Fraction(1, 10**at) for at in range(_MOST_DECIMALS)) if step > unit), None)

    def notes(self) -> Iterator[Note]:
        if not self.settings.amounts:
            yield Note(message=_("Files of this version hold no options: check the Keizer options yourself."))
        if self.settings.amount("OPTION.DistBye"):
            message = _("KeizerForClubs also counts absences when it decides who sits out. Here only byes count.")
            yield Note(message=message)
        if self.settings.amount("BONUS.Verlust"):
            message = _("In KeizerForClubs a loss to a withdrawn player earns nothing. Here it earns a part.")
            yield Note(message=message)
        if self._unit() is not None:
            message = _(
                "A win against the last player is worth 1, as in the file. Number of players used for rounding: "
                "{count}."
            )
            yield Note(message=message, facts={"count": self._in_the_ranking})
        if self.settings.amount("OPTION.FirstRoundRandom") and not self.rounds:
            message = _("The first round was to be drawn partly by lot. Here it is paired by rating, or all by lot.")
            yield Note(message=message)
        if self.settings.amount("OPTION.NovusRandom"):
            yield Note(message=_("KeizerForClubs drew the board numbers by lot. Here they follow the ranking."))
        newest = self.rounds[-1].games if self.rounds else ()
        away = sum(each.state in _AWAY for each in self.players.values())
        if away and not any(game.result is Result.OPEN for game in newest):
            message = _(
                "Marked away for the next round in the file: {count}. Here attendance is asked again for that round."
            )
            yield Note(message=message, facts={"count": away})


def _runs(numbers: Iterator[int]) -> Iterator[tuple[int, int]]:
    """First and last of those that follow one another, of numbers in order."""
    first = last = None
    for number in numbers:
        if first is None or last is None or number > last + 1:
            if first is not None and last is not None:
                yield first, last
            first = number
        last = number
    if first is not None and last is not None:
        yield first, last

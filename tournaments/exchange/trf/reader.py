"""Bytes to a TRF: strict in its columns, patient with what programs are known to do, and every fault with its line."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Final

from tournaments.exchange.json_node import FileError
from tournaments.exchange.trf import columns
from tournaments.exchange.trf.codes import CODES, CodeFate
from tournaments.exchange.trf.columns import Columns
from tournaments.exchange.trf.fields import DIGITS, born_of, day_of, fail, in_columns, points_of, whole_number
from tournaments.exchange.trf.team_reader import TeamLines
from tournaments.exchange.trf.types import (
    AddedPoints,
    AskedByes,
    Forbidden,
    Identity,
    NationalLine,
    Note,
    Trf,
    TrfCell,
    TrfDecision,
    TrfMark,
    TrfPlayer,
    TrfTeam,
)
from tournaments.exchange.trf.writer import SCORED
from tournaments.pairing.types.snapshot import Colour
from tournaments.pairing.types.translation import gettext_noop as _

LARGEST = 3_000_000
"""Bytes. A thousand players over a hundred rounds are a third of it."""
MOST_ROUNDS = 500
_MOST_LINES = 40_000
_LONGEST_LINE = 10_000
_LONGEST_TEXT = 500
_ID: Final = re.compile(r"[0-9A-Za-z./-]{1,11}", re.ASCII)
_CODE: Final = re.compile(r"(?:[0-9]{3}|XX[A-Z]|BB[A-Z]|[A-Z]{3}|###)", re.ASCII)
_NO_LINE: Final = re.compile(r"[ \t#]|(?!001)[0-9]{4}|[0-9 \t.|+=_*-]+\Z|DDD SSSS")
"""How rulers of columns and comments begin; what is read as a player is none of them, whatever precedes it."""
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u0085\u2028\u2029]")
_SCORE: Final = re.compile(r"\s*([A-Za-z])[ =]*(-?[0-9.,]*½?)(?![0-9½])", re.ASCII)
_CLOCK: Final = re.compile(r"[0-9]{1,2}:[0-9]{2}", re.ASCII)
_TITLES: Final = {
    "G": "GM", "M": "IM", "F": "FM", "C": "CM", "WG": "WGM", "WM": "WIM", "WF": "WFM", "WC": "WCM",
}  # fmt: skip
"""As it was written before 2016."""
_SEX: Final = {"m": "m", "w": "w", "f": "w", "v": "w"}
_COLOURS: Final = {"w": Colour.WHITE, "b": Colour.BLACK, "s": Colour.BLACK, "z": Colour.BLACK}
_MARKS: Final = {mark.value: mark for mark in TrfMark} | {"½": TrfMark.DRAW}
_ALONE: Final = {  # not all: games where nobody is named, how some programs write what letters are for
    TrfMark.WIN: TrfMark.FULL_BYE,
    TrfMark.DRAW: TrfMark.HALF_BYE,
    TrfMark.LOSS: TrfMark.ZERO_BYE,
    TrfMark.FORFEIT_LOSS: TrfMark.ZERO_BYE,
    TrfMark.FORFEIT_WIN: TrfMark.PAIRING_BYE,
}


def looks_like_trf(data: bytes) -> bool:
    """Whether a line in the beginning is one of a TRF: then its faults are worth telling."""
    start = data[:100_000].decode("utf-8-sig", errors="replace")
    return any(re.match(r"(?:0[0-9]2|132|142|001|XX[RC]) ", line) for line in start.splitlines()[:200])


def parse(data: bytes) -> Trf:
    """Raises FileError, with the line and the columns as its place, for what cannot be read."""
    if len(data) > LARGEST:
        raise FileError(_("The file is larger than {count} megabytes."), count=LARGEST // 1_000_000)
    reader = _Reader()
    text = reader.decoded(data)
    lines = re.split(r"\r\n|\r|\n", text)
    if len(lines) > _MOST_LINES:
        raise FileError(_("The file has more than {count} lines."), count=_MOST_LINES)
    for number, line in enumerate(lines, start=1):
        reader.line(number, line)
    return reader.whole()


@dataclass(kw_only=True, slots=True)
class _Reader:
    found: dict[str, Any] = field(default_factory=dict)
    players: dict[int, TrfPlayer] = field(default_factory=dict)
    national: list[NationalLine] = field(default_factory=list)
    byes: list[AskedByes] = field(default_factory=list)
    away_next: list[int] = field(default_factory=list)
    forbidden: list[Forbidden] = field(default_factory=list)
    decisions: list[TrfDecision] = field(default_factory=list)
    accelerated: list[AddedPoints] = field(default_factory=list)
    deputies: list[str] = field(default_factory=list)
    by_words: dict[str, Fraction] = field(default_factory=dict)
    is_by_place: bool = False
    scored_by: dict[str, str] = field(default_factory=dict)
    scoring: dict[str, Fraction] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    passed_over: list[str] = field(default_factory=list)
    left_out: list[int] = field(default_factory=list)
    """Lines of no code that tell people the columns, or something else."""
    named: list[tuple[int, int]] = field(default_factory=list)
    """Players whom other players' lines name, with the line."""
    entrants_named: list[tuple[int, int]] = field(default_factory=list)
    """Players whom other lines name, or teams where they play."""
    alone: list[tuple[int, int, TrfMark, Note]] = field(default_factory=list)
    """Results without an opponent: line, round, the letter of the bye that they are among single players."""
    of_teams: TeamLines = field(default_factory=lambda: TeamLines(most_rounds=MOST_ROUNDS))

    def decoded(self, data: bytes) -> str:
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252", errors="replace")
            self.notes.append(
                Note(message=_("The file is not in UTF-8; it was read as Windows text. Look at letters like å and ü."))
            )
        if "\0" in text:
            raise FileError(_("This is not a TRF file: it contains bytes that are not text."))
        return text

    def line(self, number: int, line: str) -> None:
        line = line.rstrip("\x1a")  # as DOS ended its files
        if not line.strip():
            return
        if len(line) > _LONGEST_LINE:
            fail(number, _("This line is longer than {count} characters."), count=_LONGEST_LINE)
        if found := _CONTROL.search(line):
            fail(number, _("There is a control character in this line."), column=found.start() + 1)
        code = line[:3]
        is_coded = bool(_CODE.fullmatch(code)) and line[3:4] in ("", " ", "\t")
        if (not is_coded or code == "DDD") and _NO_LINE.match(line) and not line.lstrip().startswith("001 "):
            self.left_out.append(number)
            return
        if not is_coded:
            fail(
                number,
                _("A line begins with a code of three characters and a space, not with “{given}”."),
                given=line[:4],
            )
        fate = CODES.get(code)
        if code == "001":
            self._player(number, line)
        elif fate is None:
            self._national(number, code, line)
        elif code in _READ:
            _READ[code](self, number, line)
        elif fate is not CodeFate.SILENT:
            self.passed_over.append(code)

    # Lines of the tournament

    def _text(self, line: int, text: str, name: str) -> None:
        text = " ".join(text[4:].split())
        if len(text) > _LONGEST_TEXT:
            fail(line, _("This text is longer than {count} characters."), count=_LONGEST_TEXT)
        self.found[name] = text

    def _count(self, text: str) -> int | None:
        """FIDE's programs write “62 (60)” or nothing, too: what is said here is counted anyway."""
        found = DIGITS.match(text)
        return int(found[0]) if found else None

    def _day(self, line: int, text: str) -> datetime.date | None:
        day = day_of(text)
        if day is None and text:
            self.notes.append(
                Note(
                    message=_("Line {line}: “{text}” is not a date and was left out."),
                    facts={"line": line, "text": text[:20]},
                )
            )
        return day

    def _dates(self, line: int, text: str) -> None:
        cells = [
            text[at : at + columns.ROUND_WIDTH] for at in range(columns.FIRST_ROUND - 1, len(text), columns.ROUND_WIDTH)
        ]
        days = [day_of(cell.strip()) for cell in cells]
        words = text[4:].split()
        if sum(day is not None for day in days) < len(words):  # by other columns, or in words
            days = _days_in(text[4:])
        while days and days[-1] is None:
            days.pop()
        if words and not any(days):
            self.notes.append(
                Note(
                    message=_("Line {line}: “{text}” is not a date and was left out."),
                    facts={"line": line, "text": text[4:].strip()[:20]},
                )
            )
            return
        self.found["dates"] = tuple(days[:MOST_ROUNDS])

    def _planned(self, line: int, text: str) -> None:
        count = self._count(text[4:].strip())
        if count is None or not 1 <= count <= MOST_ROUNDS:
            fail(line, _("A number of rounds from 1 to {most} is expected here."), most=MOST_ROUNDS)
        self.found["rounds"] = count

    def _initial(self, line: int, text: str) -> None:
        """XXC says it among other words."""
        for word in text[4:].split():
            if colour := _FIRST.get(word.casefold()):
                self.found["initial_colour"] = colour
            elif word.casefold() == "rank" and text.startswith("XXC"):
                self.is_by_place = True
            else:
                self._unknown(line, f"{text[:3]} {word[:20]}")

    def _scored(self, line: int, text: str) -> None:
        """The letters stand in column 6 and every nine from there, or in 5 by the prose of the format: each is read
        with what follows it, and nothing is passed over."""
        at = 4
        while text[at:].strip():
            found = _SCORE.match(text, at)
            if not found:
                message = _("A letter and its points are expected here, not “{given}”.")
                fail(line, message, given=text[at:].strip()[:20], column=at + 1)
            letter = found[1].upper()
            if letter not in (*SCORED, "Z"):
                fail(
                    line,
                    _("“{given}” is not one of the letters {letters}."),
                    given=letter,
                    letters=" ".join(SCORED),
                    column=found.start(1) + 1,
                )
            points = points_of(line, Columns(found.start(2) + 1, found.end()), found[2])
            self._worth(text[:3], letter, points)
            at = found.end()
        if "Z" in self.scoring:  # an absence, too, as some programs call it
            self.scoring.setdefault("A", self.scoring.pop("Z"))

    def _worth(self, code: str, letter: str, points: Fraction | None) -> None:
        self.scoring[letter] = points or Fraction(0)
        self.scored_by[letter] = code

    def _scored_one(self, line: int, text: str, letter: str) -> None:
        self._worth(text[:3], letter, points_of(line, Columns(5, 8), text[4:].strip()))

    def _scored_otherwise(self, line: int, text: str) -> None:
        """BBZ and BBF: usually nothing."""
        if points_of(line, Columns(5, 8), text[4:].strip()):
            self.passed_over.append(text[:3])

    def _scored_by_words(self, line: int, text: str) -> None:
        """XXS: W stands for several, and what is said later counts."""
        for found in re.finditer(r"\S+", text[4:]):
            word, _equals, points = found[0].partition("=")
            names = _ALL_OF.get(word.upper(), (word.upper(),))
            at = Columns(5 + found.start(), 4 + found.end())
            value = points_of(line, at, points) if names[0] in XXS else None
            if value is None:
                message = _("A result and its points are expected here, such as W=3, not “{given}”.")
                fail(line, message, given=found[0][:20], column=at.first)
            self.by_words |= dict.fromkeys(names, value)

    def _list(self, line: int, text: str) -> tuple[str, ...]:
        return tuple(each.strip() for each in re.split(r"[,;]", text[4:]) if each.strip())[:50]

    def _asked(self, line: int, text: str) -> None:
        mark = {each.value: each for each in (TrfMark.FULL_BYE, TrfMark.HALF_BYE, TrfMark.ZERO_BYE)}.get(
            text[4:5].upper()
        )
        if mark is None:
            fail(line, _("One of F, H and Z is expected here, not “{given}”."), given=text[4:5], column=5)
        at = Columns(7, 9)
        self.byes.append(
            AskedByes(
                mark=mark,
                round=whole_number(line, at, at.of(text), most=MOST_ROUNDS),
                players=self._named(line, text[9:]),
                line=line,
            )
        )

    def _added(self, line: int, text: str) -> None:
        at, rounds, numbers = Columns(10, 13), (Columns(15, 17), Columns(19, 21)), (Columns(23, 26), Columns(28, 31))
        points = points_of(line, at, at.of(text))
        if points is None:
            fail(line, _("Points are expected in columns {columns}."), columns=at, column=10)
        first, last = (whole_number(line, each, each.of(text), most=MOST_ROUNDS) for each in rounds)
        lowest, highest = (whole_number(line, each, each.of(text), most=9999) for each in numbers)
        self.accelerated.append(AddedPoints(points=points, first=first, last=last, lowest=lowest, highest=highest))

    def _added_to_one(self, line: int, text: str) -> None:
        """A column for each round, from the first; some programs write them one behind the other."""
        words = text[4:].split()
        cells = [text[at : at + 5].strip() for at in range(9, len(text), 5)]
        if [each for each in cells if each] != words[1:]:
            cells = words[1:]
        (number,) = self._named(line, "".join(words[:1])) or fail(line, _("A start number is expected here."), column=5)
        for at, cell in enumerate(cells[:MOST_ROUNDS], start=1):
            where = Columns(5 + 5 * at, 8 + 5 * at)
            if points := points_of(line, where, cell):
                self.accelerated.append(AddedPoints(points=points, first=at, last=at, lowest=number, highest=number))

    def _together(self, line: int, text: str) -> None:
        first, last = Columns(5, 7), Columns(9, 11)
        self.forbidden.append(
            Forbidden(
                first=whole_number(line, first, first.of(text) or "1", most=MOST_ROUNDS),
                last=whole_number(line, last, last.of(text) or str(MOST_ROUNDS), most=999),
                players=self._named(line, text[11:]),
            )
        )

    def _apart(self, line: int, text: str) -> None:
        self.forbidden.append(Forbidden(first=1, last=MOST_ROUNDS, players=self._named(line, text[4:])))

    def _decided(self, line: int, text: str) -> None:
        at, matches_at, points_at = Columns(20, 22), Columns(8, 11), Columns(14, 17)
        points = points_of(line, points_at, points_at.of(text))
        if points is None:
            fail(line, _("Points are expected in columns {columns}."), columns=points_at, column=14)
        self.decisions.append(
            TrfDecision(
                kind=text[4:5].strip(),
                points=points,
                match_points=points_of(line, matches_at, matches_at.of(text)),
                round=whole_number(line, at, at.of(text), most=999),
                players=self._named(line, text[22:]),
                line=line,
            )
        )

    def _named(self, line: int, text: str) -> tuple[int, ...]:
        numbers = []
        for word in text.split():
            if not DIGITS.fullmatch(word) or not 1 <= int(word) <= 9999:
                fail(line, _("“{given}” is not a start number from 1 to 9999."), given=word)
            numbers.append(int(word))
            self.entrants_named.append((line, int(word)))
        return tuple(numbers)

    # Lines of players

    def _player(self, number: int, line: str) -> None:
        if "\t" in line:
            fail(
                number,
                _("There are tabs in this line, so its columns cannot be told apart: use spaces instead."),
                column=line.index("\t") + 1,
            )
        line = in_columns(line)
        identity = self._identity(number, line)
        if identity.number in self.players:
            fail(number, _("There are two players with the number {number}."), number=identity.number, column=5)
        rank = columns.RANK.of(line)
        if (rounds := columns.rounds_in(line)) > MOST_ROUNDS:
            fail(number, _("There are more than {most} rounds."), most=MOST_ROUNDS)
        cells = [self._cell(number, line, at) for at in range(1, rounds + 1)]
        while cells and cells[-1] == TrfCell():
            cells.pop()
        self.players[identity.number] = TrfPlayer(
            identity=identity,
            points=points_of(number, columns.POINTS, columns.POINTS.of(line)),
            rank=whole_number(number, columns.RANK, rank, most=9999, least=0) or None if rank else None,
            cells=tuple(cells),
            line=number,
        )

    def _national(self, number: int, code: str, line: str) -> None:
        if not code.isalpha() or code.startswith(("XX", "BB")):
            self._unknown(number, code)
            return
        try:
            self.national.append(NationalLine(federation=code, identity=self._identity(number, line)))
        except FileError:  # three letters may be any program's own line
            self._unknown(number, code)

    def _unknown(self, line: int, code: str) -> None:
        message = _("Line {line}: the code {code} is not known and was left out.")
        self.notes.append(Note(message=message, facts={"line": line, "code": code}))

    def _identity(self, number: int, line: str) -> Identity:
        for column in columns.BLANKS:
            if column != columns.BLANKS[0] and line[column - 1 : column].strip():
                fail(
                    number,
                    _("Column {column} should be blank: this line is shifted out of its columns."),
                    column=column,
                )
        rating = columns.RATING.of(line)
        sex = columns.SEX.of(line).casefold()
        title = columns.TITLE.of(line).upper()
        return Identity(
            number=whole_number(number, columns.NUMBER, columns.NUMBER.of(line), most=9999),
            sex=_SEX.get(sex, ""),
            title=_TITLES.get(title, title),
            name=" ".join(columns.NAME.of(line).split()),
            rating=whole_number(number, columns.RATING, rating, most=9999, least=0) or None if rating else None,
            federation=columns.FEDERATION.of(line).upper(),
            id=self._id(number, columns.ID.of(line)),
            born=born_of(columns.BORN.of(line)),
        )

    def _id(self, number: int, text: str) -> str:
        if not text or not text.strip("0"):
            return ""
        if not _ID.fullmatch(text):
            fail(number, _("“{given}” is not a player's number."), given=text, column=columns.ID.first)
        return text

    def _cell(self, number: int, line: str, round_number: int) -> TrfCell:
        at = columns.of_round(round_number)
        for gap in (at.opponent.first - 2, at.opponent.first - 1, at.opponent.last + 1, at.colour.last + 1):
            if line[gap - 1 : gap].strip():
                fail(
                    number,
                    _("Column {column} should be blank: this line is shifted out of its columns."),
                    column=gap,
                )
        written, colour_text, mark_text = (each.of(line) for each in (at.opponent, at.colour, at.mark))
        opponent = whole_number(number, at.opponent, written, most=9999, least=0) if written else 0
        colour = _COLOURS.get(colour_text.casefold())
        if colour is None and colour_text not in ("", "-"):
            fail(number, _("w, b or - is expected here, not “{given}”."), given=colour_text, column=at.colour.first)
        mark = _MARKS.get(mark_text.upper() if mark_text else " ")
        if mark is None:
            fail(number, _("“{given}” is not a result."), given=mark_text, column=at.mark.first)
        if opponent and mark is TrfMark.ZERO_BYE:
            message = _(
                "Line {line}, round {round}: “{given}” was read as an absence, though player {number} is named."
            )
            facts = {"line": number, "round": round_number, "given": mark_text, "number": opponent}
            self.notes.append(Note(message=message, facts=facts))
            return TrfCell(mark=mark)
        if opponent:
            if mark in _BYES:
                fail(
                    number,
                    _("“{given}” is a bye, but player {number} is named as the opponent."),
                    given=mark_text,
                    number=opponent,
                    column=at.opponent.first,
                )
            if colour is None and mark not in (TrfMark.FORFEIT_WIN, TrfMark.FORFEIT_LOSS):
                fail(number, _("A game needs its colour, w or b."), column=at.colour.first)
            self.named.append((number, opponent))
            return TrfCell(opponent=opponent, colour=colour, mark=mark)
        if mark in _GAMES:
            alone = _ALONE.get(mark)
            if alone is None:
                fail(
                    number,
                    _("“{given}” is the result of a game, but no opponent is named."),
                    given=mark_text,
                    column=at.opponent.first,
                )
            note = Note(
                message=_("Line {line}, round {round}: “{given}” without an opponent was read as “{letter}”."),
                facts={"line": number, "round": round_number, "given": mark_text, "letter": alone.value},
            )
            self.notes.append(note)
            self.alone.append((number, round_number, alone, note))
        return TrfCell(mark=mark)

    def whole(self) -> Trf:
        if not self.players:
            raise FileError(_("There is no line of a player in this file, which would begin with 001."))
        teams = self.of_teams.found(self.players.keys(), system=self.found.get("system", ""))
        self.passed_over += self.of_teams.passed_over
        self._check_named(teams)
        read_alone = self._without_opponents(teams)
        if self.left_out:
            message = _("Lines without a code, such as rulers of columns, were left out: {count}, first line {line}.")
            facts = {"count": len(self.left_out), "line": self.left_out[0]}
            self.notes.insert(0, Note(message=message, facts=facts))
        if self.is_by_place and list(self.players) != sorted(self.players):
            message = _("The file is in order of rank (XXC rank). Here the numbers in its lines are the start numbers.")
            self.notes.insert(0, Note(message=message))
        if self.by_words:
            self._put_in_letters({**XXS, **self.by_words})
        trf = replace(
            Trf(),
            **self.found,
            players=tuple(self.players.values()),
            **self.of_teams.said(),
        )
        if self.away_next:
            coming = trf.rounds_held + 1
            self.byes.append(AskedByes(mark=TrfMark.ZERO_BYE, round=coming, players=tuple(self.away_next)))
        return replace(
            trf,
            national=tuple(self.national),
            teams=tuple(teams.values()),
            is_old_teams=bool(teams) and not self.of_teams.teams,
            read_alone=read_alone,
            byes=tuple(each for each in self.byes if each.players),
            forbidden=tuple(each for each in self.forbidden if len(each.players) > 1),
            decisions=tuple(each for each in self.decisions if each.players),
            accelerated=tuple(self.accelerated),
            deputies=tuple(self.deputies),
            scoring=self.scoring,
            scored_by=self.scored_by,
            passed_over=tuple(dict.fromkeys(self.passed_over)),
            notes=tuple(self.notes[:100]),
        )

    def _check_named(self, teams: Mapping[int, TrfTeam]) -> None:
        """In the order of the lines. Beside 013 nobody says whether a number is a player's."""
        persons: Set[int] = self.players.keys()
        places = [(line, number, persons) for line, number in self.named]
        entrants: Set[int] = teams.keys() if self.of_teams.teams else persons | teams.keys()
        places += [(line, number, entrants) for line, number in self.entrants_named]
        for line, number, known in sorted(places, key=lambda each: each[0]):
            if number not in known:
                of_teams = self.of_teams.teams and known is entrants
                message = (
                    _("There is no team with the number {number}.")
                    if of_teams
                    else _("There is no player with the number {number}.")
                )
                fail(line, message, number=number)

    def _without_opponents(self, teams: Mapping[int, TrfTeam]) -> tuple[Note, ...]:
        """Among teams somebody without an opponent may have won by forfeit at a board; single players have a bye."""
        told = tuple(note for _line, _round, _bye, note in self.alone)
        if teams:
            of_byes = {id(note) for note in told}
            self.notes = [note for note in self.notes if id(note) not in of_byes]
            return told
        by_line = {player.line: player for player in self.players.values()}
        for line, at, bye, _note in self.alone:
            player = by_line[line]
            cells = (*player.cells[: at - 1], TrfCell(mark=bye), *player.cells[at:])
            by_line[line] = self.players[player.number] = replace(player, cells=cells)
        return ()

    def _put_in_letters(self, worth: Mapping[str, Fraction]) -> None:
        """JaVaFo's names as those of 162; what has no letter, or two different ones, is left out and told."""
        marks = {cell.mark for player in self.players.values() for cell in player.cells}
        for letter, (name, *same) in {"W": ("WW", "BW"), "D": ("WD", "BD"), "L": ("WL", "BL"), "P": ("PAB",)}.items():
            if any(worth[each] != worth[name] for each in same):
                self.passed_over.append(f"XXS {name}")
            else:
                self._worth("XXS", letter, worth[name])
        usual = (
            ("FW", TrfMark.FORFEIT_WIN, worth["WW"]),
            ("FL", TrfMark.FORFEIT_LOSS, Fraction(0)),
            ("FPB", TrfMark.FULL_BYE, worth["PAB"]),
            ("HPB", TrfMark.HALF_BYE, worth["WD"]),
        )
        self.passed_over += [f"XXS {name}" for name, mark, points in usual if mark in marks and worth[name] != points]
        if worth["ZPB"]:
            self.passed_over.append("XXS ZPB")


def _days_in(text: str) -> list[datetime.date | None]:
    """One behind the other, in whatever columns. Single blanks may be those of one date."""
    parts = [day_of(part) for part in re.split(r"[;\t]|\s{2,}", text.strip())]
    return parts if all(parts) else [day_of(word) for word in text.split() if not _CLOCK.fullmatch(word)]


_BYES: Final = frozenset({TrfMark.PAIRING_BYE, TrfMark.HALF_BYE, TrfMark.FULL_BYE, TrfMark.ZERO_BYE})
_GAMES: Final = frozenset(TrfMark) - _BYES - {TrfMark.BLANK}
_FIRST: Final = {"w": Colour.WHITE, "b": Colour.BLACK, "white1": Colour.WHITE, "black1": Colour.BLACK} | {
    "white": Colour.WHITE,
    "black": Colour.BLACK,
}
_NO_POINTS, _HALF, _ONE = Fraction(0), Fraction(1, 2), Fraction(1)
XXS: Final = {
    "WW": _ONE, "BW": _ONE, "WD": _HALF, "BD": _HALF, "WL": _NO_POINTS, "BL": _NO_POINTS,
    "PAB": _ONE, "FPB": _ONE, "HPB": _HALF, "ZPB": _NO_POINTS, "FW": _ONE, "FL": _NO_POINTS,
}  # fmt: skip
"""JaVaFo's names, and what each is worth where the file does not say it."""
_ALL_OF: Final = {"W": ("WW", "BW", "FW", "FPB"), "D": ("WD", "BD", "HPB"), "L": ("WL", "BL")}


def _text(name: str) -> Callable[[_Reader, int, str], object]:
    return lambda reader, line, text: reader._text(line, text, name)


def _day(name: str) -> Callable[[_Reader, int, str], object]:
    return lambda reader, line, text: reader.found.update({name: reader._day(line, text[4:].strip())})


def _count(name: str) -> Callable[[_Reader, int, str], object]:
    return lambda reader, _line, text: reader.found.update({name: reader._count(text[4:].strip())})


def _points_for(letter: str) -> Callable[[_Reader, int, str], object]:
    return lambda reader, line, text: reader._scored_one(line, text, letter)


def _of_teams(reader: _Reader, line: int, text: str) -> None:
    reader.of_teams.take(line, text)


_READ: Final[Mapping[str, Callable[[_Reader, int, str], object]]] = {
    "012": _text("name"),
    "013": lambda reader, line, text: reader.of_teams.take_old(line, text),
    "022": _text("city"),
    "032": _text("federation"),
    "042": _day("starts"),
    "052": _day("ends"),
    "062": _count("players_said"),
    "072": _count("rated_said"),
    "082": _count("teams_said"),
    "092": _text("kind"),
    "102": _text("chief_arbiter"),
    "112": lambda reader, _line, text: reader.deputies.append(" ".join(text[4:].split())[:_LONGEST_TEXT]),
    "122": _text("rate_of_play"),
    "132": _Reader._dates,
    "142": _Reader._planned,
    "152": _Reader._initial,
    "162": _Reader._scored,
    "172": _text("numbered"),
    "182": _text("program"),
    "192": _text("system"),
    "202": lambda reader, line, text: reader.found.update(tie_breaks=reader._list(line, text)),
    "212": lambda reader, line, text: reader.found.update(order=reader._list(line, text)),
    "222": _text("seconds"),
    "240": _Reader._asked,
    "250": _Reader._added,
    "260": _Reader._together,
    "299": _Reader._decided,
    **dict.fromkeys(("300", "310", "320", "330", "352", "362"), _of_teams),
    "XXA": _Reader._added_to_one,
    "XXC": _Reader._initial,
    "XXP": _Reader._apart,
    "XXR": _Reader._planned,
    "XXS": _Reader._scored_by_words,
    "XXZ": lambda reader, line, text: reader.away_next.extend(reader._named(line, text[4:])),
    "BBW": _points_for("W"),
    "BBD": _points_for("D"),
    "BBL": _points_for("L"),
    "BBU": _points_for("P"),
    "BBZ": _Reader._scored_otherwise,
    "BBF": _Reader._scored_otherwise,
}
"""How. Whether, say the codes: what is taken has to stand here, and players beside."""

"""A sheet as a list of players: which column is what, in six languages, and what could not be read in which row.

A value that is not understood is left out and told; only a row without a name stops, and stops itself alone.
"""

from __future__ import annotations

import datetime
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from tournaments.exchange.guessed_heading import are_like_ratings, guessed_heading
from tournaments.exchange.player_list_headings import LEFT_OUT, meaning_of, plain_heading
from tournaments.exchange.spreadsheet_reader import Sheet, SheetRow, UnreadableSheet
from tournaments.exchange.upper_case import is_in_capitals, without_capitals
from tournaments.models import Player, PlayerContact, Title
from tournaments.names import clean_name, folded_name, split_name
from tournaments.pairing.types.translation import gettext_noop

_HEADING_WITHIN = 20
"""So many rows are looked at for the names of the columns: programs write a title above them."""
NOBODY = frozenset(
    {"bye", "spielfrei", "freilos", "vrij", "walkover", "walk over", "frirunde", "frirond", "oversidder"}
)
"""What programs put where an opponent is missing."""

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
"""Stands where bytes were no letter of their encoding."""
_LONGEST = {
    column.name: column.max_length
    for model in (Player, PlayerContact)
    for column in model._meta.concrete_fields
    if column.max_length is not None
}
_RATINGS = range(1, 3501)
_IN_THOUSANDS = re.compile(r"[0-9]{1,3}(?:[ '’][0-9]{3})+")
"""1 100 and 1’100, as spreadsheets write them; cleaning has made a plain blank of every other kind."""
_WITH_MORE = re.compile(r"([0-9]{3,4})(?:[.,]0{1,2}|-[0-9]{1,3}|\s?[*pP?]|\s?\([0-9]{1,3}\))")
"""1512.0, as a column with an empty cell is written; 1512-34, with games; 1600* and 1600P, provisional."""
_NO_RATING = frozenset(
    {"", "-", "–", "0", "0.0", "unr", "unr.", "unrated", "n/a", "na", "nr", "none", "ohne", "geen", "ingen"}
)
_FIDE_IDS = range(1, 2_147_483_648)
_NUMBER_ALONE = re.compile(r"[A-Z]{0,2}[0-9]{5,}|[0-9A-Z]{5}-[0-9]{1,4}")
"""Of a person in a rating list: 1503014, NU0000001, 20001-0012 or 20001-12. Ratings and years have fewer digits."""
_SEXES = {
    "female": "f w k v female woman women girl kvinne kvinna kvinde jente flicka pige weiblich frau vrouw meisje",
    "male": "m h male man boy mann mand gutt pojke dreng männlich herr jongen",
    "another": "x d another other divers annet annat andet ander",
}
"""F and M, W and M, V and M, K and M: the first letter says it in all six languages."""
_DATES = ((r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})", "ymd"), (r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})", "dmy"))


@dataclass(frozen=True, kw_only=True, slots=True)
class Problem:
    row: int
    column: str
    """As the file calls it; empty where it is about the whole row."""
    message: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ListedPlayer:
    row: int
    given_name: str
    family_name: str = ""
    title: str = ""
    federation: str = ""
    rating: int | None = None
    fide_rating: int | None = None
    rapid_rating: int | None = None
    blitz_rating: int | None = None
    rating_date: datetime.date | None = None
    """Of all of the ratings."""
    rating_dates: Mapping[str, datetime.date | None] = field(default_factory=dict)
    """By pace, where a rating is from elsewhere."""
    fide_id: int | None = None
    national_id: str = ""
    member_number: str = ""
    categories: str = ""
    contact: Mapping[str, datetime.date | str | int] = field(default_factory=dict)
    """Of the fields in PlayerContact.PRIVATE those that the file tells."""

    @property
    def known(self) -> tuple[int | None, datetime.date | str | int | None, datetime.date | str | int | None]:
        """What tells them from others of the name: the FIDE ID, the date of birth, and its year."""
        date = self.contact.get("birth_date")
        year = date.year if isinstance(date, datetime.date) else self.contact.get("birth_year")
        return self.fide_id, date, year

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()

    def date_of(self, pace: str) -> datetime.date | None:
        return self.rating_dates.get(pace, self.rating_date)

    @property
    def is_in_capitals(self) -> bool:
        return is_in_capitals(self.given_name, self.family_name)

    def without_capitals(self) -> ListedPlayer:
        given, family = without_capitals(self.given_name, self.family_name)
        return replace(self, given_name=given, family_name=family)

    def told(self) -> dict[str, Any]:
        """What the file says of the club's own fields, names and dates apart."""
        values = {name: getattr(self, name) for name in OWN_FIELDS}
        return {name: value for name, value in values.items() if value}


OWN_FIELDS = (
    "title",
    "federation",
    "rating",
    "fide_rating",
    "rapid_rating",
    "blitz_rating",
    "fide_id",
    "national_id",
    "member_number",
    "categories",
)


@dataclass(frozen=True, kw_only=True, slots=True)
class RatingColumn:
    heading: str
    examples: tuple[str, ...]
    """The first three cells."""
    ratings: Mapping[int, int]
    """By row."""

    def on(self, players: Iterable[ListedPlayer]) -> tuple[ListedPlayer, ...]:
        return tuple(replace(each, rating=self.ratings.get(each.row)) for each in players)


@dataclass(frozen=True, kw_only=True, slots=True)
class PlayerList:
    players: tuple[ListedPlayer, ...]
    stopped: tuple[Problem, ...]
    """Rows that are not taken, each with what is wrong."""
    left_out: tuple[Problem, ...]
    """Single values of rows that are taken."""
    namesakes: tuple[ListedPlayer, ...]
    """Of the stopped rows those that only a name says to be somebody's of an earlier row: they may be two people."""
    notes: tuple[str, ...]
    numbers: tuple[ListedPlayer, ...] = ()
    """Rows that tell nobody's name, only a number of theirs: a rating list may know whose. Where nothing says whether
    it is FIDE's, it is in `national_id`."""
    rating_columns: tuple[RatingColumn, ...] = ()
    """Where no column says that it has ratings: those that look like it. Somebody must say which."""

    def rated_by(self, column: RatingColumn) -> PlayerList:
        """With the ratings of this column."""
        return replace(
            self,
            players=column.on(self.players),
            namesakes=column.on(self.namesakes),
            numbers=column.on(self.numbers),
        )

    def without_capitals(self) -> PlayerList:
        return replace(
            self,
            players=tuple(each.without_capitals() for each in self.players),
            namesakes=tuple(each.without_capitals() for each in self.namesakes),
        )


def players_of(sheet: Sheet, *, today: datetime.date) -> PlayerList:
    """Raises UnreadableSheet where no column tells the names or no row follows."""
    header, rows, above = _heading_and_rows(sheet.rows)
    columns, unknown, notes = _columns(header, rows)
    notes += above
    if not rows:
        raise UnreadableSheet(gettext_noop("The file has the names of the columns and no players below them."))
    while rows and not _whole_name(rows[-1], columns) and _is_a_remark(rows[-1]):
        rows.pop()
    nobody = {row.number: _whole_name(row, columns) for row in rows if _is_nobody(row, columns)}
    rows = [row for row in rows if row.number not in nobody]
    reader = _RowReader(columns=columns, titles=header.cells, today=today)
    read = [player for row in rows if (player := reader.read(row)) is not None]
    players, namesakes = told_once([each for each in read if each.given_name], reader.stopped)
    notes = [*map(_, sheet.notes), *notes]
    if unknown:
        names = ", ".join(clean_name(header.cells[index]) for index in unknown)
        notes.append(_("Columns left out: {columns}.").format(columns=names))
    has_ratings = bool(columns.keys() & {"rating", "fide_rating"})
    if nobody:
        names = ", ".join(dict.fromkeys(nobody.values()))
        notes.append(_("Not a person, so left out: {names}.").format(names=names))
    numbers = tuple(each for each in read if not each.given_name)
    stopped = sorted(reader.stopped, key=lambda problem: problem.row)
    return PlayerList(
        players=tuple(players),
        stopped=tuple(stopped),
        left_out=tuple(reader.left_out),
        namesakes=tuple(namesakes),
        notes=tuple(notes),
        numbers=numbers,
        rating_columns=() if has_ratings else tuple(_like_ratings(header, rows, unknown)),
    )


def _heading_and_rows(rows: Sequence[SheetRow]) -> tuple[SheetRow, list[SheetRow], list[str]]:
    """Below what stands above it; with what is to be told of that. A list of names alone needs no heading."""
    for place, row in enumerate(rows[:_HEADING_WITHIN]):
        known = {meaning_of(plain_heading(cell)) for cell in row.cells}
        if known & {"name", "given_name", "username"}:
            return row, list(rows[place + 1 :]), []
    for place, row in enumerate(rows[:_HEADING_WITHIN]):
        meanings = [meaning_of(plain_heading(cell)) for cell in row.cells if clean_name(cell)]
        if None not in meanings and {"fide_id", "national_id"} & set(meanings):
            return row, list(rows[place + 1 :]), []
    titles = [clean_name(cell) for cell in rows[0].cells if clean_name(cell)]
    first_word = plain_heading(titles[0].split()[0]) if len(titles) == 1 else ""
    has_title = len(rows) > 1 and meaning_of(first_word) is not None  # Class 6B
    if (guessed := guessed_heading(rows[has_title:])) is not None:
        above = _("“{text}” above the names is left out.").format(text=titles[0][:60]) if has_title else ""
        return *guessed, [above] if above else []
    raise UnreadableSheet(
        gettext_noop("No column for names was found in row {row}: call it “Name”, or “Given name” and “Family name”."),
        row=rows[0].number,
    )


def _whole_name(row: SheetRow, columns: Mapping[str, int]) -> str:
    names = [columns[each] for each in ("name", "given_name", "family_name") if each in columns]
    return clean_name(" ".join(row.cells[each] for each in names if each < len(row.cells)))


def _is_a_remark(row: SheetRow) -> bool:
    """What a program says of itself below its list: a sentence in the first column, and nothing else."""
    first, *others = row.cells
    return any(each.isalpha() for each in first) and not any(map(str.strip, others))


def _is_nobody(row: SheetRow, columns: Mapping[str, int]) -> bool:
    return plain_heading(_whole_name(row, columns)) in NOBODY


def _like_ratings(header: SheetRow, rows: Sequence[SheetRow], unknown: Sequence[int]) -> Iterator[RatingColumn]:
    """Columns that mean nothing known and look like what everybody would miss."""
    for index in unknown:
        cells = {row.number: clean_name(row.cells[index]) for row in rows if index < len(row.cells)}
        filled = [cell for cell in cells.values() if cell]
        if filled and are_like_ratings(filled):
            read = {row: _number_in(cell, _RATINGS) for row, cell in cells.items()}
            yield RatingColumn(
                heading=clean_name(header.cells[index]),
                examples=tuple(filled[:3]),
                ratings={row: rating for row, rating in read.items() if rating is not None},
            )


def _columns(header: SheetRow, rows: Sequence[SheetRow]) -> tuple[dict[str, int], list[int], list[str]]:
    """By their meaning; those that mean nothing known, and what is to be told of others."""
    titles = [plain_heading(title) for title in header.cells]
    meanings = _beside_one_another(titles)
    if (index := _unnamed_titles(header, rows, meanings)) is not None:
        meanings[index] = "title"
    columns: dict[str, int] = {}
    unknown, notes = [], []
    for index, title in enumerate(header.cells):
        meaning = meanings[index]
        if meaning is None:
            if clean_name(title):
                unknown.append(index)
        elif meaning in LEFT_OUT:
            continue
        elif meaning not in columns:
            columns[meaning] = index
        elif meaning == "rating" and "elo" in {titles[index], titles[columns["rating"]]}:
            _beside_elo(columns, titles, index)  # Elo beside DWZ or LASK is FIDE's
        elif meaning in {"name", "given_name", "family_name"}:
            raise UnreadableSheet(
                gettext_noop("Two columns mean the same: “{one}” and “{other}”."),
                one=clean_name(header.cells[columns[meaning]]),
                other=clean_name(title),
            )
        else:
            told = _("“{other}” is left out: “{one}” says the same.")
            one = clean_name(header.cells[columns[meaning]])
            notes.append(told.format(one=one, other=clean_name(title)))
    if "national_id" not in columns and "member_number" in columns:
        columns["national_id"] = columns.pop("member_number")  # where a sheet has one number, it is the federation's
    return columns, unknown, notes


def _beside_one_another(titles: Sequence[str]) -> list[str | None]:
    """What each means, where another heading beside it can say that it is something else."""
    meanings = [meaning_of(title) for title in titles]
    meant: dict[str, str | None] = {"username": None}
    if {"s", "r", "v"} <= set(titles):  # Siege, Remis, Verluste in a table of Swiss-Chess: no sex
        meant["s"] = "results"
    if any(meaning == "national_id" and title != "id" for title, meaning in zip(titles, meanings, strict=True)):
        meant["id"] = "row"  # so Vega counts the rows
    if not {"name", "given_name"} & set(meanings):
        meant["username"] = "name"  # lichess knows no other
    is_of_dsu = titles.count("nr") == 2
    if is_of_dsu:  # the members' report: DSU's own number, then FIDE's
        meant |= {"nr": "fide_id", "fide": "fide_rating"}
    meanings = [meant.get(title, meaning) for title, meaning in zip(titles, meanings, strict=True)]
    if is_of_dsu:
        meanings[titles.index("nr")] = "national_id"
    return meanings


def _unnamed_titles(header: SheetRow, rows: Sequence[SheetRow], meanings: Sequence[str | None]) -> int | None:
    """The column of titles that has no heading: chess-results has one before the name, and one for flags."""
    names = [index for index, meaning in enumerate(meanings) if meaning in {"name", "given_name", "family_name"}]
    if "title" in meanings or not names:
        return None
    for index in range(names[0]):
        if not clean_name(header.cells[index]):
            cells = [row.cells[index].strip().upper() for row in rows if index < len(row.cells)]
            written = [cell for cell in cells if cell]
            if 2 * sum(cell in Title.values for cell in written) > len(written):
                return index
    return None


def _beside_elo(columns: dict[str, int], titles: Sequence[str], index: int) -> None:
    if titles[index] == "elo":
        columns.setdefault("fide_rating", index)
    else:
        columns.setdefault("fide_rating", columns["rating"])
        columns["rating"] = index


@dataclass(kw_only=True, slots=True)
class _RowReader:
    columns: Mapping[str, int]
    titles: Sequence[str]
    today: datetime.date
    stopped: list[Problem] = field(default_factory=list)
    left_out: list[Problem] = field(default_factory=list)

    def read(self, row: SheetRow) -> ListedPlayer | None:
        """None where it has neither a name nor a number alone; what of the rest is not understood stands in
        `left_out`."""
        number = self._number_alone(row)
        given, family = ("", "") if number is not None else self._names(row)
        if not given and number is None:
            return None
        fide_rating = self._rating(row, "fide_rating")
        return ListedPlayer(
            row=row.number,
            given_name=given,
            family_name=family,
            title=self._title(row, "title") or self._title(row, "women_title"),
            federation=self._federation(row),
            rating=self._rating(row, "rating") or fide_rating,
            fide_rating=fide_rating,
            rapid_rating=self._rating(row, "rapid_rating"),
            blitz_rating=self._rating(row, "blitz_rating"),
            rating_date=self._date(row, "rating_date"),
            fide_id=self._number(row, "fide_id", _FIDE_IDS),
            national_id=number or self._text(row, "national_id"),
            member_number=self._text(row, "member_number"),
            categories=self._text(row, "categories"),
            contact=self._contact(row),
        )

    def _number_alone(self, row: SheetRow) -> str | None:
        """Where a name should stand; empty where columns of their own have it and there is none for names."""
        if not self.columns.keys() & {"name", "given_name"}:
            has_number = self._cell(row, "fide_id") or self._cell(row, "national_id")
            return "" if has_number.strip("-–0") else None
        text = _whole_name(row, self.columns).upper()
        if not _NUMBER_ALONE.fullmatch(text):
            return None
        club, hyphen, member = text.partition("-")
        return f"{club}-{member.zfill(4)}" if hyphen else text

    def _contact(self, row: SheetRow) -> dict[str, datetime.date | str | int]:
        readers: Mapping[str, Callable[[SheetRow, str], datetime.date | str | int | None]] = {
            "sex": self._sex,
            "birth_date": self._birth_date,
            "birth_year": self._year,
            "email": self._email,
        }
        told = {name: readers.get(name, self._text)(row, name) for name in PlayerContact.PRIVATE}
        date, year = told["birth_date"], told["birth_year"]
        if isinstance(date, int):  # the column of the date may have years alone
            told |= {"birth_date": None, "birth_year": date}
        elif isinstance(date, datetime.date):
            if year and year != date.year:
                self._wrong(row, "birth_year", _("The date of birth says {year}.").format(year=date.year))
            told["birth_year"] = None
        return {name: value for name, value in told.items() if value}

    def _rating(self, row: SheetRow, meaning: str) -> int | None:
        return None if self._cell(row, meaning).casefold() in _NO_RATING else self._number(row, meaning, _RATINGS)

    def _title(self, row: SheetRow, meaning: str) -> str:
        text = self._cell(row, meaning).upper()
        if text in {"", "-", "0"} | set(Title.values):
            return text if text in Title.values else ""
        titles = ", ".join(filter(None, Title.values))
        self._wrong(
            row, meaning, _("“{text}” is not one of FIDE's titles: {titles}.").format(text=text[:40], titles=titles)
        )
        return ""

    def _federation(self, row: SheetRow, meaning: str = "federation") -> str:
        text = self._cell(row, meaning).upper()
        if text in {"", "-"} or re.fullmatch(r"[A-Z]{3}", text):
            return text.strip("-")
        self._wrong(
            row,
            meaning,
            _("“{text}” is not a federation in three letters, like NOR or GER.").format(
                text=self._cell(row, meaning)[:40]
            ),
        )
        return ""

    def _sex(self, row: SheetRow, meaning: str) -> str:
        text = self._cell(row, meaning).casefold().strip(".")
        for sex, words in _SEXES.items():
            if text in words.split():
                return sex
        if text and text != "-":
            self._wrong(row, meaning, _("“{text}” does not say a sex: write f, m or x.").format(text=text[:40]))
        return ""

    def _birth_date(self, row: SheetRow, meaning: str) -> datetime.date | int | None:
        """A year alone is told as a number."""
        text = self._cell(row, meaning)
        if re.fullmatch(r"[0-9]{4}([-/.]00[-/.]00)?|0|-", text):
            return self._year(row, meaning)
        return self._date(row, meaning)

    def _year(self, row: SheetRow, meaning: str) -> int | None:
        text = re.sub(r"[-/.]00[-/.]00$", "", self._cell(row, meaning))
        if text in {"", "0", "-", "0000"}:
            return None
        if re.fullmatch(r"[0-9]{4}", text) and 1900 <= int(text) <= self.today.year:
            return int(text)
        self._wrong(row, meaning, _("“{text}” is not a year of birth like 2012.").format(text=text[:40]))
        return None

    def _cell(self, row: SheetRow, meaning: str) -> str:
        index = self.columns.get(meaning)
        return clean_name(row.cells[index]) if index is not None and index < len(row.cells) else ""

    def _problem(self, row: SheetRow, meaning: str, message: str) -> Problem:
        index = self.columns.get(meaning)
        column = clean_name(self.titles[index]) if index is not None else ""
        return Problem(row=row.number, column=column, message=message)

    def _wrong(self, row: SheetRow, meaning: str, message: str) -> None:
        self.left_out.append(self._problem(row, meaning, message))

    def _names(self, row: SheetRow) -> tuple[str, str]:
        """Without a given name where there is none that can be kept: then the row is stopped."""
        if "given_name" in self.columns:
            prefix, family = self._cell(row, "prefix"), self._cell(row, "family_name")
            given, family = self._cell(row, "given_name"), " ".join(filter(None, (prefix, family)))
            of, needed = "given_name", _("A given name is needed here.")
        else:
            given, family = split_name(self._cell(row, "name"))
            of, needed = "name", _("A name is needed here, as “Given Family” or “Family, Given”.")
        longest = _LONGEST["given_name"]
        is_broken = REPLACEMENT in given + family
        if given and not is_broken and max(len(given), len(family)) <= longest:
            return given, family
        if is_broken:
            told = _("A letter of “{name}” came out broken: save the file as UTF-8, or add this player by hand.")
            told = told.format(name=f"{given} {family}".strip()[:60])
        elif given:
            told = _("This is longer than {longest} characters.").format(longest=longest)
        else:
            told = needed
        self.stopped.append(self._problem(row, of, told))
        return "", ""

    def _text(self, row: SheetRow, meaning: str) -> str:
        text = self._cell(row, meaning)
        if len(text) > _LONGEST[meaning]:
            self._wrong(row, meaning, _("This is longer than {longest} characters.").format(longest=_LONGEST[meaning]))
            return ""
        return text

    def _number(self, row: SheetRow, meaning: str, allowed: range) -> int | None:
        text = self._cell(row, meaning)
        if not text or text in {"-", "–", "0"}:  # how lists write that there is none
            return None
        number = _number_in(text, allowed)
        if number is None:
            self._wrong(
                row,
                meaning,
                _("“{text}” is not a whole number from {least} to {most}.").format(
                    text=text[:40], least=allowed.start, most=allowed.stop - 1
                ),
            )
            return None
        return number

    def _date(self, row: SheetRow, meaning: str) -> datetime.date | None:
        text = self._cell(row, meaning)
        if not text:
            return None
        found = _date_of(text)
        if found is None or not datetime.date(1900, 1, 1) <= found <= self.today:
            told = (
                _("“{text}” is not a date of birth like 2012-05-31 or 31.5.2012.")
                if meaning == "birth_date"
                else _("“{text}” is not a date in the past, like 2012-05-31 or 31.5.2012.")
            )
            self._wrong(row, meaning, told.format(text=text[:40]))
            return None
        return found

    def _email(self, row: SheetRow, meaning: str) -> str:
        text = self._text(row, meaning)
        if text:
            try:
                validate_email(text)
            except ValidationError:
                self._wrong(row, meaning, _("“{text}” is not an e-mail address.").format(text=text[:40]))
                return ""
        return text


def _number_in(text: str, allowed: range) -> int | None:
    digits = text
    if allowed is _RATINGS:
        more = _WITH_MORE.fullmatch(text)
        digits = more[1] if more else re.sub(r"[ '’]", "", text) if _IN_THOUSANDS.fullmatch(text) else text
    if not re.fullmatch(r"[0-9]{1,10}", digits):
        return None
    return int(digits) if int(digits) in allowed else None


def _date_of(text: str) -> datetime.date | None:
    for pattern, order in _DATES:
        if match := re.fullmatch(pattern, text):
            parts = dict(zip(order, (int(part) for part in match.groups()), strict=True))
            try:
                return datetime.date(parts["y"], parts["m"], parts["d"])
            except ValueError:
                return None
    return None


def say_two_people(one: tuple[object, object, object], other: tuple[object, object, object]) -> bool:
    """Whether what is known of two of one name, FIDE ID, date and year of birth, says that they are not the same."""
    return any(mine is not None and yours is not None and mine != yours for mine, yours in zip(one, other, strict=True))


def _are_two(one: ListedPlayer, other: ListedPlayer) -> bool:
    """In one list. Two classes are two pupils; what the club has in its categories does not say so."""
    classes = {each.categories for each in (one, other)}
    return say_two_people(one.known, other.known) or len(classes - {""}) > 1


def told_once(players: Sequence[ListedPlayer], stopped: list[Problem]) -> tuple[list[ListedPlayer], list[ListedPlayer]]:
    """By FIDE ID, or by name where nothing says that they are two: the first row counts, the others are told; and
    those who are the same by name alone."""
    seen_ids: dict[int, int] = {}
    seen_names: dict[str, list[ListedPlayer]] = defaultdict(list)
    found, namesakes = [], []
    for player in players:
        of_the_name = seen_names[folded_name(player.given_name, player.family_name)]
        earlier = seen_ids.get(player.fide_id) if player.fide_id is not None else None
        is_by_id = earlier is not None
        if earlier is None:
            same = (other.row for other in of_the_name if not _are_two(player, other))
            earlier = next(same, None)
        if earlier is not None:
            told = _("The same person as in row {row}.").format(row=earlier)
            stopped.append(Problem(row=player.row, column="", message=told))
            if not is_by_id:
                namesakes.append(player)
            continue
        if player.fide_id is not None:
            seen_ids.setdefault(player.fide_id, player.row)
        of_the_name.append(player)
        found.append(player)
    return found, namesakes

"""The file of a club becomes a club here, beside others: all of it with new keys, or nothing."""

from __future__ import annotations

import secrets
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

from django.db import DataError, IntegrityError

from tournaments.exchange.logo import UnusableLogo, normalised
from tournaments.exchange.tournament_file import LARGEST
from tournaments.models import (
    Action,
    CardKey,
    Club,
    ClubLogo,
    Directorship,
    HelperPass,
    Membership,
    Player,
    PublishedTable,
    RoundRecord,
    Series,
    Tournament,
    User,
)
from tournaments.models.player import new_public_key
from tournaments.models.user import ONE_EVENING
from tournaments.recording import digest_of, put_rows, reserve_keys, whole_club
from tournaments.recording.row_changes import column_of, label_of
from tournaments.selectors.configured_system import configured_system, configured_tie_breaks
from tournaments.selectors.prizes import prizes_of
from tournaments.selectors.series import read_series
from tournaments.services.clubs.clubs import check_details, check_slug, note_arrival, refuse_beside_others
from tournaments.services.common.refusal import Refused
from tournaments.services.installation.club_transfer import moved_accounts as accounts
from tournaments.services.installation.club_transfer.club_file import BrokenClubFile, ClubFile, Row, reading
from tournaments.services.installation.club_transfer.club_rows import ModelType, exported, foreign_keys
from tournaments.services.installation.club_transfer.exporting import (
    ACCOUNTS,
    STAY_BEHIND,
    columns_of,
    migrations_of_app,
)
from tournaments.services.installation.club_transfer.json_keys import Misshapen, with_keys
from tournaments.services.installation.club_transfer.values import BadValue, checked, is_key

_AT_ONCE = 100
_LARGEST_STEP = 1_000_000
_MOST_ACCOUNTS = 100_000
_OPENED_BY_CODE: Mapping[tuple[ModelType, str], str] = {
    (Tournament, "short_code"): "short addresses, as on posters and QR codes",
    (Player, "public_key"): "addresses of people's pages",
    (CardKey, "token_hash"): "links to cards, which lead to the club that was here before",
}
"""Unique in an installation, and made anew where they are taken."""


class CannotImport(Exception):
    """What it says is a whole sentence; nothing was changed."""


@dataclass(kw_only=True)
class Imported:
    club: Club
    counts: Mapping[str, int]
    without_password: list[str] = field(default_factory=list)
    """User names of those who work for the club and cannot log in yet."""
    linked: list[str] = field(default_factory=list)
    made_anew: dict[str, int] = field(default_factory=dict)
    """What was taken here already, in words, and how often."""


def import_club(file: Path, *, slug: str = "", link_users: bool = False) -> Imported:
    """Raises CannotImport, BrokenClubFile."""
    with reading(file) as club_file:
        try:
            _refuse_other_versions(club_file)
            seen = _Seen.of(club_file)
            with whole_club():
                return _Import(club_file, seen, slug=slug, link_users=link_users).carried_out()
        except Refused as refused:
            raise CannotImport(f"{refused} Nothing was changed.") from refused
        except (Misshapen, BadValue) as error:  # only in a file that another one has replaced meanwhile
            raise ValueError from error
        except (IntegrityError, DataError) as error:
            raise CannotImport(
                f"{file}: the database does not take what is in it, which contradicts itself or was altered. If "
                "somebody was at work here in the same moment, try again. Nothing was changed."
            ) from error


def _refuse_other_versions(file: ClubFile) -> None:
    theirs, ours = set(file.manifest.migrations), set(migrations_of_app())
    if theirs - ours:
        raise CannotImport(
            "The file was made by a newer Clubchess than this one, which does not know "
            f"{min(theirs - ours)}. Update this installation first. Nothing was changed."
        )
    if ours - theirs:
        raise CannotImport(
            "The file was made by an older Clubchess than this one. Update the installation that it comes from to this "
            "version, and export the club there again. Nothing was changed."
        )
    if set(file.manifest.counts) != {ACCOUNTS, *map(label_of, exported())}:
        raise ValueError


@dataclass(kw_only=True)
class _Seen:
    """What a first reading found: every value is one that its column can hold, every row refers to rows of the file."""

    live: dict[ModelType, array[int]] = field(default_factory=dict)
    """The keys of the rows, rising."""
    named: dict[ModelType, set[int]] = field(default_factory=dict)
    """Keys that JSON names: of rows that are there, or were once, which an undo would bring back."""
    later: dict[ModelType, set[int]] = field(default_factory=dict)
    """Keys that rows refer to, of models that are read after them."""
    people: list[dict[str, Any]] = field(default_factory=list)
    working: set[int] = field(default_factory=set)
    """Who of them works for the club."""
    slug: str = ""

    @classmethod
    def of(cls, file: ClubFile) -> _Seen:
        """Raises BrokenClubFile, ValueError."""
        seen = cls()
        for model in exported():
            seen._read(file, model)
        seen._read_people(file)
        for model, keys in seen.later.items():
            if not all(seen.has(model, key) for key in keys):
                raise ValueError
        if len(seen.live[Club]) != 1:
            raise ValueError
        return seen

    def has(self, model: ModelType, key: int) -> bool:
        keys = self.live.get(model, array("q"))
        place = bisect_left(keys, key)
        return place < len(keys) and keys[place] == key

    def name(self, model: ModelType, key: Any) -> int:
        if not is_key(key):
            raise Misshapen
        self.named.setdefault(model, set()).add(key)
        return int(key)

    def _read(self, file: ClubFile, model: ModelType) -> None:
        keys = self.live[model] = array("q")
        columns = columns_of(model)
        references = {key.attname: key.related_model for key in foreign_keys(model)}
        for row in file.rows(label_of(model)):
            with _place(file, model, row):
                self._look_at(model, row, columns, references)
                if keys and row["id"] <= keys[-1]:
                    raise BadValue
                keys.append(row["id"])

    def _look_at(self, model: ModelType, row: Row, columns: list[str], references: Mapping[str, ModelType]) -> None:
        if set(row) != set(columns):
            raise BadValue
        for attname in columns:
            checked(column_of(model, attname), row[attname])
            if attname not in references:
                with_keys(model, attname, row[attname], self.name)
            elif row[attname] is not None:
                self._refer(references[attname], model, row[attname])
        if model is Club:
            self.slug = row["slug"]
        if model in (Membership, Directorship):
            self.working.add(row["user_id"])
        _look_into(model, row)

    def _refer(self, to: ModelType, model: ModelType, key: int) -> None:
        if to is model or to not in self.live:
            self.later.setdefault(to, set()).add(key)
        elif not self.has(to, key):
            raise BadValue

    def _read_people(self, file: ClubFile) -> None:
        keys = self.live[User] = array("q")
        for row in file.rows(ACCOUNTS):
            with _place(file, User, row):
                if set(row) != set(accounts.COLUMNS) or len(keys) >= _MOST_ACCOUNTS:
                    raise BadValue
                values = {name: checked(column_of(User, name), row[name]) for name in accounts.COLUMNS}
                if not values["username"] or (keys and row["id"] <= keys[-1]):
                    raise BadValue
                if values["username"].startswith(ONE_EVENING) or values["id"] not in self.working:
                    values["is_active"] = False
                self.people.append(values)
                keys.append(row["id"])
                if (key := accounts.username_for_one_evening(values["username"])) is not None:
                    self.name(HelperPass, int(key))


@contextmanager
def _place(file: ClubFile, model: ModelType, row: Row) -> Iterator[None]:
    """Says in which row something is wrong."""
    try:
        yield
    except (BadValue, Misshapen, KeyError, zlib.error) as error:
        key = row.get("id")
        where = f"{label_of(model)}{f' {key}' if is_key(key) else ''}"
        raise BrokenClubFile(
            f"{file.path}: the row {where} is none that Clubchess writes, or refers to one that is not in the file. "
            "Nothing was changed."
        ) from error


def _look_into(model: ModelType, row: Row) -> None:
    """What is unpacked or shown as it is."""
    if model is RoundRecord:
        _refuse_swollen(model, row, "tournament_file")
    elif model is PublishedTable:
        _refuse_swollen(model, row, "tournament_file", "table")
    elif model is ClubLogo:
        png = checked(column_of(model, "png"), row["png"])
        if digest_of(png) != row["digest"]:
            raise BadValue
        try:
            normalised(png)
        except UnusableLogo as error:
            raise BadValue from error


def _refuse_swollen(model: ModelType, row: Row, *attnames: str) -> None:
    for attname in attnames:
        inflate = zlib.decompressobj(zlib.MAX_WBITS | 16)  # gzip
        size = len(inflate.decompress(checked(column_of(model, attname), row[attname]), LARGEST + 1))
        if size > LARGEST or not inflate.eof or inflate.unused_data:
            raise BadValue


class _Import:
    def __init__(self, file: ClubFile, seen: _Seen, *, slug: str, link_users: bool) -> None:
        self._file = file
        self._seen = seen
        self._slug = slug or seen.slug
        self._link_users = link_users
        self._step = 1 + secrets.randbelow(_LARGEST_STEP)  # as after a restore: no kept page is taken for one of these
        self._new: dict[ModelType, Mapping[int, int]] = {}
        self._linked: dict[int, User] = {}
        self._codes: dict[tuple[ModelType, str], dict[str, str]] = {}
        """By what stood in the file, what stands here instead."""

    def carried_out(self) -> Imported:
        self._refuse_address()
        self._meet_people()
        models: list[ModelType] = [User, *exported()]
        for model in models:
            self._give_keys(model)
        self._put_people()
        for model in exported():
            for rows in _in_pieces(self._file.rows(label_of(model))):
                self._put(model, rows)
        club = Club.objects.get(pk=self._new[Club][self._seen.live[Club][0]])
        _refuse_what_cannot_be_shown(club)
        note_arrival(club, known_here=self._linked.values())
        return Imported(
            club=club,
            counts=self._file.manifest.counts,
            without_password=self._without_password(),
            linked=sorted(user.username for user in self._linked.values()),
            made_anew={_OPENED_BY_CODE[which]: len(codes) for which, codes in self._codes.items() if codes},
        )

    def _refuse_address(self) -> None:
        try:
            check_slug(self._slug)
            refuse_beside_others(self._slug)
        except Refused as refused:
            raise CannotImport(f"{refused} Another address is given with --slug. Nothing was changed.") from refused

    def _meet_people(self) -> None:
        """Who is here already. A name alone makes nobody's account part of another club."""
        strangers = []
        for values in self._seen.people:
            there = accounts.in_the_way(values) if values["is_active"] else None
            if there is None:
                continue
            if self._link_users and accounts.is_the_same(there, values):
                self._linked[values["id"]] = there
            else:
                strangers.append(values["username"])
        if strangers:
            _refuse_strangers(strangers, link_users=self._link_users)

    def _give_keys(self, model: ModelType) -> None:
        """In the same order as before: rows are listed by their keys here and there."""
        known = {old: user.pk for old, user in self._linked.items()} if model is User else {}
        old = sorted({*self._seen.live[model], *self._seen.named.get(model, ())} - known.keys())
        self._new[model] = known | dict(zip(old, reserve_keys(model, len(old)), strict=True))

    def _key(self, model: ModelType, key: Any) -> int:
        if not is_key(key):
            raise Misshapen
        return self._new[model][key]

    def _put_people(self) -> None:
        given = {each["username"].casefold() for each in self._seen.people if each["is_active"]}
        made = []
        for values in self._seen.people:
            if values["id"] in self._linked:
                continue
            username = values["username"]
            if not values["is_active"]:
                if (key := accounts.username_for_one_evening(username)) is not None:
                    username = f"{ONE_EVENING}{self._new[HelperPass][int(key)]}"
                username = accounts.free_username(username, given)
            given.add(username.casefold())
            made.append(accounts.account(values, key=self._new[User][values["id"]], username=username))
        put_rows(made)

    def _put(self, model: ModelType, rows: list[Row]) -> None:
        found = [
            {
                attname: checked(column_of(model, attname), with_keys(model, attname, value, self._key))
                for attname, value in row.items()
                if attname != "id"
            }
            | {"id": self._new[model][row["id"]]}
            for row in rows
        ]
        for which in _OPENED_BY_CODE:
            if which[0] is model:
                self._give_codes(which, found)
        put_rows([model(**self._as_here(model, values)) for values in found])

    def _give_codes(self, which: tuple[ModelType, str], rows: list[dict[str, Any]]) -> None:
        model, attname = which
        codes = [values[attname] for values in rows]
        taken = model._base_manager.filter(**{f"{attname}__in": codes}).values_list(attname, flat=True)
        anew = self._codes.setdefault(which, {})
        for code in taken:
            anew[code] = secrets.token_hex(32) if model is CardKey else new_public_key()
        for values in rows:
            values[attname] = anew.get(values[attname], values[attname])

    def _as_here(self, model: ModelType, values: dict[str, Any]) -> dict[str, Any]:
        """What is another thing in this installation than in the one it comes from."""
        for attname in STAY_BEHIND.get(model, ()):
            values[attname] = secrets.token_hex(32) if model is HelperPass else ""
        if model is Club:
            values["slug"] = self._slug
        if model in (Club, Tournament):
            for counter in {"public_revision", "past_revision"} & values.keys():
                values[counter] = min(values[counter], _LARGEST_STEP * 1_000) + self._step
        if model is Membership and values["user_id"] in {user.pk for user in self._linked.values()}:
            values["links_allowed"] = False
        if model is Action and any(self._codes.values()):
            self._follow_codes(values["changes"])
        return values

    def _follow_codes(self, changes: list[dict[str, Any]]) -> None:
        """In the record too, so that what made a tournament can still be undone."""
        for (model, attname), anew in self._codes.items():
            for kept in changes:
                for image in (kept["before"], kept["after"]):
                    if image and kept["model"] == label_of(model) and image.get(attname) in anew:
                        image[attname] = anew[image[attname]]

    def _without_password(self) -> list[str]:
        keys = [self._new[User][each["id"]] for each in self._seen.people if each["is_active"]]
        return sorted(user.username for user in User.objects.filter(pk__in=keys) if not user.has_usable_password())


def _refuse_strangers(usernames: list[str], *, link_users: bool) -> NoReturn:
    names = ", ".join(sorted(usernames)[:20]) + (" and others" if len(usernames) > 20 else "")
    if link_users:
        raise CannotImport(
            f"These user names or their e-mail addresses belong to somebody else here: {names}. Two accounts are one "
            "person's only where both are the same. Have one of the two changed, and export again. Nothing was changed."
        )
    raise CannotImport(
        f"There are accounts here with these user names or their e-mail addresses: {names}. If they are the same "
        "people, --link-users joins those whose user name and address are both the same. Nothing was changed."
    )


def _refuse_what_cannot_be_shown(club: Club) -> None:
    """By what shows it: systems and options known here, names of places and zones, prizes and series."""
    check_details(club)
    for tournament in club.tournaments.order_by("pk").select_related("club", "season"):
        with _readable(f"The tournament “{tournament.name}”"):
            configured_tie_breaks(tournament, configured_system(tournament))
            prizes_of(tournament)
    for series in Series.objects.filter(club=club).order_by("pk").select_related("club", "season"):
        with _readable(f"The series “{series.name}”"):
            read_series(series)
            prizes_of(series)


@contextmanager
def _readable(what: str) -> Iterator[None]:
    """Whatever a system, an option or a prize of elsewhere makes of being read here is one sentence."""
    try:
        yield
    except Exception as error:
        raise CannotImport(
            f"{what} cannot be read by this Clubchess: its system or one of its options is not known here, or the file "
            "was altered. Nothing was changed."
        ) from error


def _in_pieces(rows: Iterator[Row]) -> Iterator[list[Row]]:
    while piece := list(islice(rows, _AT_ONCE)):
        yield piece

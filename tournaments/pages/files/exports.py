"""What of a tournament can be taken along: its tables as sheets, its games for broadcasts, and reports of it."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.exchange.federation_person import BirthDate, FederationPerson
from tournaments.exchange.pgn import PgnGame, PgnPlayer, lichess_players, pgn_of
from tournaments.exchange.spreadsheet_writer import CellValue, SheetTable, csv_of, xlsx_of
from tournaments.exchange.tournament_file import TournamentFile
from tournaments.exchange.trf import TrfEdition, dump
from tournaments.exchange.trf.exporter import About, in_usual_points, only_games, trf_of
from tournaments.exchange.trf.knsb import dump_knsb
from tournaments.exchange.trf.plain_letters import in_plain_letters
from tournaments.exchange.trf.types import Trf
from tournaments.models import (
    PUBLIC_STATES,
    Entry,
    Pace,
    Player,
    PlayerContact,
    Round,
    Sex,
    TeamMember,
    Tournament,
    User,
)
from tournaments.pages.common.display_names import Audience, name_of, names_of
from tournaments.pages.files.team_sheets import (
    SeatAtBoard,
    boards_of_round,
    boards_sheet,
    matches_sheet,
    team_sheets,
    teams_sheet,
)
from tournaments.pages.files.tournament_export import Download, NotNumbered, file_name
from tournaments.pages.rounds.round import round_page
from tournaments.pages.standings.crosstable import CrosstableCell, crosstable_page
from tournaments.pages.standings.published_tournament import NotPublished
from tournaments.pages.standings.standings import standings_page
from tournaments.pairing.types.snapshot import PlayedGame, PlayerId, Result
from tournaments.selectors.federation_reports import Recipient, ToReport, sent_of, to_report
from tournaments.selectors.snapshots import people_of_teams, snapshot_of, tournament_file_of, with_teams

KINDS: Mapping[str, tuple[str, Callable[[SheetTable], bytes]]] = {
    "csv": ("text/csv; charset=utf-8", csv_of),
    "xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", xlsx_of),
}
_SEXES = {Sex.MALE: "m", Sex.FEMALE: "w"}  # not all: the report knows these two
_DUTCH_ZONE = "Europe/Amsterdam"
_TOO_LARGE = 9_999


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundToExport:
    number: int
    date: datetime.date | None
    open_games: int
    games: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Batch:
    """The rounds of a month: what KNSB takes at once. `number` is the last of them."""

    month: datetime.date
    number: int
    rounds: tuple[int, ...]
    open_games: int
    without_number: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ToReportShown:
    """For one recipient: what was never told, and in a sentence each what was told otherwise. `files`: which it can
    be sent as, code and name."""

    to: str
    name: str
    games: int
    rounds: tuple[int, ...]
    corrected: tuple[str, ...]
    files: tuple[tuple[str, str], ...]
    seen: ToReport


@dataclass(frozen=True, kw_only=True, slots=True)
class SentShown:
    """`key` is what it is known by."""

    key: str
    file: str
    at: datetime.datetime
    by: str
    games: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ExportsPage:
    rounds: tuple[RoundToExport, ...]
    batches: tuple[Batch, ...]
    """For the KNSB; none in a club that is not Dutch by its clock or its players."""
    open_games: int
    undated: tuple[int, ...]
    """Rounds without a date: a report has none of its days then."""
    without_fide_id: tuple[str, ...]
    without_federation: tuple[str, ...]
    without_birth: tuple[str, ...]
    """Empty where the reader may not see dates of birth: these are left out of the report then."""
    names_births: bool
    has_all_numbers: bool
    to_report: tuple[ToReportShown, ...]
    """Only where a game has been played."""
    sent: tuple[SentShown, ...]


def exports_page(tournament: Tournament, *, sees_private: bool) -> ExportsPage:
    entries = [entry for entry in _entries(tournament) if not entry.is_team]
    names = names_of(entries, Audience.STAFF)
    rounds = _rounds(tournament)
    born = {number: person.born for number, person in _people(entries, sees_private=sees_private).items()}

    is_dutch = tournament.club.time_zone == _DUTCH_ZONE or any(entry.person.federation == "NED" for entry in entries)

    def lacking(is_lacking: Callable[[Entry], bool]) -> tuple[str, ...]:
        return tuple(names[entry.number or 0] for entry in entries if is_lacking(entry))

    return ExportsPage(
        rounds=rounds,
        batches=_batches(tournament, rounds, entries, names) if is_dutch else (),
        open_games=sum(each.open_games for each in rounds),
        undated=tuple(each.number for each in rounds if each.date is None),
        without_fide_id=lacking(lambda entry: entry.person.fide_id is None),
        without_federation=lacking(lambda entry: not entry.person.federation),
        without_birth=lacking(lambda entry: born[entry.number or 0] is None) if sees_private else (),
        names_births=sees_private,
        has_all_numbers=tournament.entries.exists() and not tournament.entries.filter(number=None).exists(),
        to_report=tuple(
            _to_report(each, names)
            for each in to_report(tournament).values()
            if each.is_told or (each.rest and (is_dutch or each.to is not Recipient.KNSB))
        ),
        sent=_sent(tournament),
    )


def _to_report(told: ToReport, names: Mapping[PlayerId, str]) -> ToReportShown:
    is_knsb = told.to is Recipient.KNSB
    return ToReportShown(
        to=told.to.value,
        name=_("KNSB") if is_knsb else _("FIDE or your federation, by TRF"),
        games=len(told.rest),
        rounds=told.rounds,
        corrected=tuple(
            _("Round {round}, board {board}, {white} against {black}: reported as {then}, now {now}.").format(
                round=game.round,
                board=game.board,
                white=names[game.white],
                black=names[game.black],
                then=_score(game.reported or ""),
                now=_score(game.result),
            )
            for game in told.corrected
        ),
        files=(("knsb", _("KNSB")),) if is_knsb else (("trf16", _("TRF16")), ("trf26", _("TRF26"))),
        seen=told,
    )


def _score(result: str) -> str:
    return pgettext("a game", "unfinished") if result == Result.OPEN.value else result.replace("1/2", "½")


def _sent(tournament: Tournament) -> tuple[SentShown, ...]:
    """The latest first."""
    sent = sent_of(tournament)
    people = User.objects.in_bulk([each.by for each in sent if each.by is not None])
    return tuple(
        SentShown(
            key=each.at.isoformat(),
            file=each.file,
            at=each.at,
            by=str(people.get(each.by or 0, "")),
            games=len(each.games),
        )
        for each in reversed(sent)
    )


def _entries(tournament: Tournament) -> list[Entry]:
    found = tournament.entries.filter(number__isnull=False).select_related("player").order_by("number")
    return list(found)


def _rounds(tournament: Tournament) -> tuple[RoundToExport, ...]:
    public = tournament.rounds.filter(state__in=PUBLIC_STATES).prefetch_related("games").order_by("number")
    return tuple(_round(each) for each in public)


def _round(each: Round) -> RoundToExport:
    results = [game.result for game in each.games.all()]
    return RoundToExport(
        number=each.number,
        date=each.date,
        open_games=sum(result == Result.OPEN for result in results),
        games=len(results),
    )


def _batches(
    tournament: Tournament, rounds: Iterable[RoundToExport], entries: Iterable[Entry], names: Mapping[PlayerId, str]
) -> tuple[Batch, ...]:
    months: dict[datetime.date, list[RoundToExport]] = {}
    for each in rounds:
        if each.date is not None:
            months.setdefault(each.date.replace(day=1), []).append(each)
    played = {each.number: each.games for each in snapshot_of(tournament).rounds}
    without = {entry.number: names[entry.number or 0] for entry in entries if not entry.person.national_id}
    found = []
    for month, held in sorted(months.items()):
        seen = {player for each in held for game in played[each.number] for player in (game.white, game.black)}
        found.append(
            Batch(
                month=month,
                number=held[-1].number,
                rounds=tuple(each.number for each in held),
                open_games=sum(each.open_games for each in held),
                without_number=tuple(name for number, name in without.items() if number in seen),
            )
        )
    return tuple(found)


# Tables


def table_download(tournament: Tournament, table: str, kind: str) -> Download:
    """`table` is a key of TABLES. A workbook of teams has their matches and boards on further sheets. Raises
    NotPublished."""
    name = file_name(tournament, table, kind)
    if table == "players" and kind == "xlsx" and tournament.boards is not None:
        return Download(file_name=name, data=xlsx_of(*team_sheets(tournament)), type=KINDS[kind][0])
    return Download(file_name=name, data=KINDS[kind][1](TABLES[table](tournament)), type=KINDS[kind][0])


def round_download(tournament: Tournament, number: int, kind: str) -> Download:
    """Raises NotPublished."""
    made = _round_table(tournament, number)
    what = f"round-{number}"
    return Download(file_name=file_name(tournament, what, kind), data=KINDS[kind][1](made), type=KINDS[kind][0])


def standings_for_sheets(tournament: Tournament) -> bytes:
    """As the public reads them, with commas and with halves as decimals, for a spreadsheet that reads an address."""
    return csv_of(_standings(tournament, Audience.PUBLIC), is_for_address=True)


def _standings(tournament: Tournament, audience: Audience = Audience.STAFF) -> SheetTable:
    page = standings_page(tournament, audience)
    within = (_("Category"), _("Place in the category")) if tournament.categories else ()
    return SheetTable(
        title=_("Standings"),
        header=(_("Place"), _("No."), _("Name"), *within, *(column.name for column in page.columns)),
        rows=tuple(
            (
                row.rank,
                row.number,
                row.name,
                *((row.category, row.place_within) if within else ()),
                *(cell.text for cell in row.cells),
            )
            for row in page.rows
        ),
    )


def _crosstable(tournament: Tournament) -> SheetTable:
    page = crosstable_page(tournament, Audience.STAFF)
    rounds = [str(number) for number, _url in page.rounds]
    category = (_("Category"),) if tournament.categories else ()
    return SheetTable(
        title=_("Crosstable"),
        header=(_("Place"), _("No."), _("Name"), *category, *rounds, _("Points")),
        rows=tuple(
            (
                row.rank,
                row.number,
                row.name,
                *((row.category,) if category else ()),
                *map(_meeting, row.cells),
                row.points,
            )
            for row in page.rows
        ),
    )


def _meeting(cell: CrosstableCell) -> str:
    """Opponent, colour and result: `7w 1`."""
    return f"{cell.opponent}{cell.letter} {cell.mark.short}" if cell.opponent is not None else str(cell.mark.short)


def _attendance(tournament: Tournament) -> SheetTable:
    """From the crosstable: who had a game was there; for the others the words of what the round was for them."""
    page = crosstable_page(tournament, Audience.STAFF)
    rounds = [str(number) for number, _url in page.rounds]
    return SheetTable(
        title=_("Attendance"),
        header=(_("No."), _("Name"), *rounds, _("Games")),
        rows=tuple(
            (
                row.number,
                row.name,
                *(_("game") if cell.opponent is not None else str(cell.mark.words) for cell in row.cells),
                sum(cell.opponent is not None for cell in row.cells),
            )
            for row in sorted(page.rows, key=lambda row: row.number)
        ),
    )


def _players(tournament: Tournament) -> SheetTable:
    """What directors see of a player, and nothing that is the admins' alone; of teams, who is in them."""
    if tournament.boards is not None:
        return teams_sheet(tournament)
    header = (
        _("No."), _("Title"), _("Given name"), _("Family name"), _("Rating"), _("Federation"), _("FIDE ID"),
        _("National ID"), _("Home club"), _("Joined in round"),
    )  # fmt: skip
    rows: list[tuple[CellValue, ...]] = []
    for entry in tournament.entries.select_related("player").order_by("number", "pk"):
        player = entry.person
        who = (player.title, player.given_name, player.family_name, entry.rating, player.federation, player.fide_id)
        rows.append((entry.number, *who, player.national_id, entry.home_club, entry.joined_round))
    return SheetTable(title=_("Players"), header=header, rows=tuple(rows))


def _round_table(tournament: Tournament, number: int) -> SheetTable:
    page = round_page(tournament, Audience.STAFF, number=number)
    rows: list[tuple[CellValue, ...]] = [
        (
            board.number,
            board.white.number,
            board.white.name,
            board.white.rating,
            board.black.number,
            board.black.name,
            board.black.rating,
            board.result,
        )
        for board in page.boards
    ]
    others = (*page.byes, *(player for group in page.away for player in group.players))
    rows += [(None, each.number, each.name, None, None, None, None, str(each.mark.words)) for each in others]
    header = (
        _("Board"), _("No."), _("White"), _("Rating"), _("No."), _("Black"), _("Rating"), _("Result"),
    )  # fmt: skip
    return SheetTable(title=_("Round {number}").format(number=number), header=header, rows=tuple(rows))


def _of_teams(sheet: Callable[[Tournament], SheetTable]) -> Callable[[Tournament], SheetTable]:
    def made(tournament: Tournament) -> SheetTable:
        if tournament.boards is None:
            raise NotPublished
        return sheet(tournament)

    return made


TABLES: Mapping[str, Callable[[Tournament], SheetTable]] = {
    "standings": _standings,
    "crosstable": _crosstable,
    "players": _players,
    "attendance": _attendance,
    "matches": _of_teams(matches_sheet),
    "boards": _of_teams(boards_sheet),
}


# Broadcasts


def pgn_download(tournament: Tournament, number: int, audience: Audience = Audience.STAFF) -> Download:
    """A round that is published, with the names as the public sees them; of teams board by board. To the public without
    federations' numbers, and without line-ups that are still secret. Raises NotPublished."""
    about = about_tournament(tournament)
    site = " ".join(filter(None, (about.city, about.federation)))
    games = _pgn_games(tournament, number) if tournament.boards is None else _pgn_boards(tournament, number, audience)
    if audience is Audience.PUBLIC:
        games = map(_without_numbers, games)
    name = file_name(tournament, f"round-{number}", "pgn")
    data = pgn_of(replace(game, event=tournament.name, site=site) for game in games)
    return Download(file_name=name, data=data, type="application/x-chess-pgn; charset=utf-8")


def _without_numbers(game: PgnGame) -> PgnGame:
    """A federation's number and what goes with it stand on no public page."""
    return replace(game, white=replace(game.white, person=None), black=replace(game.black, person=None))


def _pgn_games(tournament: Tournament, number: int) -> Iterator[PgnGame]:
    played, date = _published_round(tournament, number)
    players = _broadcast_players(tournament)
    for game in played:
        yield PgnGame(
            event="",
            date=game.date or (date.isoformat() if date else ""),
            round=number,
            board=game.board,
            white=players[game.white],
            black=players[game.black],
            result=game.result,
        )


def _pgn_boards(tournament: Tournament, number: int, audience: Audience) -> Iterator[PgnGame]:
    """Those at which somebody sits. A match of which only the score is known has none."""
    _played, date = _published_round(tournament, number)
    for each in boards_of_round(tournament, number, audience):
        if each.result is Result.BOTH_FORFEIT and each.white.member is None and each.black.member is None:
            continue
        yield PgnGame(
            event="",
            date=each.date or (date.isoformat() if date else ""),
            round=number,
            match=each.match,
            board=each.board,
            white=_broadcast_side(each.white),
            black=_broadcast_side(each.black),
            result=each.result,
        )


def _broadcast_side(side: SeatAtBoard) -> PgnPlayer:
    if side.member is None:
        return PgnPlayer(name="", team=side.team)
    return replace(_broadcast_player(side.member.player, side.member.rating), team=side.team)


def lichess_download(tournament: Tournament) -> Download:
    """Of teams, whoever is in them."""
    if tournament.boards is None:
        players = list(_broadcast_players(tournament).values())
    else:
        members = TeamMember.objects.filter(entry__tournament=tournament, until_round=None).select_related("player")
        in_order = members.order_by("entry__number", "place", "pk")
        players = [_broadcast_player(member.player, member.rating) for member in in_order]
    data = lichess_players(players)
    return Download(file_name=file_name(tournament, "players", "txt"), data=data, type="text/plain; charset=utf-8")


def _published_round(tournament: Tournament, number: int) -> tuple[tuple[PlayedGame, ...], datetime.date | None]:
    page = round_page(tournament, Audience.STAFF, number=number)
    snapshot = snapshot_of(tournament)
    return snapshot.rounds[number - 1].games, page.round.date


def _broadcast_players(tournament: Tournament) -> dict[PlayerId, PgnPlayer]:
    entries = _entries(tournament)
    shown = names_of(entries, Audience.PUBLIC)
    return {
        entry.number or 0: _broadcast_player(entry.person, entry.rating, shown=shown[entry.number or 0])
        for entry in entries
    }


def _broadcast_player(player: Player, rating: int | None, *, shown: str | None = None) -> PgnPlayer:
    """Whoever is not named in full to the public has neither number nor title nor rating here."""
    shown = name_of(player, Audience.PUBLIC, None) if shown is None else shown
    if shown != player.full_name:
        return PgnPlayer(name=shown)
    person = _person(player, None)
    name = f"{person.family_name}, {person.given_name}" if person.family_name else person.given_name
    return PgnPlayer(name=name, rating=rating, person=person)


# Reports


def about_tournament(tournament: Tournament, **said: str) -> About:
    """What the director says in the form comes before what the club knows."""
    people = [entry.person for entry in _entries(tournament) if not entry.is_team]
    federations = Counter(person.federation for person in people if person.federation)
    usual = federations.most_common(1)[0][0] if federations else ""
    dates = {each.number: each.date for each in tournament.rounds.filter(state__in=PUBLIC_STATES)}
    return About(
        city=said.get("city") or tournament.club.place,
        federation=said.get("federation") or usual,
        chief_arbiter=said.get("chief_arbiter", ""),
        deputies=tuple(filter(None, (each.strip() for each in said.get("deputies", "").split(";")))),
        rate_of_play=said.get("rate_of_play", ""),
        seconds=said.get("seconds", ""),
        dates=tuple(dates.get(number) for number in range(1, max(dates, default=0) + 1)),
    )


def report_download(
    tournament: Tournament,
    edition: TrfEdition,
    about: About,
    *,
    sees_private: bool,
    plain_letters: bool = False,
    only_rest: bool = False,
) -> Download:
    """Of the published rounds; `only_rest`: of what was not reported yet. Raises NotNumbered, NothingLeft."""
    file = _report_file(tournament)
    people = _people(_entries(tournament), sees_private=sees_private)
    if {tournament.rating_from, tournament.rated_as} & {Pace.RAPID, Pace.BLITZ}:  # FIDE's there is of classical games
        people = {number: replace(each, fide_rating=None) for number, each in people.items()}
    in_both = edition is TrfEdition.TRF26  # the other one knows no lines of a federation
    if only_rest:
        made = _rest(tournament, Recipient.TRF, file, people, about, national=in_both)
    else:
        made = trf_of(file, people, about, national=in_both)
    if edition is TrfEdition.TRF16:
        made = in_usual_points(made)
    if plain_letters:
        made = in_plain_letters(made)
    name = file_name(tournament, f"{edition.value}-rest" if only_rest else edition.value, "txt")
    return Download(file_name=name, data=dump(made, edition=edition), type="text/plain; charset=utf-8")


def knsb_download(tournament: Tournament, number: int, about: About, *, sees_private: bool) -> Download:
    """The month of a round. Raises NotNumbered; LookupError where the round is in none."""
    batch = next((each for each in _batches_of(tournament) if number in each.rounds), None)
    if batch is None:
        raise LookupError
    entries = _entries(tournament)
    people = _people(entries, sees_private=sees_private)
    made = trf_of(_report_file(tournament), people, about, rounds=batch.rounds)
    national = {entry.number or 0: entry.person.national_id for entry in entries if not entry.is_team}
    name = file_name(tournament, f"knsb-{batch.month:%Y-%m}", "txt")
    return Download(file_name=name, data=dump_knsb(made, national), type="text/plain; charset=utf-8")


def knsb_rest_download(tournament: Tournament, about: About, *, sees_private: bool) -> Download:
    """What KNSB was not told yet, of whatever month. Raises NotNumbered, NothingLeft."""
    entries = _entries(tournament)
    people = _people(entries, sees_private=sees_private)
    made = _rest(tournament, Recipient.KNSB, _report_file(tournament), people, about)
    national = {entry.number or 0: entry.person.national_id for entry in entries if not entry.is_team}
    name = file_name(tournament, "knsb-rest", "txt")
    return Download(file_name=name, data=dump_knsb(made, national), type="text/plain; charset=utf-8")


class NothingLeft(LookupError):
    """Everything has been reported."""


def _rest(
    tournament: Tournament,
    to: Recipient,
    file: TournamentFile,
    people: Mapping[PlayerId, FederationPerson],
    about: About,
    *,
    national: bool = False,
) -> Trf:
    told = to_report(tournament)[to]
    if not told.rest:
        raise NothingLeft
    wanted = {(game.round, player) for game in told.rest for player in (game.white, game.black)}
    made = trf_of(file, people, about, rounds=told.rounds, national=national)
    return only_games(made, told.rounds, wanted)


def _batches_of(tournament: Tournament) -> tuple[Batch, ...]:
    return _batches(tournament, _rounds(tournament), [], {})


def _report_file(tournament: Tournament) -> TournamentFile:
    numbers = [entry.number for entry in tournament.entries.all()]
    if not numbers or None in numbers or max(number or 0 for number in numbers) > _TOO_LARGE:
        raise NotNumbered
    published = tournament.rounds.filter(state__in=PUBLIC_STATES).count()
    return with_teams(tournament_file_of(tournament, snapshot_of(tournament).after(published)), tournament)


def _people(entries: Iterable[Entry], *, sees_private: bool) -> dict[PlayerId, FederationPerson]:
    """By number; of teams their members, as the file numbers them. Sex and birth only for those who may see them."""
    entries = list(entries)
    if any(entry.is_team for entry in entries):
        return _people_of_teams(entries, sees_private=sees_private)
    contacts = (
        {each.player_id: each for each in PlayerContact.objects.filter(player__in=[e.player_id for e in entries])}
        if sees_private
        else {}
    )
    return {entry.number or 0: _person(entry.person, contacts.get(entry.person_id)) for entry in entries}


def _people_of_teams(entries: Iterable[Entry], *, sees_private: bool) -> dict[PlayerId, FederationPerson]:
    members = people_of_teams([entry.pk for entry in entries])
    found = PlayerContact.objects.filter(player__in=[player.pk for player in members.values()]) if sees_private else ()
    contacts = {each.player_id: each for each in found}
    return {number: _person(player, contacts.get(player.pk)) for number, player in members.items()}


def _person(player: Player, contact: PlayerContact | None) -> FederationPerson:
    person = FederationPerson(
        given_name=player.given_name,
        family_name=player.family_name,
        title=player.title,
        federation=player.federation,
        fide_id=player.fide_id,
        national_id=player.national_id,
        fide_rating=player.fide_rating,
    )
    if contact is None:
        return person
    return replace(person, sex=_SEXES.get(Sex(contact.sex), ""), born=_born(contact))


def _born(contact: PlayerContact) -> BirthDate | None:
    date = contact.birth_date
    if date is not None:
        return BirthDate(year=date.year, month=date.month, day=date.day)
    return BirthDate(year=contact.birth_year) if contact.birth_year else None

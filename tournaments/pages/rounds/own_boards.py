"""Everybody's board, place and next evening, as small data: of it an open page shows the reader their own.

Each start number goes with the key of the person's page, so that one choice holds for all of a club's tournaments.
Whoever is only a number to the public has no key: nobody may know that two numbers are the same person.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.db.models import OuterRef, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import PUBLIC_STATES, Club, Entry, Round, RoundState, Tournament
from tournaments.pages.calendar.dates import dates_page
from tournaments.pages.common.display_names import Audience, display_names, is_number_only
from tournaments.pages.rounds.round import RoundBoard, RoundPage, RoundSide, round_of
from tournaments.pages.standings.published_tournament import PublishedTournament, published_tournament
from tournaments.pages.standings.standings import StandingsRow, standings_of
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.selectors.result_reports import Ended, ended_for


@dataclass(frozen=True, kw_only=True, slots=True)
class AtBoard:
    """`colour`: white or black. `result` is empty while the game is open, and `reported` is what the players say of it
    until then, marked as that; `opponent_url` leads to their card."""

    board: int
    colour: str
    opponent: str
    opponent_url: str
    result: str
    reported: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnBoard:
    """One player, `number` None before the numbers are drawn. Without a board `words` say what the round is for them;
    empty where it is nothing to them.

    `place` and `points` are from the standings, after the last round that is over; empty before the first, and for
    whoever stands in no table.
    """

    number: PlayerId | None
    key: str
    name: str
    url: str
    place: str
    points: str
    at: AtBoard | None
    words: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OwnBoards:
    """Of the newest published round; before the first one `round` and `story`, the way to the reasons, are empty."""

    tournament: str
    round: str
    story: str
    next: str
    players: tuple[OwnBoard, ...]


def own_boards(tournament: Tournament) -> OwnBoards:
    """Of all who are entered; who is hidden only with a start number. The tournament must be as just read."""
    published = published_tournament(tournament, Audience.PUBLIC)
    found = round_of(published, published.newest) if published.newest else None
    address = [tournament.club.slug, tournament.slug]
    return OwnBoards(
        tournament=tournament.name,
        round=_("Round {number}").format(number=found.number) if found else "",
        story=reverse("public_story", args=[*address, found.number]) if found else "",
        next=dates_page(tournament).next_words,
        players=(*_players(published, found), *_without_number(published)),
    )


def own_boards_of_club(club: Club) -> tuple[OwnBoards, ...]:
    """Of the tournaments in which a round is being played."""
    newest = Round.objects.filter(tournament=OuterRef("pk"), state__in=PUBLIC_STATES, over_at=None).order_by("-number")
    playing = (
        Tournament.objects.filter(club=club, trashed_at=None, season__is_open=True)
        .annotate(newest=Subquery(newest.values("state")[:1]))
        .filter(newest=RoundState.PUBLISHED)
        .select_related("club", "season")
        .order_by("pk")
    )
    return tuple(map(own_boards, playing))


def in_plain_values(boards: OwnBoards) -> dict[str, object]:
    """For JSON; what is empty is left out."""
    values = asdict(boards)
    return {**values, "players": [_filled(each) for each in values["players"]]}


def _filled(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _filled(value) if isinstance(value, dict) else value for name, value in values.items() if value}


def _players(published: PublishedTournament, found: RoundPage | None) -> tuple[OwnBoard, ...]:
    boards = _at_boards(found)
    words = _without_board(found)
    after = published.after_round
    rows = {row.number: row for row in standings_of(published).rows} if after else {}
    return tuple(
        OwnBoard(
            number=number,
            key=_key_of(entry),
            name=published.names[number],
            url=published.addresses.scorecard(number) if found else "",
            place=_place(rows.get(number), after),
            points=_points(rows.get(number)),
            at=boards.get(number),
            words=words.get(number, ""),
        )
        for number, entry in published.entries.items()
    )


def _key_of(entry: Entry) -> str:
    """Of their page. A team has none, and is chosen by its number."""
    return "" if entry.is_team or is_number_only(entry) else entry.person.public_key


def _without_number(published: PublishedTournament) -> Iterator[OwnBoard]:
    """Before numbers are drawn people are known by the key of their page alone."""
    entries = published.state.context.entries.values()
    waiting = [each for each in entries if each.number is None and not is_number_only(each)]
    names = display_names(entries, Audience.PUBLIC) if waiting else {}
    for entry in waiting:
        yield OwnBoard(
            number=None,
            key=_key_of(entry),
            name=names[entry.pk],
            url="",
            place="",
            points="",
            at=None,
            words=_("On the list of players"),
        )


def _at_boards(found: RoundPage | None) -> Mapping[PlayerId, AtBoard]:
    def at(board: RoundBoard, colour: str, other: RoundSide) -> AtBoard:
        return AtBoard(
            board=board.number,
            colour=colour,
            opponent=other.name,
            opponent_url=other.url,
            result=board.result,
            reported=_reported(board, colour),
        )

    boards = found.boards if found else ()
    return {each.white.number: at(each, "white", each.black) for each in boards} | {
        each.black.number: at(each, "black", each.white) for each in boards
    }


_REPORTED = {
    Ended.WON: gettext_lazy("Reported: you won"),
    Ended.DRAW: gettext_lazy("Reported: you drew"),
    Ended.LOST: gettext_lazy("Reported: you lost"),
}
_AGREED = {
    Ended.WON: gettext_lazy("Confirmed: you won"),
    Ended.DRAW: gettext_lazy("Confirmed: you drew"),
    Ended.LOST: gettext_lazy("Confirmed: you lost"),
}


def _reported(board: RoundBoard, colour: str) -> str:
    """Told to whoever reads it: “1–0” beside the name of the opponent leaves open whose point that is."""
    if board.result or board.reported_result is None:
        return ""
    return str((_AGREED if board.is_agreed else _REPORTED)[ended_for(board.reported_result, colour)])


def _without_board(found: RoundPage | None) -> Mapping[PlayerId, str]:
    return {each.number: str(each.mark.words) for each in (*found.byes, *found.absent)} if found else {}


def _place(row: StandingsRow | None, after: int) -> str:
    if row is None or row.rank is None:
        return ""
    said = _("Shared place {place} after round {number}") if row.is_shared else _("Place {place} after round {number}")
    return said.format(place=row.rank, number=after)


def _points(row: StandingsRow | None) -> str:
    """The table's first number, by its name."""
    first = row.first_number if row else None
    return _("{column}: {number}").format(column=first.column.name, number=first.text) if first and first.text else ""

"""What the image beside a tournament's link says: how far it has come, and who leads, as the public knows them."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.exchange.images.link_preview import MOST_LEADERS, LinkPreview, PreviewLeader
from tournaments.models import Tournament
from tournaments.pages.calendar.dates import dates_page
from tournaments.pages.common.display_names import Audience
from tournaments.pages.rounds.round import RoundPage, round_of
from tournaments.pages.standings.published_tournament import PublishedTournament, published_tournament
from tournaments.pages.standings.standings import is_final, standings_of


def link_preview(tournament: Tournament, logo: bytes | None) -> LinkPreview:
    """`logo` is the club's, as it is kept. The tournament must be as just read."""
    published = published_tournament(tournament, Audience.PUBLIC)
    found = round_of(published, published.newest) if published.newest else None
    return LinkPreview(
        club=tournament.club.name,
        tournament=tournament.name,
        line=_line(tournament, published, found),
        remark=_remark(tournament, found),
        leaders=_leaders(published),
        accent=tournament.club.accent,
        logo=logo,
    )


def _line(tournament: Tournament, published: PublishedTournament, found: RoundPage | None) -> str:
    if found is None:
        return dates_page(tournament).next_words or tournament.season.name
    planned = tournament.planned_rounds
    if found.is_to_come:
        return dates_page(tournament).next_words or _("Round {number} of {planned} is the next").format(
            number=found.number, planned=planned
        )
    if found.open_games:
        said = _("Round {number} of {planned} is being played") if planned else _("Round {number} is being played")
    elif is_final(tournament, published):
        said = _("Final standings after {number} rounds")
    else:
        said = _("After round {number} of {planned}") if planned else _("After round {number}")
    return said.format(number=found.number, planned=planned)


def _remark(tournament: Tournament, found: RoundPage | None) -> str:
    """Where nobody leads yet."""
    if found is not None:
        boards = len(found.boards)
        return ngettext("{boards} board", "{boards} boards", boards).format(boards=boards)
    entered = tournament.entries.count()
    said = ngettext("{entrants} player has entered", "{entrants} players have entered", entered)
    return said.format(entrants=entered) if entered else ""


def _leaders(published: PublishedTournament) -> tuple[PreviewLeader, ...]:
    """As the standings show them: after the last round that is over."""
    if published.after_round < 1:
        return ()
    rows = [row for row in standings_of(published).rows if row.rank is not None][:MOST_LEADERS]
    return tuple(
        PreviewLeader(
            place=f"{row.rank}=" if row.is_shared else str(row.rank),
            name=row.name,
            points=row.first_number.text if row.first_number else "",
        )
        for row in rows
    )

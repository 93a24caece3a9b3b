"""Which papers a round has, and each of them or those chosen as one page of sections to print; and the poster."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournaments.models import HERE, PUBLIC_STATES, Attendance, Tournament
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.short_address import ShortAddress
from tournaments.pages.files.match_slips import MatchSlipsSheets, match_slips_sheets, slips_to_a_page
from tournaments.pages.files.paper_layout import in_pages
from tournaments.pages.files.people_of_teams import (
    BoardPrizesSheet,
    IndividualSheet,
    PeopleOfTeams,
    board_certificates,
    board_prizes_sheet,
    individual_sheets,
)
from tournaments.pages.files.prize_papers import (
    BEST_ON_BOARDS,
    FIRST_THREE,
    Certificate,
    PrizePaper,
    Receiver,
    certificates,
    prize_paper,
    receivers_of,
)
from tournaments.pages.files.scorecards import ScorecardSheets, scorecard_sheets
from tournaments.pages.files.table_signs import (
    FOLDED,
    PlaceCardsSheets,
    SignsSheets,
    names_of_boards,
    place_cards_sheets,
    signs_sheets,
)
from tournaments.pages.files.team_backs import TeamBacks
from tournaments.pages.files.wall_lists import (
    BoardsSheet,
    CrosstableSheet,
    NamesSheet,
    StandingsSheet,
    boards_sheet,
    crosstable_sheets,
    names_sheet,
    standings_sheet,
)
from tournaments.pages.rounds.round import RoundBoard, RoundPage, newest_round, round_of
from tournaments.pages.standings.crosstable import crosstable_of
from tournaments.pages.standings.published_tournament import NotPublished, PublishedTournament, published_tournament
from tournaments.pages.standings.standings import StandingsLink, is_final, standings_by_category, standings_of
from tournaments.pairing.types.snapshot import ByeKind, PlayerId

ALL = "all"


class Paper(StrEnum):
    BOARDS = "boards"
    NAMES = "names"
    STANDINGS = "standings"
    CATEGORIES = "categories"
    CROSSTABLE = "crosstable"
    INDIVIDUAL = "individual"
    CARDS = "cards"
    SLIPS = "slips"
    SIGNS = "signs"
    PLACE_CARDS = "place_cards"
    PRIZES = "prizes"
    BOARD_PRIZES = "board_prizes"
    CERTIFICATES = "certificates"


EACH_ROUND = (
    *(Paper.BOARDS, Paper.NAMES, Paper.STANDINGS, Paper.CATEGORIES, Paper.CROSSTABLE, Paper.INDIVIDUAL),
    *(Paper.CARDS, Paper.SLIPS),
)
"""What all papers of a round are; the others are printed once in a season, and only for who asks for them."""
USUAL = (Paper.BOARDS, Paper.NAMES, Paper.STANDINGS)
"""What hangs in most clubs on an evening: chosen where nobody has chosen."""
WALL = (Paper.BOARDS, Paper.NAMES, Paper.STANDINGS, Paper.CATEGORIES, Paper.CROSSTABLE, Paper.INDIVIDUAL)
_OF_PEOPLE_IN_TEAMS = frozenset({Paper.INDIVIDUAL, Paper.BOARD_PRIZES})
"""There are none where players play for themselves."""
CARDS_OF_TEAMS = 2
TO_A_PAGE: Mapping[Paper, tuple[int, ...]] = {  # not all: the others are neither cut nor folded
    Paper.CARDS: (4, 2),
    Paper.SLIPS: (8, 10),
    Paper.SIGNS: (2, FOLDED),
    Paper.PLACE_CARDS: (8,),
}
"""For those that are cut or folded; the first is what everybody gets who does not choose."""
BY_HAND = frozenset({Paper.CARDS, Paper.SLIPS, Paper.PLACE_CARDS, Paper.CERTIFICATES})
"""They are given to people who know each other's names."""
_OF_A_TABLE = frozenset(
    {
        *(Paper.CATEGORIES, Paper.CROSSTABLE, Paper.INDIVIDUAL),
        *(Paper.PRIZES, Paper.BOARD_PRIZES, Paper.CERTIFICATES),
    }
)
"""There are none before a round is over."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ChosenPapers:
    """Papers to be printed together, as they stand in an address; none named is all there are."""

    papers: tuple[Paper, ...] = ()
    audience: Audience = Audience.STAFF
    to_a_page: Mapping[Paper, int] = field(default_factory=dict)
    receivers: str = FIRST_THREE
    """Of certificates: see `certificates`."""

    @property
    def query(self) -> str:
        """In the order in which they are printed."""
        papers = [("paper", paper.value) for paper in Paper if paper in self.papers]
        names = [("names", self.audience.value)] if self.audience is not Audience.STAFF else []
        pages = [(paper.value, str(count)) for paper, count in self.to_a_page.items() if count != TO_A_PAGE[paper][0]]
        receivers = [("receivers", self.receivers)] if self.receivers != FIRST_THREE else []
        return urlencode([*papers, *names, *pages, *receivers])


@dataclass(frozen=True, kw_only=True, slots=True)
class PaperLink:
    name: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class PaperLayout:
    """So many to a page, and the same in words."""

    count: int
    words: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class PaperChoice:
    """A box to tick; `layouts` for what is cut in one way or another."""

    code: str
    name: str
    is_chosen: bool
    layouts: tuple[PaperLayout, ...]
    receivers: tuple[Receiver, ...]
    """Of certificates."""
    is_of_the_round: bool
    """Printed each round; else once in a season."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PapersPage:
    """`number` is None before the first round is published. `print_url` takes what is chosen."""

    number: int | None
    address: ShortAddress
    poster_url: str
    rounds: tuple[StandingsLink, ...]
    print_url: str
    choices: tuple[PaperChoice, ...]
    is_for_the_wall: bool
    """Names as each wishes to be shown."""
    papers: tuple[PaperLink, ...]
    """Each alone."""

    @property
    def chooses_for_tables(self) -> bool:
        """Some paper that not each round has."""
        return any(choice.is_chosen for choice in self.choices if not choice.is_of_the_round)


@dataclass(frozen=True, kw_only=True, slots=True)
class PaperPage:
    """What is printed, one section a paper; those not asked for are None or empty."""

    title: str
    number: int
    version: str
    back_url: str
    address: ShortAddress
    boards: BoardsSheet | None = None
    names: NamesSheet | None = None
    standings: StandingsSheet | None = None
    categories: tuple[StandingsSheet, ...] = ()
    """A table each."""
    crosstable: tuple[CrosstableSheet, ...] = ()
    individual: tuple[IndividualSheet, ...] = ()
    scorecards: ScorecardSheets | None = None
    slips: SlipsSheets | None = None
    match_slips: MatchSlipsSheets | None = None
    """Instead, where teams play."""
    signs: SignsSheets | None = None
    place_cards: PlaceCardsSheets | None = None
    prizes: PrizePaper | None = None
    board_prizes: BoardPrizesSheet | None = None
    certificates: tuple[Certificate, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class PosterPage:
    """Of the tournament and not of a round: it hangs before the first one and all season."""

    title: str
    club: str
    tournament: str
    address: ShortAddress
    back_url: str


def papers_page(
    tournament: Tournament, address: ShortAddress, *, number: int | None = None, chosen: ChosenPapers | None = None
) -> PapersPage:
    """Of the newest published round, or of an earlier one, with what is `chosen` ticked. Raises NotPublished."""
    chosen = chosen if chosen is not None and chosen.papers else ChosenPapers(papers=USUAL)
    newest = newest_round(tournament)
    if number is not None and (newest is None or not 1 <= number <= newest):
        raise NotPublished
    shown = newest if number is None else number
    poster_url = _tournament_url("poster", tournament)
    if shown is None:
        return PapersPage(
            number=None,
            address=address,
            poster_url=poster_url,
            rounds=(),
            print_url="",
            choices=(),
            is_for_the_wall=False,
            papers=(),
        )
    published = published_tournament(tournament, Audience.STAFF)
    settled = _settled(published, round_of(published, shown))
    papers = [paper for paper in Paper if settled.after_round or paper not in _OF_A_TABLE]
    if not tournament.categories:
        papers = [paper for paper in papers if paper is not Paper.CATEGORIES]
    if tournament.boards is None:
        papers = [paper for paper in papers if paper not in _OF_PEOPLE_IN_TEAMS]
    return PapersPage(
        number=shown,
        address=address,
        poster_url=poster_url,
        rounds=tuple(
            StandingsLink(number=each, url=_papers_url(tournament, each), is_shown=each == shown)
            for each in range(1, (newest or 0) + 1)
        ),
        print_url=_paper_url(tournament, shown, ALL),
        choices=tuple(_choice(paper, chosen, tournament, settled) for paper in papers),
        is_for_the_wall=chosen.audience is Audience.PUBLIC,
        papers=tuple(link for paper in papers for link in _links(tournament, shown, paper)),
    )


def poster_page(tournament: Tournament, address: ShortAddress) -> PosterPage:
    return PosterPage(
        title=_("Poster with the QR code"),
        club=tournament.club.name,
        tournament=tournament.name,
        address=address,
        back_url=_tournament_url("papers", tournament),
    )


def papers_together(
    tournament: Tournament, chosen: ChosenPapers, address: ShortAddress, *, number: int, at: datetime.datetime
) -> PaperPage:
    """Those chosen, else all; for the wall all that hang there."""
    everything = EACH_ROUND if chosen.audience is Audience.STAFF else WALL
    layouts = {paper: (chosen.to_a_page.get(paper, counts[0]),) for paper, counts in TO_A_PAGE.items()}
    title = (_("Papers of round {number}") if chosen.papers else _("All papers of round {number}")).format(
        number=number
    )
    page = _page(
        tournament,
        chosen.audience,
        address,
        number,
        at,
        title=title.format(number=number),
        wanted=chosen.papers or everything,
        to_a_page=layouts,
        receivers=chosen.receivers,
    )
    return replace(page, back_url=f"{page.back_url}?{chosen.query}") if chosen.papers else page


def one_paper(
    tournament: Tournament,
    audience: Audience,
    address: ShortAddress,
    *,
    number: int,
    paper: Paper,
    at: datetime.datetime,
    to_a_page: int | None = None,
    receivers: str = FIRST_THREE,
) -> PaperPage:
    """Raises NotPublished; so does what comes out of a table before any round is over."""
    layouts = TO_A_PAGE if to_a_page is None else {**TO_A_PAGE, paper: (to_a_page,)}
    title = _("{paper}, round {number}").format(paper=_name(paper, tournament), number=number)
    page = _page(
        tournament, audience, address, number, at, title=title, wanted=(paper,), to_a_page=layouts, receivers=receivers
    )
    if paper in _OF_A_TABLE and not _has_a_table(page):
        raise NotPublished
    return page


def _has_a_table(page: PaperPage) -> bool:
    of_players = page.categories or page.crosstable or page.prizes or page.certificates
    return bool(of_players or page.individual or page.board_prizes)


def _page(
    tournament: Tournament,
    audience: Audience,
    address: ShortAddress,
    number: int,
    at: datetime.datetime,
    *,
    title: str,
    wanted: Collection[Paper],
    to_a_page: Mapping[Paper, tuple[int, ...]],
    receivers: str,
) -> PaperPage:
    newest = published_tournament(tournament, audience)
    round_ = round_of(newest, number)
    settled = _settled(newest, round_)
    has_table = settled.after_round > 0
    # What people get in hand go to those who know each other's names.
    in_full = (
        newest
        if audience is Audience.STAFF or not BY_HAND & set(wanted)
        else published_tournament(tournament, Audience.STAFF)
    )
    final = is_final(tournament, settled)
    asks_for_people = tournament.boards is not None and has_table and bool(_OF_PEOPLE_IN_TEAMS & set(wanted))
    people = PeopleOfTeams.of(tournament, settled, audience) if asks_for_people else None
    return PaperPage(
        title=title,
        number=number,
        version=_version(tournament, number, at),
        back_url=_papers_url(tournament, number),
        address=address,
        boards=boards_sheet(round_) if Paper.BOARDS in wanted else None,
        names=names_sheet(round_) if Paper.NAMES in wanted else None,
        standings=standings_sheet(standings_of(settled, is_final=final), settled.record)
        if Paper.STANDINGS in wanted
        else None,
        categories=tuple(standings_sheet(each, settled.record) for each in standings_by_category(settled))
        if Paper.CATEGORIES in wanted and has_table
        else (),
        crosstable=crosstable_sheets(crosstable_of(settled)) if Paper.CROSSTABLE in wanted else (),
        individual=individual_sheets(people) if people and Paper.INDIVIDUAL in wanted else (),
        scorecards=scorecard_sheets(
            in_full.current_after(number),
            in_full.current_after(settled.after_round),
            here=_here(newest, number),
            planned_rounds=tournament.planned_rounds,
            to_a_page=to_a_page[Paper.CARDS][0] if tournament.boards is None else CARDS_OF_TEAMS,
            backs=None if tournament.boards is None else TeamBacks.of(tournament, until=number),
        )
        if Paper.CARDS in wanted
        else None,
        slips=slips_sheets(round_of(in_full, number).boards, to_a_page=to_a_page[Paper.SLIPS][0])
        if Paper.SLIPS in wanted and tournament.boards is None
        else None,
        match_slips=match_slips_sheets(
            round_of(in_full, number).boards, boards=tournament.boards, pattern=tournament.board_colours
        )
        if Paper.SLIPS in wanted and tournament.boards is not None
        else None,
        signs=signs_sheets(
            names_of_boards((board.number for board in round_.boards), tournament.boards),
            to_a_page=to_a_page[Paper.SIGNS][0],
        )
        if Paper.SIGNS in wanted
        else None,
        place_cards=place_cards_sheets(in_full, _here(newest, number), to_a_page=to_a_page[Paper.PLACE_CARDS][0])
        if Paper.PLACE_CARDS in wanted
        else None,
        prizes=prize_paper(settled, is_final=final) if Paper.PRIZES in wanted and has_table else None,
        board_prizes=board_prizes_sheet(people, is_final=final) if people and Paper.BOARD_PRIZES in wanted else None,
        certificates=_certificates(
            tournament, in_full.current_after(settled.after_round), receivers, _played_on(settled, at), is_final=final
        )
        if Paper.CERTIFICATES in wanted and has_table
        else (),
    )


def _certificates(
    tournament: Tournament, settled: PublishedTournament, receivers: str, date: datetime.date, *, is_final: bool
) -> tuple[Certificate, ...]:
    """In full names: they are given by hand."""
    if tournament.boards is None or receivers != BEST_ON_BOARDS:
        return certificates(settled, receivers, date, is_final=is_final)
    return board_certificates(PeopleOfTeams.of(tournament, settled, Audience.STAFF), date, is_final=is_final)


def _played_on(settled: PublishedTournament, at: datetime.datetime) -> datetime.date:
    """The day of the last round of that table, where it is known."""
    return settled.rounds[-1].date or at.date()


def _here(newest: PublishedTournament, number: int) -> frozenset[PlayerId]:
    """Who is marked as here in the next round, where that has begun and is not public; else who is in this one."""
    next_round = Attendance.objects.filter(round__tournament=newest.state.tournament, round__number=number + 1)
    marked = next_round.filter(presence__in=HERE).exclude(round__state__in=PUBLIC_STATES)
    here = frozenset(number for number in marked.values_list("entry__number", flat=True) if number is not None)
    played = newest.state.current.snapshot.rounds[number - 1]
    seated = {player for game in played.games for player in (game.white, game.black)}
    return here or frozenset(seated.union(bye.player for bye in played.byes if bye.kind is ByeKind.PAIRING))


def _settled(newest: PublishedTournament, round_: RoundPage) -> PublishedTournament:
    """After the last round that waits for no game, a postponed one too: of half a round nothing can be hung up."""
    return newest.current_after(round_.number - 1 if round_.open_games else round_.number)


def _version(tournament: Tournament, number: int, at: datetime.datetime) -> str:
    return _("{club} · {tournament} · round {number} · printed {day} {time} · version {version}").format(
        club=tournament.club.name,
        tournament=tournament.name,
        number=number,
        day=date_format(at),
        time=date_format(at, "H:i"),
        version=tournament.public_revision,
    )


def _name(paper: Paper, tournament: Tournament) -> str:
    of_teams = {  # not all: the others are called the same
        Paper.BOARDS: _("Pairings by match"),
        Paper.CARDS: _("Teams' cards"),
        Paper.SLIPS: _("Match slips"),
    }
    if tournament.boards is not None and paper in of_teams:
        return of_teams[paper]
    return {
        Paper.BOARDS: _("Pairings by board"),
        Paper.NAMES: _("Pairings by name"),
        Paper.STANDINGS: _("Standings"),
        Paper.CATEGORIES: _("Standings by category"),
        Paper.CROSSTABLE: _("Crosstable"),
        Paper.INDIVIDUAL: _("Individual list"),
        Paper.CARDS: _("Players' cards"),
        Paper.SLIPS: _("Result slips"),
        Paper.SIGNS: _("Table signs"),
        Paper.PLACE_CARDS: _("Place cards"),
        Paper.PRIZES: _("Prize list"),
        Paper.BOARD_PRIZES: _("Board prizes"),
        Paper.CERTIFICATES: _("Certificates"),
    }[paper]


def _choice(paper: Paper, chosen: ChosenPapers, tournament: Tournament, settled: PublishedTournament) -> PaperChoice:
    counts = _counts(paper, tournament)
    count = chosen.to_a_page.get(paper, counts[0] if counts else 0)
    layouts = tuple(PaperLayout(count=each, words=_layout(paper, each), is_chosen=each == count) for each in counts)
    return PaperChoice(
        code=paper.value,
        name=_name(paper, tournament),
        is_chosen=paper in chosen.papers,
        layouts=layouts if len(layouts) > 1 else (),
        receivers=receivers_of(settled, chosen.receivers, have_boards=tournament.boards is not None)
        if paper is Paper.CERTIFICATES
        else (),
        is_of_the_round=paper in EACH_ROUND,
    )


def _counts(paper: Paper, tournament: Tournament) -> tuple[int, ...]:
    """How many to a page there may be: a team's card has two sides, and slips of matches are as many as fit."""
    if tournament.boards is not None and paper in {Paper.CARDS, Paper.SLIPS}:
        return (CARDS_OF_TEAMS,) if paper is Paper.CARDS else (slips_to_a_page(tournament.boards),)
    return TO_A_PAGE.get(paper, ())


def _layout(paper: Paper, count: int) -> str:
    if paper is Paper.SIGNS and count == FOLDED:
        return _("one folded sheet each")
    return _("{count} to a page").format(count=count)


def _links(tournament: Tournament, number: int, paper: Paper) -> tuple[PaperLink, ...]:
    """More than one for what is cut in several ways: so many to a page."""
    url = _paper_url(tournament, number, paper)
    counts = _counts(paper, tournament)
    if len(counts) < 2:
        return (PaperLink(name=_name(paper, tournament), url=url),)
    text = _("{paper}, {layout}")
    return tuple(
        PaperLink(
            name=text.format(paper=_name(paper, tournament), layout=_layout(paper, count)),
            url=f"{url}?to_a_page={count}",
        )
        for count in counts
    )


def _tournament_url(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.club.slug, tournament.slug])


def _papers_url(tournament: Tournament, number: int) -> str:
    return reverse("round_papers", args=[tournament.club.slug, tournament.slug, number])


def _paper_url(tournament: Tournament, number: int, paper: str) -> str:
    return reverse("paper", args=[tournament.club.slug, tournament.slug, number, str(paper)])


@dataclass(frozen=True, kw_only=True, slots=True)
class SlipsSheets:
    to_a_page: int
    pages: tuple[tuple[RoundBoard, ...], ...]


def slips_sheets(boards: Sequence[RoundBoard], *, to_a_page: int) -> SlipsSheets:
    return SlipsSheets(to_a_page=to_a_page, pages=in_pages(boards, to_a_page))

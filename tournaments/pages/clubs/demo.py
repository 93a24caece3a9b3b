"""The demo's shop window: three doors into tonight's evening, and what is special, each in a picture of real data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Count, Q
from django.urls import reverse

from tournaments.models import Club, Membership, Role, Round, RoundState
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.links import Addresses
from tournaments.pages.rounds.round import RoundBoard, RoundPage, round_page
from tournaments.selectors.evenings import STILL_PLAYING

_A_ROW = 8
"""Boards side by side in the drawing."""
_TILE, _STEP = (28, 16), (32, 22)
"""Of a board in the drawing: its size, and how far it is to the next."""
_RADIUS = 5
_AWAY = 8
"""Side of the square of somebody who is away; as far it is to the next."""
_ON_THE_WALL = 4
_REASONS = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class DemoBoard:
    """Somebody who plays tonight, as their phone shows it."""

    name: str
    opponent: str
    board: int
    colour: str
    """white or black"""
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class EverybodyPaired:
    """A drawing of tonight's boards and of those who are away: paths in the language of SVG, `width` by `height`."""

    here: int
    boards: int
    byes: int
    away: int
    tiles: str
    white: str
    black: str
    absent: str
    width: int
    height: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ExplainedDemoBoard:
    """The board that has most to say: its first reasons, and the last one, which is about the colours."""

    board: RoundBoard
    reasons: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class DemoTonight:
    """The round that is being played."""

    tournament: str
    number: int
    url: str
    hall_url: str
    games: int
    open_games: int
    on_the_wall: tuple[RoundBoard, ...]
    own: DemoBoard
    explained: ExplainedDemoBoard
    paired: EverybodyPaired
    entered: RoundBoard | None
    """One whose result is in; None where none is yet."""

    @property
    def meter(self) -> Iterable[bool]:
        """Of each game, whether it is over; those that are stand first."""
        done = self.games - self.open_games
        return (place < done for place in range(self.games))


@dataclass(frozen=True, kw_only=True, slots=True)
class Demo:
    """The log-in that everybody may use, and tonight's evening, for which it is asked.

    `tonight` is None while no round of the club is being played."""

    club: str
    accent: str
    username: str
    password: str
    evening_url: str
    public_url: str
    tonight: DemoTonight | None


def demo_of(club: Club) -> Demo | None:
    """None where the club is no demo, and without anybody who could log in."""
    membership = Membership.objects.filter(club=club, role=Role.ADMIN).select_related("user").order_by("pk").first()
    if not club.is_demo or membership is None:
        return None
    found = _going_on(club)
    return Demo(
        club=club.name,
        accent=club.accent,
        username=membership.user.username,
        password=club.demo_password,
        evening_url=_evening_address(club, found),
        public_url=reverse("public_club", args=[club.slug]),
        tonight=_tonight(found),
    )


def _going_on(club: Club) -> Round | None:
    """The round with most games still open; without one, any that people check in for."""
    return (
        Round.objects.filter(tournament__club=club, tournament__trashed_at=None, tournament__season__is_open=True)
        .exclude(state=RoundState.FINISHED)
        .annotate(open_games=Count("games", filter=STILL_PLAYING & Q(state=RoundState.PUBLISHED)))
        .select_related("tournament__club")
        .order_by("-open_games", "-pk")
        .first()
    )


def _evening_address(club: Club, going_on: Round | None) -> str:
    """The tournament with a round going on; without one, the club's own page."""
    if going_on is None:
        return reverse("club_home", args=[club.slug])
    return reverse("evening", args=[club.slug, going_on.tournament.slug])


def _tonight(going_on: Round | None) -> DemoTonight | None:
    if going_on is None or not going_on.is_public:
        return None
    page = round_page(going_on.tournament, Audience.PUBLIC, number=going_on.number)
    if not page.boards:
        return None
    addresses = Addresses.of(going_on.tournament, Audience.PUBLIC)
    return DemoTonight(
        tournament=going_on.tournament.name,
        number=page.number,
        url=addresses.round(page.number),
        hall_url=reverse("public_hall", args=[going_on.tournament.club.slug, going_on.tournament.slug]),
        games=len(page.boards),
        open_games=page.open_games,
        on_the_wall=page.boards[:_ON_THE_WALL],
        own=_own(page.boards, addresses.round(page.number)),
        explained=_explained(page.boards),
        paired=_everybody(page),
        entered=next((board for board in reversed(page.boards) if not board.is_open), None),
    )


def _own(boards: Sequence[RoundBoard], url: str) -> DemoBoard:
    """Whoever has Black at the first board that still plays."""
    board = next((each for each in boards if each.is_open), boards[0])
    return DemoBoard(
        name=board.black.name,
        opponent=board.white.name,
        board=board.number,
        colour="black",
        url=f"{url}#p{board.black.number}",
    )


def _explained(boards: Sequence[RoundBoard]) -> ExplainedDemoBoard:
    board = max(boards, key=lambda board: (len(board.reasons), -board.number))
    return ExplainedDemoBoard(board=board, reasons=(*board.reasons[:-1][:_REASONS], *board.reasons[-1:]))


def _everybody(page: RoundPage) -> EverybodyPaired:
    boards, byes = len(page.boards), len(page.byes)
    away = sum(len(each.players) for each in page.away)
    places = [divmod(place, _A_ROW) for place in range(boards + byes)]
    corners = [(column * _STEP[0], row * _STEP[1]) for row, column in places]
    below = (places[-1][0] + 1) * _STEP[1] + _AWAY // 2 if places else 0
    a_row = _A_ROW * _STEP[0] // (2 * _AWAY)
    absent = [divmod(place, a_row) for place in range(away)]
    width, height = _TILE
    return EverybodyPaired(
        here=2 * boards + byes,
        boards=boards,
        byes=byes,
        away=away,
        tiles="".join(f"M{x} {y}h{width}v{height}h-{width}z" for x, y in corners),
        white="".join(_disc(x + width // 4, y + height // 2) for x, y in corners),
        black="".join(_disc(x + width - width // 4, y + height // 2) for x, y in corners[:boards]),
        absent="".join(
            f"M{column * 2 * _AWAY} {below + row * 2 * _AWAY}h{_AWAY}v{_AWAY}h-{_AWAY}z" for row, column in absent
        ),
        width=_A_ROW * _STEP[0] - (_STEP[0] - width),
        height=below + (absent[-1][0] * 2 * _AWAY + _AWAY if absent else 0),
    )


def _disc(x: int, y: int) -> str:
    return f"M{x - _RADIUS} {y}a{_RADIUS} {_RADIUS} 0 1 0 {2 * _RADIUS} 0a{_RADIUS} {_RADIUS} 0 1 0 {-2 * _RADIUS} 0z"

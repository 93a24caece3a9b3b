"""A player's Monrad card: round by round, and what every number is the sum of."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext as _

from tournaments.models import Attendance, Tournament
from tournaments.pages.names import Audience
from tournaments.pages.published import NotPublished, Published, published
from tournaments.pages.standings import anchor_of, cell_text, is_shared
from tournaments.pages.wording import Mark, mark_of, points_text, sentence, sentences
from tournaments.pairing.record import Item
from tournaments.pairing.snapshot import PlayerId, TournamentSnapshot
from tournaments.pairing.table import Cell, Column, ColumnKind


@dataclass(frozen=True, kw_only=True, slots=True)
class Opponent:
    number: PlayerId
    name: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class CardRound:
    """`opponent` is None, and `colour` empty, for a round without a game: then the mark's words say what it was."""

    number: int
    url: str
    colour: str
    opponent: Opponent | None
    mark: Mark
    points: str
    total: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class TermLine:
    text: str
    amount: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenNumber:
    """A number of the standings, opened up. `terms` is empty where it is the sum of nothing."""

    anchor: str
    name: str
    short: str
    legend: str
    value: str
    terms: tuple[TermLine, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class CardPage:
    """`rank` is None for whoever is not in the table yet. `is_newest`: not as it was after an earlier round."""

    number: PlayerId
    name: str
    rating: int | None
    rank: int | None
    is_shared: bool
    is_withdrawn: bool
    joined_round: int
    after_round: int
    is_newest: bool
    standings_url: str
    rounds: tuple[CardRound, ...]
    numbers: tuple[OpenNumber, ...]


def card_page(tournament: Tournament, audience: Audience, *, number: PlayerId, after: int | None = None) -> CardPage:
    """As it stands after the newest published round, or an earlier one. Raises NotPublished."""
    picture = published(tournament, audience)
    if number not in picture.entries:
        raise NotPublished
    snapshot = picture.after(after)
    table = picture.table(snapshot)
    row = next((row for row in table.rows if row.player == number), None)
    cells = row.cells if row else {}
    is_newest = table.after_round == picture.newest
    return CardPage(
        number=number,
        name=picture.names[number],
        rating=picture.rating(number),
        rank=row.rank if row else None,
        is_shared=is_shared(table)[row.rank] if row else False,
        is_withdrawn=row.withdrawn if row else False,
        joined_round=picture.entries[number].joined_round,
        after_round=table.after_round,
        is_newest=is_newest,
        standings_url=picture.addresses.standings(None if is_newest else table.after_round),
        rounds=_rounds(picture, snapshot, number, cells.get(table.columns[0].code), None if is_newest else after),
        numbers=tuple(_opened(picture, column, cells[column.code]) for column in table.columns if column.code in cells),
    )


def _rounds(
    picture: Published, snapshot: TournamentSnapshot, number: PlayerId, score: Cell | None, after: int | None
) -> tuple[CardRound, ...]:
    points = _points_by_round(score)
    reasons = _reasons(picture, number)
    total = Fraction(0)
    rounds = []
    for item in picture.record(snapshot).items[number]:
        total += points[item.round_number]
        rounds.append(
            CardRound(
                number=item.round_number,
                url=f"{picture.addresses.round(item.round_number)}#p{number}",
                colour=item.colour.value if item.colour else "",
                opponent=_opponent(picture, item, after),
                mark=mark_of(item.what),
                points=points_text(points[item.round_number]),
                total=points_text(total),
                reasons=reasons.get(item.round_number, ()),
            )
        )
    return tuple(rounds)


def _points_by_round(score: Cell | None) -> Mapping[int, Fraction]:
    """What each round gave, out of what the score is the sum of: right for systems whose rounds change in value."""
    points: dict[int, Fraction] = defaultdict(Fraction)
    for term in score.terms if score else ():
        round_number = term.reason.facts.get("round")
        if isinstance(round_number, int):
            points[round_number] += term.amount
    return points


def _opponent(picture: Published, item: Item, after: int | None) -> Opponent | None:
    if item.opponent is None:
        return None
    return Opponent(
        number=item.opponent,
        name=picture.names[item.opponent],
        url=picture.addresses.card(item.opponent, after),
    )


def _reasons(picture: Published, number: PlayerId) -> dict[int, tuple[str, ...]]:
    """By round: why this opponent and colour, why the bye, or why left out."""
    rows = Attendance.objects.filter(entry=picture.entries[number], round__number__lte=picture.newest).select_related(
        "game", "round"
    )
    return {row.round.number: sentences(row.game.reasons if row.game else row.reasons, picture.names) for row in rows}


def _opened(picture: Published, column: Column, cell: Cell) -> OpenNumber:
    return OpenNumber(
        anchor=anchor_of(column),
        name=_(column.name),
        short=_(column.short),
        legend=_(column.legend),
        value=cell_text(column, cell, picture.names),
        terms=_lines(picture, cell) if column.kind in {ColumnKind.POINTS, ColumnKind.NUMBER} else (),
    )


def _lines(picture: Published, cell: Cell) -> tuple[TermLine, ...]:
    return tuple(
        TermLine(text=sentence(term.reason, picture.names), amount=points_text(term.amount)) for term in cell.terms
    )

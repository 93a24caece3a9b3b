"""A player's card: round by round, whom they met, and what every number is the sum of."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Attendance, Tournament
from tournaments.pages.common.charts.rank_chart import RankChart
from tournaments.pages.common.charts.recent_form import FORM, last_rounds
from tournaments.pages.common.charts.squares import Square, spoken, square_of
from tournaments.pages.common.charts.win_draw_loss import OF_A_GAME, Score, score_of
from tournaments.pages.common.display_names import Audience
from tournaments.pages.common.links import entry_url
from tournaments.pages.common.ordinals import ordinal
from tournaments.pages.common.wording import ShortMark, cell_text, kind_of, mark_of, points_text
from tournaments.pages.standings.published_tournament import (
    NotPublished,
    OtherEdition,
    PublishedTournament,
    published_tournament,
)
from tournaments.pages.standings.rank_history import line_of, published_places
from tournaments.pages.standings.ranks_before import standings_before
from tournaments.pages.standings.standings import anchor_of, is_shared
from tournaments.pages.standings.table_filters import place_in_category
from tournaments.pages.standings.win_values import WinValue, win_values
from tournaments.pairing.explanations.standings import POINTS
from tournaments.pairing.history.record import MEETINGS, PLAYED, RoundEntry, RoundOutcome
from tournaments.pairing.types.snapshot import Colour, PlayerId
from tournaments.pairing.types.table import Cell, Column, ColumnKind, Term

_UNFOLDED = 16
"""So many of the newest rounds stand open."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Opponent:
    number: PlayerId
    name: str
    url: str


@dataclass(frozen=True, kw_only=True, slots=True)
class ScorecardRound:
    """`opponent` is None, and `colour` empty, for a round without a game: then the mark's words say what it was.

    `points` is what the round gives in this table, in words in `terms`; `total` is what the table after that round
    showed. Both are empty where the player stood in no table, and for a round in play, which the standings wait for.
    """

    number: int
    url: str
    colour: str
    opponent: Opponent | None
    mark: ShortMark
    points: str
    total: str
    terms: tuple[str, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ScorecardGame:
    round_number: int
    url: str
    colour: str
    mark: ShortMark


@dataclass(frozen=True, kw_only=True, slots=True)
class MetOpponent:
    """One opponent, head to head: `score` out of the `games` played, oldest meeting first. Forfeits are no meetings."""

    opponent: Opponent
    score: str
    games: int
    meetings: tuple[ScorecardGame, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class TermLine:
    text: str
    amount: str


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenNumber:
    """A number of the standings, opened up. `terms` is empty where it is the sum of nothing.

    `exact` is the number in full, where `value` is rounded as the tournament shows its points.
    """

    anchor: str
    name: str
    short: str
    legend: str
    value: str
    exact: str
    terms: tuple[TermLine, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ScorecardColours:
    """Of the games that were played; forfeits give none. `balance`: how many more whites than blacks."""

    white: int
    black: int

    @property
    def balance(self) -> str:
        return f"{self.white - self.black:+}".replace("-", "−").replace("+0", "0")


@dataclass(frozen=True, kw_only=True, slots=True)
class AttendedRound:
    number: int
    url: str
    square: Square


@dataclass(frozen=True, kw_only=True, slots=True)
class KindOfRound:
    square: Square
    rounds: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Attended:
    """Round by round. `played` of the `rounds` since joining; `others`: what the rest were, and how many of each."""

    by_round: tuple[AttendedRound, ...]
    played: int
    rounds: int
    others: tuple[KindOfRound, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class ScorecardPage:
    """`rank` is None for whoever is not in the table yet. `is_newest`: not as it was after an earlier round.

    `besides` is what the total holds that belongs to no round. `player_url` leads to the club's other tournaments; it
    is empty for whoever is only a number to the public. `form` are the last rounds since joining, the oldest first;
    `is_revalued`: what a round gave changes with the rounds after it. `person_url` is the staff's page of everything
    about them.
    """

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
    player_url: str
    person_url: str
    other_edition: OtherEdition | None
    line: RankChart | None
    score: Score
    form: tuple[Square, ...]
    form_said: str
    is_revalued: bool
    colours: ScorecardColours
    attended: Attended
    rounds: tuple[ScorecardRound, ...]
    besides: tuple[TermLine, ...]
    met: tuple[MetOpponent, ...]
    numbers: tuple[OpenNumber, ...]
    in_category: str = ""
    """The place there, in words; empty for whoever is in none."""
    values: tuple[WinValue, ...] = ()
    """What beating the nearest would bring in the next round, where a win is worth what the opponent is worth."""

    @property
    def place(self) -> str:
        """In a figure; empty on the starting list, and for whoever takes none."""
        return ordinal(self.rank) if self.rank and self.after_round else ""

    @property
    def newest_rounds(self) -> tuple[ScorecardRound, ...]:
        return self.rounds[-_UNFOLDED:]

    @property
    def earlier_rounds(self) -> tuple[ScorecardRound, ...]:
        """Of a long season: they are folded away."""
        return self.rounds[:-_UNFOLDED]

    @property
    def earlier_words(self) -> str:
        """Which those are."""
        return _("Rounds {first} to {last}").format(first=self.rounds[0].number, last=self.earlier_rounds[-1].number)

    @property
    def total(self) -> OpenNumber | None:
        """Opens up to the rounds."""
        return next((number for number in self.numbers if number.anchor == POINTS.code), None)

    @property
    def others(self) -> tuple[OpenNumber, ...]:
        """The numbers besides the total that say something."""
        return tuple(number for number in self.numbers if number.anchor != POINTS.code and number.value)


def scorecard_page(
    tournament: Tournament,
    audience: Audience,
    *,
    number: PlayerId,
    after: int | None = None,
    is_corrected: bool = False,
) -> ScorecardPage:
    """What the standings at the same address say of one player, opened up. Raises NotPublished."""
    published = published_tournament(tournament, audience, after=after, is_corrected=is_corrected)
    if number not in published.entries or number not in published.tables.snapshot.by_number:
        raise NotPublished
    table = published.table
    row = next((row for row in table.rows if row.player == number), None)
    cells = row.cells if row else {}
    items = published.record.entries[number]
    played = items
    if (
        published.state.in_play and published.is_newest and not published.is_in_play
    ):  # the round in play has no total yet
        played = published.state.current.record(published.newest).entries[number]
    terms = cells[POINTS.code].terms if row else None
    form = last_rounds(published.record, number, after=published.after_round, rounds=FORM)
    return ScorecardPage(
        number=number,
        name=published.names[number],
        rating=published.rating(number),
        rank=row.place if row else None,
        is_shared=is_shared(table)[row.place] if row else False,
        is_withdrawn=row.withdrawn and not published.is_guest(number) if row else False,
        joined_round=published.entries[number].joined_round,
        after_round=table.after_round,
        is_newest=published.is_newest,
        standings_url=published.standings_url(),
        player_url=entry_url(tournament.club.slug, published.entries[number]),
        person_url=published.addresses.person(published.entries[number].pk),
        other_edition=published.other_edition(lambda edition: published.scorecard_url(number, edition)),
        line=_line(published, number, items),
        score=score_of(items),
        form=form,
        form_said=spoken(form),
        is_revalued=published.tables.system.capabilities().revalues_rounds,
        colours=_colours(items),
        attended=_attended(published, number, items),
        rounds=_rounds(published, number, played, terms),
        besides=_lines(published, (term for term in terms or () if round_of(term) is None)),
        met=_met(published, number, items),
        numbers=tuple(
            _opened(published, column, cells[column.code]) for column in table.columns if column.code in cells
        ),
        in_category=place_in_category(published, number, published.category_of),
        values=win_values(standings_before(table, published.state.spelling), number, published.names)
        if published.is_newest
        else (),
    )


def _line(published: PublishedTournament, number: PlayerId, items: Iterable[RoundEntry]) -> RankChart | None:
    """While a round is in play it has no place yet."""
    now = published.state.current.table(published.state.settled) if published.is_in_play else published.table
    places = published_places([published.state.tournament]).get(published.state.tournament, ())
    return line_of(number, places, items, now=now)


def _colours(items: Iterable[RoundEntry]) -> ScorecardColours:
    given = Counter(item.colour for item in items if item.outcome in MEETINGS)
    return ScorecardColours(white=given[Colour.WHITE], black=given[Colour.BLACK])


def _attended(published: PublishedTournament, number: PlayerId, items: Sequence[RoundEntry]) -> Attended:
    by_round = tuple(
        AttendedRound(
            number=item.round_number,
            url=_board_url(published, item, number),
            square=square_of(item.outcome),
        )
        for item in items
    )
    others = Counter(square_of(what) for what in _in_turn(items) if what not in PLAYED)
    return Attended(
        by_round=by_round,
        played=sum(item.outcome in PLAYED for item in items),
        rounds=sum(item.outcome is not RoundOutcome.BEFORE_JOINING for item in items),
        others=tuple(KindOfRound(square=square, rounds=rounds) for square, rounds in others.items()),
    )


def _in_turn(items: Iterable[RoundEntry]) -> list[RoundOutcome]:
    return sorted((item.outcome for item in items), key=list(RoundOutcome).index)


def _rounds(
    published: PublishedTournament,
    number: PlayerId,
    items: Iterable[RoundEntry],
    terms: Iterable[Term] | None,
) -> tuple[ScorecardRound, ...]:
    """What a round gives is what the table's own sum says: the rounds of some systems change in value."""
    by_round: dict[int, list[Term]] = defaultdict(list)
    for term in terms or ():
        if (round_number := round_of(term)) is not None:
            by_round[round_number].append(term)
    reasons = _reasons(published, number)
    history = published.history

    def points(round_number: int) -> str:
        if terms is None or (round_number > published.after_round and round_number not in by_round):
            return ""
        return published.points(sum((term.amount for term in by_round[round_number]), Fraction(0)))

    def total(round_number: int) -> str:
        shown = history[round_number].get(number) if round_number < len(history) else None
        return "" if shown is None else published.points(shown)

    return tuple(
        ScorecardRound(
            number=item.round_number,
            url=_board_url(published, item, number),
            colour=_colour(item),
            opponent=_opponent(published, item.opponent) if item.opponent is not None else None,
            mark=(kind_of if published.addresses.audience is Audience.STAFF else mark_of)(item.outcome, item.played),
            points=points(item.round_number),
            total=total(item.round_number),
            terms=tuple(published.exact_sentence(term.reason) for term in by_round[item.round_number]),
            reasons=reasons.get(item.round_number, ()),
        )
        for item in items
    )


def _met(published: PublishedTournament, number: PlayerId, items: Iterable[RoundEntry]) -> tuple[MetOpponent, ...]:
    """Those met most often first, then those met last."""
    games: dict[PlayerId, list[RoundEntry]] = defaultdict(list)
    for item in items:
        if item.opponent is not None and item.outcome in MEETINGS:
            games[item.opponent].append(item)
    order = sorted(games, key=lambda other: (-len(games[other]), -games[other][-1].round_number))
    return tuple(_head_to_head(published, number, _opponent(published, other), games[other]) for other in order)


def _head_to_head(
    published: PublishedTournament, number: PlayerId, opponent: Opponent, games: Iterable[RoundEntry]
) -> MetOpponent:
    scores = [OF_A_GAME[item.outcome] for item in games if item.outcome in OF_A_GAME]
    return MetOpponent(
        opponent=opponent,
        score=points_text(sum(scores, Fraction(0))),
        games=len(scores),
        meetings=tuple(
            ScorecardGame(
                round_number=item.round_number,
                url=_board_url(published, item, number),
                colour=_colour(item),
                mark=mark_of(item.outcome, item.played),
            )
            for item in games
        ),
    )


def round_of(term: Term) -> int | None:
    """Which round a summand of the points is for; None: for none of them."""
    number = term.reason.facts.get("round")
    return number if isinstance(number, int) else None


def _board_url(published: PublishedTournament, item: RoundEntry, number: PlayerId) -> str:
    """Of a game played early, the plan: its round has no page for the public yet."""
    if item.round_number > published.newest:
        return published.addresses.schedule()
    return f"{published.addresses.round(item.round_number)}#p{number}"


def _colour(item: RoundEntry) -> str:
    return item.colour.value if item.colour else ""


def _opponent(published: PublishedTournament, number: PlayerId) -> Opponent:
    return Opponent(number=number, name=published.names[number], url=published.scorecard_url(number))


def _reasons(published: PublishedTournament, number: PlayerId) -> dict[int, tuple[str, ...]]:
    """By round: why this opponent and colour, why the bye, or why left out."""
    saved = published.state.rows.get(("card", number), lambda: _saved_reasons(published, number))
    return {round_number: published.sentences(reasons) for round_number, reasons in saved.items()}


def _saved_reasons(published: PublishedTournament, number: PlayerId) -> Mapping[int, list[dict[str, Any]]]:
    rows = Attendance.objects.filter(entry=published.entries[number], round__in=published.state.rounds)
    return {
        row.round.number: row.game.reasons if row.game else row.reasons for row in rows.select_related("game", "round")
    }


def _opened(published: PublishedTournament, column: Column, cell: Cell) -> OpenNumber:
    value, exact = published.cell(column, cell), cell_text(column, cell, published.names)
    return OpenNumber(
        anchor=anchor_of(column),
        name=_(column.name),
        short=_(column.short),
        legend=_(column.legend),
        value=value,
        exact=exact,
        terms=_lines(published, cell.terms) if column.kind in {ColumnKind.POINTS, ColumnKind.NUMBER} else (),
    )


def _lines(published: PublishedTournament, terms: Iterable[Term]) -> tuple[TermLine, ...]:
    return tuple(
        TermLine(text=published.exact_sentence(term.reason), amount=points_text(term.amount)) for term in terms
    )

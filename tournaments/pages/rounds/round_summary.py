"""A finished round in a few sentences: what people talk about on the way home, and nothing where there is no story."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.pages.common.ordinals import ordinal
from tournaments.pages.standings.published_tournament import PublishedTournament
from tournaments.pairing.history.record import RoundEntry, RoundOutcome
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.wording import listing

LEAST_DIFFERENCE = 100
"""Of ratings: what the higher rated wins only two times in three is no upset."""
LEAST_CLIMB = 2
LEAST_STREAK = 3
LEAST_UNBEATEN = 4
MOST_NAMED = 4
"""What more have in common is no story."""

_GAMES = frozenset({RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.LOSS})
_LOST = frozenset({RoundOutcome.LOSS, RoundOutcome.FORFEIT_LOSS, RoundOutcome.BOTH_FORFEIT})
_ENDS_WINS = _LOST | {RoundOutcome.DRAW}

_Entries = Mapping[PlayerId, Sequence[RoundEntry]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Upset:
    """Who won against somebody rated higher."""

    winner: PlayerId
    loser: PlayerId


@dataclass(frozen=True, kw_only=True, slots=True)
class Feat:
    """What one or several players share: so many places, wins, or games."""

    players: tuple[PlayerId, ...]
    count: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ShortLine:
    """`label` is one word; `text` is a whole sentence that can do without it."""

    label: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class RoundSummary:
    """Of the round `number`; there is at least one line."""

    number: int
    lines: tuple[ShortLine, ...]


def newest_round_summary(published: PublishedTournament, number: int) -> RoundSummary | None:
    """Of this round where nobody plays any more, otherwise of the one before, which is then told once for all that see
    the results come in."""
    state = published.state
    if number <= state.settled or number <= 1:
        return round_summary(published, number)
    before = number - 1
    key = "in short", published.addresses.audience, before
    return state.context.in_words(key, lambda: round_summary(published, before))


def round_summary(published: PublishedTournament, number: int) -> RoundSummary | None:
    """None where the round is not over, or nothing in it was out of the ordinary."""
    if not 1 <= number <= published.state.settled:
        return None
    entries = published.state.current.record(number).entries
    ratings = {player: published.rating(player) for player in published.entries}
    lines = [*_upset_lines(published, upsets(entries, number, ratings))]
    before, after = _places(published, number)
    climbed = climb(entries, number, before, after)
    if climbed is not None:
        lines.append(_climb_line(published, climbed, before, after))
    wins = longest(entries, number, RoundOutcome.WIN, ends=_ENDS_WINS, least=LEAST_STREAK)
    if wins is not None:
        lines.append(_streak_line(published, wins))
    unbeaten = longest(entries, number, RoundOutcome.WIN, RoundOutcome.DRAW, ends=_LOST, least=LEAST_UNBEATEN)
    if unbeaten is not None and unbeaten != wins:  # whoever has won them all has not lost any: said once
        lines.append(_unbeaten_line(published, unbeaten))
    return RoundSummary(number=number, lines=tuple(lines)) if lines else None


def upsets(entries: _Entries, number: int, ratings: Mapping[PlayerId, int | None]) -> tuple[Upset, ...]:
    """The games of the round with the greatest difference overcome, by the winner's number. A forfeit is no win, and
    nobody's hidden rating counts."""
    found: dict[Upset, int] = {}
    for player in sorted(entries):
        entry = _in_round(entries[player], number)
        if entry is None or entry.outcome is not RoundOutcome.WIN or entry.opponent is None:
            continue
        winners, losers = ratings.get(player), ratings.get(entry.opponent)
        if winners is not None and losers is not None and losers - winners >= LEAST_DIFFERENCE:
            found[Upset(winner=player, loser=entry.opponent)] = losers - winners
    most = max(found.values(), default=0)
    greatest = tuple(upset for upset, difference in found.items() if difference == most)
    return greatest if len(greatest) <= MOST_NAMED else ()


def climb(entries: _Entries, number: int, before: Mapping[PlayerId, int], after: Mapping[PlayerId, int]) -> Feat | None:
    """Most places gained among those who played in the round. Whoever has no place in one of the tables climbs not."""
    gained = {
        player: before[player] - after[player]
        for player in sorted(entries)
        if player in before and player in after and _has_played(entries[player], number)
    }
    return _best(gained, LEAST_CLIMB)


def longest(
    entries: _Entries, number: int, *counts: RoundOutcome, ends: frozenset[RoundOutcome], least: int
) -> Feat | None:
    """The longest row of games that count, up to one of this round. Byes, absences and wins by forfeit are no games:
    they neither count nor end it; nor do games still open."""
    lengths = {}
    for player in sorted(entries):
        entry = _in_round(entries[player], number)
        if entry is not None and entry.outcome in counts:
            lengths[player] = _row(entries[player], counts, ends)
    return _best(lengths, least)


def _row(entries: Sequence[RoundEntry], counts: Sequence[RoundOutcome], ends: frozenset[RoundOutcome]) -> int:
    length = 0
    for entry in reversed(entries):
        if entry.outcome in ends:
            break
        length += entry.outcome in counts
    return length


def _best(counts: Mapping[PlayerId, int], least: int) -> Feat | None:
    most = max(counts.values(), default=0)
    players = tuple(player for player, count in counts.items() if count == most)
    return Feat(players=players, count=most) if most >= least and len(players) <= MOST_NAMED else None


def _in_round(entries: Sequence[RoundEntry], number: int) -> RoundEntry | None:
    return next((entry for entry in reversed(entries) if entry.round_number == number), None)  # it is one of the last


def _has_played(entries: Sequence[RoundEntry], number: int) -> bool:
    entry = _in_round(entries, number)
    return entry is not None and entry.outcome in _GAMES


def _places(published: PublishedTournament, number: int) -> tuple[Mapping[PlayerId, int], Mapping[PlayerId, int]]:
    """In the published tables before and after the round; before the first there is none, only a list."""
    return _places_in(published, number - 1) if number > 1 else {}, _places_in(published, number)


def _places_in(published: PublishedTournament, number: int) -> Mapping[PlayerId, int]:
    return {row.player: row.place for row in published.state.published_table(number).rows if row.place is not None}


# Words


def _upset_lines(published: PublishedTournament, found: Iterable[Upset]) -> Iterable[ShortLine]:
    for each in found:
        yield ShortLine(
            label=pgettext("a round in short", "Upset"),
            text=_("{winner} ({winner_rating}) beat {loser} ({loser_rating}).").format(
                winner=published.names[each.winner],
                winner_rating=published.rating(each.winner),
                loser=published.names[each.loser],
                loser_rating=published.rating(each.loser),
            ),
        )


def _climb_line(
    published: PublishedTournament, found: Feat, before: Mapping[PlayerId, int], after: Mapping[PlayerId, int]
) -> ShortLine:
    first = found.players[0]
    if len(found.players) == 1:
        text = _("{player} climbed from {before} to {after}.").format(
            player=published.names[first], before=ordinal(before[first]), after=ordinal(after[first])
        )
    else:
        text = ngettext(
            "{players} climbed {count} place each.", "{players} climbed {count} places each.", found.count
        ).format(players=_names(published, found), count=found.count)
    return ShortLine(label=pgettext("a round in short", "Climb"), text=text)


def _names(published: PublishedTournament, feat: Feat) -> str:
    return listing([published.names[player] for player in feat.players], _)


def _streak_line(published: PublishedTournament, found: Feat) -> ShortLine:
    if len(found.players) == 1:
        text = ngettext(
            "{player} has won {count} game in a row.", "{player} has won {count} games in a row.", found.count
        ).format(player=_names(published, found), count=found.count)
    else:
        text = ngettext(
            "{players} have each won {count} game in a row.",
            "{players} have each won {count} games in a row.",
            found.count,
        ).format(players=_names(published, found), count=found.count)
    return ShortLine(label=pgettext("a round in short", "Streak"), text=text)


def _unbeaten_line(published: PublishedTournament, found: Feat) -> ShortLine:
    if len(found.players) == 1:
        text = ngettext(
            "{player} has not lost in {count} game.", "{player} has not lost in {count} games.", found.count
        ).format(player=_names(published, found), count=found.count)
    else:
        text = ngettext(
            "{players} have not lost in {count} game.", "{players} have not lost in {count} games.", found.count
        ).format(players=_names(published, found), count=found.count)
    return ShortLine(label=pgettext("a round in short", "Unbeaten"), text=text)

"""Setting a tournament up: who is in, the numbers, who shall not meet, the options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.models import Entry, ForbiddenPair, Player, Tournament, Withdrawal
from tournaments.pages.calendar.attendance_settings import sentences_of
from tournaments.pages.calendar.dates import DatesPage, dates_page
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.common.option_words import OptionGroup, options_in_words, settings_in_words
from tournaments.pages.common.system_choice import SystemTile, system_tile
from tournaments.pages.common.tie_break_words import TieBreaksInWords, tie_breaks_in_words
from tournaments.pages.common.undo_bar import UndoBar, undo_bar
from tournaments.pages.setup.categories import category_counts
from tournaments.pages.setup.settings import TournamentBasics, basics_of, round_count_hints
from tournaments.pairing.discovery import SYSTEMS
from tournaments.selectors.categories import categories_of
from tournaments.selectors.display_names import DisplayName, display_names_of_entries, display_names_of_players
from tournaments.selectors.snapshots import configured_system


@dataclass(frozen=True, kw_only=True, slots=True)
class EntryRow:
    entry: int
    number: int | None
    name: str
    rating: int | None
    joined_round: int
    withdrawn_since: int | None
    """The round from which on the player is away for good, where that is so."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EntryCandidate:
    player: int
    name: str
    rating: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class ForbiddenRow:
    one: int
    other: int
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class SetupPage:
    entries: tuple[EntryRow, ...]
    candidates: tuple[EntryCandidate, ...]
    forbidden: tuple[ForbiddenRow, ...]
    system: SystemTile
    settings: tuple[str, ...]
    """The options that matter, as the system says them."""
    options: tuple[OptionGroup, ...]
    tie_breaks: TieBreaksInWords
    is_frozen: bool
    """Published once: numbers stay, options change only by a recorded change."""
    rounds: int
    basics: TournamentBasics
    hints: tuple[str, ...]
    """About the number of planned rounds."""
    dates: DatesPage
    categories: tuple[tuple[str, int], ...]
    """How many are in each; those in none last, without a name."""
    taking_part: tuple[str, ...]
    """Who comes, as players read it."""
    undo_bar: UndoBar | None

    @property
    def numbered(self) -> int:
        return sum(row.number is not None for row in self.entries)

    @property
    def has_numbers(self) -> bool:
        return self.numbered > 0

    @property
    def has_all_numbers(self) -> bool:
        return bool(self.entries) and self.numbered == len(self.entries)


def setup_page(tournament: Tournament) -> SetupPage:
    """The number of queries does not depend on the number of players."""
    entries = list(tournament.entries.select_related("player"))
    names = display_names_of_entries(entries)
    system = configured_system(tournament)
    withdrawn = list(Withdrawal.objects.filter(entry__tournament=tournament, last_round=None))
    rounds = list(tournament.rounds.order_by("number"))
    basics = basics_of(tournament, rounds, len(entries) - len(withdrawn))
    return SetupPage(
        entries=_entry_rows(entries, names, withdrawn),
        candidates=_candidates(tournament),
        forbidden=tuple(_forbidden(pair, names) for pair in tournament.forbidden_pairs.order_by("pk")),
        system=system_tile(tournament.system, SYSTEMS[tournament.system]),
        settings=settings_in_words(system),
        options=options_in_words(system),
        tie_breaks=tie_breaks_in_words(system, tournament.tie_breaks),
        is_frozen=any(each.is_public for each in rounds),
        rounds=len(rounds),
        basics=basics,
        hints=round_count_hints(basics),
        dates=dates_page(tournament, rounds),
        categories=category_counts(categories_of(tournament), entries),
        taking_part=sentences_of(tournament),
        undo_bar=undo_bar(tournament, {entry.who: names[entry.pk] for entry in entries}),
    )


def _entry_rows(
    entries: Iterable[Entry], names: Mapping[int, DisplayName], withdrawals: Iterable[Withdrawal]
) -> tuple[EntryRow, ...]:
    """By number once they are drawn, by name before."""
    since = {withdrawal.entry_id: withdrawal.first_round for withdrawal in withdrawals}
    by_name = sorted_by_name(
        (
            EntryRow(
                entry=entry.pk,
                number=entry.number,
                name=names[entry.pk],
                rating=entry.rating,
                joined_round=entry.joined_round,
                withdrawn_since=since.get(entry.pk),
            )
            for entry in entries
        ),
        lambda row: row.name,
    )
    return tuple(sorted(by_name, key=lambda row: (row.number is None, row.number or 0)))


def _candidates(tournament: Tournament) -> tuple[EntryCandidate, ...]:
    players = Player.objects.filter(club=tournament.club_id, is_active=True).exclude(entries__tournament=tournament)
    names = display_names_of_players(players)
    return tuple(
        EntryCandidate(player=player.pk, name=names[player.pk], rating=player.rating)
        for player in sorted_by_name(players, lambda player: names[player.pk])
    )


def _forbidden(pair: ForbiddenPair, names: Mapping[int, DisplayName]) -> ForbiddenRow:
    text = _("{one} and {other}").format(one=names[pair.one_id], other=names[pair.other_id])
    return ForbiddenRow(one=pair.one_id, other=pair.other_id, text=text)

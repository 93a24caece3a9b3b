"""The preview of a tournament file: what would be made of it, and what is worth knowing before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.exchange.tournament_file import TournamentFile
from tournaments.exchange.tournament_formats import ReadTournament
from tournaments.exchange.trf import Note
from tournaments.models import Club
from tournaments.names import clean_name
from tournaments.pages.common.option_words import OptionInWords, value_in_words
from tournaments.pages.common.system_choice import system_tile
from tournaments.pages.common.tie_break_words import TieBreaksInWords, tie_breaks_in_words
from tournaments.pages.common.wording import sentence
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.options import fields_of, values_of
from tournaments.pairing.types.snapshot import NO_SEED, ByeKind, Result

_MOST_NOTES = 12


@dataclass(frozen=True, kw_only=True, slots=True)
class ImportedPlayer:
    number: int
    name: str
    is_cleaned: bool
    """Not letter by letter as the file has it."""
    rating: int | None
    home_club: str
    known_as: str
    """The player of the club whom the row is taken for; empty: a new one."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TournamentImportPage:
    system: str
    way: str
    """The preset, where the file names one."""
    settings: tuple[str, ...]
    options: tuple[OptionInWords, ...]
    """What the file sets itself."""
    sets_options: bool
    """From a season of another program, whose settings became options of ours that mean the same."""
    tie_breaks: TieBreaksInWords
    players: tuple[ImportedPlayer, ...]
    teams: int
    """In place of players."""
    rounds: int
    games: int
    planned_rounds: int | None
    notes: tuple[str, ...]

    @property
    def known(self) -> int:
        return sum(bool(player.known_as) for player in self.players)

    @property
    def new(self) -> int:
        return len(self.players) - self.known


def tournament_import_page(
    club: Club, found: ReadTournament, players: Sequence[ImportedPlayer]
) -> TournamentImportPage:
    """Of a file that fits."""
    file = found.file
    system, _tie_breaks = file.configured()
    card = system_tile(file.system, SYSTEMS[file.system])
    rounds = file.snapshot.rounds
    sets_options = bool(found.people) and not found.is_report
    return TournamentImportPage(
        system=card.name,
        way=card.preset(file.preset).name if file.preset else "",
        settings=tuple(sentence(reason, file.names) for reason in system.settings()),
        options=_options(system, file),
        sets_options=sets_options,
        tie_breaks=tie_breaks_in_words(system, file.tie_breaks),
        players=tuple(players),
        teams=0 if file.snapshot.boards is None else len(file.snapshot.entrants),
        rounds=len(rounds),
        games=sum(len(played.games) for played in rounds),
        planned_rounds=file.snapshot.planned_rounds,
        notes=(
            *_of_the_name(club, file),
            *(_set_by_the_file(found) if sets_options else ()),
            *_read_otherwise(found),
            *_open_games(file),
            *_ahead(file),
            *_next_round(file),
            *_names(players),
            *_seed(file),
        ),
    )


def _set_by_the_file(found: ReadTournament) -> list[str]:
    """Of a season of another program. Which options they are, the page lists."""
    notes = []
    if count := len(found.file.options):
        text = ngettext(
            "{count} option comes from the file: see below.",
            "{count} options come from the file: see below.",
            count,
        )
        notes.append(text.format(count=count))
    if found.file.categories:
        notes.append(_("Categories from the file: {names}.").format(names=", ".join(found.file.categories)))
    return notes


def _read_otherwise(found: ReadTournament) -> list[str]:
    """The first of what a report says in its own way; a file with more has a fault of its own."""
    return [_(note.message).format(**_facts(note)) for note in found.notes[:_MOST_NOTES]]


def _facts(note: Note) -> Mapping[str, object]:
    """The name of a system is a text of ours."""
    system = note.facts.get("system")
    return {**note.facts, "system": _(system)} if isinstance(system, str) else note.facts


def _options(system: PairingSystem, file: TournamentFile) -> tuple[OptionInWords, ...]:
    values = values_of(system)
    return tuple(
        OptionInWords(label=_(option.label), value=value_in_words(option, values[option.code]))
        for option in fields_of(system)
        if option.code in file.options
    )


def _of_the_name(club: Club, file: TournamentFile) -> list[str]:
    if not club.tournaments.filter(name=clean_name(file.name), trashed_at=None).exists():
        return []
    return [_("The club has a tournament of this name already: this one is made beside it.")]


def _open_games(file: TournamentFile) -> list[str]:
    played = file.still_played
    waiting = {each.number: sum(game.result is Result.OPEN for game in each.games) for each in file.snapshot.rounds}
    playing = waiting.pop(played.number) if played else 0
    notes = []
    if postponed := sum(waiting.values()):
        text = ngettext(
            "{count} game of an earlier round has no result: it stays postponed.",
            "{count} games of earlier rounds have no result: they stay postponed.",
            postponed,
        )
        notes.append(text.format(count=postponed))
    if playing:
        text = ngettext(
            "Round {round} is still being played: {count} game has no result.",
            "Round {round} is still being played: {count} games have no result.",
            playing,
        )
        notes.append(text.format(round=len(file.snapshot.rounds), count=playing))
    return notes


def _ahead(file: TournamentFile) -> list[str]:
    ahead = file.snapshot.ahead
    if not ahead:
        return []
    text = ngettext(
        "{count} more round is already published ahead, with its boards.",
        "{count} more rounds are already published ahead, with their boards.",
        len(ahead),
    )
    return [text.format(count=len(ahead))]


def _next_round(file: TournamentFile) -> list[str]:
    if not file.says_something:
        return []
    asked = file.snapshot.next_round
    number = file.snapshot.next_number
    given = sum(bye.kind is ByeKind.PAIRING for bye in asked.byes)
    if by_hand := len(file.pinned) + given:
        text = ngettext(
            "Round {round} is a draft with {count} board or bye set by hand: pair it again for the others.",
            "Round {round} is a draft with {count} boards and byes set by hand: pair it again for the others.",
            by_hand,
        )
        return [text.format(round=number, count=by_hand)]
    out = len(asked.absences) + len(asked.byes)
    text = ngettext(
        "Round {round} is open: {count} player is away or has a bye, all the others are marked as here.",
        "Round {round} is open: {count} players are away or have a bye, all the others are marked as here.",
        out,
    )
    return [text.format(round=number, count=out)]


def _names(players: Sequence[ImportedPlayer]) -> list[str]:
    cleaned = [player.name for player in players if player.is_cleaned]
    if not cleaned:
        return []
    text = _("Invisible characters and extra spaces were removed from these names: {names}.")
    return [text.format(names=", ".join(cleaned))]


def _seed(file: TournamentFile) -> list[str]:
    if file.snapshot.seed != NO_SEED:
        return []
    return [
        _("The file has no secret seed, like every public one: anybody can work out the lots that are drawn later.")
    ]

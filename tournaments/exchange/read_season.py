"""A season that a club played with another program of Keizer: what its readers answer with, and have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.exchange.federation_person import FederationPerson
from tournaments.exchange.tournament_file import LONGEST_CATEGORY, MOST_CATEGORIES, TournamentFile
from tournaments.exchange.trf.types import Note
from tournaments.pairing.types.snapshot import PlayerId
from tournaments.pairing.types.translation import gettext_noop as _


@dataclass(frozen=True, kw_only=True, slots=True)
class ReadSeason:
    file: TournamentFile
    people: Mapping[PlayerId, FederationPerson]
    notes: tuple[Note, ...]


def categories_within(
    names: Sequence[str], named_of: Mapping[PlayerId, Sequence[str]]
) -> tuple[tuple[str, ...], dict[PlayerId, str], tuple[Note, ...]]:
    """As many as there may be, who is in which, and what is said of those who would be in several."""
    by_folded = {name.casefold(): name for name in reversed(names)}
    usable = [each for each in dict.fromkeys(name.casefold() for name in names) if len(each) <= LONGEST_CATEGORY]
    taken = usable[:MOST_CATEGORIES]
    category_of, several = {}, 0
    for number, given in named_of.items():
        folded = {name.casefold() for name in given}
        first = next((each for each in taken if each in folded), None)
        several += len(folded) > 1
        if first is not None:
            category_of[number] = by_folded[first]
    notes = []
    if several:
        message = _("Players in more than one category: {count}. Here each is in the first of them only.")
        notes.append(Note(message=message, facts={"count": several}))
    if left_out := len({name.casefold() for name in names}) - len(taken):
        message = _("Categories left out because there are too many or their names are too long: {count}.")
        notes.append(Note(message=message, facts={"count": left_out}))
    return tuple(by_folded[each] for each in taken), category_of, tuple(notes)

"""The categories of a tournament: which there are, and who is in which."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.exchange.tournament_file import LONGEST_CATEGORY, MOST_CATEGORIES
from tournaments.models import Entry, Tournament, User
from tournaments.names import clean_name
from tournaments.recording import Stale, last_change_of, recording
from tournaments.selectors.categories import TournamentCategory, categories_to_json
from tournaments.selectors.prizes import prizes_of_renamed
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused


@dataclass(frozen=True, kw_only=True, slots=True)
class PlannedCategory:
    """`was`: what it is called so far; empty for a new one."""

    category: TournamentCategory
    was: str = ""


def version_of(tournament: Tournament, entries: Collection[int] | None = None) -> str:
    """What a form about these was made for; without those who have entered since, where its `entries` are said."""
    found = Entry.objects.filter(tournament=tournament)
    if entries is not None:
        found = found.filter(pk__in=entries)
    return fingerprint([tournament.categories, dict(found.order_by("pk").values_list("pk", "category"))])


def set_categories(
    tournament: Tournament,
    planned: Sequence[PlannedCategory],
    members: Mapping[int, str],
    *,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> None:
    """Published tables keep theirs. `members` says by the entry's key who is in which, by its new name, or by the old
    one of a category that goes; whoever is not in it stays where they are. `seen`: version_of what the form showed."""
    planned = [_cleaned(each) for each in planned]
    with recording(tournament, actor=actor, verb="categories.set", receipt=receipt, public=[tournament]) as change:
        if version_of(tournament, members) != seen:
            raise Stale(last_change_of(tournament, tournament=tournament, fields={"categories"}))
        refuse_when_closed(tournament)
        _refuse_names([each.category.name for each in planned])
        now_called = {each.was: each.category.name for each in planned if each.was}
        entries = {entry.pk: entry for entry in Entry.objects.filter(tournament=tournament)}
        wanted = {
            key: members.get(key, now_called.get(entry.category, entry.category)) for key, entry in entries.items()
        }
        _refuse_gone(wanted.values(), {each.category.name for each in planned})
        moved = [entry for key, entry in entries.items() if now_called.get(entry.category, "") != wanted[key]]
        before = tournament.categories
        change.update(
            tournament,
            categories=categories_to_json(each.category for each in planned),
            prizes=prizes_of_renamed(tournament.prizes, now_called),
        )
        change.update_many([(entry, {"category": wanted[key]}) for key, entry in entries.items()])
        if not planned:
            change.facts["what"] = "none"
        elif tournament.categories == before:
            change.facts |= {"what": "moved", "players": [entry.who for entry in moved]}
        change.facts["names"] = ", ".join(each.category.name for each in planned)


def _cleaned(planned: PlannedCategory) -> PlannedCategory:
    return replace(planned, category=replace(planned.category, name=clean_name(planned.category.name)))


def _refuse_names(names: Sequence[str]) -> None:
    if len(names) > MOST_CATEGORIES:
        raise Refused(_("There are at most {count} categories.").format(count=MOST_CATEGORIES))
    if any(not name or len(name) > LONGEST_CATEGORY for name in names):
        raise Refused(_("A category has a name of at most {count} characters.").format(count=LONGEST_CATEGORY))
    twice = Counter(name.casefold() for name in names)
    if name := next((name for name in names if twice[name.casefold()] > 1), ""):
        raise Refused(_("Two categories are called {name}.").format(name=name))


def _refuse_gone(wanted: Collection[str], names: Collection[str]) -> None:
    """Whoever is in a category that goes must be put into another one first, or into none."""
    for name, count in Counter(wanted).items():
        if name and name not in names:
            raise Refused(
                ngettext(
                    "“{name}” has {count} player: move them first.",
                    "“{name}” has {count} players: move them first.",
                    count,
                ).format(name=name, count=count)
            )

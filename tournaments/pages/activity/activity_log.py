"""What was done, newest first, page by page: what can be undone now, and otherwise what is in the way."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Action, Club, Tournament, User
from tournaments.pages.common.action_sentences import (
    NOT_UNDONE_HERE,
    done_by,
    is_verb_known,
    names_missing,
    sentence_of,
    users_named,
)
from tournaments.permissions import may_undo_as_helper
from tournaments.recording import is_archived, is_of_another_version, obstacles

LENGTH = 25
"""Lines a page that stand: what was undone takes nobody's place."""
_LOOKED_AT = 4 * LENGTH


@dataclass(frozen=True, kw_only=True, slots=True)
class ActivityLine:
    sentence: str
    at: datetime.datetime
    by: str
    is_undone: bool
    undo: int | None
    """The key of the action that the button takes back: this one or, where it is undone, its undoing."""
    in_the_way: str
    """Why it has no button."""
    has_seconds: bool
    """Another line has the same minute."""

    @property
    def is_of_today(self) -> bool:
        return timezone.localdate(self.at) == timezone.localdate()


@dataclass(frozen=True, kw_only=True, slots=True)
class ActivityPage:
    lines: tuple[ActivityLine, ...]
    earlier: int | None
    """What was done before the action of that key is on the next page; None: this is the last one."""
    is_newest: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class _DoneChain:
    """An action, its undoing, the undoing of that, and so on."""

    chain: tuple[Action, ...]

    @property
    def first(self) -> Action:
        return self.chain[0]

    @property
    def last(self) -> Action:
        return self.chain[-1]

    @property
    def is_undone(self) -> bool:
        return len(self.chain) % 2 == 0


def tournament_activity(
    tournament: Tournament, *, before: int | None = None, helper: User | None = None
) -> ActivityPage:
    """A helper may undo what is their own."""
    may_undo = _anything if helper is None else partial(may_undo_as_helper, helper)
    is_closed = not tournament.season.is_open

    def may_still_undo(action: Action) -> bool:
        return may_undo(action) and (not is_closed or _root(action).verb.startswith("result."))

    return _page(tournament.actions.all(), before, may_still_undo)


def club_activity(
    club: Club, *, before: int | None = None, may_undo: Callable[[Action], bool], length: int = LENGTH
) -> ActivityPage:
    """What was done for the club itself; its tournaments have lists of their own."""
    return _page(club.actions.filter(tournament=None), before, may_undo, length)


def what_is_in_the_way(later: Sequence[Action]) -> str:
    """The later actions, newest first, that must be undone before."""
    return _in_the_way(later, names_missing(later[:1], {}), users_named(later[:1]))


def _page(
    actions: QuerySet[Action], before: int | None, may_undo: Callable[[Action], bool], length: int = LENGTH
) -> ActivityPage:
    """The number of queries grows neither with the lines nor with what was done since."""
    firsts = actions.filter(undoes=None) if before is None else actions.filter(undoes=None, pk__lt=before)
    looked_at = list(_outlines(firsts)[: _LOOKED_AT + 1])
    undoings = {action.undoes_id: action for action in _undoings(actions, looked_at)}
    done = [_last(action, undoings) for action in looked_at[:_LOOKED_AT]]
    standing = [place for place, each in enumerate(done) if not each.is_undone]
    shown = done[: standing[length]] if len(standing) > length else done
    whole = [action for action in _whole(shown) if may_undo(action)]
    never = {action.pk: why for action in whole if (why := _why_never(action))}
    found = obstacles([action for action in whole if action.pk not in never])
    nearest = [later[0] for later in found.values() if later]
    named = [each.first for each in shown] + nearest
    return ActivityPage(
        lines=_lines(shown, found, never, names_missing(named, {}), users_named(named)),
        earlier=None if len(shown) == len(looked_at) else shown[-1].first.pk,
        is_newest=before is None,
    )


def _outlines(actions: QuerySet[Action]) -> QuerySet[Action]:
    return (
        actions.select_related("actor")
        .only("verb", "facts", "at", "undoes", "club", "tournament", "actor__name", "actor__username")
        .order_by("-id")
    )


def _undoings(actions: QuerySet[Action], firsts: Sequence[Action]) -> QuerySet[Action]:
    return _outlines(actions.filter(undoes__isnull=False, pk__gt=firsts[-1].pk)) if firsts else actions.none()


def _last(first: Action, undoings: Mapping[int | None, Action]) -> _DoneChain:
    chain = [first]
    while chain[-1].pk in undoings:
        chain.append(undoings[chain[-1].pk])
    return _DoneChain(chain=tuple(chain))


def _whole(shown: Sequence[_DoneChain]) -> list[Action]:
    """The last of each chain with all that was kept of it, and with what it undid."""
    there = Action.objects.in_bulk([action.pk for each in shown for action in each.chain])
    for action in there.values():
        if action.undoes_id is not None:
            action.undoes = there[action.undoes_id]  # known here: nobody need ask the database for it
    return [there[each.last.pk] for each in shown if each.first.verb not in NOT_UNDONE_HERE]


def _root(action: Action) -> Action:
    while action.undoes is not None:
        action = action.undoes
    return action


def _lines(
    shown: Sequence[_DoneChain],
    found: Mapping[int, tuple[Action, ...] | None],
    never: Mapping[int, str],
    names: Mapping[int, str],
    users: Mapping[int, str],
) -> tuple[ActivityLine, ...]:
    minutes = Counter(_minute(each.last) for each in shown)
    return tuple(
        ActivityLine(
            sentence=sentence_of(each.first.verb, each.first.facts, names, users),
            at=each.last.at,
            by=done_by(each.last, names),
            is_undone=each.is_undone,
            undo=each.last.pk if each.last.pk in found and found[each.last.pk] is None else None,
            in_the_way=_why_not(each, found, never, names, users),
            has_seconds=minutes[_minute(each.last)] > 1,
        )
        for each in shown
    )


def _minute(action: Action) -> datetime.datetime:
    return action.at.replace(second=0, microsecond=0)


def _why_not(
    done: _DoneChain,
    found: Mapping[int, tuple[Action, ...] | None],
    never: Mapping[int, str],
    names: Mapping[int, str],
    users: Mapping[int, str],
) -> str:
    if done.last.pk in never:
        return never[done.last.pk]
    return "" if done.is_undone else _obstacle(found.get(done.last.pk), names, users)


def _why_never(action: Action) -> str:
    """Whatever was done since; empty where it depends on that."""
    if is_archived(action):
        return _("Archived: this cannot be undone any more.")
    if is_of_another_version(action) or not is_verb_known(action):
        return _("Another version of Clubchess did this. Only that version can undo it.")
    return ""


def _obstacle(later: tuple[Action, ...] | None, names: Mapping[int, str], users: Mapping[int, str]) -> str:
    if later is None:
        return ""
    return _in_the_way(later, names, users) if later else _("What it changed has been changed again since.")


def _in_the_way(later: Sequence[Action], names: Mapping[int, str], users: Mapping[int, str]) -> str:
    what, at = _what(later[0], names, users), f"{timezone.localtime(later[0].at):%H:%M:%S}"
    if len(later) == 1:
        return _("Undo first: {what} ({time})").format(what=what, time=at)
    return ngettext(
        "Undo first: {what} ({time}), then {count} other",
        "Undo first: {what} ({time}), then {count} others",
        len(later) - 1,
    ).format(what=what, time=at, count=len(later) - 1)


def _what(action: Action, names: Mapping[int, str], users: Mapping[int, str]) -> str:
    """An undo says what it undid; an undo of an undo did that again."""
    if action.undoes_id is None:
        return sentence_of(action.verb, action.facts, names, users)
    what = sentence_of(action.facts.get("verb", action.verb), action.facts, names, users)
    return what if action.facts.get("again") else _("Undone: {what}").format(what=what)


def _anything(_action: Action) -> bool:
    return True

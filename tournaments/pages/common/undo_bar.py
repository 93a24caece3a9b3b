"""What the last tap did, for the bar under the thumb: one sentence, and its undo."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from django.db.models import QuerySet

from tournaments import clock
from tournaments.models import Action, Tournament, User
from tournaments.pages.common.action_sentences import (
    NOT_UNDONE_HERE,
    LastActionLine,
    done_by,
    is_verb_known,
    names_missing,
    sentence_of,
    users_named,
)
from tournaments.permissions import may_undo_as_helper
from tournaments.recording import YOUNGEST, is_archived

_COLUMNS = ("verb", "facts", "at", "club", "tournament")
_DEEP = 3
"""An undo of a redo: so far its first action is read along with the last one."""
_CHAIN = ["__".join(["undoes"] * depth) for depth in range(1, _DEEP + 1)]


def undo_bar(
    tournament: Tournament,
    names: Mapping[int, str],
    *,
    helper: User | None = None,
    just_done: Action | None = None,
) -> LastActionLine | None:
    """By whomever it was done; a helper may take back what is their own. None: nothing has been done yet.

    `names` are those that the page knows anyhow, by player key. One query, and one more for names it does not know;
    none where it is `just_done`.
    """
    newest = just_done or _newest(tournament.actions.all())
    return None if newest is None else _line(newest, names, helper)


def undo_bar_at_door(
    tournaments: Collection[Tournament],
    names: Mapping[int, str],
    *,
    directed: Collection[str],
    user: User,
    just_done: Action | None = None,
) -> tuple[Tournament, LastActionLine] | None:
    """In any of these, and in which; where the user does not direct it, they may take back what is their own."""
    by_key = {each.pk: each for each in tournaments}
    is_theirs = just_done is not None and just_done.tournament_id in by_key
    newest = just_done if is_theirs else _newest(Action.objects.filter(tournament__in=tournaments))
    if newest is None or newest.tournament_id is None:
        return None
    found = by_key[newest.tournament_id]
    return found, _line(newest, names, None if found.slug in directed else user)


def _line(newest: Action, names: Mapping[int, str], helper: User | None) -> LastActionLine:
    first, is_undone = _first(newest)
    may_undo = helper is None or may_undo_as_helper(helper, newest)
    names = {**names, **names_missing([first], names)}
    has_undo = may_undo and is_verb_known(first) and first.verb not in NOT_UNDONE_HERE
    return LastActionLine(
        sentence=sentence_of(first.verb, first.facts, names, users_named([first])),
        at=newest.at,
        by=done_by(newest, names),
        actor=newest.actor_id,
        is_undone=is_undone,
        undo=newest.pk if has_undo and not _is_archived(newest) else None,
    )


def _is_archived(action: Action) -> bool:
    """What is young cannot be, so an evening asks nothing more."""
    return action.at < clock.now() - YOUNGEST and is_archived(action)


def _newest(actions: QuerySet[Action]) -> Action | None:
    return (
        actions.select_related("actor", *_CHAIN)
        .only(
            *_COLUMNS,
            "actor__name",
            "actor__username",
            *(f"{undone}__{column}" for undone in _CHAIN for column in (*_COLUMNS, "actor")),
        )
        .order_by("-id")
        .first()
    )


def _first(action: Action) -> tuple[Action, bool]:
    """What was undone, redone, undone again; whether it is undone at the end."""
    is_undone = False
    while action.undoes is not None:
        action, is_undone = action.undoes, not is_undone
    return action, is_undone

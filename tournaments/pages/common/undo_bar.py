"""What the last tap did, for the bar under the thumb: one sentence, and its undo; what was undone, and its redo."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

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
from tournaments.recording import YOUNGEST, is_archived, newest_first

_COLUMNS = ("verb", "facts", "at", "club", "tournament")
_DEEP = 3
"""An undo of a redo: so far what a helper's rights and its age are asked of is read along with it."""
_CHAIN = ["__".join(["undoes"] * depth) for depth in range(1, _DEEP + 1)]


@dataclass(frozen=True, kw_only=True, slots=True)
class UndoBar:
    """A rope to go back and forth on: what was done last and still stands, and what was undone since, if it can be done
    again."""

    done: LastActionLine | None
    undone: LastActionLine | None = None


def undo_bar(
    tournament: Tournament,
    names: Mapping[int, str],
    *,
    of_round: int | None = None,
    helper: User | None = None,
    just_done: Action | None = None,
) -> UndoBar | None:
    """By whomever it was done; a helper may take back what is their own. None: nothing has been done yet.

    `of_round`: what was done in that round alone. `names` are those that the page knows anyhow, by player key. One
    query, and one more for names it does not know, two more where something was undone; the first is none where it is
    `just_done`.
    """
    actions = tournament.actions.all()
    if of_round is not None:
        actions = actions.filter(facts__round=of_round)
    return _bar(actions, just_done, names, helper)


def undo_bar_at_door(
    tournaments: Collection[Tournament],
    names: Mapping[int, str],
    *,
    directed: Collection[str],
    user: User,
    just_done: Action | None = None,
) -> tuple[Tournament, UndoBar] | None:
    """In the one of these in which something was done last, and which that is; where the user does not direct it, they
    may take back what is their own."""
    by_key = {each.pk: each for each in tournaments}
    is_theirs = just_done is not None and just_done.tournament_id in by_key
    newest = just_done if is_theirs else _of(Action.objects.filter(tournament__in=tournaments)).first()
    if newest is None or newest.tournament_id is None:
        return None
    found = by_key[newest.tournament_id]
    bar = _bar(found.actions.all(), newest, names, None if found.slug in directed else user)
    return None if bar is None else (found, bar)


def _bar(
    actions: QuerySet[Action], just_done: Action | None, names: Mapping[int, str], helper: User | None
) -> UndoBar | None:
    newest = just_done or _of(actions).first()
    if newest is None:
        return None
    done, undone = (newest, None) if newest.undoes_id is None else _ends_of_rope(actions)
    return UndoBar(
        done=None if done is None else _line(done, names, helper),
        undone=None if undone is None else _line(undone, names, helper),
    )


def _ends_of_rope(actions: QuerySet[Action]) -> tuple[Action | None, Action | None]:
    """The last that stands, done or done again, and the last undoing, if nothing new was done since. Each is the one
    whose undoing takes that back."""
    newest_new = actions.filter(undoes=None).order_by("-pk").values_list("pk", flat=True).first() or 0
    done = undone = None
    for action in newest_first(_of(actions.filter(undone_by=None))):
        if not _is_undoing(action):
            done = done or action
        elif action.pk > newest_new:
            undone = undone or action
        if done and (undone or action.pk <= newest_new):
            break
    return done, undone


def _line(action: Action, names: Mapping[int, str], helper: User | None) -> LastActionLine:
    verb = action.facts["verb"] if action.undoes_id else action.verb
    names = {**names, **names_missing([action], names)}
    may_undo = helper is None or may_undo_as_helper(helper, action)
    has_undo = may_undo and is_verb_known(action) and verb not in NOT_UNDONE_HERE
    return LastActionLine(
        sentence=sentence_of(verb, action.facts, names, users_named([action])),
        at=action.at,
        by=done_by(action, names),
        actor=action.actor_id,
        is_undone=_is_undoing(action),
        undo=action.pk if has_undo and not _is_archived(action) else None,
    )


def _is_undoing(action: Action) -> bool:
    """Not of what was undone, which does that again."""
    return action.undoes_id is not None and not action.facts.get("again", False)


def _is_archived(action: Action) -> bool:
    """What is young cannot be, so an evening asks nothing more."""
    return action.at < clock.now() - YOUNGEST and is_archived(action)


def _of(actions: QuerySet[Action]) -> QuerySet[Action]:
    """The newest first, with what a line says of them and what a helper's rights are asked of."""
    return (
        actions.select_related("actor", *_CHAIN)
        .only(
            *_COLUMNS,
            "undoes",
            "actor__name",
            "actor__username",
            *(f"{undone}__{column}" for undone in _CHAIN for column in ("verb", "actor")),
        )
        .order_by("-id")
    )

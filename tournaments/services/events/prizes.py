"""Prizes of a tournament or of a series: set up, decided where a table leaves it open, and fixed at the end."""

from __future__ import annotations

import uuid
from contextlib import AbstractContextManager
from enum import StrEnum
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.models import Action, Player, Series, Tournament, User
from tournaments.recording import Change, Stale, last_change_in_club, last_change_of, recording, refresh
from tournaments.selectors.display_names import display_name_of
from tournaments.selectors.prizes import (
    ClubPrizes,
    Fixed,
    Prized,
    PrizeScheme,
    fixed_to_json,
    prizes_of,
    scheme_to_json,
)
from tournaments.services.common.closed_seasons import refuse_closed
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused

MOST_LISTS = 12
MOST_PRIZES = 60
"""Of one list."""
MOST_CENTS = 100_000_000
LONGEST_THING = 80
LONGEST_NAME = 60


class PrizeDecision(StrEnum):
    """What is decided of one person."""

    WON_LOT = "won_lot"
    WANTS_NONE = "wants_none"
    WANTS_ONE = "wants_one"


def version_of(thing: Prized) -> str:
    """What a form about the prizes was made for."""
    return fingerprint(thing.prizes)


def version_of_awards(thing: Prized) -> str:
    """Who would get what: what is fixed is what was on the screen."""
    prizes = prizes_of(thing)
    return "" if prizes is None else _state_of(prizes)


def _state_of(prizes: ClubPrizes) -> str:
    return fingerprint([str(award) for award in prizes.given.awards])


def set_prizes(
    thing: Prized, plan: PrizeScheme, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None
) -> None:
    """`seen` is the version_of(thing) that the form was made for. Without any list there are no prizes."""
    with _recording(thing, "prizes.set", actor, receipt) as change:
        saved = _found(thing, seen)
        refuse_closed(thing.season)
        _refuse_fixed(saved)
        _check(thing, plan)
        kept = {name: (saved or {}).get(name, []) for name in ("left_out", "lots")}
        change.update(thing, prizes=scheme_to_json(plan) | kept | {"fixed": None} if plan.lists else None)
        change.facts.update(_facts(thing))


def decide_prize(
    thing: Prized,
    player: Player,
    decision: PrizeDecision,
    *,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> None:
    """They have won the lot, ahead of all others level; or want no prize, which goes to the next; or want one again."""
    with _recording(thing, "prizes.decide", actor, receipt) as change:
        saved = _found(thing, seen)
        _refuse_fixed(saved)
        prizes = prizes_of(thing)
        if saved is None or prizes is None or not _is_in(prizes, player):
            raise Refused(_("{player} is on no list of prizes here.").format(player=display_name_of(player)))
        left_out, lots = list(prizes.left_out), list(prizes.lots)
        match decision:
            case PrizeDecision.WON_LOT:
                lots = [player.pk, *(each for each in lots if each != player.pk)]
            case PrizeDecision.WANTS_NONE:
                left_out = sorted({*left_out, player.pk})
            case PrizeDecision.WANTS_ONE:
                left_out = [each for each in left_out if each != player.pk]
        change.update(thing, prizes=saved | {"left_out": left_out, "lots": lots})
        change.facts.update(_facts(thing) | {"player": player.pk, "what": decision.value})


def fix_prizes(thing: Prized, *, seen: str, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """Whoever gets what now keeps it, whatever is corrected later. `seen`: version_of_awards of what was looked at."""
    with _recording(thing, "prizes.fix", actor, receipt) as change:
        saved = _found(thing, None)
        prizes = prizes_of(thing)
        if saved is None or prizes is None:
            raise Refused(_("No prizes are set up."))
        if prizes.fixed is not None:
            return
        if not prizes.is_over:
            raise Refused(_("Some games are not over yet: the prizes can be made final when the last result is in."))
        if any(award.by_lot for award in prizes.given.awards):
            raise Refused(_("First say who has won by lot: some share a place, and a thing cannot be divided."))
        if _state_of(prizes) != seen:
            raise Stale(_last_change(thing))
        fixed = Fixed(at=timezone.now(), awards=prizes.given.awards)
        change.update(thing, prizes=saved | {"fixed": fixed_to_json(fixed)})
        change.facts.update(_facts(thing))


def open_prizes(thing: Prized, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """They follow the table again."""
    with _recording(thing, "prizes.open", actor, receipt) as change:
        saved = _found(thing, None)
        if saved is None or saved.get("fixed") is None:
            return
        change.update(thing, prizes=saved | {"fixed": None})
        change.facts.update(_facts(thing))


def _recording(
    thing: Prized, verb: str, actor: User | None, receipt: uuid.UUID | None
) -> AbstractContextManager[Change]:
    """A tournament's is undone there, that of a series in the club."""
    scope = thing if isinstance(thing, Tournament) else thing.club
    return recording(scope, actor=actor, verb=verb, receipt=receipt, public=[scope])


def _found(thing: Prized, seen: str | None) -> dict[str, Any] | None:
    """What is saved now. Raises Stale where that is not what was seen."""
    if isinstance(thing, Series):
        refresh(thing)
    if seen is not None and version_of(thing) != seen:
        raise Stale(_last_change(thing))
    saved: dict[str, Any] | None = thing.prizes
    return saved


def _last_change(thing: Prized) -> Action | None:
    if isinstance(thing, Series):
        return last_change_in_club(thing, club=thing.club)
    return last_change_of(thing, tournament=thing, fields={"prizes"})


def _refuse_fixed(saved: dict[str, Any] | None) -> None:
    if saved is not None and saved.get("fixed") is not None:
        raise Refused(_("The prizes are final. Open them again first."))


def _is_in(prizes: ClubPrizes, player: Player) -> bool:
    return any(contender.person == player.pk for each in prizes.lists for contender in each.contenders)


def _facts(thing: Prized) -> dict[str, Any]:
    return {"name": thing.name} | ({"series": thing.pk} if isinstance(thing, Series) else {})


def _check(thing: Prized, plan: PrizeScheme) -> None:
    """Raises Refused."""
    if len(plan.lists) > MOST_LISTS or any(len(each.prizes) > MOST_PRIZES for each in plan.lists):
        raise Refused(
            _("There are at most {lists} lists of {prizes} prizes.").format(lists=MOST_LISTS, prizes=MOST_PRIZES)
        )
    if len(plan.currency) > 5:
        raise Refused(_("A currency is a sign or a short word, such as € or kr."))
    names = [each.name.casefold() for each in plan.lists]
    if len(set(names)) < len(names):
        raise Refused(_("Two lists of prizes have the same name."))
    known = {each["name"] for each in thing.categories}
    for each in plan.lists:
        if not each.name or len(each.name) > LONGEST_NAME or not each.prizes:
            raise Refused(_("A list of prizes has a name and at least one prize."))
        if each.of and each.of not in known and isinstance(thing, Series):
            raise Refused(_("The series has no category “{name}”.").format(name=each.of))
        if each.of and each.of not in known:
            raise Refused(_("The tournament has no category “{name}”.").format(name=each.of))
        if any(
            not (0 <= prize.cents <= MOST_CENTS) or len(prize.thing) > LONGEST_THING or not (prize.cents or prize.thing)
            for prize in each.prizes
        ):
            raise Refused(
                _("A prize is an amount of money, or says in at most {most} characters what it is.").format(
                    most=LONGEST_THING
                )
            )

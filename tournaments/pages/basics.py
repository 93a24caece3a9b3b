"""A tournament's name, season and planned rounds: what is settled of them, and what there is to know of the number."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Round, Tournament
from tournaments.pages.wording import sentence
from tournaments.pairing.protocols import RoundPlan, RoundPlanKind
from tournaments.snapshots import configured_system


@dataclass(frozen=True, kw_only=True, slots=True)
class Basics:
    """`opened` and `published` are the numbers of the newest such rounds, 0 without one."""

    plan: RoundPlan
    planned_rounds: int | None
    opened: int
    published: int
    is_open: bool
    """In an open season."""
    address: str

    @property
    def is_settled(self) -> bool:
        """The last planned round is published."""
        return self.planned_rounds is not None and self.published >= self.planned_rounds

    @property
    def is_asked(self) -> bool:
        """Whether the form has a field for the number."""
        return self.plan.kind is not RoundPlanKind.FOLLOWS

    @property
    def lacks_plan(self) -> bool:
        """It came from elsewhere, into a system that plans its rounds."""
        return self.plan.kind is RoundPlanKind.ASKED and self.planned_rounds is None

    @property
    def can_end_after(self) -> int | None:
        """The newest round, where it can be made the last one."""
        is_earlier = self.planned_rounds is None or self.opened < self.planned_rounds
        return self.opened if self.is_open and self.is_asked and self.opened and is_earlier else None

    @property
    def settled_words(self) -> str:
        return _("Round {number}, the last one planned, is published: the number of rounds is settled.").format(
            number=self.planned_rounds
        )


def basics_of(tournament: Tournament, rounds: list[Round] | None = None) -> Basics:
    """`rounds` are the tournament's, all and in order, where they are known already."""
    rounds = list(tournament.rounds.order_by("number")) if rounds is None else rounds
    return Basics(
        plan=configured_system(tournament).terms().rounds,
        planned_rounds=tournament.planned_rounds,
        opened=max((each.number for each in rounds), default=0),
        published=max((each.number for each in rounds if each.is_public), default=0),
        is_open=tournament.season.is_open,
        address=reverse("public_tournament", args=[tournament.club.slug, tournament.slug]),
    )


def plan_help(plan: RoundPlan) -> str:
    """Beside the field, before a number is typed."""
    if plan.kind is RoundPlanKind.FREE:
        return _("Leave it empty when the evenings simply go on.")
    said = [_("You can change it until the last round is published.")]
    return " ".join([*said, _odd_is_better()] if plan.prefers_odd else said)


def plan_hints(plan: RoundPlan, planned: int | None, players: int) -> tuple[str, ...]:
    """About the number as it is planned; a hint, nothing is refused for it."""
    if planned is None:
        return ()
    found = []
    if plan.halves_leaders and 2**planned < players:
        found.append(
            ngettext(
                "With {players} players, {rounds} round can leave several who have won every game. "
                "{enough} rounds usually leave no more than one.",
                "With {players} players, {rounds} rounds can leave several who have won every game. "
                "{enough} rounds usually leave no more than one.",
                planned,
            ).format(players=players, rounds=planned, enough=(players - 1).bit_length())
        )
    if plan.prefers_odd and planned % 2 == 0:
        found.append(_odd_is_better())
    return tuple(found)


def decided_in_words(plan: RoundPlan) -> tuple[str, ...]:
    """What the last planned rounds have of their own: a sentence each."""
    return tuple(sentence(reason, {}) for reason in plan.decides)


def _odd_is_better() -> str:
    return _(
        "An odd number is better: most players have then had White and Black equally often before the last round, "
        "and can have either in it."
    )

"""A system for whoever only knows when they play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.types.occasions import Occasion, Suits
from tournaments.pairing.types.options import configured

OCCASIONS: Mapping[Occasion, object] = {
    Occasion.DAY: gettext_lazy("One morning or day"),
    Occasion.EVENING: gettext_lazy("One evening"),
    Occasion.WEEKLY: gettext_lazy("Every week"),
    Occasion.WEEKEND: gettext_lazy("A weekend"),
    Occasion.ANY_TIME: gettext_lazy("Whenever the players like"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemProposal:
    """`rounds`: as many as were asked for, or as such a tournament usually has; None where it is open or follows."""

    system: str
    preset: str
    name: str
    sentence: str
    in_groups: bool
    rounds: int | None


def proposed_system(language: str, *, when: Occasion, players: int | None, rounds: int | None) -> SystemProposal:
    """The one that fits best. For every occasion there is one that suits any number of players."""
    fitting = [(code, suits) for code, suits in _suits(when) if _fits(code, suits, players=players, rounds=rounds)]
    code, suits = min(fitting, key=lambda each: _rank(each[1], language))
    info = SYSTEMS[code].info
    return SystemProposal(
        system=code,
        preset=suits.preset,
        name=_(info.preset_names[suits.preset] if suits.preset else info.name),
        sentence=_(suits.sentence),
        in_groups=suits.in_groups,
        rounds=rounds,
    )


def _suits(occasion: Occasion) -> Iterator[tuple[str, Suits]]:
    for code, system in SYSTEMS.items():
        yield from ((code, suits) for suits in system.info.suits if suits.occasion is occasion)


def _fits(code: str, suits: Suits, *, players: int | None, rounds: int | None) -> bool:
    """Where the number of rounds follows from the field, there must be time for them."""
    if suits.most is None:
        return True
    if players is None or players > suits.most:
        return False
    of_field = configured(SYSTEMS[code], {}, preset=suits.preset or None).capabilities().rounds.of_field
    return rounds is None or of_field is None or of_field(players) <= rounds


def _rank(suits: Suits, language: str) -> tuple[bool, bool, bool]:
    """Best first: for so few; at home there; everywhere."""
    return suits.most is None, language not in suits.languages, bool(suits.languages)

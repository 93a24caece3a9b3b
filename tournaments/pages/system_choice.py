"""The pairing systems to choose from, each with its presets."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.protocols import PairingSystem


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemCard:
    code: str
    name: str
    summary: str
    source: str
    presets: tuple[str, ...]


def system_cards() -> tuple[SystemCard, ...]:
    return tuple(system_card(code, system) for code, system in SYSTEMS.items())


def system_card(code: str, system: type[PairingSystem]) -> SystemCard:
    info = system.info
    return SystemCard(
        code=code,
        name=_(info.name),
        summary=_(info.summary),
        source=_(info.source),
        presets=tuple(info.presets),
    )

"""The pairing systems to choose from, each with its presets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from django.utils.translation import gettext as _

from tournaments.pages.common.option_words import settings_in_words
from tournaments.pairing.discovery import SYSTEMS
from tournaments.pairing.protocols import PairingSystem
from tournaments.pairing.types.options import configured


@dataclass(frozen=True, kw_only=True)
class PresetTile:
    """A way in which clubs play the system. `code` is empty for the system's own. What it sets is worked out where it
    is shown: lists of all systems name them alone."""

    code: str
    name: str
    sentence: str
    played: PairingSystem
    usual: PairingSystem
    """As the first of the presets has it."""

    @cached_property
    def settings(self) -> tuple[str, ...]:
        """In words."""
        return settings_in_words(self.played)

    @cached_property
    def differing(self) -> tuple[str, ...]:
        """Those that the first of the presets does not have."""
        usual = settings_in_words(self.usual)
        return tuple(sentence for sentence in self.settings if sentence not in usual)


@dataclass(frozen=True, kw_only=True, slots=True)
class SystemTile:
    code: str
    name: str
    summary: str
    source: str
    presets: tuple[PresetTile, ...]

    def preset(self, code: str) -> PresetTile:
        """Without a code the system's own settings, which may have a name too."""
        return next((preset for preset in self.presets if preset.code == code), self.presets[0])


def system_tiles() -> tuple[SystemTile, ...]:
    """Those that a tournament of players can choose."""
    return tuple(system_tile(code, system) for code, system in SYSTEMS.items() if system.info.is_for_players)


def system_tile(code: str, system: type[PairingSystem]) -> SystemTile:
    info = system.info
    return SystemTile(
        code=code,
        name=_(info.name),
        summary=_(info.summary),
        source=_(info.source),
        presets=_presets(system),
    )


def _presets(system: type[PairingSystem]) -> tuple[PresetTile, ...]:
    """The system's own settings come first, under the name of a preset that changes nothing, where there is one."""
    info = system.info
    own = next((code for code, options in info.presets.items() if not options), "")
    codes = [own, *(code for code in info.presets if code != own)]
    played = {code: configured(system, {}, preset=code or None) for code in codes}
    return tuple(
        PresetTile(
            code=code,
            name=_(info.preset_names.get(code, code)) if code else _("As it is"),
            sentence=_(told) if (told := info.preset_sentences.get(code, "")) else "",
            played=played[code],
            usual=played[own],
        )
        for code in codes
    )

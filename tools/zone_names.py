"""Writes what time zones are called in each language, and which are more than an earlier name of another:
`python -m tools.zone_names`.

By the Unicode locale data that Babel brings, which an installed Clubchess goes without.
"""

import json
from pathlib import Path

from babel.core import get_global
from babel.dates import get_timezone_location

from clubchess.languages import OWN_NAMES

BETTER = {
    "Africa/Dar_es_Salaam": dict.fromkeys(("nb", "sv"), "Dar es Salaam"),
    "America/Argentina/Cordoba": dict.fromkeys(OWN_NAMES, "Córdoba"),
    "America/Havana": {"nb": "Havanna"},
    "America/Mazatlan": {"nb": "Mazatlán"},
    "Asia/Jayapura": {"nb": "Jayapura"},
    "Asia/Thimphu": {"nb": "Thimphu"},
    "Atlantic/Faroe": {"nb": "Færøyene", "sv": "Färöarna", "da": "Færøerne", "de": "Färöer", "nl": "Faeröer"},
    "Europe/Busingen": dict.fromkeys(("sv", "da", "nl"), "Büsingen"),
    "Europe/Luxembourg": {"nb": "Luxembourg"},
}
"""What the data has in no language or in an old spelling, as readers of each write it."""

FILE = Path(__file__).parents[1] / "tournaments/forms/clubs/zone_names.json"


def zone_names() -> dict[str, dict[str, str]]:
    """By zone, its city by language; a language is left out where the city is called as the zone is."""
    zones = sorted(zone for zone in get_global("zone_territories") if "/" in zone and not zone.startswith("Etc/"))
    return {zone: _cities(zone) for zone in zones}


def _cities(zone: str) -> dict[str, str]:
    as_in_the_zone = zone.rpartition("/")[2].replace("_", " ")
    cities = {
        language: get_timezone_location(zone, locale=language, return_city=True).rpartition("/")[2]
        for language in OWN_NAMES
    }
    cities |= BETTER.get(zone, {})
    return {language: city for language, city in cities.items() if city != as_in_the_zone}


def written() -> str:
    """A zone a line."""
    lines = (f"{json.dumps(zone)}: {json.dumps(cities, ensure_ascii=False)}" for zone, cities in zone_names().items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8")

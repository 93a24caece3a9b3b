"""A league's rules as a file: what one club has checked, another takes over."""

from __future__ import annotations

import json
from collections.abc import Mapping

from tournaments.exchange.json_node import FileError, read
from tournaments.pairing.teams.leagues import LeagueRules
from tournaments.pairing.types.options import OptionError, configured, fields_of, saved

LARGEST = 1_000_000


def read_league_rules(data: bytes) -> Mapping[str, object]:
    """What of the rules differs from any league's. Raises FileError, with the key that is wrong."""
    options = tuple(option.code for option in fields_of(LeagueRules))
    members = read(data, largest=LARGEST).members(optional=options)
    given = {key: node.saved() for key, node in members.items()}
    try:
        rules = configured(LeagueRules, given)
    except OptionError as error:
        raise FileError(error.message, error.option, **error.facts) from error
    usual = saved(LeagueRules())
    return {key: value for key, value in saved(rules).items() if value != usual[key]}


def written_league_rules(rules: LeagueRules) -> bytes:
    """All of them, so that whoever opens the file sees what there is."""
    return json.dumps(saved(rules), indent=2, ensure_ascii=False).encode() + b"\n"

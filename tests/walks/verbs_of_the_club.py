"""Verbs of the club that its public pages show, and where they begin; they are undone like those of the evening."""

from __future__ import annotations

import datetime
from dataclasses import replace
from typing import Any

from tests.tools.casts.factories import Evening
from tests.tools.pages.pictures import picture
from tests.walks.verbs import Verb, all_played, nothing
from tournaments.exchange.logo import normalised
from tournaments.exchange.player_list import ListedPlayer
from tournaments.models import (
    Membership,
    Player,
    ShownAs,
)
from tournaments.recording import digest_of
from tournaments.services.clubs import clubs
from tournaments.services.players import player_import, players
from tournaments.services.setup import seasons


def rename(evening: Evening, **details: Any) -> None:
    edit(evening.entry(1).player, **details)


def edit(player: Player, **details: Any) -> None:
    wanted = replace(players.details_of(player), **details)
    players.edit_player(player, wanted, seen=players.version_of(player), actor=None)


def known_to_fide(evening: Evening) -> None:
    all_played(evening)
    Player.objects.filter(entries=evening.entry(1)).update(fide_id=17)


def import_list(evening: Evening, **details: Any) -> None:
    player = evening.entry(1).player
    listed = [ListedPlayer(row=1, fide_id=17, **{"given_name": player.given_name, "family_name": "", **details})]
    plan = player_import.preview_import(evening.tournament.club, listed, update=True)
    player_import.import_players(
        evening.tournament.club, listed, update=True, seen=plan.fingerprint, actor=evening.director
    )


def rename_club(evening: Evening) -> None:
    club = evening.tournament.club
    wanted = replace(clubs.details_of(club), name="Another name", weekday=3, time_zone="Pacific/Auckland")
    clubs.edit_club(club, wanted, seen=clubs.version_of(club), actor=None)


def rename_season(evening: Evening) -> None:
    season = evening.tournament.season
    seasons.edit_season(
        season,
        name="Another name",
        starts_on=season.starts_on,
        ends_on=season.ends_on,
        seen=seasons.version_of(season),
        actor=None,
    )


def open_another_season(evening: Evening) -> None:
    first, last = datetime.date(2027, 8, 1), datetime.date(2028, 6, 1)
    seasons.open_season(evening.tournament.club, name="Next", starts_on=first, ends_on=last, actor=None)


def close_season(evening: Evening) -> None:
    seasons.close_season(evening.tournament.season, actor=None)


def closed(evening: Evening) -> None:
    all_played(evening)
    close_season(evening)


def named(evening: Evening) -> Membership:
    return Membership.objects.get(user=evening.director)


def another_logo(evening: Evening) -> None:
    club, png = evening.tournament.club, normalised(picture())
    wanted = replace(clubs.details_of(club), logo=digest_of(png))
    clubs.edit_club(club, wanted, image=png, seen=clubs.version_of(club), actor=None)


def another_accent(evening: Evening) -> None:
    club = evening.tournament.club
    wanted = replace(clubs.details_of(club), accent="berry")
    clubs.edit_club(club, wanted, seen=clubs.version_of(club), actor=None)


OF_THE_CLUB: list[tuple[str, Verb, Verb]] = [
    ("players.rename", all_played, lambda e: rename(e, given_name="Kari")),
    ("players.shown_by_initial", all_played, lambda e: rename(e, shown_as=ShownAs.INITIAL, family_name="Moe")),
    ("players.shown_by_number", all_played, lambda e: rename(e, shown_as=ShownAs.NUMBER)),
    ("players.rename_before_the_first_round", nothing, lambda e: rename(e, given_name="Kari")),
    ("player_import.rename", known_to_fide, lambda e: import_list(e, given_name="Kari")),
    ("clubs.edit_club", all_played, rename_club),
    ("clubs.edit_club", nothing, rename_club),
    ("clubs.edit_club:logo", all_played, another_logo),
    ("clubs.edit_club:accent", nothing, another_accent),
    ("seasons.open_season", all_played, open_another_season),
    ("seasons.edit_season", all_played, rename_season),
    ("seasons.edit_season", nothing, rename_season),
    ("seasons.close_season", all_played, close_season),
    ("seasons.reopen_season", closed, lambda e: seasons.reopen_season(e.tournament.season, actor=None)),
]

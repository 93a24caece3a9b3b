"""Every public address of a club, found by walking the resolver: a page added tomorrow is looked at at once."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from django.db.models import Q
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import translation

from tests.tools.played.kept import as_outside_a_transaction
from tournaments.models import PUBLIC_STATES, Club, OutsideTeam, Pace, ShownAs, Tournament
from tournaments.pairing.protocols import KnockOutSystem, ScheduledSystem
from tournaments.selectors.club_ratings import paces_of, ratings_of
from tournaments.selectors.series import read_series
from tournaments.selectors.snapshots import configured_system
from tournaments.views.clubs.web_app import ICONS

NOBODYS = {
    "language_home",
    "alive",
    "ready",
    "metrics",
    "robots",
    "styles",
    "club_logo",
    "favicon",
    "service_worker",
    "offline",
}
NOBODYS |= {"help", "help_chapter"}
"""The same for all clubs: tests/views/clubs/test_guide.py."""
NOBODYS |= {"ask_to_enter", "api", "openapi"}
"""Neither a club's pages nor the staff's."""
STAFFS_WAY_IN = {"log_in", "log_out", "choose_password", "my_clubs"}
STAFFS_WAY_IN |= {"text_corrections", "start_correcting", "stop_correcting", "correct_text", "remove_correction"}
STAFFS_WAY_IN |= {"download_corrections"}
STAFFS_WAY_IN |= {"account", "account_details", "account_password", "end_sessions", "leave_club"}
STAFFS_WAY_IN |= {"allow_links", "invitation", "first_club", "try_demo", "arrive"}
_SECOND_FACTOR = {"begin_second_factor", "confirm_second_factor", "turn_off_second_factor", "renew_recovery_codes"}
STAFFS_WAY_IN |= {"log_in_code", "second_factor", *_SECOND_FACTOR}
BY_CARD = {"open_card", "open_card_in_language", "me", "my_card", "forget_cards"}
BY_CARD |= {
    "answer_for_all",
    "my_answer",
    "my_time_away",
    "end_my_time_away",
    "my_report",
    "my_confirmation",
    "my_report_taken_back",
    "my_picture",
    "my_flag",
    "my_entering",
    "my_standing_plan",
    "captain_team",
    "captain_fixture",
    "captain_fixture_line_up",
    "captain_fixture_answers",
    "captain_fixture_results",
    "captain_entry",
    "captain_entry_line_up",
    "captain_entry_report",
    "captain_entry_confirmation",
    "captain_entry_report_taken_back",
    "my_match_answer",
    "my_usual_answer",
}
BY_CARD |= {"my_settings", "choose_my_name", "choose_my_language", "choose_my_mail", "renew_my_calendar"}
BY_CARD |= {"choose_my_push", "withdraw_my_key", "ask_to_be_erased", "my_calendar"}
"""Of those who hold a card: tests/views/cards/test_cards.py."""
BY_LINK = {"turn_off_mail", "open_helper_pass"}
"""Of those who have the link: tests/mail/test_turning_off.py, tests/views/accounts/test_helper_passes.py."""
_OF_EVERYBODY = re.compile(r"home|home_live|public_.+|short_address.*")
_GAP = re.compile(r"(?:([^/<>]*)/)?<\w+:(\w+)>")
_SLUGS = {"club", "tournament"}
"""Gaps that mean the same wherever they stand; the others mean what the word before them says."""

_OF_DRAWS = {"public_draw", "public_draw_live"}
"""Only of tournaments whose system draws each round."""
_DRAWS = "draws each round"
_OF_PLANS = {"public_grid", "public_grid_live", "public_plan", "public_plan_live"}
"""Only of tournaments whose system says from the start who meets whom."""
_PLANS = "knows the whole plan"

_OF_TREES = {"public_tree", "public_tree_live"}
"""Only of tournaments in which who loses is out."""
_TREES = "knocks out"

_OF_RATINGS = {"public_ratings", "public_ratings_live"}
"""Only of clubs that show ratings of their own."""
_RATINGS = "shows ratings"

_OF_PRIZED = {"public_prizes", "public_prizes_live"}
"""Only of tournaments whose prizes the club shows."""
_PRIZED = "shows its prizes"

_OF_EMBEDDED = {f"public_{page}_oembed" for page in ("club", "tournament", "round", "standings")}
"""Only of clubs that let another site show their pages."""
_EMBEDDED = "lets sites show its pages"

_ONLY_OF = {
    _EMBEDDED: _OF_EMBEDDED,
    _DRAWS: _OF_DRAWS,
    _PLANS: _OF_PLANS,
    _TREES: _OF_TREES,
    _RATINGS: _OF_RATINGS,
    _PRIZED: _OF_PRIZED,
}

Choice = Callable[[Sequence[object]], Sequence[object]]


def all_routes() -> dict[str, str]:
    """The path of each route by its name, gaps and all."""
    return dict(_routes_of(get_resolver()))


@cache
def _routes_of(resolver: URLResolver) -> Mapping[str, str]:
    """Dear to walk, and the same as long as the process lives."""
    return dict(_routes(resolver.url_patterns, ""))


def public_routes() -> dict[str, str]:
    return {name: route for name, route in all_routes().items() if _OF_EVERYBODY.fullmatch(name)}


def addresses_of(
    club: Club, *, language: str = "en", choose: Choice = lambda all_there_are: all_there_are
) -> list[str]:
    """All that the public can open of a club: each round, player, table, edition and season, or those that `choose`
    takes of each. A route whose gaps nobody has filled here is an error."""
    with translation.override(language):
        return [path for _name, path in _addresses(club, choose)]


def names_with_addresses(club: Club) -> set[str]:
    return {name for name, _path in _addresses(club, lambda all_there_are: all_there_are)}


def first_and_last(all_there_are: Sequence[object]) -> Sequence[object]:
    return [*dict.fromkeys([*all_there_are[:1], *all_there_are[-1:]])]


def the_last(all_there_are: Sequence[object]) -> Sequence[object]:
    return all_there_are[-1:]


def texts_of(client: Client, addresses: Sequence[str]) -> dict[str, str]:
    """What each of them answers, unpacked, headers included; all of them answer."""
    with as_outside_a_transaction():
        return {address: text_of(client, address) for address in addresses}


def text_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code in {200, 302}, f"{address}: {answer.status_code}"
    headers = "".join(f"{name}: {value}\n" for name, value in answer.items())
    return f"{headers}\n{answer.content.decode(errors='replace')}"


def _routes(patterns: Sequence[URLPattern | URLResolver], before: str) -> Iterator[tuple[str, str]]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, route)
        else:
            yield str(pattern.name), route


def _addresses(club: Club, choose: Choice) -> Iterator[tuple[str, str]]:
    of_club: dict[str, Sequence[object]] = {
        "club": [club.slug],
        "seasons/season": choose(list(club.seasons.order_by("pk").values_list("pk", flat=True))),
        "events/event": choose(_events(club)),
        "series/series": choose(list(club.series.order_by("pk").values_list("pk", flat=True))),
        "teams/team": choose(_teams(club)),
        "people/public_key": choose(_in_a_series(club)),
        "/kind": choose([*ICONS]),
        "players/public_key": choose(_known_players(club)),
        "ratings/pace": choose([pace.value for pace in _paces(club)]),
        "lists/published": choose(list(club.own_rating_lists.order_by("pk").values_list("pk", flat=True))),
        "of/public_key": choose(_rated_players(club)),
        "/pace": [pace.value for pace in _paces(club)[:1]],
        _RATINGS: [True] if _paces(club) else [],
        _EMBEDDED: [True] if club.embedded_on else [],
    }
    tournaments = Tournament.objects.filter(club=club, trashed_at=None).order_by("pk")
    pictures = [of_club | _of_tournament(tournament, choose) for tournament in tournaments]
    for name, route in public_routes().items():
        gaps = [(gap, gap if gap in _SLUGS else f"{before}/{gap}") for before, gap in _GAP.findall(route)]
        is_of_tournament = any(gap in {"tournament", "code"} for gap, _key in gaps)
        for picture in pictures if is_of_tournament else [of_club]:
            if all(picture.get(asked) for asked, names in _ONLY_OF.items() if name in names):
                yield from ((name, path) for path in _filled(name, gaps, picture))


def _events(club: Club) -> list[object]:
    """With a group that is not in the trash."""
    there = club.events.filter(groups__trashed_at=None, groups__isnull=False).distinct()
    return list(there.order_by("pk").values_list("pk", flat=True))


def _teams(club: Club) -> list[object]:
    return list(OutsideTeam.objects.filter(league__club=club).order_by("pk").values_list("pk", flat=True))


def _paces(club: Club) -> Sequence[Pace]:
    """In which everybody may see the club's own ratings."""
    return paces_of(club) if club.rates_games and club.shows_ratings else ()


def _rated_players(club: Club) -> list[object]:
    """Whose rating stands on the public list of the first pace."""
    found = _paces(club)
    rated = ratings_of(club, found[0]).people if found else ()
    players = club.players.filter(pk__in=rated, shown_as=ShownAs.FULL, is_child=False)
    return [player.public_key for player in players.order_by("pk")]


def _in_a_series(club: Club) -> list[object]:
    """Who is known by a name in the last one."""
    series = club.series.order_by("pk").last()
    rows = read_series(series).reckoned.table().rows if series is not None else ()
    named = club.players.filter(pk__in=[row.person for row in rows]).exclude(shown_as=ShownAs.NUMBER)
    return [player.public_key for player in named.order_by("pk")]


def _known_players(club: Club) -> list[object]:
    """Who plays somewhere under a name."""
    plays = Q(entries__tournament__trashed_at=None, entries__isnull=False)
    named = club.players.filter(plays).exclude(shown_as=ShownAs.NUMBER)
    return [player.public_key for player in named.distinct().order_by("pk")]


def _of_tournament(tournament: Tournament, choose: Choice) -> dict[str, Sequence[object]]:
    rounds = tournament.rounds.filter(state__in=PUBLIC_STATES).order_by("number").values_list("number", flat=True)
    entries = tournament.entries.exclude(number=None).order_by("number")
    published = choose(list(rounds))
    system = configured_system(tournament)
    return {
        "tournament": [tournament.slug],
        "t/code": [tournament.short_code],
        "rounds/number": published,
        "standings/after": published,
        "crosstable/after": published,
        "after/after": published,
        "race/number": the_last(list(entries.values_list("number", flat=True))),
        "players/number": choose(list(entries.values_list("number", flat=True))),
        "hall/part": ["boards", "names", "standings", "find"],
        _DRAWS: [True] if system.info.round_lots else [],
        _PLANS: [True] if isinstance(system, ScheduledSystem) else [],
        _TREES: [True] if isinstance(system, KnockOutSystem) else [],
        _PRIZED: [True] if (tournament.prizes or {}).get("is_public") else [],
    }


def _filled(name: str, gaps: Sequence[tuple[str, str]], picture: Mapping[str, Sequence[object]]) -> Iterator[str]:
    if missing := [key for _gap, key in gaps if key not in picture]:
        raise LookupError(f"{name}: say in tests/tools/pages/public_pages.py what can stand for {missing}")
    for values in itertools.product(*(picture[key] for _gap, key in gaps)):
        yield reverse(name, kwargs=dict(zip((gap for gap, _key in gaps), values, strict=True)))

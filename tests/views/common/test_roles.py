"""Who may what: every route, by role and method, with its code. The one table; a route missing from it fails."""

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import cycle
from typing import NamedTuple

import pytest
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse
from django.utils import timezone

from tests.tools.guards.layers import first_fast
from tests.tools.pages.public_pages import BY_CARD
from tests.tools.pages.todays_date import today
from tournaments.models import (
    Action,
    Attendance,
    Availability,
    AwayPeriod,
    CardKey,
    Club,
    ClubRatingList,
    Directorship,
    Entry,
    Event,
    Fixture,
    Game,
    HelperPass,
    InboxItem,
    InboxSubject,
    League,
    Membership,
    OutsideTeam,
    Player,
    RatingList,
    RespondedBy,
    Response,
    Role,
    Round,
    RoundState,
    Season,
    SecondFactor,
    Series,
    SeriesBonus,
    SeriesEvent,
    Tournament,
    User,
)
from tournaments.pages.standings import table_cache
from tournaments.services.accounts import invitations
from tournaments.services.players import card_keys
from tournaments.views.common import page_cache

pytestmark = pytest.mark.django_db

ROLES = (
    "anonymous",
    "card",
    "other club's admin",
    "other helper",
    "one-evening helper",
    "helper",
    "other director",
    "director",
    "admin",
    "superuser",
)


# Codes for GET and POST. The answers to those who may are what an empty form gets: refused (409), not valid (422),
# done (302). Anonymous GET and POST on staff pages: 302 to the log-in.
def staff(get: int, post: int, *, by: str) -> dict[str, tuple[int, int]]:
    """`by`: club (whoever works for it), directors (of whatever), helper (the tournament's, and its directors),
    tournament (its directors), admin."""
    allowed = {
        "club": {"other helper", "helper", "other director", "director", "admin", "superuser"},
        "directors": {"other director", "director", "admin", "superuser"},
        "helper": {"helper", "director", "admin", "superuser"},
        "tournament": {"director", "admin", "superuser"},
        "admin": {"admin", "superuser"},
    }[by]
    table = {role: (get, post) if role in allowed else (_if_let_in(get, 403), _if_let_in(post, 403)) for role in ROLES}
    table["anonymous"] = table["card"] = (_if_let_in(get, 302), _if_let_in(post, 302))
    table["other club's admin"] = (_if_let_in(get, 404), _if_let_in(post, 404))
    return table


def _if_let_in(code: int, refused: int) -> int:
    return 405 if code == 405 else refused


def own(get: int, post: int) -> dict[str, tuple[int, int]]:
    table = dict.fromkeys(ROLES, (get, post))
    # Whoever helps for one evening has nothing of their own to keep.
    table["one-evening helper"] = (_if_let_in(get, 403), _if_let_in(post, 403))
    return table | dict.fromkeys(("anonymous", "card"), (_if_let_in(get, 302), _if_let_in(post, 302)))


def by_card(get: int, post: int) -> dict[str, tuple[int, int]]:
    """For whoever holds the card, and for nobody else, of the staff either: to them it is not there."""
    table = dict.fromkeys(ROLES, (_if_let_in(get, 404), _if_let_in(post, 404)))
    return table | {"card": (get, post)}


CAPTAINS = frozenset(
    {
        "captain_entry",
        "captain_entry_line_up",
        "captain_entry_report",
        "captain_entry_confirmation",
        "captain_entry_report_taken_back",
    }
)
"""Of a team in a tournament, which nobody here leads: tests/views/cards/test_own_teams.py."""
TABLE: dict[str, dict[str, tuple[int, int]]] = {
    "language_home": dict.fromkeys(ROLES, (302, 405)),
    "service_worker": dict.fromkeys(ROLES, (200, 405)),
    "robots": dict.fromkeys(ROLES, (200, 405)),
    "offline": dict.fromkeys(ROLES, (200, 405)),
    "help": dict.fromkeys(ROLES, (200, 405)),
    "help_chapter": dict.fromkeys(ROLES, (200, 405)),
    "favicon": dict.fromkeys(ROLES, (200, 405)),
    "alive": dict.fromkeys(ROLES, (200, 405)),
    "ready": dict.fromkeys(ROLES, (200, 405)),
    # Not found where DEBUG is off, and what is not found is looked for under a language.
    "metrics": dict.fromkeys(ROLES, (302, 405)),  # as long as there is no METRICS_TOKEN
    "styles": dict.fromkeys(ROLES, (302, 405)),
    "short_address": dict.fromkeys(ROLES, (302, 405)),
    "short_address_in_language": dict.fromkeys(ROLES, (302, 405)),
    "short_address_qr": dict.fromkeys(ROLES, (200, 405)),
    # A link that opens no card is looked for under a language, where it is not found.
    "open_card": dict.fromkeys(ROLES, (302, 405)),
    "open_card_in_language": dict.fromkeys(ROLES, (404, 405)),
    # By card.
    "me": by_card(200, 405),
    "my_card": by_card(200, 405),
    "forget_cards": by_card(405, 302),
    "my_report": by_card(405, 422),
    "my_confirmation": by_card(405, 422),
    "my_picture": by_card(404, 405),
    "my_report_taken_back": by_card(405, 422),
    "my_flag": by_card(200, 422),
    # Where nobody enters by themselves.
    "my_entering": by_card(405, 409),
    "ask_to_enter": dict.fromkeys(ROLES, (404, 404)),
    # Nothing that could be read.
    "answer_for_all": by_card(405, 422),
    "my_answer": by_card(405, 422),
    "my_time_away": by_card(405, 422),
    "end_my_time_away": by_card(405, 302),
    "captain_team": by_card(200, 405),
    "captain_fixture": by_card(200, 405),
    "captain_entry": by_card(404, 405),
    "captain_entry_line_up": by_card(405, 404),
    "captain_entry_report": by_card(405, 404),
    "captain_entry_confirmation": by_card(405, 404),
    "captain_entry_report_taken_back": by_card(405, 404),
    "captain_fixture_line_up": by_card(405, 422),
    "captain_fixture_answers": by_card(405, 422),
    "captain_fixture_results": by_card(405, 409),
    "my_match_answer": by_card(405, 422),
    "my_usual_answer": by_card(405, 422),
    "my_settings": by_card(200, 405),
    # Empty forms: no such choice, or not what was seen.
    "choose_my_name": by_card(405, 409),
    "choose_my_language": by_card(405, 409),
    "choose_my_mail": by_card(405, 422),
    "choose_my_push": by_card(405, 422),
    "renew_my_calendar": by_card(405, 409),
    "withdraw_my_key": by_card(405, 302),
    "ask_to_be_erased": by_card(405, 302),
    # The address itself is the key, and this one is wrong.
    "my_calendar": dict.fromkeys(ROLES, (404, 405)),
    # Of no tournament.
    "my_standing_plan": by_card(405, 404),
    # Whoever is logged in is led on from the log-in page.
    "log_in": dict.fromkeys(ROLES, (302, 302)) | dict.fromkeys(("anonymous", "card"), (200, 422)),
    "log_out": dict.fromkeys(ROLES, (405, 302)),
    "choose_password": dict.fromkeys(ROLES, (410, 410)),
    "invitation": dict.fromkeys(ROLES, (410, 410)),
    "open_helper_pass": dict.fromkeys(ROLES, (410, 410)),
    # Signed by nobody.
    "turn_off_mail": dict.fromkeys(ROLES, (404, 404)),
    # There is a club: whoever is logged in is led on, others read that they are late.
    "first_club": dict.fromkeys(ROLES, (302, 302)) | dict.fromkeys(("anonymous", "card"), (302, 409)),
    "arrive": dict.fromkeys(ROLES, (302, 302)) | dict.fromkeys(("anonymous", "card"), (302, 409)),
    "try_demo": dict.fromkeys(ROLES, (405, 302)) | dict.fromkeys(("anonymous", "card"), (405, 409)),
    "my_clubs": dict.fromkeys(ROLES, (302, 405)) | {"superuser": (200, 405)},
    # One's own account, whoever one is; a form without the password is not valid.
    "account": own(200, 405),
    "log_in_code": dict.fromkeys(ROLES, (302, 302)),
    "second_factor": own(200, 405),
    "begin_second_factor": own(405, 422) | {"superuser": (405, 302)},
    # Who has not begun has nothing to confirm; who has none, nothing to renew or to turn off. The superuser has one.
    "confirm_second_factor": own(405, 302),
    "renew_recovery_codes": own(405, 302) | {"superuser": (405, 422)},
    "turn_off_second_factor": own(405, 302) | {"superuser": (405, 422)},
    "account_details": own(200, 302),
    "account_password": own(200, 422),
    "end_sessions": own(405, 422),
    # Who does not work for the club has nothing to leave, and it is done; its only admin stays.
    # An empty form takes back what was allowed: done.
    "allow_links": own(405, 302) | {"other club's admin": (405, 404), "superuser": (405, 404)},
    "text_corrections": own(200, 405),
    **dict.fromkeys(("start_correcting", "stop_correcting", "remove_correction"), own(405, 302)),
    "download_corrections": own(200, 405),
    "correct_text": own(404, 404),  # no such text
    "leave_club": own(200, 302) | {"other club's admin": (404, 302), "superuser": (404, 302), "admin": (200, 409)},
    # Public pages. Round 1 is a draft, so nobody finds it there.
    "home": dict.fromkeys(ROLES, (200, 405)),
    "public_club": dict.fromkeys(ROLES, (200, 405)),
    "public_own_boards_of_club": dict.fromkeys(ROLES, (200, 405)),
    "public_manifest": dict.fromkeys(ROLES, (200, 405)),
    "public_icon": dict.fromkeys(ROLES, (200, 405)),
    "public_picture": dict.fromkeys(ROLES, (200, 405)),
    "public_own_boards": dict.fromkeys(ROLES, (200, 405)),
    "club_logo": dict.fromkeys(ROLES, (404, 405)),  # this one has none
    "public_tournament": dict.fromkeys(ROLES, (200, 405)),
    "public_round": dict.fromkeys(ROLES, (404, 405)),
    "public_own_board": dict.fromkeys(ROLES, (200, 405)),
    "public_round_names": dict.fromkeys(ROLES, (404, 405)),
    "public_draw": dict.fromkeys(ROLES, (404, 405)),
    "public_story": dict.fromkeys(ROLES, (404, 405)),
    "public_standings": dict.fromkeys(ROLES, (200, 405)),
    "public_standings_after": dict.fromkeys(ROLES, (404, 405)),
    "public_standings_corrected": dict.fromkeys(ROLES, (404, 405)),
    "public_race": dict.fromkeys(ROLES, (404, 405)),
    "public_calendar": dict.fromkeys(ROLES, (200, 405)),
    "public_club_calendar": dict.fromkeys(ROLES, (200, 405)),
    "public_hall": dict.fromkeys(ROLES, (200, 405)),
    "public_hall_part": dict.fromkeys(ROLES, (200, 405)),
    "public_file": dict.fromkeys(ROLES, (200, 405)),
    "public_feed": dict.fromkeys(ROLES, (200, 405)),
    "public_round_pgn": dict.fromkeys(ROLES, (404, 405)),  # no round is published
    "public_standings_csv": dict.fromkeys(ROLES, (200, 405)),
    # The club lets no site show its pages.
    "public_club_oembed": dict.fromkeys(ROLES, (404, 405)),
    "public_tournament_oembed": dict.fromkeys(ROLES, (404, 405)),
    "public_round_oembed": dict.fromkeys(ROLES, (404, 405)),
    "public_standings_oembed": dict.fromkeys(ROLES, (404, 405)),
    "public_club_feed": dict.fromkeys(ROLES, (200, 405)),
    "api": dict.fromkeys(ROLES, (200, 405)),
    "openapi": dict.fromkeys(ROLES, (200, 405)),
    "public_api_club": dict.fromkeys(ROLES, (200, 405)),
    "public_api_tournament": dict.fromkeys(ROLES, (200, 405)),
    "public_api_round": dict.fromkeys(ROLES, (404, 405)),
    "public_api_standings": dict.fromkeys(ROLES, (200, 405)),
    "public_api_standings_after": dict.fromkeys(ROLES, (404, 405)),
    "public_api_crosstable": dict.fromkeys(ROLES, (200, 405)),
    "public_grid": dict.fromkeys(ROLES, (404, 405)),
    "public_tree": dict.fromkeys(ROLES, (404, 405)),
    "public_plan": dict.fromkeys(ROLES, (404, 405)),
    "public_prizes": dict.fromkeys(ROLES, (404, 405)),
    "public_crosstable": dict.fromkeys(ROLES, (200, 405)),
    "public_crosstable_after": dict.fromkeys(ROLES, (404, 405)),
    "public_welcome": dict.fromkeys(ROLES, (200, 405)),
    "public_seasons": dict.fromkeys(ROLES, (200, 405)),
    "public_season": dict.fromkeys(ROLES, (200, 405)),
    "public_season_numbers": dict.fromkeys(ROLES, (200, 405)),
    "public_player": dict.fromkeys(ROLES, (200, 405)),
    "public_event": dict.fromkeys(ROLES, (200, 405)),
    "public_series": dict.fromkeys(ROLES, (200, 405)),
    **dict.fromkeys(
        ("public_teams", "public_teams_calendar", "public_teams_feed", "public_api_teams"),
        dict.fromkeys(ROLES, (200, 405)),
    ),
    **dict.fromkeys(("public_team", "public_team_calendar", "public_team_feed"), dict.fromkeys(ROLES, (200, 405))),
    "print_match_form": staff(200, 405, by="directors"),
    # The club has no rating of its own.
    "public_ratings": dict.fromkeys(ROLES, (404, 405)),
    "public_ratings_of_pace": dict.fromkeys(ROLES, (404, 405)),
    "public_rating_list": dict.fromkeys(ROLES, (404, 405)),
    "public_rating": dict.fromkeys(ROLES, (404, 405)),
    # Nothing of it is over.
    "public_series_person": dict.fromkeys(ROLES, (404, 405)),
    "public_crosstable_corrected": dict.fromkeys(ROLES, (404, 405)),
    "public_card": dict.fromkeys(ROLES, (200, 405)),
    "public_card_after": dict.fromkeys(ROLES, (404, 405)),
    "public_card_corrected": dict.fromkeys(ROLES, (404, 405)),
    # The club.
    "club_home": staff(200, 405, by="club"),
    "edit_club": staff(200, 422, by="admin"),
    # Two clubs are here: nobody has such a page.
    "this_computer": staff(404, 405, by="admin"),
    **dict.fromkeys(
        ("let_phones_in", "make_backup", "choose_backups", "bring_backup", "download_club", "stop_here"),
        staff(405, 404, by="admin"),
    ),
    "download_backup": staff(404, 405, by="admin"),
    **dict.fromkeys(("put_back_backup", "erase_this_club"), staff(404, 404, by="admin")),
    "house_words": staff(404, 404, by="admin") | {"superuser": (200, 422)},
    "what_was_done_in_club": staff(200, 405, by="directors"),
    "club_undo": staff(405, 302, by="admin"),
    "add_season": staff(200, 422, by="admin"),
    "edit_season": staff(200, 422, by="admin"),
    "close_season": staff(405, 409, by="admin"),
    "next_season": staff(200, 422, by="admin"),
    "reopen_season": staff(405, 302, by="admin"),
    "players": staff(200, 405, by="directors"),
    **{f"export_members_{kind}": staff(200, 405, by="directors") for kind in ("csv", "xlsx")},
    "add_player": staff(200, 422, by="directors"),
    "import_players": staff(200, 422, by="admin"),
    "teams": staff(200, 405, by="directors"),
    "make_league": staff(200, 422, by="directors"),
    "edit_league": staff(200, 422, by="directors"),
    "league_rules_file": staff(200, 405, by="directors"),
    "take_league_rules": staff(405, 422, by="directors"),
    "delete_league": staff(405, 302, by="directors"),
    "edit_squad": staff(200, 409, by="directors"),
    "make_team": staff(200, 422, by="directors"),
    "outside_team": staff(200, 405, by="directors"),
    "edit_team": staff(200, 422, by="directors"),
    "delete_team": staff(405, 302, by="directors"),
    "add_fixture": staff(200, 422, by="directors"),
    "fixture": staff(200, 405, by="directors"),
    "edit_fixture": staff(200, 422, by="directors"),
    "delete_fixture": staff(405, 302, by="directors"),
    "fixture_line_up": staff(405, 422, by="directors"),
    "fixture_answers": staff(405, 422, by="directors"),
    "fixture_results": staff(405, 409, by="directors"),
    "import_fixtures": staff(200, 422, by="directors"),
    "look_at_names": staff(405, 200, by="directors"),
    "rating_lists": staff(200, 422, by="admin"),
    # Nobody is ticked.
    "update_from_list": staff(200, 409, by="admin"),
    "club_ratings": staff(200, 405, by="directors"),
    "club_ratings_of_pace": staff(200, 405, by="directors"),
    "club_rating_list": staff(200, 405, by="directors"),
    "club_rating_settings": staff(200, 422, by="admin"),
    # The club has no rating of its own; an empty form takes a start away that there is not.
    "publish_club_ratings": staff(405, 409, by="admin"),
    "club_rating": staff(404, 405, by="directors"),
    "set_rating_start": staff(405, 302, by="admin"),
    "edit_categories": staff(200, 409, by="tournament"),
    "take_ratings": staff(200, 409, by="tournament"),
    "person_over_seasons": staff(200, 405, by="directors"),
    # Nobody is chosen.
    "merge_players": staff(200, 422, by="admin"),
    "edit_player": staff(200, 422, by="directors"),
    "player_card": staff(200, 405, by="directors"),
    # An empty form makes a link without a name.
    "make_card_key": staff(405, 200, by="directors"),
    "withdraw_card_key": staff(405, 302, by="directors"),
    "withdraw_card": staff(405, 302, by="directors"),
    "print_card_slips": staff(200, 422, by="directors"),
    "members": staff(200, 405, by="admin"),
    "invite_member": staff(405, 422, by="admin"),
    "renew_invitation": staff(405, 200, by="admin"),
    "withdraw_invitation": staff(405, 302, by="admin"),
    "new_member_link": staff(405, 200, by="admin"),
    "change_member_role": staff(405, 409, by="admin"),
    "assign_member": staff(405, 302, by="admin"),
    "take_away_member": staff(405, 302, by="admin"),
    "make_groups": staff(200, 422, by="directors"),
    "event": staff(200, 405, by="club"),
    # An event needs a name.
    "rename_event": staff(405, 409, by="directors"),
    "publish_plans": staff(405, 302, by="directors"),  # none waits
    "series": staff(200, 405, by="club"),
    "make_series": staff(200, 422, by="directors"),
    "edit_series": staff(200, 422, by="directors"),
    "delete_series": staff(405, 302, by="directors"),
    "give_bonus": staff(405, 422, by="directors"),
    "take_bonus": staff(405, 302, by="directors"),
    # An empty form says that nothing is decided, which it was not.
    "decide_play_off": staff(405, 302, by="directors"),
    "publish_series": staff(405, 409, by="directors"),
    "make_series_final": staff(405, 422, by="directors"),
    # None are set up: nothing to decide, to fix or to print; a form without a list says that there are none.
    "series_prizes": staff(200, 405, by="directors"),
    "series_edit_prizes": staff(200, 409, by="directors"),
    "series_decide_prizes": staff(405, 422, by="directors"),
    "series_fix_prizes": staff(405, 409, by="directors"),
    "series_print_prizes": staff(200, 405, by="directors"),
    "series_prize_certificates": staff(404, 405, by="directors"),
    # Nothing of it is played.
    "make_finals": staff(200, 409, by="directors"),
    "next_groups": staff(200, 409, by="directors"),
    "planner": staff(200, 422, by="admin"),
    # No such planning.
    "planning": staff(404, 405, by="admin"),
    "cancel_planning": staff(405, 404, by="admin"),
    "choose_system": staff(200, 405, by="directors"),
    "create_tournament": staff(200, 422, by="directors"),
    "import_tournament": staff(200, 422, by="directors"),
    "door": staff(200, 405, by="club"),
    "put_back_tournament": staff(405, 302, by="tournament"),
    # The tournament.
    "trash_tournament": staff(405, 302, by="tournament"),
    "evening": staff(200, 405, by="helper"),
    "evening_round": staff(302, 405, by="helper"),  # the newest: to the evening
    "helpers": staff(200, 405, by="tournament"),
    "make_helper_pass": staff(405, 200, by="tournament"),
    "end_helper_pass": staff(405, 302, by="tournament"),
    "evening_story": staff(200, 405, by="helper"),
    "if_paired": staff(302, 405, by="helper"),  # the round is paired: to the evening
    "publish_plan": staff(405, 409, by="tournament"),
    "take_back_plan": staff(405, 409, by="tournament"),
    "next_round": staff(405, 409, by="tournament"),
    "mark_at_door": staff(405, 422, by="helper"),
    # An empty form is a guest without a name; the player is on the list already.
    "welcome_guest": staff(200, 302, by="tournament"),
    "welcome_player": staff(405, 409, by="tournament"),
    # An empty form says that they are no guest, and so it is.
    "set_guest": staff(405, 302, by="tournament"),
    "set_pairing_terms": staff(405, 302, by="tournament"),
    # Nobody there plays for the team by the result.
    "enter_own_game": staff(405, 302, by="helper"),
    "take_over_own_games": staff(405, 302, by="helper"),
    "mark_attendance": staff(405, 422, by="helper"),
    # Its round is the first: there is none before it.
    "mark_again": staff(405, 409, by="helper"),
    "mark_expected": staff(405, 302, by="helper"),  # nobody is expected there: nothing is done
    "mark_expected_at_door": staff(405, 302, by="helper"),
    "mark_again_at_door": staff(405, 409, by="helper"),
    "call_off_round": staff(405, 409, by="tournament"),
    "pair_round": staff(405, 409, by="tournament"),
    "publish_round": staff(405, 409, by="tournament"),
    "pair_those_here": staff(405, 422, by="tournament"),
    "take_back_round": staff(405, 409, by="tournament"),
    "move_players": staff(200, 405, by="tournament"),
    "swap_players": staff(405, 422, by="tournament"),
    "set_board": staff(405, 422, by="tournament"),
    "give_bye": staff(405, 422, by="tournament"),
    "take_bye": staff(405, 422, by="tournament"),
    "remove_board": staff(405, 409, by="tournament"),
    "start_round": staff(405, 409, by="tournament"),
    "postpone_open": staff(405, 409, by="tournament"),
    "finish_round": staff(405, 409, by="tournament"),
    # Round 1 is a draft: its evening has hardly begun.
    "end_evening": staff(404, 409, by="tournament"),
    "enter_result": staff(405, 422, by="helper"),
    "clear_result": staff(405, 422, by="helper"),
    "accept_agreed": staff(405, 422, by="helper"),
    "inbox": staff(200, 405, by="tournament"),
    "club_inbox": staff(200, 405, by="directors"),
    "answer_item": staff(405, 422, by="tournament"),
    "decide_report": staff(405, 422, by="tournament"),
    "accept_agreed_in_inbox": staff(405, 422, by="tournament"),
    "postpone_game": staff(405, 422, by="helper"),
    "open_games": staff(200, 405, by="tournament"),
    "decide_games": staff(405, 422, by="tournament"),
    "set_game_dates": staff(404, 404, by="tournament"),
    # Round 1 is a draft: there is nothing to correct in it.
    "correct_result": staff(404, 405, by="helper"),
    "decide_tie": staff(404, 404, by="helper"),
    "set_up_ties": staff(405, 409, by="tournament"),
    # Its games count nowhere.
    "play_now": staff(405, 409, by="tournament"),
    "play_all_now": staff(405, 422, by="tournament"),
    "not_now": staff(405, 409, by="tournament"),
    "play_on": staff(405, 422, by="tournament"),
    "clear_tie": staff(405, 404, by="helper"),
    "choose_key_map": staff(405, 422, by="helper"),
    # An empty form takes away what is not there: done.
    "set_message": staff(405, 302, by="tournament"),
    "undo_action": staff(405, 404, by="helper"),
    "what_was_done": staff(200, 405, by="helper"),
    "late_player": staff(405, 409, by="tournament"),
    "person": staff(200, 405, by="helper"),
    # There is nothing to take over: done.
    "take_rating": staff(405, 302, by="tournament"),
    "setup": staff(200, 405, by="tournament"),
    "export_tournament": staff(200, 405, by="tournament"),
    "exports": staff(200, 405, by="tournament"),
    "prizes": staff(200, 405, by="tournament"),
    "edit_prizes": staff(200, 409, by="tournament"),
    "decide_prizes": staff(405, 422, by="tournament"),
    "fix_prizes": staff(405, 409, by="tournament"),
    "print_prizes": staff(200, 405, by="tournament"),
    "prize_certificates": staff(404, 405, by="tournament"),
    **{
        f"export_{table}_{kind}": staff(200, 405, by="tournament")
        for table in ("standings", "crosstable", "players", "attendance")
        for kind in ("csv", "xlsx")
    },
    # Of teams alone.
    **{
        f"export_{table}_{kind}": staff(404, 405, by="tournament")
        for table in ("matches", "boards")
        for kind in ("csv", "xlsx")
    },
    **{f"export_{what}": staff(200, 405, by="tournament") for what in ("lichess", "trf16", "trf26")},
    # The round is not published yet.
    **{f"export_{what}": staff(404, 405, by="tournament") for what in ("round_csv", "round_xlsx", "pgn")},
    # Its rounds have no dates, so there is no month.
    "export_knsb": staff(404, 405, by="tournament"),
    # Nothing is played: there is nothing left.
    "export_knsb_rest": staff(409, 405, by="tournament"),
    "remember_report": staff(405, 422, by="tournament"),
    "enter_players": staff(405, 422, by="tournament"),
    "create_team_tournament": staff(200, 422, by="directors"),
    "enter_teams": staff(404, 404, by="tournament"),
    "edit_entered_team": staff(404, 404, by="tournament"),
    "move_member": staff(405, 404, by="tournament"),
    "mark_team_members": staff(405, 404, by="helper"),
    "team_line_up": staff(404, 404, by="tournament"),
    "draw_numbers": staff(405, 409, by="tournament"),
    "change_options": staff(200, 422, by="tournament"),
    "edit_tournament": staff(200, 422, by="tournament"),
    "end_tournament": staff(200, 409, by="tournament"),
    # Nobody shares the first place.
    "play_off": staff(200, 409, by="tournament"),
    # An empty form plans no dates, and none there are.
    "plan_dates": staff(200, 302, by="tournament"),
    # No evening, no day and no plan is named in an empty form; there is nothing to reset, and no such time away.
    "who_comes": staff(200, 405, by="tournament"),
    "say_for": staff(405, 422, by="tournament"),
    "say_team_duty": staff(405, 422, by="tournament"),
    "set_away": staff(405, 422, by="tournament"),
    "end_away": staff(405, 302, by="tournament"),
    "set_standing_plan": staff(405, 422, by="tournament"),
    "reset_must_say": staff(405, 302, by="tournament"),
    "confirm_plan": staff(405, 302, by="tournament"),
    "plan_paper": staff(404, 405, by="helper"),
    "wall_list": staff(200, 405, by="helper"),
    # An empty form says nothing of any setting: done.
    "change_settings": staff(200, 302, by="tournament"),
    "forbid_pair": staff(405, 422, by="tournament"),
    "allow_pair": staff(405, 422, by="tournament"),
    "remove_entry": staff(405, 409, by="tournament"),
    "withdraw_entry": staff(405, 302, by="tournament"),
    "return_entry": staff(405, 409, by="tournament"),
    "staff_standings": staff(200, 405, by="helper"),
    "staff_standings_after": staff(404, 405, by="helper"),
    "staff_standings_corrected": staff(404, 405, by="helper"),
    "staff_grid": staff(404, 405, by="helper"),
    "staff_plan": staff(404, 405, by="helper"),
    "staff_tree": staff(404, 405, by="helper"),
    "staff_crosstable": staff(200, 405, by="helper"),
    "staff_crosstable_after": staff(404, 405, by="helper"),
    "staff_crosstable_corrected": staff(404, 405, by="helper"),
    "staff_card": staff(200, 405, by="helper"),
    "staff_card_after": staff(404, 405, by="helper"),
    "staff_card_corrected": staff(404, 405, by="helper"),
    "papers": staff(200, 405, by="helper"),
    "round_papers": staff(404, 405, by="helper"),
    "paper": staff(404, 405, by="helper"),
    "poster": staff(200, 405, by="helper"),
}


# Check-in, results, and to take back what is their own: nothing else of the staff's.
FOR_ONE_EVENING = {
    *("door", "mark_at_door", "mark_again_at_door", "mark_expected_at_door"),
    *("evening", "evening_round", "mark_attendance", "mark_again", "mark_expected"),
    *("enter_result", "clear_result", "correct_result", "postpone_game", "accept_agreed", "choose_key_map"),
    *("decide_tie", "clear_tie"),
    *("what_was_done", "undo_action"),
}
for name in FOR_ONE_EVENING:
    TABLE[name]["one-evening helper"] = TABLE[name]["helper"]


_NOTHING_CHANGED = {"model": "club", "before": {}, "after": {}}
"""Without a change an action is an archived one, with an unknown verb another version's: neither is undone."""


@dataclass
class Cast:
    users: dict[str, User | None] = field(default_factory=dict)
    token: str = ""
    """Of the card of the player in the arguments."""
    arguments: dict[str, object] = field(default_factory=dict)


@pytest.fixture
def cast() -> Cast:
    """A club with a tournament whose first round is drafted, so nothing of it is public yet. Whoever holds the card is
    the captain of its team."""
    club = Club.objects.create(name="SK Rockaden", slug="rockaden")
    elsewhere = Club.objects.create(name="Elsewhere", slug="elsewhere")
    season = Season.objects.create(club=club, name="2026", starts_on="2026-01-01", ends_on="2026-12-31")
    event = Event.objects.create(club=club, season=season, name="Championship", seed="0" * 64)
    tournament = Tournament.objects.create(
        club=club,
        season=season,
        event=event,
        group=1,
        name="Autumn",
        slug="autumn",
        short_code="abcdefgh",
        system="attendance_monrad",
        seed="0" * 64,
    )
    users = {role: User.objects.create(username=role.replace(" ", "-")) for role in ROLES[2:]}
    users["one-evening helper"].username = "helper:1"
    users["one-evening helper"].save()
    users["superuser"].is_superuser = True
    users["superuser"].save()
    SecondFactor.objects.create(user=users["superuser"], secret="A" * 32, last_step=0)
    for role, where, kind in (
        ("other club's admin", elsewhere, Role.ADMIN),
        ("other helper", club, Role.HELPER),
        ("helper", club, Role.HELPER),
        ("one-evening helper", club, Role.HELPER),
        ("other director", club, Role.DIRECTOR),
        ("director", club, Role.DIRECTOR),
        ("admin", club, Role.ADMIN),
    ):
        Membership.objects.create(club=where, user=users[role], role=kind)
    for role in ("director", "helper", "one-evening helper"):
        Directorship.objects.create(tournament=tournament, user=users[role])
    series = Series.objects.create(club=club, season=season, name="Grand prix")
    SeriesEvent.objects.create(series=series, tournament=tournament, position=1)
    drafted = Round.objects.create(tournament=tournament, number=1, state=RoundState.DRAFTED)
    game = Game.objects.create(round=drafted, board=1)
    for number, colour in ((1, "white"), (2, "black")):
        player = Player.objects.create(club=club, given_name=f"P{number}", folded_name=f"p{number}")
        entry = Entry.objects.create(tournament=tournament, player=player, number=number)
        Attendance.objects.create(round=drafted, entry=entry, presence="present", game=game, colour=colour)
    member = Membership.objects.get(user=users["other director"])
    Membership.objects.filter(pk=member.pk).update(links_allowed=True)
    invited, _token = invitations.invite(club, name="Eva", actor=users["admin"])
    now = timezone.now()
    helper = HelperPass.objects.create(
        tournament=tournament, token_hash="0", made_by=users["director"], made_at=now, expires_at=now
    )
    league = League.objects.create(club=club, season=season, name="League")
    team = OutsideTeam.objects.create(league=league, number=1, name="First", boards=4, captain=player)
    arguments: dict[str, object] = {
        "club": "rockaden",
        "tournament": "autumn",
        "season": season.pk,
        "event": event.pk,
        "series": series.pk,
        "league": league.pk,
        "team": team.pk,
        "fixture": Fixture.objects.create(team=team, round=1, date=today(), opponent="Rivals").pk,
        "bonus": SeriesBonus.objects.create(series=series, player=player, amount="1", reason="Tea").pk,
        "number": 1,
        "after": 1,
        "player": player.pk,
        "public_key": player.public_key,
        "entry": entry.pk,
        "game": game.pk,
        "tie": game.pk,
        "cup": tournament.pk,
        "attendance": Attendance.objects.get(entry=entry).pk,
        "item": InboxItem.objects.create(
            club=club, tournament=tournament, player=player, asked=InboxSubject.MISTAKE, asked_at=timezone.now()
        ).pk,
        "member": member.pk,
        "invitation": invited.pk,
        "list": RatingList.objects.create(club=club, state="ready", changed_at=now).pk,
        "published": ClubRatingList.objects.create(club=club, pace="classical", published_on=now.date(), rows=[]).pk,
        "pace": "classical",
        "trashed": tournament.pk,
        "planning": 0,
        "system": "attendance_monrad",
        "action": Action.objects.create(club=club, verb="club.edit", changes=[_NOTHING_CHANGED | {"pk": club.pk}]).pk,
        "code": "abcdefgh",
        "chapter": "evening",
        "backup": "clubchess-2026-11-28-010203.zip",
        "kind": "192",
        "paper": "all",
        "part": "boards",
        "uid": "x",
        "period": 0,
        "token": "x",
        "signed": "x",
        "helper": helper.pk,
        "revision": "0123456789abcdef",
        "size": 192,
        "plan": 0,
        "language": "nb",
        "text": "x",
        "correction": 0,
    }
    token = card_keys.make_key(player, name="slip", actor=users["admin"])
    arguments["key"] = CardKey.objects.get().pk
    return Cast(users={"anonymous": None, "card": None, **users}, token=token, arguments=arguments)


class Route(NamedTuple):
    name: str
    gaps: frozenset[str]


@cache
def routes() -> list[Route]:
    return [*_routes_of(get_resolver())]


def _routes_of(resolver: URLResolver, before: frozenset[str] = frozenset()) -> Iterator[Route]:
    for pattern in resolver.url_patterns:
        gaps = before | pattern.pattern.converters.keys()
        if isinstance(pattern, URLResolver):
            yield from _routes_of(pattern, gaps)
        else:
            yield Route(str(pattern.name), gaps)


# Whoever may see a page may see its live fragment, and nobody else.
TABLE |= {
    route.name: TABLE[page]
    for route in routes()
    if (page := route.name.removesuffix("_live")) != route.name and page in TABLE
}


def address(route: Route, arguments: dict[str, object]) -> str:
    return reverse(route.name, kwargs={name: arguments[name] for name in route.gaps})


def test_the_table_has_every_route_and_no_other() -> None:
    assert {route.name for route in routes()} == set(TABLE)


def client_of(cast: Cast, role: str) -> Client:
    client = Client()
    if (user := cast.users[role]) is not None:
        client.force_login(user, backend="tournaments.log_in.EmailOrUsernameBackend")
    if role == "card":
        client.cookies[settings.CARDS_COOKIE] = cast.token
    return client


def answer(logged_in: Client, method: str, path: str) -> HttpResponse:
    """By a club in which nothing was done before; what is done now is taken back."""
    page_cache.forget_all()
    table_cache.forget_all()
    client = Client()
    client.cookies = copy.deepcopy(logged_in.cookies)
    with transaction.atomic():
        response: HttpResponse = getattr(client, method)(path)
        transaction.set_rollback(True)
    return response


def wrong_answers(
    logged_in: Client, arguments: dict[str, object], expected: dict[str, dict[str, int]]
) -> dict[str, str]:
    """By route and method."""
    wrong, by_name = {}, {route.name: route for route in routes()}
    assert len(by_name) == len(routes())
    for name in sorted(expected):
        route = by_name[name]
        for method, status in expected[name].items():
            response = answer(logged_in, method, address(route, arguments))
            if response.status_code != status:
                wrong[f"{name}, {method}"] = f"{response.status_code} where the table says {status}"
    return wrong


@pytest.mark.parametrize("role", first_fast(2, sorted(ROLES, key=lambda role: role not in {"anonymous", "director"})))
def test_it_answers_each_role_as_the_table_says(role: str, cast: Cast) -> None:
    expected = {name: dict(zip(("get", "post"), roles[role], strict=True)) for name, roles in TABLE.items()}

    assert wrong_answers(client_of(cast, role), cast.arguments, expected) == {}


def test_a_card_opens_no_page_of_the_staff_and_changes_nothing_but_its_own() -> None:
    """Whatever it may is a page of its own, or everybody's."""
    more = {name for name, roles in TABLE.items() if roles["card"] != roles["anonymous"]}

    assert more == {name for name in TABLE if name in BY_CARD} - {
        # Whoever has no card is answered alike.
        "open_card",
        "open_card_in_language",
        "my_standing_plan",
        "my_calendar",
        "my_picture",  # nor whoever has played nothing lately
        *CAPTAINS,
    }


def test_strangers_are_led_to_the_log_in(cast: Cast) -> None:
    for route in routes():
        path = address(route, cast.arguments)
        for method, expected in zip(("get", "post"), TABLE[route.name]["anonymous"], strict=True):
            if expected == 302 and "/staff/" in path:
                assert "/log-in/?next=" in answer(Client(), method, path)["Location"], path


def test_it_knows_no_other_methods(cast: Cast) -> None:
    """Each route one of them, in turn."""
    methods = cycle(("put", "patch", "delete", "trace"))
    expected = {name: {next(methods): 405} for name in sorted(TABLE)}

    assert wrong_answers(client_of(cast, "superuser"), cast.arguments, expected) == {}


@pytest.mark.slow
def test_it_hides_another_clubs_objects_behind_an_own_address(cast: Cast) -> None:
    """Keys of rows that belong elsewhere, under an address where the user may: 404."""
    elsewhere = Club.objects.get(slug="elsewhere")
    season = Season.objects.create(club=elsewhere, name="s", starts_on="2026-01-01", ends_on="2026-12-31")
    player = Player.objects.create(club=elsewhere, given_name="X", folded_name="x")
    member = Membership.objects.get(club=elsewhere)
    theirs = Tournament.objects.create(
        club=elsewhere, season=season, name="T", slug="t", short_code="zzzzzzzz", system="attendance_monrad"
    )
    entry = Entry.objects.create(tournament=theirs, player=player, number=1)
    game = Game.objects.create(round=Round.objects.create(tournament=theirs, number=1, state="published"), board=1)
    action = Action.objects.create(club=elsewhere, tournament=theirs, verb="test")
    invited, _token = invitations.invite(elsewhere, name="Eva", actor=None)
    card_keys.make_key(player, actor=None)
    foreign_key = CardKey.objects.get(player=player)
    day = today()
    league = League.objects.create(club=elsewhere, season=season, name="League")
    their_team = OutsideTeam.objects.create(league=league, number=1, name="Elsewhere 1", boards=4)
    spoken, days = {"said_by": RespondedBy.CARD, "said_at": timezone.now()}, {"first_day": day, "last_day": day}
    foreign = {
        "invitation": invited,
        "published": ClubRatingList.objects.create(club=elsewhere, pace="classical", published_on=day),
        "list": RatingList.objects.create(club=elsewhere, state="ready", changed_at=timezone.now()),
        "item": InboxItem.objects.create(
            club=elsewhere, tournament=theirs, asked=InboxSubject.ENTER, asked_at=timezone.now()
        ),
        "season": season,
        "league": league,
        "team": their_team,
        "fixture": Fixture.objects.create(team=their_team, round=1, date=day, opponent="Rivals"),
        "player": player,
        "member": member,
        "entry": entry,
        "game": game,
        "tie": game,
        "cup": theirs,
        "action": action,
        "key": foreign_key,
        "period": AwayPeriod.objects.create(player=player, **days, **spoken),
        "plan": Availability.objects.create(entry=entry, date=day, said=Response.CLUB, **spoken),
    }
    client = client_of(cast, "admin")
    tried = 0
    for route in routes():
        for name in route.gaps & foreign.keys():
            post = {"presence": "present", "seen": "*", "result": "1-0"}
            path = address(route, cast.arguments | {name: foreign[name].pk})
            response = client.post(path, post)
            if response.status_code == 405:  # a page that is only looked at
                response = client.get(path, {"result": "1-0"})
            assert response.status_code in {404, 422}, f"{route.name}: {response.status_code}"
            tried += 1
    assert tried >= 15


def test_whoever_is_no_captain_has_nothing_of_a_team(cast: Cast) -> None:
    """Of another team of the club, or of none: the captain's pages are not there."""
    league = League.objects.get()
    other = OutsideTeam.objects.create(league=league, number=2, name="Second", boards=4)
    theirs = Fixture.objects.create(team=other, round=1, date="2026-12-08", opponent="Rivals")
    client = Client()
    client.cookies[settings.CARDS_COOKIE] = cast.token
    own = cast.arguments | {"team": other.pk, "fixture": theirs.pk}
    captains = [route for route in routes() if route.name.startswith("captain_")]
    assert len(captains) > 3
    for route in captains:
        assert client.get(address(route, own)).status_code in {404, 405}
        assert client.post(address(route, own)).status_code in {404, 405}
    OutsideTeam.objects.update(captain=None)
    for route in captains:
        assert client.post(address(route, cast.arguments)).status_code in {404, 405}

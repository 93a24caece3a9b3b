"""A tournament's staff pages: made, set up, and run on the evening."""

from django.urls import include, path

from tournaments.exchange.trf import TrfEdition
from tournaments.pages.files.exports import KINDS, TABLES
from tournaments.views.accounts import helper_passes
from tournaments.views.activity import activity_log, inbox, undo
from tournaments.views.calendar import attendance_settings, availability
from tournaments.views.cup import matches, play_offs
from tournaments.views.evening import (
    announcement,
    door,
    evening,
    guests,
    key_map,
    manual_pairing,
    person,
    schedule,
    second_date,
)
from tournaments.views.events import prizes
from tournaments.views.files import exports, tournament_import
from tournaments.views.players import club_ratings
from tournaments.views.rounds import open_games, story
from tournaments.views.setup import categories, new_tournament, options, settings, setup, team_entries
from tournaments.views.standings import corrections

tournament_urlpatterns = [
    path("rounds/<number:number>/attendance/<number:entry>/door/", door.mark_at_door, name="mark_at_door"),
    path("rounds/<number:number>/attendance/again/door/", door.mark_again_at_door, name="mark_again_at_door"),
    path("rounds/<number:number>/attendance/expected/door/", door.mark_expected_at_door, name="mark_expected_at_door"),
    path("guest/", guests.enter_guest, name="welcome_guest"),
    path("people/<number:entry>/guest/", guests.set_guest, name="set_guest"),
    path("people/<number:entry>/terms/", person.set_pairing_terms, name="set_pairing_terms"),
    path("guest/<number:player>/", guests.enter_known_player, name="welcome_player"),
    path("", evening.evening, name="evening"),
    path("helpers/", helper_passes.helpers, name="helpers"),
    path("helpers/new/", helper_passes.make_helper_pass, name="make_helper_pass"),
    path("helpers/<number:helper>/end/", helper_passes.end_helper_pass, name="end_helper_pass"),
    path("plan/publish/", schedule.publish_schedule, name="publish_plan"),
    path("plan/take-back/", schedule.take_back_schedule, name="take_back_plan"),
    path("rounds/next/", evening.next_round, name="next_round"),
    path("rounds/<number:number>/", evening.evening_round, name="evening_round"),
    path("rounds/<number:number>/story/", story.evening_story, name="evening_story"),
    path("rounds/<number:number>/attendance/<number:entry>/", evening.mark_attendance, name="mark_attendance"),
    path("people/<number:entry>/", person.person, name="person"),
    path("who-comes/", availability.show_availability, name="who_comes"),
    path("who-comes/team-duty/", availability.respond_with_team_duty, name="say_team_duty"),
    path("who-comes/<number:entry>/", availability.respond_for, name="say_for"),
    path("people/<number:entry>/away/", availability.set_away, name="set_away"),
    path("people/<number:entry>/away/<number:period>/end/", availability.end_away, name="end_away"),
    path("people/<number:entry>/standing-plan/", availability.set_default_availability, name="set_standing_plan"),
    path("people/<number:entry>/must-say/", availability.reset_must_say, name="reset_must_say"),
    path("people/<number:entry>/plans/<number:plan>/confirm/", availability.confirm_response, name="confirm_plan"),
    path("people/<number:entry>/rating/", person.take_rating, name="take_rating"),
    path("rounds/<number:number>/late/<number:entry>/", person.late_player, name="late_player"),
    path("rounds/<number:number>/attendance/again/", evening.mark_again, name="mark_again"),
    path("rounds/<number:number>/if-paired/", evening.if_paired, name="if_paired"),
    path("rounds/<number:number>/attendance/expected/", evening.mark_expected, name="mark_expected"),
    path("rounds/<number:number>/call-off/", evening.call_off, name="call_off_round"),
    path("rounds/<number:number>/pair/", evening.pair, name="pair_round"),
    path("rounds/<number:number>/pair-here/", second_date.pair_those_here, name="pair_those_here"),
    path("rounds/<number:number>/publish/", evening.publish, name="publish_round"),
    path("rounds/<number:number>/take-back/", evening.take_back, name="take_back_round"),
    path("rounds/<number:number>/move/", manual_pairing.move, name="move_players"),
    path("rounds/<number:number>/move/swap/", manual_pairing.swap, name="swap_players"),
    path("rounds/<number:number>/move/set/", manual_pairing.set_board, name="set_board"),
    path("rounds/<number:number>/move/bye/", manual_pairing.give_bye, name="give_bye"),
    path("rounds/<number:number>/move/take-bye/", manual_pairing.take_bye, name="take_bye"),
    path("games/<number:game>/take-apart/", manual_pairing.remove_board, name="remove_board"),
    path("rounds/<number:number>/start/", evening.start, name="start_round"),
    path("rounds/<number:number>/postpone-open/", evening.postpone_open, name="postpone_open"),
    path("rounds/<number:number>/finish/", evening.finish, name="finish_round"),
    path("rounds/<number:number>/over/", evening.end_evening, name="end_evening"),
    path("games/<number:game>/result/", evening.enter, name="enter_result"),
    path("rounds/<number:number>/elsewhere/", evening.take_over_own_games, name="take_over_own_games"),
    path("rounds/<number:number>/elsewhere/<number:entry>/", evening.enter_own_game, name="enter_own_game"),
    path("games/<number:game>/clear/", evening.clear, name="clear_result"),
    path("games/", open_games.open_games, name="open_games"),
    path("games/decide/", open_games.decide_games, name="decide_games"),
    path("games/<number:game>/dates/", open_games.set_game_dates, name="set_game_dates"),
    path("games/<number:game>/postpone/", evening.postpone, name="postpone_game"),
    path("rounds/<number:number>/ties/play/", matches.share_games, name="play_all_now"),
    path("rounds/<number:number>/ties/<number:tie>/play/", matches.share_game, name="play_now"),
    path("rounds/<number:number>/ties/<number:tie>/not-now/", matches.unshare_game, name="not_now"),
    path("ties/set-up/", matches.set_up, name="set_up_ties"),
    path("out-of/<number:cup>/", matches.enter_consolation, name="play_on"),
    path("games/<number:game>/tie/", matches.decide, name="decide_tie"),
    path("games/<number:game>/tie/clear/", matches.clear, name="clear_tie"),
    path("games/<number:game>/correct/", corrections.correct, name="correct_result"),
    path("rounds/<number:number>/accept/", evening.accept_agreed, name="accept_agreed"),
    path("inbox/", inbox.inbox, name="inbox"),
    path("games/<number:game>/decide/", inbox.decide, name="decide_report"),
    path("inbox/rounds/<number:number>/", inbox.accept, name="accept_agreed_in_inbox"),
    path("key-map/", key_map.choose_key_map, name="choose_key_map"),
    path("message/", announcement.set_message, name="set_message"),
    path("done/", activity_log.what_was_done, name="what_was_done"),
    path("actions/<number:action>/undo/", undo.undo, name="undo_action"),
    path("setup/", setup.setup, name="setup"),
    path("file/", tournament_import.export_tournament, name="export_tournament"),
    path("exports/", exports.exports, name="exports"),
    *(
        path(f"exports/{table}.{kind}", exports.export_table, {"table": table, "kind": kind}, f"export_{table}_{kind}")
        for table in TABLES
        for kind in KINDS
    ),
    *(
        path(f"exports/rounds/<number:number>.{kind}", exports.export_round, {"kind": kind}, f"export_round_{kind}")
        for kind in KINDS
    ),
    path("exports/rounds/<number:number>.pgn", exports.export_pgn, name="export_pgn"),
    path("exports/broadcast-players.txt", exports.export_lichess, name="export_lichess"),
    *(
        path(f"exports/{edition.value}.txt", exports.export_trf, {"edition": edition}, f"export_{edition.value}")
        for edition in TrfEdition
    ),
    path("exports/knsb/rest.txt", exports.export_knsb_rest, name="export_knsb_rest"),
    path("exports/sent/", exports.remember_report, name="remember_report"),
    path("exports/knsb/<number:number>.txt", exports.export_knsb, name="export_knsb"),
    path("play-off/", play_offs.play_off, name="play_off"),
    path("prizes/", prizes.prizes, name="prizes"),
    path("prizes/edit/", prizes.edit_prizes, name="edit_prizes"),
    path("prizes/decide/", prizes.decide_prizes, name="decide_prizes"),
    path("prizes/fix/", prizes.fix_prizes, name="fix_prizes"),
    path("prizes/list/", prizes.print_prizes, name="print_prizes"),
    path("prizes/certificates/", prizes.prize_certificates_page, name="prize_certificates"),
    path("setup/basics/", settings.edit_tournament, name="edit_tournament"),
    path("rounds/<number:number>/end/", settings.end_tournament, name="end_tournament"),
    path("setup/categories/", categories.edit_categories, name="edit_categories"),
    path("setup/ratings/", club_ratings.take_ratings, name="take_ratings"),
    path("setup/enter/", setup.enter_players, name="enter_players"),
    path("setup/teams/", team_entries.enter_teams, name="enter_teams"),
    path("setup/teams/<number:entry>/", team_entries.edit_team, name="edit_entered_team"),
    path("setup/teams/<number:entry>/move/", team_entries.move_member, name="move_member"),
    path("rounds/<number:number>/teams/<number:entry>/", team_entries.mark_team_members, name="mark_team_members"),
    path("rounds/<number:number>/teams/<number:entry>/line-up/", team_entries.team_line_up, name="team_line_up"),
    path("setup/draw/", setup.draw_numbers, name="draw_numbers"),
    path("setup/options/", options.change_options, name="change_options"),
    path("setup/taking-part/", attendance_settings.change_settings, name="change_settings"),
    path("setup/forbid/", setup.forbid_pair, name="forbid_pair"),
    path("setup/allow/", setup.allow_pair, name="allow_pair"),
    path("setup/<number:entry>/remove/", setup.remove_entry, name="remove_entry"),
    path("setup/<number:entry>/withdraw/", setup.withdraw_entry, name="withdraw_entry"),
    path("setup/<number:entry>/return/", setup.return_entry, name="return_entry"),
]

urlpatterns = [
    # One check-in list for all of tonight's tournaments; `door` would be taken for a tournament's name.
    path("<slug:club>/staff/door/", door.door, name="door"),
    path("<slug:club>/staff/tournaments/new/", new_tournament.choose_system, name="choose_system"),
    path(
        "<slug:club>/staff/tournaments/new/teams/", team_entries.create_team_tournament, name="create_team_tournament"
    ),
    path("<slug:club>/staff/tournaments/new/<slug:system>/", new_tournament.create, name="create_tournament"),
    path("<slug:club>/staff/tournaments/import/", tournament_import.import_tournament, name="import_tournament"),
    path("<slug:club>/staff/inbox/", inbox.of_club, name="club_inbox"),
    path("<slug:club>/staff/inbox/<number:item>/", inbox.answer_item, name="answer_item"),
    path("<slug:club>/staff/<slug:tournament>/", include(tournament_urlpatterns)),
]

"""Log-in, and the club's own pages: seasons, players, staff."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.pages.files.exports import KINDS
from tournaments.views.accounts import account, invitations, log_in, second_factor, staff, text_corrections
from tournaments.views.activity import activity_log
from tournaments.views.calendar import unsubscribe
from tournaments.views.clubs import club, first_club, guide, seasons, simulation, staff_home, trash
from tournaments.views.events import events, later_events, prizes, series
from tournaments.views.installation import arrival, house_words, this_computer
from tournaments.views.players import card_links, club_ratings, merging, player_import, players, rating_lists
from tournaments.views.setup import next_season
from tournaments.views.teams import match_form

_computer = [
    path("", this_computer.this_computer, name="this_computer"),
    path("phones/", this_computer.let_phones_in, name="let_phones_in"),
    path("backups/new/", this_computer.make_backup, name="make_backup"),
    path("backups/where/", this_computer.choose_backups, name="choose_backups"),
    path("backups/bring/", this_computer.bring_backup, name="bring_backup"),
    path("backups/<str:backup>/", this_computer.download_backup, name="download_backup"),
    path("backups/<str:backup>/put-back/", this_computer.put_back_backup, name="put_back_backup"),
    path("club-file/", this_computer.download_club, name="download_club"),
    path("erase/", this_computer.erase_this_club, name="erase_this_club"),
    path("stop/", this_computer.stop_here, name="stop_here"),
    path("words/", house_words.house_words, name="house_words"),
]

club_urlpatterns: list[URLPattern | URLResolver] = [
    path("this-computer/", include(_computer)),
    path("", staff_home.club_home, name="club_home"),
    path("club/", club.edit_club, name="edit_club"),
    path("actions/", activity_log.what_was_done_in_club, name="what_was_done_in_club"),
    path("actions/<number:action>/undo/", staff_home.club_undo, name="club_undo"),
    path("trash/<number:trashed>/put-back/", trash.put_back, name="put_back_tournament"),
    path("<slug:tournament>/trash/", trash.trash, name="trash_tournament"),
    path("events/new/", events.make_groups, name="make_groups"),
    path("events/<number:event>/", events.event, name="event"),
    path("events/<number:event>/name/", events.rename_event, name="rename_event"),
    path("events/<number:event>/plans/", events.publish_plans, name="publish_plans"),
    path("events/<number:event>/finals/", later_events.make_finals, name="make_finals"),
    path("events/<number:event>/next/", later_events.next_groups, name="next_groups"),
    path("seasons/<number:season>/series/new/", series.make_series, name="make_series"),
    path("series/<number:series>/", series.series, name="series"),
    path("series/<number:series>/edit/", series.edit_series, name="edit_series"),
    path("series/<number:series>/delete/", series.delete_series, name="delete_series"),
    path("series/<number:series>/bonus/", series.give_bonus, name="give_bonus"),
    path("series/<number:series>/bonus/<number:bonus>/take/", series.take_bonus, name="take_bonus"),
    path("series/<number:series>/play-off/", series.decide_play_off, name="decide_play_off"),
    path("series/<number:series>/publish/", series.publish_series, name="publish_series"),
    path("series/<number:series>/final/", series.make_series_final, name="make_series_final"),
    path("series/<number:series>/prizes/", prizes.series_prizes, name="series_prizes"),
    path("series/<number:series>/prizes/edit/", prizes.series_edit_prizes, name="series_edit_prizes"),
    path("series/<number:series>/prizes/decide/", prizes.series_decide_prizes, name="series_decide_prizes"),
    path("series/<number:series>/prizes/fix/", prizes.series_fix_prizes, name="series_fix_prizes"),
    path("series/<number:series>/prizes/list/", prizes.series_print_prizes, name="series_print_prizes"),
    path(
        "series/<number:series>/prizes/certificates/",
        prizes.series_prize_certificates,
        name="series_prize_certificates",
    ),
    path("tournaments/planner/", simulation.simulations, name="planner"),
    path("tournaments/planner/<number:planning>/", simulation.simulation, name="planning"),
    path("tournaments/planner/<number:planning>/cancel/", simulation.cancel, name="cancel_planning"),
    path("seasons/new/", seasons.add_season, name="add_season"),
    path("seasons/<number:season>/", seasons.edit_season, name="edit_season"),
    path("seasons/<number:season>/close/", seasons.close_season, name="close_season"),
    path("seasons/<number:season>/reopen/", seasons.reopen_season, name="reopen_season"),
    path("seasons/<number:season>/next/", next_season.next_season, name="next_season"),
    path("players/", players.players, name="players"),
    path("players/new/", players.add_player, name="add_player"),
    path("players/import/", player_import.import_players, name="import_players"),
    path("players/import/look/", player_import.look_at_names, name="look_at_names"),
    *(
        path(f"players/members.{kind}", players.export_members, {"kind": kind}, f"export_members_{kind}")
        for kind in KINDS
    ),
    path("players/lists/", rating_lists.rating_lists, name="rating_lists"),
    path("players/lists/<number:list>/", rating_lists.update_from_list, name="update_from_list"),
    path("players/ratings/", club_ratings.club_ratings, name="club_ratings"),
    path("players/ratings/settings/", club_ratings.club_rating_settings, name="club_rating_settings"),
    path("players/ratings/lists/<number:published>/", club_ratings.club_rating_list, name="club_rating_list"),
    path("players/ratings/<slug:pace>/", club_ratings.club_ratings, name="club_ratings_of_pace"),
    path("players/ratings/<slug:pace>/publish/", club_ratings.publish_club_ratings, name="publish_club_ratings"),
    path("players/<number:player>/ratings/<slug:pace>/", club_ratings.club_rating, name="club_rating"),
    path("players/<number:player>/ratings/<slug:pace>/start/", club_ratings.set_rating_start, name="set_rating_start"),
    path("players/<number:player>/all/", players.person_over_seasons, name="person_over_seasons"),
    path("players/<number:player>/merge/", merging.merge_players, name="merge_players"),
    path("players/<number:player>/", players.edit_player, name="edit_player"),
    path("players/slips/", card_links.print_card_slips, name="print_card_slips"),
    path("players/<number:player>/card/", card_links.player_card, name="player_card"),
    path("players/<number:player>/card/make/", card_links.make_card_key, name="make_card_key"),
    path("players/<number:player>/card/<number:key>/withdraw/", card_links.withdraw_card_key, name="withdraw_card_key"),
    path("players/<number:player>/card/withdraw/", card_links.withdraw_card, name="withdraw_card"),
    path("teams/fixtures/<number:fixture>/form/", match_form.print_match_form, name="print_match_form"),
    path("staff/", staff.staff, name="members"),
    path("staff/invite/", staff.invite, name="invite_member"),
    path("staff/invitations/<number:invitation>/link/", staff.renew_invitation, name="renew_invitation"),
    path("staff/invitations/<number:invitation>/withdraw/", staff.withdraw_invitation, name="withdraw_invitation"),
    path("staff/<number:member>/link/", staff.new_link, name="new_member_link"),
    path("staff/<number:member>/role/", staff.change_role, name="change_member_role"),
    path("staff/<number:member>/tournaments/", staff.assign, name="assign_member"),
    path("staff/<number:member>/take-away/", staff.take_away, name="take_away_member"),
]

urlpatterns = [
    # The guide stands where a club of that name would.
    path("help/", guide.help_home, name="help"),
    path("help/<slug:chapter>/", guide.help_chapter, name="help_chapter"),
    path("log-in/", log_in.log_in, name="log_in"),
    path("log-in/code/", second_factor.log_in_code, name="log_in_code"),
    path("log-out/", log_in.log_out, name="log_out"),
    path("password/<str:uid>/<str:token>/", log_in.choose_password, name="choose_password"),
    path("invitation/<str:token>/", invitations.invitation, name="invitation"),
    path("mail/<str:signed>/", unsubscribe.turn_off_mail, name="turn_off_mail"),
    path("my-clubs/", log_in.my_clubs, name="my_clubs"),
    path("my-clubs/first/", first_club.first_club, name="first_club"),
    path("my-clubs/demo/", first_club.try_demo, name="try_demo"),
    path("my-clubs/arrive/", arrival.arrive, name="arrive"),
    path("account/", account.account, name="account"),
    path("account/details/", account.details, name="account_details"),
    path("account/password/", account.password, name="account_password"),
    path("account/second-factor/", second_factor.second_factor_page, name="second_factor"),
    path("account/second-factor/begin/", second_factor.begin, name="begin_second_factor"),
    path("account/second-factor/confirm/", second_factor.confirm, name="confirm_second_factor"),
    path("account/second-factor/codes/", second_factor.renew_recovery_codes, name="renew_recovery_codes"),
    path("account/second-factor/off/", second_factor.turn_off, name="turn_off_second_factor"),
    path("account/log-ins/end/", account.end_sessions, name="end_sessions"),
    path("account/clubs/<slug:club>/leave/", account.leave_club, name="leave_club"),
    path("account/clubs/<slug:club>/links/", account.allow_links, name="allow_links"),
    path("account/texts/", text_corrections.text_corrections, name="text_corrections"),
    path("account/texts/on/", text_corrections.start_correcting, name="start_correcting"),
    path("account/texts/off/", text_corrections.stop_correcting, name="stop_correcting"),
    path("account/texts/<slug:language>.po", text_corrections.download_corrections, name="download_corrections"),
    path("account/texts/<number:correction>/remove/", text_corrections.remove_correction, name="remove_correction"),
    path("account/texts/text/<slug:text>/", text_corrections.correct_text, name="correct_text"),
    path("<slug:club>/staff/", include(club_urlpatterns)),
]

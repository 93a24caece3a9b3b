"""The pages of those who hold a card. They come before the tournaments' own, whose addresses would match them."""

from django.urls import include, path

from tournaments.views.cards import (
    captain,
    cards,
    entry_requests,
    own_availability,
    own_fixtures,
    own_results,
    own_settings,
    own_teams,
)

card_urlpatterns = [
    path("", cards.own_card, name="my_card"),
    path("settings/", own_settings.show_own_settings, name="my_settings"),
    path("settings/name/", own_settings.choose_own_name, name="choose_my_name"),
    path("settings/language/", own_settings.choose_own_language, name="choose_my_language"),
    path("settings/mail/", own_settings.choose_own_mail, name="choose_my_mail"),
    path("settings/push/", own_settings.choose_own_push, name="choose_my_push"),
    path("settings/calendar/", own_settings.renew_own_calendar, name="renew_my_calendar"),
    path("settings/keys/<number:key>/withdraw/", own_settings.withdraw_own_key, name="withdraw_my_key"),
    path("settings/erase/", own_settings.ask_to_be_erased, name="ask_to_be_erased"),
    path("calendar/<slug:token>.ics", own_settings.own_calendar, name="my_calendar"),
    path("answer/", own_availability.own_response, name="my_answer"),
    path("away/", own_availability.own_time_away, name="my_time_away"),
    path("away/<number:period>/end/", own_availability.end_own_time_away, name="end_my_time_away"),
    path("matches/<number:fixture>/answer/", own_fixtures.own_fixture_answer, name="my_match_answer"),
    path("leagues/<number:league>/usual/", own_fixtures.own_usual_answer, name="my_usual_answer"),
    path("enter/<slug:tournament>/", entry_requests.enter_by_card, name="my_entering"),
    path("wrong/", own_results.own_flag, name="my_flag"),
    path("results/<number:attendance>/", own_results.own_report, name="my_report"),
    path("results/<number:attendance>/picture.png", own_results.own_picture, name="my_picture"),
    path("results/<number:attendance>/confirm/", own_results.own_confirmation, name="my_confirmation"),
    path("results/<number:attendance>/take-back/", own_results.own_report_taken_back, name="my_report_taken_back"),
    path("teams/<number:team>/", captain.captain_team, name="captain_team"),
    path("entries/<number:entry>/", own_teams.captain_entry, name="captain_entry"),
    path(
        "entries/<number:entry>/<number:number>/line-up/",
        own_teams.captain_entry_line_up,
        name="captain_entry_line_up",
    ),
    path("entries/<number:entry>/<number:number>/report/", own_teams.captain_entry_report, name="captain_entry_report"),
    path(
        "entries/<number:entry>/<number:number>/confirm/",
        own_teams.captain_entry_confirmation,
        name="captain_entry_confirmation",
    ),
    path(
        "entries/<number:entry>/<number:number>/take-back/",
        own_teams.captain_entry_report_taken_back,
        name="captain_entry_report_taken_back",
    ),
    path("matches/<number:fixture>/", captain.captain_fixture, name="captain_fixture"),
    path("matches/<number:fixture>/line-up/", captain.captain_fixture_line_up, name="captain_fixture_line_up"),
    path("matches/<number:fixture>/answers/", captain.captain_fixture_answers, name="captain_fixture_answers"),
    path("matches/<number:fixture>/results/", captain.captain_fixture_results, name="captain_fixture_results"),
    path("always/", own_availability.own_default_availability, name="my_standing_plan"),
]

urlpatterns = [
    path("<slug:club>/me/", cards.cards, name="me"),
    path("<slug:club>/me/forget/", cards.forget, name="forget_cards"),
    path("<slug:club>/me/answer/", own_availability.answer_for_all, name="answer_for_all"),
    path("<slug:club>/me/<slug:public_key>/", include(card_urlpatterns)),
]

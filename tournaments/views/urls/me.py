"""The pages of those who hold a card. They come before the tournaments' own, whose addresses would match them."""

from django.urls import path

from tournaments.views import joining, me, my_answers, my_results, my_settings

urlpatterns = [
    path("<slug:club>/me/", me.me, name="me"),
    path("<slug:club>/me/forget/", me.forget, name="forget_cards"),
    path("<slug:club>/me/away/", my_answers.away_for_all, name="away_for_all"),
    path("<slug:club>/me/<slug:public_key>/", me.my_card, name="my_card"),
    path("<slug:club>/me/<slug:public_key>/settings/", my_settings.my_settings, name="my_settings"),
    path("<slug:club>/me/<slug:public_key>/settings/name/", my_settings.choose_my_name, name="choose_my_name"),
    path(
        "<slug:club>/me/<slug:public_key>/settings/language/", my_settings.choose_my_language, name="choose_my_language"
    ),
    path("<slug:club>/me/<slug:public_key>/settings/mail/", my_settings.choose_my_mail, name="choose_my_mail"),
    path(
        "<slug:club>/me/<slug:public_key>/settings/calendar/", my_settings.renew_my_calendar, name="renew_my_calendar"
    ),
    path(
        "<slug:club>/me/<slug:public_key>/settings/keys/<number:key>/withdraw/",
        my_settings.withdraw_my_key,
        name="withdraw_my_key",
    ),
    path("<slug:club>/me/<slug:public_key>/settings/erase/", my_settings.ask_to_be_erased, name="ask_to_be_erased"),
    path("<slug:club>/me/<slug:public_key>/calendar/<slug:token>.ics", my_settings.my_calendar, name="my_calendar"),
    path("<slug:club>/me/<slug:public_key>/answer/", my_answers.my_answer, name="my_answer"),
    path("<slug:club>/me/<slug:public_key>/away/", my_answers.my_time_away, name="my_time_away"),
    path(
        "<slug:club>/me/<slug:public_key>/away/<number:period>/end/",
        my_answers.end_my_time_away,
        name="end_my_time_away",
    ),
    path("<slug:club>/me/<slug:public_key>/enter/<slug:tournament>/", joining.enter_by_card, name="my_entering"),
    path("<slug:club>/me/<slug:public_key>/wrong/", my_results.my_flag, name="my_flag"),
    path("<slug:club>/me/<slug:public_key>/results/<number:attendance>/", my_results.my_report, name="my_report"),
    path(
        "<slug:club>/me/<slug:public_key>/results/<number:attendance>/confirm/",
        my_results.my_confirmation,
        name="my_confirmation",
    ),
    path(
        "<slug:club>/me/<slug:public_key>/results/<number:attendance>/take-back/",
        my_results.my_report_taken_back,
        name="my_report_taken_back",
    ),
    path("<slug:club>/me/<slug:public_key>/always/", my_answers.my_standing_plan, name="my_standing_plan"),
]

"""The dates of rounds: planned by the director, and as calendars for everybody."""

from django.urls import path

from tournaments.views.calendar import calendar, dates

urlpatterns = [
    path("<slug:club>/staff/<slug:tournament>/setup/dates/", dates.plan_dates, name="plan_dates"),
    path("<slug:club>/calendar.ics", calendar.public_club_calendar, name="public_club_calendar"),
    path("<slug:club>/<slug:tournament>/calendar.ics", calendar.public_calendar, name="public_calendar"),
]

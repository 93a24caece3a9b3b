"""The first page of an installation: whoever started it makes the club, once, or looks at the demo."""

from __future__ import annotations

import threading

from axes.handlers.proxy import AxesProxyHandler
from django.contrib.auth import user_login_failed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from clubchess.log_in.password_hashing import few_at_once
from clubchess.log_in.throttle import FIRST_WORD, locked_page
from clubchess.this_machine import is_from_this_machine
from tournaments import demo
from tournaments.forms.clubs.first_club import FirstClubForm, FirstWordForm
from tournaments.models import User
from tournaments.services.clubs import first_word
from tournaments.services.clubs.clubs import create_first_club, nobody_is_here
from tournaments.services.common.refusal import Refused
from tournaments.views.accounts.second_factor import admit
from tournaments.views.common.outcome import receipt_of
from tournaments.views.common.request import sent

_WORD = "first_word"  # where it stands in the session
_one_demo = threading.Lock()
"""Whoever taps twice waits for the first, and sees what it made."""


@never_cache
@sensitive_post_parameters("password", "repeated", "word")
@require_http_methods(["GET", "HEAD", "POST"])
@few_at_once
def first_club(request: HttpRequest) -> HttpResponse:
    if not nobody_is_here():
        return too_late(request)
    if not may_make_first_club(request):
        return _ask_for_word(request)
    form = FirstClubForm(sent(request) if "word" not in request.POST else None)
    if request.method == "POST" and form.is_valid():
        try:
            club, user = create_first_club(**form.typed, receipt=receipt_of(request))
        except Refused as refused:
            if not nobody_is_here():
                return too_late(request)
            form.add_error(None, refused.message)
        else:
            return _let_in(request, user, reverse("club_home", args=[club.slug]))
    status = 422 if form.errors else 200
    return render(request, "tournaments/clubs/first_club/page.html", {"form": form}, status=status)


@never_cache
@require_POST
def try_demo(request: HttpRequest) -> HttpResponse:
    """Some seconds, on a slow machine a minute: its whole season is played."""
    if not nobody_is_here():
        return too_late(request)
    if not may_make_first_club(request):
        return redirect("first_club")
    with _one_demo:
        if not nobody_is_here():
            return redirect("home")
        try:
            demo.create_demo_club()
        except Refused:  # another process was quicker
            return too_late(request)
    return _let_in(request, User.objects.get(username=demo.USERNAME), reverse("home"))


def may_make_first_club(request: HttpRequest) -> bool:
    return is_from_this_machine(request) or first_word.is_good(request.session.get(_WORD, ""))


def _ask_for_word(request: HttpRequest) -> HttpResponse:
    """Wrong ones count like wrong passwords. A right one is kept with this browser's session."""
    form = FirstWordForm(sent(request))
    if request.method == "POST" and form.is_valid():
        counted_as = {"username": FIRST_WORD}
        if not AxesProxyHandler.is_allowed(request, counted_as):
            return locked_page(request, None, counted_as)
        if key := first_word.key_of(form.cleaned_data["word"]):
            request.session[_WORD] = key
            return redirect("first_club")
        user_login_failed.send(sender=__name__, credentials=counted_as, request=request)
        form.add_error("word", form.wrong)
    status = 422 if form.errors else 200
    return render(request, "tournaments/clubs/first_club/word.html", {"form": form}, status=status)


def _let_in(request: HttpRequest, user: User, way_on: str) -> HttpResponse:
    request.session.pop(_WORD, None)
    return admit(request, user, way_on)


def too_late(request: HttpRequest) -> HttpResponse:
    """Who only looks is led on; who has filled it in, or pressed it, reads why nothing came of it."""
    if request.method != "POST":
        return redirect("home")
    if request.user.is_authenticated:
        return redirect("my_clubs")
    return render(request, "tournaments/clubs/first_club/too_late.html", status=409)

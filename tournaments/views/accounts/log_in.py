"""The way in and out: log-in, one-time links, and which of the clubs."""

from __future__ import annotations

from django.contrib import auth
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubchess.log_in.password_hashing import few_at_once
from tournaments.forms.accounts.log_in import LogInForm
from tournaments.forms.accounts.passwords import PasswordForm
from tournaments.models import Club
from tournaments.pages.clubs.club_search import my_clubs_page
from tournaments.services.accounts import accounts
from tournaments.services.accounts.second_factor import is_owed
from tournaments.services.common.refusal import Refused
from tournaments.views.accounts.second_factor import admit
from tournaments.views.common import uploads
from tournaments.views.common.request import HtmxRequest, page_number, sent
from tournaments.views.common.staff_access import to_log_in, to_second_factor


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
@few_at_once
def log_in(request: HttpRequest) -> HttpResponse:
    way_on = _way_on(request)
    if request.user.is_authenticated:
        return redirect(way_on or "my_clubs")
    form = LogInForm(request, sent(request))
    if request.method == "POST" and form.is_valid():
        user = form.get_user()
        accounts.hash_password_anew(user, password=form.cleaned_data["password"])  # first: it ends sessions
        return admit(request, user, way_on)
    context = {"form": form, "next": way_on}
    return render(request, "tournaments/accounts/log_in.html", context, status=422 if form.errors else 200)


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    uploads.forget_all(request.session)
    auth.logout(request)
    return redirect("home")


@never_cache
@sensitive_post_parameters("password", "repeated")
@require_http_methods(["GET", "HEAD", "POST"])
@few_at_once
def choose_password(request: HttpRequest, uid: str, token: str) -> HttpResponse:
    """Whoever holds the link chooses a password and is in. Looking at it changes nothing."""
    user = accounts.invited_user(uid, token)
    if user is None:
        return render(request, "tournaments/accounts/invitation/used.html", status=410)
    form = PasswordForm(sent(request), user=user)
    if request.method == "POST" and form.is_valid():
        try:
            user = accounts.choose_password(uid, token, password=form.cleaned_data["password"])
        except Refused:
            return render(request, "tournaments/accounts/invitation/used.html", status=410)
        return admit(request, user, "")
    context = {"form": form, "invited": user}
    return render(request, "tournaments/accounts/password.html", context, status=422 if form.errors else 200)


@never_cache
@require_safe
def my_clubs(request: HtmxRequest) -> HttpResponse:
    if not request.user.is_authenticated:
        return to_log_in(request)
    if is_owed(request.user):
        return to_second_factor(request)
    clubs = Club.objects.all() if request.user.is_superuser else Club.objects.filter(memberships__user=request.user)
    first_two = clubs.order_by("pk")[:2]
    if len(first_two) == 1:
        return redirect("club_home", first_two[0].slug)
    page = my_clubs_page(clubs, request.GET.get("q", ""), page_number(request))
    return render(request, "tournaments/clubs/my_clubs.html", {"page": page})


def _way_on(request: HttpRequest) -> str:
    """Where the log-in leads: a page of ours, or nowhere in particular."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    ours = url_has_allowed_host_and_scheme(
        wanted, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return wanted if ours and wanted.startswith("/") else ""

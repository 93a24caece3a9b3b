"""One's own account: name, password, log-ins, clubs. What changes who can log in asks for the password again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import auth, messages
from django.contrib.auth import update_session_auth_hash
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from clubchess.log_in.password_hashing import few_at_once
from tournaments.forms.accounts.passwords import ConfirmForm, OwnDetailsForm, OwnPasswordForm
from tournaments.models import Club, Membership
from tournaments.pages.accounts.account import account_page
from tournaments.services.accounts import accounts, own_account, sessions
from tournaments.services.accounts.own_account import OwnDetails
from tournaments.services.accounts.second_factor import is_owed
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, receipt_of
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import logged_in, to_second_factor


def for_oneself(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Whoever is logged in, and has the second factor that they may owe."""

    @logged_in
    @wraps(view)
    def wrapped(request: StaffRequest, **kwargs: Any) -> HttpResponse:
        if is_owed(request.user):
            return to_second_factor(request)
        return view(request, **kwargs)

    return wrapped


@never_cache
@require_safe
@for_oneself
def account(request: StaffRequest) -> HttpResponse:
    return _page(request, ConfirmForm())


@never_cache
@sensitive_post_parameters("current")
@require_http_methods(["GET", "HEAD", "POST"])
@few_at_once
@for_oneself
def details(request: StaffRequest) -> HttpResponse:
    """Name and e-mail address; the latter logs in, so a change of it asks for the password."""
    user, outcome = request.user, NOTHING_DONE
    form = OwnDetailsForm(sent(request), initial={"name": user.name, "email": user.email})
    if request.method == "POST" and form.is_valid():
        wanted = OwnDetails(name=form.cleaned_data["name"], email=form.cleaned_data["email"])
        if wanted.email == user.email or knows_password(request, form):
            outcome = carry_out(lambda: own_account.change_details(user, wanted, receipt=receipt_of(request)))
            if not outcome.is_refused:
                messages.success(request, _("Saved."))
                return redirect("account")
    status = 422 if form.errors else outcome.status
    return render(
        request, "tournaments/accounts/account/details.html", {"form": form, "outcome": outcome}, status=status
    )


@never_cache
@sensitive_post_parameters("current", "password", "repeated")
@require_http_methods(["GET", "HEAD", "POST"])
@few_at_once
@for_oneself
def password(request: StaffRequest) -> HttpResponse:
    form = OwnPasswordForm(sent(request), user=request.user)
    if request.method == "POST" and form.is_valid() and knows_password(request, form):
        own_account.change_password(request.user, form.cleaned_data["password"])
        request.user.refresh_from_db(fields=["password"])
        update_session_auth_hash(request, request.user)
        request.logged_in_now = request.user  # the browser stays a known one, though the password is another
        sessions.end_other_sessions(request.user, but=_key(request))
        messages.success(request, _("Your new password is set. You are logged out on all other devices."))
        return redirect("account")
    context = {"form": form}
    return render(request, "tournaments/accounts/account/password.html", context, status=422 if form.errors else 200)


@never_cache
@sensitive_post_parameters("current")
@require_http_methods(["POST"])
@few_at_once
@for_oneself
def end_sessions(request: StaffRequest) -> HttpResponse:
    """One that the form names, or all others."""
    form = ConfirmForm(request.POST)
    if not form.is_valid() or not knows_password(request, form):
        return _page(request, form, status=422)
    if "others" in request.POST:
        number = sessions.end_other_sessions(request.user, but=_key(request))
        said = ngettext("{number} other log-in was ended.", "{number} other log-ins were ended.", number)
        messages.success(request, said.format(number=number))
    elif sessions.end_session(request.user, request.POST.get("end", "")):
        messages.success(request, _("This log-in was ended."))
    else:
        messages.info(request, _("This log-in had ended already."))
    return redirect("account")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_oneself
def leave_club(request: StaffRequest, club: str) -> HttpResponse:
    found = get_object_or_404(Club, slug=club)
    membership = Membership.objects.filter(club=found, user=request.user).first()
    if membership is None:
        if request.method == "POST":
            return redirect("account")  # sent twice
        raise Http404
    outcome = NOTHING_DONE
    if request.method == "POST":
        outcome = carry_out(lambda: own_account.leave_club(found, request.user, receipt=receipt_of(request)))
        if not outcome.is_refused:
            messages.success(request, _("You no longer work for {club}.").format(club=found.name))
            return redirect("account")
    context = {"leaving": found, "membership": membership, "outcome": outcome}
    return render(request, "tournaments/accounts/account/leave.html", context, status=outcome.status)


@never_cache
@sensitive_post_parameters("current")
@require_http_methods(["POST"])
@few_at_once
@for_oneself
def allow_links(request: StaffRequest, club: str) -> HttpResponse:
    """Whether the club's admins may make one a link for a new password; it is a way in, so it asks for the password."""
    membership = get_object_or_404(Membership.objects.select_related("club"), club__slug=club, user=request.user)
    form = ConfirmForm(request.POST, prefix="links")
    allowed = "allow" in request.POST
    if allowed and (not form.is_valid() or not knows_password(request, form)):
        return _page(request, ConfirmForm(), links_form=form, status=422)
    outcome = carry_out(lambda: accounts.allow_links(membership, allowed=allowed, receipt=receipt_of(request)))
    if outcome.is_refused:
        return _page(request, ConfirmForm(), outcome=outcome, status=outcome.status)
    return redirect("account")


def knows_password(request: StaffRequest, form: ConfirmForm) -> bool:
    """Counted and locked as a log-in is: or whoever finds a browser open could try any number."""
    typed = str(form.cleaned_data.get("current", ""))
    found = auth.authenticate(request, username=request.user.username, password=typed) if typed else None
    if found is not None and found.pk == request.user.pk:
        return True
    form.add_error(
        "current",
        _("The password is wrong. Capitals count in the password.")
        if typed
        else _("Type the password that you log in with."),
    )
    return False


def _key(request: StaffRequest) -> str:
    return str(request.session.session_key)


def _page(
    request: StaffRequest,
    form: ConfirmForm,
    *,
    links_form: ConfirmForm | None = None,
    outcome: Outcome = NOTHING_DONE,
    status: int = 200,
) -> HttpResponse:
    context = {
        "page": account_page(request.user, this=_key(request)),
        "form": form,
        "links_form": links_form or ConfirmForm(prefix="links"),
        "outcome": outcome,
    }
    return render(request, "tournaments/accounts/account/page.html", context, status=status)

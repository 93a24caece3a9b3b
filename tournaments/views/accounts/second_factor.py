"""The second factor: asked for at log-in, set up, renewed and turned off on one's own account."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.conf import settings
from django.contrib import auth, messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubchess.log_in.password_hashing import few_at_once
from tournaments.forms.accounts.log_in import CodeForm, PasswordAndCodeForm
from tournaments.forms.accounts.passwords import ConfirmForm
from tournaments.models import User
from tournaments.pages.common.short_address import qr_code
from tournaments.services.accounts import second_factor
from tournaments.services.common.refusal import Refused
from tournaments.views.accounts.account import knows_password
from tournaments.views.common.outcome import receipt_of
from tournaments.views.common.request import StaffRequest, sent
from tournaments.views.common.staff_access import logged_in

BACKEND = settings.AUTHENTICATION_BACKENDS[-1]
_PENDING, _SECRET = "second_factor_pending", "second_factor_secret"  # where it stands in the session
_SECONDS = 600
"""So long after the password the code may be typed."""


def admit(request: HttpRequest, user: User, way_on: str) -> HttpResponse:
    """Whose password was right is in, or asked for the code first."""
    if not second_factor.is_on(user):
        auth.login(request, user, backend=BACKEND)
        return redirect(way_on or "my_clubs")
    request.session.cycle_key()
    request.session[_PENDING] = {
        "user": user.pk,
        "password": user.get_session_auth_hash(),
        "until": time.time() + _SECONDS,
        "next": way_on,
    }
    return redirect("log_in_code")


@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def log_in_code(request: StaffRequest) -> HttpResponse:
    pending = request.session.get(_PENDING) or {}
    user = _who_is_pending(pending)
    if user is None or request.user.is_authenticated:
        return redirect("log_in")
    form = CodeForm(sent(request))
    if request.method == "POST" and form.is_valid() and _knows_code(request, user, form):
        del request.session[_PENDING]
        auth.login(request, user, backend=BACKEND)
        return redirect(pending["next"] or "my_clubs")
    context = {"form": form}
    return render(
        request, "tournaments/accounts/second_factor/log_in.html", context, status=422 if form.errors else 200
    )


@never_cache
@require_safe
@logged_in
def second_factor_page(request: StaffRequest) -> HttpResponse:
    return _page(request)


@never_cache
@sensitive_post_parameters("current")
@require_POST
@few_at_once
@logged_in
def begin(request: StaffRequest) -> HttpResponse:
    """A secret for the app. It counts once a first code was right, and is gone with the session."""
    form = ConfirmForm(request.POST)
    if second_factor.is_on(request.user):
        return redirect("second_factor")
    if not form.is_valid() or not knows_password(request, form):
        return _page(request, form=form, status=422)
    request.session[_SECRET] = second_factor.new_secret()
    return redirect("second_factor")


@never_cache
@sensitive_post_parameters("code")
@require_POST
@logged_in
def confirm(request: StaffRequest) -> HttpResponse:
    secret = request.session.get(_SECRET)
    form = CodeForm(request.POST)
    if not secret or second_factor.is_on(request.user):
        return redirect("second_factor")
    if form.is_valid():
        try:
            codes = second_factor.turn_on(request.user, secret, form.cleaned_data["code"])
        except Refused as refused:
            form.add_error("code", refused.message)
        else:
            del request.session[_SECRET]
            return _codes(request, codes)
    return _page(request, form=form, status=422)


@never_cache
@sensitive_post_parameters("current", "code")
@require_POST
@few_at_once
@logged_in
def renew_recovery_codes(request: StaffRequest) -> HttpResponse:
    return _with_both(request, lambda: _codes(request, second_factor.new_recovery_codes(request.user)))


@never_cache
@sensitive_post_parameters("current", "code")
@require_POST
@few_at_once
@logged_in
def turn_off(request: StaffRequest) -> HttpResponse:
    def off() -> HttpResponse:
        second_factor.turn_off(request.user, receipt=receipt_of(request))
        messages.success(request, _("The second factor is off."))
        return redirect("account")

    return _with_both(request, off)


def _with_both(request: StaffRequest, then: Callable[[], HttpResponse]) -> HttpResponse:
    """After password and code. Refused, for one where it was turned off in another window meanwhile, is said."""
    form = PasswordAndCodeForm(request.POST)
    if not second_factor.is_on(request.user):
        return redirect("second_factor")
    if not _knows_both(request, form):
        return _page(request, form=form, status=422)
    try:
        return then()
    except Refused as refused:
        form.add_error(None, refused.message)
        return _page(request, form=form, status=409)


def _who_is_pending(pending: dict[str, object]) -> User | None:
    """Whose password was right a moment ago and is so still."""
    until, key, password = pending.get("until"), pending.get("user"), pending.get("password")
    if not isinstance(until, float) or not isinstance(key, int) or until < time.time():
        return None
    user = User.objects.filter(pk=key, is_active=True).first()
    return user if user is not None and constant_time_compare(str(password), user.get_session_auth_hash()) else None


def _knows_both(request: StaffRequest, form: PasswordAndCodeForm) -> bool:
    return form.is_valid() and knows_password(request, form) and _knows_code(request, request.user, form)


def _knows_code(request: StaffRequest, user: User, form: CodeForm | PasswordAndCodeForm) -> bool:
    found = auth.authenticate(request, username=user.username, code=form.cleaned_data["code"])
    if found is not None and found.pk == user.pk:
        return True
    form.add_error("code", _("This code is wrong or was used already. Wait for the next one, or use a recovery code."))
    return False


def _codes(request: StaffRequest, codes: list[str]) -> HttpResponse:
    return render(request, "tournaments/accounts/second_factor/codes.html", {"codes": codes})


def _page(
    request: StaffRequest, *, form: CodeForm | ConfirmForm | PasswordAndCodeForm | None = None, status: int = 200
) -> HttpResponse:
    is_on = second_factor.is_on(request.user)
    secret = "" if is_on else request.session.get(_SECRET, "")
    context = {
        "is_on": is_on,
        "is_required": request.user.is_superuser,
        "codes_left": second_factor.recovery_codes_left(request.user) if is_on else 0,
        "secret": " ".join(secret[start : start + 4] for start in range(0, len(secret), 4)),
        # past the memory of codes: this one is a secret
        "qr": qr_code.__wrapped__(second_factor.address_of(request.user, secret)) if secret else None,
        "form": form or (PasswordAndCodeForm() if is_on else CodeForm() if secret else ConfirmForm()),
    }
    return render(request, "tournaments/accounts/second_factor/page.html", context, status=status)

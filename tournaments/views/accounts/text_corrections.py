"""“This text is wrong”: turned on and off, a better text for one of the program's, the list, and the file to send."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubchess.languages import OWN_NAMES
from clubchess.texts import switch
from clubchess.texts.catalogue import message_of
from tournaments.forms.accounts.text_corrections import TextCorrectionForm
from tournaments.pages.accounts.text_corrections import (
    address_to_keep,
    corrections_file,
    corrections_page,
    text_page,
)
from tournaments.pages.files.tournament_export import Download
from tournaments.permissions import works_for_some_club
from tournaments.services.accounts.text_corrections import correct_text as correct
from tournaments.services.accounts.text_corrections import remove_correction as remove
from tournaments.services.common.refusal import Refused
from tournaments.views.accounts.account import for_oneself
from tournaments.views.common.attachment import attachment
from tournaments.views.common.outcome import NOTHING_DONE, Outcome
from tournaments.views.common.request import StaffRequest, sent


def for_staff(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Whoever works for a club, of whichever."""

    @for_oneself
    @wraps(view)
    def wrapped(request: StaffRequest, **kwargs: Any) -> HttpResponse:
        if not works_for_some_club(request.user):
            raise PermissionDenied
        return view(request, **kwargs)

    return wrapped


@never_cache
@require_safe
@for_staff
def text_corrections(request: StaffRequest) -> HttpResponse:
    context = {"page": corrections_page(request.user), "is_on": switch.is_on(request)}
    return render(request, "tournaments/accounts/text_corrections/page.html", context)


@require_POST
@for_staff
def start_correcting(request: StaffRequest) -> HttpResponse:
    """The page that it leads to has the bar already."""
    response = redirect("my_clubs")
    switch.turn_on(request, response)
    return response


@require_POST
@for_staff
def stop_correcting(request: StaffRequest) -> HttpResponse:
    response = redirect(address_to_keep(request.POST.get("page", "")) or "text_corrections")
    switch.turn_off(response)
    return response


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_staff
def correct_text(request: StaffRequest, text: str) -> HttpResponse:
    """`text` is the key of one of the program's texts in the language of the address; `page` says where it was seen."""
    language = get_language() or ""
    message = message_of(language, text)
    if message is None:
        raise Http404
    page, seen_on = text_page(request.user, message, language), address_to_keep(request.GET.get("page", ""))
    outcome = NOTHING_DONE
    form = TextCorrectionForm(sent(request), first=page.earlier.forms if page.earlier else message.forms)
    if request.method == "POST" and form.is_valid():
        try:
            replaced = correct(request.user, message, form.typed(), language=language, page=seen_on)
        except Refused as refused:
            outcome = Outcome(status=409, message=refused.message, tone="bad")
        else:
            saved = _("Saved in your list. Your earlier correction of this text is replaced.")
            messages.success(request, saved if replaced else _("Saved in your list of corrections."))
            return redirect(seen_on or "text_corrections")
    context = {"page": page, "form": form, "outcome": outcome, "back": seen_on}
    status = 422 if form.errors else outcome.status
    return render(request, "tournaments/accounts/text_corrections/text.html", context, status=status)


@require_POST
@for_staff
def remove_correction(request: StaffRequest, correction: int) -> HttpResponse:
    if remove(request.user, correction):
        messages.success(request, _("The correction was removed."))
    else:
        messages.info(request, _("This correction was removed already."))
    return redirect("text_corrections")


@never_cache
@require_safe
@for_staff
def download_corrections(request: StaffRequest, language: str) -> HttpResponse:
    if language not in OWN_NAMES:
        raise Http404
    data = corrections_file(request.user, language).encode()
    return attachment(Download(file_name=f"clubchess-{language}.po", data=data, type="text/x-gettext-translation"))

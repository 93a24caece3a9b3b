"""What a club says of itself, changed by its admins."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import escape
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from clubchess.site import site_of
from tournaments.forms.clubs.club import ClubForm
from tournaments.models import Club
from tournaments.pages.common.branding import club_identity
from tournaments.permissions import administers_club, chooses_house_words
from tournaments.services.clubs import clubs
from tournaments.views.common import uploads
from tournaments.views.common.outcome import NOTHING_DONE, Outcome, carry_out, done_by
from tournaments.views.common.page_cache import EMBEDDED
from tournaments.views.common.request import StaffRequest, asked_from, sent
from tournaments.views.common.staff_access import for_club


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@for_club(administers_club)
def edit_club(request: StaffRequest, club: Club) -> HttpResponse:
    files = request.FILES if request.method == "POST" else None
    key = request.POST.get("kept_logo", "")
    image = uploads.kept_logo(request.session, club, key)
    form = ClubForm(club, sent(request), files, kept_logo=image, asked_from=asked_from(request))
    seen, outcome = clubs.version_of(club), NOTHING_DONE
    if request.method == "POST":
        seen = request.POST.get("seen", "")
        outcome = Outcome(status=422)
        if form.is_valid():
            outcome = carry_out(
                lambda: clubs.edit_club(club, form.details, image=form.image, seen=seen, **done_by(request))
            )
            if not outcome.is_refused:
                if image is not None:
                    uploads.forget(request.session, key)
                return redirect("club_home", club.slug)
            club.refresh_from_db()
            if outcome.is_stale:
                form, seen = ClubForm(club), clubs.version_of(club)
        if form.is_bound and form.image is not None and form.image != image:
            key = uploads.keep_logo(request.session, club, form.image)  # no browser sends a file again of itself
    context = {
        "club": club,
        "identity": club_identity(club),
        "form": form,
        "seen": seen,
        "outcome": outcome,
        "chooses_words": chooses_house_words(request.user),
        "frame_line": _frame_line(request, club),
        "kept_logo": key if form.is_bound and form.image is not None else "",
    }
    return render(request, "tournaments/clubs/club/page.html", context, status=outcome.status)


def _frame_line(request: StaffRequest, club: Club) -> str:
    """For the source of another web site."""
    address = f"{site_of(request)}{reverse('public_club', args=[club.slug])}?{EMBEDDED}"
    return f'<iframe src="{address}" title="{escape(club.name)}" width="100%" height="800" loading="lazy"></iframe>'

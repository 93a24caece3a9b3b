"""/styles/: the parts that screens are made of, for developers; with DEBUG only."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.pages.parts.march import march
from tournaments.pages.parts.squares import spoken, square_of
from tournaments.pairing.facts.record import RoundOutcome

ACCENTS = ("pine", "sea", "delft", "plum", "berry", "brick", "bronze", "slate")
_FORM = (RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.EXCUSED, RoundOutcome.LOSS, RoundOutcome.BYE)


@require_safe
def styles(request: HttpRequest) -> HttpResponse:
    """In the accent that `?accent=` names. Raises Http404 wherever others could see it."""
    if not settings.DEBUG:
        raise Http404
    accent = request.GET.get("accent", "")
    squares = [square_of(each) for each in _FORM]
    context = {
        "accent": accent if accent in ACCENTS else ACCENTS[0],
        "accents": ACCENTS,
        "squares": squares,
        "said": spoken(squares),
        "every_square": [(each.value, square_of(each)) for each in RoundOutcome],
        "march": march(4, 37),
        "short_march": march(5, 7),
        "boards": [(number, number > 8) for number in range(1, 16)],
    }
    return render(request, "tournaments/styles/page.html", context)

"""/styles/: the parts that screens are made of, for developers; with DEBUG only."""

from __future__ import annotations

import datetime
from fractions import Fraction

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Accent
from tournaments.pages.common.charts.rank_chart import rank_chart
from tournaments.pages.common.charts.round_progress import march
from tournaments.pages.common.charts.score_groups import Seats, score_groups
from tournaments.pages.common.charts.season_calendar import CalendarRound, club_calendar, season_calendar
from tournaments.pages.common.charts.squares import spoken, square_of
from tournaments.pages.common.charts.win_draw_loss import Score
from tournaments.pages.standings.ranks_before import RankBefore
from tournaments.pages.standings.win_values import win_values
from tournaments.pairing.history.record import RoundOutcome

_FORM = (RoundOutcome.WIN, RoundOutcome.DRAW, RoundOutcome.EXCUSED, RoundOutcome.LOSS, RoundOutcome.BYE)

_PLACES = (12, 20, 15, 6, 2)
_DAYS = [datetime.date(2026, 10, 15) + datetime.timedelta(weeks=week) for week in range(5)]


@require_safe
def styles(request: HttpRequest) -> HttpResponse:
    """In the accent that `?accent=` names. Raises Http404 wherever others could see it."""
    if not settings.DEBUG:
        raise Http404
    accent = request.GET.get("accent", "")
    squares = [square_of(each) for each in _FORM]
    context = {
        "accent": accent if accent in Accent.values else Accent.PINE.value,
        "accents": Accent.values,
        "squares": squares,
        "said": spoken(squares),
        "every_square": [(each.value, square_of(each)) for each in RoundOutcome],
        "march": march(4, 37),
        "short_march": march(5, 7),
        "line": rank_chart(dict(enumerate(_PLACES, start=1)), dict(enumerate(_FORM, start=1)), last_place=20, rounds=5),
        "score": Score(won=5, drawn=2, lost=3),
        "own_calendar": season_calendar(
            CalendarRound(tournament=1, number=number, date=day, outcome=outcome)
            for number, (day, outcome) in enumerate(zip(_DAYS, _FORM, strict=True), start=1)
        ),
        "club_calendar": club_calendar(dict(zip(_DAYS, (6, 11, 19, 30, 42), strict=True))),
        "groups": score_groups(
            Seats(board=board, white=Fraction(each, 2), black=Fraction(other, 2))
            for board, (each, other) in enumerate(((5, 7), (6, 6), (6, 5), (4, 5), (4, 4), (3, 3), (3, 2), (2, 2)), 1)
        ),
        "values": win_values(
            {place: RankBefore(points=None, place=place, worth=Fraction(210 - 12 * place)) for place in range(1, 9)},
            4,
            {place: f"Player {place}" for place in range(1, 9)},
        ),
        "boards": [(number, number > 8) for number in range(1, 16)],
    }
    return render(request, "tournaments/common/style_guide.html", context)

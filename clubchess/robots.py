"""What machines that follow every link are told: of each club one page, and none of the thousands that change."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

_PREVIEWS = ("facebookexternalhit", "Twitterbot", "LinkedInBot", "Slackbot-LinkExpanding", "TelegramBot", "Discordbot")
"""They fetch what somebody sends to a friend, and follow nothing."""
_CHANGING = ("*/live/", "*?", "*/players/", "*/rounds/", "*/standings/", "*/crosstable/", "*/series/", "*/staff/")
_PRIVATE = ("c/", "h/", "*/me/", "*/log-in/")
_TEXT = "\n".join(
    [
        *(f"User-agent: {name}" for name in _PREVIEWS),
        "Disallow:",
        "",
        "User-agent: *",
        *(f"Disallow: /{path}" for path in (*_CHANGING, *_PRIVATE)),
        "",
    ]
)
"""What a club does not want to be found says so itself: a machine that may not read it would not know."""


@require_safe
def robots(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(_TEXT, content_type="text/plain", headers={"Cache-Control": "public, max-age=86400"})

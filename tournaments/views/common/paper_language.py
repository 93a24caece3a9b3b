"""Papers hang on the club's wall: they are in the club's language, whatever whoever prints them reads."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import translation

from tournaments.models import Club, Series, Tournament

View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def in_the_papers_language(view: View) -> View:
    """In the language that `?language=` names, else the club's, else that of the address.

    Takes a view of (request, club or what belongs to one). The answer must be whole when it returns. Its ways back lead
    through addresses of the paper's language, so templates put them into the reader's again (`in_language`).
    """

    @wraps(view)
    def wrapped(request: HttpRequest, thing: Club | Tournament | Series, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with translation.override(_language(request, thing if isinstance(thing, Club) else thing.club)):
            response = view(request, thing, *args, **kwargs)
            response.headers["Content-Language"] = translation.get_language() or ""
            return response

    return cast(View, wrapped)


def _language(request: HttpRequest, club: Club) -> str:
    asked = request.GET.get("language")
    if asked is not None and asked not in dict(settings.LANGUAGES):
        raise Http404
    return asked or club.language or translation.get_language() or settings.LANGUAGE_CODE

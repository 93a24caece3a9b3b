"""Reading without a network: the worker that keeps public pages on a phone, and the page for those it has not kept."""

from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from clubchess import house_words, program_files

PUBLIC_PAGE = "X-Public-Page"
"""On answers that are the same for everybody: the worker keeps pages that have it, and no others."""

OWN_PAGE = "X-Own-Page"
"""On answers that are for whoever has this browser: the worker keeps them apart, until they are forgotten."""


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """At the root, since a worker sees what lies below its own address, and under one name, by which browsers ask for a
    newer one. Where pages shall not be kept it is one that clears up and goes."""
    name = "js/service_worker.js" if settings.OFFLINE_PAGES else "js/no_service_worker.js"
    return HttpResponse(
        _script(name), content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"}
    )


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    return HttpResponse(
        _page(get_language(), house_words.generation()), headers={PUBLIC_PAGE: "1", "Cache-Control": "no-cache"}
    )


@cache
def _script(name: str) -> bytes:
    """As it was collected, without what only those who write it read."""
    return Path(settings.STATIC_ROOT if settings.STATIC_MANIFEST else program_files.STATIC, name).read_bytes()


@cache
def _page(_language: str | None, _words: int) -> str:
    return render_to_string("offline.html")

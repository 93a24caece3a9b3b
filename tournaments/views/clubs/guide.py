"""The guide, to which *Help* at the foot of every page leads: the same for everybody, so it is kept."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.pages.clubs.guide import CHAPTERS, read_chapter
from tournaments.pages.clubs.screenshots import picture_of
from tournaments.views.common.page_cache import OfProgram, keep


@require_safe
def help_home(request: HttpRequest) -> HttpResponseBase:
    def made() -> HttpResponse:
        chapters = [read_chapter(_language(), code) for code in CHAPTERS]
        return render(request, "tournaments/clubs/guide/page.html", {"chapters": chapters})

    return keep(request, OfProgram(), OfProgram.VERSION, made)


@require_safe
def help_chapter(request: HttpRequest, chapter: str) -> HttpResponseBase:
    if chapter not in CHAPTERS:
        raise Http404

    def made() -> HttpResponse:
        chapters = [read_chapter(_language(), code) for code in CHAPTERS]
        shown = chapters[CHAPTERS.index(chapter)]
        pictures = {name: picture_of(_language(), name) for name in shown.pictures}
        blocks = [(block, pictures.get(block.name)) for block in shown.blocks]
        context = {"chapters": chapters, "chapter": shown, "blocks": blocks}
        return render(request, "tournaments/clubs/guide/chapter.html", context)

    return keep(request, OfProgram(), OfProgram.VERSION, made)


def _language() -> str:
    return get_language() or "en"

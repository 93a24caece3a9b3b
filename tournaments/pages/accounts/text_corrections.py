"""Better texts: the list, the form for one, the file that is sent, and which texts a page to tap on has."""

from __future__ import annotations

import datetime
import html
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import QuerySet
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils import timezone, translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language, get_language_from_path

import clubchess
from clubchess.languages import OWN_NAMES
from clubchess.texts.catalogue import Message, Place, messages
from clubchess.texts.checks import GAP, gaps_of
from clubchess.texts.po_file import PoEntry, po_file
from tournaments.models import TextCorrection, User
from tournaments.permissions import corrections_seen_by

_TAG = re.compile(r"</?[A-Za-z][^<>]*>")
_SECRET = frozenset({"token", "uid", "signed", "card"})
"""Parts of an address that are a way in."""
_LONGEST_PATH = 300


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectionRow:
    pk: int
    language: str
    language_name: str
    english: str
    context: str
    today: tuple[str, ...]
    forms: tuple[str, ...]
    page: str
    by: str
    when: datetime.datetime
    has_other_english: bool
    """The program says it otherwise by now: whoever takes it in has to look."""


@dataclass(frozen=True, kw_only=True, slots=True)
class CorrectionsPage:
    rows: tuple[CorrectionRow, ...]
    languages: tuple[tuple[str, str], ...]
    """Those of which there is one: code, and what the link to its file says."""
    names_people: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class TextPage:
    """The form for one."""

    message: Message
    english: tuple[str, ...]
    gaps: tuple[str, ...]
    earlier: CorrectionRow | None
    """This person's, which the new one takes the place of."""


def corrections_page(user: User) -> CorrectionsPage:
    rows = tuple(_row(each) for each in _corrections(user))
    codes = {row.language for row in rows}
    return CorrectionsPage(
        rows=rows,
        languages=tuple((code, f"{name} (.po)") for code, name in OWN_NAMES.items() if code in codes),
        names_people=user.is_superuser,
    )


def text_page(user: User, message: Message, language: str) -> TextPage:
    earlier = _corrections(user).filter(user=user, language=language, key=message.key).first()
    english = (message.english, message.plural) if message.plural else (message.english,)
    return TextPage(
        message=message,
        english=english,
        gaps=gaps_of("\n".join(message.forms)),
        earlier=_row(earlier) if earlier is not None else None,
    )


def corrections_file(user: User, language: str) -> str:
    """Of one text the newest; what others made of it stands above it as a note."""
    of_text: dict[str, list[TextCorrection]] = {}
    for each in _corrections(user).filter(language=language):
        of_text.setdefault(each.key, []).append(each)
    entries = (_entry(newest, others) for newest, *others in of_text.values())
    return po_file(language, entries, version=clubchess.__version__, made_at=timezone.now())


def texts_on_page(found: Iterable[Place]) -> list[Mapping[str, object]]:
    """What the script finds a tapped text by: of each message its forms as they are read, in pieces around the gaps."""
    ours = messages(get_language() or "")
    return [_to_find(ours[place]) for place in found if place in ours]


def address_to_keep(path: str) -> str:
    """The path of a page of ours, without its query; empty where that is none, or lets somebody in."""
    path = path.partition("?")[0].partition("#")[0]
    if len(path) > _LONGEST_PATH or not url_has_allowed_host_and_scheme(path, allowed_hosts=None):
        return ""
    found = _resolved(path)
    return path if found is not None and not _SECRET & found.kwargs.keys() else ""


def _corrections(user: User) -> QuerySet[TextCorrection]:
    """The newest first."""
    return TextCorrection.objects.filter(corrections_seen_by(user)).select_related("user").order_by("-at", "-pk")


def _row(correction: TextCorrection) -> CorrectionRow:
    return CorrectionRow(
        pk=correction.pk,
        language=correction.language,
        language_name=OWN_NAMES.get(correction.language, correction.language),
        english=correction.english,
        context=correction.context,
        today=tuple(correction.today),
        forms=tuple(correction.forms),
        page=correction.page,
        by=str(correction.user),
        when=correction.at,
        has_other_english=_has_other_english(correction),
    )


def _has_other_english(correction: TextCorrection) -> bool:
    there = messages(correction.language).get((correction.context, correction.english))
    return there is None or there.key != correction.key


def _entry(newest: TextCorrection, others: Iterable[TextCorrection]) -> PoEntry:
    return PoEntry(
        context=newest.context,
        english=newest.english,
        plural=newest.plural,
        forms=tuple(newest.forms),
        notes=tuple(_notes(newest, others)),
    )


def _notes(newest: TextCorrection, others: Iterable[TextCorrection]) -> Iterator[str]:
    """In English, for a developer; nobody is named in a file that leaves the house."""
    yield f"Page: {_route(newest.page)} · {newest.at:%Y-%m-%d}"
    yield from (f"Today: {form}" for form in newest.today)
    if _has_other_english(newest):
        yield "The English of this text has changed since."
    for each in others:
        yield from (f"Another correction, of {each.at:%Y-%m-%d}: {form}" for form in each.forms)


def _route(page: str) -> str:
    """What the program calls it: the address names a club, and may name a player."""
    found = _resolved(page)
    return str(found.url_name) if found is not None else "unknown"


def _resolved(path: str) -> ResolverMatch | None:
    """In the language of the address, whichever this page has: an address of another is none to Django."""
    with translation.override(get_language_from_path(path) or get_language()):
        try:
            return resolve(path)
        except Resolver404:
            return None


def _to_find(message: Message) -> Mapping[str, object]:
    return {
        "key": message.key,
        "text": _read(message.forms[0]),
        "english": message.english,
        "context": message.context,
        "forms": [[_read(piece) for piece in GAP.split(form)] for form in message.forms],
    }


def _read(text: str) -> str:
    return html.unescape(_TAG.sub("", text)).replace("%%", "%")

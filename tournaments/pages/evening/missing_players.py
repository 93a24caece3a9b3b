"""Who is still waited for, before anybody pairs: whole sentences, true at the moment in which they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Presence, Response
from tournaments.pages.common.collation import sorted_by_name
from tournaments.pages.evening.check_in import CheckIn
from tournaments.pairing.wording import listing
from tournaments.selectors.availability import KnownResponse
from tournaments.selectors.display_names import DisplayName

_NAMED = 8
_USUALLY_NAMED = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class MissingPlayers:
    """Keys of entries. `later` have said that they come later or are on the way, `coming` that they come."""

    later: tuple[int, ...]
    coming: tuple[int, ...]
    offers: tuple[int, ...]
    """Who is here and offered to sit out."""
    usual: tuple[int, ...]
    """Who is usually here, has said nothing, and is not marked."""


def missing_players(
    checked_in: CheckIn, words: Mapping[int, KnownResponse], number: int, usually_here: frozenset[int]
) -> MissingPlayers:
    comes = {key: word for key, word in words.items() if word.said is not None and word.comes_to(number)}
    places = [place for place in checked_in.places if not place.is_out]
    unmarked = [place.entry for place in places if place.is_unmarked]
    on_the_way = [place.entry for place in places if place.presence is Presence.ON_THE_WAY]
    later = [key for key in unmarked if key in comes and _is_later(comes[key])]
    return MissingPlayers(
        later=(*later, *(key for key in on_the_way if key in comes and comes[key].arrives_at is not None)),
        coming=tuple(key for key in unmarked if key in comes and key not in later),
        offers=tuple(place.entry for place in places if place.is_present and _offers(words.get(place.entry))),
        usual=tuple(key for key in unmarked if key in usually_here and words[key].said is None),
    )


def _is_later(word: KnownResponse) -> bool:
    return word.said is Response.LATER or word.arrives_at is not None


def _offers(word: KnownResponse | None) -> bool:
    return word is not None and word.sits_out


def expected_in_words(
    waiting: MissingPlayers, words: Mapping[int, KnownResponse], called: Mapping[int, DisplayName], *, is_odd: bool
) -> tuple[str, ...]:
    """`is_odd`: one sits out now, and with one more nobody would."""
    found = list(_later(waiting.later, words, called))
    if waiting.coming:
        found.append(_not_here_yet(waiting.coming, called))
    if is_odd and waiting.offers:
        text = ngettext(
            "With one more player nobody sits out. {names} offered to sit out.",
            "With one more player nobody sits out. {names} offered to sit out.",
            len(waiting.offers),
        )
        found.append(text.format(names=_names(waiting.offers, called)))
    elif is_odd and (waiting.coming or waiting.later):
        found.append(_("With one more player nobody sits out."))
    if 0 < len(waiting.usual) <= _USUALLY_NAMED:
        found.append(_("Usually here, but not yet tonight: {names}.").format(names=_names(waiting.usual, called)))
    return tuple(found)


def _later(keys: Sequence[int], words: Mapping[int, KnownResponse], called: Mapping[int, DisplayName]) -> Iterable[str]:
    if len(keys) > _USUALLY_NAMED:
        yield ngettext("{count} is coming later.", "{count} are coming later.", len(keys)).format(count=len(keys))
        return
    for key in sorted(keys, key=lambda key: (str(words[key].arrives_at or ""), called[key])):
        at = words[key].arrives_at
        if at is None:
            yield _("{name} is coming later.").format(name=called[key])
        else:
            yield _("{name} is coming at about {time}.").format(name=called[key], time=time_format(at, "H:i"))


def _not_here_yet(keys: Sequence[int], called: Mapping[int, DisplayName]) -> str:
    count = len(keys)
    if count > _NAMED:
        return ngettext(
            "{count} said yes but is not here yet.", "{count} said yes but are not here yet.", count
        ).format(count=count)
    return ngettext(
        "{count} said yes but is not here yet: {names}.",
        "{count} said yes but are not here yet: {names}.",
        count,
    ).format(count=count, names=_names(keys, called))


def _names(keys: Iterable[int], called: Mapping[int, DisplayName]) -> str:
    return listing([str(name) for name in sorted_by_name([called[key] for key in keys], str)], _)

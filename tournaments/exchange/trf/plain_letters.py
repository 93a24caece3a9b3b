"""Letters beyond ASCII as those that every federation's program takes: å, ä, ö, ø."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

from tournaments.exchange.trf.types import Identity, Trf

_WORDS = str.maketrans(
    {"ø": "o", "Ø": "O", "æ": "ae", "Æ": "Ae", "ß": "ss", "đ": "d", "Đ": "D", "ł": "l", "Ł": "L", "þ": "th", "Þ": "Th",
     "ð": "d", "Ð": "D", "œ": "oe", "Œ": "Oe", "’": "'", "–": "-"}
)  # fmt: skip


def in_plain_letters(trf: Trf) -> Trf:
    """Before it is written: a letter that becomes two moves no column then."""
    lines = tuple(replace(each, identity=_plain(each.identity)) for each in trf.players)
    national = tuple(replace(each, identity=_plain(each.identity)) for each in trf.national)
    return replace(
        trf,
        name=plain(trf.name),
        city=plain(trf.city),
        kind=plain(trf.kind),
        chief_arbiter=plain(trf.chief_arbiter),
        deputies=tuple(map(plain, trf.deputies)),
        rate_of_play=plain(trf.rate_of_play),
        players=lines,
        national=national,
        teams=tuple(replace(each, name=plain(each.name), nickname=plain(each.nickname)) for each in trf.teams),
    )


def _plain(identity: Identity) -> Identity:
    return replace(identity, name=plain(identity.name))


def plain(text: str) -> str:
    parted = unicodedata.normalize("NFKD", text.translate(_WORDS))
    return "".join(each if each.isascii() else "" if unicodedata.combining(each) else "?" for each in parted)

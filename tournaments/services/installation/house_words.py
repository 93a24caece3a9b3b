"""Which words the texts of this installation have, where clubs of a language differ."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from django.utils.translation import gettext as _

from clubchess.house_word_forms import WORDS
from clubchess.house_words import Choices, put_in_force
from tournaments.models import Club, User
from tournaments.recording import note_whole, recording, write_house_words
from tournaments.services.common.refusal import Refused


def choose_words(club: Club, choices: Choices, *, actor: User | None, receipt: uuid.UUID | None = None) -> None:
    """All that is chosen, by language and code of the word; what is not named is as the catalogue has it. The club is
    where it is noted. Raises Refused for a language, word or alternative that there is not."""
    chosen = {language: _checked(language, of_it) for language, of_it in choices.items()}
    said = [word for of_it in chosen.values() for word in of_it.values()]
    facts = {"what": "some" if said else "none", "words": ", ".join(said)}
    with recording(club, actor=actor, verb="installation.choose_words", receipt=receipt, facts=facts) as change:
        note_whole(change, club)
        write_house_words(chosen)
    put_in_force(chosen)


def _checked(language: str, chosen: Mapping[str, str]) -> dict[str, str]:
    """Without those that are as the catalogue has them."""
    known = {word.code: word.alternatives for word in WORDS.get(language, ())}
    for code, alternative in chosen.items():
        if alternative not in known.get(code, ()):
            raise Refused(_("“{word}” cannot be chosen here.").format(word=alternative))
    return {code: alternative for code, alternative in chosen.items() if alternative != known[code][0]}

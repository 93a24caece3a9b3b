"""The words of the installation: that they were chosen stands in a club's record, the rows in none."""

from __future__ import annotations

from clubchess.house_words import Choices
from tournaments.models import HouseWord


def chosen_words() -> dict[str, dict[str, str]]:
    """As the database has them."""
    found: dict[str, dict[str, str]] = {}
    for language, word, alternative in HouseWord.objects.values_list("language", "word", "alternative"):
        found.setdefault(language, {})[word] = alternative
    return found


def write_house_words(choices: Choices) -> None:
    """These and no others. Within a recording."""
    rows = [
        HouseWord(language=language, word=word, alternative=alternative)
        for language, of_it in choices.items()
        for word, alternative in of_it.items()
    ]
    HouseWord.objects.all().delete()
    HouseWord.objects.bulk_create(  # where another club's admin was faster, the later choice holds
        rows, update_conflicts=True, unique_fields=["language", "word"], update_fields=["alternative"]
    )

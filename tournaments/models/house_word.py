"""What this installation calls things for which clubs of a language have several words."""

from typing import ClassVar

from django.db import models


class HouseWord(models.Model):
    """No club's: all clubs here see the same texts. There is no row where the word is that of the catalogue
    (docs/decisions/0101)."""

    language = models.CharField(max_length=10)
    word = models.CharField(max_length=30)
    """Its code in clubchess.house_word_forms."""
    alternative = models.CharField(max_length=40)
    """What is said for it. One that this version does not know counts for nothing."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["language", "word"], name="house_word_once"),
        ]

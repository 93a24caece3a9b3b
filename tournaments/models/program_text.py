"""Texts of the program as they are not: words that an installation has chosen, and better texts that people typed."""

from typing import ClassVar

from django.conf import settings
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


class TextCorrection(models.Model):
    """No record tells of it: nothing of a club's is changed by it, nor what the program shows (docs/decisions/0100)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="text_corrections")
    language = models.CharField(max_length=10)
    key = models.CharField(max_length=20)
    """Of the message: `clubchess.texts.catalogue.Message.key`."""
    context = models.CharField(max_length=500, blank=True)
    english = models.TextField()
    plural = models.TextField(blank=True)
    """The English for several; empty where it has one form only."""
    today = models.JSONField()
    """What stood there when it was corrected: a list of as many forms as the language has, or of one."""
    forms = models.JSONField()
    """What should stand there: as many."""
    page = models.CharField(max_length=300, blank=True)
    """The path of where it was seen; empty where that is a secret."""
    at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "language", "key"], name="text_correction_one_by_each"),
        ]

"""Months that Django's translation shortens where the language does not: Norwegian has 5. mars, not 5. mar."""

from django.utils.translation import pgettext_lazy

NOT_SHORTENED = (
    pgettext_lazy("abbrev. month", "March"),
    pgettext_lazy("abbrev. month", "June"),
    pgettext_lazy("abbrev. month", "July"),
)

"""What cards send of results, and of what is wrong."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry
from tournaments.pages.activity.inbox import WRONG_WORDS
from tournaments.selectors.result_reports import Ended


class ReportForm(forms.Form):
    """`opponent` is the key of the entry whom the page named."""

    ended = forms.ChoiceField(choices=[(ended.value, ended.value) for ended in Ended])
    opponent = forms.IntegerField(min_value=1, max_value=2**63 - 1)


class SeenReportForm(forms.Form):
    """What the page had the other, or oneself, report: a result or, of a match, the signs of its boards."""

    seen = forms.RegexField(r"\A(?:1-0|0-1|1/2-1/2|[10=+x-]{1,12})\Z")


class FlagForm(forms.Form):
    """The rounds are those of the card's tournaments, each `entry:number`."""

    round = forms.ChoiceField(label=_("In which round?"))
    wrong = forms.ChoiceField(
        label=_("What is wrong?"),
        choices=[(wrong.value, words) for wrong, words in WRONG_WORDS.items()],
        widget=forms.RadioSelect,
    )
    text = forms.CharField(
        label=_("In your own words, if you like"),
        help_text=_("For the staff of the club. Please don't write about illness or other private matters."),
        required=False,
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(self, *args: object, rounds: dict[Entry, list[int]], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        choices = [
            (
                f"{entry.pk}:{number}",
                gettext("{tournament}, round {number}").format(tournament=entry.tournament.name, number=number),
            )
            for entry, numbers in rounds.items()
            for number in reversed(numbers)
        ]
        field = self.fields["round"]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

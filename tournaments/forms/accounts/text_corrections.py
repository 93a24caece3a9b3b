"""A better text: one field, or one for each form of a message that counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _


class TextCorrectionForm(forms.Form):
    """What a better text must be, `clubchess.texts.checks` says."""

    def __init__(self, *args: Any, first: Sequence[str], **kwargs: Any) -> None:
        """`first` is what the fields hold to begin with."""
        super().__init__(*args, **kwargs)
        labels = [_("Better text, for one"), _("Better text, for several")] if len(first) > 1 else [_("Better text")]
        for number, text in enumerate(first):
            self.fields[f"form_{number}"] = forms.CharField(
                label=labels[min(number, 1)],
                initial=text,
                required=False,
                strip=False,
                widget=forms.Textarea(attrs={"rows": min(12, 2 + len(text) // 40)}),
            )

    def typed(self) -> list[str]:
        return [self.cleaned_data[name] for name in self.fields]

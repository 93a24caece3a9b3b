"""What the buttons of the evening send."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Answer, KeyMap, Mark, Presence
from tournaments.pairing.protocols import Capabilities
from tournaments.pairing.teams.rosters import MOST_BOARDS
from tournaments.pairing.types.snapshot import AbsenceKind, OwnGame, Result
from tournaments.services.setup.pairing_terms import MOST, PairingTerms

_LONGEST_MARK = 30


class MarkForm(forms.Form):
    """`seen` is the mark that the row showed when it was tapped."""

    presence = forms.CharField(max_length=_LONGEST_MARK)
    seen = forms.CharField(max_length=_LONGEST_MARK)

    def clean_presence(self) -> Mark:
        mark = Mark.sent(self.cleaned_data["presence"])
        if mark is None:
            raise forms.ValidationError("")
        return mark


class OwnGameForm(forms.Form):
    """Of a game elsewhere; empty takes the result away."""

    result = forms.ChoiceField(required=False, choices=[(each.value, each.value) for each in OwnGame])
    seen = forms.ChoiceField(required=False, choices=[(each.value, each.value) for each in OwnGame])


class ResultForm(forms.Form):
    """`seen` is the result that the board showed. An open game is not a result: clearing is a verb of its own."""

    result = forms.ChoiceField(choices=[(result.value, result.value) for result in Result if result is not Result.OPEN])
    seen = forms.ChoiceField(choices=[(result.value, result.value) for result in Result])


class ReportedMatchForm(forms.Form):
    """All boards of a match of teams as a captain has reported them, in signs."""

    boards = forms.RegexField(rf"\A[10=+x-]{{1,{MOST_BOARDS}}}\Z")


class MatchLineForm(forms.Form):
    """One board of a match of teams. `seen` is what the board showed, `*` where it is cleared."""

    line = forms.IntegerField(min_value=1, max_value=MOST_BOARDS)
    result = forms.ChoiceField(choices=[(result.value, result.value) for result in Result])
    seen = forms.ChoiceField(choices=[(result.value, result.value) for result in Result])


class MatchForm(forms.Form):
    """A whole match: only its score, as 2½–1½, or a team that did not come. `seen_match` is what was shown."""

    score = forms.CharField(max_length=20, required=False)
    forfeit = forms.ChoiceField(
        required=False,
        choices=[(each.value, each.value) for each in (Result.WHITE_WINS_BY_FORFEIT, Result.BLACK_WINS_BY_FORFEIT)],
    )
    seen_match = forms.CharField(max_length=60, required=False)

    def clean_score(self) -> tuple[int, int] | None:
        text = self.cleaned_data["score"].strip()
        if not text:
            return None
        found = _SCORE.fullmatch(text.replace(" ", ""))
        if found is None:
            raise forms.ValidationError(_("Write the score as 2½–1½ or 2.5-1.5."))
        return _halves(found["own"]), _halves(found["their"])


_POINTS = r"(?:\d{1,2}(?:½|[.,][05])?|½)"
_SCORE = re.compile(rf"(?P<own>{_POINTS})[-–:](?P<their>{_POINTS})")


def _halves(text: str) -> int:
    whole = text.rstrip("½")
    if whole != text:
        return 2 * int(whole or 0) + 1
    before, _point, after = text.replace(",", ".").partition(".")
    return 2 * int(before) + (after == "5")


class AgreedForm(forms.Form):
    """The results on which both agree, as the screen showed them: each `game:result`."""

    agreed = forms.Field(widget=forms.MultipleHiddenInput)

    def clean_agreed(self) -> dict[int, Result]:
        try:
            return dict(map(_agreed, self.cleaned_data["agreed"]))
        except ValueError as error:
            raise forms.ValidationError("") from error


def _agreed(text: str) -> tuple[int, Result]:
    game, _colon, result = text.partition(":")
    if not game.isascii() or len(game) > 18:
        raise ValueError
    return int(game), Result(result)


class SecondDateForm(forms.Form):
    """The day on which those play who are paired into a published round."""

    date = forms.DateField()


class KeyMapForm(forms.Form):
    key_map = forms.ChoiceField(choices=KeyMap.choices)


class MessageForm(forms.Form):
    """`seen` is the message that the page showed."""

    text = forms.CharField(required=False)
    seen = forms.CharField(required=False)


class SeenResultForm(forms.Form):
    """Clearing and postponing: only what the board showed."""

    seen = forms.ChoiceField(choices=[(result.value, result.value) for result in Result])


_MOST = 2**63 - 1


class AnswerForm(forms.Form):
    """`seen` is when what the page showed was asked; `player`, of those who ask to enter: who they are to the club.
    `for_good`: what nothing brings back is ticked as well."""

    answer = forms.ChoiceField(choices=Answer.choices)
    seen = forms.CharField(max_length=40)
    player = forms.IntegerField(required=False, min_value=1, max_value=_MOST)
    another = forms.BooleanField(required=False)
    for_good = forms.BooleanField(required=False)


_LARGEST_KEY = 2**31 - 1


class TwoEntriesForm(forms.Form):
    """`one` was tapped first, or has White."""

    one = forms.IntegerField(min_value=1, max_value=_LARGEST_KEY)
    other = forms.IntegerField(min_value=1, max_value=_LARGEST_KEY)


class EntryForm(forms.Form):
    """`beside` whoever else sits out."""

    entry = forms.IntegerField(min_value=1, max_value=_LARGEST_KEY)
    beside = forms.BooleanField(required=False)


class PairingTermsForm(forms.Form):
    """What holds of one player alone."""

    place = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST,
        label=gettext_lazy("Paired as if at place"),
        help_text=gettext_lazy("For the pairing alone. Empty: where the table has them."),
    )
    games = forms.IntegerField(
        required=False,
        min_value=1,
        max_value=MOST,
        label=gettext_lazy("For this many games"),
        help_text=gettext_lazy("Empty: to the end."),
    )
    owes_bye = forms.BooleanField(
        required=False, label=gettext_lazy("Owes an evening: sits out unpaid when the number is odd")
    )

    def __init__(self, terms: PairingTerms, capabilities: Capabilities, data: Any = None) -> None:
        initial = {"absence_kind": terms.absence_kind, "place": terms.place, "games": terms.games}
        super().__init__(data, label_suffix="", initial=initial | {"owes_bye": terms.owes_bye})
        built_in = [(kind.value, Presence(kind.value).label) for kind in AbsenceKind]
        own = [(each.code, each.name) for each in capabilities.absences.own_kinds]
        self.fields["absence_kind"] = forms.ChoiceField(
            required=False,
            label=gettext_lazy("If nobody marks this player"),
            choices=[("", gettext_lazy("as for everybody")), *built_in, *own],
        )
        if not capabilities.pairs_at_places:
            del self.fields["place"], self.fields["games"]
        if not capabilities.knows_owed_evenings:
            del self.fields["owes_bye"]
        self.order_fields(("absence_kind", "place", "games", "owes_bye"))

    @property
    def says_something(self) -> bool:
        return any(self.initial.values())

    def terms(self) -> PairingTerms:
        return PairingTerms(**self.cleaned_data)

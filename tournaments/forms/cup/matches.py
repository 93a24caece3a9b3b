"""What the form at a level tie sends."""

from __future__ import annotations

from django import forms

from tournaments.pairing.types.snapshot import Colour, Result

_OF_A_FURTHER_GAME = (Result.WHITE_WINS, Result.DRAW, Result.BLACK_WINS)
FURTHER = [f"{colour.value} {result.value}" for colour in Colour for result in _OF_A_FURTHER_GAME]
"""The colour that White of the first game had, and the result, White of that game first."""
_MOST = 40
_MOST_KEYS = 1000


class DecisionForm(forms.Form):
    """`way` is step and colour; `seen` what the page showed."""

    way = forms.CharField(max_length=60)
    seen = forms.CharField(required=False, max_length=2000)
    as_one = forms.BooleanField(required=False)

    def clean_way(self) -> tuple[str, Colour]:
        step, _colon, colour = self.cleaned_data["way"].partition(":")
        if colour not in set(Colour):
            raise forms.ValidationError("")
        return step, Colour(colour)

    def further(self) -> tuple[tuple[Colour, Result], ...] | None:
        """In order, without those left empty; None where one cannot be read."""
        # A form of this shape has one field for each game, all of one name.
        given = [text for text in self.data.getlist("further") if text]  # type: ignore[attr-defined]
        if len(given) > _MOST or any(text not in FURTHER for text in given):
            return None
        pairs = (text.split(" ") for text in given)
        return tuple((Colour(colour), Result(result)) for colour, result in pairs)


class SeenDecisionForm(forms.Form):
    seen = forms.CharField(required=False, max_length=2000)


class _KeysForm(forms.Form):
    def _keys(self, name: str) -> tuple[int, ...] | None:
        """All of one name, one at least; None where one cannot be read."""
        given = self.data.getlist(name)  # type: ignore[attr-defined]  # as above
        is_readable = given and len(given) <= _MOST_KEYS and all(key.isascii() and key.isdigit() for key in given)
        return tuple(map(int, given)) if is_readable and all(len(key) < 19 for key in given) else None


class PlayersForm(_KeysForm):
    """Keys of players, those to be entered."""

    def players(self) -> tuple[int, ...] | None:
        return self._keys("player")


class SharedGamesForm(_KeysForm):
    """Keys of games, those that are to be played now."""

    def games(self) -> tuple[int, ...] | None:
        return self._keys("game")

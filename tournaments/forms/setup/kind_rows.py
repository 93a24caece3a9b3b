"""Rows in which a club names its own kinds of absence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from tournaments.forms.common.typed_numbers import plain_number
from tournaments.names import slug_of
from tournaments.pages.common.wording import with_decimal_sign
from tournaments.pairing.types.absence_kinds import LONGEST_NAME, MOST_KINDS, Asked, OwnKind, kinds_written, steps_text
from tournaments.pairing.types.snapshot import AbsenceKind

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_FIRST: Final = (("share", _("Part of your own value")), ("paid", _("Paid at most this many times")))
_MORE: Final = (
    ("points", _("Fixed points instead")),
    ("steps", _("Steps instead, such as 5 × 0.4; 5 × 0.3")),
    ("win_share", _("Own game won")),
    ("draw_share", _("Own game drawn")),
    ("loss_share", _("Own game lost")),
)
_NUMBERS: Final = tuple(column for column, _label in (*_FIRST, *_MORE) if column != "steps")
_ASKED: Final[Mapping[Asked, StrPromise]] = {
    Asked.CARD: _("Members with their card"),
    Asked.CONFIRM: _("Members with their card once the director agrees"),
    Asked.STAFF: _("Only the director"),
}
_COLUMNS: Final = ("code", "asked", "name", "steps", *_NUMBERS)
_LONGEST: Final = 200


class KindRows(forms.Widget):
    """One row for each kind, and an empty one while there may be more. A row without a name is not kept."""

    use_fieldset = True

    def __init__(self, *, pays: bool = True) -> None:
        super().__init__()
        self.pays = pays
        """Whether a kind is more than a name."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> list[dict[str, str]]:
        rows = (
            {column: str(data.get(f"{name}-{number}-{column}", ""))[:_LONGEST].strip() for column in _COLUMNS}
            for number in range(MOST_KINDS)
        )
        return [row for row in rows if row["name"]]

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return f"{name}-0-name" not in data

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        rows = [_shown(row) if isinstance(row, OwnKind) else row for row in value or ()]
        if len(rows) < MOST_KINDS:
            rows.append(dict.fromkeys(_COLUMNS, "") | {"asked": Asked.CONFIRM})
        typed = [_typed(row, f"{name}-{number}") for number, row in enumerate(rows)]
        context = {"rows": typed, "longest": LONGEST_NAME, "pays": self.pays}
        return render_to_string("tournaments/setup/setup/_absence_kinds.html", context)


class KindRowsField(forms.Field):
    """As the option reads them; whatever is wrong with one is said by the option."""

    widget = KindRows

    def clean(self, value: Any) -> list[dict[str, object]]:
        taken = {row["code"] for row in value if row["code"]}
        return [_as_saved(row, taken) for row in value]


def _typed(row: Mapping[str, str], prefix: str) -> dict[str, object]:
    """As the template has it: of each field its name, what it is called and what stands in it."""
    return {
        "name": (f"{prefix}-name", row["name"]),
        "first": [(f"{prefix}-{column}", label, row[column]) for column, label in _FIRST],
        "more": [(f"{prefix}-{column}", label, row[column]) for column, label in _MORE],
        "code": (f"{prefix}-code", row["code"]),
        "asked": (f"{prefix}-asked", [(each.value, words, each == row["asked"]) for each, words in _ASKED.items()]),
    }


def _shown(kind: OwnKind) -> dict[str, str]:
    (written,) = kinds_written([kind])
    steps = {"steps": with_decimal_sign(steps_text(kind.steps))} if kind.steps else {}
    row = {column: str(written.get(column, "")) for column in _COLUMNS}
    return row | steps | {"asked": kind.asked.value}


def _as_saved(row: Mapping[str, str], taken: set[str]) -> dict[str, object]:
    numbers: dict[str, object] = {column: plain_number(row[column]) for column in _NUMBERS if row[column]}
    more = {column: row[column] for column in ("steps", "asked") if row[column]}
    return {"code": row["code"] or _free_code(row["name"], taken), "name": row["name"]} | numbers | more


def _free_code(name: str, taken: set[str]) -> str:
    """Out of the name; what stands in files and rows, and stays when the kind is called otherwise."""
    wanted = slug_of(name).replace("-", "_").lstrip("_0123456789")[:12] or "kind"
    code, number = wanted, 1
    while code in taken or code in set(AbsenceKind):
        number += 1
        code = f"{wanted}_{number}"
    taken.add(code)
    return code

"""The box for names in a request: read once, looked at by a person, and taken over only as it was looked at."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from django.utils import timezone
from django.utils.translation import gettext as _

from clubchess.log_in.throttle import client_address
from tournaments.exchange.apart import Reader, read_upload
from tournaments.exchange.json_node import FileError
from tournaments.exchange.player_list import ListedPlayer, PlayerList, players_of
from tournaments.exchange.spreadsheet_reader import MAX_BYTES, Sheet, too_big
from tournaments.forms.common.names_box import NamesAnswers, NamesBoxForm
from tournaments.models import Club, Player
from tournaments.pages.common.file_errors import said_of
from tournaments.pages.players.player_import import ImportPage, ImportRow, import_page
from tournaments.selectors.display_names import display_names_in_club
from tournaments.services.players import player_import
from tournaments.services.players.players import PlayerDetails
from tournaments.views.common import uploads
from tournaments.views.common.outcome import Outcome
from tournaments.views.common.request import StaffRequest


@dataclass(frozen=True, kw_only=True, slots=True)
class NamesBox:
    """`found` and `page` are None where nothing was pasted, or nothing that could be read: `form` says why then."""

    form: NamesBoxForm
    answers: NamesAnswers = field(default_factory=NamesAnswers)
    key: str = ""
    """Under which the list is kept until it is taken over."""
    found: PlayerList | None = None
    page: ImportPage | None = None
    rows: tuple[player_import.PreviewRow, ...] = ()
    """What would become of each row."""
    fingerprint: str = ""
    """Of what the list would do to the club."""
    is_looked_at: bool = False
    """Whether the person saw this list as it is, and what it would do now."""
    has_changed: bool = False
    """The club has, since they saw it."""

    @property
    def is_wrong(self) -> bool:
        return bool(self.form.errors)

    @property
    def waits(self) -> bool:
        """To be looked at before anything is done."""
        return self.is_wrong or (self.found is not None and not self.is_looked_at)

    def people(self) -> dict[int, Player | PlayerDetails]:
        """By row: who is in the club already, and who would be new."""
        if self.found is None:
            return {}
        there = {row.listed.row: row for row in self.rows if not row.problem}
        also = [each for each in self.found.namesakes if each.row in self.answers.two and each.row not in there]
        found: dict[int, Player | PlayerDetails] = {
            row: each.player or player_import.details_of_new(each.listed) for row, each in there.items()
        }
        return found | {each.row: player_import.details_of_new(each) for each in also}

    def take_over(self, club: Club, request: StaffRequest, receipt: uuid.UUID) -> dict[int, Player]:
        """Whom the list means, by row, those included who are here already. Raises what the service raises."""
        if self.found is None:
            return {}
        taken = player_import.import_players(
            club,
            self.found.players,
            update=self.answers.update,
            namesakes=self.found.namesakes,
            others=self.answers.two,
            are_children=self.answers.are_children,
            seen=self.fingerprint,
            actor=request.user,
            receipt=receipt,
        )
        uploads.forget(request.session, self.key)
        return taken


def empty_box() -> NamesBox:
    return NamesBox(form=NamesBoxForm())


def names_to_look_at() -> Outcome:
    """Where they wait, before anything is done with them."""
    return Outcome(message=_("Look at the names first: nothing is saved yet."), tone="warn")


def names_box(request: StaffRequest, club: Club) -> NamesBox:
    """What was sent: anew, or looked at before and kept since. Another text than the one looked at is anew."""
    form, answers = NamesBoxForm(request.POST, request.FILES), NamesAnswers.of(request.POST)
    if not request.administers:
        answers = replace(answers, update=False)
    key, seen = request.POST.get("upload", ""), request.POST.get("seen", "")
    if not form.is_valid():
        return NamesBox(form=form)
    kept = uploads.kept_list(request.session, club, key) if key else None
    if form.is_empty and kept is None:
        return NamesBox(form=form)
    try:
        data = _data(form)
        source = kept.source if kept is not None and form.is_empty else hashlib.sha256(data).hexdigest()
        is_anew = kept is None or kept.source != source
        if kept is None or is_anew:
            uploads.forget(request.session, key)
            kept = uploads.KeptList(found=_found(request, data), source=source)
            key = uploads.keep(request.session, club, kept)
    except FileError as unreadable:
        form.add_error("file" if form.cleaned_data["file"] else "text", said_of(unreadable))
        return NamesBox(form=form)
    read = kept.found if request.administers else _without_contacts(kept.found)
    found = answers.applied(read)
    preview = player_import.preview_import(club, found.players, update=answers.update, namesakes=found.namesakes)
    return NamesBox(
        form=form,
        answers=answers,
        key=key,
        found=found,
        rows=preview.rows,
        page=import_page(read, _rows(preview.rows), answers.two),
        fingerprint=preview.fingerprint,
        is_looked_at=not is_anew and seen == preview.fingerprint,
        has_changed=not is_anew and seen != preview.fingerprint,
    )


def _without_contacts(found: PlayerList) -> PlayerList:
    """Whoever does not see the members' contacts writes none."""

    def without(players: Sequence[ListedPlayer]) -> tuple[ListedPlayer, ...]:
        return tuple(replace(each, contact={}) for each in players)

    if not any(each.contact for each in (*found.players, *found.namesakes)):
        return found
    told = _("Contacts and dates of birth are left out: they are the admins'.")
    return replace(
        found, players=without(found.players), namesakes=without(found.namesakes), notes=(*found.notes, told)
    )


def _found(request: StaffRequest, data: bytes) -> PlayerList:
    sheet: Sheet = read_upload(Reader.SHEET, data, whose=client_address(request))
    return players_of(sheet, today=timezone.localdate())


def _data(form: NamesBoxForm) -> bytes:
    file = form.cleaned_data["file"]
    if file and file.size > MAX_BYTES:  # before it is read
        raise too_big()
    text: str = form.cleaned_data["text"]
    return bytes(file.read()) if file else "\n".join(text.strip("\r\n").splitlines()).encode()


def _rows(previewed: Sequence[player_import.PreviewRow]) -> list[ImportRow]:
    names = display_names_in_club([row.player.pk for row in previewed if row.player])
    return [
        ImportRow(
            listed=row.listed,
            fate=row.step.value,
            known_as=names[row.player.pk] if row.player else "",
            problem=row.problem,
        )
        for row in previewed
    ]

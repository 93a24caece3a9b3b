"""The box for names in a request: read once, looked at by a person, and taken over only as it was looked at."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.exchange.apart import Reader
from tournaments.exchange.file_errors import said_of
from tournaments.exchange.json_node import FileError
from tournaments.exchange.player_list import ListedPlayer, PlayerList, Problem, players_of
from tournaments.exchange.spreadsheet_reader import MAX_BYTES, Sheet, too_big
from tournaments.forms.common.names_box import NamesAnswers, NamesBoxForm
from tournaments.models import Club, Player, RatingList
from tournaments.pages.players.player_import import FoundInLists, ImportPage, ImportRow, import_page
from tournaments.pages.players.rating_lists import NAMES, person_in_words
from tournaments.selectors.display_names import display_names_in_club
from tournaments.selectors.rating_list_lookup import lists_for
from tournaments.services.common.large_uploads import read_counted
from tournaments.services.players import list_matching, player_import
from tournaments.services.players.list_matching import ListMatches
from tournaments.services.players.players import PlayerDetails
from tournaments.views.common import uploads
from tournaments.views.common.outcome import Outcome
from tournaments.views.common.request import StaffRequest, asked_from


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
    seen: str = ""
    """The same, and of which rating lists it was matched against."""
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
    lists = lists_for(club)
    if read.numbers and not (read.players or lists):
        form.add_error("file" if form.cleaned_data["file"] else "text", _no_list_loaded(request))
        return NamesBox(form=form)
    read, of_numbers = list_matching.by_their_numbers(club, lists, read, sees_contacts=request.administers)
    found = answers.applied(read)
    matches = list_matching.by_their_names(
        club, lists, found, of_numbers=of_numbers, others=answers.two, sees_contacts=request.administers
    )
    read, found = _without_rows(read, matches.same), _without_rows(found, matches.same)
    if answers.takes_from_lists is None:
        answers = replace(answers, takes_from_lists=matches.are_of_the_country)
    if answers.takes_from_lists:
        found = list_matching.taken_from_lists(
            found, matches.found, besides=of_numbers, sees_contacts=request.administers
        )
    preview = player_import.preview_import(club, found.players, update=answers.update, namesakes=found.namesakes)
    seen_now = "-".join((preview.fingerprint, *(str(each.pk) for each in lists)))
    return NamesBox(
        form=form,
        answers=answers,
        key=key,
        found=found,
        rows=preview.rows,
        page=import_page(read, _rows(preview.rows, matches), answers.two, _found_in(lists, matches, of_numbers)),
        fingerprint=preview.fingerprint,
        seen=seen_now,
        is_looked_at=not is_anew and seen == seen_now,
        has_changed=not is_anew and seen != seen_now,
    )


def _no_list_loaded(request: StaffRequest) -> str:
    if request.administers:
        return _("These are only numbers. Load a rating list first, under “Players” and “Rating lists”.")
    return _("These are only numbers. An admin of the club has to load a rating list first.")


def _without_rows(found: PlayerList, same: Mapping[int, int]) -> PlayerList:
    """Those who turned out to be somebody's of another row."""
    told = _("The same person as in row {row}.")
    stopped = (Problem(row=row, column="", message=told.format(row=other)) for row, other in same.items())
    return replace(
        found,
        players=tuple(each for each in found.players if each.row not in same),
        stopped=(*found.stopped, *stopped),
    )


def _found_in(lists: Sequence[RatingList], matches: ListMatches, of_numbers: Collection[int]) -> FoundInLists | None:
    if not (matches.found or matches.several):
        return None
    with_people = {hit.list.pk for hits in matches.found.values() for hit in hits}
    has_them = [each for each in lists if each.pk in with_people] or lists
    return FoundInLists(
        names=", ".join(dict.fromkeys(NAMES.get(each.source, "") for each in has_them)),
        found=len(matches.found),
        several=len(matches.several),
        is_asked=any(row not in of_numbers for row in matches.found),
    )


def _without_contacts(found: PlayerList) -> PlayerList:
    """Whoever does not see the members' contacts writes none."""

    def without(players: Sequence[ListedPlayer]) -> tuple[ListedPlayer, ...]:
        return tuple(replace(each, contact={}) for each in players)

    if not any(each.contact for each in (*found.players, *found.namesakes)):
        return found
    told = _("Contact details and dates of birth are left out: only admins may enter them.")
    return replace(
        found, players=without(found.players), namesakes=without(found.namesakes), notes=(*found.notes, told)
    )


def _found(request: StaffRequest, data: bytes) -> PlayerList:
    sheet: Sheet = read_counted(Reader.SHEET, data, asked_from=asked_from(request))
    return players_of(sheet, today=timezone.localdate())


def _data(form: NamesBoxForm) -> bytes:
    file = form.cleaned_data["file"]
    if file and file.size > MAX_BYTES:  # before it is read
        raise too_big()
    text: str = form.cleaned_data["text"]
    return bytes(file.read()) if file else "\n".join(text.strip("\r\n").splitlines()).encode()


def _rows(previewed: Sequence[player_import.PreviewRow], matches: ListMatches) -> list[ImportRow]:
    names = display_names_in_club([row.player.pk for row in previewed if row.player])
    return [
        ImportRow(
            listed=row.listed,
            fate=row.step.value,
            known_as=names[row.player.pk] if row.player else "",
            problem=row.problem,
            in_lists=_in_lists(row.listed.row, matches),
        )
        for row in previewed
    ]


def _in_lists(row: int, matches: ListMatches) -> str:
    if row in matches.several:
        return _("several of this name")
    return " / ".join(dict.fromkeys(person_in_words(each.person) for each in matches.found.get(row, ())))

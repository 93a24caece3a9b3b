"""A reader of the walk of verbs: public pages that a process keeps, and the versions they are kept by."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from django.db import transaction
from django.test import Client
from django.urls import resolve

from tests.tools.casts.factories import Evening
from tests.tools.pages.public_pages import addresses_of
from tournaments.models import (
    Action,
    Attendance,
    Club,
    Game,
    PublishedTable,
    Round,
    Tournament,
)
from tournaments.pages.clubs import front_page
from tournaments.pages.standings import rank_history, table_cache
from tournaments.pages.standings.table_cache import tournament_state_of
from tournaments.selectors import club_ratings, series
from tournaments.views.common import page_cache
from tournaments.views.common.page_cache import (
    CachedPage,
    OfClub,
    OfClubAlone,
    OfHall,
    OfProgram,
    OfTournament,
    PageSource,
)

Versions = dict[PageSource, str | None]


def forget_pages() -> None:
    """What public pages are made from, but not what is kept of the evening: another reader looks whether that is so."""
    for keeper in (front_page, table_cache, rank_history, series, club_ratings, page_cache):
        keeper.forget_all()


def kept(tournament: Tournament) -> list[object]:
    """All that the pages of a tournament keep; names and entries are read anew by each."""
    state = tournament_state_of(tournament)
    rounds = [each.pk for each in state.rounds]
    published = PublishedTable.objects.filter(round__in=rounds)
    return [
        (state.current.system, state.current.tie_breaks, state.current.snapshot, state.finished),
        list(
            Round.objects.filter(pk__in=rounds).order_by("pk").values("number", "state", "date", "notes", "started_at")
        ),
        [(each.round_id, bytes(each.table), bytes(each.tournament_file)) for each in published.order_by("pk")],
        list(Attendance.objects.filter(round__in=rounds).order_by("pk").values()),
        list(Game.objects.filter(round__in=rounds).order_by("pk").values()),
    ]


def revision_and_kept(evening: Evening) -> tuple[int, list[object]]:
    found = Tournament.objects.get(pk=evening.tournament.pk)
    forget_pages()
    return found.public_revision, kept(found)


def changes_what_is_kept(evening: Evening, verb: Callable[[], object]) -> bool:
    """Then the revision must have risen."""
    revision, before = revision_and_kept(evening)
    verb()
    raised, after = revision_and_kept(evening)
    assert raised > revision or after == before
    return after != before


_KINDS: dict[str, type[PageSource] | None] = {}
"""By the name of the route, once a page of it has been opened: what it is made from. None: it is not kept."""


@dataclass(kw_only=True)
class Visitor:
    """Has every public page of a club before them, and looks whether those that are kept may still be given out.

    A page is opened only where it has to be compared: what another version says is another page. So a page is opened as
    it was at the beginning as late as that, when what was done since has been taken back.
    """

    club: Club
    addresses: list[str] = field(default_factory=list)
    sources: dict[str, PageSource | None] = field(default_factory=dict)
    bodies: dict[str, bytes] = field(default_factory=dict)
    """As they were at the beginning, of those pages that were asked for."""
    client: Client = field(default_factory=Client)

    def __post_init__(self) -> None:
        """Fragments are the pages without their shell; what is corrected stands on the newest ones too."""
        addresses = addresses_of(self.club, choose=lambda all_there_are: all_there_are[-1:])
        self.addresses = [each for each in addresses if not each.endswith(("/live/", "/corrected/"))]
        keys = {
            name: tournament.pk
            for tournament in self.club.tournaments.filter(trashed_at=None)
            for name in (tournament.slug, tournament.short_code)
        }
        for address in self.addresses:
            found = resolve(address)
            if str(found.url_name) not in _KINDS:
                self.remember(address)  # nothing is known of the route yet
                continue
            kind = _KINDS[str(found.url_name)]
            if kind in {OfTournament, OfHall}:
                key = keys[found.kwargs.get("tournament") or found.kwargs["code"]]
                self.sources[address] = OfHall(key, self.club.pk) if kind is OfHall else OfTournament(key)
            else:
                of_others = {None: None, OfProgram: OfProgram(), OfClub: OfClub(self.club.pk)}
                self.sources[address] = {**of_others, OfClubAlone: OfClubAlone(self.club.pk)}[kind]
        assert any(self.sources.values())

    def opened(self, address: str) -> CachedPage | None:
        """Rendered anew; None for what is not kept."""
        page_cache.forget_all()
        self.client.get(address)
        found = page_cache._pages.peek(address)
        return found[1] if found is not None else None

    def remember(self, address: str) -> None:
        found = self.opened(address)
        source = found.source if found is not None else None
        assert self.sources.setdefault(address, source) == source, f"{address} is made from something else"
        assert _KINDS.setdefault(str(resolve(address).url_name), type(source) if source else None) == (
            type(source) if source else None
        ), f"{address} is made from another kind of thing than other pages of its route"
        if found is not None:
            self.bodies[address] = found.body

    def versions(self) -> Versions:
        return {source: source.version() for source in {*self.sources.values()} if source is not None}

    def still_given_out(self, versions: Versions) -> dict[str, bytes | None]:
        """As they are by now: the pages whose version is the one of the beginning."""
        forget_pages()
        now = self.versions()
        found = {}
        for address, source in self.sources.items():
            if source is not None and now[source] == versions[source]:
                page = self.opened(address)
                found[address] = page.body if page is not None else None
        return found

    def outdated(self, found: dict[str, bytes | None]) -> list[str]:
        """Those that say something else than at the beginning, where we are again by now."""
        forget_pages()
        for address in found.keys() - self.bodies.keys():
            self.remember(address)
        return [address for address, body in found.items() if body is None or self.bodies[address] != body]


def outdated_by(visitor: Visitor, verb: Callable[[], object]) -> list[str]:
    """Pages that would still be given out though they say something else by now. What the verb did is taken back."""
    versions = visitor.versions()
    with transaction.atomic():
        verb()
        found = visitor.still_given_out(versions)
        transaction.set_rollback(True)
    return visitor.outdated(found)


@dataclass(kw_only=True)
class PublicPages:
    """Of each step the versions, and of the verb itself the pages whose version has stood still."""

    evening: Evening
    visitor: Visitor
    wrong: list[str] = field(default_factory=list)
    _versions: list[Versions] = field(default_factory=list)
    _kept: tuple[int, list[object]] = field(init=False)
    _changes: bool = False
    _still_given_out: dict[str, bytes | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._versions.append(self.visitor.versions())
        self._kept = revision_and_kept(self.evening)

    def look(self, step: str, _action: Action) -> None:
        (revision, before), self._kept = self._kept, revision_and_kept(self.evening)
        raised, after = self._kept
        if after != before and raised <= revision:
            self.wrong.append(f"{step}: what is kept has changed, the public revision has not risen")
        if step == "done":
            self._changes = after != before
            self._still_given_out = self.visitor.still_given_out(self._versions[0])
        elif (after != before) is not self._changes:
            self.wrong.append(f"{step}: what is kept has changed, or else was changed by the verb alone")
        now = self.visitor.versions()
        if step != "done":
            self.wrong += [f"{step}: {source} has a version it had before" for source in self._come_twice(now)]
        self._versions.append(now)

    def _come_twice(self, now: Versions) -> Iterable[PageSource]:
        """Pages of what the verb has raised say something else each time, and no version comes twice."""
        before, done = self._versions[:2]
        for source in (source for source, version in before.items() if version != done[source]):
            if now[source] is not None and any(now[source] == earlier[source] for earlier in self._versions):
                yield source

    def look_back(self) -> None:
        """When all is taken back."""
        if outdated := self.visitor.outdated(self._still_given_out):
            self.wrong.append(f"kept under a version that stood still, though they say something else: {outdated}")

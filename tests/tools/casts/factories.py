"""The shared cast: rows to begin with (factory_boy), and an evening that is played through the services."""

from __future__ import annotations

import datetime
import uuid
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import factory
from django.test import Client
from django.urls import reverse

from tests.kept import count_along, kept
from tournaments.models import (
    Attendance,
    Club,
    Directorship,
    Entry,
    Game,
    Membership,
    Player,
    Presence,
    Role,
    Round,
    Season,
    Tournament,
    User,
)
from tournaments.names import folded_name
from tournaments.pairing.types.snapshot import Colour, Result
from tournaments.selectors.snapshots import configured_system, out_before
from tournaments.services import rounds
from tournaments.services.cup import matches
from tournaments.services.evening import attendance, end_evening
from tournaments.services.rounds import results
from tournaments.services.setup import entries


class UserFactory(factory.django.DjangoModelFactory[User]):
    class Meta:
        model = User

    username = factory.Sequence(lambda n: f"user{n}")
    name = factory.LazyAttribute(lambda user: user.username.title())


class ClubFactory(factory.django.DjangoModelFactory[Club]):
    class Meta:
        model = Club

    name = "SK Rockaden"
    slug = factory.Sequence(lambda n: f"club-{n}")


class SeasonFactory(factory.django.DjangoModelFactory[Season]):
    class Meta:
        model = Season

    club = factory.SubFactory(ClubFactory)
    name = factory.Sequence(lambda n: f"Season {n}")
    starts_on = datetime.date(2026, 8, 1)
    ends_on = datetime.date(2027, 6, 1)


class PlayerFactory(factory.django.DjangoModelFactory[Player]):
    class Meta:
        model = Player

    club = factory.SubFactory(ClubFactory)
    given_name = factory.Sequence(lambda n: f"Player {n}")
    folded_name = factory.LazyAttribute(lambda player: folded_name(player.given_name))
    rating = factory.Sequence(lambda n: 1200 + n % 800)


class TournamentFactory(factory.django.DjangoModelFactory[Tournament]):
    class Meta:
        model = Tournament

    club = factory.SubFactory(ClubFactory)
    season = factory.SubFactory(SeasonFactory, club=factory.SelfAttribute("..club"))
    name = "Tuesday cup"
    slug = factory.Sequence(lambda n: f"tuesday-cup-{n}")
    short_code = factory.Sequence(lambda n: f"c{n}")
    system = "attendance_monrad"
    seed = "ab" * 32


class EntryFactory(factory.django.DjangoModelFactory[Entry]):
    class Meta:
        model = Entry

    tournament = factory.SubFactory(TournamentFactory)
    player = factory.SubFactory(PlayerFactory, club=factory.SelfAttribute("..tournament.club"))


class _Sequences:
    """Of all factories here: the users and clubs of a kept evening have the names that they would have had."""

    factories = (UserFactory, ClubFactory, SeasonFactory, PlayerFactory, TournamentFactory, EntryFactory)

    def now(self) -> dict[str, int]:
        found = {}
        for each in self.factories:
            found[each.__name__] = number = each._meta.next_sequence()
            each.reset_sequence(number)
        return found

    def go_on(self, counters: Mapping[str, int]) -> None:
        for each in self.factories:
            each.reset_sequence(counters.get(each.__name__, 0))


SEQUENCES = _Sequences()
count_along(SEQUENCES)


def numbered_tournament(players: int, **values: object) -> Tournament:
    """Its entries have the numbers 1..n in the order of their keys, and their players are called after them."""
    tournament: Tournament = TournamentFactory(**values)
    for number in range(1, players + 1):
        player = PlayerFactory(club=tournament.club, given_name=f"No{number}")
        EntryFactory(tournament=tournament, player=player, number=number)
    return tournament


@dataclass(kw_only=True)
class Evening:
    """A numbered tournament and its director, who does everything with what they see on a fresh screen."""

    tournament: Tournament
    director: User = field(default_factory=UserFactory)

    @classmethod
    @kept
    def of(cls, players: int, **values: object) -> Evening:
        evening = cls(tournament=numbered_tournament(players, **values))
        Membership.objects.create(club=evening.tournament.club, user=evening.director, role=Role.DIRECTOR)
        Directorship.objects.create(tournament=evening.tournament, user=evening.director)
        return evening

    @property
    def round(self) -> Round:
        """The newest one, as the database has it."""
        return Round.objects.filter(tournament=self.tournament).select_related("tournament__club").latest("number")

    def url(self, name: str, *more: object) -> str:
        return reverse(name, args=[self.tournament.club.slug, self.tournament.slug, *more])

    def client(self) -> Client:
        """The director's."""
        client = Client()
        client.force_login(self.director, backend="tournaments.log_in.EmailOrUsernameBackend")
        return client

    def fresh(self) -> Tournament:
        """As a view has it."""
        return Tournament.objects.select_related("club", "season").get(pk=self.tournament.pk)

    @property
    def is_knock_out(self) -> bool:
        return configured_system(self.tournament).capabilities().knocks_out is not None

    @kept
    def second_director(self) -> User:
        kari = UserFactory(username="kari", name="Kari")
        Membership.objects.create(club=self.tournament.club, user=kari, role=Role.DIRECTOR)
        Directorship.objects.create(tournament=self.tournament, user=kari)
        return kari

    def entry(self, number: int) -> Entry:
        return Entry.objects.get(tournament=self.tournament, number=number)

    def slot(self, number: int) -> Attendance:
        return Attendance.objects.get(round=self.round, entry__number=number, entry__tournament=self.tournament)

    def game(self, board: int, *, in_round: int | None = None) -> Game:
        return Game.objects.select_related("round__tournament__club").get(
            round__tournament=self.tournament, round__number=in_round or self.round.number, board=board
        )

    def boards(self, *, in_round: int | None = None) -> list[tuple[int, int]]:
        """White's and black's number on each board."""
        number = in_round or self.round.number
        sides: dict[int, dict[str, int]] = {}
        slots = Attendance.objects.filter(round__tournament=self.tournament, round__number=number, game__isnull=False)
        for board, colour, player in slots.order_by("game__board").values_list(
            "game__board", "colour", "entry__number"
        ):
            sides.setdefault(board, {})[colour] = player or 0
        return [(side[Colour.WHITE], side[Colour.BLACK]) for side in sides.values()]

    def byes(self) -> dict[int, str]:
        slots = Attendance.objects.filter(round=self.round).exclude(bye="")
        return {number or 0: bye for number, bye in slots.values_list("entry__number", "bye")}

    @kept
    def open(self, *, receipt: uuid.UUID | None = None) -> Round:
        last = self.tournament.rounds.count()
        return rounds.open_next_round(self.tournament, seen_number=last + 1, actor=self.director, receipt=receipt)

    @kept
    def mark(self, number: int, presence: Presence, *, kind: str = "", receipt: uuid.UUID | None = None) -> Attendance:
        attendance.mark_attendance(
            self.round,
            self.entry(number),
            presence,
            kind=kind,
            seen=str(self.slot(number).mark),
            actor=self.director,
            receipt=receipt,
        )
        return self.slot(number)

    @kept
    def check_in(self, *numbers: int) -> None:
        """These are here; without numbers everybody."""
        wanted = numbers or tuple(self.tournament.entries.order_by("number").values_list("number", flat=True))
        found = self.round
        if self.is_knock_out:
            out = out_before(found)
            wanted = tuple(number for number in wanted if number not in out)
        slots = Attendance.objects.filter(round=found, entry__number__in=wanted).select_related("entry")
        by_number = {slot.entry.number: slot for slot in slots}
        for slot in map(by_number.__getitem__, wanted):
            attendance.mark_attendance(found, slot.entry, Presence.PRESENT, seen=slot.presence, actor=self.director)

    @kept
    def mark_again(self, *, receipt: uuid.UUID | None = None) -> list[Attendance]:
        return attendance.mark_again(self.round, actor=self.director, receipt=receipt)

    @kept
    def call_off(self, *, receipt: uuid.UUID | None = None) -> None:
        found = self.round
        rounds.call_off_round(found, seen_revision=found.revision, actor=self.director, receipt=receipt)

    @kept
    def pair(self, *, receipt: uuid.UUID | None = None) -> Round:
        found = self.round
        return rounds.pair_round(found, seen_revision=found.revision, actor=self.director, receipt=receipt)

    @kept
    def publish(self, *, receipt: uuid.UUID | None = None) -> Round:
        found = self.round
        return rounds.publish_round(found, seen_revision=found.revision, actor=self.director, receipt=receipt)

    @kept
    def take_back(self) -> Round:
        found = self.round
        return rounds.take_back_round(found, seen_revision=found.revision, actor=self.director)

    @kept
    def start(self) -> Round:
        found = self.round
        return rounds.start_round(found, seen_revision=found.revision, actor=self.director)

    @kept
    def finish(self, *, receipt: uuid.UUID | None = None) -> Round:
        """Publish the table."""
        found = self.round
        return rounds.finish_round(found, seen_revision=found.revision, actor=self.director, receipt=receipt)

    @kept
    def end_evening(self, *, receipt: uuid.UUID | None = None) -> Round:
        found = self.round
        return end_evening.end_evening(found, seen_revision=found.revision, actor=self.director, receipt=receipt)

    @kept
    def enter(self, board: int, result: Result, *, in_round: int | None = None) -> Game:
        game = self.game(board, in_round=in_round)
        results.enter_result(game, result, seen=game.result, actor=self.director)
        self.decide(game.round)
        return self.game(board, in_round=in_round)

    @kept
    def decide(self, round: Round, winner: Colour = Colour.WHITE) -> None:
        """In a knock-out, White goes on by the first step of the list from each tie that its game left open."""
        for tie in matches.open_matches(round):
            [way, *_] = matches.endings_of(round, tie)
            decision = matches.EnteredDecision(
                step=way.step, winner=tie.colour_of(way.winner) if way.winner else winner
            )
            matches.decide_match(self.game(tie.board, in_round=round.number), decision, seen="", actor=self.director)

    @kept
    def draft(self, *numbers: int) -> None:
        """The next round with these present (without numbers everybody), drafted."""
        self.open()
        self.check_in(*numbers)
        self.pair()

    @kept
    def play(self, *numbers: int, result: Result = Result.WHITE_WINS, leaving_open: Collection[int] = ()) -> None:
        """The next round from opening to its last result."""
        self.draft(*numbers)
        self.publish()
        now = Game.objects.filter(round=self.round).order_by("board")
        if not self.is_knock_out:  # where every tie has to be played before the next round is drawn
            now = now.filter(is_postponed=False)
        for game in now.select_related("round__tournament__club"):
            if game.board not in leaving_open:
                results.enter_result(game, result, seen=game.result, actor=self.director)
        self.decide(self.round)

    @kept
    def come_to_a_known_tie(self) -> None:
        """Of a tree of six or seven: round 2 was drawn while all but board 1 were postponed; now they are played."""
        self.draft()
        self.publish()
        later = range(2, len(self.boards()) + 1)
        for board in later:
            results.postpone_game(self.game(board), seen="*", actor=self.director)
        self.enter(1, Result.WHITE_WINS)
        self.draft()
        self.publish()
        for board in later:
            self.enter(board, Result.WHITE_WINS, in_round=1)

    @kept
    def play_what_is_waited_for(self) -> None:
        """In a knock-out the next round is drawn only after the last postponed tie."""
        waiting = Game.objects.filter(round__tournament=self.tournament, result=Result.OPEN.value).select_related(
            "round"
        )
        for game in waiting if self.is_knock_out else ():
            self.enter(game.board, Result.WHITE_WINS, in_round=game.round.number)

    @kept
    def withdraw(self, number: int) -> None:
        entries.withdraw_entry(self.entry(number), actor=self.director)

    @kept
    def bring_back(self, number: int) -> None:
        entries.return_entry(self.entry(number), actor=self.director)

"""Tournaments, and who directs them."""

from typing import ClassVar

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.club import Club
from tournaments.models.event import Event
from tournaments.models.player import Pace
from tournaments.models.season import Season
from tournaments.pairing.teams.board_colours import BoardColours


class Expected(models.TextChoices):
    """Who has said nothing."""

    EVERYBODY = "everybody", _("is expected")
    WHO_SAYS = "who_says", _("is not expected")


class PairFrom(models.TextChoices):
    HERE = "here", _("those who are here")
    EXPECTED = "expected", _("those who are expected")


class ByeClosing(models.TextChoices):
    AS_CLOSING = "closing", _("at the closing time for absences")
    ROUND_BEFORE = "before", _("when the round before starts")


class LateCountsAs(models.TextChoices):
    UNEXCUSED = "unexcused", _("unexcused")
    EXCUSED = "excused", _("excused")


class AfterNoShow(models.TextChoices):
    NOTHING = "nothing", pgettext_lazy("what happens", "nothing")
    MUST_SAY = "must_say", _("they are expected only when they say so")


class AttendanceVisibility(models.TextChoices):
    """What card holders read of an evening to come."""

    NOBODY = "nobody", pgettext_lazy("who comes", "nothing")
    NUMBER = "number", _("how many are coming")
    NAMES = "names", _("who is coming")


class RatingFrom(models.TextChoices):
    """With which rating players are entered."""

    CLASSICAL = "", _("the federation's rating")
    RAPID = "rapid", _("the federation's rapid rating")
    BLITZ = "blitz", _("the federation's blitz rating")
    OWN = "own", _("the club's own rating")


class MayReport(models.TextChoices):
    OFF = "off", _("no")
    CONFIRM = "confirm", _("yes; the opponent confirms")
    TRUST = "trust", _("yes; one report counts")


class LineUpBy(models.TextChoices):
    """Who says who sits where in a match of teams."""

    ROSTER = "roster", _("the first of the team who are here")
    CAPTAIN = "captain", _("the captains, with their cards")
    NOBODY = "none", _("nobody: only results are kept")


class MayJoin(models.TextChoices):
    OFF = "off", _("no")
    ASK = "ask", _("they ask and a director answers")
    YES = "yes", _("card holders at once; others ask")


class Tournament(models.Model):
    """A tournament of one pairing system; its options are the system's fields as saved JSON."""

    UNRECORDED: ClassVar = ("revision", "public_revision", "past_revision")

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="tournaments")
    event = models.ForeignKey(Event, on_delete=models.PROTECT, null=True, related_name="groups")
    group = models.PositiveSmallIntegerField(null=True)
    """Of the event, from 1, the highest."""
    counts_in = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="cups")
    """Of a knock-out: the tournament in whose rounds its games may be played and counted too."""
    play_off_of = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="play_offs")
    """Of a play-off: the tournament whose first place is played for. It gives no points there."""
    played_off = models.JSONField(null=True)
    """Of one that came from a file: its play-offs, which are not here. In order, each with `order`, its players as keys
    of their entries, best first, those level together, and `games`, each the keys of White and Black, and the result.
    """
    name = models.CharField(_("name"), max_length=200)
    slug = models.SlugField(_("address"), max_length=80)
    short_code = models.CharField(max_length=12, unique=True)
    """Immutable, for QR codes: /t/<short code>/."""
    system = models.CharField(_("pairing system"), max_length=60)
    preset = models.CharField(max_length=60, blank=True)
    options = models.JSONField(default=dict)
    tie_breaks = models.JSONField(null=True)
    """Saved tie-breaks in order; null = the system's own."""
    boards = models.PositiveSmallIntegerField(_("boards of a match"), null=True, blank=True)
    """Of a tournament of teams; null = of players."""
    board_colours = models.CharField(
        max_length=12,
        default=BoardColours.ALTERNATE.value,
        db_default="alternate",
        validators=[RegexValidator(rf"\A(?:{'|'.join(BoardColours)}|W[WB]*)\Z")],
    )
    """Of teams, as `tournaments.pairing.teams.board_colours` has them."""
    line_up = models.CharField(max_length=10, choices=LineUpBy, default=LineUpBy.ROSTER, db_default="roster")
    """Of teams, with what follows."""
    line_up_closes = models.SmallIntegerField(default=10, db_default=10)
    """Minutes after the round was published; 0 and below: before it starts."""
    planned_rounds = models.PositiveSmallIntegerField(_("planned rounds"), null=True, blank=True)
    rated_as = models.CharField(
        _("counts for the club's own rating"), max_length=10, choices=Pace, blank=True, default=""
    )
    """Of which pace; empty: for none."""
    rating_from = models.CharField(max_length=10, choices=RatingFrom, blank=True, default="")
    """Of those who are entered from now on; where somebody has none of that kind, the federation's classical one."""
    round_dates = models.JSONField(default=list)
    """ISO dates of the evenings planned, from the first on; a round that was opened has a date of its own."""
    last_dates = models.JSONField(default=list)
    """Of a knock-out: ISO dates by which the ties of each round are to be played, from the first on, with nulls."""
    rounds_an_evening = models.PositiveSmallIntegerField(_("rounds an evening"), default=1)
    """So many rounds use up one of these dates together."""
    starts_at = models.TimeField(_("starting time"), null=True, blank=True)
    """Of every round, by the club's clock."""
    message = models.CharField(_("message from the director"), max_length=500, blank=True)
    """Stands on top of the tournament's public pages until it is taken away."""
    guests_take_places = models.BooleanField(_("guests take places"), default=False)
    """In the tables; otherwise those behind a guest move up."""
    decimals_shown = models.PositiveSmallIntegerField(_("decimals shown"), null=True, blank=True)
    """Of points, on all pages; null = as the system does. It changes no order, and no number where that is opened."""
    carried = models.JSONField(default=list)
    """Of a final: games of the first stage that count here, in order, as keys of the two entries `white` and `black`,
    `result`, the `group` from 1 and the key of the `game`, whose result is the one that holds; null where it is in
    another installation."""
    expected = models.CharField(max_length=10, choices=Expected, default=Expected.EVERYBODY)
    pair_from = models.CharField(max_length=10, choices=PairFrom, default=PairFrom.HERE)
    closing_days = models.PositiveSmallIntegerField(null=True, blank=True)
    closing_time = models.TimeField(null=True, blank=True)
    """So many days before the evening, at that time: until then one may say that one does not come. Both null: until
    it starts."""
    bye_closing = models.CharField(max_length=10, choices=ByeClosing, default=ByeClosing.AS_CLOSING)
    late_counts_as = models.CharField(max_length=16, choices=LateCountsAs, default=LateCountsAs.UNEXCUSED)
    """Or the code of an own kind of absence."""
    after_no_show = models.CharField(max_length=10, choices=AfterNoShow, default=AfterNoShow.NOTHING)
    out_after = models.PositiveSmallIntegerField(null=True, blank=True)
    """So many evenings without coming or a word; null = never."""
    waiting_time = models.PositiveSmallIntegerField(null=True, blank=True, default=30)
    """Minutes; null = none."""
    who_comes = models.CharField(max_length=10, choices=AttendanceVisibility, default=AttendanceVisibility.NUMBER)
    may_say = models.BooleanField(default=True)
    """Members, by their cards: this and what follows."""
    may_report = models.CharField(max_length=10, choices=MayReport, default=MayReport.OFF)
    may_flag = models.BooleanField(default=True)
    may_ask_to_postpone = models.BooleanField(default=True)
    may_join = models.CharField(max_length=10, choices=MayJoin, default=MayJoin.OFF)
    categories = models.JSONField(default=list, db_default=[])
    """As `tournaments.selectors.categories` writes them, in order: one table, filtered. Nothing is paired by them."""
    prizes = models.JSONField(null=True)
    """As `tournaments.selectors.prizes` writes them; null = none are set up."""
    reported = models.JSONField(default=list)
    """Reports sent to federations, in order: `to`, `file`, an ISO instant `at`, the key of the user `by`, and `games`:
    by key the result that stood in it."""
    seed = models.CharField(max_length=64)
    """64 hex digits from a safe source, secret until the end."""
    revision = models.PositiveIntegerField(default=1)
    public_revision = models.PositiveIntegerField(default=1)
    past_revision = models.PositiveIntegerField(default=1)
    """Rises with every change of what the newest round is played on: earlier rounds, entries and their names, options,
    its own boards. Marks before it is published and its own results leave it: so taps need not read the season anew."""
    trashed_at = models.DateTimeField(null=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["club", "slug"], name="tournament_slug_once"),
            models.UniqueConstraint(fields=["event", "group"], name="tournament_group_once"),
            models.CheckConstraint(
                condition=models.Q(event=None, group=None) | models.Q(event__isnull=False, group__gte=1),
                name="tournament_group_of_event",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Directorship(models.Model):
    """Names somebody for one tournament: a director runs it, a helper checks in and enters results."""

    tournament = models.ForeignKey(Tournament, on_delete=models.PROTECT, related_name="directorships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="directorships")

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["tournament", "user"], name="directorship_once")]

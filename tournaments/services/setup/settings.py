"""What a tournament is called, in which season it stands, and how many rounds are planned: changed, and ended early."""

from __future__ import annotations

import uuid
from enum import Enum

from django.utils.translation import gettext as _

from tournaments.models import (
    PUBLIC_STATES,
    UNPUBLISHED_STATES,
    Action,
    Club,
    Game,
    Round,
    Season,
    Tournament,
    User,
)
from tournaments.names import clean_name
from tournaments.pairing.protocols import RoundCount, RoundCountKind
from tournaments.recording import Change, Scope, Stale, last_change_of, recording
from tournaments.selectors.evenings import dates_kept
from tournaments.selectors.shared_games import guests_of, possible_hosts
from tournaments.selectors.snapshots import configured_system
from tournaments.services.calendar.dates import forget_answers
from tournaments.services.common.closed_seasons import refuse_when_closed
from tournaments.services.common.expected_version import fingerprint
from tournaments.services.common.refusal import Refused

MOST_ROUNDS = 500


class Keep(Enum):
    """As it is."""

    KEEP = "keep"


KEEP = Keep.KEEP
LONGEST_NAME = 200
_BASICS = ("name", "season_id", "planned_rounds", "guests_take_places", "decimals_shown", "counts_in_id")
MOST_DECIMALS = 2


def version_of(tournament: Tournament) -> str:
    """What a form about these was made for."""
    return fingerprint([getattr(tournament, field) for field in _BASICS])


def is_name_taken(season: Season, name: str, *, besides: Tournament | None = None) -> bool:
    """Whether another tournament of the season is called so; it is asked of people, not of files that are imported."""
    others = season.tournaments.filter(trashed_at=None, name__iexact=clean_name(name))
    return others.exclude(pk=besides.pk).exists() if besides else others.exists()


def edit_tournament(
    tournament: Tournament,
    *,
    name: str,
    season: Season,
    planned_rounds: int | None,
    guests_take_places: bool | None = None,
    decimals_shown: int | None = None,
    counts_in: Tournament | Keep | None = KEEP,
    seen: str,
    actor: User | None,
    receipt: uuid.UUID | None = None,
) -> Tournament:
    """The address stays as it was given out. `seen` is the version_of(tournament) that the form was made for.

    A plan that becomes shorter takes the dates behind its end away. Published tables stay; those since are by the new
    plan, and so is the next pairing. `decimals_shown`, 0 to 2 or None to leave them as they are, changes no order.
    `counts_in`: the tournament in whose rounds its games may be played and counted too, or none. Games that
    have been played there stay one.
    """
    shown = [*_shown_with(tournament), *_linked(tournament, counts_in), *tournament.play_offs.order_by("pk")]
    with recording(tournament, actor=actor, verb="tournament.edit", receipt=receipt, public=shown) as change:
        now = {field: getattr(tournament, field) for field in _BASICS}
        wanted = {"name": clean_name(name), "season_id": season.pk, "planned_rounds": planned_rounds}
        wanted["guests_take_places"] = now["guests_take_places"] if guests_take_places is None else guests_take_places
        wanted["decimals_shown"] = now["decimals_shown"] if decimals_shown is None else decimals_shown
        wanted["counts_in_id"] = now["counts_in_id"] if counts_in is KEEP else getattr(counts_in, "pk", None)
        changed = {field: value for field, value in wanted.items() if value != now[field]}
        if not changed:
            return tournament
        if version_of(tournament) != seen:
            raise Stale(_last_change(tournament))
        refuse_when_closed(tournament)
        if "name" in changed:
            changed["name"] = checked_name(name)
        if "season_id" in changed:
            if tournament.event is not None:
                raise Refused(
                    _("This is a group of {event}, and all groups of an event stay in the same season.").format(
                        event=tournament.event.name
                    )
                )
            if tournament.play_off_of is not None:
                raise Refused(
                    _("This is the play-off of {tournament}, so it stays in the same season.").format(
                        tournament=tournament.play_off_of.name
                    )
                )
            season = checked_season(tournament.club, season)
            change.update_many([(each, {"season": season}) for each in tournament.play_offs.order_by("pk")])
        if not 0 <= (decimals_shown or 0) <= MOST_DECIMALS:
            raise Refused(_("Points are shown with at most {most} decimals.").format(most=MOST_DECIMALS))
        if "planned_rounds" in changed:
            _refuse_plan(tournament, planned_rounds)
            changed["round_dates"] = kept = _dates_until(tournament, planned_rounds)
            forget_answers(change, tournament, kept)
        if "counts_in_id" in changed:
            _refuse_taker(tournament, wanted["counts_in_id"])
            _forget_marks(change, tournament)
        change.facts.update(_told(tournament, changed, season))
        change.update(tournament, **changed)
    return tournament


def _linked(tournament: Tournament, counts_in: Tournament | Keep | None) -> list[Tournament]:
    """Whose evenings offer its ties, or did: they are told."""
    if counts_in is KEEP:
        return []
    return [each for each in (tournament.counts_in, counts_in) if isinstance(each, Tournament)]


def _refuse_taker(tournament: Tournament, wanted: object) -> None:
    if wanted is None:
        return
    if not configured_system(tournament).capabilities().lends_games:
        raise Refused(_("A Keizer’s games cannot count in another Keizer."))
    if guests_of(tournament):
        raise Refused(
            _("This tournament already counts games of another one, so its own games cannot count in a third.")
        )
    if wanted not in {each.pk for each in possible_hosts(tournament)}:
        raise Refused(_("Its games can count only in a tournament of its season that pairs round by round."))


def _forget_marks(change: Change, tournament: Tournament) -> None:
    """Games that are to be played in a round not published yet are paired there no more."""
    waiting = Game.objects.filter(
        round__tournament=tournament, counted_in__isnull=False, counted_in__state__in=UNPUBLISHED_STATES
    )
    change.update_many([(game, {"counted_in": None}) for game in waiting.order_by("pk")])


def end_tournament(
    tournament: Tournament, *, after: int, seen: str, actor: User | None, receipt: uuid.UUID | None = None
) -> Tournament:
    """The newest round is the last one: the plan is set to it, be the round played or still to be paired.

    `seen` is the version_of(tournament) that the button was made for. Raises Stale where another round has been opened
    since.
    """
    with recording(
        tournament,
        actor=actor,
        verb="tournament.end",
        receipt=receipt,
        facts={"round": after},
        public=_shown_with(tournament),
    ) as change:
        newest = _newest_round(tournament)
        if newest is None or newest.number != after:
            raise Stale(last_change_of(newest, tournament=tournament) if newest else None)
        if tournament.planned_rounds == after:
            return tournament
        if version_of(tournament) != seen:
            raise Stale(_last_change(tournament))
        refuse_when_closed(tournament)
        _refuse_plan(tournament, after)
        kept = _dates_until(tournament, after)
        forget_answers(change, tournament, kept)
        change.update(tournament, planned_rounds=after, round_dates=kept)
    return tournament


def checked_name(name: str) -> str:
    name = clean_name(name)[:LONGEST_NAME]
    if not name:
        raise Refused(_("A tournament needs a name."))
    return name


def checked_season(club: Club, season: Season) -> Season:
    """The season as it is now: the club's own, and open."""
    season = Season.objects.get(pk=season.pk)
    if season.club_id != club.pk:
        raise Refused(_("The season belongs to another club."))
    if not season.is_open:
        raise Refused(_("The season {season} is closed.").format(season=season.name))
    return season


def refuse_rounds(planned_rounds: int | None) -> None:
    if planned_rounds is not None and not 1 <= planned_rounds <= MOST_ROUNDS:
        raise Refused(_("Plan from 1 to {most} rounds, or leave it open.").format(most=MOST_ROUNDS))


def refuse_no_count(plan: RoundCount, planned_rounds: int | None) -> None:
    """Of a tournament to be played here; what was played elsewhere may come without."""
    if plan.kind is RoundCountKind.ASKED and planned_rounds is None:
        raise Refused(_("This pairing system needs to know how many rounds are planned."))


def is_settled(tournament: Tournament) -> bool:
    """Whether the last planned round is published, and the number of rounds with it."""
    planned = tournament.planned_rounds
    return planned is not None and tournament.rounds.filter(state__in=PUBLIC_STATES, number__gte=planned).exists()


def refuse_count_contradicted(tournament: Tournament) -> None:
    """After an undo: no round was opened behind the end that is planned now."""
    newest = _newest_round(tournament)
    planned = tournament.planned_rounds
    if newest is not None and planned is not None and newest.number > planned:
        raise Refused(_("Round {number} has been opened since.").format(number=newest.number))


def _refuse_plan(tournament: Tournament, planned_rounds: int | None) -> None:
    plan = configured_system(tournament).capabilities().rounds
    if plan.kind is RoundCountKind.FOLLOWS:
        raise Refused(_("In this pairing system the number of rounds follows from the players."))
    refuse_no_count(plan, planned_rounds)
    refuse_rounds(planned_rounds)
    if is_settled(tournament):
        raise Refused(
            _("Round {number}, the last one planned, is published: the number of rounds is settled.").format(
                number=tournament.planned_rounds
            )
        )
    newest = _newest_round(tournament)
    if newest is not None and planned_rounds is not None and planned_rounds < newest.number:
        raise Refused(
            _(
                "Round {number} is open: plan at least {number} rounds, or undo the opening of round {number} first."
            ).format(number=newest.number)
        )


def _newest_round(tournament: Tournament) -> Round | None:
    return Round.objects.filter(tournament=tournament).order_by("-number").first()


def _dates_until(tournament: Tournament, last: int | None) -> list[str | None]:
    rounds = list(Round.objects.filter(tournament=tournament).order_by("number"))
    return list(tournament.round_dates[: dates_kept(tournament, rounds, last)])


def _shown_with(tournament: Tournament) -> list[Scope]:
    """Whose pages show the name, the season and the end. The club's lock keeps its seasons as they are meanwhile."""
    return [tournament.club, tournament]


def _last_change(tournament: Tournament) -> Action | None:
    return last_change_of(tournament, tournament=tournament, fields=set(_BASICS))


def _told(tournament: Tournament, changed: dict[str, object], season: Season) -> dict[str, object]:
    """The facts of the ribbon's sentence: which of them it was, where it was one."""
    what = [field for field in _BASICS if field in changed]
    if what == ["name"]:
        return {"what": "name", "name": changed["name"], "before": tournament.name}
    if what == ["season_id"]:
        return {"what": "season", "season": season.name}
    if what == ["planned_rounds"]:
        rounds = changed["planned_rounds"]
        return {"what": "open_end"} if rounds is None else {"what": "rounds", "rounds": rounds}
    if what == ["guests_take_places"]:
        return {"what": "places" if changed["guests_take_places"] else "no_places"}
    if what == ["counts_in_id"]:
        taker = next((each for each in possible_hosts(tournament) if each.pk == changed["counts_in_id"]), None)
        return {"what": "counts", "other": taker.name} if taker else {"what": "counts_nowhere"}
    if what == ["decimals_shown"]:
        return {"what": "decimals", "decimals": changed["decimals_shown"]}
    return {"what": "several", "name": changed.get("name", tournament.name)}

"""Who may what: predicates over membership rows."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Q

from tournaments.models import PUBLIC_STATES, Action, Club, Membership, Role, Round, Tournament, User
from tournaments.models.compiled_query import CompiledQuery

HELPERS_VERBS = frozenset(
    {
        "attendance.mark",
        "attendance.mark_again",
        "attendance.mark_expected",
        "result.enter",
        "result.clear",
        "game.postpone",
        "tie.decide",
        "tie.clear",
        "report.accept",
    }
)
"""What a helper does, and may take back where it was their own doing."""
_DIRECTORS_VERBS_IN_CLUB = frozenset(
    {
        "inbox.answer",
        "player.add",
        "player.edit",
        "card.make_keys",
        "card.withdraw_key",
        "card.withdraw_all",
        "card.shown_as",
        "card.language",
        "card.renew_calendar",
        "card.mail",
        "card.ask_to_be_erased",
        "plan.set_away",
        "plan.end_away",
        *("league.make", "league.edit", "league.delete", "team.make", "team.edit", "team.delete", "squad.write"),
        *("fixture.add", "fixture.edit", "fixture.delete", "fixture.results"),
        *("fixture.draft_line_up", "fixture.publish_line_up", "fixture.unpublish_line_up"),
        "fixture.answer",
        "fixture.ask",
        "fixture.ask_silent",
        "squad.usual_answer",
        "fixture.import",
    }
)
_OWN_VERBS_IN_CLUB = frozenset(
    {
        "event.make",
        "event.rename",
        "tournament.play_off",
        "series.make",
        "series.edit",
        "series.delete",
        "series.bonus",
        "series.take_bonus",
        "series.play_off",
        "series.publish",
        "series.advance",
        "prizes.set",
        "prizes.decide",
        "prizes.fix",
        "prizes.open",
    }
)
"""What a director takes back where it was their own doing: of what others made, they may direct nothing."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _Work:
    """What somebody does, and where: by club the role, and whether it is held everywhere in it."""

    memberships: Mapping[int, tuple[str, bool]]
    named_for: frozenset[int]


_ROLES = CompiledQuery(
    lambda user: Membership.objects.filter(user=user).values_list(
        "club", "role", "everywhere", "user__directorships__tournament"
    ),
    int,
)


def _work_of(user: User) -> _Work:
    """Asked of the database once per request, in one question: it stays with the user's instance."""
    work: _Work | None = getattr(user, "_work", None)
    if work is None:
        rows = _ROLES(user.pk)
        work = _Work(
            memberships={club: (role, everywhere) for club, role, everywhere, _named in rows},
            named_for=frozenset(named for *_membership, named in rows if named is not None),
        )
        user._work = work  # type: ignore[attr-defined]  # a cache that lives as long as the request's user
    return work


def _membership(user: User, club: Club) -> tuple[str | None, bool]:
    return _work_of(user).memberships.get(club.pk, (None, False))


def _role(user: User, club: Club) -> str | None:
    return _membership(user, club)[0]


def works_everywhere(user: User, club: Club) -> bool:
    """In all tournaments of the club, also in those that are made later; an admin does."""
    return administers_club(user, club) or _membership(user, club)[1]


def works_for_club(user: User, club: Club) -> bool:
    return user.is_authenticated and (user.is_superuser or _role(user, club) is not None)


def works_for_some_club(user: User) -> bool:
    """Of whichever club, and for longer than an evening."""
    if not user.is_authenticated or helps_one_evening(user):
        return False
    return user.is_superuser or bool(_work_of(user).memberships)


def corrections_seen_by(user: User) -> Q:
    """One's own better texts; all of them for whoever runs the installation."""
    return Q() if user.is_superuser else Q(user=user)


def administers_club(user: User, club: Club) -> bool:
    return user.is_authenticated and (user.is_superuser or _role(user, club) == Role.ADMIN)


def chooses_house_words(user: User) -> bool:
    """Of the admins of a club here: on its own computer each, where clubs share an installation whoever runs it."""
    return user.is_superuser or is_one_clubs_own()


def is_one_clubs_own() -> bool:
    """Whether this installation is a club's own computer, rather than a server of several."""
    return settings.IS_SQLITE and Club.objects.count() == 1


def directs_in_club(user: User, club: Club) -> bool:
    """Whoever may set up tournaments and keep the list of players: not its helpers."""
    return administers_club(user, club) or (user.is_authenticated and _role(user, club) == Role.DIRECTOR)


def directs_tournament(user: User, tournament: Tournament) -> bool:
    return administers_club(user, tournament.club) or (
        directs_in_club(user, tournament.club) and _is_named_for(user, tournament)
    )


def directed_by(user: User, path: str, *, or_club: bool = False) -> Q:
    """Rows of whose tournament, found by that path, the user is a director; `or_club`: those of a club's own, too."""
    if user.is_superuser:
        return Q()
    work = _work_of(user)
    directs = [club for club, (role, _everywhere) in work.memberships.items() if role != Role.HELPER]
    whole = [club for club in directs if work.memberships[club] != (Role.DIRECTOR, False)]
    named = Q(**{f"{path}__club__in": directs, f"{path}__in": work.named_for})
    found = Q(**{f"{path}__club__in": whole}) | named
    return found | Q(**{path: None, "club__in": directs}) if or_club else found


def helps_in_tournament(user: User, tournament: Tournament) -> bool:
    """Who may mark attendance and enter results: its directors, and the helpers who are named for it."""
    return administers_club(user, tournament.club) or (
        works_for_club(user, tournament.club) and _is_named_for(user, tournament)
    )


def may_trash(user: User, tournament: Tournament) -> bool:
    """Its director while nobody has seen a round of it; what was published only an admin puts away."""
    return administers_club(user, tournament.club) or (
        directs_tournament(user, tournament)
        and not Round.objects.filter(tournament=tournament, state__in=PUBLIC_STATES).exists()
    )


def may_undo_in_club(user: User, club: Club, action: Action) -> bool:
    """Whoever may do it: the undoing of an action counts as that action."""
    while action.undoes is not None:
        action = action.undoes
    is_own = action.verb in _OWN_VERBS_IN_CLUB and action.actor_id == user.pk
    return administers_club(user, club) or (
        directs_in_club(user, club) and (is_own or action.verb in _DIRECTORS_VERBS_IN_CLUB)
    )


def may_undo_as_helper(user: User, action: Action) -> bool:
    """A helper's own results and marks; where others undid or redid them since, it is no longer theirs alone."""
    while action.undoes is not None:
        if action.actor_id != user.pk:
            return False
        action = action.undoes
    return action.actor_id == user.pk and action.verb in HELPERS_VERBS


def helps_one_evening(user: User) -> bool:
    """By a code, on one phone: checks in and enters results, and sees nothing else."""
    return user.is_authenticated and user.is_for_one_evening


def _is_named_for(user: User, tournament: Tournament) -> bool:
    """Asked of those only who work for its club."""
    return works_everywhere(user, tournament.club) or tournament.pk in _work_of(user).named_for

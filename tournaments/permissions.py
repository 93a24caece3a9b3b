"""Who may what: predicates over membership rows."""

from tournaments.models import Club, Directorship, Membership, Role, Tournament, User


def _role(user: User, club: Club) -> str | None:
    """The user's role in the club, asked of the database once per request: it stays with the user's instance."""
    roles: dict[int, str] | None = getattr(user, "_roles", None)
    if roles is None:
        roles = dict(Membership.objects.filter(user=user).values_list("club_id", "role"))
        user._roles = roles  # type: ignore[attr-defined]  # a cache that lives as long as the request's user
    return roles.get(club.pk)


def works_for_club(user: User, club: Club) -> bool:
    return user.is_authenticated and (user.is_superuser or _role(user, club) is not None)


def administers_club(user: User, club: Club) -> bool:
    return user.is_authenticated and (user.is_superuser or _role(user, club) == Role.ADMIN)


def directs_tournament(user: User, tournament: Tournament) -> bool:
    return user.is_authenticated and (
        administers_club(user, tournament.club)
        or (
            works_for_club(user, tournament.club)
            and Directorship.objects.filter(user=user, tournament=tournament).exists()
        )
    )

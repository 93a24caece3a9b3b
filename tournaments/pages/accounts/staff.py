"""Who works for the club, as what, and in which tournaments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils import timezone

from tournaments.models import Club, Directorship, Invitation, Membership, Role, Tournament
from tournaments.pages.common.collation import sorted_by_name


@dataclass(frozen=True, kw_only=True, slots=True)
class MembershipChoice:
    key: int
    name: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class RoleChoice:
    value: str
    name: str
    is_chosen: bool


@dataclass(frozen=True, kw_only=True, slots=True)
class StaffMember:
    key: int
    name: str
    username: str
    email: str
    role: str
    roles: tuple[RoleChoice, ...]
    """Empty for the last admin, who stays one."""
    is_admin: bool
    is_last_admin: bool
    is_waiting: bool
    """Has not used the invitation yet."""
    may_get_link: bool
    everywhere: bool
    """Works in all tournaments, also in later ones."""
    tournaments: tuple[MembershipChoice, ...]
    """Those of open seasons; an admin directs them all."""

    @property
    def works_in(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.tournaments if each.is_chosen)


@dataclass(frozen=True, kw_only=True, slots=True)
class Invited:
    key: int
    name: str
    role: str
    works_in: tuple[str, ...]
    everywhere: bool
    is_admin: bool
    is_good: bool
    """Whether its newest link still works."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StaffPage:
    members: tuple[StaffMember, ...]
    invited: tuple[Invited, ...]
    """Who has not accepted yet."""
    too_late: tuple[Invited, ...]
    """Who let the link grow too old: a new one can be made, or the invitation withdrawn."""


def staff_page(club: Club, *, may_get_link: Callable[[Membership], bool]) -> StaffPage:
    rows = list(
        club.memberships.filter(user__helper_pass=None).select_related("user").prefetch_related("user__memberships")
    )
    tournaments = list(assignable_tournaments(club))
    directed = set(Directorship.objects.filter(tournament__club=club).values_list("user_id", "tournament_id"))
    admins = [row for row in rows if row.role == Role.ADMIN and row.user.is_active]
    members = [
        StaffMember(
            key=row.pk,
            name=str(row.user),
            username=row.user.username,
            email=row.user.email,
            role=row.get_role_display(),
            roles=() if admins == [row] else _roles(row.role),
            is_admin=row.role == Role.ADMIN,
            is_last_admin=admins == [row],
            is_waiting=not row.user.has_usable_password(),
            may_get_link=may_get_link(row),
            everywhere=row.everywhere,
            tournaments=tuple(
                MembershipChoice(key=each.pk, name=each.name, is_chosen=(row.user_id, each.pk) in directed)
                for each in tournaments
                if row.role != Role.ADMIN
            ),
        )
        for row in rows
    ]
    names = {each.pk: each.name for each in tournaments}
    asked = [_invited(row, names) for row in club.invitations.filter(accepted_at=None)]
    invited = sorted_by_name(asked, lambda each: each.name)
    return StaffPage(
        members=tuple(sorted_by_name(members, lambda member: member.name)),
        invited=tuple(each for each in invited if each.is_good),
        too_late=tuple(each for each in invited if not each.is_good),
    )


def _invited(row: Invitation, tournaments: Mapping[int, str]) -> Invited:
    return Invited(
        key=row.pk,
        name=row.name,
        role=row.get_role_display(),
        works_in=tuple(tournaments[key] for key in row.tournaments if key in tournaments),
        everywhere=row.everywhere,
        is_admin=row.role == Role.ADMIN,
        is_good=row.expires_at > timezone.now(),
    )


def admins_of(club: Club) -> str:
    """Who can change who may what, by name."""
    admins = club.memberships.filter(role=Role.ADMIN, user__is_active=True).select_related("user")
    return ", ".join(sorted_by_name((str(row.user) for row in admins), lambda name: name))


def _roles(chosen: str) -> tuple[RoleChoice, ...]:
    return tuple(RoleChoice(value=role.value, name=str(role.label), is_chosen=role.value == chosen) for role in Role)


def assignable_tournaments(club: Club) -> list[Tournament]:
    return list(club.tournaments.filter(trashed_at=None, season__is_open=True).order_by("name", "pk"))

"""A club gone for good: every row of it, and the accounts of people who have no other work here."""

from __future__ import annotations

from array import array
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.apps import apps
from django.db import IntegrityError

from tournaments.models import Action, Club, ListState, Membership, RatingList, SecondFactor, Session, User
from tournaments.recording import erase_rows, forget_in_the_installations_record, lock_whole, whole_club
from tournaments.recording.row_changes import label_of
from tournaments.services.installation.club_transfer.club_rows import (
    ModelType,
    foreign_keys,
    in_pieces,
    keys_of,
    paths,
    rows_with,
)

_AT_ONCE = 500


class CannotErase(Exception):
    """What it says is a whole sentence; nothing was changed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Erased:
    rows: Mapping[ModelType, int]
    """Of the club, by model."""
    people: tuple[str, ...]
    """User names of the accounts that went with it."""
    kept: tuple[str, ...]
    """Of those that stay: who works elsewhere too, runs the installation, or stands in another club's history."""


def erase_club(club: Club) -> Erased:
    """Raises CannotErase."""
    try:
        with whole_club():
            lock_whole(club)
            _refuse_while_loading(club)
            keys = {model: keys_of(model, club) for model in paths()}
            people = _people_named(keys)
            for model in reversed(keys):  # no row before those that refer to it
                erase_rows(model, keys[model])
            gone = [user for user in people if not _stays(user)]
            _erase_people(gone, keys)
    except Club.DoesNotExist as error:
        raise CannotErase("The club was erased in the same moment.") from error
    except IntegrityError as error:
        raise CannotErase(
            "Somebody wrote in the club in the same moment, so all of it stays. Try again. Nothing was changed."
        ) from error
    return Erased(
        rows={model: len(found) for model, found in keys.items() if found},
        people=tuple(user.username for user in gone),
        kept=tuple(user.username for user in people if user not in gone),
    )


def _refuse_while_loading(club: Club) -> None:
    """Whoever loads a list of the club's would go on writing lines of it."""
    if RatingList.objects.filter(club=club, state=ListState.LOADING).exists():
        raise CannotErase("A rating list of the club is being loaded: wait until it is. Nothing was changed.")


def _people_named(keys: Mapping[ModelType, array[int]]) -> list[User]:
    named: set[int] = set()
    for model, found in keys.items():
        columns = [key.attname for key in foreign_keys(model) if key.related_model is User]
        for piece in in_pieces(found, _AT_ONCE):
            for values in rows_with(model, piece).values_list(*columns) if columns else ():
                named.update(value for value in values if value is not None)
    return [user for piece in in_pieces(sorted(named), _AT_ONCE) for user in rows_with(User, piece)]


def _stays(user: User) -> bool:
    """Once the club's own rows are gone."""
    if user.is_superuser or Membership.objects.filter(user=user).exists():
        return True
    return any(
        model._base_manager.filter(**{key.name: user}).exclude(**_their_own(model)).exists()
        for model in apps.get_app_config("tournaments").get_models()
        if model not in (Session, SecondFactor)
        for key in foreign_keys(model)
        if key.related_model is User
    )


def _their_own(model: ModelType) -> dict[str, object]:
    """Actions of no club: what somebody without a role in the installation did there, they did to their own account."""
    return {"club": None} if model is Action else {"pk": None}


def _erase_people(people: Collection[User], keys: Mapping[ModelType, array[int]]) -> None:
    pks = sorted(user.pk for user in people)
    for model in (Session, SecondFactor):
        for piece in in_pieces(pks, _AT_ONCE):
            erase_rows(model, list(model._base_manager.filter(user__in=piece).values_list("pk", flat=True)))
    gone = {label_of(model): frozenset(found) for model, found in keys.items() if found and model is not Action}
    forget_in_the_installations_record(gone | {label_of(User): frozenset(pks)})
    erase_rows(User, pks)

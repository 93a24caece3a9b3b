"""New clubs, and undo of what was done for a club."""

import datetime
from dataclasses import replace
from typing import Any

import pytest

from tests.tools.casts.club_cast import Cast, make_user
from tests.tools.guards.whole_database import nothing_changes
from tests.tools.pages.pictures import picture
from tournaments.exchange.logo import normalised
from tournaments.models import Action, Club, ClubLogo, Membership, Player, RoundState, Season, User
from tournaments.names import slug_of
from tournaments.recording import AlreadyDone, Stale, digest_of
from tournaments.recording.blobs import MOST_LOGOS
from tournaments.services.accounts import accounts
from tournaments.services.clubs import clubs
from tournaments.services.clubs.logos import logo_of
from tournaments.services.common.refusal import Refused
from tournaments.services.players import players as player_service
from tournaments.services.players.players import PlayerDetails
from tournaments.services.setup import seasons

pytestmark = pytest.mark.django_db


def test_it_creates_a_club_with_its_admin_in_one_action() -> None:
    club, kari = clubs.create_club(name="SK Rockaden", username="kari", email="kari@example.org")

    assert (club.slug, club.time_zone, club.is_demo) == ("sk-rockaden", "Europe/Oslo", False)
    assert Membership.objects.get(club=club).role == "admin"
    assert not kari.has_usable_password()
    assert [action.verb for action in Action.objects.all()] == ["club.create"]


def test_its_record_holds_no_address_and_no_password() -> None:
    _, kari = clubs.create_club(name="SK Rockaden", username="kari", email="kari@example.org")

    kept = str(list(Action.objects.values_list("changes", "facts")))
    assert "example.org" not in kept
    assert kari.password not in kept


def test_somebody_who_is_there_becomes_its_admin_too() -> None:
    kari = make_user("kari")
    _, admin = clubs.create_club(name="Bergens", username="KARI")

    assert admin == kari
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "slug"),
    [("Ørsta & Ærø SK", "orsta-aero-sk"), ("Åse_Ü", "ase-u"), ("Weiß-Schwarz", "weiss-schwarz"), ("棋", "")],
)
def test_a_name_becomes_an_address(name: str, slug: str) -> None:
    assert slug_of(name) == slug


@pytest.mark.parametrize(
    ("values", "part"),
    [
        ({"name": " \u202e "}, "^A club needs a name.$"),
        ({"name": " \u3164 "}, "^A club needs a name.$"),
        ({"name": "棋"}, "cannot be made from its name"),
        ({"name": "Staff"}, "needed for something else"),
        ({"name": "A", "slug": "log-in"}, "needed for something else"),
        (
            {"name": "A", "slug": "Ikke Slik"},
            "The address “Ikke Slik” will not do: only a–z, 0–9 and single hyphens, at most 60.",
        ),
        ({"name": "A", "slug": "a" * 61}, "will not do"),
        ({"name": "A", "time_zone": "Oslo"}, "no time zone “Oslo”"),
        ({"name": "A", "time_zone": "../../etc/passwd"}, "no time zone"),
        ({"name": "A", "username": "k"}, "A user name"),
        ({"name": "A", "username": "kari@example.org"}, "no @"),
        ({"name": "A", "username": "\u3164\u3164"}, "A user name"),
        ({"name": "A", "username": "kari\u1160"}, "A user name"),
        ({"name": "A", "email": "nowhere"}, "not an e-mail address"),
    ],
)
def test_it_says_what_is_wrong_and_makes_nothing(values: dict[str, str], part: str) -> None:
    with pytest.raises(Refused, match=part):
        clubs.create_club(**{"username": "kari", **values})

    assert not Club.objects.exists()
    assert not User.objects.exists()


def test_an_address_is_given_once() -> None:
    clubs.create_club(name="SK Rockaden", username="kari")

    with pytest.raises(Refused, match="Another club has the address"):
        clubs.create_club(name="SK  Rockaden", username="ola")
    assert not User.objects.filter(username="ola").exists()


def test_no_club_is_made_while_the_demo_stands() -> None:
    Club.objects.create(name="Demo", slug="demo", demo_password="shown to everybody")

    with pytest.raises(Refused, match=r"manage\.py demo --remove"):
        clubs.create_club(name="SK Rockaden", username="kari")

    assert Club.objects.count() == 1


def test_undo_takes_an_action_back_and_undo_again_redoes_it() -> None:
    cast = Cast()
    player_service.add_player(cast.club, PlayerDetails(given_name="Anna"), actor=cast.kari)
    clubs.undo_in_club(Action.objects.latest("pk"), actor=cast.kari)
    assert not Player.objects.exists()

    clubs.undo_in_club(Action.objects.latest("pk"), actor=cast.kari)
    assert Player.objects.get().given_name == "Anna"


def test_undo_twice_does_it_once() -> None:
    cast = Cast()
    player_service.add_player(cast.club, PlayerDetails(given_name="Anna"), actor=cast.kari)
    added = Action.objects.latest("pk")
    clubs.undo_in_club(added, actor=cast.kari)

    with pytest.raises(AlreadyDone):
        clubs.undo_in_club(added, actor=cast.dag)


def test_undo_is_refused_where_others_build_on_it() -> None:
    cast = Cast()
    anna = player_service.add_player(cast.club, PlayerDetails(given_name="Anna"), actor=cast.kari)
    added = Action.objects.latest("pk")
    cast.add_tournament("Autumn", anna)

    with pytest.raises(Refused, match="This cannot be undone any more: what it changed has been changed again"):
        clubs.undo_in_club(added, actor=cast.kari)
    assert Player.objects.filter(pk=anna.pk).exists()


def test_undo_is_refused_where_the_club_would_lose_its_last_admin() -> None:
    cast = Cast()
    accounts.change_role(cast.membership(cast.dag), "admin", seen="director", actor=cast.kari)
    promoted = Action.objects.latest("pk")
    accounts.take_away_membership(cast.membership(cast.kari), actor=cast.dag)

    with pytest.raises(Refused, match="without an admin"):
        clubs.undo_in_club(promoted, actor=cast.dag)
    assert cast.membership(cast.dag).role == "admin"


def test_undo_of_reopening_is_refused_while_a_round_is_open() -> None:
    cast = Cast()
    seasons.close_season(cast.season, actor=cast.kari)
    seasons.reopen_season(cast.season, actor=cast.kari)
    reopened = Action.objects.latest("pk")
    cast.play_round(cast.add_tournament(), state=RoundState.OPEN)

    with pytest.raises(Refused, match="Round 1 of Autumn is not finished, so the season stays open"):
        clubs.undo_in_club(reopened, actor=cast.kari)
    assert Season.objects.get().is_open


def test_undo_of_a_contact_is_refused_since_nothing_was_kept() -> None:
    cast = Cast()
    anna = cast.add_player("Anna")
    for phone in ("1", "2"):
        player_service.edit_contact(anna, birth_date=None, phone=phone, email="", actor=cast.kari)

    with pytest.raises(Refused, match="What was there before is private and was not stored, so this cannot be undone"):
        clubs.undo_in_club(Action.objects.latest("pk"), actor=cast.kari)


def test_undo_of_a_tournaments_action_is_not_the_clubs() -> None:
    cast = Cast()
    action = Action.objects.create(club=cast.club, tournament=cast.add_tournament(), verb="round.publish")

    with pytest.raises(Refused, match="not an action of the club"):
        clubs.undo_in_club(action, actor=cast.kari)


# What the club says of itself


THURSDAYS = {"weekday": 3, "starts_at": datetime.time(19), "place": "The library, Main Street 1"}


def edit(cast: Cast, *, seen: str | None = None, **changed: Any) -> Club:
    wanted = replace(clubs.details_of(cast.club), **changed)
    state = clubs.version_of(cast.club) if seen is None else seen
    return clubs.edit_club(cast.club, wanted, seen=state, actor=cast.kari)


def test_name_evening_and_place_are_changed_in_one_action_and_undone() -> None:
    cast = Cast()
    cast.add_tournament()

    edit(cast, name=" SK  Rockaden Stockholm ", time_zone="Europe/Stockholm", **THURSDAYS)

    club = Club.objects.get(pk=cast.club.pk)
    assert (club.name, club.slug, club.time_zone) == ("SK Rockaden Stockholm", "sk-rockaden", "Europe/Stockholm")
    assert (club.weekday, club.starts_at, club.place) == (3, datetime.time(19), "The library, Main Street 1")
    action = Action.objects.get()
    assert (action.verb, action.facts["name"]) == ("club.edit", "SK Rockaden Stockholm")

    clubs.undo_in_club(action, actor=cast.kari)

    club = Club.objects.get(pk=cast.club.pk)
    assert (club.name, club.weekday, club.starts_at, club.place) == ("SK Rockaden", None, None, "")


def test_a_club_saved_as_it_is_leaves_no_action() -> None:
    cast = Cast()

    edit(cast, seen="what no form was made for")

    assert not Action.objects.exists()


def test_a_form_about_the_club_that_is_out_of_date_is_stale() -> None:
    cast = Cast()
    seen = clubs.version_of(cast.club)
    edit(cast, place="The library")

    with nothing_changes(Stale) as stale:
        edit(cast, seen=seen, place="The school")

    assert isinstance(stale.value, Stale)
    assert stale.value.since is not None
    assert stale.value.since.actor == cast.kari


@pytest.mark.parametrize(
    ("changed", "part"),
    [
        ({"name": " \u202e "}, "A club needs a name of at most 200 characters."),
        ({"name": "x" * 201}, "A club needs a name of at most 200 characters."),
        ({"place": "x" * 5000}, "A place has at most 200 characters."),
        ({"time_zone": "Europe/Atlantis"}, "no time zone “Europe/Atlantis”"),
        ({"time_zone": "../../etc/passwd"}, "no time zone"),
        ({"time_zone": ""}, "no time zone"),
        ({"language": "xx"}, "There is no such language."),
        ({"embedded_on": ("https://example.org",) * 11}, "At most 10 web sites can show the club's pages."),
        ({"weekday": 7}, "There is no such day of the week."),
        ({"weekday": -1}, "There is no such day of the week."),
    ],
)
def test_it_refuses_what_no_club_can_be(changed: dict[str, Any], part: str) -> None:
    cast = Cast()

    with nothing_changes(Refused, part):
        edit(cast, **changed)


# Its face


def wear(cast: Cast, colour: str | None, **changed: Any) -> str:
    """A logo of that colour, or none: its digest."""
    cast.club.refresh_from_db()
    png = None if colour is None else normalised(picture(colour=colour))
    digest = "" if png is None else digest_of(png)
    details = replace(clubs.details_of(cast.club), logo=digest, **changed)
    clubs.edit_club(cast.club, details, image=png, seen=clubs.version_of(cast.club), actor=cast.kari)
    return digest


def shown(cast: Cast) -> bytes | None:
    return logo_of(Club.objects.get(pk=cast.club.pk))


def test_sentence_contact_and_colour_are_changed_and_undone() -> None:
    cast = Cast()

    edit(cast, sentence=" For  everybody. ", contact="Kari, kari@example.org", accent="berry")

    club = Club.objects.get(pk=cast.club.pk)
    assert (club.sentence, club.contact, club.accent) == ("For everybody.", "Kari, kari@example.org", "berry")
    clubs.undo_in_club(Action.objects.get(), actor=cast.kari)
    club.refresh_from_db()
    assert (club.sentence, club.contact, club.accent) == ("", "", "pine")


def test_a_logo_comes_and_goes_and_each_undo_brings_back_the_one_before() -> None:
    cast = Cast()
    red = wear(cast, "red")
    was_red = shown(cast)
    wear(cast, "blue")
    was_blue = shown(cast)
    wear(cast, None)
    without, to_blue, to_red = Action.objects.order_by("-pk")

    assert shown(cast) is None
    clubs.undo_in_club(without, actor=cast.kari)
    assert shown(cast) == was_blue != was_red
    clubs.undo_in_club(to_blue, actor=cast.kari)
    assert (shown(cast), Club.objects.get(pk=cast.club.pk).logo) == (was_red, red)
    clubs.undo_in_club(to_red, actor=cast.kari)
    assert shown(cast) is None
    clubs.undo_in_club(Action.objects.latest("pk"), actor=cast.kari)  # and again
    assert shown(cast) == was_red


def test_the_record_names_a_logo_and_does_not_hold_it() -> None:
    cast = Cast()
    digest = wear(cast, "red")

    action = Action.objects.get()
    assert digest in str(action.changes)
    assert len(str([action.changes, action.facts])) < 1000
    assert [each["model"] for each in action.changes] == ["club"]


def test_the_same_picture_is_kept_once_and_of_older_ones_the_newest_ten() -> None:
    cast = Cast()
    first = wear(cast, "red")
    wear(cast, None)
    wear(cast, "red")
    assert cast.club.logos.count() == 1

    for green in range(15):
        wear(cast, f"rgb(0, {green}, 0)")
    assert cast.club.logos.count() == MOST_LOGOS + 1
    assert not ClubLogo.objects.filter(digest=first).exists()


def test_an_undo_that_would_show_a_forgotten_logo_is_refused() -> None:
    cast = Cast()
    digest = wear(cast, "red")
    wear(cast, None)
    without = Action.objects.latest("pk")
    ClubLogo.objects.filter(digest=digest).delete()

    with nothing_changes(Refused, "The old logo is no longer stored, so this was not undone."):
        clubs.undo_in_club(without, actor=cast.kari)


def test_each_club_has_its_own_logos() -> None:
    cast = Cast()
    digest = wear(cast, "red")
    theirs = replace(clubs.details_of(cast.other_club), logo=digest)

    with nothing_changes(Refused, "upload it again"):
        clubs.edit_club(cast.other_club, theirs, seen=clubs.version_of(cast.other_club), actor=cast.stig)


def test_a_picture_that_is_not_the_one_named_is_refused() -> None:
    cast = Cast()
    details = replace(clubs.details_of(cast.club), logo="0" * 64)

    with nothing_changes(Refused, "upload it again"):
        clubs.edit_club(cast.club, details, image=b"x", seen=clubs.version_of(cast.club), actor=cast.kari)


@pytest.mark.parametrize(
    ("changed", "part"),
    [
        ({"sentence": "x" * 201}, "The sentence and the contact have at most 200 characters each."),
        ({"contact": "x" * 201}, "The sentence and the contact have at most 200 characters each."),
        ({"accent": "pink"}, "no such colour"),
        ({"accent": "pine\u202e"}, "no such colour"),
    ],
)
def test_it_refuses_what_no_face_can_be(changed: dict[str, Any], part: str) -> None:
    cast = Cast()

    with nothing_changes(Refused, part):
        edit(cast, **changed)


def test_a_closed_account_and_somebody_elses_address_get_no_club() -> None:
    kari = make_user("kari")
    with nothing_changes(Refused, "^Another user has the address “kari@example.org”.$"):
        clubs.create_club(name="Bergens", username="ola", email="kari@example.org")
    User.objects.filter(pk=kari.pk).update(is_active=False)
    with nothing_changes(Refused, "^The account “kari” is closed.$"):
        clubs.create_club(name="Bergens", username="kari")

"""Nothing of what is private stands in anything that a stranger can open, in whatever form and language."""

from __future__ import annotations

import datetime
import html
import json
import re
from collections.abc import Callable, Iterable, Iterator
from random import Random
from urllib.parse import quote, quote_plus

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.dateformat import format as formatted
from django.utils.formats import get_format
from django.utils.text import slugify

from tests.tools.casts.factories import Evening, PlayerFactory
from tests.tools.casts.private_club import PrivateClub, a_private_club
from tests.tools.guards.layers import first_fast
from tests.tools.pages.public_pages import (
    addresses_of,
    first_and_last,
    names_with_addresses,
    public_routes,
    texts_of,
    the_last,
)
from tests.tools.played.kept import as_outside_a_transaction
from tests.tools.seeds import SEED_OF_THE_DAY
from tournaments.exchange import tournament_file
from tournaments.models import PUBLIC_STATES, Entry, Player, Round, ShownAs
from tournaments.names import folded_name
from tournaments.pages.common.display_names import Audience, names_of
from tournaments.pages.common.wording import sentence
from tournaments.pages.files.tournament_export import tournament_download
from tournaments.pairing.discovery import rule_of
from tournaments.pairing.types.paired_round import Reason
from tournaments.pairing.types.snapshot import Result
from tournaments.selectors.snapshots import configured_system
from tournaments.services.players import players
from tournaments.services.players.players import PlayerDetails, details_of, version_of

pytestmark = pytest.mark.django_db

LANGUAGES = [code for code, _name in settings.LANGUAGES]
assert LANGUAGES[0] == "en"
NOT_READ = ("X-Request-ID:", "Content-Length:", "ETag:")
"""Headers with digits of their own."""


@pytest.fixture
def private() -> PrivateClub:
    return a_private_club()


def everything(client: Client, private: PrivateClub, languages: Iterable[str]) -> dict[str, str]:
    """What a stranger can read of the club, by address: one long text each, whatever the case of its letters.

    All there is in English; in the other languages the last of each kind. Of the parts that a page asks for again,
    which say what the page says (tests/pages/clubs/test_public_revision.py), the last of each kind in English.
    """
    addresses = [
        *pages_of(addresses_of(private.club, language="en")),
        *addresses_of(private.club, language="en", choose=the_last),
    ]
    for language in languages:
        addresses += pages_of(addresses_of(private.club, language=language, choose=the_last))
    return {address: _readable(text) for address, text in texts_of(client, [*dict.fromkeys(addresses)]).items()}


def pages_of(addresses: list[str]) -> list[str]:
    return [address for address in addresses if not address.endswith("/live/")]


def _readable(text: str) -> str:
    lines = [line for line in text.split("\n") if not line.startswith(NOT_READ)]
    return re.sub(r"\r?\n[ \t]", "", "\n".join(lines)).casefold()  # calendars fold long lines


def places_of(secret: str, texts: dict[str, str]) -> list[str]:
    forms = [_alone(form) for form in _forms(secret)]
    return [address for address, text in texts.items() if any(form(text) for form in forms)]


def _alone(form: str) -> Callable[[str], object]:
    """Is it in a text? Digits only as a whole number: the fraction of a second may hold any four."""
    whole = re.compile(rf"(?<!\d){re.escape(form)}(?!\d)")
    return lambda text: form in text and (not form.isdecimal() or whole.search(text))


def _forms(secret: str) -> set[str]:
    """As it may be written into HTML, JSON, an address, a file name or a calendar."""
    forms = {secret, html.escape(secret), html.escape(secret, quote=False), json.dumps(secret)[1:-1]}
    forms |= {json.dumps(secret, ensure_ascii=False)[1:-1], quote(secret), quote(secret, safe=""), quote_plus(secret)}
    forms |= {folded_name(secret, ""), slugify(secret), re.sub(r"([,;\\])", r"\\\1", secret)}
    return {form.casefold() for form in forms if form}


def _written(day: datetime.date) -> Iterator[str]:
    """In all the ways in which Django, a file or a person writes a date."""
    for form in ("%Y-%m-%d", "%Y%m%d", "%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%d.%m.%y"):
        yield day.strftime(form)
    yield f"{day.day}.{day.month}.{day.year}"
    for language in LANGUAGES:
        with translation.override(language):
            for name in ("DATE_FORMAT", "SHORT_DATE_FORMAT", "YEAR_MONTH_FORMAT"):
                yield formatted(day, get_format(name))
            yield formatted(day, "j M Y")


def test_every_public_route_is_looked_at(private: PrivateClub) -> None:
    assert names_with_addresses(private.club) == set(public_routes())


@pytest.mark.parametrize("how_much", first_fast(1, ["the last page of each kind in English", "everything"]))
def test_no_public_page_tells_what_is_private(client: Client, private: PrivateClub, how_much: str) -> None:
    if how_much == "everything":
        texts = everything(client, private, Random(SEED_OF_THE_DAY).sample(LANGUAGES[1:], 2))
        names_are_found(private, texts)
        nobody_learns_who_is_kept_apart(client, private, texts)
    else:
        addresses = addresses_of(private.club, language="en", choose=the_last)
        texts = {address: _readable(text) for address, text in texts_of(client, addresses).items()}

    found = {
        (kind, secret): places
        for kind, secrets in private.secrets.items()
        for secret in secrets
        if (places := places_of(secret, texts))
    }
    assert found == {}
    written = {form for day in private.dates for form in _written(day)}
    assert {form: places_of(form, texts) for form in written} == {form: [] for form in written}
    years = "|".join(str(day.year) for day in private.dates)
    assert [address for address, text in texts.items() if re.search(rf"\b({years})\b", text)] == []


def names_are_found(private: PrivateClub, texts: dict[str, str]) -> None:
    """A secret would be found in each of its forms, or the test would prove nothing: names, which are public, are found
    in pages and in the file."""
    in_english = {address: text for address, text in texts.items() if not _other_language(address)}
    for player in private.players:
        kinds = {address.rsplit("/", 2)[-2] for address in places_of(player.full_name, in_english)}
        assert {"standings", "crosstable", "file"} <= kinds, player


def _other_language(address: str) -> bool:
    return address.split("/")[1] in LANGUAGES[1:]


def nobody_learns_who_is_kept_apart(client: Client, private: PrivateClub, texts: dict[str, str]) -> None:
    cup = private.cup.tournament
    names = names_of(cup.entries.select_related("player"), Audience.PUBLIC)
    published = cup.rounds.filter(state__in=PUBLIC_STATES)
    saved = [
        *published.values_list("games__reasons", flat=True),
        *published.values_list("attendances__reasons", flat=True),
    ]
    reasons = [Reason.from_json(reason) for each in saved for reason in each or ()]
    private_ones = [reason for reason in reasons if rule_of(reason.rule).is_private]
    assert private_ones

    assert {sentence(each, names): places_of(sentence(each, names), texts) for each in private_ones} == {
        sentence(each, names): [] for each in private_ones
    }
    file = client.get(reverse("public_file", args=[private.club.slug, cup.slug])).json()
    assert file.get("forbidden_pairs", []) == []


def test_nobody_learns_from_a_plan_who_is_kept_apart(client: Client, private: PrivateClub) -> None:
    tournament = private.plan.tournament
    names = names_of(tournament.entries.select_related("player"), Audience.PUBLIC)
    saved = Round.with_ahead.filter(tournament=tournament).values_list("attendances__reasons", flat=True)
    reasons = [Reason.from_json(reason) for each in saved for reason in each or ()]
    told = {sentence(reason, names) for reason in reasons if rule_of(reason.rule).is_private}
    assert told

    begins = f"/en/{private.club.slug}/{tournament.slug}/"
    ways = ("", "plan/", "grid/", "rounds/1/", "standings/", "crosstable/", "players/2/")
    texts = {way: _readable(html.unescape(client.get(begins + way).content.decode())) for way in ways}
    assert {way: len(text) > 2_000 for way, text in texts.items()} == dict.fromkeys(ways, True)
    assert {each: places_of(each, texts) for each in told} == {each: [] for each in told}
    file = client.get(reverse("public_file", args=[private.club.slug, tournament.slug])).json()
    assert file.get("forbidden_pairs", []) == []
    assert len(file["rounds_ahead"]) == 6


@pytest.mark.slow
def test_a_draft_changes_nothing_that_the_public_reads(client: Client, private: PrivateClub) -> None:
    private.keizer.enter(1, Result.DRAW)
    private.keizer.open()
    private.keizer.check_in()
    addresses = addresses_of(private.club, choose=first_and_last)
    before = _bodies(texts_of(client, addresses))

    private.keizer.pair()

    assert _bodies(texts_of(client, addresses)) == before
    private.keizer.publish()
    assert _bodies(texts_of(client, addresses)) != before


def _bodies(texts: dict[str, str]) -> dict[str, str]:
    """Without headers and versions."""
    return {address: re.sub(r'data-version="[^"]*"', "", text.partition("\n\n")[2]) for address, text in texts.items()}


def hide(player: Player, shown_as: ShownAs) -> None:
    details = PlayerDetails(**{**vars_of(details_of(player)), "shown_as": shown_as})
    players.edit_player(player, details, seen=version_of(player), actor=None)


def vars_of(details: PlayerDetails) -> dict[str, object]:
    return {name: getattr(details, name) for name in PlayerDetails.__dataclass_fields__}


@pytest.mark.slow
def test_who_wishes_to_be_hidden_is_named_nowhere_from_now_on(client: Client, private: PrivateClub) -> None:
    everything(client, private, [])  # kept by now
    with_initial, numbers = private.players[::2], private.players[1::2]
    for player in with_initial:
        hide(player, ShownAs.INITIAL)
    for player in numbers:
        hide(player, ShownAs.NUMBER)

    texts = everything(client, private, ["nb"])

    gone = [player.family_name for player in private.players]
    gone += [player.given_name for player in numbers] + [str(player.rating) for player in private.players]
    assert {name: places_of(name, texts) for name in gone} == {name: [] for name in gone}
    assert places_of(f"{with_initial[0].given_name} {with_initial[0].family_name[0]}.", texts) != []


def test_no_address_of_a_player_tells_who_stands_beside_them_in_the_list(client: Client, private: PrivateClub) -> None:
    """A list is imported in the order of the alphabet: gaps in a row of numbers would tell the first letters of those
    who are hidden. A key of their own tells nothing, and is always the same."""
    hide(private.players[0], ShownAs.NUMBER)
    club = private.club.slug
    by_number = [client.get(f"/en/{club}/players/{key}/") for key in Player.objects.values_list("pk", flat=True)]
    assert {answer.status_code for answer in by_number} == {404}
    assert len({answer.content for answer in by_number}) == 1

    keys = [player.public_key for player in Player.objects.order_by("pk")]
    assert all(re.fullmatch("[a-z2-9]{8}", key) for key in keys)
    assert len(set(keys)) == len(keys)
    assert keys not in (sorted(keys), sorted(keys, reverse=True))
    shown = private.players[1]
    assert client.get(f"/en/{club}/players/{shown.public_key}/").status_code == 200
    hide(shown, ShownAs.NUMBER)
    hide(Player.objects.get(pk=shown.pk), ShownAs.FULL)
    assert Player.objects.get(pk=shown.pk).public_key == shown.public_key


@pytest.mark.slow
def test_players_who_are_hidden_or_play_nowhere_cannot_be_guessed(client: Client, private: PrivateClub) -> None:
    hide(private.players[0], ShownAs.NUMBER)
    at_home = Player.objects.get(family_name="Hjemmesitter")
    stranger = PlayerFactory()
    hidden = [private.players[0], at_home, stranger]

    answers = [
        client.get(f"/en/{private.club.slug}/players/{key}/{live}")
        for key in (*(player.public_key for player in hidden), "abcdefgh", 0, 10**9, 10**30)
        for live in ("", "live/")
    ]

    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1


@pytest.mark.slow
def test_no_search_engine_is_asked_to_remember_anything(client: Client, private: PrivateClub) -> None:
    addresses = addresses_of(private.club, choose=the_last)
    with as_outside_a_transaction():
        answers = {address: client.get(address) for address in addresses}
    for address, answer in answers.items():
        if "<!doctype html>" in answer.content.decode(errors="replace"):
            assert '<meta name="robots" content="noindex">' in answer.content.decode(), address
        elif answer.status_code == 200:
            assert answer["X-Robots-Tag"] == "noindex", address


@pytest.mark.parametrize(("code", "stand_ins"), [("attendance_monrad", (None,) * 4), ("keizer", (1501, 1502, 0, 1))])
def test_a_public_file_holds_a_rating_beside_a_full_name_only_and_gives_the_same_tables(
    code: str, stand_ins: tuple[int | None, ...]
) -> None:
    """Keizer's first ladder goes by rating: there the file keeps the order of those who are hidden, and no more."""
    evening = Evening.of(7, system=code)
    wishes = [
        ShownAs.FULL,
        ShownAs.INITIAL,
        ShownAs.NUMBER,
        ShownAs.FULL,
        ShownAs.INITIAL,
        ShownAs.FULL,
        ShownAs.INITIAL,
    ]
    ratings = [1500, 1612, 1823, 1900, 1341, None, 1500]
    for number, (wish, rating) in enumerate(zip(wishes, ratings, strict=True), start=1):
        entry = evening.entry(number)
        Player.objects.filter(pk=entry.player_id).update(shown_as=wish)
        Entry.objects.filter(pk=entry.pk).update(rating=rating)
    for _round in range(3):
        evening.play(result=Result.DRAW)
        evening.finish()

    files = [
        tournament_file.parse(tournament_download(evening.tournament, audience).data)
        for audience in (Audience.PUBLIC, Audience.STAFF)
    ]

    public = {entrant.number: entrant.rating for entrant in files[0].snapshot.entrants}
    assert (public[1], public[4], public[6]) == (1500, 1900, None)
    assert tuple(public[number] for number in (2, 3, 5, 7)) == stand_ins
    system = configured_system(evening.tournament)
    for number in (1, 2, 3):
        tables = [system.standings(file.snapshot.after(number), ()) for file in files]
        assert tables[0].rows == tables[1].rows

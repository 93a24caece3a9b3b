"""Standings, crosstable and cards for the staff: the same bodies, names in full, in the staff's frame."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tools.casts.factories import Evening
from tests.tools.guards.layers import first_fast
from tests.tools.played.played import Played, a_tournament
from tournaments.models import Directorship, Membership, Player, RoundState, ShownAs, User

pytestmark = pytest.mark.django_db
TABLES = [
    "standings/",
    "standings/1/",
    "standings/1/corrected/",
    "crosstable/",
    "crosstable/1/",
    "crosstable/1/corrected/",
    "players/2/",
    "players/2/after/1/",
    "players/2/after/1/corrected/",
]


@pytest.fixture
def played() -> Played:
    played = a_tournament(5)
    played.play()
    played.play(state=RoundState.PUBLISHED)
    return played


@pytest.fixture
def director(client: Client, played: Played) -> Client:
    client.force_login(played.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    return client


@pytest.mark.parametrize("rest", first_fast(3, TABLES))
def test_a_director_reads_names_in_full(director: Client, played: Played, rest: str) -> None:
    Player.objects.update(shown_as=ShownAs.NUMBER)

    staff = director.get(played.address(rest, staff=True))
    public = director.get(played.address(rest))

    assert staff.status_code == public.status_code == 200
    assert "Anna Lindqvist-Sørensen" in staff.content.decode()
    assert "Anna" not in public.content.decode()


NAME = re.compile(r'(<th scope="row" class="who">(?:\s|</?(?:div|span)[^>]*>|\d)*<a href=)"([^"]*)"')
ABOUT = re.compile(r'\s*<a class="screen-only" href="[^"]*/people/\d+/">About [^<]*</a>')

ME = re.compile(r'<button type="button" class="this-is-me[^>]*>[^<]*</button>\s*')


@pytest.mark.parametrize("rest", first_fast(3, TABLES))
def test_both_show_the_same_body_but_for_the_way_to_the_person(director: Client, played: Played, rest: str) -> None:
    def body(html: bytes) -> str:
        found = re.search(r"<article.*</article>", html.decode(), flags=re.DOTALL)
        assert found
        return re.sub(r"\s*\n\s*", "\n", found[0]).replace(f"/{played.club.slug}/staff/", f"/{played.club.slug}/")

    def names(html: str) -> set[str]:
        return {
            re.sub(r"\d+", "1", address.removeprefix(f"/en/{played.club.slug}/")) for _, address in NAME.findall(html)
        }

    staff = body(director.get(played.address(rest, staff=True)).content)
    public = body(director.get(played.address(rest)).content)

    assert NAME.sub(r"\1", ABOUT.sub("", staff)) == NAME.sub(r"\1", ME.sub("", public))
    if rest.startswith("players"):
        assert len(ABOUT.findall(staff)) == 1
    else:
        assert names(staff) == {f"{played.tournament.slug}/people/1/"}
        assert all("/players/1/" in address for address in names(public))


@pytest.mark.parametrize("rest", TABLES)
def test_a_stranger_is_sent_to_log_in(client: Client, played: Played, rest: str) -> None:
    response = client.get(played.address(rest, staff=True))

    assert response.status_code == 302
    assert response["Location"].startswith("/en/log-in/?next=")


@pytest.mark.parametrize("rest", first_fast(3, TABLES))
def test_another_clubs_director_finds_nothing_and_one_of_other_tournaments_is_refused(
    client: Client, played: Played, rest: str
) -> None:
    stranger = User.objects.create(username="stranger")
    client.force_login(stranger, backend="tournaments.log_in.EmailOrUsernameBackend")
    assert client.get(played.address(rest, staff=True)).status_code == 404

    Membership.objects.create(club=played.club, user=stranger, role="director")
    client.force_login(stranger, backend="tournaments.log_in.EmailOrUsernameBackend")
    assert client.get(played.address(rest, staff=True)).status_code == 403

    Directorship.objects.create(tournament=played.tournament, user=stranger)
    assert client.get(played.address(rest, staff=True)).status_code == 200


@pytest.mark.parametrize(
    "rest", ["standings/3/", "crosstable/3/", "players/6/", "players/2/after/3/", "players/99999999999999999999/"]
)
def test_a_draft_is_in_no_table_of_the_staff_either(director: Client, played: Played, rest: str) -> None:
    played.play(state=RoundState.DRAFTED)

    assert director.get(played.address(rest, staff=True)).status_code == 404


@pytest.mark.parametrize("rest", TABLES)
def test_tables_are_only_read(director: Client, played: Played, rest: str) -> None:
    assert director.post(played.address(rest, staff=True)).status_code == 405


def test_the_places_lead_to_every_screen_of_the_tournament(director: Client, played: Played) -> None:
    html = director.get(played.address("standings/", staff=True)).content.decode()

    for rest in ("", "standings/", "crosstable/", "setup/"):
        assert f'href="{played.address(rest, staff=True)}"' in html
    assert f'href="{played.address("rounds/2/", staff=True)}"' not in html  # the evening is its place
    assert f'href="{played.address()}"' in html
    assert html.count('aria-current="page"') == 2  # the place, and the round of the table


def test_a_column_that_says_its_name_is_not_named_twice_in_the_legend(client: Client) -> None:
    evening = Evening.of(4, system="drawboss_monrad")
    evening.play()
    evening.finish()
    client.force_login(evening.director, backend="tournaments.log_in.EmailOrUsernameBackend")
    names = [evening.tournament.club.slug, evening.tournament.slug]

    page = client.get(reverse("public_standings", args=names)).content.decode()
    paper = client.get(reverse("paper", args=[*names, 1, "standings"])).content.decode()

    legend = dict(re.findall(r"<dt>([^<]*)</dt>\s*<dd>([^<]*)", page))
    assert legend["DrawBoss tie-break"].startswith("The points of the opponents")
    assert legend["Pts"].startswith("Points. ")
    assert "<b>Pts</b> Points" in paper
    assert "<b>DrawBoss tie-break</b>" not in paper

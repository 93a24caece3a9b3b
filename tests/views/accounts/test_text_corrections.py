"""“This text is wrong”: on and off, which pages have it, the form, the list, the file, and back into the program."""

from __future__ import annotations

import gettext
import io
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import trans_real

from clubchess.offline import OWN_PAGE, PUBLIC_PAGE
from clubchess.texts.catalogue import messages
from tests.tools.casts.club_cast import Cast, make_user
from tests.tools.casts.factories import Evening
from tools.corrections import take
from tournaments.models import Role, TextCorrection, User
from tournaments.models.user import ONE_EVENING
from tournaments.pages.accounts.text_corrections import address_to_keep, corrections_file, corrections_page
from tournaments.views.common import page_cache

pytestmark = pytest.mark.django_db

LIST = "/nb/account/texts/"
HOME = "/nb/sk-rockaden/staff/"
PUBLIC = "/nb/sk-rockaden/"
PAGE = {"accept": "text/html,application/xhtml+xml"}
Clients = Callable[[User], Client]


def key_of(english: str, context: str = "", language: str = "nb") -> str:
    return messages(language)[context, english].key


def address_of(english: str, context: str = "", seen_on: str = "/nb/account/") -> str:
    return f"{LIST}text/{key_of(english, context)}/?page={seen_on}"


def look(client: Client, path: str) -> HttpResponse:
    return client.get(path, headers=PAGE)


def texts_of(response: HttpResponse) -> list[dict[str, Any]]:
    begins = '<script id="correcting-texts" type="application/json">'
    found = response.content.decode().partition(begins)[2].partition("</script>")[0]
    texts: list[dict[str, Any]] = json.loads(found)
    return texts


def has_bar(response: HttpResponse) -> bool:
    return 'id="correcting"' in response.content.decode()


@pytest.fixture
def correcting(kari: Client) -> Client:
    assert kari.post(f"{LIST}on/").status_code == 302
    return kari


# On and off


def test_it_is_off_until_somebody_turns_it_on_and_again_after(kari: Client) -> None:
    assert not has_bar(look(kari, HOME))
    assert kari.post(f"{LIST}on/")["Location"] == "/nb/my-clubs/"
    assert has_bar(look(kari, HOME))
    answer = kari.post(f"{LIST}off/", {"page": HOME})
    assert answer["Location"] == HOME
    assert not has_bar(look(kari, HOME))


def test_the_page_knows_its_texts(correcting: Client) -> None:
    texts = texts_of(look(correcting, "/nb/account/"))
    english = {each["english"]: each for each in texts}
    assert {"Your account", "Change password", "You log in as %(username)s."} <= english.keys()
    assert english["Your account"]["forms"] == [["Kontoen din"]]
    assert len(english["You log in as %(username)s."]["forms"][0]) == 2
    assert english["Your account"]["key"] == key_of("Your account")
    assert len(texts) == len({each["key"] for each in texts})


def test_it_is_of_this_log_in_alone(correcting: Client, cast: Cast, as_user: Clients) -> None:
    mark = correcting.cookies[settings.CORRECTING_COOKIE]
    assert mark["httponly"]
    assert mark["samesite"] == "Lax"
    assert not mark["max-age"], "the browser forgets it when it is closed"
    other = as_user(cast.dag)
    other.cookies[settings.CORRECTING_COOKIE] = mark.value
    assert not has_bar(look(other, HOME))
    stranger = Client()
    stranger.cookies[settings.CORRECTING_COOKIE] = mark.value
    assert not has_bar(look(stranger, PUBLIC))
    correcting.post("/nb/log-out/")
    correcting.cookies[settings.CORRECTING_COOKIE] = mark.value
    assert not has_bar(look(correcting, PUBLIC))


def test_neither_taps_nor_news_nor_the_form_itself_have_it(correcting: Client) -> None:
    assert not has_bar(correcting.get(HOME, headers={**PAGE, "HX-Request": "true"}))
    assert not has_bar(correcting.get(HOME, headers={"accept": "*/*"}))
    for path in (LIST, address_of("Save"), "/nb/account/password/"):
        assert not has_bar(look(correcting, path)), path


def test_who_works_for_no_club_has_no_such_page(cast: Cast, as_user: Clients) -> None:
    nobody = as_user(make_user("nobody"))
    assert nobody.get(LIST).status_code == 403
    assert nobody.post(f"{LIST}on/").status_code == 403
    assert nobody.post(address_of("Save"), {"form_0": "Behold"}).status_code == 403
    assert LIST not in nobody.get("/nb/account/").content.decode()
    tonight = make_user(f"{ONE_EVENING}1")
    cast.works(tonight, Role.HELPER)
    assert as_user(tonight).get(LIST).status_code == 403
    helper = make_user("helper")
    cast.works(helper, Role.HELPER)
    assert LIST in as_user(helper).get("/nb/account/").content.decode()
    assert not TextCorrection.objects.exists()


# Pages that are kept


def test_a_public_page_is_made_anew_and_not_kept(correcting: Client) -> None:
    page_cache.forget_all()
    kept = look(Client(), PUBLIC)
    assert PUBLIC_PAGE in kept
    mine = look(correcting, PUBLIC)
    assert has_bar(mine)
    assert texts_of(mine)
    assert (mine["Cache-Control"], PUBLIC_PAGE in mine, "ETag" in mine) == ("no-store, private", False, False)
    assert correcting.get(PUBLIC, headers={**PAGE, "If-None-Match": kept["ETag"]}).status_code == 200
    page_cache.forget_all()
    assert has_bar(look(correcting, PUBLIC))
    assert look(Client(), PUBLIC).content == kept.content, "what the others get has never had it"


def test_what_is_kept_of_a_page_is_not_used_and_its_texts_are_known(as_user: Clients) -> None:
    """Rows of a table are kept as they look (memoize): whoever corrects has them made anew."""
    evening = Evening.of(4)
    evening.play()
    evening.finish()
    client = as_user(evening.director)
    path = reverse("staff_standings", args=[evening.tournament.club.slug, evening.tournament.slug])
    look(client, path)
    client.post("/en/account/texts/on/")
    first, second = (look(client, path) for _each in range(2))
    assert [each["key"] for each in texts_of(first)] == [each["key"] for each in texts_of(second)]
    assert {"Pts", "Points"} <= {each["english"] for each in texts_of(first)}, "the table's heads, which were kept"
    client.post("/en/account/texts/off/")
    assert not has_bar(look(client, path))


def test_no_worker_keeps_an_evening_with_the_bar(as_user: Clients) -> None:
    evening = Evening.of(4)
    evening.open()
    client = as_user(evening.director)
    path = reverse("evening", args=[evening.tournament.club.slug, evening.tournament.slug])
    assert OWN_PAGE in look(client, path)
    client.post("/en/account/texts/on/")
    assert has_bar(look(client, path))
    assert OWN_PAGE not in look(client, path)


def test_after_a_form_that_was_not_saved_done_leads_to_no_address_that_answers_forms_alone(correcting: Client) -> None:
    answer = correcting.post("/nb/account/log-ins/end/", {}, headers=PAGE)
    assert answer.status_code == 422
    assert has_bar(answer)
    assert 'data-page=""' in answer.content.decode()
    assert correcting.post(f"{LIST}off/", {"page": ""})["Location"] == LIST


# The form


def test_a_better_text_is_saved_and_leads_back(kari: Client) -> None:
    form = kari.get(address_of("Save")).content.decode()
    assert "Lagre</textarea>" in form
    answer = kari.post(address_of("Save"), {"form_0": "Behold"}, follow=True)
    assert answer.redirect_chain == [("/nb/account/", 302)]
    assert "Lagret i listen din over rettelser." in answer.content.decode()
    assert "Behold</textarea>" in kari.get(address_of("Save")).content.decode()
    again = kari.post(address_of("Save"), {"form_0": "Ta vare på"}, follow=True).content.decode()
    assert "Den forrige rettelsen din av denne teksten er erstattet." in again
    assert TextCorrection.objects.get().forms == ["Ta vare på"]


def test_both_forms_of_a_text_that_counts_are_shown_with_their_gaps(kari: Client) -> None:
    english = "%(counter)s row repeats a name from above: read as one person"
    form = kari.get(address_of(english)).content.decode()
    assert form.count("</textarea>") == 2
    assert "<code>%(counter)s</code>" in form
    refused = kari.post(address_of(english), {"form_0": "%(counter)s rad", "form_1": "rader"})
    assert refused.status_code == 409
    assert "«%(counter)s» mangler." in refused.content.decode()
    assert "rader</textarea>" in refused.content.decode(), "what was typed stays"
    assert (
        kari.post(address_of(english), {"form_0": "%(counter)s rad", "form_1": "%(counter)s rader"}).status_code == 302
    )
    assert TextCorrection.objects.get().forms == ["%(counter)s rad", "%(counter)s rader"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("<script>alert(1)</script>", "«&lt;script&gt;» er ikke med i teksten i dag. Fjern det."),
        ("x" * 10_001, "Teksten har 10001 tegn. Det er plass til 10000."),
        ("", "Teksten er tom."),
        ("Lagre %(x)s", "«%(x)s» er ikke med i teksten i dag. Fjern det."),
    ],
)
def test_hostile_texts_are_refused_in_words(kari: Client, typed: str, said: str) -> None:
    answer = kari.post(address_of("Save"), {"form_0": typed})
    assert answer.status_code == 409
    assert said in answer.content.decode()
    assert "<script>alert" not in answer.content.decode()
    assert not TextCorrection.objects.exists()


def test_a_text_that_is_not_there_has_no_form(kari: Client) -> None:
    assert kari.get(f"{LIST}text/{'0' * 20}/").status_code == 404


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("/nb/account/?x=1#y", "/nb/account/"),
        ("//elsewhere.example/nb/account/", ""),
        ("https://elsewhere.example/nb/account/", ""),
        ("/\\elsewhere.example", ""),
        ("javascript:alert(1)", ""),
        ("/nb/nowhere/at/all/", ""),
        ("/nb/invitation/secret/", ""),
        ("/c/secret/", ""),
        ("", ""),
    ],
)
def test_it_leads_back_to_pages_of_ours_alone_and_keeps_no_secret(given: str, kept: str) -> None:
    assert address_to_keep(given) == kept


# The list and the file


def add(user: User, text: str, english: str = "Save", **values: Any) -> TextCorrection:
    there = {"language": "nb", "english": english, "today": ["Lagre"], "at": timezone.now(), "page": "/nb/account/"}
    message = messages("nb").get(("", english))
    return TextCorrection.objects.create(
        user=user, key=message.key if message else "gone", forms=[text], **{**there, **values}
    )


def test_each_sees_their_own_and_who_runs_it_all(cast: Cast, kari: Client) -> None:
    add(cast.kari, "Behold")
    add(cast.dag, "<b>Spar</b>")
    seen = kari.get(LIST).content.decode()
    assert "Behold" in seen
    assert "Spar" not in seen
    User.objects.filter(pk=cast.kari.pk).update(is_superuser=True)
    page = corrections_page(User.objects.get(pk=cast.kari.pk))
    assert [(row.by, row.forms) for row in page.rows] == [("dag", ("<b>Spar</b>",)), ("kari", ("Behold",))]
    assert page.names_people


def test_tags_are_shown_as_text(cast: Cast, kari: Client) -> None:
    add(cast.kari, "<script>alert(1)</script>")
    seen = kari.get(LIST).content.decode()
    assert "&lt;script&gt;alert(1)" in seen
    assert "<script>alert" not in seen


def test_one_that_is_removed_can_be_typed_again(cast: Cast, kari: Client) -> None:
    mine, others = add(cast.kari, "Behold"), add(cast.dag, "Spar")
    assert "Rettelsen er fjernet." in kari.post(f"{LIST}{mine.pk}/remove/", follow=True).content.decode()
    for key in (mine.pk, others.pk):
        answer = kari.post(f"{LIST}{key}/remove/", follow=True).content.decode()
        assert "Denne rettelsen var allerede fjernet." in answer
    assert TextCorrection.objects.get() == others
    kari.post(address_of("Save"), {"form_0": "Behold"})
    assert TextCorrection.objects.count() == 2


def test_the_file_has_the_newest_and_names_the_others(cast: Cast, kari: Client) -> None:
    add(cast.dag, "Spar\nher")
    add(cast.kari, "Behold")
    User.objects.filter(pk=cast.kari.pk).update(is_superuser=True)
    made = corrections_file(User.objects.get(pk=cast.kari.pk), "nb")
    read = read_po(io.BytesIO(made.encode()), abort_invalid=True)
    save = read.get("Save")
    assert save is not None
    assert save.string == "Behold"
    assert "Another correction, of" in made
    assert "# her" in made
    assert "kari" not in made, "nobody is named in what leaves the house"
    assert "dag" not in made.replace("Lagre", "")
    assert "# Page: account" in made


def test_the_file_comes_by_language_and_is_nobody_elses(cast: Cast, kari: Client, dag: Client) -> None:
    add(cast.kari, "Behold")
    answer = kari.get(f"{LIST}nb.po")
    assert answer["Content-Disposition"] == 'attachment; filename="clubchess-nb.po"'
    assert 'msgid "Save"\nmsgstr "Behold"' in answer.content.decode()
    assert "Behold" not in dag.get(f"{LIST}nb.po").content.decode()
    assert "Behold" not in kari.get(f"{LIST}sv.po").content.decode()
    assert kari.get(f"{LIST}xx.po").status_code == 404


def test_of_an_older_text_the_list_and_the_file_say_so(cast: Cast, kari: Client) -> None:
    add(cast.kari, "Gammelt", english="An English that has gone")
    assert "Den engelske teksten er endret siden." in kari.get(LIST).content.decode()
    made = kari.get(f"{LIST}nb.po").content.decode()
    assert '# The English of this text has changed since.\nmsgid "An English that has gone"' in made


# From a page, by a file, to the page


@pytest.fixture
def copied(tmp_path: Path, settings: Any) -> Iterator[Path]:
    """The Norwegian catalogue, in a folder that the program reads in the place of its own."""
    for suffix in ("po", "mo"):
        source = Path(settings.LOCALE_PATHS[0]) / f"nb/LC_MESSAGES/django.{suffix}"
        (tmp_path / "locale/nb/LC_MESSAGES").mkdir(parents=True, exist_ok=True)
        shutil.copy(source, tmp_path / "locale/nb/LC_MESSAGES")
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    _read_anew()
    yield tmp_path
    settings.LOCALE_PATHS = [Path(__file__).parents[3] / "locale"]
    _read_anew()


def _read_anew() -> None:
    """As a program does that is started anew."""
    language = translation.get_language()
    gettext._translations = {}  # type: ignore[attr-defined]
    trans_real._translations = {}  # type: ignore[attr-defined]
    trans_real._default = None  # type: ignore[attr-defined]
    translation.activate(language or "en")


def test_a_correction_goes_from_the_page_by_the_file_to_the_page(correcting: Client, copied: Path) -> None:
    text = next(each for each in texts_of(look(correcting, "/nb/account/")) if each["english"] == "Your log-ins")
    correcting.post(f"{LIST}text/{text['key']}/?page=/nb/account/", {"form_0": "Hvor du er pålogget"})
    sent = copied / "sent.po"
    sent.write_bytes(correcting.get(f"{LIST}nb.po").content)

    report = take(sent, copied)
    assert report.refused == []
    assert report.taken == [f"Your log-ins: {text['text']} -> Hvor du er pålogget"]
    folder = copied / "locale/nb/LC_MESSAGES"
    with (folder / "django.po").open("rb") as source, (folder / "django.mo").open("wb") as compiled:
        write_mo(compiled, read_po(source, locale="nb"))
    before = correcting.get("/nb/account/").content.decode()
    assert "Hvor du er pålogget" not in before
    _read_anew()
    after = correcting.get("/nb/account/").content.decode()
    assert "Hvor du er pålogget" in after
    assert take(sent, copied).there_already == 1

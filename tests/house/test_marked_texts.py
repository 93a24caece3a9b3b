"""The check that every text people see is marked for translation, and that the marked ones are found."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools.catalogues import messages_of
from tools.collected_texts import collected
from tools.marked_in_python import unmarked_in_python
from tools.marked_in_templates import unmarked_in_template
from tools.marked_texts import unmarked

ROOT = Path(__file__).parents[2]


def test_the_block_of_classes_holds_no_text_and_what_follows_it_does() -> None:
    source = (
        "{% block kind_of_page %} with-bar{% endblock kind_of_page %}\n{% block content %}Save{% endblock content %}"
    )
    assert unmarked_in_template(source) == [(2, "Save")]


def test_every_text_of_ours_is_marked() -> None:
    assert list(unmarked()) == []


def test_it_names_file_line_and_text(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "a.html").write_text("<p>\n  Hello</p>")

    assert list(unmarked(tmp_path)) == ["templates/a.html:2: not marked for translation: Hello"]


@pytest.mark.parametrize(
    "html",
    [
        "<p>Save</p>",
        "<p>{% translate 'Round' %} of {{ total }}</p>",
        '<a title="Undo">×</a>',
        '<img alt="Board">',
        '<nav aria-label="Main"></nav>',
        '<input placeholder="Name">',
        '<input type="submit" value="Send">',
        '<optgroup label="Girls"></optgroup>',
        '<meta name="description" content="A club">',
        "<p>{{ club|default:'No club' }}</p>",
        "<a title=\"{{ open|yesno:'Open,Closed' }}\">1</a>",
        '{% include "button.html" with label="Save" %}',
        "<title>{% block title %}Standings{% endblock %}</title>",
        "<p>{% blocktranslate %}One{% endblocktranslate %} two</p>",
        "<p>æøå</p>",
    ],
)
def test_it_finds_an_unmarked_text_in_a_template(html: str) -> None:
    assert unmarked_in_template(html)


@pytest.mark.parametrize(
    "html",
    [
        "<p>{% translate 'Save' %}</p>",
        "<p>{% blocktranslate with name=player.name %}Hello {{ name }}{% endblocktranslate %}</p>",
        "<p>{% blocktranslate count n=n %}{{ n }} game{% plural %}{{ n }} games{% endblocktranslate %}</p>",
        "<a title=\"{% translate 'Undo' %}\">×</a>",
        '<p class="muted wide" id="entry-row-7" data-state="open">½ – 1 · {{ points }}</p>',
        '<button aria-pressed="{{ present|yesno:\'true,false\' }}" value="present">{{ name }}</button>',
        "<p>{{ club|default:_('No club') }}</p>",
        "<p>{{ day|date:'j. F Y' }}</p>",
        '{% include "button.html" with kind="quiet" url="/x/" %}',
        "{# a remark #}{% comment %}another{% endcomment %}<!-- a third -->",
        "<title>Clubchess</title>",
        "<p>&nbsp;&times;&frac12;</p>",
        '<input type="hidden" name="receipt" value="abc">',
    ],
)
def test_it_lets_marked_texts_values_and_signs_through(html: str) -> None:
    assert unmarked_in_template(html) == []


@pytest.mark.parametrize(
    "code",
    [
        "CharField(label='Name')",
        "CharField(help_text=f'At most {n} letters')",
        "CharField(error_messages={'required': 'Say a name'})",
        "raise Refused('The round is published already.')",
        "raise Refused(f'Round {number} is published already.')",
        "raise services.Refused('Already')",
        "raise ValidationError('empty')",
        "form.add_error('name', 'taken')",
        "messages.success(request, 'Saved')",
        "Outcome(message='Saved' if saved else _('Not saved'))",
        "class Row:\n    title: str = 'Standings'",
        "class State(models.TextChoices):\n    OPEN = 'open', 'Open'",
        "_(f'Round {number}')",
        "_('Round %s' % number)",
        "_('Round {}'.format(number))",
        "Column(title='Round ' + _('of the evening'))",
        "words = f'{words} {_(\"There, too.\")}'",
    ],
)
def test_it_finds_an_unmarked_text_in_a_module(code: str) -> None:
    assert unmarked_in_python(code)


@pytest.mark.parametrize(
    "code",
    [
        "CharField(label=_('Name'))",
        "CharField(help_text=_('At most {n} letters').format(n=n))",
        "raise Refused(_('Round {number} is published already.').format(number=number))",
        "raise Refused(ngettext('{n} game is open.', '{n} games are open.', n).format(n=n))",
        "raise Refused(message)",
        "raise Stale('attendance')",
        "raise ValueError('no such colour: ' + colour)",
        "raise Http404('No such club')",
        "messages.success(request, _('Saved'))",
        "Outcome(message='')",
        "class State(models.TextChoices):\n    OPEN = 'open', _('Open')",
        "gettext(rule.sentence)",
        "f'{gettext(rule.sentence)} ({points})'",
        "log.info('round published', round=3)",
    ],
)
def test_it_lets_marked_texts_and_codes_in_a_module_through(code: str) -> None:
    assert unmarked_in_python(code) == []


@pytest.mark.slow
def test_the_marked_texts_can_be_collected(tmp_path: Path) -> None:
    if not shutil.which("xgettext"):
        assert os.environ.get("CI") != "true", "gettext is required here"
        pytest.skip("gettext is not installed. On Debian: sudo apt install gettext")
    for folder in ("templates", "tournaments", "clubchess"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "locale").mkdir()
    # Without our settings, so that the catalogue is written here and not over the real one.
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    command = [sys.executable, "-m", "django", "makemessages", "--locale", "nb", "--add-location", "file"]

    result = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120)

    assert (result.returncode, result.stderr) == (0, "")
    by_gettext = messages_of("nb", tmp_path)
    assert (None, "Page not found", None) in by_gettext
    assert set(collected()) == set(by_gettext)

"""The check that no sentence needs a control to be whole: other languages have another order of words."""

from pathlib import Path

import pytest

from tools.completed_by_controls import completed_by_controls, in_python, in_template


def test_every_label_of_ours_is_whole() -> None:
    assert list(completed_by_controls()) == []


def test_it_names_file_line_and_text(tmp_path: Path) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "a.html").write_text("<p>\n<label>{% translate 'Counts in' %} <input></label></p>")
    (tmp_path / "tournaments" / "forms").mkdir(parents=True)
    (tmp_path / "tournaments" / "forms" / "a.py").write_text("field = CharField(\n    label=_('Paired from'),\n)")

    assert list(completed_by_controls(tmp_path)) == [
        "templates/a.html:2: completed by a control: Counts in",
        "tournaments/forms/a.py:2: completed by a control: Paired from",
    ]


@pytest.mark.parametrize(
    "html",
    [
        "<label>{% translate 'Its games count in' %} <input></label>",
        "<label for='a'>{% translate 'A bye is asked for until' %}</label> <select></select>",
        "<label><span>{% translate 'White goes to' %}</span><select><option>A</option></select></label>",
        "<label>{% blocktranslate %}{{ name }} counts as{% endblocktranslate %} <select></select></label>",
        "<label>{% translate 'I am there at about' %} {{ form.hour }}</label>",
        "<p>{% translate 'The games were sent as' %}</p> <button>TRF</button>",
        "<p>{% translate 'Wait' %} <input> {% translate 'minutes, then go on' %}</p>",
        "<p>{% translate 'Board' %} <select><option>1</option></select> {% translate 'is played later' %}</p>",
        "<label>{% translate 'I come at (empty: when it starts)' %} <input type='time'></label>",
    ],
)
def test_it_finds_a_sentence_that_a_control_completes(html: str) -> None:
    assert in_template(html)


@pytest.mark.parametrize(
    "html",
    [
        "<label>{% translate 'Board' %} <input></label>",
        "<label>{% translate 'From' context 'a day' %} <input></label>",
        "<label>{% translate 'Certificates: for whom' %}</label> <select></select>",
        "<p>{% translate 'This is the file it was read from.' %}</p> <input>",
        "<p>{% translate 'Which file was it sent as?' %}</p> <button>TRF</button>",
        "<label><input type='checkbox'> {% translate 'also later ones' %}</label>",
        "<label><input type='radio'> away</label>",
        "<p>{% translate 'What it was read from' %} <input type='hidden'></p>",
        "<p><input> <span>%</span></p> <p>{% translate 'and the rest' %}</p>",
        "<h2>{% translate 'Whom it comes from' %}</h2><p>{% translate 'Name' %} <input></p>",
    ],
)
def test_it_lets_whole_labels_through(html: str) -> None:
    assert in_template(html) == []


@pytest.mark.parametrize(
    "code",
    [
        "ChoiceField(label=_('White goes to'))",
        "ChoiceField(label=gettext_lazy('Players are entered with'))",
        "ChoiceField(label=pgettext_lazy('a game', 'To be played by'))",
        "rational(1, label=_('Your own value is that of'), minimum=0)",
        "self.fields['date'].label = gettext_lazy('Agreed for')",
        "RadioSelect(label=_('The public sees'))",
        "choice(0, choices={0: _('Is shared'), 1: _('By lot')})",
    ],
)
def test_it_finds_a_label_that_its_field_completes(code: str) -> None:
    assert in_python(code)


@pytest.mark.parametrize(
    "code",
    [
        "ChoiceField(label=_('Who gets White'))",
        "ChoiceField(label=_('Name in public'))",
        "choice(0, choices={0: _('It is shared'), 1: _('By lot')})",
        "DateField(label=pgettext_lazy('a day', 'To'))",
        "CharField(help_text=_('The club they come from'))",
        "CharField(label=club.name)",
        "title = _('What it is made from')",
    ],
)
def test_it_lets_whole_labels_of_fields_through(code: str) -> None:
    assert in_python(code) == []

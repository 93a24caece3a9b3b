"""Texts in a module that people see and that no gettext function marks."""

import ast
import builtins
import re
from collections.abc import Iterator

LABELS = {"label", "help_text", "verbose_name", "verbose_name_plural", "message", "empty_label", "placeholder"}
LABELS |= {"title", "heading", "caption", "hint", "legend"}
MARKERS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
MARKERS |= {"pgettext", "pgettext_lazy", "npgettext", "npgettext_lazy"}
MESSAGES = {"success", "info", "warning", "error", "add_message"}
# For developers and logs; no page shows them.
FOR_DEVELOPERS = {name for name in dir(builtins) if isinstance(getattr(builtins, name), type)}
FOR_DEVELOPERS |= {"Http404", "PermissionDenied", "ImproperlyConfigured"}
CHOICES = {"TextChoices", "IntegerChoices", "Choices"}


def unmarked_in_python(source: str) -> list[tuple[int, str]]:
    found = set()
    for node in ast.walk(ast.parse(source)):
        for expression in _shown(node):
            found |= {(text.lineno, ast.unparse(text)) for text in _literals(expression)}
        if isinstance(node, ast.Call) and _name(node.func) in MARKERS and node.args and _is_built(node.args[0]):
            found.add((node.lineno, f"{ast.unparse(node)} (a text is marked whole, its gaps are filled afterwards)"))
        if isinstance(node, ast.JoinedStr):
            found |= {
                (call.lineno, f"{ast.unparse(call)} (gettext does not look into an f-string)") for call in _marked(node)
            }
    return sorted(found)


def _shown(node: ast.AST) -> Iterator[ast.expr]:
    """The expressions here whose literals a person reads."""
    if isinstance(node, ast.keyword) and node.arg in LABELS:
        yield node.value
    elif isinstance(node, ast.keyword) and node.arg == "error_messages" and isinstance(node.value, ast.Dict):
        yield from node.value.values
    elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value and LABELS & set(map(_name, _targets(node))):
        yield node.value
    elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and _name(node.exc.func) not in FOR_DEVELOPERS:
        yield from (argument for argument in node.exc.args if _is_sentence(argument))
    elif isinstance(node, ast.Call):
        yield from _shown_by_call(node)
    elif isinstance(node, ast.ClassDef) and any(_name(base) in CHOICES for base in node.bases):
        for statement in node.body:
            if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Tuple):
                yield statement.value.elts[-1]


def _marked(node: ast.AST) -> Iterator[ast.Call]:
    """The texts that are marked here; what a marker is given from elsewhere is no text."""
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and _name(call.func) in MARKERS and any(_has_letters(each) for each in call.args):
            yield call


def _targets(node: ast.Assign | ast.AnnAssign) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target]


def _shown_by_call(call: ast.Call) -> Iterator[ast.expr]:
    name = _name(call.func)
    if name == "ValidationError":
        yield from call.args[:1]
    elif name == "add_error":
        yield from call.args[1:2]
    elif name in MESSAGES and isinstance(call.func, ast.Attribute) and _name(call.func.value) == "messages":
        yield from call.args[1:]
    elif name == "HttpResponse":
        yield from (argument for argument in call.args[:1] if _is_sentence(argument))


def _literals(expression: ast.expr) -> Iterator[ast.expr]:
    """String literals with letters in an expression, whatever stands inside a marker left out."""
    if isinstance(expression, ast.Call):
        if _name(expression.func) in MARKERS:
            return
        # _("…").format(name="Kari"): the text is what the method is called on, its arguments fill the gaps.
        if isinstance(expression.func, ast.Attribute):
            yield from _literals(expression.func.value)
    elif isinstance(expression, ast.JoinedStr):
        if any(_has_letters(part) for part in expression.values):
            yield expression
    elif isinstance(expression, ast.IfExp):
        yield from _literals(expression.body)
        yield from _literals(expression.orelse)
    elif isinstance(expression, ast.BinOp):
        yield from _literals(expression.left)
        yield from _literals(expression.right)
    elif isinstance(expression, ast.BoolOp):
        for value in expression.values:
            yield from _literals(value)
    elif isinstance(expression, ast.List | ast.Tuple | ast.Set):
        for element in expression.elts:
            yield from _literals(element)
    elif _has_letters(expression):
        yield expression


def _has_letters(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(re.search(r"[^\W\d_]", node.value))


def _is_sentence(node: ast.expr) -> bool:
    """Several words or a capital: codes are single words in small letters."""
    return any(re.search(r"\w\s+\w|\w\s*\{|^f?['\"][^\W\d_a-z]", ast.unparse(text)) for text in _literals(node))


def _is_built(node: ast.expr) -> bool:
    if isinstance(node, ast.JoinedStr | ast.BinOp):
        return any(isinstance(part, ast.Constant | ast.JoinedStr) for part in ast.walk(node))
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Constant)
    )


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""

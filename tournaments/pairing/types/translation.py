"""gettext's marker without Django: the core marks its texts, the screens translate them."""

CONTEXT_SEPARATOR = "\x04"
"""Between a message's context and the message itself, in gettext's catalogues."""


def gettext_noop(message: str) -> str:
    return message


def pgettext(context: str, message: str) -> str:
    """As gettext keeps a message that means something else elsewhere; `without_context` takes it off again."""
    return f"{context}{CONTEXT_SEPARATOR}{message}"


def without_context(message: str) -> str:
    return message.rpartition(CONTEXT_SEPARATOR)[2]

"""gettext's marker without Django: the core marks its texts, the screens translate them."""


def gettext_noop(message: str) -> str:
    return message

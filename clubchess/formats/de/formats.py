"""German: the month is short, with its dot. What is not here is Django's."""

from clubchess.formats.typed import DATE_INPUT_FORMATS, DATETIME_INPUT_FORMATS, TIME_INPUT_FORMATS

__all__ = ["DATETIME_INPUT_FORMATS", "DATE_INPUT_FORMATS", "TIME_INPUT_FORMATS"]

DATE_FORMAT = "j. N Y"
SHORT_DATE_FORMAT = "j. N Y"
MONTH_DAY_FORMAT = "j. N"
DATETIME_FORMAT = "j. N Y H:i"
SHORT_DATETIME_FORMAT = "j. N Y H:i"

"""English as Europeans read it: the day before the month, weeks from Monday, 24 hours. Django's own is American."""

from clubchess.formats.typed import DATE_INPUT_FORMATS, DATETIME_INPUT_FORMATS, TIME_INPUT_FORMATS

__all__ = ["DATETIME_INPUT_FORMATS", "DATE_INPUT_FORMATS", "TIME_INPUT_FORMATS"]

DATE_FORMAT = "j M Y"
SHORT_DATE_FORMAT = "j M Y"
MONTH_DAY_FORMAT = "j M"
YEAR_MONTH_FORMAT = "F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j M Y H:i"
SHORT_DATETIME_FORMAT = "j M Y H:i"
FIRST_DAY_OF_WEEK = 1

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = " "
NUMBER_GROUPING = 3

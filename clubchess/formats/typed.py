"""Dates and times as they may be typed, in every language: the day first. What stands first is what browsers send."""

DATE_INPUT_FORMATS = ["%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%d-%m-%Y", "%d %b %Y", "%d %B %Y"]
TIME_INPUT_FORMATS = ["%H:%M", "%H:%M:%S", "%H.%M"]
DATETIME_INPUT_FORMATS = ["%Y-%m-%d %H:%M", "%Y-%m-%d %H:%M:%S", "%d %b %Y %H:%M", "%d.%m.%Y %H:%M"]

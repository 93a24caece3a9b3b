"""The languages there are, each called as its readers call it: a name that is never translated."""

OWN_NAMES = {"en": "English", "nb": "Norsk", "sv": "Svenska", "da": "Dansk", "de": "Deutsch", "nl": "Nederlands"}

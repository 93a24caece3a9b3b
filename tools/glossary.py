"""The words that each language uses, and those that it must not: what translators hold to, as data.

A word is what players, directors and federations really say; a rival is a word that a dictionary, or another program,
would have given for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

LANGUAGES = ("nb", "sv", "da", "de", "nl")

KEY_WORDS = """
Player                     | Spiller         | Spelare            | Spiller         | Spieler         | Speler
Opponent                   | Motstander      | Motståndare        | Modstander      | Gegner          | Tegenstander
Director                   | Turneringsleder | Tävlingsledare     | Turneringsleder | Turnierleiter   | Wedstrijdleider
Staff                      | Medarbeidere    | Funktionärer       | Medarbejdere    | Mitarbeitende   | Medewerkers
helper                     | medhjelper      | medhjälpare        | medhjælper      | Helfer          | helper
club                       | klubb           | klubb              | klub            | Verein          | club
Member                     | Medlem          | Medlem             | Medlem          | Mitglied        | Lid
Guest                      | Gjest           | Gäst               | Gæst            | Gast            | Gast
Check-in                   | Fremmøte        | Avprickning        | Fremmøde        | Anwesenheit     | Aanwezigheid
a player/here              | til stede       | här                | til stede       | anwesend        | aanwezig
a player/Away              | Borte           | Borta, Frånvarande | Fraværende      | Abwesend        | Afwezig
Excused                    | Meldt forfall   | Återbud            | Meldt afbud     | Entschuldigt    | Afgemeld
Unexcused                  | Uvarslet fravær | Utebliven          | Udeblevet       | Unentschuldigt  | Zonder bericht
a player/Withdrawn         | Utgått          | Utgått             | Udgået          | Zurückgezogen   | Teruggetrokken
a button/Pair              | Sett opp        | Lotta              | Par             | Auslosen        | Indelen
a round/Draft              | Utkast          | Utkast             | Udkast          | Entwurf         | Concept
a button/Publish           | Publiser        | Publicera          | Offentliggør    | Veröffentlichen | Publiceren
a button/Unpublish | Trekk tilbake | Dra tillbaka | Træk tilbage | Veröffentlichung aufheben | Intrekken
Round                      | Runde           | Rond               | Runde           | Runde           | Ronde
Board                      | Bord            | Bord               | Bræt            | Brett           | Bord
game                       | parti           | parti              | parti           | Partie          | partij
Games                      | Partier         | Partier            | Partier         | Partien         | Partijen
White                      | Hvit            | Vit                | Hvid            | Weiß            | Wit
Black                      | Svart           | Svart              | Sort            | Schwarz         | Zwart
Bye                        | Walkover        | Frirond            | Oversidder      | Freilos         | Bye
Result                     | Resultat        | Resultat           | Resultat        | Ergebnis        | Uitslag
Win                        | Seier           | Vinst              | Sejr            | Sieg            | Winst
a result/Draw              | Remis           | Remi               | Remis           | Remis           | Remise
Loss                       | Tap             | Förlust            | Tab             | Niederlage      | Verlies
Points                     | Poeng           | Poäng              | Point           | Punkte          | Punten
Standings                  | Stilling        | Ställning          | Stilling        | Tabelle         | Stand
Crosstable | Turneringstabell, +/−-liste | Rondtabell | Turneringstabel | Fortschrittstabelle | Rondetabel
Place                      | Plass           | Placering          | Placering       | Platz           | Plaats
Tie-breaks                 | Kvalitet        | Särskiljning       | Korrektion      | Feinwertungen   | Tiebreaks
Rating                     | Rating          | Rating             | Rating          | Wertungszahl    | Rating
Season                     | Sesong          | Säsong             | Sæson           | Saison          | Seizoen
Tournament                 | Turnering       | Turnering          | Turnering       | Turnier         | Toernooi
Series | Turneringsserie | Grand Prix-serie   | Serie           | Grand-Prix-Serie | Grand Prix, Serie
Cup                        | Cup             | Cup                | Pokalturnering  | Pokal           | Beker
Rapid                      | Hurtigsjakk     | Snabbschack        | Hurtigskak      | Schnellschach   | Rapid
Blitz                      | Lynsjakk        | Blixt              | Lynskak         | Blitz           | Snelschaak
Password                   | Passord         | Lösenord           | Adgangskode     | Passwort        | Wachtwoord
Role                       | Rolle           | Roll               | Rolle           | Rolle           | Rol
Papers                     | Utskrifter      | Utskrifter         | Udskrifter      | Ausdrucke       | Afdrukken
Settings                   | Innstillinger   | Inställningar      | Indstillinger   | Einstellungen   | Instellingen
Save                       | Lagre           | Spara              | Gem             | Speichern       | Opslaan
Cancel                     | Avbryt          | Avbryt             | Annuller        | Abbrechen       | Annuleren
Undo                       | Angre           | Ångra              | Fortryd         | Rückgängig      | Ongedaan maken
Redo                       | Gjør om         | Gör om             | Gentag          | Wiederholen     | Opnieuw
Add                        | Legg til        | Lägg till          | Tilføj          | Hinzufügen      | Toevoegen
Remove                     | Fjern           | Ta bort            | Fjern           | Entfernen       | Verwijderen
Edit                       | Rediger         | Redigera           | Rediger         | Bearbeiten      | Bewerken
a button/Change            | Endre           | Ändra              | Ændr            | Ändern          | Wijzigen
Search                     | Søk             | Sök                | Søg             | Suchen          | Zoeken
Show                       | Vis             | Visa               | Vis             | Anzeigen        | Tonen
a button/Print             | Skriv ut        | Skriv ut           | Udskriv         | Drucken         | Afdrukken
a season/Close             | Avslutt         | Avsluta            | Afslut          | Abschließen     | Afsluiten
Home                       | Hjem            | Hem                | Forside         | Start           | Start
Back                       | Tilbake         | Tillbaka           | Tilbage         | Zurück          | Terug
places/More                | Mer             | Mer                | Mere            | Mehr            | Meer
provisional                | foreløpig       | preliminär         | foreløbig       | vorläufig       | voorlopig
"""
"""English, with its context before a slash, and the word of each language; what else may stand there, after a comma."""


@dataclass(frozen=True, kw_only=True, slots=True)
class KeyWord:
    context: str | None
    english: str
    words: Mapping[str, tuple[str, ...]]
    """Of each language the one that is meant, and others that are no mistake."""


def _read(line: str) -> KeyWord:
    named, *said = (cell.strip() for cell in line.split("|"))
    context, _slash, english = named.rpartition("/")
    words = {language: tuple(each.split(", ")) for language, each in zip(LANGUAGES, said, strict=True)}
    return KeyWord(context=context or None, english=english, words=words)


GLOSSARY = [_read(line) for line in KEY_WORDS.strip().splitlines()]


_NEVER = "$^"
_INSIDE = r"(?<=[^\W\d_,;] )"


@dataclass(frozen=True, kw_only=True, slots=True)
class Rival:
    """A word that means something else to players, or nothing. It is looked for as a whole word, in any case."""

    word: str
    better: str
    unless: str = _NEVER
    """Where the English says this, it is the right word."""
    is_written_so: bool = False
    """Its capital is part of it: who is addressed."""

    def stands_in(self, text: str) -> bool:
        cased = re.NOFLAG if self.is_written_so else re.IGNORECASE
        return bool(re.search(rf"(?<![\w-])(?:{self.word})(?![\w-])", text, cased))

    @property
    def words(self) -> list[str]:
        """The words that it stands for, without the endings that any may have."""
        return _spelled(self.word.removeprefix(_INSIDE).replace(r"\w*", ""))

    @property
    def has_exceptions(self) -> bool:
        return self.unless != _NEVER

    def is_right_for(self, english: str) -> bool:
        return bool(re.search(self.unless, english, re.IGNORECASE))


def _spelled(pattern: str) -> list[str]:
    """All that fits letters, groups, bars and question marks: `rund(a|e)?` is “runda”, “runde” and “rund”."""
    ways = re.split(r"\|(?![^()]*\))", pattern)
    if len(ways) > 1:
        return [word for way in ways for word in _spelled(way)]
    group = re.search(r"\((?:\?:)?([^()]*)\)(\??)", pattern) or re.search(r"(\w)(\?)", pattern)
    if group is None:
        return [pattern]
    choices = [*group[1].split("|"), *([""] if group[2] else [])]
    before, after = pattern[: group.start()], pattern[group.end() :]
    return [word for choice in choices for word in _spelled(f"{before}{choice}{after}")]


def _rival(word: str, better: str, unless: str = _NEVER) -> Rival:
    return Rival(word=word, better=better, unless=unless)


def _address(word: str, better: str) -> Rival:
    """Inside a sentence: at its beginning the same word is “they” or “she”."""
    return Rival(word=rf"{_INSIDE}(?:{word})", better=better, is_written_so=True)


_OF_TEAMS = r"\bteams?\b|\bmatch(es)?\b|\bfixtures?\b"
_PLAY_OFF = r"plays?-? ?off|played off|play it off"
_NO_GAMES_RESULT = r"encounter|head-to-head|dropped|results? (that |many )?counts?\b|how many results|so many results|"
_NO_GAMES_RESULT += r"same results|in addition to the results|what (a|each) result is worth|best |worst|"
_NO_GAMES_RESULT += r"needed for a result|a result is$|every event"
_SIGNED_OFF = r"enter by themselves|told|away|excused|sign(ed)? (up|off)|off|said|come|expected|absen|notice|reason"

RIVALS: Mapping[str, tuple[Rival, ...]] = {
    "nb": (
        _rival(r"frirunde\w*", "walkover"),
        _rival(r"kladd\w*", "utkast"),
        _rival(r"kamp(en|er|ene)?", "parti", _OF_TEAMS),
        _rival(r"omkamp\w*", "møtes igjen", _PLAY_OFF),
        _rival(r"spillene|spill(et)? (mot|på bord)", "parti"),
        _rival(r"parring\w*", "rundeoppsett"),
        _rival(r"oppsett(et)?", "innstillinger", r"pairings?\b|paired"),
        _rival(r"lukk(e|es|er|et|ede)?", "avslutt"),
        _rival(r"ranking\w*", "rating"),
        _rival(r"Neustadtl", "Berger-kvalitet"),
        _address("De|Dem|Deres", "du"),
    ),
    "sv": (
        _rival(r"parning\w*", "lottning"),
        _rival(r"rund(a|an|or|orna)", "rond"),
        _rival(r"omgång\w*", "rond"),
        _rival(r"ranking\w*", "rating"),
        _rival(r"match\w*|kamp(en|er|erna)?", "parti", _OF_TEAMS),
        _rival(r"spel(et|en)? (mot|på bord)", "parti"),
        _rival(r"stäng(a|er|s|de|des|t|d)?", "avsluta", r"turn(ed|s)? (it |all )?|turned off|check-in|account|switch"),
        _rival(r"kladd\w*", "utkast"),
        _rival(r"walkover", "frirond", r"walk-?over|forfeit"),
        _rival(r"Neustadtl", "Sonneborn-Berger"),
        _address("Ni|Er|Ert|Era", "du"),
    ),
    "da": (
        _rival(r"skitse\w*|kladde\w*", "udkast"),
        _rival(r"kamp(en|e|ene)?", "parti", _OF_TEAMS),
        _rival(r"omkamp\w*", "mødes igen", _PLAY_OFF),
        _rival(r"spillene", "partierne"),
        _rival(r"points", "point"),
        _rival(r"modificeret\w*", "skole-Monrad"),
        _rival(r"luk", "afslut"),
        _rival(r"gå tilbage", "gentag", r"\bgo back\b"),
        _rival(r"frirunde\w*|walkover", "oversidder"),
        _rival(r"korrektion\w*", "rettelse", r"tie-?break|tied|equal|quality|Monrad|Buchholz|Berger|shar|correction"),
        _rival(r"ranking\w*", "rating"),
        _rival(r"Neustadtl", "Sonneborn-Berger", "Neustadtl"),
        _address("De|Dem|Deres", "du"),
    ),
    "de": (
        _rival(r"Spiele?s?", "Partie", r"at stake|\bplay\b"),
        _rival(r"Rückspiel\w*", "Wiederholung"),
        _rival(r"Paar(e|en)?", "Paarung", r"\b(seconds|minutes)\b"),
        _rival(r"Hängepartie\w*", "Nachholpartie"),
        _rival(r"Rangliste\w*", "Tabelle"),
        _rival(r"Stichkampf\w*|Stichkämpf\w*", "Feinwertung", _PLAY_OFF),
        _rival(r"(an|ab)(zu)?melden|(an|ab)gemeldet|Anmeldung|Abmeldung", "einloggen", _SIGNED_OFF),
        _rival(r"Unentschieden", "Remis", r"\blevel\b|undecided"),
        _rival(r"Walkover", "kampflos"),
        _rival(r"Neustadtl", "Sonneborn-Berger-Wertung"),
        _address("Sie|Ihnen|Ihr|Ihre|Ihren|Ihrem|Ihrer|Ihres", "du"),
    ),
    "nl": (
        _rival(r"paring(en)?", "indeling"),
        _rival(r"spel(len|letje)?", "partij"),
        _rival(r"wedstrijd(en)?", "partij", _OF_TEAMS),
        _rival(r"revanche\w*", "opnieuw tegen elkaar"),
        _rival(r"resulta(at|ten)", "uitslag", _NO_GAMES_RESULT),
        _rival(r"(aan|af)(te )?melden|(aan|af)gemeld", "inloggen", _SIGNED_OFF),
        _rival(r"gelijkspel", "remise"),
        _rival(r"klad\w*", "concept"),
        _rival(r"walkover", "bye"),
        _rival(r"Keizersysteem", "Zwitsers (FIDE-Dutch)"),
        _rival(r"Neustadtl", "Sonneborn-Berger"),
        _rival(r"uw?", "je"),
    ),
}

ENGLISH: Mapping[str, str] = {
    **dict.fromkeys(("møtes igjen", "mødes igen", "Wiederholung", "opnieuw tegen elkaar"), "rematch"),
    **dict.fromkeys(("rundeoppsett", "lottning", "Paarung", "indeling"), "pairing"),
    **dict.fromkeys(("Berger-kvalitet", "Sonneborn-Berger", "Sonneborn-Berger-Wertung"), "Sonneborn-Berger"),
    **dict.fromkeys(("einloggen", "inloggen"), "log in"),
    **dict.fromkeys(("du", "je"), "you"),
    "partierne": "games",
    "skole-Monrad": "modified Monrad",
    "rettelse": "correction",
    "Nachholpartie": "postponed game",
    "Feinwertung": "tie-break",
    "kampflos": "by forfeit",
    "Zwitsers (FIDE-Dutch)": "FIDE Dutch",
}
"""What a better word is in English, where it is no key word."""

REVIEWED: Mapping[str, str] = dict.fromkeys(LANGUAGES, "none")
"""Which texts somebody has read who directs tournaments in the language; say here which, when somebody has."""

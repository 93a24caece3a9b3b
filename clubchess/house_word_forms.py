"""Words for which clubs of one language have several: each form as the catalogue has it, and as others would say it.

Only such stand here as can take each other's place in every sentence: of one gender, their forms built alike. Where a
sentence would change with the word, the changed words are forms, too. What was left out, and why, is in
docs/decisions/0101-house-words.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_FORMS = """
nb
staff: medarbeider | arrangør
medarbeidere       | arrangører
medarbeiderne      | arrangørene
medarbeidernes     | arrangørenes
medarbeidersidene  | arrangørsidene
medarbeiderlisten  | arrangørlisten

bye: walkover          | frirunde
walkovere              | frirunder
halvpoengswalkover     | halvpoengs·frirunde
halvpoengswalkovere    | halvpoengs·frirunder
halvpoengswalkoverne   | halvpoengs·frirundene
færrest walkover       | færrest frirunder
tidligere walkover     | tidligere frirunder
walkover i denne runden | frirunder i denne runden
walkover i runde 1     | frirunder i runde 1
all walkover           | alle frirunder
walkover går           | frirunden går
walkover utelates      | frirunder utelates
walkover ikke gå       | frirunden ikke gå
walkover gått          | frirunden gått
igjen etter walkover   | igjen etter frirundene
oppgjør og walkover    | oppgjør og frirunder
resultater og walkover | resultater og frirunder
partier, walkover      | partier, frirunder
seier, walkover        | seier, frirunder
bord og walkover satt  | bord og frirunder satt
walkover og motstandere | frirunder og motstandere
halvpoengswalkover per spiller | halvpoengsfrirunder per spiller

play-off: omkamp | stikkamp
omkampen         | stikkampen
omkamper         | stikkamper
omkampene        | stikkampene

check-in: fremmøte | oppmøte
fremmøtet          | oppmøtet
fremmøtelistene    | oppmøtelistene

club-evening: klubbkveld | spillekveld
klubbkvelden             | spillekvelden
klubbkvelder             | spillekvelder
klubbkveldene            | spillekveldene

category: klasse | kategori
klassen          | kategorien
klassens         | kategoriens
klasser          | kategorier
klassene         | kategoriene

sv
staff: funktionär | medarbetare    | arrangör
funktionären      | medarbetaren   | arrangören
funktionärer      | medarbetare    | arrangörer
funktionärerna    | medarbetarna   | arrangörerna
funktionärernas   | medarbetarnas  | arrangörernas
funktionärslistan | medarbetarlistan | arrangörslistan

director: tävlingsledare | turnerings·ledare
tävlingsledaren          | turnerings·ledaren
tävlingsledarens         | turnerings·ledarens
tävlingsledarna          | turnerings·ledarna

club-evening: klubbkväll | spelkväll
klubbkvällen             | spelkvällen
klubbkvällar             | spelkvällar
klubbkvällarna           | spelkvällarna

crosstable: rondtabell | resultattabell
rondtabellen           | resultattabellen

da
board: bræt | bord
brættet     | bordet
brættets    | bordets
brætter     | borde
brætterne   | bordene
brætternes  | bordenes
brætnumrene | bordnumrene
brætpoint   | bordpoint
brætpointene | bordpointene
brættal     | bordtal
brættallet  | bordtallet
brætpræmier | bordpræmier

staff: medarbejder | arrangør
medarbejderen      | arrangøren
medarbejdere       | arrangører
medarbejderne      | arrangørerne
medarbejdernes     | arrangørernes
medarbejderlisten  | arrangørlisten

cup: pokalturnering | cupturnering
pokalturneringen    | cup·turneringen
pokalturneringens   | cup·turneringens
pokalopgør          | cupopgør
pokalrunderne       | cuprunderne
pokalen             | cuppen

club-evening: klubaften | spilleaften
klubaftenen             | spilleaftenen
klubaftener             | spilleaftener
klubaftenerne           | spilleaftenerne
klubaftenens            | spilleaftenens

de
club: Verein        | Klub               | Club
Vereins             | Klubs              | Clubs
Vereine             | Klubs              | Clubs
Vereinen            | Klubs              | Clubs
Vereinsadmin        | Klubadmin          | Clubadmin
Vereinsadmins       | Klubadmins         | Clubadmins
Vereinsseite        | Klubseite          | Clubseite
Vereinsregeln       | Klubregeln         | Clubregeln
Vereinssaison       | Klubsaison         | Clubsaison
Vereinssaisons      | Klubsaisons        | Clubsaisons
Vereinsmeisterschaft | Klub·meisterschaft | Club·meisterschaft
Vereinsmeisterschaften | Klub·meisterschaften | Club·meisterschaften
Vereinswertungszahl | Klub·wertungszahl  | Club·wertungszahl
Demoverein          | Demoklub           | Democlub
Heimatverein        | Heimatklub         | Heimatclub
Schachvereine       | Schachklubs        | Schachclubs
Vereinspokal        | Klubpokal          | Clubpokal

director: Turnierleiter | Spielleiter
Turnierleiters          | Spielleiters
Turnierleitern          | Spielleitern

club-evening: Spielabend | Vereinsabend  | Klubabend
Spielabends              | Vereinsabends | Klubabends
Spielabende              | Vereinsabende | Klubabende
Spielabenden             | Vereinsabenden | Klubabenden

staff: Mitarbeitende | Ehrenamtliche
Mitarbeitenden       | Ehrenamtlichen

tie-break: Feinwertung | Zweitwertung
Feinwertungen          | Zweitwertungen

nl
staff: medewerker | vrijwilliger
medewerkers       | vrijwilligers

director: wedstrijdleider | competitie·leider | toernooileider
wedstrijdleiders          | competitie·leiders | toernooileiders

club-evening: clubavond | speelavond
clubavonden             | speelavonden

crosstable: rondetabel | kruistabel

blitz: snelschaak  | blitz
snelschaakrating   | blitzrating
snelschaakpartijen | blitzpartijen
snelschaakwedstrijd | blitzwedstrijd
snelschaakwedstrijden | blitzwedstrijden
"""
"""Of each language its words, parted by an empty line: what is meant in English, then one form a line, as the catalogue
has it and as it is otherwise. A · is where a long word of a label may be broken."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WordForms:
    """`code` is its English; `forms` are lines of equal length, what the catalogue says first."""

    code: str
    forms: tuple[tuple[str, ...], ...]

    @property
    def alternatives(self) -> tuple[str, ...]:
        """As a dictionary names them; the first is what the catalogue says."""
        return tuple(each.replace("·", "") for each in self.forms[0])

    def pairs(self, alternative: str) -> Iterator[tuple[str, str]]:
        """What the catalogue says, and what is said in its place. Raises ValueError for none of the alternatives."""
        place = self.alternatives.index(alternative)
        yield from ((line[0], line[place]) for line in self.forms)


def _read() -> Iterator[tuple[str, tuple[WordForms, ...]]]:
    for language, *words in _blocks():
        yield language, tuple(_word(lines) for lines in words)


def _blocks() -> list[list[str]]:
    """Each language with the blocks of its words."""
    found: list[list[str]] = []
    for block in _FORMS.strip().split("\n\n"):
        first, _newline, rest = block.partition("\n")
        found += [[first, rest]] if ":" not in first else []
        found[-1] += [block] if ":" in first else []
    return found


def _word(block: str) -> WordForms:
    code, _colon, lines = block.partition(": ")
    return WordForms(code=code, forms=tuple(tuple(map(str.strip, line.split("|"))) for line in lines.splitlines()))


WORDS: Mapping[str, tuple[WordForms, ...]] = dict(_read())

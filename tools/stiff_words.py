"""Turns of phrase that native readers struck out of the six languages, as patterns: what they may not come back as.

A rival of the glossary is a word; these are how a sentence is built. Searched in each text, without soft hyphens.
"""

STIFF: dict[str, tuple[str, ...]] = {
    "en": (
        r"\bstands?\b(?! for| now)",  # is, is listed, belongs
        r"^Whoever\b|^Who (?:leaves|wants|has|is out)\b",  # a player who; if a player
        r"\bso (?:many|often) (?!games that)",
        r"\bcalled so\b",
        r"\b(?:do|whether) (?:you|they) come\b",  # are coming
        r"\bgo(?:es)? by\b",  # is in order of
        r"\b(?:reckon\w*|anew|struck|unasked|whereof)\b",
        r"\bOf (?:which|whoever)\b",
        r"\b[Oo]pen games?\b|\b[Ss]econd games\b|\b[Ff]ree pass",  # unfinished game, rematches, bye
        r"\bto the race\b",
    ),
    "nb": (
        r"\bFIDE (?=[A-ZÆØÅ])|\bFore Buchholz",  # særskriving: FIDE-Buchholz
        r"(?i)\btatt ut\b|\btas? (?:\w+ )?ut\b",  # ta ut (= select): sett som utgått, stryk
        r"(?i)\båp(?:ne|ent) parti|\bparti\w* (?:er|blir|står) åp(?:ne|ent)",  # open game: uten resultat, gjenstår
        r"(?i)\bbli slettet\b|\bslette noen\b|\bslett personen\b",  # a person is not deleted: opplysningene
        r"\ber deg\b",  # whoever has the link is you: kan svare for deg
        r"\bFørst etter [\{%]",  # 'not until': Ledet etter
        r"\bIngen må\b",  # read as a ban: Ingen trenger å
        r"(?i)korreksjon",  # Danish word: kvalitet
        r"(?i)\bpott\b",  # jackpot: seedingnivå
        r"(?i)fortsatt rykke|\bDe bak rykker opp",  # promotion: bytte plass, flyttes opp
        r"(?i)\bgang(?:er)? oftere\b",  # times as often: ganger mer
        r"(?i)\buavgjort oppgjør\b",  # uavgjort = a draw: ikke avgjort
        r"(?i)(?:listen|numrene|planen|bordene|premier) går etter\b|\bgår (?:listen|den) etter\b",  # er sortert etter
        r"(?i)\bhar ikke (?:noe )?resultat\b",  # mangler resultat
        r"(?i)\bsagt noe\b|\bingenting er sagt\b|\bdet som ble sagt\b",  # said nothing: (ikke) svart, svarene
        r"\bSe igjen\b",  # look again: Oppdater, se på nytt
        r"(?i)foreslås (?:for deg )?til\b|\bforeslås for deg\b",  # is proposed to you for: du får forslag om
        r"^(?:Hvorfor|Hvordan|Hva)\b[^?.]*(?:ble ikke lagret|er ikke lagret|, er endret)",  # clause as subject
        r"(?i)\beldste siste parti",  # the oldest last game: de som møttes for lengst siden
        r"(?i)hele historien\b|«Det som er gjort»|^Det som er gjort",  # story: Hele forklaringen; what was done: logg
        r"(?i), takk$|er du snill",  # please
        r"(?i)til avkryssingen\b",  # one word: fremmøtet
        r"(?i)\bsitt(?:e|er|et) over\b|\bsatt over\b",  # sits out: får walkover
        r"(?i)\btjener(?:en)?\b",  # server
        r"(?i)\brangering",  # Keizer: rangliste; else rekkefølge
        r"(?i)\bi klubbens liste\b",  # på listen
        r"(?i)fargeforskjell|(?<!farge)\bbalanse",  # fargebalanse with its sign
        r"(?i)\btempo\b",  # betenkningstid
        r"(?<![\d.])\d+\.\d+(?![\d.])",  # decimal point
        r"(?i)offentligheten\b",  # the public sees: vises offentlig
        r"(?i)kamp(?:en)? om plassene",  # the race: plasseringer over tid
        r"(?i)legge?s? tilbake (?:sikkerhetskopi|en annen, fra)",  # restore: gjenopprett
        r"\bog er ikke (?:her|kommet)\b|ratet og vises ikke",  # og for men
        r"(?i)klasseen\b|\bvedkommende\b",  # D/C
        r"\{(?:days|day|date)\},? \{time\}$",  # always kl.
    ),
    "sv": (
        r"[Ss]kiljematch",  # särspel
        r"\b[Ss]å som\b",  # som
        r"[Pp]rislist",  # pristagarlista; lista med priser
        r"\b[Dd]emon\b",  # demoklubben
        r"\b(länken|lappen|öppnar den) är du\b",  # kan svara / agera i ditt namn
        r"\braderad\b|radera (någon|personen)\b",  # få sina uppgifter raderade
        r"\b[Gg]år efter\b",  # är ordnad efter, följer
        r"[Öö]pp(et|na) parti",  # parti utan resultat
        r"[Dd]et som (är|har) gjort|som gjordes senast",  # historik, senaste händelser
        r"\bom lika\b",  # vid lika
        r"[Kk]orrektion",  # DrawBoss-särskiljning
        r"FIDE (Buchholz|Sonneborn)|Fore Buch",  # FIDE-Buchholz, Sonneborn-Berger (FIDE)
        r"\b[Aa]rbetar? (i|för)\b(?! er klubb)",  # är funktionär i
        r"\b[Mm]ed (ditt|sitt) kort\b|^Medlemmarna,? med kortet",  # via kortet
        r"\b[Ff]örst efter\b",  # i ledning efter (först = inte förrän)
        r"^Varför .+\.$",  # Förklaringen har inte sparats
        r"[Kk]ryssa bort",  # avmarkera
        r"\b[Ii]dag\b",  # i dag
        r"(?<![\d.])\d+\.\d+(?![\d.])",  # decimalkomma
        r"\btryck\b(?! på)",  # tryckning
        r"\bg(ång|ånger) oftare\b",  # gånger mer
        r"[Bb]alans",  # färgskillnad
        r"^(Är (inte|kvar|med|på|i)|Finns|Utgår|Har varit|Loggar) .*\.$",  # Spelaren … (no sentence without a subject)
        r"\b[Bb]åda (är )?ute\b|\bute (ur|sedan)\b|som förlorar är ute",  # utslagen
        r"\b[Kk]ampen\b",  # placeringar över tid
        r"[Tt]as? ur turneringen|\bta ur\b",  # låta utgå
        r"(?<![Pp]lats )\{place\} (efter (rond|varje)|från rond|av \{players\})|%\(place\)s (av|,) ",  # {place} plats
    ),
    "da": (
        r"\b[Ii]ntet\b",
        r"\bi hånden\b",
        r"\bvære parret\b",
        r"(?i)\b(?:sige|siger|sagt|sig) til\b",
        r"(?i)\btag(?:e|er|es|et)?\b[^.:;]{0,25}\bud\b",
        r"\b(?:aften|aftener|parti|partier|klub|klubber|runde|runder|række|rækker|\}|\)s) mere\b(?! end)",
        r"\ber dig[.:]",
        r"(?i)\bgår (?:kun )?efter\b",
        r"\bFIDE (?:Buchholz|Sonneborn)|\bFIDE['’]s\b",
        r"(?i)\b(?:klubbens|dette) ur\b",
        r"\w: (?:Den|Det|De|Der|På|Du|Læg|Gendan|Hvad|Hvis|En|Et|Kom)\b",
        r"\bat blive slettet\b",
        r"\b(?:Man|Tirs|Ons|Tors|Fre|Lør|Søn)dage\b",
        r"(?i)\bstime\b",
        r"(?i)\båbne? (?:parti|partier|opgør)\b|\båbent opgør\b|partiet er åbent|parti er åbent",
        r"(?i)\bdet, der er gjort|\bsenest gjort\b",
        r"(?i)kampen om pladserne",
        r"(?i)\brangering",
        r"\bsættes op\b|\bsat op\b",
        r"(?i)\bfremmødet (?:er åbnet|er ikke åb|åbnes)|\båbn(?:er|e)? (?:derefter )?fremmødet|fremmøde er åbent",
        r"(?i)\blinks?\b[^.]* trukket tilbage",
        r"\barbejder (?:i|for) (?!din klub)",
        r"ældste seneste parti",
        r"^Hvad (?:der|offentligheden|kolonnerne|tegnene|et)\b[^?]*$",
        r"× 0\.\d|\b12\.50\b|\b1\.5\b",
        r"(?i)afbuds? med point",
        r"(?<!\()\bbalance\b(?!\))",
        r"\bHer ventes\b",
        r"\bGrand Prix-serie",
        r"uden hvem|med hvem",
    ),
    "de": (
        r"Wie üblich konnten",
        r"\b(?:geht|gehen) nach\b",
        r"\b(?:gilt|gelten|Gilt) als beim\b",
        r"gelten sie als",
        r"\bDen Grund geht\b",
        r"\b(?:K|k)ampflos (?:gewonnen|verloren) bringt\b",
        r"^(?:Was|Warum|Wo|Wohin|Woher) [^.?!:…]*$",
        r"^Wie (?:die|diese|mein|ihr|Mitglieder|Punkte|viele da|Runde)\b[^.?!:…]*$",
        r"^Wie (?:gewertet|gespielt|ausgelost|gerechnet)\b[^.?!:…]*$",
        r"^Wer (?:wann|was|welchen|für|bei|gegen|aussetzt|dazugehört)\b[^.?!:…]*$",
        r"[Gg]etan wurde",
        r"festgehalten|Halte hier fest|Das Warum",
        r"\bGeschichte\b",
        r"\b(?:Das|Zum|das) Rennen\b",
        r"[Pp]aarung(?:en)? (?:zu )?bek(?:o|a|ä)m",
        r"\b[Aa]uszulosen (?:ist|sind|war|waren)\b|noch auszulosen|^Auszulosen",
        r"[Ee]rneute?[rns]? Paarung|\ben erneuten\b",
        r"[Vv]erglichen mit (?:Schwarz|Weiß)",
        r"Andere Runden seither",
        r"\b[Dd](?:ie|er|en)selben beiden\b",
        r"\bBilanz\b",
        r"(?:aus der Gruppe|unter denen) mit \{points\}",
        r"\b[Dd]er \{higher_place\}",
        r"von Hand (?:auslosen|paaren)",
        r"\bverblass",
        r"\bKleingedrucktes\b",
        r"[Aa]nwesenheit beginnen|mit der Anwesenheit|(?:Öffne|Öffnen der) Anwesenheit\b",
        r"Anwesenheit (?:für Runde \{round\} ist|wurde um|ist noch)",
        r"\beinig\b",
        r"\b(?:[Bb]estellt?|[Bb]estellen|[Aa]bbestell\w*)\b",
        r"nichts gesagt",
        r"[Ee]in Wort hilft",
        r"\bPrivate Karten?\b",
        r"\bPreisliste",
        r"das Los (?:gewonnen|um einen Preis)|Das Los (?:von|dieser|der ersten)",
        r"niederländisch\)",
        r"außer ich sage|, wenn ich zusage",
        r"[Ss]elbsttätig|Sicherung (?:wurde |ist )?gemacht",
        r"bleib(?:t|en) weg\.|\bfällt weg\b",
        r"\b(?:wird|werden) gepaart\b",
        r"beim Namen (?:aus|gewählt)",
        r"als was\b",
        r"\bdraußen\b",
        r"Turnierleitung\b",
        r"schuldet einen Abend|geschuldete",
        r"\b[Kk]einer (?:von beiden|der beiden)\b",
    ),
    "nl": (
        r"[Vv]anaf dan\b",
        r"\b[Ww]ie er (\w+ )?(komen|spelen|werken|zitten)\b",
        r"[Vv]an (boven|onderen|onder) af\b",
        r"[Aa]fwezig, (niet )?afgemeld|[Nn]iet afgemeld|[Aa]fgemelde afwezigheid",
        r"herhaalde ontmoeting",
        r"\b[Ii]n te delen\b",
        r"[Bb]yes? \([½01]",
        r"[Vv]ergeleken met (zwart|wit)",
        r"\b[Bb]alans\b",
        r"\b[Hh]oogstens\b(?! de voornaam)",
        r"uitgedoofd|\bdooft\b",
        r"\b[Dd]e strijd\b",
        r"[Ww]achttijd",
        r"[Ww]at er (\w+ )?(gedaan|verstuurd|gebeurt)|gedaan is\b",
        r"^(Wat|Hoe(?! vaak)|Waar|Waarom|Welke?) [^?.:]*$",
        r", ben jij\b",
        r"[Aa]anwezigheid (openen|opent|is geopend)",
        r"\b[Oo]pen partij(en)?\b",
        r"tegen dezelfde\b(?! tegenstander)",
        r"\b[Mm]eermaals\b|\b[Rr]onden\b",
        r"\w'\w|\w'(?= )",
        r"\d/1000\b|\b1/10\b",
        r"[Zz]onder bericht worden",
        r"[Hh]et hele verhaal",
        r"[Ee]en mail (meer|minder)\b",
        r"[Ww]aarom gaat niemand",
        r"^\{(higher_)?place\} (tegen|van de) ",
        r"\bmeest getroffen\b|[Mm]eest getroffen",
        r"[Nn]iemand (\w+ ){0,3}twee keer tegen elkaar",
        r"\bover blijft\b",
        r"[Tt]afelbordjes",
        r"niets gezegd",
        r"[Bb]eide reglementair",
        r"[Gg]ewicht van je eigen",
    ),
}

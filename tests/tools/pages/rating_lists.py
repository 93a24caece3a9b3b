"""Rating lists made up in every layout, with what is odd in the real ones."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

FIDE_HEADER = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA "
    "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
FIDE_LEGACY = FIDE_HEADER.replace("FOA ", "")
FIDE_SINGLE = FIDE_HEADER[: FIDE_HEADER.index("SRtng")] + "OCT26 Gms K  B-day Flag"


@dataclass(frozen=True, kw_only=True)
class Made:
    family: str
    given: str
    fide_id: int = 0
    national_id: str = ""
    federation: str = "NOR"
    sex: str = "M"
    title: str = ""
    rating: int = 0
    rapid: int = 0
    blitz: int = 0
    year: int = 0
    other: str = ""
    """FIDE's other titles; longer than 15 letters they push all that follows to the right."""
    club: str = ""
    is_passive: bool = False


CARLSEN = Made(
    family="Carlsen", given="Magnus", fide_id=1503014, title="GM", rating=2823, rapid=2801, blitz=2860, year=1990
)
BERG = Made(family="Berg", given="Anna", fide_id=1500001, national_id="77", sex="F", rating=1612, year=1988)
DAHL = Made(family="Dahl", given="Bo", national_id="78", year=1975)


def fide_line(who: Made, header: str = FIDE_HEADER) -> str:
    """As long as its header, or longer where the other titles are."""
    foa = "" if "FOA" not in header else f"{'':4}"
    front = f"{who.fide_id:<15}{f'{who.family}, {who.given}':<61}{who.federation:<4}{who.sex:<4}{who.title:<5}{'':5}"
    years = f"{who.year or 0:<6}{'':4}"
    if "SRtng" not in header:
        return f"{front}{who.other:<15}{foa}{who.rating:<6}{0:<4}{20:<3}{years}"
    ratings = "".join(f"{rating:<6}{0:<4}{10:<3}" for rating in (who.rating, who.rapid, who.blitz))
    return f"{front}{who.other:<15}{foa}{ratings}{years}"


def fide(people: Iterable[Made], header: str = FIDE_HEADER) -> bytes:
    return "".join(f"{line}\r\n" for line in [header, *(fide_line(who, header) for who in people)]).encode()


def fide_xml(people: Iterable[Made]) -> bytes:
    return b"".join([b"<playerslist>\n", *(fide_element(who) for who in people), b"</playerslist>\n"])


def fide_element(who: Made) -> bytes:
    values = {
        "fideid": who.fide_id,
        "name": f"{who.family}, {who.given}",
        "country": who.federation,
        "sex": who.sex,
        "title": who.title,
        "w_title": "",
        "o_title": who.other,
        "foa_title": "",
        "rating": who.rating or "",
        "games": 0,
        "k": 20,
        "rapid_rating": who.rapid or "",
        "rapid_games": "",
        "rapid_k": "",
        "blitz_rating": who.blitz or "",
        "blitz_games": "",
        "blitz_k": "",
        "birthday": who.year or "",
        "flag": "",
    }
    inside = "".join(f"<{name}>{value}</{name}>\n" for name, value in values.items())
    return f"<player>\n{inside}</player>\n".encode()


def knsb(people: Iterable[Made]) -> bytes:
    lines = ["Relatienummer;Naam;Titel;FED;Rating;Nv;Geboren;S"]
    lines += [
        f"{who.national_id};{who.family}, {who.given};{who.title};{who.federation};{who.rating or ''};24;"
        f"{who.year or ''};{'w' if who.sex == 'F' else ''}"
        for who in people
    ]
    return "".join(f"{line}\r\n" for line in lines).encode("cp1252")


def dsb(people: Iterable[Made], *, clubs: bool = True) -> bytes:
    """The zip, with all three files."""
    lines = [
        'ID,ZPS,Mitgliedsnummer,Status,"Name,Vorname",Geschlecht,Spielberechtigung,Geburtsjahr,"Letzte Auswertung",DWZ,'
        "Index,FIDE-Elozahl,FIDE-Titel,FIDE-ID,FIDE-Land,Vorname,Nachname,FIDE-Frauentitel,FIDE-Elozahl-Schnellschach,"
        "FIDE-Elozahl-Blitz"
    ]
    lines += [
        f'{who.national_id},20001,12,{"P" if who.is_passive else "A"},"{who.family},{who.given}",'
        f"{'W' if who.sex == 'F' else 'M'},,{who.year},202640,{who.rating or ''},20,,,{who.fide_id or ''},,{who.given},"
        f"{who.family},{who.title},,"
        for who in people
    ]
    files = {"spieler.csv": "\n".join([*lines, ""])}
    if clubs:
        files["vereine.csv"] = "ZPS-Nummer,Landesverband,UebergeordneterVerband,Vereinsname\n20001,2,200,SK Köln\n"
        files["verbaende.csv"] = "Verband,Landesverband,Uebergeordnet,Name\n200,2,2,Bezirk\n"
    return zipped({name: text.encode("cp1252") for name, text in files.items()})


def dsb_old(people: Iterable[Made]) -> bytes:
    lines = [
        "ZPS,Mgl-Nr,Status,Spielername,Geschlecht,Spielberechtigung,Geburtsjahr,Letzte-Auswertung,DWZ,Index,FIDE-Elo,"
        "FIDE-Titel,FIDE-ID,FIDE-Land"
    ]
    lines += [
        f'20001,{nth},A,"{who.family},{who.given}",M,,{who.year},202640,{who.rating},20,,,,'
        for nth, who in enumerate(people, start=1)
    ]
    return "".join(f"{line}\r\n" for line in lines).encode("cp1252")


def dsu(people: Iterable[Made]) -> bytes:
    titles = ["Nr", "Født", "Alder", "Navn", "Klub", "Titel", "Rat.", "Hur.", "Lyn", "Fide", "Nr", "K"]
    rows = [
        [
            who.national_id,
            str(who.year or "-"),
            "22",
            f"{who.given} {who.family}",
            who.club,
            who.title,
            str(who.rating),
            str(who.rapid or "-"),
            str(who.blitz),
            "2615",
            str(who.fide_id),
            "10",
        ]
        for who in people
    ]
    lines = ['""', *(";".join(f'"{cell}"' for cell in row) for row in [titles, *rows])]
    return "".join(f"{line}\r\n" for line in lines).encode("cp1252")


def ssf(people: Iterable[Made]) -> bytes:
    rows = [
        {
            "id": int(who.national_id),
            "firstName": who.given,
            "lastName": who.family,
            "birthdate": f"{who.year}-01-01",
            "sex": 2 if who.sex == "F" else 1,
            "fideid": who.fide_id,
            "country": "SWE",
            "club": who.club,
            "clubId": 1,
            "elo": {"rating": who.rating, "title": who.title, "date": "2026-10-01", "k": 20, "rapidRating": who.rapid},
            "lask": {"rating": 1234, "date": "2016-09-01"},
        }
        for who in people
    ]
    return json.dumps(rows).encode()


def swiss_manager(people: Iterable[Made]) -> bytes:
    lines = ["ID_No;Name;Sex;Fed;Clubnumber;ClubName;Birthday;Rtg_Nat;Fide_No;Rtg_Int;Title"]
    lines += [
        f"{who.national_id};{who.family}, {who.given};{'f' if who.sex == 'F' else ''};{who.federation};1;{who.club};"
        f"{who.year}/00/00;{who.rating};{who.fide_id};0;{who.title}"
        for who in people
    ]
    return "".join(f"{line}\r\n" for line in lines).encode()


def zipped(files: dict[str, bytes]) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return whole.getvalue()


_SYLLABLES = "an ber da el fos gra hei in jo kal lun mar nes ol per ros sen tor ul vik".split()  # noqa: SIM905


def many(count: int) -> Iterator[Made]:
    """As many people as are asked for, sorted by nothing; federations and years as they come."""
    size = len(_SYLLABLES)
    federations = ("IND", "GER", "ESP", "RUS", "NOR", "SWE", "NED", "DEN", "FRA", "USA")
    for nth in range(count):
        mixed = nth * 7919 % 8_000_000
        family = "".join(_SYLLABLES[mixed // size**place % size] for place in range(4)).capitalize()
        given = "".join(_SYLLABLES[nth // size**place % size] for place in range(2)).capitalize()
        yield Made(
            family=family,
            given=f"{given} {chr(65 + nth % 26)}",
            fide_id=100_000 + nth * 13,
            federation=federations[nth % 10],
            sex="F" if nth % 9 == 0 else "M",
            rating=1400 + nth % 1200 if nth % 4 == 0 else 0,
            rapid=1400 + nth % 1100 if nth % 5 == 0 else 0,
            year=1940 + nth % 78,
        )

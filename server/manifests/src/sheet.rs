//! A manifest as a table, for people and their programs.

use std::fs::File;

use rust_decimal::Decimal;

use super::snapshot::{AmountByCurrency, HouseParty, ManifestLine, ManifestSnapshot};
use sheets::export::{Cell, ExportFormat, Table};

/// In English, as the papers of the trade.
const HEADINGS: [&str; 31] = [
    "No.",
    "House",
    "Bags",
    "Master",
    "Shipper",
    "Shipper document",
    "Shipper address",
    "Shipper city",
    "Shipper state",
    "Shipper postcode",
    "Shipper country",
    "Shipper phone",
    "Consignee",
    "Consignee document",
    "Consignee address",
    "Consignee city",
    "Consignee state",
    "Consignee postcode",
    "Consignee country",
    "Consignee phone",
    "Description",
    "HS codes",
    "Pieces",
    "Items",
    "Weight (kg)",
    "Value",
    "Currency",
    "Freight",
    "Freight currency",
    "Insurance",
    "Incoterm",
];

/// The file, rewound to its start: the same bytes for the same manifest.
pub fn write_sheet(snapshot: &ManifestSnapshot, format: ExportFormat) -> anyhow::Result<File> {
    write(snapshot, format, Vec::new())
}

/// The file of one bag, whose totals follow its houses: a row for each currency.
pub fn write_bag_sheet(snapshot: &ManifestSnapshot, format: ExportFormat) -> anyhow::Result<File> {
    write(snapshot, format, list_totals(snapshot))
}

fn write(snapshot: &ManifestSnapshot, format: ExportFormat, totals: Vec<Vec<Cell>>) -> anyhow::Result<File> {
    let headings = HEADINGS.map(str::to_owned);
    let mut table = Table::begin_at(format, &headings, Some(snapshot.head.closed_at.naive_utc()))?;
    let master = snapshot.head.master.as_ref().map(|master| master.number.as_str());
    for row in snapshot.lines.iter().map(|line| cells(line, master)).chain(totals) {
        table.write(&row)?;
    }
    table.finish()
}

fn list_totals(snapshot: &ManifestSnapshot) -> Vec<Vec<Cell>> {
    let totals = &snapshot.head.totals;
    let bags: Vec<&str> = snapshot.head.bags.iter().map(|bag| bag.number.as_str()).collect();
    let bags = bags.join(" ");
    let row = |amount: Option<&AmountByCurrency>, is_first: bool| -> Vec<Cell> {
        let cell = |heading: &str| match heading {
            "House" => text("TOTAL"),
            "Bags" => text(&bags),
            "Pieces" if is_first => Cell::Number(totals.pieces.into()),
            "Weight (kg)" if is_first => Cell::Number(Decimal::new(totals.weight_g, 3)),
            "Value" => amount.map_or(Cell::Empty, |amount| Cell::Number(amount.amount)),
            "Currency" => amount.map_or(Cell::Empty, |amount| text(&amount.currency)),
            _ => Cell::Empty,
        };
        Vec::from(HEADINGS.map(cell))
    };
    match totals.values.split_first() {
        None => vec![row(None, true)],
        Some((first, others)) => {
            let others = others.iter().map(|amount| row(Some(amount), false));
            std::iter::once(row(Some(first), true)).chain(others).collect()
        }
    }
}

fn cells(line: &ManifestLine, master: Option<&str>) -> Vec<Cell> {
    let amount = |amount: Option<Decimal>| amount.map_or(Cell::Empty, Cell::Number);
    let mut cells = vec![
        Cell::Number(line.seq.into()),
        text(&line.house),
        text(&line.bags.join(" ")),
        text(master.unwrap_or_default()),
    ];
    cells.extend(party(&line.shipper));
    cells.extend(party(&line.consignee));
    cells.extend([
        text(&line.description),
        text(&line.hs_codes.join(" ")),
        Cell::Number(line.pieces.into()),
        Cell::Number(line.items.into()),
        Cell::Number(Decimal::new(line.weight_g, 3)),
        Cell::Number(line.value),
        text(&line.currency),
        amount(line.freight),
        line.freight_currency.clone().into(),
        amount(line.insurance),
        line.incoterm.clone().into(),
    ]);
    cells
}

fn party(party: &HouseParty) -> [Cell; 8] {
    [
        text(&party.name),
        party.document.as_ref().map(|document| document.number.clone()).into(),
        text(&party.street),
        text(&party.city),
        party.state.clone().into(),
        party.postcode.clone().into(),
        text(&party.country),
        party.phone.clone().into(),
    ]
}

fn text(text: &str) -> Cell {
    if text.is_empty() { Cell::Empty } else { Cell::Text(text.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::ManifestBag;
    use crate::test_snapshot::snapshot;
    use std::io::Read;

    fn bytes(snapshot: &ManifestSnapshot, format: ExportFormat) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_sheet(snapshot, format).unwrap().read_to_end(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn the_table_has_a_row_for_each_house_with_long_numbers_as_text() {
        let mut snapshot = snapshot();
        snapshot.lines[0].description = "=cmd".into();
        let text = String::from_utf8(bytes(&snapshot, ExportFormat::Csv)).unwrap();
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows.len(), 4);
        assert_eq!(HEADINGS.len(), cells(&snapshot.lines[0], None).len());
        assert!(
            rows[1].starts_with("1,RMS000001,MIA-B-26-000001,957-12345675,Alice Example,"),
            "{}",
            rows[1]
        );
        assert!(
            rows[1].contains(",São Paulo,SP,01310100,BR,5511987654321,'=cmd,490199,1,1,12,35,USD,12,USD,")
        );
    }

    #[test]
    fn the_table_of_a_bag_has_its_houses_and_its_own_totals() {
        let mut snapshot = snapshot();
        snapshot.lines[2].bags = vec!["MIA-B-26-000002".into()];
        let (id, number) = (uuid::Uuid::nil(), "MIA-B-26-000001".to_owned());
        snapshot.head.bags = vec![ManifestBag { id, number, seal: None, parcels: 2, weight_g: 27_100 }];
        assert!(snapshot.clone().of_bag("MIA-B-26-000009").is_none());
        let own = snapshot.of_bag("MIA-B-26-000001").unwrap();
        let mut csv = String::new();
        write_bag_sheet(&own, ExportFormat::Csv).unwrap().read_to_string(&mut csv).unwrap();
        let rows: Vec<&str> = csv.lines().collect();
        assert_eq!(rows.len(), 4, "headings, two houses, totals: {csv}");
        assert!(rows[3].starts_with(",TOTAL,MIA-B-26-000001,,"), "{}", rows[3]);
        assert!(rows[3].contains(",2,,27.1,84.9,USD,"), "{}", rows[3]);
    }

    #[test]
    fn the_same_manifest_gives_the_same_bytes() {
        let snapshot = snapshot();
        for format in [ExportFormat::Csv, ExportFormat::Xlsx] {
            let first = bytes(&snapshot, format);
            assert!(!first.is_empty());
            assert_eq!(bytes(&snapshot, format), first, "{format:?}");
        }
    }
}

//! Sheets with a fee beside their prices, as those of parcels from China have.

use std::collections::BTreeMap;

use super::super::finding::Severity;
use super::super::measure::WeightUnit;
use super::super::rows::Price;
use super::super::sheet::{Correction, GridSheet, Reading, Role, SheetCode, check_fees, read_prices};
use super::super::weighing::Per;
use super::support::*;

const LIST: &str = "国家 | 重量(KG) | 单价(RMB/KG) | 挂号费(RMB/票)
美国 | 0-0.3 | 92 | 25
美国 | 0.3-2 | 80 | 20
德国 | 0-2 | 70.5 | 18";

fn read_as(text: &str, correction: &Correction) -> GridSheet {
    read_prices(&rows(text), WeightUnit::Kilograms, currency("CNY"), correction).expect(text)
}

fn read(text: &str) -> Reading {
    read_as(text, &Correction::default()).reading
}

fn told(reading: &Reading, severity: Severity) -> Vec<SheetCode> {
    let found = reading.findings.iter().filter(|one| one.severity == severity);
    found.map(|one| one.code).collect()
}

/// The prices without zeros at the end.
fn prices(reading: &Reading) -> Vec<String> {
    let tidy = |reading: &Reading| {
        let mut tidied = reading.clone();
        for cell in &mut tidied.cells {
            cell.price = match cell.price {
                Price::Cell { amount } => Price::Cell { amount: amount.normalize() },
                Price::BaseStep { amount, step, step_amount } => Price::BaseStep {
                    amount: amount.normalize(),
                    step: step.normalize(),
                    step_amount: step_amount.normalize(),
                },
                other => other,
            };
        }
        tidied
    };
    cells(&tidy(reading))
}

#[test]
fn a_rate_per_kilogram_and_a_fee_are_one_price() {
    let reading = read(LIST);
    assert_eq!(told(&reading, Severity::Error), []);
    let expected = [
        "美国≤0.3=25 + 0.092 per 0.001",
        "美国≤2=44 + 0.08 per 0.001",
        "德国≤0.3=18 + 0.0705 per 0.001",
        "德国≤2=39.15 + 0.0705 per 0.001",
    ];
    assert_eq!(prices(&reading), expected);
    let grid = read("重量(kg) | 美国 元/kg | Fee per piece\n0.3 | 92 | 25\n2 | 80 | -");
    assert_eq!(prices(&grid), ["美国≤0.3=25 + 0.092 per 0.001", "美国≤2=80 per unit"]);
}

#[test]
fn a_fee_is_added_to_prices_of_bands_and_of_all_zones() {
    let reading = read("Weight | A | B | Handling fee / parcel\n1 | 10.00 | 11.00 | 2.50\n2 | 12.00 | - | 3");
    assert_eq!(prices(&reading), ["A≤1=12.5", "B≤1=13.5", "A≤2=15"]);
    assert_eq!(told(&reading, Severity::Error), []);
}

#[test]
fn a_fee_for_pieces_needs_a_table_that_prices_them() {
    let mut shipments = read(LIST);
    let mut parcels = shipments.clone();
    check_fees(&mut shipments, Per::Shipment);
    check_fees(&mut parcels, Per::Parcel);
    assert_eq!(told(&shipments, Severity::Error), []);
    assert!(told(&shipments, Severity::Warning).contains(&SheetCode::FeeAdded));
    assert_eq!(told(&parcels, Severity::Error), [SheetCode::FeePerShipment]);
    let mut pieces = read(&LIST.replace('票', "件"));
    check_fees(&mut pieces, Per::Shipment);
    assert_eq!(told(&pieces, Severity::Error), [SheetCode::FeePerPiece]);
}

#[test]
fn a_fee_that_is_blank_or_makes_parts_of_a_coin_is_refused() {
    let blank = read(&LIST.replace("80 | 20", "80 |"));
    assert_eq!(told(&blank, Severity::Error), [SheetCode::FeeMissing]);
    let fine = read(&LIST.replace("80 | 20", "80.05 | 20"));
    assert_eq!(told(&fine, Severity::Error), [SheetCode::FeeTooFine]);
}

#[test]
fn fees_of_several_zones_are_refused() {
    for text in [
        "重量 | 美国运费/kg | 美国挂号费/票 | 德国运费/kg | 德国挂号费/票\n0.3 | 92 | 25 | 80 | 20\n2 | 90 | 25 | 78 | 20",
        "国家 | 操作费 | 0.3kg | 2kg\n美国 | 25 | 92 | 100\n德国 | 20 | 80 | 90",
    ] {
        assert!(!told(&read(text), Severity::Error).is_empty(), "{text}");
    }
}

#[test]
fn a_person_says_which_column_is_a_fee() {
    let text = "Weight | A | Extra\n1 | 10.00 | 2.00\n2 | 12.00 | 2.50";
    let said = |column: usize, role: Role| Correction {
        roles: BTreeMap::from([(column, role)]),
        ..Correction::default()
    };
    let sheet = read_as(text, &said(2, Role::Fee));
    assert_eq!(
        (sheet.layout.fees, prices(&sheet.reading)),
        (vec![2], vec!["A≤1=12".into(), "A≤2=14.5".into()])
    );
    let sheet = read_as(LIST, &said(3, Role::Ignored));
    assert_eq!((sheet.layout.fees, prices(&sheet.reading)[0].as_str()), (vec![], "美国≤0.3=92 per unit"));
}

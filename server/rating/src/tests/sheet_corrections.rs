//! A person says what a sheet means.

use std::collections::{BTreeMap, BTreeSet};

use super::super::measure::WeightUnit;
use super::super::rows::Price;
use super::super::sheet::{Axis, Bound, Correction, GridSheet, Method, Role, SheetCode, read_prices};
use super::support::*;

const TEXT: &str = "Weight|A|B|Fuel\n1|10.00|11.00|2.00\n2|12.00|13.00|2.50";

fn read(text: &str, correction: &Correction) -> Option<GridSheet> {
    let rows: Vec<Vec<String>> =
        text.lines().map(|line| line.split('|').map(str::to_owned).collect()).collect();
    read_prices(&rows, WeightUnit::Kilograms, currency("USD"), correction)
}

fn roles(roles: &[(usize, Role)]) -> Correction {
    Correction { roles: roles.iter().cloned().collect::<BTreeMap<_, _>>(), ..Correction::default() }
}

#[test]
fn a_column_is_ignored_renamed_or_priced_per_kilogram() {
    let per_kg = Role::Price { zone: Some("Z".into()), method: Method::PerUnit };
    let sheet = read(TEXT, &roles(&[(3, Role::Ignored), (1, per_kg)])).unwrap();
    let names: Vec<_> = sheet.reading.zones.iter().map(|zone| zone.code.to_string()).collect();
    assert_eq!(names, ["Z", "B"]);
    assert_eq!(sheet.reading.cells[0].price, Price::PerUnit { amount: dec("10.00") });
}

#[test]
fn weights_become_lower_bounds_and_another_unit() {
    let sheet = read(TEXT, &roles(&[(0, Role::From)])).unwrap();
    assert_eq!(sheet.layout.bound, Bound::From);
    let ladder: Vec<_> = sheet.reading.bands.iter().map(|band| band.up_to.to_string()).collect();
    assert_eq!(ladder, ["0.999", "1.999", "99999"]);
    let over = read(TEXT, &roles(&[(0, Role::Over)])).unwrap();
    let ladder: Vec<_> = over.reading.bands.iter().map(|band| band.up_to.to_string()).collect();
    assert_eq!((over.layout.bound, ladder), (Bound::Over, ["1", "2", "99999"].map(str::to_owned).to_vec()));
    let grams = Correction { unit: Some(WeightUnit::Grams), ..Correction::default() };
    assert_eq!(read(TEXT, &grams).unwrap().reading.bands[0].up_to, dec("0.001"));
}

#[test]
fn a_column_of_weights_can_be_another_one() {
    let sheet = read("Code|kg gross|A\n7|1|10.00\n8|2|12.00", &Correction::default()).unwrap();
    assert_eq!(sheet.layout.weight_column, 1);
    let other = read("Code|kg gross|A\n7|1|10.00\n8|2|12.00", &roles(&[(0, Role::UpTo), (1, Role::Ignored)]));
    assert_eq!(other.unwrap().reading.bands[0].up_to, dec("7"));
    let pair = read("kg|kg x|A\n0|1|10.00\n1|2|12.00", &roles(&[(0, Role::From), (1, Role::UpTo)])).unwrap();
    assert_eq!((pair.layout.from_column, pair.layout.weight_column), (Some(0), 1));
    assert!(!pair.reading.has_errors());
}

#[test]
fn the_direction_and_the_rows_of_the_header_can_be_said() {
    let across = Correction { axis: Some(Axis::Across), ..Correction::default() };
    assert!(read(TEXT, &across).is_none());
    let header = Correction { header_rows: Some(2), ..Correction::default() };
    assert_eq!(read(TEXT, &header).unwrap().reading.bands.len(), 1);
    assert!(Correction { left_out: BTreeSet::from([1]), ..Correction::default() }.roles.is_empty());
}

#[test]
fn a_sheet_that_nothing_was_seen_in_is_read_by_what_a_person_says() {
    let text = "alpha|beta\n5|10.00\n3|12.00\n9|4.00";
    let price = Role::Price { zone: Some("A".into()), method: Method::Cell };
    let sheet = read(text, &roles(&[(0, Role::UpTo), (1, price)])).unwrap();
    assert!(sheet.reading.has_errors(), "5 is followed by 3");
    assert_eq!(sheet.reading.cells.len(), 2);
}

#[test]
fn a_new_name_does_not_turn_prices_for_a_step_into_prices_of_a_band() {
    let named = Role::Price { zone: Some("Z".into()), method: Method::Cell };
    let sheet = read("kg|A per 100 g\n1|1.50\n2|2.50", &roles(&[(1, named)])).unwrap();
    assert!(sheet.reading.findings.iter().any(|one| one.code == SheetCode::StepPrices));
}

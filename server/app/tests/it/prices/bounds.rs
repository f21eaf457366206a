//! Sheets whose bounds, numbers and directions were read wrong once, as files. What they say is what is priced.

use std::collections::BTreeSet;
use std::path::Path;

use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::{brazil, id, import_as, read_again, table};
use crate::money::dec;
use crate::support::{ATLANTICO, Person, TestApp};

fn read_file(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/faults");
    std::fs::read(folder.join(name)).unwrap()
}

/// A table in kilograms and dollars, with an empty draft.
async fn draft_of(admin: &Person, code: &str) -> (Value, Value) {
    let form = json!({
        "code": code, "title": code, "kind": "sell", "currency": "USD", "weight_unit": "kg", "size_unit": "cm",
    });
    table(admin, form).await
}

/// Takes a file into a new table as it is, without a decision of a person. Returns the draft.
async fn take(admin: &Person, code: &str, name: &str) -> Value {
    let (_, draft) = draft_of(admin, code).await;
    let taken = import_as(admin, &draft, (name, &read_file(name)), false, &json!({})).await.data();
    assert_eq!((&taken["taken"], &taken["errors"]), (&json!(true), &json!(0)), "{name}: {taken}");
    read_again(admin, &draft).await
}

fn number(value: &Value) -> Decimal {
    value.as_str().unwrap().parse::<Decimal>().unwrap().normalize()
}

/// The number of zones, and the end of the band and the amount of each price.
async fn prices(admin: &Person, draft: &Value) -> (usize, BTreeSet<(Decimal, Decimal)>) {
    let grid = admin.get(&format!("/api/price_table_versions/{}/grid", id(draft))).await.data();
    let cells = grid["cells"].as_array().unwrap().iter();
    let zones = grid["zones"].as_array().unwrap().len();
    (zones, cells.map(|cell| (number(&cell["up_to"]), number(&cell["amount"]))).collect())
}

fn bands_of(prices: &[(&str, &str)]) -> BTreeSet<(Decimal, Decimal)> {
    prices.iter().map(|(up_to, amount)| (dec(up_to), dec(amount))).collect()
}

/// The prices of parcels of these kilograms to the first zone of the file.
async fn totals(admin: &Person, code: &str, name: &str, weights: &[&str]) -> Vec<Decimal> {
    let (table, draft) = draft_of(admin, code).await;
    let bytes = read_file(name);
    let read = import_as(admin, &draft, (name, &bytes), true, &json!({})).await.data();
    assert_eq!(read["errors"], 0, "{name}: {read}");
    let zone = &read["reading"]["parts"][1]["zone"];
    let near = json!({ "countries": [{ "zone": zone, "country_id": 32 }] });
    import_as(admin, &draft, (name, &bytes), false, &near).await.data();
    let mut found = Vec::new();
    for weight in weights {
        let mut shipment = brazil(weight);
        shipment["parcels"][0]["weight_unit"] = json!("kg");
        shipment["insured_value"] = Value::Null;
        shipment["version_id"] = draft["id"].clone();
        let path = format!("/api/price_tables/{}/simulate", id(&table));
        let simulated = admin.post(&path, shipment).await.data();
        found.push(number(&simulated["total"]["amount"]));
    }
    found
}

#[tokio::test]
async fn a_weight_and_above_is_the_begin_of_its_price() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let found = totals(&admin, "ABOVE", "p01_weight_and_above.csv", &["0.7", "4", "12"]).await;
    assert_eq!(found, ["10", "15", "70"].map(dec));
}

#[tokio::test]
async fn a_band_from_and_to_ends_with_its_second_weight() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let draft = take(&admin, "FROM-TO", "p01_from_to.csv").await;
    let bands = bands_of(&[("1", "10"), ("5", "15"), ("10", "40")]);
    assert_eq!(prices(&admin, &draft).await, (1, bands));
}

#[tokio::test]
async fn a_number_of_a_workbook_has_the_decimals_that_it_has() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let name = "p02_per_kg_3_decimals.xlsx";
    assert_eq!(totals(&admin, "PER-KG", name, &["120"]).await, [dec("375")]);
    let draft = take(&admin, "BOOK", name).await;
    let amounts = [
        ("45", "4.125"),
        ("100", "3.875"),
        ("300", "3.125"),
        ("45", "5.375"),
        ("100", "4.625"),
        ("300", "4.115"),
    ];
    assert_eq!(prices(&admin, &draft).await, (2, bands_of(&amounts)));
}

#[tokio::test]
async fn what_is_exported_is_read_as_it_was_written() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let draft = take(&admin, "OWN", "p02_own_export_cells.csv").await;
    let written = (1, bands_of(&[("1.361", "14"), ("2.268", "9.125")]));
    assert_eq!(prices(&admin, &draft).await, written);
    let path = format!("/api/price_table_versions/{}/export?format=csv&form=cells", id(&draft));
    let file = admin.get(&path).await;
    let back = import_as(&admin, &draft, ("back.csv", &file.body), true, &json!({})).await.data();
    let summary = &back["comparison"]["summary"];
    assert_eq!((&back["errors"], &summary["cells_unchanged"]), (&json!(0), &json!(2)), "{back}");
}

#[tokio::test]
async fn weights_across_are_bands_of_the_zones_below() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let bands = bands_of(&[("0.5", "10"), ("1", "15"), ("2", "20"), ("0.5", "12"), ("1", "18"), ("2", "24")]);
    for (code, name) in [("ACROSS", "p04_transposed.csv"), ("BRASIL", "p04_transposed_ptbr.csv")] {
        let draft = take(&admin, code, name).await;
        assert_eq!(prices(&admin, &draft).await, (2, bands.clone()), "{name}");
    }
}

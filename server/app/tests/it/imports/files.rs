//! Sheets of workbooks, open questions, and corrections in place.

use serde_json::{Value, json};

use super::{SHOP, counts, imported, path, rows, sent, shown, taken_in};
use crate::support::{ATLANTICO, Person, TestApp};

const TWO_SHEETS: &[u8] = include_bytes!("../../../../tests/data/shippers/second_sheet.xlsx");
const NAMES: [&str; 4] = ["taken_lines", "refused_lines", "new_shipments", "refused_shipments"];

async fn correct_lines(person: &Person, import: &Value, lines: Value) -> Value {
    let form = json!({ "lines": lines, "version": import["version"] });
    let answer = person.post(&path(import, "/corrections"), form).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.data()
}

fn cell(column: &str, value: &str) -> Value {
    json!([{ "column": column, "value": value }])
}

#[tokio::test]
async fn the_sheet_with_the_data_is_read_and_another_can_be_chosen() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let import = sent(&staff, "pedidos.xlsx", TWO_SHEETS).await;
    let sheets = import["sheets"].as_array().unwrap().clone();
    assert_eq!((sheets.len(), &import["sheet"]), (2, &sheets[1]));
    let choose = |sheet: Value, version: Value| json!({ "sheet": sheet, "version": version });
    let first = choose(sheets[0].clone(), import["version"].clone());
    let chosen = staff.post(&path(&import, "/sheet"), first.clone()).await.data();
    assert_eq!((&chosen["sheet"], chosen["columns"].as_array().unwrap().len()), (&sheets[0], 1));
    assert_eq!(staff.post(&path(&import, "/sheet"), first).await.message_code(), "stale_version");
    staff.post(&path(&import, "/process"), json!({})).await.code_at("mapping.columns");
    let unknown = choose("Gone".into(), chosen["version"].clone());
    staff.post(&path(&import, "/sheet"), unknown).await.code_at("sheet");
    let back = choose(sheets[1].clone(), chosen["version"].clone());
    assert_eq!(staff.post(&path(&import, "/sheet"), back).await.status, 200);
    let done = taken_in(&app, &staff, &import).await;
    assert_eq!(counts(&done, &NAMES), [2, 0, 2, 0], "{done}");
}

#[tokio::test]
async fn an_import_with_ambiguous_numbers_waits_for_an_answer() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut import = sent(&staff, "a.csv", b"Pedido;Pa\xEDs;Peso (kg)\nA;BR;1.250\n").await;
    assert_eq!(import["mapping"]["columns"][2]["decimal_mark"], Value::Null);
    let answer = staff.post(&path(&import, "/check"), json!({})).await;
    assert_eq!(answer.code_at("mapping.columns.2.decimal_mark"), "import_ambiguous_numbers");
    import["mapping"]["columns"][2]["decimal_mark"] = "comma".into();
    let form = json!({ "mapping": import["mapping"], "version": import["version"] });
    assert_eq!(staff.patch(&path(&import, ""), form).await.status, 200);
    let done = taken_in(&app, &staff, &import).await;
    assert_eq!(counts(&done, &NAMES), [1, 0, 1, 0]);
    let list = staff.get("/api/shipments?per_page=10").await.json();
    assert_eq!(list["data"][0]["declared_weight_g"], 1_250_000);
}

#[tokio::test]
async fn a_mapping_that_nobody_looked_at_is_not_remembered() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    imported(&app, &staff, "a.csv", SHOP.as_bytes()).await;
    let next = sent(&staff, "b.csv", SHOP.as_bytes()).await;
    assert_eq!(next["mapping_origin"], "guessed");
}

#[tokio::test]
async fn refused_lines_are_corrected_in_place_and_imported() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let file = SHOP.replace("Boné;1;", "Boné;um;").replace("A-2;Ana;BR", "A-2;Ana;Atlântida");
    let done = imported(&app, &staff, "shop.csv", file.as_bytes()).await;
    assert_eq!(counts(&done, &NAMES), [0, 3, 0, 2]);
    assert_eq!(done["can"]["correct"], true);
    let before = rows(&app, &["shipments"]).await[0];

    // A wrong correction is told again, by the same rules.
    let wrong = correct_lines(&staff, &done, json!([{ "line": 4, "cells": cell("qtde", "dois") }])).await;
    assert_eq!(counts(&wrong, &NAMES), [0, 3, 0, 2]);
    let lines = staff.get(&path(&done, "/refused_lines")).await.json();
    assert_eq!(lines["data"][2]["cells"][7], "dois");

    let right = json!([
        { "line": 4, "cells": cell("qtde", "2") },
        { "line": 3, "cells": cell("pais", "Brasil") },
    ]);
    let after = correct_lines(&staff, &wrong, right).await;
    assert_eq!(counts(&after, &NAMES), [3, 0, 2, 0], "{after}");
    assert_eq!(
        (after["can"]["correct"].as_bool(), rows(&app, &["shipment_import_lines"]).await[0]),
        (Some(false), 0)
    );
    assert_eq!(rows(&app, &["shipments"]).await[0], before + 2);
    let audited = staff.get("/api/audit_entries?action=shipment_import.correct").await;
    assert!(audited.status == 200 || audited.status == 403);

    // The whole corrected file has nothing new.
    let again = imported(&app, &staff, "again.csv", SHOP.as_bytes()).await;
    assert_eq!(counts(&again, &NAMES), [0, 0, 0, 0]);
}

#[tokio::test]
async fn a_corrected_reference_joins_its_own_shipment() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let file = "Order,Recipient Name,Country\n9.40551E+21,Ann Lee,US\n9.40551E+21,Bob Ray,US\n";
    let done = imported(&app, &staff, "a.csv", file.as_bytes()).await;
    assert_eq!(counts(&done, &NAMES), [0, 2, 0, 1]);
    let first = correct_lines(
        &staff,
        &done,
        json!([{ "line": 2, "cells": cell("order", "9405511899563412345678") }]),
    )
    .await;
    assert_eq!(counts(&first, &NAMES), [1, 1, 1, 1]);
    let second = correct_lines(
        &staff,
        &first,
        json!([{ "line": 3, "cells": cell("order", "9405511899563412345679") }]),
    )
    .await;
    assert_eq!(counts(&second, &NAMES), [2, 0, 2, 0]);
}

#[tokio::test]
async fn a_correction_that_does_not_fit_is_refused() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let open = sent(&staff, "shop.csv", SHOP.as_bytes()).await;
    let form = |import: &Value, line: i32, column: &str| json!({ "lines": [{ "line": line, "cells": cell(column, "x") }], "version": import["version"] });
    let answer = staff.post(&path(&open, "/corrections"), form(&open, 2, "uf")).await;
    assert_eq!(answer.message_code(), "import_nothing_to_correct");
    let file = SHOP.replace("Boné;1;", "Boné;um;");
    let done = imported(&app, &staff, "b.csv", file.as_bytes()).await;
    let done = shown(&staff, &done).await;
    let corrections = path(&done, "/corrections");
    // Line 3 was imported.
    staff.post(&corrections, form(&done, 3, "uf")).await.code_at("lines.0.line");
    staff.post(&corrections, form(&done, 4, "gone")).await.code_at("lines.0.cells.0.column");
    let stale = json!({ "lines": [{ "line": 4, "cells": cell("qtde", "1") }], "version": 1 });
    assert_eq!(staff.post(&corrections, stale).await.message_code(), "stale_version");
}

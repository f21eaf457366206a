//! Counts of the list's tabs, and the export of the list.

use std::io::Cursor;

use calamine::{Data, Reader, Xlsx};
use serde_json::{Value, json};

use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, Person, TestApp};

async fn export(app: &TestApp, person: &Person, form: Value) -> Vec<u8> {
    let answer = person.post("/api/shipments/export", form).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    let task = answer.data();
    app.run_processes().await;
    let path = format!("/api/background_tasks/{}", task["id"].as_str().unwrap());
    let task = person.get(&path).await.data();
    assert!(task["failure"].is_null() && task["completed_at"].is_string(), "{task}");
    person.get(task["file"]["url"].as_str().unwrap()).await.body
}

fn columns(names: &[&str]) -> Value {
    names.iter().map(|name| json!({ "column": name, "heading": name.to_uppercase() })).collect()
}

async fn named(person: &Person, name: &str, city: &str) -> Value {
    let mut form = complete(person).await;
    form["to_name"] = name.into();
    form["to_city"] = city.into();
    form["external_ref"] = format!("REF-{name}").into();
    person.post("/api/shipments", form).await.data()
}

#[tokio::test]
async fn counts_match_the_list_of_each_filter() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let filters =
        json!([{}, { "status": "10" }, { "status": "10,15", "search": "berlin" }, { "status": "95" }]);
    for person in [&staff, &client] {
        let counted = person.post("/api/shipments/count", json!({ "filters": filters })).await.data();
        for (query, count) in ["", "status=10", "status=10,15&search=berlin", "status=95"].iter().zip(0..) {
            let listed = person.get(&format!("/api/shipments?{query}")).await.json()["meta"]["total"].clone();
            let expected = json!({ "total": listed, "total_capped": false });
            assert_eq!(counted[count], expected, "{query}");
        }
    }
    let none = staff.post("/api/shipments/count", json!({ "filters": [] })).await;
    assert_eq!(none.code_at("filters"), "too_few");
}

#[tokio::test]
async fn an_export_has_the_rows_and_columns_of_the_list() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    for (name, city) in [("Zoe", "Berlin"), ("Ana", "=cmd|' /C calc'!A0"), ("Mia", "Köln, Süd")] {
        named(&staff, name, city).await;
    }
    let form = json!({
        "filter": { "search": "REF-" }, "sort": "to_name", "format": "csv",
        "columns": columns(&["to_name", "to_city", "to_country", "status", "chargeable_weight", "declared_value"]),
        "texts": [{ "column": "status", "code": "10", "text": "Rascunho" }],
    });
    let text = String::from_utf8(export(&app, &staff, form).await).unwrap();
    let lines: Vec<_> = text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(lines[0], "TO_NAME,TO_CITY,TO_COUNTRY,STATUS,CHARGEABLE_WEIGHT,DECLARED_VALUE");
    // Results of a search are newest first, as in the list. A formula is text.
    assert_eq!(lines[1], "Mia,\"Köln, Süd\",Alemanha,Rascunho,1.5,129.9");
    assert_eq!(lines[2], "Ana,'=cmd|' /C calc'!A0,Alemanha,Rascunho,1.5,129.9");
    assert_eq!(lines.len(), 4);
}

#[tokio::test]
async fn a_workbook_has_typed_values_in_the_order_of_the_selection() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (first, second) = (named(&staff, "Ana", "Berlin").await, named(&staff, "Bia", "Bonn").await);
    let form = json!({
        "ids": [second["id"], first["id"], second["id"]], "format": "xlsx",
        "columns": columns(&["tracking_code", "parcel_count", "created_at"]),
    });
    let mut book = Xlsx::new(Cursor::new(export(&app, &staff, form).await)).unwrap();
    let sheet = book.worksheet_range_at(0).unwrap().unwrap();
    let rows: Vec<_> = sheet.rows().collect();
    assert_eq!(rows.len(), 3);
    assert_eq!(rows[1][0], Data::String(second["tracking_code"].as_str().unwrap().to_owned()));
    assert_eq!(rows[2][0], Data::String(first["tracking_code"].as_str().unwrap().to_owned()));
    assert_eq!(rows[1][1], Data::Float(1.0));
    assert!(matches!(rows[1][2], Data::DateTime(_)), "{:?}", rows[1][2]);
}

#[tokio::test]
async fn a_client_exports_its_own_shipments_only() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let (other, own) = (created(&staff).await, created(&client).await);
    let form = json!({
        "ids": [other["id"], own["id"]], "format": "csv", "columns": columns(&["tracking_code"]),
    });
    let text = String::from_utf8(export(&app, &client, form).await).unwrap();
    let lines: Vec<_> = text.lines().skip(1).collect();
    assert_eq!(lines, [own["tracking_code"].as_str().unwrap()]);
}

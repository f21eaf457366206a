//! Goods of a file: each line is a receipt, checked by the rules of a receipt by hand, with its reason if it is refused.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use super::{STOCKS, item, perishable, place, text, warehouse};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::audited;

const FILE: &[u8] = include_bytes!("../../../../tests/data/stock/import-pt.csv");
const EXPECTED: &str = include_str!("../../../../tests/data/stock/import-pt.expected.json");
const IMPORTS: &str = "/api/stock_imports";

#[derive(Deserialize)]
struct Expected {
    lines: Vec<ExpectedLine>,
    received_units_when_run: i64,
}

#[derive(Deserialize)]
struct ExpectedLine {
    line: i64,
    verdict: String,
    why: String,
}

impl ExpectedLine {
    fn is_refused(&self) -> bool {
        self.verdict == "refused"
    }
}

fn path(import: &Value, rest: &str) -> String {
    format!("{IMPORTS}/{}{rest}", text(&import["id"]))
}

/// Starts a check or a run, and waits for its end.
async fn ran(app: &TestApp, person: &Person, import: &Value, call: &str) -> Value {
    let started = person.post(&path(import, call), json!({})).await;
    assert_eq!(started.status, 202, "{}", started.text());
    app.run_processes().await;
    person.get(&path(import, "")).await.data()
}

async fn upload(person: &Person, file: &[u8]) -> Value {
    person.upload(IMPORTS, ("file", "estoque.csv", file), &[]).await.data()
}

/// The items and places of the file.
async fn prepare(app: &TestApp) -> Person {
    let admin = app.admin(ATLANTICO).await;
    let own = warehouse(&admin, "ONE").await;
    for code in ["A-01-1", "A-01-2"] {
        place(&admin, &own, code, "storage").await;
    }
    for sku in ["SKU-1", "SKU-3", "SKU-4"] {
        perishable(&admin, sku).await;
    }
    item(&admin, "SKU-2", json!({})).await;
    admin
}

async fn units(person: &Person) -> i64 {
    let listed = person.get(&format!("{STOCKS}?per_page=100")).await.data();
    listed.as_array().unwrap().iter().map(|stock| stock["on_hand"].as_i64().unwrap()).sum()
}

fn counted(import: &Value) -> [i64; 3] {
    ["lines", "taken_lines", "refused_lines"].map(|name| import["counts"][name].as_i64().unwrap())
}

/// The lines with each warning.
fn warned(import: &Value) -> BTreeMap<&str, i64> {
    let warnings = import["warnings"].as_array().unwrap().iter();
    warnings.map(|one| (text(&one["kind"]), one["lines"].as_i64().unwrap())).collect()
}

#[tokio::test]
async fn each_line_of_a_file_is_received_or_has_its_reason() {
    let app = TestApp::start().await;
    let admin = prepare(&app).await;
    let expected: Expected = serde_json::from_str(EXPECTED).unwrap();
    let refused = expected.lines.iter().filter(|line| line.is_refused()).count() as i64;
    let all = expected.lines.len() as i64;

    let import = upload(&admin, FILE).await;
    let columns = import["mapping"]["columns"].as_array().unwrap();
    let fields: Vec<&str> = columns.iter().map(|column| text(&column["field"])).collect();
    assert_eq!(
        fields,
        [
            "stock_sku",
            "stock_lot",
            "stock_expiration_date",
            "stock_quantity",
            "stock_place",
            "stock_unit_cost"
        ]
    );
    let checked = ran(&app, &admin, &import, "/check").await;
    assert_eq!(checked["status"], 30, "{checked}");
    assert_eq!(counted(&checked), [all, all - refused, refused], "{checked}");
    assert_eq!(units(&admin).await, 0, "a check receives nothing");
    assert_eq!(warned(&checked)["received_again"], 1, "{checked}");
    assert!(warned(&checked)["expired"] >= 1, "{checked}");

    let done = ran(&app, &admin, &import, "/process").await;
    assert_eq!(done["status"], 50, "{done}");
    assert_eq!(counted(&done), counted(&checked));
    assert_eq!(warned(&done), warned(&checked));
    assert_eq!(units(&admin).await, expected.received_units_when_run);
    each_has_its_reason(&admin, &done, &expected).await;

    let expired = admin.get(&format!("{STOCKS}?search=L2")).await.data();
    assert_eq!(expired[0]["status"], "quarantine", "{expired}");
    let cream = admin.get(&format!("{STOCKS}?search=SKU-2")).await.data();
    assert_eq!(
        cream[0]["unit_cost"].as_str().map(|cost| cost.trim_end_matches('0')),
        Some("1234.56"),
        "{cream}"
    );
    a_refused_line_is_corrected(&admin, &done, expected.received_units_when_run).await;
}

/// The column that the file names, and the code of the reason.
async fn each_has_its_reason(admin: &Person, done: &Value, expected: &Expected) {
    let listed = admin.get(&path(done, "/refused_lines?per_page=100")).await.data();
    let told: BTreeMap<i64, (String, String)> = listed
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            let reason = &line["reasons"][0];
            let of = (text(&reason["column"]).to_owned(), text(&reason["code"]).to_owned());
            (line["line"].as_i64().unwrap(), of)
        })
        .collect();
    for line in &expected.lines {
        let found = told.get(&line.line);
        assert_eq!(found.is_some(), line.is_refused(), "line {}: {}", line.line, line.why);
        if let Some((column, _)) = found {
            assert!(line.why.starts_with(&format!("{column}:")), "line {}: {} {column}", line.line, line.why);
        }
    }
    let code = |line: i64| told[&line].1.as_str();
    assert_eq!([code(6), code(7)], ["import_not_whole", "import_must_be_positive"]);
    assert_eq!([code(9), code(10)], ["import_unknown_item", "import_unknown_place"]);
    assert_eq!([code(12), code(14), code(15)], ["import_unknown_item", "import_required", "import_required"]);
}

async fn a_refused_line_is_corrected(admin: &Person, done: &Value, before: i64) {
    let cells = json!([{ "column": "local", "value": "a-01-2" }]);
    let form = json!({ "lines": [{ "line": 10, "cells": cells }], "version": done["version"] });
    let corrected = admin.post(&path(done, "/corrections"), form).await.data();
    let [lines, taken, refused] = counted(done);
    assert_eq!(counted(&corrected), [lines, taken + 1, refused - 1], "{corrected}");
    assert_eq!(units(admin).await, before + 10);
}

#[tokio::test]
async fn a_lot_keeps_its_day_and_a_place_its_warehouse() {
    let app = TestApp::start().await;
    let admin = prepare(&app).await;
    let other = warehouse(&admin, "TWO").await;
    place(&admin, &other, "A-01-1", "storage").await;
    let file = "sku;lot;expiry date;qty;place;warehouse\n\
        SKU-1;L1;2027-12-31;3;A-01-1;TWO\n\
        sku-1;l1;2028-01-31;3;A-01-1;TWO\n\
        SKU-1;L1;;2;A-01-1;ONE\n\
        SKU-1;L1;;2;A-01-1;\n\
        SKU-2;L1;;2;A-01-2;ONE\n";
    let import = upload(&admin, file.as_bytes()).await;
    // Lines that the check only counts are known to the lines after it.
    let checked = ran(&app, &admin, &import, "/check").await;
    assert_eq!(counted(&checked), [5, 2, 3], "{checked}");
    let done = ran(&app, &admin, &import, "/process").await;
    assert_eq!(counted(&done), [5, 2, 3], "{done}");
    let listed = admin.get(&path(&done, "/refused_lines")).await.data();
    let codes: Vec<&str> =
        listed.as_array().unwrap().iter().map(|line| text(&line["reasons"][0]["code"])).collect();
    assert_eq!(codes, ["import_other_expiry", "import_place_in_several", "stock_item_without_lots"]);
    assert!(text(&listed[0]["reasons"][0]["message"]).contains("2027-12-31"), "{listed}");
    assert_eq!(listed[0]["reasons"][0]["params"]["other"], "2027-12-31");
    assert_eq!(units(&admin).await, 5);
}

#[tokio::test]
async fn a_file_of_goods_is_for_those_who_may_receive_goods() {
    let app = TestApp::start().await;
    let (admin, client) = (prepare(&app).await, app.client(ATLANTICO).await);
    let refused = client.upload(IMPORTS, ("file", "a.csv", FILE), &[]).await;
    assert_eq!(refused.status, 403);
    let import = upload(&admin, FILE).await;
    let id = text(&import["id"]);
    for other in ["shipment_imports", "client_imports"] {
        assert_eq!(admin.get(&format!("/api/{other}/{id}")).await.status, 404, "{other}");
    }
    let fields = admin.get(&format!("{IMPORTS}/fields")).await.data();
    assert!(fields.as_array().unwrap().iter().all(|field| field["part"] == "stock"), "{fields}");
    let cancelled = admin.post(&path(&import, "/cancel"), json!({})).await.data();
    assert_eq!((cancelled["status"].as_i64(), units(&admin).await), (Some(0), 0));
}

#[tokio::test]
async fn the_longest_code_of_a_place_is_read() {
    let app = TestApp::start().await;
    let admin = prepare(&app).await;
    let other = warehouse(&admin, "TWO").await;
    let code = format!("Z-{}", "9".repeat(30));
    place(&admin, &other, &code, "storage").await;
    let import = upload(&admin, format!("sku;qty;place\nSKU-2;3;{code}\n").as_bytes()).await;
    ran(&app, &admin, &import, "/check").await;
    let done = ran(&app, &admin, &import, "/process").await;
    assert_eq!(counted(&done), [1, 1, 0], "{done}");
}

#[tokio::test]
async fn goods_for_a_closed_warehouse_are_refused() {
    let app = TestApp::start().await;
    let admin = prepare(&app).await;
    let closed = warehouse(&admin, "TWO").await;
    place(&admin, &closed, "B-01-1", "storage").await;
    admin.post(&format!("/api/warehouses/{}/deactivate", text(&closed["id"])), json!({})).await.data();
    let import = upload(&admin, b"sku;qty;place\nSKU-2;3;B-01-1\nSKU-2;3;A-01-1\n").await;
    ran(&app, &admin, &import, "/check").await;
    let done = ran(&app, &admin, &import, "/process").await;
    assert_eq!(counted(&done), [2, 1, 1], "{done}");
    let listed = admin.get(&path(&done, "/refused_lines")).await.data();
    assert_eq!(listed[0]["reasons"][0]["code"], "stock_place_closed");
}

#[tokio::test]
async fn dates_with_two_meanings_are_asked() {
    let app = TestApp::start().await;
    let admin = prepare(&app).await;
    let file = "código;lote;validade;quantidade;local\nSKU-1;L1;03/04/2099;5;A-01-1\n";
    let import = upload(&admin, file.as_bytes()).await;
    assert_eq!(import["mapping"]["columns"][2]["date_order"], Value::Null, "{import}");
    let open = admin.post(&path(&import, "/check"), json!({})).await;
    assert_eq!(open.code_at("mapping.columns.2.date_order"), "import_ambiguous_dates");
    let mut mapping = import["mapping"].clone();
    mapping["columns"][2]["date_order"] = json!("month_first");
    let form = json!({ "mapping": mapping, "version": import["version"] });
    assert_eq!(admin.patch(&path(&import, ""), form).await.status, 200);
    ran(&app, &admin, &import, "/check").await;
    ran(&app, &admin, &import, "/process").await;
    let received = admin.get(&format!("{STOCKS}?search=L1")).await.data();
    assert_eq!(received[0]["expiration_date"], "2099-03-04");
}

/// Two uploads of the same file, which are checked.
async fn upload_twice(app: &TestApp, person: &Person, file: &[u8]) -> [Value; 2] {
    let both = [upload(person, file).await, upload(person, file).await];
    for import in &both {
        ran(app, person, import, "/check").await;
    }
    both
}

#[tokio::test]
async fn the_same_file_is_received_again_only_on_purpose() {
    let app = TestApp::start().await;
    let admin = prepare(&app).await;
    let [first, second] = upload_twice(&app, &admin, b"sku;qty;place\nSKU-2;3;A-01-1\n").await;
    // Nothing came in before, so that nothing is received once more.
    ran(&app, &admin, &first, "/process?again=true").await;
    let refused = admin.post(&path(&second, "/process"), json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "import_received_before".into()));
    assert_eq!(refused.json()["params"]["import_id"], first["id"]);
    assert!(text(&refused.json()["message"]).contains("estoque.csv"), "{}", refused.text());
    assert_eq!(units(&admin).await, 3);
    let again = ran(&app, &admin, &second, "/process?again=true").await;
    assert_eq!((again["status"].as_i64(), units(&admin).await), (Some(50), 6));
    let started = audited(&app, "stock_import.process").await;
    let before: Vec<&Value> = started.iter().map(|(_, _, facts)| &facts["received_before"]).collect();
    assert_eq!(before, [&Value::Null, &first["id"]], "the log tells what was received once more on purpose");
    assert!(started.iter().all(|(_, _, facts)| facts["task_id"].is_string()), "{started:?}");
    let other = upload(&admin, b"sku;qty;place\nSKU-2;4;A-01-1\n").await;
    ran(&app, &admin, &other, "/check").await;
    ran(&app, &admin, &other, "/process").await;
    assert_eq!(units(&admin).await, 10, "another file is not asked about");
}

#[tokio::test]
async fn one_of_two_imports_of_a_file_begins_at_once() {
    let app = TestApp::start().await;
    let admin = prepare(&app).await;
    let [one, two] = upload_twice(&app, &admin, b"sku;qty;place\nSKU-2;3;A-01-1\n").await;
    let (one, two) = (path(&one, "/process"), path(&two, "/process"));
    let calls = futures_util::future::join(admin.post(&one, json!({})), admin.post(&two, json!({})));
    let (one, two) = calls.await;
    let mut statuses = [one.status, two.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [202, 409]);
    app.run_processes().await;
    assert_eq!(units(&admin).await, 3);
}

#[tokio::test]
async fn a_file_of_which_nothing_came_in_can_be_uploaded_again() {
    let app = TestApp::start().await;
    let admin = prepare(&app).await;
    let [first, second] = upload_twice(&app, &admin, b"sku;qty;place\nSKU-2;3;B-01-1\n").await;
    let done = ran(&app, &admin, &first, "/process").await;
    assert_eq!(counted(&done), [1, 0, 1], "{done}");
    let other = warehouse(&admin, "TWO").await;
    place(&admin, &other, "B-01-1", "storage").await;
    ran(&app, &admin, &second, "/process").await;
    assert_eq!(units(&admin).await, 3);
}

/// Starts an import, and cancels its task before anything of it has come in. Returns the path of the task.
async fn interrupt(person: &Person, import: &Value) -> String {
    let task = person.post(&path(import, "/process"), json!({})).await.data();
    let task = format!("/api/background_tasks/{}", text(&task["id"]));
    person.post(&format!("{task}/cancel"), json!({})).await.data();
    assert_eq!(person.get(&path(import, "")).await.data()["status"], 60);
    task
}

#[tokio::test]
async fn an_interrupted_import_goes_on_without_a_question_about_its_own_goods() {
    // The worker was lost after the goods, and its task is gone.
    const LOSE: &str = "update shipment_imports set status = 40, task_id = null where id = $1::uuid";
    let app = TestApp::start().await;
    let admin = prepare(&app).await;
    let [import, _] = upload_twice(&app, &admin, b"sku;qty;place\nSKU-2;3;A-01-1\n").await;
    ran(&app, &admin, &import, "/process").await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query(LOSE).bind(text(&import["id"])).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(admin.get(&path(&import, "")).await.data()["status"], 60);
    let done = ran(&app, &admin, &import, "/process").await;
    assert_eq!((done["status"].as_i64(), units(&admin).await), (Some(50), 3), "{done}");
}

#[tokio::test]
async fn an_interrupted_import_of_which_nothing_came_in_is_not_asked_about() {
    let app = TestApp::start().await;
    let admin = prepare(&app).await;
    let [first, second] = upload_twice(&app, &admin, b"sku;qty;place\nSKU-2;3;A-01-1\n").await;
    let task = interrupt(&admin, &first).await;
    ran(&app, &admin, &second, "/process").await;
    assert_eq!(units(&admin).await, 3);
    // The other one has really received the goods, whichever way the first one goes on.
    for call in [path(&first, "/process"), format!("{task}/retry")] {
        let refused = admin.post(&call, json!({})).await;
        assert_eq!(
            (refused.status, refused.message_code()),
            (409, "import_received_before".into()),
            "{call}"
        );
        assert_eq!(refused.json()["params"]["import_id"], second["id"]);
    }
    let again = ran(&app, &admin, &first, "/process?again=true").await;
    assert_eq!((again["status"].as_i64(), units(&admin).await), (Some(50), 6));
}

#[tokio::test]
async fn an_interrupted_import_of_goods_is_started_again_by_its_task() {
    let app = TestApp::start().await;
    let admin = prepare(&app).await;
    let [first, second] = upload_twice(&app, &admin, b"sku;qty;place\nSKU-2;3;A-01-1\n").await;
    let task = interrupt(&admin, &first).await;
    assert_eq!(admin.post(&format!("{task}/retry"), json!({})).await.status, 202);
    let refused = admin.post(&path(&second, "/process"), json!({})).await;
    assert_eq!(refused.message_code(), "import_received_before", "the first one is at it again");
    app.run_processes().await;
    assert_eq!(units(&admin).await, 3);
}

//! Reports: their totals are those of the worked company, on the screen and in files; nobody sees more than in the lists.

mod acceptance;
mod case_company;
mod files;
mod outside;
mod rights;
pub mod schedules;
mod totals;

use chrono::{DateTime, Utc};
use poem::http::Method;
use serde_json::{Value, json};

use crate::isolation::document::Operation;
use crate::support::{PACIFIC, Person, TestApp};

/// The time zone of the worked company.
pub const ZONE: &str = "time_zone=America/Sao_Paulo";
pub const OCTOBER: &str = "from=2026-10-01&to=2026-10-31";

/// The worked company on the day of its figures.
async fn company() -> TestApp {
    let app = TestApp::start().await;
    let day: DateTime<Utc> = "2026-11-26T15:00:00Z".parse().unwrap();
    app.state.clock.advance(day - app.state.clock.now());
    case_company::load(&app).await;
    app
}

async fn admin(app: &TestApp) -> Person {
    app.admin(PACIFIC).await
}

async fn summary(person: &Person, report: &str, query: &str) -> Value {
    person.get(&format!("/api/reports/{report}/summary?{ZONE}&{query}")).await.data()
}

/// All rows of a report, page by page.
async fn all_rows(person: &Person, report: &str, query: &str) -> Vec<Value> {
    let mut rows = Vec::new();
    for page in 1.. {
        let path = format!("/api/reports/{report}?{ZONE}&per_page=100&page={page}&{query}");
        let answer = person.get(&path).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let found = answer.json()["data"].as_array().unwrap().clone();
        let is_last = found.len() < 100;
        rows.extend(found);
        if is_last {
            break;
        }
    }
    rows
}

/// The sum of a column by currency; the key is empty for what is no amount.
fn sums(group: &Value, column: &str) -> Value {
    let totals = group["totals"].as_array().unwrap().iter().filter(|total| total["column"] == column);
    totals
        .map(|total| (total["currency"].as_str().unwrap_or("").to_owned(), total["amount"].clone()))
        .collect()
}

/// Whether two objects of numbers are equal, however these are written.
fn assert_equal(found: &Value, expected: &Value, what: &str) {
    let numbers = |value: &Value| -> std::collections::BTreeMap<String, rust_decimal::Decimal> {
        let entries = value.as_object().unwrap_or_else(|| panic!("{what}: {value}")).iter();
        let number = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        entries.map(|(key, value)| (key.clone(), number(value).parse().unwrap())).collect()
    };
    assert_eq!(numbers(found), numbers(expected), "{what}");
}

/// The report that has such a filter.
fn report_with(reference: &str) -> &'static str {
    match reference {
        "warehouse_id" | "item_id" => "stocks",
        "price_table_id" => "price_table",
        _ => "shipments",
    }
}

/// Another's record in a filter of a report: as in a list, there are no rows of it.
pub async fn finds_nothing(person: &Person, operation: &Operation, reference: &str, theirs: &str) {
    let name = reference.rsplit('.').next().unwrap();
    let path = operation.path.replace("{report}", report_with(name));
    if operation.method == Method::GET {
        let answer = person.get(&format!("{path}?{name}={theirs}")).await;
        if answer.status == 403 {
            assert_eq!(name, "price_table_id", "{}", answer.text());
            return;
        }
        let found = answer.json();
        let rows =
            if found["meta"].is_object() { &found["meta"]["total"] } else { &found["data"]["whole"]["rows"] };
        assert_eq!(*rows, 0, "{name}: {}", answer.text());
    } else {
        let columns = json!([{ "column": "tracking_code", "heading": "Code" }]);
        let form = json!({ "query": { name: theirs }, "columns": columns, "format": "csv" });
        let answer = person.post(&path, form).await;
        assert!([202, 403, 422].contains(&answer.status), "{name}: {}", answer.text());
    }
}

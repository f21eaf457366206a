//! A file has the rows of the screen.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{Reader, Xlsx};
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};

use super::case_company::expected;
use super::{OCTOBER, admin, all_rows, assert_equal, company, summary, sums as screen_sums};
use crate::support::{Person, TestApp};

pub async fn export(app: &TestApp, person: &Person, report: &str, form: Value) -> Vec<u8> {
    let answer = person.post(&format!("/api/reports/{report}/export"), form).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    let task = answer.data();
    app.run_processes().await;
    let path = format!("/api/background_tasks/{}", task["id"].as_str().unwrap());
    let task = person.get(&path).await.data();
    assert!(task["failure"].is_null() && task["completed_at"].is_string(), "{task}");
    person.get(task["file"]["url"].as_str().unwrap()).await.body
}

/// The form with the parameters of a query.
pub fn form(query: &str, columns: &[&str], format: &str) -> Value {
    let mut fields = Map::new();
    fields.insert("time_zone".to_owned(), json!("America/Sao_Paulo"));
    for (name, value) in query.split('&').filter_map(|part| part.split_once('=')) {
        let value = if name == "include_inactive" { json!(value == "true") } else { json!(value) };
        fields.insert(name.to_owned(), value);
    }
    let headings: Vec<Value> =
        columns.iter().map(|column| json!({ "column": column, "heading": column })).collect();
    let facts = json!([{ "label": "Report", "text": "Shipments" }]);
    json!({ "query": fields, "columns": headings, "facts": facts, "rows_label": "Rows", "format": format })
}

/// Rows of a file without its headings.
pub fn lines(file: &[u8], format: &str) -> Vec<Vec<String>> {
    if format == "csv" {
        let text = std::str::from_utf8(file).unwrap().trim_start_matches('\u{feff}');
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        return reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
    }
    let mut book = Xlsx::new(Cursor::new(file)).unwrap();
    let sheet = book.worksheet_range_at(1).unwrap().unwrap();
    let rows: Vec<Vec<String>> =
        sheet.rows().skip(1).map(|row| row.iter().map(ToString::to_string).collect()).collect();
    let told = facts(file);
    assert!(told.contains(&("Report".to_owned(), "Shipments".to_owned())), "{told:?}");
    assert_eq!(told.last().map(|(label, _)| label.as_str()), Some("Rows"), "{told:?}");
    rows
}

/// The lines of the first sheet of a workbook.
pub fn facts(file: &[u8]) -> Vec<(String, String)> {
    let mut book = Xlsx::new(Cursor::new(file)).unwrap();
    let sheet = book.worksheet_range_at(0).unwrap().unwrap();
    sheet.rows().map(|row| (row[0].to_string(), row[1].to_string())).collect()
}

/// Sums of the first column by the currency in the second.
pub fn sums(lines: &[Vec<String>]) -> Value {
    let mut sums: BTreeMap<&str, Decimal> = BTreeMap::new();
    for line in lines.iter().filter(|line| !line[0].is_empty()) {
        *sums.entry(&line[1]).or_default() += line[0].parse::<Decimal>().unwrap();
    }
    sums.into_iter().map(|(currency, sum)| (currency.to_owned(), json!(sum.round_dp(4)))).collect()
}

#[tokio::test]
async fn files_have_the_totals_of_the_screen() {
    let app = company().await;
    let admin = admin(&app).await;
    let detailed = "detailed shipments: exports created in October 2026, Sao Paulo";
    let of_exports = format!("{OCTOBER}&direction=export");
    for format in ["csv", "xlsx"] {
        for (report, query, columns, figures) in [
            (
                "shipments",
                "",
                ["total", "total_currency"],
                expected("shipments: not cancelled, all time")["charged"].clone(),
            ),
            (
                "detailed_shipments",
                of_exports.as_str(),
                ["cost", "total_currency"],
                expected(detailed)["cost"].clone(),
            ),
            (
                "insurance",
                "",
                ["insurance", "total_currency"],
                expected("insurance: insured, confirmed, not cancelled")["premium"].clone(),
            ),
            (
                "stocks",
                "",
                ["stock_value", "currency"],
                json!({ "BRL": expected("stocks: now")["value_brl"] }),
            ),
        ] {
            let file = export(&app, &admin, report, form(query, &columns, format)).await;
            let lines = lines(&file, format);
            assert_equal(&sums(&lines), &figures, &format!("{report} {format}"));
            let counted = summary(&admin, report, query).await["whole"]["rows"].clone();
            assert_eq!(json!(lines.len()), counted);
            if format == "xlsx" {
                let said = ("Rows".to_owned(), counted.to_string());
                assert_eq!(facts(&file), [("Report".to_owned(), "Shipments".to_owned()), said]);
            }
        }
    }
}

#[tokio::test]
async fn files_of_the_insurance_report_end_with_the_loss_ratio_of_each_currency() {
    let app = company().await;
    let admin = admin(&app).await;
    let columns = ["insurance", "total_currency", "decided"];
    let whole = summary(&admin, "insurance", "").await["whole"].clone();
    let amount = |value: &Value| value.as_str().map_or(Decimal::ZERO, |text| text.parse().unwrap());
    let (premiums, granted) = (screen_sums(&whole, "insurance"), screen_sums(&whole, "decided"));
    let ratios = premiums.as_object().unwrap().iter().map(|(currency, premium)| {
        let percent = amount(&granted[currency]) * Decimal::ONE_HUNDRED / amount(premium);
        format!("Loss ratio: {currency} {} %", percent.round_dp(2).normalize())
    });
    let ratios: Vec<String> = ratios.collect();
    assert_eq!(ratios.len(), 3, "{whole}");
    for format in ["csv", "xlsx"] {
        let mut asked = form("", &columns, format);
        asked["ratio_label"] = json!("Loss ratio");
        let lines = lines(&export(&app, &admin, "insurance", asked).await, format);
        let (rows, foot) = lines.split_at(lines.len() - ratios.len());
        assert_eq!(json!(rows.len()), whole["rows"], "{format}");
        let foot: Vec<&str> = foot.iter().map(|line| line[0].as_str()).collect();
        assert_eq!(foot, ratios, "{format}");
    }
}

#[tokio::test]
async fn a_file_that_was_not_made_is_asked_for_anew_and_not_repeated_with_former_rights() {
    let app = company().await;
    let admin = admin(&app).await;
    let asked = form("", &["tracking_code"], "csv");
    let task = admin.post("/api/reports/shipments/export", asked).await.data();
    let path = format!("/api/background_tasks/{}", task["id"].as_str().unwrap());
    let cancelled = admin.post(&format!("{path}/cancel"), json!({})).await.data();
    assert_eq!(cancelled["failure"]["code"], "process_cancelled");
    assert_eq!(cancelled["can"]["retry"], false);
    let refused = admin.post(&format!("{path}/retry"), json!({})).await;
    assert_eq!((refused.status, refused.message_code().as_str()), (409, "process_not_retryable"));
}

#[tokio::test]
async fn the_screen_the_count_and_the_file_have_the_same_rows() {
    let app = company().await;
    let admin = admin(&app).await;
    for (report, query, column) in [
        ("shipments", "status=90,93", "tracking_code"),
        ("shipments", "include_inactive=true", "tracking_code"),
        ("shipments", "period=delivered_at&from=2026-10-10&to=2026-10-20", "tracking_code"),
        ("shipments", "country=br,cl&direction=import", "tracking_code"),
        ("detailed_shipments", "view=parcels", "tracking_code"),
        ("shipments_lacc", "from=2026-10-31&to=2026-10-31", "tracking_code"),
        ("detail_stock", "view=movements&from=2026-10-31&to=2026-11-01", "kind"),
        ("financial", "view=entries", "label"),
        ("financial", "view=margins&period=confirmed_at", "tracking_code"),
    ] {
        let shown = all_rows(&admin, report, &format!("{query}&columns={column}")).await;
        let shown: Vec<_> = shown.iter().map(|row| row["cells"][0].as_str().unwrap().to_owned()).collect();
        let file = export(&app, &admin, report, form(query, &[column], "csv")).await;
        let written: Vec<_> = lines(&file, "csv").into_iter().map(|mut line| line.remove(0)).collect();
        assert_eq!(written, shown, "{report} {query}");
        let counted = summary(&admin, report, query).await["whole"]["rows"].clone();
        assert_eq!(json!(shown.len()), counted, "{report} {query}");
        assert!(!shown.is_empty(), "{report} {query}");
    }
}

#[tokio::test]
async fn a_file_can_have_all_columns_of_its_report() {
    let app = company().await;
    let admin = admin(&app).await;
    for report in admin.get("/api/reports").await.data().as_array().unwrap() {
        for view in report["views"].as_array().unwrap() {
            let (report, view, columns) = (&report["key"], &view["key"], view["columns"].as_array().unwrap());
            let columns: Vec<&str> = columns.iter().map(|one| one["key"].as_str().unwrap()).collect();
            let asked = form(&format!("view={}", view.as_str().unwrap()), &columns, "csv");
            let path = format!("/api/reports/{}/export", report.as_str().unwrap());
            let answer = admin.post(&path, asked).await;
            assert_eq!(answer.status, 202, "{report} {view}: {} columns, {}", columns.len(), answer.text());
        }
    }
}

#[tokio::test]
async fn a_file_is_whole_while_rows_are_added() {
    const ADDED: usize = 8;
    let app = company().await;
    let admin = admin(&app).await;
    let before = all_rows(&admin, "shipments", "columns=tracking_code").await.len();
    let asked = form("", &["tracking_code"], "csv");
    let task = admin.post("/api/reports/shipments/export", asked).await.data();
    let add = async {
        for _ in 0..ADDED {
            admin.post("/api/shipments", json!({})).await.data();
        }
    };
    tokio::join!(app.run_processes(), add);
    let task = admin.get(&format!("/api/background_tasks/{}", task["id"].as_str().unwrap())).await.data();
    assert!(task["failure"].is_null() && task["completed_at"].is_string(), "{task}");
    let file = admin.get(task["file"]["url"].as_str().unwrap()).await.body;
    let written = lines(&file, "csv").len();
    assert!((before..=before + ADDED).contains(&written), "{written} of {before}");
}

#[tokio::test]
async fn a_name_that_looks_like_a_formula_is_text_in_a_file() {
    let app = company().await;
    let admin = admin(&app).await;
    let form = form("", &["client"], "csv");
    let file = export(&app, &admin, "shipments", form).await;
    let clients = lines(&file, "csv");
    assert!(clients.iter().any(|line| line[0] == "'=SUM(A1) Ltda"));
    assert!(clients.iter().all(|line| !line[0].starts_with('=')));
}

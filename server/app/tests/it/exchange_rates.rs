//! Dated rates of exchange: rows that never change.

use chrono::NaiveDate;
use serde_json::{Value, json};
use server_core::fx::{self, FxError};

use crate::support::{ATLANTICO, PACIFIC, TestApp};
use crate::users::audited;

fn rate(pair: [&str; 2], rate: &str, day: &str) -> Value {
    json!({ "from_currency": pair[0], "to_currency": pair[1], "rate": rate, "valid_from": day, "source": "PTAX" })
}

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

async fn factor(app: &TestApp, host: &str, pair: [&str; 2], on: &str) -> Result<String, FxError> {
    let mut tx = app.state.tenancy.begin(&app.tenant(host)).await.unwrap();
    let found = fx::rate(&mut tx, pair[0], pair[1], day(on)).await;
    tx.commit().await.unwrap();
    found.map(|rate| rate.factor.round_dp(6).normalize().to_string())
}

#[tokio::test]
async fn a_correction_is_a_later_row_and_the_newest_not_after_the_day_applies() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let at = "/api/exchange-rates";
    admin.post(at, rate(["USD", "BRL"], "5.40", "2026-05-01")).await.data();
    admin.post(at, rate(["USD", "BRL"], "5.45", "2026-05-01")).await.data();
    admin.post(at, rate(["usd", "brl"], "5.60", "2026-05-10")).await.data();
    admin.post(at, rate(["XDR", "USD"], "1.35", "2026-05-01")).await.data();
    let listed = staff.get(&format!("{at}?from_currency=USD")).await.data();
    let seen: Vec<_> = listed.as_array().unwrap().iter().map(|it| (&it["rate"], &it["replaced"])).collect();
    let (yes, no) = (json!(true), json!(false));
    let expected = [(json!("5.6"), &no), (json!("5.45"), &no), (json!("5.4"), &yes)];
    assert_eq!(seen, expected.iter().map(|(rate, replaced)| (rate, *replaced)).collect::<Vec<_>>());

    for (pair, on, expected) in [
        (["USD", "BRL"], "2026-05-09", "5.45"),
        (["USD", "BRL"], "2026-05-10", "5.6"),
        (["BRL", "USD"], "2026-05-10", "0.178571"),
        (["XDR", "USD"], "2026-12-31", "1.35"),
        (["EUR", "EUR"], "2020-01-01", "1"),
    ] {
        assert_eq!(factor(&app, ATLANTICO, pair, on).await.unwrap(), expected, "{pair:?} on {on}");
    }
    admin.post(at, rate(["EUR", "BRL"], "6.16", "2026-05-10")).await.data();
    assert_eq!(factor(&app, ATLANTICO, ["EUR", "USD"], "2026-05-10").await.unwrap(), "1.1", "through reais");
    let early = factor(&app, ATLANTICO, ["USD", "BRL"], "2026-04-30").await;
    assert!(matches!(early, Err(FxError::NoRate { .. })));
    let there = factor(&app, PACIFIC, ["USD", "BRL"], "2026-05-10").await;
    assert!(matches!(there, Err(FxError::NoRate { .. })), "rates are the company's own");
    assert_eq!(audited(&app, "exchange_rate.create").await.len(), 5);
}

#[tokio::test]
async fn a_file_is_imported_whole_or_not_at_all() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let import = "/api/exchange-rates/import";
    let file = |csv: &str| json!({ "csv": csv });
    let wrong = "from,to,rate,date\nUSD,BRL,5.1,2026-05-12\nUSD,ZZZ,5.1,2026-05-12\nUSD,BRL,0,2026-05-13\n\
                 USD,BRL,5.2,2026-05-12\n";
    let refused = admin.post(import, file(wrong)).await;
    let told = ["lines.3.to_currency", "lines.4.rate", "lines.5.valid_from"].map(|at| refused.code_at(at));
    assert_eq!(told, ["unknown_option", "above_zero", "taken"]);
    assert_eq!(admin.get("/api/exchange-rates").await.json()["meta"]["total"], json!(0));

    let right = "data;de;para;taxa;fonte\n2026-05-12;USD;BRL;5,1;PTAX\n2026-05-12;EUR;BRL;6,0;PTAX\n";
    let counts = |added: i64, unchanged: i64| json!({ "added": added, "unchanged": unchanged });
    assert_eq!(admin.post(import, file(right)).await.data(), counts(2, 0));
    assert_eq!(admin.post(import, file(right)).await.data(), counts(0, 2));
    assert_eq!(admin.post(import, file("from,to,rate,date\n")).await.code_at("csv"), "import_empty");
    assert_eq!(admin.post(import, file("a,b\n")).await.code_at("csv"), "columns_missing");
    assert_eq!(staff.post(import, file(right)).await.status, 403);
    assert_eq!(app.client(ATLANTICO).await.get("/api/exchange-rates").await.status, 403);
}

#[tokio::test]
async fn errors_of_a_rate_are_reported_at_their_fields() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let wrong = admin.post("/api/exchange-rates", rate(["USD", "USD"], "-1", "2060-01-01")).await;
    let told = ["to_currency", "rate", "valid_from"].map(|field| wrong.code_at(field));
    assert_eq!(told, ["same_currency", "above_zero", "not_a_date"]);
    let fine = admin.post("/api/exchange-rates", rate(["USD", "BRL"], "5.123456789", "2026-01-01")).await;
    assert_eq!(fine.code_at("rate"), "too_many_decimals");
}

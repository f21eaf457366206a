//! Sheets in and out, assignments, and the statements of a quote.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use tracing_subscriber::layer::SubscriberExt;

use super::{brazil, edit, form, id, import, import_as, publish, read_again, rules, sheet, table};
use crate::support::{ATLANTICO, Person, TestApp};

#[tokio::test]
async fn a_sheet_is_tried_before_it_is_taken_and_gives_itself_back() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (_, draft) = table(&admin, form("USPS", "sell")).await;
    let usps = sheet("usps-pmi-2026-07-12.csv");
    let tried = import(&admin, &draft, ("usps.csv", &usps), true).await.data();
    assert_eq!((&tried["taken"], &tried["errors"]), (&json!(false), &json!(0)));
    assert_eq!(tried["comparison"]["summary"]["cells_added"], tried["read"]);
    assert_eq!(read_again(&admin, &draft).await["version"], draft["version"], "nothing is written");
    import(&admin, &draft, ("usps.csv", &usps), false).await.data();
    let stale = import(&admin, &draft, ("usps.csv", &usps), false).await;
    assert_eq!(stale.message_code(), "stale_version");

    let draft = read_again(&admin, &draft).await;
    for query in
        ["format=csv&form=grid", "format=xlsx&form=grid", "format=xlsx&form=cells", "format=csv&form=cells"]
    {
        let path = format!("/api/price_table_versions/{}/export?{query}", id(&draft));
        let file = admin.get(&path).await;
        assert_eq!(file.status, 200, "{query}");
        let name = if query.contains("csv") { "a.csv" } else { "a.xlsx" };
        let back = import(&admin, &draft, (name, &file.body), true).await.data();
        let summary = &back["comparison"]["summary"];
        let changed = ["cells_added", "cells_removed", "cells_raised", "cells_lowered", "cells_otherwise"];
        assert!(changed.iter().all(|name| summary[name] == 0), "{query}: {back}");
        assert_eq!(summary["cells_unchanged"], tried["read"], "{query}");
    }
    let wrong = import(&admin, &draft, ("a.csv", b"lb,A,B\n1,10,x1\n2,20,30\n"), false).await;
    assert_eq!(wrong.message_code(), "price_sheet_has_errors");
    let tried = import(&admin, &draft, ("a.csv", b"lb,A,B\n1,10,x1\n2,20,30\n"), true).await.data();
    let place = (&tried["findings"][0]["row"], &tried["findings"][0]["column"]);
    assert_eq!(place, (&json!(2), &json!(3)));
    let nothing = ("a.csv", b"name,town\nAna,Recife\n".as_slice());
    let tried = import(&admin, &draft, nothing, true).await.data();
    assert_eq!(
        (&tried["findings"][0]["code"], &tried["rows"][1][1]),
        (&json!("no_prices"), &json!("Recife"))
    );
    let empty = import(&admin, &draft, nothing, false).await;
    assert_eq!(empty.code_at("file"), "price_sheet_without_prices");
    assert_eq!(read_again(&admin, &draft).await["version"], draft["version"], "the draft keeps what it has");
}

#[tokio::test]
async fn a_sheet_is_read_as_a_person_says_and_the_answer_tells_what_was_understood() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (_, draft) = table(&admin, form("PERKG", "sell")).await;
    let rates = b"Weight up to lb,Zone A per lb,Transit days\n45,4.125,3\n100,3.875,4\n".as_slice();
    let tried = import(&admin, &draft, ("rates.csv", rates), true).await.data();
    assert_eq!(codes(&tried), ["column_ignored", "number_format_unclear"]);
    assert_eq!(tried["reading"]["decimal_mark"], Value::Null, "a person must say it");
    let refused = import(&admin, &draft, ("rates.csv", rates), false).await;
    assert_eq!(refused.message_code(), "price_sheet_has_errors");

    let reading = json!({
        "decimal_mark": "dot", "parts": [{ "number": 2, "role": "per_unit", "zone": "Near" }],
    });
    let tried = import_as(&admin, &draft, ("rates.csv", rates), true, &reading).await.data();
    assert_eq!((&tried["errors"], &tried["form"]), (&json!(0), &json!("grid")));
    let zones: Vec<_> =
        tried["reading"]["parts"].as_array().unwrap().iter().map(|part| &part["zone"]).collect();
    assert_eq!(zones, [&Value::Null, &json!("Near")]);
    assert_eq!(tried["samples"][0]["prices"][0], json!({ "zone": "Near", "amount": "185.63" }));
    let taken = import_as(&admin, &draft, ("rates.csv", rates), false, &reading).await.data();
    assert_eq!((&taken["taken"], &taken["read"]), (&json!(true), &json!(2)));

    let draft = read_again(&admin, &draft).await;
    let heavier = b"Weight from,Weight to,Near per lb\n100,200,3.50\n200,300,3.25\n".as_slice();
    let tried = import(&admin, &draft, ("more.csv", heavier), true).await.data();
    assert_eq!((&tried["reading"]["bands"], codes(&tried)), (&json!("add"), vec!["adds"]));
    assert_eq!(tried["comparison"]["summary"]["cells_removed"], 0);
    let wrong = json!({ "parts": [{ "number": 0, "role": "price" }] });
    assert_eq!(import_as(&admin, &draft, ("more.csv", heavier), true, &wrong).await.status, 422);
}

#[tokio::test]
async fn a_guide_of_a_carrier_comes_in_with_its_matrix_of_countries() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (_, draft) = table(&admin, form("GUIDE", "sell")).await;
    let guide = sheet("invented-guide-lb.csv");
    let tried = import(&admin, &draft, ("guide.csv", &guide), true).await.data();
    assert_eq!(codes(&tried), ["note_ignored", "last_band_flat", "row_skipped"], "{tried}");
    assert_eq!((&tried["form"], &tried["errors"], &tried["read"]), (&json!("grid"), &json!(0), &json!(17)));
    import(&admin, &draft, ("guide.csv", &guide), false).await.data();

    let draft = read_again(&admin, &draft).await;
    let matrix = b"Country,Zone 2,Zone 3\nCanada,x,\nMexico,,x\n".as_slice();
    let tried = import(&admin, &draft, ("zones.csv", matrix), true).await.data();
    let parts = tried["reading"]["parts"].as_array().unwrap().iter();
    let parts: Vec<_> = parts.map(|part| (&part["number"], &part["role"], &part["zone"])).collect();
    let [country, zone, first, second] = ["country", "zone", "Zone 2", "Zone 3"].map(|text| json!(text));
    let expected =
        [(&json!(1), &country, &Value::Null), (&json!(2), &zone, &first), (&json!(3), &zone, &second)];
    assert_eq!((&tried["form"], &parts[..]), (&json!("places"), &expected[..]));
    let again = import_as(&admin, &draft, ("zones.csv", matrix), true, &tried["reading"]).await.data();
    assert_eq!((&again["read"], &again["reading"]), (&json!(2), &tried["reading"]));
}

#[tokio::test]
async fn prices_whose_number_format_has_another_currency_are_refused() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (_, draft) = table(&admin, form("EURO", "sell")).await;
    let book = |format: &str| {
        let mut book = rust_xlsxwriter::Workbook::new();
        let sheet = book.add_worksheet();
        let price = rust_xlsxwriter::Format::new().set_num_format(format);
        for (column, name) in (0..).zip(["Weight (lb)", "Zone A", "Zone B"]) {
            sheet.write_string(0, column, name).unwrap();
        }
        for (row, weight) in (1..).zip([1.0, 2.0]) {
            sheet.write_number(row, 0, weight).unwrap();
            sheet.write_number_with_format(row, 1, weight * 9.5, &price).unwrap();
            sheet.write_number_with_format(row, 2, weight * 10.0, &price).unwrap();
        }
        book.save_to_buffer().unwrap()
    };
    let euros = import(&admin, &draft, ("a.xlsx", &book("#,##0.00\\ [$€-407]")), true).await.data();
    assert_eq!((&euros["errors"], &euros["read"]), (&json!(5), &json!(0)), "{euros}");
    assert_eq!(codes(&euros)[..4], ["other_currency"; 4]);
    assert_eq!(euros["rows"][1][1].as_str().unwrap().trim_end_matches('\u{200b}'), "€ 9.5");
    let dollars = import(&admin, &draft, ("a.xlsx", &book("[$$-409]#,##0.00")), true).await.data();
    assert_eq!((&dollars["errors"], &dollars["read"]), (&json!(0), &json!(4)), "{dollars}");
}

#[tokio::test]
async fn places_of_a_sheet_belong_to_the_zones_of_its_prices_by_any_name() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let prices = "Weight lb,Zone A,Zone B\n1,10.00,12.00\n2,13.00,15.00\n";
    let places = "Zone,Countries\nA,\"Germany, France\"\nB,USA\n";
    for (code, sheet) in [("AFTER", format!("{prices}\n{places}")), ("BEFORE", format!("{places}\n{prices}"))]
    {
        let (_, draft) = table(&admin, form(code, "sell")).await;
        let taken = import(&admin, &draft, ("a.csv", sheet.as_bytes()), false).await.data();
        assert_eq!((&taken["taken"], &taken["read"]), (&json!(true), &json!(7)), "{taken}");
        let grid = admin.get(&format!("/api/price_table_versions/{}/grid", id(&draft))).await.data();
        let zones = grid["zones"].as_array().unwrap().iter();
        let found: Vec<_> = zones
            .map(|zone| (zone["code"].as_str().unwrap(), zone["places"].as_array().unwrap().len()))
            .collect();
        assert_eq!(found, [("Zone A", 2), ("Zone B", 1)], "{code}");
    }
    let (_, draft) = table(&admin, form("EACH", "sell")).await;
    let each =
        b"Country,Zone,Weight lb,Price\nGermany,A,1,10.00\nGermany,A,2,12.00\nUSA,B,1,20.00\nUSA,B,2,30.00\n";
    let tried = import(&admin, &draft, ("a.csv", each.as_slice()), true).await.data();
    assert_eq!(
        (&tried["errors"], &tried["comparison"]["summary"]["cells_added"]),
        (&json!(0), &json!(4)),
        "{tried}"
    );
    assert_eq!(tried["samples"][0]["prices"][1], json!({ "zone": "B", "amount": "20" }));
}

#[tokio::test]
async fn a_destination_with_two_rows_of_rates_is_told_and_never_taken() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (_, draft) = table(&admin, json!({
        "code": "TWICE", "title": "Twice", "kind": "sell", "currency": "USD", "weight_unit": "kg", "size_unit": "cm",
    }))
    .await;
    let rates = b"To,N,+45,+100\nFRA,6.20,4.80,4.10\nFRA,5.20,4.70,4.00\n".as_slice();
    let tried = import(&admin, &draft, ("rates.csv", rates), true).await.data();
    assert_eq!((&tried["errors"], codes(&tried)), (&json!(1), vec!["repeated_cell"]));
    let refused = import(&admin, &draft, ("rates.csv", rates), false).await;
    assert_eq!(refused.message_code(), "price_sheet_has_errors");
    let left_out = json!({ "left_out": [3] });
    let taken = import_as(&admin, &draft, ("rates.csv", rates), false, &left_out).await.data();
    assert_eq!((&taken["taken"], &taken["read"]), (&json!(true), &json!(3)));
}

#[tokio::test]
async fn a_weight_across_that_cannot_be_read_is_left_out() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (_, draft) = table(&admin, json!({
        "code": "ACROSS", "title": "Across", "kind": "sell", "currency": "USD", "weight_unit": "kg", "size_unit": "cm",
    }))
    .await;
    let rates =
        b"Zone,1 kg,2 kg,call us,5 kg\nA,10.00,12.00,13.00,15.00\nB,11.00,13.00,14.00,16.00\n".as_slice();
    let tried = import(&admin, &draft, ("rates.csv", rates), true).await.data();
    assert_eq!((&tried["form"], codes(&tried)), (&json!("across"), vec!["unreadable_weight"]), "{tried}");
    assert_eq!(tried["findings"][0]["column"], 4);
    let left_out = json!({ "left_out_columns": [4] });
    let taken = import_as(&admin, &draft, ("rates.csv", rates), false, &left_out).await.data();
    assert_eq!((&taken["taken"], &taken["read"], &taken["errors"]), (&json!(true), &json!(6), &json!(0)));
    assert_eq!(taken["reading"]["left_out_columns"], json!([4]));
}

fn codes(result: &Value) -> Vec<&str> {
    let findings = result["findings"].as_array().unwrap();
    findings.iter().map(|finding| finding["code"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_clients_own_table_goes_before_all_others_and_a_quote_needs_few_statements() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (sell, draft) = table(&admin, form("HOUSE", "sell")).await;
    let change = json!({
        "zones": [{ "code": "BR", "places": [{ "country_id": 32 }] }], "bands": ["10"],
        "cells": [{ "zone": "BR", "up_to": "10", "amount": "20" }],
        "surcharges": [{
            "code": "COLLECT", "seq": 1, "basis": "fixed", "lines": [], "amount": "7", "taxable": true,
            "conditions": [{
                "kind": "origin_in", "areas": [{ "country_id": 32, "postcode_from": "69", "postcode_to": "69" }],
            }],
        }],
    });
    edit(&admin, &draft, change).await.data();
    rules(&admin, &draft, json!({ "valid_from": "2026-01-01" })).await;
    publish(&admin, &draft, true).await.data();
    let simulate = format!("/api/price_tables/{}/simulate", id(&sell));
    let first = admin.post(&simulate, brazil("3")).await.data();
    assert_eq!(first["refused"][0]["code"], "insurance_not_offered");
    let mut shipment = brazil("3");
    shipment["insured_value"] = Value::Null;
    assert_eq!(admin.post(&simulate, shipment.clone()).await.data()["total"]["amount"], "20");
    surcharges_follow_the_origin(&admin, &simulate, &shipment).await;
    let statements = Statements::count(async || {
        admin.post(&simulate, shipment.clone()).await.data();
    })
    .await;
    assert!((1..=14).contains(&statements), "{statements} statements for one simulation");
    let heavy = admin.post(&simulate, brazil("11")).await.data();
    let refused = &heavy["refused"][0];
    assert_eq!((&refused["code"], &refused["limit"]["value"]), (&json!("over_weight"), &json!("10")));

    let client = admin.get("/api/clients/select").await.data()[0]["id"].clone();
    for (scope, field) in [("client", "client_id"), ("partner", "partner_id"), ("service", "service_id")] {
        let form = json!({ "scope": scope, "sell_table_id": sell["id"], "valid_from": "2026-01-01" });
        assert_eq!(admin.post("/api/price_assignments", form).await.code_at(field), "required");
    }
    let own = json!({ "scope": "client", "client_id": client, "sell_table_id": sell["id"], "valid_from": "2026-01-01" });
    let own = admin.post("/api/price_assignments", own).await.data();
    assert_eq!((&own["sell_table_title"], &own["cost_table_title"]), (&sell["title"], &Value::Null));
    let ended = json!({ "version": own["version"], "valid_to": "2026-06-30" });
    let path = format!("/api/price_assignments/{}", id(&own));
    assert_eq!(admin.patch(&path, ended).await.data()["valid_to"], "2026-06-30");
    let listed = admin.get("/api/price_assignments?on=2026-07-01").await.data();
    assert_eq!(listed, json!([]));
    assert_eq!(admin.delete(&path).await.status, 200);
}

/// Goods are collected in a remote area.
async fn surcharges_follow_the_origin(admin: &Person, simulate: &str, shipment: &Value) {
    for (origin, total) in [
        (json!({ "country_id": 32, "postcode": "69005-010" }), "27"),
        (json!({ "country_id": 32, "postcode": "01310-100" }), "20"),
        (json!({ "country_id": 238, "postcode": "69005" }), "20"),
    ] {
        let mut asked = shipment.clone();
        asked["origin"] = origin;
        assert_eq!(admin.post(simulate, asked.clone()).await.data()["total"]["amount"], total, "{asked}");
    }
    let mut wrong = shipment.clone();
    wrong["origin"] = json!({ "country_id": 32, "postcode": "ABC" });
    assert_eq!(admin.post(simulate, wrong).await.code_at("origin.postcode"), "invalid_postcode");
}

/// Counts the statements that are sent to Postgres.
#[derive(Clone, Default)]
pub struct Statements(Arc<AtomicUsize>);

impl Statements {
    pub async fn count(work: impl AsyncFn()) -> usize {
        let counted = Self::default();
        let subscriber = tracing_subscriber::registry().with(counted.clone());
        let guard = tracing::subscriber::set_default(subscriber);
        work().await;
        drop(guard);
        counted.0.load(Ordering::Relaxed)
    }
}

impl<S: tracing::Subscriber> tracing_subscriber::Layer<S> for Statements {
    fn on_event(&self, event: &tracing::Event<'_>, _: tracing_subscriber::layer::Context<'_, S>) {
        if event.metadata().target() == "sqlx::query" {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

//! Totals of the worked company.

use serde_json::{Value, json};

use super::case_company::expected;
use super::{OCTOBER, admin, all_rows, assert_equal, company, summary, sums};
use crate::prices;
use crate::support::{ATLANTICO, Person, TestApp};

/// The number of rows of each group.
fn rows_of_groups(summary: &Value) -> Value {
    let groups = summary["groups"].as_array().unwrap().iter();
    groups.map(|group| (group["name"].as_str().unwrap().to_owned(), group["rows"].clone())).collect()
}

/// One number of each group, in a column that is no amount.
fn sums_of_groups(summary: &Value, column: &str) -> Value {
    let groups = summary["groups"].as_array().unwrap().iter();
    groups
        .map(|group| (group["name"].as_str().unwrap().to_owned(), sums(group, column)[""].clone()))
        .collect()
}

#[tokio::test]
async fn shipments_are_counted_by_local_months_and_priced_once() {
    let app = company().await;
    let admin = admin(&app).await;
    let expected = expected("shipments: not cancelled, all time");
    for (group, key) in [("status", "by_status"), ("month", "by_month_sao_paulo"), ("client", "by_client")] {
        let found = summary(&admin, "shipments", &format!("group_by={group}")).await;
        assert_equal(&rows_of_groups(&found), &expected[key], group);
        assert_eq!(found["whole"]["rows"], expected["rows"]);
        assert_equal(&sums(&found["whole"], "total"), &expected["charged"], "charged");
        assert_equal(&sums(&found["whole"], "parcels"), &json!({ "": expected["parcels"] }), "parcels");
        let grams = expected["declared_weight_g"].as_i64().unwrap();
        let kilograms = rust_decimal::Decimal::new(grams, 3);
        assert_equal(&sums(&found["whole"], "declared_weight"), &json!({ "": kilograms }), "weight");
    }
    let rows = all_rows(&admin, "shipments", "").await;
    assert_eq!(json!(rows.len()), expected["rows"]);
}

#[tokio::test]
async fn detailed_shipments_have_charges_costs_and_margins() {
    let app = company().await;
    let admin = admin(&app).await;
    let expected = expected("detailed shipments: exports created in October 2026, Sao Paulo");
    let query = format!("{OCTOBER}&direction=export");
    let found = summary(&admin, "detailed_shipments", &query).await;
    assert_eq!(found["whole"]["rows"], expected["rows"]);
    for (column, key) in [("total", "charged"), ("cost", "cost"), ("margin", "margin")] {
        assert_equal(&sums(&found["whole"], column), &expected[key], column);
    }
    let kilograms = rust_decimal::Decimal::new(expected["measured_weight_g"].as_i64().unwrap(), 3);
    assert_equal(&sums(&found["whole"], "measured_weight"), &json!({ "": kilograms }), "measured weight");
    for column in ["freight", "fuel", "insurance", "discount", "duty"] {
        let by_charge = expected["by_charge"].as_object().unwrap().iter();
        let own: Value = by_charge
            .filter_map(|(key, amount)| {
                let (currency, charge) = key.split_once('/').unwrap();
                (charge == column).then(|| (currency.to_owned(), amount.clone()))
            })
            .collect();
        assert_equal(&sums(&found["whole"], column), &own, column);
    }
}

#[tokio::test]
async fn rows_of_parcels_do_not_multiply_the_price() {
    let app = company().await;
    let admin = admin(&app).await;
    let charged = &expected("detailed shipments: exports created in October 2026, Sao Paulo")["charged"];
    let query = format!("{OCTOBER}&direction=export&view=parcels");
    let found = summary(&admin, "detailed_shipments", &query).await;
    assert_equal(&sums(&found["whole"], "total"), charged, "charged");
    let rows = all_rows(&admin, "detailed_shipments", &query).await;
    assert_eq!(json!(rows.len()), found["whole"]["rows"]);
    assert!(rows.len() > 44);
}

#[tokio::test]
async fn the_preset_has_destinations_in_latin_america() {
    let app = company().await;
    let admin = admin(&app).await;
    let expected = expected("LACC preset: destination in Latin America or the Caribbean");
    let found = summary(&admin, "shipments_lacc", "").await;
    assert_eq!(found["whole"]["rows"], expected["rows"]);
    assert_equal(&sums(&found["whole"], "total"), &expected["charged"], "charged");
    for (country, rows) in expected["by_country"].as_object().unwrap() {
        let of_country = summary(&admin, "shipments_lacc", &format!("country={country}")).await;
        assert_eq!(of_country["whole"]["rows"], *rows, "{country}");
    }
}

#[tokio::test]
async fn wallets_open_and_close_at_local_midnight() {
    let app = company().await;
    let admin = admin(&app).await;
    let expected = expected("financial: wallets, October 2026, Sao Paulo");
    let found = summary(&admin, "financial", &format!("{OCTOBER}&group_by=client")).await;
    let columns = [
        ("opening", "opening"),
        ("closing", "closing"),
        ("deposits", "deposit"),
        ("charges", "charge"),
        ("refunds", "refund"),
        ("adjustments", "adjustment"),
        ("invoice_payments", "invoice_paid"),
    ];
    for group in found["groups"].as_array().unwrap() {
        for (column, key) in columns {
            for (currency, amount) in sums(group, column).as_object().unwrap() {
                let wallet = format!("{currency}/{}", group["name"].as_str().unwrap());
                let known = &expected[&wallet][key];
                assert_equal(&json!({ "": amount }), &json!({ "": known }), &format!("{wallet} {key}"));
            }
        }
    }
    assert_eq!(found["whole"]["rows"], expected.as_object().unwrap().len());
}

#[tokio::test]
async fn insured_shipments_have_their_premiums() {
    let app = company().await;
    let admin = admin(&app).await;
    let expected = expected("insurance: insured, confirmed, not cancelled");
    let found = summary(&admin, "insurance", "").await;
    assert_eq!(found["whole"]["rows"], expected["rows"]);
    assert_equal(&sums(&found["whole"], "insured_value"), &expected["insured"], "insured");
    assert_equal(&sums(&found["whole"], "insurance"), &expected["premium"], "premium");
}

#[tokio::test]
async fn insured_shipments_have_their_claims() {
    let app = company().await;
    let admin = admin(&app).await;
    let expected = expected("insurance: insured, confirmed, not cancelled");
    let found = summary(&admin, "insurance", "group_by=claim_state").await;
    let mut states = rows_of_groups(&found);
    states.as_object_mut().unwrap().retain(|state, _| !state.is_empty());
    assert_equal(&states, &expected["claims_by_state"], "claims by state");
    assert_equal(&sums(&found["whole"], "claimed"), &expected["claimed"], "claimed");
    let paid = found["groups"].as_array().unwrap().iter().find(|group| group["name"] == "paid").unwrap();
    assert_equal(&sums(paid, "decided"), &expected["paid"], "paid");
    let columns = "columns=tracking_code,claim,claim_state";
    let rows = all_rows(&admin, "detailed_shipments", columns).await;
    let claimed = rows.iter().filter(|row| row["cells"][1] != "").count();
    assert_eq!(claimed, 13);
    let of_first = rows.iter().find(|row| row["cells"][0] == "T0003").unwrap();
    assert_eq!((&of_first["cells"][1], &of_first["cells"][2]), (&json!("CL-1"), &json!("open")));
}

#[tokio::test]
async fn stocks_have_their_units_and_values() {
    let app = company().await;
    let admin = admin(&app).await;
    let now = expected("stocks: now");
    let columns = "columns=sku,on_hand,expired,stock_value,currency";
    let found = summary(&admin, "stocks", &format!("{columns}&group_by=sku")).await;
    assert_eq!(found["whole"]["rows"], now["rows"]);
    assert_equal(&sums_of_groups(&found, "on_hand"), &now["on_hand_by_product"], "on hand");
    assert_equal(&sums(&found["whole"], "stock_value"), &json!({ "BRL": now["value_brl"] }), "value");
    assert_equal(&sums(&found["whole"], "expired"), &json!({ "": now["expired_on_2026_11_26"] }), "expired");
    let query = "columns=sku,removed_in_period&group_by=sku&include_inactive=true";
    let found = summary(&admin, "stocks", query).await;
    let removed = expected("stocks: removed items, all time");
    assert_equal(&sums_of_groups(&found, "removed_in_period"), &removed, "removed");
}

#[tokio::test]
async fn goods_come_and_go_between_opening_and_closing() {
    let app = company().await;
    let admin = admin(&app).await;
    let expected = expected("detailed stock: October 2026, Sao Paulo");
    let found = summary(&admin, "detail_stock", OCTOBER).await;
    let columns = [
        ("opening_units", "opening"),
        ("units_in", "in"),
        ("units_out", "out"),
        ("closing_units", "closing"),
    ];
    assert_eq!(found["whole"]["rows"], expected["rows"]);
    for (column, key) in columns {
        assert_equal(&sums(&found["whole"], column), &json!({ "": expected["sums"][key] }), key);
    }
    let query = format!("{OCTOBER}&columns=sku,lot,place,opening_units,units_in,units_out,closing_units");
    for row in all_rows(&admin, "detail_stock", &query).await {
        let cell = |at: usize| row["cells"][at].as_str().unwrap();
        let line = format!("{}/{}@{}", cell(0), cell(1), cell(2));
        let found: Value =
            columns.iter().zip(3..).map(|((_, key), at)| ((*key).to_owned(), json!(cell(at)))).collect();
        assert_equal(&found, &expected["lines"][&line], &line);
    }
}

#[tokio::test]
async fn cells_of_a_tariff_are_all_there_before_and_after_it_is_published() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (table, draft) = prices::dhl_draft(&admin, "DHL-REPORT", "sell").await;
    let columns =
        "zone,zone_members,from_weight,up_to_weight,weight_unit,method,amount,currency,zone_minimum";
    let of_table = format!("price_table_id={}&columns={columns}", prices::id(&table));
    let of_drafts = format!("{of_table}&include_inactive=true");
    check_tariff(&admin, &of_drafts).await;
    let drafted = all_rows(&admin, "price_table", &of_drafts).await;
    assert_eq!(all_rows(&admin, "price_table", &of_table).await, Vec::<Value>::new());

    prices::fuel(&admin, "DHL", "2026-01-05", "30").await.data();
    prices::publish(&admin, &draft, true).await.data();
    check_tariff(&admin, &of_table).await;
    assert_eq!(all_rows(&admin, "price_table", &of_table).await, drafted);
}

/// The sums of a tariff and of its zones.
async fn check_tariff(admin: &Person, query: &str) {
    let path = format!("/api/reports/price_table/summary?{query}&group_by=zone");
    let found = admin.get(&path).await.data();
    let tariff = expected("price table: cells of published tariffs")["dhl-us-export-2026.csv"].clone();
    assert_eq!(found["whole"]["rows"], tariff["cells"], "{query}");
    let sum = sums(&found["whole"], "amount");
    assert_equal(&json!({ "": sum["USD"] }), &json!({ "": tariff["sum"] }), "sum");
    let of_zones = found["groups"].as_array().unwrap();
    assert_eq!(of_zones.len(), tariff["by_column"].as_object().unwrap().len());
    for group in of_zones {
        let letter = group["name"].as_str().unwrap().chars().last().unwrap();
        let known = &tariff["by_column"][format!("zone_{letter}_usd")];
        assert_equal(&json!({ "": sums(group, "amount")["USD"] }), &json!({ "": known }), "zone");
    }
}

#[tokio::test]
async fn a_filter_that_a_report_does_not_have_is_refused_at_its_field() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    for (report, query, field) in [
        ("shipments", "warehouse_id=0199d3c2-7c1a-7000-8000-000000000001", "warehouse_id"),
        ("shipments", "time_zone=Mars/Olympus", "time_zone"),
        ("shipments", "period=posted_at", "period"),
        ("shipments", "status=new", "status"),
        ("shipments", "from=2026-10-02&to=2026-10-01", "to"),
        ("shipments", "view=parcels", "view"),
        ("shipments", "columns=secret", "columns"),
        ("stocks", "country=BR", "country"),
        ("shipments", "country=BR,BRA", "country"),
        ("shipments", "direction=exports", "direction"),
    ] {
        let answer = admin.get(&format!("/api/reports/{report}?{query}")).await;
        assert_eq!(answer.status, 422, "{report} {query}: {}", answer.text());
        answer.code_at(field);
    }
    let turned = admin.get("/api/reports/shipments/summary?from=2026-10-02&to=2026-10-01").await;
    assert_eq!(turned.code_at("to"), "period_ends_before");
    let answer = admin.get("/api/reports/stocks/summary?group_by=month").await;
    assert_eq!(answer.code_at("group_by"), "unknown_option");
}

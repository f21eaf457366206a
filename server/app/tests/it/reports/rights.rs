//! Rows and columns follow the rights of the user.

use serde_json::{Value, json};
use server_core::settings::REVIEWS;

use super::{admin, all_rows, company};
use crate::money::{drafted, id};
use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, PACIFIC, TestApp};
use crate::users::audited;

/// The keys of all columns of all reports that a user sees.
fn columns(reports: &Value) -> Vec<String> {
    let views = reports.as_array().unwrap().iter().flat_map(|report| report["views"].as_array().unwrap());
    let columns = views.flat_map(|view| view["columns"].as_array().unwrap());
    columns.map(|column| column["key"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn without_the_right_to_costs_no_answer_has_any() {
    let app = company().await;
    let staff = app.staff(PACIFIC).await;
    let reports = staff.get("/api/reports").await.data();
    for hidden in ["cost", "margin", "margin_pct", "unit_cost", "stock_value", "cost_table", "insurer_cost"] {
        assert!(!columns(&reports).contains(&hidden.to_owned()), "{hidden}");
        let answer = staff.get(&format!("/api/reports/detailed_shipments?columns={hidden}")).await;
        assert_eq!(answer.code_at("columns"), "unknown_option", "{hidden}");
    }
    for path in ["detailed_shipments", "detailed_shipments/summary", "stocks", "insurance"] {
        let answer = staff.get(&format!("/api/reports/{path}?per_page=100")).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert!(!answer.text().contains("cost") && !answer.text().contains("margin"), "{path}");
    }
    let answer = staff.get("/api/reports/financial?view=margins").await;
    assert_eq!((answer.status, answer.message_code()), (403, "forbidden".to_owned()));
    let form = json!({
        "query": {}, "format": "csv", "columns": [{ "column": "cost", "heading": "Cost" }],
    });
    let answer = staff.post("/api/reports/detailed_shipments/export", form).await;
    assert_eq!(answer.code_at("columns"), "unknown_option");
    assert!(columns(&admin(&app).await.get("/api/reports").await.data()).contains(&"cost".to_owned()));
}

#[tokio::test]
async fn a_client_sees_its_own_rows_and_no_numbers_of_the_house() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let (other, own) = (created(&staff).await, created(&client).await);
    let rows = all_rows(&client, "shipments", "columns=tracking_code").await;
    let codes: Vec<&Value> = rows.iter().map(|row| &row["cells"][0]).collect();
    assert!(codes.contains(&&own["tracking_code"]) && !codes.contains(&&other["tracking_code"]));
    let reports = client.get("/api/reports").await.data();
    let keys: Vec<&Value> = reports.as_array().unwrap().iter().map(|report| &report["key"]).collect();
    assert!(!keys.contains(&&json!("price_table")), "{keys:?}");
    for hidden in ["bag", "mawb", "manifest", "delivery", "driver", "cost", "cod_due", "by", "actor"] {
        assert!(!columns(&reports).contains(&hidden.to_owned()), "{hidden}");
    }
    assert_eq!(client.get("/api/reports/price_table").await.status, 403);
}

#[tokio::test]
async fn a_report_of_what_a_flag_closes_does_not_exist() {
    let app = TestApp::start().await;
    app.switch(ATLANTICO, "stock", false).await;
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(admin.get("/api/reports/stocks").await.status, 404);
    let reports = admin.get("/api/reports").await.data();
    assert!(reports.as_array().unwrap().iter().all(|report| report["key"] != "stocks"));
}

#[tokio::test]
async fn an_export_is_in_the_audit_log() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let form = json!({
        "query": {}, "format": "xlsx", "columns": [{ "column": "tracking_code", "heading": "Code" }],
    });
    assert_eq!(admin.post("/api/reports/shipments/export", form).await.status, 202);
    let entries = audited(&app, "report.export").await;
    assert_eq!(entries[0].2, json!({ "report": "shipments", "format": "xlsx" }));
}

#[tokio::test]
async fn the_rating_and_the_payer_of_taxes_stand_in_the_detailed_report() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let mut form = complete(&client).await;
    form["incoterm"] = "DAP".into();
    let shipment = client.post("/api/shipments", form).await.data();
    crate::reviews::insert(&app, shipment["id"].as_str().unwrap(), "Quick").await;
    app.switch(ATLANTICO, REVIEWS, true).await;
    let columns = "columns=tracking_code,review,tax_payer";
    let rows = all_rows(&staff, "detailed_shipments", columns).await;
    let row = rows.iter().find(|row| row["cells"][0] == shipment["tracking_code"]).unwrap();
    assert_eq!((&row["cells"][1], &row["cells"][2]), (&json!("4"), &json!("recipient")));
    app.switch(ATLANTICO, REVIEWS, false).await;
    let answer = staff.get("/api/reports/detailed_shipments?columns=review").await;
    assert_eq!(answer.code_at("columns"), "unknown_option", "it is closed with the reviews");
}

#[tokio::test]
async fn an_entry_of_a_wallet_names_its_shipment_its_invoice_and_who_made_it() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let draft = drafted(&app, ATLANTICO).await;
    let path = format!("/api/invoices/{}/issue", id(&draft));
    let issued = admin.post(&path, json!({ "version": draft["version"] })).await.data();
    let columns = "kind,tracking_code,invoice,by";
    let query = format!("view=entries&client_id={}&columns={columns}", draft["client_id"].as_str().unwrap());
    let rows = all_rows(&admin, "financial", &query).await;
    let of = |kind: &str| rows.iter().map(|row| &row["cells"]).find(|cells| cells[0] == kind).unwrap();
    let name = admin.get("/api/profile").await.data()["name"].clone();
    assert_eq!(*of("invoice"), json!(["invoice", "", issued["number"], name]));
    let charge = of("shipment_confirmed");
    assert!(charge[1].as_str().is_some_and(|code| !code.is_empty()), "{charge}");
    assert_eq!((&charge[2], &charge[3]), (&issued["number"], &json!("")), "the server charged it");
    let answer = client.get("/api/reports/financial?view=entries&columns=by").await;
    assert_eq!(answer.code_at("columns"), "unknown_option", "clients see no names of staff");
}

//! Each call that the product is said to make, and each entry of its menu, exists and answers. The lists stand here, written off
//! by hand: a call that is renamed or taken away is missed.

use std::collections::BTreeSet;

use policy::MENU;
use serde_json::Value;

use crate::support::{ATLANTICO, TestApp};

/// Methods and paths of the calls, as the document of the API has them.
const CALLS: &str = "
    get /session-cookie
    post /login
    post /register
    post /register-social
    post /password/email
    post /password/reset
    post /logout
    get /user
    get /account
    patch /account/{id}
    patch /account-device/{id}
    delete /account-device/{id}
    post /account-password
    get /auxiliar/airports
    get /auxiliar/advanced_posts
    get /auxiliar/countries
    get /auxiliar/ddi
    get /auxiliar/currencies
    get /auxiliar/chargeable_currencies
    get /auxiliar/languages
    get /auxiliar/locales
    get /auxiliar/services
    get /auxiliar/packages
    get /auxiliar/shipment-events
    get /auxiliar/states/{country}
    get /auxiliar/cities/{state}
    get /auxiliar/postcode/{country}/{postcode}
    get /auxiliar/addresses
    get /timezones
    get /dashboard
    get /chart/{name}
    get /support_tickets
    get /support_tickets/{id}
    get /support_tickets/create
    get /support_tickets/{id}/edit
    post /support-tickets
    patch /support-tickets/{id}
    get /backoffice/support-subjects
    post /backoffice/support-subjects
    get /backoffice/support-subjects/{id}
    patch /backoffice/support-subjects/{id}
    delete /backoffice/support-subjects/{id}
    get /backoffice/support-subjects/select
    post /backoffice/support-ticket-address
    post /backoffice/support-ticket-address-options
    post /backoffice/support-tickets/{id}/close
    post /backoffice/support-tickets/{id}/archive
    post /backoffice/support-tickets/{id}/reply
    post /backoffice/support-tickets/{id}/append-recipient
    delete /backoffice/support-tickets/{id}
    get /backoffice/anvisa_solicita
    post /backoffice/anvisa_solicita
    get /backoffice/anvisa_solicita/{id}
    patch /backoffice/anvisa_solicita/{id}
    delete /backoffice/anvisa_solicita/{id}
    post /backoffice/anvisa_solicita/resend
    post /backoffice/anvisa_solicita/change-status
    get /notifications
    get /notifications/{id}/read
    get /notifications/{id}/unread
    get /notifications/all-read
    delete /notifications/{id}
    get /background_tasks
    get /background_tasks/{id}
    delete /background_tasks/{id}
    post /background_tasks/clear
    post /packages/{id}/activate
    post /packages/{id}/deactivate
    get /partner-configs/{a}/{b}
    post /partner-configs/{a}/{b}
    get /partner-address/{id}
    get /partners/{id}/partner_services
    post /partners/{id}/partner_services
    get /partners/{id}/partner_services/{service}
    patch /partners/{id}/partner_services/{service}
    delete /partners/{id}/partner_services/{service}
    post /price_tables/{id}/simulate
    get /tracking-events-select
    get /provider-warehouses/{id}
    post /order/{id}
    get /locale
    post /locale
    get /config
    get /profile
    get /domain";

/// Records with all of list, select, create, show, update and delete.
const RECORDS: [&str; 7] =
    ["clients", "packages", "partners", "price_tables", "tracking-events", "users", "warehouses"];

/// Second addresses, which the document does not have.
const OTHERS: [&str; 2] = ["/backoffice/support-tickets", "/backoffice/support-tickets/create"];

/// The entries of the side menu, each with the call that its screen begins with. Those after the reports are named in the texts of
/// the product only.
const ENTRIES: [(&str, &str); 30] = [
    ("dashboard", "/dashboard"),
    ("services", "/services"),
    ("bags", "/bags"),
    ("mawbs", "/mawbs"),
    ("pickups", "/shipment-pickups"),
    ("deliveries", "/shipment-deliveries"),
    ("shipments", "/shipments"),
    ("manifests", "/manifests"),
    ("tracking", "/tracking?codes=AT000000014BR"),
    ("stocks", "/stocks"),
    ("clients", "/clients"),
    ("packages", "/packages"),
    ("reports_shipments", "/reports/shipments"),
    ("reports_detailed_shipments", "/reports/detailed_shipments"),
    ("reports_stocks", "/reports/stocks"),
    ("reports_detail_stock", "/reports/detail_stock"),
    ("notifications", "/notifications"),
    ("reviews", "/reviews"),
    ("my_account", "/account"),
    ("support_tickets", "/support_tickets"),
    ("subsidiaries", "/subsidiaries"),
    ("partners", "/partners"),
    ("providers", "/providers"),
    ("tour", "/profile"),
    ("locales", "/locales"),
    ("currencies", "/currencies"),
    ("banks", "/banks"),
    ("integrations", "/api-tokens"),
    ("faq_questions", "/faq-questions"),
    ("uploads", "/uploads"),
];
/// Reports that are named in the texts of the product, with their entries.
const REPORTS: [(&str, &str); 4] = [
    ("reports_financial", "/reports/financial"),
    ("reports_insurance", "/reports/insurance"),
    ("reports_price_table", "/reports/price_table"),
    ("reports_shipments_lacc", "/reports/shipments_lacc"),
];

fn list_calls() -> Vec<(String, String)> {
    let calls = CALLS.lines().filter_map(|line| line.trim().split_once(' '));
    let mut calls: Vec<(String, String)> =
        calls.map(|(method, path)| (method.to_owned(), path.to_owned())).collect();
    for record in RECORDS {
        let all = [
            ("get", ""),
            ("post", ""),
            ("get", "/select"),
            ("get", "/{id}"),
            ("patch", "/{id}"),
            ("delete", "/{id}"),
        ];
        calls.extend(all.map(|(method, end)| (method.to_owned(), format!("/{record}{end}"))));
    }
    for (method, end) in [("get", ""), ("get", "/select"), ("get", "/{id}"), ("patch", "/{id}")] {
        calls.push((method.to_owned(), format!("/countries{end}")));
    }
    calls
}

#[test]
fn the_document_has_every_call_of_the_product() {
    let document = app::openapi::document();
    let has = |method: &str, path: &str| document["paths"][path][method].is_object();
    let calls = list_calls();
    let missing: Vec<_> = calls.iter().filter(|(method, path)| !has(method, path)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(calls.len() > 120);
}

#[tokio::test]
async fn every_call_of_the_product_that_only_reads_answers() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let state = admin.get("/api/auxiliar/states/BR").await.data()[0]["id"].to_string();
    for (_, path) in list_calls().into_iter().filter(|(method, _)| method == "get") {
        let path = match path.as_str() {
            "/auxiliar/states/{country}" => "/auxiliar/states/BR".to_owned(),
            "/auxiliar/cities/{state}" => format!("/auxiliar/cities/{state}"),
            "/auxiliar/addresses" => format!("{path}?search=Recife"),
            "/chart/{name}" => "/chart/shipments:last-twelve-months".to_owned(),
            _ if path.contains('{') => continue,
            _ => path,
        };
        let answer = admin.get(&format!("/api{path}")).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    }
    for path in
        OTHERS.map(str::to_owned).into_iter().chain(["/chart/support-tickets:current-month".to_owned()])
    {
        assert_eq!(admin.get(&format!("/api{path}")).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn every_entry_of_the_menu_of_the_product_is_there_and_its_screen_has_data() {
    let app = TestApp::start().await;
    let entries = || ENTRIES.iter().chain(&REPORTS);
    let known: BTreeSet<&str> = MENU.iter().map(|entry| entry.name).collect();
    let flags: BTreeSet<&str> = MENU.iter().filter_map(|entry| entry.flag).collect();
    for flag in flags {
        app.switch(ATLANTICO, flag, true).await;
    }
    app.state.settings.forget(&app.tenant(ATLANTICO)).await;
    let admin = app.admin(ATLANTICO).await;
    let menu = admin.get("/api/profile").await.data()["menu"].clone();
    for (name, path) in entries() {
        assert!(known.contains(name), "{name} is not in the menu");
        assert_eq!(menu[*name], Value::Bool(true), "{name}: an administrator sees it");
        let answer = admin.get(&format!("/api{path}")).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    }
}

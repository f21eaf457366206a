//! The plain records of a company. Each is tried by what all of them have in common (`support::plain_record`), and one of each
//! stands in the isolation walk.

use serde_json::json;

use crate::support::plain_record::{Ends, PlainRecord, behaves_as_plain_record};
use crate::support::{ATLANTICO, TestApp};
use crate::users::audited;
use crate::{packages, partners, subsidiaries};

const BANK: PlainRecord = PlainRecord {
    path: "/api/banks",
    resource: "bank",
    unique: "code",
    named: "name",
    form: |name| json!({ "code": name.chars().rev().take(2).collect::<String>(), "name": name }),
    change: ("ispb", "12345678"),
    sorts: &["code", "name", "ispb", "updated_at"],
    ends: Ends::Switched,
};
const CLIENT: PlainRecord = PlainRecord {
    path: "/api/clients",
    resource: "client",
    unique: "code",
    named: "name",
    form: |name| {
        let mut form = partners::form(name);
        form["code"] = json!(name.to_lowercase());
        form
    },
    change: ("city", "Paulista"),
    sorts: &["code", "name", "city", "created_at", "updated_at"],
    ends: Ends::Switched,
};
const CLIENT_GROUP: PlainRecord = PlainRecord {
    path: "/api/client_groups",
    resource: "client_group",
    unique: "title",
    named: "title",
    form: |name| json!({ "title": name }),
    change: ("description", "Monthly invoices"),
    sorts: &["title", "client_count", "updated_at"],
    ends: Ends::Switched,
};
const PACKAGE: PlainRecord = PlainRecord {
    path: "/api/packages",
    resource: "package",
    unique: "code",
    named: "code",
    form: |name| packages::form(name, "Caixa"),
    change: ("package_type", "tube"),
    sorts: &["code", "package_type", "max_weight_g", "updated_at"],
    ends: Ends::Switched,
};
const PARTNER: PlainRecord = PlainRecord {
    path: "/api/partners",
    resource: "partner",
    unique: "name",
    named: "name",
    form: partners::form,
    change: ("city", "Paulista"),
    sorts: &["code", "name", "city", "user_count", "updated_at"],
    ends: Ends::Switched,
};
const SAVED_ADDRESS: PlainRecord = PlainRecord {
    path: "/api/saved_addresses",
    resource: "saved_address",
    unique: "name",
    named: "name",
    form: partners::form,
    change: ("responsible", "Ana"),
    sorts: &["name", "city", "updated_at"],
    ends: Ends::Deleted,
};
const SERVICE: PlainRecord = PlainRecord {
    path: "/api/services",
    resource: "service",
    unique: "code",
    named: "code",
    form: |name| {
        json!({
            "code": name, "title_locale": { "pt": "Expresso" }, "mode": "air", "transit_min_days": 2,
            "transit_max_days": 4, "volumetric_divisor": 5000, "rounding_step_g": 500, "position": 9,
        })
    },
    change: ("mode", "road"),
    sorts: &["code", "mode", "position", "updated_at"],
    ends: Ends::Switched,
};
const SUBSIDIARY: PlainRecord = PlainRecord {
    path: "/api/subsidiaries",
    resource: "subsidiary",
    unique: "title",
    named: "title",
    form: subsidiaries::form,
    change: ("city", "Paulista"),
    sorts: &["title", "city", "user_count", "updated_at"],
    ends: Ends::Switched,
};
pub const ALL: [&PlainRecord; 8] =
    [&BANK, &CLIENT, &CLIENT_GROUP, &PACKAGE, &PARTNER, &SAVED_ADDRESS, &SERVICE, &SUBSIDIARY];

#[tokio::test]
async fn a_bank_is_a_plain_record() {
    behaves_as_plain_record(&BANK).await;
}

#[tokio::test]
async fn the_brazilian_banks_are_imported_once() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    admin.post("/api/banks", json!({ "code": "001", "name": "Our name for it" })).await.data();
    let added = admin.post("/api/banks/import", json!({})).await.data()["added"].as_i64().unwrap();
    assert!(added > 400, "{added}");
    assert_eq!(admin.post("/api/banks/import", json!({})).await.data(), json!({ "added": 0 }));
    let kept = admin.get("/api/banks?search=001").await.data();
    assert_eq!(kept[0]["name"], json!("Our name for it"));
    assert_eq!(admin.get("/api/banks?search=amazonia").await.data()[0]["code"], json!("003"));
    assert_eq!(audited(&app, "bank.import").await.len(), 1);
    let wrong = admin.post("/api/banks", json!({ "code": " ", "name": "", "ispb": "12" })).await;
    let told = ["code", "name", "ispb"].map(|field| wrong.code_at(field));
    assert_eq!(told, ["required", "required", "invalid"]);
}

#[tokio::test]
async fn a_client_is_a_plain_record() {
    behaves_as_plain_record(&CLIENT).await;
}

#[tokio::test]
async fn a_client_group_is_a_plain_record() {
    behaves_as_plain_record(&CLIENT_GROUP).await;
}

#[tokio::test]
async fn a_package_is_a_plain_record() {
    behaves_as_plain_record(&PACKAGE).await;
}

#[tokio::test]
async fn a_partner_is_a_plain_record() {
    behaves_as_plain_record(&PARTNER).await;
}

#[tokio::test]
async fn a_saved_address_is_a_plain_record() {
    behaves_as_plain_record(&SAVED_ADDRESS).await;
}

#[tokio::test]
async fn a_service_is_a_plain_record() {
    behaves_as_plain_record(&SERVICE).await;
}

#[tokio::test]
async fn the_longest_transit_is_not_shorter_than_the_shortest() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let mut form = (SERVICE.form)("SLOW");
    form["transit_max_days"] = json!(1);
    form["title_locale"] = json!({ "en": "Slow" });
    let wrong = admin.post("/api/services", form).await;
    let told = ["transit_max_days", "title_locale.pt"].map(|field| wrong.code_at(field));
    assert_eq!(told, ["too_small", "required"]);
}

#[tokio::test]
async fn a_subsidiary_is_a_plain_record() {
    behaves_as_plain_record(&SUBSIDIARY).await;
}

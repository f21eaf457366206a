//! The plain records of a company. Each is tried by what all of them have in common (`support::plain_record`), and one of each
//! stands in the isolation walk.

use serde_json::{Value, json};

use crate::support::plain_record::{Ends, PlainRecord, behaves_as_plain_record};
use crate::support::{ATLANTICO, TestApp};
use crate::users::audited;
use crate::{packages, partners, subsidiaries};

const ADVANCED_POST: PlainRecord = PlainRecord {
    path: "/api/advanced-posts",
    resource: "advanced_post",
    unique: "code",
    named: "name",
    form: |name| {
        json!({
            "code": name.chars().rev().take(2).collect::<String>(), "name": name, "country_id": 32, "city": "Olinda",
            "address_1": "Rua do Sol", "position": 5,
        })
    },
    change: ("city", "Paulista"),
    sorts: &["code", "name", "city", "position", "updated_at"],
    ends: Ends::Switched,
};
const BANK: PlainRecord = PlainRecord {
    path: "/api/banks",
    resource: "bank",
    unique: "code",
    named: "name",
    form: |name| json!({ "code": name.chars().rev().take(2).collect::<String>(), "name": name }),
    change: ("ispb", "\"12345678\""),
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
const DOCUMENT_TYPE: PlainRecord = PlainRecord {
    path: "/api/document-types",
    resource: "document_type",
    unique: "name",
    named: "name",
    form: |name| json!({ "name": name }),
    change: ("retention_months", "24"),
    sorts: &["name", "retention_months", "updated_at"],
    ends: Ends::Switched,
};
const FAQ_GROUP: PlainRecord = PlainRecord {
    path: "/api/faq-groups",
    resource: "faq_group",
    unique: "code",
    named: "code",
    form: |name| json!({ "code": name, "title_locale": { "pt": "Volumes", "en": "Parcels" }, "position": 3 }),
    change: ("position", "7"),
    sorts: &["code", "position", "question_count", "updated_at"],
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
const PROVIDER: PlainRecord = PlainRecord {
    path: "/api/providers",
    resource: "provider",
    unique: "code",
    named: "code",
    form: |name| {
        json!({
            "code": name, "title_locale": { "pt": "Companhia", "en": "Airline" }, "provider_type": "airline", "iata_code": "la",
            "awb_prefix": "045", "tracking_url": "https://carga.test/{code}", "capabilities": ["linehaul"],
        })
    },
    change: ("provider_type", "courier"),
    sorts: &["code", "provider_type", "iata_code", "awb_prefix", "updated_at"],
    ends: Ends::Switched,
};
const PRICE_TABLE: PlainRecord = PlainRecord {
    path: "/api/price_tables",
    resource: "price_table",
    unique: "code",
    named: "code",
    form: |name| crate::prices::form(name, "sell"),
    change: ("title", "Tarifa 2027"),
    sorts: &["code", "title", "kind", "currency", "published_from", "updated_at"],
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
            "code": name, "title_locale": { "pt": "Expresso", "en": "Express" }, "mode": "air", "transit_min_days": 2,
            "transit_max_days": 4, "volumetric_divisor": 5000, "rounding_step_g": 500, "position": 9,
        })
    },
    change: ("mode", "road"),
    sorts: &["code", "mode", "position", "updated_at"],
    ends: Ends::Switched,
};
const SERVICE_GROUP: PlainRecord = PlainRecord {
    path: "/api/service-groups",
    resource: "service_group",
    unique: "code",
    named: "code",
    form: |name| json!({ "code": name, "title_locale": { "pt": "Expressos" }, "position": 3 }),
    change: ("position", "7"),
    sorts: &["code", "position", "service_count", "updated_at"],
    ends: Ends::Switched,
};
const STOCK_ITEM: PlainRecord = PlainRecord {
    path: "/api/stock-items",
    resource: "stock_item",
    unique: "sku",
    named: "title",
    form: |name| json!({ "sku": name, "title": name }),
    change: ("hs_code", "\"610910\""),
    sorts: &["sku", "title", "client_name", "updated_at"],
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
const WAREHOUSE: PlainRecord = PlainRecord {
    path: "/api/warehouses",
    resource: "warehouse",
    unique: "code",
    named: "name",
    form: |name| {
        json!({
            "code": name.chars().rev().take(2).collect::<String>(), "name": name, "warehouse_type": "hub",
            "country_id": 32, "city": "Olinda", "airport": "REC", "time_zone": "America/Recife",
        })
    },
    change: ("city", "Paulista"),
    sorts: &["code", "name", "warehouse_type", "city", "updated_at"],
    ends: Ends::Switched,
};
pub const ALL: &[&PlainRecord] = &[
    &ADVANCED_POST,
    &BANK,
    &CLIENT,
    &CLIENT_GROUP,
    &DOCUMENT_TYPE,
    &FAQ_GROUP,
    &PACKAGE,
    &PARTNER,
    &PRICE_TABLE,
    &PROVIDER,
    &SAVED_ADDRESS,
    &SERVICE,
    &SERVICE_GROUP,
    &STOCK_ITEM,
    &SUBSIDIARY,
    &WAREHOUSE,
];

#[tokio::test]
async fn an_advanced_post_is_a_plain_record() {
    behaves_as_plain_record(&ADVANCED_POST).await;
}

/// SUP-6, SHP-7: a deleted one that was used is excluded and can be restored; `active` is 0, 1 or 2.
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

/// SUP-6, SHP-7: a deleted one that was used is excluded and can be restored; `active` is 0, 1 or 2.
#[tokio::test]
async fn a_client_is_a_plain_record() {
    behaves_as_plain_record(&CLIENT).await;
}

#[tokio::test]
async fn a_client_group_is_a_plain_record() {
    behaves_as_plain_record(&CLIENT_GROUP).await;
}

/// SUP-6, SHP-7: a deleted one that was used is excluded and can be restored; `active` is 0, 1 or 2.
#[tokio::test]
async fn a_type_of_documents_is_a_plain_record() {
    behaves_as_plain_record(&DOCUMENT_TYPE).await;
}

#[tokio::test]
async fn a_group_of_questions_is_a_plain_record() {
    behaves_as_plain_record(&FAQ_GROUP).await;
}

/// SUP-6, SHP-7: a deleted one that was used is excluded and can be restored; `active` is 0, 1 or 2.
#[tokio::test]
async fn a_package_is_a_plain_record() {
    behaves_as_plain_record(&PACKAGE).await;
}

/// SUP-6, SHP-7: a deleted one that was used is excluded and can be restored; `active` is 0, 1 or 2.
#[tokio::test]
async fn a_partner_is_a_plain_record() {
    behaves_as_plain_record(&PARTNER).await;
}

/// SUP-6, SHP-7: a deleted one that was used is excluded and can be restored; `active` is 0, 1 or 2.
#[tokio::test]
async fn a_provider_is_a_plain_record() {
    behaves_as_plain_record(&PROVIDER).await;
}

/// SUP-6, SHP-7: a deleted one that was used is excluded and can be restored; `active` is 0, 1 or 2.
#[tokio::test]
async fn a_price_table_is_a_plain_record() {
    behaves_as_plain_record(&PRICE_TABLE).await;
}

#[tokio::test]
async fn a_saved_address_is_a_plain_record() {
    behaves_as_plain_record(&SAVED_ADDRESS).await;
}

/// SUP-6, SHP-7: a deleted one that was used is excluded and can be restored; `active` is 0, 1 or 2.
#[tokio::test]
async fn a_service_is_a_plain_record() {
    behaves_as_plain_record(&SERVICE).await;
}

#[tokio::test]
async fn a_service_group_is_a_plain_record() {
    behaves_as_plain_record(&SERVICE_GROUP).await;
}

#[tokio::test]
async fn goods_that_are_kept_in_stock_are_a_plain_record() {
    behaves_as_plain_record(&STOCK_ITEM).await;
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

/// SUP-6, SHP-7: a deleted one that was used is excluded and can be restored; `active` is 0, 1 or 2.
#[tokio::test]
async fn a_subsidiary_is_a_plain_record() {
    behaves_as_plain_record(&SUBSIDIARY).await;
}

/// SUP-6, SHP-7: a deleted one that was used is excluded and can be restored; `active` is 0, 1 or 2.
#[tokio::test]
async fn a_warehouse_is_a_plain_record() {
    behaves_as_plain_record(&WAREHOUSE).await;
}

#[tokio::test]
async fn a_provider_has_its_active_warehouses() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let provider = admin.post("/api/providers", (PROVIDER.form)("LATAM")).await.data();
    let branch = subsidiaries::opened(&admin, "Olinda").await;
    let mut form = (WAREHOUSE.form)("Terminal de cargas");
    form["provider_id"] = provider["id"].clone();
    let of_both = admin.post("/api/warehouses", with(&form, "subsidiary_id", json!(branch))).await;
    assert_eq!(of_both.code_at("provider_id"), "invalid");
    let wrong = with(&with(&form, "airport", json!("ZZZ")), "time_zone", json!("Mars/Olympus"));
    let wrong = admin.post("/api/warehouses", wrong).await;
    assert_eq!(["airport", "time_zone"].map(|field| wrong.code_at(field)), ["unknown_option"; 2]);

    let terminal = admin.post("/api/warehouses", form).await.data();
    assert_eq!((&terminal["run_by"], &terminal["airport"]), (&json!("LATAM"), &json!("REC")));
    let of_provider = format!("/api/provider-warehouses/{}", subsidiaries::id_of(&provider));
    let label = format!("{} · Terminal de cargas", terminal["code"].as_str().unwrap());
    assert_eq!(admin.get(&of_provider).await.data()[0]["label"], json!(label));
    let switch =
        |path: &str, record: &Value| format!("/api/{path}/{}/deactivate", subsidiaries::id_of(record));
    admin.post(&switch("providers", &provider), json!({})).await.data();
    let moved = json!({ "version": terminal["version"], "city": "Recife" });
    let at = format!("/api/warehouses/{}", subsidiaries::id_of(&terminal));
    assert_eq!(admin.patch(&at, moved).await.data()["city"], json!("Recife"), "it keeps its provider");
    let late =
        with(&with(&(WAREHOUSE.form)("Anexo"), "provider_id", provider["id"].clone()), "code", json!("AX"));
    assert_eq!(admin.post("/api/warehouses", late).await.code_at("provider_id"), "unknown_option");
    admin.post(&switch("warehouses", &terminal), json!({})).await.data();
    assert_eq!(admin.get(&of_provider).await.data(), json!([]));
    let nobody = format!("/api/provider-warehouses/{}", uuid::Uuid::now_v7());
    assert_eq!(admin.get(&nobody).await.status, 404);
}

fn with(form: &Value, field: &str, value: Value) -> Value {
    let mut form = form.clone();
    form[field] = value;
    form
}

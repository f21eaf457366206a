//! The connection of a provider to a server of carriers.

use serde_json::json;
use uuid::Uuid;

use super::CarrierCompany;
use super::karrio_server::{ACCOUNT, KEY};
use crate::bags::text;
use crate::support::{ATLANTICO, PACIFIC, TestApp};

#[tokio::test]
async fn a_key_is_sealed_and_entered_again_for_another_server() {
    let company = CarrierCompany::start().await;
    let link = company.link().await;
    assert_eq!((&link["has_key"], &link["version"]), (&json!(true), &json!(1)));
    assert!(!link.to_string().contains(KEY));
    let mut tx =
        company.app.state.tenancy.begin(&company.app.tenant(crate::support::ATLANTICO)).await.unwrap();
    let stored: String = sqlx::query_scalar("select carrier::text from providers where carrier is not null")
        .fetch_one(&mut *tx)
        .await
        .unwrap();
    assert!(stored.contains(ACCOUNT) && !stored.contains(KEY));
    drop(tx);
    let same = json!({ "url": link["url"], "account": "other_post" });
    assert_eq!(company.connect(same).await.data()["account"], "other_post");
    let elsewhere = company.connect(json!({ "url": "https://other.example.com", "account": ACCOUNT })).await;
    assert_eq!((elsewhere.status, elsewhere.code_at("key")), (422, "required".into()));
    for inside in
        ["http://karrio.example.com", "https://10.0.0.1", "https://localhost", "https://a.example.com/?b=1"]
    {
        let refused = company.connect(json!({ "url": inside, "account": ACCOUNT, "key": KEY })).await;
        assert_eq!(refused.code_at("url"), "invalid_carrier_address", "{inside}");
    }
    let off = company.connect(json!({ "url": null })).await.data();
    assert_eq!((&off["url"], &off["version"]), (&json!(null), &json!(0)));
}

#[tokio::test]
async fn a_test_says_whether_the_server_has_the_carrier() {
    let company = CarrierCompany::start().await;
    let test =
        async || company.admin.post(&company.link_path("/test"), json!({})).await.data()["failure"].clone();
    assert_eq!(test().await, json!(null));
    let url = company.link().await["url"].clone();
    company.connect(json!({ "url": url, "account": "nobody" })).await.data();
    assert_eq!(test().await, "account_missing");
    company.connect(json!({ "url": url, "account": ACCOUNT, "key": "key_wrong" })).await.data();
    assert_eq!(test().await, "key_refused");
}

#[tokio::test]
async fn a_connected_provider_is_kept_when_it_is_deleted() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    for (code, url, is_kept) in
        [("L1", json!("https://karrio.example.com"), true), ("L2", json!(null), false)]
    {
        let provider = json!({ "code": code, "title_locale": { "pt": "Entrega" }, "provider_type": "last_mile",
                               "capabilities": ["last_mile", "labels"] });
        let provider = admin.post("/api/providers", provider).await.data();
        let path = format!("/api/providers/{}", text(&provider["id"]));
        let form = json!({ "url": url, "account": ACCOUNT, "key": KEY, "buying": "manual", "services": [], "version": 0 });
        admin.patch(&format!("{path}/carrier"), form).await.data();
        assert_eq!(admin.delete(&path).await.data()["restorable"], is_kept, "{code}");
    }
}

#[tokio::test]
async fn connected_providers_are_listed_with_how_they_do() {
    let company = CarrierCompany::start().await;
    let list = async || company.admin.get("/api/providers/carriers").await.data();
    let listed = list().await;
    assert_eq!((&listed[0]["code"], &listed[0]["link"]["account"]), (&json!("LM"), &json!(ACCOUNT)));
    assert!(!listed.to_string().contains(KEY));
    assert_eq!(company.staff.get("/api/providers/carriers").await.status, 403);
    company.connect(json!({ "url": null })).await.data();
    assert_eq!(list().await, json!([]));
}

#[tokio::test]
async fn references_of_a_connection_are_known() {
    let company = CarrierCompany::start().await;
    let (url, nobody) = (company.link().await["url"].clone(), Uuid::now_v7());
    let services = json!([{ "service_id": nobody, "carrier_service": "ground" }]);
    let form = json!({ "url": url, "account": ACCOUNT, "services": services, "warehouse_id": nobody });
    let refused = company.connect(form).await;
    assert_eq!(refused.code_at("services.0.service_id"), "unknown_option");
    assert_eq!(refused.code_at("warehouse_id"), "unknown_option");
    let stale = json!({ "url": url, "account": ACCOUNT, "version": 9 });
    assert_eq!(company.connect(stale).await.message_code(), "stale_version");
    assert_eq!(company.staff.get(&company.link_path("")).await.status, 403);
    let stranger = company.app.admin(PACIFIC).await;
    assert_eq!(stranger.get(&company.link_path("")).await.status, 404);
}

#[tokio::test]
async fn carriers_take_parcels_from_the_warehouse_of_the_settings() {
    let company = CarrierCompany::start().await;
    let place = crate::bags::warehouse(&company.admin, "LMW", json!({})).await;
    let url = company.link().await["url"].clone();
    let form = json!({ "url": url, "account": ACCOUNT, "warehouse_id": place["id"] });
    company.connect(form).await.data();
    company.labelled().await;
    let order = company.server.last_form("POST shipments");
    assert_eq!(order["shipper"]["address_line1"], "Rodovia Hélio Smidt 1");
    assert_eq!(
        (&order["shipper"]["country_code"], &order["shipper"]["city"]),
        (&json!("BR"), &json!("Guarulhos"))
    );
}

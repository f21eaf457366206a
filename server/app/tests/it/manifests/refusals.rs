//! Forms that lack something, and whose manifests somebody sees.

use serde_json::json;

use super::{PATH, address, file, form, of_shipments, ready, sent, text};
use crate::bags;
use crate::isolation::kinds;
use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn a_form_is_refused_with_all_its_faults() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let empty = staff.post(PATH, json!({})).await;
    assert_eq!((empty.status, empty.code_at("bag_ids")), (422, "required".into()));
    assert_eq!(empty.code_at("destination_airport"), "required");
    let shipment = ready(&staff, json!({})).await;
    let unknown = uuid::Uuid::now_v7();
    let wrong = json!({
        "destination_airport": "QQQ", "partner_id": unknown, "provider_id": unknown, "bag_ids": [unknown],
    });
    let refused = staff.post(PATH, form(&[&shipment], &wrong)).await;
    for field in ["destination_airport", "partner_id", "provider_id", "bag_ids"] {
        assert_eq!(refused.code_at(field), "unknown_option", "{field}");
    }
}

#[tokio::test]
async fn staff_of_another_branch_see_nothing_of_a_manifest() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let own = crate::subsidiaries::opened(&admin, "Natal").await;
    let shipment = ready(&admin, json!({ "subsidiary_id": own })).await;
    let manifest = sent(&app, &admin, &[&shipment]).await;
    assert_eq!(manifest["subsidiary_id"], json!(own));
    let staff = kinds::of_kind(&app, ATLANTICO, policy::ProfileKind::Staff, "dev").await;
    assert_eq!(staff.get(PATH).await.data(), json!([]));
    assert_eq!(staff.get(&address(&manifest)).await.status, 404);
    assert_eq!(file(&staff, &manifest, 1, "csv").await.status, 404);
    let theirs = staff.post(PATH, form(&[&shipment], &json!({}))).await;
    assert_eq!(theirs.code_at("shipment_ids"), "unknown_option");
    let version = json!({ "version": manifest["version"], "reason": "x", "purpose": "update" });
    assert_eq!(staff.post(&format!("{}/amend", address(&manifest)), version).await.status, 404);
}

#[tokio::test]
async fn the_manifest_of_another_branch_is_not_named() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let bound = kinds::of_kind(&app, ATLANTICO, policy::ProfileKind::Staff, "dev").await;
    let branch = admin.get("/api/subsidiaries?search=Caruaru").await.data()[0]["id"].clone();
    let place = bags::warehouse(&admin, "MFB", json!({ "subsidiary_id": branch })).await;
    let central = bags::warehouse(&admin, "MFC", json!({})).await;
    let bag = bags::open(&admin, &place, json!({})).await;
    let other = bags::open(&admin, &central, json!({})).await;
    let form = |bags: &[&serde_json::Value]| {
        let ids: Vec<_> = bags.iter().map(|bag| &bag["id"]).collect();
        json!({ "bag_ids": ids, "origin_airport": "GRU", "destination_airport": "FRA" })
    };
    let theirs = admin.post(PATH, form(&[&bag, &other])).await.data();
    assert_eq!(theirs["subsidiary_id"], json!(null), "bags of two branches");
    let refused = bound.post(PATH, form(&[&bag])).await;
    assert_eq!((refused.status, refused.code_at("bag_ids")), (422, "manifest_other_branch".into()));
    assert!(!refused.text().contains(text(&theirs["number"])), "{}", refused.text());
    assert_eq!(admin.post(PATH, form(&[&bag])).await.code_at("bag_ids"), "manifest_bag_used");
}

#[tokio::test]
async fn clients_have_no_manifests() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let shipment = ready(&staff, json!({})).await;
    let manifest = of_shipments(&staff, &[&shipment], json!({})).await;
    for part in ["", "/check", "/houses", "/versions"] {
        let answer = client.get(&format!("{}{part}", address(&manifest))).await;
        assert_eq!(answer.status, 403, "{part}");
    }
    assert_eq!(client.get(PATH).await.status, 403);
    assert_eq!(text(&manifest["kind"]), "export");
}

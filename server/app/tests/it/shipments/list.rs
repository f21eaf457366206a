//! Shipments that somebody sees: the own ones, sorted, paged, searched and filtered.

use serde_json::{Value, json};

use super::{complete, created};
use crate::support::{ATLANTICO, PACIFIC, TestApp};

#[tokio::test]
async fn a_client_sees_own_shipments_only() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    created(&staff).await;
    let own = created(&client).await;
    assert_eq!(own["client_name"], "Horizonte Comércio");
    let path = format!("/api/shipments/{}", own["id"].as_str().unwrap());

    let list = client.get("/api/shipments").await.json();
    assert_eq!(list["meta"]["total"], 1);
    assert_eq!(list["data"][0]["id"], own["id"]);
    assert_eq!(other.get("/api/shipments").await.json()["meta"]["total"], 0);
    assert_eq!(staff.get("/api/shipments").await.json()["meta"]["total"], 2);
    for answer in [
        other.get(&path).await,
        other.patch(&path, json!({ "version": 1, "notes": "mine now" })).await,
        other.post(&format!("{path}/cancel"), json!({})).await,
        other.post(&format!("{path}/duplicate"), json!({})).await,
        other.get(&format!("{path}/events")).await,
    ] {
        assert_eq!(answer.status, 404);
    }
    let narrowed = format!("/api/shipments?client_id={}", own["client_id"].as_str().unwrap());
    assert_eq!(other.get(&narrowed).await.json()["meta"]["total"], 0);
}

#[tokio::test]
async fn a_shipment_is_unknown_to_another_tenant() {
    let app = TestApp::start().await;
    let shipment = created(&app.staff(ATLANTICO).await).await;
    let stranger = app.admin(PACIFIC).await;
    let path = format!("/api/shipments/{}", shipment["id"].as_str().unwrap());
    assert_eq!(stranger.get(&path).await.status, 404);
    assert_eq!(stranger.get("/api/shipments").await.json()["meta"]["total"], 0);
}

#[tokio::test]
async fn the_list_is_sorted_paged_and_searched_without_accents() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    for name in ["Ângela", "Bruno", "Célia"] {
        for n in 0..4 {
            let form = json!({ "to_name": format!("{name} {n}"), "to_city": "Belém" });
            assert_eq!(staff.post("/api/shipments", form).await.status, 200);
        }
    }
    let names = |answer: Value| -> Vec<String> {
        answer["data"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["to_name"].as_str().unwrap().to_owned())
            .collect()
    };
    let page = staff.get("/api/shipments?sort=-to_name&per_page=10").await.json();
    assert_eq!(page["meta"], json!({ "page": 1, "per_page": 10, "total": 12, "total_capped": false }));
    let second = staff.get("/api/shipments?sort=-to_name&per_page=10&page=2").await.json();
    let mut all = names(page);
    all.extend(names(second));
    let read = ["Célia", "Bruno", "Ângela"].map(|name| [3, 2, 1, 0].map(|n| format!("{name} {n}")));
    assert_eq!(all, read.concat());

    let found = staff.get("/api/shipments?search=angela%20BELEM").await.json();
    assert_eq!(found["meta"]["total"], 4);
    assert_eq!(staff.get("/api/shipments?search=100%25").await.json()["meta"]["total"], 0);
    assert_eq!(staff.get("/api/shipments?status=15,10&search=AT").await.json()["meta"]["total"], 12);
    assert_eq!(staff.get("/api/shipments?sort=password").await.code_at("sort"), "unknown_option");
    assert_eq!(staff.get("/api/shipments?status=11").await.code_at("status"), "unknown_option");
}

#[tokio::test]
async fn shipments_are_filtered_by_expected_delivery() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    for day in [json!("2026-12-01"), json!("2026-12-05"), json!("2026-12-24"), Value::Null] {
        let mut form = complete(&staff).await;
        form["due_on"] = day;
        assert_eq!(staff.post("/api/shipments", form).await.status, 200);
    }
    for (filter, expected) in [
        ("due_from=2026-12-05", vec!["2026-12-24", "2026-12-05"]),
        ("due_to=2026-12-05", vec!["2026-12-05", "2026-12-01"]),
        ("due_from=2026-12-02&due_to=2026-12-23", vec!["2026-12-05"]),
        ("due_from=2026-12-06&due_to=2026-12-02", vec![]),
    ] {
        let found = staff.get(&format!("/api/shipments?{filter}")).await.json();
        let days: Vec<&str> =
            found["data"].as_array().unwrap().iter().map(|row| row["due_on"].as_str().unwrap()).collect();
        assert_eq!(days, expected, "{filter}");
        assert_eq!(found["meta"]["total"], expected.len(), "{filter}");
    }
}

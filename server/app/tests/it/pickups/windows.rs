//! Days and hours in which a warehouse picks up, and what is refused beside them.

use serde_json::{Value, json};

use super::{Company, PATH, WINDOWS, depot, form, id};
use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn a_window_that_nobody_can_keep_is_refused_at_its_field() {
    let company = Company::start().await;
    let good = form(&company.client, 1).await;
    let refused = async |changes: Value, field: &str| {
        let mut form = good.clone();
        for (name, value) in changes.as_object().unwrap() {
            form[name] = value.clone();
        }
        company.client.post(PATH, form).await.code_at(field)
    };
    assert_eq!(refused(json!({ "on_date": "2020-01-06" }), "on_date").await, "window_past");
    assert_eq!(refused(json!({ "on_date": "2199-11-27" }), "on_date").await, "day_too_far");
    assert_eq!(refused(json!({ "to_time": "09:30" }), "to_time").await, "window_too_short");
    assert_eq!(refused(json!({ "to_time": "08:30" }), "to_time").await, "window_empty");
    assert_eq!(refused(json!({ "to_time": "19:00" }), "to_time").await, "outside_hours");
    assert_eq!(refused(json!({ "from_time": "noon" }), "from_time").await, "invalid_time");
    assert_eq!(refused(json!({ "postcode": "20040-002" }), "postcode").await, "outside_area");
    assert_eq!(refused(json!({ "contact": " ", "parcels": 1 }), "contact").await, "required");
    let outside = company.client.get(&WINDOWS.replace("01310-100", "20040-002")).await.data();
    assert_eq!((&outside["is_served"], &outside["days"]), (&json!(false), &json!([])));
}

#[tokio::test]
async fn rules_of_a_warehouse_are_checked_at_their_fields() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let made = depot(&admin, "SPO", json!({})).await;
    assert_eq!(made["pickup"]["areas"][0], json!({ "from": "01", "to": "05" }));
    let change = json!({
        "version": made["version"],
        "pickup": {
            "opens_at": "18:00", "closes_at": "08:00", "cutoff": "25:00", "closed_weekdays": [], "closed_dates": [],
            "areas": [{ "from": "05", "to": "01" }], "cancel_fee": "-1",
        },
    });
    let refused = admin.patch(&format!("/api/warehouses/{}", id(&made)), change).await;
    for (field, code) in [
        ("closes_at", "window_empty"),
        ("cutoff", "invalid_time"),
        ("areas.0.to", "invalid"),
        ("cancel_fee", "too_small"),
    ] {
        assert_eq!(refused.code_at(&format!("pickup.{field}")), code);
    }
    let none = json!({ "version": made["version"], "pickup": null });
    let closed = admin.patch(&format!("/api/warehouses/{}", id(&made)), none).await.data();
    assert_eq!(closed["pickup"], Value::Null);
    assert_eq!(admin.get(WINDOWS).await.data()["is_served"], false);
}

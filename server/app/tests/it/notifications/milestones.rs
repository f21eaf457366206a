//! A client learns that its shipments were received, go out for delivery, or were delivered: by its own choice, or by the
//! company's default.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::stopped::{record, shipments};
use super::{ids, listed};
use crate::register::mails;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

const DEFAULTS: &str = "/api/tenant_settings/notifications";

async fn choose(person: &Person, path: &str, event: &str, channel: &str, enabled: bool) -> Answer {
    person.patch(path, json!({ "event": event, "channel": channel, "enabled": enabled })).await
}

/// Codes of the listed notifications, newest first.
async fn codes(person: &Person) -> Vec<Value> {
    let list = listed(person, "").await;
    list["data"].as_array().unwrap().iter().map(|one| one["data"]["code"].clone()).collect()
}

#[tokio::test]
async fn a_client_is_told_only_of_the_milestones_it_has_chosen() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let account = "/api/account-notifications";
    for event in ["shipment_received", "shipment_delivered"] {
        assert_eq!(choose(&client, account, event, "app", true).await.status, 200);
    }
    let made = shipments(&staff, 1).await;
    record(&staff, &made, "RECEIVED").await;
    assert_eq!(codes(&client).await, ["shipment_received"]);
    record(&staff, &made, "HANDED_OVER").await;
    record(&staff, &made, "OUT_FOR_DELIVERY").await;
    assert!(codes(&client).await.is_empty(), "what is not chosen only replaces what was before");
    record(&staff, &made, "DELIVERED").await;
    let list = listed(&client, "").await;
    assert_eq!(ids(&list).len(), 1, "{list}");
    let data = &list["data"][0]["data"];
    assert_eq!(
        (&data["code"], &data["notification_status"]),
        (&json!("shipment_delivered"), &json!("success"))
    );
    assert_eq!(data["params"], json!({ "tracking_code": made[0]["tracking_code"] }));
    assert_eq!(data["actions"][0]["route_params"]["id"], made[0]["id"]);
    for other in [staff, app.signed_in(ATLANTICO, "client2").await] {
        assert!(codes(&other).await.is_empty(), "it is of no concern to others");
    }
}

#[tokio::test]
async fn many_delivered_shipments_are_one_notification() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    choose(&client, "/api/account-notifications", "shipment_delivered", "app", true).await.data();
    record(&staff, &shipments(&staff, 3).await, "DELIVERED").await;
    let list = listed(&client, "").await;
    assert_eq!(codes(&client).await, ["shipments_delivered"]);
    assert_eq!(list["data"][0]["data"]["params"]["done"], 3, "{list}");
}

#[tokio::test]
async fn an_undone_delivery_is_not_told_any_more() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    choose(&client, "/api/account-notifications", "shipment_delivered", "app", true).await.data();
    let made = shipments(&staff, 1).await;
    record(&staff, &made, "RECEIVED").await;
    record(&staff, &made, "DELIVERED").await;
    assert_eq!(codes(&client).await, ["shipment_delivered"]);
    let shipment = format!("/api/shipments/{}", made[0]["id"].as_str().unwrap());
    let delivered = staff.get(&format!("{shipment}/events")).await.data()[0]["id"].clone();
    let undone = staff.post(&format!("{shipment}/undo_event"), json!({ "event_id": delivered })).await;
    assert_eq!(undone.status, 200);
    assert!(codes(&client).await.is_empty());
}

#[tokio::test]
async fn the_company_decides_for_clients_who_have_not_chosen() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    for channel in ["app", "mail"] {
        assert_eq!(choose(&admin, DEFAULTS, "shipment_delivered", channel, true).await.status, 200);
    }
    let is_on = async |person: &Person, path: &str| {
        let list = person.get(path).await.data();
        let is_it = |one: &&Value| one["event"] == "shipment_delivered" && one["channel"] == "mail";
        list.as_array().unwrap().iter().find(is_it).unwrap()["enabled"] == true
    };
    assert!(is_on(&admin, DEFAULTS).await && is_on(&client, "/api/account-notifications").await);
    assert!(!is_on(&app.admin(PACIFIC).await, DEFAULTS).await, "only of this company");
    let noted = admin.get("/api/audit_entries?action=tenant_setting.choose_notifications").await.data();
    assert_eq!(noted.as_array().unwrap().len(), 2, "{noted}");

    let made = shipments(&staff, 2).await;
    record(&staff, &made[..1], "DELIVERED").await;
    assert_eq!(codes(&client).await, ["shipment_delivered"]);
    app.run_processes_after(TimeDelta::minutes(2)).await;
    let sent = mails(&app);
    assert!(sent.iter().any(|mail| mail.contains("client@atlantico.test")), "{sent:?}");

    choose(&client, "/api/account-notifications", "shipment_delivered", "app", false).await.data();
    record(&staff, &made[1..], "DELIVERED").await;
    assert_eq!(codes(&client).await.len(), 1, "the user's own choice is worth more");
}

#[tokio::test]
async fn defaults_concern_clients_and_are_the_administrators() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let odd = choose(&admin, DEFAULTS, "export_ready", "mail", true).await;
    assert_eq!((odd.status, odd.code_at("event")), (422, "unknown_option".into()));
    for account in ["staff", "client"] {
        let person = app.signed_in(ATLANTICO, account).await;
        assert_eq!(person.get(DEFAULTS).await.status, 403);
        assert_eq!(choose(&person, DEFAULTS, "shipment_delivered", "app", true).await.status, 403);
    }
}

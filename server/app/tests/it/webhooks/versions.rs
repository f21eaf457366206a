//! A webhook keeps the form of the data that it was made with, until somebody upgrades it.

use serde_json::{Value, json};

use super::receiver::{Received, Receiver};
use super::{PATH, Told, make, text};
use crate::confirm::confirm;
use crate::shipments::created;
use crate::support::ATLANTICO;

const FIRST: &str = "2026-12-01";
const NEWEST: &str = "2026-12-15";

/// As one that was made while the first form was the newest.
async fn pin(told: &Told) {
    let mut tx = told.app.state.tenancy.begin(&told.app.tenant(ATLANTICO)).await.unwrap();
    let pin = sqlx::query("update webhook_endpoints set event_version = '2026-12-01' where id = $1::uuid");
    pin.bind(&told.id).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

async fn change_status(told: &Told) {
    let staff = told.app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    confirm(&staff, &shipment).await.data();
    told.app.run_webhooks().await;
}

fn find(received: &[Received]) -> (String, Value) {
    let one = received.last().unwrap();
    assert_eq!(one.header("webhook-version"), one.json()["version"]);
    (one.header("webhook-version").to_owned(), one.json())
}

#[tokio::test]
async fn a_webhook_keeps_its_form_until_it_is_upgraded() {
    let told = Told::of(&["shipment.status_changed"]).await;
    pin(&told).await;
    let shown = told.show().await;
    assert_eq!(
        (&shown["event_version"], &shown["event_version_ends_on"], &shown["can"]["upgrade"]),
        (&json!(FIRST), &json!("2027-12-15"), &json!(true))
    );
    change_status(&told).await;
    let (version, body) = find(&told.receiver.received());
    assert_eq!((version.as_str(), &body["data"]["previous_status"]), (FIRST, &json!(10)));
    assert_eq!(body["data"]["previous"], json!(null));

    let upgrade = async || {
        let body = json!({ "version": told.version().await });
        told.admin().await.post(&told.path("/upgrade"), body).await.data()
    };
    let upgraded = upgrade().await;
    assert_eq!(
        (&upgraded["event_version"], &upgraded["event_version_ends_on"], &upgraded["can"]["upgrade"]),
        (&json!(NEWEST), &json!(null), &json!(false))
    );
    assert_eq!(upgrade().await["version"], upgraded["version"], "a second time changes nothing");
    change_status(&told).await;
    let (version, body) = find(&told.receiver.received());
    assert_eq!((version.as_str(), &body["data"]["previous"]), (NEWEST, &json!({ "status": 10 })));
    assert_eq!(body["data"]["previous_status"], json!(null));
}

#[tokio::test]
async fn an_event_has_the_same_id_and_number_in_each_form() {
    let told = Told::of(&["shipment.status_changed"]).await;
    pin(&told).await;
    let (admin, newer) = (told.admin().await, Receiver::start().await);
    let made = make(&admin, &newer, json!({ "patterns": ["shipment.status_changed"] })).await;
    admin.post(&format!("{PATH}/{}/test", text(&made["webhook"]["id"])), json!({})).await.data();
    told.app.run_webhooks().await;
    newer.forget();
    change_status(&told).await;
    let [(first, former), (second, new)] = [find(&told.receiver.received()), find(&newer.received())];
    assert_eq!([first.as_str(), second.as_str()], [FIRST, NEWEST]);
    assert_eq!((&former["id"], &former["sequence"]), (&new["id"], &new["sequence"]));
    assert_eq!(former["data"]["previous_status"], new["data"]["previous"]["status"]);
}

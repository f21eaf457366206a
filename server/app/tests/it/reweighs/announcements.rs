//! Clients and other systems are told while a re-weighing waits, and when it ends.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::setup::set_funds;
use super::{BOX, Heavy, measure};
use crate::money::dec;
use crate::notifications::codes;
use crate::webhooks::receiver::{Received, Receiver};
use crate::webhooks::{Told, text};

/// A held shipment of a company whose webhook hears of re-weighings.
async fn hold_and_listen() -> (Heavy, Receiver) {
    let Told { app, receiver, .. } = Told::of(&["reweigh.*"]).await;
    (Heavy::held_in(app).await, receiver)
}

/// The types of all events until now, in their order.
async fn list_types(held: &Heavy, receiver: &Receiver) -> Vec<String> {
    held.app.run_webhooks().await;
    let mut bodies: Vec<Value> = receiver.received().iter().map(Received::json).collect();
    bodies.sort_by_key(|body| body["sequence"].as_i64());
    bodies.iter().map(|body| text(&body["type"])).collect()
}

#[tokio::test]
async fn a_refused_dispute_is_charged_or_waits_for_funds_and_is_not_repeated() {
    let (held, receiver) = hold_and_listen().await;
    held.dispute().await.data();
    set_funds(&held.admin, &held.client_id, dec("5")).await;
    let form = json!({ "ruling": "keep", "reason": "Weighed twice" });
    let waits = held.act(&held.admin, "decide", form.clone()).await.data();
    assert_eq!((&waits["status"], &waits["reason"]), (&json!(20), &json!("Weighed twice")));
    assert_eq!(held.status().await, 45);
    assert_eq!(
        list_types(&held, &receiver).await,
        ["reweigh.held", "reweigh.held"],
        "it waits for its client again"
    );
    let noticed = codes(&held.client).await;
    for code in ["reweigh_upheld", "reweigh_lapsing"] {
        assert!(noticed.iter().any(|one| one == code), "{code}: {noticed:?}");
    }
    let again = held.dispute().await;
    assert_eq!((again.status, again.message_code()), (409, "reweigh_disputed_before".into()));
    set_funds(&held.admin, &held.client_id, dec("20")).await;
    assert_eq!(held.act(&held.client, "accept", json!({})).await.data()["outcome"], "accepted");
    assert_eq!(held.balance().await, dec("-33.61"));
    assert_eq!(list_types(&held, &receiver).await[2..], ["reweigh.settled"]);
}

#[tokio::test]
async fn the_end_of_one_that_nobody_decides_is_told_too() {
    let (mut held, receiver) = hold_and_listen().await;
    held.app.state.clock.advance(TimeDelta::minutes(1));
    measure(&held.staff, &held.parcel, 1_500, BOX).await.data();
    assert_eq!(list_types(&held, &receiver).await, ["reweigh.held", "reweigh.settled", "reweigh.held"]);
    let path = format!("/api/shipments/{}/cancel", text(&held.shipment["id"]));
    held.client.post(&path, json!({ "reason": "Too expensive" })).await.data();
    held.sweep_after(0).await;
    assert_eq!(list_types(&held, &receiver).await[3..], ["reweigh.settled"]);
}

//! A receiver that does not answer as it should.

use chrono::TimeDelta;
use serde_json::json;

use super::receiver::GivenAnswer;
use super::{Told, text};
use crate::shipments::created;
use crate::support::ATLANTICO;

impl Told {
    /// A new shipment, and what is sent of it at once.
    async fn tell(&self) {
        self.tell_several(1).await;
    }

    /// Several at once: real time passes while they are made, and what has failed before would come again.
    async fn tell_several(&self, count: usize) {
        let staff = self.app.staff(ATLANTICO).await;
        for _ in 0..count {
            created(&staff).await;
        }
        self.app.run_webhooks().await;
    }

    async fn wait(&self, seconds: i64) {
        self.app.run_webhooks_after(TimeDelta::seconds(seconds)).await;
    }
}

#[tokio::test]
async fn what_fails_is_sent_again_with_the_same_id_and_a_new_signature() {
    let told = Told::of(&["shipment.created"]).await;
    told.receiver.give([GivenAnswer::of(500).saying("<b>out of order</b>")]);
    told.tell().await;
    let waiting = &told.deliveries().await[0];
    assert_eq!((&waiting["status"], &waiting["can"]["replay"]), (&json!(40), &json!(false)));
    let attempt = &waiting["attempts"][0];
    assert_eq!((&attempt["status"], &attempt["failure"]), (&json!(500), &json!("refused")));
    assert_eq!(attempt["answer"], "<b>out of order</b>");
    told.wait(10).await;
    let received = told.receiver.received();
    assert_eq!(received.len(), 2);
    assert_eq!(received[0].header("webhook-id"), received[1].header("webhook-id"));
    assert_eq!(received[0].body, received[1].body);
    for fresh in ["webhook-timestamp", "webhook-signature"] {
        assert_ne!(received[0].header(fresh), received[1].header(fresh), "{fresh}");
    }
    assert_eq!(told.deliveries().await[0]["status"], 30);
    assert_eq!(told.show().await["failure_count"], 0);
}

#[tokio::test]
async fn a_busy_receiver_is_left_alone_for_as_long_as_it_asks() {
    let told = Told::of(&["shipment.created"]).await;
    told.receiver.give([GivenAnswer::of(500), GivenAnswer::of(429).with("retry-after", "500")]);
    told.tell().await;
    told.wait(10).await;
    told.wait(450).await;
    assert_eq!(told.receiver.received().len(), 2, "by itself it would have come again");
    told.wait(60).await;
    assert_eq!(told.receiver.received().len(), 3);
}

#[tokio::test]
async fn a_redirect_is_not_followed() {
    let (told, other) = (Told::of(&["shipment.created"]).await, super::Receiver::start().await);
    told.receiver.give([GivenAnswer::of(302).with("location", &other.url)]);
    told.tell().await;
    assert_eq!(other.received().len(), 0);
    assert_eq!(told.deliveries().await[0]["attempts"][0]["failure"], "redirected");
}

#[tokio::test]
async fn a_receiver_that_is_gone_is_left_alone_and_its_events_wait() {
    let told = Told::of(&["shipment.created"]).await;
    told.receiver.give([GivenAnswer::of(410)]);
    told.tell().await;
    let shown = told.show().await;
    assert_eq!((&shown["status"], &shown["disabled_reason"]), (&json!(40), &json!("gone")));
    let notices = told.admin().await.get("/api/notifications").await.text();
    assert!(notices.contains("webhook_disabled"), "{notices}");
    told.tell().await;
    told.wait(90_000).await;
    assert_eq!(told.receiver.received().len(), 1);
    let statuses: Vec<_> = told.deliveries().await.iter().map(|one| one["status"].clone()).collect();
    assert_eq!(statuses, [json!(55), json!(55)]);
    assert_eq!(told.show().await["waiting_count"], 2, "held events wait, too");

    let body = json!({ "send_held": true, "version": told.version().await });
    let begun = told.admin().await.post(&told.path("/enable"), body).await.data();
    assert_eq!((&begun["status"], &begun["disabled_reason"]), (&json!(10), &json!(null)));
    told.app.run_webhooks().await;
    assert_eq!(told.receiver.types()[1..], ["webhook.test", "shipment.created", "shipment.created"]);
    assert_eq!(told.show().await["status"], 20);
}

#[tokio::test]
async fn after_ten_failures_in_a_row_one_at_a_time_is_tried_until_one_arrives() {
    let told = Told::of(&["shipment.created"]).await;
    told.receiver.always(500);
    told.tell_several(10).await;
    assert_eq!(told.show().await["status"], 30);
    assert_eq!(told.receiver.received().len(), 10);
    told.tell().await;
    assert_eq!(told.receiver.received().len(), 10, "nothing more is sent for now");
    told.wait(65).await;
    assert_eq!(told.receiver.received().len(), 11, "one tries");
    told.receiver.always(200);
    told.wait(3_700).await;
    let shown = told.show().await;
    assert_eq!((&shown["status"], &shown["waiting_count"]), (&json!(20), &json!(0)));
    assert!(told.deliveries().await.iter().all(|one| one["status"] == 30));
}

#[tokio::test]
async fn a_webhook_is_given_up_after_five_days() {
    let told = Told::of(&["shipment.created"]).await;
    told.receiver.always(500);
    told.tell_several(10).await;
    for hours in [25, 48, 48] {
        told.tell().await;
        told.wait(hours * 3_600).await;
    }
    let shown = told.show().await;
    assert_eq!((&shown["status"], &shown["disabled_reason"]), (&json!(40), &json!("failing")));
    assert!(told.deliveries().await.iter().all(|one| [50, 55].contains(&one["status"].as_i64().unwrap())));
    told.app.state.clock.advance(TimeDelta::days(4));
    app::sweep::sweep(&told.app.state).await;
    let left = told.deliveries().await;
    assert!(left.iter().all(|one| one["status"] != 55), "they wait for three days: {left:?}");
}

#[tokio::test]
async fn an_old_event_that_is_sent_again_is_held_for_three_days_too() {
    let told = Told::of(&["shipment.created"]).await;
    told.tell().await;
    told.app.state.clock.advance(TimeDelta::days(10));
    let again = format!("/deliveries/{}/replay", text(&told.deliveries().await[0]["id"]));
    told.admin().await.post(&told.path(&again), json!({})).await.data();
    let version = json!({ "version": told.version().await });
    told.admin().await.post(&told.path("/pause"), version).await.data();
    app::sweep::sweep(&told.app.state).await;
    assert_eq!(told.deliveries().await[0]["status"], 55);
    told.app.state.clock.advance(TimeDelta::days(4));
    app::sweep::sweep(&told.app.state).await;
    assert_eq!(told.deliveries().await[0]["status"], 60);
}

#[tokio::test]
async fn events_in_order_wait_for_the_one_that_fails() {
    let told = Told::with(json!({ "patterns": ["shipment.created"], "fifo": true })).await;
    told.receiver.give([GivenAnswer::of(500)]);
    told.tell_several(2).await;
    let received = told.receiver.received();
    assert_eq!(received.len(), 1, "the second one waits");
    told.wait(10).await;
    let ids: Vec<String> = told.receiver.received().iter().map(|one| text(&one.json()["id"])).collect();
    assert_eq!(ids.len(), 3);
    assert!(ids[0] == ids[1] && ids[1] < ids[2], "{ids:?}");
}

#[tokio::test]
async fn a_test_that_fails_is_not_sent_again_and_counts_for_nothing() {
    let told = Told::of(&["shipment.created"]).await;
    told.receiver.always(410);
    let sent = told.test().await;
    told.wait(86_400).await;
    assert_eq!(told.receiver.received().len(), 1);
    let shown = told.show().await;
    assert_eq!((&shown["status"], &shown["failure_count"]), (&json!(20), &json!(0)));
    let log = told.admin().await.get(&told.path("/deliveries?type=webhook.test")).await.data();
    let tried = log.as_array().unwrap().iter().find(|one| one["id"] == sent["id"]).unwrap();
    assert_eq!((&tried["status"], &tried["attempts"][0]["failure"]), (&json!(50), &json!("gone")));
}

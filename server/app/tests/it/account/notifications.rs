//! Notifications: events and channels.

use chrono::TimeDelta;
use serde_json::json;

use super::audited;
use crate::imports::sent;
use crate::support::{ATLANTICO, Answer, Person, TestApp};

const FILE: &[u8] = b"order,name,country,weight\nA-1,Zoe,BR,1\n";

async fn choose(person: &Person, event: &str, channel: &str, enabled: bool) -> Answer {
    let choice = json!({ "event": event, "channel": channel, "enabled": enabled });
    person.patch("/api/account-notifications", choice).await
}

/// The events of a channel, and whether each is on.
async fn list_offered(person: &Person, channel: &str) -> Vec<(String, bool)> {
    let list = person.get("/api/account-notifications").await.data();
    let of = list.as_array().unwrap().iter().filter(|one| one["channel"] == channel);
    of.map(|one| (one["event"].as_str().unwrap().to_owned(), one["enabled"].as_bool().unwrap())).collect()
}

async fn take_in(app: &TestApp, person: &Person) {
    let import = sent(person, "a.csv", FILE).await;
    let path = format!("/api/shipment_imports/{}/process", import["id"].as_str().unwrap());
    assert!(person.post(&path, json!({})).await.status < 300);
    app.run_processes().await;
    app.run_processes_after(TimeDelta::minutes(2)).await;
}

fn mails(app: &TestApp) -> usize {
    std::fs::read_dir(app.files.path().join("mail")).map_or(0, Iterator::count)
}

#[tokio::test]
async fn only_notifications_a_user_can_receive_are_listed() {
    let app = TestApp::start().await;
    let of_shipments = ["import_finished", "import_checked", "labels_ready", "shipments_exported"];
    let named =
        |list: Vec<(String, bool)>| -> Vec<String> { list.into_iter().map(|(event, _)| event).collect() };
    let of_staff = [
        &of_shipments[..],
        &["ticket_message", "regulatory_answered", "room_unread", "quote_accepted"],
        &["token_expiring", "report_ready"],
    ]
    .concat();
    assert_eq!(named(list_offered(&app.staff(ATLANTICO).await, "app").await), of_staff);
    let of_client = [
        &of_shipments[..],
        &["shipment_received", "shipment_out_for_delivery", "shipment_delivered", "shipment_stopped"],
        &["ticket_message", "room_unread", "deposit_decided", "claim_decided", "invoice_issued"],
        &["parcel_stored", "pickup_changed", "token_expiring", "webhook_failing"],
    ]
    .concat();
    assert_eq!(named(list_offered(&app.client(ATLANTICO).await, "app").await), of_client);
    let of_admin = list_offered(&app.admin(ATLANTICO).await, "mail").await;
    let by_default: Vec<_> = of_admin.iter().map(|(event, on)| (event.as_str(), *on)).collect();
    assert_eq!(
        by_default,
        [
            ("import_finished", true),
            ("import_checked", false),
            ("labels_ready", false),
            ("shipments_exported", false),
            ("export_ready", true),
            ("ticket_message", true),
            ("regulatory_answered", true),
            ("room_unread", true),
            ("quote_accepted", true),
            ("token_expiring", true),
            ("report_ready", true),
            ("webhook_failing", true)
        ]
    );
    let refused = choose(&app.staff(ATLANTICO).await, "export_ready", "app", false).await;
    assert_eq!(refused.status, 403);
}

#[tokio::test]
async fn an_email_switched_off_by_one_user_is_still_sent_to_others() {
    let app = TestApp::start().await;
    let (staff, colleague) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    assert_eq!(choose(&staff, "import_finished", "mail", false).await.data()["enabled"], false);
    take_in(&app, &staff).await;
    assert_eq!(mails(&app), 0);
    take_in(&app, &colleague).await;
    assert_eq!(mails(&app), 1);
    choose(&staff, "import_finished", "mail", true).await;
    take_in(&app, &staff).await;
    assert_eq!(mails(&app), 2);
    assert_eq!(
        audited(&app, "account.choose_notifications").await[0],
        json!({ "event": "shipment_imports.process", "channel": "mail", "enabled": [true, false] })
    );
}

#[tokio::test]
async fn a_choice_of_one_event_leaves_the_others() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    choose(&staff, "labels_ready", "app", false).await.data();
    choose(&staff, "labels_ready", "mail", true).await.data();
    let shown =
        |list: Vec<(String, bool)>, event: &str| list.into_iter().find(|(of, _)| of == event).unwrap().1;
    assert!(!shown(list_offered(&staff, "app").await, "labels_ready"));
    assert!(shown(list_offered(&staff, "mail").await, "labels_ready"));
    assert!(shown(list_offered(&staff, "app").await, "import_finished"));
    assert!(shown(list_offered(&app.admin(ATLANTICO).await, "app").await, "labels_ready"));
}

#[tokio::test]
async fn an_unknown_event_or_channel_is_refused() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let answer = choose(&staff, "labels_ready", "pigeon", false).await;
    assert_eq!((answer.status, answer.code_at("channel")), (422, "unknown_option".into()));
    assert_eq!(choose(&staff, "password_changed", "mail", false).await.code_at("event"), "unknown_option");
}

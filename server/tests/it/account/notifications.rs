//! Notifications: events and channels.

use serde_json::{Value, json};

use super::audited;
use crate::imports::sent;
use crate::shipments::created;
use crate::support::{ATLANTICO, Answer, Person, TestApp};

const FILE: &[u8] = b"order,name,country,weight\nA-1,Zoe,BR,1\n";

async fn choose(person: &Person, event: &str, channel: &str, enabled: bool) -> Answer {
    let choice = json!({ "event": event, "channel": channel, "enabled": enabled });
    person.patch("/api/account-notifications", choice).await
}

async fn offered(person: &Person) -> Vec<String> {
    let list = person.get("/api/account-notifications").await.data();
    let of = |one: &Value| {
        assert_eq!(one["enabled"], true, "all are on until somebody says otherwise");
        format!("{} {}", one["event"].as_str().unwrap(), one["channel"].as_str().unwrap())
    };
    list.as_array().unwrap().iter().map(of).collect()
}

async fn take_in(app: &TestApp, person: &Person) {
    let import = sent(person, "a.csv", FILE).await;
    let path = format!("/api/shipment_imports/{}/process", import["id"].as_str().unwrap());
    assert!(person.post(&path, json!({})).await.status < 300);
    app.run_processes().await;
}

fn mails(app: &TestApp) -> usize {
    std::fs::read_dir(app.files.path().join("mail")).map_or(0, Iterator::count)
}

#[tokio::test]
async fn only_notifications_a_user_can_receive_are_listed() {
    let app = TestApp::start().await;
    let of_imports =
        ["import_finished app", "import_finished mail", "import_checked app", "labels_ready app"];
    assert_eq!(offered(&app.client(ATLANTICO).await).await, of_imports);
    assert_eq!(offered(&app.staff(ATLANTICO).await).await, of_imports);
    let of_admin = offered(&app.admin(ATLANTICO).await).await;
    assert_eq!(of_admin[..4], of_imports);
    assert_eq!(of_admin[4..], ["export_ready app"]);
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
        json!({ "task": "shipment_imports.process", "channel": "mail", "enabled": [true, false] })
    );
}

#[tokio::test]
async fn a_task_says_whether_its_owner_is_notified() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let print = json!({ "ids": [shipment["id"]] });
    let told = staff.post("/api/shipments/print_labels", print.clone()).await.data();
    assert_eq!(told["told"], true);
    choose(&staff, "labels_ready", "app", false).await;
    staff.post("/api/shipments/print_labels", print).await.data();
    let tasks = staff.get("/api/background_tasks").await.data();
    assert!(tasks.as_array().unwrap().iter().all(|task| task["told"] == false), "{tasks}");
    take_in(&app, &staff).await;
    assert_eq!(staff.get("/api/background_tasks").await.data()[0]["told"], true, "of imports still");
}

#[tokio::test]
async fn an_unknown_channel_of_an_event_is_refused() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let answer = choose(&staff, "labels_ready", "mail", false).await;
    assert_eq!((answer.status, answer.code_at("channel")), (422, "unknown_option".into()));
    assert_eq!(choose(&staff, "password_changed", "mail", false).await.code_at("event"), "unknown_option");
}

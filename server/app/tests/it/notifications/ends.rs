//! The start and the end of a process notify its owner, once.

use serde_json::{Value, json};

use super::{listed, pushed};
use crate::imports::sent;
use crate::process::kinds::{Count, Flaky, Write};
use crate::process::{enqueue, owner_of, worker};
use crate::shipments::complete;
use crate::support::{ATLANTICO, Person, TestApp};

async fn choose(person: &Person, event: &str, channel: &str, enabled: bool) {
    let choice = json!({ "event": event, "channel": channel, "enabled": enabled });
    assert_eq!(person.patch("/api/account-notifications", choice).await.status, 200);
}

async fn printed(person: &Person, ids: &[&Value]) -> Value {
    person.post("/api/shipments/print_labels", json!({ "ids": ids })).await.data()
}

/// A shipment without a label: it lacks almost everything.
async fn incomplete(person: &Person) -> Value {
    person.post("/api/shipments", json!({ "to_name": "Zoe" })).await.data()
}

#[tokio::test]
async fn labels_are_under_way_and_then_ready() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = staff.post("/api/shipments", complete(&staff).await).await.data();
    let task = printed(&staff, &[&shipment["id"]]).await;
    let list = listed(&staff, "").await;
    let one = &list["data"][0];
    assert_eq!(list["meta"]["unread"], 0, "the user started it");
    assert_eq!(
        (&one["notification_type"], &one["data"]["code"]),
        (&json!("progress"), &json!("process_running"))
    );
    assert_eq!(one["progress"], json!({ "code": 0, "progress": 0, "file": null }));

    app.run_processes().await;
    app.run_processes().await;
    let list = listed(&staff, "").await;
    assert_eq!(list["data"].as_array().unwrap().len(), 1);
    let one = &list["data"][0];
    assert_eq!(list["meta"]["unread"], 1);
    assert_eq!(
        (&one["notification_type"], &one["data"]["code"]),
        (&json!("process"), &json!("labels_ready"))
    );
    assert_eq!(one["data"]["notification_status"], "success");
    assert_eq!((&one["data"]["params"]["done"], &one["data"]["params"]["left_out"]), (&json!(1), &json!(0)));
    let file = format!("/background_tasks/{}/file", task["id"].as_str().unwrap());
    assert_eq!(one["data"]["actions"][0]["file"], file);
    assert_eq!(one["progress"]["file"], format!("/api{file}"));
    assert_eq!(staff.get(&format!("/api{file}")).await.status, 200);
}

#[tokio::test]
async fn the_notification_ends_with_its_process() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let owner = owner_of(&staff).await;
    let task = enqueue(&app, ATLANTICO, owner, Write { text: "result".into() }).await;
    enqueue(&app, ATLANTICO, owner, Count { units: 1, pause_ms: 0 }).await;
    worker(&app, 2).drain().await;
    assert_eq!(listed(&staff, "").await["meta"]["unread"], 2);
    staff.delete(&format!("/api/background_tasks/{}", task.id)).await.data();
    assert_eq!(listed(&staff, "").await["meta"]["unread"], 1);
    staff.post("/api/background_tasks/clear", json!({})).await.data();
    assert_eq!(listed(&staff, "").await["data"], json!([]));
}

#[tokio::test]
async fn a_cancelled_process_tells_it_whether_it_waits_or_runs() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let task = enqueue(&app, ATLANTICO, owner_of(&staff).await, Count { units: 1, pause_ms: 0 }).await;
    staff.post(&format!("/api/background_tasks/{}/cancel", task.id), json!({})).await.data();
    worker(&app, 2).drain().await;
    let list = listed(&staff, "").await;
    assert_eq!(list["data"].as_array().unwrap().len(), 1);
    assert_eq!(list["data"][0]["data"]["code"], "process_cancelled");
    assert_eq!(list["data"][0]["data"]["notification_status"], "info");
}

#[tokio::test]
async fn a_failure_is_listed_whatever_the_user_chose() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    for channel in ["app", "mail"] {
        choose(&staff, "labels_ready", channel, false).await;
    }
    let good = staff.post("/api/shipments", complete(&staff).await).await.data();
    let unfinished = incomplete(&staff).await;
    printed(&staff, &[&good["id"]]).await;
    printed(&staff, &[&unfinished["id"]]).await;
    app.run_processes().await;
    let list = listed(&staff, "").await;
    assert_eq!(list["data"].as_array().unwrap().len(), 1, "{list}");
    let data = &list["data"][0]["data"];
    assert_eq!((&data["code"], &data["notification_status"]), (&json!("labels_failed"), &json!("error")));
    assert_eq!(data["params"]["reason"], "nothing_to_print");
}

#[tokio::test]
async fn every_kind_of_import_notifies_with_its_counts() {
    const FILE: &[u8] = b"order,name,country,weight\nA-1,Zoe,BR,1\nA-2,Zoe,Atlantis,1\n";
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let import = sent(&staff, "march.csv", FILE).await;
    let path = format!("/api/shipment_imports/{}", import["id"].as_str().unwrap());
    for (step, code) in [("check", "import_checked"), ("process", "import_finished")] {
        staff.post(&format!("{path}/{step}"), json!({})).await.data();
        app.run_processes().await;
        let one = listed(&staff, "").await["data"][0].clone();
        assert_eq!(
            (&one["data"]["code"], &one["data"]["notification_status"]),
            (&json!(code), &json!("warning"))
        );
        let params = &one["data"]["params"];
        assert_eq!((&params["file_name"], &params["refused"]), (&json!("march.csv"), &json!(1)), "{params}");
        let actions = one["data"]["actions"].as_array().unwrap();
        let view = actions.iter().find(|action| action["route"] == "shipments.imports.show").unwrap();
        assert_eq!(view["route_params"]["id"], import["id"]);
    }
    assert_eq!(listed(&staff, "").await["data"][0]["data"]["params"]["created"], 1);
}

#[tokio::test]
async fn a_failed_process_can_be_started_again() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = incomplete(&staff).await;
    let task = printed(&staff, &[&shipment["id"]]).await;
    let path = format!("/api/background_tasks/{}", task["id"].as_str().unwrap());
    let early = staff.post(&format!("{path}/retry"), json!({})).await;
    assert_eq!((early.status, &*early.message_code()), (409, "process_not_retryable"));
    app.run_processes().await;
    assert_eq!(staff.get(&path).await.data()["can"]["retry"], true);
    assert_eq!(app.admin(ATLANTICO).await.post(&format!("{path}/retry"), json!({})).await.status, 404);
    let retry = listed(&staff, "").await["data"][0]["data"]["actions"][0].clone();
    let url = retry["command"]["url"].as_str().unwrap().to_owned();
    assert_eq!(format!("/api{url}"), format!("{path}/retry"));

    // The user has completed the shipment.
    let form = complete(&staff).await;
    let mut form = form.as_object().unwrap().clone();
    form.insert("version".into(), shipment["version"].clone());
    let id = shipment["id"].as_str().unwrap();
    assert_eq!(staff.patch(&format!("/api/shipments/{id}"), Value::Object(form)).await.status, 200);
    let again = staff.post(&format!("/api{url}"), json!({})).await;
    assert_eq!(again.status, 202, "{}", again.text());
    assert_eq!(staff.get(&path).await.status, 404, "the new one replaces it");
    app.run_processes().await;
    let list = listed(&staff, "").await;
    assert_eq!(list["data"].as_array().unwrap().len(), 1);
    assert_eq!(list["data"][0]["data"]["code"], "labels_ready");
    let done = staff.get("/api/background_tasks").await.data();
    assert_eq!((done.as_array().unwrap().len(), &done[0]["can"]["retry"]), (1, &json!(false)));
}

#[tokio::test]
async fn a_kind_that_cannot_be_repeated_is_not_started_again() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let task =
        enqueue(&app, ATLANTICO, owner_of(&staff).await, Flaky { failures: 1, gives_up: true }).await.id;
    worker(&app, 2).drain().await;
    assert_eq!(staff.get(&format!("/api/background_tasks/{task}")).await.data()["can"]["retry"], false);
    let answer = staff.post(&format!("/api/background_tasks/{task}/retry"), json!({})).await;
    assert_eq!((answer.status, &*answer.message_code()), (409, "process_not_retryable"));
    let failed = listed(&staff, "").await["data"][0]["data"].clone();
    assert_eq!((&failed["code"], &failed["actions"]), (&json!("process_failed"), &json!([])));
}

#[tokio::test]
async fn a_user_with_another_scope_cannot_start_it_again() {
    const NARROW: &str = "
        update background_tasks set retry = jsonb_set(retry, '{scope}', '{\"Client\": \"0198c000-0000-7000-8000-000000000000\"}')
        where id = $1 returning 1";
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let task = printed(&staff, &[&incomplete(&staff).await["id"]]).await;
    let id: uuid::Uuid = task["id"].as_str().unwrap().parse().unwrap();
    app.run_processes().await;
    let _: i32 = crate::process::in_tenant!(app, ATLANTICO, NARROW, id);
    assert_eq!(staff.get(&format!("/api/background_tasks/{id}")).await.data()["can"]["retry"], false);
    assert_eq!(staff.post(&format!("/api/background_tasks/{id}/retry"), json!({})).await.status, 403);
}

#[tokio::test]
async fn an_unwanted_end_takes_its_progress_along() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    choose(&staff, "labels_ready", "app", false).await;
    let shipment = staff.post("/api/shipments", complete(&staff).await).await.data();
    printed(&staff, &[&shipment["id"]]).await;
    assert_eq!(listed(&staff, "").await["data"].as_array().unwrap().len(), 1);
    app.run_processes().await;
    assert_eq!(listed(&staff, "").await["data"], json!([]));
    let mut notice = super::about(&staff).await;
    notice.code = server_core::notify::NotificationCode::LabelsReady;
    assert_eq!(pushed(&app, ATLANTICO, &notice).await, None);
}

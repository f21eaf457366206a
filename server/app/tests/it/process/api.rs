//! Background tasks for their owner.

use std::time::Duration;

use poem::http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use super::kinds::{Count, Flaky, Hang, Write};
use super::{enqueue, in_tenant, is_stored, keep_and_fail, owner_of, start, until, until_over, worker};
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};

async fn show(person: &Person, task: Uuid) -> Value {
    person.get(&format!("/api/background_tasks/{task}")).await.data()
}

#[tokio::test]
async fn tasks_are_listed_counted_and_cleared() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let owner = owner_of(&staff).await;
    for units in 1..=3 {
        enqueue(&app, ATLANTICO, owner, Count { units, pause_ms: 0 }).await;
    }
    let list = staff.get("/api/background_tasks").await.json();
    assert_eq!((&list["meta"]["pending"], &list["meta"]["total"]), (&json!(3), &json!(3)));
    assert_eq!(
        list["data"][0]["can"],
        json!({ "cancel": true, "delete": false, "download": false, "retry": false })
    );
    let first = list["data"][0]["id"].as_str().unwrap().to_owned();
    let refused = staff.delete(&format!("/api/background_tasks/{first}")).await;
    assert_eq!((refused.status, refused.message_code().as_str()), (409, "process_pending"));

    worker(&app, 2).drain().await;
    let list = staff.get("/api/background_tasks?pending=false").await.json();
    assert_eq!((&list["meta"]["pending"], &list["meta"]["total"]), (&json!(0), &json!(3)));
    assert_eq!((&list["data"][0]["stage"], &list["data"][0]["progress"]), (&json!(30), &json!(100)));
    assert_eq!((&list["data"][0]["done"], &list["data"][0]["total"]), (&json!(3), &json!(3)));
    // Like a client that can only POST.
    let deleted = staff.post(&format!("/api/background_tasks/{first}"), json!({ "_method": "delete" })).await;
    assert_eq!(deleted.data()["cleared"], 1);
    assert_eq!(staff.post("/api/background_tasks/clear", json!({})).await.data()["cleared"], 2);
    assert_eq!(staff.get("/api/background_tasks").await.json()["meta"]["total"], 0);
}

#[tokio::test]
async fn a_failed_task_goes_with_the_file_that_it_kept() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let owner = owner_of(&staff).await;
    let (task, deleted) = keep_and_fail(&app, ATLANTICO, owner).await;
    staff.delete(&format!("/api/background_tasks/{task}")).await.data();
    let (_, cleared) = keep_and_fail(&app, ATLANTICO, owner).await;
    staff.post("/api/background_tasks/clear", json!({})).await.data();
    assert!(!is_stored(&app, &deleted).await && !is_stored(&app, &cleared).await);
}

#[tokio::test]
async fn cancelling_stops_a_process_within_a_second() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let owner = owner_of(&staff).await;
    let deaf = enqueue(&app, ATLANTICO, owner, Hang).await.id;
    let (stop, running) = start(&app, 2);
    until(Duration::from_secs(20), async || !show(&staff, deaf).await["started_at"].is_null()).await;
    // The tenant has used its slots, so this task waits.
    let waiting = enqueue(&app, ATLANTICO, owner, Count { units: 1, pause_ms: 0 }).await.id;
    let at_once = staff.post(&format!("/api/background_tasks/{waiting}/cancel"), json!({})).await.data();
    assert_eq!(at_once["failure"]["code"], "process_cancelled");

    let told = staff.post(&format!("/api/background_tasks/{deaf}/cancel"), json!({})).await.data();
    assert_eq!((&told["cancelling"], &told["can"]["cancel"]), (&json!(true), &json!(false)));
    until_over(&app, ATLANTICO, deaf).await;
    let seconds: f64 = in_tenant!(
        app,
        ATLANTICO,
        "select extract(epoch from failed_at - cancel_requested_at)::float8 from background_tasks where id = $1",
        deaf
    );
    assert!(seconds < 1.0, "it took {seconds} s");
    let over = show(&staff, deaf).await;
    assert_eq!(
        (&over["failure"]["code"], &over["failure"]["message"]),
        (&json!("process_cancelled"), &json!("Canceled."))
    );
    let again = staff.post(&format!("/api/background_tasks/{deaf}/cancel"), json!({})).await;
    assert_eq!((again.status, again.message_code().as_str()), (409, "process_not_cancellable"));
    stop.cancel();
    running.await.unwrap();
}

#[tokio::test]
async fn progress_is_visible_while_a_task_runs() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let task = enqueue(&app, ATLANTICO, owner_of(&staff).await, Count { units: 60, pause_ms: 25 }).await.id;
    let (stop, running) = start(&app, 2);
    let mut seen = Vec::new();
    until(Duration::from_secs(30), async || {
        let now = show(&staff, task).await;
        seen.push(now["progress"].as_i64().unwrap());
        !now["completed_at"].is_null()
    })
    .await;
    assert!(seen.is_sorted() && seen.iter().any(|percent| (1..99).contains(percent)), "{seen:?}");
    stop.cancel();
    running.await.unwrap();
}

#[tokio::test]
async fn the_next_try_is_told_while_a_task_waits_for_it() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let task =
        enqueue(&app, ATLANTICO, owner_of(&staff).await, Flaky { failures: 1, gives_up: false }).await.id;
    assert_eq!(show(&staff, task).await["next_try_at"], Value::Null);
    worker(&app, 2).drain().await;
    let waiting = show(&staff, task).await;
    assert!(waiting["next_try_at"].is_string() && waiting["completed_at"].is_null(), "{waiting}");
    let (stop, running) = start(&app, 2);
    until_over(&app, ATLANTICO, task).await;
    assert_eq!(show(&staff, task).await["next_try_at"], Value::Null);
    stop.cancel();
    running.await.unwrap();
}

#[tokio::test]
async fn only_the_owner_downloads_a_result() {
    let app = TestApp::start().await;
    let (staff, admin, foreign) =
        (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await, app.staff(PACIFIC).await);
    let task = enqueue(&app, ATLANTICO, owner_of(&staff).await, Write { text: "olá".into() }).await.id;
    let path = format!("/api/background_tasks/{task}/file");
    assert_eq!(staff.get(&path).await.status, 404, "there is no file before the end");
    worker(&app, 2).drain().await;

    assert_eq!(show(&staff, task).await["file"]["url"], path);
    let file = staff.get(&path).await;
    assert_eq!((file.status, file.text().as_str()), (200, "olá"));
    assert_eq!(file.header("content-type"), Some("text/plain"));
    let disposition = file.header("content-disposition").unwrap();
    assert_eq!(
        disposition,
        "attachment; filename=\"relat_rio _1_.txt\"; filename*=UTF-8''relat%C3%B3rio%20%221%22.txt"
    );
    for other in [&foreign, &admin] {
        assert_eq!(other.get(&path).await.status, 404);
        assert_eq!(other.get(&format!("/api/background_tasks/{task}")).await.status, 404);
        assert_eq!(other.post(&format!("/api/background_tasks/{task}/cancel"), json!({})).await.status, 404);
        assert_eq!(
            other.send(Method::DELETE, &format!("/api/background_tasks/{task}"), None).await.status,
            404
        );
    }
    assert_eq!(staff.on(PACIFIC).get(&path).await.status, 401);
    assert_eq!(app.visitor(ATLANTICO).get(&path).await.status, 401);

    assert_eq!(staff.post("/api/background_tasks/clear", json!({})).await.data()["cleared"], 1);
    assert_eq!(staff.get(&path).await.status, 404);
    assert_eq!(
        std::fs::read_dir(app.files.path().join("files")).unwrap().count(),
        1,
        "the tenant's folder stays"
    );
}

#[tokio::test]
async fn a_failure_is_shown_in_the_users_language() {
    let app = TestApp::start().await;
    let mut client = app.client(ATLANTICO).await;
    let task =
        enqueue(&app, ATLANTICO, owner_of(&client).await, Flaky { failures: 1, gives_up: true }).await.id;
    worker(&app, 2).drain().await;
    client.language = "pt-BR";
    let failure = show(&client, task).await["failure"].clone();
    assert_eq!(failure["code"], "tracking_range_exhausted");
    assert_eq!(
        failure["message"],
        "A faixa de códigos de rastreamento acabou. Peça uma nova faixa ao operador da plataforma."
    );
}

//! A push: replacement, actions, hostile rows.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use server_core::notify::action::{ActionLabel, ActionTarget, Command, CommandMethod, RouteName};
use server_core::notify::path::OwnPath;
use server_core::notify::{self, NotificationAction, NotificationCode, NotificationStatus, NotificationType};

use super::{about, ids, listed, pushed};
use crate::process::in_tenant;
use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn a_push_about_the_same_thing_replaces_the_earlier_one() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut notice = about(&staff).await.with("done", 1);
    notice.reference = Some("thing:1".into());
    notice.update = true;
    let first = pushed(&app, ATLANTICO, &notice).await.unwrap();
    staff.post(&format!("/api/notifications/{first}/read"), json!({})).await.data();

    // The same kind: new values, still read, in its place.
    let newer = notice.clone().with("done", 2);
    assert_eq!(pushed(&app, ATLANTICO, &newer).await, Some(first));
    let list = listed(&staff, "").await;
    assert_eq!(ids(&list), [first]);
    assert_eq!((&list["data"][0]["data"]["params"]["done"], &list["meta"]["unread"]), (&json!(2), &json!(0)));
    assert_eq!((&list["data"][0]["ref"], &list["data"][0]["update"]), (&json!("thing:1"), &json!(true)));

    // Another kind: a new notification, unread, in the place of the old one.
    notice.code = NotificationCode::ProcessFailed;
    let second = pushed(&app, ATLANTICO, &notice).await.unwrap();
    assert!(second > first);
    let list = listed(&staff, "").await;
    assert_eq!((ids(&list), &list["meta"]["unread"]), (vec![second], &json!(1)));
}

#[tokio::test]
async fn without_update_the_earlier_one_stays() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut notice = about(&staff).await.with("done", 1);
    notice.reference = Some("thing:1".into());
    let first = pushed(&app, ATLANTICO, &notice).await.unwrap();
    assert_eq!(pushed(&app, ATLANTICO, &notice.clone().with("done", 2)).await, None);
    let list = listed(&staff, "").await;
    assert_eq!((ids(&list), &list["data"][0]["data"]["params"]["done"]), (vec![first], &json!(1)));
    // Another thing, and another user, have their own.
    let mut other = about(&app.admin(ATLANTICO).await).await;
    other.reference = Some("thing:1".into());
    assert!(pushed(&app, ATLANTICO, &other).await.is_some());
    notice.reference = Some("thing:2".into());
    assert!(pushed(&app, ATLANTICO, &notice).await.is_some());
}

#[tokio::test]
async fn a_rolled_back_push_notifies_nobody() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let notice = about(&staff).await;
    assert!(notify::push(&mut tx, app.state.clock.now(), &notice).await.unwrap().is_some());
    tx.rollback().await;
    assert_eq!(listed(&staff, "").await["data"], json!([]));
}

fn own(path: &str) -> OwnPath {
    OwnPath::new(path).unwrap()
}

#[tokio::test]
async fn every_type_status_and_kind_of_action_arrives() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let blank = || NotificationAction::new(ActionLabel::Dismiss);
    let map = |name: &str, value: &str| Some(BTreeMap::from([(name.to_owned(), value.to_owned())]));
    let mut notice = about(&staff).await.status(NotificationStatus::Warning);
    notice.kind = NotificationType::Condensed;
    notice.actions = vec![
        NotificationAction {
            route_query: map("tab", "events"),
            route_hash: Some("events".into()),
            target: Some(ActionTarget::NewTab),
            ..NotificationAction::route(ActionLabel::ViewShipment, RouteName::Shipment, &[("id", "7")])
        },
        NotificationAction { redirect: Some(own("/shipments?status=40")), ..blank() },
        NotificationAction { close: true, refresh: true, ..blank() },
        NotificationAction::file(ActionLabel::Download, own("/background_tasks/7/file")),
        NotificationAction { command: Some(Command::Get(own("/profile"))), refresh_after: true, ..blank() },
        NotificationAction {
            redirect_after: Some(own("/processes")),
            ..NotificationAction::command(
                ActionLabel::Retry,
                CommandMethod::Post,
                own("/background_tasks/7/retry"),
            )
        },
    ];
    pushed(&app, ATLANTICO, &notice).await.unwrap();
    let one = listed(&staff, "").await["data"][0].clone();
    assert_eq!(one["notification_type"], "condensed");
    assert_eq!(one["data"]["notification_status"], "warning");
    let told: Vec<Value> = one["data"]["actions"].as_array().unwrap().iter().map(told).collect();
    assert_eq!(
        told,
        [
            json!({ "label": "view_shipment", "route": "shipments.show", "route_params": { "id": "7" },
                    "route_query": { "tab": "events" }, "route_hash": "events", "target": "_blank" }),
            json!({ "label": "dismiss", "redirect": "/shipments?status=40" }),
            json!({ "label": "dismiss", "close": true, "refresh": true }),
            json!({ "label": "download", "file": "/background_tasks/7/file" }),
            json!({ "label": "dismiss", "command": "/profile", "refresh_after": true }),
            json!({ "label": "retry", "command": { "method": "POST", "url": "/background_tasks/7/retry" },
                    "redirect_after": "/processes" }),
        ]
    );
}

/// An action without its absent and false fields.
fn told(action: &Value) -> Value {
    let fields = action.as_object().unwrap().iter();
    let said = fields.filter(|(_, value)| !value.is_null() && **value != json!(false));
    Value::Object(said.map(|(name, value)| (name.clone(), value.clone())).collect())
}

#[tokio::test]
async fn a_stored_action_that_leads_away_is_left_out() {
    const SPOIL: &str = "update notifications set actions = $1 returning 1";
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    pushed(&app, ATLANTICO, &about(&staff).await).await.unwrap();
    let hostile = json!([
        { "label": "dismiss", "redirect": "//evil.test" },
        { "label": "dismiss", "redirect_after": "https://evil.test" },
        { "label": "dismiss", "file": "/../evil" },
        { "label": "dismiss", "command": "/\\evil.test" },
        { "label": "dismiss", "command": { "method": "POST", "url": "/a@evil.test" } },
        { "label": "dismiss", "command": { "method": "TRACE", "url": "/a" } },
        { "label": "dismiss", "route": "login" },
        { "label": "free text", "close": true },
        { "label": "dismiss", "close": true },
    ]);
    let _: i32 = in_tenant!(app, ATLANTICO, SPOIL, hostile);
    let one = listed(&staff, "").await["data"][0].clone();
    let told: Vec<Value> = one["data"]["actions"].as_array().unwrap().iter().map(told).collect();
    assert_eq!(told, [json!({ "label": "dismiss", "close": true })]);
}

/// The newest announced event: its readers and its body.
async fn announced(app: &TestApp) -> (Option<Vec<uuid::Uuid>>, Value) {
    const NEWEST: &str = "select to_users, body from live_events order by seq desc limit 1";
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let newest = sqlx::query_as(NEWEST).fetch_one(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    newest
}

/// The user whose pages hear of the newest event first.
async fn sender(app: &TestApp) -> Option<uuid::Uuid> {
    const NEWEST: &str = "select sender from live_events order by seq desc limit 1";
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let sender = sqlx::query_scalar(NEWEST).fetch_one(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    sender
}

#[tokio::test]
async fn only_the_pages_of_the_user_are_told_of_a_notification() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let notice = about(&staff).await;
    let id = pushed(&app, ATLANTICO, &notice).await.unwrap();
    let event = json!({ "type": "records.changed", "resource": "notification", "ids": [id] });
    assert_eq!(announced(&app).await, (Some(vec![notice.user_id]), event.clone()));
    assert_eq!(sender(&app).await, None, "work of the server");
    let newer = pushed(&app, ATLANTICO, &notice).await.unwrap();
    staff.post(&format!("/api/notifications/{id}/read"), json!({})).await.data();
    assert_eq!(announced(&app).await, (Some(vec![notice.user_id]), event));
    staff.delete(&format!("/api/notifications/{newer}")).await.data();
    assert_eq!(announced(&app).await.1["ids"], json!([newer]));
    assert_eq!(sender(&app).await, Some(notice.user_id));
}

#[tokio::test]
async fn many_users_are_notified_at_once() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let mut notices = vec![about(&staff).await.with("done", 1), about(&admin).await.with("done", 2)];
    notices.push(notify::Notice::new(uuid::Uuid::now_v7(), NotificationCode::ProcessCompleted));
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let ids = notify::push_all(&mut tx, app.state.clock.now(), &notices).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(ids.len(), 2, "nobody has the third id");
    for (person, done) in [(&staff, 1), (&admin, 2)] {
        let list = listed(person, "").await;
        assert_eq!(list["data"].as_array().unwrap().len(), 1);
        assert_eq!(list["data"][0]["data"]["params"]["done"], done);
    }
}

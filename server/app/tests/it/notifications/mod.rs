//! Notifications of users: the list, what is pushed, and the e-mail about unread ones.

mod catalogue;
mod email;
mod ends;
mod milestones;
mod push;
mod stopped;
mod stopped_mails;

use poem::http::Method;
use serde_json::{Value, json};
use server_core::notify::{self, Notice, NotificationCode};
use uuid::Uuid;

use crate::process::owner_of;
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};

/// A notification about nothing in particular.
async fn about(person: &Person) -> Notice {
    Notice::new(owner_of(person).await.user_id, NotificationCode::ProcessCompleted)
}

/// Pushes a notification and commits.
async fn pushed(app: &TestApp, host: &str, notice: &Notice) -> Option<Uuid> {
    let mut tx = app.state.tenancy.begin(&app.tenant(host)).await.unwrap();
    let id = notify::push(&mut tx, app.state.clock.now(), notice).await.unwrap();
    tx.commit().await.unwrap();
    id
}

pub async fn listed(person: &Person, query: &str) -> Value {
    person.get(&format!("/api/notifications{query}")).await.json()
}

/// The codes of somebody's notifications.
pub async fn codes(person: &Person) -> Vec<String> {
    let told = listed(person, "").await;
    let all = told["data"].as_array().unwrap().iter();
    all.map(|one| one["data"]["code"].as_str().unwrap().to_owned()).collect()
}

fn ids(list: &Value) -> Vec<Uuid> {
    list["data"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap().parse().unwrap()).collect()
}

#[tokio::test]
async fn notifications_are_listed_in_tabs_and_pages() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let notice = about(&staff).await;
    let mut newest_first = Vec::new();
    for _ in 0..5 {
        newest_first.insert(0, pushed(&app, ATLANTICO, &notice).await.unwrap());
    }
    let read = newest_first[1];
    let answer = staff.post(&format!("/api/notifications/{read}/read"), json!({})).await.data();
    assert!(answer["read_at"].is_string());

    let first = listed(&staff, "?per_page=2").await;
    assert_eq!(ids(&first), newest_first[..2]);
    assert_eq!(first["meta"]["unread"], 4);
    let next = first["meta"]["next"].as_str().unwrap();
    let second = listed(&staff, &format!("?per_page=2&before={next}")).await;
    assert_eq!(ids(&second), newest_first[2..4]);
    let next = second["meta"]["next"].as_str().unwrap();
    let last = listed(&staff, &format!("?per_page=2&before={next}")).await;
    assert_eq!((ids(&last), &last["meta"]["next"]), (newest_first[4..].to_vec(), &Value::Null));

    assert_eq!(ids(&listed(&staff, "?tab=read").await), [read]);
    let new = listed(&staff, "?tab=new").await;
    assert!(!ids(&new).contains(&read) && ids(&new).len() == 4);
    assert_eq!(staff.get("/api/notifications?tab=other").await.status, 422);
}

#[tokio::test]
async fn reading_and_deleting_change_the_number_of_unread_ones() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let id = pushed(&app, ATLANTICO, &about(&staff).await).await.unwrap();
    let path = format!("/api/notifications/{id}");
    let first = staff.post(&format!("{path}/read"), json!({})).await.data();
    app.state.clock.advance(chrono::TimeDelta::minutes(1));
    let again = staff.post(&format!("{path}/read"), json!({})).await.data();
    assert_eq!(first["read_at"], again["read_at"], "the first time counts");
    assert_eq!(listed(&staff, "").await["meta"]["unread"], 0);
    assert_eq!(staff.post(&format!("{path}/unread"), json!({})).await.data()["read_at"], Value::Null);
    assert_eq!(listed(&staff, "").await["meta"]["unread"], 1);
    assert_eq!(staff.delete(&path).await.data()["unread"], 0);
    assert_eq!(staff.delete(&path).await.status, 404);
    assert_eq!(staff.post(&format!("{path}/read"), json!({})).await.status, 404);
}

#[tokio::test]
async fn a_deleted_notification_comes_back_as_it_was_unless_it_is_gone_for_good() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let mut notice = about(&staff).await;
    notice.reference = Some("thing:1".into());
    let id = pushed(&app, ATLANTICO, &notice).await.unwrap();
    let other = pushed(&app, ATLANTICO, &about(&staff).await).await.unwrap();
    let (path, restore) = (format!("/api/notifications/{id}"), format!("/api/notifications/{id}/restore"));
    let read = staff.post(&format!("{path}/read"), json!({})).await.data();
    staff.delete(&path).await.data();
    assert_eq!(admin.post(&restore, json!({})).await.status, 404);
    assert_eq!(staff.post(&restore, json!({})).await.data()["read_at"], read["read_at"]);
    assert_eq!(ids(&listed(&staff, "").await), [other, id], "at its place");

    staff.delete(&path).await.data();
    let newer = pushed(&app, ATLANTICO, &notice).await.unwrap();
    assert_eq!(ids(&listed(&staff, "?tab=new").await), [newer, other], "the next of the same thing is new");
    assert_eq!(staff.post(&restore, json!({})).await.status, 404);

    staff.delete(&format!("/api/notifications/{other}")).await.data();
    app.state.clock.advance(chrono::TimeDelta::minutes(11));
    app::sweep::sweep(&app.state).await;
    assert_eq!(staff.post(&format!("/api/notifications/{other}/restore"), json!({})).await.status, 404);
}

#[tokio::test]
async fn all_read_spares_what_the_user_has_not_seen() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let notice = about(&staff).await;
    let seen = pushed(&app, ATLANTICO, &notice).await.unwrap();
    let later = pushed(&app, ATLANTICO, &notice).await.unwrap();
    let answer = staff.post("/api/notifications/all-read", json!({ "up_to": seen })).await.data();
    assert_eq!(answer["unread"], 1);
    assert_eq!(ids(&listed(&staff, "?tab=new").await), [later]);
    let answer = staff.post("/api/notifications/all-read", json!({ "up_to": null })).await.data();
    assert_eq!(answer["unread"], 0);
}

#[tokio::test]
async fn a_get_that_marks_needs_the_header_of_scripts() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let id = pushed(&app, ATLANTICO, &about(&staff).await).await.unwrap();
    let paths = [
        format!("/api/notifications/{id}/read"),
        format!("/api/notifications/{id}/unread"),
        "/api/notifications/all-read".to_owned(),
    ];
    for path in &paths {
        let mut request = staff.request(Method::GET, path);
        request.headers_mut().remove("x-requested-with");
        let answer = staff.call(request).await;
        assert_eq!((answer.status, &*answer.message_code()), (403, "request_not_trusted"), "{path}");
    }
    assert_eq!(listed(&staff, "").await["meta"]["unread"], 1);
    assert!(staff.get(&paths[0]).await.data()["read_at"].is_string());
    assert_eq!(staff.get(&paths[1]).await.data()["read_at"], Value::Null);
    assert_eq!(staff.get(&paths[2]).await.data()["unread"], 0);
}

#[tokio::test]
async fn nobody_else_sees_or_changes_a_notification() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let notice = about(&staff).await;
    let id = pushed(&app, ATLANTICO, &notice).await.unwrap();
    let (colleague, foreign) = (app.admin(ATLANTICO).await, app.staff(PACIFIC).await);
    // The same user id in the other company: pushed there, it reaches nobody.
    assert_eq!(pushed(&app, PACIFIC, &notice).await, None);
    for other in [&colleague, &foreign] {
        assert_eq!(listed(other, "").await["data"], json!([]));
        assert_eq!(listed(other, "").await["meta"]["unread"], 0);
        for action in ["read", "unread"] {
            let answer = other.post(&format!("/api/notifications/{id}/{action}"), json!({})).await;
            assert_eq!(answer.status, 404);
        }
        assert_eq!(other.delete(&format!("/api/notifications/{id}")).await.status, 404);
        other.post("/api/notifications/all-read", json!({ "up_to": null })).await.data();
    }
    assert_eq!(staff.on(PACIFIC).get("/api/notifications").await.status, 401);
    assert_eq!(listed(&staff, "").await["meta"]["unread"], 1);
}

#[tokio::test]
async fn unread_ones_are_counted_up_to_a_hundred() {
    const MANY: &str = "
        insert into notifications (id, user_id, type, code, params, status, actions, listed, created_at, updated_at)
        select gen_random_uuid(), $1, 'text', 'process_completed', '{}', 'info', '[]', true, now(), now()
        from generate_series(1, 130)";
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query(MANY).bind(owner_of(&staff).await.user_id).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let meta = listed(&staff, "").await["meta"].clone();
    assert_eq!((&meta["unread"], &meta["unread_capped"]), (&json!(100), &json!(true)));
}

#[tokio::test]
async fn notifications_are_deleted_after_ninety_days() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let notice = about(&staff).await;
    pushed(&app, ATLANTICO, &notice).await.unwrap();
    app.state.clock.advance(chrono::TimeDelta::days(89));
    let young = pushed(&app, ATLANTICO, &notice).await.unwrap();
    app.state.clock.advance(chrono::TimeDelta::days(2));
    app::sweep::sweep(&app.state).await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(ids(&listed(&staff, "").await), [young]);
}

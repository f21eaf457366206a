//! An administrator acts as another user.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{audited, demo_user, path};
use crate::shipments::created;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

const ADMIN: &str = "admin@atlantico.test";
const STAFF: &str = "staff@atlantico.test";

pub fn path_for(user: &Value) -> String {
    format!("/api/backoffice/users/{}/switch", user["id"].as_str().unwrap())
}

/// The same browser, now acting as the account.
pub async fn switched(app: &TestApp, account: &str) -> Person {
    let mut admin = app.admin(ATLANTICO).await;
    let user = demo_user(&admin, account).await;
    let answer = admin.post(&path_for(&user), json!({})).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    admin.keep(&answer);
    admin
}

async fn switch_back(person: &mut Person) -> Answer {
    let answer = person.post("/api/backoffice/switch-back", json!({})).await;
    if answer.status == 200 {
        person.keep(&answer);
    }
    answer
}

async fn email(person: &Person) -> Value {
    person.get("/api/profile").await.data()["email"].clone()
}

#[tokio::test]
async fn an_administrator_acts_as_a_user_and_switches_back() {
    let app = TestApp::start().await;
    let mut person = switched(&app, "client").await;
    let profile = person.get("/api/profile").await.data();
    assert_eq!((&profile["email"], &profile["user_type"]), (&json!("client@atlantico.test"), &json!(30)));
    assert_eq!((&profile["user_switch"], &profile["switched_by"]), (&json!(true), &json!("Ana Souza")));
    assert!(profile["switched_until"].is_string());
    assert_eq!(person.get("/api/users").await.status, 403, "with that user's rights and no others");

    let before = person.cookie.clone();
    assert_eq!(switch_back(&mut person).await.status, 200);
    assert_ne!(person.cookie, before);
    let profile = person.get("/api/profile").await.data();
    assert_eq!((&profile["email"], &profile["user_switch"]), (&json!(ADMIN), &json!(false)));
    let again = switch_back(&mut person).await;
    assert_eq!((again.status, again.message_code()), (409, "not_switched".into()));
    person.cookie = before;
    assert_eq!(person.get("/api/profile").await.status, 401, "the old cookie is worth nothing");
}

#[tokio::test]
async fn actions_are_audited_with_both_users() {
    let app = TestApp::start().await;
    let mut person = switched(&app, "staff").await;
    let shipment = created(&person).await;
    let print = json!({ "ids": [shipment["id"]] });
    assert_eq!(person.post("/api/shipments/print_labels", print).await.status, 202);
    app.run_processes().await;
    let staff_id = person.get("/api/profile").await.data()["id"].clone();
    switch_back(&mut person).await;

    let query = format!("/api/audit_entries?on_behalf_of_id={}", staff_id.as_str().unwrap());
    let listed = person.get(&query).await.data();
    let listed = listed.as_array().unwrap();
    assert!(listed.len() >= 2, "{listed:?}");
    assert!(listed.iter().all(|entry| entry["acting_user"]["email"] == ADMIN), "{listed:?}");
    assert!(listed.iter().any(|entry| entry["action"] == "shipment.create"), "{listed:?}");

    let both = (Some(STAFF.to_owned()), Some(ADMIN.to_owned()));
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let rows: Vec<(Option<String>, Option<String>, String)> = sqlx::query_as(
        "select u.email, a.email, e.action from audit_entries e
         left join users u on u.id = e.user_id left join users a on a.id = e.acting_user_id
         where e.action not like 'session.%' and e.action not like 'user.%' order by e.id",
    )
    .fetch_all(&mut *tx)
    .await
    .unwrap();
    assert!(rows.len() >= 2, "{rows:?}");
    for (user, acting, action) in rows {
        assert_eq!((user, acting), both, "{action}");
    }
    for action in ["user.switch", "user.switch_back"] {
        assert_eq!(audited(&app, action).await, [(Some(ADMIN.to_owned()), None, json!({}))], "{action}");
    }
}

#[tokio::test]
async fn after_an_hour_only_switching_back_is_allowed() {
    let app = TestApp::start().await;
    let mut person = switched(&app, "staff").await;
    app.state.clock.advance(TimeDelta::minutes(59));
    assert_eq!(email(&person).await, STAFF);
    app.state.clock.advance(TimeDelta::minutes(2));
    assert_eq!(person.get("/api/profile").await.status, 401, "no visit makes it longer");
    assert_eq!(switch_back(&mut person).await.status, 200);
    assert_eq!(email(&person).await, ADMIN);
}

#[tokio::test]
async fn switching_needs_fewer_rights_and_is_never_nested() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let dev = demo_user(&admin, "dev").await;
    let staff = demo_user(&admin, "staff").await;
    let person = switched(&app, "dev").await;
    assert_eq!(person.post(&path_for(&staff), json!({})).await.status, 403);

    admin.patch(&path(&staff), json!({ "user_type": 10, "version": staff["version"] })).await.data();
    let other = demo_user(&admin, "staff").await;
    assert_eq!(other["can"]["switch"], false);
    let refused = admin.post(&path_for(&other), json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "user_not_below".into()));
    let own = demo_user(&admin, "admin").await;
    assert_eq!(admin.post(&path_for(&own), json!({})).await.message_code(), "not_yourself");

    admin.patch(&path(&dev), json!({ "user_type": 10, "version": dev["version"] })).await.data();
    assert_eq!(
        person.get("/api/profile").await.status,
        401,
        "a user who got more rights is nobody's to act as"
    );
}

#[tokio::test]
async fn sign_in_data_of_another_user_cannot_be_changed() {
    let app = TestApp::start().await;
    let person = switched(&app, "staff").await;
    let password = json!({
        "current_password": "remessa-demo", "password": "another-one", "password_confirmation": "another-one",
    });
    let email = json!({ "current_password": "remessa-demo", "email": "eva@atlantico.test" });
    for (path, form) in [("/api/account-password", password), ("/api/account-email", email)] {
        let refused = person.post(path, form).await;
        assert_eq!((refused.status, refused.message_code()), (409, "not_while_switched".into()), "{path}");
    }
}

#[tokio::test]
async fn switching_to_another_company_is_refused() {
    let app = TestApp::start().await;
    let theirs = demo_user(&app.admin(ATLANTICO).await, "staff").await;
    assert_eq!(app.admin(PACIFIC).await.post(&path_for(&theirs), json!({})).await.status, 404);
    let mut carried = switched(&app, "staff").await.on(PACIFIC);
    carried.visit().await;
    assert_eq!(carried.get("/api/profile").await.status, 401);
    assert_eq!(switch_back(&mut carried).await.status, 401);
}

#[tokio::test]
async fn switching_ends_with_the_administrators_rights_or_sessions() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let dev = demo_user(&admin, "dev").await;
    admin.patch(&path(&dev), json!({ "user_type": 10, "version": dev["version"] })).await.data();
    let second = app.signed_in(ATLANTICO, "dev").await;
    let staff = demo_user(&admin, "staff").await;
    let own = demo_user(&admin, "admin").await;
    let become_staff = async || {
        let mut person = app.admin(ATLANTICO).await;
        let answer = person.post(&path_for(&staff), json!({})).await;
        person.keep(&answer);
        assert_eq!(email(&person).await, STAFF);
        person
    };
    let mut person = become_staff().await;
    second.patch(&path(&own), json!({ "user_type": 20, "version": own["version"] })).await.data();
    assert_eq!(person.get("/api/profile").await.status, 401, "demoted");
    assert_eq!(switch_back(&mut person).await.status, 401);

    let own = demo_user(&second, "admin").await;
    second.patch(&path(&own), json!({ "user_type": 10, "version": own["version"] })).await.data();
    let mut person = become_staff().await;
    second.post(&format!("{}/deactivate", path(&own)), json!({})).await.data();
    assert_eq!(person.get("/api/profile").await.status, 401, "deactivated");
    assert_eq!(switch_back(&mut person).await.status, 401);
}

#[tokio::test]
async fn signing_out_ends_both_sessions() {
    let app = TestApp::start().await;
    let mut person = switched(&app, "staff").await;
    let old = person.cookie.clone();
    let answer = person.post("/api/logout", json!({})).await;
    person.keep(&answer);
    person.cookie = old;
    assert_eq!(switch_back(&mut person).await.status, 403, "its token went with the session");
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let left: i64 = sqlx::query_scalar("select count(*) from sessions").fetch_one(&mut *tx).await.unwrap();
    // The administrator's other device, which the test used to find the user, is the same session here.
    assert_eq!(left, 0);
}

//! Password, e-mail address and devices.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::audited;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

const NEW: &str = "sofia.reis@atlantico.test";

async fn change_password(person: &Person, current: &str, new: &str) -> Answer {
    let form = json!({ "current_password": current, "password": new, "password_confirmation": new });
    person.post("/api/account-password", form).await
}

async fn change_email(person: &Person, email: &str) -> Answer {
    person.post("/api/account-email", json!({ "email": email, "current_password": "remessa-demo" })).await
}

async fn devices(person: &Person) -> Vec<Value> {
    person.get("/api/account-devices").await.data().as_array().unwrap().clone()
}

/// E-mails to an address, oldest first.
pub fn mails_to(app: &TestApp, address: &str) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir(app.files.path().join("mail")) else { return Vec::new() };
    let mut files: Vec<_> = folder.map(|file| file.unwrap().path()).collect();
    files.sort();
    let mails = files.iter().map(|file| std::fs::read_to_string(file).unwrap().replace("=\r\n", ""));
    mails.filter(|mail| mail.lines().any(|line| line.starts_with("To: ") && line.contains(address))).collect()
}

fn token_in(mail: &str) -> String {
    let (_, rest) = mail.split_once("/my-account/email/").expect("a link");
    rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').next().unwrap().to_owned()
}

async fn confirm(person: &Person, token: &str) -> Answer {
    person.post("/api/account-email/confirm", json!({ "token": token })).await
}

#[tokio::test]
async fn a_new_password_ends_all_other_sessions() {
    let app = TestApp::start().await;
    let (here, there) = (app.staff(ATLANTICO).await, app.staff(ATLANTICO).await);
    let colleague = app.admin(ATLANTICO).await;
    assert_eq!(change_password(&here, "remessa-demo", "a-new-one").await.status, 200);
    assert_eq!(here.get("/api/profile").await.status, 200);
    assert_eq!(there.get("/api/profile").await.status, 401);
    assert_eq!(colleague.get("/api/profile").await.status, 200);
    assert_eq!(devices(&here).await.len(), 1);
    let mut door = app.visitor(ATLANTICO);
    assert_eq!(door.log_in("staff@atlantico.test", "remessa-demo").await.status, 422);
    assert_eq!(door.log_in("staff@atlantico.test", "a-new-one").await.status, 200);
    assert_eq!(audited(&app, "account.change_password").await, [json!({ "ended_sessions": 1 })]);
    app.run_processes().await;
    let [mail] = mails_to(&app, "staff@atlantico.test").try_into().unwrap();
    assert!(mail.contains("/password/reset"), "the way to a new one, should it have been somebody else");
}

#[tokio::test]
async fn a_password_change_needs_the_current_password() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let wrong = change_password(&staff, "not-it", "a-new-one").await;
    assert_eq!((wrong.status, wrong.code_at("current_password")), (422, "wrong_password".into()));
    let form = json!({ "current_password": "", "password": "12345", "password_confirmation": "1" });
    let answer = staff.post("/api/account-password", form).await;
    assert_eq!(answer.code_at("current_password"), "required");
    assert_eq!(answer.code_at("password"), "too_short");
    assert_eq!(answer.code_at("password_confirmation"), "confirmation_differs");
    assert!(audited(&app, "account.change_password").await.is_empty());
}

#[tokio::test]
async fn guessing_the_current_password_is_limited() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    for _ in 0..10 {
        assert_eq!(change_password(&staff, "a-guess", "a-new-one").await.status, 422);
    }
    let refused = change_password(&staff, "remessa-demo", "a-new-one").await;
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").is_some());
}

#[tokio::test]
async fn a_new_email_is_used_once_confirmed_and_the_old_one_is_notified() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(change_email(&staff, "Sofia.Reis@atlantico.test").await.status, 200);
    app.run_processes().await;
    assert!(mails_to(&app, "staff@atlantico.test")[0].contains(NEW));
    let account = staff.get("/api/account").await.data();
    assert_eq!((&account["email"], &account["pending_email"]), (&json!("staff@atlantico.test"), &json!(NEW)));

    let token = token_in(&mails_to(&app, NEW)[0]);
    for stranger in [app.admin(ATLANTICO).await, app.staff(PACIFIC).await] {
        let answer = confirm(&stranger, &token).await;
        assert_eq!((answer.status, answer.message_code()), (409, "link_not_valid".into()));
    }
    assert_eq!(confirm(&staff, &token).await.status, 200);
    assert_eq!(confirm(&staff, &token).await.status, 409);
    let account = staff.get("/api/account").await.data();
    assert_eq!((&account["email"], &account["pending_email"]), (&json!(NEW), &Value::Null));
    assert_eq!(staff.get("/api/profile").await.data()["email"], NEW);
    assert_eq!(app.visitor(ATLANTICO).log_in(NEW, "remessa-demo").await.status, 200);
    assert_eq!(
        audited(&app, "account.change_email").await,
        [json!({ "email": ["staff@atlantico.test", NEW] })]
    );
    let trail = audited(&app, "account.ask_email_change").await;
    assert!(!trail[0].to_string().contains(&token));
}

#[tokio::test]
async fn a_new_email_ends_the_other_sessions_and_the_links_to_the_old_one() {
    let app = TestApp::start().await;
    let (here, there) = (app.client(ATLANTICO).await, app.client(ATLANTICO).await);
    let link = crate::recovery::token(&app).await;
    change_email(&here, NEW).await;
    app.run_processes().await;
    let token = token_in(&mails_to(&app, NEW)[0]);
    assert_eq!(confirm(&here, &token).await.status, 200);
    assert_eq!((here.get("/api/profile").await.status, there.get("/api/profile").await.status), (200, 401));
    let mut visitor = app.visitor(ATLANTICO);
    visitor.visit().await;
    assert_eq!(crate::recovery::reset(&visitor, &link, NEW, "a-new-one").await.status, 409);
    app.run_processes().await;
    let told = mails_to(&app, crate::recovery::ADDRESS);
    assert!(told.last().unwrap().contains(&format!("https://{ATLANTICO}/login")), "{told:?}");
}

#[tokio::test]
async fn a_cancelled_replaced_or_expired_link_is_invalid() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    change_email(&staff, NEW).await;
    app.run_processes().await;
    let first = token_in(&mails_to(&app, NEW)[0]);
    change_email(&staff, NEW).await;
    assert_eq!(confirm(&staff, &first).await.status, 409);
    app.run_processes().await;
    let second = token_in(mails_to(&app, NEW).last().unwrap());
    assert_eq!(staff.delete("/api/account-email").await.status, 200);
    assert_eq!(confirm(&staff, &second).await.status, 409);

    change_email(&staff, NEW).await;
    app.run_processes().await;
    let third = token_in(mails_to(&app, NEW).last().unwrap());
    app.state.clock.advance(TimeDelta::hours(25));
    assert_eq!(confirm(&app.staff(ATLANTICO).await, &third).await.status, 409);
}

#[tokio::test]
async fn deactivating_a_user_cancels_the_email_change() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    change_email(&staff, NEW).await;
    app.run_processes().await;
    let token = token_in(&mails_to(&app, NEW)[0]);
    let user = crate::users::path(&crate::users::demo_user(&admin, "staff").await);
    assert_eq!(admin.post(&format!("{user}/deactivate"), json!({})).await.status, 200);
    assert_eq!(admin.post(&format!("{user}/activate"), json!({})).await.status, 200);
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(confirm(&staff, &token).await.status, 409);
    assert_eq!(staff.get("/api/account").await.data()["pending_email"], Value::Null);
}

#[tokio::test]
async fn only_the_owner_learns_that_an_email_is_taken() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (free, taken) =
        (change_email(&staff, NEW).await, change_email(&staff, "client@atlantico.test").await);
    assert_eq!((free.status, free.text()), (taken.status, taken.text()));
    app.run_processes().await;
    let mails = mails_to(&app, "client@atlantico.test");
    assert_eq!(mails.len(), 1);
    assert!(!mails[0].contains("/my-account/email/"));
}

#[tokio::test]
async fn a_wrong_email_or_password_is_reported_at_its_field() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let form = json!({ "email": "nowhere", "current_password": "not-it" });
    let answer = staff.post("/api/account-email", form).await;
    assert_eq!(answer.code_at("email"), "invalid_email");
    assert_eq!(answer.code_at("current_password"), "wrong_password");
}

#[tokio::test]
async fn devices_can_be_listed_named_and_signed_out() {
    let app = TestApp::start().await;
    let (here, there) = (app.staff(ATLANTICO).await, app.staff(ATLANTICO).await);
    let listed = devices(&here).await;
    assert_eq!(listed.len(), 2);
    let of = |current: bool| listed.iter().find(|device| device["is_current"] == current).unwrap();
    assert_eq!((&of(true)["can"]["delete"], &of(false)["can"]["delete"]), (&json!(false), &json!(true)));
    assert!(of(true)["ip_address"].is_string() && of(true)["last_seen_at"].is_string());

    let path = |current| format!("/api/account-device/{}", of(current)["id"].as_str().unwrap());
    let named = here.patch(&path(false), json!({ "name": " Office " })).await.data();
    assert_eq!(named["name"], "Office");
    let own = here.delete(&path(true)).await;
    assert_eq!((own.status, own.message_code()), (409, "own_device".into()));
    assert_eq!(here.delete(&path(false)).await.status, 200);
    assert_eq!(here.delete(&path(false)).await.status, 404);
    assert_eq!(there.get("/api/profile").await.status, 401);
    assert_eq!(audited(&app, "account_device.update").await, [json!({ "name": [null, "Office"] })]);
}

#[tokio::test]
async fn all_other_devices_can_be_signed_out() {
    let app = TestApp::start().await;
    let (here, there, third) =
        (app.staff(ATLANTICO).await, app.staff(ATLANTICO).await, app.staff(ATLANTICO).await);
    let colleague = app.admin(ATLANTICO).await;
    assert_eq!(here.delete("/api/account-devices").await.status, 200);
    for (person, status) in [(&here, 200), (&there, 401), (&third, 401), (&colleague, 200)] {
        assert_eq!(person.get("/api/profile").await.status, status);
    }
}

#[tokio::test]
async fn another_users_device_is_404() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let path = format!("/api/account-device/{}", devices(&staff).await[0]["id"].as_str().unwrap());
    for stranger in [app.admin(ATLANTICO).await, app.client(ATLANTICO).await, app.staff(PACIFIC).await] {
        assert_eq!(stranger.patch(&path, json!({ "name": "Mine" })).await.status, 404);
        assert_eq!(stranger.delete(&path).await.status, 404);
    }
    assert_eq!(devices(&staff).await[0]["name"], Value::Null);
}

#[tokio::test]
async fn an_acting_administrator_cannot_change_sign_in_data_and_is_not_a_device() {
    let app = TestApp::start().await;
    let (staff, mut admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let id = staff.get("/api/account").await.data()["id"].as_str().unwrap().to_owned();
    let answer = admin.post(&format!("/api/backoffice/users/{id}/switch"), json!({})).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    admin.keep(&answer);
    assert_eq!(admin.get("/api/account").await.data()["id"], id.as_str());
    assert_eq!(devices(&staff).await.len(), 1);
    let seen = devices(&admin).await;
    let nothing = json!({ "update": false, "delete": false });
    assert_eq!(seen.iter().map(|device| &device["can"]).collect::<Vec<_>>(), [&nothing]);
    for answer in [
        change_password(&admin, "remessa-demo", "a-new-one").await,
        change_email(&admin, NEW).await,
        admin.delete("/api/account-devices").await,
    ] {
        assert_eq!((answer.status, answer.message_code()), (409, "not_while_switched".into()));
    }
}

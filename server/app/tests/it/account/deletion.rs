//! A user of a client asks for the deletion of the account (LGPD, GDPR).

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::audited;
use super::security::mails_to;
use crate::api_tokens::make;
use crate::process::{is_stored, keep_and_fail, owner_of};
use crate::shipments::created;
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::{demo_user, path};

const PATH: &str = "/api/account-deletion";
const WITH_PASSWORD: &str = "remessa-demo";

async fn ask(person: &Person) -> Value {
    person.post(PATH, json!({ "current_password": WITH_PASSWORD })).await.data()
}

async fn sweep_after(app: &TestApp, days: i64) {
    app.state.clock.advance(TimeDelta::days(days));
    app::sweep::sweep(&app.state).await;
}

#[tokio::test]
async fn an_account_is_erased_after_two_weeks_and_records_stay() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let (user, shipment) = (demo_user(&admin, "client").await, created(&client).await);
    let asked = ask(&client).await;
    assert!(asked["due_at"].is_string() && asked["open_shipments"].as_i64().unwrap() > 0, "{asked}");
    assert_eq!(asked["can"], json!({ "request": false, "withdraw": true }));
    assert!(admin.get(&path(&user)).await.data()["deletion_requested_at"].is_string());
    let told = admin.get("/api/notifications").await.data();
    assert_eq!(told[0]["data"]["code"], "account_deletion_requested");

    sweep_after(&app, 13).await;
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(admin.get(&path(&user)).await.data()["name"], user["name"]);
    sweep_after(&app, 2).await;
    let admin = app.admin(ATLANTICO).await;
    let erased = admin.get(&path(&user)).await.data();
    assert_eq!(erased["name"], "Usuário excluído");
    assert!(erased["email"].as_str().unwrap().ends_with("@erased.invalid"));
    assert_eq!((&erased["active"], &erased["can"]["activate"]), (&json!(false), &json!(false)));
    let refused = admin.post(&format!("{}/activate", path(&user)), json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "user_erased".into()));
    let mut visitor = app.visitor(ATLANTICO);
    assert_ne!(visitor.log_in("client@atlantico.test", WITH_PASSWORD).await.status, 200);
    let kept = admin.get(&format!("/api/shipments/{}", shipment["id"].as_str().unwrap())).await;
    assert_eq!(kept.status, 200);
    assert_eq!(audited(&app, "user.erase").await, [json!({})]);
}

#[tokio::test]
async fn a_file_that_a_failed_task_kept_goes_with_its_user() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let (_, file) = keep_and_fail(&app, ATLANTICO, owner_of(&client).await).await;
    ask(&client).await;
    sweep_after(&app, 15).await;
    assert!(!is_stored(&app, &file).await);
}

/// The call has its token, and wants its user when the erasure has begun.
#[tokio::test]
async fn an_account_is_erased_once_a_call_with_its_token_has_written() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let user = demo_user(&admin, "client").await;
    make(&client, &["shipment.list"]).await;
    ask(&client).await;
    app.state.clock.advance(TimeDelta::days(15));
    let mut call = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query("select id from api_tokens for key share").execute(&mut *call).await.unwrap();
    let write = async {
        while app.waiting_in("from api_tokens").await == 0 {}
        sqlx::query("select id from users for key share").execute(&mut *call).await.unwrap();
        call.commit().await.unwrap();
    };
    tokio::join!(app::sweep::sweep(&app.state), write);
    let erased = app.admin(ATLANTICO).await.get(&path(&user)).await.data();
    assert_eq!(erased["name"], "Usuário excluído");
}

#[tokio::test]
async fn the_user_gets_an_email_when_the_deletion_is_asked_for_and_when_it_is_done() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    ask(&client).await;
    ask(&client).await;
    app.run_processes().await;
    let mails = mails_to(&app, "client@atlantico.test");
    let [asked] = mails.as_slice() else { panic!("{} mails", mails.len()) };
    assert!(asked.contains("/my-account/privacy") && asked.contains("14 "), "{asked}");

    sweep_after(&app, 15).await;
    app.run_processes().await;
    let mails = mails_to(&app, "client@atlantico.test");
    assert_eq!(mails.len(), 2, "{mails:?}");
    assert!(!mails[1].contains("/my-account"), "{}", mails[1]);
    // The address leaves the database with the e-mail.
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let left: i64 =
        sqlx::query_scalar("select count(*) from background_tasks where args::text like '%client@%'")
            .fetch_one(&mut *tx)
            .await
            .unwrap();
    assert_eq!(left, 0);
}

#[tokio::test]
async fn a_withdrawn_request_deletes_nothing() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    ask(&client).await;
    let kept = client.delete(PATH).await.data();
    assert_eq!((&kept["requested_at"], &kept["can"]["request"]), (&Value::Null, &json!(true)));
    assert_eq!(admin.get("/api/notifications").await.data(), json!([]));
    sweep_after(&app, 15).await;
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(demo_user(&admin, "client").await["active"], true);
    assert_eq!(audited(&app, "account.withdraw_deletion").await.len(), 1);
}

#[tokio::test]
async fn the_deletion_needs_the_password_and_is_for_users_of_clients() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let wrong = client.post(PATH, json!({ "current_password": "guess" })).await;
    assert_eq!(wrong.code_at("current_password"), "wrong_password");
    assert_eq!(client.get(PATH).await.data()["requested_at"], Value::Null);
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(staff.get(PATH).await.data()["can"]["request"], false);
    assert_eq!(staff.post(PATH, json!({ "current_password": WITH_PASSWORD })).await.status, 404);
}

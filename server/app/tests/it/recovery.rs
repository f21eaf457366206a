//! A forgotten password.

use chrono::TimeDelta;
use serde_json::json;

use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

pub const ADDRESS: &str = "client@atlantico.test";

/// All e-mails in the mail folder.
fn mails(app: &TestApp) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir(app.files.path().join("mail")) else { return Vec::new() };
    folder.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap()).collect()
}

async fn ask(app: &TestApp, email: &str) -> Answer {
    let mut visitor = app.visitor(ATLANTICO);
    visitor.visit().await;
    visitor.post("/api/password/email", json!({ "email": email })).await
}

/// Requests the e-mail and reads the secret of its link.
pub async fn token(app: &TestApp) -> String {
    assert_eq!(ask(app, ADDRESS).await.status, 200);
    app.run_processes().await;
    let mails = mails(app);
    let [mail] = mails.as_slice() else { panic!("{} mails", mails.len()) };
    // Long lines are folded in e-mails.
    let mail = mail.replace("=\r\n", "");
    let (_, rest) = mail.split_once("/password/reset/").expect("a link");
    rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').next().unwrap().to_owned()
}

pub async fn reset(visitor: &Person, token: &str, email: &str, password: &str) -> Answer {
    let form = json!({
        "token": token, "email": email, "password": password, "password_confirmation": password,
    });
    visitor.post("/api/password/reset", form).await
}

pub async fn at_the_door(app: &TestApp, host: &str) -> Person {
    let mut visitor = app.visitor(host);
    visitor.visit().await;
    visitor
}

#[tokio::test]
async fn the_link_sets_a_password_once_and_ends_all_sessions() {
    let app = TestApp::start().await;
    let device = app.client(ATLANTICO).await;
    assert_eq!(device.get("/api/profile").await.status, 200);
    let token = token(&app).await;
    let mut visitor = at_the_door(&app, ATLANTICO).await;

    assert_eq!(reset(&visitor, &token, "Client@Atlantico.test", "a-new-one").await.status, 200);
    assert_eq!(device.get("/api/profile").await.status, 401);
    let again = reset(&visitor, &token, ADDRESS, "another-one").await;
    assert_eq!((again.status, again.message_code()), (409, "link_not_valid".into()));
    assert_eq!(visitor.log_in(ADDRESS, "remessa-demo").await.status, 422);
    assert_eq!(visitor.log_in(ADDRESS, "a-new-one").await.status, 200);
}

#[tokio::test]
async fn a_link_is_invalid_late_or_for_another_user_or_domain() {
    let app = TestApp::start().await;
    let token = token(&app).await;
    let refused = (409, "link_not_valid".to_owned());
    let here = at_the_door(&app, ATLANTICO).await;
    let there = at_the_door(&app, PACIFIC).await;
    for (visitor, email) in
        [(&here, "admin@atlantico.test"), (&there, "client@pacific.test"), (&there, ADDRESS)]
    {
        let answer = reset(visitor, &token, email, "a-new-one").await;
        assert_eq!((answer.status, answer.message_code()), refused, "{email}");
    }
    app.state.clock.advance(TimeDelta::minutes(61));
    let late = reset(&at_the_door(&app, ATLANTICO).await, &token, ADDRESS, "a-new-one").await;
    assert_eq!((late.status, late.message_code()), refused);
}

#[tokio::test]
async fn sessions_and_links_are_invalid_in_a_copied_tenant() {
    let app = TestApp::start().await;
    let token = token(&app).await;
    let device = app.client(ATLANTICO).await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    access::revoke_access(&mut tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(device.get("/api/profile").await.status, 401);
    let answer = reset(&at_the_door(&app, ATLANTICO).await, &token, ADDRESS, "a-new-one").await;
    assert_eq!((answer.status, answer.message_code()), (409, "link_not_valid".into()));
}

#[tokio::test]
async fn an_unknown_address_gets_the_same_answer_and_no_email() {
    let app = TestApp::start().await;
    let known = ask(&app, ADDRESS).await;
    let unknown = ask(&app, "nobody@atlantico.test").await;
    assert_eq!((known.status, known.text()), (unknown.status, unknown.text()));
    app.run_processes().await;
    assert_eq!(mails(&app).len(), 1);
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let left: i64 =
        sqlx::query_scalar("select count(*) from background_tasks where kind = 'access.send_recovery'")
            .fetch_one(&mut *tx)
            .await
            .unwrap();
    assert_eq!(left, 0);
}

#[tokio::test]
async fn errors_of_a_new_password_are_reported_at_its_field() {
    let app = TestApp::start().await;
    let visitor = at_the_door(&app, ATLANTICO).await;
    let form = json!({ "token": "x", "email": "", "password": "12345", "password_confirmation": "123456" });
    let answer = visitor.post("/api/password/reset", form).await;
    assert_eq!(answer.status, 422);
    assert_eq!(answer.code_at("email"), "required");
    assert_eq!(answer.code_at("password"), "too_short");
    assert_eq!(answer.code_at("password_confirmation"), "confirmation_differs");
}

#[tokio::test]
async fn recovery_emails_are_limited() {
    let app = TestApp::start().await;
    for _ in 0..3 {
        assert_eq!(ask(&app, ADDRESS).await.status, 200);
    }
    let refused = ask(&app, ADDRESS).await;
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").is_some());
}

#[tokio::test]
async fn a_sign_in_under_way_with_the_former_password_fails() {
    let app = TestApp::start().await;
    let mut gate = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let change = "update users set password_hash = 'another', epoch = epoch + 1 where email = $1";
    sqlx::query(change).bind(ADDRESS).execute(&mut *gate).await.unwrap();
    let end = async {
        while app.waiting_in("password_hash = $2 and active for no key update").await == 0 {}
        gate.commit().await.unwrap();
    };
    let mut visitor = app.visitor(ATLANTICO);
    let (refused, ()) = tokio::join!(visitor.log_in(ADDRESS, "remessa-demo"), end);
    assert_eq!((refused.status, refused.code_at("email")), (422, "login_failed".into()));
    assert_eq!(visitor.get("/api/shipments").await.status, 401);
}

//! An identity of a provider belongs to the account that has its e-mail address, once both are proven.

use serde_json::json;

use super::provider::{Provider, Someone};
use super::{IRIS, NOT_COMPLETED, at_the_door, come_by, complete, count, mails, refusal, started};
use crate::second_factor::{Keys, step, switched_on};
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::users::audited;

/// A client's user of the demo.
const CLARA: Someone =
    Someone { subject: "c", name: "Clara", email: Some("client@atlantico.test"), email_verified: true };
const IDENTITIES: &str = "select count(*) from user_identities";

async fn execute(app: &TestApp, sql: &'static str) {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query(sql).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn an_account_is_linked_if_both_sides_verified_the_email() {
    let (app, provider) = started().await;
    let mut visitor = at_the_door(&app).await;
    assert_eq!(come_by(&provider, &mut visitor, &CLARA).await.data()["step"], "signed_in");
    assert_eq!(visitor.get("/api/user").await.data()["email"], "client@atlantico.test");
    assert_eq!(
        count(&app, "select count(*) from audit_entries where action = 'user.link_identity'").await,
        1
    );

    let staff = Someone { subject: "s", email: Some("staff@atlantico.test"), ..CLARA };
    execute(
        &app,
        "update users set active = false where email in ('client@atlantico.test', 'staff@atlantico.test')",
    )
    .await;
    for who in [&CLARA, &staff] {
        let answer = come_by(&provider, &mut at_the_door(&app).await, who).await;
        assert_eq!((answer.status, answer.code_at("email")), (422, "login_failed".into()));
    }
}

#[tokio::test]
async fn an_unverified_email_of_a_provider_opens_no_account() {
    let (app, provider) = started().await;
    let claimed = |email| Someone { subject: email, name: "Eve", email: Some(email), email_verified: false };
    for email in ["admin@atlantico.test", "nobody@atlantico.test"] {
        let mut visitor = at_the_door(&app).await;
        let answer = come_by(&provider, &mut visitor, &claimed(email)).await;
        assert_eq!(answer.data()["step"], "complete_account", "{email}");
        assert_eq!(visitor.get("/api/user").await.data()["email_verified"], false);
        assert_eq!(complete(&mut visitor, &[("email", email)]).await.data()["step"], "check_mail");
        assert_eq!(visitor.get("/api/profile").await.status, 401);
    }
    assert_eq!(count(&app, "select count(*) from user_identities").await, 1);

    let mut visitor = at_the_door(&app).await;
    let early = come_by(&provider, &mut visitor, &claimed("nobody@atlantico.test")).await;
    assert_eq!(refusal(&early), (409, "email_not_validated".into()));
    app.run_processes().await;
    let mails = mails(&app);
    assert_eq!(mails.len(), 2);
    let mail = mails.iter().find(|mail| mail.contains("/register/validate/")).expect("a link");
    let (_, rest) = mail.split_once("/register/validate/").unwrap();
    let token = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').next().unwrap();
    assert_eq!(visitor.post("/api/register/validate", json!({ "token": token })).await.status, 200);
    let now = come_by(&provider, &mut visitor, &claimed("nobody@atlantico.test")).await;
    assert_eq!(now.data()["step"], "signed_in");
}

#[tokio::test]
async fn an_unconfirmed_account_is_linked_by_password_only() {
    let (app, provider) = started().await;
    execute(&app, "update users set email_verified_at = null where email = 'client@atlantico.test'").await;
    let mut visitor = at_the_door(&app).await;
    assert_eq!(come_by(&provider, &mut visitor, &CLARA).await.data()["step"], "link");
    assert_eq!(visitor.get("/api/profile").await.status, 401);

    let form =
        |link: bool| json!({ "email": "client@atlantico.test", "password": "remessa-demo", "link": link });
    let early = visitor.post("/api/login", form(true)).await;
    assert_eq!(refusal(&early), (409, "email_not_validated".into()));
    execute(&app, "update users set email_verified_at = now() where email = 'client@atlantico.test'").await;
    let by_password_alone = at_the_door(&app).await.post("/api/login", form(true)).await;
    assert_eq!(refusal(&by_password_alone), (409, NOT_COMPLETED.1.into()));
    assert_eq!(visitor.post("/api/login", form(true)).await.status, 200);
    assert_eq!(count(&app, "select count(*) from user_identities").await, 1);
}

async fn with_second_factor() -> (TestApp, Provider, Keys) {
    let (app, provider) = started().await;
    let keys = switched_on(&app, &app.client(ATLANTICO).await).await;
    (app, provider, keys)
}

/// Signs in with the password while an identity waits to be linked, with or without linking it.
async fn give_password(visitor: &mut Person, link: bool) -> Answer {
    let form = json!({ "email": "client@atlantico.test", "password": "remessa-demo", "link": link });
    let answer = visitor.post("/api/login", form).await;
    if answer.status == 200 {
        visitor.keep(&answer);
    }
    answer
}

#[tokio::test]
async fn a_provider_does_not_replace_the_second_step() {
    let (app, provider, keys) = with_second_factor().await;
    let mut visitor = at_the_door(&app).await;
    for known in 0..2 {
        let session = visitor.clone();
        assert_eq!(come_by(&provider, &mut visitor, &CLARA).await.data()["step"], "second_factor");
        for browser in [&visitor, &session] {
            assert_eq!(browser.get("/api/profile").await.status, 401, "nobody is signed in before the code");
        }
        assert_eq!(step(&mut visitor, "12345").await.code_at("code"), "wrong_code");
        assert_eq!(visitor.get("/api/profile").await.status, 401);
        assert_eq!(count(&app, IDENTITIES).await, known, "nothing is linked before the code");
        assert_eq!(step(&mut visitor, &keys.next_code(&app)).await.status, 200);
        assert_eq!(visitor.get("/api/profile").await.data()["email"], "client@atlantico.test");
        assert_eq!(count(&app, IDENTITIES).await, 1);
        let opened = audited(&app, "session.open").await;
        assert_eq!(opened.last().unwrap().2, json!({ "provider": "acme", "second_factor": "app" }));
    }
    assert_eq!(audited(&app, "user.link_identity").await.len(), 1);
}

#[tokio::test]
async fn a_waiting_identity_creates_no_second_account() {
    let (app, provider, keys) = with_second_factor().await;
    let mut visitor = at_the_door(&app).await;
    come_by(&provider, &mut visitor, &CLARA).await;
    assert_eq!(complete(&mut visitor, &[]).await.code_at("email"), "taken");
    assert_eq!(step(&mut visitor, &keys.next_code(&app)).await.status, 200);
    assert_eq!(count(&app, IDENTITIES).await, 1);
}

#[tokio::test]
async fn a_password_links_only_after_the_second_step() {
    let (app, provider, keys) = with_second_factor().await;
    let unverified = Someone { email_verified: false, ..CLARA };
    let mut visitor = at_the_door(&app).await;
    assert_eq!(come_by(&provider, &mut visitor, &unverified).await.data()["step"], "complete_account");
    let mut before = visitor.clone();
    assert_eq!(give_password(&mut visitor, true).await.data()["second_factor"], true);
    assert_eq!(visitor.get("/api/profile").await.status, 401);
    assert_eq!(refusal(&give_password(&mut before, true).await), (409, NOT_COMPLETED.1.into()));
    assert_eq!(step(&mut visitor, "12345").await.code_at("code"), "wrong_code");
    assert_eq!(count(&app, IDENTITIES).await, 0, "nothing is linked before the code");

    // Enters the password again.
    assert_eq!(give_password(&mut visitor, true).await.data()["second_factor"], true);
    assert_eq!(step(&mut visitor, &keys.next_code(&app)).await.status, 200);
    assert_eq!(visitor.get("/api/profile").await.status, 200);
    assert_eq!(count(&app, IDENTITIES).await, 1);
    let mut another_day = at_the_door(&app).await;
    assert_eq!(come_by(&provider, &mut another_day, &unverified).await.data()["step"], "second_factor");
}

#[tokio::test]
async fn a_second_step_links_nothing_without_a_request() {
    let (app, provider, keys) = with_second_factor().await;
    let mut visitor = at_the_door(&app).await;
    come_by(&provider, &mut visitor, &IRIS).await;
    assert_eq!(give_password(&mut visitor, false).await.data()["second_factor"], true);
    assert_eq!(step(&mut visitor, &keys.next_code(&app)).await.status, 200);
    assert_eq!(count(&app, IDENTITIES).await, 0);
}

#[tokio::test]
async fn a_password_recovery_removes_all_providers() {
    let (app, provider) = started().await;
    come_by(&provider, &mut at_the_door(&app).await, &CLARA).await;
    assert_eq!(count(&app, "select count(*) from user_identities").await, 1);

    let visitor = at_the_door(&app).await;
    visitor.post("/api/password/email", json!({ "email": "client@atlantico.test" })).await;
    app.run_processes().await;
    let mails = mails(&app);
    let (_, rest) = mails[0].split_once("/password/reset/").expect("a link");
    let token = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').next().unwrap();
    let form = json!({ "token": token, "email": "client@atlantico.test", "password": "a-new-one",
                       "password_confirmation": "a-new-one" });
    assert_eq!(visitor.post("/api/password/reset", form).await.status, 200);
    assert_eq!(count(&app, "select count(*) from user_identities").await, 0);
}

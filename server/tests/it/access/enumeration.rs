//! Who has an account is told by nothing: not by what is said, not by the work it takes, which is what time would tell.

use serde_json::{Value, json};
use server::access::password::Passwords;

use crate::register::register;
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::users::form;

const UNKNOWN: &str = "nobody@atlantico.test";
const KNOWN: &str = "client@atlantico.test";
const INVITED: &str = "eva@atlantico.test";
const CLOSED: &str = "staff@atlantico.test";

/// Somebody who has not chosen a password yet, and somebody who may not sign in any more.
async fn people(app: &TestApp) -> Person {
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(admin.post("/api/users", form("Eva", INVITED)).await.status, 200);
    let closed = crate::users::demo_user(&admin, "staff").await;
    let path = format!("{}/deactivate", crate::users::path(&closed));
    assert_eq!(admin.post(&path, json!({})).await.status, 200);
    app.run_processes().await;
    let mut visitor = app.visitor(ATLANTICO);
    visitor.visit().await;
    visitor
}

/// What waits to be done after the answer, by kind.
async fn waiting(app: &TestApp) -> Vec<(String, i64)> {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query_as(
        "select kind, count(*) from background_tasks where completed_at is null group by 1 order by 1",
    )
    .fetch_all(&mut *tx)
    .await
    .unwrap()
}

/// An answer without what differs by chance.
fn told(answer: &Answer) -> (u16, Value) {
    let mut body = serde_json::from_slice(&answer.body).unwrap_or(Value::Null);
    if body.is_object() {
        body["request_id"] = Value::Null;
    }
    (answer.status, body)
}

/// What is said, how many hashes were computed, and what waits to be done.
type Trace = ((u16, Value), usize, Vec<(String, i64)>);

async fn trace(app: &TestApp, ask: impl Future<Output = Answer>) -> Trace {
    let before = app.state.slot::<Passwords>().computed();
    let answer = ask.await;
    let trace = (told(&answer), app.state.slot::<Passwords>().computed() - before, waiting(app).await);
    app.run_processes().await;
    trace
}

#[tokio::test]
async fn a_sign_in_is_refused_alike_and_computes_one_hash_whoever_it_names() {
    let app = TestApp::start().await;
    let visitor = people(&app).await;
    let sign_in = |email: &str| {
        let form = json!({ "email": email, "password": "wrong" });
        let visitor = visitor.clone();
        async move { visitor.post("/api/login", form).await }
    };
    let unknown = trace(&app, sign_in(UNKNOWN)).await;
    assert_eq!((unknown.0.0, unknown.1), (422, 1));
    for email in [KNOWN, INVITED, CLOSED] {
        assert_eq!(trace(&app, sign_in(email)).await, unknown, "{email}");
    }
}

#[tokio::test]
async fn a_recovery_looks_nobody_up_before_it_answers() {
    let app = TestApp::start().await;
    let visitor = people(&app).await;
    for path in ["/api/password/email", "/api/register/resend"] {
        let ask = |email: &str| {
            let (visitor, form) = (visitor.clone(), json!({ "email": email }));
            async move { visitor.post(path, form).await }
        };
        let unknown = trace(&app, ask(UNKNOWN)).await;
        assert_eq!((unknown.0.0, unknown.1, unknown.2.len()), (200, 0, 1), "{path}");
        for email in [KNOWN, INVITED, CLOSED] {
            assert_eq!(trace(&app, ask(email)).await, unknown, "{path} {email}");
        }
    }
}

#[tokio::test]
async fn a_registration_with_an_address_that_is_taken_is_as_much_work() {
    let app = TestApp::start().await;
    let visitor = people(&app).await;
    let ask = |email: &'static str| {
        let visitor = visitor.clone();
        async move { register(&visitor, &[("email", email)]).await }
    };
    let unknown = trace(&app, ask(UNKNOWN)).await;
    assert_eq!((unknown.0.0, unknown.1, unknown.2.len()), (200, 1, 1));
    for email in [KNOWN, INVITED, CLOSED] {
        assert_eq!(trace(&app, ask(email)).await, unknown, "{email}");
    }
}

#[tokio::test]
async fn a_link_that_was_never_sent_computes_the_hash_of_one_that_was() {
    let app = TestApp::start().await;
    let visitor = people(&app).await;
    let ask = |email: &str| {
        let form = json!({
            "token": "never-sent", "email": email, "password": "a-new-one", "password_confirmation": "a-new-one",
        });
        let visitor = visitor.clone();
        async move { visitor.post("/api/password/reset", form).await }
    };
    let unknown = trace(&app, ask(UNKNOWN)).await;
    assert_eq!((unknown.0.0, unknown.1), (409, 1));
    assert_eq!(trace(&app, ask(KNOWN)).await, unknown);
}

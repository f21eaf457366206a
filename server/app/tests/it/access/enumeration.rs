//! The API does not reveal who has an account: neither by its answers nor by the work it does, which an
//! attacker could time.

use access::password::Passwords;
use serde_json::{Value, json};

use crate::register::register;
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::users::form;

const UNKNOWN: &str = "nobody@atlantico.test";
const KNOWN: &str = "client@atlantico.test";
const INVITED: &str = "eva@atlantico.test";
const CLOSED: &str = "staff@atlantico.test";

/// An invited user without a password, and a deactivated user.
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

/// Queued jobs after the answer, by kind.
async fn waiting(app: &TestApp) -> Vec<(String, i64)> {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query_as(
        "select kind, count(*) from background_tasks where completed_at is null group by 1 order by 1",
    )
    .fetch_all(&mut *tx)
    .await
    .unwrap()
}

/// An answer without its random parts.
fn told(answer: &Answer) -> (u16, Value) {
    let mut body = serde_json::from_slice(&answer.body).unwrap_or(Value::Null);
    if body.is_object() {
        body["request_id"] = Value::Null;
    }
    (answer.status, body)
}

/// The answer, the number of computed hashes, and the queued jobs.
type Trace = ((u16, Value), usize, Vec<(String, i64)>);

async fn trace(app: &TestApp, ask: impl Future<Output = Answer>) -> Trace {
    let before = app.state.slot::<Passwords>().count_computed();
    let answer = ask.await;
    let trace = (told(&answer), app.state.slot::<Passwords>().count_computed() - before, waiting(app).await);
    app.run_processes().await;
    trace
}

#[tokio::test]
async fn failed_sign_ins_answer_alike_and_compute_one_hash() {
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
async fn password_recovery_answers_before_looking_up_the_user() {
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
async fn registering_a_taken_address_does_the_same_work() {
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
async fn an_unknown_link_computes_no_hash_whoever_it_names() {
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
    assert_eq!((unknown.0.0, unknown.1), (409, 0));
    assert_eq!(trace(&app, ask(KNOWN)).await, unknown);
}

//! Calls that are under way when their token ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};
use tokio::task::JoinHandle;

use super::{Program, make, path, view};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::{self, demo_user};

/// Together fewer than a user may have views.
const CALLERS: u32 = 8;
const CALLS: u32 = 20;

async fn count_views(staff: &Person) -> usize {
    staff.get("/api/saved_views?list=shipments").await.data().as_array().map_or(0, Vec::len)
}

/// Calls that write by a token, once the first ones have their answers.
async fn start_to_write(app: &TestApp, secret: &str) -> Vec<JoinHandle<()>> {
    let (program, passed) = (Arc::new(Program::on(app, ATLANTICO, secret)), Arc::new(AtomicU32::new(0)));
    let callers: Vec<_> = (0..CALLERS)
        .map(|caller| {
            let (program, passed) = (program.clone(), passed.clone());
            tokio::spawn(async move {
                for call in 0..CALLS {
                    let sent = view(&format!("{caller}-{call}"));
                    let status = program.post("/api/saved_views", sent).await.status;
                    assert!([200, 401].contains(&status), "{status}");
                    passed.fetch_add(1, Ordering::SeqCst);
                }
            })
        })
        .collect();
    while passed.load(Ordering::SeqCst) < CALLERS {
        tokio::task::yield_now().await;
    }
    callers
}

async fn start_app() -> TestApp {
    TestApp::with(&["--request-limit=100000".to_owned()]).await
}

/// Ends a token in some way while its calls write, and returns how many views there were at the answer and in the end.
async fn end_while_it_writes(verb: &str, form: Value) -> (usize, usize) {
    let app = start_app().await;
    let staff = app.staff(ATLANTICO).await;
    let (token, secret) = make(&staff, &["saved_view.create"]).await;
    let callers = start_to_write(&app, &secret).await;
    staff.post(&path(&token, verb), form).await.data();
    let at_the_answer = count_views(&staff).await;
    for caller in callers {
        caller.await.unwrap();
    }
    (at_the_answer, count_views(&staff).await)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nothing_is_written_after_the_answer_to_a_revocation() {
    let (at_the_answer, in_the_end) = end_while_it_writes("/revoke", json!({ "version": 1 })).await;
    assert_eq!(in_the_end, at_the_answer);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn nothing_is_written_after_a_token_was_replaced_at_once() {
    let form = json!({ "version": 1, "overlap_hours": 0 });
    let (at_the_answer, in_the_end) = end_while_it_writes("/rotate", form).await;
    assert_eq!(in_the_end, at_the_answer);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn an_account_goes_to_another_person_while_its_tokens_write() {
    let app = start_app().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (_, secret) = make(&staff, &["saved_view.create"]).await;
    let user = demo_user(&admin, "staff").await;
    let callers = start_to_write(&app, &secret).await;
    let email = json!({
        "email": "other@atlantico.test", "current_password": "remessa-demo", "version": user["version"],
    });
    admin.patch(&users::path(&user), email).await.data();
    for caller in callers {
        caller.await.unwrap();
    }
}

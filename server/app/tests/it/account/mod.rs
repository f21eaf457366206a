//! The account of the current user: private, and every change is audited.

pub mod addresses;
mod client_details;
mod consents;
mod data_export;
mod deletion;
pub mod general;
mod notifications;
pub mod security;

use serde_json::Value;

use crate::support::{ATLANTICO, Answer, Person, TestApp};

/// A PATCH as a form, like a browser without that method.
pub async fn patch(person: &Person, fields: &[(&str, &str)]) -> Answer {
    let path = format!("/api/account/{}", id_of(person).await);
    person.submit(&path, &[&[("_method", "patch")], fields].concat()).await
}

async fn id_of(person: &Person) -> String {
    person.get("/api/account").await.data()["id"].as_str().unwrap().to_owned()
}

/// The audit entries of this action, oldest first.
async fn audited(app: &TestApp, action: &str) -> Vec<Value> {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query_scalar("select changes from audit_entries where action = $1 order by id")
        .bind(action)
        .fetch_all(&mut *tx)
        .await
        .unwrap()
}

async fn run(app: &TestApp, sql: &'static str) {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query(sql).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
}

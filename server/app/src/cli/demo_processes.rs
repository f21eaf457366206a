//! Processes of the demo that have ended, so that its users find notifications.

use poem::http::Method;
use serde_json::{Value, json};

use super::demo::Browser;
use server_core::process::worker::{Worker, WorkerOptions};
use server_core::state::AppState;

/// An export of the administrator, labels of the client, and labels of a shipment that has none, unless already done.
pub async fn run(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let user = async |account: &str| Browser::sign_in(state, host, &format!("{account}@{slug}.test")).await;
    let (admin, staff, client) = (user("admin").await?, user("staff").await?, user("client").await?);
    if admin.get("/api/background_tasks").await?["meta"]["total"] != 0 {
        return Ok(());
    }
    admin.send(Method::POST, "/api/audit_entries/export", Some(json!({}))).await?;
    for (person, query) in [(&client, "per_page=10"), (&staff, "status=15&per_page=10")] {
        let list = person.get(&format!("/api/shipments?{query}")).await?;
        let ids: Vec<&Value> = list["data"].as_array().into_iter().flatten().map(|row| &row["id"]).collect();
        if !ids.is_empty() {
            let form = json!({ "ids": ids });
            person.send(Method::POST, "/api/shipments/print_labels", Some(form)).await?;
        }
    }
    Worker::new(state.clone(), crate::kinds(), WorkerOptions::new(2)).drain().await;
    println!("{slug}: processes with notifications");
    Ok(())
}

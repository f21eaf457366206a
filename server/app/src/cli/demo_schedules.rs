//! The schedule of a report of the demo, which has made its first one.

use anyhow::Context;
use poem::http::Method;
use serde_json::json;

use super::demo::Browser;
use server_core::process::worker::{Worker, WorkerOptions};
use server_core::state::AppState;

const PATH: &str = "/api/report-schedules";

/// Makes a schedule of the staff and its first report, unless already done. Its next time is waited for from now on, before
/// the clock of this process stands elsewhere for another company.
pub async fn seed(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let person = Browser::sign_in(state, host, &format!("staff@{slug}.test")).await?;
    if person.get(PATH).await?["meta"]["total"] != 0 {
        return Ok(());
    }
    let profile = person.get("/api/profile").await?["data"].clone();
    let columns =
        [("tracking_code", "Código"), ("client", "Cliente"), ("status", "Status"), ("total", "Total")];
    let headings: Vec<_> =
        columns.iter().map(|(column, heading)| json!({ "column": column, "heading": heading })).collect();
    let labels = json!({
        "report": "Relatório", "title": "Envios", "period": "Período", "time_zone": "Fuso horário",
        "made_at": "Gerado em", "company": "Empresa", "made_by": "Gerado por", "rows": "Linhas",
    });
    let form = json!({
        "name": "Envios da semana", "report": "shipments", "span": "last_week", "format": "xlsx",
        "content": { "query": {}, "columns": headings, "texts": [], "labels": labels, "language": "pt-BR" },
        "rhythm": "weekly", "at_time": "07:30", "weekday": 1, "time_zone": "America/Sao_Paulo",
        "recipient_ids": [profile["id"]],
    });
    let made = person.send(Method::POST, PATH, Some(form)).await?;
    let schedule = &made["data"];
    let id = schedule["id"].as_str().context("a new schedule has an id")?;
    let version = json!({ "version": schedule["version"] });
    person.send(Method::POST, &format!("{PATH}/{id}/run"), Some(version)).await?;
    Worker::new(state.clone(), crate::kinds(), WorkerOptions::new(2)).drain().await;
    println!("{slug}: schedule of a report");
    Ok(())
}

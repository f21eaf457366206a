//! The schedule of a report of the demo.

use poem::http::Method;
use serde_json::json;

use super::demo::Browser;
use server_core::state::AppState;

const PATH: &str = "/api/report-schedules";

/// Makes a schedule of the staff, unless already done.
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
        "made_at": "Gerado em",
    });
    let form = json!({
        "name": "Envios da semana", "report": "shipments", "span": "last_week", "format": "xlsx",
        "content": { "query": {}, "columns": headings, "texts": [], "labels": labels, "language": "pt-BR" },
        "rhythm": "weekly", "at_time": "07:30", "weekday": 1, "time_zone": "America/Sao_Paulo",
        "recipient_ids": [profile["id"]],
    });
    person.send(Method::POST, PATH, Some(form)).await?;
    println!("{slug}: schedule of a report");
    Ok(())
}

//! A manifest of the demo, of the sealed bag: closed by the worker of the company.

use anyhow::Context;
use poem::http::Method;
use serde_json::{Value, json};

use super::demo::Browser;
use server_core::state::AppState;

const PATH: &str = "/api/manifests";

/// Makes a manifest of the closed bags and begins to close it, unless already done.
pub async fn seed(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let staff = Browser::sign_in(state, host, &format!("staff@{slug}.test")).await?;
    if !staff.has_in_menu("bags").await?
        || staff.get(&format!("{PATH}?per_page=10")).await?["meta"]["total"] != 0
    {
        return Ok(());
    }
    let bags = staff.get("/api/bags?stage=closed&per_page=10").await?["data"].take();
    let ids: Vec<&Value> = bags.as_array().into_iter().flatten().map(|bag| &bag["id"]).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let form = json!({ "bag_ids": ids });
    let manifest = staff.send(Method::POST, PATH, Some(form)).await?["data"].take();
    let id = manifest["id"].as_str().context("a manifest without an id")?;
    let check = staff.get(&format!("{PATH}/{id}/check")).await?["data"].take();
    if check["blocking"] == 0 {
        let version = json!({ "version": manifest["version"] });
        staff.send(Method::POST, &format!("{PATH}/{id}/close"), Some(version)).await?;
    }
    println!("{slug}: manifest");
    Ok(())
}

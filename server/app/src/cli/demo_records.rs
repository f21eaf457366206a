//! Records of the demo that its people could have typed: groups, providers, warehouses, contacts and tickets.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use chrono::{Datelike, Days, NaiveDate, TimeDelta};
use poem::http::Method;
use serde::Deserialize;
use serde_json::Value;
use uuid::Uuid;

use super::demo::Browser;
use server_core::state::AppState;
use trade::countries::by_alpha2;

/// A call of `records.json`. `@name` in its path or its body is the id of the record with that name, `@country:BR` the id of
/// a country, `@key` a new key, and `@workday:2` the second day from Monday to Friday after today.
#[derive(Deserialize)]
struct DemoCall {
    /// The account that calls; `admin` if absent.
    by: Option<String>,
    /// Names the record for the calls after it.
    name: Option<String>,
    /// A list whose first record gets the name.
    find: Option<String>,
    /// An address that takes the body.
    post: Option<String>,
    body: Option<Value>,
    /// Hours before now.
    #[serde(default)]
    ago: i64,
}

/// Makes the calls of the folder's `records.json`, unless already done.
pub async fn seed(state: &AppState, host: &str, slug: &str, folder: &Path) -> anyhow::Result<()> {
    let file = folder.join("records.json");
    if !file.exists() {
        return Ok(());
    }
    let calls: Vec<DemoCall> = serde_json::from_slice(&std::fs::read(&file)?)?;
    let mut people = BTreeMap::new();
    for account in ["admin", "staff", "client", "client2"] {
        let person = Browser::sign_in(state, host, &format!("{account}@{slug}.test")).await?;
        people.insert(account, person);
    }
    if people["admin"].get("/api/providers").await?["meta"]["total"] != 0 {
        return Ok(());
    }
    let mut names = list_workdays(state.clock.now().date_naive());
    for call in &calls {
        let by = call.by.as_deref().unwrap_or("admin");
        let person = people.get(by).with_context(|| format!("no account {by}"))?;
        let ago = TimeDelta::hours(call.ago);
        state.clock.advance(-ago);
        let id = make(person, call, &names).await;
        state.clock.advance(ago);
        let id = id.with_context(|| format!("{}: {:?} {:?}", file.display(), call.post, call.find))?;
        if let Some(name) = &call.name {
            names.insert(name.clone(), id.context("the answer has no id")?);
        }
    }
    println!("{}: {} calls", file.display(), calls.len());
    Ok(())
}

/// The next days from Monday to Friday, by the names that stand for them.
fn list_workdays(today: NaiveDate) -> BTreeMap<String, String> {
    let is_workday = |day: &NaiveDate| day.weekday().number_from_monday() <= 5;
    let days = (1..=14).filter_map(|days| today.checked_add_days(Days::new(days))).filter(is_workday);
    days.enumerate().map(|(at, day)| (format!("workday:{}", at + 1), day.to_string())).collect()
}

/// The id of the record that was found or created.
async fn make(
    person: &Browser,
    call: &DemoCall,
    names: &BTreeMap<String, String>,
) -> anyhow::Result<Option<String>> {
    let path = call.post.as_ref().or(call.find.as_ref()).context("no path")?;
    let path = path.split('/').map(|part| resolve_name(part, names)).collect::<anyhow::Result<Vec<_>>>()?;
    let path: Vec<&str> = path.iter().filter_map(Value::as_str).collect();
    let answer = if call.find.is_some() {
        person.get(&path.join("/")).await?["data"].get(0).cloned().unwrap_or_default()
    } else {
        let body = call.body.as_ref().map(|body| fill_names(body, names)).transpose()?;
        person.send(Method::POST, &path.join("/"), body).await?["data"].take()
    };
    Ok(answer["id"].as_str().map(str::to_owned))
}

/// The body with its references replaced.
fn fill_names(body: &Value, names: &BTreeMap<String, String>) -> anyhow::Result<Value> {
    Ok(match body {
        Value::String(text) => resolve_name(text, names)?,
        Value::Array(parts) => {
            parts.iter().map(|part| fill_names(part, names)).collect::<anyhow::Result<_>>()?
        }
        Value::Object(fields) => fields
            .iter()
            .map(|(field, value)| Ok((field.clone(), fill_names(value, names)?)))
            .collect::<anyhow::Result<_>>()?,
        other => other.clone(),
    })
}

fn resolve_name(text: &str, names: &BTreeMap<String, String>) -> anyhow::Result<Value> {
    let Some(name) = text.strip_prefix('@') else { return Ok(text.into()) };
    if let Some(country) = name.strip_prefix("country:") {
        return Ok(by_alpha2(country).with_context(|| format!("no country {country}"))?.into());
    }
    if name == "key" {
        return Ok(Uuid::now_v7().to_string().into());
    }
    Ok(names.get(name).with_context(|| format!("no record {name}"))?.as_str().into())
}

//! Conversations of the demo, so that its users find rooms with messages.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use chrono::TimeDelta;
use poem::http::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

use super::demo::Browser;
use server_core::state::AppState;

/// A room of `rooms.json`.
#[derive(Deserialize)]
struct DemoRoom {
    /// Creates the room. The fixed room of this account, if it is with nobody.
    by: String,
    #[serde(default)]
    with: Vec<String>,
    title: Option<String>,
    /// Account, minutes ago, text; oldest first.
    messages: Vec<(String, i64, String)>,
}

/// Creates the rooms of the folder's `rooms.json`, unless already done.
pub async fn seed(state: &AppState, host: &str, slug: &str, folder: &Path) -> anyhow::Result<()> {
    let file = folder.join("rooms.json");
    if !file.exists() {
        return Ok(());
    }
    let demo: Vec<DemoRoom> = serde_json::from_slice(&std::fs::read(&file)?)?;
    let mut people = BTreeMap::new();
    for account in ["admin", "dev", "staff", "client", "client2"] {
        let person = Browser::sign_in(state, host, &format!("{account}@{slug}.test")).await?;
        people.insert(account, person);
    }
    let known = people["staff"].get("/api/rooms").await?;
    if known["data"].as_array().is_none_or(|rooms| !rooms.is_empty()) {
        return Ok(());
    }
    for room in &demo {
        create(state, &people, room).await?;
    }
    println!("{}: {} rooms", file.display(), demo.len());
    Ok(())
}

async fn create(state: &AppState, people: &BTreeMap<&str, Browser>, room: &DemoRoom) -> anyhow::Result<()> {
    let person = |account: &str| people.get(account).with_context(|| format!("no account {account}"));
    let by = person(&room.by)?;
    let id = if room.with.is_empty() {
        find_fixed_room(by).await?
    } else {
        let mut members = Vec::new();
        for account in &room.with {
            members.push(person(account)?.get("/api/profile").await?["data"]["id"].take());
        }
        let form = json!({ "key": Uuid::now_v7(), "member_ids": members, "title": room.title });
        by.send(Method::POST, "/api/rooms", Some(form)).await?["data"]["id"].take()
    };
    let path = format!("/api/rooms/{}/messages", id.as_str().context("no room")?);
    for (account, minutes, body) in &room.messages {
        let ago = TimeDelta::minutes(*minutes);
        let form = json!({ "key": Uuid::now_v7(), "body": body });
        state.clock.advance(-ago);
        let sent = person(account)?.send(Method::POST, &path, Some(form)).await;
        state.clock.advance(ago);
        sent?;
    }
    Ok(())
}

/// The administrators' room, or the room of the person's client.
async fn find_fixed_room(person: &Browser) -> anyhow::Result<Value> {
    let rooms = person.get("/api/rooms").await?["data"].take();
    let mut all = rooms.as_array().into_iter().flatten();
    let found = all.find(|room| room["kind"] == "administrators" || room["kind"] == "client");
    Ok(found.context("no fixed room")?["id"].clone())
}

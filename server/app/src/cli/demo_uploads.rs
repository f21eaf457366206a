//! Shared files of the demo: guides and prices for clients, papers for partners, and one for a client alone.

use std::path::Path;

use anyhow::Context;
use poem::http::Method;
use serde::Deserialize;
use serde_json::{Value, json};
use server_core::state::AppState;
use sha2::{Digest, Sha256};

use super::demo::{Browser, File};

const PATH: &str = "/api/uploads";

/// A file of the folder `uploads`.
#[derive(Deserialize)]
struct DemoUpload {
    file: String,
    folder: String,
    audience: String,
    /// Words of the name of the client that it is for.
    client: Option<String>,
}

/// Sends the files of the folder's `uploads.json`, unless already done.
pub async fn seed(state: &AppState, host: &str, slug: &str, folder: &Path) -> anyhow::Result<()> {
    let list = folder.join("uploads.json");
    if !list.exists() {
        return Ok(());
    }
    let staff = Browser::sign_in(state, host, &format!("staff@{slug}.test")).await?;
    if staff.get(PATH).await?["meta"]["total"] != 0 {
        return Ok(());
    }
    let uploads: Vec<DemoUpload> = serde_json::from_slice(&std::fs::read(&list)?)?;
    for upload in &uploads {
        let content = std::fs::read(folder.join("uploads").join(&upload.file))?;
        send(&staff, upload, &content).await.with_context(|| upload.file.clone())?;
    }
    println!("{}: {} files", list.display(), uploads.len());
    Ok(())
}

/// Sends a file, which is small, in one part.
async fn send(staff: &Browser, upload: &DemoUpload, content: &[u8]) -> anyhow::Result<()> {
    let sha256: String = Sha256::digest(content).iter().map(|byte| format!("{byte:02x}")).collect();
    let form = json!({
        "folder": upload.folder, "name": upload.file, "audience": upload.audience,
        "client_id": find_client(staff, upload).await?, "size": content.len(), "sha256": sha256,
    });
    let begun = staff.send(Method::POST, PATH, Some(form)).await?["data"].take();
    let path = format!("{PATH}/{}", begun["id"].as_str().context("the answer has no id")?);
    if begun["state"] == "receiving" {
        let part = File { name: "part", content_type: "application/octet-stream", content };
        staff.upload(&format!("{path}/parts"), &part, &[("offset", "0")]).await?;
        staff.send(Method::POST, &format!("{path}/finish"), Some(json!({}))).await?;
    }
    Ok(())
}

/// The client that a file is for; null for other audiences.
async fn find_client(staff: &Browser, upload: &DemoUpload) -> anyhow::Result<Value> {
    let Some(words) = &upload.client else { return Ok(Value::Null) };
    Ok(staff.get(&format!("/api/clients/select?search={words}")).await?["data"][0]["id"].take())
}

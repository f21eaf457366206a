//! Documents of the demo, one for each state that the list shows: of two clients, and one of a shipment.

use anyhow::Context;
use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};

use super::demo::{Browser, File};
use super::demo_requests::SCAN;
use server_core::state::AppState;

const PATH: &str = "/api/party_documents";
const OF_SHIPMENTS: &str = "/api/regulatory-documents";

struct DemoDocument {
    /// The position of its client in the list.
    client: usize,
    kind: &'static str,
    number: &'static str,
    file_name: &'static str,
    /// Days from now to the last day.
    days: i64,
    is_verified: bool,
}

/// Verified, about to expire, expired, and one to verify.
const DOCUMENTS: [DemoDocument; 4] = [
    DemoDocument {
        client: 0,
        kind: "license",
        number: "AL-2291",
        file_name: "alvara.pdf",
        days: 420,
        is_verified: true,
    },
    DemoDocument {
        client: 0,
        kind: "power_of_attorney",
        number: "PR-0714",
        file_name: "procuracao.pdf",
        days: 20,
        is_verified: true,
    },
    DemoDocument {
        client: 1,
        kind: "contract",
        number: "CT-118",
        file_name: "contrato.pdf",
        days: -12,
        is_verified: false,
    },
    DemoDocument {
        client: 1,
        kind: "address_proof",
        number: "EN-5503",
        file_name: "endereco.pdf",
        days: 60,
        is_verified: false,
    },
];

/// Adds the documents as `staff@<slug>.test`, unless already done.
pub async fn seed(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let staff = Browser::sign_in(state, host, &format!("staff@{slug}.test")).await?;
    if staff.get(PATH).await?["meta"]["total"] != 0 {
        return Ok(());
    }
    let clients = staff.get("/api/clients/select").await?["data"].take();
    for document in &DOCUMENTS {
        if let Some(client) = clients[document.client]["id"].as_str() {
            add(state, &staff, client, document).await?;
        }
    }
    if let Some(client) = clients[0]["id"].as_str() {
        replace(state, &staff, client).await?;
    }
    limit_one_of_a_shipment(state, &staff).await?;
    println!("{slug}: documents of clients and of a shipment");
    Ok(())
}

async fn add(state: &AppState, staff: &Browser, client: &str, document: &DemoDocument) -> anyhow::Result<()> {
    let last = find_day(state, document.days);
    let fields = [
        ("owner_type", "client"),
        ("owner_id", client),
        ("kind", document.kind),
        ("number", document.number),
        ("expires_on", last.as_str()),
        ("file_name", document.file_name),
    ];
    let added = staff.upload(PATH, &scan(document.file_name), &fields).await?;
    if document.is_verified {
        verify(staff, PATH, &added["data"]).await?;
    }
    Ok(())
}

/// An older identity document with the newer version that took its place.
async fn replace(state: &AppState, staff: &Browser, client: &str) -> anyhow::Result<()> {
    let (old_day, new_day) = (find_day(state, 45), find_day(state, 1200));
    let old = [
        ("owner_type", "client"),
        ("owner_id", client),
        ("kind", "identity"),
        ("number", "RG-40.118"),
        ("expires_on", old_day.as_str()),
        ("file_name", "identidade.pdf"),
    ];
    let added = staff.upload(PATH, &scan("identidade.pdf"), &old).await?;
    let id = added["data"]["id"].as_str().context("no document")?;
    let newer = [
        ("kind", "identity"),
        ("number", "RG-40.118"),
        ("expires_on", new_day.as_str()),
        ("file_name", "identidade-nova.pdf"),
        ("version", "1"),
    ];
    staff.upload(&format!("{PATH}/{id}/replace"), &scan("identidade-nova.pdf"), &newer).await?;
    Ok(())
}

/// Gives the newest document of a shipment a last day and verifies it.
async fn limit_one_of_a_shipment(state: &AppState, staff: &Browser) -> anyhow::Result<()> {
    let listed = staff.get(OF_SHIPMENTS).await?["data"].take();
    let Some(document) = listed.get(0) else { return Ok(()) };
    let path = format!("{OF_SHIPMENTS}/{}", document["id"].as_str().context("no document")?);
    let change = json!({ "expires_on": find_day(state, 25), "version": document["version"] });
    let changed = staff.send(Method::PATCH, &path, Some(change)).await?;
    verify(staff, OF_SHIPMENTS, &changed["data"]).await
}

async fn verify(staff: &Browser, list: &str, document: &Value) -> anyhow::Result<()> {
    let path = format!("{list}/{}/verify", document["id"].as_str().context("no document")?);
    staff.send(Method::POST, &path, Some(json!({ "version": document["version"] }))).await?;
    Ok(())
}

fn find_day(state: &AppState, days: i64) -> String {
    (state.clock.now() + TimeDelta::days(days)).date_naive().to_string()
}

const fn scan(name: &str) -> File<'_> {
    File { name, content_type: "application/pdf", content: SCAN }
}

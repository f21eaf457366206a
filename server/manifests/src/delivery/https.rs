//! One request for each file.

use std::time::Duration;

use anyhow::{Context, ensure};
use poem::http::header::{AUTHORIZATION, CONTENT_DISPOSITION, CONTENT_TYPE};
use poem::http::{HeaderMap, HeaderValue};
use server_core::http::download::content_disposition;
use server_core::outgoing::{Outgoing, OutgoingUrl};
use server_core::state::AppState;

use super::super::gateways::GatewayRow;
use super::DeliveredFile;

const LONGEST: Duration = Duration::from_secs(60);

pub async fn deliver(
    app: &AppState,
    gateway: &GatewayRow,
    secret: Option<String>,
    files: Vec<DeliveredFile>,
) -> anyhow::Result<String> {
    let url = OutgoingUrl::parse(&gateway.address).context("no address outside")?;
    let mut receipts = Vec::with_capacity(files.len());
    for file in files {
        let headers = build_headers(gateway, secret.as_deref(), &file)?;
        let answer = Outgoing::of(app).post(&url, headers, file.bytes, LONGEST).await?;
        ensure!(answer.status.is_success(), "{} answers {} to {}", gateway.name, answer.status, file.name);
        receipts.push(format!("{}: {}\n{}", file.name, answer.status, String::from_utf8_lossy(&answer.body)));
    }
    Ok(receipts.join("\n"))
}

fn build_headers(
    gateway: &GatewayRow,
    secret: Option<&str>,
    file: &DeliveredFile,
) -> anyhow::Result<HeaderMap> {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(file.content_type));
    headers.insert(CONTENT_DISPOSITION, HeaderValue::from_str(&content_disposition(&file.name))?);
    headers.insert("idempotency-key", HeaderValue::from_str(&file.key)?);
    if let Some(secret) = secret {
        headers.insert(AUTHORIZATION, gateway.build_authorization(secret)?);
    }
    Ok(headers)
}

//! A connection as it is kept, with its sealed key.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tenancy::{Tenant, TenantTx};
use uuid::Uuid;

use super::model::{CarrierBuying, CarrierService};
use crate::following::FollowLabels;
use crate::karrio::Karrio;
use parties::carrier_links;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::outgoing::{FailedCall, HostHealth, OutgoingUrl};
use server_core::process;
use server_core::sealed::Seal;
use server_core::state::AppState;

/// The connection of a provider to a server of carriers. A column of the provider.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CarrierLink {
    /// Without a slash at its end.
    pub url: String,
    /// The carrier's name on that server.
    pub account: String,
    /// Sealed for the provider and the name of the server, in base64: for another server it cannot be opened.
    pub key: String,
    /// Carriers take parcels from this warehouse; none for the sender of each shipment.
    pub warehouse_id: Option<Uuid>,
    pub buying: CarrierBuying,
    /// The carrier's services for those of the company.
    pub services: Vec<CarrierService>,
    /// Where the server reports to; none while it is only asked.
    #[serde(default)]
    pub listener: Option<CarrierListener>,
    pub version: i32,
    pub changed_at: DateTime<Utc>,
    #[serde(default)]
    pub health: HostHealth,
}

/// A subscription to the reports of the server.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CarrierListener {
    pub id: String,
    /// SHA-256 of the secret that each report has, in base64.
    pub secret_hash: String,
}

impl CarrierListener {
    pub fn new(id: String, secret: &str) -> Self {
        Self { id, secret_hash: hash(secret) }
    }

    /// Hashes are compared, so that the time of the comparison says nothing about the secret.
    pub fn has_secret(&self, sent: &str) -> bool {
        hash(sent) == self.secret_hash
    }
}

fn hash(secret: &str) -> String {
    STANDARD.encode(Sha256::digest(secret.as_bytes()))
}

impl CarrierLink {
    /// Returns 409 when the provider has none.
    pub async fn find_connected(tx: &mut TenantTx, provider_id: Uuid) -> ApiResult<Self> {
        let found: Option<Self> = carrier_links::find(tx, provider_id).await?;
        found.ok_or_else(|| ApiError::refused(MessageCode::CarrierMissing))
    }

    /// The carrier's name of a service of the company.
    pub fn find_service(&self, service_id: Uuid) -> Option<&str> {
        let found = self.services.iter().find(|one| one.service_id == service_id);
        found.map(|one| one.carrier_service.as_str())
    }

    /// The server, with the key. A key that cannot be opened is sent empty, and refused there.
    pub fn open<'a>(&'a self, state: &'a AppState, tenant: &'a Tenant, provider_id: Uuid) -> Karrio<'a> {
        let key = self.open_key(state, tenant, provider_id);
        if key.is_none() {
            tracing::error!(tenant = %tenant.id, provider = %provider_id, "the key of a carrier cannot be opened");
        }
        Karrio { app: state, url: &self.url, account: &self.account, key: key.unwrap_or_default() }
    }

    fn open_key(&self, state: &AppState, tenant: &Tenant, provider_id: Uuid) -> Option<String> {
        let sealed = STANDARD.decode(&self.key).ok()?;
        let plain = seal(state, tenant, &owner_of(provider_id, &self.url)).open(&sealed)?;
        String::from_utf8(plain).ok()
    }
}

/// The name of an address.
pub fn host_of(url: &str) -> String {
    OutgoingUrl::parse(url).map(|url| format!("{}:{}", url.host(), url.port())).unwrap_or_default()
}

pub fn close_key(state: &AppState, tenant: &Tenant, provider_id: Uuid, url: &str, key: &str) -> String {
    STANDARD.encode(seal(state, tenant, &owner_of(provider_id, url)).close(key.as_bytes()))
}

fn owner_of(provider_id: Uuid, url: &str) -> String {
    format!("{provider_id} {}", host_of(url))
}

fn seal<'a>(state: &'a AppState, tenant: &'a Tenant, owner: &'a str) -> Seal<'a> {
    Seal { secret: &state.config.secret, tenant: &tenant.id, purpose: "carrier key", owner: owner.as_bytes() }
}

/// Notes how the server of a provider is. One that was disconnected meanwhile stays so; one that begins to rest is probed until it
/// answers.
pub async fn note_health(
    tx: &mut TenantTx,
    provider_id: Uuid,
    failed: Option<FailedCall>,
    now: DateTime<Utc>,
) -> ApiResult<()> {
    let Some(link) = carrier_links::find::<CarrierLink>(tx, provider_id).await? else { return Ok(()) };
    if link.health.after(failed, now).is_none() {
        return Ok(());
    }
    let Some(mut link) = carrier_links::lock::<CarrierLink>(tx, provider_id).await? else { return Ok(()) };
    let Some(health) = link.health.after(failed, now) else { return Ok(()) };
    let begins_to_rest = link.health.held_until.is_none() && health.held_until.is_some();
    link.health = health;
    save(tx, provider_id, Some(&link)).await?;
    if begins_to_rest {
        process::enqueue_quietly(tx, FollowLabels { provider_id, is_probe: true }).await?;
    }
    Ok(())
}

/// Services of a server that rests take no shipments.
pub async fn save(tx: &mut TenantTx, provider_id: Uuid, link: Option<&CarrierLink>) -> ApiResult<()> {
    let is_failing = link.is_some_and(|link| link.health.held_until.is_some());
    carrier_links::save(tx, provider_id, link, is_failing).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_has_the_secret_of_its_subscription() {
        let listener = CarrierListener::new("whk_1".into(), "s3cret");
        assert!(listener.has_secret("s3cret"));
        for wrong in ["", "S3cret", "s3cret "] {
            assert!(!listener.has_secret(wrong), "{wrong}");
        }
        assert!(!listener.secret_hash.contains("s3cret"));
    }
}

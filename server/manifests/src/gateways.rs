//! Where manifests are sent and messages of carriers are fetched, as the operator configures it: `[[manifest_gateways]]` and
//! `[[message_sources]]` of `tenants/<slug>/tenant.toml`.

use std::collections::HashSet;

use anyhow::{Context, ensure};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use poem::http::HeaderValue;
use poem_openapi::Object;
use serde::Deserialize;
use tenancy::{TenantId, TenantTx};

use super::files::ManifestFormat;
use access::social::providers::Keyring;
use server_core::http::error::ApiResult;
use server_core::outgoing::{OutgoingUrl, is_outside_name};
use server_core::sealed::Seal;
use trade::wire_name;

/// The gateway that every company has: somebody downloads the files and sends them on.
pub const DOWNLOAD: &str = "download";
const SFTP_PORT: u16 = 22;

wire_name! {
    /// How a gateway takes files.
    ManifestGatewayKind { Https = "https", Sftp = "sftp" }
}

/// Where a manifest can be sent.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct ManifestGateway {
    /// To be named when a manifest is sent.
    pub name: String,
    pub label: String,
    pub kind: ManifestGatewayKind,
    /// The files that it takes.
    pub formats: Vec<String>,
}

/// A gateway with what is needed to reach it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct GatewayRow {
    pub name: String,
    pub kind: ManifestGatewayKind,
    pub address: String,
    pub formats: Vec<String>,
    pub user_name: Option<String>,
    secret: Option<Vec<u8>>,
    pub host_key: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GatewayEntry {
    name: String,
    label: String,
    kind: ManifestGatewayKind,
    /// `https://…`, or the name of an SFTP server: `sftp.example.com:22/in`.
    address: String,
    formats: Vec<ManifestFormat>,
    user: Option<String>,
    /// Name of the environment variable with the password or the token.
    secret_env: Option<String>,
    host_key: Option<String>,
    #[serde(default = "yes")]
    enabled: bool,
}

/// A place from which messages of carriers are fetched.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SourceEntry {
    name: String,
    label: String,
    kind: ManifestGatewayKind,
    /// `https://…`, or the name of an SFTP server: `sftp.example.com:22/out`.
    address: String,
    user: Option<String>,
    /// Name of the environment variable with the password or the token.
    secret_env: Option<String>,
    host_key: Option<String>,
    #[serde(default = "yes")]
    enabled: bool,
}

/// A place outside, for either purpose.
struct Place<'a> {
    purpose: &'static str,
    name: &'a str,
    label: &'a str,
    kind: ManifestGatewayKind,
    address: &'a str,
    formats: Vec<&'static str>,
    user: Option<&'a str>,
    secret_env: Option<&'a str>,
    host_key: Option<&'a str>,
    enabled: bool,
}

impl GatewayEntry {
    fn to_place(&self) -> Place<'_> {
        Place {
            purpose: "send",
            name: &self.name,
            label: &self.label,
            kind: self.kind,
            address: &self.address,
            formats: self.formats.iter().map(|format| format.as_str()).collect(),
            user: self.user.as_deref(),
            secret_env: self.secret_env.as_deref(),
            host_key: self.host_key.as_deref(),
            enabled: self.enabled,
        }
    }
}

impl SourceEntry {
    fn to_place(&self) -> Place<'_> {
        Place {
            purpose: "fetch",
            name: &self.name,
            label: &self.label,
            kind: self.kind,
            address: &self.address,
            formats: Vec::new(),
            user: self.user.as_deref(),
            secret_env: self.secret_env.as_deref(),
            host_key: self.host_key.as_deref(),
            enabled: self.enabled,
        }
    }
}

const fn yes() -> bool {
    true
}

pub const GATEWAYS: &str = "select name, label, kind, formats from manifest_gateways where enabled and purpose = 'send' order by position limit 50";
pub const GATEWAY: &str = "
    select name, kind, address, formats, user_name, secret, host_key from manifest_gateways
    where name = $1 and enabled and purpose = 'send'";
pub const GATEWAY_SECRET: &str = "select secret from manifest_gateways where name = $1 and address = $2";
/// A source that has changed is asked at the next hour: what was wrong may be right now.
pub const PUT_GATEWAY: &str = "
    insert into manifest_gateways (name, label, kind, address, formats, user_name, secret, host_key, enabled, position, purpose)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    on conflict (name) do update
    set label = excluded.label, kind = excluded.kind, address = excluded.address, formats = excluded.formats,
        user_name = excluded.user_name, secret = excluded.secret, host_key = excluded.host_key, enabled = excluded.enabled,
        position = excluded.position, purpose = excluded.purpose, updated_at = excluded.updated_at,
        next_fetch_at = null,
        fetch_state = case when manifest_gateways.address = excluded.address then manifest_gateways.fetch_state else '{}' end
    where (manifest_gateways.label, manifest_gateways.kind, manifest_gateways.address, manifest_gateways.formats,
           manifest_gateways.user_name, manifest_gateways.secret, manifest_gateways.host_key, manifest_gateways.enabled,
           manifest_gateways.position, manifest_gateways.purpose)
       is distinct from
          (excluded.label, excluded.kind, excluded.address, excluded.formats, excluded.user_name, excluded.secret,
           excluded.host_key, excluded.enabled, excluded.position, excluded.purpose)";
/// Those that the folder no longer names. What was sent by them stays.
pub const DISABLE_OTHER_GATEWAYS: &str =
    "update manifest_gateways set enabled = false, updated_at = now() where enabled and name <> all($1)";

/// The gateways of the company, in the order of its file.
pub async fn list(tx: &mut TenantTx) -> ApiResult<Vec<ManifestGateway>> {
    Ok(sqlx::query_as(GATEWAYS).fetch_all(&mut **tx).await?)
}

pub async fn find(tx: &mut TenantTx, name: &str) -> ApiResult<Option<GatewayRow>> {
    Ok(sqlx::query_as(GATEWAY).bind(name).fetch_optional(&mut **tx).await?)
}

impl GatewayRow {
    /// The password or the token; none without one, or when it was sealed for another place.
    pub fn open_secret(&self, secret: &str, tenant: &TenantId) -> Option<String> {
        let owner = owner_of_secret(&self.name, &self.address);
        let plain = seal(secret, tenant, &owner).open(self.secret.as_ref()?);
        if plain.is_none() {
            tracing::error!(%tenant, gateway = self.name, "the secret of a gateway cannot be opened");
        }
        String::from_utf8(plain?).ok()
    }

    /// How requests by HTTPS sign in: with a name and a password, or with a token.
    pub fn build_authorization(&self, secret: &str) -> anyhow::Result<HeaderValue> {
        let shown = match &self.user_name {
            Some(user) => format!("Basic {}", BASE64_STANDARD.encode(format!("{user}:{secret}"))),
            None => format!("Bearer {secret}"),
        };
        let mut value = HeaderValue::from_str(&shown)?;
        value.set_sensitive(true);
        Ok(value)
    }
}

const fn seal<'a>(secret: &'a str, tenant: &'a TenantId, owner: &'a str) -> Seal<'a> {
    Seal { secret, tenant, purpose: "manifest gateway", owner: owner.as_bytes() }
}

fn owner_of_secret(name: &str, address: &str) -> String {
    format!("{name} {address}")
}

/// Server, port and folder of an SFTP address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SftpPlace {
    pub host: String,
    pub port: u16,
    /// Without slashes at its ends; empty for the folder of the user.
    pub folder: String,
}

impl SftpPlace {
    pub fn parse(address: &str) -> Option<Self> {
        let (server, folder) = address.split_once('/').unwrap_or((address, ""));
        let (host, port) = match server.split_once(':') {
            Some((host, port)) => (host, port.parse().ok()?),
            None => (server, SFTP_PORT),
        };
        let folder = folder.trim_matches('/');
        let is_sound = is_outside_name(host) && port > 0 && !folder.split('/').any(|part| part == "..");
        is_sound.then(|| Self { host: host.to_owned(), port, folder: folder.to_owned() })
    }
}

/// Replaces the company's gateways and sources with those of its folder; true when anything changed.
pub async fn apply(
    tx: &mut TenantTx,
    gateways: &[GatewayEntry],
    sources: &[SourceEntry],
    keyring: &Keyring,
) -> anyhow::Result<bool> {
    let places: Vec<Place<'_>> = gateways
        .iter()
        .map(GatewayEntry::to_place)
        .chain(sources.iter().map(SourceEntry::to_place))
        .collect();
    let names: Vec<&str> = places.iter().map(|place| place.name).collect();
    let mut seen = HashSet::new();
    let twice = names.iter().find(|name| !seen.insert(**name));
    ensure!(twice.is_none(), "two gateways or sources are named {}", twice.copied().unwrap_or_default());
    let disabled = sqlx::query(DISABLE_OTHER_GATEWAYS).bind(&names).execute(&mut **tx).await?;
    let mut changed = disabled.rows_affected() > 0;
    for (position, place) in places.iter().enumerate() {
        place.check()?;
        let put = sqlx::query(PUT_GATEWAY)
            .bind(place.name)
            .bind(place.label)
            .bind(place.kind.as_str())
            .bind(place.address)
            .bind(&place.formats)
            .bind(place.user)
            .bind(seal_secret(tx, place, keyring).await?)
            .bind(place.host_key)
            .bind(place.enabled)
            .bind(i16::try_from(position)?)
            .bind(place.purpose)
            .execute(&mut **tx)
            .await?;
        changed |= put.rows_affected() > 0;
    }
    Ok(changed)
}

impl Place<'_> {
    fn check(&self) -> anyhow::Result<()> {
        let Self { name, address, .. } = self;
        ensure!(self.purpose == "fetch" || !self.formats.is_empty(), "the gateway {name} takes no file");
        match self.kind {
            ManifestGatewayKind::Https => {
                ensure!(
                    OutgoingUrl::parse(address).is_some(),
                    "{name} has no https address outside: {address}"
                );
            }
            ManifestGatewayKind::Sftp => {
                ensure!(SftpPlace::parse(address).is_some(), "{name} has no server outside: {address}");
                ensure!(self.user.is_some(), "{name} needs a user");
                let is_key = self.host_key.is_some_and(|key| key.starts_with("SHA256:"));
                ensure!(is_key, "{name} needs the key of its server: SHA256:…");
            }
        }
        Ok(())
    }
}

/// The sealed secret: the stored one when it is unchanged or when no new one is given.
async fn seal_secret(
    tx: &mut TenantTx,
    place: &Place<'_>,
    keyring: &Keyring,
) -> anyhow::Result<Option<Vec<u8>>> {
    let Some(variable) = place.secret_env else { return Ok(None) };
    let find = sqlx::query_scalar(GATEWAY_SECRET).bind(place.name).bind(place.address);
    let present: Option<Vec<u8>> = find.fetch_optional(&mut **tx).await?.flatten();
    let Some(plain) = keyring.variable(variable) else {
        return present.map(Some).with_context(|| format!("{} needs its secret in {variable}", place.name));
    };
    let secret = keyring.secret();
    let secret =
        secret.with_context(|| format!("the secret of {} is sealed with REMESSA_SECRET", place.name))?;
    let owner = owner_of_secret(place.name, place.address);
    let seal = seal(secret, &tx.tenant().id, &owner);
    match present {
        Some(present) if seal.open(&present).as_deref() == Some(plain.as_bytes()) => Ok(Some(present)),
        _ => Ok(Some(seal.close(plain.as_bytes()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_named_with_port_and_folder() {
        let place =
            |host: &str, port, folder: &str| SftpPlace { host: host.into(), port, folder: folder.into() };
        assert_eq!(SftpPlace::parse("sftp.example.com"), Some(place("sftp.example.com", 22, "")));
        let whole = SftpPlace::parse("sftp.example.com:2222/in/manifests/");
        assert_eq!(whole, Some(place("sftp.example.com", 2222, "in/manifests")));
        for wrong in ["localhost/in", "10.0.0.1", "sftp.example.com:x", "sftp.example.com/../etc", ""] {
            assert_eq!(SftpPlace::parse(wrong), None, "{wrong}");
        }
    }
}

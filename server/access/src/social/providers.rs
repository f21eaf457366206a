//! Providers as the operator configures them: `[[sign_in_providers]]` of `tenants/<slug>/tenant.toml`.

use std::collections::BTreeMap;

use anyhow::{Context, ensure};
use serde::Deserialize;
use tenancy::TenantTx;

use super::client::{is_issuer, owner_of_secret, seal};
use server_core::settings::ProviderKind;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProviderEntry {
    name: String,
    label: String,
    kind: ProviderKind,
    issuer: String,
    client_id: String,
    /// Name of the environment variable with the client secret; none for a client without one.
    client_secret_env: Option<String>,
    #[serde(default = "yes")]
    enabled: bool,
}

const fn yes() -> bool {
    true
}

/// The source of secrets and the key to seal them, while a tenant's folder is applied.
#[derive(Default)]
pub struct Keyring {
    secret: Option<String>,
    variables: BTreeMap<String, String>,
}

impl Keyring {
    /// `secret` is the installation's secret.
    pub fn of(secret: Option<&str>, variables: impl IntoIterator<Item = (String, String)>) -> Self {
        Self { secret: secret.map(str::to_owned), variables: variables.into_iter().collect() }
    }

    /// The installation's secret, with which others are sealed.
    pub fn secret(&self) -> Option<&str> {
        self.secret.as_deref()
    }

    pub fn variable(&self, name: &str) -> Option<&str> {
        self.variables.get(name).map(String::as_str)
    }
}

pub const FIND_SECRET: &str = "select client_secret from sign_in_providers where name = $1 and issuer = $2";
pub const PUT: &str = "
    insert into sign_in_providers (name, label, kind, issuer, client_id, client_secret, enabled, position)
    values ($1, $2, $3, $4, $5, $6, $7, $8)
    on conflict (name) do update
    set label = excluded.label, kind = excluded.kind, issuer = excluded.issuer, client_id = excluded.client_id,
        client_secret = excluded.client_secret, enabled = excluded.enabled, position = excluded.position,
        updated_at = excluded.updated_at
    where (sign_in_providers.label, sign_in_providers.kind, sign_in_providers.issuer, sign_in_providers.client_id,
           sign_in_providers.client_secret, sign_in_providers.enabled, sign_in_providers.position)
       is distinct from
          (excluded.label, excluded.kind, excluded.issuer, excluded.client_id, excluded.client_secret, excluded.enabled,
           excluded.position)";
/// Disables providers that the folder no longer names. Linked users stay linked.
pub const DISABLE_OTHERS: &str =
    "update sign_in_providers set enabled = false, updated_at = now() where enabled and name <> all($1)";

/// Replaces the tenant's providers with those of its folder; true when anything changed.
pub async fn apply(tx: &mut TenantTx, entries: &[ProviderEntry], keyring: &Keyring) -> anyhow::Result<bool> {
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    let mut changed = sqlx::query(DISABLE_OTHERS).bind(&names).execute(&mut **tx).await?.rows_affected() > 0;
    for (position, entry) in entries.iter().enumerate() {
        ensure!(
            is_issuer(&entry.issuer),
            "the issuer of {} is no https address outside: {}",
            entry.name,
            entry.issuer
        );
        let put = sqlx::query(PUT)
            .bind(&entry.name)
            .bind(&entry.label)
            .bind(serde_json::to_value(entry.kind)?.as_str())
            .bind(&entry.issuer)
            .bind(&entry.client_id)
            .bind(secret(tx, entry, keyring).await?)
            .bind(entry.enabled)
            .bind(i16::try_from(position)?)
            .execute(&mut **tx)
            .await?;
        changed |= put.rows_affected() > 0;
    }
    Ok(changed)
}

/// The sealed secret: the stored one when it is unchanged or when no new one is given.
async fn secret(
    tx: &mut TenantTx,
    entry: &ProviderEntry,
    keyring: &Keyring,
) -> anyhow::Result<Option<Vec<u8>>> {
    let Some(variable) = &entry.client_secret_env else { return Ok(None) };
    let find = sqlx::query_scalar(FIND_SECRET).bind(&entry.name).bind(&entry.issuer);
    let present: Option<Vec<u8>> = find.fetch_optional(&mut **tx).await?.flatten();
    let Some(plain) = keyring.variables.get(variable) else {
        return present
            .map(Some)
            .with_context(|| format!("{} needs its client secret in {variable}", entry.name));
    };
    let secret = keyring.secret.as_ref();
    let secret = secret
        .with_context(|| format!("the client secret of {} is sealed with REMESSA_SECRET", entry.name))?;
    let owner = owner_of_secret(&entry.name, &entry.issuer);
    let seal = seal(secret, &tx.tenant().id, &owner);
    match present {
        Some(present) if seal.open(&present).as_deref() == Some(plain.as_bytes()) => Ok(Some(present)),
        _ => Ok(Some(seal.close(plain.as_bytes()))),
    }
}

//! Postal operators with whom bags are registered, as the operator of the server configures them: `[[postal_operators]]` of
//! `tenants/<slug>/tenant.toml`. Without one, nothing is registered.

use anyhow::{Context, ensure};
use serde::Deserialize;
use tenancy::{TenantId, TenantTx};

use access::social::providers::Keyring;
use server_core::http::error::ApiResult;
use server_core::outgoing::OutgoingUrl;
use server_core::sealed::Seal;
use trade::wire_name;

wire_name! {
    /// The way in which an operator is asked.
    PostalOperatorKind {
        /// Packet of the Brazilian post.
        CorreiosPacket = "correios_packet",
    }
}

/// An operator with what is needed to ask it.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct OperatorRow {
    pub name: String,
    pub label: String,
    pub address: String,
    pub user_name: String,
    /// Number of the card of the contract.
    pub card: Option<String>,
    pub max_parcels: i32,
    /// Grams.
    pub max_bag_g: i32,
    pub max_pallet_g: i32,
    /// Units of one dispatch.
    pub max_units: i16,
    secret: Vec<u8>,
    token: Option<Vec<u8>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OperatorEntry {
    name: String,
    label: String,
    kind: PostalOperatorKind,
    /// Without a path: `https://api.correios.com.br`.
    address: String,
    /// The country whose post it is, two letters.
    country: String,
    user: String,
    /// Name of the environment variable with the password.
    secret_env: String,
    card: Option<String>,
    /// Limits of a unit, by the contract.
    #[serde(default = "usual_parcels")]
    max_parcels: i32,
    #[serde(default = "usual_bag_g")]
    max_bag_g: i32,
    #[serde(default = "usual_pallet_g")]
    max_pallet_g: i32,
    /// Units of one dispatch.
    #[serde(default = "usual_units")]
    max_units: i16,
    #[serde(default = "yes")]
    enabled: bool,
}

const fn usual_parcels() -> i32 {
    500
}

const fn usual_bag_g() -> i32 {
    30_000
}

const fn usual_pallet_g() -> i32 {
    500_000
}

const fn usual_units() -> i16 {
    500
}

const fn yes() -> bool {
    true
}

macro_rules! columns {
    () => {
        "select name, label, address, user_name, card, max_parcels, max_bag_g, max_pallet_g, max_units, secret, token
         from postal_operators where enabled and "
    };
}

pub const BY_NAME: &str = concat!(columns!(), "name = $1");
pub const OF_COUNTRY: &str = concat!(columns!(), "country_code = $1 order by position limit 1");
pub const SET_TOKEN: &str = "update postal_operators set token = $2 where name = $1";
pub const OPERATOR_SECRET: &str = "select secret from postal_operators where name = $1 and address = $2";
pub const PUT_OPERATOR: &str = "
    insert into postal_operators (name, label, kind, address, country_code, user_name, card, secret, max_parcels, max_bag_g,
                                  max_pallet_g, max_units, enabled, position)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
    on conflict (name) do update
    set label = excluded.label, kind = excluded.kind, address = excluded.address, country_code = excluded.country_code,
        user_name = excluded.user_name, card = excluded.card, secret = excluded.secret, max_parcels = excluded.max_parcels,
        max_bag_g = excluded.max_bag_g, max_pallet_g = excluded.max_pallet_g, max_units = excluded.max_units,
        enabled = excluded.enabled,
        position = excluded.position, token = null, updated_at = excluded.updated_at
    where (postal_operators.label, postal_operators.kind, postal_operators.address, postal_operators.country_code,
           postal_operators.user_name, postal_operators.card, postal_operators.secret, postal_operators.max_parcels,
           postal_operators.max_bag_g, postal_operators.max_pallet_g, postal_operators.max_units, postal_operators.enabled,
           postal_operators.position)
       is distinct from
          (excluded.label, excluded.kind, excluded.address, excluded.country_code, excluded.user_name, excluded.card,
           excluded.secret, excluded.max_parcels, excluded.max_bag_g, excluded.max_pallet_g, excluded.max_units, excluded.enabled,
           excluded.position)";
/// Those that the folder no longer names. What they have registered stays.
pub const DISABLE_OTHER_OPERATORS: &str = "update postal_operators set enabled = false, token = null, updated_at = now() where enabled and name <> all($1)";

pub async fn find(tx: &mut TenantTx, name: &str) -> ApiResult<Option<OperatorRow>> {
    Ok(sqlx::query_as(BY_NAME).bind(name).fetch_optional(&mut **tx).await?)
}

/// The operator of the country with which the name of an office begins.
pub async fn find_of_office(tx: &mut TenantTx, office: &str) -> ApiResult<Option<OperatorRow>> {
    let country = office.get(..2).unwrap_or_default();
    Ok(sqlx::query_as(OF_COUNTRY).bind(country).fetch_optional(&mut **tx).await?)
}

impl OperatorRow {
    /// The password; none when it was sealed for another place.
    pub fn open_secret(&self, secret: &str, tenant: &TenantId) -> Option<String> {
        let owner = owner_of_secret(&self.name, &self.address);
        let plain = seal(secret, tenant, &owner).open(&self.secret);
        if plain.is_none() {
            tracing::error!(%tenant, operator = self.name, "the secret of a postal operator cannot be opened");
        }
        String::from_utf8(plain?).ok()
    }

    /// The pass that all workers use until the operator wants another one.
    pub fn open_token(&self, secret: &str, tenant: &TenantId) -> Option<String> {
        let owner = owner_of_secret(&self.name, &self.address);
        String::from_utf8(seal_of_token(secret, tenant, &owner).open(self.token.as_ref()?)?).ok()
    }

    /// Keeps a new pass, sealed.
    pub async fn keep_token(&self, tx: &mut TenantTx, secret: &str, token: &str) -> sqlx::Result<()> {
        let owner = owner_of_secret(&self.name, &self.address);
        let sealed = seal_of_token(secret, &tx.tenant().id, &owner).close(token.as_bytes());
        sqlx::query(SET_TOKEN).bind(&self.name).bind(sealed).execute(&mut **tx).await?;
        Ok(())
    }
}

const fn seal<'a>(secret: &'a str, tenant: &'a TenantId, owner: &'a str) -> Seal<'a> {
    Seal { secret, tenant, purpose: "postal operator", owner: owner.as_bytes() }
}

const fn seal_of_token<'a>(secret: &'a str, tenant: &'a TenantId, owner: &'a str) -> Seal<'a> {
    Seal { secret, tenant, purpose: "postal operator token", owner: owner.as_bytes() }
}

fn owner_of_secret(name: &str, address: &str) -> String {
    format!("{name} {address}")
}

/// Replaces the company's postal operators with those of its folder; true when anything changed.
pub async fn apply(tx: &mut TenantTx, entries: &[OperatorEntry], keyring: &Keyring) -> anyhow::Result<bool> {
    let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
    let disabled = sqlx::query(DISABLE_OTHER_OPERATORS).bind(&names).execute(&mut **tx).await?;
    let mut changed = disabled.rows_affected() > 0;
    for (position, entry) in entries.iter().enumerate() {
        check(entry)?;
        let secret = seal_secret(tx, entry, keyring).await?;
        let put = sqlx::query(PUT_OPERATOR)
            .bind(&entry.name)
            .bind(&entry.label)
            .bind(entry.kind.as_str())
            .bind(&entry.address)
            .bind(&entry.country)
            .bind(&entry.user)
            .bind(&entry.card)
            .bind(secret)
            .bind(entry.max_parcels)
            .bind(entry.max_bag_g)
            .bind(entry.max_pallet_g)
            .bind(entry.max_units)
            .bind(entry.enabled)
            .bind(i16::try_from(position)?)
            .execute(&mut **tx)
            .await?;
        changed |= put.rows_affected() > 0;
    }
    Ok(changed)
}

fn check(entry: &OperatorEntry) -> anyhow::Result<()> {
    let OperatorEntry { name, address, country, .. } = entry;
    let url = OutgoingUrl::parse(address);
    let is_bare =
        url.as_ref().is_some_and(|url| url.as_url().path() == "/" && url.as_url().query().is_none());
    ensure!(is_bare, "{name} has no https address outside, without a path: {address}");
    let is_country = country.len() == 2 && country.bytes().all(|byte| byte.is_ascii_uppercase());
    ensure!(is_country, "the country of {name} is two capitals: {country}");
    let limits = [entry.max_parcels, entry.max_bag_g, entry.max_pallet_g];
    ensure!(limits.iter().all(|limit| *limit > 0), "the limits of {name} are above zero");
    ensure!((1..=999).contains(&entry.max_units), "a dispatch of {name} has 1 to 999 units");
    Ok(())
}

/// The sealed secret: the stored one when it is unchanged or when no new one is given.
async fn seal_secret(tx: &mut TenantTx, entry: &OperatorEntry, keyring: &Keyring) -> anyhow::Result<Vec<u8>> {
    let find = sqlx::query_scalar(OPERATOR_SECRET).bind(&entry.name).bind(&entry.address);
    let present: Option<Vec<u8>> = find.fetch_optional(&mut **tx).await?;
    let Some(plain) = keyring.variable(&entry.secret_env) else {
        return present.with_context(|| format!("{} needs its secret in {}", entry.name, entry.secret_env));
    };
    let secret = keyring.secret();
    let secret =
        secret.with_context(|| format!("the secret of {} is sealed with REMESSA_SECRET", entry.name))?;
    let owner = owner_of_secret(&entry.name, &entry.address);
    let seal = seal(secret, &tx.tenant().id, &owner);
    match present {
        Some(present) if seal.open(&present).as_deref() == Some(plain.as_bytes()) => Ok(present),
        _ => Ok(seal.close(plain.as_bytes())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    const PACKET: &str = include_str!("../../../tests/data/customs/packet-units.json");

    #[test]
    fn the_usual_limits_are_those_of_packet() {
        let packet: Value = serde_json::from_str(PACKET).unwrap();
        let limit = |name: &str| i32::try_from(packet["limits"][name].as_i64().unwrap()).unwrap();
        assert_eq!(usual_parcels(), limit("tracking_per_unit"));
        assert_eq!(i32::from(usual_units()), limit("units_per_dispatch"));
        assert_eq!((usual_bag_g(), usual_pallet_g()), (limit("bag_g"), limit("pallet_g")));
    }
}

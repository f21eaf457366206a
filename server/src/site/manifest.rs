//! A tenant as files: `tenants/<slug>/` brought into the tenant's schema (TEN-5).

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use tenancy::TenantTx;
use uuid::Uuid;

use super::settings::{self, Settings};
use crate::http::messages::Language;

/// `tenant.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub slug: String,
    pub name: String,
    /// The first is the primary host.
    pub hosts: Vec<String>,
    languages: Vec<Language>,
    default_language: Language,
    /// ISO 3166-1 alpha-2.
    country: String,
    currency: String,
    #[serde(default)]
    chargeable_currencies: Vec<String>,
    time_zone: String,
    brand_color: String,
    weight_unit: i16,
    size_unit: i16,
    contact_email: Option<String>,
    contact_phone: Option<String>,
    #[serde(default)]
    flags: BTreeMap<String, bool>,
    tracking: Option<Tracking>,
    #[serde(default)]
    services: Vec<Service>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tracking {
    prefix: String,
    country: String,
    #[serde(default)]
    first_serial: i32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Service {
    code: String,
    mode: String,
    title: BTreeMap<String, String>,
    transit_days: [i16; 2],
    volumetric_divisor: i32,
    rounding_step_g: i32,
    max_weight_g: Option<i32>,
}

impl Manifest {
    pub fn read(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join("tenant.toml");
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let manifest: Self = toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        anyhow::ensure!(!manifest.hosts.is_empty(), "{} names no host", path.display());
        Ok(manifest)
    }
}

pub const COUNTRY_ID: &str = "select id from countries where alpha2 = $1";
pub const PUT_ASSET: &str = "
    insert into brand_assets (name, content_type, body, sha256) values ($1, 'image/svg+xml', $2, $3)
    on conflict (name) do update
    set content_type = excluded.content_type, body = excluded.body, sha256 = excluded.sha256, updated_at = now()
    where brand_assets.sha256 <> excluded.sha256";
pub const PUT_RANGE: &str = "
    insert into tracking_ranges (prefix, country, next_serial) values ($1, $2, $3)
    on conflict (prefix) do nothing";
pub const PUT_SERVICE: &str = "
    insert into services (id, code, title_locale, mode, transit_min_days, transit_max_days, volumetric_divisor,
                          rounding_step_g, max_weight_g, position)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (code) do update
    set title_locale = excluded.title_locale, mode = excluded.mode,
        transit_min_days = excluded.transit_min_days, transit_max_days = excluded.transit_max_days,
        volumetric_divisor = excluded.volumetric_divisor, rounding_step_g = excluded.rounding_step_g,
        max_weight_g = excluded.max_weight_g, position = excluded.position,
        version = services.version + 1, updated_at = now()
    where (services.title_locale, services.mode, services.transit_min_days, services.transit_max_days,
           services.volumetric_divisor, services.rounding_step_g, services.max_weight_g, services.position)
       is distinct from
          (excluded.title_locale, excluded.mode, excluded.transit_min_days, excluded.transit_max_days,
           excluded.volumetric_divisor, excluded.rounding_step_g, excluded.max_weight_g, excluded.position)";

/// Brings the tenant to what its folder says; true when anything had to change.
pub async fn apply(tx: &mut TenantTx, manifest: &Manifest, folder: &Path) -> anyhow::Result<bool> {
    let country_id: Option<i16> =
        sqlx::query_scalar(COUNTRY_ID).bind(&manifest.country).fetch_optional(&mut **tx).await?;
    let country_id = country_id.with_context(|| format!("there is no country {}", manifest.country))?;
    let settings = Settings {
        name: manifest.name.clone(),
        languages: manifest.languages.clone(),
        default_language: manifest.default_language,
        country_id,
        currency: manifest.currency.clone(),
        chargeable_currencies: manifest.chargeable_currencies.clone(),
        time_zone: manifest.time_zone.clone(),
        brand_color: manifest.brand_color.clone(),
        weight_unit: manifest.weight_unit,
        size_unit: manifest.size_unit,
        flags: manifest.flags.clone(),
        contact_email: manifest.contact_email.clone(),
        contact_phone: manifest.contact_phone.clone(),
    };
    let mut changed = settings::save(tx, &settings).await?;
    changed |= put_assets(tx, folder).await?;
    changed |= put_services(tx, &manifest.services).await?;
    if let Some(range) = &manifest.tracking {
        let put = sqlx::query(PUT_RANGE).bind(&range.prefix).bind(&range.country).bind(range.first_serial);
        changed |= put.execute(&mut **tx).await?.rows_affected() > 0;
    }
    Ok(changed)
}

async fn put_assets(tx: &mut TenantTx, folder: &Path) -> anyhow::Result<bool> {
    let mut changed = false;
    for name in ["logo", "logo_dark", "favicon"] {
        let path = folder.join(format!("{name}.svg"));
        if !path.exists() {
            continue;
        }
        let body = std::fs::read(&path)?;
        let hash: String = Sha256::digest(&body).iter().map(|byte| format!("{byte:02x}")).collect();
        let put = sqlx::query(PUT_ASSET).bind(name).bind(body).bind(hash).execute(&mut **tx).await?;
        changed |= put.rows_affected() > 0;
    }
    Ok(changed)
}

async fn put_services(tx: &mut TenantTx, services: &[Service]) -> anyhow::Result<bool> {
    let mut changed = false;
    for (position, service) in services.iter().enumerate() {
        let put = sqlx::query(PUT_SERVICE)
            .bind(Uuid::now_v7())
            .bind(&service.code)
            .bind(json!(service.title))
            .bind(&service.mode)
            .bind(service.transit_days[0])
            .bind(service.transit_days[1])
            .bind(service.volumetric_divisor)
            .bind(service.rounding_step_g)
            .bind(service.max_weight_g)
            .bind(i16::try_from(position)?)
            .execute(&mut **tx)
            .await?;
        changed |= put.rows_affected() > 0;
    }
    Ok(changed)
}

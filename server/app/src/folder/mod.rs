//! A tenant as files: applies `tenants/<slug>/` to the tenant's schema.

mod last_applied;
mod records;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use serde::Deserialize;
use serde_json::{Value, json};
use tenancy::TenantTx;

use self::last_applied::FolderValues;
use access::social::providers::{self, Keyring, ProviderEntry};
use customs::units::operators::{self, OperatorEntry};
use freight::packages::PackageType;
use freight::tracking_code;
use manifests::gateways::{self, GatewayEntry, SourceEntry};
use server_core::http::messages::Language;
use server_core::http::title::LocaleTitle;
use server_core::settings;
use server_core::settings::company_details::CompanyDetails;
use site::brand;
use site::lookups::edits::{self, Lookup, LookupEdits};

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
    /// What documents say of the company.
    #[serde(default)]
    documents: CompanyDetails,
    #[serde(default)]
    flags: BTreeMap<String, bool>,
    tracking: Option<Tracking>,
    #[serde(default)]
    services: Vec<Service>,
    #[serde(default)]
    packages: Vec<Package>,
    #[serde(default)]
    advanced_posts: Vec<AdvancedPost>,
    #[serde(default)]
    subsidiaries: Vec<Subsidiary>,
    #[serde(default)]
    partners: Vec<Partner>,
    #[serde(default)]
    sign_in_providers: Vec<ProviderEntry>,
    #[serde(default)]
    manifest_gateways: Vec<GatewayEntry>,
    #[serde(default)]
    message_sources: Vec<SourceEntry>,
    #[serde(default)]
    postal_operators: Vec<OperatorEntry>,
    #[serde(default)]
    lookups: LookupEdits,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tracking {
    prefix: String,
    country: String,
    #[serde(default)]
    first_serial: i32,
}

/// A subsidiary, identified by its title.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Subsidiary {
    title: String,
    document: Option<String>,
    country: String,
    state: Option<String>,
    city: String,
    postcode: Option<String>,
    address_1: Option<String>,
    address_2: Option<String>,
    address_number: Option<String>,
    time_zone: String,
}

/// An agent or reseller, identified by its name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Partner {
    name: String,
    email: Option<String>,
    country: String,
    city: String,
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

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Package {
    code: String,
    #[serde(rename = "type")]
    package_type: PackageType,
    title: LocaleTitle,
    /// Inner length, width and height.
    size_mm: Option<[f64; 3]>,
    #[serde(default)]
    tare_g: i32,
    max_weight_g: Option<i32>,
}

/// A drop-off post.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AdvancedPost {
    code: String,
    name: String,
    /// ISO 3166-1 alpha-2.
    country: String,
    /// ISO 3166-2 without the country.
    state: Option<String>,
    city: String,
    postcode: Option<String>,
    address_1: String,
    address_2: Option<String>,
    address_number: Option<String>,
    phone: Option<String>,
    hours: Option<String>,
    #[serde(default = "yes")]
    active: bool,
}

const fn yes() -> bool {
    true
}

impl Manifest {
    pub fn load(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join("tenant.toml");
        let text =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let manifest: Self = toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        anyhow::ensure!(!manifest.hosts.is_empty(), "{} names no host", path.display());
        for (lookup, own) in [(Lookup::Country, &manifest.country), (Lookup::Currency, &manifest.currency)] {
            anyhow::ensure!(!manifest.lookups.deactivates(lookup, own), "{own} is the company's own");
        }
        Ok(manifest)
    }

    /// The values that an administrator can also change on a screen.
    fn values(&self, country_id: i16, assets: &Assets) -> Value {
        let assets: BTreeMap<_, _> =
            assets.iter().map(|(name, body)| (*name, brand::store::hash(body))).collect();
        let settings = json!({
            "name": self.name,
            "languages": self.languages,
            "default_language": self.default_language,
            "country_id": country_id,
            "currency": self.currency,
            "chargeable_currencies": self.chargeable_currencies,
            "time_zone": self.time_zone,
            "brand_color": self.brand_color,
            "weight_unit": self.weight_unit,
            "size_unit": self.size_unit,
            "contact_email": self.contact_email,
            "contact_phone": self.contact_phone,
            "details": self.documents,
        });
        json!({
            "settings": settings, "flags": self.flags, "assets": assets, "lookups": self.lookups.to_json(),
        })
    }
}

/// Applies the folder to the tenant; true if anything changed.
pub async fn apply(
    tx: &mut TenantTx,
    manifest: &Manifest,
    folder: &Path,
    keyring: &Keyring,
) -> anyhow::Result<bool> {
    let country_id = edits::country_id(tx, &manifest.country).await?;
    let assets = assets(folder)?;
    let values = FolderValues::of(tx, manifest.values(country_id, &assets)).await?;
    let mut changed = values.put_settings(tx).await?;
    for (name, body) in assets.iter().filter(|(name, _)| values.is_new("assets", name)) {
        if brand::mail_logo::save_drawing(tx, name, body).await? {
            settings::announce(tx).await?;
            changed = true;
        }
    }
    let lookups = values.last("lookups");
    changed |= values.store(tx).await?;
    changed |= records::put_records(tx, manifest).await?;
    changed |= edits::apply(tx, &manifest.lookups, &lookups).await?;
    if providers::apply(tx, &manifest.sign_in_providers, keyring).await? {
        settings::announce(tx).await?;
        changed = true;
    }
    changed |= gateways::apply(tx, &manifest.manifest_gateways, &manifest.message_sources, keyring).await?;
    changed |= operators::apply(tx, &manifest.postal_operators, keyring).await?;
    if let Some(range) = &manifest.tracking {
        changed |= tracking_code::put_range(tx, &range.prefix, &range.country, range.first_serial).await?;
    }
    Ok(changed)
}

type Assets = Vec<(&'static str, Vec<u8>)>;

fn assets(folder: &Path) -> anyhow::Result<Assets> {
    let files = ["logo", "logo_dark", "favicon"].map(|name| (name, folder.join(format!("{name}.svg"))));
    let known = files.into_iter().filter(|(_, path)| path.exists());
    known.map(|(name, path)| Ok((name, std::fs::read(path)?))).collect()
}

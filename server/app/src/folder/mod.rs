//! A tenant as files: applies `tenants/<slug>/` to the tenant's schema.

mod last_applied;

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use serde::Deserialize;
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use self::last_applied::FolderValues;
use access::social::providers::{self, Keyring, ProviderEntry};
use customs::manifests::gateways::{self, GatewayEntry, SourceEntry};
use customs::units::operators::{self, OperatorEntry};
use freight::packages::PackageType;
use freight::tracking_code;
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

pub const PUT_SERVICE: &str = "
    insert into services (id, code, title_locale, mode, transit_min_days, transit_max_days, volumetric_divisor,
                          rounding_step_g, max_weight_g, position)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (code) do update
    set title_locale = excluded.title_locale, mode = excluded.mode,
        transit_min_days = excluded.transit_min_days, transit_max_days = excluded.transit_max_days,
        volumetric_divisor = excluded.volumetric_divisor, rounding_step_g = excluded.rounding_step_g,
        max_weight_g = excluded.max_weight_g, position = excluded.position,
        version = services.version + 1, updated_at = excluded.updated_at
    where (services.title_locale, services.mode, services.transit_min_days, services.transit_max_days,
           services.volumetric_divisor, services.rounding_step_g, services.max_weight_g, services.position)
       is distinct from
          (excluded.title_locale, excluded.mode, excluded.transit_min_days, excluded.transit_max_days,
           excluded.volumetric_divisor, excluded.rounding_step_g, excluded.max_weight_g, excluded.position)";
/// Later changes on the screen are kept.
pub const PUT_PACKAGE: &str = "
    insert into packages (id, code, title_locale, package_type, length_mm, width_mm, height_mm, tare_g, max_weight_g,
                          position)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (code) do nothing";
/// Later changes on the screen are kept.
pub const PUT_ADVANCED_POST: &str = "
    insert into advanced_posts (id, code, name, country_id, state_id, city, postcode, address_1, address_2,
                                address_number, phone, hours, active, position)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
    on conflict (code) do nothing";

pub const PUT_SUBSIDIARY: &str = "
    insert into subsidiaries (id, title, document, country_id, state_id, city, postcode, address_1, address_2,
                              address_number, time_zone)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    on conflict (lower(title)) do update
    set title = excluded.title, document = excluded.document, country_id = excluded.country_id,
        state_id = excluded.state_id, city = excluded.city, postcode = excluded.postcode,
        address_1 = excluded.address_1, address_2 = excluded.address_2, address_number = excluded.address_number,
        time_zone = excluded.time_zone, version = subsidiaries.version + 1, updated_at = excluded.updated_at
    where (subsidiaries.title, subsidiaries.document, subsidiaries.country_id, subsidiaries.state_id,
           subsidiaries.city, subsidiaries.postcode, subsidiaries.address_1, subsidiaries.address_2,
           subsidiaries.address_number, subsidiaries.time_zone)
       is distinct from
          (excluded.title, excluded.document, excluded.country_id, excluded.state_id, excluded.city, excluded.postcode,
           excluded.address_1, excluded.address_2, excluded.address_number, excluded.time_zone)";

pub const PUT_PARTNER: &str = "
    insert into partners (id, name, email, country_id, city) values ($1, $2, $3, $4, $5)
    on conflict (lower(name)) do update
    set name = excluded.name, email = excluded.email, country_id = excluded.country_id, city = excluded.city,
        version = partners.version + 1, updated_at = excluded.updated_at
    where (partners.name, partners.email, partners.country_id, partners.city)
       is distinct from (excluded.name, excluded.email, excluded.country_id, excluded.city)";

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
    changed |= put_services(tx, &manifest.services).await?;
    changed |= put_packages(tx, &manifest.packages).await?;
    changed |= put_advanced_posts(tx, &manifest.advanced_posts).await?;
    changed |= put_subsidiaries(tx, &manifest.subsidiaries).await?;
    changed |= put_partners(tx, &manifest.partners).await?;
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

async fn put_packages(tx: &mut TenantTx, packages: &[Package]) -> anyhow::Result<bool> {
    let mut changed = false;
    for (position, package) in packages.iter().enumerate() {
        let put = sqlx::query(PUT_PACKAGE)
            .bind(Uuid::now_v7())
            .bind(&package.code)
            .bind(json!(package.title))
            .bind(package.package_type.as_str())
            .bind(package.size_mm.map(|[length, _, _]| length))
            .bind(package.size_mm.map(|[_, width, _]| width))
            .bind(package.size_mm.map(|[_, _, height]| height))
            .bind(package.tare_g)
            .bind(package.max_weight_g)
            .bind(i16::try_from(position)?)
            .execute(&mut **tx)
            .await?;
        changed |= put.rows_affected() > 0;
    }
    Ok(changed)
}

async fn put_subsidiaries(tx: &mut TenantTx, subsidiaries: &[Subsidiary]) -> anyhow::Result<bool> {
    let mut changed = false;
    for one in subsidiaries {
        let country_id = edits::country_id(tx, &one.country).await?;
        let state_id = edits::state_id(tx, country_id, one.state.as_deref()).await?;
        let put = sqlx::query(PUT_SUBSIDIARY)
            .bind(Uuid::now_v7())
            .bind(&one.title)
            .bind(&one.document)
            .bind(country_id)
            .bind(state_id)
            .bind(&one.city)
            .bind(&one.postcode)
            .bind(&one.address_1)
            .bind(&one.address_2)
            .bind(&one.address_number)
            .bind(&one.time_zone)
            .execute(&mut **tx)
            .await?;
        changed |= put.rows_affected() > 0;
    }
    Ok(changed)
}

async fn put_partners(tx: &mut TenantTx, partners: &[Partner]) -> anyhow::Result<bool> {
    let mut changed = false;
    for one in partners {
        let country_id = edits::country_id(tx, &one.country).await?;
        let put = sqlx::query(PUT_PARTNER).bind(Uuid::now_v7()).bind(&one.name).bind(&one.email);
        let put = put.bind(country_id).bind(&one.city).execute(&mut **tx).await?;
        changed |= put.rows_affected() > 0;
    }
    Ok(changed)
}

async fn put_advanced_posts(tx: &mut TenantTx, posts: &[AdvancedPost]) -> anyhow::Result<bool> {
    let mut changed = false;
    for (position, post) in posts.iter().enumerate() {
        let country_id = edits::country_id(tx, &post.country).await?;
        let state_id = edits::state_id(tx, country_id, post.state.as_deref()).await?;
        let put = sqlx::query(PUT_ADVANCED_POST)
            .bind(Uuid::now_v7())
            .bind(&post.code)
            .bind(&post.name)
            .bind(country_id)
            .bind(state_id)
            .bind(&post.city)
            .bind(&post.postcode)
            .bind(&post.address_1)
            .bind(&post.address_2)
            .bind(&post.address_number)
            .bind(&post.phone)
            .bind(&post.hours)
            .bind(post.active)
            .bind(i16::try_from(position)?)
            .execute(&mut **tx)
            .await?;
        changed |= put.rows_affected() > 0;
    }
    Ok(changed)
}

//! The records of a folder: services, packages, places of an advanced post, subsidiaries, partners.

use policy::Resource;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::{AdvancedPost, Manifest, Package, Partner, Service, Subsidiary};
use server_core::live::{self, Audience};
use site::lookups::edits;

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

/// Writes the records, and announces the kinds that changed to open pages.
pub(super) async fn put_records(tx: &mut TenantTx, manifest: &Manifest) -> anyhow::Result<bool> {
    let kinds = [
        (Resource::Service, put_services(tx, &manifest.services).await?),
        (Resource::Package, put_packages(tx, &manifest.packages).await?),
        (Resource::AdvancedPost, put_advanced_posts(tx, &manifest.advanced_posts).await?),
        (Resource::Subsidiary, put_subsidiaries(tx, &manifest.subsidiaries).await?),
        (Resource::Partner, put_partners(tx, &manifest.partners).await?),
    ];
    for (resource, _) in kinds.iter().filter(|(_, has_changed)| *has_changed) {
        live::records_changed(tx, &Audience::Staff, resource.name(), &[]);
    }
    Ok(kinds.iter().any(|(_, has_changed)| *has_changed))
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

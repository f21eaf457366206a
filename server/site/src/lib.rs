//! The tenant's public data, settings and lookups.

use poem::http::Extensions;
use poem::{Route, get};
use poem_openapi::OpenApi;

use server_core::config::ServerConfig;

pub mod addresses;
pub mod brand;
pub mod domain;
pub mod domains;
pub mod exchange_rates;
mod field_manifest;
pub mod flags;
mod legal_page;
pub mod locale;
pub mod lookups;
pub mod mail_test;
mod notification_defaults;
pub mod overlay;
pub mod storage;
pub mod tenant_settings;
pub mod test_email;
pub mod theme;
mod ticket_subject;

pub fn api() -> impl OpenApi {
    (
        domain::SiteApi,
        locale::LocaleApi,
        flags::FlagApi,
        (
            tenant_settings::TenantSettingApi,
            mail_test::MailTestApi,
            storage::StorageApi,
            notification_defaults::NotificationDefaultApi,
        ),
        domains::DomainApi,
        brand::BrandApi,
        lookups::api(),
        overlay::api(),
        exchange_rates::ExchangeRateApi,
        addresses::api(),
    )
}

/// Fills the slots of lookups and addresses.
pub fn fill_slots(slots: &mut Extensions, config: &ServerConfig) -> anyhow::Result<()> {
    slots.insert(lookups::LookupCache::default());
    slots.insert(addresses::Postcodes::connect(config.postcode_url.as_deref())?);
    Ok(())
}

/// Routes outside the API: what a page loads before its first paint, and pages without scripts.
pub fn routes() -> Route {
    Route::new()
        .at("/theme.css", get(theme::theme_css))
        .at("/brand/:name", get(brand::brand_asset))
        .at("/field.webmanifest", get(field_manifest::field_manifest))
        .at("/legal/:kind", get(legal_page::legal_page))
}

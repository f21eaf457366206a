//! The tenant as its domain shows it.

use poem::{Route, get};
use poem_openapi::OpenApi;

pub mod addresses;
pub mod brand;
pub mod domain;
pub mod domains;
pub mod flags;
pub mod locale;
pub mod lookups;
pub mod manifest;
mod said;
pub mod settings;
pub mod tenant_settings;
pub mod test_letter;
pub mod theme;

pub fn api() -> impl OpenApi {
    (
        domain::SiteApi,
        locale::LocaleApi,
        flags::FlagApi,
        tenant_settings::TenantSettingApi,
        domains::DomainApi,
        brand::BrandApi,
        lookups::api(),
        addresses::api(),
    )
}

/// What a page loads before its first paint, outside of the API.
pub fn routes() -> Route {
    Route::new().at("/theme.css", get(theme::theme_css)).at("/brand/:name", get(brand::brand_asset))
}

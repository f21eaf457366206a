//! Prices: services, price tables, taxes, and the quotes that are made of them.

pub mod merge;
pub mod prices;
pub mod quotes;
pub mod report_parts;
pub mod service_groups;
pub mod services;
pub mod setup;
pub mod tax_rules;
pub mod taxes;

use poem::http::Extensions;
use poem_openapi::OpenApi;

/// Adds what is kept for the whole process: compiled price tables.
pub fn fill_slots(slots: &mut Extensions) {
    slots.insert(prices::tariffs::Tariffs::default());
}

pub fn api() -> impl OpenApi {
    (
        (services::ServiceApi, services::ServiceLookupApi),
        service_groups::ServiceGroupApi,
        tax_rules::TaxRuleApi,
        prices::api(),
        quotes::api(),
    )
}

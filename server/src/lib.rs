//! The Remessa server. Read `README.md` for the way of a request; this file is the map.

pub mod access;
pub mod account;
pub mod audit;
pub mod cache;
pub mod cli;
pub mod clock;
pub mod config;
pub mod files;
pub mod freight;
pub mod http;
pub mod mail;
pub mod openapi;
pub mod parties;
pub mod platform;
pub mod process;
pub mod sealed;
pub mod site;
pub mod state;
pub mod sweep;
pub mod tags;

use poem::Endpoint;
use poem_openapi::{OpenApi, OpenApiService};

pub use state::AppState;

/// Every operation of the product.
fn api() -> impl OpenApi {
    (
        access::api(),
        account::api(),
        audit::AuditApi,
        site::api(),
        freight::api(),
        parties::api(),
        process::api::ProcessApi,
    )
}

/// Every background process a worker knows.
pub fn kinds() -> process::Kinds {
    process::Kinds::default()
        .with::<access::invitation::SendInvitation>()
        .with::<access::password_letter::TellPasswordChanged>()
        .with::<access::recovery_letter::SendRecovery>()
        .with::<access::register::SendRegistrationLetter>()
        .with::<access::second_factor::TellSecondFactorOff>()
        .with::<account::email::SendEmailChange>()
        .with::<audit::ExportAudit>()
        .with::<freight::imports::process::CheckImport>()
        .with::<freight::imports::process::RunImport>()
        .with::<freight::imports::process::TellImportFinished>()
        .with::<freight::shipments::labels::PrintLabels>()
        .with::<site::test_letter::SendTestLetter>()
}

/// The API with its published document.
pub fn api_service() -> OpenApiService<impl OpenApi, ()> {
    OpenApiService::new(api(), "Remessa", env!("CARGO_PKG_VERSION"))
        .description(include_str!("../../openapi/GUIDE.md"))
        .server("/api")
}

/// The whole application: API, brand and web.
pub fn app(state: AppState) -> impl Endpoint {
    http::app(state, api_service(), site::routes())
}

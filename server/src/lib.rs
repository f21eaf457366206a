//! The Remessa server. Read `README.md` for the way of a request; this file is the map.

pub mod access;
pub mod account;
pub mod address;
pub mod audit;
pub mod audit_log;
pub mod cache;
pub mod cli;
pub mod clock;
pub mod config;
pub mod explain;
pub mod files;
pub mod folder;
pub mod freight;
pub mod http;
pub mod mail;
pub mod openapi;
pub mod parties;
pub mod platform;
pub mod process;
pub mod record;
pub mod registration;
pub mod sealed;
pub mod settings;
pub mod site;
pub mod state;
pub mod sweep;
pub mod tags;
pub mod trade;

use poem::Endpoint;
use poem::http::Extensions;
use poem_openapi::{OpenApi, OpenApiService};

pub use state::AppState;

use clock::Clock;
use config::ServerConfig;
use http::spa::WebAssets;

/// Connects a server, with what each area keeps for the whole process.
pub async fn connect(config: ServerConfig, clock: Clock) -> anyhow::Result<AppState> {
    let mut slots = Extensions::new();
    access::fill(&mut slots, &config)?;
    site::fill(&mut slots, &config)?;
    freight::fill(&mut slots);
    slots.insert(WebAssets::load(&config.web_dir)?);
    AppState::connect(config, clock, slots).await
}

/// Every operation of the product.
fn api() -> impl OpenApi {
    (
        access::api(),
        account::api(),
        registration::api(),
        explain::PolicyApi,
        audit_log::AuditApi,
        site::api(),
        freight::api(),
        parties::api(),
    )
}

/// Every background process a worker knows.
pub fn kinds() -> process::Kinds {
    process::Kinds::default()
        .with::<access::invitation::SendInvitation>()
        .with::<access::password_letter::TellPasswordChanged>()
        .with::<access::recovery_letter::SendRecovery>()
        .with::<access::registration_letter::SendRegistrationLetter>()
        .with::<access::second_factor::TellSecondFactorOff>()
        .with::<access::email::SendEmailChange>()
        .with::<audit_log::ExportAudit>()
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

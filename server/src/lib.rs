//! The Remessa server. `README.md` describes the path of a request; this file lists the parts.

pub mod access;
pub mod account;
pub mod address;
pub mod apart;
pub mod audit;
pub mod audit_log;
pub mod cache;
pub mod chat;
pub mod cli;
pub mod clock;
pub mod config;
pub mod dashboard;
pub mod explain;
pub mod files;
pub mod folder;
pub mod freight;
pub mod fx;
pub mod http;
pub mod ledger;
pub mod live;
pub mod mail;
pub mod money;
pub mod notifications;
pub mod notify;
pub mod openapi;
pub mod paper;
pub mod parties;
pub mod platform;
pub mod process;
pub mod record;
pub mod registration;
pub mod sealed;
pub mod settings;
pub mod sheets;
pub mod site;
pub mod socket;
pub mod state;
pub mod support;
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

/// Connects a server and fills the slots of all areas.
pub async fn connect(config: ServerConfig, clock: Clock) -> anyhow::Result<AppState> {
    let mut slots = Extensions::new();
    access::fill(&mut slots, &config)?;
    site::fill(&mut slots, &config)?;
    freight::fill(&mut slots);
    socket::fill(&mut slots);
    slots.insert(WebAssets::load(&config.web_dir)?);
    AppState::connect(config, clock, slots).await
}

/// All operations of the API.
fn api() -> impl OpenApi {
    (
        access::api(),
        account::api(),
        registration::api(),
        explain::PolicyApi,
        audit_log::AuditApi,
        notifications::api(),
        site::api(),
        freight::api(),
        (dashboard::DashboardApi, dashboard::WaitingApi),
        money::api(),
        parties::api(),
        chat::api(),
        socket::api(),
        support::api(),
    )
}

/// All kinds of background processes.
pub fn kinds() -> process::Kinds {
    process::Kinds::default()
        .with::<access::invitation::SendInvitation>()
        .with::<access::password_email::TellPasswordChanged>()
        .with::<access::recovery_email::SendRecovery>()
        .with::<access::registration_email::SendRegistrationEmail>()
        .with::<access::second_factor::TellSecondFactorOff>()
        .with::<access::email::TellEmailChanged>()
        .with::<access::email::SendEmailChange>()
        .with::<audit_log::ExportAudit>()
        .with::<chat::TellUnread>()
        .with::<freight::imports::process::CheckImport>()
        .with::<freight::imports::process::RunImport>()
        .with::<freight::imports::process::CheckClients>()
        .with::<freight::imports::process::RunClients>()
        .with::<freight::regulatory_requests::AskAuthority>()
        .with::<freight::shipments::export::ExportShipments>()
        .with::<freight::shipments::labels::PrintLabels>()
        .with::<freight::tracking_updates::SendTrackingConfirmation>()
        .with::<freight::tracking_updates::SendTrackingTest>()
        .with::<freight::tracking_updates::SendTrackingUpdate>()
        .with::<money::invoices::ExportInvoices>()
        .with::<money::invoices::GenerateInvoices>()
        .with::<money::invoices::IssueInvoices>()
        .with::<money::invoices::SendInvoice>()
        .with::<notify::email::SendNotification>()
        .with::<site::test_email::SendTestEmail>()
        .with::<support::incoming::RefuseMail>()
        .with::<support::incoming::TakeMail>()
        .with::<support::outgoing::SendTicketEmail>()
}

/// The API with its OpenAPI document.
pub fn api_service() -> OpenApiService<impl OpenApi, ()> {
    OpenApiService::new(api(), "Remessa", env!("CARGO_PKG_VERSION"))
        .description(include_str!("../../openapi/GUIDE.md"))
        .server("/api")
}

/// The whole application: API, brand and web.
pub fn app(state: AppState) -> impl Endpoint {
    let site = socket::routes(freight::routes(site::routes()));
    http::app(state, api_service(), support::routes(site))
}

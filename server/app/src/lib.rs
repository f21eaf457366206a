//! The Remessa server. `README.md` describes the path of a request; this file puts the areas together.

mod address_search;
mod addresses;
pub mod audit_log;
pub mod cli;
pub mod client_activity;
pub mod client_documents;
pub mod client_merge;
pub mod dashboard;
pub mod explain;
mod first_view;
pub mod folder;
pub mod openapi;
pub mod personal_data;
pub mod platform;
pub mod sweep;

use access::users::outsiders::UserMoved;
use carriers::CarrierBuying;
use customs::break_bags::{UnknownOver, WaybillUnpacking};
use freight::shipments::{ShipmentCancelled, ShipmentConfirmed};
use integrations::webhooks::{WebhookEvent, WebhookEventType};
use ledger::{ReversedCharge, WalletLow};
use parties::clients::news::ClientsChanged;
use parties::owned::documents::reminders::DocumentsExpiring;
use parties::registration::ReferralUsed;
use poem::http::Extensions;
use poem::{Endpoint, EndpointExt, IntoEndpoint, Route, get};
use poem_openapi::{OpenApi, OpenApiService};
use server_core::clock::Clock;
use server_core::config::ServerConfig;
use server_core::follower::Follower;
use server_core::http::error::ApiResult;
use server_core::http::{self, spa::WebAssets};
use server_core::process::{Kinds, TaskFailed};
use server_core::state::AppState;
use site::flags::FlagSwitchedOff;
use site::overlay::DocumentRule;
use tenancy::TenantTx;
use trade::money::in_currency;

/// Connects a server and fills the slots of all areas.
pub async fn connect(config: ServerConfig, clock: Clock) -> anyhow::Result<AppState> {
    let mut slots = Extensions::new();
    access::fill_slots(&mut slots, &config);
    site::fill_slots(&mut slots, &config)?;
    pricing::fill_slots(&mut slots);
    freight::fill_slots(&mut slots);
    orders::fill_slots(&mut slots);
    live::socket::fill_slots(&mut slots);
    fill_followers(&mut slots);
    let web = WebAssets::load(&config.web_dir)?;
    slots.insert(if config.demo_emails { web.with_demo_emails() } else { web });
    AppState::connect(config, clock, slots).await
}

/// Adds what areas do in the transactions of areas below them.
fn fill_followers(slots: &mut Extensions) {
    slots.insert(Follower::<DocumentRule>(|tx, rule| {
        Box::pin(freight::shipments::apply_document_rule(tx, rule.country_id, rule.is_required))
    }));
    slots.insert(Follower::<FlagSwitchedOff>(|tx, off| {
        Box::pin(field::cash_handovers::refuse_switch_off(tx, off.flag.name()))
    }));
    slots.insert(Follower::<UserMoved>(|tx, moved| {
        Box::pin(live::chat::leave_rooms(tx, moved.user_id, moved.at))
    }));
    slots.insert(Follower::<ShipmentConfirmed>(|tx, confirmed| Box::pin(follow_confirmation(tx, confirmed))));
    slots.insert(Follower::<ShipmentCancelled>(|tx, cancelled| Box::pin(follow_cancellation(tx, cancelled))));
    slots.insert(Follower::<TaskFailed>(|tx, failed| Box::pin(end_failed_task(tx, failed))));
    slots.insert(Follower::<ReferralUsed>(|tx, used| Box::pin(money::indications::attach(tx, used))));
    slots.insert(Follower::<ClientsChanged>(|tx, changed| {
        Box::pin(integrations::webhooks::tell_clients(tx, changed))
    }));
    slots.insert(Follower::<DocumentsExpiring>(|tx, expiring| {
        Box::pin(integrations::webhooks::tell_documents(tx, expiring))
    }));
    slots.insert(Follower::<UnknownOver>(|tx, over| Box::pin(keep_over(tx, over))));
    slots.insert(Follower::<WaybillUnpacking>(|tx, unpacking| {
        Box::pin(manifests::expect_houses(tx, unpacking))
    }));
    slots.insert(Follower::<WalletLow>(|tx, low| Box::pin(tell_low_wallet(tx, low))));
    slots.insert(Follower::<ReversedCharge>(|tx, charge| Box::pin(follow_reversal(tx, charge))));
}

/// The weight of goods that are there is judged, and the carrier of the last mile may be asked for a label at once.
async fn follow_confirmation(tx: &mut TenantTx, confirmed: ShipmentConfirmed) -> ApiResult<()> {
    let (shipment_id, by, at) = (confirmed.shipment_id, confirmed.actor.user_id, confirmed.actor.at);
    receiving::reweighs::judge_confirmed(tx, confirmed).await?;
    carriers::buy_at(tx, CarrierBuying::Confirmation, shipment_id, by, at).await
}

/// Goods that were to leave with the shipment are free again.
async fn follow_cancellation(tx: &mut TenantTx, cancelled: ShipmentCancelled) -> ApiResult<()> {
    receiving::repacks::free_parcels(tx, &cancelled).await?;
    stock::pick_lists::end_with_shipment(tx, cancelled).await
}

/// The price of a shipment goes back only if its loss is not paid; a draft of an invoice drops it.
async fn follow_reversal(tx: &mut TenantTx, charge: ReversedCharge) -> ApiResult<()> {
    money::claims::refuse_reversal(tx, charge.shipment_id).await?;
    money::invoices::drop_reversed_charge(tx, charge.transaction_id).await
}

/// The client's own webhooks hear of it, too.
async fn tell_low_wallet(tx: &mut TenantTx, low: WalletLow) -> ApiResult<()> {
    let WalletLow { client_id, currency, available, minimum, at } = low;
    let amount = |amount| in_currency(amount, Some(&currency)).to_string();
    let told = WebhookEvent::of(WebhookEventType::WalletLow, client_id)
        .with("currency", &currency)
        .with("available", amount(available))
        .with("minimum", amount(minimum))
        .of_clients([client_id]);
    integrations::webhooks::announce(tx, at, told).await
}

/// A parcel that nobody knows waits with receiving until somebody identifies it.
async fn keep_over(tx: &mut TenantTx, over: UnknownOver) -> ApiResult<()> {
    receiving::station::receive_found(tx, &over.ctx, over.line_id, &over.code).await
}

/// Each area knows its own kinds of tasks.
async fn end_failed_task(tx: &mut TenantTx, failed: TaskFailed) -> ApiResult<()> {
    customs::cargo_events::end_failed_reading(tx, failed.clone()).await?;
    reports::schedules::end_failed_file(tx, failed).await
}

/// All operations of the API.
fn api() -> impl OpenApi {
    (
        access::api(),
        account::api(),
        parties::registration::api(),
        explain::PolicyApi,
        audit_log::AuditApi,
        (site::api(), address_search::AddressSearchApi),
        (pricing::api(), freight::api(), regulatory::api()),
        (carriers::api(), imports::api(), orders::api()),
        (dashboard::DashboardApi, dashboard::WaitingApi, client_documents::PortalDocumentApi),
        (money::api(), stock::api()),
        (receiving::api(), field::api(), customs::api(), manifests::api()),
        (parties::api(), client_merge::ClientMergeApi, client_activity::ClientActivityApi),
        (personal_data::PersonalDataApi, personal_data::AccountDeletionApi),
        support::api(),
        (live::api(), reports::api(), integrations::api()),
    )
}

/// All kinds of background processes.
pub fn kinds() -> Kinds {
    Kinds::default()
        .with::<access::invitation::SendInvitation>()
        .with::<access::password_email::TellPasswordChanged>()
        .with::<access::recovery_email::SendRecovery>()
        .with::<access::registration_email::SendRegistrationEmail>()
        .with::<access::second_factor::TellSecondFactorOff>()
        .with::<access::email::TellEmailChanged>()
        .with::<access::users::deletion_email::TellDeletionRequested>()
        .with::<access::users::deletion_email::TellAccountDeleted>()
        .with::<access::email::SendEmailChange>()
        .with::<access::legal::AskForConsent>()
        .with::<access::legal::TellConsentDue>()
        .with::<audit_log::ExportAudit>()
        .with::<ledger::TellLowWallet>()
        .with::<live::chat::TellUnread>()
        .with::<imports::process::CheckImport>()
        .with::<imports::process::RunImport>()
        .with::<imports::process::CheckClients>()
        .with::<imports::process::RunClients>()
        .with::<imports::process::CheckStock>()
        .with::<imports::process::RunStock>()
        .with::<carriers::AskCarrier>()
        .with::<carriers::AskHandover>()
        .with::<carriers::FollowLabels>()
        .with::<customs::cargo_events::ReadCargoMessage>()
        .with::<customs::parcel_moves::MoveParcels>()
        .with::<customs::units::AskOperator>()
        .with::<customs::waybills::ExportWaybills>()
        .with::<manifests::message_sources::FetchMessages>()
        .with::<manifests::closing::CloseManifest>()
        .with::<manifests::sending::SendManifest>()
        .with::<manifests::flights::PackFlightDocuments>()
        .with::<field::recipient_choice::AskRecipient>()
        .with::<field::delivery_pin::TellPin>()
        .with::<money::quote_offers::SendQuote>()
        .with::<regulatory::AskAuthority>()
        .with::<support::reviews::SendReviewInvitation>()
        .with::<freight::shipments::export::ExportShipments>()
        .with::<freight::shipments::labels::PrintLabels>()
        .with::<freight::tracking_updates::SendTrackingConfirmation>()
        .with::<freight::tracking_updates::SendTrackingTest>()
        .with::<freight::tracking_updates::SendTrackingUpdate>()
        .with::<money::invoices::ExportInvoices>()
        .with::<money::invoices::GenerateInvoices>()
        .with::<money::invoices::IssueInvoices>()
        .with::<money::invoices::SendInvoice>()
        .with::<personal_data::ExportPersonalData>()
        .with::<reports::ExportReport>()
        .with::<reports::schedules::OutsideReport>()
        .with::<reports::schedules::ScheduledReport>()
        .with::<reports::schedules::WaitForSchedule>()
        .with::<server_core::notify::email::SendNotification>()
        .with::<site::test_email::SendTestEmail>()
        .with::<support::incoming::RefuseMail>()
        .with::<support::incoming::TakeMail>()
        .with::<support::outgoing::SendTicketEmail>()
}

/// The processes of webhooks. They wait for receivers outside, so that they have workers of their own.
pub fn webhook_kinds() -> Kinds {
    Kinds::default().with::<integrations::webhooks::DeliverWebhooks>()
}

/// The API with its OpenAPI document.
pub fn api_service() -> OpenApiService<impl OpenApi, ()> {
    OpenApiService::new(api(), "Remessa", env!("CARGO_PKG_VERSION"))
        .description(include_str!("../../../openapi/GUIDE.md"))
        .server("/api")
}

/// The whole application: API, brand and web.
pub fn app(state: AppState) -> impl Endpoint {
    let site = live::socket::routes(orders::routes(carriers::routes(freight::routes(account::routes(
        site::routes(),
    )))));
    let site = first_view::routes(access::routes(site));
    let operations = api_service().into_endpoint().before(addresses::resolve);
    let api = Route::new().at("/openapi.json", get(openapi::served::show)).nest_no_strip("/", operations);
    http::app(state, api, support::routes(site))
}

//! Checks and stores the lines of an import, by its kind: shipments, clients or goods in stock.

use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::super::field::Field;
use super::super::forecasts::LineForecast;
use super::super::group::RefusedLine;
use super::super::input::Common;
use super::super::kind::ImportKind;
use super::super::lines::StagedLine;
use super::super::lookups::Lookups;
use super::super::mapping::Plan;
use super::super::store::{Counts, ImportRow, Missing};
use super::clients::Clients;
use super::dry_run::DryRun;
use super::stock_receipts::{ReceivedLines, StockReceipts};
use super::store_shipments::ShipmentWriter;
use super::validate::LineValidator;
use access::scope::RowScope;
use freight::address_book::Party;
use parties::clients::bulk;
use pricing::services::limits::Reader;
use server_core::audit::Actor;
use server_core::http::error::{ApiError, ApiResult};
use server_core::settings::Settings;
use stock::stocks::bulk::FileSource;

/// The result for some lines. They are counted, and stored unless it is a dry run.
#[derive(Default)]
pub struct StepResult {
    /// Refused lines with their groups.
    pub refused: Vec<(String, RefusedLine)>,
    pub counts: Counts,
    /// The number of lines of goods with each warning, by its name.
    pub missing: Missing,
    /// Prices of the shipments of a dry run.
    pub forecasts: Vec<LineForecast>,
}

impl From<ReceivedLines> for StepResult {
    fn from(received: ReceivedLines) -> Self {
        let ReceivedLines { refused, taken_lines, warnings } = received;
        let refused_lines = super::validate::to_i32(refused.len());
        let counts = Counts { taken_lines, refused_lines, ..Counts::default() };
        Self { refused, counts, missing: warnings, forecasts: Vec::new() }
    }
}

/// Who runs an import, and how.
pub struct By {
    pub user_id: Uuid,
    pub actor: Actor,
    pub at: DateTime<Utc>,
    /// The user's time zone, for the first events of shipments.
    pub time_zone: String,
    pub home_country_id: i16,
    /// The client of the import as sender.
    pub sender: Option<Party>,
    /// A client's or a partner's user.
    pub is_outside: bool,
    /// How messages write the limits of services.
    pub reader: Reader,
    /// The records that the user reaches.
    pub scope: RowScope,
    /// Counts and prices only; none when records are stored.
    pub dry_run: Option<DryRun>,
}

/// The work of each kind of import.
pub enum Work {
    Shipments(Arc<LineValidator>, Box<ShipmentWriter>),
    Clients(Box<Clients>),
    Stock(Box<StockReceipts>),
}

impl Work {
    pub fn of(import: &ImportRow, plan: Plan, lookups: Lookups, settings: &Settings, by: By) -> Self {
        match import.kind {
            ImportKind::Shipments => Self::of_shipments(import, plan, lookups, by),
            ImportKind::Clients => Self::Clients(Box::new(Clients {
                plan,
                words: lookups.words,
                settings: settings.clone(),
                actor: by.actor,
                is_dry: by.dry_run.is_some(),
                planned: Mutex::new(bulk::UniqueClientValues::default()),
            })),
            ImportKind::Stock => Self::Stock(Box::new(StockReceipts {
                plan,
                words: lookups.words,
                currency: settings.currency.clone(),
                source: FileSource {
                    import_id: import.id,
                    scope: by.scope,
                    user_id: by.user_id,
                    at: by.at,
                    today: settings.today(by.at),
                },
                is_dry: by.dry_run.is_some(),
                memory: Mutex::default(),
            })),
        }
    }

    fn of_shipments(import: &ImportRow, plan: Plan, lookups: Lookups, by: By) -> Self {
        let ImportRow { client_id, subsidiary_id, partner_id, .. } = *import;
        let By { is_outside, home_country_id, sender, .. } = by;
        let common = Common { client_id, subsidiary_id, partner_id, sender, is_outside, home_country_id };
        let writer = ShipmentWriter {
            import_id: import.id,
            owner_id: client_id.or(partner_id),
            by: by.user_id,
            at: by.at,
            time_zone: by.time_zone,
            services: Arc::clone(&lookups.services),
            has_references: plan.group_column().is_some() || plan.column(Field::ExternalRef).is_some(),
            dry_run: by.dry_run,
        };
        let Lookups { words, services } = lookups;
        let validator = LineValidator { plan, words, common, services, reader: by.reader };
        Self::Shipments(Arc::new(validator), Box::new(writer))
    }

    /// Checks the lines of complete groups, in the order of the groups, and stores their records.
    pub async fn take(&self, tx: &mut TenantTx, lines: Vec<StagedLine>) -> ApiResult<StepResult> {
        let (validator, writer) = match self {
            Self::Clients(clients) => return clients.take(tx, lines).await,
            Self::Stock(receipts) => return Ok(receipts.take(tx, lines).await?.into()),
            Self::Shipments(validator, writer) => (Arc::clone(validator), writer),
        };
        let validating = tokio::task::spawn_blocking(move || validator.validate(lines));
        let mut validated = validating.await.map_err(ApiError::internal)?;
        let refused = std::mem::take(&mut validated.refused);
        let mut step = writer.store(tx, validated).await?;
        step.counts.refused_lines = super::validate::to_i32(refused.len());
        step.refused = refused;
        Ok(step)
    }
}

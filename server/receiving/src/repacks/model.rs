//! API types of requests for shipments, and what their state allows.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::packed_storage::PackedStorage;
use crate::steps::repack::{REPACK_STEPS, RepackStatus, RepackStep};
use parties::storage_places::StorageTerms;
use server_core::http::list::PageMeta;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::record_state::Verdict;
use trade::money::in_currency;
use trade::steps::Actor;
use trade::wire_name;

wire_name! {
    /// Work that the client asks for, besides packing.
    RepackOption {
        /// Invoices of shops are taken out.
        RemoveInvoices = "remove_invoices",
        /// More padding.
        Padding = "padding",
    }
}

/// A request to pack parcels of a client into one shipment. Its parcels are those of `inbound_parcel_list` with its id.
#[derive(Object, sqlx::FromRow)]
pub struct Repack {
    pub id: Uuid,
    pub client_id: Uuid,
    pub client_name: String,
    pub suite_code: String,
    pub warehouse_id: Uuid,
    pub warehouse_name: String,
    /// Branch of the warehouse.
    pub subsidiary_id: Option<Uuid>,
    pub status: RepackStatus,
    /// Parcels that were asked for.
    pub parcel_count: i16,
    /// Those of them that the packer has scanned.
    pub scanned_count: i64,
    #[sqlx(json)]
    pub options: Vec<RepackOption>,
    /// For the packer.
    pub note: Option<String>,
    /// For the work, as the client saw it.
    pub fee: Decimal,
    /// ISO 4217.
    pub currency: String,
    pub weight_g: Option<i32>,
    pub length_mm: Option<f64>,
    pub width_mm: Option<f64>,
    pub height_mm: Option<f64>,
    /// Parcels that could not be packed.
    #[sqlx(json)]
    pub missing: Vec<MissingParcel>,
    /// The shipment that they were packed into.
    pub shipment_id: Option<Uuid>,
    pub tracking_code: Option<String>,
    /// Why it was cancelled.
    pub reason: Option<String>,
    pub packed_at: Option<DateTime<Utc>>,
    #[oai(skip)]
    #[sqlx(json(nullable))]
    pub terms: Option<StorageTerms>,
    #[oai(skip)]
    pub time_zone: Option<String>,
    #[oai(skip)]
    pub client_group_id: Option<Uuid>,
    /// When the packed parcel left with its shipment, as far as it is noted.
    pub departed_at: Option<DateTime<Utc>>,
    /// The price of its storage so far, from its packing until it leaves; null before, and where nothing is stored.
    #[sqlx(skip)]
    pub packed_storage: Option<PackedStorage>,
    /// Charged for that storage when it left; null for nothing.
    pub storage_charged: Option<Decimal>,
    pub created_at: DateTime<Utc>,
    /// Increases with every change. Send it with a change.
    pub version: i32,
    #[sqlx(skip)]
    pub can: RepackCan,
}

/// Permissions of the user on a request for a shipment.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RepackCan {
    pub start: bool,
    pub scan: bool,
    pub finish: bool,
    pub cancel: bool,
}

/// A parcel that could not be packed.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingParcel {
    pub external_code: String,
    pub reason: String,
}

/// Price of a request.
#[derive(Object)]
pub struct RepackPreview {
    /// For the work.
    pub fee: Decimal,
    /// Storage of all parcels, if they were packed now.
    pub storage: Decimal,
    /// ISO 4217.
    pub currency: String,
}

/// A page of requests with the totals of the tabs.
#[derive(Object)]
pub struct RepackPage {
    pub data: Vec<Repack>,
    pub meta: RepackPageMeta,
}

#[derive(Object)]
pub struct RepackPageMeta {
    #[oai(flatten)]
    pub page: PageMeta,
    pub totals: RepackTotals,
}

/// Numbers of requests by state, with the same search and filters.
#[derive(Object, sqlx::FromRow)]
pub struct RepackTotals {
    pub requested: i64,
    pub packing: i64,
    pub finished: i64,
    pub cancelled: i64,
}

/// Whether the state of a request allows an action of a client or of staff.
pub fn verdict(status: RepackStatus, action: Action, actor: Actor) -> Verdict {
    let step = match action {
        Action::Start => RepackStep::Start,
        Action::Scan => RepackStep::Scan,
        Action::Finish => RepackStep::Finish,
        Action::Cancel => RepackStep::Cancel,
        _ => return Verdict::Yes,
    };
    if REPACK_STEPS.find(step, Some(status), actor).is_some() {
        return Verdict::Yes;
    }
    Verdict::No(MessageCode::RepackStepRefused, Params::from([("status", status.code().into())]))
}

impl Repack {
    /// The request with what the storage costs at a time, and the permissions of a user.
    pub fn seen_by(self, grants: &Grants, is_outside: bool, at: DateTime<Utc>) -> Self {
        let actor = if is_outside { Actor::Client } else { Actor::Staff };
        let can =
            |action| grants.allow(Resource::Repack, action) && verdict(self.status, action, actor).is_yes();
        let storage_currency = self.terms.as_ref().map(|terms| terms.currency.as_str());
        Self {
            can: RepackCan {
                start: can(Action::Start),
                scan: can(Action::Scan),
                finish: can(Action::Finish),
                cancel: can(Action::Cancel),
            },
            fee: in_currency(self.fee, Some(&self.currency)),
            storage_charged: self.storage_charged.map(|fee| in_currency(fee, storage_currency)),
            packed_storage: self.calculate_storage(at),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use policy::{Policy, UserType};

    #[test]
    fn each_role_does_in_each_state_what_the_table_says() {
        let actions = [Action::Start, Action::Scan, Action::Finish, Action::Cancel];
        for role in UserType::ALL {
            let grants = Policy::load_shipped().grants(role);
            let is_client = role == UserType::Client;
            let actor = if is_client { Actor::Client } else { Actor::Staff };
            for status in RepackStatus::ALL {
                let can = actions.map(|action| {
                    grants.allow(Resource::Repack, action) && verdict(*status, action, actor).is_yes()
                });
                let expected = match status {
                    RepackStatus::Requested => [!is_client, false, false, true],
                    RepackStatus::Packing => [false, !is_client, !is_client, !is_client],
                    RepackStatus::Finished | RepackStatus::Cancelled => [false; 4],
                };
                assert_eq!(can, expected, "{role:?} {status:?}");
            }
        }
    }
}

//! The filter of the list of waybills, which its export has, too.

use chrono::NaiveDate;
use uuid::Uuid;

use super::build_filter;
use super::model::WaybillStage;
use super::state::WaybillStatus;
use super::store::{OF_BAG, OF_SHIPMENT};
use access::scope::RowScope;
use server_core::http::list::Words;
use server_core::record::{Sorts, Where};

pub const SORTS: Sorts = &[
    ("created_at", "m.created_at"),
    ("number", "m.number"),
    ("departs_on", "m.departs_on"),
    ("issued_at", "m.issued_at"),
];

/// The waybills that somebody looks for, of all states.
#[derive(Clone, Debug, Default)]
pub struct WaybillFilter {
    pub provider_id: Option<Uuid>,
    pub destination_airport: Option<String>,
    /// Days of the first flight.
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    pub bag_id: Option<Uuid>,
    pub shipment_id: Option<Uuid>,
    pub is_void: Option<bool>,
}

impl WaybillFilter {
    /// The matches that a user reaches.
    pub fn matches(self, words: &Words, scope: &RowScope) -> Where {
        build_filter(scope, Where::stored_words(words, "m.search_key"))
            .and("m.provider_id = ", self.provider_id)
            .and("m.destination_airport = ", self.destination_airport.map(|code| code.to_uppercase()))
            .and("m.departs_on >= ", self.from)
            .and("m.departs_on <= ", self.to)
            .and_inside(OF_BAG, self.bag_id)
            .and_inside(OF_SHIPMENT, self.shipment_id)
            .and("(m.status = 0) = ", self.is_void)
    }
}

/// The matches in one state, or in those of one tab.
pub fn narrow(filter: Where, status: Option<WaybillStatus>, stage: Option<WaybillStage>) -> Where {
    let of_stage =
        stage.map(|stage| stage.statuses().into_iter().map(WaybillStatus::code).collect::<Vec<i16>>());
    filter.by("m.status", status).among("m.status", of_stage)
}

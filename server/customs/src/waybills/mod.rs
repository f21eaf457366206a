//! Air waybills: the contracts with airlines over bags and loose shipments. `transport` is for manifests.

mod action_api;
mod api;
pub mod charges;
mod content_api;
pub mod content_model;
pub mod content_store;
pub mod document;
mod export;
mod export_api;
pub mod houses;
mod input;
mod issuing;
mod legs;
mod list;
mod loading;
mod loose;
pub mod model;
mod numbering;
pub mod paper;
mod paper_api;
pub mod parts;
mod reports;
pub mod state;
pub mod store;
mod taken_off;
#[cfg(test)]
mod test_waybill;
pub mod transport;
pub mod webhook_events;

pub use action_api::WaybillActionApi;
pub use api::WaybillApi;
pub use content_api::WaybillContentApi;
pub use export::ExportWaybills;
pub use export_api::WaybillExportApi;
pub use paper_api::WaybillPaperApi;
pub use store::WAYBILLS;

use chrono::NaiveDate;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use self::list::WaybillFilter;
use self::model::Waybill;
use self::state::steps_of;
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::http::list::Words;
use server_core::http::record_state::{RecordOwner, RecordState, Verdict};
use server_core::record::Where;

/// Whether the state of a waybill allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    let waybill: Waybill = WAYBILLS.find(tx, &Where::all(), id).await?;
    let owner =
        RecordOwner::ByParties { client_id: None, subsidiary_id: waybill.subsidiary_id, partner_id: None };
    // An action that stands for several steps is possible if one of them is.
    let verdicts: Vec<Verdict> = steps_of(action).map(|step| waybill.verdict(step)).collect();
    let possible = verdicts.iter().find(|verdict| verdict.is_yes()).or_else(|| verdicts.first());
    let verdict = possible.cloned().unwrap_or(Verdict::Yes);
    Ok(RecordState { owner, status: Some(waybill.status.code()), verdict })
}

/// Number of waybills whose first flight is on a day, up to one above `cap`; none if the user cannot list them.
pub async fn count_departing(
    tx: &mut TenantTx,
    ctx: &Ctx,
    day: NaiveDate,
    cap: i64,
) -> ApiResult<Option<i64>> {
    let Ok(scope) = ctx.scope(Resource::Mawb, Action::List) else { return Ok(None) };
    let filter = WaybillFilter { from: Some(day), to: Some(day), is_void: Some(false), ..Default::default() };
    let filter = filter.matches(&Words::parse(None), &scope);
    Ok(Some(WAYBILLS.count(tx, &filter, cap).await?))
}

/// The waybills that a user reaches.
pub fn build_filter(scope: &RowScope, filter: Where) -> Where {
    let (_, subsidiaries, _) = scope.parts();
    filter.among("m.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
}

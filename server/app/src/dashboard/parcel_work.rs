use chrono::NaiveDate;
use poem_openapi::Object;
use tenancy::TenantTx;

use super::waiting::Waits;
use access::ctx::Ctx;
use customs::{bags, waybills};
use field::{cash_handovers, deliveries, pickups};
use receiving::steps::inbound_parcel::InboundParcelStatus;
use receiving::{inbound, reweighs};
use server_core::http::error::ApiResult;

/// The work with parcels in hand. Null for records that the user cannot list.
#[derive(Object, Default)]
pub struct ParcelWork {
    /// Pickups of today and before that are not done.
    pickups: Option<Waits>,
    /// Parcels that clients announced and that have not arrived.
    announced: Option<Waits>,
    /// Parcels of which nobody knows whose they are.
    unidentified: Option<Waits>,
    /// Shipments that were weighed again and wait for their client.
    held: Option<Waits>,
    /// Bags into which parcels are scanned.
    bags: Option<Waits>,
    /// Air waybills whose first flight is today.
    flights: Option<Waits>,
    /// Manifests with a house that customs or a partner rejected.
    rejected_manifests: Option<Waits>,
    /// Deliveries that are on their way.
    out: Option<Waits>,
    /// Deliveries with something for staff to decide.
    to_decide: Option<Waits>,
    /// Differences of drivers' cash that the user can decide about.
    cash_differences: Option<Waits>,
}

impl ParcelWork {
    pub async fn load(tx: &mut TenantTx, ctx: &Ctx, today: NaiveDate, cap: i64) -> ApiResult<Self> {
        let waits = |total: Option<i64>| total.map(|total| Waits::of(total, cap));
        Ok(Self {
            pickups: waits(pickups::count_due(tx, ctx, today, cap).await?),
            announced: waits(inbound::count(tx, ctx, InboundParcelStatus::Expected, cap).await?),
            unidentified: waits(inbound::count_unidentified(tx, ctx, cap).await?),
            held: waits(reweighs::count_held(tx, ctx, cap).await?),
            bags: waits(bags::count_open(tx, ctx, cap).await?),
            flights: waits(waybills::count_departing(tx, ctx, today, cap).await?),
            rejected_manifests: waits(manifests::count_rejected(tx, ctx, cap).await?),
            out: waits(deliveries::count_out(tx, ctx, cap).await?),
            to_decide: waits(deliveries::count_tasks(tx, ctx, cap).await?),
            cash_differences: waits(cash_handovers::count_differences(tx, ctx, cap).await?),
        })
    }
}

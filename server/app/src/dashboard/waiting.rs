use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};

use access::ctx::Ctx;
use field::journey;
use field::{cash_handovers, deliveries, pickups};
use freight::shipments::attention;
use money::deposits;
use receiving::reweighs;
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::tags::Tag;
use support::tickets::{self, TicketScope};

/// Each number is exact up to here.
const CAP: i64 = 99;

pub struct WaitingApi;

/// Numbers of records that wait for the user, for the menu. Null for records that the user cannot list.
#[derive(Object)]
struct Waiting {
    /// Shipments that are held, that were not delivered, or that lack data.
    shipments: Option<Waits>,
    /// Open tickets with unseen messages or changes.
    support_tickets: Option<Waits>,
    /// Deposits that the user can confirm.
    deposits: Option<Waits>,
    /// Disputes of re-weighings that the user can decide.
    reweighs: Option<Waits>,
    /// Deliveries with something for staff to decide.
    deliveries: Option<Waits>,
    /// Pickups with something for staff to decide; null for clients.
    pickups: Option<Waits>,
    /// Deliveries without an attempt left, of which the client chooses what happens; null for staff.
    undecided: Option<Waits>,
    /// Differences of drivers' cash that the user can decide about.
    cash_handovers: Option<Waits>,
}

/// A number of waiting records.
#[derive(Object)]
pub struct Waits {
    /// Exact up to 99; on the dashboard, up to 999.
    total: i64,
    /// True when more than `total` records wait.
    total_capped: bool,
}

impl Waits {
    /// A number that was counted up to one above `cap`.
    pub fn of(total: i64, cap: i64) -> Self {
        Self { total: total.min(cap), total_capped: total > cap }
    }
}

#[OpenApi(tag = "Tag::Dashboard")]
impl WaitingApi {
    /// Count what waits for the user
    #[oai(path = "/waiting", method = "get", operation_id = "dashboard_waiting")]
    async fn dashboard_waiting(&self, ctx: Ctx) -> ApiResult<Json<Item<Waiting>>> {
        ctx.require(Resource::Dashboard, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let shipments = match ctx.scope(Resource::Shipment, Action::List) {
            Ok(scope) => Some(attention::waiting(&mut tx, &scope, &ctx.user.time_zone, CAP).await?),
            Err(_) => None,
        };
        let support_tickets = match TicketScope::of(&ctx, Action::List) {
            Ok(scope) => Some(tickets::unread(&mut tx, &scope, CAP).await?),
            Err(_) => None,
        };
        let deposits = deposits::waiting(&mut tx, &ctx, CAP).await?;
        let reweighs = reweighs::waiting(&mut tx, &ctx, CAP).await?;
        let deliveries = deliveries::count_tasks(&mut tx, &ctx, CAP).await?;
        let pickups = pickups::count_tasks(&mut tx, &ctx, CAP).await?;
        let cash_handovers = cash_handovers::count_differences(&mut tx, &ctx, CAP).await?;
        let undecided = journey::count_undecided(&mut tx, &ctx, CAP).await?;
        tx.commit().await?;
        let waits = |total| Waits::of(total, CAP);
        let data = Waiting {
            shipments: shipments.map(waits),
            support_tickets: support_tickets.map(waits),
            deposits: deposits.map(waits),
            reweighs: reweighs.map(waits),
            deliveries: deliveries.map(waits),
            pickups: pickups.map(waits),
            undecided: undecided.map(waits),
            cash_handovers: cash_handovers.map(waits),
        };
        Ok(Json(Item { data }))
    }
}

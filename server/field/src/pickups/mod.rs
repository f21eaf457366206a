//! Pickups: parcels that a driver or a provider collects where they are.

mod action_api;
mod api;
pub mod cargo;
pub mod collect;
pub mod ending;
mod file_api;
mod history;
mod input;
pub mod merge;
pub mod model;
pub mod notices;
pub mod pickup_scope;
mod plan;
mod proof_paper;
mod repeat;
mod request;
#[cfg(test)]
pub mod sample;
mod schedule;
mod state;
pub mod store;
mod webhook_events;

pub use action_api::PickupActionApi;
pub use api::PickupApi;
pub use file_api::PickupFileApi;
pub use repeat::repeat_due;
pub use store::PICKUPS;

use chrono::{DateTime, NaiveDate, Utc};
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use self::model::Pickup;
use self::state::{Doer, step_of, verdict};
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState, Verdict};
use server_core::record::Where;
use trade::steps::Actor;

/// Whether the state of a pickup allows an action, for any user.
pub async fn load_record_state(
    tx: &mut TenantTx,
    id: Uuid,
    action: Action,
    now: DateTime<Utc>,
) -> ApiResult<RecordState> {
    let pickup: Pickup = PICKUPS.find(tx, &Where::all(), id).await?;
    let owner = RecordOwner::ByParties {
        client_id: Some(pickup.client_id),
        subsidiary_id: pickup.subsidiary_id,
        partner_id: None,
    };
    let of = |actor| step_of(action).map(|step| verdict(&pickup, step, Doer { actor, now }));
    let verdict = [Actor::Client, Actor::Staff].into_iter().filter_map(of).find(Verdict::is_yes);
    let verdict = verdict.or_else(|| of(Actor::Staff)).unwrap_or(Verdict::Yes);
    Ok(RecordState { owner, status: Some(pickup.status.code()), verdict })
}

/// Number of pickups with something for staff to decide, up to one above `cap`; none for clients, and if the user cannot list them.
pub async fn count_tasks(tx: &mut TenantTx, ctx: &Ctx, cap: i64) -> ApiResult<Option<i64>> {
    let Ok(scope) = ctx.scope(Resource::Pickup, Action::List) else { return Ok(None) };
    if ctx.is_outside() {
        return Ok(None);
    }
    let filter = pickup_scope::build_filter(&scope, store::narrow_to_tasks(Where::all(), ctx.now()));
    Ok(Some(PICKUPS.count(tx, &filter, cap).await?))
}

/// Number of pickups of a day and of those before that are not done, up to one above `cap`; none if the user cannot list them.
pub async fn count_due(tx: &mut TenantTx, ctx: &Ctx, day: NaiveDate, cap: i64) -> ApiResult<Option<i64>> {
    let Ok(scope) = ctx.scope(Resource::Pickup, Action::List) else { return Ok(None) };
    let filter = Where::all().only(store::IS_OPEN, true).and("p.on_date <= ", Some(day));
    Ok(Some(PICKUPS.count(tx, &pickup_scope::build_filter(&scope, filter), cap).await?))
}

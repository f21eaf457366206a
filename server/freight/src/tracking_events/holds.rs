//! Holds of shipments, as the log has them.

use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{HOLD, HOLD_RELEASED, NewEvent};
use crate::status::StatusEffect;
use server_core::http::error::ApiResult;

/// The newest standing HOLD holds a shipment, unless a HOLD_RELEASED is newer; it is held since the first one after that. What has
/// ended is not held.
pub const PROJECT: &str = "
    update shipments s
    set (held_at, held_by, hold_reason, hold_note, hold_until) = (
        select min(e.occurred_at) over (), e.actor_id, e.hold_reason, e.note, e.hold_until from shipment_events e
        where e.shipment_id = s.id and e.code = 'HOLD' and s.status not in (0, 90, 93, 95, 96)
          and e.hold_reason is not null and e.corrects is null
          and not exists (select from shipment_events c where c.corrects = e.id)
          and not exists (
              select from shipment_events r
              where r.shipment_id = s.id and r.code = 'HOLD_RELEASED' and r.corrects is null
                and (r.occurred_at, r.id) > (e.occurred_at, e.id)
                and not exists (select from shipment_events c where c.corrects = r.id)
          )
        order by e.occurred_at desc, e.id desc limit 1
    )
    where s.id = any($1)
    returning s.id, s.held_at is not null";

/// Whether an event can change what holds a shipment.
pub fn concerns_holds(event: &NewEvent, effect: StatusEffect) -> bool {
    let ends = matches!(effect, StatusEffect::MovesTo(status) if status.is_final());
    [HOLD, HOLD_RELEASED].contains(&event.code.as_str()) || ends
}

/// Writes to some shipments what their logs say of holds. Returns those that are held now.
pub async fn project(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<Uuid>> {
    let rows: Vec<(Uuid, bool)> = sqlx::query_as(PROJECT).bind(ids).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().filter(|(_, is_held)| *is_held).map(|(id, _)| id).collect())
}

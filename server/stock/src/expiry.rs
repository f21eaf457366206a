//! Lots that expire soon: those who can take goods out are told once of each.

use chrono::NaiveDate;
use policy::Action;
use tenancy::{Tenant, TenantTx};
use uuid::Uuid;

use crate::alerts::{self, AlertTarget};
use crate::movements;
use server_core::http::error::ApiResult;
use server_core::notify::action::RouteName;
use server_core::notify::{self, Notice, NotificationCode};
use server_core::state::AppState;

/// Lots of one sweep; the next one tells of the rest.
const MOST: i64 = 1000;

/// The list of what expires.
const EXPIRING: AlertTarget = AlertTarget { route: RouteName::Stocks, filter: "tab", value: "expiring" };

/// Lots that lie somewhere and expire within the days of their items ($1 is today), 30 where an item says nothing. Each once.
pub const MARK_DUE: &str = "
    update stock_lots t set alerted_on = $1
    where t.id in (
        select o.id from stock_lots o join stock_items i on i.id = o.item_id
        where o.alerted_on is null and o.expires_on - coalesce(i.alert_days, 30) <= $1
          and exists (select from stock_levels l where l.lot_id = o.id and l.on_hand > 0)
        order by o.expires_on, o.id limit $2 for no key update of o skip locked
    )
    returning t.id, t.expires_on";
/// The branches where lots lie; null for a warehouse of none.
pub const BRANCHES: &str = "
    select distinct l.lot_id as id, p.subsidiary_id from stock_levels l join stock_places p on p.id = l.place_id
    where l.lot_id = any($1) and l.on_hand > 0";

/// Tells of what expires soon. A lot that was told of is not told of again.
pub async fn report_due(state: &AppState, tenant: &Tenant) -> ApiResult<()> {
    let now = state.clock.now();
    let mut tx = state.tenancy.begin(tenant).await?;
    let today = state.settings.get_within(&mut tx).await?.today(now);
    let due = mark_due(&mut tx, today).await?;
    if !due.is_empty() {
        let ids: Vec<Uuid> = due.iter().map(|(id, _)| *id).collect();
        let branches = sqlx::query_as(BRANCHES).bind(ids).fetch_all(&mut *tx).await?;
        let lots = alerts::list_by_user(&mut tx, state, Action::Remove, branches).await?;
        let notices: Vec<Notice> = lots
            .iter()
            .map(|(user_id, lots)| {
                alerts::to_notice(*user_id, NotificationCode::StockExpiring, lots.len(), EXPIRING)
            })
            .collect();
        notify::push_all(&mut tx, now, &notices).await?;
        movements::announce_expiring(&mut tx, now, &due).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Lots with their last days.
async fn mark_due(tx: &mut TenantTx, today: NaiveDate) -> ApiResult<Vec<(Uuid, NaiveDate)>> {
    Ok(sqlx::query_as(MARK_DUE).bind(today).bind(MOST).fetch_all(&mut **tx).await?)
}

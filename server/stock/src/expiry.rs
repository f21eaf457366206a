//! Lots that expire soon: those who can take goods out are told once of each.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use policy::{Action, Resource};
use tenancy::{Tenant, TenantTx};
use uuid::Uuid;

use access::users::staff;
use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};
use server_core::state::AppState;

/// Lots of one sweep; the next one tells of the rest.
const MOST: i64 = 1000;

/// Lots that lie somewhere and expire within the days of their items ($1 is today), 30 where an item says nothing. Each once.
pub const MARK_DUE: &str = "
    update stock_lots t set alerted_on = $1
    where t.id in (
        select o.id from stock_lots o join stock_items i on i.id = o.item_id
        where o.alerted_on is null and o.expires_on - coalesce(i.alert_days, 30) <= $1
          and exists (select from stock_levels l where l.lot_id = o.id and l.on_hand > 0)
        order by o.expires_on, o.id limit $2 for no key update of o skip locked
    )
    returning t.id";
/// The branches where lots lie; null for a warehouse of none.
pub const BRANCHES: &str = "
    select distinct l.lot_id, p.subsidiary_id from stock_levels l join stock_places p on p.id = l.place_id
    where l.lot_id = any($1) and l.on_hand > 0";

/// Tells of what expires soon. A lot that was told of is not told of again.
pub async fn report_due(state: &AppState, tenant: &Tenant) -> ApiResult<()> {
    let now = state.clock.now();
    let mut tx = state.tenancy.begin(tenant).await?;
    let today = state.settings.get_within(&mut tx).await?.today(now);
    let due = mark_due(&mut tx, today).await?;
    if !due.is_empty() {
        let lots = count_by_user(&mut tx, state, &due).await?;
        let notices: Vec<Notice> =
            lots.iter().map(|(user_id, lots)| to_notice(*user_id, lots.len())).collect();
        notify::push_all(&mut tx, now, &notices).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn mark_due(tx: &mut TenantTx, today: NaiveDate) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(MARK_DUE).bind(today).bind(MOST).fetch_all(&mut **tx).await?)
}

/// The lots that each user can take out, among these.
async fn count_by_user(
    tx: &mut TenantTx,
    state: &AppState,
    lots: &[Uuid],
) -> ApiResult<BTreeMap<Uuid, BTreeSet<Uuid>>> {
    let rows: Vec<(Uuid, Option<Uuid>)> = sqlx::query_as(BRANCHES).bind(lots).fetch_all(&mut **tx).await?;
    let mut by_branch: BTreeMap<Option<Uuid>, Vec<Uuid>> = BTreeMap::new();
    for (lot_id, branch) in rows {
        by_branch.entry(branch).or_default().push(lot_id);
    }
    let mut by_user: BTreeMap<Uuid, BTreeSet<Uuid>> = BTreeMap::new();
    // One question for each branch with such lots: a company has few.
    for (branch, of_branch) in by_branch {
        let (resource, action) = (Resource::Stock, Action::Remove);
        for user_id in staff::with_right_in_branch(tx, &state.policy, resource, action, branch).await? {
            by_user.entry(user_id).or_default().extend(&of_branch);
        }
    }
    Ok(by_user)
}

/// Leads to the list of what expires.
fn to_notice(user_id: Uuid, lots: usize) -> Notice {
    let action = NotificationAction {
        route_query: Some(BTreeMap::from([("tab".to_owned(), "expiring".to_owned())])),
        close: true,
        ..NotificationAction::route(ActionLabel::ViewStock, RouteName::Stocks, &[])
    };
    Notice::new(user_id, NotificationCode::StockExpiring)
        .status(NotificationStatus::Warning)
        .with("done", lots)
        .action(action)
}

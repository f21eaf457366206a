//! The ledger is compared with what is there. A difference is reported and marked, and never repaired: somebody has to find out
//! where it comes from.

use chrono::Timelike;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::{Tenant, TenantTx};
use uuid::Uuid;

use crate::alerts::{self, AlertTarget};
use server_core::audit::{self, Actor};
use server_core::http::error::ApiResult;
use server_core::live::{self, Audience};
use server_core::notify::action::RouteName;
use server_core::notify::{self, Notice, NotificationCode};
use server_core::state::AppState;

/// The hour of the day, UTC, in which it is compared.
const HOUR: u32 = 5;
const MOST_DIFFERENCES: i64 = 1000;
/// The list of what differs.
const DIFFERING: AlertTarget = AlertTarget { route: RouteName::Stocks, filter: "tab", value: "differing" };

/// Levels of which the ledger says something else than before, in one snapshot. $1: among these, or null for all.
pub const DIFFERENCES: &str = "
    with moved as (
        select m.lot_id, e.place_id, sum(e.quantity)::bigint as units
        from stock_movements m
        cross join lateral (values (m.to_place_id, m.quantity), (m.from_place_id, -m.quantity)) e(place_id, quantity)
        where e.place_id is not null
          and ($1::uuid[] is null or m.lot_id in (select l.lot_id from stock_levels l where l.id = any($1)))
        group by m.lot_id, e.place_id
    )
    select l.id, nullif(coalesce(moved.units, 0) - l.on_hand, 0) as difference
    from stock_levels l left join moved on moved.lot_id = l.lot_id and moved.place_id = l.place_id
    where ($1::uuid[] is null or l.id = any($1))
      and nullif(coalesce(moved.units, 0) - l.on_hand, 0) is distinct from l.ledger_difference::bigint
    order by l.id limit $2";
pub const LOCK: &str =
    "select id from stock_levels where id = any($1) order by lot_id, place_id for no key update";
pub const MARK: &str = "
    update stock_levels l set ledger_difference = d.difference
    from unnest($1::uuid[], $2::integer[]) d(id, difference) where l.id = d.id";

/// The branches of levels; null for a warehouse of none.
pub const BRANCHES: &str = "
    select l.id, p.subsidiary_id from stock_levels l join stock_places p on p.id = l.place_id where l.id = any($1)";

/// The levels as the movements and the reservations leave them, a second table laid beside the first: after a restore, a level may be
/// missing as well. In one statement: the role of a tenant makes no tables.
pub const REBUILT: &str = "
    with moved as (
        select m.lot_id, e.place_id, sum(e.quantity)::bigint as units
        from stock_movements m
        cross join lateral (values (m.to_place_id, m.quantity), (m.from_place_id, -m.quantity)) e(place_id, quantity)
        where e.place_id is not null
        group by m.lot_id, e.place_id
    ), held as (
        select lot_id, place_id, sum(quantity - picked)::bigint as units
        from stock_reservations where state = 'held' group by lot_id, place_id
    ), rebuilt as materialized (
        select lot_id, place_id, coalesce(moved.units, 0) as on_hand, coalesce(held.units, 0) as reserved
        from moved full join held using (lot_id, place_id)
    ), compared as (
        select lot_id, place_id, coalesce(l.on_hand, 0)::bigint as on_hand, coalesce(l.reserved, 0)::bigint as reserved,
               coalesce(r.on_hand, 0) as ledger_on_hand, coalesce(r.reserved, 0) as ledger_reserved
        from rebuilt r full join stock_levels l using (lot_id, place_id)
    )
    select p.warehouse_code as warehouse, p.code as place, i.sku, t.code as lot,
           c.on_hand, c.reserved, c.ledger_on_hand, c.ledger_reserved
    from compared c
    join stock_lots t on t.id = c.lot_id join stock_items i on i.id = t.item_id join stock_places p on p.id = c.place_id
    where (c.on_hand, c.reserved) <> (c.ledger_on_hand, c.ledger_reserved)
    order by p.warehouse_code, p.code, i.sku, t.code";

/// Goods of a lot in a place that are not what the ledger leaves.
#[derive(Debug, sqlx::FromRow)]
pub struct RebuiltDifference {
    pub warehouse: String,
    pub place: String,
    pub sku: String,
    /// Code of the lot; empty for an item that is not kept by lot.
    pub lot: String,
    pub on_hand: i64,
    pub reserved: i64,
    pub ledger_on_hand: i64,
    /// Units of the reservations.
    pub ledger_reserved: i64,
}

/// Compares all levels with what the ledger leaves. Nothing is marked.
pub async fn compare_rebuilt(tx: &mut TenantTx) -> ApiResult<Vec<RebuiltDifference>> {
    Ok(sqlx::query_as(REBUILT).fetch_all(&mut **tx).await?)
}

/// A level of which the ledger says something else than before.
#[derive(Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct LevelDifference {
    pub id: Uuid,
    /// Units that the ledger has more than the level; none when they agree again.
    pub difference: Option<i64>,
}

/// Compares once a day.
pub async fn report_differences(state: &AppState, tenant: &Tenant) -> ApiResult<()> {
    if state.clock.now().hour() != HOUR {
        return Ok(());
    }
    let mut tx = state.tenancy.begin(tenant).await?;
    let found = mark_differences(&mut tx, Actor::server(state, "sweep".into())).await?;
    tell(&mut tx, state, &found).await?;
    tx.commit().await?;
    for one in found.iter().filter(|one| one.difference.is_some()) {
        tracing::error!(tenant = %tenant.id, stock = %one.id, difference = one.difference, "the ledger differs");
    }
    Ok(())
}

/// Tells those who can correct goods of what differs since this night.
async fn tell(tx: &mut TenantTx, state: &AppState, found: &[LevelDifference]) -> ApiResult<()> {
    let ids: Vec<Uuid> = found.iter().filter(|one| one.difference.is_some()).map(|one| one.id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let branches = sqlx::query_as(BRANCHES).bind(&ids).fetch_all(&mut **tx).await?;
    let levels = alerts::list_by_user(tx, state, Action::Adjust, branches).await?;
    let code = NotificationCode::StockDiffers;
    let notices: Vec<Notice> =
        levels.iter().map(|(user_id, own)| alerts::to_notice(*user_id, code, own.len(), DIFFERING)).collect();
    notify::push_all(tx, state.clock.now(), &notices).await?;
    Ok(())
}

/// Marks what differs, and what agrees again; returns both.
pub async fn mark_differences(tx: &mut TenantTx, actor: Actor) -> ApiResult<Vec<LevelDifference>> {
    let seen: Vec<LevelDifference> = sqlx::query_as(DIFFERENCES)
        .bind(None::<Vec<Uuid>>)
        .bind(MOST_DIFFERENCES)
        .fetch_all(&mut **tx)
        .await?;
    if seen.is_empty() {
        return Ok(seen);
    }
    // Once more, now that nobody moves goods there.
    let ids: Vec<Uuid> = seen.iter().map(|one| one.id).collect();
    sqlx::query(LOCK).bind(&ids).execute(&mut **tx).await?;
    let found: Vec<LevelDifference> =
        sqlx::query_as(DIFFERENCES).bind(ids).bind(MOST_DIFFERENCES).fetch_all(&mut **tx).await?;
    let ids: Vec<Uuid> = found.iter().map(|one| one.id).collect();
    let differences: Vec<Option<i32>> =
        found.iter().map(|one| one.difference.and_then(|units| i32::try_from(units).ok())).collect();
    sqlx::query(MARK).bind(&ids).bind(differences).execute(&mut **tx).await?;
    live::records_changed(tx, &Audience::Staff, Resource::Stock.name(), &ids);
    let entries = found.iter().map(|one| (one.id, json!({ "ledger_difference": one.difference }))).collect();
    audit::record_many(tx, actor, "stock.compare", entries).await?;
    Ok(found)
}

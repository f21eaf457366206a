//! Items of which less is there than their minimum: those who can receive goods where they lie are told once, until there is enough
//! again.

use chrono::NaiveDate;
use policy::Action;
use tenancy::{Tenant, TenantTx};
use uuid::Uuid;

use crate::alerts::{self, AlertTarget};
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::error::ApiResult;
use server_core::notify::action::RouteName;
use server_core::notify::{self, Notice, NotificationCode};
use server_core::state::AppState;

/// Items of one sweep; the next one tells of the rest.
const MOST: i64 = 1000;

/// The list of what is to be bought.
const BELOW_MINIMUM: AlertTarget =
    AlertTarget { route: RouteName::StockItems, filter: "below_minimum", value: "true" };

/// Items of which enough is there again.
pub const FORGET: &str = "
    update stock_items i set alerted_on = null
    where i.id in (
        select o.id from stock_items o
        where o.alerted_on is not null and (
            o.min_quantity is null
            or o.min_quantity <= (select coalesce(sum(l.on_hand), 0) from stock_lots t join stock_levels l on l.lot_id = t.id
                                  where t.item_id = o.id)
        )
        order by o.id limit $1 for no key update of o skip locked
    )";
/// Active items of which too little is there ($1 is today), and of which nobody was told.
pub const MARK: &str = "
    update stock_items i set alerted_on = $1
    where i.id in (
        select o.id from stock_items o
        where o.alerted_on is null and o.min_quantity is not null and o.active and o.excluded_at is null
          and o.min_quantity > (select coalesce(sum(l.on_hand), 0) from stock_lots t join stock_levels l on l.lot_id = t.id
                                where t.item_id = o.id)
        order by o.id limit $2 for no key update of o skip locked
    )
    returning i.id, i.client_id, i.sku, i.min_quantity";
/// The branches where items lie, or lay; null for a warehouse of none, and for an item that was nowhere.
pub const BRANCHES: &str = "
    select distinct i.id, p.subsidiary_id
    from stock_items i left join stock_lots t on t.item_id = i.id left join stock_levels l on l.lot_id = t.id
    left join stock_places p on p.id = l.place_id
    where i.id = any($1)";

/// An item that lacks some.
#[derive(sqlx::FromRow)]
struct MissingItem {
    id: Uuid,
    client_id: Option<Uuid>,
    sku: String,
    min_quantity: Option<i32>,
}

impl MissingItem {
    fn to_event(&self) -> WebhookEvent {
        let told = WebhookEvent::of(WebhookEventType::StockBelowMinimum, self.id);
        told.with("sku", &self.sku).with("min_quantity", self.min_quantity).of_clients(self.client_id)
    }
}

/// Tells of items that went below their minimum since the last time.
pub async fn report_missing(state: &AppState, tenant: &Tenant) -> ApiResult<()> {
    let now = state.clock.now();
    let mut tx = state.tenancy.begin(tenant).await?;
    let today = state.settings.get_within(&mut tx).await?.today(now);
    let items = mark_missing(&mut tx, today).await?;
    if !items.is_empty() {
        let ids: Vec<Uuid> = items.iter().map(|item| item.id).collect();
        let branches = sqlx::query_as(BRANCHES).bind(&ids).fetch_all(&mut *tx).await?;
        let told = alerts::list_by_user(&mut tx, state, Action::Receive, branches).await?;
        let code = NotificationCode::StockBelowMinimum;
        let notices: Vec<Notice> = told
            .iter()
            .map(|(user_id, own)| alerts::to_notice(*user_id, code, own.len(), BELOW_MINIMUM))
            .collect();
        notify::push_all(&mut tx, now, &notices).await?;
        let events: Vec<WebhookEvent> = items.iter().map(MissingItem::to_event).collect();
        webhooks::announce_all(&mut tx, now, &events).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn mark_missing(tx: &mut TenantTx, today: NaiveDate) -> ApiResult<Vec<MissingItem>> {
    sqlx::query(FORGET).bind(MOST).execute(&mut **tx).await?;
    Ok(sqlx::query_as(MARK).bind(today).bind(MOST).fetch_all(&mut **tx).await?)
}

//! Items of which less is there than their minimum: those who can receive goods are told once, until there is enough again.

use chrono::NaiveDate;
use policy::{Action, Resource};
use tenancy::{Tenant, TenantTx};
use uuid::Uuid;

use crate::alerts::{self, AlertTarget};
use access::users::staff;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::error::ApiResult;
use server_core::notify::action::RouteName;
use server_core::notify::{self, Notice, NotificationCode};
use server_core::state::AppState;

/// The list of what is to be bought.
const BELOW_MINIMUM: AlertTarget =
    AlertTarget { route: RouteName::StockItems, filter: "below_minimum", value: "true" };

/// Items of which enough is there again.
pub const FORGET: &str = "
    update stock_items i set alerted_on = null
    where i.alerted_on is not null and (
        i.min_quantity is null
        or i.min_quantity <= (select coalesce(sum(l.on_hand), 0) from stock_lots t join stock_levels l on l.lot_id = t.id
                              where t.item_id = i.id)
    )";
/// Active items of which too little is there ($1 is today), and of which nobody was told.
pub const MARK: &str = "
    update stock_items i set alerted_on = $1
    where i.alerted_on is null and i.min_quantity is not null and i.active and i.excluded_at is null
      and i.min_quantity > (select coalesce(sum(l.on_hand), 0) from stock_lots t join stock_levels l on l.lot_id = t.id
                            where t.item_id = i.id)
    returning i.id, i.client_id, i.sku, i.min_quantity";

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
        let told = staff::with_right(&mut tx, &state.policy, Resource::Stock, Action::Receive).await?;
        let code = NotificationCode::StockBelowMinimum;
        let notices: Vec<Notice> =
            told.iter().map(|id| alerts::to_notice(*id, code, items.len(), BELOW_MINIMUM)).collect();
        notify::push_all(&mut tx, now, &notices).await?;
        let events: Vec<WebhookEvent> = items.iter().map(MissingItem::to_event).collect();
        webhooks::announce_all(&mut tx, now, &events).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn mark_missing(tx: &mut TenantTx, today: NaiveDate) -> ApiResult<Vec<MissingItem>> {
    sqlx::query(FORGET).execute(&mut **tx).await?;
    Ok(sqlx::query_as(MARK).bind(today).fetch_all(&mut **tx).await?)
}

//! What clients are told of their parcels: that they arrived, and what becomes of their storage.

use std::collections::HashMap;

use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::storage::{StorageFacts, StorageReminder};
use super::store::{self, DueReminder, NextReminder};
use access::client_users::list_of_clients;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};
use server_core::state::AppState;

/// Reminders of one sweep and company; the next sweep sends the rest.
const MOST: i64 = 500;

/// Tells the users of a client that its parcel has arrived, but not the user who did it.
pub async fn notify_arrival(
    tx: &mut TenantTx,
    ctx: &Ctx,
    id: Uuid,
    client_id: Uuid,
    external_code: &str,
) -> ApiResult<()> {
    let users = list_of_clients(tx, &[client_id]).await?;
    let others = users.into_iter().map(|(_, user_id)| user_id).filter(|user_id| *user_id != ctx.user.id);
    let notices: Vec<Notice> = others
        .map(|user_id| {
            let notice = Notice::new(user_id, NotificationCode::ParcelArrived);
            name_parcel(notice.status(NotificationStatus::Success), id, external_code)
        })
        .collect();
    notify::push_all(tx, ctx.now(), &notices).await?;
    Ok(())
}

/// Tells the users of a client that its parcels are packed, and which shipment waits for them.
pub async fn notify_packed(
    tx: &mut TenantTx,
    ctx: &Ctx,
    client_id: Uuid,
    shipment_id: Uuid,
    tracking_code: &str,
) -> ApiResult<()> {
    let id = shipment_id.to_string();
    let action = NotificationAction::route(ActionLabel::ViewShipment, RouteName::Shipment, &[("id", &id)]);
    let users = list_of_clients(tx, &[client_id]).await?;
    let notices: Vec<Notice> = users
        .into_iter()
        .map(|(_, user_id)| {
            Notice::new(user_id, NotificationCode::ParcelsPacked)
                .status(NotificationStatus::Success)
                .with("tracking_code", tracking_code)
                .action(NotificationAction { close: true, ..action.clone() })
        })
        .collect();
    notify::push_all(tx, ctx.now(), &notices).await?;
    Ok(())
}

/// Reminds clients of what the storage of their parcels costs, and when it ends.
pub async fn send_due(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    let now = state.clock.now();
    let due = store::lock_due_reminders(tx, now, MOST).await?;
    if due.is_empty() {
        return Ok(());
    }
    let clients: Vec<Uuid> = due.iter().map(|one| one.client_id).collect();
    let mut users: HashMap<Uuid, Vec<Uuid>> = HashMap::new();
    for (client_id, user_id) in list_of_clients(tx, &clients).await? {
        users.entry(client_id).or_default().push(user_id);
    }
    let (mut notices, mut next) = (Vec::new(), Vec::with_capacity(due.len()));
    for one in &due {
        let facts = StorageFacts::of(
            Some(&one.storage),
            Some(&one.time_zone),
            Some(one.arrived_at),
            &one.to_stored(),
        );
        let Some(facts) = facts.filter(|facts| !facts.is_free()) else {
            next.push(NextReminder::of(one.id, None));
            continue;
        };
        let day = facts.find_newest_day(one.day(), now);
        let reminder = facts.explain(day);
        let of_client = users.get(&one.client_id).map(Vec::as_slice).unwrap_or_default();
        notices
            .extend(of_client.iter().map(|user_id| to_notice(one, *user_id, reminder, facts.fee_per_day())));
        next.push(NextReminder::of(one.id, facts.find_next(day, now)));
    }
    store::set_next_reminders(tx, &next).await?;
    notify::push_all(tx, now, &notices).await?;
    Ok(())
}

fn to_notice(one: &DueReminder, user_id: Uuid, reminder: StorageReminder, fee_per_day: Decimal) -> Notice {
    let (code, days) = match reminder {
        StorageReminder::FreeDaysEnd(days) => (NotificationCode::ParcelFreeDaysEnd, days),
        StorageReminder::PaidDaysBegin => (NotificationCode::ParcelPaidDaysBegin, 0),
        StorageReminder::PaidDaysEnd(days) => (NotificationCode::ParcelPaidDaysEnd, days),
        StorageReminder::StorageEnds => (NotificationCode::ParcelStorageEnds, 0),
    };
    let currency = &one.storage.currency;
    let notice = Notice::new(user_id, code)
        .status(NotificationStatus::Warning)
        .with("done", days)
        .with("amount", fee_per_day.to_string())
        .with("currency", currency.clone());
    name_parcel(notice, one.id, &one.external_code)
}

/// Names the parcel that a notification is about: a later one replaces it.
fn name_parcel(notice: Notice, id: Uuid, external_code: &str) -> Notice {
    let parcel = id.to_string();
    let action =
        NotificationAction::route(ActionLabel::ViewParcel, RouteName::InboundParcel, &[("id", &parcel)]);
    let mut notice =
        notice.with("reference", external_code).action(NotificationAction { close: true, ..action });
    notice.reference = Some(format!("inbound_parcel:{parcel}"));
    notice.update = true;
    notice
}

//! Reminders of documents that expire: 30 days before, 7 days before, and on the last day.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, NaiveDate, Utc};
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::super::OwnerType;
use access::users::staff;
use server_core::follower::follow;
use server_core::http::error::ApiResult;
use server_core::notify::action::{ActionLabel, NotificationAction, RouteName};
use server_core::notify::{self, Notice, NotificationCode, NotificationStatus};
use server_core::state::AppState;

/// Documents of one sweep; the next one tells of the rest.
pub const MOST: i64 = 1000;

/// Days before the last day of the first reminder, which the list behind the notification shows.
pub(super) const FIRST: Days = Days::new(30);

/// Documents for which a reminder is due ($1 is today), each with the latest one only. A replaced document has none,
/// and neither has one that had expired long before it was added.
pub const MARK_DUE: &str = "
    update party_documents t
    set reminded_days =
        case when t.expires_on <= $1::date then 0 when t.expires_on <= $1::date + 7 then 7 else 30 end
    where t.id in (
        select o.id from party_documents o
        where o.replaced_by_id is null and o.expires_on between $1::date - 30 and $1::date + 30
          and coalesce(o.reminded_days, 31) >
              case when o.expires_on <= $1::date then 0 when o.expires_on <= $1::date + 7 then 7 else 30 end
        order by o.expires_on, o.id limit $2 for no key update of o skip locked
    )
    returning t.id, t.owner_type, t.owner_id, t.expires_on";

/// Documents of which somebody is reminded now.
#[derive(Clone)]
pub struct DocumentsExpiring {
    pub at: DateTime<Utc>,
    pub documents: Vec<ExpiringDocument>,
}

/// A document with its last day.
#[derive(Clone, sqlx::FromRow)]
pub struct ExpiringDocument {
    pub id: Uuid,
    pub owner_type: OwnerType,
    pub owner_id: Uuid,
    pub expires_on: NaiveDate,
}

/// Tells those who verify documents how many expire, among the owners that they may see.
pub async fn send_due(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    let now = state.clock.now();
    let today = state.settings.get_within(tx).await?.today(now);
    let due: Vec<ExpiringDocument> =
        sqlx::query_as(MARK_DUE).bind(today).bind(MOST).fetch_all(&mut **tx).await?;
    if due.is_empty() {
        return Ok(());
    }
    let owners: Vec<OwnerType> = due.iter().map(|document| document.owner_type).collect();
    tell(tx, state, NotificationCode::PartyDocumentsExpiring, &owners, today).await?;
    follow(tx, state, DocumentsExpiring { at: now, documents: due }).await
}

/// Tells those who verify documents of those of these owners, as far as they may see them.
pub(super) async fn tell(
    tx: &mut TenantTx,
    state: &AppState,
    code: NotificationCode,
    owners: &[OwnerType],
    today: NaiveDate,
) -> ApiResult<()> {
    let counts = count_by_user(tx, state, owners).await?;
    let notices: Vec<Notice> = counts
        .iter()
        .map(|(user_id, documents)| {
            build_notice(*user_id, code, RouteName::PartyDocuments, *documents, today)
        })
        .collect();
    notify::push_all(tx, state.clock.now(), &notices).await?;
    Ok(())
}

async fn count_by_user(
    tx: &mut TenantTx,
    state: &AppState,
    owners: &[OwnerType],
) -> ApiResult<BTreeMap<Uuid, usize>> {
    let checkers = staff::with_right(tx, &state.policy, Resource::PartyDocument, Action::Verify).await?;
    let mut counts: BTreeMap<Uuid, usize> = BTreeMap::new();
    // One question for each of the four kinds of owners.
    for kind in OwnerType::ALL {
        let documents = owners.iter().filter(|owner| *owner == kind).count();
        if documents == 0 {
            continue;
        }
        let readers = staff::with_right(tx, &state.policy, kind.resource(), Action::Show).await?;
        // Both lists are sorted by id.
        for user_id in checkers.iter().filter(|user_id| readers.binary_search(user_id).is_ok()) {
            *counts.entry(*user_id).or_default() += documents;
        }
    }
    Ok(counts)
}

/// Leads to the list of what expires, or is deleted.
pub fn build_notice(
    user_id: Uuid,
    code: NotificationCode,
    list: RouteName,
    documents: usize,
    today: NaiveDate,
) -> Notice {
    let until = today.checked_add_days(FIRST).unwrap_or(today).to_string();
    let is_deletion = code == NotificationCode::PartyDocumentsLeaving;
    let filter = if is_deletion { "deleted_until" } else { "expires_until" };
    let action = NotificationAction {
        route_query: Some(BTreeMap::from([(filter.to_owned(), until)])),
        close: true,
        ..NotificationAction::route(ActionLabel::ViewDocuments, list, &[])
    };
    Notice::new(user_id, code).status(NotificationStatus::Warning).with("done", documents).action(action)
}

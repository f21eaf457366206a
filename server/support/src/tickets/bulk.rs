//! One action on many tickets, with a result for each.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::actions::ends_waiting;
use super::model::{TicketRow, TicketStatus};
use super::scope::TicketScope;
use super::states::{TicketRole, after};
use super::{live_events, store, webhook_events};
use crate::outgoing;
use access::ctx::Ctx;
use integrations::webhooks::WebhookEventType;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::list::Items;
use server_core::http::messages::{MessageCode, Params};
use server_core::tags::Tag;
use trade::wire_name;

wire_name! {
    /// An action on many tickets.
    SupportTicketVerb {
        Close = "close",
        Reopen = "reopen",
        Archive = "archive",
        Unarchive = "unarchive",
        Activate = "activate",
        Deactivate = "deactivate",
        Delete = "delete",
    }
}

impl SupportTicketVerb {
    const fn action(self) -> Action {
        match self {
            Self::Close => Action::Close,
            Self::Reopen => Action::Reopen,
            Self::Archive => Action::Archive,
            Self::Unarchive => Action::Unarchive,
            Self::Activate => Action::Activate,
            Self::Deactivate => Action::Deactivate,
            Self::Delete => Action::Delete,
        }
    }
}

/// Tickets, and what is done with each.
#[derive(Object)]
pub struct SupportTicketChanges {
    #[oai(validator(min_items = 1, max_items = 200))]
    ids: Vec<Uuid>,
    action: SupportTicketVerb,
}

/// Result for one ticket.
#[derive(Object, Debug)]
pub struct SupportTicketResult {
    pub id: Uuid,
    /// Null if the user sees no such ticket.
    pub number: Option<i32>,
    pub done: bool,
    /// The status now; null if the user sees no such ticket.
    pub support_ticket_status: Option<TicketStatus>,
    /// Why it was not done, from `message-codes.json`; null if it was.
    pub message_code: Option<String>,
    /// The message in the language of the request.
    pub message: Option<String>,
}

pub const SET_ACTIVE: &str = "
    update support_tickets set active = $2, updated_at = $3, public_updated_at = $3, version = version + 1
    where id = any($1)";
pub const DELETE: &str =
    "update support_tickets set deleted_at = $2, updated_at = $2, version = version + 1 where id = any($1)";

pub struct SupportBulkApi;

#[OpenApi(prefix_path = "/backoffice/support-tickets", tag = "Tag::Support")]
impl SupportBulkApi {
    /// Do an action on many tickets
    ///
    /// Each ticket is changed separately. The answer has a result for every id, with the reason if it was not changed.
    #[oai(path = "/change-many", method = "post", operation_id = "support_ticket_change_many")]
    async fn support_ticket_change_many(
        &self,
        ctx: Ctx,
        body: Body<SupportTicketChanges>,
    ) -> ApiResult<Json<Items<SupportTicketResult>>> {
        let scope = TicketScope::of(&ctx, Action::Update)?;
        let action = body.action.action();
        let mut tx = ctx.begin().await?;
        let rows = match ctx.grants.allow(Resource::SupportTicket, action) {
            true => lock(&mut tx, &TicketScope::of(&ctx, action)?, &body.ids).await?,
            false => find(&mut tx, &scope, &body.ids).await?,
        };
        let changes: Vec<_> =
            rows.into_iter().map(|row| TicketChange::of(&ctx, &scope, row, action)).collect();
        write(&mut tx, &ctx, action, &changes).await?;
        tx.commit().await?;
        Ok(Json(Items { data: in_order(&ctx, &body.ids, &changes) }))
    }
}

/// A ticket with its status after the action, or why it stays as it is.
struct TicketChange {
    row: TicketRow,
    after: Result<TicketStatus, MessageCode>,
    /// The ticket is already so.
    is_needless: bool,
}

impl TicketChange {
    fn of(ctx: &Ctx, scope: &TicketScope, row: TicketRow, action: Action) -> Self {
        let after = match ctx.grants.allow(Resource::SupportTicket, action) {
            true => after(row.support_ticket_status, action, TicketRole::of(scope, &row)),
            false => Err(MessageCode::Forbidden),
        };
        let is_needless = match action {
            Action::Activate => row.active,
            Action::Deactivate => !row.active,
            _ => false,
        };
        Self { row, after, is_needless }
    }

    fn result(&self, ctx: &Ctx) -> SupportTicketResult {
        let refused = self.after.err();
        SupportTicketResult {
            id: self.row.id,
            number: Some(self.row.number),
            done: refused.is_none(),
            support_ticket_status: Some(self.after.unwrap_or(self.row.support_ticket_status)),
            message_code: refused.map(|code| code.as_str().to_owned()),
            message: refused.map(|code| code.text(ctx.language(), &Params::new())),
        }
    }
}

/// The tickets of these ids, within a scope.
pub fn find_query(scope: &TicketScope, ids: &[Uuid]) -> QueryBuilder<Postgres> {
    let mut query = QueryBuilder::new(format!("select {}, ", store::COLUMNS));
    query.push(store::updated_at(scope)).push(" from support_tickets t").push(store::JOINS);
    query.push_bind(scope.user_id).push(" where t.id = any(").push_bind(ids.to_vec()).push(")");
    scope.push(&mut query);
    query
}

async fn find(tx: &mut TenantTx, scope: &TicketScope, ids: &[Uuid]) -> ApiResult<Vec<TicketRow>> {
    Ok(find_query(scope, ids).build_query_as().fetch_all(&mut **tx).await?)
}

/// Locks the tickets in the order of their ids, so that two such calls never wait for each other, and reads them.
async fn lock(tx: &mut TenantTx, scope: &TicketScope, ids: &[Uuid]) -> ApiResult<Vec<TicketRow>> {
    let mut query = QueryBuilder::<Postgres>::new("select from support_tickets t where t.id = any(");
    query.push_bind(ids.to_vec()).push(")");
    scope.push(&mut query);
    query.push(" order by t.id for update").build().execute(&mut **tx).await?;
    find(tx, scope, ids).await
}

/// Makes tickets active or inactive.
pub async fn set_active(tx: &mut TenantTx, ids: &[Uuid], active: bool, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(SET_ACTIVE).bind(ids).bind(active).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Changes those tickets that allow it, with an audit entry for each.
async fn write(tx: &mut TenantTx, ctx: &Ctx, action: Action, changes: &[TicketChange]) -> ApiResult<()> {
    let changed = |change: &&TicketChange| change.after.is_ok() && !change.is_needless;
    let changed: Vec<&TicketChange> = changes.iter().filter(changed).collect();
    let Some(first) = changed.first() else { return Ok(()) };
    let ids: Vec<Uuid> = changed.iter().map(|change| change.row.id).collect();
    match action {
        Action::Activate | Action::Deactivate => {
            set_active(tx, &ids, action == Action::Activate, ctx.now()).await?;
        }
        Action::Delete => {
            sqlx::query(DELETE).bind(&ids).bind(ctx.now()).execute(&mut **tx).await?;
        }
        // The status after one of these actions does not depend on the one before it.
        _ => store::set_status(tx, &ids, first.after.unwrap_or(TicketStatus::Closed), ctx.now()).await?,
    }
    if ends_waiting(action) {
        outgoing::withdraw_notices(tx, ctx.now(), &ids).await?;
    }
    if action == Action::Close {
        webhook_events::announce(tx, ctx.now(), WebhookEventType::SupportTicketClosed, &ids).await?;
    }
    let entries = changed.iter().map(|change| (change.row.id, facts(change))).collect();
    audit::record_many(tx, ctx.into(), &format!("support_ticket.{action}"), entries).await?;
    live_events::announce_changes(tx, &ids).await
}

fn facts(TicketChange { row, after, .. }: &TicketChange) -> serde_json::Value {
    let mut facts = json!({ "number": row.number });
    if let Some(status) = after.ok().filter(|status| *status != row.support_ticket_status) {
        facts["ticket_status"] = json!([row.support_ticket_status.code(), status.code()]);
    }
    facts
}

/// One result for each id; those without a ticket do not exist for this user.
fn in_order(ctx: &Ctx, ids: &[Uuid], changes: &[TicketChange]) -> Vec<SupportTicketResult> {
    let mut found: HashMap<Uuid, SupportTicketResult> =
        changes.iter().map(|change| (change.row.id, change.result(ctx))).collect();
    let missing = |id| SupportTicketResult {
        id,
        number: None,
        done: false,
        support_ticket_status: None,
        message_code: Some(MessageCode::NotFound.as_str().to_owned()),
        message: Some(MessageCode::NotFound.text(ctx.language(), &Params::new())),
    };
    ids.iter().map(|id| found.remove(id).unwrap_or_else(|| missing(*id))).collect()
}

//! Who of the staff looks after a ticket: somebody takes it, or gives it to a colleague of its department.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::actions::next_status;
use super::api::answer;
use super::model::{SupportTicket, TicketRow};
use super::scope::TicketScope;
use super::states::TicketRole;
use super::{live_events, store};
use crate::outgoing;
use crate::people::SupportPerson;
use access::ctx::Ctx;
use access::is_inside;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;

/// Staff of the department; all staff for a ticket without one, or when nobody belongs to it.
pub const COLLEAGUES: &str = concat!(
    "select u.id, u.name as label from users u
    left join support_departments d on d.id = $1
    where u.active and ",
    is_inside!("u."),
    " and (d.id is null or d.members = '{}' or u.id = any(d.members))
    order by search_text(u.name), u.id limit 200"
);
pub const ASSIGN: &str = "
    update support_tickets set assignee_id = $2, updated_at = $3, public_updated_at = $3, version = version + 1
    where id = $1";

/// The new owner of a ticket.
#[derive(Object)]
pub struct SupportAssignment {
    /// The current user, or a colleague of the department; nobody if null.
    pub assignee_id: Option<Uuid>,
}

pub struct SupportAssignApi;

#[OpenApi(prefix_path = "/backoffice/support-tickets", tag = "Tag::Support")]
impl SupportAssignApi {
    /// Assign a ticket to a member of the staff
    ///
    /// Users can take a ticket, give it to a colleague of its department, or leave it to nobody. A colleague who gets
    /// one is told.
    #[oai(path = "/:id/assign", method = "post", operation_id = "support_ticket_assign")]
    async fn support_ticket_assign(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<SupportAssignment>,
    ) -> ApiResult<Json<Item<SupportTicket>>> {
        let scope = TicketScope::of(&ctx, Action::Assign)?;
        let mut tx = ctx.begin().await?;
        let row = store::lock(&mut tx, &scope, *id).await?;
        next_status(&row, Action::Assign, TicketRole::of(&scope, &row))?;
        if row.assignee_id != body.assignee_id {
            assign(&mut tx, &ctx, &row, body.assignee_id).await?;
            store::see(&mut tx, &scope, *id, ctx.now()).await?;
        }
        answer(tx, &ctx, &scope, *id).await
    }

    /// List the staff that a ticket can be assigned to; at most 200
    ///
    /// They are the members of its department, or all staff if it has none.
    #[oai(path = "/:id/colleagues", method = "get", operation_id = "support_ticket_colleagues")]
    async fn support_ticket_colleagues(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Items<SupportPerson>>> {
        let scope = TicketScope::of(&ctx, Action::Assign)?;
        let mut tx = ctx.begin().await?;
        let row = store::find(&mut tx, &scope, *id).await?;
        let data = colleagues(&mut tx, &row).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }
}

async fn colleagues(tx: &mut TenantTx, row: &TicketRow) -> ApiResult<Vec<SupportPerson>> {
    Ok(sqlx::query_as(COLLEAGUES).bind(row.department_id).fetch_all(&mut **tx).await?)
}

/// Writes the new owner of a locked ticket, with the audit entry and the notice.
async fn assign(tx: &mut TenantTx, ctx: &Ctx, row: &TicketRow, to: Option<Uuid>) -> ApiResult<()> {
    let name = match to {
        None => None,
        Some(id) if id == ctx.user.id => Some(ctx.user.name.clone()),
        Some(id) => {
            let found = colleagues(tx, row).await?.into_iter().find(|person| person.id == id);
            let unknown = || ApiError::invalid_field("assignee_id", MessageCode::UnknownOption);
            Some(found.ok_or_else(unknown)?.label)
        }
    };
    sqlx::query(ASSIGN).bind(row.id).bind(to).bind(ctx.now()).execute(&mut **tx).await?;
    let facts = json!({ "number": row.number, "assignee": [row.assignee_name, name] });
    audit::record(tx, ctx, "support_ticket.assign", Some(row.id), facts).await?;
    if to.is_some() {
        outgoing::withdraw_notices(tx, ctx.now(), &[row.id]).await?;
    }
    if let Some(other) = to.filter(|id| *id != ctx.user.id) {
        outgoing::notify_assignee(tx, ctx.now(), row, other, &ctx.user.name).await?;
    }
    live_events::announce_change(tx, row.id).await
}

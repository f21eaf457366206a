//! Decisions of the staff about the e-mails of a ticket.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::Action;
use serde_json::json;
use uuid::Uuid;

use super::store::{self, Correspondence};
use crate::outgoing::{self, TicketEvent, TicketNews};
use crate::tickets::by_email::after_accept;
use crate::tickets::model::SupportTicket;
use crate::tickets::states::TicketRole;
use crate::tickets::store::{self as tickets, NewMessage, NewReply};
use crate::tickets::{TicketScope, announce_change, announce_change_to_staff, answer};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::notify;
use server_core::tags::Tag;

pub struct SupportCorrespondenceApi;

#[OpenApi(prefix_path = "/backoffice/support-tickets", tag = "Tag::Support")]
impl SupportCorrespondenceApi {
    /// Accept an e-mail of an unclear sender as a message
    ///
    /// All people of the ticket then see it. Its author does not become a recipient.
    #[oai(
        path = "/:id/messages/:message_id/accept",
        method = "post",
        operation_id = "support_ticket_accept_mail"
    )]
    async fn support_ticket_accept_mail(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        message_id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportTicket>>> {
        let scope = TicketScope::of(&ctx, Action::Reply)?;
        let mut tx = ctx.begin().await?;
        let row = tickets::lock(&mut tx, &scope, *id).await?;
        let by = TicketRole::of(&scope, &row);
        if !by.is_staff() {
            return Err(ApiError::refused(MessageCode::TicketForStaff));
        }
        let status = after_accept(row.support_ticket_status, by);
        let status = status.ok_or_else(|| ApiError::refused(MessageCode::TicketNotOpen))?;
        let unclear = store::unclear(&mut tx, *id, *message_id).await?.ok_or_else(ApiError::not_found)?;
        let message = NewMessage {
            id: Uuid::now_v7(),
            ticket_id: *id,
            author_id: None,
            by_staff: false,
            body: &unclear.body,
            at: ctx.now(),
        };
        let reply = NewReply { message: &message, status, is_response: false, taken_by: None };
        tickets::reply(&mut tx, &row, reply).await?;
        store::mark_accepted(&mut tx, *message_id, message.id).await?;
        notify::withdraw(&mut tx, &[*message_id], ctx.now()).await?;
        let news = TicketNews {
            ticket_id: row.id,
            number: row.number,
            author: Some(ctx.user.id),
            author_email: Some(&unclear.sender_email),
            author_name: unclear.sender_name.as_deref().unwrap_or(&unclear.sender_email),
            what: TicketEvent::Replied(message.id),
        };
        outgoing::notify_readers(&mut tx, ctx.state(), ctx.now(), &news).await?;
        let mut facts = json!({ "number": row.number, "email": unclear.sender_email });
        if row.support_ticket_status != status {
            facts["ticket_status"] = json!([row.support_ticket_status.code(), status.code()]);
        }
        audit::record(&mut tx, &ctx, "support_ticket.reply", Some(*id), facts).await?;
        announce_change(&mut tx, row.id).await?;
        answer(tx, &ctx, &scope, *id).await
    }

    /// Resume e-mails to an address, and accept its replies
    #[oai(
        path = "/:id/correspondents/:correspondent_id/resume",
        method = "post",
        operation_id = "support_ticket_resume_mail"
    )]
    async fn support_ticket_resume_mail(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        correspondent_id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportTicket>>> {
        change(&ctx, *id, *correspondent_id, Correspondence::Resumed).await
    }

    /// Stop e-mails to an address, and reject its replies
    #[oai(
        path = "/:id/correspondents/:correspondent_id/revoke",
        method = "post",
        operation_id = "support_ticket_revoke_mail"
    )]
    async fn support_ticket_revoke_mail(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        correspondent_id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportTicket>>> {
        change(&ctx, *id, *correspondent_id, Correspondence::Revoked).await
    }
}

async fn change(
    ctx: &Ctx,
    id: Uuid,
    correspondent_id: Uuid,
    to: Correspondence,
) -> ApiResult<Json<Item<SupportTicket>>> {
    let scope = TicketScope::of(ctx, Action::Note)?;
    let mut tx = ctx.begin().await?;
    let row = tickets::lock(&mut tx, &scope, id).await?;
    let email = store::change_correspondence(&mut tx, id, correspondent_id, to, ctx.now()).await?;
    let email = email.ok_or_else(ApiError::not_found)?;
    notify::withdraw(&mut tx, &[correspondent_id], ctx.now()).await?;
    let facts = json!({ "number": row.number, "email": email });
    audit::record(&mut tx, ctx, &format!("support_ticket.{}", to.verb()), Some(id), facts).await?;
    announce_change_to_staff(&mut tx, row.id);
    answer(tx, ctx, &scope, id).await
}

//! Actions on a ticket. Each asks the table of states and answers with the changed ticket.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::api::{answer, notify_readers};
use super::model::{SupportTicket, TicketRow, TicketStatus};
use super::recipients::{self, RecipientInput};
use super::scope::TicketScope;
use super::states::{TicketRole, after};
use super::store::{self, NewMessage, NewReply};
use super::{bulk, draft_api, drafts, files, live_events, webhook_events};
use crate::outgoing::{self, TicketEvent};
use access::ctx::Ctx;
use integrations::webhooks::WebhookEventType;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::form::WithFile;
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::notify;
use server_core::tags::Tag;

/// An answer to a ticket.
#[derive(Object)]
pub struct SupportReply {
    /// Idempotency key: an id that the caller makes for the message, a UUID of version 7. A repeated call with the same
    /// id has no further effect. Without one, each call is a message.
    pub key: Option<Uuid>,
    /// Message in Markdown.
    #[oai(validator(max_length = 20000))]
    pub body: String,
    /// Files of the current user's draft.
    #[oai(default, validator(max_items = 10))]
    pub files: Vec<Uuid>,
    /// `seq` of the last message that the writer has seen. Returns 409 `newer_messages` if others have written since.
    /// Without it, that is not checked.
    #[oai(validator(minimum(value = "0")))]
    pub seen: Option<i32>,
}

/// An internal note of a ticket.
#[derive(Object)]
pub struct SupportNote {
    /// Idempotency key: an id that the caller makes for the note, a UUID of version 7. A repeated call with the same id
    /// has no further effect. Without one, each call is a note.
    pub key: Option<Uuid>,
    /// Note in Markdown.
    #[oai(validator(max_length = 20000))]
    pub body: String,
    /// Files of the current user's draft.
    #[oai(default, validator(max_items = 10))]
    pub files: Vec<Uuid>,
}

/// Recipients to add.
#[derive(Object)]
pub struct SupportRecipients {
    #[oai(validator(min_items = 1, max_items = 50))]
    pub recipients: Vec<RecipientInput>,
}

pub struct SupportActionApi;

#[OpenApi(prefix_path = "/backoffice/support-tickets", tag = "Tag::Support")]
impl SupportActionApi {
    /// Reply to a ticket
    ///
    /// A reply of staff sets the status to waiting (20), any other reply to open (10). It takes a ticket that nobody
    /// looks after, unless the company has switched that off. Returns 409 `newer_messages`, with their number, if others
    /// have written after `seen`. A `multipart/form-data` body can have one `file`.
    #[oai(path = "/:id/reply", method = "post", operation_id = "support_ticket_reply")]
    async fn support_ticket_reply(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        form: WithFile<SupportReply>,
    ) -> ApiResult<Json<Item<SupportTicket>>> {
        let scope = TicketScope::of(&ctx, Action::Reply)?;
        let WithFile { body, file } = form;
        let mut file_ids = body.files;
        if let Some(file) = file {
            file_ids.push(draft_api::store_for_reply(&ctx, &scope, *id, file).await?);
        }
        let mut tx = ctx.begin().await?;
        let row = store::lock(&mut tx, &scope, *id).await?;
        let by = TicketRole::of(&scope, &row);
        let (text, key) = (text_of(&body.body)?, body.key.unwrap_or_else(Uuid::now_v7));
        if is_sent(&mut tx, &ctx, &row, key, &text, &file_ids, false).await? {
            return answer(tx, &ctx, &scope, *id).await;
        }
        let status = next_status(&row, Action::Reply, by)?;
        let newer = match body.seen {
            Some(seen) => store::newer(&mut tx, *id, seen, ctx.user.id).await?,
            None => 0,
        };
        if newer > 0 {
            let params = Params::from([("count", newer.into())]);
            return Err(ApiError::refused(MessageCode::NewerMessages).with_params(params));
        }
        let message = new_message(&ctx, &scope, &row, key, &text);
        let is_response = by == TicketRole::Staff;
        let takes = is_response && ctx.state().settings.get_within(&mut tx).await?.ticket_reply_takes;
        let reply =
            NewReply { message: &message, status, is_response, taken_by: takes.then_some(ctx.user.id) };
        store::reply(&mut tx, &row, reply).await?;
        if takes && row.assignee_id.is_none() {
            outgoing::withdraw_notices(&mut tx, ctx.now(), &[row.id]).await?;
        }
        notify_readers(&mut tx, &ctx, row.id, row.number, TicketEvent::Replied(message.id)).await?;
        files::send(&mut tx, *id, key, &file_ids, ctx.user.id).await?;
        drafts::delete(&mut tx, ctx.user.id, Some(*id)).await?;
        store::see(&mut tx, &scope, *id, ctx.now()).await?;
        note_action(&mut tx, &ctx, "reply", &row, status).await?;
        answer(tx, &ctx, &scope, *id).await
    }

    /// Add an internal note
    ///
    /// Only staff see it, and the ticket does not change for anybody else.
    #[oai(path = "/:id/note", method = "post", operation_id = "support_ticket_note")]
    async fn support_ticket_note(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<SupportNote>,
    ) -> ApiResult<Json<Item<SupportTicket>>> {
        let scope = TicketScope::of(&ctx, Action::Note)?;
        let mut tx = ctx.begin().await?;
        let row = store::lock(&mut tx, &scope, *id).await?;
        let (text, key) = (text_of(&body.body)?, body.key.unwrap_or_else(Uuid::now_v7));
        if is_sent(&mut tx, &ctx, &row, key, &text, &body.files, true).await? {
            return answer(tx, &ctx, &scope, *id).await;
        }
        let status = next_status(&row, Action::Note, TicketRole::of(&scope, &row))?;
        store::note(&mut tx, &row, &new_message(&ctx, &scope, &row, key, &text)).await?;
        files::send(&mut tx, *id, key, &body.files, ctx.user.id).await?;
        drafts::delete(&mut tx, ctx.user.id, Some(*id)).await?;
        store::see(&mut tx, &scope, *id, ctx.now()).await?;
        note_action(&mut tx, &ctx, "note", &row, status).await?;
        answer(tx, &ctx, &scope, *id).await
    }

    /// Add recipients
    ///
    /// New recipients see the whole ticket. Users from outside can add people of their own client or partner,
    /// and departments.
    #[oai(path = "/:id/append-recipient", method = "post", operation_id = "support_ticket_append_recipient")]
    async fn support_ticket_append_recipient(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<SupportRecipients>,
    ) -> ApiResult<Json<Item<SupportTicket>>> {
        let scope = TicketScope::of(&ctx, Action::AppendRecipient)?;
        let mut tx = ctx.begin().await?;
        let row = store::lock(&mut tx, &scope, *id).await?;
        next_status(&row, Action::AppendRecipient, TicketRole::of(&scope, &row))?;
        recipients::check(&mut tx, &scope, &body.recipients).await?;
        let added = recipients::insert(&mut tx, *id, &body.recipients, ctx.user.id, ctx.now()).await?;
        if !added.is_empty() {
            notify_readers(&mut tx, &ctx, row.id, row.number, TicketEvent::Added(&added)).await?;
            let facts = json!({ "number": row.number, "added": added.len() });
            audit::record(&mut tx, &ctx, "support_ticket.append_recipient", Some(*id), facts).await?;
            if outgoing::store::find_unaddressed(&mut tx, *id).await?.is_none() {
                outgoing::withdraw_notices(&mut tx, ctx.now(), &[*id]).await?;
            }
            live_events::announce_change(&mut tx, *id).await?;
        }
        answer(tx, &ctx, &scope, *id).await
    }

    /// Close a ticket
    #[oai(path = "/:id/close", method = "post", operation_id = "support_ticket_close")]
    async fn support_ticket_close(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<SupportTicket>>> {
        change_status(&ctx, *id, Action::Close).await
    }

    /// Reopen a closed ticket
    #[oai(path = "/:id/reopen", method = "post", operation_id = "support_ticket_reopen")]
    async fn support_ticket_reopen(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<SupportTicket>>> {
        change_status(&ctx, *id, Action::Reopen).await
    }

    /// Archive a closed ticket
    #[oai(path = "/:id/archive", method = "post", operation_id = "support_ticket_archive")]
    async fn support_ticket_archive(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<SupportTicket>>> {
        change_status(&ctx, *id, Action::Archive).await
    }

    /// Unarchive a ticket
    #[oai(path = "/:id/unarchive", method = "post", operation_id = "support_ticket_unarchive")]
    async fn support_ticket_unarchive(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportTicket>>> {
        change_status(&ctx, *id, Action::Unarchive).await
    }

    /// Activate a ticket
    #[oai(path = "/:id/activate", method = "post", operation_id = "support_ticket_activate")]
    async fn support_ticket_activate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportTicket>>> {
        switch(&ctx, *id, Action::Activate).await
    }

    /// Deactivate a ticket
    ///
    /// An inactive ticket is in nobody's own tickets and sends no notices. Its status stays.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "support_ticket_deactivate")]
    async fn support_ticket_deactivate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportTicket>>> {
        switch(&ctx, *id, Action::Deactivate).await
    }

    /// Delete a ticket
    ///
    /// It is no longer visible to anybody. Its number is not used again. An archived ticket must be unarchived first.
    #[oai(path = "/:id", method = "delete", operation_id = "support_ticket_delete")]
    async fn support_ticket_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        let scope = TicketScope::of(&ctx, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let row = store::lock(&mut tx, &scope, *id).await?;
        let status = next_status(&row, Action::Delete, TicketRole::of(&scope, &row))?;
        store::delete(&mut tx, *id, ctx.now()).await?;
        outgoing::withdraw_notices(&mut tx, ctx.now(), &[*id]).await?;
        note_action(&mut tx, &ctx, "delete", &row, status).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Mark a ticket as read by the current user
    #[oai(path = "/:id/seen", method = "post", operation_id = "support_ticket_seen")]
    async fn support_ticket_seen(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        let scope = TicketScope::of(&ctx, Action::Show)?;
        let mut tx = ctx.begin().await?;
        store::find(&mut tx, &scope, *id).await?;
        store::see(&mut tx, &scope, *id, ctx.now()).await?;
        notify::mark_read_by_prefix(&mut tx, ctx.user.id, &outgoing::reference(*id), ctx.now()).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// The status after the action; 409 with the reason if there is none.
pub(super) fn next_status(row: &TicketRow, action: Action, by: TicketRole) -> ApiResult<TicketStatus> {
    after(row.support_ticket_status, action, by).map_err(ApiError::refused)
}

/// Whether nobody has to look after a ticket after this action.
pub(super) const fn ends_waiting(action: Action) -> bool {
    matches!(action, Action::Close | Action::Archive | Action::Deactivate | Action::Delete)
}

/// An action that only changes the status.
async fn change_status(ctx: &Ctx, id: Uuid, action: Action) -> ApiResult<Json<Item<SupportTicket>>> {
    let scope = TicketScope::of(ctx, action)?;
    let mut tx = ctx.begin().await?;
    let row = store::lock(&mut tx, &scope, id).await?;
    let status = next_status(&row, action, TicketRole::of(&scope, &row))?;
    store::set_status(&mut tx, &[id], status, ctx.now()).await?;
    if action == Action::Close {
        webhook_events::announce(&mut tx, ctx.now(), WebhookEventType::SupportTicketClosed, &[id]).await?;
    }
    if ends_waiting(action) {
        outgoing::withdraw_notices(&mut tx, ctx.now(), &[id]).await?;
    }
    store::see(&mut tx, &scope, id, ctx.now()).await?;
    note_action(&mut tx, ctx, action.name(), &row, status).await?;
    answer(tx, ctx, &scope, id).await
}

/// Makes a ticket active or inactive; a repeated call changes nothing.
async fn switch(ctx: &Ctx, id: Uuid, action: Action) -> ApiResult<Json<Item<SupportTicket>>> {
    let scope = TicketScope::of(ctx, action)?;
    let mut tx = ctx.begin().await?;
    let row = store::lock(&mut tx, &scope, id).await?;
    let status = next_status(&row, action, TicketRole::of(&scope, &row))?;
    let active = action == Action::Activate;
    if row.active != active {
        bulk::set_active(&mut tx, &[id], active, ctx.now()).await?;
        if ends_waiting(action) {
            outgoing::withdraw_notices(&mut tx, ctx.now(), &[id]).await?;
        }
        store::see(&mut tx, &scope, id, ctx.now()).await?;
        note_action(&mut tx, ctx, action.name(), &row, status).await?;
    }
    answer(tx, ctx, &scope, id).await
}

fn text_of(body: &str) -> ApiResult<String> {
    let mut errors = FieldErrors::default();
    let text = required("body", body, &mut errors);
    errors.into_result()?;
    Ok(text)
}

fn new_message<'a>(
    ctx: &Ctx,
    scope: &TicketScope,
    row: &TicketRow,
    key: Uuid,
    body: &'a str,
) -> NewMessage<'a> {
    let (author_id, by_staff) = (Some(ctx.user.id), scope.is_staff);
    NewMessage { id: key, ticket_id: row.id, author_id, by_staff, body, at: ctx.now() }
}

/// Whether the same message was sent before; 409 if another one has its id.
async fn is_sent(
    tx: &mut TenantTx,
    ctx: &Ctx,
    row: &TicketRow,
    key: Uuid,
    text: &str,
    files: &[Uuid],
    internal: bool,
) -> ApiResult<bool> {
    match store::find_sent(tx, key, ctx.user.id).await? {
        None => Ok(false),
        Some(sent) if sent.is(row.id, text, files) && sent.internal == internal => Ok(true),
        Some(_) => Err(ApiError::refused(MessageCode::KeyUsed)),
    }
}

/// Writes the audit entry of an action and announces it.
async fn note_action(
    tx: &mut TenantTx,
    ctx: &Ctx,
    verb: &str,
    row: &TicketRow,
    status: TicketStatus,
) -> ApiResult<()> {
    let mut facts = json!({ "number": row.number });
    if row.support_ticket_status != status {
        facts["ticket_status"] = json!([row.support_ticket_status.code(), status.code()]);
    }
    audit::record(tx, ctx, &format!("support_ticket.{verb}"), Some(row.id), facts).await?;
    if verb == Action::Note.name() {
        live_events::announce_change_to_staff(tx, row.id);
        return Ok(());
    }
    live_events::announce_change(tx, row.id).await
}

//! The forms of a ticket, and its update.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::Action;
use uuid::Uuid;

use super::actions::next_status;
use super::api::answer;
use super::choices::{self, SupportTicketForm, SupportTicketUpdate, TicketChoices};
use super::model::SupportTicket;
use super::recipients::{self, RecipientInput};
use super::scope::TicketScope;
use super::states::TicketRole;
use super::{live_events, store};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Patch;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::list::Item;
use server_core::tags::Tag;

pub struct SupportFormApi;

#[OpenApi(tag = "Tag::Support")]
impl SupportFormApi {
    /// Show the options for a new ticket
    #[oai(path = "/support_tickets/create", method = "get", operation_id = "support_ticket_create_form")]
    async fn support_ticket_create_form(&self, ctx: Ctx) -> ApiResult<Json<Item<SupportTicketForm>>> {
        let scope = TicketScope::of(&ctx, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let data = choices::form(&mut tx, &ctx, &scope, None).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Show the editable fields of a ticket, with their options
    #[oai(path = "/support_tickets/:id/edit", method = "get", operation_id = "support_ticket_edit_form")]
    async fn support_ticket_edit_form(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<SupportTicketForm>>> {
        let scope = TicketScope::of(&ctx, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let row = store::find(&mut tx, &scope, *id).await?;
        next_status(&row, Action::Update, TicketRole::of(&scope, &row))?;
        let data = choices::form(&mut tx, &ctx, &scope, Some(SupportTicketUpdate::of(&row))).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Update a ticket
    ///
    /// Changes subject, priority, department, service or shipment of an open ticket.
    #[oai(path = "/support-tickets/:id", method = "patch", operation_id = "support_ticket_update")]
    async fn support_ticket_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<SupportTicketUpdate>,
    ) -> ApiResult<Json<Item<SupportTicket>>> {
        let scope = TicketScope::of(&ctx, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let row = store::lock(&mut tx, &scope, *id).await?;
        next_status(&row, Action::Update, TicketRole::of(&scope, &row))?;
        let before = SupportTicketUpdate::of(&row);
        let input = body.onto(&before)?;
        let mut errors = FieldErrors::default();
        let chosen = TicketChoices::new_in(&before, &input);
        let found = choices::check(&mut tx, &ctx, &scope, chosen, &mut errors).await?;
        errors.into_result()?;
        if audit::record_change(&mut tx, &ctx, "support_ticket.update", *id, &before, &input).await? {
            store::update(&mut tx, *id, &input, ctx.now()).await?;
            let all = RecipientInput::of_route(found.route.unwrap_or_default());
            recipients::insert(&mut tx, *id, &all, ctx.user.id, ctx.now()).await?;
            store::see(&mut tx, &scope, *id, ctx.now()).await?;
            live_events::announce_change(&mut tx, *id).await?;
        }
        answer(tx, &ctx, &scope, *id).await
    }
}

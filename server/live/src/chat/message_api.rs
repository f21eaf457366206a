use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::files;
use super::messages::{self, SentMessage};
use super::model::{Reaction, Room, RoomHit, RoomMessage, RoomMessages, RoomMessagesMeta, RoomRow};
use super::rooms;
use super::scope::RoomScope;
use super::unread;
use access::ctx::Ctx;
use freight::shipments;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items, Words};
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;
use support::tickets;

/// A message to send.
#[derive(Object)]
pub struct RoomMessageInput {
    /// Idempotency key: an id that the caller makes for the message, a UUID of version 7. A repeated call with the same
    /// id has no further effect.
    pub key: Uuid,
    /// May be empty when files are attached.
    #[oai(validator(max_length = 4000))]
    pub body: String,
    /// Uploaded files of the same room.
    #[oai(default, validator(max_items = 10))]
    pub file_ids: Vec<Uuid>,
    /// A shipment that the message is about.
    pub shipment_id: Option<Uuid>,
}

/// A reaction to a message.
#[derive(Object)]
pub struct RoomReactionInput {
    /// Null removes the reaction.
    pub reaction: Option<Reaction>,
}

/// A ticket to open from a message.
#[derive(Object)]
pub struct RoomTicketInput {
    /// Id that the sender makes for the ticket, a UUID of version 7.
    pub key: Uuid,
    pub support_subject_id: Uuid,
}

pub struct RoomMessageApi;

#[OpenApi(prefix_path = "/rooms", tag = "Tag::Chat")]
impl RoomMessageApi {
    /// Search the messages of all rooms of the current user
    ///
    /// The 50 newest messages with these words. Without words, the answer is empty.
    #[oai(path = "/messages", method = "get", operation_id = "room_search_list")]
    async fn room_search_list(
        &self,
        ctx: Ctx,
        /// Words in the message.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<RoomHit>>> {
        let scope = RoomScope::of(&ctx, Action::List)?;
        let words = Words::parse(search.0.as_deref());
        if words.is_empty() {
            return Ok(Json(Items { data: Vec::new() }));
        }
        let mut tx = ctx.begin().await?;
        let ids = rooms::list_searchable(&mut tx, &scope).await?;
        let found = messages::search(&mut tx, scope.user_id, &ids, &words).await?;
        let mut ids: Vec<Uuid> = found.iter().map(|(room, _)| *room).collect();
        ids.sort_unstable();
        ids.dedup();
        let known = rooms::load_by_ids(&mut tx, &scope, &ids).await?;
        tx.commit().await?;
        let hits = found.into_iter().filter_map(|(room, message)| {
            let room = Room::of(known.get(&room)?.clone(), &scope);
            Some(RoomHit { room, message })
        });
        Ok(Json(Items { data: hits.collect() }))
    }

    /// List the messages of a room, the newest first
    ///
    /// The 50 newest messages before a number. A member who was added later sees only later messages.
    #[oai(path = "/:id/messages", method = "get", operation_id = "room_message_list")]
    async fn room_message_list(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        /// Only messages with a lower number.
        #[oai(validator(minimum(value = "0")))]
        before: Query<Option<i32>>,
    ) -> ApiResult<Json<RoomMessages>> {
        let scope = RoomScope::of(&ctx, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let room = rooms::find(&mut tx, &scope, *id).await?;
        let (data, has_older) = messages::page(&mut tx, &room, before.0).await?;
        tx.commit().await?;
        Ok(Json(RoomMessages { data, meta: RoomMessagesMeta { has_older } }))
    }

    /// Send a message
    ///
    /// Returns 409 `key_used` if a message with this id has other content.
    #[oai(path = "/:id/messages", method = "post", operation_id = "room_send")]
    async fn room_send(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<RoomMessageInput>,
    ) -> ApiResult<Json<Item<RoomMessage>>> {
        let scope = RoomScope::of(&ctx, Action::Send)?;
        let mut tx = ctx.begin().await?;
        let room = rooms::find(&mut tx, &scope, *id).await?;
        rooms::ensure_stored(&mut tx, &room, ctx.now()).await?;
        let last = rooms::lock(&mut tx, *id).await?;
        let new = content(&room, &scope, &body)?;
        match messages::find_sent(&mut tx, body.key).await? {
            Some(known) if known == new => {}
            Some(_) => return Err(ApiError::refused(MessageCode::KeyUsed)),
            None => {
                check_shipment(&mut tx, &ctx, new.shipment_id).await?;
                send(&mut tx, &ctx, &room, body.key, last + 1, &new).await?;
            }
        }
        answer(tx, &room, body.key).await
    }

    /// React to a message
    ///
    /// A member has one reaction per message; the next one replaces it.
    #[oai(path = "/:id/messages/:message_id/reaction", method = "put", operation_id = "room_react")]
    async fn room_react(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        message_id: Path<Uuid>,
        body: Body<RoomReactionInput>,
    ) -> ApiResult<Json<Item<RoomMessage>>> {
        let scope = RoomScope::of(&ctx, Action::Send)?;
        let mut tx = ctx.begin().await?;
        let room = rooms::find(&mut tx, &scope, *id).await?;
        messages::find(&mut tx, &room, *message_id).await?;
        messages::react(&mut tx, *message_id, scope.user_id, body.reaction, ctx.now()).await?;
        rooms::announce(&mut tx, &room).await?;
        answer(tx, &room, *message_id).await
    }

    /// Open a ticket from a message
    ///
    /// The ticket begins with the text of the message and has its shipment. A message has at most one ticket: a second
    /// call returns the same ticket.
    #[oai(path = "/:id/messages/:message_id/ticket", method = "post", operation_id = "room_open_ticket")]
    async fn room_open_ticket(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        message_id: Path<Uuid>,
        body: Body<RoomTicketInput>,
    ) -> ApiResult<Json<Item<RoomMessage>>> {
        ctx.require(Resource::SupportTicket, Action::Create)?;
        let scope = RoomScope::of(&ctx, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let room = rooms::find(&mut tx, &scope, *id).await?;
        messages::find(&mut tx, &room, *message_id).await?;
        rooms::lock(&mut tx, *id).await?;
        let message = messages::find(&mut tx, &room, *message_id).await?;
        if message.ticket_id.is_none() {
            let text = format!("{}: {}", message.author, message.body);
            let (subject_id, shipment_id) = (body.support_subject_id, message.shipment_id);
            tickets::open(&mut tx, &ctx, body.key, subject_id, shipment_id, text).await?;
            messages::set_ticket(&mut tx, *message_id, body.key).await?;
            rooms::announce(&mut tx, &room).await?;
        }
        answer(tx, &room, *message_id).await
    }
}

/// The message as it will be stored; 422 without text and files.
fn content(room: &RoomRow, scope: &RoomScope, input: &RoomMessageInput) -> ApiResult<SentMessage> {
    let text = input.body.trim().to_owned();
    if text.is_empty() && input.file_ids.is_empty() {
        return Err(ApiError::invalid_field("body", MessageCode::Required));
    }
    let mut files = input.file_ids.clone();
    files.sort_unstable();
    files.dedup();
    Ok(SentMessage {
        room_id: room.id,
        author_id: scope.user_id,
        body: text,
        shipment_id: input.shipment_id,
        files,
    })
}

async fn check_shipment(tx: &mut TenantTx, ctx: &Ctx, id: Option<Uuid>) -> ApiResult<()> {
    let Some(id) = id else { return Ok(()) };
    let scope = ctx.scope(Resource::Shipment, Action::Show)?;
    match shipments::client_of(tx, &scope, id).await? {
        Some(_) => Ok(()),
        None => Err(ApiError::invalid_field("shipment_id", MessageCode::UnknownOption)),
    }
}

async fn send(
    tx: &mut TenantTx,
    ctx: &Ctx,
    room: &RoomRow,
    key: Uuid,
    seq: i32,
    new: &SentMessage,
) -> ApiResult<()> {
    messages::insert(tx, key, seq, new, ctx.now()).await?;
    files::attach(tx, key, &new.files, room.id, new.author_id).await?;
    rooms::set_last_message(tx, room.id, seq, ctx.now()).await?;
    rooms::mark_read(tx, room.id, new.author_id, seq).await?;
    rooms::store_draft(tx, room.id, new.author_id, "", ctx.now()).await?;
    unread::plan_notification(tx, room.id).await?;
    rooms::announce(tx, room).await
}

/// Commits, and answers with the message as it is now.
async fn answer(mut tx: TenantTx, room: &RoomRow, id: Uuid) -> ApiResult<Json<Item<RoomMessage>>> {
    let data = messages::find_complete(&mut tx, room, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data }))
}

//! The API of chat rooms and their members.

use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use poem_openapi::{Object, OpenApi};
use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Room, RoomCan, RoomContact, RoomDetails, RoomKind, RoomWindow, RoomsUnread};
use super::rooms::{self, NewRoom};
use super::scope::RoomScope;
use super::{members, messages};
use access::ctx::Ctx;
use account::general::serve_picture;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::file_answer::{FileAnswer, Jpeg};
use server_core::http::list::{Item, Items, Words};
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;

/// A room to create.
#[derive(Object)]
pub struct RoomInput {
    /// Idempotency key: an id that the caller makes for the room, a UUID of version 7. A repeated call with the same id
    /// has no further effect.
    pub key: Uuid,
    /// The other members. One gives a direct chat, more give a group.
    #[oai(validator(min_items = 1, max_items = 50))]
    pub member_ids: Vec<Uuid>,
    /// Name of a group; a direct chat has none.
    #[oai(validator(max_length = 80))]
    pub title: Option<String>,
}

/// The new name of a group.
#[derive(Object)]
pub struct RoomUpdate {
    #[oai(validator(max_length = 80))]
    pub title: String,
}

/// Members to add.
#[derive(Object)]
pub struct RoomMembersInput {
    #[oai(validator(min_items = 1, max_items = 50))]
    pub member_ids: Vec<Uuid>,
}

/// An unsent text.
#[derive(Object)]
pub struct RoomDraftInput {
    /// Empty to delete the draft.
    #[oai(validator(max_length = 4000))]
    pub body: String,
}

/// A read message.
#[derive(Object)]
pub struct RoomReadInput {
    /// Number of the last message that was read. A lower number than before changes nothing.
    #[oai(validator(minimum(value = "0")))]
    pub seq: i32,
}

/// Members of a new room see all its messages.
const FIRST_SEQ: i32 = 0;

pub struct RoomApi;

#[OpenApi(prefix_path = "/rooms", tag = "Tag::Chat")]
impl RoomApi {
    /// List the rooms of the current user
    ///
    /// The 100 rooms with the newest messages. The administrators' room and a client's own room are always included.
    #[oai(path = "/", method = "get", operation_id = "room_list")]
    async fn room_list(
        &self,
        ctx: Ctx,
        /// Words in the name.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<Room>>> {
        let scope = RoomScope::of(&ctx, Action::List)?;
        let mut tx = ctx.begin().await?;
        let rows = rooms::list(&mut tx, &scope, &Words::parse(search.0.as_deref())).await?;
        tx.commit().await?;
        Ok(Json(Items { data: rows.into_iter().map(|row| Room::of(row, &scope)).collect() }))
    }

    /// Count the rooms with unread messages
    #[oai(path = "/unread", method = "get", operation_id = "room_unread")]
    async fn room_unread(&self, ctx: Ctx) -> ApiResult<Json<Item<RoomsUnread>>> {
        let scope = RoomScope::of(&ctx, Action::List)?;
        let mut tx = ctx.begin().await?;
        let rooms = rooms::count_unread(&mut tx, &scope).await?;
        tx.commit().await?;
        Ok(Json(Item { data: RoomsUnread { rooms } }))
    }

    /// List people and clients to write to
    ///
    /// At most 20 people, and for staff 10 clients. Users from outside find only people of their own client or partner.
    #[oai(path = "/contacts", method = "get", operation_id = "room_contact_list")]
    async fn room_contact_list(
        &self,
        ctx: Ctx,
        /// Words in the name.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<RoomContact>>> {
        let scope = RoomScope::of(&ctx, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let data = members::list_contacts(&mut tx, &scope, &Words::parse(search.0.as_deref())).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Create a room
    ///
    /// With one other member, the answer is the direct chat with this person, which may exist already. With more, it is
    /// a new group, which needs a name. People from different clients cannot be in the same room.
    #[oai(path = "/", method = "post", operation_id = "room_create")]
    async fn room_create(&self, ctx: Ctx, body: Body<RoomInput>) -> ApiResult<Json<Item<RoomDetails>>> {
        let scope = RoomScope::of(&ctx, Action::Create)?;
        let mut tx = ctx.begin().await?;
        if rooms::find_optional(&mut tx, &scope, body.key).await?.is_some() {
            return answer(tx, &scope, body.key).await;
        }
        let ids = members::check_members(&mut tx, &scope, &body.member_ids, None).await?;
        let id = match ids.as_slice() {
            [other] => open_direct_chat(&mut tx, &ctx, body.key, *other).await?,
            _ => create_group(&mut tx, &ctx, &body, &ids).await?,
        };
        answer(tx, &scope, id).await
    }

    /// Show a room with its members
    #[oai(path = "/:id", method = "get", operation_id = "room_show")]
    async fn room_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<RoomDetails>>> {
        let scope = RoomScope::of(&ctx, Action::Show)?;
        answer(ctx.begin().await?, &scope, *id).await
    }

    /// Rename a group
    ///
    /// Allowed for the creator of the group and for staff. Returns 409 `room_of_others` for others, and for rooms that
    /// are not groups.
    #[oai(path = "/:id", method = "patch", operation_id = "room_update")]
    async fn room_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<RoomUpdate>,
    ) -> ApiResult<Json<Item<RoomDetails>>> {
        let scope = RoomScope::of(&ctx, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let room = rooms::find(&mut tx, &scope, *id).await?;
        if !RoomCan::of(&room, &scope).rename {
            return Err(ApiError::refused(MessageCode::RoomOfOthers));
        }
        let mut errors = FieldErrors::default();
        let title = required("title", &body.title, &mut errors);
        errors.into_result()?;
        rooms::rename(&mut tx, *id, &title).await?;
        rooms::announce(&mut tx, &room).await?;
        let changes = json!({ "title": [room.title, title] });
        audit::record(&mut tx, &ctx, "room.update", Some(*id), changes).await?;
        answer(tx, &scope, *id).await
    }

    /// Get the small picture of a member
    #[oai(path = "/:id/members/:user_id/picture/:file", method = "get", operation_id = "room_member_picture")]
    async fn room_member_picture(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        user_id: Path<Uuid>,
        file: Path<String>,
    ) -> ApiResult<Response<FileAnswer<Jpeg>>> {
        let scope = RoomScope::of(&ctx, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let room = rooms::find(&mut tx, &scope, *id).await?;
        let members = members::list(&mut tx, &room).await?;
        tx.commit().await?;
        let member = members.into_iter().find(|member| member.id == *user_id);
        let key = member.and_then(|member| member.thumbnail_key).ok_or_else(ApiError::not_found)?;
        serve_picture(&ctx, &key, &file).await
    }

    /// Mark messages as read by the current user
    #[oai(path = "/:id/read", method = "post", operation_id = "room_read")]
    async fn room_read(&self, ctx: Ctx, id: Path<Uuid>, body: Body<RoomReadInput>) -> ApiResult<()> {
        let scope = RoomScope::of(&ctx, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let room = rooms::find(&mut tx, &scope, *id).await?;
        let seq = body.seq.min(room.last_seq);
        if seq > room.read_seq {
            rooms::mark_read(&mut tx, *id, scope.user_id, seq).await?;
            rooms::announce(&mut tx, &room).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Store how the current user has a room on the page
    ///
    /// Pages of the same user begin with it.
    #[oai(path = "/:id/window", method = "put", operation_id = "room_window")]
    async fn room_window(&self, ctx: Ctx, id: Path<Uuid>, body: Body<RoomWindow>) -> ApiResult<()> {
        let scope = RoomScope::of(&ctx, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let room = rooms::find(&mut tx, &scope, *id).await?;
        rooms::ensure_stored(&mut tx, &room, ctx.now()).await?;
        rooms::store_window(&mut tx, *id, scope.user_id, body.0).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Store the current user's draft of a message
    #[oai(path = "/:id/draft", method = "put", operation_id = "room_draft")]
    async fn room_draft(&self, ctx: Ctx, id: Path<Uuid>, body: Body<RoomDraftInput>) -> ApiResult<()> {
        let scope = RoomScope::of(&ctx, Action::Send)?;
        let mut tx = ctx.begin().await?;
        let room = rooms::find(&mut tx, &scope, *id).await?;
        rooms::ensure_stored(&mut tx, &room, ctx.now()).await?;
        rooms::store_draft(&mut tx, *id, scope.user_id, &body.body, ctx.now()).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Add members to a group
    ///
    /// New members see only messages that are written later.
    #[oai(path = "/:id/members", method = "post", operation_id = "room_add_members")]
    async fn room_add_members(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<RoomMembersInput>,
    ) -> ApiResult<Json<Item<RoomDetails>>> {
        let scope = RoomScope::of(&ctx, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let room = rooms::find(&mut tx, &scope, *id).await?;
        let ids = members::check_members(&mut tx, &scope, &body.member_ids, Some(*id)).await?;
        if room.kind != RoomKind::Group {
            return Err(ApiError::refused(MessageCode::RoomWithoutMembers));
        }
        let first_visible_seq = rooms::lock(&mut tx, *id).await?;
        members::add(&mut tx, *id, first_visible_seq, &ids, scope.user_id, ctx.now()).await?;
        rooms::announce(&mut tx, &room).await?;
        let facts = json!({ "members": members::load_names(&mut tx, &ids).await? });
        audit::record(&mut tx, &ctx, "room.add_members", Some(*id), facts).await?;
        answer(tx, &scope, *id).await
    }

    /// Remove a member from a group, or leave it
    ///
    /// Only the creator of the group can remove others.
    #[oai(path = "/:id/members/:user_id", method = "delete", operation_id = "room_remove_member")]
    async fn room_remove_member(&self, ctx: Ctx, id: Path<Uuid>, user_id: Path<Uuid>) -> ApiResult<()> {
        let scope = RoomScope::of(&ctx, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let room = rooms::find(&mut tx, &scope, *id).await?;
        if room.kind != RoomKind::Group {
            return Err(ApiError::refused(MessageCode::RoomWithoutMembers));
        }
        if *user_id != scope.user_id && room.created_by != Some(scope.user_id) {
            return Err(ApiError::refused(MessageCode::RoomOfOthers));
        }
        // Announced before the removal, so that the pages of the removed member hear of it too.
        rooms::announce(&mut tx, &room).await?;
        if !members::remove(&mut tx, *id, *user_id).await? {
            return Err(ApiError::not_found());
        }
        let facts = json!({ "members": members::load_names(&mut tx, &[*user_id]).await? });
        audit::record(&mut tx, &ctx, "room.remove_member", Some(*id), facts).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// Finds the direct chat with a person, or creates it.
async fn open_direct_chat(tx: &mut TenantTx, ctx: &Ctx, key: Uuid, other: Uuid) -> ApiResult<Uuid> {
    let own = ctx.user.id;
    let (low, high) = (own.min(other), own.max(other));
    let at = ctx.now();
    if let Some(id) = rooms::find_by_pair(tx, low, high).await? {
        // Who has left comes back, and sees what is written from now on.
        let first_visible_seq = rooms::lock(tx, id).await?;
        members::add(tx, id, first_visible_seq, &[own, other], own, at).await?;
        return Ok(id);
    }
    let room = NewRoom {
        id: key,
        kind: RoomKind::Direct,
        title: None,
        pair: Some((low, high)),
        client_id: None,
        by: Some(own),
        at,
    };
    if !rooms::insert(tx, &room).await? {
        // The other person has created the chat at the same moment, or another room has this id.
        let known = rooms::find_by_pair(tx, low, high).await?;
        return known.ok_or_else(|| ApiError::refused(MessageCode::KeyUsed));
    }
    members::add(tx, key, FIRST_SEQ, &[own, other], own, at).await?;
    record_creation(tx, ctx, key, &[own, other]).await
}

async fn create_group(tx: &mut TenantTx, ctx: &Ctx, input: &RoomInput, others: &[Uuid]) -> ApiResult<Uuid> {
    let mut errors = FieldErrors::default();
    let title = required("title", input.title.as_deref().unwrap_or_default(), &mut errors);
    errors.into_result()?;
    let (own, at) = (ctx.user.id, ctx.now());
    let room = NewRoom {
        id: input.key,
        kind: RoomKind::Group,
        title: Some(&title),
        pair: None,
        client_id: None,
        by: Some(own),
        at,
    };
    if !rooms::insert(tx, &room).await? {
        return Err(ApiError::refused(MessageCode::KeyUsed));
    }
    let all: Vec<Uuid> = others.iter().copied().chain([own]).collect();
    members::add(tx, input.key, FIRST_SEQ, &all, own, at).await?;
    record_creation(tx, ctx, input.key, &all).await
}

async fn record_creation(tx: &mut TenantTx, ctx: &Ctx, id: Uuid, members: &[Uuid]) -> ApiResult<Uuid> {
    let audience = server_core::live::Audience::Users(members.to_vec());
    server_core::live::records_changed(tx, &audience, "room", &[id]);
    let facts = json!({ "members": members::load_names(tx, members).await? });
    audit::record(tx, ctx, "room.create", Some(id), facts).await?;
    Ok(id)
}

/// Commits, and answers with the room as it is now.
async fn answer(mut tx: TenantTx, scope: &RoomScope, id: Uuid) -> ApiResult<Json<Item<RoomDetails>>> {
    let row = rooms::find(&mut tx, scope, id).await?;
    let members = members::list(&mut tx, &row).await?;
    let draft = rooms::load_draft(&mut tx, id, scope.user_id).await?;
    let (messages, _) = messages::page(&mut tx, &row, None).await?;
    tx.commit().await?;
    Ok(Json(Item { data: RoomDetails { room: Room::of(row, scope), members, messages, draft } }))
}

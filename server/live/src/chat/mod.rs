//! The messenger (CHAT-1): rooms, members, messages, reactions, files.
//!
//! `scope` says who belongs to a room, `rooms` and `members` store rooms, `messages` and `files` what is in them. Every
//! query of messages begins at the member's first one. `unread` notifies of what stays unread.

mod files;
mod members;
pub mod merge;
mod message_api;
mod messages;
pub mod model;
mod room_api;
mod rooms;
mod scope;
mod unread;

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use poem_openapi::OpenApi;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use access::live_rights::LiveRights;
pub use messages::hits_query;
use scope::RoomScope;
use server_core::http::error::ApiResult;
use server_core::state::AppState;
pub use unread::TellUnread;

pub fn api() -> impl OpenApi {
    (room_api::RoomApi, message_api::RoomMessageApi, files::RoomFileApi)
}

/// Whether a user belongs to a room.
pub async fn is_seen(tx: &mut TenantTx, reach: &LiveRights, id: Uuid) -> ApiResult<bool> {
    if !reach.allows(Resource::Room, Action::Show) {
        return Ok(false);
    }
    Ok(rooms::find_optional(tx, &RoomScope::from_live_rights(reach), id).await?.is_some())
}

/// Those of these users to whom a room belongs that somebody has written in.
async fn load_readers(tx: &mut TenantTx, users: &[LiveRights], id: Uuid) -> ApiResult<HashSet<Uuid>> {
    let allowed = users.iter().filter(|rights| rights.allows(Resource::Room, Action::Show));
    let scopes: Vec<RoomScope> = allowed.map(RoomScope::from_live_rights).collect();
    rooms::load_readers(tx, &scopes, id).await
}

/// Takes a user out of all rooms with members of their own, because the user belongs to somebody else now. Direct chats begin
/// anew, without what was written before.
pub async fn leave_rooms(tx: &mut TenantTx, user_id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    members::leave_all(tx, user_id, at).await
}

/// Forgets files that were attached to drafts and never sent. The caller deletes them after the commit.
pub async fn delete_expired(tx: &mut TenantTx, state: &AppState) -> ApiResult<Vec<String>> {
    files::delete_expired(tx, state).await
}

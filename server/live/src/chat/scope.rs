//! The facts about the current user that decide which rooms exist for them.

use policy::{Action, Resource, UserType};
use uuid::Uuid;

use access::ctx::Ctx;
use access::live_rights::LiveRights;
use server_core::http::error::ApiResult;

/// The user whose rooms are read. Staff belong to the room of every client, administrators also to their own room.
#[derive(Clone, Copy, Debug)]
pub struct RoomScope {
    pub user_id: Uuid,
    pub client_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
    pub is_staff: bool,
    pub is_administrator: bool,
}

impl RoomScope {
    /// 403 without the right to the action.
    pub fn of(ctx: &Ctx, action: Action) -> ApiResult<Self> {
        ctx.require(Resource::Room, action)?;
        Ok(Self {
            user_id: ctx.user.id,
            client_id: ctx.user.client_id,
            partner_id: ctx.user.partner_id,
            is_staff: !ctx.is_outside(),
            is_administrator: ctx.user.user_type == UserType::Admin && !ctx.is_outside(),
        })
    }

    pub fn from_live_rights(rights: &LiveRights) -> Self {
        Self {
            user_id: rights.user_id,
            client_id: rights.client_id,
            partner_id: rights.partner_id,
            is_staff: !rights.is_outside,
            is_administrator: rights.is_administrator && !rights.is_outside,
        }
    }
}

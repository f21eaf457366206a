//! The user who asks, as far as rooms are concerned.

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

    pub fn of_reach(reach: &LiveRights) -> Self {
        Self {
            user_id: reach.user_id,
            client_id: reach.client_id,
            partner_id: reach.partner_id,
            is_staff: !reach.is_outside,
            is_administrator: reach.is_administrator && !reach.is_outside,
        }
    }
}

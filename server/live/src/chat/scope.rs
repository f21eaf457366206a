//! The facts about the current user that decide which rooms exist for them.

use policy::{Action, Resource, UserType};
use uuid::Uuid;

use access::ctx::Ctx;
use access::live_rights::LiveRights;
use server_core::http::error::ApiResult;

/// The user whose rooms are read. Staff belong to the rooms of the clients they may open, administrators also to their own
/// room.
#[derive(Clone, Debug)]
pub struct RoomScope {
    pub user_id: Uuid,
    pub client_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
    pub is_staff: bool,
    /// Staff who may open clients. Without it, rooms and people of clients do not exist for the user.
    pub sees_clients: bool,
    /// Staff bound to these subsidiaries see the clients that have shipments there; none sees all.
    pub subsidiary_ids: Option<Vec<Uuid>>,
    pub is_administrator: bool,
}

impl RoomScope {
    /// 403 without the right to the action.
    pub fn of(ctx: &Ctx, action: Action) -> ApiResult<Self> {
        ctx.require(Resource::Room, action)?;
        let is_staff = !ctx.is_outside();
        Ok(Self {
            user_id: ctx.user.id,
            client_id: ctx.user.client_id,
            partner_id: ctx.user.partner_id,
            is_staff,
            sees_clients: is_staff && ctx.grants.allow(Resource::Client, Action::Show),
            subsidiary_ids: ctx.user.subsidiary_ids.clone(),
            is_administrator: is_staff && ctx.user.user_type == UserType::Admin,
        })
    }

    pub fn from_live_rights(rights: &LiveRights) -> Self {
        let is_staff = !rights.is_outside;
        Self {
            user_id: rights.user_id,
            client_id: rights.client_id,
            partner_id: rights.partner_id,
            is_staff,
            sees_clients: is_staff && rights.allows(Resource::Client, Action::Show),
            subsidiary_ids: rights.subsidiary_ids.clone(),
            is_administrator: is_staff && rights.is_administrator,
        }
    }

    /// The client or the partner of a user from outside. A carrier's user stands alone: carriers never meet clients.
    pub fn party(&self) -> Option<Uuid> {
        self.client_id.or(self.partner_id).or_else(|| (!self.is_staff).then_some(self.user_id))
    }
}

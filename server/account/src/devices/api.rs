//! `/account-devices`: where the user is signed in; and `/users/{id}/devices`, where another user is.

use chrono::{DateTime, Utc};
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::agent::{Agent, DeviceKind};
use access::ctx::Ctx;
use access::devices::{self, DeviceOwner, DeviceRow};
use access::profiles;
use access::sessions;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;

pub struct DeviceApi;

/// A device where the user is signed in.
#[derive(Object)]
pub struct Device {
    pub id: Uuid,
    /// The name the user gave it; null when it has none.
    pub name: Option<String>,
    /// The browser or program, with its major version; null when unknown.
    pub browser: Option<String>,
    /// Operating system; null when unknown.
    pub system: Option<String>,
    pub kind: DeviceKind,
    /// IP address at sign-in.
    pub ip_address: String,
    pub signed_in_at: DateTime<Utc>,
    /// Accurate to one minute.
    pub last_seen_at: DateTime<Utc>,
    /// True for the device of this request.
    pub is_current: bool,
    pub can: DeviceCan,
}

/// Permissions of the user on a device.
#[derive(Object, Clone, Copy)]
pub struct DeviceCan {
    pub update: bool,
    /// False for the device of this request: sign out instead.
    pub delete: bool,
}

/// The name of a device.
#[derive(Object)]
pub struct DeviceUpdate {
    /// Null or blank removes the name.
    #[oai(validator(max_length = 60))]
    pub name: Option<String>,
}

#[OpenApi(tag = "Tag::MyAccount")]
impl DeviceApi {
    /// List the user's devices, most recently seen first
    #[oai(path = "/account-devices", method = "get", operation_id = "account_device_list")]
    async fn account_device_list(&self, ctx: Ctx) -> ApiResult<Json<Items<Device>>> {
        ctx.require(Resource::Account, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let rows = devices::list(&mut tx, owner_of(&ctx), None).await?;
        tx.commit().await?;
        Ok(Json(Items { data: rows.into_iter().map(|row| Device::of(row, &ctx)).collect() }))
    }

    /// List the devices where another user is signed in, most recently seen first
    #[oai(path = "/users/:id/devices", method = "get", operation_id = "user_devices")]
    async fn user_devices(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Items<Device>>> {
        ctx.require(Resource::User, Action::Show)?;
        let mut tx = ctx.begin().await?;
        profiles::subject(&mut tx, *id).await?.ok_or_else(ApiError::not_found)?;
        let rows = devices::list(&mut tx, DeviceOwner { user_id: *id, ..owner_of(&ctx) }, None).await?;
        tx.commit().await?;
        let can = DeviceCan { update: false, delete: false };
        let data = rows.into_iter().map(|row| Device { can, ..Device::of(row, &ctx) }).collect();
        Ok(Json(Items { data }))
    }

    /// Rename a device
    #[oai(path = "/account-device/:id", method = "patch", operation_id = "account_device_update")]
    async fn account_device_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<DeviceUpdate>,
    ) -> ApiResult<Json<Item<Device>>> {
        ctx.require(Resource::Account, Action::Update)?;
        ctx.refuse_while_switched()?;
        let name = body.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let mut tx = ctx.begin().await?;
        let before = find(&mut tx, &ctx, *id).await?;
        devices::rename(&mut tx, *id, ctx.user.id, name).await?;
        let changes = json!({ "name": [before.name, name] });
        audit::record(&mut tx, &ctx, "account_device.update", Some(*id), changes).await?;
        tx.commit().await?;
        let row = DeviceRow { name: name.map(str::to_owned), ..before };
        Ok(Json(Item { data: Device::of(row, &ctx) }))
    }

    /// Sign another device out
    ///
    /// Returns 409 `own_device` for the device of this request: use `/logout`.
    #[oai(path = "/account-device/:id", method = "delete", operation_id = "account_device_delete")]
    async fn account_device_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::Account, Action::Update)?;
        ctx.refuse_while_switched()?;
        let mut tx = ctx.begin().await?;
        let device = Device::of(find(&mut tx, &ctx, *id).await?, &ctx);
        if !device.can.delete {
            return Err(ApiError::refused(MessageCode::OwnDevice));
        }
        let ended = sessions::close_one(&mut tx, *id, ctx.user.id).await?;
        let facts =
            json!({ "browser": device.browser, "system": device.system, "address": device.ip_address });
        audit::record(&mut tx, &ctx, "account_device.delete", Some(*id), facts).await?;
        tx.commit().await?;
        sessions::forget_all(ctx.state(), &ctx.tenant().id, &ended).await;
        Ok(())
    }

    /// Sign all other devices out
    #[oai(path = "/account-devices", method = "delete", operation_id = "account_device_delete_others")]
    async fn account_device_delete_others(&self, ctx: Ctx) -> ApiResult<()> {
        ctx.require(Resource::Account, Action::Update)?;
        ctx.refuse_while_switched()?;
        let mut tx = ctx.begin().await?;
        let ended = sessions::keep_only(&mut tx, ctx.user.id, ctx.user.session_id).await?;
        let facts = json!({ "ended_sessions": ended.len() });
        audit::record(&mut tx, &ctx, "account_device.delete_others", Some(ctx.user.id), facts).await?;
        tx.commit().await?;
        sessions::forget_all(ctx.state(), &ctx.tenant().id, &ended).await;
        Ok(())
    }
}

fn owner_of(ctx: &Ctx) -> DeviceOwner {
    DeviceOwner { user_id: ctx.user.id, now: ctx.now(), tenant_epoch: ctx.tenant().epoch }
}

async fn find(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<DeviceRow> {
    let found = devices::list(tx, owner_of(ctx), Some(id)).await?.into_iter().next();
    found.ok_or_else(ApiError::not_found)
}

impl Device {
    fn of(row: DeviceRow, ctx: &Ctx) -> Self {
        let agent = Agent::of(&row.user_agent);
        let is_current = row.id == ctx.user.session_id;
        let update = ctx.grants.allow(Resource::Account, Action::Update) && ctx.user.acting.is_none();
        Self {
            id: row.id,
            name: row.name,
            browser: agent.browser,
            system: agent.system.map(str::to_owned),
            kind: agent.kind,
            ip_address: row.ip_address,
            signed_in_at: row.created_at,
            last_seen_at: row.last_seen_at,
            is_current,
            can: DeviceCan { update, delete: update && !is_current },
        }
    }
}

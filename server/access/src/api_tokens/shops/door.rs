//! The door for shops. Their calls have no token: whoever opens it checks the signature first.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::types::Json;
use tenancy::{TenantId, TenantTx};
use uuid::Uuid;

use super::model::{ShopCall, ShopKind};
use crate::ctx::Ctx;
use crate::current_user::{Credential, CurrentUser, CurrentUserRow, UserToken};
use crate::current_user_columns;
use policy::Resource;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::visit::Visit;
use server_core::live::{self, Audience};
use server_core::sealed::Seal;
use server_core::settings::INTEGRATIONS;

/// A wrong signature is noted at most this often: strangers make no writes.
const NOTED_EVERY: TimeDelta = TimeDelta::minutes(5);

pub const FIND_SHOP: &str = concat!(
    "
    select t.id as token_id, t.scopes, t.expires_at, t.hash, t.shop_kind, t.shop_channel, t.shop_client_id, t.shop_service_id,
           t.shop_secret, ",
    current_user_columns!(),
    "
    from api_tokens t join users u on u.id = t.user_id and u.active
    left join partners r on r.id = u.partner_id left join clients c on c.id = u.client_id
    where t.id = $1 and t.shop_kind is not null and t.shop_secret is not null and t.revoked_at is null and t.expires_at > $2
      and (u.partner_id is null or r.active) and (u.client_id is null or c.active)"
);
/// Its orders come one after the other, and none while somebody ends it.
pub const HOLD_SHOP: &str = "
    select id from api_tokens where id = $1 and revoked_at is null and expires_at > $2 for no key update";
/// The newest thirty calls.
pub const NOTE_CALL: &str = "
    update api_tokens
    set shop_log = (
            select jsonb_agg(call order by place) from (
                select $2::jsonb as call, 0::bigint as place
                union all
                select call, place from jsonb_array_elements(shop_log) with ordinality earlier(call, place) where place < 30
            ) calls),
        last_used_at = $3, last_used_from = $4, shop_refused_at = null
    where id = $1";
pub const NOTE_WRONG_SIGNATURE: &str = "
    update api_tokens set shop_refused_at = $2
    where id = $1 and (shop_refused_at is null or shop_refused_at <= $3) returning user_id";

#[derive(sqlx::FromRow)]
struct FoundShop {
    token_id: Uuid,
    scopes: Vec<String>,
    expires_at: DateTime<Utc>,
    hash: Vec<u8>,
    shop_kind: ShopKind,
    shop_channel: String,
    shop_client_id: Option<Uuid>,
    shop_service_id: Option<Uuid>,
    shop_secret: Vec<u8>,
    #[sqlx(flatten)]
    user: CurrentUserRow,
}

/// A shop that takes orders now.
pub struct OpenShop {
    pub id: Uuid,
    pub kind: ShopKind,
    pub channel: String,
    pub client_id: Option<Uuid>,
    pub service_id: Option<Uuid>,
    /// By which it signs.
    pub secret: Vec<u8>,
    /// In whose name it orders.
    pub user: CurrentUser,
}

/// The seal of a shop's secret. The hash is random and never changes.
pub const fn seal_of_secret<'a>(secret: &'a str, tenant: &'a TenantId, hash: &'a [u8]) -> Seal<'a> {
    Seal { secret, tenant, purpose: "shop secret", owner: hash }
}

/// The shop of an address; none if it takes no orders here and now.
pub async fn find_open(visit: &Visit, id: Uuid) -> ApiResult<Option<OpenShop>> {
    let settings = visit.settings().await?;
    if !settings.flag(INTEGRATIONS) {
        return Ok(None);
    }
    let mut tx = visit.begin().await?;
    let query = sqlx::query_as(FIND_SHOP).bind(id).bind(visit.now());
    let found: Option<FoundShop> = query.fetch_optional(&mut *tx).await?;
    tx.commit().await?;
    let Some(found) = found else { return Ok(None) };
    let seal = seal_of_secret(&visit.state.config.secret, &visit.tenant.id, &found.hash);
    let Some(secret) = seal.open(&found.shop_secret) else {
        tracing::error!(tenant = %visit.tenant.id, shop = %id, "the secret of a shop cannot be opened");
        return Ok(None);
    };
    let credential = Credential {
        id: found.token_id,
        acting: None,
        token: Some(UserToken { id: found.token_id, scopes: found.scopes, warehouse_id: None }),
        policy_version: settings.policy_version,
        tenant_epoch: visit.tenant.epoch,
        expires_at: found.expires_at,
    };
    Ok(found.user.with(credential).map(|user| OpenShop {
        id: found.token_id,
        kind: found.shop_kind,
        channel: found.shop_channel,
        client_id: found.shop_client_id,
        service_id: found.shop_service_id,
        secret,
        user,
    }))
}

/// Keeps a shop valid until the transaction ends. Returns 401 when somebody has ended it since its call began.
pub async fn hold(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<()> {
    let query = sqlx::query_scalar(HOLD_SHOP).bind(id).bind(ctx.now());
    let held: Option<Uuid> = query.fetch_optional(&mut **tx).await?;
    held.map(|_| ()).ok_or_else(ApiError::unauthenticated)
}

/// Adds a call to the log of a shop, which is held.
pub async fn note_call(tx: &mut TenantTx, ctx: &Ctx, id: Uuid, call: &ShopCall) -> ApiResult<()> {
    let query = sqlx::query(NOTE_CALL).bind(id).bind(Json(call)).bind(ctx.now()).bind(&ctx.visit.address);
    query.execute(&mut **tx).await?;
    live::records_changed(tx, &Audience::Users(vec![ctx.user.id]), Resource::Shop.name(), &[id]);
    Ok(())
}

/// Notes that a signature was wrong: its user has probably entered another secret.
pub async fn note_wrong_signature(visit: &Visit, id: Uuid) -> ApiResult<()> {
    let mut tx = visit.begin().await?;
    let query = sqlx::query_scalar(NOTE_WRONG_SIGNATURE).bind(id).bind(visit.now());
    let noted: Option<Uuid> = query.bind(visit.now() - NOTED_EVERY).fetch_optional(&mut *tx).await?;
    if let Some(user_id) = noted {
        live::records_changed(&mut tx, &Audience::Users(vec![user_id]), Resource::Shop.name(), &[id]);
    }
    tx.commit().await?;
    Ok(())
}

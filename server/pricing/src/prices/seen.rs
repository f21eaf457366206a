//! The prices that a user may see: costs are for those with the right to them.

use poem::http::StatusCode;
use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use super::tables::PriceTableKind;
use access::ctx::Ctx;
use access::references::still_active;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::record::Where;

/// Locked, so that the service is not deactivated before the transaction ends.
const SERVICE: &str = "select active from services where id = $1 for share";

/// Whether the user may see costs and margins.
pub fn sees_costs(ctx: &Ctx) -> bool {
    ctx.grants.allow(Resource::PriceCost, Action::Show)
}

/// The conditions for the tables that the user may see.
pub fn tables(ctx: &Ctx) -> Where {
    limit_to_seen_kinds(ctx, Where::all())
}

/// Limits a list of tables to the kinds that the user may see.
pub fn limit_to_seen_kinds(ctx: &Ctx, filter: Where) -> Where {
    let only = (!sees_costs(ctx)).then_some(PriceTableKind::Sell.as_str());
    filter.and("kind = ", only)
}

/// Returns 403 for a cost table of a user who may not see costs.
pub fn require_kind(ctx: &Ctx, kind: PriceTableKind) -> ApiResult<()> {
    if kind == PriceTableKind::Cost { ctx.require(Resource::PriceCost, Action::Show) } else { Ok(()) }
}

/// Reports a record that does not exist at the field that names it; other errors stay.
pub fn named_by(field: &'static str) -> impl Fn(ApiError) -> ApiError {
    move |error| match error.status() {
        StatusCode::NOT_FOUND => ApiError::invalid_field(field, MessageCode::UnknownOption),
        _ => error,
    }
}

/// Whether a service can be chosen.
pub async fn known_service(tx: &mut TenantTx, asked: Option<Uuid>, before: Option<Uuid>) -> ApiResult<bool> {
    still_active(tx, SERVICE, asked, before).await.map_err(ApiError::from)
}

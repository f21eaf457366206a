//! Who can drive: active staff with the right to record stops.

use std::collections::HashSet;

use policy::{Action, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use access::users::staff;
use access::users::staff_choice::{self, StaffOption};
use server_core::http::error::ApiResult;

/// The drivers by name, at most 200.
pub async fn list_drivers(tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<Vec<StaffOption>> {
    let able = list_able(tx, ctx).await?;
    let all = staff_choice::list_staff(tx).await?;
    Ok(all.into_iter().filter(|one| able.contains(&one.id)).collect())
}

/// The name of a driver; none for anybody else.
pub async fn find_driver_name(tx: &mut TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Option<String>> {
    let able = list_able(tx, ctx).await?;
    let name = staff_choice::find_staff_name(tx, id).await?;
    Ok(name.filter(|_| able.contains(&id)))
}

async fn list_able(tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<HashSet<Uuid>> {
    let policy = &ctx.state().policy;
    let able = staff::with_right(tx, policy, Resource::Route, Action::Record).await?;
    Ok(able.into_iter().collect())
}

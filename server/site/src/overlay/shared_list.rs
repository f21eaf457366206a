//! The calls that every shared list has: rows with the company's edits, each as the user may see and change it.

use std::future::Future;

use poem_openapi::payload::Json;
use poem_openapi::types::{ParseFromJSON, ToJSON};
use policy::{Grants, Resource};
use serde_json::{Value, json};
use sqlx::FromRow;
use sqlx::postgres::PgRow;
use tenancy::TenantTx;

use access::ctx::Ctx;
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::http::list::{Item, Items, Page};
use server_core::live::{self, Audience};
use server_core::record::{ListQuery, Listing, LookupChoice, Where};

/// A row of a shared list with the company's edits.
pub trait EditedRow: for<'r> FromRow<'r, PgRow> + Send + Unpin {
    type Record: ParseFromJSON + ToJSON + Send + Sync;

    /// The row with a code; 404 without one.
    fn find(tx: &mut TenantTx, code: &str) -> impl Future<Output = ApiResult<Self>> + Send;

    fn seen_by(self, grants: &Grants) -> Self::Record;
}

/// One page of the list.
pub async fn page<R: EditedRow>(
    ctx: &Ctx,
    listing: &Listing,
    filter: &Where,
    asked: &ListQuery,
) -> ApiResult<Json<Page<R::Record>>> {
    let mut tx = ctx.begin().await?;
    let (rows, meta) = listing.page::<R>(&mut tx, filter, asked).await?;
    tx.commit().await?;
    let data = rows.into_iter().map(|row| row.seen_by(&ctx.grants)).collect();
    Ok(Json(Page { data, meta }))
}

/// The rows to choose from.
pub async fn choices(
    ctx: &Ctx,
    listing: &Listing,
    filter: &Where,
    most: i64,
) -> ApiResult<Json<Items<LookupChoice>>> {
    let mut tx = ctx.begin().await?;
    let data = listing.all(&mut tx, filter, most).await?;
    tx.commit().await?;
    Ok(Json(Items { data }))
}

/// Commits, and answers with the row as it is now.
pub async fn answer<R: EditedRow>(
    mut tx: TenantTx,
    ctx: &Ctx,
    code: &str,
) -> ApiResult<Json<Item<R::Record>>> {
    let row = R::find(&mut tx, code).await?;
    tx.commit().await?;
    Ok(Json(Item { data: row.seen_by(&ctx.grants) }))
}

/// Writes the audit entry of a row, which has a code in the place of an id, and tells open pages.
pub async fn record(
    tx: &mut TenantTx,
    ctx: &Ctx,
    resource: Resource,
    verb: &str,
    code: &str,
    mut changes: Value,
) -> ApiResult<()> {
    changes["code"] = json!(code);
    audit::record(tx, ctx, &format!("{}.{verb}", resource.name()), None, changes).await?;
    live::records_changed(tx, &Audience::Everybody, resource.name(), &[]);
    Ok(())
}

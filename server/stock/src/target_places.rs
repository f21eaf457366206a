//! Places into which goods come, and when they were counted.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::stock_places::StockPlaceKind;
use access::scope::RowScope;
use parties::transport_places;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

/// A place into which goods come. It is locked, so that it is not closed meanwhile.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct TargetPlace {
    pub id: Uuid,
    pub warehouse_id: Uuid,
    pub code: String,
    pub kind: StockPlaceKind,
    active: bool,
}

/// $2 are the branches of a user who is bound to some.
pub const LOCK: &str = "
    select id, warehouse_id, code, kind, active from stock_places
    where id = $1 and excluded_at is null and ($2::uuid[] is null or subsidiary_id = any($2)) for share";

/// Whether a place is deleted.
pub const LOCK_DELETED: &str = "select excluded_at is not null from stock_places where id = $1 for share";

/// When what lies in places was counted last.
pub const LAST_COUNT: &str = "select max(last_counted_at) from stock_places where id = any($1)";

/// When one of these places was counted last; none for never.
pub async fn find_last_count(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Option<DateTime<Utc>>> {
    Ok(sqlx::query_scalar(LAST_COUNT).bind(ids).fetch_one(&mut **tx).await?)
}

/// Nothing comes back into a place that is deleted, where no count would find it: 409. It is locked, so that it is not deleted
/// meanwhile.
pub async fn refuse_deleted(tx: &mut TenantTx, id: Uuid) -> ApiResult<()> {
    let is_deleted: Option<bool> =
        sqlx::query_scalar(LOCK_DELETED).bind(id).fetch_optional(&mut **tx).await?;
    if is_deleted == Some(false) { Ok(()) } else { Err(ApiError::refused(MessageCode::StockPlaceDeleted)) }
}

/// The place, or why no goods come in.
pub async fn lock(
    tx: &mut TenantTx,
    scope: &RowScope,
    id: Uuid,
) -> ApiResult<Result<TargetPlace, MessageCode>> {
    let (_, branches, _) = scope.parts();
    let query = sqlx::query_as(LOCK).bind(id).bind(branches);
    let place: Option<TargetPlace> = query.fetch_optional(&mut **tx).await?;
    let Some(place) = place else { return Ok(Err(MessageCode::UnknownOption)) };
    // In a closed warehouse, nobody picks or counts what comes.
    let is_open = place.active && !transport_places::list_open(tx, &[place.warehouse_id]).await?.is_empty();
    Ok(if is_open { Ok(place) } else { Err(MessageCode::StockPlaceClosed) })
}

//! Staff to choose from, for records that somebody has to do. `is_inside!` leaves out the users of clients, partners and
//! carriers.

use std::collections::HashMap;

use poem_openapi::Object;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::is_inside;
use server_core::http::error::ApiResult;

pub const ALL: &str = concat!(
    "select u.id, u.name as label from users u where u.active and ",
    is_inside!("u."),
    " order by search_text(u.name), u.id limit 200"
);
pub const ONE: &str =
    concat!("select u.name from users u where u.id = $1 and u.active and ", is_inside!("u."));
/// Those of these users who are active staff.
pub const AMONG: &str = concat!(
    "select u.id, u.name as label from users u where u.id = any($1) and u.active and ",
    is_inside!("u.")
);
/// The names of these users, also of former staff.
pub const NAMES: &str = "select u.id, u.name as label from users u where u.id = any($1)";

/// A member of the staff in a selection list.
#[derive(Object, sqlx::FromRow, Clone)]
pub struct StaffOption {
    pub id: Uuid,
    /// Name.
    pub label: String,
}

/// Active staff by name, at most 200.
pub async fn list_staff(tx: &mut TenantTx) -> ApiResult<Vec<StaffOption>> {
    Ok(sqlx::query_as(ALL).fetch_all(&mut **tx).await?)
}

/// The name of an active member of the staff; none for anybody else.
pub async fn find_staff_name(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<String>> {
    Ok(sqlx::query_scalar(ONE).bind(id).fetch_optional(&mut **tx).await?)
}

/// Those of these users who are active staff.
pub async fn list_staff_among(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<Vec<StaffOption>> {
    Ok(sqlx::query_as(AMONG).bind(ids).fetch_all(&mut **tx).await?)
}

/// The names of users, also of those who have left.
pub async fn load_names(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<HashMap<Uuid, String>> {
    let names: Vec<StaffOption> = sqlx::query_as(NAMES).bind(ids).fetch_all(&mut **tx).await?;
    Ok(names.into_iter().map(|one| (one.id, one.label)).collect())
}

//! Staff to choose from, for records that somebody has to do.

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

/// A member of the staff in a selection list.
#[derive(Object, sqlx::FromRow)]
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

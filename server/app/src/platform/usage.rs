//! Usage of a tenant: figures without personal data.

use chrono::{DateTime, Utc};
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use serde::Serialize;
use sqlx::{AssertSqlSafe, FromRow};
use tenancy::TenantTx;

use super::auth::Operator;
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::settings;
use server_core::tags::OperatorTag;

/// Usage of a tenant.
#[derive(Object, Serialize, FromRow, Clone, Debug, PartialEq, Eq)]
pub struct TenantUsage {
    /// Number of users who can sign in.
    pub users_active: i64,
    pub shipments: i64,
    /// Shipments created since the first of the month, in the company's time zone.
    pub shipments_this_month: i64,
    /// Size of its tables and indexes in bytes, without stored files.
    pub storage_bytes: i64,
    /// Last sign-in of any of its users; null if there was none.
    pub last_sign_in_at: Option<DateTime<Utc>>,
}

/// $1: the company's time zone.
pub const USAGE: &str = "
    select (select count(*) from users where active) as users_active,
        (select count(*) from shipments) as shipments,
        (select count(*) from shipments
         where created_at >= date_trunc('month', now() at time zone $1) at time zone $1) as shipments_this_month,
        (select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint from pg_class
         where relnamespace = current_schema()::text::regnamespace and relkind in ('r', 'm')) as storage_bytes,
        (select max(last_login_at) from users) as last_sign_in_at";

/// On Citus the tables stand on a worker, and what stands here in their place is empty.
fn usage_query(is_citus: bool) -> String {
    if is_citus {
        USAGE.replace("pg_total_relation_size", "citus_total_relation_size")
    } else {
        USAGE.to_owned()
    }
}

pub async fn of(tx: &mut TenantTx) -> ApiResult<TenantUsage> {
    let time_zone = settings::load(tx).await?.time_zone;
    let query = AssertSqlSafe(usage_query(tx.is_citus()));
    Ok(sqlx::query_as(query).bind(time_zone).fetch_one(&mut **tx).await?)
}

pub struct TenantUsageApi;

#[OpenApi(prefix_path = "/tenants", tag = "OperatorTag::Tenants")]
impl TenantUsageApi {
    /// Show the usage of a tenant
    ///
    /// Figures without personal data. 503 while the tenant is suspended.
    #[oai(path = "/:slug/usage", method = "get", operation_id = "tenant_usage_show")]
    async fn tenant_usage_show(
        &self,
        operator: Operator,
        slug: Path<String>,
    ) -> ApiResult<Json<Item<TenantUsage>>> {
        let mut tx = operator.state.begin(&slug).await?;
        let data = of(&mut tx).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}

//! SQL of layouts.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::documents::form::DocumentForm;
use access::in_scope;
use access::scope::RowScope;
use server_core::http::error::ApiResult;

pub const NEWEST: &str = "
    select distinct on (l.form) l.form, l.version, l.layout is not null as is_own, l.created_at,
           u.name as created_by_name
    from document_layouts l left join users u on u.id = l.created_by
    order by l.form, l.version desc";
pub const IN_FORCE: &str = "
    select form, layout from (
        select distinct on (form) form, layout from document_layouts order by form, version desc
    ) newest
    where layout is not null";
pub const VERSIONS: &str = "
    select l.version, l.layout is not null as is_own, l.created_at, u.name as created_by_name
    from document_layouts l left join users u on u.id = l.created_by
    where l.form = $1 order by l.version desc limit 50";
pub const VERSION: &str = "select layout from document_layouts where form = $1 and version = $2";
pub const INSERT: &str = "
    insert into document_layouts (form, version, layout, created_by, created_at)
    values ($1, $2, $3, $4, $5)";
pub const SHIPMENT: &str = concat!("select id from shipments where tracking_code = $4 and ", in_scope!(""));

/// The newest version of a form.
#[derive(sqlx::FromRow)]
pub struct Newest {
    pub form: DocumentForm,
    pub version: i32,
    pub is_own: bool,
    pub created_at: DateTime<Utc>,
    pub created_by_name: Option<String>,
}

#[derive(sqlx::FromRow)]
pub struct VersionRow {
    pub version: i32,
    pub is_own: bool,
    pub created_at: DateTime<Utc>,
    pub created_by_name: Option<String>,
}

/// A version to save.
pub struct NewVersion<'a> {
    pub form: DocumentForm,
    pub version: i32,
    pub layout: Option<&'a str>,
    pub by: Uuid,
    pub at: DateTime<Utc>,
}

pub async fn newest(tx: &mut TenantTx) -> ApiResult<Vec<Newest>> {
    Ok(sqlx::query_as(NEWEST).fetch_all(&mut **tx).await?)
}

/// The company's own layouts that documents use.
pub async fn in_force(tx: &mut TenantTx) -> ApiResult<HashMap<DocumentForm, String>> {
    let rows: Vec<(DocumentForm, String)> = sqlx::query_as(IN_FORCE).fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().collect())
}

pub async fn versions(tx: &mut TenantTx, form: DocumentForm) -> ApiResult<Vec<VersionRow>> {
    Ok(sqlx::query_as(VERSIONS).bind(form.as_str()).fetch_all(&mut **tx).await?)
}

/// None without such a version, and for one that restored the product's layout.
pub async fn version(
    tx: &mut TenantTx,
    form: DocumentForm,
    version: i32,
) -> ApiResult<Option<Option<String>>> {
    Ok(sqlx::query_scalar(VERSION).bind(form.as_str()).bind(version).fetch_optional(&mut **tx).await?)
}

pub async fn insert(tx: &mut TenantTx, new: NewVersion<'_>) -> ApiResult<()> {
    sqlx::query(INSERT)
        .bind(new.form.as_str())
        .bind(new.version)
        .bind(new.layout)
        .bind(new.by)
        .bind(new.at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The shipment of a tracking code within the scope.
pub async fn shipment(tx: &mut TenantTx, scope: &RowScope, code: &str) -> ApiResult<Option<Uuid>> {
    Ok(scope.query_scalar(SHIPMENT).bind(code).fetch_optional(&mut **tx).await?)
}

//! Packages in the tenant's schema.

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use sqlx::{FromRow, Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{PackageInput, PackageTitle, PackageType};
use crate::http::error::{ApiResult, OnConstraint};
use crate::http::list::{Paging, Sort, literal};
use crate::http::messages::MessageCode;

const COLUMNS: &str = "
    id, code, title_locale, package_type, length_mm, width_mm, height_mm, tare_g, max_weight_g, active, version,
    created_at, updated_at";

pub const LOCK: &str = "select from packages where id = $1 for update";
/// A new one stands behind the others.
pub const INSERT: &str = "
    insert into packages (id, code, title_locale, package_type, length_mm, width_mm, height_mm, tare_g, max_weight_g,
                          position, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, (select coalesce(max(position) + 1, 0) from packages), $10, $10)";
pub const UPDATE: &str = "
    update packages
    set code = $2, title_locale = $3, package_type = $4, length_mm = $5, width_mm = $6, height_mm = $7, tare_g = $8,
        max_weight_g = $9, version = version + 1, updated_at = $10
    where id = $1";
pub const SET_ACTIVE: &str = "
    update packages set active = $2, version = version + 1, updated_at = $3 where id = $1";

#[derive(FromRow)]
pub struct PackageRow {
    pub id: Uuid,
    code: String,
    title_locale: Json<PackageTitle>,
    package_type: PackageType,
    length_mm: Option<i32>,
    width_mm: Option<i32>,
    height_mm: Option<i32>,
    tare_g: i32,
    max_weight_g: Option<i32>,
    pub active: bool,
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

impl PackageRow {
    pub fn into_input(self) -> PackageInput {
        PackageInput {
            code: self.code,
            title_locale: self.title_locale.0,
            package_type: self.package_type,
            length_mm: self.length_mm,
            width_mm: self.width_mm,
            height_mm: self.height_mm,
            tare_g: self.tare_g,
            max_weight_g: self.max_weight_g,
        }
    }
}

/// Columns the list can be sorted by.
#[derive(Clone, Copy)]
pub enum SortKey {
    Code,
    PackageType,
    MaxWeight,
    UpdatedAt,
}

impl SortKey {
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "code" => Self::Code,
            "package_type" => Self::PackageType,
            "max_weight_g" => Self::MaxWeight,
            "updated_at" => Self::UpdatedAt,
            _ => return None,
        })
    }

    const fn column(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::PackageType => "package_type",
            Self::MaxWeight => "max_weight_g",
            Self::UpdatedAt => "updated_at",
        }
    }
}

/// Which packages, in which order.
pub struct Listing {
    pub search: String,
    pub package_type: Option<PackageType>,
    pub active: Option<bool>,
    pub sort: Vec<Sort<SortKey>>,
    pub paging: Paging,
}

/// A page, and how many there are: a company has some dozens.
pub async fn list(tx: &mut TenantTx, listing: &Listing) -> sqlx::Result<(Vec<PackageRow>, i64)> {
    let mut count = QueryBuilder::new("select count(*) from packages where true");
    listing.write(&mut count);
    let total = count.build_query_scalar().fetch_one(&mut **tx).await?;
    let mut page = QueryBuilder::new(format!("select {COLUMNS} from packages where true"));
    listing.write(&mut page);
    page.push(" order by ");
    for sort in &listing.sort {
        let direction = if sort.descending { "desc" } else { "asc" };
        page.push(format!("{} {direction} nulls last, ", sort.key.column()));
    }
    page.push(format!("position, code limit {} offset {}", listing.paging.per_page, listing.paging.offset()));
    Ok((page.build_query_as().fetch_all(&mut **tx).await?, total))
}

impl Listing {
    fn write(&self, query: &mut QueryBuilder<Postgres>) {
        for word in self.search.split_whitespace() {
            query
                .push(" and search_text(concat_ws(' ', code, title_locale ->> 'pt', title_locale ->> 'en', ");
            query.push("title_locale ->> 'es', title_locale ->> 'zh')) like '%' || search_text(");
            query.push_bind(literal(word)).push(") || '%'");
        }
        if let Some(package_type) = self.package_type {
            query.push(" and package_type = ").push_bind(package_type.as_str());
        }
        if let Some(active) = self.active {
            query.push(" and active = ").push_bind(active);
        }
    }
}

pub async fn find(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<PackageRow>> {
    let mut query = QueryBuilder::new(format!("select {COLUMNS} from packages where id = "));
    query.push_bind(id).build_query_as().fetch_optional(&mut **tx).await
}

/// Held until the transaction ends, for whoever changes it.
pub async fn lock(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<PackageRow>> {
    sqlx::query(LOCK).bind(id).execute(&mut **tx).await?;
    find(tx, id).await
}

pub async fn insert(tx: &mut TenantTx, id: Uuid, input: &PackageInput, now: DateTime<Utc>) -> ApiResult<()> {
    write(tx, INSERT, id, input, now).await
}

pub async fn update(tx: &mut TenantTx, id: Uuid, input: &PackageInput, now: DateTime<Utc>) -> ApiResult<()> {
    write(tx, UPDATE, id, input, now).await
}

async fn write(
    tx: &mut TenantTx,
    statement: &'static str,
    id: Uuid,
    input: &PackageInput,
    now: DateTime<Utc>,
) -> ApiResult<()> {
    let query = sqlx::query(statement)
        .bind(id)
        .bind(&input.code)
        .bind(Json(&input.title_locale))
        .bind(input.package_type.as_str())
        .bind(input.length_mm)
        .bind(input.width_mm)
        .bind(input.height_mm)
        .bind(input.tare_g)
        .bind(input.max_weight_g)
        .bind(now);
    query.execute(&mut **tx).await.on_constraint("packages_code_key", "code", MessageCode::Taken)?;
    Ok(())
}

pub async fn set_active(tx: &mut TenantTx, id: Uuid, active: bool, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query(SET_ACTIVE).bind(id).bind(active).bind(now).execute(&mut **tx).await?;
    Ok(())
}

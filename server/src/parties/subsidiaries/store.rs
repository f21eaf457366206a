//! SQL of subsidiaries, nothing else.

use chrono::{DateTime, Utc};
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Subsidiary, SubsidiaryInput, SubsidiaryOption};
use crate::http::error::{ApiError, ApiResult, OnConstraint};
use crate::http::list::{Paging, Sort, literal};
use crate::http::messages::MessageCode;

const COLUMNS: &str = "
    select s.id, s.title, s.document, s.ie, s.country_id, s.postcode, s.address_1, s.address_2, s.address_number,
           s.address_complement, s.state_id, s.city, s.time_zone, s.active, s.created_at, s.updated_at, s.version,
           (select count(*) from user_subsidiaries b where b.subsidiary_id = s.id) as user_count
    from subsidiaries s";
pub const FIND: &str = "
    select s.id, s.title, s.document, s.ie, s.country_id, s.postcode, s.address_1, s.address_2, s.address_number,
           s.address_complement, s.state_id, s.city, s.time_zone, s.active, s.created_at, s.updated_at, s.version,
           (select count(*) from user_subsidiaries b where b.subsidiary_id = s.id) as user_count
    from subsidiaries s where s.id = $1";
pub const LOCK: &str = "select id from subsidiaries where id = $1 for update";
pub const INSERT: &str = "
    insert into subsidiaries (id, title, document, ie, country_id, postcode, address_1, address_2, address_number,
                              address_complement, state_id, city, time_zone, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)";
pub const UPDATE: &str = "
    update subsidiaries
    set title = $2, document = $3, ie = $4, country_id = $5, postcode = $6, address_1 = $7, address_2 = $8,
        address_number = $9, address_complement = $10, state_id = $11, city = $12, time_zone = $13, updated_at = $14,
        version = version + 1
    where id = $1";
pub const SET_ACTIVE: &str =
    "update subsidiaries set active = $2, updated_at = $3, version = version + 1 where id = $1";
pub const IS_ACTIVE: &str = "select exists (select from subsidiaries where id = $1 and active)";
/// $1: who asks is bound to these.
pub const SELECT: &str = "
    select id, title as label, active from subsidiaries
    where active and ($1::uuid[] is null or id = any($1)) order by lower(title)";
/// Locked, so that none is closed before it is given to somebody.
pub const NAMED: &str = "
    select id, title as label, active from subsidiaries where id = any($1) order by lower(title) for share";
pub const OF_USER: &str = "
    select s.id, s.title as label, s.active from user_subsidiaries b join subsidiaries s on s.id = b.subsidiary_id
    where b.user_id = $1 order by lower(s.title)";
pub const TAKE: &str = "delete from user_subsidiaries where user_id = $1";
pub const GIVE: &str = "insert into user_subsidiaries (user_id, subsidiary_id) select $1, unnest($2::uuid[])";

/// Columns the list can be sorted by.
#[derive(Clone, Copy)]
pub enum SortKey {
    Title,
    City,
    Users,
    UpdatedAt,
}

impl SortKey {
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "title" => Self::Title,
            "city" => Self::City,
            "user_count" => Self::Users,
            "updated_at" => Self::UpdatedAt,
            _ => return None,
        })
    }

    const fn column(self) -> &'static str {
        match self {
            Self::Title => "lower(s.title)",
            Self::City => "lower(s.city)",
            Self::Users => "user_count",
            Self::UpdatedAt => "s.updated_at",
        }
    }
}

/// Which subsidiaries, in which order.
pub struct Listing {
    pub search: String,
    pub active: Option<bool>,
    pub sort: Vec<Sort<SortKey>>,
    pub paging: Paging,
}

impl Listing {
    fn filter(&self, query: &mut QueryBuilder<Postgres>) {
        query.push(" where true");
        if !self.search.is_empty() {
            query.push(" and search_text(s.title || ' ' || s.city) like '%' || search_text(");
            query.push_bind(literal(&self.search)).push(") || '%'");
        }
        if let Some(active) = self.active {
            query.push(if active { " and s.active" } else { " and not s.active" });
        }
    }
}

/// One page, and how many match.
pub async fn list(tx: &mut TenantTx, listing: &Listing) -> sqlx::Result<(Vec<Subsidiary>, i64)> {
    let mut count = QueryBuilder::new("select count(*) from subsidiaries s");
    listing.filter(&mut count);
    let total: i64 = count.build_query_scalar().fetch_one(&mut **tx).await?;
    let mut query = QueryBuilder::new(COLUMNS);
    listing.filter(&mut query);
    query.push(" order by ");
    for Sort { key, descending } in &listing.sort {
        query.push(key.column()).push(if *descending { " desc, " } else { ", " });
    }
    query.push("lower(s.title), s.id limit ").push_bind(listing.paging.per_page);
    query.push(" offset ").push_bind(listing.paging.offset());
    Ok((query.build_query_as().fetch_all(&mut **tx).await?, total))
}

/// 404 when there is none.
pub async fn find(tx: &mut TenantTx, id: Uuid) -> ApiResult<Subsidiary> {
    let found = sqlx::query_as(FIND).bind(id).fetch_optional(&mut **tx).await?;
    found.ok_or_else(ApiError::not_found)
}

/// The same, locked against other changes until the transaction ends.
pub async fn lock(tx: &mut TenantTx, id: Uuid) -> ApiResult<Subsidiary> {
    sqlx::query(LOCK).bind(id).execute(&mut **tx).await?;
    find(tx, id).await
}

pub async fn insert(
    tx: &mut TenantTx,
    id: Uuid,
    input: &SubsidiaryInput,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    write(tx, INSERT, id, input, at).await
}

pub async fn update(
    tx: &mut TenantTx,
    id: Uuid,
    input: &SubsidiaryInput,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    write(tx, UPDATE, id, input, at).await
}

async fn write(
    tx: &mut TenantTx,
    sql: &'static str,
    id: Uuid,
    input: &SubsidiaryInput,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(sql)
        .bind(id)
        .bind(&input.title)
        .bind(&input.document)
        .bind(&input.ie)
        .bind(input.country_id)
        .bind(&input.postcode)
        .bind(&input.address_1)
        .bind(&input.address_2)
        .bind(&input.address_number)
        .bind(&input.address_complement)
        .bind(input.state_id)
        .bind(&input.city)
        .bind(&input.time_zone)
        .bind(at)
        .execute(&mut **tx)
        .await
        .on_constraint("subsidiaries_title_key", "title", MessageCode::Taken)?;
    Ok(())
}

pub async fn set_active(tx: &mut TenantTx, id: Uuid, active: bool, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(SET_ACTIVE).bind(id).bind(active).bind(at).execute(&mut **tx).await?;
    Ok(())
}

pub async fn is_active(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar(IS_ACTIVE).bind(id).fetch_one(&mut **tx).await
}

/// Those that are open, and of these only `own` when who asks is bound.
pub async fn select(tx: &mut TenantTx, own: Option<&[Uuid]>) -> sqlx::Result<Vec<SubsidiaryOption>> {
    sqlx::query_as(SELECT).bind(own).fetch_all(&mut **tx).await
}

pub async fn named(tx: &mut TenantTx, ids: &[Uuid]) -> sqlx::Result<Vec<SubsidiaryOption>> {
    sqlx::query_as(NAMED).bind(ids).fetch_all(&mut **tx).await
}

pub async fn of_user(tx: &mut TenantTx, user_id: Uuid) -> sqlx::Result<Vec<SubsidiaryOption>> {
    sqlx::query_as(OF_USER).bind(user_id).fetch_all(&mut **tx).await
}

pub async fn replace(tx: &mut TenantTx, user_id: Uuid, ids: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query(TAKE).bind(user_id).execute(&mut **tx).await?;
    sqlx::query(GIVE).bind(user_id).bind(ids).execute(&mut **tx).await?;
    Ok(())
}

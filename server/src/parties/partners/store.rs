//! SQL of partners, nothing else.

use chrono::{DateTime, Utc};
use sqlx::{Postgres, QueryBuilder};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{Partner, PartnerInput, PartnerOption};
use crate::http::error::{ApiError, ApiResult, OnConstraint};
use crate::http::list::{Paging, Sort, literal};
use crate::http::messages::MessageCode;

const COLUMNS: &str = "
    select p.id, p.code, p.person_type, p.name, p.trading_name, p.document_type, p.document, p.email, p.phone,
           p.country_id, p.postcode, p.address_1, p.address_2, p.address_number, p.address_complement, p.state_id,
           p.city, p.active, p.created_at, p.updated_at, p.version,
           (select count(*) from users u where u.partner_id = p.id) as user_count
    from partners p";
pub const FIND: &str = "
    select p.id, p.code, p.person_type, p.name, p.trading_name, p.document_type, p.document, p.email, p.phone,
           p.country_id, p.postcode, p.address_1, p.address_2, p.address_number, p.address_complement, p.state_id,
           p.city, p.active, p.created_at, p.updated_at, p.version,
           (select count(*) from users u where u.partner_id = p.id) as user_count
    from partners p where p.id = $1";
pub const LOCK: &str = "select id from partners where id = $1 for update";
pub const INSERT: &str = "
    insert into partners (id, person_type, name, trading_name, document_type, document, email, phone, country_id,
                          postcode, address_1, address_2, address_number, address_complement, state_id, city,
                          created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)";
pub const UPDATE: &str = "
    update partners
    set person_type = $2, name = $3, trading_name = $4, document_type = $5, document = $6, email = $7, phone = $8,
        country_id = $9, postcode = $10, address_1 = $11, address_2 = $12, address_number = $13,
        address_complement = $14, state_id = $15, city = $16, updated_at = $17, version = version + 1
    where id = $1";
pub const SET_ACTIVE: &str =
    "update partners set active = $2, updated_at = $3, version = version + 1 where id = $1";
/// Locked, so that none is switched off before it is given to somebody.
pub const IS_ACTIVE: &str = "select active from partners where id = $1 for share";
pub const CODE: &str = "select code from partners where id = $1";
pub const SELECT: &str = "
    select id, name as label from partners
    where active and search_text(name || ' ' || coalesce(trading_name, '')) like '%' || search_text($1) || '%'
    order by lower(name) limit 50";

/// Columns the list can be sorted by.
#[derive(Clone, Copy)]
pub enum SortKey {
    Code,
    Name,
    City,
    Users,
    UpdatedAt,
}

impl SortKey {
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "code" => Self::Code,
            "name" => Self::Name,
            "city" => Self::City,
            "user_count" => Self::Users,
            "updated_at" => Self::UpdatedAt,
            _ => return None,
        })
    }

    const fn column(self) -> &'static str {
        match self {
            Self::Code => "p.code",
            Self::Name => "lower(p.name)",
            Self::City => "lower(p.city)",
            Self::Users => "user_count",
            Self::UpdatedAt => "p.updated_at",
        }
    }
}

/// Which partners, in which order.
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
            query.push(
                " and search_text(concat_ws(' ', p.code, p.name, p.trading_name, p.document, p.email, p.city))
                  like '%' || search_text(",
            );
            query.push_bind(literal(&self.search)).push(") || '%'");
        }
        if let Some(active) = self.active {
            query.push(if active { " and p.active" } else { " and not p.active" });
        }
    }
}

/// One page, and how many match.
pub async fn list(tx: &mut TenantTx, listing: &Listing) -> sqlx::Result<(Vec<Partner>, i64)> {
    let mut count = QueryBuilder::new("select count(*) from partners p");
    listing.filter(&mut count);
    let total: i64 = count.build_query_scalar().fetch_one(&mut **tx).await?;
    let mut query = QueryBuilder::new(COLUMNS);
    listing.filter(&mut query);
    query.push(" order by ");
    for Sort { key, descending } in &listing.sort {
        query.push(key.column()).push(if *descending { " desc, " } else { ", " });
    }
    query.push("lower(p.name), p.id limit ").push_bind(listing.paging.per_page);
    query.push(" offset ").push_bind(listing.paging.offset());
    Ok((query.build_query_as().fetch_all(&mut **tx).await?, total))
}

/// 404 when there is none.
pub async fn find(tx: &mut TenantTx, id: Uuid) -> ApiResult<Partner> {
    let found = sqlx::query_as(FIND).bind(id).fetch_optional(&mut **tx).await?;
    found.ok_or_else(ApiError::not_found)
}

/// The same, locked against other changes until the transaction ends.
pub async fn lock(tx: &mut TenantTx, id: Uuid) -> ApiResult<Partner> {
    sqlx::query(LOCK).bind(id).execute(&mut **tx).await?;
    find(tx, id).await
}

pub async fn insert(tx: &mut TenantTx, id: Uuid, input: &PartnerInput, at: DateTime<Utc>) -> ApiResult<()> {
    write(tx, INSERT, id, input, at).await
}

pub async fn update(tx: &mut TenantTx, id: Uuid, input: &PartnerInput, at: DateTime<Utc>) -> ApiResult<()> {
    write(tx, UPDATE, id, input, at).await
}

async fn write(
    tx: &mut TenantTx,
    sql: &'static str,
    id: Uuid,
    input: &PartnerInput,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(sql)
        .bind(id)
        .bind(input.person_type)
        .bind(&input.name)
        .bind(&input.trading_name)
        .bind(input.document_type)
        .bind(&input.document)
        .bind(&input.email)
        .bind(&input.phone)
        .bind(input.country_id)
        .bind(&input.postcode)
        .bind(&input.address_1)
        .bind(&input.address_2)
        .bind(&input.address_number)
        .bind(&input.address_complement)
        .bind(input.state_id)
        .bind(&input.city)
        .bind(at)
        .execute(&mut **tx)
        .await
        .on_constraint("partners_name_key", "name", MessageCode::Taken)?;
    Ok(())
}

pub async fn set_active(tx: &mut TenantTx, id: Uuid, active: bool, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(SET_ACTIVE).bind(id).bind(active).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// False also when there is none.
pub async fn is_active(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<bool> {
    let active: Option<bool> = sqlx::query_scalar(IS_ACTIVE).bind(id).fetch_optional(&mut **tx).await?;
    Ok(active.unwrap_or(false))
}

/// How the source of a partner's shipments begins, so that its references never meet others'.
pub async fn code(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(CODE).bind(id).fetch_optional(&mut **tx).await
}

/// Those that are active.
pub async fn select(tx: &mut TenantTx, search: &str) -> sqlx::Result<Vec<PartnerOption>> {
    sqlx::query_as(SELECT).bind(literal(search)).fetch_all(&mut **tx).await
}

//! SQL of quotes.

use chrono::{DateTime, NaiveDate, Utc};
use rust_decimal::Decimal;
use serde_json::Value;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::basis::Basis;
use super::input::QuoteShipment;
use super::model::{QuoteDates, QuoteStatus};
use access::scope::RowScope;
use access::{in_scope, user_name};
use server_core::http::error::{ApiError, ApiResult};
use server_core::record::{Listing, Sorts};

pub const INSERT: &str = "
    insert into quotes (id, number, client_id, subsidiary_id, partner_id, shipment_id, service_id, total, currency,
                        priced_on, valid_until, from_country_id, to_country_id, to_city, input, offers,
                        offers_with_costs, basis, saved_at, created_by, created_at, updated_at)
    values ($1, nextval('quote_numbers'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
            case when $20 then $19::timestamptz end, $18, $19, $19)";
/// $5: with costs.
pub const FIND: &str = concat!(
    "select q.id, q.number, q.client_id, q.subsidiary_id, q.partner_id, q.shipment_id, q.service_id, q.total, q.currency,
            q.priced_on, q.valid_until, q.sent_at, q.accepted_at, q.withdrawn_at, q.confirmed_at, q.saved_at, q.sent_to, q.sent_by,
            q.input, q.created_at, q.updated_at, q.version,
            case when $5 then q.offers_with_costs else q.offers end as offers,
            (select c.name from clients c where c.id = q.client_id) as client_name,
            (select s.tracking_code from shipments s where s.id = q.shipment_id) as tracking_code,
            ",
    user_name!("q.created_by"),
    " as created_by_name
     from quotes q where q.id = $4 and ",
    in_scope!("q.")
);
pub const LOCK: &str = concat!("select version from quotes where id = $4 and ", in_scope!(""), " for update");
pub const CHOOSE: &str = "
    update quotes
    set service_id = $2, total = $3, valid_until = $4, shipment_id = coalesce($5, shipment_id), updated_at = $6,
        version = version + 1
    where id = $1";
/// With the offer that the shipment came from.
pub const MARK_CONFIRMED: &str = "
    update quotes set confirmed_at = $2, updated_at = $2, version = version + 1
    where id = $1 or (saved_at is not null and withdrawn_at is null and confirmed_at is null
                      and shipment_id = (select shipment_id from quotes where id = $1))";
/// Quotes whose confirmation was undone.
pub const REOPEN: &str = "
    update quotes set confirmed_at = null, updated_at = $2, version = version + 1
    where confirmed_at is not null and (id = any($1) or (
        saved_at is not null and shipment_id in (select shipment_id from quotes where id = any($1))))";

/// Whether any price table is assigned to somebody on a day.
pub const HAS_PRICES: &str = "
    select exists (
        select from price_assignments a join price_tables t on t.id = a.sell_table_id and t.active
        where a.valid_from <= $1 and coalesce(a.valid_to, 'infinity'::date) >= $1
    )";
pub const LAPSE: &str = "
    delete from quotes where id in (
        select id from quotes where confirmed_at is null and valid_until < $1
            and not exists (select from shipment_charges h where h.quote_id = quotes.id)
        order by valid_until limit 1000
    )";

/// Sort keys of the list.
pub const SORTS: Sorts = &[("number", "number"), ("created_at", "id"), ("valid_until", "valid_until")];
/// The list, newest first.
pub const QUOTES: Listing = Listing {
    columns: "id, number, client_id, shipment_id, service_id, total, currency, valid_until, sent_at, accepted_at,
              withdrawn_at, confirmed_at, sent_to, from_country_id, to_country_id, to_city, created_at, version,
              (select c.name from clients c where c.id = quotes.client_id) as client_name,
              (select s.tracking_code from shipments s where s.id = quotes.shipment_id) as tracking_code,
              (select v.title_locale from services v where v.id = quotes.service_id) as service_title_locale",
    from: "quotes",
    order: "id desc",
};

/// A quote to store.
pub struct NewQuote {
    pub client_id: Option<Uuid>,
    pub subsidiary_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
    pub shipment_id: Option<Uuid>,
    /// The chosen service, and its price.
    pub chosen: Option<(Uuid, Decimal)>,
    pub currency: String,
    pub priced_on: NaiveDate,
    pub valid_until: NaiveDate,
    pub input: QuoteShipment,
    pub offers: Value,
    pub offers_with_costs: Value,
    pub basis: Basis,
    /// Whether somebody wants to offer it.
    pub is_saved: bool,
}

/// A stored quote.
#[derive(sqlx::FromRow)]
pub struct QuoteRow {
    pub id: Uuid,
    pub number: i64,
    pub client_id: Option<Uuid>,
    pub subsidiary_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
    pub shipment_id: Option<Uuid>,
    pub service_id: Option<Uuid>,
    pub total: Option<Decimal>,
    pub currency: String,
    pub priced_on: NaiveDate,
    #[sqlx(flatten)]
    pub dates: QuoteDates,
    pub saved_at: Option<DateTime<Utc>>,
    pub sent_to: Option<String>,
    pub sent_by: Option<Uuid>,
    pub input: Json<QuoteShipment>,
    pub offers: Value,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    pub version: i32,
    pub client_name: Option<String>,
    pub tracking_code: Option<String>,
    pub created_by_name: Option<String>,
}

/// A quote of the list.
#[derive(sqlx::FromRow)]
pub struct ListedQuote {
    pub id: Uuid,
    pub number: i64,
    pub client_id: Option<Uuid>,
    pub shipment_id: Option<Uuid>,
    pub service_id: Option<Uuid>,
    pub total: Option<Decimal>,
    pub currency: String,
    #[sqlx(flatten)]
    pub dates: QuoteDates,
    pub sent_to: Option<String>,
    pub version: i32,
    pub from_country_id: i16,
    pub to_country_id: i16,
    pub to_city: Option<String>,
    pub created_at: DateTime<Utc>,
    pub client_name: Option<String>,
    pub tracking_code: Option<String>,
    pub service_title_locale: Option<Value>,
}

impl QuoteRow {
    pub fn status(&self, today: NaiveDate) -> QuoteStatus {
        self.dates.status(today)
    }

    pub fn is_offered(&self, today: NaiveDate) -> bool {
        self.status(today).is_offered()
    }
}

pub async fn insert(tx: &mut TenantTx, quote: &NewQuote, by: Uuid, at: DateTime<Utc>) -> ApiResult<Uuid> {
    let id = Uuid::now_v7();
    let (service_id, total) = quote.chosen.unzip();
    sqlx::query(INSERT)
        .bind(id)
        .bind(quote.client_id)
        .bind(quote.subsidiary_id)
        .bind(quote.partner_id)
        .bind(quote.shipment_id)
        .bind(service_id)
        .bind(total)
        .bind(&quote.currency)
        .bind(quote.priced_on)
        .bind(quote.valid_until)
        .bind(quote.input.origin.country_id)
        .bind(quote.input.destination.country_id)
        .bind(&quote.input.destination.city)
        .bind(Json(&quote.input))
        .bind(&quote.offers)
        .bind(&quote.offers_with_costs)
        .bind(Json(&quote.basis))
        .bind(by)
        .bind(at)
        .bind(quote.is_saved)
        .execute(&mut **tx)
        .await?;
    Ok(id)
}

/// The quote; 404 if not in this scope.
pub async fn find(tx: &mut TenantTx, scope: &RowScope, id: Uuid, with_costs: bool) -> ApiResult<QuoteRow> {
    let found = scope.query_as(FIND).bind(id).bind(with_costs).fetch_optional(&mut **tx).await?;
    found.ok_or_else(ApiError::not_found)
}

/// Locks a quote until the transaction ends; 404 if not in this scope.
pub async fn lock(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<i32> {
    let version = scope.query_scalar(LOCK).bind(id).fetch_optional(&mut **tx).await?;
    version.ok_or_else(ApiError::not_found)
}

/// A chosen service with its price and its last day, and a new shipment of the quote.
pub struct Choice {
    pub service_id: Uuid,
    pub total: Decimal,
    pub valid_until: NaiveDate,
    pub shipment_id: Option<Uuid>,
}

pub async fn choose(tx: &mut TenantTx, id: Uuid, choice: &Choice, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(CHOOSE)
        .bind(id)
        .bind(choice.service_id)
        .bind(choice.total)
        .bind(choice.valid_until)
        .bind(choice.shipment_id)
        .bind(at)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

pub async fn mark_confirmed(tx: &mut TenantTx, id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(MARK_CONFIRMED).bind(id).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Quotes of a shipment whose confirmation was undone can be confirmed again.
pub async fn reopen(tx: &mut TenantTx, ids: &[Uuid], at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(REOPEN).bind(ids).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Whether any price table is assigned to somebody on a day.
pub async fn has_prices(tx: &mut TenantTx, on: NaiveDate) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(HAS_PRICES).bind(on).fetch_one(&mut **tx).await?)
}

pub async fn delete_expired(tx: &mut TenantTx, before: NaiveDate) -> ApiResult<()> {
    sqlx::query(LAPSE).bind(before).execute(&mut **tx).await?;
    Ok(())
}

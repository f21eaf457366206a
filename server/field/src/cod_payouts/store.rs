//! SQL of payouts of cash on delivery.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use policy::Resource;
use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::QueryBuilder;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{CodPayoutTotals, PayoutMethod};
use crate::steps::cod_payout::CodPayoutStatus;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::record::{Listing, Records, Where};

pub const COD_PAYOUTS: Records = Records {
    table: "cod_payouts",
    resource: Resource::CodPayout,
    id: "p.id = ",
    listing: Listing {
        columns: "p.id, p.number, p.client_id, p.client_name, p.subsidiary_id, p.currency::text as currency, p.amount, p.delivery_count,
              p.method, p.bank_account_id, p.bank_label, p.reference, p.paid_on, p.note, p.status, p.created_by_name, p.reason,
              p.reversed_by_name, p.reversed_at, p.transaction_id, p.created_at, p.version",
        from: "cod_payouts p",
        order: "p.id desc",
    },
};

pub const NEXT_NUMBER: &str = "select nextval('cod_payout_numbers')";
pub const BY_KEY: &str = "select id from cod_payouts where key = $1";
pub const SET_TRANSACTION: &str = "update cod_payouts set transaction_id = $2 where id = $1";

/// The columns of a new payout.
#[derive(Debug, Serialize)]
pub struct NewCodPayout {
    pub number: String,
    pub key: Uuid,
    pub client_id: Uuid,
    pub client_name: String,
    pub subsidiary_id: Option<Uuid>,
    pub currency: String,
    pub amount: Decimal,
    pub delivery_count: usize,
    pub method: PayoutMethod,
    pub bank_account_id: Option<Uuid>,
    pub bank_label: Option<String>,
    pub reference: Option<String>,
    pub paid_on: NaiveDate,
    pub note: Option<String>,
    pub status: CodPayoutStatus,
    pub created_by: Uuid,
    pub created_by_name: String,
}

/// The columns of a reversal.
#[derive(Debug, Serialize)]
pub struct ReversedColumns {
    pub status: CodPayoutStatus,
    pub reason: String,
    pub reversed_by: Uuid,
    pub reversed_by_name: String,
    pub reversed_at: DateTime<Utc>,
}

/// The payouts of a scope: those of a client, of the user's branches, or all; none for users of partners.
pub fn build_filter(scope: &RowScope, filter: Where) -> Where {
    let (client, subsidiaries, partner) = scope.parts();
    let client = partner.map_or(client, |_| Some(Uuid::nil()));
    filter.and("p.client_id = ", client).among("p.subsidiary_id", subsidiaries.map(<[Uuid]>::to_vec))
}

/// The next number: the year and a counter.
pub async fn take_number(tx: &mut TenantTx, on: NaiveDate) -> ApiResult<String> {
    let next: i64 = sqlx::query_scalar(NEXT_NUMBER).fetch_one(&mut **tx).await?;
    Ok(format!("O-{:02}-{next:06}", on.year().rem_euclid(100)))
}

/// The payout that a key was used for.
pub async fn find_by_key(tx: &mut TenantTx, key: Uuid) -> ApiResult<Option<Uuid>> {
    Ok(sqlx::query_scalar(BY_KEY).bind(key).fetch_optional(&mut **tx).await?)
}

pub async fn set_transaction(tx: &mut TenantTx, id: Uuid, transaction_id: Uuid) -> ApiResult<()> {
    sqlx::query(SET_TRANSACTION).bind(id).bind(transaction_id).execute(&mut **tx).await?;
    Ok(())
}

/// Numbers of the matches by state. Planned like the page before it.
pub async fn count_by_status(tx: &mut TenantTx, filter: &Where) -> ApiResult<CodPayoutTotals> {
    let mut query = QueryBuilder::new(
        "select count(*) filter (where p.status = 20) as paid_out, count(*) filter (where p.status = 80) as reversed
         from cod_payouts p",
    );
    filter.push(&mut query);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}

//! The charges of a draft: those of a period, or those of chosen shipments.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::items::InvoiceItemDetails;
use crate::amount::with_decimals;
use server_core::http::days::{end_of, start_of};
use server_core::http::error::ApiResult;

/// Most items of one invoice.
pub const MOST: i64 = 5_000;

macro_rules! charges {
    () => {
        "from billable_charges b join shipments s on s.id = b.shipment_id
         join ledger_transactions t on t.id = b.transaction_id
         left join services v on v.id = s.service_id left join countries co on co.id = s.to_country_id
         where b.client_id = $1 and ($2::text is null or b.currency = $2) and (b.invoice_id is null or b.invoice_id = $3)
             and ($4::timestamptz is null or b.charged_at >= $4) and ($5::timestamptz is null or b.charged_at < $5)
             and ($6::uuid[] is null or b.shipment_id = any($6)) and ($7::uuid[] is null or b.subsidiary_id = any($7))"
    };
}
macro_rules! columns {
    () => {
        "b.transaction_id, b.shipment_id, b.subsidiary_id, b.tracking_code, b.currency::text as currency,
         b.service_amount, b.tax_amount, b.accounts, b.charged_at,
         jsonb_build_object('kind', t.kind, 'service', v.title_locale, 'reference', s.external_ref, 'to_name', s.to_name,
                            'to_city', s.to_city, 'to_country', co.alpha2, 'parcels', s.parcel_count,
                            'charged_at', b.charged_at) as details "
    };
}
pub const SELECT_CHARGES: &str =
    concat!("select ", columns!(), charges!(), " order by b.charged_at, b.transaction_id limit $8");
/// Locks the charges for a draft. Those that another draft takes at the same moment are left to it.
pub const LOCK_CHARGES: &str = concat!(
    "select ",
    columns!(),
    charges!(),
    " order by b.charged_at, b.transaction_id limit $8 for no key update of b skip locked"
);
/// `$8` is used so that all three statements have the same parameters.
pub const SUMS: &str = concat!(
    "select b.currency::text as currency, count(*) as count, count(distinct b.client_id) as client_count,
            sum(b.service_amount) as service_amount, sum(b.tax_amount) as tax_amount,
            sum(b.service_amount + b.tax_amount) as total ",
    charges!(),
    " and $8 > 0 group by b.currency order by b.currency"
);
/// The same of all clients that are billed together.
pub const SUMS_OF_ALL: &str = "
    select b.currency::text as currency, count(*) as count, count(distinct b.client_id) as client_count,
           sum(b.service_amount) as service_amount, sum(b.tax_amount) as tax_amount,
           sum(b.service_amount + b.tax_amount) as total
    from billable_charges b join clients c on c.id = b.client_id and c.merged_into is null
    where b.invoice_id is null and ($1::text is null or b.currency = $1)
        and ($2::timestamptz is null or b.charged_at >= $2) and ($3::timestamptz is null or b.charged_at < $3)
        and ($4::uuid[] is null or b.subsidiary_id = any($4))
    group by b.currency order by b.currency";

/// A charge that is not on an invoice yet.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct InvoiceCharge {
    pub transaction_id: Uuid,
    pub shipment_id: Uuid,
    pub subsidiary_id: Option<Uuid>,
    pub tracking_code: String,
    /// ISO 4217.
    pub currency: String,
    pub service_amount: Decimal,
    pub tax_amount: Decimal,
    #[oai(skip)]
    pub accounts: Value,
    pub charged_at: DateTime<Utc>,
    #[sqlx(json)]
    pub details: InvoiceItemDetails,
}

/// Sums of charges in a currency.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct ChargeSum {
    /// ISO 4217.
    pub currency: String,
    pub count: i64,
    /// Clients whose charges these are: each gets an invoice of its own.
    pub client_count: i64,
    pub service_amount: Decimal,
    pub tax_amount: Decimal,
    pub total: Decimal,
}

impl InvoiceCharge {
    /// With the decimals of the currency.
    pub fn with_decimals(self) -> Self {
        Self {
            service_amount: with_decimals(self.service_amount, &self.currency),
            tax_amount: with_decimals(self.tax_amount, &self.currency),
            ..self
        }
    }
}

impl ChargeSum {
    /// With the decimals of the currency.
    pub fn with_decimals(self) -> Self {
        Self {
            service_amount: with_decimals(self.service_amount, &self.currency),
            tax_amount: with_decimals(self.tax_amount, &self.currency),
            total: with_decimals(self.total, &self.currency),
            ..self
        }
    }
}

/// The charges that are asked for.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    pub client_id: Uuid,
    /// All currencies without it.
    pub currency: Option<String>,
    /// The draft whose own charges count as free.
    pub draft: Option<Uuid>,
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    pub shipment_ids: Option<Vec<Uuid>>,
    /// Branches that the user reaches; all without a list.
    pub subsidiaries: Option<Vec<Uuid>>,
    /// Zone of the days.
    pub zone: Tz,
}

type ChargeQuery<'q, T> = sqlx::query::QueryAs<'q, sqlx::Postgres, T, sqlx::postgres::PgArguments>;

impl Selection {
    fn query<'q, T>(&'q self, sql: &'static str, limit: i64) -> ChargeQuery<'q, T>
    where
        T: for<'r> sqlx::FromRow<'r, sqlx::postgres::PgRow>,
    {
        sqlx::query_as(sql)
            .bind(self.client_id)
            .bind(self.currency.as_deref())
            .bind(self.draft)
            .bind(self.times().0)
            .bind(self.times().1)
            .bind(self.shipment_ids.as_deref())
            .bind(self.subsidiaries.as_deref())
            .bind(limit)
    }

    /// The first moment, and the one after the last.
    pub fn times(&self) -> (Option<DateTime<Utc>>, Option<DateTime<Utc>>) {
        (self.from.map(|day| start_of(day, self.zone)), self.to.and_then(|day| end_of(day, self.zone)))
    }

    /// The first charges.
    pub async fn list(&self, tx: &mut TenantTx, limit: i64) -> ApiResult<Vec<InvoiceCharge>> {
        Ok(self.query(SELECT_CHARGES, limit).fetch_all(&mut **tx).await?)
    }

    /// The charges, locked for a draft.
    pub async fn lock(&self, tx: &mut TenantTx) -> ApiResult<Vec<InvoiceCharge>> {
        Ok(self.query(LOCK_CHARGES, MOST + 1).fetch_all(&mut **tx).await?)
    }

    pub async fn sums(&self, tx: &mut TenantTx) -> ApiResult<Vec<ChargeSum>> {
        Ok(self.query(SUMS, 1).fetch_all(&mut **tx).await?)
    }

    /// The sums of all clients, whatever client and shipments are asked for.
    pub async fn sums_of_all(&self, tx: &mut TenantTx) -> ApiResult<Vec<ChargeSum>> {
        let (from, to) = self.times();
        let find = sqlx::query_as(SUMS_OF_ALL).bind(self.currency.as_deref()).bind(from).bind(to);
        Ok(find.bind(self.subsidiaries.as_deref()).fetch_all(&mut **tx).await?)
    }
}

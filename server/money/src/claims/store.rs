//! SQL of claims.

use policy::Resource;
use rust_decimal::Decimal;
use sqlx::QueryBuilder;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::ClaimTotals;
use crate::scope::MoneyScope;
use freight::status::ShipmentStatus;
use server_core::http::error::ApiResult;
use server_core::record::{Listing, Records, Where};

pub const CLAIMS: Records = Records {
    table: "claims",
    resource: Resource::Claim,
    id: "l.id = ",
    listing: Listing {
        columns: "l.id, l.number, l.shipment_id, l.tracking_code, s.external_ref, l.client_id, c.name as client_name, l.kind,
              l.description, l.currency::text as currency, l.claimed_amount, l.decided_amount, l.status,
              l.created_at as opened_at, m.name as opened_by_name, m.client_id is not null as is_opened_by_client, l.decided_at,
              u.name as decided_by_name, l.decision_note, l.paid_at, l.transaction_id, l.version",
        from: "claims l join clients c on c.id = l.client_id left join shipments s on s.id = l.shipment_id
           left join users m on m.id = l.created_by left join users u on u.id = l.decided_by",
        order: "l.id desc",
    },
};

pub const NEXT_NUMBER: &str = "select nextval('claim_numbers')";
/// The cancellation of a shipment waits for its claim, and a claim for the cancellation.
pub const LOCK_SHIPMENT: &str = "select id from shipments where id = $1 for key share";
/// The value that a claim begins with: the insured one, or else the declared one, in the currency of these figures. Once a
/// claim was paid, its value and currency stay. `paid` is what was paid before.
pub const SHIPMENT: &str = "
    select s.tracking_code, s.client_id, s.subsidiary_id, s.status, coalesce(p.currency, s.currency)::text as currency,
           coalesce(p.shipment_value, nullif(s.insurance_value, 0), s.declared_value, 0) as value,
           coalesce(p.paid, 0) as paid,
           coalesce(s.insurance_value > 0, false) as is_insured
    from shipments s
    left join lateral (
        select l.currency, l.shipment_value, sum(l.decided_amount) over () as paid
        from claims l where l.shipment_id = s.id and l.status = 'paid' order by l.id limit 1) p on true
    where s.id = $1 and ($2::uuid is null or s.client_id = $2) and ($3::uuid[] is null or s.subsidiary_id = any($3))";
/// The value that a claim began with, less what was paid for the shipment before; 0 when the shipment is cancelled, or was paid in
/// another currency.
pub const VALUE: &str = "
    select case when s.status = 0 or coalesce(p.is_other, false) then 0
                else greatest(l.shipment_value - coalesce(p.amount, 0), 0) end
    from claims l
    join shipments s on s.id = l.shipment_id
    left join lateral (
        select sum(o.decided_amount) as amount, bool_or(o.currency <> l.currency) as is_other
        from claims o where o.shipment_id = l.shipment_id and o.status = 'paid') p on true
    where l.id = $1";
/// A claim that money was paid for, or may be.
pub const IS_CLAIMED: &str = "
    select exists (select from claims where shipment_id = $1 and status in ('open', 'approved', 'paid'))";
pub const BRANCH: &str = "select subsidiary_id from shipments where id = $1";

/// A shipment that a claim is about.
#[derive(sqlx::FromRow)]
pub struct ClaimedShipment {
    pub tracking_code: String,
    pub client_id: Option<Uuid>,
    pub subsidiary_id: Option<Uuid>,
    pub status: ShipmentStatus,
    pub currency: Option<String>,
    /// The value of the goods.
    pub value: Decimal,
    /// The sum that was paid for them before.
    pub paid: Decimal,
    /// The value is the insured one.
    pub is_insured: bool,
}

impl ClaimedShipment {
    /// The most that can be claimed.
    pub fn value_left(&self) -> Decimal {
        match self.status {
            ShipmentStatus::Cancelled => Decimal::ZERO,
            _ => (self.value - self.paid).max(Decimal::ZERO),
        }
    }
}

/// Keeps a shipment from being cancelled until the end of the transaction.
pub async fn lock_shipment(tx: &mut TenantTx, id: Uuid) -> ApiResult<()> {
    sqlx::query(LOCK_SHIPMENT).bind(id).execute(&mut **tx).await?;
    Ok(())
}

/// None for a shipment that the user does not reach. Its status and value are those of now only if it is locked.
pub async fn find_shipment(
    tx: &mut TenantTx,
    scope: &MoneyScope,
    id: Uuid,
) -> ApiResult<Option<ClaimedShipment>> {
    let found = sqlx::query_as(SHIPMENT).bind(id).bind(scope.client_of(None)).bind(scope.subsidiaries());
    Ok(found.fetch_optional(&mut **tx).await?)
}

/// The most that can be granted for a claim, whose shipment is locked.
pub async fn find_value(tx: &mut TenantTx, claim_id: Uuid) -> ApiResult<Decimal> {
    let found: Option<Decimal> = sqlx::query_scalar(VALUE).bind(claim_id).fetch_optional(&mut **tx).await?;
    Ok(found.unwrap_or_default())
}

/// Whether money was paid for the loss of a shipment, or may be.
pub async fn is_claimed(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(IS_CLAIMED).bind(shipment_id).fetch_one(&mut **tx).await?)
}

/// Tells the shipment of a claim that was opened or changed whether it is claimed.
pub async fn mark_shipment(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<()> {
    let is_claimed = is_claimed(tx, shipment_id).await?;
    freight::shipments::mark_claimed(tx, shipment_id, is_claimed).await
}

/// The branch of a shipment.
pub async fn find_branch(tx: &mut TenantTx, shipment_id: Uuid) -> ApiResult<Option<Uuid>> {
    let found: Option<Option<Uuid>> =
        sqlx::query_scalar(BRANCH).bind(shipment_id).fetch_optional(&mut **tx).await?;
    Ok(found.flatten())
}

/// The next number: CL-1, CL-2 …
pub async fn take_number(tx: &mut TenantTx) -> ApiResult<String> {
    let next: i64 = sqlx::query_scalar(NEXT_NUMBER).fetch_one(&mut **tx).await?;
    Ok(format!("CL-{next}"))
}

/// Numbers of the matches by state. Planned like the page before it.
pub async fn count_by_status(tx: &mut TenantTx, filter: &Where) -> ApiResult<ClaimTotals> {
    let mut query = QueryBuilder::new(
        "select count(*) filter (where l.status = 'open') as open, count(*) filter (where l.status = 'approved') as approved,
                count(*) filter (where l.status = 'refused') as refused, count(*) filter (where l.status = 'paid') as paid,
                count(*) filter (where l.status = 'withdrawn') as withdrawn
         from claims l left join shipments s on s.id = l.shipment_id",
    );
    filter.push(&mut query);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}

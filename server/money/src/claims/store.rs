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
              l.created_at as opened_at, m.name as opened_by_name, l.decided_at, u.name as decided_by_name, l.decision_note,
              l.paid_at, l.transaction_id, l.version",
        from: "claims l join clients c on c.id = l.client_id left join shipments s on s.id = l.shipment_id
           left join users m on m.id = l.created_by left join users u on u.id = l.decided_by",
        order: "l.id desc",
    },
};

pub const NEXT_NUMBER: &str = "select nextval('claim_numbers')";
/// The cancellation of a shipment waits for its claim, and a claim for the cancellation.
pub const LOCK_SHIPMENT: &str = "select id from shipments where id = $1 for key share";
/// The insured value, or else the declared one, less what was paid for the shipment before; 0 when the shipment is cancelled.
pub const SHIPMENT: &str = "
    select s.tracking_code, s.client_id, s.subsidiary_id, s.status, s.currency::text as currency,
           case when s.status = 0 then 0 else
               greatest(coalesce(nullif(s.insurance_value, 0), s.declared_value, 0)
                        - coalesce((select sum(l.decided_amount) from claims l
                                    where l.shipment_id = s.id and l.status = 'paid'), 0), 0)
           end as value,
           coalesce(s.insurance_value > 0, false) as is_insured,
           exists (select from claims l where l.shipment_id = s.id and l.status = 'paid') as has_paid
    from shipments s
    where s.id = $1 and ($2::uuid is null or s.client_id = $2) and ($3::uuid[] is null or s.subsidiary_id = any($3))";
/// Shipments with a claim that money was paid for, or may be.
pub const CLAIMED: &str = "
    select distinct shipment_id from claims where shipment_id = any($1) and status in ('open', 'approved', 'paid')";
pub const BRANCH: &str = "select subsidiary_id from shipments where id = $1";

/// A shipment that a claim is about.
#[derive(sqlx::FromRow)]
pub struct ClaimedShipment {
    pub tracking_code: String,
    pub client_id: Option<Uuid>,
    pub subsidiary_id: Option<Uuid>,
    pub status: ShipmentStatus,
    pub currency: Option<String>,
    /// The most that can be claimed.
    pub value: Decimal,
    /// The value is the insured one.
    pub is_insured: bool,
    /// A part of the value was paid for an earlier claim.
    pub has_paid: bool,
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

/// Those of some shipments for whose loss money was paid, or may be.
pub async fn list_claimed(tx: &mut TenantTx, shipment_ids: &[Uuid]) -> ApiResult<Vec<Uuid>> {
    Ok(sqlx::query_scalar(CLAIMED).bind(shipment_ids).fetch_all(&mut **tx).await?)
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

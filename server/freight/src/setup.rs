//! The step of a new company about its shipments: whether it is done.

use tenancy::TenantTx;

pub const HAS_SHIPMENT: &str = "select exists (select from shipments)";

pub async fn has_shipment(tx: &mut TenantTx) -> sqlx::Result<bool> {
    sqlx::query_scalar(HAS_SHIPMENT).fetch_one(&mut **tx).await
}

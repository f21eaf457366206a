//! The step of a new company about its prices: whether it is done.

use tenancy::TenantTx;

/// A service that can be sold, and prices that somebody gets.
pub const HAS_PRICES: &str =
    "select exists (select from services where active) and exists (select from price_assignments)";

pub async fn has_prices(tx: &mut TenantTx) -> sqlx::Result<bool> {
    sqlx::query_scalar(HAS_PRICES).fetch_one(&mut **tx).await
}

//! What a new company has done so far about its services and prices.

use tenancy::TenantTx;

/// A service that can be sold.
pub const HAS_SERVICE: &str = "select exists (select from services where active)";
/// Prices that somebody gets.
pub const HAS_PRICES: &str = "select exists (select from price_assignments)";

pub async fn has_service(tx: &mut TenantTx) -> sqlx::Result<bool> {
    sqlx::query_scalar(HAS_SERVICE).fetch_one(&mut **tx).await
}

pub async fn has_prices(tx: &mut TenantTx) -> sqlx::Result<bool> {
    sqlx::query_scalar(HAS_PRICES).fetch_one(&mut **tx).await
}

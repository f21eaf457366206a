//! The steps of a new company about its services and prices: whether they are done.

use chrono::NaiveDate;
use tenancy::TenantTx;

use crate::quotes::LIMIT_CURRENCY;
use server_core::fx::Rates;

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

/// Whether values in the company's currency can be compared with limits in dollars. None for a company in dollars.
pub async fn has_rates(tx: &mut TenantTx, currency: &str, on: NaiveDate) -> sqlx::Result<Option<bool>> {
    if currency == LIMIT_CURRENCY {
        return Ok(None);
    }
    let rates = Rates::load(tx, &[currency, LIMIT_CURRENCY], on).await?;
    Ok(Some(rates.rate(currency, LIMIT_CURRENCY).is_some()))
}

//! The company's day.

use chrono::NaiveDate;
use tenancy::TenantTx;

use access::ctx::Ctx;
use server_core::http::error::ApiResult;
use server_core::settings;

/// The day in the company's time zone, read in the transaction at hand: with rows locked, a second connection would wait for
/// somebody who waits for these rows.
pub async fn find_today(tx: &mut TenantTx, ctx: &Ctx) -> ApiResult<NaiveDate> {
    Ok(settings::load(tx).await?.today(ctx.now()))
}

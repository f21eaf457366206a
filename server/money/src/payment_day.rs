//! The days that a payment can have.

use access::ctx::Ctx;
use chrono::NaiveDate;
use chrono_tz::Tz;
use server_core::settings::Settings;

/// The last day that a payment can have: today at the company or where the user is, whose day may have begun before.
pub fn last_day(ctx: &Ctx, settings: &Settings) -> NaiveDate {
    let zone: Tz = ctx.user.time_zone.parse().unwrap_or(Tz::UTC);
    settings.today(ctx.now()).max(ctx.now().with_timezone(&zone).date_naive())
}

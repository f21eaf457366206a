//! The currencies in which the company bills, in their order, and what keeps a currency in use.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, Utc};
use tenancy::TenantTx;

use super::store;
use crate::lookups::edits::Lookup;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{MessageCode, Params};
use server_core::settings::{self, Settings};

/// Billing currencies besides the company's own.
const MAX_ALSO: usize = 20;

/// The published price table or the wallet in a currency.
pub const USED: &str = "
    select is_priced, name from (
        select true as is_priced, t.title as name
        from price_tables t join price_table_versions v on v.price_table_id = t.id
        where t.currency = $1 and t.active and v.status = 'published' and coalesce(v.valid_to, 'infinity') >= $2
        union all
        select false, c.name from ledger_accounts a join clients c on c.id = a.client_id
        where a.kind = 'client_wallet' and a.currency = $1 and (a.balance <> 0 or a.credit_granted <> 0)
    ) used order by is_priced desc, name limit 1";

/// 409 at the field, with the name of what uses the currency.
pub async fn refuse_used(tx: &mut TenantTx, code: &str, field: &str, today: NaiveDate) -> ApiResult<()> {
    let used: Option<(bool, String)> =
        sqlx::query_as(USED).bind(code).bind(today).fetch_optional(&mut **tx).await?;
    let Some((is_priced, name)) = used else { return Ok(()) };
    let message = if is_priced { MessageCode::CurrencyPriced } else { MessageCode::CurrencyInWallet };
    let params = Params::from([("name", name.into()), ("currency", code.into())]);
    Err(ApiError::refused_field(field, message, params))
}

/// 409 for a billing currency that is taken away while something uses it. Forms of the changed ones become stale.
pub async fn keep_used(
    tx: &mut TenantTx,
    before: &Settings,
    after: &[String],
    now: DateTime<Utc>,
) -> ApiResult<()> {
    let currencies_before = &before.chargeable_currencies;
    let gone = currencies_before.iter().filter(|code| !after.contains(code) && **code != before.currency);
    for code in gone {
        refuse_used(tx, code, "chargeable_currencies", before.today(now)).await?;
    }
    if currencies_before != after {
        let changed: Vec<String> =
            currencies_before.iter().chain(after).cloned().collect::<BTreeSet<_>>().into_iter().collect();
        store::touch(tx, Lookup::Currency, &changed, now).await?;
    }
    Ok(())
}

/// Puts the currency at its place among the billing currencies, or takes it away.
pub async fn bill(
    tx: &mut TenantTx,
    settings: Settings,
    code: &str,
    charged: bool,
    position: Option<i16>,
) -> ApiResult<()> {
    if settings.currency == code {
        return Ok(());
    }
    let listed = &settings.chargeable_currencies;
    let own = settings.currency.clone();
    let mut also: Vec<String> = listed.iter().filter(|one| *one != code && **one != own).cloned().collect();
    if charged {
        if also.len() >= MAX_ALSO {
            return Err(ApiError::invalid_field("charged", MessageCode::TooMany));
        }
        let last = also.len();
        let place = position.and_then(|place| usize::try_from(place - 2).ok());
        let place = if position == Some(1) { 0 } else { place.unwrap_or(last).min(last) };
        also.insert(place, code.to_owned());
    }
    settings::save(tx, &Settings { chargeable_currencies: also, ..settings }).await?;
    Ok(())
}

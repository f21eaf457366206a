//! Quotes that are offered to a customer: sent, accepted, withdrawn, and kept as a promise when its shipment is priced.

use chrono::{DateTime, NaiveDate, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::input::QuoteShipment;
use super::offer::QuoteOffer;
use super::rate::read_offers;
use super::store::{self, QuoteRow};
use crate::taxes::DutyTerms;
use access::scope::RowScope;
use server_core::http::error::ApiResult;

pub const MARK_SENT: &str = "
    update quotes
    set saved_at = coalesce(saved_at, $3), sent_to = $2, sent_at = $3, sent_by = $4, token_hash = null,
        updated_at = $3, version = version + 1
    where id = $1";
/// Nothing for a quote that was withdrawn or sent to another address meanwhile.
pub const BEGIN_SENDING: &str = "
    update quotes set token_hash = $3
    where id = $1 and sent_to = $2 and withdrawn_at is null and confirmed_at is null returning id";
pub const BY_TOKEN: &str = "select id from quotes where token_hash = $1 for update";
pub const ACCEPT: &str = "update quotes set accepted_at = $2, updated_at = $2, version = version + 1 where id = $1 and accepted_at is null";
pub const WITHDRAW: &str = "
    update quotes set withdrawn_at = $2, token_hash = null, updated_at = $2, version = version + 1 where id = $1";
/// A quote for nobody belongs to the client that accepts it.
pub const ADOPT: &str = "
    update quotes set client_id = $2, updated_at = $3, version = version + 1 where id = $1 and client_id is null";
/// The last offer that a draft came from.
pub const PROMISE: &str = "
    select id from quotes
    where shipment_id = $1 and saved_at is not null and withdrawn_at is null and valid_until >= $2
    order by created_at desc, id desc limit 1";

/// A price that was offered for a shipment, and holds.
pub struct Promise {
    pub quote_id: Uuid,
    /// Whether the company itself offered it, by e-mail.
    pub is_sent: bool,
    /// The day of versions, fuel, rates of exchange and taxes.
    pub priced_on: NaiveDate,
    pub with_costs: QuoteOffer,
    pub for_clients: QuoteOffer,
}

/// Remembers to whom the quote is sent, and by which user. The link of an earlier e-mail stops working.
pub async fn mark_sent(
    tx: &mut TenantTx,
    id: Uuid,
    email: &str,
    user_id: Uuid,
    at: DateTime<Utc>,
) -> ApiResult<()> {
    sqlx::query(MARK_SENT).bind(id).bind(email).bind(at).bind(user_id).execute(&mut **tx).await?;
    Ok(())
}

/// Stores the secret of the e-mail that is written now, and returns the quote as its customer may see it.
pub async fn begin_sending(
    tx: &mut TenantTx,
    id: Uuid,
    email: &str,
    token_hash: Vec<u8>,
) -> ApiResult<Option<QuoteRow>> {
    let found: Option<Uuid> = sqlx::query_scalar(BEGIN_SENDING)
        .bind(id)
        .bind(email)
        .bind(token_hash)
        .fetch_optional(&mut **tx)
        .await?;
    match found {
        Some(id) => Ok(Some(store::find(tx, &RowScope::All, id, false).await?)),
        None => Ok(None),
    }
}

/// The quote of a link, locked, as its customer may see it.
pub async fn find_by_token(tx: &mut TenantTx, token_hash: Vec<u8>) -> ApiResult<Option<QuoteRow>> {
    let found: Option<Uuid> = sqlx::query_scalar(BY_TOKEN).bind(token_hash).fetch_optional(&mut **tx).await?;
    match found {
        Some(id) => Ok(Some(store::find(tx, &RowScope::All, id, false).await?)),
        None => Ok(None),
    }
}

/// Accepts a locked quote, once.
pub async fn accept(tx: &mut TenantTx, id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(ACCEPT).bind(id).bind(at).execute(&mut **tx).await?;
    Ok(())
}

pub async fn withdraw(tx: &mut TenantTx, id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(WITHDRAW).bind(id).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// Gives a locked quote for nobody to a client.
pub async fn adopt(tx: &mut TenantTx, id: Uuid, client_id: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(ADOPT).bind(id).bind(client_id).bind(at).execute(&mut **tx).await?;
    Ok(())
}

/// The price that was offered for a shipment, if it is still valid and covers the shipment as it is.
pub async fn find_promise(
    tx: &mut TenantTx,
    shipment_id: Uuid,
    input: &QuoteShipment,
    today: NaiveDate,
) -> ApiResult<Option<Promise>> {
    let found: Option<Uuid> =
        sqlx::query_scalar(PROMISE).bind(shipment_id).bind(today).fetch_optional(&mut **tx).await?;
    let Some(quote_id) = found else { return Ok(None) };
    let for_clients = store::find(tx, &RowScope::All, quote_id, false).await?;
    if !for_clients.is_offered(today) || !for_clients.input.covers(input) {
        return Ok(None);
    }
    let is_sent = for_clients.dates.sent_at.is_some();
    let priced_on = for_clients.priced_on;
    let with_costs = store::find(tx, &RowScope::All, quote_id, true).await?;
    let (with_costs, for_clients) = (chosen_offer(&with_costs)?, chosen_offer(&for_clients)?);
    let with_costs = with_costs.filter(|offer| has_terms_of(offer, input));
    Ok(with_costs.zip(for_clients).map(|(with_costs, for_clients)| Promise {
        quote_id,
        is_sent,
        priced_on,
        with_costs,
        for_clients,
    }))
}

/// Whether the shipment leaves duties and taxes to the one who pays them by the offer.
fn has_terms_of(offer: &QuoteOffer, input: &QuoteShipment) -> bool {
    let is_paid_by_sender = offer.terms == Some(DutyTerms::Ddp);
    let stated = input.incoterm.as_deref().filter(|_| offer.terms.is_some());
    stated.is_none_or(|code| (code == "DDP") == is_paid_by_sender)
}

/// The offer of the chosen service.
pub fn chosen_offer(quote: &QuoteRow) -> ApiResult<Option<QuoteOffer>> {
    let offers = read_offers(&quote.offers)?;
    Ok(offers.into_iter().find(|offer| Some(offer.service_id) == quote.service_id && offer.total.is_some()))
}

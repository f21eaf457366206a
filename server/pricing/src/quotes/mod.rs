//! Quotes: the prices of a shipment by all services side by side, and quotes that are stored.
//!
//! A quote is priced by `price`, the same code for the calculator, the public page, drafts and confirmations. A stored quote
//! never changes its lines. An expired one is only marked by its last day, and deleted long after it. One that somebody has
//! saved is an offer: it can be sent and accepted, and its shipment keeps its price (`offer_store`).

mod api;
mod basis;
mod catalogue;
pub mod input;
mod margin;
pub mod model;
pub mod offer;
mod offer_store;
pub mod parcels;
pub mod parties;
mod places;
mod price;
mod price_batch;
mod public;
mod rate;
mod service;
mod store;
pub mod taxing;
mod withdraw_api;

use chrono::{Days, NaiveDate};
use poem_openapi::OpenApi;
use policy::Action;
use tenancy::TenantTx;
use uuid::Uuid;

use access::scope::RowScope;
pub use api::answer;
pub use margin::{may_agree, refuse_margin, require_margin};
pub use offer_store::{
    Promise, accept, adopt, begin_sending, chosen_offer, find_by_token, find_promise, mark_sent,
};
pub use places::Age;
pub use price::{Offer, PricingContext};
pub use price_batch::{PricingBatch, ServedShipment, price_batch};
pub use rate::{NewQuoteOf, PriceAsker, PriceInput, announce, price_all, read_offers, store_quote};
use server_core::http::error::ApiResult;
use server_core::http::record_state::{RecordOwner, RecordState};
use server_core::settings;
use server_core::state::AppState;
pub use service::LIMIT_CURRENCY;
pub use store::{Choice, QUOTES, QuoteRow, choose, find, has_prices, lock, mark_confirmed, reopen};

/// Days after its last day that a quote without a confirmation is deleted.
const KEPT_DAYS: Days = Days::new(90);

pub fn api() -> impl OpenApi {
    (api::QuoteApi, withdraw_api::QuoteWithdrawApi, public::PublicQuoteApi)
}

/// Whether the state of a quote allows an action on a day, for any user.
pub async fn load_record_state(
    tx: &mut TenantTx,
    id: Uuid,
    action: Action,
    today: NaiveDate,
) -> ApiResult<RecordState> {
    let row = store::find(tx, &RowScope::All, id, false).await?;
    let verdict = model::verdict(row.status(today), action);
    let QuoteRow { client_id, subsidiary_id, partner_id, .. } = row;
    Ok(RecordState {
        owner: RecordOwner::ByParties { client_id, subsidiary_id, partner_id },
        status: None,
        verdict,
    })
}

/// Deletes quotes that ended long ago without a confirmation.
pub async fn delete_expired(tx: &mut TenantTx, state: &AppState) -> ApiResult<()> {
    let today = settings::load(tx).await?.today(state.clock.now());
    let before = today.checked_sub_days(KEPT_DAYS).unwrap_or(today);
    store::delete_expired(tx, before).await
}

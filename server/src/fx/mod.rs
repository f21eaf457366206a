//! Exchange of money with the company's dated rates.

mod resolve;
pub mod store;

use std::collections::BTreeMap;

use chrono::NaiveDate;
use tenancy::TenantTx;

pub use resolve::Rate;

use crate::http::error::ApiError;
use crate::http::messages::MessageCode;
use crate::settings;
use resolve::resolve;

/// Special drawing rights: no money, but a measure in treaties and postal rules.
pub const SDR: &str = "XDR";

/// No rate for an exchange, or no answer of the database.
#[derive(Debug, thiserror::Error)]
pub enum FxError {
    /// The company has no rate for these currencies on the day or before.
    #[error("no rate from {from} to {to} on {on}")]
    NoRate { from: String, to: String, on: NaiveDate },
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

impl From<FxError> for ApiError {
    fn from(error: FxError) -> Self {
        match error {
            FxError::Database(error) => error.into(),
            FxError::NoRate { from, to, on } => {
                let params = [("from", from), ("to", to), ("on", on.to_string())];
                let params: BTreeMap<_, _> =
                    params.into_iter().map(|(name, value)| (name, value.into())).collect();
                Self::refused(MessageCode::NoExchangeRate).with_params(params)
            }
        }
    }
}

/// The rate from one currency to another on a day: the newest row of the pair that is not after the day, in either
/// direction, or else through the company's currency.
pub async fn rate(tx: &mut TenantTx, from: &str, to: &str, on: NaiveDate) -> Result<Rate, FxError> {
    if from == to {
        return Ok(Rate::same(on));
    }
    let base = store::base(tx).await?.unwrap_or_else(|| settings::Settings::default().currency);
    let rows = store::newest(tx, &[from, to, &base], on).await?;
    resolve(&rows, from, to, &base).ok_or_else(|| FxError::NoRate {
        from: from.to_owned(),
        to: to.to_owned(),
        on,
    })
}

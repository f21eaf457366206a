//! Exchange of money with the company's dated rates.

mod resolve;
pub mod store;

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use tenancy::TenantTx;

pub use resolve::Rate;

use crate::http::error::ApiError;
use crate::http::messages::MessageCode;
use crate::settings;
use resolve::{Row, resolve};

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

/// The company's rates between some currencies on a day.
pub struct Rates {
    rows: Vec<Row>,
    base: String,
}

impl Rates {
    pub async fn load(tx: &mut TenantTx, codes: &[&str], on: NaiveDate) -> sqlx::Result<Self> {
        let mut loaded = Self::load_days(tx, codes, &[on]).await?;
        Ok(loaded.remove(&on).unwrap_or_else(|| Self { rows: Vec::new(), base: String::new() }))
    }

    /// The rates of several days, by day.
    pub async fn load_days(
        tx: &mut TenantTx,
        codes: &[&str],
        days: &[NaiveDate],
    ) -> sqlx::Result<HashMap<NaiveDate, Self>> {
        let base =
            store::load_base_currency(tx).await?.unwrap_or_else(|| settings::Settings::default().currency);
        let codes: Vec<&str> = codes.iter().copied().chain([base.as_str()]).collect();
        let empty = |day: &NaiveDate| (*day, Self { rows: Vec::new(), base: base.clone() });
        let mut rates: HashMap<NaiveDate, Self> = days.iter().map(empty).collect();
        for found in store::load_newest(tx, &codes, days).await? {
            if let Some(of_day) = rates.get_mut(&found.day) {
                of_day.rows.push(found.row);
            }
        }
        Ok(rates)
    }

    /// The newest row of the pair that is not after the day, in either direction, or else the way through the company's
    /// currency. `None` without such rows.
    pub fn rate(&self, from: &str, to: &str) -> Option<Rate> {
        resolve(&self.rows, from, to, &self.base)
    }
}

/// The rate from one currency to another on a day.
pub async fn rate(tx: &mut TenantTx, from: &str, to: &str, on: NaiveDate) -> Result<Rate, FxError> {
    if from == to {
        return Ok(Rate::same(on));
    }
    Rates::load(tx, &[from, to], on).await?.rate(from, to).ok_or_else(|| FxError::NoRate {
        from: from.to_owned(),
        to: to.to_owned(),
        on,
    })
}

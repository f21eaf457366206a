//! Types of the API for indications.

use chrono::{DateTime, NaiveDate, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use server_core::settings::referral_rules::ReferralRules;
use trade::wire_code;
use uuid::Uuid;

use crate::amount::with_decimals;

wire_code! {
    /// State of an indication.
    IndicationStatus {
        /// The new client has no delivered and paid shipment yet.
        Registered = 20,
        /// It has, and further ones may be rewarded.
        Converted = 30,
        /// No further shipment is rewarded.
        Ended = 50,
        /// The new client had no delivered and paid shipment for 90 days.
        Expired = 60,
    }
}

/// A client that another one has sent.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct Indication {
    pub id: Uuid,
    pub code: String,
    /// The client that gets the rewards.
    pub referrer_id: Uuid,
    pub referrer_name: String,
    #[oai(skip)]
    pub referred_id: Uuid,
    /// The new client; for others than staff its first name alone.
    pub referred_name: String,
    pub status: IndicationStatus,
    /// ISO 4217.
    pub currency: String,
    /// Rewards in the wallet.
    #[sqlx(skip)]
    pub paid_amount: Decimal,
    /// Rewards that are held.
    #[sqlx(skip)]
    pub held_amount: Decimal,
    /// The rewarded shipments, in the order of their delivery.
    #[sqlx(json)]
    pub rewards: Vec<IndicationReward>,
    /// When the new client registered.
    pub created_at: DateTime<Utc>,
    pub version: i32,
    #[oai(skip)]
    #[sqlx(json)]
    pub rule: ReferralRules,
}

/// The reward of a shipment.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndicationReward {
    #[oai(skip)]
    pub shipment_id: Uuid,
    #[oai(skip)]
    pub tracking_code: String,
    pub amount: Decimal,
    /// The day on which it goes to the wallet, if the shipment was not given back.
    pub due_on: NaiveDate,
    /// When it went to the wallet.
    pub paid_at: Option<DateTime<Utc>>,
    /// When it was taken back, or given up, because the delivery or the payment was undone.
    pub reversed_at: Option<DateTime<Utc>>,
}

impl IndicationReward {
    pub const fn is_paid(&self) -> bool {
        self.paid_at.is_some() && self.reversed_at.is_none()
    }

    pub const fn is_held(&self) -> bool {
        self.paid_at.is_none() && self.reversed_at.is_none()
    }
}

impl Indication {
    /// The indication with its sums. Others than staff see the first name of the new client alone.
    pub fn seen_by(self, is_outside: bool) -> Self {
        let sum = |is_counted: fn(&IndicationReward) -> bool| {
            let counted = self.rewards.iter().filter(|one| is_counted(one));
            with_decimals(counted.map(|one| one.amount).sum(), &self.currency)
        };
        let (paid_amount, held_amount) = (sum(IndicationReward::is_paid), sum(IndicationReward::is_held));
        let first = || self.referred_name.split_whitespace().next().unwrap_or_default().to_owned();
        let referred_name = if is_outside { first() } else { self.referred_name.clone() };
        Self { paid_amount, held_amount, referred_name, ..self }
    }
}

/// Whose code is wanted.
#[derive(Object)]
pub struct IndicationInvite {
    /// Required for staff; users of a client get that client's.
    pub client_id: Option<Uuid>,
}

/// The code of a client.
#[derive(Object)]
pub struct ReferralCode {
    pub code: String,
    /// The page of registration with the code.
    pub link: String,
}

/// The columns that a settlement writes.
#[derive(Debug, Serialize)]
pub struct SettledColumns {
    pub status: IndicationStatus,
    pub rewards: Vec<IndicationReward>,
}

/// The columns of a new indication.
#[derive(Clone, Debug)]
pub struct NewIndication {
    pub code: String,
    pub referrer_id: Uuid,
    pub referred_id: Uuid,
    /// Hashes of the new client's e-mail and the like, by which it is known when it registers once more.
    pub contact_hashes: Vec<Vec<u8>>,
}

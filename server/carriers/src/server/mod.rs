//! A server of carriers: what it can do for a shipment. `karrio` is one; tests have another.

use std::future::Future;

use chrono::NaiveDate;
use poem::http::StatusCode;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use crate::handovers::HandoverKind;
use freight::shipments::to_carrier::{ItemToCarry, ParcelToCarry};
use server_core::http::error::ApiError;
use server_core::http::messages::{MessageCode, Params};
use server_core::outgoing::{FailedCall, HostFailure};
use trade::carrier_party::CarrierParty;

/// A shipment as a carrier is told of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Consignment {
    pub tracking_code: String,
    pub sender: CarrierParty,
    pub recipient: CarrierParty,
    /// At least one.
    pub parcels: Vec<ParcelToCarry>,
    pub items: Vec<ItemToCarry>,
    pub currency: Option<String>,
    pub declared_value: Option<Decimal>,
    pub incoterm: Option<String>,
}

/// A label that is ordered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LabelOrder {
    /// By which the label is found again if its answer gets lost.
    pub reference: String,
    /// The carrier's name of the service.
    pub service: String,
    pub consignment: Consignment,
}

/// An amount of a carrier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CarrierMoney {
    pub amount: Decimal,
    /// ISO 4217.
    pub currency: String,
}

/// The price of a service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CarrierRate {
    pub carrier_name: String,
    pub service: String,
    pub cost: CarrierMoney,
    pub transit_days: Option<i32>,
    pub estimated_on: Option<NaiveDate>,
}

/// Rates, and what the carriers without one have said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CarrierRates {
    pub rates: Vec<CarrierRate>,
    pub notes: Vec<String>,
}

/// A label that was bought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoughtLabel {
    pub remote_id: String,
    pub tracker_id: Option<String>,
    pub carrier_name: Option<String>,
    pub tracking_number: String,
    pub tracking_url: Option<String>,
    pub charged: Option<CarrierMoney>,
    /// None when the server has no file that can be shown.
    pub file: Option<LabelFile>,
}

/// The label to print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelFile {
    pub content_type: &'static str,
    pub bytes: Vec<u8>,
}

/// What is ordered for several labels together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HandoverOrder {
    /// By which it is found again if its answer gets lost.
    pub reference: String,
    pub kind: HandoverKind,
    /// The carrier of the labels on the server.
    pub carrier_name: String,
    /// Where the carrier takes the parcels.
    pub place: CarrierParty,
    /// At least one.
    pub parcels: Vec<HandedParcel>,
    /// When the carrier comes; none for a manifest.
    pub visit: Option<CarrierVisit>,
}

/// A label that was bought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HandedParcel {
    pub remote_id: String,
    pub tracking_number: String,
}

/// Times are those of the place, `09:30`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarrierVisit {
    pub on: NaiveDate,
    pub ready_at: String,
    pub close_at: String,
    pub instruction: Option<String>,
}

/// A pickup or a manifest that the carrier has made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeHandover {
    pub remote_id: String,
    /// The confirmation number of a pickup.
    pub number: Option<String>,
    pub charged: Option<CarrierMoney>,
    /// The manifest; none when the server has no file that can be shown.
    pub file: Option<LabelFile>,
}

/// A parcel that is followed.
#[derive(Clone, Debug)]
pub struct FollowedParcel<'a> {
    pub tracker_id: Option<&'a str>,
    pub carrier_name: Option<&'a str>,
    pub tracking_number: &'a str,
}

/// Why a call has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CarrierError {
    /// In the words of the carrier. The same again has the same answer.
    Refused(String),
    /// Nobody knows what was done.
    Failed(FailedCall),
}

impl CarrierError {
    /// The failure for the health of the server. A carrier that refuses is none.
    pub const fn find_failure(&self) -> Option<FailedCall> {
        match self {
            Self::Failed(failed) => Some(*failed),
            Self::Refused(_) => None,
        }
    }
}

/// The answer to a call that a carrier has refused or not answered.
impl From<CarrierError> for ApiError {
    fn from(error: CarrierError) -> Self {
        match error {
            CarrierError::Refused(reason) => {
                let params = Params::from([("reason", reason.into())]);
                Self::refused(MessageCode::CarrierRefused).with_params(params)
            }
            CarrierError::Failed(failed) if failed.failure == HostFailure::NotReached => {
                Self::new(StatusCode::GATEWAY_TIMEOUT, MessageCode::CarrierSilent)
            }
            CarrierError::Failed(failed) => {
                let params = Params::from([("status", failed.status.into())]);
                Self::new(StatusCode::BAD_GATEWAY, MessageCode::CarrierFailed).with_params(params)
            }
        }
    }
}

pub type CarrierResult<T> = Result<T, CarrierError>;

/// A server of carriers. All calls go out of any transaction.
pub trait CarrierServer: Sync {
    /// Prices of what could carry it.
    fn fetch_rates(
        &self,
        consignment: &Consignment,
    ) -> impl Future<Output = CarrierResult<CarrierRates>> + Send;

    fn buy(&self, order: &LabelOrder) -> impl Future<Output = CarrierResult<BoughtLabel>> + Send;

    /// The label that was bought under a reference; none if it surely was not.
    fn find_bought(&self, reference: &str)
    -> impl Future<Output = CarrierResult<Option<BoughtLabel>>> + Send;

    /// Cancelling twice is the same as once.
    fn cancel(&self, remote_id: &str) -> impl Future<Output = CarrierResult<()>> + Send;

    /// Orders a pickup or a manifest.
    fn hand_over(&self, order: &HandoverOrder) -> impl Future<Output = CarrierResult<MadeHandover>> + Send;

    /// The pickup or the manifest that was made under a reference; none if it surely was not.
    fn find_handover(
        &self,
        kind: HandoverKind,
        reference: &str,
    ) -> impl Future<Output = CarrierResult<Option<MadeHandover>>> + Send;

    /// Cancelling twice is the same as once.
    fn cancel_pickup(&self, remote_id: &str) -> impl Future<Output = CarrierResult<()>> + Send;

    /// The report about a parcel; none if nothing is known of it yet.
    fn fetch_tracking(
        &self,
        parcel: &FollowedParcel<'_>,
    ) -> impl Future<Output = CarrierResult<Option<serde_json::Value>>> + Send;
}

#[cfg(test)]
pub mod test_server;

//! A server of carriers in memory, which can lose its answers.

use std::sync::Mutex;

use chrono::NaiveDate;
use rust_decimal::Decimal;

use super::{
    BoughtLabel, CarrierError, CarrierMoney, CarrierRates, CarrierResult, CarrierServer, CarrierVisit,
    Consignment, FollowedParcel, HandedParcel, HandoverOrder, LabelOrder, MadeHandover,
};
use crate::handovers::HandoverKind;
use freight::shipments::to_carrier::{ItemToCarry, ParcelToCarry};
use server_core::outgoing::{FailedCall, HostFailure};
use trade::carrier_party::CarrierParty;

/// How the server behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ServerMode {
    #[default]
    Answers,
    /// Does what it is asked, and the answer is lost.
    LosesAnswer,
    Refuses,
}

#[derive(Default)]
pub struct TestServer {
    pub mode: ServerMode,
    /// References of labels that were bought.
    bought: Mutex<Vec<String>>,
    /// Pickups and manifests that were made.
    handed: Mutex<Vec<(HandoverKind, String)>>,
}

impl TestServer {
    pub fn with(mode: ServerMode) -> Self {
        Self { mode, ..Self::default() }
    }

    pub fn count(&self) -> usize {
        self.bought.lock().unwrap().len()
    }

    pub fn count_handed(&self) -> usize {
        self.handed.lock().unwrap().len()
    }
}

pub const LOST: CarrierError =
    CarrierError::Failed(FailedCall { failure: HostFailure::NotReached, status: None });

fn label(reference: &str) -> BoughtLabel {
    BoughtLabel {
        remote_id: format!("shp_{reference}"),
        tracker_id: None,
        carrier_name: None,
        tracking_number: format!("NO{reference}"),
        tracking_url: None,
        charged: Some(CarrierMoney { amount: Decimal::new(1250, 2), currency: "USD".into() }),
        file: None,
    }
}

fn make(kind: HandoverKind, reference: &str) -> MadeHandover {
    let is_pickup = kind == HandoverKind::Pickup;
    MadeHandover {
        remote_id: format!("hov_{reference}"),
        number: is_pickup.then(|| format!("PU{reference}")),
        charged: is_pickup.then(|| CarrierMoney { amount: Decimal::new(500, 2), currency: "USD".into() }),
        file: None,
    }
}

impl CarrierServer for TestServer {
    async fn fetch_rates(&self, _: &Consignment) -> CarrierResult<CarrierRates> {
        Ok(CarrierRates::default())
    }

    async fn buy(&self, order: &LabelOrder) -> CarrierResult<BoughtLabel> {
        if self.mode == ServerMode::Refuses {
            return Err(CarrierError::Refused("unknown postcode".into()));
        }
        self.bought.lock().unwrap().push(order.reference.clone());
        match self.mode {
            ServerMode::LosesAnswer => Err(LOST),
            _ => Ok(label(&order.reference)),
        }
    }

    async fn find_bought(&self, reference: &str) -> CarrierResult<Option<BoughtLabel>> {
        let has_it = self.bought.lock().unwrap().iter().any(|one| one == reference);
        Ok(has_it.then(|| label(reference)))
    }

    async fn cancel(&self, remote_id: &str) -> CarrierResult<()> {
        self.bought.lock().unwrap().retain(|one| format!("shp_{one}") != remote_id);
        Ok(())
    }

    async fn hand_over(&self, order: &HandoverOrder) -> CarrierResult<MadeHandover> {
        if self.mode == ServerMode::Refuses {
            return Err(CarrierError::Refused("no pickup on Sundays".into()));
        }
        self.handed.lock().unwrap().push((order.kind, order.reference.clone()));
        match self.mode {
            ServerMode::LosesAnswer => Err(LOST),
            _ => Ok(make(order.kind, &order.reference)),
        }
    }

    async fn find_handover(
        &self,
        kind: HandoverKind,
        reference: &str,
    ) -> CarrierResult<Option<MadeHandover>> {
        let handed = self.handed.lock().unwrap();
        let has_it = handed.iter().any(|(of, one)| *of == kind && one == reference);
        Ok(has_it.then(|| make(kind, reference)))
    }

    async fn cancel_pickup(&self, remote_id: &str) -> CarrierResult<()> {
        self.handed.lock().unwrap().retain(|(_, one)| format!("hov_{one}") != remote_id);
        Ok(())
    }

    async fn fetch_tracking(&self, _: &FollowedParcel<'_>) -> CarrierResult<Option<serde_json::Value>> {
        Ok(None)
    }
}

/// The order of a pickup, or of a manifest, of one parcel.
pub fn handover(kind: HandoverKind) -> HandoverOrder {
    let visit = CarrierVisit {
        on: NaiveDate::from_ymd_opt(2026, 12, 1).unwrap(),
        ready_at: "10:00".into(),
        close_at: "17:30".into(),
        instruction: Some("Dock 3".into()),
    };
    HandoverOrder {
        reference: "h-1".into(),
        kind,
        carrier_name: "generic".into(),
        place: consignment().sender,
        parcels: vec![HandedParcel { remote_id: "shp_1".into(), tracking_number: "1Z".into() }],
        visit: (kind == HandoverKind::Pickup).then_some(visit),
    }
}

/// A parcel of 1.25 kg within Brazil.
pub fn consignment() -> Consignment {
    let party = |street: &str, number: &str| CarrierParty {
        name: Some("Ana Souza".into()),
        country: Some("BR".into()),
        postcode: Some("01304-001".into()),
        street: Some(street.into()),
        number: Some(number.into()),
        city: Some("São Paulo".into()),
        state: Some("SP".into()),
        ..CarrierParty::default()
    };
    Consignment {
        tracking_code: "RM123456785BR".into(),
        sender: party("Avenida Paulista", "1"),
        recipient: party("Rua Augusta", "1500"),
        parcels: vec![ParcelToCarry {
            weight_g: Some(1_250),
            length_mm: Some(300.0),
            width_mm: Some(200.0),
            height_mm: Some(100.0),
        }],
        items: vec![ItemToCarry {
            description: "Books".into(),
            hs_code: Some("4901.99".into()),
            quantity: Decimal::TWO,
            unit_value: Some(Decimal::new(125, 1)),
            net_weight_g: Some(1_000.0),
            origin: Some("BR".into()),
        }],
        currency: Some("USD".into()),
        declared_value: Some(Decimal::new(25, 0)),
        incoterm: None,
    }
}

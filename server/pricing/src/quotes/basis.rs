//! Basis of the prices of a stored quote, so that each can be explained and calculated again.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::price::{Offer, PricedShipment};

/// Versions, rates and rules by which the prices of a quote were calculated.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Basis {
    /// Rows of rates of exchange.
    pub fx_rows: BTreeSet<Uuid>,
    pub services: BTreeMap<Uuid, ServiceBasis>,
}

/// The same for a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ServiceBasis {
    pub sell_version_id: Uuid,
    pub cost_version_id: Option<Uuid>,
    /// First day of the fuel rate.
    pub fuel_from: Option<NaiveDate>,
    /// Ids of tax rules.
    pub tax_rules: BTreeSet<String>,
}

impl Basis {
    pub fn of(priced: &PricedShipment) -> Self {
        let services = priced.offers.iter().filter_map(|offer| Some((offer.service.id, of_service(offer)?)));
        Self { fx_rows: priced.fx_rows.clone(), services: services.collect() }
    }
}

fn of_service(offer: &Offer) -> Option<ServiceBasis> {
    let picked = &offer.pick.as_ref()?.picked;
    let rules = offer.taxes.iter().flat_map(|(assessment, _)| &assessment.lines);
    Some(ServiceBasis {
        sell_version_id: picked.sell.version_id,
        cost_version_id: picked.cost.as_ref().map(|cost| cost.version_id),
        fuel_from: offer.fuel_from,
        tax_rules: rules.map(|line| line.rule.clone()).collect(),
    })
}

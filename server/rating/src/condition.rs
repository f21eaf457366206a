//! The closed set of conditions of a surcharge.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::code::Code;
use super::measure::{Length, Size, Weight};
use super::postcode;
use super::request::{Contents, Destination, Handling, Origin, Parcel, Request};

/// A country, or a part of it, as origin or destination. Remote areas are lists of these.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Area {
    pub country_id: i16,
    #[serde(default)]
    pub state_id: Option<i32>,
    /// Begin of the first and of the last postcode, both included.
    #[serde(default)]
    pub postcodes: Option<(String, String)>,
}

/// A condition of a surcharge. A limit is exceeded by more than it, not by itself. A condition about size is false for
/// parcels without a size.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Condition {
    DestinationIn { areas: Vec<Area> },
    OriginIn { areas: Vec<Area> },
    ZoneIn { zones: Vec<Code> },
    ContentsIn { contents: Vec<Contents> },
    Handling { handling: Handling },
    PiecesOver { limit: u32 },
    ChargeableOver { limit: Weight },
    ParcelWeightOver { limit: Weight },
    LongestSideOver { limit: Length },
    SecondSideOver { limit: Length },
    SidesSumOver { limit: Length },
    LengthAndGirthOver { limit: Length },
}

/// The facts about a shipment that conditions ask for.
#[derive(Debug, Clone, Copy)]
pub struct Facts<'a> {
    pub request: &'a Request,
    pub zone: &'a str,
    pub chargeable: &'a Weight,
}

/// The number of pieces to which all conditions apply; 0 if one of them is false for the shipment.
pub fn pieces_meeting(conditions: &[Condition], facts: Facts<'_>) -> u32 {
    if !conditions.iter().all(|condition| condition.holds_for_shipment(facts)) {
        return 0;
    }
    let meets = |parcel: &&Parcel| conditions.iter().all(|condition| condition.holds_for_parcel(parcel));
    let pieces = facts.request.parcels.iter().filter(meets).map(|parcel| parcel.pieces);
    pieces.fold(0, u32::saturating_add)
}

impl Condition {
    /// Conditions about single parcels are true here.
    fn holds_for_shipment(&self, facts: Facts<'_>) -> bool {
        let request = facts.request;
        match self {
            Self::DestinationIn { areas } => {
                let Destination { country_id, state_id, postcode, .. } = &request.destination;
                areas.iter().any(|area| area.contains(*country_id, *state_id, postcode.as_deref()))
            }
            Self::OriginIn { areas } => {
                let Origin { country_id, state_id, postcode } = &request.origin;
                areas.iter().any(|area| area.contains(*country_id, *state_id, postcode.as_deref()))
            }
            Self::ZoneIn { zones } => zones.iter().any(|zone| **zone == *facts.zone),
            Self::ContentsIn { contents } => contents.contains(&request.contents),
            Self::Handling { handling } => request.handling.contains(handling),
            Self::PiecesOver { limit } => request.pieces() > *limit,
            Self::ChargeableOver { limit } => facts.chargeable.exceeds(limit),
            _ => true,
        }
    }

    /// Conditions about the shipment are true here.
    fn holds_for_parcel(&self, parcel: &Parcel) -> bool {
        let exceeds = |measured: fn(&Size) -> Length, limit: &Length| {
            parcel.size.as_ref().is_some_and(|size| measured(size).exceeds(limit))
        };
        match self {
            Self::ParcelWeightOver { limit } => {
                parcel.weight.as_ref().is_some_and(|weight| weight.exceeds(limit))
            }
            Self::LongestSideOver { limit } => exceeds(Size::longest, limit),
            Self::SecondSideOver { limit } => exceeds(Size::second_longest, limit),
            Self::SidesSumOver { limit } => exceeds(Size::sum, limit),
            Self::LengthAndGirthOver { limit } => exceeds(Size::length_and_girth, limit),
            _ => true,
        }
    }

    /// The limit in its own unit, for checks.
    pub fn limit(&self) -> Option<Decimal> {
        match self {
            Self::ChargeableOver { limit } | Self::ParcelWeightOver { limit } => Some(limit.value),
            Self::LongestSideOver { limit }
            | Self::SecondSideOver { limit }
            | Self::SidesSumOver { limit }
            | Self::LengthAndGirthOver { limit } => Some(limit.value),
            Self::PiecesOver { limit } => Some(Decimal::from(*limit)),
            _ => None,
        }
    }
}

impl Area {
    fn contains(&self, country_id: i16, state_id: Option<i32>, postcode: Option<&str>) -> bool {
        let is_in_range = |(from, to): &(String, String)| {
            let key = postcode.map(|text| postcode::key(country_id, text));
            key.is_some_and(|key| {
                postcode::lower_bound(country_id, from) <= key && key <= postcode::upper_bound(country_id, to)
            })
        };
        country_id == self.country_id
            && (self.state_id.is_none() || self.state_id == state_id)
            && self.postcodes.as_ref().is_none_or(is_in_range)
    }
}

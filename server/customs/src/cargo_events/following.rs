//! When parcels follow their waybill: only with all of its pieces, as nobody knows which parcels are in which piece.

use chrono::{DateTime, Utc};
use trade::wire_name;

use super::code::CargoStage;
use super::progress::WaybillProgress;
use crate::bags::state::BagStep;

wire_name! {
    /// An event of parcels that follows from their waybill.
    ParcelMove { Accept = "accept", Depart = "depart", Arrive = "arrive", Unload = "unload" }
}

/// The stages of a waybill after which its parcels are elsewhere.
const MOVES: [(CargoStage, ParcelMove); 4] = [
    (CargoStage::Accepted, ParcelMove::Accept),
    (CargoStage::Departed, ParcelMove::Depart),
    (CargoStage::Arrived, ParcelMove::Arrive),
    (CargoStage::Received, ParcelMove::Unload),
];

/// A move of all parcels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FollowedMove {
    pub parcel_move: ParcelMove,
    pub occurred_at: DateTime<Utc>,
}

impl ParcelMove {
    /// Event of its shipments.
    pub const fn event_code(self) -> &'static str {
        match self {
            Self::Accept => "ACCEPTED",
            Self::Depart => "DEPARTED",
            Self::Arrive => "ARRIVED",
            Self::Unload => "UNLOADED",
        }
    }

    /// The step of its bags.
    pub const fn bag_step(self) -> Option<BagStep> {
        match self {
            Self::Accept => None,
            Self::Depart => Some(BagStep::Depart),
            Self::Arrive | Self::Unload => Some(BagStep::Arrive),
        }
    }

    /// The names of the moves that prove it: itself and the further ones, as a move that only follows from them is not reported.
    pub fn list_proofs(self) -> Vec<&'static str> {
        Self::ALL.iter().skip_while(|other| **other != self).map(|other| other.as_str()).collect()
    }

    pub const fn is_at_origin(self) -> bool {
        matches!(self, Self::Accept | Self::Depart)
    }
}

/// The moves of the parcels, in their order: of stages that have all pieces. What only follows from a further stage is no move of
/// its own, save the arrival: who waits for a parcel looks for it.
pub fn list_moves(progress: &WaybillProgress) -> Vec<FollowedMove> {
    let whole_at = |stage: CargoStage| progress.of_stage(stage).and_then(|it| it.whole_at);
    let moved = |(stage, parcel_move): &(CargoStage, ParcelMove)| {
        let occurred_at = whole_at(*stage)?;
        let further = CargoStage::ALL.iter().filter(|other| other.is_after(*stage));
        let next_at = further.filter_map(|other| whole_at(*other)).min();
        let is_told =
            *parcel_move == ParcelMove::Arrive || next_at.is_none_or(|next_at| occurred_at < next_at);
        is_told.then_some(FollowedMove { parcel_move: *parcel_move, occurred_at })
    };
    MOVES.iter().filter_map(moved).collect()
}

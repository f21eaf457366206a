//! When parcels follow their waybill: only with all of its pieces, as nobody knows which parcels are in which piece.

use chrono::{DateTime, Utc};
use trade::wire_name;

use super::code::CargoStage;
use super::fold::WaybillProgress;

wire_name! {
    /// An event of parcels that follows from their waybill.
    ParcelMove { Depart = "depart", Arrive = "arrive" }
}

/// The stages of a waybill after which its parcels are elsewhere.
const MOVES: [(CargoStage, ParcelMove); 2] =
    [(CargoStage::Departed, ParcelMove::Depart), (CargoStage::Arrived, ParcelMove::Arrive)];

/// A move of all parcels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FollowedMove {
    pub parcel_move: ParcelMove,
    pub occurred_at: DateTime<Utc>,
}

/// The moves of the parcels after new reports, in their order: of stages that have all pieces now and had not before.
pub fn list_moves(before: &WaybillProgress, after: &WaybillProgress) -> Vec<FollowedMove> {
    let whole_at = |progress: &WaybillProgress, stage| progress.of_stage(stage).and_then(|it| it.whole_at);
    let moved = |(stage, parcel_move): &(CargoStage, ParcelMove)| {
        let occurred_at = whole_at(after, *stage)?;
        whole_at(before, *stage).is_none().then_some(FollowedMove { parcel_move: *parcel_move, occurred_at })
    };
    MOVES.iter().filter_map(moved).collect()
}

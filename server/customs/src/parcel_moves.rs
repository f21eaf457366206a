//! Parcels follow what carries them: the events of their shipments, in the background, as a flight has thousands.
//!
//! Parcels of one shipment may go on different days. Each is marked with its move, and the shipment moves with the last of them;
//! before that, another event says that a part has moved.

use std::collections::{BTreeMap, HashSet};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::bags::parcel_store::{self, ParcelMark, ParcelWay};
use crate::bags::transport;
use crate::cargo_events::following::ParcelMove;
use crate::loose_parcel::LooseParcel;
use crate::waybills::content_store;
use access::scope::RowScope;
use freight::tracking_events::{self, NewEvent, Source};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError, Stage};

/// The event of a shipment that has arrived with the last of its parcels.
pub const ARRIVED: &str = "ARRIVED";
/// The event of parcels that were not found where they should have arrived: of a whole shipment, and of a part of it, whose other
/// parcels go on.
pub const NOT_ARRIVED: &str = "NOT_ARRIVED";
const PART_NOT_ARRIVED: &str = "PART_NOT_ARRIVED";

/// Shipments of one transaction.
const CHUNK: usize = 200;

/// A move, and the parcels that it concerns.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MoveParcels {
    /// Code of the event of their shipments.
    pub code: String,
    pub occurred_at: DateTime<Utc>,
    /// When it was reported.
    pub received_at: DateTime<Utc>,
    /// IANA time zone of the place.
    pub time_zone: String,
    /// Where it happened.
    pub location: String,
    /// A carrier told it; otherwise a user recorded it.
    pub is_by_carrier: bool,
    pub actor_id: Uuid,
    pub bag_ids: Vec<Uuid>,
    /// Parcels that are in no bag.
    pub loose: Vec<LooseParcel>,
}

impl Process for MoveParcels {
    const KIND: &'static str = "mawbs.move_parcels";

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let mut done: usize = cx.saved_state()?.unwrap_or_default();
        let mut tx = cx.begin().await?;
        let contents = transport::list_contents(&mut tx, &self.bag_ids).await?;
        tx.commit().await?;
        let packed = contents.into_iter().map(|parcel| LooseParcel {
            shipment_id: parcel.shipment_id,
            seq: parcel.seq,
            parcel_count: parcel.parcel_count,
        });
        let shipments = group_by_shipment(packed.chain(self.loose.iter().cloned()));
        for chunk in shipments.chunks(CHUNK).skip(done / CHUNK) {
            let mut tx = cx.begin().await?;
            self.record(&mut tx, chunk).await?;
            done += CHUNK;
            cx.save_state(&mut tx, &done).await?;
            tx.commit().await?;
            let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
            cx.progress(Stage::Processing, count(done.min(shipments.len())), count(shipments.len()));
        }
        Ok(Outcome::Done)
    }
}

/// A shipment with those of its parcels that move.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MovedShipment {
    id: Uuid,
    parcel_count: i16,
    /// Their numbers, in order.
    seqs: Vec<i16>,
}

impl MovedShipment {
    /// Which of its parcels move; none when all do.
    fn moved_parcels(&self) -> Vec<i16> {
        let is_whole = self.seqs.len() >= usize::try_from(self.parcel_count).unwrap_or_default();
        if is_whole { Vec::new() } else { self.seqs.clone() }
    }

    /// The event of those of its parcels that did not arrive.
    fn choose_missing(&self) -> &'static str {
        if self.moved_parcels().is_empty() { NOT_ARRIVED } else { PART_NOT_ARRIVED }
    }
}

/// A move that a shipment makes with the last of its parcels.
struct WholeMove {
    /// The event that moves it.
    code: &'static str,
    /// The event before that.
    part_code: &'static str,
    mark: ParcelMark,
    parcel_move: ParcelMove,
    /// Whether a parcel has made it; one that has arrived has departed, also when only that was reported.
    has_made: fn(&ParcelWay) -> bool,
    /// When a parcel made it, as it was reported.
    made_at: fn(&ParcelWay) -> Option<DateTime<Utc>>,
}

const WHOLE_MOVES: [WholeMove; 2] = [
    WholeMove {
        code: "DEPARTED",
        part_code: "PART_DEPARTED",
        mark: ParcelMark::Departed,
        parcel_move: ParcelMove::Depart,
        has_made: ParcelWay::has_departed,
        made_at: |way| way.departed_at,
    },
    WholeMove {
        code: ARRIVED,
        part_code: "PART_ARRIVED",
        mark: ParcelMark::Arrived,
        parcel_move: ParcelMove::Arrive,
        has_made: |way| way.arrived_at.is_some(),
        made_at: |way| way.arrived_at,
    },
];

/// The event of parcels that the carrier has left behind: they have not departed after all.
const LEFT_BEHIND: &str = "MANIFESTED";

impl MoveParcels {
    /// Records the event. What was recorded before stays as it is, and a shipment that does not take it keeps its state.
    async fn record(&self, tx: &mut TenantTx, shipments: &[MovedShipment]) -> Result<(), ProcessError> {
        let ids: Vec<Uuid> = shipments.iter().map(|shipment| shipment.id).collect();
        let locked = tracking_events::lock_many(tx, &RowScope::All, &ids).await?;
        let events = self.mark(tx, shipments, &ids).await?;
        let moved: BTreeMap<Uuid, &MovedShipment> =
            shipments.iter().map(|shipment| (shipment.id, shipment)).collect();
        let mut by_event: BTreeMap<(&str, Vec<i16>, DateTime<Utc>), Vec<_>> = BTreeMap::new();
        for shipment in locked {
            let own = (self.code.as_str(), self.occurred_at);
            let (code, occurred_at) = events.get(&shipment.id).copied().unwrap_or(own);
            let parcels = moved.get(&shipment.id).map(|moved| moved.moved_parcels()).unwrap_or_default();
            by_event.entry((code, parcels, occurred_at)).or_default().push(shipment);
        }
        for ((code, parcels, occurred_at), shipments) in by_event {
            let event = NewEvent { code: code.to_owned(), parcels, occurred_at, ..self.event() };
            tracking_events::record_for_many(tx, &shipments, &event).await?;
        }
        Ok(())
    }

    /// Marks the parcels with their move. Returns the event of each shipment that moves with the last of its parcels, and its time:
    /// the latest of its parcels', as an airline may report the last flight first.
    async fn mark(
        &self,
        tx: &mut TenantTx,
        shipments: &[MovedShipment],
        ids: &[Uuid],
    ) -> Result<BTreeMap<Uuid, (&'static str, DateTime<Utc>)>, ProcessError> {
        if self.code == LEFT_BEHIND {
            let mark = ParcelMark::LeftBehind;
            parcel_store::mark(tx, mark, &self.bag_ids, ids, self.occurred_at).await?;
        }
        if self.code == NOT_ARRIVED {
            mark_arrival(tx, shipments, None).await?;
            let to_event =
                |shipment: &MovedShipment| (shipment.id, (shipment.choose_missing(), self.occurred_at));
            return Ok(shipments.iter().map(to_event).collect());
        }
        let Some(whole) = WHOLE_MOVES.iter().find(|whole| whole.code == self.code) else {
            return Ok(BTreeMap::new());
        };
        parcel_store::mark(tx, whole.mark, &self.bag_ids, ids, self.occurred_at).await?;
        if whole.mark == ParcelMark::Arrived && !self.loose.is_empty() {
            mark_arrival(tx, shipments, Some(self.occurred_at)).await?;
        }
        let ways = parcel_store::list_ways(tx, ids).await?;
        let flown = content_store::list_flown(tx, ids, whole.parcel_move).await?;
        let to_event = |shipment: &MovedShipment| {
            let ways: Vec<&ParcelWay> = ways.iter().filter(|way| way.shipment_id == shipment.id).collect();
            let is_made = whole.is_made(shipment, &ways, flown.contains(&shipment.id));
            let event = match is_made {
                true => (whole.code, whole.find_time(&ways, self.occurred_at)),
                false => (whole.part_code, self.occurred_at),
            };
            (shipment.id, event)
        };
        Ok(shipments.iter().map(to_event).collect())
    }

    fn event(&self) -> NewEvent {
        NewEvent {
            code: self.code.clone(),
            occurred_at: self.occurred_at,
            received_at: self.received_at,
            time_zone: self.time_zone.clone(),
            location: self.location.clone(),
            source: if self.is_by_carrier { Source::Carrier } else { Source::User },
            note: None,
            reason: None,
            hold: None,
            actor_id: Some(self.actor_id),
            parcels: Vec::new(),
        }
    }
}

impl WholeMove {
    /// Whether all parcels of a shipment have made it: now, or before with a bag or without one.
    fn is_made(&self, shipment: &MovedShipment, ways: &[&ParcelWay], has_loose_flown: bool) -> bool {
        let now: HashSet<i16> = shipment.seqs.iter().copied().collect();
        let way_of = |seq: i16| ways.iter().find(|way| way.seq == seq);
        let has_made = |seq: i16| way_of(seq).map_or(has_loose_flown, |way| (self.has_made)(way));
        (1..=shipment.parcel_count).all(|seq| now.contains(&seq) || has_made(seq))
    }

    /// When the last parcel of a shipment has made it, with a bag or now.
    fn find_time(&self, ways: &[&ParcelWay], now: DateTime<Utc>) -> DateTime<Utc> {
        ways.iter().filter_map(|way| (self.made_at)(way)).fold(now, Ord::max)
    }
}

/// Marks parcels as found where they should arrive, at this time, or as missing there.
async fn mark_arrival(
    tx: &mut TenantTx,
    shipments: &[MovedShipment],
    at: Option<DateTime<Utc>>,
) -> Result<(), ProcessError> {
    let parcels = shipments.iter().flat_map(|shipment| shipment.seqs.iter().map(|seq| (shipment.id, *seq)));
    let (ids, seqs) = parcels.unzip::<_, _, Vec<_>, Vec<_>>();
    parcel_store::mark_arrival(tx, &ids, &seqs, at).await?;
    Ok(())
}

/// The shipments of parcels, in one order.
fn group_by_shipment(parcels: impl IntoIterator<Item = LooseParcel>) -> Vec<MovedShipment> {
    let mut numbers: BTreeMap<Uuid, (i16, Vec<i16>)> = BTreeMap::new();
    for parcel in parcels {
        let (_, moved) =
            numbers.entry(parcel.shipment_id).or_insert_with(|| (parcel.parcel_count, Vec::new()));
        moved.push(parcel.seq);
    }
    let to_moved = |(id, (parcel_count, mut seqs)): (Uuid, (i16, Vec<i16>))| {
        seqs.sort_unstable();
        seqs.dedup();
        MovedShipment { id, parcel_count, seqs }
    };
    numbers.into_iter().map(to_moved).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;

    fn parcel(id: u128, seq: i16, parcel_count: i16) -> LooseParcel {
        LooseParcel { shipment_id: Uuid::from_u128(id), seq, parcel_count }
    }

    #[test]
    fn a_shipment_that_moves_in_part_says_which_parcels() {
        let moved = group_by_shipment([parcel(2, 3, 3), parcel(1, 1, 1), parcel(2, 1, 3), parcel(2, 3, 3)]);
        let found: Vec<_> = moved.iter().map(|moved| (moved.id.as_u128(), moved.moved_parcels())).collect();
        assert_eq!(found, [(1, vec![]), (2, vec![1, 3])]);
        let missing: Vec<_> = moved.iter().map(MovedShipment::choose_missing).collect();
        assert_eq!(missing, ["NOT_ARRIVED", "PART_NOT_ARRIVED"]);
    }

    #[test]
    fn a_shipment_moves_with_the_last_of_its_parcels() {
        let noon: DateTime<Utc> = "2026-12-01T12:00:00Z".parse().unwrap();
        let way = |seq, has_departed: bool| ParcelWay {
            shipment_id: Uuid::from_u128(2),
            seq,
            weight_g: 1_000,
            is_packed: true,
            departed_at: has_departed.then_some(noon),
            arrived_at: None,
        };
        let [departure, arrival] = &WHOLE_MOVES;
        let moved =
            |seqs: &[i16]| MovedShipment { id: Uuid::from_u128(2), parcel_count: 3, seqs: seqs.to_vec() };
        let (gone, here) = (way(1, true), way(2, false));
        assert!(!departure.is_made(&moved(&[3]), &[&gone, &here], false), "the second one is here");
        assert!(departure.is_made(&moved(&[2, 3]), &[&gone, &here], false));
        assert!(departure.is_made(&moved(&[2]), &[&gone, &here], true), "the third one flew without a bag");
        assert!(!arrival.is_made(&moved(&[2, 3]), &[&gone, &here], false), "the first one is on its way");
        let there = ParcelWay { arrived_at: Some(noon), ..way(1, false) };
        assert!(departure.is_made(&moved(&[2, 3]), &[&there, &here], false), "only its arrival was reported");
        let [before, after] = [-1, 1].map(|hours| noon + TimeDelta::hours(hours));
        assert_eq!(departure.find_time(&[&gone, &here], before), noon, "the last flight was reported first");
        assert_eq!(departure.find_time(&[&gone, &here], after), after);
    }
}

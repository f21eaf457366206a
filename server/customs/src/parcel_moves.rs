//! Parcels follow what carries them: the events of their shipments, in the background, as a flight has thousands.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use crate::bags::transport;
use access::scope::RowScope;
use freight::tracking_events::{self, NewEvent, Source};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError, Stage};

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

/// A parcel without a bag.
#[derive(Clone, Debug, Serialize, Deserialize, sqlx::FromRow)]
pub struct LooseParcel {
    pub shipment_id: Uuid,
    pub seq: i16,
    /// Parcels of its shipment.
    pub parcel_count: i16,
}

impl LooseParcel {
    /// All parcels of a shipment.
    pub fn list(shipment_id: Uuid, count: i32) -> Vec<Self> {
        let parcel_count = i16::try_from(count.max(1)).unwrap_or(i16::MAX);
        (1..=parcel_count).map(|seq| Self { shipment_id, seq, parcel_count }).collect()
    }
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

/// A shipment that moves, whole or in part.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MovedShipment {
    id: Uuid,
    /// Which of its parcels move, when not all do.
    note: Option<String>,
}

impl MoveParcels {
    /// Records the event. What was recorded before stays as it is, and a shipment that does not take it keeps its state.
    async fn record(&self, tx: &mut TenantTx, shipments: &[MovedShipment]) -> Result<(), ProcessError> {
        let ids: Vec<Uuid> = shipments.iter().map(|shipment| shipment.id).collect();
        let locked = tracking_events::lock_many(tx, &RowScope::All, &ids).await?;
        let notes: BTreeMap<Uuid, &Option<String>> =
            shipments.iter().map(|shipment| (shipment.id, &shipment.note)).collect();
        let mut by_note: BTreeMap<&Option<String>, Vec<_>> = BTreeMap::new();
        for shipment in locked {
            by_note.entry(notes.get(&shipment.id).copied().unwrap_or(&None)).or_default().push(shipment);
        }
        for (note, shipments) in by_note {
            let event = NewEvent { note: note.clone(), ..self.event() };
            tracking_events::record_for_many(tx, &shipments, &event).await?;
        }
        Ok(())
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
        }
    }
}

/// The shipments of parcels, in one order. Of a shipment that moves in part, the note says which parcels: `2/3`.
fn group_by_shipment(parcels: impl IntoIterator<Item = LooseParcel>) -> Vec<MovedShipment> {
    let mut numbers: BTreeMap<Uuid, (i16, Vec<i16>)> = BTreeMap::new();
    for parcel in parcels {
        let (_, moved) =
            numbers.entry(parcel.shipment_id).or_insert_with(|| (parcel.parcel_count, Vec::new()));
        moved.push(parcel.seq);
    }
    let write = |(id, (count, mut moved)): (Uuid, (i16, Vec<i16>))| {
        moved.sort_unstable();
        moved.dedup();
        let is_whole = moved.len() >= usize::try_from(count).unwrap_or_default();
        let list = moved.iter().map(i16::to_string).collect::<Vec<_>>().join(", ");
        MovedShipment { id, note: (!is_whole).then(|| format!("{list}/{count}")) }
    };
    numbers.into_iter().map(write).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shipment_that_moves_in_part_says_which_parcels() {
        let parcel =
            |id: u128, seq, parcel_count| LooseParcel { shipment_id: Uuid::from_u128(id), seq, parcel_count };
        let moved = group_by_shipment([parcel(2, 3, 3), parcel(1, 1, 1), parcel(2, 1, 3), parcel(2, 3, 3)]);
        let expected = [
            MovedShipment { id: Uuid::from_u128(1), note: None },
            MovedShipment { id: Uuid::from_u128(2), note: Some("1, 3/3".into()) },
        ];
        assert_eq!(moved, expected);
    }
}

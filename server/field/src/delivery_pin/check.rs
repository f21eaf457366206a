//! Compares the PINs of records that arrive. After some wrong ones, none counts until staff make a new one.

use std::collections::HashMap;

use tenancy::TenantTx;
use uuid::Uuid;

use super::code::{calculate, matches};
use super::store::{self, PinRow};
use crate::drivers::clock::DeviceTime;
use crate::drivers::record::RecordKind;
use crate::drivers::wire::FieldRecord;
use access::ctx::Ctx;
use server_core::http::error::ApiResult;

/// A driver who guesses has so many tries.
pub const MOST_MISSES: i16 = 5;

/// The deliveries of a batch that ask for a PIN. They are locked.
pub struct DeliveryPins {
    secret: String,
    tenant: String,
    rows: HashMap<Uuid, PinRow>,
    /// Deliveries with a new miss.
    missed: Vec<Uuid>,
}

impl DeliveryPins {
    pub async fn load(
        tx: &mut TenantTx,
        ctx: &Ctx,
        records: &[FieldRecord],
        delivery_ids: &[Uuid],
    ) -> ApiResult<Self> {
        let has_pin = records.iter().any(|record| record.payload.pin.is_some());
        let rows = if has_pin { store::list_pins(tx, delivery_ids).await? } else { Vec::new() };
        Ok(Self {
            secret: ctx.state().config.secret.clone(),
            tenant: ctx.tenant().id.as_str().to_owned(),
            rows: rows.into_iter().map(|row| (row.id, row)).collect(),
            missed: Vec::new(),
        })
    }

    /// Whether the PIN of a new record is the right one. None for a record without a PIN, and for a delivery that asks for none.
    pub fn check(&mut self, record: &FieldRecord, delivery_id: Option<Uuid>) -> Option<bool> {
        let said = record.payload.pin.as_deref().filter(|_| record.kind == RecordKind::Deliver)?;
        let row = self.rows.get_mut(&delivery_id?)?;
        let pin_of = |turn| calculate(&self.secret, &self.tenant, row.id, turn);
        let at = DeviceTime { at: record.at, offset_s: record.offset_s }.correct();
        // Before the new one was made, the recipient could only say the old one.
        let is_old_good = row.pin_changed_at.is_some_and(|changed| at < changed);
        let is_known = matches(said, &pin_of(row.pin_turn))
            || is_old_good && matches(said, &pin_of(row.pin_turn.wrapping_sub(1)));
        let is_right = is_known && row.pin_misses < MOST_MISSES;
        if !is_right {
            row.pin_misses = row.pin_misses.saturating_add(1);
            self.missed.push(row.id);
        }
        Some(is_right)
    }

    /// Keeps the number of wrong ones.
    pub async fn write(&self, tx: &mut TenantTx) -> ApiResult<()> {
        let (ids, misses): (Vec<Uuid>, Vec<i16>) = self
            .rows
            .values()
            .filter(|row| self.missed.contains(&row.id))
            .map(|row| (row.id, row.pin_misses))
            .unzip();
        store::set_misses(tx, &ids, &misses).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drivers::wire::FieldPayload;
    use chrono::{DateTime, Utc};

    const ID: Uuid = Uuid::from_u128(7);

    fn at(minute: u32) -> DateTime<Utc> {
        format!("2026-11-26T10:{minute:02}:00Z").parse().unwrap()
    }

    fn pins(pin_turn: i16, pin_changed_at: Option<DateTime<Utc>>) -> DeliveryPins {
        let row = PinRow { id: ID, pin_turn, pin_changed_at, pin_misses: 0 };
        let rows = HashMap::from([(ID, row)]);
        DeliveryPins { secret: "key".into(), tenant: "t_one".into(), rows, missed: Vec::new() }
    }

    fn record(minute: u32, pin: &str) -> FieldRecord {
        FieldRecord {
            id: Uuid::from_u128(1),
            route_stop_id: Uuid::from_u128(2),
            device: None,
            seq: 1,
            kind: RecordKind::Deliver,
            at: at(minute),
            offset_s: Some(0),
            latitude: None,
            longitude: None,
            accuracy_m: None,
            payload: FieldPayload { pin: Some(pin.into()), ..FieldPayload::default() },
            files: Vec::new(),
        }
    }

    #[test]
    fn the_right_pin_counts_until_there_were_too_many_wrong_ones() {
        let right = calculate("key", "t_one", ID, 0);
        let mut pins = pins(0, None);
        assert_eq!(pins.check(&record(0, &right), None), None, "of a pickup");
        assert_eq!(pins.check(&record(0, &right), Some(Uuid::nil())), None, "asks for none");
        for _ in 0..MOST_MISSES - 1 {
            assert_eq!(pins.check(&record(0, "000001"), Some(ID)), Some(false));
        }
        assert_eq!(pins.check(&record(0, &right), Some(ID)), Some(true));
        assert_eq!(pins.check(&record(0, "000001"), Some(ID)), Some(false));
        assert_eq!(pins.check(&record(0, &right), Some(ID)), Some(false), "guessed too often");
    }

    #[test]
    fn the_old_pin_counts_for_what_happened_before_the_new_one_was_made() {
        let (old, new) = (calculate("key", "t_one", ID, 0), calculate("key", "t_one", ID, 1));
        let mut pins = pins(1, Some(at(30)));
        assert_eq!(pins.check(&record(29, &old), Some(ID)), Some(true));
        assert_eq!(pins.check(&record(31, &old), Some(ID)), Some(false));
        assert_eq!(pins.check(&record(31, &new), Some(ID)), Some(true));
    }
}

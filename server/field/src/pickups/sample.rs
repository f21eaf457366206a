//! A pickup for tests.

use uuid::Uuid;

use super::model::{Pickup, PickupCan};
use crate::steps::pickup::PickupStatus;
use server_core::address::Address;

/// A pickup whose cut-off is at 14:00 UTC.
pub fn pickup(status: PickupStatus) -> Pickup {
    let at = |text: &str| text.parse().unwrap();
    Pickup {
        id: Uuid::nil(),
        number: "GRU-P-26-000001".into(),
        client_id: Uuid::nil(),
        client_name: "Papelaria".into(),
        warehouse_id: Uuid::nil(),
        subsidiary_id: None,
        address: Address::default(),
        latitude: None,
        longitude: None,
        place_on: None,
        contact: "Ana".into(),
        phone: None,
        time_zone: "America/Sao_Paulo".into(),
        on_date: "2026-11-27".parse().unwrap(),
        from_time: "14:00".into(),
        to_time: "18:00".into(),
        starts_at: at("2026-11-27T17:00:00Z"),
        ends_at: at("2026-11-27T21:00:00Z"),
        cutoff_at: at("2026-11-27T14:00:00Z"),
        ready_place: None,
        instructions: None,
        parcels: 1,
        weight_g: None,
        status,
        attempt: 0,
        driver_id: None,
        provider_id: None,
        carrier_name: None,
        confirmation_no: None,
        fail_reason: None,
        note: None,
        parcels_collected: None,
        collected_at: None,
        tasks: Vec::new(),
        settled_tasks: Vec::new(),
        flags: Vec::new(),
        is_waiting: false,
        record_id: None,
        cancelled_at: None,
        fee: None,
        fee_currency: None,
        repeats: None,
        repeat_at: None,
        repeat_of: None,
        stop_id: None,
        route_id: None,
        route_number: None,
        created_at: at("2026-11-26T12:00:00Z"),
        updated_at: at("2026-11-26T12:00:00Z"),
        version: 1,
        can: PickupCan::default(),
    }
}

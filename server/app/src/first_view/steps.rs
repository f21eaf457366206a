//! How far a shipment came, as in the app (`web/src/shared/tracking/progress.ts`).

use freight::status::ShipmentStatus;
use freight::tracking_events::TrackedShipment;

/// The stages of a way that goes well.
pub const STEPS: [&str; 7] = ["order", "origin", "export", "transit", "customs", "last_mile", "delivered"];

/// The step at which each status stands, by the lowest status of the step.
const FROM: [(ShipmentStatus, usize); 5] = [
    (ShipmentStatus::LastMile, 5),
    (ShipmentStatus::InCustoms, 4),
    (ShipmentStatus::Departed, 3),
    (ShipmentStatus::Bagged, 2),
    (ShipmentStatus::Received, 1),
];

/// The place of the present step. Where the status no longer says so (lost, returned), the events do.
pub fn count_steps(shipment: &TrackedShipment) -> usize {
    let Some(status) = shipment.status else { return 0 };
    if status == ShipmentStatus::Delivered {
        return STEPS.len() - 1;
    }
    if status > ShipmentStatus::Delivered || status == ShipmentStatus::Cancelled {
        let stages = shipment.events.iter().map(|event| event.stage.as_str());
        return stages.filter_map(|stage| STEPS.iter().position(|step| *step == stage)).max().unwrap_or(0);
    }
    FROM.iter().find(|(least, _)| status >= *least).map_or(0, |(_, step)| *step)
}

/// The meanings of the colours of the page: on its way, somebody must act, it will not arrive, delivered.
pub fn name_course(shipment: &TrackedShipment) -> &'static str {
    match shipment.status {
        _ if shipment.hold_reason.is_some() => "waiting",
        Some(ShipmentStatus::Delivered) => "delivered",
        Some(status) if status.is_final() => "ended",
        Some(ShipmentStatus::CustomsHold | ShipmentStatus::DeliveryFailed | ShipmentStatus::Returning) => {
            "waiting"
        }
        _ => "going",
    }
}

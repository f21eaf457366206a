//! The events that companies can be told of, each with an example of its data.

use serde_json::{Map, Value, json};
use trade::wire_name;

wire_name! {
    /// Something that happened to a record: the record and the event.
    WebhookEventType {
        ShipmentCreated = "shipment.created",
        ShipmentConfirmed = "shipment.confirmed",
        /// It was changed after its confirmation, and has another price.
        ShipmentRepriced = "shipment.repriced",
        /// The shipment is in another status.
        ShipmentStatusChanged = "shipment.status_changed",
        /// An event of its tracking was recorded, whether or not its status is another one.
        ShipmentEventRecorded = "shipment.event_recorded",
        ShipmentCancelled = "shipment.cancelled",
        ShipmentLabelPrinted = "shipment.label_printed",
        ShipmentHeld = "shipment.held",
        ShipmentReleased = "shipment.released",
        /// A shop has sent an order again with something else in it, or cancelled it. Its shipment stays as it is.
        OrderUpdated = "order.updated",
        /// A parcel of a shipment is in the warehouse.
        ParcelReceived = "parcel.received",
        /// A parcel of a shipment was weighed there.
        ParcelMeasured = "parcel.measured",
        /// Its client has to answer for what was measured.
        ReweighHeld = "reweigh.held",
        ReweighSettled = "reweigh.settled",
        /// It is in the warehouse, and it may not be known yet whose it is; told again once it is.
        InboundParcelArrived = "inbound_parcel.arrived",
        InboundParcelAbandoned = "inbound_parcel.abandoned",
        BagClosed = "bag.closed",
        /// The postal operator has given it a code.
        BagRegistered = "bag.registered",
        MawbIssued = "mawb.issued",
        /// The waybill is in another status.
        MawbStatusChanged = "mawb.status_changed",
        ManifestClosed = "manifest.closed",
        /// All houses were accepted by the receiver.
        ManifestAccepted = "manifest.accepted",
        /// The receiver has answered, and not accepted all houses.
        ManifestRejected = "manifest.rejected",
        PickupScheduled = "pickup.scheduled",
        PickupCollected = "pickup.collected",
        PickupFailed = "pickup.failed",
        PickupCancelled = "pickup.cancelled",
        /// Its run has begun.
        DeliveryOut = "delivery.out",
        DeliveryDelivered = "delivery.delivered",
        DeliveryFailed = "delivery.failed",
        /// It goes back to its sender.
        DeliveryReturned = "delivery.returned",
        StockReceived = "stock.received",
        StockPicked = "stock.picked",
        /// Goods were taken out for good.
        StockRemoved = "stock.removed",
        /// Less of the item is there than its minimum; told again after there was enough.
        StockBelowMinimum = "stock.below_minimum",
        /// A lot expires soon; told once.
        StockExpiring = "stock.expiring",
        /// The differences of a count were posted.
        InventoryPosted = "inventory.posted",
        /// Goods of a purchase have come.
        PurchaseReceived = "purchase.received",
        InvoiceIssued = "invoice.issued",
        /// Nothing of it is open any more.
        InvoicePaid = "invoice.paid",
        InvoiceVoided = "invoice.voided",
        DepositConfirmed = "deposit.confirmed",
        /// The client can spend less than the minimum that the company has set for it; told again after there was
        /// enough. Its id is that of the client.
        WalletLow = "wallet.low",
        /// Somebody of the staff has added the client, a file had it, or it has registered.
        ClientCreated = "client.created",
        ClientUpdated = "client.updated",
        /// Told 30 and 7 days before its last day, and on that day.
        DocumentExpiring = "document.expiring",
        /// The request to the health authority is in another status.
        RegulatoryRequestStatusChanged = "regulatory_request.status_changed",
        SupportTicketCreated = "support_ticket.created",
        /// A message that everybody with the ticket reads.
        SupportTicketReplied = "support_ticket.replied",
        SupportTicketClosed = "support_ticket.closed",
        /// A client has rated a shipment, or changed what it said.
        ReviewSubmitted = "review.submitted",
        /// A report of a schedule was made for all its recipients.
        ReportReady = "report.ready",
        /// The rows of a file were imported.
        ImportFinished = "import.finished",
        /// A person tries out a webhook.
        WebhookTest = "webhook.test",
    }
}

/// Records of clients, of which their own webhooks hear.
const OF_CLIENTS: [&str; 14] = [
    "shipment",
    "order",
    "parcel",
    "reweigh",
    "inbound_parcel",
    "pickup",
    "delivery",
    "stock",
    "invoice",
    "deposit",
    "wallet",
    "support_ticket",
    "review",
    "import",
];

impl WebhookEventType {
    /// The record that it is about: `shipment`.
    pub fn resource(self) -> &'static str {
        self.as_str().split('.').next().unwrap_or_default()
    }

    /// Those that a webhook can be subscribed to.
    pub fn list_offered() -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(|one| *one != Self::WebhookTest)
    }

    /// Whether clients hear of it, when it is about their own records.
    pub fn is_of_clients(self) -> bool {
        OF_CLIENTS.contains(&self.resource())
    }

    /// The keys of its data besides `id` in the newest form, with values as they can be. A `label_path` is an address of the API on the company's
    /// host; `format` asks there for ZPL.
    pub fn example(self) -> Map<String, Value> {
        match self.example_data() {
            Value::Object(data) => data,
            _ => Map::new(),
        }
    }

    fn example_data(self) -> Value {
        match self {
            Self::ShipmentCreated | Self::ShipmentHeld | Self::ShipmentReleased => build_shipment(10, None),
            Self::ShipmentRepriced | Self::ShipmentLabelPrinted => build_shipment(30, None),
            Self::ShipmentConfirmed => build_confirmed_shipment(),
            Self::ShipmentStatusChanged => build_shipment(90, Some(86)),
            Self::ShipmentEventRecorded => build_event(),
            Self::ShipmentCancelled => build_shipment(0, Some(10)),
            Self::ReweighHeld | Self::ReweighSettled => build_reweigh(),
            Self::RegulatoryRequestStatusChanged => build_shipment(99, Some(31)),
            Self::ReviewSubmitted => json!({ "shipment_id": SHIPMENT, "tracking_code": CODE, "score": 5 }),
            Self::OrderUpdated => json!({ "channel": "shop", "number": "1042", "tracking_code": CODE }),
            Self::ParcelReceived => build_parcel(),
            Self::ParcelMeasured => build_measured_parcel(),
            Self::InboundParcelArrived | Self::InboundParcelAbandoned => build_inbound_parcel(),
            Self::BagClosed => build_bag(),
            Self::BagRegistered => build_registered_bag(),
            Self::MawbIssued => json!({ "number": "020-12345675", "revision": 1 }),
            Self::MawbStatusChanged => build_waybill(),
            Self::ManifestClosed => build_manifest(&json!({ "houses": 120, "pieces": 124 })),
            Self::ManifestAccepted | Self::ManifestRejected => {
                build_manifest(&json!({ "accepted": 118, "rejected": 2 }))
            }
            Self::PickupScheduled => json!({ "number": "PU-26-000031", "day": "2026-11-27" }),
            Self::PickupCollected | Self::PickupCancelled => json!({ "number": "PU-26-000031" }),
            Self::PickupFailed => json!({ "number": "PU-26-000031", "reason": "closed" }),
            Self::DeliveryOut | Self::DeliveryDelivered | Self::DeliveryFailed | Self::DeliveryReturned => {
                json!({ "number": "DL-26-000112", "attempts": 1 })
            }
            Self::StockReceived | Self::StockPicked | Self::StockRemoved => {
                json!({ "lot_id": LOT, "quantity": 24 })
            }
            Self::StockBelowMinimum => json!({ "sku": "CUP-300", "min_quantity": 24 }),
            Self::StockExpiring => json!({ "lot_id": LOT, "expires_on": "2026-12-26" }),
            Self::InventoryPosted => json!({ "number": "SAO-26-000005", "differences": 3 }),
            Self::PurchaseReceived => json!({ "number": "SAO-26-000009", "sku": "CUP-300", "quantity": 24 }),
            Self::InvoiceIssued => build_invoice(),
            Self::InvoicePaid | Self::InvoiceVoided => build_settled_invoice(),
            Self::DepositConfirmed => json!({ "amount": "100.00", "currency": "BRL" }),
            Self::WalletLow => json!({ "currency": "BRL", "available": "80.00", "minimum": "100.00" }),
            Self::SupportTicketCreated | Self::SupportTicketReplied | Self::SupportTicketClosed => {
                json!({ "number": 118 })
            }
            Self::ClientCreated | Self::ClientUpdated => json!({ "code": "C1042" }),
            Self::DocumentExpiring => build_document(),
            Self::ReportReady => json!({ "name": "Every Monday", "report": "shipments", "rows": 124 }),
            Self::ImportFinished => build_import(),
            Self::WebhookTest => json!({}),
        }
    }
}

/// A shipment in an example.
const SHIPMENT: &str = "0199d3c2-7c1a-7000-8000-000000000001";
const CODE: &str = "AT000000014BR";
/// Goods of the stock in an example.
const LOT: &str = "0199d3c2-7c1a-7000-8000-000000000003";

/// A shipment with its status, and with the one before if it has changed.
fn build_shipment(status: i16, previous: Option<i16>) -> Value {
    let mut data = json!({ "tracking_code": CODE, "status": status });
    if let Some(previous) = previous {
        data["previous"] = json!({ "status": previous });
    }
    data
}

fn build_confirmed_shipment() -> Value {
    let mut data = build_shipment(30, Some(10));
    data["label_path"] = format!("/api/shipments/{SHIPMENT}/label").into();
    data
}

fn build_event() -> Value {
    json!({
        "tracking_code": CODE, "status": 40, "event_id": "0199d3c2-7c1a-7000-8000-000000000002",
        "event_code": "RECEIVED", "occurred_at": "2026-11-26T12:00:00Z", "parcels": [],
    })
}

fn build_reweigh() -> Value {
    json!({ "shipment_id": SHIPMENT, "tracking_code": CODE, "difference": "12.50", "currency": "BRL" })
}

fn build_parcel() -> Value {
    json!({ "shipment_id": SHIPMENT, "tracking_code": CODE, "parcel_number": 1 })
}

fn build_measured_parcel() -> Value {
    json!({
        "shipment_id": SHIPMENT, "tracking_code": CODE, "parcel_number": 1,
        "weight_g": 1250, "length_mm": 300, "width_mm": 200, "height_mm": 100,
    })
}

fn build_inbound_parcel() -> Value {
    json!({ "external_code": "1Z999AA10123456784" })
}

fn build_registered_bag() -> Value {
    json!({ "number": "SAO-26-000014", "unit_code": "BRSAODPTLISAAUN60014001000142" })
}

fn build_waybill() -> Value {
    json!({ "number": "020-12345675", "status": 50, "previous": { "status": 40 } })
}

/// A manifest with two counts of what is in it.
fn build_manifest(counts: &Value) -> Value {
    let mut data = counts.clone();
    data["number"] = "MF-26-000007".into();
    data["revision"] = 1.into();
    data
}

fn build_settled_invoice() -> Value {
    json!({ "number": "2026/000041", "total": "250.00", "currency": "BRL" })
}

fn build_document() -> Value {
    json!({
        "owner_type": "client", "owner_id": "0199d3c2-7c1a-7000-8000-000000000005", "expires_on": "2026-12-26",
    })
}

fn build_import() -> Value {
    json!({ "kind": "shipments", "created": 118, "existing": 4, "refused_lines": 2 })
}

fn build_bag() -> Value {
    json!({
        "number": "SAO-26-000014", "parcel_count": 12, "gross_g": 14_250,
        "label_path": "/api/bags/0199d3c2-7c1a-7000-8000-000000000004/label",
    })
}

fn build_invoice() -> Value {
    json!({ "number": "2026/000041", "total": "250.00", "currency": "BRL", "due_on": "2026-12-26" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_event_has_a_name_of_its_own_and_an_example() {
        let names: HashSet<&str> = WebhookEventType::ALL.iter().map(|one| one.as_str()).collect();
        assert_eq!(names.len(), WebhookEventType::ALL.len());
        for kind in WebhookEventType::ALL {
            let (resource, event) = kind.as_str().split_once('.').unwrap();
            let is_word = |text: &str| text.chars().all(|char| char.is_ascii_lowercase() || char == '_');
            assert!(is_word(resource) && is_word(event), "{kind:?}");
            assert!(!kind.example().contains_key("id"), "{kind:?}: each has its id");
            assert_eq!(kind.example().is_empty(), *kind == WebhookEventType::WebhookTest, "{kind:?}");
        }
    }

    #[test]
    fn clients_hear_of_their_records_and_not_of_bags() {
        assert!(WebhookEventType::ShipmentCreated.is_of_clients());
        assert!(!WebhookEventType::BagClosed.is_of_clients());
        assert!(!WebhookEventType::ClientUpdated.is_of_clients());
        assert!(!WebhookEventType::ManifestClosed.is_of_clients());
        assert!(WebhookEventType::list_offered().all(|kind| kind != WebhookEventType::WebhookTest));
    }
}

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
        /// A shop has sent an order again, with something else in it. The draft of the first time stays as it is.
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
const OF_CLIENTS: [&str; 13] = [
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
        let of_company = || self.example_of_company();
        let data =
            self.example_of_shipments().or_else(of_company).unwrap_or_else(|| self.example_of_others());
        match data {
            Value::Object(data) => data,
            _ => Map::new(),
        }
    }

    /// Events of shipments, and of records that are known by their codes.
    fn example_of_shipments(self) -> Option<Value> {
        let code = "AT000000014BR";
        let data = match self {
            Self::ShipmentCreated | Self::ShipmentHeld | Self::ShipmentReleased => {
                json!({ "tracking_code": code, "status": 10 })
            }
            Self::ShipmentRepriced | Self::ShipmentLabelPrinted => {
                json!({ "tracking_code": code, "status": 30 })
            }
            Self::ShipmentConfirmed => {
                let label_path = "/api/shipments/0199d3c2-7c1a-7000-8000-000000000001/label";
                json!({ "tracking_code": code, "status": 30, "previous": { "status": 10 }, "label_path": label_path })
            }
            Self::ShipmentStatusChanged => {
                json!({ "tracking_code": code, "status": 90, "previous": { "status": 86 } })
            }
            Self::ShipmentEventRecorded => json!({
                "tracking_code": code, "status": 40, "event_id": "0199d3c2-7c1a-7000-8000-000000000002",
                "event_code": "RECEIVED", "occurred_at": "2026-11-26T12:00:00Z",
                "parcels": [],
            }),
            Self::ShipmentCancelled => {
                json!({ "tracking_code": code, "status": 0, "previous": { "status": 10 } })
            }
            Self::ReweighHeld | Self::ReweighSettled => json!({
                "shipment_id": "0199d3c2-7c1a-7000-8000-000000000001", "tracking_code": code,
                "difference": "12.50", "currency": "BRL",
            }),
            Self::RegulatoryRequestStatusChanged => {
                json!({ "tracking_code": code, "status": 99, "previous": { "status": 31 } })
            }
            Self::OrderUpdated => {
                json!({ "channel": "shop", "number": "1042", "tracking_code": code })
            }
            Self::ParcelReceived => json!({
                "shipment_id": "0199d3c2-7c1a-7000-8000-000000000001", "tracking_code": code, "parcel_number": 1,
            }),
            Self::ParcelMeasured => json!({
                "shipment_id": "0199d3c2-7c1a-7000-8000-000000000001", "tracking_code": code, "parcel_number": 1,
                "weight_g": 1250, "length_mm": 300, "width_mm": 200, "height_mm": 100,
            }),
            Self::ReviewSubmitted => json!({
                "shipment_id": "0199d3c2-7c1a-7000-8000-000000000001", "tracking_code": code, "score": 5,
            }),
            _ => return None,
        };
        Some(data)
    }

    /// Events of what the company keeps besides shipments, and of its files.
    fn example_of_company(self) -> Option<Value> {
        let data = match self {
            Self::StockReceived | Self::StockPicked | Self::StockRemoved => {
                json!({ "lot_id": "0199d3c2-7c1a-7000-8000-000000000003", "quantity": 24 })
            }
            Self::StockBelowMinimum => json!({ "sku": "CUP-300", "min_quantity": 24 }),
            Self::StockExpiring => {
                json!({ "lot_id": "0199d3c2-7c1a-7000-8000-000000000003", "expires_on": "2026-12-26" })
            }
            Self::ClientCreated | Self::ClientUpdated => json!({ "code": "C1042" }),
            Self::DocumentExpiring => json!({
                "owner_type": "client", "owner_id": "0199d3c2-7c1a-7000-8000-000000000005",
                "expires_on": "2026-12-26",
            }),
            Self::ReportReady => json!({ "name": "Every Monday", "report": "shipments", "rows": 124 }),
            Self::ImportFinished => json!({
                "kind": "shipments", "created": 118, "existing": 4, "refused_lines": 2,
            }),
            _ => return None,
        };
        Some(data)
    }

    fn example_of_others(self) -> Value {
        match self {
            Self::BagClosed => json!({
                "number": "SAO-26-000014", "parcel_count": 12, "gross_g": 14_250,
                "label_path": "/api/bags/0199d3c2-7c1a-7000-8000-000000000004/label",
            }),
            Self::BagRegistered => {
                json!({ "number": "SAO-26-000014", "unit_code": "BRSAODPTLISAAUN60014001000142" })
            }
            Self::MawbIssued => json!({ "number": "020-12345675", "revision": 1 }),
            Self::MawbStatusChanged => {
                json!({ "number": "020-12345675", "status": 50, "previous": { "status": 40 } })
            }
            Self::InboundParcelArrived | Self::InboundParcelAbandoned => {
                json!({ "external_code": "1Z999AA10123456784" })
            }
            Self::ManifestClosed => {
                json!({ "number": "MF-26-000007", "revision": 1, "houses": 120, "pieces": 124 })
            }
            Self::ManifestAccepted | Self::ManifestRejected => {
                json!({ "number": "MF-26-000007", "revision": 1, "accepted": 118, "rejected": 2 })
            }
            Self::PickupScheduled => json!({ "number": "PU-26-000031", "day": "2026-11-27" }),
            Self::PickupCollected => json!({ "number": "PU-26-000031" }),
            Self::PickupFailed => json!({ "number": "PU-26-000031", "reason": "closed" }),
            Self::PickupCancelled => json!({ "number": "PU-26-000031" }),
            Self::DeliveryOut | Self::DeliveryDelivered | Self::DeliveryFailed | Self::DeliveryReturned => {
                json!({ "number": "DL-26-000112", "attempts": 1 })
            }
            Self::InventoryPosted => json!({ "number": "SAO-26-000005", "differences": 3 }),
            Self::PurchaseReceived => json!({ "number": "SAO-26-000009", "sku": "CUP-300", "quantity": 24 }),
            Self::InvoiceIssued => json!({
                "number": "2026/000041", "total": "250.00", "currency": "BRL", "due_on": "2026-12-26",
            }),
            Self::InvoicePaid | Self::InvoiceVoided => {
                json!({ "number": "2026/000041", "total": "250.00", "currency": "BRL" })
            }
            Self::DepositConfirmed => json!({ "amount": "100.00", "currency": "BRL" }),
            Self::SupportTicketCreated | Self::SupportTicketReplied | Self::SupportTicketClosed => {
                json!({ "number": 118 })
            }
            _ => json!({}),
        }
    }
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

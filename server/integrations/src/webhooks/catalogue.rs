//! The events that companies can be told of, each with an example of its data.

use serde_json::{Map, Value, json};
use trade::wire_name;

wire_name! {
    /// Something that happened to a record: the record and the event.
    WebhookEventType {
        ShipmentCreated = "shipment.created",
        ShipmentConfirmed = "shipment.confirmed",
        /// The shipment is in another status.
        ShipmentStatusChanged = "shipment.status_changed",
        /// An event of its tracking was recorded, whether or not its status is another one.
        ShipmentEventRecorded = "shipment.event_recorded",
        ShipmentCancelled = "shipment.cancelled",
        BagClosed = "bag.closed",
        ManifestClosed = "manifest.closed",
        /// All houses were accepted by the receiver.
        ManifestAccepted = "manifest.accepted",
        /// The receiver has answered, and not accepted all houses.
        ManifestRejected = "manifest.rejected",
        PickupScheduled = "pickup.scheduled",
        PickupCollected = "pickup.collected",
        PickupFailed = "pickup.failed",
        PickupCancelled = "pickup.cancelled",
        DeliveryDelivered = "delivery.delivered",
        DeliveryFailed = "delivery.failed",
        StockReceived = "stock.received",
        StockPicked = "stock.picked",
        InvoiceIssued = "invoice.issued",
        /// Nothing of it is open any more.
        InvoicePaid = "invoice.paid",
        DepositConfirmed = "deposit.confirmed",
        SupportTicketCreated = "support_ticket.created",
        /// A message that everybody with the ticket reads.
        SupportTicketReplied = "support_ticket.replied",
        SupportTicketClosed = "support_ticket.closed",
        /// A person tries out a webhook.
        WebhookTest = "webhook.test",
    }
}

/// Records of clients, of which their own webhooks hear.
const OF_CLIENTS: [&str; 7] =
    ["shipment", "pickup", "delivery", "stock", "invoice", "deposit", "support_ticket"];

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

    /// The keys of its data besides `id`, with values as they can be. A `label_path` is an address of the API on the company's
    /// host; `format` asks there for ZPL.
    pub fn example(self) -> Map<String, Value> {
        let code = "AT000000014BR";
        let data = match self {
            Self::ShipmentCreated => json!({ "tracking_code": code, "status": 10 }),
            Self::ShipmentConfirmed => {
                let label_path = "/api/shipments/0199d3c2-7c1a-7000-8000-000000000001/label";
                json!({ "tracking_code": code, "status": 30, "previous_status": 10, "label_path": label_path })
            }
            Self::ShipmentStatusChanged => {
                json!({ "tracking_code": code, "status": 90, "previous_status": 86 })
            }
            Self::ShipmentEventRecorded => json!({
                "tracking_code": code, "status": 40, "event_id": "0199d3c2-7c1a-7000-8000-000000000002",
                "event_code": "RECEIVED", "occurred_at": "2026-11-26T12:00:00Z",
                "parcels": [],
            }),
            Self::ShipmentCancelled => {
                json!({ "tracking_code": code, "status": 0, "previous_status": 10 })
            }
            Self::BagClosed => json!({
                "number": "SAO-26-000014", "parcel_count": 12, "gross_g": 14_250,
                "label_path": "/api/bags/0199d3c2-7c1a-7000-8000-000000000004/label",
            }),
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
            Self::DeliveryDelivered | Self::DeliveryFailed => {
                json!({ "number": "DL-26-000112", "attempts": 1 })
            }
            Self::StockReceived | Self::StockPicked => {
                json!({ "lot_id": "0199d3c2-7c1a-7000-8000-000000000003", "quantity": 24 })
            }
            Self::InvoiceIssued => json!({
                "number": "2026/000041", "total": "250.00", "currency": "BRL", "due_on": "2026-12-26",
            }),
            Self::InvoicePaid => json!({ "number": "2026/000041", "total": "250.00", "currency": "BRL" }),
            Self::DepositConfirmed => json!({ "amount": "100.00", "currency": "BRL" }),
            Self::SupportTicketCreated | Self::SupportTicketReplied | Self::SupportTicketClosed => {
                json!({ "number": 118 })
            }
            Self::WebhookTest => json!({}),
        };
        match data {
            Value::Object(data) => data,
            _ => Map::new(),
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
        assert!(!WebhookEventType::ManifestClosed.is_of_clients());
        assert!(WebhookEventType::list_offered().all(|kind| kind != WebhookEventType::WebhookTest));
    }
}

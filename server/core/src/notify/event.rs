//! Events and channels of the users' preferences. E-mails about sign-in and security are always sent.

use std::collections::BTreeMap;

use poem_openapi::Enum;
use policy::{Action, Grants, Resource, Scope};

/// An event about which a user can be notified.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum NotificationEvent {
    ImportFinished,
    /// The check of an import file has finished.
    ImportChecked,
    LabelsReady,
    /// The file with shipments is ready.
    ShipmentsExported,
    /// The export of the audit log, or of the own data, is ready.
    ExportReady,
    /// A shipment of the user's client was received.
    ShipmentReceived,
    /// A shipment of the user's client is out for delivery.
    ShipmentOutForDelivery,
    /// A shipment of the user's client was delivered.
    ShipmentDelivered,
    /// A shipment of the user's client is held, could not be delivered, or is lost.
    ShipmentStopped,
    /// A ticket that the user receives was created, or has a new message.
    TicketMessage,
    /// The health authority answered a request of the user.
    RegulatoryAnswered,
    /// Messages of a room of the user stay unread.
    RoomUnread,
    /// A deposit of the user's client was confirmed or refused.
    DepositDecided,
    /// A claim of the user's client was approved, refused or paid.
    ClaimDecided,
    /// An invoice of the user's client was issued. It also goes to the client's contacts for billing.
    InvoiceIssued,
    /// A parcel of the user's client arrived in a warehouse, or its storage costs something or ends.
    ParcelStored,
    /// A pickup of the user's client was scheduled or moved, it failed, or the company cancelled it.
    PickupChanged,
    /// A customer accepted a quote that the user sent.
    QuoteAccepted,
    /// A token of the user, with which a program calls the API, expires soon.
    TokenExpiring,
    /// A report of a schedule that the user receives is ready.
    ReportReady,
    /// Nothing arrives at a webhook that the user can change.
    WebhookFailing,
}

/// The channel of a notification.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum NotificationChannel {
    /// The list of notifications, and a message on the screen.
    App,
    /// An e-mail, when the notification is unread after two minutes.
    Mail,
}

impl NotificationChannel {
    pub const ALL: [Self; 2] = [Self::App, Self::Mail];

    pub const fn name(self) -> &'static str {
        match self {
            Self::App => "app",
            Self::Mail => "mail",
        }
    }
}

impl NotificationEvent {
    /// Those of users of clients. A company chooses who of them is notified by default.
    pub const OF_CLIENTS: [Self; 9] = [
        Self::ShipmentReceived,
        Self::ShipmentOutForDelivery,
        Self::ShipmentDelivered,
        Self::ShipmentStopped,
        Self::DepositDecided,
        Self::ClaimDecided,
        Self::InvoiceIssued,
        Self::ParcelStored,
        Self::PickupChanged,
    ];

    pub const ALL: [Self; 21] = [
        Self::ImportFinished,
        Self::ImportChecked,
        Self::LabelsReady,
        Self::ShipmentsExported,
        Self::ExportReady,
        Self::ShipmentReceived,
        Self::ShipmentOutForDelivery,
        Self::ShipmentDelivered,
        Self::ShipmentStopped,
        Self::TicketMessage,
        Self::RegulatoryAnswered,
        Self::RoomUnread,
        Self::DepositDecided,
        Self::ClaimDecided,
        Self::InvoiceIssued,
        Self::ParcelStored,
        Self::PickupChanged,
        Self::QuoteAccepted,
        Self::TokenExpiring,
        Self::ReportReady,
        Self::WebhookFailing,
    ];

    /// The name in the table. Ends of processes have the kind of the process.
    pub const fn stored_name(self) -> &'static str {
        match self {
            Self::ImportFinished => "shipment_imports.process",
            Self::ImportChecked => "shipment_imports.check",
            Self::LabelsReady => "shipments.labels",
            Self::ShipmentsExported => "shipments.export",
            Self::ExportReady => "audit.export",
            Self::ShipmentReceived => "shipment.received",
            Self::ShipmentOutForDelivery => "shipment.out_for_delivery",
            Self::ShipmentDelivered => "shipment.delivered",
            Self::ShipmentStopped => "shipment.stopped",
            Self::TicketMessage => "support_ticket.message",
            Self::RegulatoryAnswered => "regulatory_request.answered",
            Self::RoomUnread => "room.unread",
            Self::DepositDecided => "deposit.decided",
            Self::ClaimDecided => "claim.decided",
            Self::InvoiceIssued => "invoice.issued",
            Self::ParcelStored => "inbound_parcel.stored",
            Self::PickupChanged => "pickup.changed",
            Self::QuoteAccepted => "quote.accepted",
            Self::TokenExpiring => "api_token.expiring",
            Self::ReportReady => "report.scheduled",
            Self::WebhookFailing => "webhook.failing",
        }
    }

    pub fn from_stored_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.stored_name() == name)
    }

    /// The key of a company's default.
    pub fn default_key(self, channel: NotificationChannel) -> String {
        format!("{}/{}", self.stored_name(), channel.name())
    }

    /// Whether a user who has chosen nothing is notified, by the company's defaults or those of the product.
    pub fn is_default(self, channel: NotificationChannel, of_company: &BTreeMap<String, bool>) -> bool {
        let chosen = of_company.get(&self.default_key(channel));
        chosen.copied().unwrap_or_else(|| self.default_of(channel))
    }

    /// The default of the product. Who sends many shipments would be told of each on its way: that is for those who
    /// ask for it.
    pub const fn default_of(self, channel: NotificationChannel) -> bool {
        match channel {
            NotificationChannel::App => !matches!(
                self,
                Self::ShipmentReceived | Self::ShipmentOutForDelivery | Self::ShipmentDelivered
            ),
            NotificationChannel::Mail => {
                use NotificationEvent::{
                    ClaimDecided, DepositDecided, ExportReady, ImportFinished, ParcelStored, PickupChanged,
                    QuoteAccepted, RegulatoryAnswered, ReportReady, RoomUnread, ShipmentStopped,
                    TicketMessage, TokenExpiring, WebhookFailing,
                };
                matches!(
                    self,
                    ImportFinished
                        | ExportReady
                        | ShipmentStopped
                        | RegulatoryAnswered
                        | RoomUnread
                        | TicketMessage
                        | DepositDecided
                        | ClaimDecided
                        | ParcelStored
                        | PickupChanged
                        | QuoteAccepted
                        | TokenExpiring
                        | ReportReady
                        | WebhookFailing
                )
            }
        }
    }

    /// False when the event cannot occur for a user with these grants.
    pub fn concerns(self, grants: &Grants) -> bool {
        let (resource, action) = match self {
            // The company's own users see all of them; a list of what stopped is theirs to open.
            Self::ShipmentReceived
            | Self::ShipmentOutForDelivery
            | Self::ShipmentDelivered
            | Self::ShipmentStopped => return grants.scope(Resource::Shipment, Action::List) == Scope::Own,
            Self::DepositDecided => return grants.scope(Resource::Deposit, Action::List) == Scope::Own,
            Self::ClaimDecided => return grants.scope(Resource::Claim, Action::List) == Scope::Own,
            Self::InvoiceIssued => return grants.scope(Resource::Invoice, Action::List) == Scope::Own,
            Self::ParcelStored => return grants.scope(Resource::InboundParcel, Action::List) == Scope::Own,
            Self::PickupChanged => return grants.scope(Resource::Pickup, Action::List) == Scope::Own,
            Self::ImportFinished | Self::ImportChecked => (Resource::ShipmentImport, Action::Process),
            Self::LabelsReady => (Resource::Shipment, Action::PrintLabel),
            Self::ShipmentsExported => (Resource::Shipment, Action::Export),
            Self::ExportReady => (Resource::AuditEntry, Action::Export),
            Self::TicketMessage => (Resource::SupportTicket, Action::Show),
            Self::RegulatoryAnswered => (Resource::RegulatoryRequest, Action::ChangeStatus),
            Self::RoomUnread => (Resource::Room, Action::List),
            Self::QuoteAccepted => (Resource::Quote, Action::Send),
            Self::TokenExpiring => (Resource::ApiToken, Action::Create),
            Self::ReportReady => (Resource::ReportSchedule, Action::List),
            Self::WebhookFailing => (Resource::Webhook, Action::Update),
        };
        grants.allow(resource, action)
    }
}

/// The channels of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct NoticeChannels {
    pub app: bool,
    pub mail: bool,
}

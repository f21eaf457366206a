//! The closed catalogue of notifications.

use super::event::NotificationEvent::{
    self, ClaimDecided, DepositDecided, ExportReady, ImportChecked, ImportFinished, InvoiceIssued,
    LabelsReady, ParcelStored, PickupChanged, QuoteAccepted, RegulatoryAnswered, ReportReady, RoomUnread,
    ShipmentDelivered, ShipmentOutForDelivery, ShipmentReceived, ShipmentStopped, ShipmentsExported,
    TicketMessage, TokenExpiring, WebhookFailing,
};

macro_rules! notification_codes {
    ($($(#[$doc:meta])* $variant:ident = $code:literal => $event:expr,)+) => {
        /// A notification. Its texts are in `web/src/locales/*/notifications.json`, and those of the e-mail in the
        /// template `notification`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum NotificationCode { $($(#[$doc])* $variant),+ }

        impl NotificationCode {
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $code),+ }
            }

            /// The event of the user's preferences; none when the notification cannot be switched off.
            pub const fn event(self) -> Option<NotificationEvent> {
                match self { $(Self::$variant => $event),+ }
            }
        }
    };
}

notification_codes! {
    LabelsReady = "labels_ready" => Some(LabelsReady),
    LabelsFailed = "labels_failed" => Some(LabelsReady),
    ShipmentsExported = "shipments_exported" => Some(ShipmentsExported),
    ShipmentsExportFailed = "shipments_export_failed" => Some(ShipmentsExported),
    ImportFinished = "import_finished" => Some(ImportFinished),
    ImportFailed = "import_failed" => Some(ImportFinished),
    ImportChecked = "import_checked" => Some(ImportChecked),
    ImportCheckFailed = "import_check_failed" => Some(ImportChecked),
    AuditExported = "audit_exported" => Some(ExportReady),
    AuditExportFailed = "audit_export_failed" => Some(ExportReady),
    /// The archive with the user's own data.
    PersonalDataExported = "personal_data_exported" => Some(ExportReady),
    PersonalDataExportFailed = "personal_data_export_failed" => Some(ExportReady),
    ShipmentReceived = "shipment_received" => Some(ShipmentReceived),
    ShipmentsReceived = "shipments_received" => Some(ShipmentReceived),
    ShipmentOutForDelivery = "shipment_out_for_delivery" => Some(ShipmentOutForDelivery),
    ShipmentsOutForDelivery = "shipments_out_for_delivery" => Some(ShipmentOutForDelivery),
    ShipmentDelivered = "shipment_delivered" => Some(ShipmentDelivered),
    ShipmentsDelivered = "shipments_delivered" => Some(ShipmentDelivered),
    /// A shipment is held, could not be delivered, or is lost.
    ShipmentStopped = "shipment_stopped" => Some(ShipmentStopped),
    ShipmentsStopped = "shipments_stopped" => Some(ShipmentStopped),
    /// A shipment weighs more than declared: its client accepts the difference or disputes the measures.
    ReweighHeld = "reweigh_held" => Some(ShipmentStopped),
    /// The service does not take a shipment as it was measured.
    ReweighOverLimit = "reweigh_over_limit" => Some(ShipmentStopped),
    /// The time for an answer is nearly over, or the funds are short.
    ReweighLapsing = "reweigh_lapsing" => Some(ShipmentStopped),
    ReweighUpheld = "reweigh_upheld" => Some(ShipmentStopped),
    ReweighWithdrawn = "reweigh_withdrawn" => Some(ShipmentStopped),
    /// The difference of a weighing was charged or given back.
    ReweighCharged = "reweigh_charged" => None,
    /// After the last attempt, the client chooses what happens, and its last day is near.
    DeliveryUndecided = "delivery_undecided" => Some(ShipmentStopped),
    DeliveryDecisionNear = "delivery_decision_near" => Some(ShipmentStopped),
    /// Parcels of a shipment did not come, and it goes on without them.
    ParcelsMissing = "parcels_missing" => Some(ShipmentStopped),
    /// A client disputes the measures of a shipment.
    ReweighDisputed = "reweigh_disputed" => None,
    /// A client asks for goods to be bought.
    BuyingAsked = "buying_asked" => None,
    /// The client can accept what they cost.
    BuyingQuoted = "buying_quoted" => None,
    /// It did, and was charged: they are to be bought.
    BuyingAccepted = "buying_accepted" => None,
    BuyingBought = "buying_bought" => None,
    /// They could not be bought, and the charge was given back.
    BuyingRefunded = "buying_refunded" => None,
    /// The company does not buy them, and nothing was charged.
    BuyingCancelled = "buying_cancelled" => None,
    /// Lots of goods in stock expire soon.
    StockExpiring = "stock_expiring" => None,
    /// Items of which less is there than their minimum.
    StockBelowMinimum = "stock_below_minimum" => None,
    /// The ledger of goods says something else than lies there.
    StockDiffers = "stock_differs" => None,
    /// Documents of clients, partners or subsidiaries expire soon.
    PartyDocumentsExpiring = "party_documents_expiring" => None,
    /// Documents of clients, partners or subsidiaries are deleted soon, as their types say.
    PartyDocumentsLeaving = "party_documents_leaving" => None,
    /// Documents of shipments expire soon.
    ShipmentDocumentsExpiring = "shipment_documents_expiring" => None,
    /// Messages of a room stay unread.
    RoomUnread = "room_unread" => Some(RoomUnread),
    TicketCreated = "ticket_created" => Some(TicketMessage),
    TicketReplied = "ticket_replied" => Some(TicketMessage),
    /// The user became a recipient of a ticket.
    TicketAdded = "ticket_added" => Some(TicketMessage),
    /// The user got a ticket from a colleague.
    TicketAssigned = "ticket_assigned" => Some(TicketMessage),
    /// An e-mail of a ticket did not arrive.
    TicketMailFailed = "ticket_mail_failed" => None,
    /// An e-mail of a ticket waits until staff accept it as a message.
    TicketMailUnclear = "ticket_mail_unclear" => None,
    /// The health authority let a shipment in.
    RegulatoryApproved = "regulatory_approved" => Some(RegulatoryAnswered),
    /// The health authority asks for more.
    RegulatoryDemanded = "regulatory_demanded" => Some(RegulatoryAnswered),
    RegulatoryRefused = "regulatory_refused" => Some(RegulatoryAnswered),
    /// The health authority could not be asked.
    RegulatoryFailed = "regulatory_failed" => Some(RegulatoryAnswered),
    /// Staff found the payment of a client, and it is in its wallet.
    DepositConfirmed = "deposit_confirmed" => Some(DepositDecided),
    DepositRefused = "deposit_refused" => Some(DepositDecided),
    /// A claim waits for those of the staff who decide.
    ClaimOpened = "claim_opened" => None,
    ClaimApproved = "claim_approved" => Some(ClaimDecided),
    ClaimRefused = "claim_refused" => Some(ClaimDecided),
    /// The decision was taken back, and another one follows.
    ClaimReopened = "claim_reopened" => Some(ClaimDecided),
    /// The amount is in the client's wallet.
    ClaimPaid = "claim_paid" => Some(ClaimDecided),
    /// The client has a new invoice.
    InvoiceIssued = "invoice_issued" => Some(InvoiceIssued),
    /// A parcel of the client is in a warehouse.
    ParcelArrived = "parcel_arrived" => Some(ParcelStored),
    /// Its storage costs something soon, and from the next day on.
    ParcelFreeDaysEnd = "parcel_free_days_end" => Some(ParcelStored),
    ParcelPaidDaysBegin = "parcel_paid_days_begin" => Some(ParcelStored),
    /// Its storage ends soon, and has ended: it can be abandoned.
    ParcelPaidDaysEnd = "parcel_paid_days_end" => Some(ParcelStored),
    ParcelStorageEnds = "parcel_storage_ends" => Some(ParcelStored),
    /// Parcels of the client were packed into a shipment, which it has to complete.
    ParcelsPacked = "parcels_packed" => Some(ParcelStored),
    /// Somebody comes for parcels of the client.
    PickupScheduled = "pickup_scheduled" => Some(PickupChanged),
    /// On another day or at another time.
    PickupMoved = "pickup_moved" => Some(PickupChanged),
    /// Nothing was collected.
    PickupFailed = "pickup_failed" => Some(PickupChanged),
    /// By the company.
    PickupCancelled = "pickup_cancelled" => Some(PickupChanged),
    /// A customer accepted a quote by the link of its e-mail.
    QuoteAccepted = "quote_accepted" => Some(QuoteAccepted),
    /// A token of the user expires within two weeks, and within a day.
    ApiTokenExpiring = "api_token_expiring" => Some(TokenExpiring),
    ApiTokenEnding = "api_token_ending" => Some(TokenExpiring),
    /// Nothing has arrived at a webhook for a day, and for three.
    WebhookFailing = "webhook_failing" => Some(WebhookFailing),
    /// It was given up.
    WebhookDisabled = "webhook_disabled" => Some(WebhookFailing),
    /// A user of a client changed its contact data or address.
    ClientChanged = "client_changed" => None,
    /// A user of a client asked for the deletion of the account.
    AccountDeletionRequested = "account_deletion_requested" => None,
    /// A file of a schedule that the user receives.
    ReportReady = "report_ready" => Some(ReportReady),
    ReportFailed = "report_failed" => Some(ReportReady),
    /// Recipients of a schedule of the user may not see its report, and got nothing.
    ReportWithheld = "report_withheld" => None,
    /// A schedule has lost its owner: administrators take it over.
    ReportScheduleStopped = "report_schedule_stopped" => None,
    /// The end of a process without a text of its own.
    ProcessCompleted = "process_completed" => None,
    ProcessFailed = "process_failed" => None,
    ProcessCancelled = "process_cancelled" => None,
    /// A running process. The notification of its end replaces this one.
    ProcessRunning = "process_running" => None,
}

impl NotificationCode {
    /// Those whose e-mails have templates of their own.
    pub const OWN_EMAIL: [Self; 4] =
        [Self::ImportFinished, Self::TicketCreated, Self::TicketReplied, Self::TicketAdded];

    pub fn from_name(code: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|known| known.as_str() == code)
    }
}

/// The notifications of the end of a kind of process.
#[derive(Clone, Copy, Debug)]
pub struct Ends {
    pub completed: NotificationCode,
    pub failed: NotificationCode,
}

impl Ends {
    pub const GENERAL: Self =
        Self { completed: NotificationCode::ProcessCompleted, failed: NotificationCode::ProcessFailed };
}

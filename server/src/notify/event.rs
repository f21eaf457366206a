//! Events and channels of the users' preferences (ACC-1). E-mails about sign-in and security are always sent.

use poem_openapi::Enum;
use policy::{Action, Grants, Resource};
use tenancy::TenantTx;
use uuid::Uuid;

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
    /// The export of the audit log is ready.
    ExportReady,
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
    pub const ALL: [Self; 5] = [
        Self::ImportFinished,
        Self::ImportChecked,
        Self::LabelsReady,
        Self::ShipmentsExported,
        Self::ExportReady,
    ];

    /// The name in the table. Ends of processes have the kind of the process.
    pub const fn stored(self) -> &'static str {
        match self {
            Self::ImportFinished => "shipment_imports.process",
            Self::ImportChecked => "shipment_imports.check",
            Self::LabelsReady => "shipments.labels",
            Self::ShipmentsExported => "shipments.export",
            Self::ExportReady => "audit.export",
        }
    }

    /// Whether a user who has chosen nothing is notified.
    pub const fn default_of(self, channel: NotificationChannel) -> bool {
        match channel {
            NotificationChannel::App => true,
            NotificationChannel::Mail => matches!(self, Self::ImportFinished | Self::ExportReady),
        }
    }

    /// False when the event cannot occur for a user with these grants.
    pub fn concerns(self, grants: &Grants) -> bool {
        let (resource, action) = match self {
            Self::ImportFinished | Self::ImportChecked => (Resource::ShipmentImport, Action::Process),
            Self::LabelsReady => (Resource::Shipment, Action::PrintLabel),
            Self::ShipmentsExported => (Resource::Shipment, Action::Export),
            Self::ExportReady => (Resource::AuditEntry, Action::Export),
        };
        grants.allow(resource, action)
    }
}

/// The channels that a user wants for an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    pub app: bool,
    pub mail: bool,
}

pub const CHOSEN: &str =
    "select channel, enabled from notification_choices where user_id = $1 and event = $2";

/// The user's choice for an event. Without an event: on the screen only.
pub async fn wanted(
    tx: &mut TenantTx,
    user_id: Uuid,
    event: Option<NotificationEvent>,
) -> sqlx::Result<Wanted> {
    let Some(event) = event else { return Ok(Wanted { app: true, mail: false }) };
    let query = sqlx::query_as(CHOSEN).bind(user_id).bind(event.stored());
    let chosen: Vec<(String, bool)> = query.fetch_all(&mut **tx).await?;
    let of = |channel: NotificationChannel| {
        let choice = chosen.iter().find(|(name, _)| name == channel.name());
        choice.map_or(event.default_of(channel), |(_, enabled)| *enabled)
    };
    Ok(Wanted { app: of(NotificationChannel::App), mail: of(NotificationChannel::Mail) })
}

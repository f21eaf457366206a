//! What an import creates, and who reaches it.

use policy::{Action, Grants, Resource};
use uuid::Uuid;

use super::field::{Field, Part};
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::live::Audience;
use trade::wire_name;

wire_name! {
    /// What an import creates.
    ImportKind {
        /// Lines with one reference are a shipment.
        Shipments = "shipments",
        /// Each line is a client.
        Clients = "clients",
        /// Each line is goods that come into a place.
        Stock = "stock",
    }
}

impl ImportKind {
    /// The name in the audit log and in live events.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Shipments => "shipment_import",
            Self::Clients => "client_import",
            Self::Stock => "stock_import",
        }
    }

    /// The right for an action on an import. Who may create clients may import them, and who may receive goods.
    pub const fn right(self, action: Action) -> (Resource, Action) {
        match self {
            Self::Shipments => (Resource::ShipmentImport, action),
            Self::Clients => (Resource::Client, Action::Create),
            Self::Stock => (Resource::Stock, Action::Receive),
        }
    }

    pub fn allows(self, grants: &Grants, action: Action) -> bool {
        let (resource, action) = self.right(action);
        grants.allow(resource, action)
    }

    /// The records that an import creates.
    pub const fn records(self) -> Resource {
        match self {
            Self::Shipments => Resource::Shipment,
            Self::Clients => Resource::Client,
            Self::Stock => Resource::Stock,
        }
    }

    /// Whether a column can be mapped to a field.
    pub fn has(self, field: Field) -> bool {
        match field.part() {
            Part::Client => self == Self::Clients,
            Part::Stock => self == Self::Stock,
            Part::Shipment | Part::Parcel | Part::Item => self == Self::Shipments,
        }
    }

    /// Whether lines of one record are grouped.
    pub const fn has_groups(self) -> bool {
        matches!(self, Self::Shipments)
    }

    /// Who sees an import: clients and goods are imported by the staff.
    pub fn audience(self, client_id: Option<Uuid>, partner_id: Option<Uuid>) -> Audience {
        match self {
            Self::Shipments => Audience::Parties(client_id.into_iter().chain(partner_id).collect()),
            Self::Clients | Self::Stock => Audience::Staff,
        }
    }

    /// Separates the remembered mappings of files with the same columns.
    pub fn shape(self, columns: &str) -> String {
        match self {
            Self::Shipments => columns.to_owned(),
            Self::Clients | Self::Stock => format!("{}-{columns}", self.as_str()),
        }
    }
}

/// The imports of one kind that a user may import_scope.
pub struct ImportScope {
    pub kind: ImportKind,
    pub scope: RowScope,
}

impl ImportScope {
    /// Clients belong to no branch, so everybody who may create them reaches all their imports.
    pub fn of(ctx: &Ctx, kind: ImportKind, action: Action) -> ApiResult<Self> {
        let (resource, action) = kind.right(action);
        let scope = ctx.scope(resource, action)?;
        let scope = if kind == ImportKind::Clients { RowScope::All } else { scope };
        Ok(Self { kind, scope })
    }

    pub const fn all(kind: ImportKind) -> Self {
        Self { kind, scope: RowScope::All }
    }
}

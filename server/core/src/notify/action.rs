//! Actions of a notification: buttons that a client offers.

use std::collections::BTreeMap;

use poem_openapi::{Enum, Object, Union};
use serde::{Deserialize, Serialize};

use super::path::OwnPath;

/// The label of an action; clients have its text.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum ActionLabel {
    Download,
    ViewImport,
    ViewShipment,
    ViewShipments,
    ViewTicket,
    ViewUser,
    ViewProcesses,
    ViewRequest,
    ViewMessages,
    ViewDeposit,
    ViewClaim,
    ViewInvoice,
    ViewClient,
    ViewQuote,
    ViewParcel,
    ViewPickup,
    ViewStock,
    ViewDocuments,
    ViewTokens,
    ViewSchedules,
    ViewWebhooks,
    Retry,
    Reload,
    Dismiss,
}

/// A screen that an action can open. A closed list: each is a name in `web/src/context/paths.ts`.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RouteName {
    #[oai(rename = "home")]
    #[serde(rename = "home")]
    Home,
    #[oai(rename = "shipments.index")]
    #[serde(rename = "shipments.index")]
    Shipments,
    #[oai(rename = "shipments.show")]
    #[serde(rename = "shipments.show")]
    Shipment,
    #[oai(rename = "shipments.imports.show")]
    #[serde(rename = "shipments.imports.show")]
    ShipmentImport,
    #[oai(rename = "clients.imports.show")]
    #[serde(rename = "clients.imports.show")]
    ClientImport,
    #[oai(rename = "stocks.index")]
    #[serde(rename = "stocks.index")]
    Stocks,
    #[oai(rename = "stock_items.index")]
    #[serde(rename = "stock_items.index")]
    StockItems,
    #[oai(rename = "stocks.imports.show")]
    #[serde(rename = "stocks.imports.show")]
    StockImport,
    #[oai(rename = "support_tickets.show")]
    #[serde(rename = "support_tickets.show")]
    Ticket,
    #[oai(rename = "users.show")]
    #[serde(rename = "users.show")]
    User,
    #[oai(rename = "processes")]
    #[serde(rename = "processes")]
    Processes,
    #[oai(rename = "regulatory_requests.show")]
    #[serde(rename = "regulatory_requests.show")]
    RegulatoryRequest,
    #[oai(rename = "deposits.show")]
    #[serde(rename = "deposits.show")]
    Deposit,
    #[oai(rename = "claims.show")]
    #[serde(rename = "claims.show")]
    Claim,
    #[oai(rename = "invoices.show")]
    #[serde(rename = "invoices.show")]
    Invoice,
    #[oai(rename = "clients.edit")]
    #[serde(rename = "clients.edit")]
    Client,
    #[oai(rename = "party_documents.index")]
    #[serde(rename = "party_documents.index")]
    PartyDocuments,
    #[oai(rename = "shipment_documents.index")]
    #[serde(rename = "shipment_documents.index")]
    ShipmentDocuments,
    #[oai(rename = "quotes.show")]
    #[serde(rename = "quotes.show")]
    Quote,
    #[oai(rename = "inbound_parcels.show")]
    #[serde(rename = "inbound_parcels.show")]
    InboundParcel,
    #[oai(rename = "buying_requests.show")]
    #[serde(rename = "buying_requests.show")]
    BuyingRequest,
    #[oai(rename = "pickups.show")]
    #[serde(rename = "pickups.show")]
    Pickup,
    #[oai(rename = "integrations.index")]
    #[serde(rename = "integrations.index")]
    ApiTokens,
    #[oai(rename = "reports.schedules")]
    #[serde(rename = "reports.schedules")]
    ReportSchedules,
    #[oai(rename = "integrations.webhooks")]
    #[serde(rename = "integrations.webhooks")]
    Webhooks,
    #[oai(rename = "notifications")]
    #[serde(rename = "notifications")]
    Notifications,
}

/// Where an action opens its target.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[oai(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub enum ActionTarget {
    #[oai(rename = "_self")]
    #[serde(rename = "_self")]
    Here,
    #[oai(rename = "_blank")]
    #[serde(rename = "_blank")]
    NewTab,
}

/// The method of a command.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[oai(rename_all = "UPPERCASE")]
#[serde(rename_all = "UPPERCASE")]
pub enum CommandMethod {
    Get,
    Post,
    Patch,
    Put,
    Delete,
}

/// A call of the API.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CommandCall {
    pub method: CommandMethod,
    /// Path under the prefix of the API.
    pub url: OwnPath,
}

/// A call of the API: a path means GET.
#[derive(Union, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[oai(one_of)]
#[serde(untagged)]
pub enum Command {
    Get(OwnPath),
    Call(CommandCall),
}

/// A button of a notification. Clients check every path again before they follow it.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NotificationAction {
    pub label: ActionLabel,
    /// The screen to open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route: Option<RouteName>,
    /// Parameters of the screen's path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route_params: Option<BTreeMap<String, String>>,
    /// The query of the screen's URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route_query: Option<BTreeMap<String, String>>,
    /// The part after `#`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub route_hash: Option<String>,
    /// A path of the web on this domain; the page is reloaded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect: Option<OwnPath>,
    /// Closes the notification on the screen.
    #[serde(default)]
    pub close: bool,
    /// A file under the prefix of the API, opened in a new tab.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<OwnPath>,
    /// Loads the page's data again.
    #[serde(default)]
    pub refresh: bool,
    /// A call of the API.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Command>,
    /// Loads the page's data again after the command.
    #[serde(default)]
    pub refresh_after: bool,
    /// A path of the web on this domain, to open after the command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub redirect_after: Option<OwnPath>,
    /// Where `route` and `redirect` open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<ActionTarget>,
}

impl NotificationAction {
    /// An action that does nothing yet.
    pub const fn new(label: ActionLabel) -> Self {
        Self {
            label,
            route: None,
            route_params: None,
            route_query: None,
            route_hash: None,
            redirect: None,
            close: false,
            file: None,
            refresh: false,
            command: None,
            refresh_after: false,
            redirect_after: None,
            target: None,
        }
    }

    /// Opens a screen.
    pub fn route(label: ActionLabel, route: RouteName, params: &[(&str, &str)]) -> Self {
        let params: BTreeMap<_, _> =
            params.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let route_params = (!params.is_empty()).then_some(params);
        Self { route: Some(route), route_params, ..Self::new(label) }
    }

    /// Opens a file of the API.
    pub fn file(label: ActionLabel, file: OwnPath) -> Self {
        Self { file: Some(file), ..Self::new(label) }
    }

    /// Calls the API.
    pub fn command(label: ActionLabel, method: CommandMethod, url: OwnPath) -> Self {
        Self { command: Some(Command::Call(CommandCall { method, url })), ..Self::new(label) }
    }
}

//! The processes of imports: a dry run and a run of each kind.

use policy::Action;
use serde::{Deserialize, Serialize};

use super::super::kind::ImportKind;
use super::super::status::ImportStatus;
use super::{Run, run};
use server_core::http::messages::Params;
use server_core::notify::action::{ActionLabel, RouteName};
use server_core::notify::code::{Ends, NotificationCode};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError, Retry};

type Screen = Option<(ActionLabel, RouteName, &'static str)>;

/// The screen of the import, for the notification.
const SHIPMENTS: Screen = Some((ActionLabel::ViewImport, RouteName::ShipmentImport, "import_id"));
const CLIENTS: Screen = Some((ActionLabel::ViewImport, RouteName::ClientImport, "import_id"));
const STOCK: Screen = Some((ActionLabel::ViewImport, RouteName::StockImport, "import_id"));

impl Run {
    fn title(&self) -> Params {
        let (id, name) = (self.import_id.to_string(), self.file_name.as_str());
        Params::from([("file_name", name.into()), ("import_id", id.into())])
    }

    fn retry(&self, kind: ImportKind) -> Option<Retry> {
        let (resource, action) = kind.right(Action::Process);
        Retry::with(resource, action, self.scope.as_ref()?)
    }
}

macro_rules! process {
    ($(#[$doc:meta])* $name:ident = $wire:literal, $kind:ident, $status:ident, $ends:expr, $screen:expr) => {
        $(#[$doc])*
        #[derive(Debug, Serialize, Deserialize)]
        pub struct $name(pub Run);

        impl Process for $name {
            const KIND: &'static str = $wire;
            const ENDS: Ends = $ends;
            const SCREEN: Screen = $screen;

            fn title(&self) -> Params {
                self.0.title()
            }

            fn retry(&self) -> Option<Retry> {
                self.0.retry(ImportKind::$kind)
            }

            async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
                run(&cx, &self.0, ImportKind::$kind, ImportStatus::$status).await
            }
        }
    };
}

const CHECKED: Ends =
    Ends { completed: NotificationCode::ImportChecked, failed: NotificationCode::ImportCheckFailed };
const FINISHED: Ends =
    Ends { completed: NotificationCode::ImportFinished, failed: NotificationCode::ImportFailed };

process! {
    /// Counts the results and creates no shipment.
    CheckImport = "shipment_imports.check", Shipments, Checking, CHECKED, SHIPMENTS
}
process! {
    /// Creates the shipments.
    RunImport = "shipment_imports.process", Shipments, Importing, FINISHED, SHIPMENTS
}
process! {
    /// Counts the results and creates no client.
    CheckClients = "client_imports.check", Clients, Checking, Ends::GENERAL, CLIENTS
}
process! {
    /// Creates the clients.
    RunClients = "client_imports.process", Clients, Importing, Ends::GENERAL, CLIENTS
}

process! {
    /// Counts the results and receives no goods.
    CheckStock = "stock_imports.check", Stock, Checking, Ends::GENERAL, STOCK
}
process! {
    /// Receives the goods.
    RunStock = "stock_imports.process", Stock, Importing, Ends::GENERAL, STOCK
}

/// The kinds of processes whose tasks belong to an import.
pub const KINDS: [&str; 6] = [
    CheckImport::KIND,
    RunImport::KIND,
    CheckClients::KIND,
    RunClients::KIND,
    CheckStock::KIND,
    RunStock::KIND,
];

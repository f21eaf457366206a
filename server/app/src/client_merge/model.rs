//! What a merge moves, and what is asked for.

use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::Serialize;
use uuid::Uuid;

use ledger::ClientMoney;
use trade::money::in_currency;

/// Numbers of records that a merge moves.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClientMergeCounts {
    pub shipments: i64,
    pub shipment_imports: i64,
    pub pickups: i64,
    /// They keep their sign-in, and see the records of the client that stays.
    pub users: i64,
    pub support_tickets: i64,
    /// Messages in the room of the duplicate. They move into that of the client that stays, in the order of time.
    pub room_messages: i64,
    pub saved_addresses: i64,
    pub saved_parcels: i64,
    pub contacts: i64,
    pub party_addresses: i64,
    pub bank_accounts: i64,
    pub party_documents: i64,
    pub deposits: i64,
    pub claims: i64,
    pub invoices: i64,
    pub quotes: i64,
    pub price_assignments: i64,
    /// Parcels in warehouses, and announced ones. One that both have announced is expected once.
    pub inbound_parcels: i64,
    /// Goods in stock. Those of both with one number stay apart.
    pub stock_items: i64,
}

/// Records that both clients have; one of each remains.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct ClientMergeShared {
    /// Entries of the same person at the same address. One remains, with what either has.
    pub saved_addresses: i64,
    /// Saved parcels of the same name. That of the client that stays remains, and that of the duplicate is deleted.
    pub saved_parcels: i64,
    /// Price assignments of the duplicate for days and services for which the client that stays has its own. They are
    /// deleted.
    pub price_assignments: i64,
    /// Waiting payments that both have announced, with the same reference at the same account. The announcement of the
    /// duplicate is withdrawn.
    pub deposits: i64,
    /// Whether both have a main address. That of the client that stays remains the main one, unless it has no street and
    /// the other has one.
    pub main_address: bool,
    /// Whether that of the duplicate becomes the main one.
    pub main_address_taken: bool,
}

/// Money of the duplicate in a currency. It moves to the client that stays by entries of both.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct ClientMergeMoney {
    /// ISO 4217.
    pub currency: String,
    /// In the wallet; below zero when the duplicate owes it.
    pub balance: Decimal,
    /// Issued invoices that are not paid.
    pub invoiced: Decimal,
}

/// The client that stays and its duplicate before a merge.
#[derive(Object)]
pub struct ClientMergePreview {
    pub duplicate_id: Uuid,
    pub duplicate_code: String,
    pub duplicate_name: String,
    /// Send it with the merge.
    pub duplicate_version: i32,
    pub moves: ClientMergeCounts,
    pub shared: ClientMergeShared,
    /// For each currency with money or debts.
    pub money: Vec<ClientMergeMoney>,
    /// References that shipments of both clients have, at most 10. The clients cannot be merged while there are any.
    pub shared_references: Vec<String>,
}

/// A duplicate to merge.
#[derive(Object)]
pub struct ClientMerge {
    /// The client whose records move. It becomes inactive.
    pub duplicate_id: Uuid,
    /// Version of the client that stays; 409 `stale_version` if it has changed since.
    pub version: i32,
    /// Version of the duplicate; 409 `stale_version` if it has changed since.
    pub duplicate_version: i32,
}

impl From<ClientMoney> for ClientMergeMoney {
    /// With the decimals of its currency.
    fn from(money: ClientMoney) -> Self {
        let shown = |amount| in_currency(amount, Some(&money.currency));
        let (balance, invoiced) = (shown(money.balance), shown(money.invoiced));
        Self { currency: money.currency, balance, invoiced }
    }
}

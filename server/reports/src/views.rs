//! Definitions of reports as plain values.

use policy::{Action, Resource};

use server_core::record::{ReportColumn, ReportPart};
use trade::wire_name;

wire_name! {
    /// The rows of a report.
    ReportViewKey {
        Shipments = "shipments",
        /// One row for each parcel of a shipment.
        Parcels = "parcels",
        /// One row for each item of a shipment.
        Items = "items",
        /// One row for each lot in a place.
        Levels = "levels",
        /// One row for each lot in a place: the units before the period, those that came and went, and those that are left.
        Balances = "balances",
        /// Movements of goods.
        Movements = "movements",
        /// One row for each client and currency.
        Wallets = "wallets",
        /// Entries of wallets.
        Entries = "entries",
        /// Price and cost of each shipment.
        Margins = "margins",
        /// Prices by zone and weight.
        Cells = "cells",
        Surcharges = "surcharges",
        /// Which price tables apply to whom.
        Assignments = "assignments",
    }
}
wire_name! {
    /// A filter of a report.
    ReportFilterKey {
        Client = "client_id",
        ClientGroup = "client_group_id",
        Subsidiary = "subsidiary_id",
        Partner = "partner_id",
        Provider = "provider_id",
        Service = "service_id",
        Warehouse = "warehouse_id",
        Item = "item_id",
        PriceTable = "price_table_id",
        /// Countries of destination.
        Country = "country",
        Status = "status",
        Direction = "direction",
        /// Also rows that are off, as the view says.
        Inactive = "include_inactive",
    }
}
wire_name! {
    /// The kind of the record that a row is about.
    ReportRecordKind {
        Shipment = "shipment",
        Stock = "stock",
        /// The id is that of the client.
        Wallet = "wallet",
        PriceTable = "price_table",
    }
}

/// One way to show a report.
#[derive(Debug)]
pub struct ReportView {
    pub key: ReportViewKey,
    /// The records over which it reports: who may list them sees the same ones here.
    pub resource: Resource,
    /// A right on reports that the whole view needs.
    pub right: Option<Action>,
    /// Table or subquery of the rows, with its alias.
    pub base: &'static str,
    pub parts: &'static [&'static ReportPart],
    /// Shown unless others are chosen.
    pub columns: &'static [&'static str],
    pub scope: ReportScope,
    /// Filters with the beginning of their condition; value and `)` follow.
    pub filters: &'static [(ReportFilterKey, &'static str)],
    /// Columns of days or moments that a period can be about. None: the rows themselves are of the period.
    pub periods: &'static [&'static str],
    /// Columns by which totals are grouped, besides days, weeks and months of the period.
    pub groups: &'static [&'static str],
    /// A condition of all rows.
    pub always: Option<&'static str>,
    /// A condition that the filter of inactive rows lifts.
    pub active: Option<&'static str>,
    /// A condition for those who may not see costs.
    pub without_costs: Option<&'static str>,
    /// Among rows about one record, the one that has its amounts and other sums.
    pub once: Option<&'static str>,
    /// The order, each with its type. Together they are different in each row.
    pub keys: &'static [(&'static str, &'static str)],
    pub is_ascending: bool,
    /// The record of a row, and its id.
    pub record: Option<(ReportRecordKind, &'static str)>,
    /// Countries of destination unless others are chosen.
    pub countries: &'static [&'static str],
}

/// How rows belong to clients, branches and partners. None: no row does.
#[derive(Debug)]
pub struct ReportScope {
    pub client: Option<&'static str>,
    /// The beginning of a condition about branches; their ids and `)` follow.
    pub subsidiaries: Option<&'static str>,
    pub partner: Option<&'static str>,
}

impl ReportScope {
    /// Records of the company as a whole.
    pub const NONE: Self = Self { client: None, subsidiaries: None, partner: None };
}

impl ReportView {
    /// A column with its part.
    pub fn find(&self, key: &str) -> Option<(&'static ReportPart, &'static ReportColumn)> {
        self.all_columns().find(|(_, column)| column.key == key)
    }

    pub fn all_columns(&self) -> impl Iterator<Item = (&'static ReportPart, &'static ReportColumn)> + '_ {
        self.parts.iter().flat_map(|part| part.columns.iter().map(move |column| (*part, column)))
    }

    pub fn has_filter(&self, key: ReportFilterKey) -> bool {
        let is_inactive = key == ReportFilterKey::Inactive;
        (is_inactive && self.active.is_some()) || self.filters.iter().any(|(known, _)| *known == key)
    }
}

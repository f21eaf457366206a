//! Reports of money.

use ledger::report_parts::{ENTRIES, ENTRY, ENTRY_CLIENT, WALLET, WALLET_CLIENT, WALLETS};
use money::report_parts::{INVOICED, OPEN_INVOICES};
use policy::Resource;

use super::shipment_views::MARGINS;
use super::views::{ReportFilterKey, ReportRecordKind, ReportScope, ReportView, ReportViewKey};

pub const FINANCIAL: &[ReportView] = &[
    ReportView {
        key: ReportViewKey::Wallets,
        resource: Resource::Wallet,
        right: None,
        base: WALLETS,
        parts: &[&WALLET_CLIENT, &WALLET, &INVOICED, &OPEN_INVOICES],
        columns: &[
            "client",
            "currency",
            "opening",
            "deposits",
            "charges",
            "refunds",
            "adjustments",
            "invoice_payments",
            "cash_on_delivery",
            "other_entries",
            "closing",
            "invoiced",
            "open_invoices",
            "overdue_30",
            "overdue_60",
            "overdue_90",
            "overdue_more",
        ],
        scope: ReportScope { client: Some("w.client_id"), subsidiaries: None, partner: None },
        filters: &[(ReportFilterKey::Client, "(w.client_id = ")],
        periods: &[],
        groups: &["client"],
        always: None,
        active: None,
        without_costs: None,
        once: None,
        keys: &[("w.currency", "text"), ("w.id", "uuid")],
        is_ascending: true,
        record: Some((ReportRecordKind::Wallet, "w.client_id")),
        countries: &[],
    },
    ReportView {
        key: ReportViewKey::Entries,
        resource: Resource::Wallet,
        right: None,
        base: ENTRIES,
        parts: &[&ENTRY, &ENTRY_CLIENT],
        columns: &["posted_at", "client", "kind", "label", "reason", "amount", "currency", "balance_after"],
        scope: ReportScope { client: Some("a.client_id"), subsidiaries: None, partner: None },
        filters: &[(ReportFilterKey::Client, "(a.client_id = ")],
        periods: &["posted_at"],
        groups: &["kind", "client"],
        always: None,
        active: None,
        without_costs: None,
        once: None,
        keys: &[("e.created_at", "timestamptz"), ("e.account_id", "uuid"), ("e.seq", "bigint")],
        is_ascending: false,
        record: Some((ReportRecordKind::Wallet, "a.client_id")),
        countries: &[],
    },
    MARGINS,
];

//! Columns and joins of wallets for reports: `w` is a wallet with its movements of the period, `e` one entry.

use server_core::record::{ReportColumn, ReportPart};

/// The wallets of clients, each with what it had before the period and what came and went in it. A reversal counts with what it
/// takes back.
pub const WALLETS: &str = "lateral (
    select a.id, a.client_id, a.currency::text as currency,
           coalesce(sum(m.amount) filter (where m.created_at < p.since), 0) as opening,
           sum(m.amount) filter (where m.is_inside and m.kind = 'deposit_confirmed') as deposits,
           sum(m.amount) filter (where m.is_inside and m.kind in (
               'shipment_confirmed', 'shipment_cancelled', 'shipment_reweighed', 'shipment_repriced', 'pickup_cancelled',
               'parcels_handled')) as charges,
           sum(m.amount) filter (where m.is_inside and m.kind = 'refund') as refunds,
           sum(m.amount) filter (where m.is_inside and m.kind = 'adjustment') as adjustments,
           sum(m.amount) filter (where m.is_inside and m.kind in ('invoice_paid', 'invoice', 'credit_note'))
               as invoice_payments,
           sum(m.amount) filter (where m.is_inside and m.kind in (
               'cash_collected', 'cash_returned', 'cash_handed_over', 'cod_paid_out')) as cash_on_delivery,
           sum(m.amount) filter (where m.is_inside and m.kind in ('client_merge', 'exchange', 'reversal')) as others,
           coalesce(sum(m.amount), 0) as closing
    from ledger_accounts a
    left join lateral (
        select q.amount, q.created_at, coalesce(o.kind, t.kind) as kind,
               p.since is null or q.created_at >= p.since as is_inside
        from ledger_postings q
        join ledger_transactions t on t.id = q.transaction_id
        left join ledger_transactions o on o.id = t.reverses
        where q.account_id = a.id and (p.until is null or q.created_at < p.until)
    ) m on true
    where a.kind = 'client_wallet'
    group by a.id
) w";

pub const WALLET: ReportPart = ReportPart::of_base(&[
    ReportColumn::text("currency", "w.currency"),
    ReportColumn::amount("opening", "w.opening", "currency"),
    ReportColumn::amount("deposits", "coalesce(w.deposits, 0)", "currency"),
    ReportColumn::amount("charges", "coalesce(w.charges, 0)", "currency"),
    ReportColumn::amount("refunds", "coalesce(w.refunds, 0)", "currency"),
    ReportColumn::amount("adjustments", "coalesce(w.adjustments, 0)", "currency"),
    ReportColumn::amount("invoice_payments", "coalesce(w.invoice_payments, 0)", "currency"),
    ReportColumn::amount("cash_on_delivery", "coalesce(w.cash_on_delivery, 0)", "currency"),
    ReportColumn::amount("other_entries", "coalesce(w.others, 0)", "currency"),
    ReportColumn::amount("closing", "w.closing", "currency"),
]);

pub const WALLET_CLIENT: ReportPart = ReportPart::new(
    "left join clients c on c.id = w.client_id",
    &[ReportColumn::text("client", "c.name"), ReportColumn::text("client_code", "c.code")],
);

/// Entries of wallets.
pub const ENTRIES: &str = "ledger_postings e join ledger_transactions t on t.id = e.transaction_id
    join ledger_accounts a on a.id = e.account_id and a.kind = 'client_wallet'";

pub const ENTRY: ReportPart = ReportPart::of_base(&[
    ReportColumn::moment("posted_at", "e.created_at"),
    ReportColumn::code("kind", "t.kind"),
    ReportColumn::text("label", "t.label").of_free_text(),
    ReportColumn::text("reason", "t.note").of_free_text(),
    ReportColumn::amount("amount", "e.amount", "currency"),
    ReportColumn::text("currency", "e.currency"),
    ReportColumn::price("balance_after", "e.balance_after", "currency"),
]);

pub const ENTRY_CLIENT: ReportPart = ReportPart::new(
    "left join clients c on c.id = a.client_id",
    &[ReportColumn::text("client", "c.name"), ReportColumn::text("client_code", "c.code")],
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::TransactionKind;

    #[test]
    fn every_kind_of_entry_is_in_a_column_so_that_the_columns_add_up() {
        let is_counted = |kind: &&TransactionKind| WALLETS.contains(&format!("'{}'", kind.as_str()));
        let missing: Vec<_> = TransactionKind::ALL.iter().filter(|kind| !is_counted(kind)).collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}

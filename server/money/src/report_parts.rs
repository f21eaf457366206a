//! Columns and joins of invoices and claims for reports: beside a shipment `s`, and beside a wallet `w`.

use policy::{Action, Resource};

use server_core::record::{ReportColumn, ReportPart};

/// The issued invoices that have charges of a shipment, and whether they are paid.
pub const INVOICES_OF_SHIPMENT: ReportPart = ReportPart::new(
    "left join lateral (
         select string_agg(distinct v.code, ', ') as codes,
                case when bool_and(v.status = 'paid') then 'paid'
                     when bool_or(v.status in ('partly_paid', 'paid')) then 'partly_paid'
                     when count(*) > 0 then 'invoiced' end as payment
         from billable_charges b join invoices v on v.id = b.invoice_id
         where b.shipment_id = s.id and v.status not in ('draft', 'void')
     ) iv on true",
    &[
        ReportColumn::text("invoice", "iv.codes").naming(Resource::Invoice),
        ReportColumn::code("payment", "iv.payment").naming(Resource::Invoice),
    ],
);

/// The shipment and the invoice that an entry `e` of a wallet is about, by its transaction `t`.
pub const ENTRY_RECORDS: ReportPart = ReportPart::new(
    "left join billable_charges b on b.transaction_id = t.id
     left join shipments s on s.id = case when t.ref_type = 'shipment' then t.ref_id::uuid end
     left join invoices v on v.id = coalesce(t.invoice_id, b.invoice_id) and v.status <> 'draft'",
    &[
        ReportColumn::text("tracking_code", "coalesce(s.tracking_code, b.tracking_code)"),
        ReportColumn::text("invoice", "v.code").naming(Resource::Invoice),
    ],
);

pub const ENTRY_AUTHOR: ReportPart =
    ReportPart::of_base(&[ReportColumn::text("by", access::user_name!("t.created_by")).of_staff()]);

/// Invoices of the wallet's client and currency that are not paid today, by the days since they were due.
pub const OPEN_INVOICES: ReportPart = ReportPart::new(
    "left join lateral (
         select sum(v.open_amount) as open,
                sum(v.open_amount) filter (where p.today - v.due_on between 1 and 30) as late_30,
                sum(v.open_amount) filter (where p.today - v.due_on between 31 and 60) as late_60,
                sum(v.open_amount) filter (where p.today - v.due_on between 61 and 90) as late_90,
                sum(v.open_amount) filter (where p.today - v.due_on > 90) as later
         from invoices v
         where v.client_id = w.client_id and v.currency = w.currency and v.status in ('issued', 'partly_paid')
     ) op on true",
    &[
        ReportColumn::amount("open_invoices", "coalesce(op.open, 0)", "currency"),
        ReportColumn::amount("overdue_30", "coalesce(op.late_30, 0)", "currency"),
        ReportColumn::amount("overdue_60", "coalesce(op.late_60, 0)", "currency"),
        ReportColumn::amount("overdue_90", "coalesce(op.late_90, 0)", "currency"),
        ReportColumn::amount("overdue_more", "coalesce(op.later, 0)", "currency"),
    ],
);

/// Invoices that were issued in the period.
pub const INVOICED: ReportPart = ReportPart::new(
    "left join lateral (
         select sum(v.total) as total
         from invoices v
         where v.client_id = w.client_id and v.currency = w.currency and v.kind = 'invoice'
           and v.status not in ('draft', 'void') and (p.since is null or v.issued_at >= p.since)
           and (p.until is null or v.issued_at < p.until)
     ) ic on true",
    &[ReportColumn::amount("invoiced", "coalesce(ic.total, 0)", "currency")],
);

/// The newest claim of a shipment that was not withdrawn.
const CLAIM_OF_SHIPMENT: &str = "left join lateral (
         select l.number, l.created_at, l.status, l.claimed_amount, l.decided_amount, l.currency, l.paid_at
         from claims l where l.shipment_id = s.id and l.client_id = s.client_id and l.status <> 'withdrawn'
         order by l.id desc limit 1
     ) cm on true";
const CLAIM_STATE: ReportColumn =
    ReportColumn::code("claim_state", "cm.status").for_those(Resource::Claim, Action::List);

pub const CLAIM: ReportPart = ReportPart::new(
    CLAIM_OF_SHIPMENT,
    &[ReportColumn::text("claim", "cm.number").for_those(Resource::Claim, Action::List), CLAIM_STATE],
);

/// The claim of an insured shipment, with its amounts.
pub const CLAIM_AMOUNTS: ReportPart = ReportPart::new(
    CLAIM_OF_SHIPMENT,
    &[
        ReportColumn::text("claim_no", "cm.number").for_those(Resource::Claim, Action::List),
        ReportColumn::moment("claim_opened_at", "cm.created_at").for_those(Resource::Claim, Action::List),
        CLAIM_STATE,
        ReportColumn::amount("claimed", "cm.claimed_amount", "claim_currency")
            .for_those(Resource::Claim, Action::List),
        ReportColumn::amount("decided", "cm.decided_amount", "claim_currency")
            .for_those(Resource::Claim, Action::List),
        ReportColumn::text("claim_currency", "cm.currency").for_those(Resource::Claim, Action::List),
        ReportColumn::moment("paid_at", "cm.paid_at").for_those(Resource::Claim, Action::List),
    ],
);

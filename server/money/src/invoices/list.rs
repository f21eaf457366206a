//! The list of invoices, its tabs and their totals.

use chrono::NaiveDate;
use chrono_tz::Tz;
use policy::Resource;
use rust_decimal::Decimal;
use sqlx::QueryBuilder;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{InvoiceSum, InvoiceTotals};
use crate::scope::MoneyScope;
use server_core::http::days::{end_of, start_of};
use server_core::http::error::ApiResult;
use server_core::http::list::Words;
use server_core::record::{Listing, Records, Sorts, Where};
use trade::wire_name;

wire_name! {
    /// Tab of the list.
    InvoiceTab {
        Draft = "draft",
        /// Issued and not paid, also overdue ones.
        Open = "open",
        Overdue = "overdue",
        Paid = "paid",
        Void = "void",
        CreditNote = "credit_note",
    }
}

pub const INVOICES: Records = Records {
    table: "invoices",
    resource: Resource::Invoice,
    id: "i.id = ",
    listing: Listing {
        columns: "i.id, i.kind, i.code as number, i.status, i.client_id, i.client_name, i.subsidiary_id, s.title as subsidiary,
              i.currency::text as currency, i.total, i.open_amount, i.period_from, i.period_to, i.issued_at, i.due_on,
              i.created_at, i.updated_at, i.version, i.paid, i.credited,
              exists (select from invoice_payments p where p.invoice_id = i.id and p.source = 'bank'
                      and p.reversed_at is null) as has_bank_payment",
        from: "invoices i left join subsidiaries s on s.id = i.subsidiary_id",
        order: "i.id desc",
    },
};

pub const SORTS: Sorts = &[
    ("created_at", "i.id"),
    ("issued_at", "i.issued_at"),
    ("due_on", "i.due_on"),
    ("number", "i.code"),
    ("client_name", "search_text(i.client_name)"),
    ("total", "i.total"),
    ("open_amount", "i.open_amount"),
];

/// Filters of the list, without the tab.
#[derive(Clone, Debug, Default)]
pub struct InvoiceFilter {
    pub client_id: Option<Uuid>,
    pub subsidiary_id: Option<Uuid>,
    pub shipment_id: Option<Uuid>,
    pub currency: Option<String>,
    /// Days of the issue.
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
}

const OF_SHIPMENT: &str =
    "exists (select from invoice_items t where t.invoice_id = i.id and t.shipment_id = ";

impl InvoiceFilter {
    /// The matches within the scope, in every tab. Drafts are for the staff.
    pub fn matches(self, words: &Words, scope: &MoneyScope, is_outside: bool, zone: Tz) -> Where {
        let filter = Where::stored_words(words, "i.search_key")
            .and("i.client_id = ", self.client_id)
            .and("i.subsidiary_id = ", self.subsidiary_id)
            .and("i.currency = ", self.currency)
            .and("i.issued_at >= ", self.from.map(|day| start_of(day, zone)))
            .and("i.issued_at < ", self.to.and_then(|day| end_of(day, zone)))
            .and("i.status <> ", is_outside.then_some("draft"));
        let filter = filter.and_inside(OF_SHIPMENT, self.shipment_id);
        scope.narrow(filter, "i.client_id = ", Some("i.subsidiary_id"))
    }
}

impl InvoiceTab {
    pub fn narrow(self, filter: Where, today: NaiveDate) -> Where {
        let of = |filter: Where, status: &'static str| {
            filter.and("i.status = ", Some(status)).and("i.kind = ", Some("invoice"))
        };
        let open = |filter: Where| filter.and("i.open_amount > ", Some(Decimal::ZERO));
        match self {
            Self::Draft => of(filter, "draft"),
            Self::Paid => of(filter, "paid"),
            Self::Void => of(filter, "void"),
            Self::Open => open(filter),
            Self::Overdue => open(filter).and("i.due_on < ", Some(today)),
            // Only credit notes correct an invoice. They are few, and this has an index.
            Self::CreditNote => filter.and("(i.corrects_id is not null) = ", Some(true)),
        }
    }
}

/// Numbers of the matches by tab. Planned like the page before it.
pub async fn totals(tx: &mut TenantTx, filter: &Where, today: NaiveDate) -> ApiResult<InvoiceTotals> {
    let mut query = QueryBuilder::new(
        "select count(*) filter (where i.kind = 'invoice' and i.status = 'draft') as draft,
                count(*) filter (where i.open_amount > 0) as open,
                count(*) filter (where i.kind = 'invoice' and i.status = 'paid') as paid,
                count(*) filter (where i.status = 'void') as void,
                count(*) filter (where i.kind = 'credit_note') as credit_note,
                count(*) filter (where i.open_amount > 0 and i.due_on < ",
    );
    query.push_bind(today).push(") as overdue from invoices i");
    filter.push(&mut query);
    Ok(query.build_query_as().fetch_one(&mut **tx).await?)
}

/// Open amounts by currency. Planned like the page before it.
pub async fn sums(tx: &mut TenantTx, filter: &Where, today: NaiveDate) -> ApiResult<Vec<InvoiceSum>> {
    let mut query = QueryBuilder::new(
        "select i.currency::text as currency, sum(i.open_amount) as open,
                coalesce(sum(i.open_amount) filter (where i.due_on < ",
    );
    query.push_bind(today).push("), 0) as overdue from invoices i");
    filter.push(&mut query);
    query.push(" and i.open_amount > 0 group by i.currency order by i.currency");
    Ok(query.build_query_as().fetch_all(&mut **tx).await?)
}

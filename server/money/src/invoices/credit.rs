//! Credit notes: they take back a part of an issued invoice, with a number of their own series.

use std::collections::HashMap;

use rust_decimal::Decimal;
use serde::Serialize;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::document::{InvoiceDocument, WrittenItem};
use super::issue::IssueContext;
use super::items::InvoiceItemDetails;
use super::model::{InvoiceKind, InvoiceSummary};
use super::settle::{self, Payment};
use super::share::split;
use super::{document, numbers, webhook_events};
use crate::amount::with_decimals;
use ledger::{
    Account, AccountKind, BillableCharge, Charge, ChargeKind, CreditedCharge, Heading, PostingSet, Reference,
    TransactionKind, Transfer,
};
use server_core::audit::Actor;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};
use trade::money::{decimals_of, has_too_many_decimals};

/// A cancellation locks its shipment too, so that it waits for the credit note, or the credit note for it. Locked after the invoice
/// and before any account, in one order.
pub const LOCK_SHIPMENTS: &str = "
    select s.id from shipments s
    where s.id in (select i.shipment_id from invoice_items i where i.invoice_id = $1 and i.seq = any($2))
    order by s.id for key share of s";
/// Nothing is left of a charge that was given back with its shipment, or of what stays of one as credited. `is_price` is a charge for
/// the price of its shipment.
pub const LOCK_ITEMS: &str = "
    select i.seq, i.transaction_id, i.shipment_id, i.tracking_code, i.details, i.service_amount, i.tax_amount,
           case when r.is_reversed then i.service_amount else i.credited_service end as credited_service,
           case when r.is_reversed then i.tax_amount else i.credited_tax end as credited_tax, i.accounts,
           coalesce(c.ref_type = 'shipment', false) as is_price
    from invoice_items i
    left join ledger_transactions c on c.id = i.transaction_id
    cross join lateral (
        select coalesce(c.ref_type = 'credited_charge', false)
               or exists (select from ledger_transactions t where t.reverses = i.transaction_id) as is_reversed) r
    where i.invoice_id = $1 and i.seq = any($2) order by i.seq for no key update of i";
pub const INSERT: &str = "
    insert into invoices (id, kind, client_id, client_name, subsidiary_id, corrects_id, series_id, number, code, issued_at,
                          issued_before, status, currency, total, tax, terms_days, note, transaction_id, created_by,
                          issued_by, created_at, updated_at)
    values ($1, 'credit_note', $2, $3, $4, $5, $6, $7, $8, $9, $10, 'issued', $11, $12, $13, 0, $14, $15, $16, $16, $9, $9)";
pub const ADD_ITEMS: &str = "
    insert into invoice_items (invoice_id, seq, corrects_seq, shipment_id, tracking_code, details, service_amount, tax_amount,
                               accounts)
    select $1, i.seq, i.corrects_seq, i.shipment_id, i.tracking_code, i.details, i.service_amount, i.tax_amount, i.accounts
    from jsonb_to_recordset($2) as i (seq integer, corrects_seq integer, shipment_id uuid, tracking_code text, details jsonb,
                                      service_amount numeric, tax_amount numeric, accounts jsonb)";
pub const CREDIT_ITEMS: &str = "
    update invoice_items t
    set credited_service = t.credited_service + n.service_amount, credited_tax = t.credited_tax + n.tax_amount
    from unnest($2::integer[], $3::numeric[], $4::numeric[]) n (seq, service_amount, tax_amount)
    where t.invoice_id = $1 and t.seq = n.seq";
pub const CREDIT_INVOICE: &str = "
    update invoices
    set credited = credited + $2, updated_at = $3, version = version + 1,
        status = case when paid + credited + $2 >= total then 'paid' else 'partly_paid' end
    where id = $1";

#[derive(sqlx::FromRow)]
pub struct ItemRow {
    seq: i32,
    transaction_id: Option<Uuid>,
    shipment_id: Option<Uuid>,
    tracking_code: String,
    #[sqlx(json)]
    details: InvoiceItemDetails,
    service_amount: Decimal,
    tax_amount: Decimal,
    credited_service: Decimal,
    credited_tax: Decimal,
    #[sqlx(json)]
    accounts: Vec<BillableCharge>,
    is_price: bool,
}

/// The part of an item of the invoice that is taken back.
#[derive(Clone, Copy, Debug)]
pub struct CreditedItem {
    pub seq: i32,
    pub service_amount: Decimal,
    pub tax_amount: Decimal,
}

#[derive(Serialize)]
struct NoteItem<'a> {
    seq: i32,
    corrects_seq: i32,
    shipment_id: Option<Uuid>,
    tracking_code: &'a str,
    details: &'a InvoiceItemDetails,
    service_amount: Decimal,
    tax_amount: Decimal,
    accounts: Vec<BillableCharge>,
}

/// A part with the item that it takes back, and the amounts that each account gives back.
struct SplitPart<'a> {
    part: &'a CreditedItem,
    item: &'a ItemRow,
    charges: Vec<Charge>,
}

/// A credit note to issue. The user's reason becomes its column `note`.
pub struct CreditNoteRequest<'a> {
    pub key: Uuid,
    pub invoice: &'a InvoiceSummary,
    pub reason: &'a str,
    pub parts: &'a [CreditedItem],
}

impl CreditNoteRequest<'_> {
    fn total(&self) -> Decimal {
        self.parts.iter().map(|part| part.service_amount + part.tax_amount).sum()
    }

    fn tax(&self) -> Decimal {
        self.parts.iter().map(|part| part.tax_amount).sum()
    }

    /// Splits the parts by the accounts of their items.
    fn split_parts<'a>(&'a self, items: &'a [ItemRow], decimals: u32) -> Vec<SplitPart<'a>> {
        let split_part = |part: &'a CreditedItem| {
            let item = items.iter().find(|item| item.seq == part.seq)?;
            Some(SplitPart { part, item, charges: split_by_account(part, item, decimals) })
        };
        self.parts.iter().filter_map(split_part).collect()
    }

    /// Locks the shipments and the items of the invoice that the parts name. Reports every part at its field that takes more than is
    /// left.
    pub async fn lock_and_check_items(&self, tx: &mut TenantTx) -> ApiResult<Vec<ItemRow>> {
        let seqs: Vec<i32> = self.parts.iter().map(|part| part.seq).collect();
        sqlx::query(LOCK_SHIPMENTS).bind(self.invoice.id).bind(&seqs).execute(&mut **tx).await?;
        let items: Vec<ItemRow> =
            sqlx::query_as(LOCK_ITEMS).bind(self.invoice.id).bind(&seqs).fetch_all(&mut **tx).await?;
        let mut errors = FieldErrors::default();
        if self.total() <= Decimal::ZERO {
            errors.push("items", MessageCode::MustBePositive);
        }
        for (index, part) in self.parts.iter().enumerate() {
            match items.iter().find(|item| item.seq == part.seq) {
                Some(item) => self.check_part(index, part, item, &mut errors),
                None => errors.push(format!("items.{index}.seq"), MessageCode::UnknownOption),
            }
        }
        errors.into_result()?;
        self.check_shipments(tx, &items).await?;
        Ok(items)
    }

    /// No shipment gives back more than it was charged: a later price has given back a part of it, perhaps.
    async fn check_shipments(&self, tx: &mut TenantTx, items: &[ItemRow]) -> ApiResult<()> {
        let priced = |item: &&ItemRow| item.is_price;
        let ids: Vec<Uuid> = items.iter().filter(priced).filter_map(|item| item.shipment_id).collect();
        let mut left: HashMap<Uuid, Decimal> = HashMap::new();
        for charged in ledger::load_charged(tx, &ids).await? {
            if charged.currency == self.invoice.currency {
                *left.entry(charged.shipment_id).or_default() += charged.amount;
            }
        }
        let mut errors = FieldErrors::default();
        for (index, part) in self.parts.iter().enumerate() {
            let item = items.iter().filter(priced).find(|item| item.seq == part.seq);
            let Some(shipment_id) = item.and_then(|item| item.shipment_id) else { continue };
            let left = left.entry(shipment_id).or_default();
            let too_much = part.service_amount + part.tax_amount - (*left).max(Decimal::ZERO);
            *left -= part.service_amount + part.tax_amount;
            if too_much > Decimal::ZERO {
                let by_service = part.service_amount >= too_much;
                let (name, amount) = if by_service {
                    ("service_amount", part.service_amount)
                } else {
                    ("tax_amount", part.tax_amount)
                };
                let max = (amount - too_much).max(Decimal::ZERO);
                let max = with_decimals(max, &self.invoice.currency).to_string();
                let field = format!("items.{index}.{name}");
                errors.push_with(field, MessageCode::TooLarge, Params::from([("max", max.into())]));
            }
        }
        errors.into_result()
    }

    fn check_part(&self, index: usize, part: &CreditedItem, item: &ItemRow, errors: &mut FieldErrors) {
        let currency = &self.invoice.currency;
        for (name, amount, left) in [
            ("service_amount", part.service_amount, item.service_amount - item.credited_service),
            ("tax_amount", part.tax_amount, item.tax_amount - item.credited_tax),
        ] {
            let field = format!("items.{index}.{name}");
            let left = left.max(Decimal::ZERO);
            if amount < Decimal::ZERO {
                errors.push_with(field, MessageCode::TooSmall, Params::from([("min", 0.into())]));
            } else if amount > left {
                let max = with_decimals(left, currency).to_string();
                errors.push_with(field, MessageCode::TooLarge, Params::from([("max", max.into())]));
            } else if has_too_many_decimals(amount, decimals_of(currency)) {
                let max = decimals_of(currency);
                errors.push_with(field, MessageCode::TooManyDecimals, Params::from([("max", max.into())]));
            }
        }
    }
}

/// Splits a part into the amounts that each account gives back.
fn split_by_account(part: &CreditedItem, item: &ItemRow, decimals: u32) -> Vec<Charge> {
    let service = split(&item.accounts, ChargeKind::Service, part.service_amount, decimals);
    let tax = split(&item.accounts, ChargeKind::Tax, part.tax_amount, decimals);
    service.into_iter().chain(tax).collect()
}

/// Issues a credit note for a locked invoice. What the client has paid already goes back to its wallet. Returns the
/// id of the credit note.
pub async fn issue(
    tx: &mut TenantTx,
    context: IssueContext<'_>,
    actor: &Actor,
    request: &CreditNoteRequest<'_>,
    items: &[ItemRow],
) -> ApiResult<Uuid> {
    let (invoice, id) = (request.invoice, request.key);
    let kind = InvoiceKind::CreditNote;
    let (branch, company) = (invoice.subsidiary_id, context.settings.name.as_str());
    let number = numbers::next(tx, branch, company, kind, context.today(), context.at).await?;
    let decimals = decimals_of(&invoice.currency);
    let credited = request.split_parts(items, decimals);
    let charges: Vec<Charge> = credited.iter().flat_map(|credited| credited.charges.clone()).collect();
    let client = invoice.client_id.to_string();
    let set = ledger::credit_note(&id.to_string(), &client, &invoice.currency, &charges)?;
    let heading = Heading {
        invoice_id: Some(invoice.id),
        note: Some(request.reason.to_owned()),
        ..Heading::new(format!("credit_note:{id}"), number.code.clone())
    };
    let posted = ledger::post(tx, actor.clone(), &set, &heading).await?;
    sqlx::query(INSERT)
        .bind(id)
        .bind(invoice.client_id)
        .bind(&invoice.client_name)
        .bind(invoice.subsidiary_id)
        .bind(invoice.id)
        .bind(number.series_id)
        .bind(number.number)
        .bind(&number.code)
        .bind(number.issued_at)
        .bind(number.issued_before)
        .bind(&invoice.currency)
        .bind(request.total())
        .bind(request.tax())
        .bind(request.reason)
        .bind(posted.id)
        .bind(actor.user_id)
        .execute(&mut **tx)
        .await?;
    numbers::take(tx, &number).await?;
    lower_debt(tx, context, actor, request, &number.code).await?;
    store_items_and_document(tx, context, request, &credited, &number.code).await?;
    Ok(id)
}

/// Lowers what the client owes; the part of it that was paid goes back to the wallet.
async fn lower_debt(
    tx: &mut TenantTx,
    context: IssueContext<'_>,
    actor: &Actor,
    request: &CreditNoteRequest<'_>,
    code: &str,
) -> ApiResult<()> {
    let (invoice, total) = (request.invoice, request.total());
    let paid_back = total - invoice.open_amount;
    if paid_back > Decimal::ZERO {
        let account = |kind| Account::new(kind, &invoice.client_id.to_string(), &invoice.currency);
        let transfer = Transfer {
            from: account(AccountKind::ClientReceivable),
            to: account(AccountKind::ClientWallet),
            amount: paid_back,
        };
        let reference = Reference { kind: "invoice".into(), id: invoice.id.to_string() };
        let set = PostingSet::of_transfers(TransactionKind::CreditNote, reference, &[transfer])?;
        let key = format!("credited:{}", request.key);
        let heading = Heading { invoice_id: Some(invoice.id), ..Heading::new(&key, code) };
        let posted = ledger::post(tx, actor.clone(), &set, &heading).await?;
        let payment = Payment::from_wallet(key, paid_back, context.today());
        // What went back to the wallet is no longer paid.
        let added_to_paid = -paid_back;
        settle::record(tx, actor, invoice.id, posted.id, &payment, added_to_paid).await?;
    }
    sqlx::query(CREDIT_INVOICE).bind(invoice.id).bind(total).bind(context.at).execute(&mut **tx).await?;
    if invoice.open_amount > Decimal::ZERO && total >= invoice.open_amount {
        let number = invoice.number.as_deref().unwrap_or_default();
        webhook_events::announce_paid(tx, context.at, invoice, number).await?;
    }
    Ok(())
}

/// Writes the items of the credit note, adds their amounts to `credited_*` of the invoice's items, and stores the document.
async fn store_items_and_document(
    tx: &mut TenantTx,
    context: IssueContext<'_>,
    request: &CreditNoteRequest<'_>,
    credited: &[SplitPart<'_>],
    code: &str,
) -> ApiResult<()> {
    let rows: Vec<NoteItem<'_>> =
        (1..).zip(credited).map(|(seq, credited)| NoteItem::of(seq, credited)).collect();
    sqlx::query(ADD_ITEMS).bind(request.key).bind(Json(&rows)).execute(&mut **tx).await?;
    sqlx::query(CREDIT_ITEMS)
        .bind(request.invoice.id)
        .bind(request.parts.iter().map(|part| part.seq).collect::<Vec<_>>())
        .bind(request.parts.iter().map(|part| part.service_amount).collect::<Vec<_>>())
        .bind(request.parts.iter().map(|part| part.tax_amount).collect::<Vec<_>>())
        .execute(&mut **tx)
        .await?;
    let noted = rows.iter().zip(credited).filter_map(|(row, SplitPart { item, .. })| {
        let transaction_id = item.transaction_id?;
        Some(CreditedCharge { transaction_id, accounts: row.accounts.clone() })
    });
    ledger::note_credits(tx, &noted.collect::<Vec<_>>()).await?;
    // An invoice without a stored document gets a credit note without one.
    let Some(written) = document::find(tx, request.invoice.id).await? else { return Ok(()) };
    let items = rows.iter().map(|row| WrittenItem {
        tracking_code: row.tracking_code.to_owned(),
        details: row.details.clone(),
        service_amount: row.service_amount,
        tax_amount: row.tax_amount,
    });
    let document = InvoiceDocument {
        kind: InvoiceKind::CreditNote,
        number: code.to_owned(),
        corrects: Some(written.number.clone()),
        issued_on: context.today(),
        due_on: None,
        period: None,
        total: request.total(),
        tax: request.tax(),
        items: items.collect(),
        accounts: Vec::new(),
        payment_code: None,
        note: Some(request.reason.to_owned()),
        ..written
    };
    document.store(tx, request.key, context.at).await
}

impl<'a> NoteItem<'a> {
    fn of(seq: i32, SplitPart { part, item, charges }: &SplitPart<'a>) -> Self {
        let account = |charge: &Charge| BillableCharge {
            kind: charge.kind,
            owner: charge.owner.clone(),
            amount: charge.amount,
        };
        Self {
            seq,
            corrects_seq: part.seq,
            shipment_id: item.shipment_id,
            tracking_code: &item.tracking_code,
            details: &item.details,
            service_amount: part.service_amount,
            tax_amount: part.tax_amount,
            accounts: charges.iter().map(account).collect(),
        }
    }
}

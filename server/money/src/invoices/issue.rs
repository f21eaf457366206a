//! Issue of an invoice: its number, the debt in the ledger, what the wallet pays at once, and its document.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use rust_decimal::Decimal;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::document::{InvoiceDocument, WrittenItem};
use super::model::{InvoiceKind, InvoiceParty, InvoiceSummary};
use super::settle::{self, Payment};
use super::{email, items, notifications, numbers, store, webhook_events};
use crate::payment_account;
use ledger::{Heading, PostedTransaction};
use server_core::audit::{self, Actor};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::{Language, MessageCode};
use server_core::live::{self, Audience};
use server_core::settings::Settings;

/// No row means that the invoice is no draft, and the caller rolls back.
pub const ISSUE: &str = "
    update invoices
    set series_id = $2, number = $3, code = $4, issued_at = $5, issued_before = $6, due_on = $7, transaction_id = $8,
        issued_by = $9, client_name = $10, status = 'issued', updated_at = $5, version = version + 1
    where id = $1 and number is null returning id";
pub const DRAFT: &str = "
    select i.terms_days, i.note, c.name, c.language
    from invoices i join clients c on c.id = i.client_id where i.id = $1";
pub const BALANCE: &str = "
    select balance from ledger_accounts where kind = 'client_wallet' and client_id = $1 and currency = $2";

#[derive(sqlx::FromRow)]
struct DraftRow {
    terms_days: i16,
    note: Option<String>,
    name: String,
    language: Option<Language>,
}

/// The company that issues, and when.
#[derive(Clone, Copy)]
pub struct IssueContext<'a> {
    pub settings: &'a Settings,
    pub at: DateTime<Utc>,
}

impl IssueContext<'_> {
    pub fn today(&self) -> NaiveDate {
        self.settings.today(self.at)
    }

    /// The company itself as a party.
    pub fn company(&self) -> InvoiceParty {
        InvoiceParty {
            name: self.settings.document_name().to_owned(),
            document: self.settings.details.tax_number.clone(),
            address: self.settings.details.address_lines(),
            email: self.settings.contact_email.clone(),
            phone: self.settings.contact_phone.clone(),
        }
    }
}

/// Issues a locked draft. The money that the client has in its wallet pays it at once. Returns the number.
pub async fn issue(
    tx: &mut TenantTx,
    context: IssueContext<'_>,
    actor: &Actor,
    draft: &InvoiceSummary,
) -> ApiResult<String> {
    if draft.total <= Decimal::ZERO {
        return Err(ApiError::refused(MessageCode::InvoiceWithoutAmount));
    }
    let today = context.today();
    let row: DraftRow = sqlx::query_as(DRAFT).bind(draft.id).fetch_one(&mut **tx).await?;
    let (branch, company) = (draft.subsidiary_id, context.settings.name.as_str());
    let number = numbers::next(tx, branch, company, InvoiceKind::Invoice, today, context.at).await?;
    let due_on = today + TimeDelta::days(row.terms_days.into());
    let posted = post(tx, actor, draft, &number.code).await?;
    let issued: Option<Uuid> = sqlx::query_scalar(ISSUE)
        .bind(draft.id)
        .bind(number.series_id)
        .bind(number.number)
        .bind(&number.code)
        .bind(number.issued_at)
        .bind(number.issued_before)
        .bind(due_on)
        .bind(posted.id)
        .bind(actor.user_id)
        .bind(&row.name)
        .fetch_optional(&mut **tx)
        .await?;
    issued.ok_or_else(|| ApiError::refused(MessageCode::InvoiceIssued))?;
    numbers::take(tx, &number).await?;
    // Before it can be paid.
    webhook_events::announce_issued(tx, context.at, draft, &number.code, due_on).await?;
    let paid = pay_from_wallet(tx, context, actor, draft, &number.code).await?;
    let language = row.language.unwrap_or(context.settings.default_language);
    let due_on = Some(due_on);
    write(
        tx,
        context,
        draft,
        DocumentHeader { number: number.code.clone(), due_on, language, note: row.note, paid },
    )
    .await?;
    let facts = json!({ "number": number.code, "total": draft.total, "currency": draft.currency });
    audit::record(tx, actor.clone(), "invoice.issue", Some(draft.id), facts).await?;
    live::records_changed(tx, &Audience::Parties(vec![draft.client_id]), "invoice", &[draft.id]);
    notifications::notify_client(tx, actor, draft, &number.code).await?;
    email::send(tx, draft.id, context.at).await?;
    Ok(number.code)
}

/// Makes the debt due. The client owes an own item even without credit for it: staff have billed it.
async fn post(
    tx: &mut TenantTx,
    actor: &Actor,
    draft: &InvoiceSummary,
    code: &str,
) -> ApiResult<PostedTransaction> {
    let (id, client) = (draft.id.to_string(), draft.client_id.to_string());
    let own = items::book_revenue(tx, draft).await?;
    let charged = draft.total - own.as_ref().map_or(Decimal::ZERO, |charge| charge.amount);
    let set = ledger::invoice(&id, &client, &draft.currency, charged, own.as_ref())?;
    let heading = Heading { invoice_id: Some(draft.id), ..Heading::new(format!("invoice:{id}"), code) };
    match own {
        Some(_) => ledger::post_debt(tx, actor.clone(), &set, &heading).await,
        None => ledger::post(tx, actor.clone(), &set, &heading).await,
    }
}

/// A client who pays in advance owes nothing after the invoice. Returns what it paid.
async fn pay_from_wallet(
    tx: &mut TenantTx,
    context: IssueContext<'_>,
    actor: &Actor,
    draft: &InvoiceSummary,
    code: &str,
) -> ApiResult<Decimal> {
    let balance: Decimal =
        sqlx::query_scalar(BALANCE).bind(draft.client_id).bind(&draft.currency).fetch_one(&mut **tx).await?;
    let amount = balance.min(draft.total);
    if amount <= Decimal::ZERO {
        return Ok(Decimal::ZERO);
    }
    let payment = Payment::from_wallet(format!("settle:{}", draft.id), amount, context.today());
    settle::pay(tx, actor, draft, code, &payment).await?;
    Ok(amount)
}

/// Parts of a document that are not in the invoice's row.
struct DocumentHeader {
    number: String,
    due_on: Option<NaiveDate>,
    language: Language,
    note: Option<String>,
    /// What the wallet paid at once.
    paid: Decimal,
}

async fn write(
    tx: &mut TenantTx,
    context: IssueContext<'_>,
    draft: &InvoiceSummary,
    header: DocumentHeader,
) -> ApiResult<()> {
    let key = header.language.locale_key();
    let (issuer, bill_to) = store::parties(tx, draft, key, context.company()).await?;
    let items: Vec<WrittenItem> = store::items(tx, draft.id)
        .await?
        .into_iter()
        .map(|item| WrittenItem {
            tracking_code: item.tracking_code,
            details: item.details,
            service_amount: item.service_amount,
            tax_amount: item.tax_amount,
        })
        .collect();
    let accounts = payment_account::all(tx).await?;
    let accounts: Vec<_> =
        accounts.iter().filter(|account| account.currency == draft.currency).take(2).collect();
    let open = Some(draft.total - header.paid).filter(|amount| *amount > Decimal::ZERO);
    let code =
        open.and_then(|open| accounts.iter().find_map(|one| one.code_text(Some(open), &header.number)));
    let document = InvoiceDocument {
        kind: InvoiceKind::Invoice,
        number: header.number,
        corrects: None,
        issued_on: context.today(),
        due_on: header.due_on,
        period: draft.period_from.zip(draft.period_to),
        time_zone: Some(context.settings.time_zone.clone()),
        language: header.language,
        currency: draft.currency.clone(),
        total: draft.total,
        tax: items.iter().map(|item| item.tax_amount).sum(),
        issuer,
        bill_to,
        items,
        accounts: accounts.iter().map(|account| account.lines(header.language)).collect(),
        payment_code: code.map(|(_, text)| text),
        note: header.note,
        footer: context.settings.details.document_footer.clone(),
    };
    document.store(tx, draft.id, context.at).await
}

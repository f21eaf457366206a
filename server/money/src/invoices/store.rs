//! SQL of invoices: one with its items, payments and parties.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use policy::Grants;
use rust_decimal::Decimal;
use serde_json::Value;
use tenancy::TenantTx;
use uuid::Uuid;

use super::input::InvoiceDraft;
use super::items::InvoiceItem;
use super::list::INVOICES;
use super::model::{
    Invoice, InvoiceLink, InvoiceParty, InvoicePayment, InvoicePaymentCan, InvoiceStatus, InvoiceSummary,
};
use crate::amount::with_decimals;
use crate::payment_account::{self, PaymentAccount};
use paper::party::{Party, short_state};
use parties::owned::addresses::load_billing_address;
use server_core::address::Address;
use server_core::http::error::ApiResult;
use server_core::record::Where;
use trade::identifiers::TaxId;
use trade::street::join_street;

pub const REST: &str = "
    select i.tax, i.terms_days, i.note, i.void_reason, i.voided_at, i.emailed_at, i.corrects_id,
           (select d.content from invoice_documents d where d.invoice_id = i.id) as content
    from invoices i where i.id = $1";
/// Nothing is left to credit of a charge that was given back with its shipment, or of what stays of one as credited.
pub const ITEMS: &str = "
    select i.seq, i.shipment_id, i.tracking_code, i.details, i.service_amount, i.tax_amount,
           i.service_amount + i.tax_amount as total, i.credited_service, i.credited_tax,
           coalesce(c.ref_type = 'shipment', false) as is_price,
           case when coalesce(c.ref_type = 'credited_charge', false)
                     or exists (select from ledger_transactions t where t.reverses = i.transaction_id) then 0
                else greatest(i.service_amount + i.tax_amount - i.credited_service - i.credited_tax, 0)
           end as creditable
    from invoice_items i left join ledger_transactions c on c.id = i.transaction_id
    where i.invoice_id = $1 order by i.seq limit 5100";
pub const PAYMENTS: &str = "
    select id, source, bank_label, reference, amount, paid_on, created_at, reversed_at
    from invoice_payments where invoice_id = $1 order by created_at, id limit 1000";
pub const RELATED: &str = "
    select id, code as number, total, issued_at from invoices
    where (corrects_id = $1 or id = $2) and status <> 'draft' order by issued_at, id limit 1000";
pub const IS_POSTED: &str = "select exists (select from ledger_transactions where idempotency_key = $1)";
pub const CORRECTS: &str = "select corrects_id from invoices where id = $1";
/// A client as it is now.
pub const BILL_TO: &str = "
    select c.name, c.document, c.email, c.phone, c.address_1, c.address_number, c.address_complement, c.address_2, c.postcode,
           c.city, s.code as state_code, s.name as state, n.alpha2::text as country_code,
           coalesce(e.name_locale, n.name_locale) as country
    from clients c left join states s on s.id = c.state_id left join countries n on n.id = c.country_id
    left join lookup_edits e on e.lookup = 'country' and e.code = n.alpha2
    where c.id = $1";
/// The branch as it is now; no row for the company.
pub const ISSUER: &str = "
    select b.title as name, b.document, null::text as email, null::text as phone, b.address_1, b.address_number,
           b.address_complement, b.address_2, b.postcode, b.city, s.code as state_code, s.name as state,
           n.alpha2::text as country_code, coalesce(e.name_locale, n.name_locale) as country
    from invoices i join subsidiaries b on b.id = i.subsidiary_id left join states s on s.id = b.state_id
    left join countries n on n.id = b.country_id
    left join lookup_edits e on e.lookup = 'country' and e.code = n.alpha2
    where i.id = $1";

/// Names of a country and of one of its states.
pub const PLACE: &str = "
    select s.code as state_code, s.name as state, n.alpha2::text as country_code,
           coalesce(e.name_locale, n.name_locale) as country
    from countries n left join states s on s.id = $2
    left join lookup_edits e on e.lookup = 'country' and e.code = n.alpha2
    where n.id = $1";

#[derive(sqlx::FromRow)]
struct RestRow {
    tax: Decimal,
    terms_days: i16,
    note: Option<String>,
    void_reason: Option<String>,
    voided_at: Option<DateTime<Utc>>,
    emailed_at: Option<DateTime<Utc>>,
    corrects_id: Option<Uuid>,
    content: Option<Vec<u8>>,
}

#[derive(sqlx::FromRow)]
struct PartyRow {
    name: String,
    document: Option<String>,
    email: Option<String>,
    phone: Option<String>,
    address_1: Option<String>,
    address_number: Option<String>,
    address_complement: Option<String>,
    address_2: Option<String>,
    postcode: Option<String>,
    city: Option<String>,
    state_code: Option<String>,
    state: Option<String>,
    country_code: Option<String>,
    country: Option<Value>,
}

#[derive(sqlx::FromRow)]
struct PlaceRow {
    state_code: Option<String>,
    state: Option<String>,
    country_code: Option<String>,
    country: Option<Value>,
}

impl PartyRow {
    /// The party at another address.
    fn move_to(self, address: Address, place: PlaceRow) -> Self {
        let Address { postcode, address_1, address_2, address_number, address_complement, city, .. } =
            address;
        let PlaceRow { state_code, state, country_code, country } = place;
        Self {
            postcode,
            address_1,
            address_2,
            address_number,
            address_complement,
            city: Some(city),
            state_code,
            state,
            country_code,
            country,
            ..self
        }
    }

    /// Postcode, city and state in the order of the country, with a separator between city and state.
    fn locality(&self) -> String {
        let given = |text: &Option<String>| text.clone().unwrap_or_default();
        let place = Party {
            city: given(&self.city),
            state: short_state(self.state_code.as_deref(), self.state.as_deref()),
            postcode: given(&self.postcode),
            country_code: given(&self.country_code),
            ..Party::default()
        };
        place.locality_by(if place.country_code == "BR" { " - " } else { ", " })
    }

    /// The party in a language, of which `key` is the key of names.
    fn party(self, key: &str) -> InvoiceParty {
        let country = self.country.as_ref();
        let country = country.and_then(|names| names[key].as_str().or_else(|| names["en"].as_str()));
        let given = [&self.address_1, &self.address_number, &self.address_complement];
        let given = given.map(|part| part.as_deref().filter(|text| !text.trim().is_empty()));
        let [street, number, complement] = given;
        let house = join_street(self.country_code.as_deref(), street, number);
        let parts: Vec<&str> = house.as_deref().into_iter().chain(complement).collect();
        let street = parts.join(", ");
        let place = self.locality();
        let lines =
            [street, self.address_2.unwrap_or_default(), place, country.unwrap_or_default().to_owned()];
        InvoiceParty {
            name: self.name,
            document: self.document.map(|number| write_tax_number(number, self.country_code.as_deref())),
            address: lines.into_iter().filter(|line| !line.trim().is_empty()).collect(),
            email: self.email,
            phone: self.phone,
        }
    }
}

/// A tax number of Brazil with its marks; any other as it is stored.
fn write_tax_number(number: String, country_code: Option<&str>) -> String {
    match TaxId::parse(&number) {
        Ok(known) if country_code == Some("BR") => known.to_formatted(),
        _ => number,
    }
}

/// A draft as its form has it.
pub async fn draft(tx: &mut TenantTx, draft: &InvoiceSummary) -> ApiResult<InvoiceDraft> {
    let rest: RestRow = sqlx::query_as(REST).bind(draft.id).fetch_one(&mut **tx).await?;
    Ok(InvoiceDraft {
        period_from: draft.period_from,
        period_to: draft.period_to,
        shipment_ids: None,
        subsidiary_id: draft.subsidiary_id,
        terms_days: Some(rest.terms_days),
        note: rest.note,
    })
}

/// The invoices of a list within the filter.
pub async fn among(tx: &mut TenantTx, filter: &Where, ids: &[Uuid]) -> ApiResult<Vec<Uuid>> {
    let filter = filter.clone().among("i.id", Some(ids.to_vec()));
    let rows: Vec<InvoiceSummary> = INVOICES.listing.all(tx, &filter, 1_000).await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

pub async fn is_posted(tx: &mut TenantTx, key: &str) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(IS_POSTED).bind(key).fetch_one(&mut **tx).await?)
}

/// The invoice that a credit note corrects; none when there is no invoice of this id.
pub async fn corrected_by(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<Option<Uuid>>> {
    Ok(sqlx::query_scalar(CORRECTS).bind(id).fetch_optional(&mut **tx).await?)
}

/// The client as it is now, with its address for billing if it has one.
pub async fn load_client(tx: &mut TenantTx, client_id: Uuid, key: &str) -> ApiResult<InvoiceParty> {
    let client: PartyRow = sqlx::query_as(BILL_TO).bind(client_id).fetch_one(&mut **tx).await?;
    let Some(address) = load_billing_address(tx, client_id).await? else { return Ok(client.party(key)) };
    let place = sqlx::query_as(PLACE).bind(address.country_id).bind(address.state_id);
    let place: PlaceRow = place.fetch_one(&mut **tx).await?;
    Ok(client.move_to(address, place).party(key))
}

/// The parties as they are now: issuer and client. The issuer is the company when there is no branch.
pub async fn parties(
    tx: &mut TenantTx,
    invoice: &InvoiceSummary,
    key: &str,
    company: InvoiceParty,
) -> ApiResult<(InvoiceParty, InvoiceParty)> {
    let client = load_client(tx, invoice.client_id, key).await?;
    let branch: Option<PartyRow> = sqlx::query_as(ISSUER).bind(invoice.id).fetch_optional(&mut **tx).await?;
    let issuer = branch.map_or_else(|| company.clone(), |row| issuer(row.party(key), &company));
    Ok((issuer, client))
}

/// A branch bears the name of the company, which also answers its mail. Without a number of its own it has the company's.
fn issuer(branch: InvoiceParty, company: &InvoiceParty) -> InvoiceParty {
    InvoiceParty {
        name: format!("{} · {}", company.name, branch.name),
        document: branch.document.or_else(|| company.document.clone()),
        email: company.email.clone(),
        phone: company.phone.clone(),
        ..branch
    }
}

pub async fn items(tx: &mut TenantTx, id: Uuid) -> ApiResult<Vec<InvoiceItem>> {
    Ok(sqlx::query_as(ITEMS).bind(id).fetch_all(&mut **tx).await?)
}

/// The items with what is left to credit of each.
async fn load_creditable(tx: &mut TenantTx, invoice: &InvoiceSummary) -> ApiResult<Vec<InvoiceItem>> {
    let mut items = items(tx, invoice.id).await?;
    limit_by_shipments(tx, &mut items, &invoice.currency).await?;
    Ok(items)
}

/// Whether a credit note can take back nothing any more. The amounts alone do not tell: cancelled shipments have given back
/// their charges.
pub async fn is_given_back(tx: &mut TenantTx, invoice: &InvoiceSummary) -> ApiResult<bool> {
    Ok(has_nothing_left(&load_creditable(tx, invoice).await?))
}

fn has_nothing_left(items: &[InvoiceItem]) -> bool {
    items.iter().all(|item| item.creditable.is_zero())
}

/// A shipment gives back no more than it was charged: a lower price has given back a part of it, perhaps.
async fn limit_by_shipments(tx: &mut TenantTx, items: &mut [InvoiceItem], currency: &str) -> ApiResult<()> {
    let priced = items.iter().filter(|item| item.is_price);
    let ids: Vec<Uuid> = priced.filter_map(|item| item.shipment_id).collect();
    let mut left: HashMap<Uuid, Decimal> = HashMap::new();
    for charged in ledger::load_charged(tx, &ids).await? {
        if charged.currency == currency {
            *left.entry(charged.shipment_id).or_default() += charged.amount;
        }
    }
    for item in items.iter_mut().filter(|item| item.is_price) {
        let left = item.shipment_id.and_then(|id| left.get(&id)).copied().unwrap_or_default();
        item.creditable = item.creditable.min(left).max(Decimal::ZERO);
    }
    Ok(())
}

/// The whole invoice for a user.
pub async fn whole(
    tx: &mut TenantTx,
    summary: InvoiceSummary,
    grants: &Grants,
    today: chrono::NaiveDate,
    key: &str,
    company: InvoiceParty,
) -> ApiResult<Invoice> {
    let id = summary.id;
    let rest: RestRow = sqlx::query_as(REST).bind(id).fetch_one(&mut **tx).await?;
    let items = load_creditable(tx, &summary).await?;
    let summary = InvoiceSummary { is_given_back: has_nothing_left(&items), ..summary };
    let payments: Vec<InvoicePayment> = sqlx::query_as(PAYMENTS).bind(id).fetch_all(&mut **tx).await?;
    let related = sqlx::query_as(RELATED).bind(id).bind(rest.corrects_id);
    let related: Vec<InvoiceLink> = related.fetch_all(&mut **tx).await?;
    let (mut issuer, mut bill_to) = parties(tx, &summary, key, company).await?;
    if let Some(written) = rest.content.as_deref().and_then(super::document::InvoiceDocument::from_content) {
        (issuer, bill_to) = (written.issuer, written.bill_to);
    }
    let accounts = accounts_of(tx, &summary).await?;
    let currency = summary.currency.clone();
    let link =
        |link: &InvoiceLink| InvoiceLink { total: with_decimals(link.total, &currency), ..link.clone() };
    let corrects = related.iter().find(|one| Some(one.id) == rest.corrects_id).map(link);
    let credit_notes = related.iter().filter(|one| Some(one.id) != rest.corrects_id).map(link).collect();
    Ok(Invoice {
        tax: with_decimals(rest.tax, &currency),
        paid: with_decimals(summary.paid, &currency),
        credited: with_decimals(summary.credited, &currency),
        terms_days: rest.terms_days,
        note: rest.note,
        void_reason: rest.void_reason,
        voided_at: rest.voided_at,
        emailed_at: rest.emailed_at,
        corrects,
        credit_notes,
        items: items.into_iter().map(|item| item.with_decimals(&currency)).collect(),
        payments: payments.into_iter().map(|one| one.seen_by(grants, &summary)).collect(),
        bill_to,
        issuer,
        accounts,
        summary: summary.seen_by(grants, today),
    })
}

/// The accounts that an invoice can be paid to. What is open has codes for it.
async fn accounts_of(tx: &mut TenantTx, summary: &InvoiceSummary) -> ApiResult<Vec<PaymentAccount>> {
    if summary.status == InvoiceStatus::Void {
        return Ok(Vec::new());
    }
    let mut accounts = payment_account::all(tx).await?;
    accounts.retain(|account| account.currency == summary.currency);
    let open = Some(summary.open_amount).filter(|amount| *amount > Decimal::ZERO);
    let asked = open.zip(summary.number.as_deref());
    let with_code = |account: PaymentAccount| match asked {
        Some((amount, number)) => account.with_code(Some(amount), number),
        None => Ok(account),
    };
    accounts.into_iter().map(with_code).collect()
}

impl InvoicePayment {
    /// The payment with the permissions of a user, and the decimals of the currency.
    fn seen_by(self, grants: &Grants, invoice: &InvoiceSummary) -> Self {
        let can = InvoicePaymentCan::of(grants, invoice, &self);
        Self { can, amount: with_decimals(self.amount, &invoice.currency), ..self }
    }
}

impl InvoiceItem {
    /// With the decimals of the currency.
    fn with_decimals(self, currency: &str) -> Self {
        Self {
            service_amount: with_decimals(self.service_amount, currency),
            tax_amount: with_decimals(self.tax_amount, currency),
            total: with_decimals(self.total, currency),
            credited_service: with_decimals(self.credited_service, currency),
            credited_tax: with_decimals(self.credited_tax, currency),
            creditable: with_decimals(self.creditable, currency),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tax_number_of_brazil_is_written_with_its_marks() {
        let written = |number: &str, country| write_tax_number(number.to_owned(), country);
        assert_eq!(written("11222333000181", Some("BR")), "11.222.333/0001-81");
        assert_eq!(written("52998224725", Some("BR")), "529.982.247-25");
        assert_eq!(written("52998224725", Some("AR")), "52998224725");
        assert_eq!(written("EIN 12-3456789", Some("US")), "EIN 12-3456789");
    }
}

//! Bank accounts of the company that clients pay to: those of its branches.

use poem_openapi::Object;
use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::payment_code::{EuroTransfer, PaymentCode, PaymentCodeKind, Pix};
use paper::captions::{Words, payment};
use server_core::http::error::ApiResult;
use server_core::http::messages::Language;
use trade::identifiers::Iban;
use trade::money::BankAccountType;

macro_rules! columns {
    () => {
        "select a.id, concat_ws(' · ', coalesce(b.name, a.holder), coalesce(a.account, a.iban, a.pix_key)) as label,
                s.id as subsidiary_id, s.title as subsidiary, s.city, a.holder, a.document, b.name as bank_name,
                b.code as bank_code, a.country_id, a.agency, a.account, a.account_type, a.routing_number, a.pix_key, a.iban,
                a.swift, a.currency
         from bank_accounts a join subsidiaries s on s.id = a.owner_id left join banks b on b.id = a.bank_id
         where a.owner_type = 'subsidiary'"
    };
}
pub const ALL: &str =
    concat!(columns!(), " and s.active order by search_text(s.title), a.created_at, a.id limit 100");
pub const ONE: &str = concat!(columns!(), " and a.id = $1");

/// An account to pay into.
#[derive(Object, Clone, Debug, sqlx::FromRow)]
pub struct PaymentAccount {
    pub id: Uuid,
    /// Bank and number, for a choice.
    pub label: String,
    pub subsidiary_id: Uuid,
    /// Title of the branch.
    pub subsidiary: String,
    #[oai(skip)]
    pub city: String,
    pub holder: String,
    pub document: Option<String>,
    pub bank_name: Option<String>,
    /// In Brazil the COMPE number, elsewhere the BIC.
    pub bank_code: Option<String>,
    /// Country of the account.
    pub country_id: i16,
    /// Branch of the bank.
    pub agency: Option<String>,
    pub account: Option<String>,
    pub account_type: Option<BankAccountType>,
    /// Number of a bank in the United States (ABA).
    pub routing_number: Option<String>,
    pub pix_key: Option<String>,
    pub iban: Option<String>,
    pub swift: Option<String>,
    /// ISO 4217.
    pub currency: String,
    /// Text that the payer writes at the bank; null where nothing is to be paid.
    #[sqlx(skip)]
    pub reference: Option<String>,
    /// Code that the payer's bank app reads, with the reference and the amount; null if banks have no such code for this account.
    #[sqlx(skip)]
    pub code: Option<PaymentCode>,
}

impl PaymentAccount {
    /// With what a payer writes and its bank app reads. Without an amount, the payer types it.
    pub fn with_code(self, amount: Option<Decimal>, reference: &str) -> ApiResult<Self> {
        let text = self.code_text(amount, reference);
        let code = text.map(|(kind, text)| PaymentCode::of(kind, text)).transpose()?;
        Ok(Self { code, reference: Some(reference.to_owned()), ..self })
    }

    /// The content of the code that banks of the account's country read.
    pub fn code_text(&self, amount: Option<Decimal>, reference: &str) -> Option<(PaymentCodeKind, String)> {
        match (self.currency.as_str(), &self.pix_key, &self.iban) {
            ("BRL", Some(key), _) => {
                let pix = Pix { key, holder: &self.holder, city: &self.city, amount, reference };
                Some((PaymentCodeKind::Pix, pix.text()))
            }
            ("EUR", _, Some(iban)) => {
                let bic = self.swift.as_deref();
                let transfer = EuroTransfer { holder: &self.holder, iban, bic, amount, reference };
                Some((PaymentCodeKind::Epc, transfer.text()))
            }
            _ => None,
        }
    }

    /// Details that a payer types at the bank, in lines: whose account it is, where it is, and its numbers.
    pub fn lines(&self, language: Language) -> Vec<String> {
        let named = |words: Words, text: &Option<String>| {
            text.as_ref().map(|text| format!("{} {text}", words.in_language(language)))
        };
        let kind = self.account_type.map(|kind| match kind {
            BankAccountType::Checking => payment::CHECKING.in_language(language).to_owned(),
            BankAccountType::Savings => payment::SAVINGS.in_language(language).to_owned(),
        });
        let bank = match (&self.bank_code, &self.bank_name) {
            (Some(code), Some(name)) if code.len() == 3 => Some(format!("{code} {name}")),
            (_, name) => name.clone(),
        };
        [
            join([Some(self.holder.clone()), self.document.clone()]),
            join([bank, named(payment::SWIFT, &self.swift)]),
            join([
                named(payment::ROUTING, &self.routing_number),
                named(payment::AGENCY, &self.agency),
                named(payment::ACCOUNT, &self.account),
                kind,
            ]),
            named(payment::IBAN, &self.iban.as_deref().map(in_groups)).unwrap_or_default(),
            named(payment::PIX, &self.pix_key).unwrap_or_default(),
        ]
        .into_iter()
        .filter(|line| !line.is_empty())
        .collect()
    }
}

/// An IBAN as people read it.
fn in_groups(iban: &str) -> String {
    Iban::parse(iban).map_or_else(|_| iban.to_owned(), |iban| iban.to_formatted())
}

fn join<const N: usize>(parts: [Option<String>; N]) -> String {
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// Accounts of active branches, at most 100.
pub async fn all(tx: &mut TenantTx) -> ApiResult<Vec<PaymentAccount>> {
    Ok(sqlx::query_as(ALL).fetch_all(&mut **tx).await?)
}

/// None for an account that is not the company's.
pub async fn find(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<PaymentAccount>> {
    Ok(sqlx::query_as(ONE).bind(id).fetch_optional(&mut **tx).await?)
}

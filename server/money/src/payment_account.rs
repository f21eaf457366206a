//! Bank accounts of the company that clients pay to: those of its branches.

use poem_openapi::Object;
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

macro_rules! columns {
    () => {
        "select a.id, concat_ws(' · ', coalesce(b.name, a.holder), coalesce(a.account, a.iban, a.pix_key)) as label,
                s.id as subsidiary_id, s.title as subsidiary, a.holder, a.document, b.name as bank_name, a.agency, a.account,
                a.pix_key, a.iban, a.swift, a.currency
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
    pub holder: String,
    pub document: Option<String>,
    pub bank_name: Option<String>,
    /// Branch of the bank.
    pub agency: Option<String>,
    pub account: Option<String>,
    pub pix_key: Option<String>,
    pub iban: Option<String>,
    pub swift: Option<String>,
    /// ISO 4217.
    pub currency: String,
}

impl PaymentAccount {
    /// Details that a payer types at the bank, in lines: whose account it is, where it is, and its numbers.
    pub fn lines(&self) -> Vec<String> {
        let number = [self.agency.as_deref(), self.account.as_deref()];
        let number = number.into_iter().flatten().collect::<Vec<_>>().join(" / ");
        let bank = [self.bank_name.as_deref(), Some(number.as_str())];
        let bank: Vec<&str> = bank.into_iter().flatten().filter(|text| !text.is_empty()).collect();
        let named = |name: &str, text: &Option<String>| text.as_ref().map(|text| format!("{name} {text}"));
        let holder = [Some(self.holder.as_str()), self.document.as_deref()];
        let holder = holder.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        let lines = [
            Some(holder),
            Some(bank.join(" · ")),
            named("Pix", &self.pix_key),
            named("IBAN", &self.iban),
            named("SWIFT", &self.swift),
        ];
        lines.into_iter().flatten().filter(|line| !line.is_empty()).collect()
    }
}

/// Accounts of active branches, at most 100.
pub async fn all(tx: &mut TenantTx) -> ApiResult<Vec<PaymentAccount>> {
    Ok(sqlx::query_as(ALL).fetch_all(&mut **tx).await?)
}

/// None for an account that is not the company's.
pub async fn find(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<PaymentAccount>> {
    Ok(sqlx::query_as(ONE).bind(id).fetch_optional(&mut **tx).await?)
}

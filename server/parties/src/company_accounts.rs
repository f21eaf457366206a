//! Bank accounts of the company, as other areas pay from them: those of its branches.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

pub const ONE: &str = "
    select a.id, concat_ws(' · ', coalesce(b.name, a.holder), coalesce(a.account, a.iban, a.pix_key)) as label,
           a.currency::text as currency
    from bank_accounts a join subsidiaries s on s.id = a.owner_id left join banks b on b.id = a.bank_id
    where a.owner_type = 'subsidiary' and a.id = $1";

/// An account of the company.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct CompanyAccount {
    pub id: Uuid,
    /// Bank and number.
    pub label: String,
    /// ISO 4217.
    pub currency: String,
}

/// None for an account that is not the company's.
pub async fn find_company_account(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<CompanyAccount>> {
    Ok(sqlx::query_as(ONE).bind(id).fetch_optional(&mut **tx).await?)
}

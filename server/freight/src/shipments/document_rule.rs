//! Drafts to a country whose shipments start or stop to need the recipient's tax number.

use policy::Resource;
use tenancy::TenantTx;

use server_core::http::error::ApiResult;
use server_core::live::{self, Audience};

/// Drafts to a country that lack the recipient's tax number: it is missing from now on, or no longer.
pub const DRAFTS: &str = "
    update shipments
    set missing = case when $2 then array_append(missing, 'to_document')
                       else array_remove(missing, 'to_document') end,
        status = case when $2 or cardinality(array_remove(missing, 'to_document')) > 0 then 15 else 10 end
    where to_country_id = $1 and status in (10, 15) and to_document is null
      and ('to_document' = any(missing)) <> $2";

/// Marks the recipient's tax number as missing, or not, in drafts to a country, and announces them.
pub async fn apply_document_rule(tx: &mut TenantTx, country_id: i16, is_required: bool) -> ApiResult<()> {
    let done = sqlx::query(DRAFTS).bind(country_id).bind(is_required).execute(&mut **tx).await?;
    if done.rows_affected() > 0 {
        live::records_changed(tx, &Audience::Everybody, Resource::Shipment.name(), &[]);
    }
    Ok(())
}

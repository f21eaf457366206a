//! Clients as the owners of parcels that come to a warehouse.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use trade::parcel_code::clean_scan;

/// The client of a parcel.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ParcelOwner {
    pub id: Uuid,
    pub name: String,
    /// Its suite, or its code if it has none: shops write it on the parcel.
    pub suite_code: String,
    pub group_id: Option<Uuid>,
    is_active: bool,
    is_blocked: bool,
}

pub const OWNER: &str = "
    select id, name, coalesce(suite_code, code) as suite_code, group_id, active as is_active, kyc_status = 'blocked' as is_blocked
    from clients where id = $1";
/// Locked, so that it is neither merged nor blocked meanwhile.
pub const LOCKED_OWNER: &str = "
    select id, name, coalesce(suite_code, code) as suite_code, group_id, active as is_active, kyc_status = 'blocked' as is_blocked
    from clients where id = $1 for share";

/// $1 has the forms in which the suite may be kept. The parcels of a client that was merged into another one are that one's.
pub const OF_SUITE: &str = "
    select coalesce(merged_into, id) from clients
    where suite_code = any($1) or (suite_code is null and code = any($1))
    order by suite_code is null, id limit 1";

/// The word before the suite in the address of a client.
const SUITE: &str = "suite";

pub const GROUP: &str = "select group_id from clients where id = $1";

/// The group of a client, if it is in one.
pub async fn find_client_group(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<Uuid>> {
    let found: Option<Option<Uuid>> = sqlx::query_scalar(GROUP).bind(id).fetch_optional(&mut **tx).await?;
    Ok(found.flatten())
}

/// 404 for a client who does not exist.
pub async fn find_parcel_owner(tx: &mut TenantTx, id: Uuid) -> ApiResult<ParcelOwner> {
    let found = sqlx::query_as(OWNER).bind(id).fetch_optional(&mut **tx).await?;
    found.ok_or_else(ApiError::not_found)
}

/// The client of a suite, as it stands on a label: alone, or behind its word. None for a text that is no suite.
pub async fn find_suite_owner(tx: &mut TenantTx, written: &str) -> ApiResult<Option<Uuid>> {
    let forms = list_suite_forms(written);
    if forms.is_empty() {
        return Ok(None);
    }
    Ok(sqlx::query_scalar(OF_SUITE).bind(forms).fetch_optional(&mut **tx).await?)
}

/// The text, and what stands behind the word, each in the letters of the label, in capitals and in small ones.
fn list_suite_forms(written: &str) -> Vec<String> {
    let plain = clean_scan(written);
    let text = plain.trim();
    let parts = text.split_at_checked(SUITE.len());
    let behind = parts.filter(|(word, _)| word.eq_ignore_ascii_case(SUITE)).map(|(_, number)| number);
    let number = behind.map(|number| number.trim().trim_matches([' ', '#', ':', '.', '-']));
    let parts = [Some(text), number].into_iter().flatten().filter(|part| !part.is_empty());
    parts.flat_map(|part| [part.to_owned(), part.to_uppercase(), part.to_lowercase()]).collect()
}

/// Locks the client of a parcel; 422 at `client_id` for one that gets none.
pub async fn lock_parcel_owner(tx: &mut TenantTx, id: Option<Uuid>) -> ApiResult<ParcelOwner> {
    let refuse = |code| ApiError::invalid_field("client_id", code);
    let Some(id) = id else { return Err(refuse(MessageCode::Required)) };
    let found: Option<ParcelOwner> = sqlx::query_as(LOCKED_OWNER).bind(id).fetch_optional(&mut **tx).await?;
    match found {
        Some(owner) if owner.is_blocked => Err(refuse(MessageCode::ClientBlocked)),
        Some(owner) if owner.is_active => Ok(owner),
        _ => Err(refuse(MessageCode::UnknownClient)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_suite_stands_alone_or_behind_its_word() {
        for written in ["1004", " Suite 1004 ", "SUITE1004", "suite #1004", "Suite: 1004"] {
            assert!(list_suite_forms(written).contains(&"1004".to_owned()), "{written}");
        }
        assert!(
            list_suite_forms("Ｓｕｉｔｅ\u{3000}１００４").contains(&"1004".to_owned()),
            "as a keyboard for Chinese types"
        );
        assert!(list_suite_forms("suite ab-7").contains(&"AB-7".to_owned()));
        assert!(!list_suite_forms("1Z1004").contains(&"1004".to_owned()));
        assert!(list_suite_forms(" ").is_empty());
    }
}

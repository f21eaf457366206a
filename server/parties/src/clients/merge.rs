//! Merge of clients: what parties have of a duplicate, and its end. The merge itself combines all areas: `app/src/client_merge`.

use chrono::{DateTime, Utc};
use poem::http::StatusCode;
use tenancy::TenantTx;
use uuid::Uuid;

use super::api::lock;
use super::model::ClientRecord;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;

/// Numbers of a client's records.
#[derive(sqlx::FromRow)]
pub struct ClientRecordCounts {
    pub contacts: i64,
    pub party_addresses: i64,
    pub bank_accounts: i64,
    pub party_documents: i64,
}

pub const COUNT: &str = "
    select (select count(*) from contacts where owner_type = 'client' and owner_id = $1) as contacts,
           (select count(*) from party_addresses where owner_type = 'client' and owner_id = $1) as party_addresses,
           (select count(*) from bank_accounts where owner_type = 'client' and owner_id = $1) as bank_accounts,
           (select count(*) from party_documents where owner_type = 'client' and owner_id = $1) as party_documents";

// $1 stays, $2 is the duplicate.
pub const HAS_TWO_MAIN: &str = "
    select count(*) = 2 from party_addresses where owner_type = 'client' and owner_id in ($1, $2) and main";
/// An address without a street is no use on an invoice, where the other client has one with it.
pub const IS_DUPLICATE_FULLER: &str = "
    select exists (select from party_addresses
                   where owner_type = 'client' and owner_id = $1 and main and coalesce(address_1, '') = '')
       and exists (select from party_addresses
                   where owner_type = 'client' and owner_id = $2 and main and coalesce(address_1, '') <> '')";
/// Two clients can each have a main address: that of $1 remains.
pub const UNMARK_ADDRESS: &str = "
    update party_addresses set main = false
    where owner_type = 'client' and owner_id = $2 and main
        and exists (select from party_addresses s where s.owner_type = 'client' and s.owner_id = $1 and s.main)";
pub const MOVE_ADDRESSES: &str =
    "update party_addresses set owner_id = $1 where owner_type = 'client' and owner_id = $2";
pub const MOVE_CONTACTS: &str =
    "update contacts set owner_id = $1 where owner_type = 'client' and owner_id = $2";
pub const MOVE_ACCOUNTS: &str =
    "update bank_accounts set owner_id = $1 where owner_type = 'client' and owner_id = $2";
pub const MOVE_DOCUMENTS: &str =
    "update party_documents set owner_id = $1 where owner_type = 'client' and owner_id = $2";
/// Earlier duplicates of the duplicate.
pub const MOVE_MERGED: &str = "update clients set merged_into = $1 where merged_into = $2";
pub const END: &str = "
    update clients set active = false, merged_into = $1, version = version + 1, updated_at = $3 where id = $2";

/// Locks both clients in the order of their ids, so that simultaneous merges wait for each other. Returns the one that
/// stays and the duplicate.
pub async fn lock_both(
    tx: &mut TenantTx,
    stays: Uuid,
    duplicate: Uuid,
) -> ApiResult<(ClientRecord, ClientRecord)> {
    if stays == duplicate {
        return Err(ApiError::invalid_field("duplicate_id", MessageCode::MergeWithItself));
    }
    let (first, second) = (stays.min(duplicate), stays.max(duplicate));
    let mut found = Vec::new();
    for id in [first, second] {
        match lock(tx, id).await {
            Ok(client) => found.push(client),
            Err(error) if error.status() == StatusCode::NOT_FOUND => {}
            Err(error) => return Err(error),
        }
    }
    let mut take = |id| found.iter().position(|client| client.id == id).map(|at| found.remove(at));
    let stays = take(stays).ok_or_else(ApiError::not_found)?;
    let unknown = || ApiError::invalid_field("duplicate_id", MessageCode::UnknownOption);
    let duplicate = take(duplicate).ok_or_else(unknown)?;
    if stays.merged_into.is_some() || duplicate.merged_into.is_some() {
        return Err(ApiError::refused(MessageCode::ClientMerged));
    }
    Ok((stays, duplicate))
}

pub async fn count_client_records(tx: &mut TenantTx, client_id: Uuid) -> ApiResult<ClientRecordCounts> {
    Ok(sqlx::query_as(COUNT).bind(client_id).fetch_one(&mut **tx).await?)
}

/// Whether both clients have a main address, of which one loses the mark.
pub async fn has_two_main_addresses(tx: &mut TenantTx, stays: Uuid, duplicate: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(HAS_TWO_MAIN).bind(stays).bind(duplicate).fetch_one(&mut **tx).await?)
}

/// Whether the main address of the duplicate becomes that of the client that stays: it has a street, and the other has none.
pub async fn takes_main_address(tx: &mut TenantTx, stays: Uuid, duplicate: Uuid) -> ApiResult<bool> {
    Ok(sqlx::query_scalar(IS_DUPLICATE_FULLER).bind(stays).bind(duplicate).fetch_one(&mut **tx).await?)
}

/// Moves the records of a duplicate to the client that stays.
pub async fn move_client_records(tx: &mut TenantTx, duplicate: Uuid, stays: Uuid) -> ApiResult<()> {
    let is_taken = takes_main_address(tx, stays, duplicate).await?;
    let [main, other] = if is_taken { [duplicate, stays] } else { [stays, duplicate] };
    sqlx::query(UNMARK_ADDRESS).bind(main).bind(other).execute(&mut **tx).await?;
    let steps = [MOVE_ADDRESSES, MOVE_CONTACTS, MOVE_ACCOUNTS, MOVE_DOCUMENTS, MOVE_MERGED];
    for step in steps {
        sqlx::query(step).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    }
    Ok(())
}

/// The duplicate becomes inactive, and names the client that stays.
pub async fn end(tx: &mut TenantTx, duplicate: Uuid, stays: Uuid, at: DateTime<Utc>) -> ApiResult<()> {
    sqlx::query(END).bind(stays).bind(duplicate).bind(at).execute(&mut **tx).await?;
    Ok(())
}

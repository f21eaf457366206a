//! Merge of clients: shipments and saved addresses of a duplicate.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

/// Numbers of a client's records.
#[derive(sqlx::FromRow)]
pub struct ClientRecordCounts {
    pub shipments: i64,
    pub saved_addresses: i64,
}

pub const COUNT: &str = "
    select (select count(*) from shipments where client_id = $1) as shipments,
           (select count(*) from saved_addresses where client_id = $1) as saved_addresses";
/// A reference is unique among the shipments of a source and a client.
pub const SHARED_REFERENCES: &str = "
    select distinct d.external_ref from shipments d join shipments s
        on s.source = d.source and s.external_ref = d.external_ref and s.owner_id = $1
    where d.owner_id = $2 order by 1 limit 10";

// $1 stays, $2 is the duplicate.
pub const MOVE_SHIPMENTS: &str = "update shipments set client_id = $1 where client_id = $2";
/// The same person at the same address, by the key of the address book.
pub const DROP_SAVED: &str = "
    delete from saved_addresses d using saved_addresses s
    where d.client_id = $2 and s.client_id = $1 and s.country_id = d.country_id and s.city = d.city
        and search_text(s.name) = search_text(d.name)
        and s.postcode is not distinct from d.postcode and s.address_1 is not distinct from d.address_1
        and s.address_number is not distinct from d.address_number";
pub const MOVE_SAVED: &str = "update saved_addresses set client_id = $1 where client_id = $2";

pub async fn count_client_records(tx: &mut TenantTx, client_id: Uuid) -> ApiResult<ClientRecordCounts> {
    Ok(sqlx::query_as(COUNT).bind(client_id).fetch_one(&mut **tx).await?)
}

/// References that shipments of both clients have, at most 10.
pub async fn find_shared_references(
    tx: &mut TenantTx,
    stays: Uuid,
    duplicate: Uuid,
) -> ApiResult<Vec<String>> {
    let find = sqlx::query_scalar(SHARED_REFERENCES).bind(stays).bind(duplicate);
    Ok(find.fetch_all(&mut **tx).await?)
}

/// Moves the records of a duplicate to the client that stays. A saved address of both is kept once.
pub async fn move_client_records(tx: &mut TenantTx, duplicate: Uuid, stays: Uuid) -> ApiResult<()> {
    for step in [MOVE_SHIPMENTS, DROP_SAVED, MOVE_SAVED] {
        sqlx::query(step).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    }
    Ok(())
}

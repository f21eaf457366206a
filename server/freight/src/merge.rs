//! Merge of clients: shipments, saved addresses and saved parcels of a duplicate.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;

/// Numbers of a client's records.
#[derive(sqlx::FromRow)]
pub struct ClientRecordCounts {
    pub shipments: i64,
    pub saved_addresses: i64,
    pub saved_parcels: i64,
}

pub const COUNT: &str = "
    select (select count(*) from shipments where client_id = $1) as shipments,
           (select count(*) from saved_addresses where client_id = $1) as saved_addresses,
           (select count(*) from saved_parcels where client_id = $1) as saved_parcels";
/// A reference is unique among the shipments of a source and a client.
pub const SHARED_REFERENCES: &str = "
    select distinct d.external_ref from shipments d join shipments s
        on search_text(s.source) = search_text(d.source) and search_text(s.external_ref) = search_text(d.external_ref)
        and s.owner_id = $1
    where d.owner_id = $2 order by 1 limit 10";

// $1 stays, $2 is the duplicate.
pub const MOVE_SHIPMENTS: &str = "update shipments set client_id = $1 where client_id = $2";
/// The same person at the same address, by the key of the address book.
macro_rules! saved_by_both {
    () => {
        "d.client_id = $2 and s.client_id = $1 and s.country_id = d.country_id and s.city = d.city
         and search_text(s.name) = search_text(d.name)
         and s.postcode is not distinct from d.postcode and s.address_1 is not distinct from d.address_1
         and s.address_number is not distinct from d.address_number"
    };
}
pub const COUNT_SAVED_BY_BOTH: &str =
    concat!("select count(*) from saved_addresses d, saved_addresses s where ", saved_by_both!());
/// The entry that stays gets what only the duplicate's has, and the longer directions.
pub const FILL_SAVED: &str = concat!(
    "update saved_addresses s
     set trading_name = coalesce(s.trading_name, d.trading_name),
         responsible = coalesce(s.responsible, d.responsible),
         document_type = case when s.document is null then d.document_type else s.document_type end,
         document = coalesce(s.document, d.document),
         ie = coalesce(s.ie, d.ie),
         email = coalesce(s.email, d.email),
         phone = coalesce(s.phone, d.phone),
         address_2 = case when length(d.address_2) > length(coalesce(s.address_2, '')) then d.address_2 else s.address_2 end,
         address_complement = case when length(d.address_complement) > length(coalesce(s.address_complement, ''))
             then d.address_complement else s.address_complement end,
         state_id = coalesce(s.state_id, d.state_id),
         version = s.version + 1, updated_at = now()
     from saved_addresses d where ",
    saved_by_both!()
);
pub const DROP_SAVED: &str =
    concat!("delete from saved_addresses d using saved_addresses s where ", saved_by_both!());
pub const MOVE_SAVED: &str = "update saved_addresses set client_id = $1 where client_id = $2";
pub const COUNT_PARCELS_OF_BOTH: &str = "
    select count(*) from saved_parcels d, saved_parcels s
    where d.client_id = $2 and s.client_id = $1 and s.name_key = d.name_key";
/// That of the client that stays remains.
pub const DROP_PARCELS: &str = "
    delete from saved_parcels d using saved_parcels s
    where d.client_id = $2 and s.client_id = $1 and s.name_key = d.name_key";
pub const MOVE_PARCELS: &str = "update saved_parcels set client_id = $1 where client_id = $2";

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

/// Number of saved addresses that both clients have.
pub async fn count_saved_by_both(tx: &mut TenantTx, stays: Uuid, duplicate: Uuid) -> ApiResult<i64> {
    let count = sqlx::query_scalar(COUNT_SAVED_BY_BOTH).bind(stays).bind(duplicate);
    Ok(count.fetch_one(&mut **tx).await?)
}

/// Number of names that saved parcels of both clients have.
pub async fn count_parcels_of_both(tx: &mut TenantTx, stays: Uuid, duplicate: Uuid) -> ApiResult<i64> {
    let count = sqlx::query_scalar(COUNT_PARCELS_OF_BOTH).bind(stays).bind(duplicate);
    Ok(count.fetch_one(&mut **tx).await?)
}

/// Moves the records of a duplicate to the client that stays. A saved address of both is kept once, with what either has; a
/// saved parcel of the same name as the client that stays has it.
pub async fn move_client_records(tx: &mut TenantTx, duplicate: Uuid, stays: Uuid) -> ApiResult<()> {
    for step in [MOVE_SHIPMENTS, FILL_SAVED, DROP_SAVED, MOVE_SAVED, DROP_PARCELS, MOVE_PARCELS] {
        sqlx::query(step).bind(stays).bind(duplicate).execute(&mut **tx).await?;
    }
    Ok(())
}

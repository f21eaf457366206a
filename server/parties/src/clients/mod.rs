//! Clients: the records, and what registration and other features need of them.

mod api;
pub mod bulk;
pub mod details;
mod duplicates;
pub mod merge;
pub mod model;
pub mod names;
pub mod news;
pub mod parcel_owner;
mod update_many;

pub use api::{CLIENTS, ClientApi, answer, load_record_state};
pub use duplicates::ClientDuplicateApi;
pub use update_many::ClientUpdateManyApi;

use chrono::NaiveDate;
use poem_openapi::Object;
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;
use server_core::record::periods::Periods;
use trade::party::{DocumentType, PersonType};

/// A client in a selection list.
#[derive(Object, sqlx::FromRow)]
pub struct ClientOption {
    pub id: Uuid,
    pub code: String,
    /// Code and name.
    pub label: String,
}

pub const SELECT: &str = "select id, code, code || ' · ' || name as label from clients where active";

/// A client to create, with normalized values.
pub struct NewClient {
    pub person_type: PersonType,
    pub name: String,
    pub trading_name: Option<String>,
    pub responsible: Option<String>,
    pub document_type: DocumentType,
    pub document: Option<String>,
    pub ie: Option<String>,
    pub birthday: Option<NaiveDate>,
    pub email: String,
    pub phone: String,
    pub country_id: i16,
    pub postcode: String,
    pub address_1: String,
    pub address_2: Option<String>,
    pub address_number: Option<String>,
    pub address_complement: Option<String>,
    pub state_id: Option<i32>,
    pub city: String,
}

pub const INSERT: &str = "
    insert into clients (id, code, suite_code, person_type, name, trading_name, responsible, document_type, document,
                         ie, birthday, email, phone, country_id, postcode, address_1, address_2, address_number,
                         address_complement, state_id, city)
    values ($1, 'C' || nextval('client_numbers'), nextval('client_suites')::text, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
            $17, $18, $19)
    on conflict do nothing returning code";

const BEGIN_DELETION: &str = "savepoint deletion";
const TAKE_BACK_DELETION: &str = "rollback to savepoint deletion";
const END_DELETION: &str = "release savepoint deletion";

pub const IS_ACTIVE: &str = "select exists (select from clients where id = $1 and active)";
pub const INACTIVE: &str = "select id from clients where id = any($1) and not active";
pub const MIN_REMAINING_DAYS: &str = "select min_remaining_days from clients where id = $1";
pub const DELETE: &str = "delete from clients where id = $1";
/// Deletes a client without users, shipments and imports.
pub const DELETE_UNUSED: &str = "
    delete from clients c
    where c.id = $1 and not exists (select from users where client_id = c.id)
        and not exists (select from shipments where client_id = c.id)
        and not exists (select from shipment_imports where client_id = c.id)
        and not exists (select from contacts where owner_type = 'client' and owner_id = c.id)
        and not exists (select from party_addresses where owner_type = 'client' and owner_id = c.id)
        and not exists (select from bank_accounts where owner_type = 'client' and owner_id = c.id)
        and not exists (select from party_documents where owner_type = 'client' and owner_id = c.id)
        and not exists (select from clients d where d.merged_into = c.id)
        and not exists (select from ledger_accounts where client_id = c.id)
        and not exists (select from deposits where client_id = c.id)
    returning code";

/// Creates a client with the next unused code; returns its id and code.
pub async fn create(tx: &mut TenantTx, client: &NewClient) -> sqlx::Result<(Uuid, String)> {
    let id = Uuid::now_v7();
    loop {
        let code: Option<String> = sqlx::query_scalar(INSERT)
            .bind(id)
            .bind(client.person_type)
            .bind(&client.name)
            .bind(&client.trading_name)
            .bind(&client.responsible)
            .bind(client.document_type)
            .bind(&client.document)
            .bind(&client.ie)
            .bind(client.birthday)
            .bind(&client.email)
            .bind(&client.phone)
            .bind(client.country_id)
            .bind(&client.postcode)
            .bind(&client.address_1)
            .bind(&client.address_2)
            .bind(&client.address_number)
            .bind(&client.address_complement)
            .bind(client.state_id)
            .bind(&client.city)
            .fetch_optional(&mut **tx)
            .await?;
        if let Some(code) = code {
            return Ok((id, code));
        }
    }
}

/// Deletes a client created in the same transaction.
pub async fn take_back(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<()> {
    sqlx::query(DELETE).bind(id).execute(&mut **tx).await?;
    Ok(())
}

/// Deletes a client without users, shipments and imports; returns its code. One to which other records refer stays.
pub async fn delete_unused(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<String>> {
    sqlx::query(BEGIN_DELETION).execute(&mut **tx).await?;
    let deleted = sqlx::query_scalar(DELETE_UNUSED).bind(id).fetch_optional(&mut **tx).await;
    let is_used = |error: &sqlx::Error| {
        error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_foreign_key_violation)
    };
    match deleted {
        Ok(code) => {
            sqlx::query(END_DELETION).execute(&mut **tx).await?;
            Ok(code)
        }
        Err(error) if is_used(&error) => {
            sqlx::query(TAKE_BACK_DELETION).execute(&mut **tx).await?;
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Locked, so that it is not merged meanwhile.
pub const LOCK_ACTIVE: &str =
    "select name from clients where id = $1 and merged_into is null and active for no key update";

/// Locks the client of a new record and returns its name; none for one that cannot have it.
pub async fn lock_active(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(LOCK_ACTIVE).bind(id).fetch_optional(&mut **tx).await
}

pub async fn is_active(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<bool> {
    sqlx::query_scalar(IS_ACTIVE).bind(id).fetch_one(&mut **tx).await
}

/// Days that goods picked for a client still last, where a list does not say it.
pub async fn load_min_remaining_days(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<i16>> {
    sqlx::query_scalar(MIN_REMAINING_DAYS).bind(id).fetch_one(&mut **tx).await
}

/// Those of these clients that are inactive.
pub async fn list_inactive(tx: &mut TenantTx, ids: &[Uuid]) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar(INACTIVE).bind(ids).fetch_all(&mut **tx).await
}

/// A client, for its own users.
#[derive(sqlx::FromRow)]
pub struct Client {
    pub id: Uuid,
    pub code: String,
    pub person_type: i16,
    pub name: String,
    pub trading_name: Option<String>,
    pub responsible: Option<String>,
    pub document_type: Option<i16>,
    pub document: Option<String>,
    pub ie: Option<String>,
    pub birthday: Option<NaiveDate>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub country_id: Option<i16>,
    pub postcode: Option<String>,
    pub address_1: Option<String>,
    pub address_2: Option<String>,
    pub address_number: Option<String>,
    pub address_complement: Option<String>,
    pub state_id: Option<i32>,
    /// Name of the state.
    pub state: Option<String>,
    pub city: Option<String>,
}

pub const FIND: &str = "
    select c.id, c.code, c.person_type, c.name, c.trading_name, c.responsible, c.document_type, c.document, c.ie,
           c.birthday, c.email, c.phone, c.country_id, c.postcode, c.address_1, c.address_2, c.address_number,
           c.address_complement, c.state_id, s.name as state, c.city
    from clients c left join ref.states s on s.id = c.state_id
    where c.id = $1";

pub const SET_IDENTITY: &str = "
    update clients
    set document_type = $2, document = $3, birthday = $4, version = version + 1, updated_at = now()
    where id = $1 and (document_type, document, birthday) is distinct from ($2, $3, $4)";

pub async fn find(tx: &mut TenantTx, id: Uuid) -> sqlx::Result<Option<Client>> {
    sqlx::query_as(FIND).bind(id).fetch_optional(&mut **tx).await
}

/// Sets the document and the birthday of a client who is a natural person.
pub async fn set_identity(
    tx: &mut TenantTx,
    id: Uuid,
    document_type: DocumentType,
    document: Option<&str>,
    birthday: Option<NaiveDate>,
) -> sqlx::Result<()> {
    sqlx::query(SET_IDENTITY)
        .bind(id)
        .bind(document_type)
        .bind(document)
        .bind(birthday)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// The clients by the day or month of their creation.
pub async fn per_period(tx: &mut TenantTx, periods: &Periods) -> ApiResult<Vec<i64>> {
    periods.count(tx, "clients", |_| {}).await
}

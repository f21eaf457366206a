//! Merge of a duplicate into the client that stays: one transaction moves what belongs to the duplicate.

use poem::http::StatusCode;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::api::{answer, find, lock};
use super::model::ClientRecord;
use access::ctx::Ctx;
use access::sessions;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::live::{self, Audience};
use server_core::tags::Tag;
use trade::money::in_currency;

/// Numbers of records that a merge moves.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow)]
pub struct ClientMergeCounts {
    pub shipments: i64,
    pub shipment_imports: i64,
    /// They keep their sign-in, and see the records of the client that stays.
    pub users: i64,
    pub support_tickets: i64,
    pub saved_addresses: i64,
    pub contacts: i64,
    pub party_addresses: i64,
    pub bank_accounts: i64,
    pub party_documents: i64,
    pub deposits: i64,
    pub invoices: i64,
}

/// Money of the duplicate in a currency. It moves to the client that stays by entries of both.
#[derive(Object, Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ClientMergeMoney {
    /// ISO 4217.
    pub currency: String,
    /// In the wallet; below zero when the duplicate owes it.
    pub balance: Decimal,
    /// Issued invoices that are not paid.
    pub invoiced: Decimal,
}

/// The client that stays and its duplicate before a merge.
#[derive(Object)]
pub struct ClientMergePreview {
    pub duplicate_id: Uuid,
    pub duplicate_code: String,
    pub duplicate_name: String,
    /// Send it with the merge.
    pub duplicate_version: i32,
    pub moves: ClientMergeCounts,
    /// For each currency with money or debts.
    pub money: Vec<ClientMergeMoney>,
    /// References that shipments of both clients have, at most 10. The clients cannot be merged while there are any.
    pub shared_references: Vec<String>,
}

/// A duplicate to merge.
#[derive(Object)]
pub struct ClientMerge {
    /// The client whose records move. It becomes inactive.
    pub duplicate_id: Uuid,
    /// Version of the client that stays; 409 `stale_version` if it has changed since.
    pub version: i32,
    /// Version of the duplicate; 409 `stale_version` if it has changed since.
    pub duplicate_version: i32,
}

pub const COUNT: &str = "
    select (select count(*) from shipments where client_id = $1) as shipments,
           (select count(*) from shipment_imports where client_id = $1) as shipment_imports,
           (select count(*) from users where client_id = $1) as users,
           (select count(*) from support_tickets where client_id = $1) as support_tickets,
           (select count(*) from saved_addresses where client_id = $1) as saved_addresses,
           (select count(*) from contacts where owner_type = 'client' and owner_id = $1) as contacts,
           (select count(*) from party_addresses where owner_type = 'client' and owner_id = $1) as party_addresses,
           (select count(*) from bank_accounts where owner_type = 'client' and owner_id = $1) as bank_accounts,
           (select count(*) from party_documents where owner_type = 'client' and owner_id = $1) as party_documents,
           (select count(*) from deposits where client_id = $1) as deposits,
           (select count(*) from invoices where client_id = $1) as invoices";
/// Accounts on the credit side: an unpaid invoice is below zero.
pub const MONEY: &str = "
    select currency::text, coalesce(sum(balance) filter (where kind = 'client_wallet'), 0) as balance,
           coalesce(-sum(balance) filter (where kind = 'client_receivable'), 0) as invoiced
    from ledger_accounts where client_id = $1
    group by currency having bool_or(balance <> 0) order by currency limit 200";
/// A reference is unique among the shipments of a source and a client.
pub const SHARED_REFERENCES: &str = "
    select distinct d.external_ref from shipments d join shipments s
        on s.source = d.source and s.external_ref = d.external_ref and s.owner_id = $1
    where d.owner_id = $2 order by 1 limit 10";

// $1 stays, $2 is the duplicate.
pub const MOVE_SHIPMENTS: &str = "update shipments set client_id = $1 where client_id = $2";
pub const MOVE_IMPORTS: &str = "update shipment_imports set client_id = $1 where client_id = $2";
pub const MOVE_USERS: &str = "update users set client_id = $1 where client_id = $2";
pub const MOVE_TICKETS: &str = "update support_tickets set client_id = $1 where client_id = $2";
/// A ticket that is addressed to both clients keeps the one that stays.
pub const DROP_RECIPIENTS: &str = "
    delete from support_recipients d using support_recipients s
    where d.client_id = $2 and s.client_id = $1 and s.ticket_id = d.ticket_id
        and s.user_id is not distinct from d.user_id";
pub const MOVE_RECIPIENTS: &str = "update support_recipients set client_id = $1 where client_id = $2";
/// The mapping of the client that stays is kept.
pub const DROP_MAPPINGS: &str = "
    delete from shipment_import_mappings d using shipment_import_mappings s
    where d.client_id = $2 and s.client_id = $1 and s.shape = d.shape and s.partner_id is not distinct from d.partner_id";
pub const MOVE_MAPPINGS: &str = "update shipment_import_mappings set client_id = $1 where client_id = $2";
/// The same person at the same address, by the key of the address book.
pub const DROP_SAVED: &str = "
    delete from saved_addresses d using saved_addresses s
    where d.client_id = $2 and s.client_id = $1 and s.country_id = d.country_id and s.city = d.city
        and search_text(s.name) = search_text(d.name)
        and s.postcode is not distinct from d.postcode and s.address_1 is not distinct from d.address_1
        and s.address_number is not distinct from d.address_number";
pub const MOVE_SAVED: &str = "update saved_addresses set client_id = $1 where client_id = $2";
/// Two clients can each have a main address: that of the client that stays remains.
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
pub const MOVE_DEPOSITS: &str = "update deposits set client_id = $1 where client_id = $2";
pub const MOVE_INVOICES: &str = "update invoices set client_id = $1 where client_id = $2";
/// Earlier duplicates of the duplicate.
pub const MOVE_MERGED: &str = "update clients set merged_into = $1 where merged_into = $2";
pub const END: &str = "
    update clients set active = false, merged_into = $1, version = version + 1, updated_at = $3 where id = $2";

/// In their order. Money follows as transactions of the ledger: accounts keep their owner.
const MOVES: [&str; 18] = [
    MOVE_SHIPMENTS,
    MOVE_IMPORTS,
    MOVE_USERS,
    MOVE_TICKETS,
    DROP_RECIPIENTS,
    MOVE_RECIPIENTS,
    DROP_MAPPINGS,
    MOVE_MAPPINGS,
    DROP_SAVED,
    MOVE_SAVED,
    UNMARK_ADDRESS,
    MOVE_ADDRESSES,
    MOVE_CONTACTS,
    MOVE_ACCOUNTS,
    MOVE_DOCUMENTS,
    MOVE_DEPOSITS,
    MOVE_INVOICES,
    MOVE_MERGED,
];

impl ClientMergeMoney {
    /// With the decimals of its currency.
    fn shown(self) -> Self {
        let shown = |amount| in_currency(amount, Some(&self.currency));
        Self { balance: shown(self.balance), invoiced: shown(self.invoiced), ..self }
    }
}

pub struct ClientMergeApi;

#[OpenApi(prefix_path = "/clients", tag = "Tag::Parties")]
impl ClientMergeApi {
    /// Preview the merge of a duplicate
    #[oai(path = "/:id/merge", method = "get", operation_id = "client_merge_preview")]
    async fn client_merge_preview(
        &self,
        ctx: Ctx,
        /// The client that stays.
        id: Path<Uuid>,
        /// The duplicate. Required.
        duplicate_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Item<ClientMergePreview>>> {
        ctx.require(Resource::Client, Action::Merge)?;
        let mut tx = ctx.begin().await?;
        find(&mut tx, *id).await?;
        let asked =
            duplicate_id.0.ok_or_else(|| ApiError::invalid_field("duplicate_id", MessageCode::Required))?;
        let (_, duplicate) = both(&mut tx, *id, asked).await?;
        let moves = sqlx::query_as(COUNT).bind(duplicate.id).fetch_one(&mut *tx).await?;
        let money: Vec<ClientMergeMoney> =
            sqlx::query_as(MONEY).bind(duplicate.id).fetch_all(&mut *tx).await?;
        let shared_references = shared_references(&mut tx, *id, duplicate.id).await?;
        tx.commit().await?;
        let data = ClientMergePreview {
            duplicate_id: duplicate.id,
            duplicate_code: duplicate.input.code.unwrap_or_default(),
            duplicate_name: duplicate.input.name,
            duplicate_version: duplicate.version,
            moves,
            money: money.into_iter().map(ClientMergeMoney::shown).collect(),
            shared_references,
        };
        Ok(Json(Item { data }))
    }

    /// Merge a duplicate into a client
    ///
    /// Shipments, imports, users, tickets, saved addresses, contacts, addresses, bank accounts, documents, deposits and
    /// invoices move to the client that stays; its own data and its credit are unchanged. The money of the wallet moves
    /// by entries in both wallets; a debt above the credit remains a debt. Unpaid invoices are due from the client that
    /// stays, and their documents stay as issued. The duplicate becomes inactive and cannot be used again. Its users
    /// are signed out and can sign in again. Its messenger room is unchanged. Returns 409 `client_merged` if one of the
    /// two was merged before, and 409 `merge_shared_references` if shipments of both have the same reference.
    #[oai(path = "/:id/merge", method = "post", operation_id = "client_merge")]
    async fn client_merge(
        &self,
        ctx: Ctx,
        /// The client that stays.
        id: Path<Uuid>,
        body: Body<ClientMerge>,
    ) -> ApiResult<Json<Item<ClientRecord>>> {
        ctx.require(Resource::Client, Action::Merge)?;
        let mut tx = ctx.begin().await?;
        let (stays, duplicate) = both(&mut tx, *id, body.duplicate_id).await?;
        if (stays.version, duplicate.version) != (body.version, body.duplicate_version) {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let shared = shared_references(&mut tx, stays.id, duplicate.id).await?;
        if !shared.is_empty() {
            let params = Params::from([("count", shared.len().into())]);
            return Err(ApiError::refused(MessageCode::MergeSharedReferences)
                .with_params(params)
                .with_details(shared));
        }
        let ended = sessions::close_all_of_client(&mut tx, duplicate.id).await?;
        merge(&mut tx, &ctx, &stays, &duplicate).await?;
        let answer = answer(tx, &ctx, stays.id).await?;
        sessions::forget_all(ctx.state(), &ctx.tenant().id, &ended).await;
        Ok(answer)
    }
}

/// Locks both clients in the order of their ids, so that simultaneous merges wait for each other. Returns the one that
/// stays and the duplicate.
async fn both(tx: &mut TenantTx, stays: Uuid, duplicate: Uuid) -> ApiResult<(ClientRecord, ClientRecord)> {
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

async fn shared_references(tx: &mut TenantTx, stays: Uuid, duplicate: Uuid) -> ApiResult<Vec<String>> {
    let find = sqlx::query_scalar(SHARED_REFERENCES).bind(stays).bind(duplicate);
    Ok(find.fetch_all(&mut **tx).await?)
}

/// Moves everything and notes it at both clients.
async fn merge(
    tx: &mut TenantTx,
    ctx: &Ctx,
    stays: &ClientRecord,
    duplicate: &ClientRecord,
) -> ApiResult<()> {
    let moved: ClientMergeCounts = sqlx::query_as(COUNT).bind(duplicate.id).fetch_one(&mut **tx).await?;
    for step in MOVES {
        sqlx::query(step).bind(stays.id).bind(duplicate.id).execute(&mut **tx).await?;
    }
    let label = duplicate.input.code.as_deref().unwrap_or_default();
    ledger::merge_clients(tx, ctx, stays.id, duplicate.id, label).await?;
    sqlx::query(END).bind(stays.id).bind(duplicate.id).bind(ctx.now()).execute(&mut **tx).await?;
    let mut changes = serde_json::to_value(&moved).map_err(ApiError::internal)?;
    changes["duplicate_id"] = json!(duplicate.id);
    audit::record(tx, ctx, "client.merge", Some(stays.id), changes).await?;
    let changes = json!({ "merged_into": [null, stays.id], "active": [duplicate.active, false] });
    audit::record(tx, ctx, "client.merge", Some(duplicate.id), changes).await?;
    live::records_changed(tx, &Audience::Staff, "client", &[stays.id, duplicate.id]);
    Ok(())
}

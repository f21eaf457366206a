//! `/clients/:id/merge`: its preview and the merge.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use uuid::Uuid;

use super::model::{ClientMerge, ClientMergeMoney, ClientMergePreview};
use super::records;
use access::ctx::Ctx;
use access::sessions;
use freight::merge::find_shared_references;
use parties::clients::merge::lock_both;
use parties::clients::model::ClientRecord;
use parties::clients::{self, CLIENTS};
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::tags::Tag;

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
        CLIENTS.find::<ClientRecord>(&mut tx, *id).await?;
        let asked =
            duplicate_id.0.ok_or_else(|| ApiError::invalid_field("duplicate_id", MessageCode::Required))?;
        let (_, duplicate) = lock_both(&mut tx, *id, asked).await?;
        let moves = records::count(&mut tx, *id, duplicate.id).await?;
        let shared = records::count_shared(&mut tx, *id, duplicate.id).await?;
        let money = ledger::load_client_money(&mut tx, duplicate.id).await?;
        let shared_references = find_shared_references(&mut tx, *id, duplicate.id).await?;
        tx.commit().await?;
        let data = ClientMergePreview {
            duplicate_id: duplicate.id,
            duplicate_code: duplicate.input.code.unwrap_or_default(),
            duplicate_name: duplicate.input.name,
            duplicate_version: duplicate.version,
            moves,
            shared,
            money: money.into_iter().map(ClientMergeMoney::from).collect(),
            shared_references,
        };
        Ok(Json(Item { data }))
    }

    /// Merge a duplicate into a client
    ///
    /// Shipments, pickups, quotes, imports, users, tickets, saved addresses, saved parcels, contacts, addresses, bank accounts, documents, parcels, goods in stock,
    /// deposits, claims, invoices and price assignments move to the client that stays; its own data and its credit are unchanged. An entry of
    /// both address books remains once, with what either has; of saved parcels with the same name, that of the client that stays. A payment that both have announced waits once. The prices and the main address of the client that stays hold
    /// where both have some; a main address without a street gives way to one with it. The money of the wallet moves
    /// by entries in both wallets; a debt above the credit remains a debt. Unpaid invoices are due from the client that
    /// stays, and their documents stay as issued. The duplicate becomes inactive and cannot be used again. Its users
    /// are signed out and can sign in again. What is written in its
    /// messenger room moves into that of the client that stays. Returns 409 `client_merged` if one of the
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
        let (stays, duplicate) = lock_both(&mut tx, *id, body.duplicate_id).await?;
        if (stays.version, duplicate.version) != (body.version, body.duplicate_version) {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let shared = find_shared_references(&mut tx, stays.id, duplicate.id).await?;
        if !shared.is_empty() {
            let params = Params::from([("count", shared.len().into())]);
            return Err(ApiError::refused(MessageCode::MergeSharedReferences)
                .with_params(params)
                .with_details(shared));
        }
        let ended = sessions::close_all_of_client(&mut tx, duplicate.id).await?;
        records::merge(&mut tx, &ctx, &stays, &duplicate).await?;
        let answer = clients::answer(tx, &ctx, stays.id).await?;
        sessions::forget_all(ctx.state(), &ctx.tenant().id, &ended).await;
        Ok(answer)
    }
}

//! The records of a client in all areas. Each area counts and moves its own.

use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::{ClientMergeCounts, ClientMergeShared};
use access::ctx::Ctx;
use parties::clients;
use parties::clients::model::ClientRecord;
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult};
use server_core::live::{self, Audience};
use stock::merge::StayingClient;

/// Counts what a merge of this duplicate moves.
pub async fn count(tx: &mut TenantTx, stays: Uuid, duplicate: Uuid) -> ApiResult<ClientMergeCounts> {
    let pricing = pricing::merge::count_client_records(tx, stays, duplicate).await?;
    let freight = freight::merge::count_client_records(tx, duplicate).await?;
    let parties = clients::merge::count_client_records(tx, duplicate).await?;
    let money = money::merge::count_client_records(tx, duplicate).await?;
    Ok(ClientMergeCounts {
        shipments: freight.shipments,
        shipment_imports: imports::merge::count_client_imports(tx, duplicate).await?,
        pickups: field::pickups::merge::count_client_pickups(tx, duplicate).await?,
        users: access::merge::count_client_users(tx, duplicate).await?,
        support_tickets: support::merge::count_client_tickets(tx, duplicate).await?,
        room_messages: ::live::chat::merge::count_client_messages(tx, duplicate).await?,
        saved_addresses: freight.saved_addresses,
        saved_parcels: freight.saved_parcels,
        contacts: parties.contacts,
        party_addresses: parties.party_addresses,
        bank_accounts: parties.bank_accounts,
        party_documents: parties.party_documents,
        deposits: money.deposits,
        claims: money.claims,
        invoices: money.invoices,
        quotes: pricing.quotes,
        price_assignments: pricing.price_assignments,
        inbound_parcels: receiving::inbound::merge::count_client_parcels(tx, duplicate).await?,
        stock_items: stock::merge::count_client_items(tx, duplicate).await?,
    })
}

/// Records that both clients have; one of each remains.
pub async fn count_shared(tx: &mut TenantTx, stays: Uuid, duplicate: Uuid) -> ApiResult<ClientMergeShared> {
    let pricing = pricing::merge::count_client_records(tx, stays, duplicate).await?;
    Ok(ClientMergeShared {
        saved_addresses: freight::merge::count_saved_by_both(tx, stays, duplicate).await?,
        saved_parcels: freight::merge::count_parcels_of_both(tx, stays, duplicate).await?,
        price_assignments: pricing.ended_assignments,
        deposits: money::merge::count_repeated_deposits(tx, stays, duplicate).await?,
        main_address: clients::merge::has_two_main_addresses(tx, stays, duplicate).await?,
        main_address_taken: clients::merge::takes_main_address(tx, stays, duplicate).await?,
    })
}

/// Moves everything and notes it at both clients. Money follows as transactions of the ledger: accounts keep their
/// owner.
pub async fn merge(
    tx: &mut TenantTx,
    ctx: &Ctx,
    stays: &ClientRecord,
    duplicate: &ClientRecord,
) -> ApiResult<()> {
    let moved = count(tx, stays.id, duplicate.id).await?;
    freight::merge::move_client_records(tx, duplicate.id, stays.id).await?;
    receiving::reweighs::merge::move_client_records(tx, duplicate.id, stays.id).await?;
    imports::merge::move_client_records(tx, duplicate.id, stays.id).await?;
    field::pickups::merge::move_client_pickups(tx, duplicate.id, stays.id).await?;
    access::merge::move_client_users(tx, duplicate.id, stays.id).await?;
    support::merge::move_client_records(tx, duplicate.id, stays.id).await?;
    integrations::webhooks::move_client_records(tx, duplicate.id, stays.id).await?;
    access::api_tokens::shops::move_client_shops(tx, duplicate.id, stays.id).await?;
    ::live::chat::merge::move_client_room(tx, duplicate.id, stays.id).await?;
    clients::merge::move_client_records(tx, duplicate.id, stays.id).await?;
    money::merge::move_client_records(tx, duplicate.id, stays.id, ctx.now()).await?;
    pricing::merge::move_client_records(tx, duplicate.id, stays.id, ctx.now()).await?;
    receiving::inbound::merge::move_client_parcels(tx, duplicate.id, stays.id).await?;
    receiving::repacks::merge::move_client_repacks(tx, duplicate.id, stays.id).await?;
    let staying = StayingClient { id: stays.id, name: &stays.input.name };
    stock::merge::move_client_items(tx, duplicate.id, staying).await?;
    field::cash_handovers::merge::move_client_cash(tx, duplicate.id, stays.id).await?;
    let label = duplicate.input.code.as_deref().unwrap_or_default();
    ledger::merge_clients(tx, ctx, stays.id, duplicate.id, label).await?;
    clients::merge::end(tx, duplicate.id, stays.id, ctx.now()).await?;
    let mut changes = serde_json::to_value(&moved).map_err(ApiError::internal)?;
    changes["duplicate_id"] = json!(duplicate.id);
    audit::record(tx, ctx, "client.merge", Some(stays.id), changes).await?;
    let changes = json!({ "merged_into": [null, stays.id], "active": [duplicate.active, false] });
    audit::record(tx, ctx, "client.merge", Some(duplicate.id), changes).await?;
    let both = [stays.id, duplicate.id];
    let readers = Audience::Parties(both.to_vec());
    live::records_changed(tx, &readers, "client", &both);
    // Some were withdrawn, and all of the duplicate have another client.
    live::records_changed(tx, &readers, "deposit", &[]);
    live::records_changed(tx, &readers, "claim", &[]);
    live::records_changed(tx, &readers, "cod_payout", &[]);
    live::records_changed(tx, &Audience::Staff, "stock_item", &[]);
    live::records_changed(tx, &Audience::Staff, "purchase", &[]);
    live::records_changed(tx, &readers, "buying_request", &[]);
    Ok(())
}

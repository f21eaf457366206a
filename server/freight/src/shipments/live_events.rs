//! Live events of shipments.

use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;
use server_core::live;

pub const PARTIES: &str = "
    select distinct party.id
    from shipments s cross join lateral (values (s.client_id), (s.partner_id)) party(id)
    where s.id = any($1) and party.id is not null limit 51";

/// Announces a change of shipments, also of their events. Before a change of the owner, this tells the former one.
pub async fn announce(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<()> {
    live::parties_changed(tx, PARTIES, Resource::Shipment, ids).await
}

//! Live events of regulatory requests.

use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;
use server_core::live;

pub const PARTIES: &str = "
    select distinct party.id
    from regulatory_requests r join shipments s on s.id = r.shipment_id
    cross join lateral (values (s.client_id), (s.partner_id)) party(id)
    where r.id = any($1) and party.id is not null limit 51";

/// Announces a change of requests. Before a deletion, this tells those who could see them.
pub async fn announce(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<()> {
    live::parties_changed(tx, PARTIES, Resource::RegulatoryRequest, ids).await
}

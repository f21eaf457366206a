//! Live events of regulatory requests.

use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;
use server_core::live::{self, Audience};

/// More parties than this are not named: everybody hears of requests, and of none in particular.
const MAX_PARTIES: usize = 50;

pub const PARTIES: &str = "
    select distinct party.id
    from regulatory_requests r join shipments s on s.id = r.shipment_id
    cross join lateral (values (s.client_id), (s.partner_id)) party(id)
    where r.id = any($1) and party.id is not null limit 51";

/// Announces a change of requests. Before a deletion, this tells those who could see them.
pub async fn announce(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let resource = Resource::RegulatoryRequest.name();
    let parties: Vec<Uuid> = sqlx::query_scalar(PARTIES).bind(ids).fetch_all(&mut **tx).await?;
    if parties.len() > MAX_PARTIES {
        live::records_changed(tx, &Audience::Everybody, resource, &[]);
    } else {
        live::records_changed(tx, &Audience::Parties(parties), resource, ids);
    }
    Ok(())
}

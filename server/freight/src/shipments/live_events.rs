//! Live events of shipments.

use policy::Resource;
use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;
use server_core::live::{self, Audience};

/// More parties than this are not named: everybody hears of shipments, and of none in particular.
const MAX_PARTIES: usize = 50;

pub const PARTIES: &str = "
    select distinct party.id
    from shipments s cross join lateral (values (s.client_id), (s.partner_id)) party(id)
    where s.id = any($1) and party.id is not null limit 51";

/// Announces a change of shipments, also of their events. Before a change of the owner, this tells the former one.
pub async fn announce(tx: &mut TenantTx, ids: &[Uuid]) -> ApiResult<()> {
    if ids.is_empty() {
        return Ok(());
    }
    let parties: Vec<Uuid> = sqlx::query_scalar(PARTIES).bind(ids).fetch_all(&mut **tx).await?;
    if parties.len() > MAX_PARTIES {
        live::records_changed(tx, &Audience::Everybody, Resource::Shipment.name(), &[]);
    } else {
        live::records_changed(tx, &Audience::Parties(parties), Resource::Shipment.name(), ids);
    }
    Ok(())
}

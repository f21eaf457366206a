//! Warehouses from which carriers take parcels.

use tenancy::TenantTx;
use uuid::Uuid;

use server_core::http::error::ApiResult;
use trade::carrier_party::CarrierParty;

pub const SENDER: &str = "
    select jsonb_build_object(
        'name', w.name, 'country', c.alpha2, 'postcode', w.postcode, 'street', w.address_1, 'number', w.address_number,
        'complement', w.address_complement, 'district', w.address_2, 'city', w.city,
        'state', (select coalesce(code, name) from ref.states where id = w.state_id)
    )
    from warehouses w left join ref.countries c on c.id = w.country_id where w.id = $1";

/// The address of a warehouse; none for an unknown one.
pub async fn find_sender(tx: &mut TenantTx, warehouse_id: Uuid) -> ApiResult<Option<CarrierParty>> {
    let found: Option<sqlx::types::Json<CarrierParty>> =
        sqlx::query_scalar(SENDER).bind(warehouse_id).fetch_optional(&mut **tx).await?;
    Ok(found.map(|sender| sender.0))
}

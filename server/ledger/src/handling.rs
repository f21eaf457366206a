//! Charges of work on parcels of clients in a warehouse, and of the storage of parcels and goods.

use rust_decimal::Decimal;
use tenancy::TenantTx;
use uuid::Uuid;

use super::{Charge, Heading, PostingError, ShipmentCharges, billable, events, post_debt};
use server_core::audit::Actor;
use server_core::http::error::ApiResult;

/// The record that a charge is for.
#[derive(Clone, Copy, Debug)]
pub enum HandlingSubject {
    Repack(Uuid),
    /// The storage of what was packed, until it left.
    PackedParcel(Uuid),
    /// The storage of a parcel that is abandoned.
    InboundParcel(Uuid),
    /// The storage of goods that were picked for a list.
    StoredGoods(Uuid),
}

/// The price of a repacking, or of the storage of a parcel, in one currency.
#[derive(Clone, Debug)]
pub struct HandlingCharge {
    pub subject: HandlingSubject,
    pub client_id: Uuid,
    /// The branch whose revenue it is.
    pub subsidiary_id: Option<Uuid>,
    /// The shipment that the parcels were packed for; none when nothing was packed.
    pub shipment: Option<HandledShipment>,
    /// How people know what it is about.
    pub label: String,
    /// ISO 4217.
    pub currency: String,
    pub amount: Decimal,
}

impl HandlingSubject {
    /// The kind of the record, as references of the ledger name it, and its id.
    const fn find_reference(self) -> (&'static str, Uuid) {
        match self {
            Self::Repack(id) | Self::PackedParcel(id) => ("repack", id),
            Self::InboundParcel(id) => ("inbound_parcel", id),
            Self::StoredGoods(id) => ("pick_list", id),
        }
    }

    /// The service that is charged, each once for the record.
    const fn find_service(self) -> &'static str {
        match self {
            Self::Repack(_) | Self::InboundParcel(_) => "handling",
            Self::PackedParcel(_) | Self::StoredGoods(_) => "storage",
        }
    }
}

/// The shipment with which the charge is invoiced.
#[derive(Clone, Debug)]
pub struct HandledShipment {
    pub id: Uuid,
    pub tracking_code: String,
}

/// Charges what has been done already, once for its subject and a currency: what is missing in the wallet becomes a debt. Waits
/// for an invoice with its shipment. Returns none for what costs nothing.
pub async fn charge_handling(
    tx: &mut TenantTx,
    actor: impl Into<Actor>,
    handling: &HandlingCharge,
) -> ApiResult<Option<Uuid>> {
    let HandlingCharge { subject, client_id, subsidiary_id, currency, amount, .. } = handling;
    let (actor, charge) = (actor.into(), Charge::service(*subsidiary_id, *amount));
    let at = actor.at;
    let (kind, id) = subject.find_reference();
    let set = events::handling(kind, &id.to_string(), &client_id.to_string(), currency, &charge);
    let set = match set {
        Err(PostingError::Empty) => return Ok(None),
        set => set?,
    };
    let key = format!("{}:{id}:{currency}", subject.find_service());
    let posted = post_debt(tx, actor, &set, &Heading::new(key, &handling.label)).await?;
    if let Some(HandledShipment { id, tracking_code }) = handling.shipment.as_ref().filter(|_| posted.is_new)
    {
        let charges = ShipmentCharges {
            shipment_id: *id,
            client_id: *client_id,
            subsidiary_id: *subsidiary_id,
            tracking_code: tracking_code.clone(),
            currency: currency.clone(),
            charges: vec![charge],
        };
        billable::add(tx, posted.id, &charges, &set, at).await?;
    }
    Ok(Some(posted.id))
}

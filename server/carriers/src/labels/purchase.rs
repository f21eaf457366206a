//! Who carries the last mile of a shipment, and whether a label can be bought or taken back.

use chrono::{DateTime, Utc};
use tenancy::TenantTx;
use uuid::Uuid;

use super::model::CarrierLabelStatus;
use super::store::{self, LabelRow, NewLabel};
use crate::links::CarrierLink;
use crate::links::link::host_of;
use crate::server::{CarrierMoney, Consignment, LabelOrder};
use access::scope::RowScope;
use freight::shipments::to_carrier::{self, ParcelToCarry, ShipmentToCarry};
use parties::{carrier_links, sending_places};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use server_core::settings;
use trade::carrier_party::CarrierParty;

/// A shipment with its carrier and its labels.
#[derive(Debug)]
pub struct CarrierOfShipment {
    pub shipment: ShipmentToCarry,
    /// None when its service has no provider for the last mile, or that one is not connected.
    pub link: Option<CarrierLink>,
    /// The newest first.
    pub labels: Vec<LabelRow>,
}

/// A label to order.
#[derive(Debug)]
pub struct LabelRequest {
    /// The carrier's name of it.
    pub service: String,
    pub expected: Option<CarrierMoney>,
    pub by: Option<Uuid>,
    pub at: DateTime<Utc>,
}

impl CarrierOfShipment {
    /// Returns 404 for a shipment that the user does not reach.
    pub async fn load(tx: &mut TenantTx, scope: &RowScope, id: Uuid) -> ApiResult<Self> {
        let found = to_carrier::load(tx, scope, id).await?;
        let shipment = found.ok_or_else(ApiError::not_found)?;
        let link = match shipment.provider_id {
            Some(provider_id) => carrier_links::find(tx, provider_id).await?,
            None => None,
        };
        Ok(Self { link, labels: store::list(tx, id).await?, shipment })
    }

    /// The carrier's service for that of the shipment.
    pub fn find_service(&self) -> Option<&str> {
        self.link.as_ref()?.find_service(self.shipment.service_id?)
    }

    /// The label that is bought or asked for.
    pub fn find_current(&self) -> Option<&LabelRow> {
        use CarrierLabelStatus::{Cancelled, Refused};
        self.labels.iter().find(|label| !matches!(label.status, Cancelled | Refused))
    }

    /// Why no label can be bought now; none if one can, or if it is asked for already: then it is asked again.
    pub fn find_refusal(&self) -> Option<MessageCode> {
        let Some(link) = &self.link else { return Some(MessageCode::CarrierMissing) };
        match self.find_current().map(|label| label.status) {
            Some(CarrierLabelStatus::Bought | CarrierLabelStatus::Cancelling) => {
                return Some(MessageCode::CarrierLabelExists);
            }
            Some(_) => return None,
            None => {}
        }
        if link.health.held_until.is_some() {
            return Some(MessageCode::LastMileUnavailable);
        }
        self.shipment.find_refusal()
    }

    /// The label that can be taken back.
    pub fn find_cancellable(&self) -> Option<&LabelRow> {
        use CarrierLabelStatus::{Bought, Cancelling};
        self.find_current().filter(|label| matches!(label.status, Bought | Cancelling))
    }

    /// The shipment as its carrier is told of it. Carriers take it from the warehouse of the settings, or from its sender.
    pub async fn build_consignment(&self, tx: &mut TenantTx) -> ApiResult<Consignment> {
        let shipment = &self.shipment;
        let warehouse_id = self.link.as_ref().and_then(|link| link.warehouse_id);
        let sender = match warehouse_id {
            Some(id) => find_warehouse(tx, id).await?,
            None => None,
        };
        let whole = ParcelToCarry {
            weight_g: shipment.declared_weight_g,
            length_mm: None,
            width_mm: None,
            height_mm: None,
        };
        Ok(Consignment {
            tracking_code: shipment.tracking_code.clone(),
            sender: sender.unwrap_or_else(|| shipment.sender.clone()),
            recipient: shipment.recipient.clone(),
            parcels: if shipment.parcels.is_empty() { vec![whole] } else { shipment.parcels.clone() },
            items: shipment.items.clone(),
            currency: shipment.currency.clone(),
            declared_value: shipment.declared_value,
            incoterm: shipment.incoterm.clone(),
        })
    }

    /// Writes the row of a label. Its shipment is locked, so that it gets one label at a time.
    pub async fn order(&self, tx: &mut TenantTx, request: LabelRequest) -> ApiResult<Uuid> {
        let missing = || ApiError::refused(MessageCode::CarrierMissing);
        let connected = self.shipment.provider_id.zip(self.link.as_ref());
        let (provider_id, link) = connected.ok_or_else(missing)?;
        let id = Uuid::now_v7();
        let LabelRequest { service, expected, by, at } = request;
        let consignment = self.build_consignment(tx).await?;
        let order = LabelOrder { reference: id.to_string(), service, consignment };
        let new = NewLabel {
            shipment_id: self.shipment.id,
            provider_id,
            server: &host_of(&link.url),
            account: &link.account,
            order: &order,
            expected: expected.as_ref().map(|cost| cost.amount),
            expected_currency: expected.as_ref().map(|cost| cost.currency.as_str()),
            by,
            at,
        };
        store::insert(tx, id, &new).await?;
        Ok(id)
    }
}

/// The address of a warehouse, as carriers are told of it.
pub async fn find_warehouse(tx: &mut TenantTx, id: Uuid) -> ApiResult<Option<CarrierParty>> {
    let Some(place) = sending_places::find_sender(tx, id).await? else { return Ok(None) };
    let company = settings::load(tx).await?.name;
    Ok(Some(CarrierParty { company: Some(company), ..place }))
}

//! A waybill as it was issued: its paper is made of this, and stays as it is.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::charges::{WaybillTotals, calculate_totals};
use super::content_model::WaybillContent;
use super::content_store::{self, CONTENTS, MAX_CONTENTS};
use super::model::{Waybill, WaybillCount, WaybillInput};
use super::store::{self, NewRevision};
use access::ctx::Ctx;
use parties::transport_places;
use server_core::http::error::{ApiError, ApiResult};
use server_core::record::Where;

/// All that the paper of a waybill says.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WaybillDocument {
    pub number: String,
    /// 0 for a draft.
    pub revision: i16,
    pub airline: String,
    pub airline_code: Option<String>,
    pub input: WaybillInput,
    pub counted: WaybillCount,
    pub totals: WaybillTotals,
    pub origin_name: String,
    pub destination_name: String,
    pub issued_at: Option<DateTime<Utc>>,
    /// By their codes.
    pub contents: Vec<DocumentContent>,
}

/// A bag or a loose shipment on the paper.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DocumentContent {
    pub code: String,
    pub is_bag: bool,
    pub parcel_count: i32,
    pub weight_g: i32,
    pub seal: Option<String>,
}

/// The document of a waybill as it is now.
pub async fn build(tx: &mut TenantTx, waybill: &Waybill) -> ApiResult<WaybillDocument> {
    let filter = Where::all().and("c.mawb_id = ", Some(waybill.id));
    let most = i64::try_from(MAX_CONTENTS).unwrap_or(i64::MAX);
    let contents: Vec<WaybillContent> = CONTENTS.all(tx, &filter, most).await?;
    let ends = [waybill.input.origin_airport.clone(), waybill.input.destination_airport.clone()];
    let airports = transport_places::list_airports(tx, &ends).await?;
    let name = |code: &str| {
        let found = airports.iter().find(|airport| airport.iata == code);
        found.map(|airport| airport.city.clone().unwrap_or_else(|| airport.name.clone())).unwrap_or_default()
    };
    Ok(WaybillDocument {
        number: waybill.number.clone(),
        revision: waybill.revision,
        airline: waybill.provider_name.clone(),
        airline_code: waybill.airline_code.clone(),
        input: waybill.input.clone(),
        counted: waybill.counted,
        totals: calculate_totals(&waybill.input, &waybill.counted),
        origin_name: name(&ends[0]),
        destination_name: name(&ends[1]),
        issued_at: waybill.issued_at,
        contents: contents.into_iter().map(to_content).collect(),
    })
}

fn to_content(content: WaybillContent) -> DocumentContent {
    DocumentContent {
        code: content.code,
        is_bag: content.bag_id.is_some(),
        parcel_count: content.parcel_count,
        weight_g: content.weight_g,
        seal: content.seal,
    }
}

/// Freezes the document of a waybill, which is locked, as its newest revision.
pub async fn freeze(tx: &mut TenantTx, ctx: &Ctx, waybill: &Waybill, reason: Option<&str>) -> ApiResult<()> {
    let document = serde_json::to_value(build(tx, waybill).await?).map_err(ApiError::internal)?;
    let new = NewRevision {
        waybill_id: waybill.id,
        revision: waybill.revision,
        document: &document,
        reason,
        by: ctx.user.id,
        at: ctx.now(),
    };
    store::insert_revision(tx, &new).await
}

/// A frozen document; the newest one without a number, and of a waybill that was never issued how it is now.
pub async fn find(tx: &mut TenantTx, waybill: &Waybill, revision: Option<i16>) -> ApiResult<WaybillDocument> {
    let wanted = revision.unwrap_or(waybill.revision);
    if wanted == 0 {
        return build(tx, waybill).await;
    }
    let document = store::find_document(tx, waybill.id, wanted).await?.ok_or_else(ApiError::not_found)?;
    serde_json::from_value(document).map_err(ApiError::internal)
}

/// The ids of the bags of a waybill, and of its loose shipments.
pub async fn list_ids(tx: &mut TenantTx, waybill_id: Uuid) -> ApiResult<ContentIds> {
    let members = content_store::list_members(tx, waybill_id).await?;
    Ok(ContentIds {
        bag_ids: members.iter().filter_map(|one| one.bag_id).collect(),
        shipment_ids: members.iter().filter_map(|one| one.shipment_id).collect(),
    })
}

/// The bags of a waybill, and its loose shipments.
#[derive(Clone, Debug, Default)]
pub struct ContentIds {
    pub bag_ids: Vec<Uuid>,
    pub shipment_ids: Vec<Uuid>,
}

//! The order of a shop or of a program that a shipment was made of. Guesses and values that were left out are shown as long as the shipment
//! can be edited.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use crate::status::ShipmentStatus;
use server_core::http::error::ApiResult;
use trade::wire_name;

wire_name! {
    /// The fate of a value of an order.
    OrderProblemKind {
        /// The order does not say it, so that somebody has to look at it.
        Guessed = "guessed",
        /// It could not be used as it was sent.
        LeftOut = "left_out",
        /// It was longer than the field.
        Shortened = "shortened",
    }
}

/// A value of an order that somebody has to look at.
#[derive(Object, Serialize, Deserialize, Clone, Debug, PartialEq, Eq)]
pub struct OrderProblem {
    /// The field of the shipment: `to_phone`, `items.0.hs_code`.
    pub field: String,
    pub kind: OrderProblemKind,
    /// Why it was left out, a message code; null otherwise.
    pub code: Option<String>,
    /// As the order has it; null if it has none.
    pub sent: Option<String>,
    /// As the shipment has it; null if it has none.
    pub used: Option<String>,
}

/// The order that a shipment was made of. Its shop is the `source` and its number the `external_ref` of the shipment.
#[derive(Object, Serialize, Deserialize, Clone, Debug)]
pub struct ShipmentOrder {
    pub received_at: DateTime<Utc>,
    /// Values that were guessed or left out.
    pub problems: Vec<OrderProblem>,
    /// The hash of the order as it came.
    #[oai(skip)]
    pub hash: String,
}

/// The shipment of an order that came before. $1: its owner, $2 the channel, $3 the number.
pub const FIND_BY_ORDER: &str = "
    select id, tracking_code, status, missing, subsidiary_id, shop_order from shipments
    where search_text(source) = search_text($2) and search_text(external_ref) = search_text($3)
      and owner_id = coalesce($1::uuid, '00000000-0000-0000-0000-000000000000')";
pub const SET_ORDER: &str = "update shipments set shop_order = $2 where id = $1";

/// A shipment with its order.
#[derive(sqlx::FromRow)]
pub struct OrderedShipment {
    pub id: Uuid,
    pub tracking_code: String,
    pub status: ShipmentStatus,
    /// Fields that it lacks to be confirmed.
    pub missing: Vec<String>,
    /// The branch that handles it.
    pub subsidiary_id: Option<Uuid>,
    /// None for one that was made in another way with the same reference.
    #[sqlx(json(nullable))]
    pub shop_order: Option<ShipmentOrder>,
}

/// The shipment of a channel's order, of a client, a partner, or the company.
pub async fn find_by_order(
    tx: &mut TenantTx,
    owner_id: Option<Uuid>,
    channel: &str,
    number: &str,
) -> ApiResult<Option<OrderedShipment>> {
    let query = sqlx::query_as(FIND_BY_ORDER).bind(owner_id).bind(channel).bind(number);
    Ok(query.fetch_optional(&mut **tx).await?)
}

/// Keeps the order with its new shipment.
pub async fn set_order(tx: &mut TenantTx, id: Uuid, order: &ShipmentOrder) -> ApiResult<()> {
    sqlx::query(SET_ORDER).bind(id).bind(Json(order)).execute(&mut **tx).await?;
    Ok(())
}

//! Stores an order as the draft of a shipment, once: the same order again has the shipment of the first time.

use serde_json::json;
use sha2::{Digest, Sha256};
use tenancy::TenantTx;
use uuid::Uuid;

use super::forgiving;
use super::mapping;
use super::model::{ShopOrder, ShopOrderInput};
use super::places::Places;
use access::api_tokens::shops;
use access::ctx::Ctx;
use access::scope::RowScope;
use freight::shipments::proposal::load_sender;
use freight::shipments::shop_order::{self, OrderProblem, OrderedShipment, ShipmentOrder};
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use policy::{Action, Resource};
use server_core::audit;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::messages::{MessageCode, Params};

/// Two calls with the same order at the same time: the second one finds what the first has stored.
const MOST_TRIES: usize = 3;
/// Items of an order, as the published operation has them: shops are not held to it otherwise.
const MOST_ITEMS: usize = 500;
/// Problems that are kept. More are read by nobody.
const MOST_PROBLEMS: usize = 2_000;

/// An order with what its reader guessed, and the shop that sent it, if one did.
pub struct IncomingOrder {
    pub order: ShopOrderInput,
    pub problems: Vec<OrderProblem>,
    pub shop_id: Option<Uuid>,
}

/// Stores the order, and returns its transaction for the log of the shop. A token or a shop that was ended meanwhile stores
/// nothing.
pub async fn take(ctx: &Ctx, incoming: &IncomingOrder) -> ApiResult<(ShopOrder, TenantTx)> {
    let scope = ctx.scope(Resource::Shipment, Action::Create)?;
    check_order(&incoming.order)?;
    let mut tries = 1;
    loop {
        match try_take(ctx, &scope, incoming).await {
            Err(error) if tries < MOST_TRIES && was_stored_meanwhile(&error) => tries += 1,
            ended => return ended,
        }
    }
}

async fn try_take(ctx: &Ctx, scope: &RowScope, incoming: &IncomingOrder) -> ApiResult<(ShopOrder, TenantTx)> {
    let order = &incoming.order;
    let mut tx = ctx.begin().await?;
    if let Some(id) = incoming.shop_id {
        shops::hold(&mut tx, ctx, id).await?;
    }
    let hash = hash_order(order)?;
    let owner_id = find_owner(scope, order.client_id);
    let (channel, number) = (order.channel.trim(), order.number.trim());
    if let Some(known) = shop_order::find_by_order(&mut tx, owner_id, channel, number).await? {
        // A shop is told of its own orders, also after somebody gave one to another branch.
        if incoming.shop_id.is_none() && !scope.has_branch(known.subsidiary_id) {
            return Err(ApiError::invalid_field("number", MessageCode::Taken));
        }
        let is_changed = known.shop_order.as_ref().is_none_or(|first| first.hash != hash);
        if is_changed {
            let named = OrderName { channel, number, client_id: scope.client_of(order.client_id, None) };
            announce_change(&mut tx, ctx, &named, &known).await?;
        }
        return Ok((ShopOrder { is_changed, ..to_answer(known) }, tx));
    }
    store(&mut tx, ctx, scope, incoming, hash).await?;
    let stored = shop_order::find_by_order(&mut tx, owner_id, channel, number).await?;
    let stored = stored.ok_or_else(ApiError::not_found)?;
    Ok((ShopOrder { is_new: true, ..to_answer(stored) }, tx))
}

async fn store(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    incoming: &IncomingOrder,
    hash: String,
) -> ApiResult<()> {
    let order = &incoming.order;
    let places = Places::load(tx, order).await?;
    let client_id = scope.client_of(order.client_id, None);
    let sender = if order.sender.is_none() { load_sender(tx, client_id).await? } else { None };
    let mut mapped = mapping::to_shipment(order, &places, sender, ctx.settings().country_id)?;
    let id = forgiving::create(tx, ctx, scope, order, &mut mapped).await?;
    let problems = incoming.problems.iter().cloned().chain(mapped.problems).take(MOST_PROBLEMS).collect();
    shop_order::set_order(tx, id, &ShipmentOrder { received_at: ctx.now(), problems, hash }).await?;
    let facts = json!({ "source": order.channel, "external_ref": order.number });
    audit::record(tx, ctx, "shipment.create", Some(id), facts).await
}

/// An order by its names, and the client that it is for.
pub struct OrderName<'a> {
    pub channel: &'a str,
    pub number: &'a str,
    pub client_id: Option<Uuid>,
}

/// Tells webhooks that the order says something else than before.
pub async fn announce_change(
    tx: &mut TenantTx,
    ctx: &Ctx,
    order: &OrderName<'_>,
    known: &OrderedShipment,
) -> ApiResult<()> {
    let told = WebhookEvent::of(WebhookEventType::OrderUpdated, known.id)
        .with("channel", order.channel)
        .with("number", order.number)
        .with("tracking_code", &known.tracking_code)
        .of_clients(order.client_id);
    webhooks::announce(tx, ctx.now(), told).await
}

/// Returns 422 for a channel or a number that names no order, and for too many items.
fn check_order(order: &ShopOrderInput) -> ApiResult<()> {
    let mut errors = FieldErrors::default();
    let channel = required("channel", &order.channel, &mut errors);
    if !channel.is_empty() && !shops::is_channel(&channel) {
        errors.push("channel", MessageCode::InvalidChannel);
    }
    let number = required("number", &order.number, &mut errors);
    if number.chars().any(char::is_control) {
        errors.push("number", MessageCode::Invalid);
    }
    if order.items.len() > MOST_ITEMS {
        errors.push_with("items", MessageCode::TooMany, Params::from([("max", MOST_ITEMS.into())]));
    }
    errors.into_result()
}

/// Whose reference the number is.
pub fn find_owner(scope: &RowScope, client_id: Option<Uuid>) -> Option<Uuid> {
    match scope {
        RowScope::All | RowScope::Subsidiaries(_) => client_id,
        RowScope::Client(id) | RowScope::Partner(id) => Some(*id),
    }
}

fn was_stored_meanwhile(error: &ApiError) -> bool {
    error.list_problems().contains(&("external_ref", MessageCode::Taken))
}

/// A hash of all that the sender says of the order. Without channel and number, which have found it and may be written otherwise,
/// and without the service, which is that of the connection.
fn hash_order(order: &ShopOrderInput) -> ApiResult<String> {
    let (channel, number) = (String::new(), String::new());
    let said = ShopOrderInput { service_id: None, channel, number, ..order.clone() };
    let text = serde_json::to_vec(&said).map_err(ApiError::internal)?;
    Ok(Sha256::digest(text)[..16].iter().map(|byte| format!("{byte:02x}")).collect())
}

/// As it came before.
fn to_answer(shipment: OrderedShipment) -> ShopOrder {
    ShopOrder {
        shipment_id: shipment.id,
        tracking_code: shipment.tracking_code,
        status: shipment.status,
        missing: shipment.missing,
        problems: shipment.shop_order.map(|order| order.problems).unwrap_or_default(),
        is_new: false,
        is_changed: false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::model::{OrderItem, OrderParty};
    use super::*;
    use rust_decimal::Decimal;

    fn order(items: usize) -> ShopOrderInput {
        let item = OrderItem {
            description: "Caneca".into(),
            sku: None,
            quantity: Decimal::ONE,
            unit_value: None,
            unit_weight_g: None,
            hs_code: None,
            origin_country: None,
        };
        ShopOrderInput {
            channel: "loja".into(),
            number: "1042".into(),
            client_id: None,
            service_id: None,
            currency: None,
            contents_type: None,
            sender: None,
            recipient: OrderParty::default(),
            items: vec![item; items],
            parcels: vec![],
            notes: None,
        }
    }

    #[test]
    fn an_order_of_a_shop_has_no_more_items_than_one_of_a_program() {
        assert!(check_order(&order(MOST_ITEMS)).is_ok());
        let refused = check_order(&order(MOST_ITEMS + 1)).unwrap_err();
        assert_eq!(refused.list_problems(), [("items", MessageCode::TooMany)]);
    }
}

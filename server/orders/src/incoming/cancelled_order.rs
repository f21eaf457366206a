//! An order that its shop has cancelled: the draft of which nobody has made more is cancelled, too.

use tenancy::TenantTx;

use super::intake::{OrderName, announce_change, find_owner};
use access::api_tokens::shops::{self, OpenShop};
use access::ctx::Ctx;
use freight::shipments::cancel_untouched;
use freight::shipments::shop_order::{self, OrderedShipment};
use freight::status::ShipmentStatus;
use policy::{Action, Resource};
use server_core::http::error::ApiResult;

/// The shipment of a cancelled order, and whether it goes on.
pub struct CancelledOrder {
    pub shipment: OrderedShipment,
    pub goes_on: bool,
}

/// Cancels the draft of an order, and returns the transaction for the log of the shop. None without a shipment that could go
/// on; webhooks are told of one that does.
pub async fn cancel(
    ctx: &Ctx,
    shop: &OpenShop,
    number: &str,
) -> ApiResult<(Option<CancelledOrder>, TenantTx)> {
    let scope = ctx.scope(Resource::Shipment, Action::Create)?;
    let mut tx = ctx.begin().await?;
    shops::hold(&mut tx, ctx, shop.id).await?;
    let (channel, number) = (shop.channel.trim(), number.trim());
    let owner_id = find_owner(&scope, shop.client_id);
    let found = shop_order::find_by_order(&mut tx, owner_id, channel, number).await?;
    let Some(shipment) = found.filter(|one| one.status != ShipmentStatus::Cancelled) else {
        return Ok((None, tx));
    };
    let goes_on = !cancel_untouched(&mut tx, ctx, shipment.id).await?;
    if goes_on {
        let order = OrderName { channel, number, client_id: scope.client_of(shop.client_id, None) };
        announce_change(&mut tx, ctx, &order, &shipment).await?;
    }
    Ok((Some(CancelledOrder { shipment, goes_on }), tx))
}

//! `/order-layer`: the connection to the company's host.

use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::{Map, Value, json};
use tenancy::TenantTx;

use super::call_api::note_health;
use super::call_store;
use super::connection::{OrderHost, close_key};
use super::model::{CheckedHost, OrderCall, OrderHostTest, OrderLayer, OrderLayerUpdate};
use super::request;
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::ORDER_HOST_TESTS;
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::outgoing::{FailedCall, HostFailure, HostHealth};
use server_core::settings::{self, order_host};
use server_core::tags::Tag;

pub struct OrderLayerApi;

#[OpenApi(prefix_path = "/order-layer", tag = "Tag::Integrations")]
impl OrderLayerApi {
    /// Show the host for orders
    #[oai(path = "/", method = "get", operation_id = "order_layer_show")]
    async fn order_layer_show(&self, ctx: Ctx) -> ApiResult<Json<Item<OrderLayer>>> {
        ctx.require(Resource::OrderLayer, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let host = OrderHost::find(&mut tx).await?;
        tx.commit().await?;
        Ok(Json(Item { data: OrderLayer::of(host) }))
    }

    /// Connect the host for orders
    ///
    /// Orders of `order_layer_send` go to it from the answer on. A key is entered again when the host is another one.
    #[oai(path = "/", method = "patch", operation_id = "order_layer_update")]
    async fn order_layer_update(
        &self,
        ctx: Ctx,
        body: Body<OrderLayerUpdate>,
    ) -> ApiResult<Json<Item<OrderLayer>>> {
        ctx.require(Resource::OrderLayer, Action::Update)?;
        ctx.refuse_while_switched()?;
        let mut tx = ctx.begin().await?;
        // Also while there is none, changes come one after the other.
        settings::lock(&mut tx).await?;
        let before: Option<OrderHost> = order_host::lock(&mut tx).await?;
        if before.as_ref().map_or(0, |host| host.version) != body.version {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let after = body.check(before.as_ref())?.map(|checked| to_host(&ctx, checked, before.as_ref()));
        save(&mut tx, &ctx, before.as_ref(), after.as_ref()).await?;
        tx.commit().await?;
        Ok(Json(Item { data: OrderLayer::of(after) }))
    }

    /// Test the host for orders
    ///
    /// Asks its address, with the key and without an order. Any answer that is no failure will do.
    #[oai(path = "/test", method = "post", operation_id = "order_layer_test")]
    async fn order_layer_test(&self, ctx: Ctx) -> ApiResult<Json<Item<OrderHostTest>>> {
        ctx.require(Resource::OrderLayer, Action::Update)?;
        let who = ctx.user.id.to_string();
        ctx.state().limits.check(&ctx.tenant().id, ORDER_HOST_TESTS, &who).await?;
        let mut tx = ctx.begin().await?;
        let host = OrderHost::find_connected(&mut tx).await?;
        tx.commit().await?;
        let answered = request::ask(&ctx, &host).await;
        let status = answered.answer.as_ref().map(|(status, _)| status.as_u16());
        let failure = judge_test(status);
        let status = status.and_then(|status| i16::try_from(status).ok());
        let mut tx = ctx.begin().await?;
        note_health(&mut tx, &ctx, failure.map(|failure| FailedCall { failure, status })).await?;
        tx.commit().await?;
        Ok(Json(Item { data: OrderHostTest { failure, status, duration_ms: answered.duration_ms } }))
    }

    /// List the newest orders that were forwarded
    ///
    /// At most 50, of the last three days, with sizes and times. Nothing that was said is kept but the answers that the same
    /// calls get again.
    #[oai(path = "/calls", method = "get", operation_id = "order_layer_calls")]
    async fn order_layer_calls(&self, ctx: Ctx) -> ApiResult<Json<Items<OrderCall>>> {
        ctx.require(Resource::OrderLayer, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let data = call_store::list_recent(&mut tx).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }
}

/// Hosts answer differently to an address without an order: 404 and 405 say that somebody is there.
const fn judge_test(status: Option<u16>) -> Option<HostFailure> {
    match status {
        None => Some(HostFailure::NotReached),
        Some(401 | 403) => Some(HostFailure::KeyRefused),
        Some(200..=299 | 400..=499) => None,
        Some(_) => Some(HostFailure::Failed),
    }
}

/// The host after a change. The health of another one says nothing of it.
fn to_host(ctx: &Ctx, checked: CheckedHost, before: Option<&OrderHost>) -> OrderHost {
    let CheckedHost { url, key_header, key } = checked;
    let same = before.filter(|before| before.url == url);
    let new = key.map(|key| close_key(ctx.state(), ctx.tenant(), &url, &key));
    OrderHost {
        key: new.or_else(|| before.and_then(|before| before.key.clone())),
        health: same.map_or_else(HostHealth::default, |before| before.health.clone()),
        version: before.map_or(0, |before| before.version) + 1,
        changed_at: ctx.now(),
        url,
        key_header,
    }
}

async fn save(
    tx: &mut TenantTx,
    ctx: &Ctx,
    before: Option<&OrderHost>,
    after: Option<&OrderHost>,
) -> ApiResult<()> {
    match after {
        Some(host) => order_host::save(tx, host).await?,
        None => order_host::delete(tx).await?,
    }
    if before.map(|host| &host.url) != after.map(|host| &host.url) {
        call_store::forget_refusals(tx).await?;
    }
    let mut changes = audit::difference(&to_facts(before), &to_facts(after));
    if before.and_then(|host| host.key.as_ref()) != after.and_then(|host| host.key.as_ref()) {
        changes["key"] = json!(true);
    }
    audit::record(tx, ctx, "order_layer.update", None, changes).await?;
    live::records_changed(tx, &Audience::Staff, Resource::OrderLayer.name(), &[]);
    Ok(())
}

/// For the audit log.
fn to_facts(host: Option<&OrderHost>) -> Map<String, Value> {
    let url = host.map(|host| host.url.as_str());
    let header = host.map(|host| host.key_header.as_str());
    Map::from_iter([("url".to_owned(), url.into()), ("key_header".to_owned(), header.into())])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_that_answers_at_all_is_there() {
        for status in [200, 204, 400, 404, 405, 422] {
            assert_eq!(judge_test(Some(status)), None, "{status}");
        }
        assert_eq!(judge_test(Some(401)), Some(HostFailure::KeyRefused));
        assert_eq!(judge_test(Some(302)), Some(HostFailure::Failed));
        assert_eq!(judge_test(Some(503)), Some(HostFailure::Failed));
        assert_eq!(judge_test(None), Some(HostFailure::NotReached));
    }
}

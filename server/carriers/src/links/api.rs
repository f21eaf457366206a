//! `/providers/{id}/carrier`: the connection of a provider to a server of carriers.

use std::collections::HashMap;

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::{Map, Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::link::{self, CarrierLink, CarrierListener, close_key, host_of, note_health};
use super::model::{
    CarrierTestFailure, CheckedLink, ConnectedCarrier, LinkReferences, ProviderCarrier, ProviderCarrierTest,
    ProviderCarrierUpdate,
};
use crate::karrio::Karrio;
use crate::server::CarrierError;
use access::ctx::Ctx;
use parties::provider_contacts::{self, ProviderNames};
use parties::{carrier_links, sending_places};
use pricing::services;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::CARRIER_TESTS;
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::mail::TenantLink;
use server_core::outgoing::HostHealth;
use server_core::tags::Tag;

pub struct ProviderCarrierApi;

#[OpenApi(prefix_path = "/providers", tag = "Tag::Providers")]
impl ProviderCarrierApi {
    /// List the providers that are connected to a server of carriers
    ///
    /// By their codes.
    #[oai(path = "/carriers", method = "get", operation_id = "provider_carrier_list")]
    async fn provider_carrier_list(&self, ctx: Ctx) -> ApiResult<Json<Items<ConnectedCarrier>>> {
        ctx.require(Resource::Provider, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let links: HashMap<Uuid, CarrierLink> = carrier_links::list(&mut tx).await?.into_iter().collect();
        let ids: Vec<Uuid> = links.keys().copied().collect();
        let mut providers = provider_contacts::names(&mut tx, &ids).await?;
        tx.commit().await?;
        providers.sort_by(|one, other| one.code.cmp(&other.code));
        let to_carrier = |provider: ProviderNames| ConnectedCarrier {
            link: ProviderCarrier::of(links.get(&provider.id)),
            provider_id: provider.id,
            code: provider.code,
            title_locale: provider.title_locale,
        };
        Ok(Json(Items { data: providers.into_iter().map(to_carrier).collect() }))
    }

    /// Show how a provider is connected to a server of carriers
    #[oai(path = "/:id/carrier", method = "get", operation_id = "provider_carrier_show")]
    async fn provider_carrier_show(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<ProviderCarrier>>> {
        ctx.require(Resource::Provider, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let link: Option<CarrierLink> = carrier_links::find(&mut tx, *id).await?;
        tx.commit().await?;
        Ok(Json(Item { data: ProviderCarrier::of(link.as_ref()) }))
    }

    /// Connect a provider to a server of carriers
    ///
    /// A server of Karrio. From the answer on, shipments of services whose last mile the provider carries can get its labels. The
    /// key is entered again when the server is another one. A server that is left is told to report no longer.
    #[oai(path = "/:id/carrier", method = "patch", operation_id = "provider_carrier_update")]
    async fn provider_carrier_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ProviderCarrierUpdate>,
    ) -> ApiResult<Json<Item<ProviderCarrier>>> {
        ctx.require(Resource::Provider, Action::Update)?;
        ctx.refuse_while_switched()?;
        let mut tx = ctx.begin().await?;
        let before: Option<CarrierLink> = carrier_links::lock(&mut tx, *id).await?;
        if before.as_ref().map_or(0, |link| link.version) != body.version {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        let known = load_references(&mut tx, &body).await?;
        let checked = body.check(before.as_ref(), &known)?;
        let after = checked.map(|checked| to_link(&ctx, *id, &body, checked, before.as_ref()));
        save(&mut tx, &ctx, *id, before.as_ref(), after.as_ref()).await?;
        tx.commit().await?;
        // A server that is left would report for ever, with data of our parcels.
        let is_left = after.as_ref().is_none_or(|link| link.listener.is_none());
        if let Some(former) = before.filter(|_| is_left) {
            let server = former.open(ctx.state(), ctx.tenant(), *id);
            end_subscription(&server, former.listener.as_ref()).await;
        }
        Ok(Json(Item { data: ProviderCarrier::of(after.as_ref()) }))
    }

    /// Test the server of carriers of a provider
    ///
    /// Asks it for the carrier, with the key. A success ends the rest of a server that has failed.
    #[oai(path = "/:id/carrier/test", method = "post", operation_id = "provider_carrier_test")]
    async fn provider_carrier_test(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<ProviderCarrierTest>>> {
        let link = find_to_ask(&ctx, *id).await?;
        let asked = link.open(ctx.state(), ctx.tenant(), *id).has_account().await;
        let failed = asked.as_ref().err().and_then(CarrierError::find_failure);
        let mut tx = ctx.begin().await?;
        note_health(&mut tx, *id, failed, ctx.now()).await?;
        tx.commit().await?;
        let failure = match (&asked, failed) {
            (Ok(true), _) => None,
            (Ok(false), _) => Some(CarrierTestFailure::AccountMissing),
            (Err(_), Some(failed)) => Some(failed.failure.into()),
            (Err(_), None) => Some(CarrierTestFailure::Unreadable),
        };
        let status = failed.and_then(|failed| failed.status);
        Ok(Json(Item { data: ProviderCarrierTest { failure, status } }))
    }

    /// Let the server of carriers report by itself
    ///
    /// Subscribes to its reports about parcels, in place of an earlier subscription. Returns 502 `carrier_failed` if it does not
    /// answer, and 409 `carrier_refused` with its `reason` in `params` if it refuses.
    #[oai(path = "/:id/carrier/subscribe", method = "post", operation_id = "provider_carrier_subscribe")]
    async fn provider_carrier_subscribe(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<ProviderCarrier>>> {
        let link = find_to_ask(&ctx, *id).await?;
        let path = format!("/api/carrier-webhooks/{}", *id);
        let address = TenantLink::new(&ctx.state().config.public_origin, ctx.tenant(), &path);
        let address = address.map_err(ApiError::internal)?.to_string();
        let server = link.open(ctx.state(), ctx.tenant(), *id);
        let subscribed = server.subscribe(&address).await?;
        let listener = CarrierListener::new(subscribed.id, &subscribed.secret);
        let kept = keep_listener(&ctx, *id, &link, listener.clone()).await;
        // The new one is in vain when the connection or the caller's token has ended meanwhile. It stays while nobody knows.
        if kept.as_ref().is_err_and(|error| !error.is_outcome_unknown()) {
            end_subscription(&server, Some(&listener)).await;
        }
        let after = kept?;
        end_subscription(&server, link.listener.as_ref()).await;
        Ok(Json(Item { data: ProviderCarrier::of(Some(&after)) }))
    }
}

/// The connection of a provider, for a call to its server.
async fn find_to_ask(ctx: &Ctx, id: Uuid) -> ApiResult<CarrierLink> {
    ctx.require(Resource::Provider, Action::Update)?;
    ctx.state().limits.check(&ctx.tenant().id, CARRIER_TESTS, &ctx.user.id.to_string()).await?;
    let mut tx = ctx.begin().await?;
    let link = CarrierLink::find_connected(&mut tx, id).await?;
    tx.commit().await?;
    Ok(link)
}

async fn load_references(tx: &mut TenantTx, form: &ProviderCarrierUpdate) -> ApiResult<LinkReferences> {
    let ids: Vec<Uuid> = form.services.iter().map(|one| one.service_id).collect();
    let has_warehouse = match form.warehouse_id {
        Some(id) => sending_places::find_sender(tx, id).await?.is_some(),
        None => false,
    };
    Ok(LinkReferences { services: services::find_existing(tx, &ids).await?, has_warehouse })
}

/// The connection after a change. The health and the subscription of another server say nothing of it.
fn to_link(
    ctx: &Ctx,
    id: Uuid,
    form: &ProviderCarrierUpdate,
    checked: CheckedLink,
    before: Option<&CarrierLink>,
) -> CarrierLink {
    let CheckedLink { url, account, key, services } = checked;
    let same = before.filter(|before| host_of(&before.url) == host_of(&url));
    let new = key.map(|key| close_key(ctx.state(), ctx.tenant(), id, &url, &key));
    CarrierLink {
        key: new.or_else(|| same.map(|before| before.key.clone())).unwrap_or_default(),
        listener: same.and_then(|before| before.listener.clone()),
        health: same.map_or_else(HostHealth::default, |before| before.health.clone()),
        version: before.map_or(0, |before| before.version) + 1,
        changed_at: ctx.now(),
        warehouse_id: form.warehouse_id,
        buying: form.buying,
        url,
        account,
        services,
    }
}

async fn save(
    tx: &mut TenantTx,
    ctx: &Ctx,
    id: Uuid,
    before: Option<&CarrierLink>,
    after: Option<&CarrierLink>,
) -> ApiResult<()> {
    link::save(tx, id, after).await?;
    let mut changes = audit::difference(&to_facts(before), &to_facts(after));
    if before.map(|link| &link.key) != after.map(|link| &link.key) {
        changes["carrier_key"] = json!(true);
    }
    audit::record(tx, ctx, "provider.update", Some(id), changes).await?;
    live::records_changed(tx, &Audience::Staff, Resource::Provider.name(), &[id]);
    Ok(())
}

/// For the audit log.
fn to_facts(link: Option<&CarrierLink>) -> Map<String, Value> {
    let fact = |value: Option<Value>| value.unwrap_or(Value::Null);
    Map::from_iter([
        ("carrier_url".to_owned(), fact(link.map(|link| json!(link.url)))),
        ("carrier_account".to_owned(), fact(link.map(|link| json!(link.account)))),
        ("carrier_buying".to_owned(), fact(link.map(|link| json!(link.buying)))),
        ("carrier_services".to_owned(), fact(link.map(|link| json!(link.services)))),
        ("carrier_warehouse_id".to_owned(), fact(link.map(|link| json!(link.warehouse_id)))),
    ])
}

/// Keeps a new subscription. 409 when the connection has changed meanwhile: it may be to another server.
async fn keep_listener(
    ctx: &Ctx,
    id: Uuid,
    asked: &CarrierLink,
    listener: CarrierListener,
) -> ApiResult<CarrierLink> {
    let mut tx = ctx.begin().await?;
    let link: Option<CarrierLink> = carrier_links::lock(&mut tx, id).await?;
    let unchanged = link.filter(|link| link.version == asked.version);
    let before = unchanged.ok_or_else(|| ApiError::refused(MessageCode::StaleVersion))?;
    let after = CarrierLink { listener: Some(listener), version: before.version + 1, ..before };
    link::save(&mut tx, id, Some(&after)).await?;
    audit::record(&mut tx, ctx, "provider.update", Some(id), json!({ "carrier_is_listening": true })).await?;
    live::records_changed(&mut tx, &Audience::Staff, Resource::Provider.name(), &[id]);
    tx.commit().await?;
    Ok(after)
}

/// Ends a subscription, so that the server does not report twice, or in vain. A failure is harmless: its secret is forgotten.
async fn end_subscription(server: &Karrio<'_>, listener: Option<&CarrierListener>) {
    if let Some(listener) = listener
        && let Err(error) = server.unsubscribe(&listener.id).await
    {
        tracing::info!(?error, "an unneeded subscription to a server of carriers stays");
    }
}

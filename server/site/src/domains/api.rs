//! `/domains`.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;

use super::delete_expired;
use super::model::{DomainInput, DomainUpdate, TenantDomain, check_proof};
use super::store::{self, Row};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::DOMAIN_CHECKS;
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;

pub struct DomainApi;

#[OpenApi(prefix_path = "/domains", tag = "Tag::Domains")]
impl DomainApi {
    /// List the company's hosts, the primary one first
    #[oai(path = "/", method = "get", operation_id = "domain_list")]
    async fn domain_list(&self, ctx: Ctx) -> ApiResult<Json<Items<TenantDomain>>> {
        ctx.require(Resource::Domain, Action::List)?;
        let mut tx = ctx.begin().await?;
        let rows = store::list(&mut tx, ctx.now()).await?;
        tx.commit().await?;
        Ok(Json(Items { data: rows.into_iter().map(|row| seen_by(&ctx, row)).collect() }))
    }

    /// Claim a host
    ///
    /// The host becomes active once a TXT record proves that it belongs to the company; `proof` contains the record and
    /// its deadline. A claim does not block other companies and expires after seven days.
    #[oai(path = "/", method = "post", operation_id = "domain_create")]
    async fn domain_create(&self, ctx: Ctx, body: Body<DomainInput>) -> ApiResult<Json<Item<TenantDomain>>> {
        ctx.require(Resource::Domain, Action::Create)?;
        let host = body.check(ctx.state().platform_host.as_ref())?;
        let mut tx = ctx.begin().await?;
        // Expired claims are deleted first, so that they do not count and can be made again.
        delete_expired(&mut tx, ctx.state()).await?;
        store::claim(&mut tx, &host).await?;
        let changes = json!({ "host": [null, host.as_str()] });
        audit::record(&mut tx, &ctx, "domain.create", None, changes).await?;
        answer(tx, &ctx, host.as_str()).await
    }

    /// Verify the proof of a host
    ///
    /// Queries the DNS now. On success, the host becomes active within a second on every node.
    #[oai(path = "/:host/verify", method = "post", operation_id = "domain_verify")]
    async fn domain_verify(&self, ctx: Ctx, host: Path<String>) -> ApiResult<Json<Item<TenantDomain>>> {
        ctx.require(Resource::Domain, Action::Verify)?;
        let row = find(&ctx, &host).await?;
        if row.verified_at.is_some() {
            return Ok(Json(Item { data: seen_by(&ctx, row) }));
        }
        see_proof(&ctx, &row).await?;
        // The host is activated and audited in one transaction.
        let mut tx = ctx.begin().await?;
        if !store::prove(&mut tx, &row.host).await? {
            return Err(ApiError::not_found());
        }
        let changes = json!({ "host": row.host });
        audit::record(&mut tx, &ctx, "domain.verify", None, changes).await?;
        answer(tx, &ctx, &row.host).await
    }

    /// Look for the proof of a host again
    ///
    /// Queries the DNS now, also for a verified host, which stays in use whatever is found. A host that the operator vouched for has
    /// no proof, and is answered as it is. Returns 409 with the same codes as `domain_verify`.
    #[oai(path = "/:host/check", method = "post", operation_id = "domain_check")]
    async fn domain_check(&self, ctx: Ctx, host: Path<String>) -> ApiResult<Json<Item<TenantDomain>>> {
        ctx.require(Resource::Domain, Action::Verify)?;
        let row = find(&ctx, &host).await?;
        if row.verified_at.is_none() || row.seen_at.is_some() {
            see_proof(&ctx, &row).await?;
        }
        let row = find(&ctx, &host).await?;
        Ok(Json(Item { data: seen_by(&ctx, row) }))
    }

    /// Make a host the primary one
    ///
    /// Links in e-mails use the primary host. The host must be verified.
    #[oai(path = "/:host", method = "patch", operation_id = "domain_update")]
    async fn domain_update(
        &self,
        ctx: Ctx,
        host: Path<String>,
        body: Body<DomainUpdate>,
    ) -> ApiResult<Json<Item<TenantDomain>>> {
        ctx.require(Resource::Domain, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let row = store::find(&mut tx, &host, ctx.now()).await?;
        if !body.is_primary {
            // There is always a primary host: it changes only when another one becomes primary.
            return Err(ApiError::invalid_field("is_primary", MessageCode::Invalid));
        }
        if !row.is_primary {
            let before = store::list(&mut tx, ctx.now()).await?.into_iter().find(|one| one.is_primary);
            if !store::prefer(&mut tx, &row.host).await? {
                return Err(ApiError::refused(MessageCode::DomainNotProven));
            }
            let changes = json!({ "primary_host": [before.map(|one| one.host), row.host] });
            audit::record(&mut tx, &ctx, "domain.update", None, changes).await?;
        }
        answer(tx, &ctx, &row.host).await
    }

    /// Delete a host
    ///
    /// The host stops working at once. The primary host and the host of this request cannot be deleted.
    #[oai(path = "/:host", method = "delete", operation_id = "domain_delete")]
    async fn domain_delete(&self, ctx: Ctx, host: Path<String>) -> ApiResult<()> {
        ctx.require(Resource::Domain, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let row = store::find(&mut tx, &host, ctx.now()).await?;
        row.verdict(row.is(ctx.visit.host.as_ref()), Action::Delete).guard()?;
        if !store::remove(&mut tx, &row.host).await? {
            return Err(ApiError::refused(MessageCode::DomainPrimary));
        }
        let changes = json!({ "host": [row.host, null] });
        audit::record(&mut tx, &ctx, "domain.delete", None, changes).await?;
        tx.commit().await?;
        refresh(&ctx).await;
        Ok(())
    }
}

fn seen_by(ctx: &Ctx, row: Row) -> TenantDomain {
    TenantDomain::of(row, ctx.visit.host.as_ref(), &ctx.grants, ctx.now())
}

async fn find(ctx: &Ctx, host: &str) -> ApiResult<Row> {
    let mut tx = ctx.begin().await?;
    let row = store::find(&mut tx, host, ctx.now()).await?;
    tx.commit().await?;
    Ok(row)
}

/// Queries the name server without an open transaction, and records the proof in the registry.
async fn see_proof(ctx: &Ctx, row: &Row) -> ApiResult<()> {
    let state = ctx.state();
    state.limits.check(&ctx.tenant().id, DOMAIN_CHECKS, "").await?;
    let host = tenancy::Host::parse(&row.host).ok_or_else(ApiError::not_found)?;
    check_proof(row, state.name_server.read_proofs(&host).await)?;
    let mut tx = state.tenancy.control().await?;
    store::saw(&mut tx, ctx.tenant().id, row).await?;
    tx.commit().await?;
    Ok(())
}

/// Commits and returns the host.
async fn answer(mut tx: TenantTx, ctx: &Ctx, host: &str) -> ApiResult<Json<Item<TenantDomain>>> {
    let row = store::find(&mut tx, host, ctx.now()).await?;
    tx.commit().await?;
    refresh(ctx).await;
    Ok(Json(Item { data: seen_by(ctx, row) }))
}

/// Updates this node at once. The other nodes are notified, and so is this one if the update fails.
async fn refresh(ctx: &Ctx) {
    if let Err(error) = ctx.state().tenancy.refresh().await {
        tracing::warn!(%error, "the registry could not be read after a change");
    }
}

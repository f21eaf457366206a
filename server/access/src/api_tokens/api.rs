//! `/api-tokens`.

use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::calls;
use super::expiry_notices;
use super::model::{
    ApiToken, ApiTokenCan, ApiTokenDraft, ApiTokenInput, ApiTokenRevocation, ApiTokenRotation, ApiTokenRow,
    ApiTokenScope, ApiTokenUpdate, ApiTokenWithSecret, TRANSITIONS, TokenFacts,
};
use super::scopes;
use super::store::{self, API_TOKENS, NewToken, Replacement, Revocation};
use super::validity;
use crate::ctx::Ctx;
use crate::profiles::names::{ActionName, ResourceName, ScopeName};
use crate::users::own_user;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items, Page};
use server_core::http::messages::{MessageCode, Params};
use server_core::live::{self, Audience};
use server_core::record::{Change, ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[
    ("created_at", "t.created_at"),
    ("name", "search_text(t.name)"),
    ("user_name", "search_text(u.name)"),
    ("expires_at", "t.expires_at"),
    ("last_used_at", "t.last_used_at"),
];
const SEARCHED: &str = "concat_ws(' ', t.name, t.prefix, u.name)";
/// Valid tokens and shops of one user.
pub(super) const MAX_TOKENS: i64 = 50;

pub struct ApiTokenApi;

#[OpenApi(prefix_path = "/api-tokens", tag = "Tag::Integrations")]
impl ApiTokenApi {
    /// List API tokens
    ///
    /// The own ones; administrators see those of all users. Sort by `created_at`, `name`, `user_name`, `expires_at` or
    /// `last_used_at`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "api_token_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn api_token_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the name, the beginning of the secret or the user.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        /// True: those that are revoked or expired. False: the others.
        ended: Query<Option<bool>>,
        user_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Page<ApiToken>>> {
        ctx.require(Resource::ApiToken, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED)
            .and("t.user_id = ", user_id.0)
            .only("t.revoked_at is null", ended.0 == Some(false))
            .and("t.expires_at > ", (ended.0 == Some(false)).then(|| ctx.now()))
            .and_inside(
                "(t.revoked_at is not null or t.expires_at <= ",
                (ended.0 == Some(true)).then(|| ctx.now()),
            );
        let filter = narrow(&ctx, Action::List, filter);
        let mut tx = ctx.begin().await?;
        let (rows, meta) = API_TOKENS.listing.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        Ok(Json(Page { data: show_all(&ctx, rows).await, meta }))
    }

    /// List the rights that a token can have
    ///
    /// Those of the current user. Rights that decide who gets in, and the change of the own account, are left to people.
    #[oai(path = "/scopes", method = "get", operation_id = "api_token_scopes")]
    async fn api_token_scopes(&self, ctx: Ctx) -> ApiResult<Json<Items<ApiTokenScope>>> {
        ctx.require(Resource::ApiToken, Action::Create)?;
        let data = scopes::choices(&ctx.grants).map(|(resource, action, scope)| ApiTokenScope {
            name: scopes::name(resource, action),
            resource: ResourceName(resource),
            action: ActionName(action),
            scope: ScopeName(scope),
        });
        Ok(Json(Items { data: data.collect() }))
    }

    /// Make an API token
    ///
    /// It calls in the name of the current user, with a part of the user's rights. The answer is the only one that has the
    /// secret. Returns 409 `too_many_api_tokens` for a user with 50 valid ones, and 409 `not_while_switched` while an
    /// administrator acts as the user.
    #[oai(path = "/", method = "post", operation_id = "api_token_create")]
    async fn api_token_create(
        &self,
        ctx: Ctx,
        body: Body<ApiTokenDraft>,
    ) -> ApiResult<Json<Item<ApiTokenWithSecret>>> {
        ctx.require(Resource::ApiToken, Action::Create)?;
        ctx.refuse_while_switched()?;
        let warehouse_id = body.warehouse_id;
        let input = body.input.check(&ctx.grants, &[], warehouse_id.is_some())?;
        let expires_at = ctx.now() + TimeDelta::days(body.expires_in_days.into());
        let mut tx = ctx.begin().await?;
        own_user::lock_row(&mut tx, ctx.user.id).await?;
        refuse_above(&mut tx, ctx.user.id, ctx.now(), MAX_TOKENS).await?;
        let notice_at = expiry_notices::find_next(expires_at, ctx.now());
        let new = NewToken { input: &input, user_id: ctx.user.id, warehouse_id, expires_at, notice_at };
        let (id, secret) = store::insert(&mut tx, ctx.now(), &new).await?;
        let facts = json!({
            "name": input.name, "scopes": input.scopes, "networks": input.networks, "warehouse_id": warehouse_id,
            "expires_at": expires_at,
        });
        audit::record(&mut tx, &ctx, "api_token.create", Some(id), facts).await?;
        live::records_changed(&mut tx, &find_audience(&ctx, ctx.user.id), Resource::ApiToken.name(), &[id]);
        let row = API_TOKENS.find(&mut tx, &Where::all(), id).await?;
        tx.commit().await?;
        Ok(Json(Item { data: ApiTokenWithSecret { token: show(&ctx, row).await, secret } }))
    }

    /// Update an API token
    ///
    /// Omitted fields are unchanged. Only its user changes a token.
    #[oai(path = "/:id", method = "patch", operation_id = "api_token_update")]
    async fn api_token_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<ApiTokenUpdate>,
    ) -> ApiResult<Json<Item<ApiToken>>> {
        let mut change = begin(&ctx, *id, Action::Update, None).await?;
        let before = change.before.input();
        let update: ApiTokenInput = body.change(&before, change.before.version)?;
        let after = update.check(&ctx.grants, &before.scopes, change.before.warehouse_id.is_some())?;
        let changes = audit::difference(&before, &after);
        if changes.as_object().is_none_or(serde_json::Map::is_empty) {
            return Ok(Json(Item { data: show(&ctx, change.finish().await?).await }));
        }
        change.write(&after).await?;
        let audience = find_audience(&ctx, change.before.user_id);
        change.record(Action::Update, changes, &audience).await?;
        Ok(Json(Item { data: show(&ctx, change.finish().await?).await }))
    }

    /// Replace an API token
    ///
    /// Makes a second one with the same name, rights, networks and warehouse, valid for as long as the first one was made for. The first
    /// one stays valid for some hours, so that programs can change over. Returns 409 `api_token_replaced` the second time,
    /// and 409 `too_many_api_tokens` for a user with 100 valid ones.
    #[oai(path = "/:id/rotate", method = "post", operation_id = "api_token_rotate")]
    async fn api_token_rotate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ApiTokenRotation>,
    ) -> ApiResult<Json<Item<ApiTokenWithSecret>>> {
        let mut change = begin(&ctx, *id, Action::Rotate, Some(body.version)).await?;
        let (input, now) = (change.before.input(), ctx.now());
        // Each replaced one stays valid for a while beside its successor.
        refuse_above(&mut change.tx, ctx.user.id, now, 2 * MAX_TOKENS).await?;
        let expires_at = now + (change.before.expires_at - change.before.created_at);
        let notice_at = expiry_notices::find_next(expires_at, now);
        let warehouse_id = change.before.warehouse_id;
        let new = NewToken { input: &input, user_id: ctx.user.id, warehouse_id, expires_at, notice_at };
        let (new_id, secret) = store::insert(&mut change.tx, now, &new).await?;
        let overlap_end = now + TimeDelta::hours(body.overlap_hours.into());
        let expires_at = change.before.expires_at.min(overlap_end);
        change.write(&Replacement { replaced_by_id: new_id, expires_at, notice_at: None }).await?;
        expiry_notices::withdraw(&mut change.tx, ctx.user.id, *id).await?;
        let facts = json!({
            "replaced_by_id": [null, new_id], "expires_at": [change.before.expires_at, expires_at],
        });
        let audience = find_audience(&ctx, ctx.user.id);
        change.record(Action::Rotate, facts, &audience).await?;
        let row = API_TOKENS.find(&mut change.tx, &Where::all(), new_id).await?;
        change.finish().await?;
        if body.overlap_hours == 0 {
            validity::wait_for_calls(&ctx, &[*id]).await?;
        }
        Ok(Json(Item { data: ApiTokenWithSecret { token: show(&ctx, row).await, secret } }))
    }

    /// Revoke an API token
    ///
    /// No call passes with it after the answer, and none writes. Administrators revoke those of all users.
    #[oai(path = "/:id/revoke", method = "post", operation_id = "api_token_revoke")]
    async fn api_token_revoke(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ApiTokenRevocation>,
    ) -> ApiResult<Json<Item<ApiToken>>> {
        let mut change = begin(&ctx, *id, Action::Revoke, Some(body.version)).await?;
        change.write(&Revocation { revoked_at: ctx.now(), notice_at: None }).await?;
        expiry_notices::withdraw(&mut change.tx, change.before.user_id, *id).await?;
        let audience = find_audience(&ctx, change.before.user_id);
        let facts = json!({ "revoked_at": [null, ctx.now()] });
        change.record(Action::Revoke, facts, &audience).await?;
        let revoked = change.finish().await?;
        validity::wait_for_calls(&ctx, &[*id]).await?;
        Ok(Json(Item { data: show(&ctx, revoked).await }))
    }
}

/// Returns 409 when the user has so many valid tokens already.
pub(super) async fn refuse_above(
    tx: &mut TenantTx,
    user_id: Uuid,
    now: DateTime<Utc>,
    max: i64,
) -> ApiResult<()> {
    if store::count_valid(tx, user_id, now).await? < max {
        return Ok(());
    }
    Err(ApiError::refused(MessageCode::TooManyApiTokens).with_params(Params::from([("max", max.into())])))
}

/// Locks a token that the user may change in this way, as its state allows.
async fn begin(ctx: &Ctx, id: Uuid, action: Action, version: Option<i32>) -> ApiResult<Change<ApiTokenRow>> {
    ctx.require(Resource::ApiToken, action)?;
    if action != Action::Revoke {
        ctx.refuse_while_switched()?;
    }
    let filter = narrow(ctx, action, Where::all());
    let change: Change<ApiTokenRow> = Change::begin(ctx.begin().await?, ctx, &API_TOKENS, filter, id).await?;
    let (status, facts) = (change.before.status(ctx.now()), TokenFacts::of(&change.before));
    change.allow(TRANSITIONS.verdict(action, status, &facts), version)?;
    Ok(change)
}

fn narrow(ctx: &Ctx, action: Action, filter: Where) -> Where {
    store::build_filter(filter, ctx.grants.scope(Resource::ApiToken, action), ctx.user.id)
}

/// The token with what the user may do. Who acts as its user can only revoke it, as [`begin`] says.
fn see(ctx: &Ctx, row: ApiTokenRow) -> ApiToken {
    let token = row.seen_by(&ctx.grants, ctx.user.id, ctx.now());
    let revoke = token.can.revoke;
    match ctx.user.acting {
        Some(_) => ApiToken { can: ApiTokenCan { revoke, ..ApiTokenCan::default() }, ..token },
        None => token,
    }
}

async fn show(ctx: &Ctx, row: ApiTokenRow) -> ApiToken {
    let mut token = see(ctx, row);
    calls::add_recent(&ctx.visit, std::slice::from_mut(&mut token)).await;
    token
}

async fn show_all(ctx: &Ctx, rows: Vec<ApiTokenRow>) -> Vec<ApiToken> {
    let seen = rows.into_iter().map(|row| see(ctx, row));
    let mut tokens: Vec<ApiToken> = seen.collect();
    calls::add_recent(&ctx.visit, &mut tokens).await;
    tokens
}

/// Open pages of the token's user and of who changes it.
fn find_audience(ctx: &Ctx, user_id: Uuid) -> Audience {
    Audience::Users(vec![user_id, ctx.user.id])
}

//! `/shops`.

use chrono::TimeDelta;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::door::seal_of_secret;
use super::model::{
    Shop, ShopCan, ShopDraft, ShopInput, ShopKind, ShopRevocation, ShopRow, ShopUpdate, ShopWithSecret,
    TRANSITIONS,
};
use super::store::{self, NewShop, SHOPS, SecretColumn, ShopColumns};
use crate::api_tokens::api::{MAX_TOKENS, refuse_above};
use crate::api_tokens::store::Revocation;
use crate::api_tokens::{expiry_notices, format};
use crate::ctx::Ctx;
use crate::references::{self, still_active};
use crate::users::own_user;
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::list::{Item, Page};
use server_core::http::messages::MessageCode;
use server_core::http::token;
use server_core::live::{self, Audience};
use server_core::record::{Change, ListQuery, Sorts, Where};
use server_core::tags::Tag;

const SORTS: Sorts = &[("created_at", "t.created_at"), ("name", "search_text(t.name)")];
const SEARCHED: &str = "concat_ws(' ', t.name, t.shop_channel, o.name)";
/// The one right of a shop.
const SCOPES: [&str; 1] = ["shipment.create"];

pub struct ShopApi;

#[OpenApi(prefix_path = "/shops", tag = "Tag::Integrations")]
impl ShopApi {
    /// List connected shops
    ///
    /// The own ones; administrators see those of all users. Sort by `created_at` or `name`. Default: newest first.
    #[oai(path = "/", method = "get", operation_id = "shop_list")]
    async fn shop_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the name, the channel or the client.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        /// True: those that have ended. False: the others.
        ended: Query<Option<bool>>,
    ) -> ApiResult<Json<Page<Shop>>> {
        ctx.require(Resource::Shop, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let is_over = |of: bool| (ended.0 == Some(of)).then(|| ctx.now());
        let filter = Where::words(&asked.words, SEARCHED)
            .only("t.revoked_at is null", ended.0 == Some(false))
            .and("t.expires_at > ", is_over(false))
            .and_inside("(t.revoked_at is not null or t.expires_at <= ", is_over(true));
        let filter = narrow(&ctx, Action::List, filter);
        let mut tx = ctx.begin().await?;
        let (rows, meta) = SHOPS.listing.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: ShopRow| show(&ctx, row)).collect();
        Ok(Json(Page { data, meta }))
    }

    /// Connect a shop
    ///
    /// Its orders are then drafts in the name of the current user. Enter the address of `path` as a webhook for new orders in
    /// the shop. WooCommerce takes the secret that the answer has; Shopify shows its own, to be entered with `shop_update`.
    /// Returns 422 at `channel` when another shop has it, and 409 `too_many_api_tokens` for a user with 50 valid shops and
    /// tokens.
    #[oai(path = "/", method = "post", operation_id = "shop_create")]
    async fn shop_create(&self, ctx: Ctx, body: Body<ShopDraft>) -> ApiResult<Json<Item<ShopWithSecret>>> {
        ctx.require(Resource::Shop, Action::Create)?;
        let scope = ctx.scope(Resource::Shipment, Action::Create)?;
        ctx.refuse_while_switched()?;
        let draft = body.0.check()?;
        let client_id = scope.client_of(draft.client_id, None);
        let mut tx = ctx.begin().await?;
        own_user::lock_row(&mut tx, ctx.user.id).await?;
        refuse_above(&mut tx, ctx.user.id, ctx.now(), MAX_TOKENS).await?;
        if !still_active(&mut tx, references::CLIENT, client_id, None).await? {
            return Err(ApiError::invalid_field("client_id", MessageCode::UnknownClient));
        }
        check_service(&mut tx, draft.input.service_id, None).await?;
        if store::is_channel_taken(&mut tx, &draft.channel, client_id, ctx.now()).await? {
            return Err(ApiError::invalid_field("channel", MessageCode::Taken));
        }
        // The hash of a token that nobody has seen.
        let unseen = format::generate();
        let hash = token::hash(&unseen);
        let made =
            (draft.kind == ShopKind::WooCommerce && draft.input.secret.is_none()).then(token::generate);
        let secret = draft.input.secret.as_ref().or(made.as_ref());
        let expires_at = ctx.now() + TimeDelta::days(draft.expires_in_days.into());
        let new = NewShop {
            name: &draft.input.name,
            prefix: format::prefix(&unseen),
            user_id: ctx.user.id,
            hash: store::to_bytea(&hash),
            scopes: SCOPES,
            networks: [],
            expires_at,
            notice_at: expiry_notices::find_next(expires_at, ctx.now()),
            shop_kind: draft.kind.as_str(),
            shop_channel: &draft.channel,
            shop_client_id: client_id,
            shop_service_id: draft.input.service_id,
            shop_secret: secret.map(|secret| seal(&ctx, &hash, secret)),
        };
        let id = SHOPS.insert(&mut tx, ctx.now(), &new).await?;
        let facts = json!({
            "name": new.name, "kind": new.shop_kind, "channel": new.shop_channel, "client_id": client_id,
            "service_id": new.shop_service_id, "expires_at": expires_at,
        });
        audit::record(&mut tx, &ctx, "shop.create", Some(id), facts).await?;
        live::records_changed(&mut tx, &find_audience(&ctx, ctx.user.id), Resource::Shop.name(), &[id]);
        let row = SHOPS.find(&mut tx, &Where::all(), id).await?;
        tx.commit().await?;
        Ok(Json(Item { data: ShopWithSecret { shop: show(&ctx, row), secret: made } }))
    }

    /// Update a connected shop
    ///
    /// Omitted fields are unchanged. Only its user changes a shop. Another secret counts from the answer on.
    #[oai(path = "/:id", method = "patch", operation_id = "shop_update")]
    async fn shop_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<ShopUpdate>,
    ) -> ApiResult<Json<Item<Shop>>> {
        let mut change = begin(&ctx, *id, Action::Update, None).await?;
        let before = change.before.input();
        let sent: ShopInput = body.change(&before, change.before.version)?;
        let mut errors = FieldErrors::default();
        let after = sent.check(&mut errors);
        errors.into_result()?;
        check_service(&mut change.tx, after.service_id, before.service_id).await?;
        let mut changes = audit::difference(&before, &after);
        let secret = after.secret.as_ref().map(|secret| seal(&ctx, &change.before.hash, secret));
        if secret.is_some() {
            changes["secret"] = json!(true);
        }
        if changes.as_object().is_none_or(serde_json::Map::is_empty) {
            return Ok(Json(Item { data: show(&ctx, change.finish().await?) }));
        }
        let columns = ShopColumns {
            name: &after.name,
            shop_service_id: after.service_id,
            secret: secret.map(|shop_secret| SecretColumn { shop_secret, shop_refused_at: None }),
        };
        SHOPS.write(&mut change.tx, ctx.now(), *id, &columns).await?;
        let audience = find_audience(&ctx, change.before.user_id);
        change.record(Action::Update, changes, &audience).await?;
        Ok(Json(Item { data: show(&ctx, change.finish().await?) }))
    }

    /// End a connected shop
    ///
    /// No order of it comes in after the answer. Administrators end those of all users.
    #[oai(path = "/:id/revoke", method = "post", operation_id = "shop_revoke")]
    async fn shop_revoke(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ShopRevocation>,
    ) -> ApiResult<Json<Item<Shop>>> {
        let mut change = begin(&ctx, *id, Action::Revoke, Some(body.version)).await?;
        change.write(&Revocation { revoked_at: ctx.now(), notice_at: None }).await?;
        expiry_notices::withdraw(&mut change.tx, change.before.user_id, *id).await?;
        let audience = find_audience(&ctx, change.before.user_id);
        change.record(Action::Revoke, json!({ "revoked_at": [null, ctx.now()] }), &audience).await?;
        Ok(Json(Item { data: show(&ctx, change.finish().await?) }))
    }
}

/// Locks a shop that the user may change in this way, as its state allows.
async fn begin(ctx: &Ctx, id: Uuid, action: Action, version: Option<i32>) -> ApiResult<Change<ShopRow>> {
    ctx.require(Resource::Shop, action)?;
    if action != Action::Revoke {
        ctx.refuse_while_switched()?;
    }
    let filter = narrow(ctx, action, Where::all());
    let change: Change<ShopRow> = Change::begin(ctx.begin().await?, ctx, &SHOPS, filter, id).await?;
    change.allow(TRANSITIONS.verdict(action, change.before.status(ctx.now()), &()), version)?;
    Ok(change)
}

fn narrow(ctx: &Ctx, action: Action, filter: Where) -> Where {
    store::build_filter(filter, ctx.grants.scope(Resource::Shop, action), ctx.user.id)
}

fn show(ctx: &Ctx, row: ShopRow) -> Shop {
    let shop = row.seen_by(&ctx.grants, ctx.user.id, ctx.now());
    let can = ShopCan { update: shop.can.update && ctx.user.acting.is_none(), ..shop.can };
    Shop { can, ..shop }
}

fn seal(ctx: &Ctx, hash: &[u8], secret: &str) -> String {
    let sealed = seal_of_secret(&ctx.state().config.secret, &ctx.tenant().id, hash).close(secret.as_bytes());
    store::to_bytea(&sealed)
}

/// A service that the shop does not have yet must be active.
async fn check_service(tx: &mut TenantTx, asked: Option<Uuid>, before: Option<Uuid>) -> ApiResult<()> {
    match still_active(tx, references::SERVICE, asked, before).await? {
        true => Ok(()),
        false => Err(ApiError::invalid_field("service_id", MessageCode::UnknownService)),
    }
}

/// Open pages of the shop's user and of who changes it.
fn find_audience(ctx: &Ctx, user_id: Uuid) -> Audience {
    Audience::Users(vec![user_id, ctx.user.id])
}

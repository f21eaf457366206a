//! `/webhooks`.

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::announcement::{announce_test, list_patterns};
use super::catalogue::WebhookEventType;
use super::delivery_store;
use super::model::{CheckedInput, Webhook, WebhookEventKind, WebhookInput, WebhookUpdate, WebhookWithSecret};
use super::owner::WebhookOwner;
use super::pattern::EventPattern;
use super::request_headers::OwnHeader;
use super::sealed_parts::SealedParts;
use super::signature::SigningSecret;
use super::state::{TRANSITIONS, WebhookDeliveryStep, WebhookStatus, WebhookStep};
use super::store::{self, EndpointRow, HeaderColumns, InputColumns, NewColumns, StatusColumns, WEBHOOKS};
use super::version::NEWEST;
use access::ctx::Ctx;
use parties::owned::{self, Owner, OwnerType};
use server_core::audit;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::WEBHOOK_TESTS;
use server_core::http::list::{Item, Items, Page};
use server_core::http::messages::{MessageCode, Params};
use server_core::live;
use server_core::outgoing::OutgoingUrl;
use server_core::record::{Change, ListQuery, Sorts, Where};
use server_core::settings;
use server_core::tags::Tag;

const SORTS: Sorts = &[("created_at", "w.created_at"), ("url", "w.url"), ("status", "w.status")];
const SEARCHED: &str = "w.url";
/// Webhooks of the company, or of one client.
const MAX_WEBHOOKS: i64 = 20;

pub struct WebhookApi;

#[OpenApi(tag = "Tag::Integrations")]
impl WebhookApi {
    /// List webhooks
    ///
    /// Users of a client see its own. Sort by `created_at`, `url` or `status`. Default: newest first.
    #[oai(path = "/webhooks", method = "get", operation_id = "webhook_list")]
    async fn webhook_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the address.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        status: Query<Option<WebhookStatus>>,
    ) -> ApiResult<Json<Page<Webhook>>> {
        let owner = WebhookOwner::of(&ctx, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED).and("w.status = ", status.0);
        let filter = store::build_filter(filter, owner.client_id());
        let mut tx = ctx.begin().await?;
        let (rows, meta) = WEBHOOKS.listing.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: EndpointRow| row.seen_by(&ctx.grants, ctx.now())).collect();
        Ok(Json(Page { data, meta }))
    }

    /// List the events that a webhook can get
    ///
    /// Each with an example of its data. Users of a client see those about records that can be its own.
    #[oai(path = "/webhook-events", method = "get", operation_id = "webhook_event_list")]
    async fn webhook_event_list(&self, ctx: Ctx) -> ApiResult<Json<Items<WebhookEventKind>>> {
        let owner = WebhookOwner::of(&ctx, Action::List)?;
        let is_seen = |kind: &WebhookEventType| owner == WebhookOwner::Company || kind.is_of_clients();
        let to_kind = |kind: WebhookEventType| WebhookEventKind {
            kind,
            resource: kind.resource().to_owned(),
            example: Value::Object(kind.example()),
        };
        let data = WebhookEventType::list_offered().filter(is_seen).map(to_kind).collect();
        Ok(Json(Items { data }))
    }

    /// Show a webhook
    #[oai(path = "/webhooks/:id", method = "get", operation_id = "webhook_show")]
    async fn webhook_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Webhook>>> {
        let owner = WebhookOwner::of(&ctx, Action::Show)?;
        let filter = store::build_filter(Where::all(), owner.client_id());
        let mut tx = ctx.begin().await?;
        let row = WEBHOOKS.find(&mut tx, &filter, *id).await?;
        tx.commit().await?;
        Ok(to_answer(&ctx, row))
    }

    /// Make a webhook
    ///
    /// The answer is the only one that has the secret. Events wait until a test has arrived (`webhook_test`). Returns 422
    /// `webhook_known` when another one of the same address gets one of the events, and 409 `too_many_webhooks` for more than
    /// 20.
    #[oai(path = "/webhooks", method = "post", operation_id = "webhook_create")]
    async fn webhook_create(
        &self,
        ctx: Ctx,
        body: Body<WebhookInput>,
    ) -> ApiResult<Json<Item<WebhookWithSecret>>> {
        let client_id = WebhookOwner::of(&ctx, Action::Create)?.client_id();
        let input = body.0.check(client_id.is_some())?;
        let mut tx = ctx.begin().await?;
        lock_owner(&mut tx, client_id).await?;
        if store::count_of_owner(&mut tx, client_id).await? >= MAX_WEBHOOKS {
            let params = Params::from([("max", MAX_WEBHOOKS.into())]);
            return Err(ApiError::refused(MessageCode::TooManyWebhooks).with_params(params));
        }
        refuse_known(&mut tx, client_id, &input, None).await?;
        let secret = SigningSecret::generate();
        // The seal is bound to the id, which the insert gives.
        let new = NewColumns {
            input: to_columns(&input, None),
            header_names: &[],
            client_id,
            event_version: NEWEST.name,
            secret: store::to_bytea(&[]),
            status: WebhookStatus::Unverified,
        };
        let id = WEBHOOKS.insert(&mut tx, ctx.now(), &new).await?;
        seal_new(&mut tx, &ctx, id, &secret, input.headers.as_deref().unwrap_or_default()).await?;
        let row: EndpointRow = WEBHOOKS.find(&mut tx, &Where::all(), id).await?;
        let facts = json!({ "url": row.url, "patterns": row.patterns, "header_names": row.header_names });
        audit::record(&mut tx, &ctx, "webhook.create", Some(id), facts).await?;
        live::records_changed(&mut tx, &row.audience(), Resource::Webhook.name(), &[id]);
        tx.commit().await?;
        let webhook = row.seen_by(&ctx.grants, ctx.now());
        Ok(Json(Item { data: WebhookWithSecret { webhook, secret: secret.to_text() } }))
    }

    /// Update a webhook
    ///
    /// Omitted fields are unchanged. At another address it begins anew: what waited for the former one is cancelled, and a test
    /// is sent. At another host, headers with secret values must be sent again: 422 `webhook_headers_again`.
    #[oai(path = "/webhooks/:id", method = "patch", operation_id = "webhook_update")]
    async fn webhook_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<WebhookUpdate>,
    ) -> ApiResult<Json<Item<Webhook>>> {
        let mut change = begin(&ctx, *id, WebhookStep::Update, None).await?;
        let before = change.before.input();
        let sent: WebhookInput = body.change(&before, change.before.version)?;
        let after = sent.check(change.before.client_id.is_some())?;
        let mut changes = audit::difference(&before, &after);
        let headers = after.headers.as_ref().map(|headers| seal_headers(&ctx, *id, headers));
        if let Some(columns) = &headers {
            changes["header_names"] = json!([change.before.header_names, columns.header_names]);
        }
        if changes.as_object().is_none_or(serde_json::Map::is_empty) {
            return Ok(to_answer(&ctx, change.finish().await?));
        }
        check_headers_stay(&change.before, &after)?;
        refuse_known(&mut change.tx, change.before.client_id, &after, Some(*id)).await?;
        change.write(&to_columns(&after, headers)).await?;
        if after.url != before.url {
            move_address(&ctx, &mut change).await?;
        }
        let audience = change.before.audience();
        change.record(Action::Update, changes, &audience).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Delete a webhook
    ///
    /// Events that still wait for it are not sent any more, and its log is deleted.
    #[oai(path = "/webhooks/:id", method = "delete", operation_id = "webhook_delete")]
    async fn webhook_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        let mut change = begin(&ctx, *id, WebhookStep::Delete, None).await?;
        let audience = change.before.audience();
        let facts = json!({ "url": [change.before.url, null], "patterns": [change.before.patterns, null] });
        change.record(Action::Delete, facts, &audience).await?;
        store::delete(&mut change.tx, *id).await?;
        change.tx.commit().await?;
        Ok(())
    }
}

/// Locks a webhook that the user may change in this way, as its state allows.
pub(super) async fn begin(
    ctx: &Ctx,
    id: Uuid,
    step: WebhookStep,
    version: Option<i32>,
) -> ApiResult<Change<EndpointRow>> {
    let right = TRANSITIONS.right(step).unwrap_or(Action::Update);
    let owner = WebhookOwner::of(ctx, right)?;
    let filter = store::build_filter(Where::all(), owner.client_id());
    let change: Change<EndpointRow> = Change::begin(ctx.begin().await?, ctx, &WEBHOOKS, filter, id).await?;
    let facts = change.before.facts(ctx.now());
    change.allow(TRANSITIONS.verdict(step, change.before.status, &facts), version)?;
    Ok(change)
}

pub(super) fn to_answer(ctx: &Ctx, row: EndpointRow) -> Json<Item<Webhook>> {
    Json(Item { data: row.seen_by(&ctx.grants, ctx.now()) })
}

/// Seals the secret and the headers of a new webhook.
async fn seal_new(
    tx: &mut TenantTx,
    ctx: &Ctx,
    id: Uuid,
    secret: &SigningSecret,
    headers: &[OwnHeader],
) -> ApiResult<()> {
    let sealed = SealedParts::of(ctx.state(), ctx.tenant(), id).close_secret(secret);
    let columns =
        store::SealedColumns { secret: store::to_bytea(&sealed), headers: seal_headers(ctx, id, headers) };
    Ok(WEBHOOKS.write(tx, ctx.now(), id, &columns).await?)
}

fn seal_headers(ctx: &Ctx, id: Uuid, headers: &[OwnHeader]) -> HeaderColumns {
    let sealed = SealedParts::of(ctx.state(), ctx.tenant(), id).close_headers(headers);
    HeaderColumns {
        header_names: headers.iter().map(|header| header.name.clone()).collect(),
        headers: sealed.map(|sealed| store::to_bytea(&sealed)),
    }
}

fn to_columns(input: &CheckedInput, headers: Option<HeaderColumns>) -> InputColumns<'_> {
    InputColumns { url: &input.url, patterns: &input.patterns, fifo: input.fifo, headers }
}

/// Locks the client, or else the settings of the company, so that webhooks are counted and compared exactly.
async fn lock_owner(tx: &mut TenantTx, client_id: Option<Uuid>) -> ApiResult<()> {
    let Some(owner_id) = client_id else { return settings::lock(tx).await };
    match owned::lock_row(tx, Owner { owner_type: OwnerType::Client, owner_id }).await? {
        true => Ok(()),
        false => Err(ApiError::not_found()),
    }
}

/// Returns 422 at `url` if another webhook would get an event of this one at the same address.
async fn refuse_known(
    tx: &mut TenantTx,
    client_id: Option<Uuid>,
    input: &CheckedInput,
    id: Option<Uuid>,
) -> ApiResult<()> {
    let wanted: Vec<EventPattern> =
        input.patterns.iter().filter_map(|text| EventPattern::parse(text)).collect();
    let kinds = WebhookEventType::list_offered()
        .filter(|kind| wanted.iter().any(|pattern| pattern.matches(kind.as_str())));
    match store::is_known(tx, client_id, &input.url, &list_patterns(kinds), id).await? {
        true => Err(ApiError::invalid_field("url", MessageCode::WebhookKnown)),
        false => Ok(()),
    }
}

/// Begins anew at another address.
async fn move_address(ctx: &Ctx, change: &mut Change<EndpointRow>) -> ApiResult<()> {
    let after = TRANSITIONS.after(WebhookStep::MoveAddress, change.before.status);
    change.write(&StatusColumns::of(after.unwrap_or(change.before.status))).await?;
    delivery_store::move_all(&mut change.tx, change.id, WebhookDeliveryStep::Cancel, None).await?;
    send_test(ctx, change).await?;
    Ok(())
}

/// Sends a test, unless too many were sent. The webhooks of a client share one limit: a new one brings no further tests.
pub(super) async fn send_test(ctx: &Ctx, change: &mut Change<EndpointRow>) -> ApiResult<Uuid> {
    let counted = change.before.client_id.unwrap_or(change.id);
    ctx.state().limits.check(&ctx.tenant().id, WEBHOOK_TESTS, &counted.to_string()).await?;
    announce_test(&mut change.tx, ctx.now(), change.id, change.before.event_version).await
}

/// Returns 422 at `headers` if the secret values of the headers would go to another receiver, where they could be read.
fn check_headers_stay(before: &EndpointRow, after: &CheckedInput) -> ApiResult<()> {
    let receiver = |url: &str| OutgoingUrl::parse(url).map(|url| (url.host().to_owned(), url.port()));
    let stay = before.header_names.is_empty() || receiver(&before.url) == receiver(&after.url);
    if after.headers.is_some() || stay {
        return Ok(());
    }
    Err(ApiError::invalid_field("headers", MessageCode::WebhookHeadersAgain))
}

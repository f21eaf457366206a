//! `/manifests/{id}`: what is done with a manifest.

use chrono::{DateTime, Utc};
use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::api::to_answer;
use super::closing::CloseManifest;
use super::contents::list_bag_ids;
use super::freed_bags;
use super::gateways;
use super::input::build_filter;
use super::model::{
    AmendmentPurpose, Manifest, ManifestAmendment, ManifestReason, ManifestSending, ManifestVersionRead,
};
use super::other_manifests;
use super::sending::{SendManifest, SentColumns, takes};
use super::snapshot::ManifestPurpose;
use super::state::{ManifestStatus, ManifestStep, TRANSITIONS};
use super::store::{self, MANIFESTS, VersionKey};
use access::ctx::Ctx;
use customs::bags::transport::{self, TransportedBag};
use customs::waybills::transport as waybills;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::{optional, require};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::live::Audience;
use server_core::process::{self, StartedTask};
use server_core::record::{Change, Where};
use server_core::tags::Tag;

/// The columns of a step that only changes the status.
#[derive(Debug, Serialize)]
struct StatusColumns {
    status: ManifestStatus,
}

/// The columns of a manifest that is cancelled.
#[derive(Debug, Serialize)]
struct CancelledColumns {
    status: ManifestStatus,
    reason: String,
}

/// The columns of a manifest that is written anew.
#[derive(Debug, Serialize)]
struct OpenedColumns {
    status: ManifestStatus,
    revision: i16,
    purpose: ManifestPurpose,
    reason: String,
    closed_at: Option<DateTime<Utc>>,
}

pub struct ManifestActionApi;

#[OpenApi(prefix_path = "/manifests", tag = "Tag::Consolidation")]
impl ManifestActionApi {
    /// Close a manifest
    ///
    /// Starts a background task that copies its houses, so that they stay as they are, makes its files, and records the event
    /// MANIFESTED of its shipments. The task fails with `manifest_not_ready` when something must be put right first: then the
    /// manifest is open again.
    #[oai(path = "/:id/close", method = "post", operation_id = "manifest_close")]
    async fn manifest_close(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ManifestVersionRead>,
    ) -> ApiResult<StartedTask> {
        let scope = ctx.scope(Resource::Manifest, Action::Close)?;
        let mut change = begin(&ctx, *id, Action::Close, ManifestStep::Close, body.version).await?;
        let Manifest { number, revision, .. } = change.before.clone();
        let process = CloseManifest { manifest_id: *id, number, revision, scope };
        let data = process::enqueue(&mut change.tx, &ctx, process).await?;
        let status = after(ManifestStep::Close, &change.before)?;
        change.write(&StatusColumns { status }).await?;
        change.record(Action::Close, json!({ "revision": revision }), &Audience::Staff).await?;
        change.finish().await?;
        Ok(StartedTask::task(data))
    }

    /// Open a closed manifest again
    ///
    /// Before it was sent. Its version stays, and is void.
    #[oai(path = "/:id/reopen", method = "post", operation_id = "manifest_reopen")]
    async fn manifest_reopen(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ManifestReason>,
    ) -> ApiResult<Json<Item<Manifest>>> {
        let reason = require("reason", &body.reason)?;
        // Bags are locked before their manifest, as when it is closed.
        let scope = ctx.scope(Resource::Manifest, Action::Reopen)?;
        let mut tx = ctx.begin().await?;
        let found: Manifest = MANIFESTS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let bag_ids = freed_bags::list_marked(&mut tx, &found).await?;
        let bags = transport::lock_bags(&mut tx, &bag_ids).await?;
        let mut change: Change<Manifest> =
            Change::begin(tx, &ctx, &MANIFESTS, build_filter(&scope, Where::all()), *id).await?;
        change.allow(change.before.verdict(ManifestStep::Reopen), Some(body.version))?;
        // Readers of an earlier version still know the bags on that one.
        let key = VersionKey { manifest_id: *id, revision: change.before.revision };
        let known = match store::find_last_sent(&mut change.tx, key).await? {
            Some(sent) => {
                store::load_head(&mut change.tx, VersionKey { revision: sent.revision, ..key }).await?.bags
            }
            None => Vec::new(),
        };
        let is_free = |bag: &TransportedBag| known.iter().all(|one| one.id != bag.id);
        let given_up: Vec<TransportedBag> = bags.into_iter().filter(is_free).collect();
        freed_bags::set_free(&mut change.tx, *id, given_up, ctx.now()).await?;
        let was_frozen = store::find_version(&mut change.tx, key).await?.is_some();
        store::void_version(&mut change.tx, key, ctx.now()).await?;
        let columns = OpenedColumns {
            status: after(ManifestStep::Reopen, &change.before)?,
            revision: change.before.revision + i16::from(was_frozen),
            purpose: change.before.purpose,
            reason: reason.clone(),
            closed_at: None,
        };
        change.write(&columns).await?;
        change.record(Action::Reopen, json!({ "reason": reason }), &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Send a manifest
    ///
    /// Without a gateway, somebody downloads its files and sends them on, and this records when. With one, a background task
    /// hands the files over: until then the manifest is on its way, and it is closed as before if they are not taken. Its
    /// message has the same number each time. Returns 409 `manifest_waybill_void` once its waybill is void, and
    /// 409 `manifest_waybill_changed` when a bag or a shipment came onto its waybill or off it since it was closed.
    #[oai(path = "/:id/send", method = "post", operation_id = "manifest_send")]
    async fn manifest_send(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ManifestSending>,
    ) -> ApiResult<Json<Item<Manifest>>> {
        let scope = ctx.scope(Resource::Manifest, Action::Send)?;
        let mut change = begin(&ctx, *id, Action::Send, ManifestStep::Send, body.version).await?;
        let Manifest { number, revision, .. } = change.before.clone();
        let message_id = format!("{number}-{revision}");
        let name = optional(body.gateway.as_ref()).unwrap_or_else(|| gateways::DOWNLOAD.to_owned());
        if name == gateways::DOWNLOAD {
            let key = VersionKey { manifest_id: *id, revision };
            let sent = store::Dispatch {
                at: ctx.now(),
                by: ctx.user.id,
                gateway: &name,
                message_id: &message_id,
                receipt: None,
            };
            store::mark_sent(&mut change.tx, key, sent).await?;
            change.write(&SentColumns::at(ctx.now())).await?;
        } else {
            check_gateway(&mut change, &name).await?;
            let process = SendManifest {
                manifest_id: *id,
                number,
                revision,
                gateway: name.clone(),
                message_id: message_id.clone(),
                scope,
            };
            process::enqueue(&mut change.tx, &ctx, process).await?;
            let status = after(ManifestStep::Send, &change.before)?;
            change.write(&StatusColumns { status }).await?;
        }
        let facts = json!({ "revision": revision, "gateway": name, "message_id": message_id });
        change.record(Action::Send, facts, &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Amend a sent manifest
    ///
    /// Opens it for the next version, which tells its readers that houses have changed, or that the manifest is void. Once the
    /// goods have left, the right `amend_late` is needed. One that is open for an update becomes a withdrawal by the purpose
    /// `deletion`, with the same number of version, and the other way round. Returns 409 `manifest_waybill_used` for the update of
    /// a withdrawn one whose waybill has another manifest since, and 409 `manifest_bag_used` when one of its bags has.
    #[oai(path = "/:id/amend", method = "post", operation_id = "manifest_amend")]
    async fn manifest_amend(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ManifestAmendment>,
    ) -> ApiResult<Json<Item<Manifest>>> {
        let mut change = open(&ctx, *id, Action::Amend).await?;
        if change.before.has_departed {
            ctx.require(Resource::Manifest, Action::AmendLate)?;
        }
        let (purpose, step) = match body.purpose {
            AmendmentPurpose::Update => (ManifestPurpose::Update, change.before.amendment()),
            AmendmentPurpose::Deletion if change.before.is_amended() => {
                (ManifestPurpose::Deletion, ManifestStep::Withdraw)
            }
            AmendmentPurpose::Deletion => (ManifestPurpose::Deletion, change.before.reopening()),
        };
        change.allow(change.before.verdict(step), Some(body.version))?;
        let is_open = matches!(step, ManifestStep::Withdraw | ManifestStep::Restore);
        let reason = require("reason", &body.reason)?;
        if purpose == ManifestPurpose::Update && change.before.purpose == ManifestPurpose::Deletion {
            refuse_used(&ctx, &mut change).await?;
        }
        let columns = OpenedColumns {
            status: ManifestStatus::Open,
            revision: change.before.revision + i16::from(!is_open),
            purpose,
            reason: reason.clone(),
            closed_at: None,
        };
        change.write(&columns).await?;
        let facts = json!({ "reason": reason, "purpose": purpose, "revision": columns.revision });
        change.record(Action::Amend, facts, &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }

    /// Cancel a manifest
    ///
    /// While it is open and no version was sent. Returns 409 `manifest_sent` after that.
    #[oai(path = "/:id/cancel", method = "post", operation_id = "manifest_cancel")]
    async fn manifest_cancel(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ManifestReason>,
    ) -> ApiResult<Json<Item<Manifest>>> {
        let mut change = begin(&ctx, *id, Action::Cancel, ManifestStep::Cancel, body.version).await?;
        let reason = require("reason", &body.reason)?;
        let status = after(ManifestStep::Cancel, &change.before)?;
        change.write(&CancelledColumns { status, reason: reason.clone() }).await?;
        change.record(Action::Cancel, json!({ "reason": reason }), &Audience::Staff).await?;
        Ok(to_answer(&ctx, change.finish().await?))
    }
}

/// Refuses a gateway that the company does not have, or that takes none of the files.
async fn check_gateway(change: &mut Change<Manifest>, name: &str) -> ApiResult<()> {
    let gateway = gateways::find(&mut change.tx, name).await?;
    let gateway = gateway.ok_or_else(|| ApiError::invalid_field("gateway", MessageCode::UnknownOption))?;
    let key = VersionKey { manifest_id: change.id, revision: change.before.revision };
    let version = store::find_version(&mut change.tx, key).await?;
    let mut files = version.iter().flat_map(|version| version.files.0.iter());
    match files.any(|file| takes(&gateway, file.format)) {
        true => Ok(()),
        false => Err(ApiError::invalid_field("gateway", MessageCode::ManifestGatewayFiles)),
    }
}

/// 409 `manifest_waybill_used` or `manifest_bag_used` for a withdrawn manifest whose waybill or bags are on another one by now.
async fn refuse_used(ctx: &Ctx, change: &mut Change<Manifest>) -> ApiResult<()> {
    let scope = ctx.scope(Resource::Manifest, Action::Amend)?;
    let own = Some(change.id);
    if let Some(mawb_id) = change.before.mawb_id {
        // Nobody makes another manifest of it meanwhile.
        waybills::lock(&mut change.tx, &[mawb_id]).await?;
        if let Some(other) = other_manifests::find_of_waybill(&mut change.tx, mawb_id, own).await? {
            let (code, params) = other.to_refusal(&scope, MessageCode::ManifestWaybillUsed);
            return Err(ApiError::refused(code).with_params(params));
        }
    }
    let bag_ids = list_bag_ids(&mut change.tx, &change.before).await?;
    if let Some(other) = other_manifests::find_taken_bag(&mut change.tx, &bag_ids, own).await? {
        let (code, params) = other.to_refusal(&scope, MessageCode::ManifestBagUsed);
        return Err(ApiError::refused(code).with_params(params));
    }
    Ok(())
}

/// The change of a manifest, if its state and version allow the step.
pub async fn begin(
    ctx: &Ctx,
    id: Uuid,
    action: Action,
    step: ManifestStep,
    version: i32,
) -> ApiResult<Change<Manifest>> {
    let change = open(ctx, id, action).await?;
    change.allow(change.before.verdict(step), Some(version))?;
    Ok(change)
}

/// The change of a manifest that the user reaches.
async fn open(ctx: &Ctx, id: Uuid, action: Action) -> ApiResult<Change<Manifest>> {
    let scope = ctx.scope(Resource::Manifest, action)?;
    let filter = build_filter(&scope, Where::all());
    Change::begin(ctx.begin().await?, ctx, &MANIFESTS, filter, id).await
}

/// The status after a step that was allowed.
fn after(step: ManifestStep, before: &Manifest) -> ApiResult<ManifestStatus> {
    let after = TRANSITIONS.after(step, before.status);
    after
        .ok_or_else(|| ApiError::internal(anyhow::anyhow!("{step:?} leads nowhere from {:?}", before.status)))
}

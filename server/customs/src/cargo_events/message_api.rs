//! `/cargo-messages`: files of airlines, as they came, and what they report.

use std::io::Read;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::fetch_stage::{FetchStage, MessageFacts, TRANSITIONS};
use super::message_process::{ReadCargoMessage, announce};
use super::message_store::{self, CARGO_MESSAGES, MessageRow, NewMessage};
use super::model::{
    CargoMessage, CargoMessageCan, CargoMessageClosing, CargoMessageDetails, CargoMessageForm,
    CargoMessagePage, read_unread,
};
use super::reader::{MAX_BYTES, to_text};
use access::ctx::Ctx;
use access::scope::RowScope;
use server_core::audit;
use server_core::files::sent::{self, at_file};
use server_core::http::body::Body;
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::require;
use server_core::http::file_answer::{AnyFile, FileAnswer};
use server_core::http::form::FormPatch;
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::sent::SentFile;
use server_core::process::{self, TaskFailure};
use server_core::record::{ListQuery, Sorts, Where};
use server_core::tags::Tag;
use tenancy::TenantTx;

const SORTS: Sorts = &[("received_at", "m.received_at"), ("file_name", "m.file_name")];

pub struct CargoMessageApi;

#[OpenApi(prefix_path = "/cargo-messages", tag = "Tag::Consolidation")]
impl CargoMessageApi {
    /// List messages of airlines
    ///
    /// Sort by `received_at` or `file_name`. Default: the newest first.
    #[oai(path = "/", method = "get", operation_id = "cargo_message_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn cargo_message_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        stage: Query<Option<FetchStage>>,
        /// True: only those of which something was not understood, whose waybill is unknown (not of a flight, which carries
        /// those of others too), or whose reading has failed.
        unread: Query<Option<bool>>,
        /// Those that reported an event of this waybill.
        mawb_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<CargoMessagePage>> {
        let scope = ctx.scope(Resource::CargoMessage, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), None, SORTS)?;
        let filter = build_filter(&scope)
            .and("m.stage = ", stage.0.map(|stage| stage.as_str().to_owned()))
            .and_inside("m.id in (select message_id from cargo_events where mawb_id = ", mawb_id.0)
            .only(
                // A flight also carries the waybills of others.
                "(m.closing_note is null and (m.problem is not null or m.unread <> '[]' \
                  or m.unknown_numbers <> '{}' and m.kind <> 'ffm' or m.stage = 'failed'))",
                unread.0 == Some(true),
            );
        let mut tx = ctx.begin().await?;
        let (rows, meta) = CARGO_MESSAGES.listing.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row: MessageRow| row.seen_by(&ctx)).collect();
        Ok(Json(CargoMessagePage { data, meta }))
    }

    /// Show a message of an airline
    #[oai(path = "/:id", method = "get", operation_id = "cargo_message_show")]
    async fn cargo_message_show(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<CargoMessageDetails>>> {
        let scope = ctx.scope(Resource::CargoMessage, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let message = find(&mut tx, &ctx, &scope, *id).await?;
        let stored = message_store::load_content(&mut tx, *id).await?;
        tx.commit().await?;
        let data = CargoMessageDetails { message, text: stored.content.as_deref().and_then(to_text) };
        Ok(Json(Item { data }))
    }

    /// Download a message of an airline
    ///
    /// Byte for byte as it was uploaded. Returns 404 once it was deleted, after `customs_data_days` of the settings.
    #[oai(path = "/:id/file", method = "get", operation_id = "cargo_message_file")]
    async fn cargo_message_file(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<FileAnswer<AnyFile>>> {
        let scope = ctx.scope(Resource::CargoMessage, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let message = find(&mut tx, &ctx, &scope, *id).await?;
        let stored = message_store::load_content(&mut tx, *id).await?;
        tx.commit().await?;
        let content = stored.content.ok_or_else(ApiError::not_found)?;
        let size = content.len().to_string();
        let disposition = content_disposition(&message.file_name);
        Ok(FileAnswer::of("application/octet-stream", content)
            .header("content-length", size)
            .header("content-disposition", disposition))
    }

    /// Upload a message of an airline
    ///
    /// Keeps the file as it is, whatever it is, and reads it in the background: status messages as text (FSU) or XML (XFSU),
    /// manifests of flights (FFM), or lines that an airline writes. Events of known waybills are added once, also when several
    /// messages report them. The same file again is the same message. Returns 422 `file_too_large` at `file` above 256 KB.
    #[oai(path = "/", method = "post", operation_id = "cargo_message_create")]
    async fn cargo_message_create(
        &self,
        ctx: Ctx,
        form: FormPatch<CargoMessageForm>,
    ) -> ApiResult<Json<Item<CargoMessage>>> {
        let scope = ctx.scope(Resource::CargoMessage, Action::Create)?;
        let uploaded = form.file.ok_or_else(|| ApiError::invalid_field("file", MessageCode::Required))?;
        let file_name = sent::name(Some(&uploaded.name), "message.txt");
        let content = read_file(uploaded)?;
        let mut tx = ctx.begin().await?;
        let id = keep(&mut tx, &ctx, &scope, &file_name, &content).await?;
        let data = find(&mut tx, &ctx, &scope, id).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Read a message of an airline again
    ///
    /// For one whose waybill was entered later, or whose reading has failed. Returns 409 `cargo_message_busy` while it is read, and
    /// 409 `cargo_message_deleted` once its file was deleted.
    #[oai(path = "/:id/retry", method = "post", operation_id = "cargo_message_retry")]
    async fn cargo_message_retry(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<CargoMessage>>> {
        let scope = ctx.scope(Resource::CargoMessage, Action::Retry)?;
        let mut tx = ctx.begin().await?;
        CARGO_MESSAGES.lock(&mut tx, *id).await?;
        let message = find(&mut tx, &ctx, &scope, *id).await?;
        message.stage.verdict(Action::Retry, message.facts()).guard()?;
        message_store::start_again(&mut tx, *id, ctx.now()).await?;
        start(&mut tx, &ctx, *id, &message.file_name, Action::Retry).await?;
        let data = find(&mut tx, &ctx, &scope, *id).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Close a message of an airline whose reading has failed
    ///
    /// With a note for those who look for it. Returns 409 `cargo_message_not_failed` for one that was read.
    #[oai(path = "/:id/close", method = "post", operation_id = "cargo_message_close")]
    async fn cargo_message_close(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<CargoMessageClosing>,
    ) -> ApiResult<Json<Item<CargoMessage>>> {
        let scope = ctx.scope(Resource::CargoMessage, Action::Close)?;
        let mut tx = ctx.begin().await?;
        CARGO_MESSAGES.lock(&mut tx, *id).await?;
        let message = find(&mut tx, &ctx, &scope, *id).await?;
        message.stage.verdict(Action::Close, message.facts()).guard()?;
        let note = require("note", &body.note)?;
        message_store::close(&mut tx, *id, &note, &ctx.user.name, ctx.now()).await?;
        announce(&mut tx, *id);
        let facts = json!({ "file_name": message.file_name, "note": note });
        audit::record(&mut tx, &ctx, "cargo_message.close", Some(*id), facts).await?;
        let data = find(&mut tx, &ctx, &scope, *id).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }
}

/// Keeps a file as it is, at most of [`MAX_BYTES`], and reads it in the background. The same file again is the same message.
pub async fn keep(
    tx: &mut TenantTx,
    ctx: &Ctx,
    scope: &RowScope,
    file_name: &str,
    content: &[u8],
) -> ApiResult<Uuid> {
    let branches = list_branches(scope);
    let (by, by_name) = (ctx.user.id, ctx.user.name.as_str());
    let new = NewMessage { content, file_name, branches: branches.as_deref(), by, by_name, at: ctx.now() };
    let (id, is_new) = message_store::insert(tx, &new).await?;
    if is_new {
        start(tx, ctx, id, file_name, Action::Create).await?;
    }
    Ok(id)
}

/// The messages that a user reaches: those of its branches, or all.
fn build_filter(scope: &RowScope) -> Where {
    Where::all().and("m.branches && ", list_branches(scope))
}

/// The branches to which a user is bound, in one order; none for all.
fn list_branches(scope: &RowScope) -> Option<Vec<Uuid>> {
    let (_, branches, _) = scope.parts();
    branches.map(|branches| {
        let mut branches = branches.to_vec();
        branches.sort_unstable();
        branches
    })
}

async fn find(tx: &mut TenantTx, ctx: &Ctx, scope: &RowScope, id: Uuid) -> ApiResult<CargoMessage> {
    let row: MessageRow = CARGO_MESSAGES.find(tx, &build_filter(scope), id).await?;
    Ok(row.seen_by(ctx))
}

/// Starts the reading, and says who asked for it.
async fn start(tx: &mut TenantTx, ctx: &Ctx, id: Uuid, file_name: &str, action: Action) -> ApiResult<()> {
    let process = ReadCargoMessage { message_id: id, file_name: file_name.to_owned() };
    process::enqueue(tx, ctx, process).await?;
    announce(tx, id);
    let verb = format!("{}.{action}", Resource::CargoMessage);
    audit::record(tx, ctx, &verb, Some(id), json!({ "file_name": file_name })).await
}

fn read_file(uploaded: SentFile) -> ApiResult<Vec<u8>> {
    let most = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX);
    let mut content = Vec::new();
    uploaded.file.take(most.saturating_add(1)).read_to_end(&mut content).map_err(ApiError::internal)?;
    if uploaded.is_too_large || content.len() > MAX_BYTES {
        let params = Params::from([("max", "256 KB".into())]);
        return Err(at_file(MessageCode::FileTooLarge, params));
    }
    Ok(content)
}

impl MessageRow {
    fn seen_by(self, ctx: &Ctx) -> CargoMessage {
        let facts = MessageFacts { is_deleted: self.is_deleted };
        let can = |action| TRANSITIONS.can(&ctx.grants, action, self.stage, &facts);
        let can = CargoMessageCan { retry: can(Action::Retry), close: can(Action::Close) };
        let failure =
            self.failure_code.map(|code| TaskFailure::of(code, self.failure_params, ctx.language()));
        CargoMessage {
            id: self.id,
            file_name: self.file_name,
            kind: self.kind,
            stage: self.stage,
            problem: self.problem,
            unread: read_unread(self.unread),
            unknown_numbers: self.unknown_numbers,
            report_count: self.report_count,
            new_count: self.new_count,
            received_at: self.received_at,
            received_by: self.received_by,
            received_by_name: self.received_by_name,
            ended_at: self.ended_at,
            failure,
            closing_note: self.closing_note,
            closed_by_name: self.closed_by_name,
            is_deleted: self.is_deleted,
            version: self.version,
            can,
        }
    }
}

//! `/manifests/{id}/answers`: what its receivers answer.

use std::fs::File;
use std::io::{Read, Seek};

use poem::http::StatusCode;
use poem_openapi::param::Path;
use poem_openapi::payload::{Json, Response};
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::action_api::begin;
use super::answer_file;
use super::answers::{self, AnswerRow, AnsweredBy, find_contradiction};
use super::api::to_answer;
use super::input::build_filter;
use super::model::{HouseAnswer, Manifest, ManifestAnswers, ManifestHouseAnswer};
use super::state::{ManifestStatus, ManifestStep, find_answered};
use super::store::{self, MANIFESTS, VersionKey};
use access::ctx::Ctx;
use access::scope::RowScope;
use customs::cargo_events::{self, reader::MAX_BYTES};
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::files::{FileKind, sent};
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::file_answer::FileAnswer;
use server_core::http::form::{FilePart, FormPatch};
use server_core::http::list::Item;
use server_core::http::messages::{MessageCode, Params};
use server_core::http::sent::{MAX_FILE_BYTES, SentFile};
use server_core::live::Audience;
use server_core::record::{Change, Where};
use server_core::tags::Tag;
use sheets::export::ExportFormat;

/// The columns of a manifest with answers.
#[derive(Debug, Serialize)]
struct AnsweredColumns {
    status: ManifestStatus,
    accepted_count: i32,
    rejected_count: i32,
}

/// A table of answers.
#[derive(Object, Debug)]
pub struct ManifestAnswerFile {
    /// CSV or XLSX with the columns `house`, `answer` (`accepted` or `rejected`) and `reason`, of at most 10 MB.
    file: Option<FilePart>,
    /// Version that was read.
    version: i32,
}

pub struct ManifestAnswerApi;

#[OpenApi(prefix_path = "/manifests", tag = "Tag::Consolidation")]
impl ManifestAnswerApi {
    /// Record answers about houses
    ///
    /// The newest answer about a house counts. When each house is answered, the manifest is accepted, or rejected if one of them
    /// was. Two different answers about one house are refused.
    #[oai(path = "/:id/record_answer", method = "post", operation_id = "manifest_record_answer")]
    async fn manifest_record_answer(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<ManifestAnswers>,
    ) -> ApiResult<Json<Item<Manifest>>> {
        let ManifestAnswers { others, houses, version } = body.0;
        if others == Some(HouseAnswer::Rejected) {
            return Err(ApiError::invalid_field("others", MessageCode::Invalid));
        }
        if others.is_none() && houses.is_empty() {
            return Err(ApiError::invalid_field("houses", MessageCode::Required));
        }
        let places = houses.iter().cloned().enumerate();
        let rows: Vec<_> = places.map(|(index, answer)| AnswerRow { number: index + 1, answer }).collect();
        refuse_contradiction("houses", &rows)?;
        let houses = answers::check(houses)?;
        let sent = SentAnswers { houses, others, version, file_key: None };
        Ok(to_answer(&ctx, record(&ctx, *id, sent).await?))
    }

    /// Record answers about houses from a file
    ///
    /// The file is kept as it came. One with different answers about a house is refused with `manifest_answer_twice`. One without answers is refused at `file`, and kept among the messages of airlines (up to 256 KB).
    #[oai(path = "/:id/record_answer_file", method = "post", operation_id = "manifest_record_answer_file")]
    async fn manifest_record_answer_file(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        sent: FormPatch<ManifestAnswerFile>,
    ) -> ApiResult<Json<Item<Manifest>>> {
        let scope = ctx.scope(Resource::Manifest, Action::RecordAnswer)?;
        let mut tx = ctx.begin().await?;
        let manifest: Manifest = MANIFESTS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        drop(tx);
        let form: ManifestAnswerFile = sent.fields.onto(&json!({}))?;
        let SentFile { file, name, .. } = require_file(sent.file)?;
        let copy = file.try_clone().map_err(ApiError::internal)?;
        let houses = match read_answers(&ctx, copy).await {
            Err(refusal) if refusal.status() == StatusCode::UNPROCESSABLE_ENTITY => {
                keep_unread(&ctx, &scope, &name, file).await?;
                return Err(refusal);
            }
            read => read?,
        };
        let files = &ctx.state().files;
        let mut reader = tokio::fs::File::from_std(file);
        tokio::io::AsyncSeekExt::rewind(&mut reader).await.map_err(ApiError::internal)?;
        let (key, _) = files.put_reader(&ctx.tenant().id, FileKind::Upload, reader).await?;
        let file_key = Some(key.name().to_owned());
        let sent = SentAnswers { houses, others: None, version: form.version, file_key };
        let recorded = record(&ctx, manifest.id, sent).await;
        Ok(to_answer(&ctx, files.delete_unless_written(&key, recorded).await?))
    }

    /// Download the file with the answer about a house
    ///
    /// As its receiver sent it. 404 when the newest answer about this line came in no file, or the files of the version are
    /// deleted.
    #[oai(
        path = "/:id/versions/:revision/houses/:seq/answer_file",
        method = "get",
        operation_id = "manifest_answer_file"
    )]
    async fn manifest_answer_file(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        revision: Path<i16>,
        /// Number of the line.
        seq: Path<i32>,
    ) -> ApiResult<Response<FileAnswer<ExportFormat>>> {
        let scope = ctx.scope(Resource::Manifest, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let manifest: Manifest = MANIFESTS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let key = VersionKey { manifest_id: manifest.id, revision: *revision };
        let file_key = store::find_answer_file(&mut tx, key, *seq).await?;
        tx.commit().await?;
        let file_key = file_key.ok_or_else(ApiError::not_found)?;
        let name = format!("{}-{}-answers", manifest.number, *revision);
        answer_file::open(&ctx, &file_key, &name).await
    }
}

/// Answers that were checked.
struct SentAnswers {
    houses: Vec<ManifestHouseAnswer>,
    others: Option<HouseAnswer>,
    version: i32,
    file_key: Option<String>,
}

async fn record(ctx: &Ctx, id: Uuid, sent: SentAnswers) -> ApiResult<Manifest> {
    let mut change = begin(ctx, id, Action::RecordAnswer, ManifestStep::RecordAnswer, sent.version).await?;
    let key = VersionKey { manifest_id: id, revision: change.before.revision };
    let by = AnsweredBy { user_id: ctx.user.id, at: ctx.now(), file_key: sent.file_key.as_deref() };
    let counts = answers::record(&mut change.tx, key, &sent.houses, sent.others, by).await?;
    let houses = change.before.house_count.unwrap_or_default();
    let status = find_answered(change.before.status, houses, counts).unwrap_or(change.before.status);
    let columns =
        AnsweredColumns { status, accepted_count: counts.accepted, rejected_count: counts.rejected };
    change.write(&columns).await?;
    let facts = json!({
        "revision": key.revision, "houses": sent.houses.len(), "others": sent.others,
        "accepted": counts.accepted, "rejected": counts.rejected, "from_file": sent.file_key.is_some(),
    });
    change.record(Action::RecordAnswer, facts, &Audience::Staff).await?;
    tell_webhooks(ctx, &mut change, &columns).await?;
    change.finish().await
}

/// Tells webhooks once the receiver has answered about all houses.
async fn tell_webhooks(ctx: &Ctx, change: &mut Change<Manifest>, after: &AnsweredColumns) -> ApiResult<()> {
    let kind = match after.status {
        ManifestStatus::Accepted => WebhookEventType::ManifestAccepted,
        ManifestStatus::Rejected => WebhookEventType::ManifestRejected,
        _ => return Ok(()),
    };
    let told = WebhookEvent::of(kind, change.id)
        .with("number", &change.before.number)
        .with("revision", change.before.revision)
        .with("accepted", after.accepted_count)
        .with("rejected", after.rejected_count);
    webhooks::announce(&mut change.tx, ctx.now(), told).await
}

/// The sent file. Returns 422 at `file` when there is none, or it is too large.
fn require_file(sent: Option<SentFile>) -> ApiResult<SentFile> {
    let sent = sent.ok_or_else(|| ApiError::invalid_field("file", MessageCode::Required))?;
    if sent.is_too_large {
        let params = Params::from([("max", format!("{} MB", MAX_FILE_BYTES / 1024 / 1024).into())]);
        return Err(refuse_file(MessageCode::FileTooLarge, params));
    }
    Ok(sent)
}

/// A file without answers is something that somebody sent all the same: it is kept as it came, and shown with what cannot be read.
async fn keep_unread(ctx: &Ctx, scope: &RowScope, name: &str, mut file: File) -> ApiResult<()> {
    let mut content = Vec::new();
    file.rewind().map_err(ApiError::internal)?;
    let most = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX);
    file.take(most.saturating_add(1)).read_to_end(&mut content).map_err(ApiError::internal)?;
    if content.is_empty() || content.len() > MAX_BYTES {
        return Ok(());
    }
    let file_name = sent::name(Some(name), "answers.csv");
    let mut tx = ctx.begin().await?;
    cargo_events::keep_message(&mut tx, ctx, scope, &file_name, &content).await?;
    tx.commit().await?;
    Ok(())
}

/// Reads the file apart from other requests, on a thread that may wait.
async fn read_answers(ctx: &Ctx, file: File) -> ApiResult<Vec<ManifestHouseAnswer>> {
    let place = ctx.wait_for_read_permit().await?;
    let read = tokio::task::spawn_blocking(move || {
        let _place = place;
        answers::read_file(file)
    });
    let read = read.await.map_err(ApiError::internal)?;
    let read = read.map_err(|error| refuse_file(error.message(), error.params()))?;
    let rows = read.ok_or_else(|| refuse_file(MessageCode::ManifestAnswerUnreadable, Params::new()))?;
    if rows.is_empty() {
        return Err(refuse_file(MessageCode::ManifestAnswerEmpty, Params::new()));
    }
    refuse_contradiction("file", &rows)?;
    let rows: Vec<_> = rows.into_iter().map(|row| row.answer).collect();
    let is_silent = |one: &&ManifestHouseAnswer| one.answer == HouseAnswer::Rejected && one.reason.is_none();
    if let Some(silent) = rows.iter().find(is_silent) {
        let params = Params::from([("house", silent.house.clone().into())]);
        return Err(refuse_file(MessageCode::ManifestAnswerNoReason, params));
    }
    answers::check(rows).map_err(|_| refuse_file(MessageCode::ManifestAnswerUnreadable, Params::new()))
}

/// Two answers about a house: nobody knows which one is meant.
fn refuse_contradiction(field: &str, rows: &[AnswerRow]) -> ApiResult<()> {
    let Some(found) = find_contradiction(rows) else { return Ok(()) };
    let mut errors = FieldErrors::default();
    errors.push_with(field, MessageCode::ManifestAnswerTwice, found.to_params());
    Err(ApiError::invalid(errors))
}

fn refuse_file(code: MessageCode, params: Params) -> ApiError {
    let mut errors = FieldErrors::default();
    errors.push_with("file", code, params);
    ApiError::invalid(errors)
}

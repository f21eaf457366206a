//! Drafts and their files.

use std::io::{Read, Seek};

use chrono::{DateTime, Utc};
use poem_openapi::param::Path;
use poem_openapi::payload::{Json, Response};
use poem_openapi::{Object, OpenApi};
use policy::Action;
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::files::{self, NewFile, SupportFile};
use super::scope::TicketScope;
use super::{drafts, store};
use access::ctx::Ctx;
use server_core::files::{FileKey, FileKind, document, picture, sent};
use server_core::http::body::Body;
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::file_answer::{Attachment, FileAnswer, Jpeg};
use server_core::http::form::{FilePart, FormPatch};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::http::sent::{MAX_FILE_BYTES, SentFile};
use server_core::tags::Tag;

/// A reply or a ticket that the current user is writing.
#[derive(Object)]
pub struct SupportDraft {
    /// The form as the page stored it; null if there is no draft.
    pub content: Option<String>,
    pub updated_at: Option<DateTime<Utc>>,
    /// Files that were uploaded and not sent yet. They are deleted after seven days.
    pub files: Vec<SupportFile>,
}

/// A draft to store.
#[derive(Object)]
pub struct SupportDraftInput {
    /// The form; the server stores the text as it is.
    #[oai(validator(max_length = 60000))]
    pub content: String,
}

/// A file to add to a draft.
#[derive(Object)]
pub struct SupportFileInput {
    /// Up to 10 MB.
    file: Option<FilePart>,
    /// Name of the file.
    #[oai(validator(max_length = 300))]
    file_name: Option<String>,
}

pub struct SupportDraftApi;

#[OpenApi(tag = "Tag::Support")]
impl SupportDraftApi {
    /// Show the current user's draft of a reply
    #[oai(path = "/support_tickets/:id/draft", method = "get", operation_id = "support_ticket_draft")]
    async fn support_ticket_draft(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<SupportDraft>>> {
        let scope = TicketScope::of(&ctx, Action::Show)?;
        let mut tx = ctx.begin().await?;
        store::find(&mut tx, &scope, *id).await?;
        answer(tx, &ctx, Some(*id)).await
    }

    /// Store the current user's draft of a reply
    ///
    /// It is deleted when the reply is sent.
    #[oai(path = "/support_tickets/:id/draft", method = "put", operation_id = "support_ticket_draft_save")]
    async fn support_ticket_draft_save(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<SupportDraftInput>,
    ) -> ApiResult<Json<Item<SupportDraft>>> {
        let scope = TicketScope::of(&ctx, Action::Reply)?;
        let mut tx = ctx.begin().await?;
        store::find(&mut tx, &scope, *id).await?;
        drafts::save(&mut tx, ctx.user.id, Some(*id), &body.content, ctx.now()).await?;
        answer(tx, &ctx, Some(*id)).await
    }

    /// Show the current user's draft of a new ticket
    #[oai(path = "/support-ticket-draft", method = "get", operation_id = "support_ticket_new_draft")]
    async fn support_ticket_new_draft(&self, ctx: Ctx) -> ApiResult<Json<Item<SupportDraft>>> {
        TicketScope::of(&ctx, Action::Create)?;
        answer(ctx.begin().await?, &ctx, None).await
    }

    /// Store the current user's draft of a new ticket
    ///
    /// It is deleted when the ticket is created.
    #[oai(path = "/support-ticket-draft", method = "put", operation_id = "support_ticket_new_draft_save")]
    async fn support_ticket_new_draft_save(
        &self,
        ctx: Ctx,
        body: Body<SupportDraftInput>,
    ) -> ApiResult<Json<Item<SupportDraft>>> {
        TicketScope::of(&ctx, Action::Create)?;
        let mut tx = ctx.begin().await?;
        drafts::save(&mut tx, ctx.user.id, None, &body.content, ctx.now()).await?;
        answer(tx, &ctx, None).await
    }

    /// Upload a file for a reply
    ///
    /// Send its id with the reply or the note. Files that are not sent are deleted after seven days.
    #[oai(path = "/support_tickets/:id/files", method = "post", operation_id = "support_ticket_attach")]
    async fn support_ticket_attach(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        form: FormPatch<SupportFileInput>,
    ) -> ApiResult<Json<Item<SupportFile>>> {
        let scope = TicketScope::of(&ctx, Action::Reply)?;
        let mut tx = ctx.begin().await?;
        store::find(&mut tx, &scope, *id).await?;
        tx.commit().await?;
        store_file(&ctx, Some(*id), form).await
    }

    /// Upload a file for a new ticket
    ///
    /// Send its id with the ticket. Files that are not sent are deleted after seven days.
    #[oai(path = "/support-ticket-files", method = "post", operation_id = "support_ticket_new_attach")]
    async fn support_ticket_new_attach(
        &self,
        ctx: Ctx,
        form: FormPatch<SupportFileInput>,
    ) -> ApiResult<Json<Item<SupportFile>>> {
        TicketScope::of(&ctx, Action::Create)?;
        store_file(&ctx, None, form).await
    }

    /// Remove a file from a draft
    ///
    /// Returns 404 for files that were sent.
    #[oai(path = "/support-ticket-files/:id", method = "delete", operation_id = "support_ticket_detach")]
    async fn support_ticket_detach(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        TicketScope::of(&ctx, Action::List)?;
        let mut tx = ctx.begin().await?;
        let key = files::remove(&mut tx, *id, ctx.user.id).await?;
        tx.commit().await?;
        if let Some(key) = FileKey::of(&ctx.tenant().id, &key) {
            ctx.state().files.delete(&key).await.map_err(ApiError::internal)?;
        }
        Ok(())
    }

    /// Download a file of a ticket
    #[oai(path = "/support_tickets/:id/files/:file_id", method = "get", operation_id = "support_ticket_file")]
    async fn support_ticket_file(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        file_id: Path<Uuid>,
    ) -> ApiResult<Response<FileAnswer<Attachment>>> {
        let scope = TicketScope::of(&ctx, Action::Show)?;
        let mut tx = ctx.begin().await?;
        store::find(&mut tx, &scope, *id).await?;
        let file = files::find(&mut tx, &scope, *id, *file_id).await?;
        tx.commit().await?;
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let response = document::to_response(files, tenant, &file.file_key, file.content_type).await?;
        Ok(response.header("content-disposition", content_disposition(&file.file_name)))
    }

    /// Get an inline picture of an e-mail
    ///
    /// The server has re-encoded the picture.
    #[oai(
        path = "/support_tickets/:id/files/:file_id/picture",
        method = "get",
        operation_id = "support_ticket_picture"
    )]
    async fn support_ticket_picture(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        file_id: Path<Uuid>,
    ) -> ApiResult<Response<FileAnswer<Jpeg>>> {
        let scope = TicketScope::of(&ctx, Action::Show)?;
        let mut tx = ctx.begin().await?;
        store::find(&mut tx, &scope, *id).await?;
        let key = files::find_picture(&mut tx, &scope, *id, *file_id).await?;
        tx.commit().await?;
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let response = document::to_response(files, tenant, &key, "image/jpeg").await?;
        Ok(response.header("cache-control", "private, max-age=31536000, immutable"))
    }
}

/// Commits and returns the draft with its files.
async fn answer(mut tx: TenantTx, ctx: &Ctx, ticket: Option<Uuid>) -> ApiResult<Json<Item<SupportDraft>>> {
    let draft = drafts::find(&mut tx, ctx.user.id, ticket).await?;
    let files = files::of_draft(&mut tx, ctx.user.id, ticket).await?;
    tx.commit().await?;
    let (content, updated_at) = draft.unzip();
    Ok(Json(Item { data: SupportDraft { content, updated_at, files } }))
}

/// Stores the file of a reply as one of its draft, and returns its id.
pub(super) async fn store_for_reply(
    ctx: &Ctx,
    scope: &TicketScope,
    ticket_id: Uuid,
    file: SentFile,
) -> ApiResult<Uuid> {
    let mut tx = ctx.begin().await?;
    store::find(&mut tx, scope, ticket_id).await?;
    tx.commit().await?;
    let name = file.name.clone();
    Ok(store_sent(ctx, Some(ticket_id), Some(file), Some(&name)).await?.0.data.id)
}

/// Stores an uploaded file and adds it to a draft.
async fn store_file(
    ctx: &Ctx,
    ticket_id: Option<Uuid>,
    form: FormPatch<SupportFileInput>,
) -> ApiResult<Json<Item<SupportFile>>> {
    let input = form.fields.onto(&json!({}))?;
    store_sent(ctx, ticket_id, form.file, input.file_name.as_deref()).await
}

async fn store_sent(
    ctx: &Ctx,
    ticket_id: Option<Uuid>,
    file: Option<SentFile>,
    file_name: Option<&str>,
) -> ApiResult<Json<Item<SupportFile>>> {
    let (file, content_type) = check_upload(file)?;
    let files = &ctx.state().files;
    let reader = tokio::fs::File::from_std(file);
    let kept = files.put_reader(&ctx.tenant().id, FileKind::Upload, reader).await;
    let (key, size) = kept?;
    let new = NewFile {
        id: Uuid::now_v7(),
        ticket_id,
        by: ctx.user.id,
        file_key: key.name(),
        file_name: &sent::name(file_name, "file"),
        file_size: i64::try_from(size).unwrap_or(i64::MAX),
        content_type,
        at: ctx.now(),
    };
    let added = add(ctx, &new).await;
    files.delete_unless_written(&key, added).await
}

async fn add(ctx: &Ctx, new: &NewFile<'_>) -> ApiResult<Json<Item<SupportFile>>> {
    let mut tx = ctx.begin().await?;
    files::insert(&mut tx, new).await?;
    tx.commit().await?;
    let (id, file_name, file_size) = (new.id, new.file_name.to_owned(), new.file_size);
    let (message_id, picture_key, picture_url) = (None, None, None);
    let data = SupportFile { id, file_name, file_size, picture_url, message_id, picture_key };
    Ok(Json(Item { data }))
}

/// The file at its start, and its type by its first bytes. Other files are only bytes to a browser.
fn check_upload(uploaded: Option<SentFile>) -> ApiResult<(std::fs::File, &'static str)> {
    let uploaded = uploaded.ok_or_else(|| ApiError::invalid_field("file", MessageCode::Required))?;
    if uploaded.is_too_large {
        let max = MAX_FILE_BYTES / 1024 / 1024;
        return Err(files::file_error(MessageCode::FileTooLarge, max.into()));
    }
    let (mut file, mut head) = (uploaded.file, Vec::new());
    (&mut file).take(8).read_to_end(&mut head).map_err(ApiError::internal)?;
    file.rewind().map_err(ApiError::internal)?;
    if head.is_empty() {
        return Err(ApiError::invalid_field("file", MessageCode::Required));
    }
    if picture::is_bomb(&file).map_err(ApiError::internal)? {
        return Err(ApiError::invalid_field("file", MessageCode::PictureTooLarge));
    }
    file.rewind().map_err(ApiError::internal)?;
    Ok((file, sent::content_type(&head).unwrap_or("application/octet-stream")))
}

//! E-mails that wait for staff, and what staff decide about the e-mails of a ticket.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::decide::MailReason;
use super::list::{self, SORTS};
use super::process::TakeMail;
use super::{left_in_mailbox, live_events, mailbox, store};
use access::ctx::Ctx;
use server_core::audit;
use server_core::files::{FileKey, document};
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::file_answer::{AnyFile, FileAnswer};
use server_core::http::list::Page;
use server_core::process::enqueue_quietly;
use server_core::record::ListQuery;
use server_core::tags::Tag;

/// An e-mail that staff must review.
#[derive(Object, sqlx::FromRow)]
pub struct SupportMail {
    pub id: Uuid,
    /// Why staff must review it.
    pub mail_reason: MailReason,
    pub sender_name: Option<String>,
    pub sender_email: Option<String>,
    pub subject: Option<String>,
    /// Bytes.
    pub size: i32,
    /// The ticket that it names, and its number.
    pub ticket_id: Option<Uuid>,
    pub ticket_number: Option<i32>,
    pub received_at: DateTime<Utc>,
    #[oai(skip)]
    pub has_file: bool,
    #[sqlx(skip)]
    pub can: SupportMailCan,
}

/// Actions that the current user can do on an e-mail.
#[derive(Object, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SupportMailCan {
    pub show: bool,
    pub retry: bool,
    /// Accept the sender, so that the e-mail opens a ticket.
    pub open: bool,
    pub delete: bool,
}

impl SupportMailCan {
    fn of(ctx: &Ctx, mail: &SupportMail) -> Self {
        let may = |action| ctx.grants.allow(Resource::SupportMail, action);
        let is_unverified = mail.mail_reason == MailReason::Unverified;
        Self {
            show: mail.has_file && may(Action::Show),
            retry: !is_unverified && may(Action::Retry),
            open: is_unverified && may(Action::Retry),
            delete: may(Action::Delete),
        }
    }
}

pub struct SupportMailApi;

#[OpenApi(prefix_path = "/backoffice/support-mails", tag = "Tag::Support")]
impl SupportMailApi {
    /// List the e-mails that staff must review
    ///
    /// Default: the newest first.
    #[oai(path = "/", method = "get", operation_id = "support_mail_list")]
    async fn support_mail_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `received_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the sender or the subject.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Page<SupportMail>>> {
        ctx.require(Resource::SupportMail, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let mut tx = ctx.begin().await?;
        let (rows, total) = list::list_page(&mut tx, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| SupportMail { can: SupportMailCan::of(&ctx, &row), ..row });
        let data = data.collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// Download a raw e-mail, also one of a ticket
    #[oai(path = "/:id/file", method = "get", operation_id = "support_mail_file")]
    async fn support_mail_file(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<FileAnswer<AnyFile>>> {
        ctx.require(Resource::SupportMail, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let key = store::file_key(&mut tx, *id).await?.ok_or_else(ApiError::not_found)?;
        tx.commit().await?;
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let response = document::to_response(files, tenant, &key, "application/octet-stream").await?;
        Ok(response.header("content-disposition", content_disposition(&format!("{}.eml", *id))))
    }

    /// Process an e-mail again
    ///
    /// An e-mail that could not be processed is read from the mailbox again within a minute.
    #[oai(path = "/:id/retry", method = "post", operation_id = "support_mail_retry")]
    async fn support_mail_retry(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::SupportMail, Action::Retry)?;
        let mut tx = ctx.begin().await?;
        if let Some(position) = left_in_mailbox::find(&mut tx, *id).await? {
            mailbox::try_again(ctx.state(), &position).await.map_err(ApiError::internal)?;
            store::delete_parked(&mut tx, *id).await?;
        } else if store::wait_again(&mut tx, *id).await? {
            enqueue_quietly(&mut tx, TakeMail { mail_id: *id }).await?;
        } else {
            return Err(ApiError::not_found());
        }
        audit::record(&mut tx, &ctx, "support_mail.retry", Some(*id), json!({})).await?;
        live_events::announce_change(&mut tx, *id);
        Ok(tx.commit().await?)
    }

    /// Open a ticket from an e-mail whose sender is not verified
    ///
    /// The user with the sender's address becomes the requester.
    #[oai(path = "/:id/open", method = "post", operation_id = "support_mail_open")]
    async fn support_mail_open(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::SupportMail, Action::Retry)?;
        let mut tx = ctx.begin().await?;
        if !store::trust(&mut tx, *id).await? {
            return Err(ApiError::not_found());
        }
        enqueue_quietly(&mut tx, TakeMail { mail_id: *id }).await?;
        audit::record(&mut tx, &ctx, "support_mail.open", Some(*id), json!({})).await?;
        live_events::announce_change(&mut tx, *id);
        Ok(tx.commit().await?)
    }

    /// Delete an e-mail that staff must review
    #[oai(path = "/:id", method = "delete", operation_id = "support_mail_delete")]
    async fn support_mail_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::SupportMail, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let deleted = store::delete_parked(&mut tx, *id).await?.ok_or_else(ApiError::not_found)?;
        let facts = json!({ "email": deleted.sender_email });
        audit::record(&mut tx, &ctx, "support_mail.delete", Some(*id), facts).await?;
        live_events::announce_change(&mut tx, *id);
        tx.commit().await?;
        if let Some(key) = FileKey::of(&ctx.tenant().id, &deleted.file_key) {
            ctx.state().files.delete(&key).await.map_err(ApiError::internal)?;
        }
        Ok(())
    }
}

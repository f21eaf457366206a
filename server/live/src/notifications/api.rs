//! The endpoints. What a user reads or deletes here is nobody else's business, so no audit entry is written.

use poem::Request;
use poem::http::StatusCode;
use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use policy::{Action, Resource};
use uuid::Uuid;

use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Item;
use server_core::http::messages::MessageCode;
use server_core::notify;
use server_core::notify::model::{
    AllRead, Notification, NotificationPage, NotificationPageMeta, Tab, UnreadCount,
};
use server_core::notify::store::{self, UNREAD_CAP};
use server_core::tags::Tag;

const DEFAULT_PER_PAGE: i64 = 20;

pub struct NotificationsApi;

#[OpenApi(tag = "Tag::Notifications")]
impl NotificationsApi {
    /// List the user's notifications, newest first
    ///
    /// `meta.unread` is the number of unread notifications, whatever the tab. For the next page, send `meta.next` as
    /// `before`.
    #[oai(path = "/notifications", method = "get", operation_id = "notification_list")]
    async fn notification_list(
        &self,
        ctx: Ctx,
        /// All notifications, new ones only, or read ones only.
        tab: Query<Option<Tab>>,
        /// Only notifications older than this one.
        before: Query<Option<Uuid>>,
        /// Notifications per page, 1 to 100.
        per_page: Query<Option<i64>>,
    ) -> ApiResult<Json<NotificationPage>> {
        ctx.require(Resource::Notification, Action::List)?;
        let per_page = per_page.unwrap_or(DEFAULT_PER_PAGE).clamp(1, 100);
        let mut tx = ctx.begin().await?;
        let mut rows =
            store::list(&mut tx, ctx.user.id, tab.unwrap_or_default(), *before, per_page + 1).await?;
        let unread = store::count_unread(&mut tx, ctx.user.id).await?;
        tx.commit().await?;
        let is_more = rows.len() as i64 > per_page;
        rows.truncate(usize::try_from(per_page).unwrap_or_default());
        let next = rows.last().filter(|_| is_more).map(|row| row.id);
        let data = rows.into_iter().map(Notification::from).collect();
        let meta = NotificationPageMeta { next, unread, unread_capped: unread >= UNREAD_CAP };
        Ok(Json(NotificationPage { data, meta }))
    }

    /// Mark a notification as read
    #[oai(path = "/notifications/:id/read", method = "post", operation_id = "notification_read")]
    async fn notification_read(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Notification>>> {
        set_read(&ctx, *id, true).await
    }

    /// Mark a notification as read, by GET
    ///
    /// Only with the header `X-Requested-With: XMLHttpRequest`, which other sites cannot send. Returns 403
    /// `request_not_trusted` without it.
    #[oai(path = "/notifications/:id/read", method = "get", operation_id = "notification_read_by_get")]
    async fn notification_read_by_get(
        &self,
        ctx: Ctx,
        request: &Request,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<Notification>>> {
        by_script(request)?;
        set_read(&ctx, *id, true).await
    }

    /// Mark a notification as unread
    #[oai(path = "/notifications/:id/unread", method = "post", operation_id = "notification_unread")]
    async fn notification_unread(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Notification>>> {
        set_read(&ctx, *id, false).await
    }

    /// Mark a notification as unread, by GET
    ///
    /// Only with the header `X-Requested-With: XMLHttpRequest`, which other sites cannot send. Returns 403
    /// `request_not_trusted` without it.
    #[oai(path = "/notifications/:id/unread", method = "get", operation_id = "notification_unread_by_get")]
    async fn notification_unread_by_get(
        &self,
        ctx: Ctx,
        request: &Request,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<Notification>>> {
        by_script(request)?;
        set_read(&ctx, *id, false).await
    }

    /// Mark all notifications as read
    ///
    /// Marks only notifications up to the newest one that the user has seen; later ones stay unread.
    #[oai(path = "/notifications/all-read", method = "post", operation_id = "notification_all_read")]
    async fn notification_all_read(
        &self,
        ctx: Ctx,
        body: Body<AllRead>,
    ) -> ApiResult<Json<Item<UnreadCount>>> {
        read_all(&ctx, body.0.up_to).await
    }

    /// Mark all notifications as read, by GET
    ///
    /// Only with the header `X-Requested-With: XMLHttpRequest`, which other sites cannot send. Returns 403
    /// `request_not_trusted` without it.
    #[oai(path = "/notifications/all-read", method = "get", operation_id = "notification_all_read_by_get")]
    async fn notification_all_read_by_get(
        &self,
        ctx: Ctx,
        request: &Request,
        /// The newest notification that the user has seen: later ones stay unread.
        up_to: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Item<UnreadCount>>> {
        by_script(request)?;
        read_all(&ctx, *up_to).await
    }

    /// Delete a notification
    ///
    /// `restore` can undo the deletion within ten minutes.
    #[oai(path = "/notifications/:id", method = "delete", operation_id = "notification_delete")]
    async fn notification_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<UnreadCount>>> {
        ctx.require(Resource::Notification, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        if !store::delete(&mut tx, *id, ctx.user.id, ctx.now()).await? {
            return Err(ApiError::not_found());
        }
        notify::announce_changes(&mut tx, ctx.user.id, &[*id]);
        let unread = store::count_unread(&mut tx, ctx.user.id).await?;
        tx.commit().await?;
        Ok(Json(Item { data: UnreadCount { unread } }))
    }

    /// Undo the deletion of a notification
    ///
    /// Restores the notification at its place, read or unread as before. Returns 404 after ten minutes, or when a newer
    /// notification about the same subject has replaced it.
    #[oai(path = "/notifications/:id/restore", method = "post", operation_id = "notification_restore")]
    async fn notification_restore(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Notification>>> {
        ctx.require(Resource::Notification, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        store::restore(&mut tx, *id, ctx.user.id).await?;
        notify::announce_changes(&mut tx, ctx.user.id, &[*id]);
        let row = store::show(&mut tx, *id, ctx.user.id).await?.ok_or_else(ApiError::not_found)?;
        tx.commit().await?;
        Ok(Json(Item { data: row.into() }))
    }
}

/// These GETs change something, so another site must not be able to send them.
fn by_script(request: &Request) -> ApiResult<()> {
    match request.header("x-requested-with") {
        Some("XMLHttpRequest") => Ok(()),
        _ => Err(ApiError::new(StatusCode::FORBIDDEN, MessageCode::RequestNotTrusted)),
    }
}

async fn set_read(ctx: &Ctx, id: Uuid, is_read: bool) -> ApiResult<Json<Item<Notification>>> {
    ctx.require(Resource::Notification, Action::Update)?;
    let mut tx = ctx.begin().await?;
    if is_read {
        store::mark_read(&mut tx, id, ctx.user.id, ctx.now()).await?;
    } else {
        store::mark_unread(&mut tx, id, ctx.user.id).await?;
    }
    notify::announce_changes(&mut tx, ctx.user.id, &[id]);
    let row = store::show(&mut tx, id, ctx.user.id).await?.ok_or_else(ApiError::not_found)?;
    tx.commit().await?;
    Ok(Json(Item { data: row.into() }))
}

async fn read_all(ctx: &Ctx, up_to: Option<Uuid>) -> ApiResult<Json<Item<UnreadCount>>> {
    ctx.require(Resource::Notification, Action::Update)?;
    let mut tx = ctx.begin().await?;
    if store::mark_all_read(&mut tx, ctx.user.id, up_to, ctx.now()).await? > 0 {
        notify::announce_changes(&mut tx, ctx.user.id, &[]);
    }
    let unread = store::count_unread(&mut tx, ctx.user.id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: UnreadCount { unread } }))
}

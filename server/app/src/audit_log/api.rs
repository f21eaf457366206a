//! API of the audit log.

use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::export::ExportAudit;
use super::model::{AuditEntry, AuditFilter};
use super::names::Names;
use super::store::{self, AuditScope, Search};
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::list::{Page, PageAnswer, Paging};
use server_core::process::{self, StartedTask};
use server_core::tags::Tag;

pub struct AuditApi;

#[OpenApi(tag = "Tag::Audit")]
impl AuditApi {
    /// List the audit entries, newest first
    ///
    /// A user who is bound to subsidiaries sees entries by or on behalf of themselves, and entries about shipments they
    /// may see. Other entries are not found, counted or exported.
    #[oai(path = "/audit_entries", method = "get", operation_id = "audit_entry_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn audit_entry_list(
        &self,
        ctx: Ctx,
        /// Page number, from 1.
        page: Query<Option<i64>>,
        /// Entries per page, 10 to 100.
        per_page: Query<Option<i64>>,
        /// Part of the name or e-mail address of the user, or of the administrator who acted as that user.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        /// Resource, e.g. `shipment`.
        #[oai(validator(max_length = 60))]
        resource: Query<Option<String>>,
        /// Action, e.g. `shipment.update`, or a verb for any resource, e.g. `update`.
        #[oai(validator(max_length = 60))]
        action: Query<Option<String>>,
        resource_id: Query<Option<Uuid>>,
        /// Done by this user, under their own name or while acting as another user.
        user_id: Query<Option<Uuid>>,
        /// Done by an administrator who acted as this user.
        on_behalf_of_id: Query<Option<Uuid>>,
        /// First day, in the user's time zone.
        from: Query<Option<chrono::NaiveDate>>,
        /// Last day, in the user's time zone.
        to: Query<Option<chrono::NaiveDate>>,
    ) -> ApiResult<PageAnswer<AuditEntry>> {
        ctx.require(Resource::AuditEntry, Action::List)?;
        let filter = AuditFilter {
            search: search.0,
            resource: resource.0,
            action: action.0,
            resource_id: resource_id.0,
            user_id: user_id.0,
            on_behalf_of_id: on_behalf_of_id.0,
            from: from.0,
            to: to.0,
        };
        entries(&ctx, readable(&ctx), &filter, Paging::new(page.0, per_page.0)?).await
    }

    /// List the user's own activity, newest first
    ///
    /// Includes the actions of administrators on behalf of the user, and the user's actions on behalf of others.
    #[oai(path = "/account/activity", method = "get", operation_id = "account_activity_list")]
    async fn account_activity_list(
        &self,
        ctx: Ctx,
        /// Page number, from 1.
        page: Query<Option<i64>>,
        /// Entries per page, 10 to 100.
        per_page: Query<Option<i64>>,
        /// Resource, e.g. `shipment`.
        #[oai(validator(max_length = 60))]
        resource: Query<Option<String>>,
        /// First day, in the user's time zone.
        from: Query<Option<chrono::NaiveDate>>,
        /// Last day, in the user's time zone.
        to: Query<Option<chrono::NaiveDate>>,
    ) -> ApiResult<PageAnswer<AuditEntry>> {
        ctx.require(Resource::Account, Action::Show)?;
        let filter = AuditFilter { resource: resource.0, from: from.0, to: to.0, ..AuditFilter::default() };
        entries(&ctx, AuditScope::Of(ctx.user.id), &filter, Paging::new(page.0, per_page.0)?).await
    }

    /// Export the matching audit entries
    ///
    /// Starts a background task. Its result is a CSV file in UTF-8, newest entry first, times in UTC.
    #[oai(path = "/audit_entries/export", method = "post", operation_id = "audit_entry_export")]
    async fn audit_entry_export(&self, ctx: Ctx, body: Body<AuditFilter>) -> ApiResult<StartedTask> {
        ctx.require(Resource::AuditEntry, Action::Export)?;
        let mut tx = ctx.begin().await?;
        let process =
            ExportAudit { filter: body.0, whose: readable(&ctx), time_zone: ctx.user.time_zone.clone() };
        let data = process::enqueue(&mut tx, &ctx, process).await?;
        audit::record(&mut tx, &ctx, "audit_entry.export", None, json!({ "task": data.id })).await?;
        tx.commit().await?;
        Ok(StartedTask::task(data))
    }
}

/// The entries the current user may read.
fn readable(ctx: &Ctx) -> AuditScope {
    if ctx.user.subsidiary_ids.is_none() && ctx.user.partner_id.is_none() {
        return AuditScope::Everybodys;
    }
    AuditScope::bound(ctx.user.id, ctx.scope(Resource::Shipment, Action::Show).ok())
}

async fn entries(
    ctx: &Ctx,
    whose: AuditScope,
    filter: &AuditFilter,
    paging: Paging,
) -> ApiResult<PageAnswer<AuditEntry>> {
    let mut tx = ctx.begin().await?;
    let search = Search::of(&mut tx, whose, filter, &ctx.user.time_zone).await?;
    let (rows, counted) = store::page(&mut tx, &search, paging).await?;
    let names = Names::of(&mut tx, &rows, ctx.language()).await?;
    tx.commit().await?;
    let data = rows.into_iter().map(|row| AuditEntry::of(row, &names)).collect();
    Ok(PageAnswer(Page { data, meta: paging.meta(counted) }))
}

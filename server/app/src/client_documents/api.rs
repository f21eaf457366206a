//! `/portal/documents`.

use chrono::NaiveDate;
use chrono_tz::Tz;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use policy::{Action, Resource};

use super::model::{PortalDocument, PortalDocumentKind};
use super::store::{DOCUMENTS, SORTS};
use access::ctx::Ctx;
use server_core::http::days::{end_of, start_of};
use server_core::http::error::ApiResult;
use server_core::http::list::{Page, PageAnswer};
use server_core::record::{ListQuery, Where};
use server_core::tags::Tag;

pub struct PortalDocumentApi;

#[OpenApi(prefix_path = "/portal", tag = "Tag::Finance")]
impl PortalDocumentApi {
    /// List the documents of the client
    ///
    /// Invoices and credit notes, receipts of deposits, and customs papers of confirmed shipments, of the client that the
    /// user belongs to; nothing for other users. Each kind is left out for users without the right to it. Sort by `at` or
    /// `name`. Default: newest first.
    #[oai(path = "/documents", method = "get", operation_id = "portal_document_list")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn portal_document_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// Columns separated by commas; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// All if omitted.
        kind: Query<Option<PortalDocumentKind>>,
        /// First day, in the current user's time zone.
        from: Query<Option<NaiveDate>>,
        /// Last day, in the current user's time zone.
        to: Query<Option<NaiveDate>>,
    ) -> ApiResult<PageAnswer<PortalDocument>> {
        ctx.require(Resource::Invoice, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), None, SORTS)?;
        let zone: Tz = ctx.user.time_zone.parse().unwrap_or(Tz::UTC);
        let filter = Where::all()
            .and("d.client_id = ", Some(ctx.user.client_id.unwrap_or_default()))
            .among("d.kind", Some(allowed_kinds(&ctx)))
            .and("d.kind = ", kind.0.map(PortalDocumentKind::as_str))
            .and("d.at >= ", from.0.map(|day| start_of(day, zone)))
            .and("d.at < ", to.0.and_then(|day| end_of(day, zone)));
        let mut tx = ctx.begin().await?;
        let (rows, meta) = DOCUMENTS.page(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(PortalDocument::with_decimals).collect();
        Ok(PageAnswer(Page { data, meta }))
    }
}

/// The kinds whose files the user may open.
fn allowed_kinds(ctx: &Ctx) -> Vec<&'static str> {
    let right = |kind| match kind {
        PortalDocumentKind::Invoice | PortalDocumentKind::CreditNote => (Resource::Invoice, Action::Show),
        PortalDocumentKind::Receipt => (Resource::Deposit, Action::Show),
        PortalDocumentKind::CustomsDeclaration | PortalDocumentKind::CommercialInvoice => {
            (Resource::Shipment, Action::PrintLabel)
        }
    };
    let may = |kind: PortalDocumentKind| {
        let (resource, action) = right(kind);
        ctx.grants.allow(resource, action)
    };
    let allowed = PortalDocumentKind::ALL.iter().copied().filter(|kind| may(*kind));
    allowed.map(PortalDocumentKind::as_str).collect()
}

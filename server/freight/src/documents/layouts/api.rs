//! `/tenant_settings/document_layouts`.

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use poem_openapi::payload::{Json, Response};
use policy::{Action, Resource};
use serde_json::json;
use tenancy::TenantTx;

use super::model::{
    DocumentLayout, DocumentLayoutCan, DocumentLayoutDraft, DocumentLayoutSummary, DocumentLayoutText,
    DocumentLayoutUpdate, names,
};
use super::sandbox::{LayoutJob, Preview};
use super::store::{self, NewVersion};
use crate::documents::form::DocumentForm;
use crate::documents::store as document_store;
use crate::shipments::labels::printing::{self, PrintingCache};
use crate::shipments::labels::store as label_store;
use access::ctx::Ctx;
use paper::data::Data;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::http::pdf::PdfAnswer;
use server_core::settings;
use server_core::tags::Tag;

pub struct DocumentLayoutApi;

#[OpenApi(prefix_path = "/tenant_settings/document_layouts", tag = "Tag::Company")]
impl DocumentLayoutApi {
    /// List the layouts of documents
    #[oai(path = "/", method = "get", operation_id = "tenant_setting_document_layout_list")]
    async fn tenant_setting_document_layout_list(
        &self,
        ctx: Ctx,
    ) -> ApiResult<Json<Items<DocumentLayoutSummary>>> {
        ctx.require(Resource::TenantSetting, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let newest = store::newest(&mut tx).await?;
        tx.commit().await?;
        let of = |form: &DocumentForm| newest.iter().find(|one| one.form == *form);
        let summary = |form: &DocumentForm| DocumentLayoutSummary::of(*form, of(form));
        Ok(Json(Items { data: DocumentForm::ALL.iter().map(summary).collect() }))
    }

    /// Show the layout of a document
    ///
    /// Includes the fields that the layout can use, and its last versions.
    #[oai(path = "/:form", method = "get", operation_id = "tenant_setting_document_layout_show")]
    async fn tenant_setting_document_layout_show(
        &self,
        ctx: Ctx,
        /// `cn22`, `cn23`, `commercial_invoice` or `order_view`.
        form: Path<String>,
    ) -> ApiResult<Json<Item<DocumentLayout>>> {
        ctx.require(Resource::TenantSetting, Action::Show)?;
        let form = find_form(&form)?;
        let mut tx = ctx.begin().await?;
        let data = view(&mut tx, &ctx, form).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Show a version of a layout
    #[oai(
        path = "/:form/versions/:version",
        method = "get",
        operation_id = "tenant_setting_document_layout_version"
    )]
    async fn tenant_setting_document_layout_version(
        &self,
        ctx: Ctx,
        form: Path<String>,
        version: Path<String>,
    ) -> ApiResult<Json<Item<DocumentLayoutText>>> {
        ctx.require(Resource::TenantSetting, Action::Show)?;
        let form = find_form(&form)?;
        let version = version.parse().map_err(|_| ApiError::not_found())?;
        let mut tx = ctx.begin().await?;
        let found = store::version(&mut tx, form, version).await?;
        tx.commit().await?;
        let own = found.ok_or_else(ApiError::not_found)?;
        let layout = own.unwrap_or_else(|| form.built_in().to_owned());
        Ok(Json(Item { data: DocumentLayoutText { version, layout } }))
    }

    /// Save the layout of a document
    ///
    /// Returns 422 with all problems at `layout`, each with the `line` and the `box`, if the layout could not print
    /// everything: an unknown name, a box outside of the page, letters without a font, a box that is too small for its
    /// longest text.
    #[oai(path = "/:form", method = "post", operation_id = "tenant_setting_document_layout_update")]
    async fn tenant_setting_document_layout_update(
        &self,
        ctx: Ctx,
        form: Path<String>,
        body: Body<DocumentLayoutUpdate>,
    ) -> ApiResult<Json<Item<DocumentLayout>>> {
        ctx.require(Resource::TenantSetting, Action::Update)?;
        let form = find_form(&form)?;
        let DocumentLayoutUpdate { layout, version } = body.0;
        if let Some(layout) = layout.clone() {
            LayoutJob { form, layout, preview: None }.run(&ctx).await?;
        }
        let mut tx = ctx.begin().await?;
        settings::lock(&mut tx).await?;
        let before = view(&mut tx, &ctx, form).await?;
        if before.summary.version != version {
            return Err(ApiError::refused(MessageCode::StaleVersion));
        }
        if layout.as_deref().unwrap_or(&before.built_in) != before.layout
            || layout.is_some() != before.summary.is_own
        {
            let new = NewVersion {
                form,
                version: version + 1,
                layout: layout.as_deref(),
                by: ctx.user.id,
                at: ctx.now(),
            };
            store::insert(&mut tx, new).await?;
            let changes = json!({
                "document": [null, form.as_str()],
                "version": [version, version + 1],
                "is_own": [before.summary.is_own, layout.is_some()],
            });
            audit::record(&mut tx, &ctx, "tenant_setting.update_document_layout", None, changes).await?;
        }
        let data = view(&mut tx, &ctx, form).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Preview a layout as a PDF
    ///
    /// Uses sample data or a shipment. The layout can be unsaved. Returns 422 as
    /// `tenant_setting_document_layout_update` does.
    #[oai(path = "/:form/preview", method = "post", operation_id = "tenant_setting_document_layout_preview")]
    async fn tenant_setting_document_layout_preview(
        &self,
        ctx: Ctx,
        form: Path<String>,
        body: Body<DocumentLayoutDraft>,
    ) -> ApiResult<Response<PdfAnswer>> {
        ctx.require(Resource::TenantSetting, Action::Update)?;
        let form = find_form(&form)?;
        let DocumentLayoutDraft { layout, tracking_code } = body.0;
        let code = tracking_code.as_deref().map(str::trim).filter(|code| !code.is_empty());
        let data = match code {
            Some(code) => of_shipment(&ctx, form, code).await?,
            None => sample(&ctx, form).await?,
        };
        let preview =
            Preview { data: data.into(), logo: load_logo(&ctx).await?, paper: ctx.settings().paper() };
        let pdf = LayoutJob { form, layout, preview: Some(preview) }.run(&ctx).await?;
        Ok(PdfAnswer::inline(&format!("{}.pdf", form.as_str().replace('_', "-")), pdf))
    }
}

fn find_form(form: &str) -> ApiResult<DocumentForm> {
    DocumentForm::from_name(form).ok_or_else(ApiError::not_found)
}

async fn view(tx: &mut TenantTx, ctx: &Ctx, form: DocumentForm) -> ApiResult<DocumentLayout> {
    let newest = store::newest(tx).await?;
    let own = store::in_force(tx).await?.remove(&form);
    let versions = store::versions(tx, form).await?;
    let (fields, tables) = names(form);
    let newest = newest.iter().find(|one| one.form == form);
    Ok(DocumentLayout {
        summary: DocumentLayoutSummary::of(form, newest),
        layout: own.unwrap_or_else(|| form.built_in().to_owned()),
        built_in: form.built_in().to_owned(),
        fields,
        tables,
        versions: versions.into_iter().map(Into::into).collect(),
        can: DocumentLayoutCan { update: ctx.grants.allow(Resource::TenantSetting, Action::Update) },
    })
}

async fn load_logo(ctx: &Ctx) -> ApiResult<Option<String>> {
    let mut tx = ctx.begin().await?;
    let logo = printing::load_logo(&mut tx).await?;
    tx.commit().await?;
    Ok(logo)
}

async fn sample(ctx: &Ctx, form: DocumentForm) -> ApiResult<Data> {
    let settings = ctx.settings();
    let mut tx = ctx.begin().await?;
    let stationery = ctx.state().slot::<PrintingCache>().stationery(ctx.state(), &mut tx, &settings).await?;
    tx.commit().await?;
    let mut data = form.vocabulary().sample(stationery.mark);
    data.set("carrier", stationery.carrier);
    Ok(data)
}

/// A shipment's data, complete or not.
async fn of_shipment(ctx: &Ctx, form: DocumentForm, code: &str) -> ApiResult<Data> {
    let scope = ctx.scope(Resource::Shipment, Action::PrintLabel)?;
    let state = ctx.state();
    let settings = ctx.settings();
    let mut tx = ctx.begin().await?;
    let id = store::shipment(&mut tx, &scope, &code.to_uppercase()).await?;
    let id = id.ok_or_else(|| ApiError::invalid_field("tracking_code", MessageCode::UnknownOption))?;
    let batch =
        state.slot::<PrintingCache>().load_print_batch(state, &mut tx, &settings, ctx.language()).await?;
    let consignments = label_store::consignments(&mut tx, &scope, &[id]).await?;
    let kinds = [form.kind()];
    let papers =
        document_store::papers(&mut tx, consignments, &kinds, &batch.company, ctx.now()).await?.pop();
    tx.commit().await?;
    batch.data(form, &papers.ok_or_else(ApiError::not_found)?).map_err(ApiError::internal)
}

//! `/manifests/{id}`: its houses, its versions and their files.

use std::io::Read;

use poem_openapi::OpenApi;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Json, Response};
use policy::{Action, Resource};
use serde_json::json;
use uuid::Uuid;

use super::contents::{load_contents, load_lines};
use super::files::ManifestFormat;
use super::freezing::find_withdrawn;
use super::gateways::{self, ManifestGateway};
use super::input::build_filter;
use super::model::{HouseAnswer, Manifest, ManifestHouse, ManifestHousePage};
use super::sheet::write_bag_sheet;
use super::snapshot::ManifestLine;
use super::state::ManifestStatus;
use super::store::{self, HouseFilter, MANIFESTS, VersionKey};
use super::version_model::ManifestVersion;
use access::ctx::Ctx;
use server_core::audit;
use server_core::files::document;
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::optional;
use server_core::http::file_answer::FileAnswer;
use server_core::http::list::{Items, Paging};
use server_core::record::Where;
use server_core::tags::Tag;
use sheets::export::ExportFormat;
use tenancy::TenantTx;
use tokio::task::spawn_blocking;

pub struct ManifestHouseApi;

#[OpenApi(prefix_path = "/manifests", tag = "Tag::Consolidation")]
impl ManifestHouseApi {
    /// List the houses of a manifest
    ///
    /// While it is open, as its bags and shipments are now; then as they were when it was closed. Those of a withdrawal are those that
    /// were sent.
    #[oai(path = "/:id/houses", method = "get", operation_id = "manifest_houses")]
    #[expect(clippy::too_many_arguments, reason = "each is one parameter of the published operation")]
    async fn manifest_houses(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// A part of the number of a house, or of the name of its recipient in a closed version.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        /// Number of a bag.
        #[oai(validator(max_length = 40))]
        bag: Query<Option<String>>,
        /// Only of a sent version.
        answer: Query<Option<HouseAnswer>>,
        /// A closed version; left out for the present one.
        #[oai(validator(minimum(value = "1"), maximum(value = "10000")))]
        revision: Query<Option<i16>>,
    ) -> ApiResult<Json<ManifestHousePage>> {
        let scope = ctx.scope(Resource::Manifest, Action::Show)?;
        let paging = Paging::new(page.0, per_page.0)?;
        let filter = HouseFilter {
            search: optional(search.0.as_ref()).map(|text| text.to_uppercase()),
            bag: optional(bag.0.as_ref()),
            answer: answer.0,
        };
        let mut tx = ctx.begin().await?;
        let manifest: Manifest = MANIFESTS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let is_live = matches!(manifest.status, ManifestStatus::Open | ManifestStatus::Cancelled);
        let page = match revision.0 {
            None if is_live => match find_withdrawn(&mut tx, &manifest).await? {
                Some(key) => list_withdrawn(&mut tx, key, &filter, &paging).await?,
                None => list_live(&mut tx, &manifest, &filter, &paging).await?,
            },
            asked => {
                let revision = asked.unwrap_or(manifest.revision);
                let key = VersionKey { manifest_id: manifest.id, revision };
                list_frozen(&mut tx, key, &filter, &paging).await?
            }
        };
        tx.commit().await?;
        Ok(Json(page))
    }

    /// List the gateways of manifests
    ///
    /// Where the company sends them, besides the download.
    #[oai(path = "/gateways", method = "get", operation_id = "manifest_gateways")]
    async fn manifest_gateways(&self, ctx: Ctx) -> ApiResult<Json<Items<ManifestGateway>>> {
        ctx.require(Resource::Manifest, Action::Send)?;
        let mut tx = ctx.begin().await?;
        let data = gateways::list(&mut tx).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// List the versions of a manifest
    ///
    /// Newest first, with their files.
    #[oai(path = "/:id/versions", method = "get", operation_id = "manifest_versions")]
    async fn manifest_versions(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Items<ManifestVersion>>> {
        let scope = ctx.scope(Resource::Manifest, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let manifest: Manifest = MANIFESTS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let versions = store::list_versions(&mut tx, manifest.id).await?;
        tx.commit().await?;
        Ok(Json(Items { data: versions.into_iter().map(ManifestVersion::from).collect() }))
    }

    /// Download a file of a version
    ///
    /// Made once when the version was closed: the same bytes each time. With `bag`, a table (`csv`, `xlsx`) of the houses in that bag
    /// is made of what was closed. A house in several bags is there as a whole; pieces and weight of the totals are those of the bag.
    #[oai(path = "/:id/versions/:revision/files/:format", method = "get", operation_id = "manifest_file")]
    async fn manifest_file(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        revision: Path<i16>,
        format: Path<ManifestFormat>,
        /// Number of a bag.
        #[oai(validator(max_length = 40))]
        bag: Query<Option<String>>,
    ) -> ApiResult<Response<FileAnswer<ManifestFormat>>> {
        let scope = ctx.scope(Resource::Manifest, Action::Export)?;
        let mut tx = ctx.begin().await?;
        let manifest: Manifest = MANIFESTS.find(&mut tx, &build_filter(&scope, Where::all()), *id).await?;
        let key = VersionKey { manifest_id: manifest.id, revision: *revision };
        let version = store::find_version(&mut tx, key).await?.ok_or_else(ApiError::not_found)?;
        let file = version.files.0.into_iter().find(|file| file.format == *format);
        let file = file.ok_or_else(ApiError::not_found)?;
        // It has names, documents and addresses of people.
        let bag = optional(bag.0.as_ref());
        let table = match &bag {
            Some(number) => Some(write_bag(&mut tx, key, *format, number).await?),
            None => None,
        };
        let mut facts = json!({ "revision": *revision, "format": file.format });
        if let Some(number) = &bag {
            facts["bag"] = json!(number);
        }
        audit::record(&mut tx, &ctx, "manifest.export", Some(manifest.id), facts).await?;
        tx.commit().await?;
        let content_type = file.format.content_type();
        if let Some((name, bytes)) = table {
            let answer = FileAnswer::of(content_type, bytes);
            return Ok(answer.header("content-disposition", content_disposition(&name)));
        }
        let files = &ctx.state().files;
        let answer = document::to_response(files, &ctx.tenant().id, &file.key, content_type).await?;
        Ok(answer.header("content-disposition", content_disposition(&file.name)))
    }
}

/// The table of a bag of a closed version, with its name.
async fn write_bag(
    tx: &mut TenantTx,
    key: VersionKey,
    format: ManifestFormat,
    number: &str,
) -> ApiResult<(String, Vec<u8>)> {
    let export = match format {
        ManifestFormat::Csv => ExportFormat::Csv,
        ManifestFormat::Xlsx => ExportFormat::Xlsx,
        _ => return Err(ApiError::not_found()),
    };
    let snapshot = store::load_snapshot(tx, key).await?.of_bag(number).ok_or_else(ApiError::not_found)?;
    let head = &snapshot.head;
    let name = format!("{}-{}-{number}.{}", head.number, head.version, format.as_str());
    let written = spawn_blocking(move || -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        write_bag_sheet(&snapshot, export)?.read_to_end(&mut bytes)?;
        Ok(bytes)
    });
    let bytes = written.await.map_err(ApiError::internal)?.map_err(ApiError::internal)?;
    Ok((name, bytes))
}

async fn list_live(
    tx: &mut TenantTx,
    manifest: &Manifest,
    filter: &HouseFilter,
    paging: &Paging,
) -> ApiResult<ManifestHousePage> {
    let contents = load_contents(tx, manifest).await?;
    let is_asked = |house: &&super::house_line::HouseSource| {
        filter.search.as_ref().is_none_or(|text| house.house.to_uppercase().contains(text))
            && filter.bag.as_ref().is_none_or(|bag| house.bags.contains(bag))
            && filter.answer.is_none()
    };
    let found: Vec<_> = contents.houses.iter().filter(is_asked).cloned().collect();
    let offset = usize::try_from(paging.offset()).unwrap_or(usize::MAX).min(found.len());
    let end = found.len().min(offset + usize::try_from(paging.per_page).unwrap_or_default());
    let shown = &found[offset..end];
    let first = i32::try_from(offset + 1).unwrap_or(i32::MAX);
    let lines = load_lines(tx, shown, first).await?;
    let ids: std::collections::HashMap<&str, Uuid> =
        shown.iter().map(|house| (house.house.as_str(), house.shipment_id)).collect();
    let data = lines.into_iter().filter_map(|line| {
        let shipment_id = ids.get(line.house.as_str()).copied()?;
        Some(show_line(line, shipment_id))
    });
    let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
    Ok(ManifestHousePage { data: data.collect(), meta: paging.exact_meta(total) })
}

async fn list_frozen(
    tx: &mut TenantTx,
    key: VersionKey,
    filter: &HouseFilter,
    paging: &Paging,
) -> ApiResult<ManifestHousePage> {
    let (rows, total) = store::list_houses(tx, key, filter, paging.per_page, paging.offset()).await?;
    let show = |row: store::AnsweredLine| ManifestHouse {
        answer: row.answer,
        answer_reason: row.answer_reason,
        answered_at: row.answered_at,
        has_answer_file: row.has_answer_file,
        ..show_line(row.line.0, row.shipment_id)
    };
    Ok(ManifestHousePage { data: rows.into_iter().map(show).collect(), meta: paging.exact_meta(total) })
}

/// The houses of the version that is withdrawn. Nobody has answered about the withdrawal.
async fn list_withdrawn(
    tx: &mut TenantTx,
    key: VersionKey,
    filter: &HouseFilter,
    paging: &Paging,
) -> ApiResult<ManifestHousePage> {
    let (rows, total) = store::list_houses(tx, key, filter, paging.per_page, paging.offset()).await?;
    let data = rows.into_iter().map(|row| show_line(row.line.0, row.shipment_id)).collect();
    Ok(ManifestHousePage { data, meta: paging.exact_meta(total) })
}

fn show_line(line: ManifestLine, shipment_id: Uuid) -> ManifestHouse {
    ManifestHouse {
        seq: line.seq,
        shipment_id,
        house: line.house,
        bags: line.bags,
        shipper_name: line.shipper.name,
        consignee_name: line.consignee.name,
        consignee_city: line.consignee.city,
        consignee_country: line.consignee.country,
        description: line.description,
        hs_codes: line.hs_codes,
        pieces: line.pieces,
        weight_g: line.weight_g,
        value: line.value,
        currency: line.currency,
        answer: None,
        answer_reason: None,
        answered_at: None,
        has_answer_file: false,
    }
}

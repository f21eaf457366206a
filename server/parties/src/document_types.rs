//! Types of documents that the company adds to the fixed ones. A type may say how long its documents are kept.

use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use access::ctx::Ctx;
use access::references::still_active;
use server_core::http::body::{Body, Patch};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::fields::require;
use server_core::http::list::{Item, Items, Page, Words};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::{RecordState, SwitchCan};
use server_core::record::{ActiveFilter, Choice, Deletion, ListQuery, Sorts, Table, Where};
use server_core::tags::Tag;

/// A company's own type of documents.
#[derive(Object, sqlx::FromRow)]
pub struct PartyDocumentType {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: PartyDocumentTypeInput,
    /// An inactive type cannot be chosen. Its documents keep it, and are deleted as it says.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

/// Input of a type of documents.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct PartyDocumentTypeInput {
    /// Unique in the company, whatever its accents and capitals.
    #[oai(validator(max_length = 60))]
    pub name: String,
    /// Months after its last day, or without one after the day on which it was added, until a document is deleted with its
    /// file. Null: documents are kept. A change also holds for documents that are there.
    #[oai(validator(minimum(value = "1"), maximum(value = "240")))]
    pub retention_months: Option<i16>,
}

/// The fields of a type to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize)]
pub struct PartyDocumentTypeUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: PartyDocumentTypeInput,
    /// Version that was read; 409 `stale_version` if the type has changed since.
    pub version: i32,
}

impl PartyDocumentTypeInput {
    /// Normalizes and checks the input.
    pub fn check(self) -> ApiResult<Self> {
        Ok(Self { name: require("name", &self.name)?, ..self })
    }
}

const TYPES: Table = Table {
    name: "document_types",
    resource: "document_type",
    columns: "name, retention_months",
    read: &["active", "excluded_at"],
    unique: &[("document_types_name_key", "name")],
    order: "search_text(name), id",
};
const SORTS: Sorts =
    &[("name", "search_text(name)"), ("retention_months", "retention_months"), ("updated_at", "updated_at")];
const SEARCHED: &str = "name";
/// Locked, so that it is not deactivated before the transaction ends.
pub const ACTIVE: &str = "select active from document_types where id = $1 for share";

/// Refuses a type that cannot be chosen, unless the document has it already.
pub async fn check_active(tx: &mut TenantTx, asked: Option<Uuid>, before: Option<Uuid>) -> ApiResult<()> {
    if still_active(tx, ACTIVE, asked, before).await? {
        return Ok(());
    }
    Err(ApiError::invalid_field("type_id", MessageCode::UnknownOption))
}

/// Whether the state of a type allows an action, for any user.
pub async fn load_record_state(tx: &mut TenantTx, id: Uuid, action: Action) -> ApiResult<RecordState> {
    TYPES.load_record_state(tx, id, action).await
}

pub struct DocumentTypeApi;

#[OpenApi(prefix_path = "/document-types", tag = "Tag::Parties")]
impl DocumentTypeApi {
    /// List types of documents
    #[oai(path = "/", method = "get", operation_id = "document_type_list")]
    async fn document_type_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        /// `name`, `retention_months` or `updated_at`; a minus sorts in descending order.
        sort: Query<Option<String>>,
        /// Words in the name.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
        active: Query<Option<ActiveFilter>>,
    ) -> ApiResult<Json<Page<PartyDocumentType>>> {
        ctx.require(Resource::DocumentType, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, sort.0.as_deref(), search.0.as_deref(), SORTS)?;
        let filter = Where::words(&asked.words, SEARCHED).state(active.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = TYPES.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// List types of documents to choose from; at most 200
    #[oai(path = "/select", method = "get", operation_id = "document_type_select")]
    async fn document_type_select(
        &self,
        ctx: Ctx,
        /// Words in the name.
        #[oai(validator(max_length = 200))]
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Items<Choice>>> {
        ctx.require(Resource::DocumentType, Action::Select)?;
        let filter = Where::words(&Words::parse(search.0.as_deref()), SEARCHED).and("active = ", Some(true));
        let mut tx = ctx.begin().await?;
        let data = TYPES.select(&mut tx, "null::text as code, name", &filter, 200).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Show a type of documents
    #[oai(path = "/:id", method = "get", operation_id = "document_type_show")]
    async fn document_type_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<PartyDocumentType>>> {
        ctx.require(Resource::DocumentType, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Create a type of documents
    #[oai(path = "/", method = "post", operation_id = "document_type_create")]
    async fn document_type_create(
        &self,
        ctx: Ctx,
        body: Body<PartyDocumentTypeInput>,
    ) -> ApiResult<Json<Item<PartyDocumentType>>> {
        ctx.require(Resource::DocumentType, Action::Create)?;
        let mut tx = ctx.begin().await?;
        let id = TYPES.create(&mut tx, &ctx, &body.0.check()?).await?;
        answer(tx, &ctx, id).await
    }

    /// Update a type of documents
    #[oai(path = "/:id", method = "patch", operation_id = "document_type_update")]
    async fn document_type_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<PartyDocumentTypeUpdate>,
    ) -> ApiResult<Json<Item<PartyDocumentType>>> {
        ctx.require(Resource::DocumentType, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let before: PartyDocumentType = TYPES.lock(&mut tx, *id).await?;
        let input: PartyDocumentTypeInput = body.change(&before.input, before.version)?;
        TYPES.update(&mut tx, &ctx, *id, &before.input, &input.check()?).await?;
        answer(tx, &ctx, *id).await
    }

    /// Activate a type of documents
    #[oai(path = "/:id/activate", method = "post", operation_id = "document_type_activate")]
    async fn document_type_activate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<PartyDocumentType>>> {
        ctx.require(Resource::DocumentType, Action::Activate)?;
        let mut tx = ctx.begin().await?;
        TYPES.switch(&mut tx, &ctx, *id, true).await?;
        answer(tx, &ctx, *id).await
    }

    /// Deactivate a type of documents
    ///
    /// Its documents keep it.
    #[oai(path = "/:id/deactivate", method = "post", operation_id = "document_type_deactivate")]
    async fn document_type_deactivate(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<PartyDocumentType>>> {
        ctx.require(Resource::DocumentType, Action::Deactivate)?;
        let mut tx = ctx.begin().await?;
        TYPES.switch(&mut tx, &ctx, *id, false).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a type of documents
    ///
    /// One that was used or changed stays on its documents, which are deleted as it says, and can be restored; any other is
    /// gone for good.
    #[oai(path = "/:id", method = "delete", operation_id = "document_type_delete")]
    async fn document_type_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<Deletion>>> {
        ctx.require(Resource::DocumentType, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let before: PartyDocumentType = TYPES.lock(&mut tx, *id).await?;
        let data = TYPES.remove_or_exclude(&mut tx, &ctx, *id, &before.input).await?;
        tx.commit().await?;
        Ok(Json(Item { data }))
    }

    /// Restore a type of documents that was deleted
    #[oai(path = "/:id/restore", method = "post", operation_id = "document_type_restore")]
    async fn document_type_restore(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
    ) -> ApiResult<Json<Item<PartyDocumentType>>> {
        ctx.require(Resource::DocumentType, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        TYPES.restore(&mut tx, &ctx, *id).await?;
        answer(tx, &ctx, *id).await
    }
}

fn seen_by(ctx: &Ctx, row: PartyDocumentType) -> PartyDocumentType {
    let can = SwitchCan::of(&ctx.grants, Resource::DocumentType, row.active, row.excluded_at.is_some());
    PartyDocumentType { can, ..row }
}

/// Commits and returns the type.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<PartyDocumentType>>> {
    let row = TYPES.find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, row) }))
}

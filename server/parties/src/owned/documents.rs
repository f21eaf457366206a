//! Documents of a client, a partner or a subsidiary, each with or without a file.

use chrono::{DateTime, NaiveDate, Utc};
use poem::Body as Bytes;
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::{Binary, Json, Response};
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::{OwnedCan, Owner, OwnerType};
use access::ctx::Ctx;
use server_core::files::FileKey;
use server_core::files::document::{self, SavedDocument};
use server_core::http::body::Patch;
use server_core::http::download::content_disposition;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::form::{FilePart, FormPatch};
use server_core::http::list::{Item, Page};
use server_core::http::messages::MessageCode;
use server_core::record::{ListQuery, Table};
use server_core::tags::Tag;
use trade::wire_name;

wire_name! {
    /// Kind of a document.
    PartyDocumentKind {
        Identity = "identity",
        TaxRegistration = "tax_registration",
        AddressProof = "address_proof",
        Contract = "contract",
        PowerOfAttorney = "power_of_attorney",
        License = "license",
        Other = "other",
    }
}

/// A document of a client, a partner or a subsidiary.
#[derive(Object)]
pub struct PartyDocument {
    pub id: Uuid,
    #[oai(flatten)]
    pub owner: Owner,
    #[oai(flatten)]
    pub fields: PartyDocumentFields,
    /// Name of the file; null without a file.
    pub file_name: Option<String>,
    /// Size of the file in bytes.
    pub file_size: Option<i64>,
    pub content_type: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    pub can: OwnedCan,
}

/// The fields of a document.
#[derive(Object, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
pub struct PartyDocumentFields {
    pub kind: PartyDocumentKind,
    #[oai(validator(max_length = 60))]
    pub number: Option<String>,
    pub issued_on: Option<NaiveDate>,
    /// Last day on which it is valid.
    pub expires_on: Option<NaiveDate>,
    #[oai(validator(max_length = 500))]
    pub notes: Option<String>,
}

/// A document to add.
#[derive(Object)]
pub struct PartyDocumentInput {
    #[oai(flatten)]
    pub owner: Owner,
    #[oai(flatten)]
    pub fields: PartyDocumentFields,
    /// PDF, JPEG or PNG, up to 10 MB.
    pub file: Option<FilePart>,
    /// Name of the file.
    #[oai(validator(max_length = 200))]
    pub file_name: Option<String>,
}

/// The fields of a document to change. Omitted fields are unchanged; the file cannot be changed.
#[derive(Object, Serialize, Deserialize)]
pub struct PartyDocumentUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub fields: PartyDocumentFields,
    /// Version that was read; 409 `stale_version` if the document has changed since.
    pub version: i32,
}

/// The columns of a document.
#[derive(Clone, Serialize, sqlx::FromRow)]
struct DocumentColumns {
    #[serde(flatten)]
    #[sqlx(flatten)]
    owner: Owner,
    #[serde(flatten)]
    #[sqlx(flatten)]
    fields: PartyDocumentFields,
    file_key: Option<String>,
    file_name: Option<String>,
    file_size: Option<i64>,
    content_type: Option<String>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: Uuid,
    #[sqlx(flatten)]
    stored: DocumentColumns,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
    version: i32,
}

impl PartyDocumentFields {
    /// Normalizes and checks the fields.
    fn check(self) -> ApiResult<Self> {
        let mut errors = FieldErrors::default();
        if let (Some(issued), Some(expires)) = (self.issued_on, self.expires_on)
            && expires < issued
        {
            errors.push("expires_on", MessageCode::ExpiresBeforeIssue);
        }
        errors.into_result()?;
        Ok(Self { number: optional(self.number.as_ref()), notes: optional(self.notes.as_ref()), ..self })
    }
}

const DOCUMENTS: Table = Table {
    name: "party_documents",
    resource: "party_document",
    columns: "owner_type, owner_id, kind, number, issued_on, expires_on, notes, file_key, file_name, file_size, \
              content_type",
    read: &[],
    unique: &[],
    order: "expires_on nulls last, id",
};

pub struct PartyDocumentApi;

#[OpenApi(prefix_path = "/party_documents", tag = "Tag::Parties")]
impl PartyDocumentApi {
    /// List documents of clients, partners and subsidiaries
    ///
    /// Documents of owners that the user may see, ordered by expiry.
    #[oai(path = "/", method = "get", operation_id = "party_document_list")]
    async fn party_document_list(
        &self,
        ctx: Ctx,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        owner_type: Query<Option<OwnerType>>,
        owner_id: Query<Option<Uuid>>,
    ) -> ApiResult<Json<Page<PartyDocument>>> {
        ctx.require(Resource::PartyDocument, Action::List)?;
        let asked = ListQuery::parse(page.0, per_page.0, None, None, &[])?;
        let filter = super::of_owner(&ctx, owner_type.0, owner_id.0);
        let mut tx = ctx.begin().await?;
        let (rows, total) = DOCUMENTS.list(&mut tx, &filter, &asked).await?;
        tx.commit().await?;
        let data = rows.into_iter().map(|row| seen_by(&ctx, row)).collect();
        Ok(Json(Page { data, meta: asked.paging.meta(total) }))
    }

    /// Show a document of a client, a partner or a subsidiary
    #[oai(path = "/:id", method = "get", operation_id = "party_document_show")]
    async fn party_document_show(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Item<PartyDocument>>> {
        ctx.require(Resource::PartyDocument, Action::Show)?;
        answer(ctx.begin().await?, &ctx, *id).await
    }

    /// Add a document of a client, a partner or a subsidiary
    #[oai(path = "/", method = "post", operation_id = "party_document_create")]
    async fn party_document_create(
        &self,
        ctx: Ctx,
        form: FormPatch<PartyDocumentInput>,
    ) -> ApiResult<Json<Item<PartyDocument>>> {
        ctx.require(Resource::PartyDocument, Action::Create)?;
        let input = form.fields.onto(&json!({}))?;
        let fields = input.fields.check()?;
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let file = SavedDocument::save_if_sent(files, tenant, form.file, input.file_name.as_deref()).await?;
        let added = add(&ctx, &DocumentColumns::new(input.owner, fields, file.as_ref())).await;
        SavedDocument::delete_unless_written(files, file.as_ref(), added).await
    }

    /// Update a document of a client, a partner or a subsidiary
    #[oai(path = "/:id", method = "patch", operation_id = "party_document_update")]
    async fn party_document_update(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Patch<PartyDocumentUpdate>,
    ) -> ApiResult<Json<Item<PartyDocument>>> {
        ctx.require(Resource::PartyDocument, Action::Update)?;
        let mut tx = ctx.begin().await?;
        let row: Row = DOCUMENTS.lock_among(&mut tx, &super::of_id(&ctx, *id)).await?;
        let fields: PartyDocumentFields = body.change(&row.stored.fields, row.version)?;
        let after = DocumentColumns { fields: fields.check()?, ..row.stored.clone() };
        super::update(&mut tx, &ctx, &DOCUMENTS, *id, after.owner, &row.stored, &after).await?;
        answer(tx, &ctx, *id).await
    }

    /// Delete a document of a client, a partner or a subsidiary, with its file
    #[oai(path = "/:id", method = "delete", operation_id = "party_document_delete")]
    async fn party_document_delete(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<()> {
        ctx.require(Resource::PartyDocument, Action::Delete)?;
        let mut tx = ctx.begin().await?;
        let row: Row = DOCUMENTS.lock_among(&mut tx, &super::of_id(&ctx, *id)).await?;
        super::delete(&mut tx, &ctx, &DOCUMENTS, *id, row.stored.owner, &row.stored).await?;
        tx.commit().await?;
        if let Some(key) = row.stored.file_key.and_then(|name| FileKey::of(&ctx.tenant().id, &name)) {
            ctx.state().files.delete(&key).await.map_err(ApiError::internal)?;
        }
        Ok(())
    }

    /// Download the file of a document
    #[oai(path = "/:id/file", method = "get", operation_id = "party_document_file")]
    async fn party_document_file(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Response<Binary<Bytes>>> {
        ctx.require(Resource::PartyDocument, Action::Show)?;
        let mut tx = ctx.begin().await?;
        let row: Row = DOCUMENTS.find_among(&mut tx, &super::of_id(&ctx, *id)).await?;
        tx.commit().await?;
        let DocumentColumns { file_key, file_name, content_type, .. } = row.stored;
        let (files, tenant) = (&ctx.state().files, &ctx.tenant().id);
        let content_type = content_type.unwrap_or_default();
        let response =
            document::to_response(files, tenant, &file_key.unwrap_or_default(), content_type).await?;
        Ok(response.header("content-disposition", content_disposition(&file_name.unwrap_or_default())))
    }
}

impl DocumentColumns {
    fn new(owner: Owner, fields: PartyDocumentFields, file: Option<&SavedDocument>) -> Self {
        Self {
            owner,
            fields,
            file_key: file.map(|file| file.file_key.clone()),
            file_name: file.map(|file| file.file_name.clone()),
            file_size: file.map(|file| file.file_size),
            content_type: file.map(|file| file.content_type.to_owned()),
        }
    }
}

/// Writes the row of a document.
async fn add(ctx: &Ctx, stored: &DocumentColumns) -> ApiResult<Json<Item<PartyDocument>>> {
    let mut tx = ctx.begin().await?;
    super::lock(&mut tx, ctx, stored.owner).await?;
    let id = super::create(&mut tx, ctx, &DOCUMENTS, stored.owner, stored).await?;
    answer(tx, ctx, id).await
}

fn seen_by(ctx: &Ctx, row: Row) -> PartyDocument {
    let Row { id, stored, created_at, updated_at, version } = row;
    PartyDocument {
        id,
        owner: stored.owner,
        fields: stored.fields,
        file_name: stored.file_name,
        file_size: stored.file_size,
        content_type: stored.content_type,
        created_at,
        updated_at,
        version,
        can: OwnedCan::of(ctx, Resource::PartyDocument),
    }
}

/// Commits and returns the document.
async fn answer(mut tx: TenantTx, ctx: &Ctx, id: Uuid) -> ApiResult<Json<Item<PartyDocument>>> {
    let row = DOCUMENTS.find_among(&mut tx, &super::of_id(ctx, id)).await?;
    tx.commit().await?;
    Ok(Json(Item { data: seen_by(ctx, row) }))
}

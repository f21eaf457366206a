//! The storage of a tenant's files, for the operator.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use serde_json::json;

use super::auth::Operator;
use server_core::files::storage::{self, StoredBytes};
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::tags::OperatorTag;

/// Storage of a tenant's files.
#[derive(Object)]
pub struct TenantStorage {
    /// Bytes of all stored files.
    pub bytes: i64,
    /// The most that the tenant can upload, in bytes; null for the limit of the installation.
    pub most_bytes: Option<i64>,
}

/// A limit to set.
#[derive(Object)]
pub struct TenantStorageInput {
    /// Bytes; null for the limit of the installation. Less than what is stored refuses further uploads.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000000000000")))]
    pub most_bytes: Option<i64>,
}

impl From<StoredBytes> for TenantStorage {
    fn from(stored: StoredBytes) -> Self {
        Self { bytes: stored.bytes, most_bytes: stored.most }
    }
}

pub struct TenantStorageApi;

#[OpenApi(prefix_path = "/tenants", tag = "OperatorTag::Tenants")]
impl TenantStorageApi {
    /// Show the storage of a tenant's files
    #[oai(path = "/:slug/storage", method = "get", operation_id = "tenant_storage_show")]
    async fn tenant_storage_show(
        &self,
        operator: Operator,
        slug: Path<String>,
    ) -> ApiResult<Json<Item<TenantStorage>>> {
        show(&operator, &slug).await
    }

    /// Set the storage limit of a tenant
    #[oai(path = "/:slug/storage", method = "patch", operation_id = "tenant_storage_update")]
    async fn tenant_storage_update(
        &self,
        operator: Operator,
        slug: Path<String>,
        body: Body<TenantStorageInput>,
    ) -> ApiResult<Json<Item<TenantStorage>>> {
        let state = &operator.state;
        let work = async {
            let id = state.admin.find(&slug).await?.id;
            Ok(storage::allow(&state.tenancy, &id, body.most_bytes).await?)
        };
        operator
            .change("tenant_storage.update", &slug, json!({ "most_bytes": body.most_bytes }), work)
            .await?;
        show(&operator, &slug).await
    }
}

async fn show(operator: &Operator, slug: &str) -> ApiResult<Json<Item<TenantStorage>>> {
    let id = operator.state.admin.find(slug).await?.id;
    let stored = storage::load(&operator.state.tenancy, &id).await?;
    Ok(Json(Item { data: stored.into() }))
}

//! The storage of the company's files, for its administrators.

use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};

use access::ctx::Ctx;
use server_core::files::storage;
use server_core::http::error::ApiResult;
use server_core::http::list::Item;
use server_core::tags::Tag;

/// Storage of the company's files.
#[derive(Object)]
pub struct CompanyStorage {
    /// Bytes of all stored files.
    pub bytes: i64,
    /// The most that the company can upload, in bytes; null when there is no limit.
    pub most_bytes: Option<i64>,
}

pub struct StorageApi;

#[OpenApi(prefix_path = "/tenant_settings", tag = "Tag::Company")]
impl StorageApi {
    /// Show the storage of the company's files
    ///
    /// Uploads are refused with 409 `storage_full` at the limit, which the operator sets.
    #[oai(path = "/storage", method = "get", operation_id = "tenant_setting_storage")]
    async fn tenant_setting_storage(&self, ctx: Ctx) -> ApiResult<Json<Item<CompanyStorage>>> {
        ctx.require(Resource::TenantSetting, Action::Show)?;
        let stored = storage::load(&ctx.state().tenancy, &ctx.tenant().id).await?;
        let most_bytes = ctx.state().files.counter().map(|counter| counter.most(stored));
        Ok(Json(Item { data: CompanyStorage { bytes: stored.bytes, most_bytes } }))
    }
}

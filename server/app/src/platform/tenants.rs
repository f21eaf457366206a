//! `/tenants`: create, list, show, suspend, resume, migrate, delete.

use anyhow::Context;
use chrono::{DateTime, Utc};
use poem_openapi::param::{Path, Query};
use poem_openapi::payload::Json;
use poem_openapi::{Enum, Object, OpenApi};
use serde_json::json;
use tenancy::Host;
use tenancy::admin::{Admin, AdminError, MigrateOptions, TenantRecord, is_slug};

use super::PlatformState;
use super::auth::Operator;
use super::domains::TenantDomain;
use server_core::files::Files;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::fields::required;
use server_core::http::list::{Item, Page, Paging};
use server_core::http::messages::{Language, MessageCode};
use server_core::settings;
use server_core::settings::Settings;
use server_core::tags::OperatorTag;

/// State of a tenant.
#[derive(Enum, Clone, Copy, Debug, PartialEq, Eq)]
#[oai(rename_all = "snake_case")]
pub enum TenantState {
    Active,
    /// Requests get 503 and a page with the reason; all data is kept.
    Suspended,
    /// The deletion has started; delete the tenant again to finish it.
    Deleting,
}

impl TenantState {
    fn from_name(name: &str) -> Self {
        match name {
            "active" => Self::Active,
            "suspended" => Self::Suspended,
            _ => Self::Deleting,
        }
    }
}

/// A tenant in the list.
#[derive(Object)]
pub struct Tenant {
    /// Schema and role in the database; never reused.
    pub id: String,
    pub slug: String,
    pub state: TenantState,
    pub primary_host: Option<String>,
    /// Number of the last migration of its schema.
    pub schema_version: i32,
    /// Error of its last migration; null after a success.
    pub migration_error: Option<String>,
    pub created_at: DateTime<Utc>,
}

/// A tenant with its hosts.
#[derive(Object)]
pub struct TenantDetail {
    #[oai(flatten)]
    pub tenant: Tenant,
    /// The primary host first.
    pub domains: Vec<TenantDomain>,
}

/// A tenant to create.
#[derive(Object)]
pub struct TenantInput {
    /// Short name: lower-case letters, digits, hyphens.
    #[oai(validator(max_length = 63))]
    pub slug: String,
    /// Public name of the company.
    #[oai(validator(max_length = 120))]
    pub name: String,
    /// Hosts; the caller vouches for them, so they are active at once. The first is the primary one.
    #[oai(validator(min_items = 1, max_items = 20))]
    pub hosts: Vec<String>,
    /// Default language; the other languages are offered too.
    pub language: Language,
}

/// Confirmation of a deletion.
#[derive(Object)]
pub struct TenantDeletion {
    /// The tenant's slug again.
    #[oai(validator(max_length = 63))]
    pub confirm: String,
}

impl From<TenantRecord> for Tenant {
    fn from(record: TenantRecord) -> Self {
        Self {
            id: record.id.to_string(),
            state: TenantState::from_name(&record.state),
            slug: record.slug,
            primary_host: record.primary_host,
            schema_version: record.schema_version,
            migration_error: record.migration_error,
            created_at: record.created_at,
        }
    }
}

impl TenantInput {
    fn check(&self) -> ApiResult<()> {
        let mut errors = FieldErrors::default();
        if !is_slug(&self.slug) {
            errors.push("slug", MessageCode::Invalid);
        }
        required("name", &self.name, &mut errors);
        for (at, host) in self.hosts.iter().enumerate() {
            if Host::parse(host).is_none() {
                errors.push(format!("hosts.{at}"), MessageCode::InvalidHost);
            }
        }
        errors.into_result()
    }
}

pub struct TenantApi;

#[OpenApi(prefix_path = "/tenants", tag = "OperatorTag::Tenants")]
impl TenantApi {
    /// List tenants, by slug
    #[oai(path = "/", method = "get", operation_id = "tenant_list")]
    async fn tenant_list(
        &self,
        operator: Operator,
        page: Query<Option<i64>>,
        per_page: Query<Option<i64>>,
        state: Query<Option<TenantState>>,
        /// Part of the slug or of the primary host.
        search: Query<Option<String>>,
    ) -> ApiResult<Json<Page<Tenant>>> {
        let paging = Paging::new(page.0, per_page.0)?;
        let words = search.0.unwrap_or_default().trim().to_lowercase();
        let mut tenants: Vec<Tenant> =
            operator.state.admin.list().await?.into_iter().map(Tenant::from).collect();
        tenants.retain(|tenant| {
            let host = tenant.primary_host.as_deref().unwrap_or_default();
            state.0.is_none_or(|state| tenant.state == state)
                && (tenant.slug.contains(&words) || host.contains(&words))
        });
        let meta = paging.exact_meta(i64::try_from(tenants.len()).unwrap_or(i64::MAX));
        let (skip, take) = (paging.offset().try_into().unwrap_or(0), paging.per_page.try_into().unwrap_or(0));
        Ok(Json(Page { data: tenants.into_iter().skip(skip).take(take).collect(), meta }))
    }

    /// Create a tenant
    ///
    /// It is available within a second. `remessa tenant apply` sets its brand and settings.
    #[oai(path = "/", method = "post", operation_id = "tenant_create")]
    async fn tenant_create(
        &self,
        operator: Operator,
        body: Body<TenantInput>,
    ) -> ApiResult<Json<Item<TenantDetail>>> {
        body.check()?;
        let detail = json!({ "name": body.name, "hosts": body.hosts, "language": body.language });
        operator.change("tenant.create", &body.slug, detail, create(&operator.state, &body)).await?;
        show_tenant(&operator.state, &body.slug).await
    }

    /// Show a tenant
    #[oai(path = "/:slug", method = "get", operation_id = "tenant_show")]
    async fn tenant_show(
        &self,
        operator: Operator,
        slug: Path<String>,
    ) -> ApiResult<Json<Item<TenantDetail>>> {
        show_tenant(&operator.state, &slug).await
    }

    /// Suspend a tenant
    ///
    /// Requests get 503 and a page with the reason, sessions end, all data is kept.
    #[oai(path = "/:slug/suspend", method = "post", operation_id = "tenant_suspend")]
    async fn tenant_suspend(
        &self,
        operator: Operator,
        slug: Path<String>,
    ) -> ApiResult<Json<Item<TenantDetail>>> {
        let work = async { Ok(operator.state.admin.suspend(&slug).await?) };
        operator.change("tenant.suspend", &slug, json!({}), work).await?;
        show_tenant(&operator.state, &slug).await
    }

    /// Resume a suspended tenant
    #[oai(path = "/:slug/resume", method = "post", operation_id = "tenant_resume")]
    async fn tenant_resume(
        &self,
        operator: Operator,
        slug: Path<String>,
    ) -> ApiResult<Json<Item<TenantDetail>>> {
        let work = async { Ok(operator.state.admin.resume(&slug).await?) };
        operator.change("tenant.resume", &slug, json!({}), work).await?;
        show_tenant(&operator.state, &slug).await
    }

    /// Migrate a tenant's schema to this release
    #[oai(path = "/:slug/migrate", method = "post", operation_id = "tenant_migrate")]
    async fn tenant_migrate(
        &self,
        operator: Operator,
        slug: Path<String>,
    ) -> ApiResult<Json<Item<TenantDetail>>> {
        let admin = &operator.state.admin;
        let work = async {
            let id = admin.find(&slug).await?.id;
            Ok(admin.migrate_tenant(id, &MigrateOptions::default()).await?)
        };
        operator.change("tenant.migrate", &slug, json!({}), work).await?;
        show_tenant(&operator.state, &slug).await
    }

    /// Delete a suspended tenant
    ///
    /// Deletes its data and its files permanently. The body repeats its slug.
    #[oai(path = "/:slug", method = "delete", operation_id = "tenant_delete")]
    async fn tenant_delete(
        &self,
        operator: Operator,
        slug: Path<String>,
        body: Body<TenantDeletion>,
    ) -> ApiResult<()> {
        if body.confirm != *slug {
            return Err(ApiError::invalid_field("confirm", MessageCode::ConfirmationDiffers));
        }
        let work = delete(&operator.state.admin, &operator.state.files, &slug, &body.confirm);
        operator.change("tenant.delete", &slug, json!({}), async { Ok(work.await?) }).await?;
        Ok(())
    }
}

pub(super) async fn show_tenant(state: &PlatformState, slug: &str) -> ApiResult<Json<Item<TenantDetail>>> {
    let tenant = state.admin.find(slug).await?;
    let domains = state.admin.domains(slug).await?.into_iter().map(TenantDomain::from).collect();
    Ok(Json(Item { data: TenantDetail { tenant: tenant.into(), domains } }))
}

/// A tenant that cannot be created completely is deleted again.
async fn create(state: &PlatformState, input: &TenantInput) -> ApiResult<()> {
    let admin = &state.admin;
    admin.provision_with(&input.slug, &input.hosts[0], settings::SWITCH_ON_FIRST).await?;
    let furnished = furnish(state, input).await;
    if furnished.is_err() {
        admin.suspend(&input.slug).await?;
        admin.delete(&input.slug, &input.slug).await?;
    }
    furnished
}

async fn furnish(state: &PlatformState, input: &TenantInput) -> ApiResult<()> {
    for host in &input.hosts[1..] {
        state.admin.add_domain(&input.slug, host, true).await?;
    }
    let mut tx = state.begin(&input.slug).await?;
    let settings = Settings {
        name: input.name.trim().to_owned(),
        default_language: input.language,
        ..settings::load(&mut tx).await?
    };
    settings::save(&mut tx, &settings).await?;
    tx.commit().await?;
    Ok(())
}

/// Deletes a tenant and its files; returns the number of files. Files are deleted after the data, so that a
/// refusal keeps them.
pub async fn delete(admin: &Admin, files: &Files, tenant: &str, confirm: &str) -> Result<u64, NotDeleted> {
    let id = admin.find(tenant).await?.id;
    admin.delete(tenant, confirm).await?;
    let removed = files.delete_tenant(&id).await;
    Ok(removed.with_context(|| format!("the tenant is gone, its files under `{id}/` are not"))?)
}

/// Why a tenant was not completely deleted.
#[derive(Debug, thiserror::Error)]
pub enum NotDeleted {
    #[error(transparent)]
    Tenant(#[from] AdminError),
    #[error(transparent)]
    Files(#[from] anyhow::Error),
}

impl From<NotDeleted> for ApiError {
    fn from(error: NotDeleted) -> Self {
        match error {
            NotDeleted::Tenant(error) => error.into(),
            NotDeleted::Files(error) => Self::internal(error),
        }
    }
}

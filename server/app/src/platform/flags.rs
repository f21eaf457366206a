//! The feature flags of a tenant.

use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use serde_json::json;

use super::auth::Operator;
use field::cash_handovers::refuse_switch_off;
use server_core::audit::{self, Actor};
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Items;
use server_core::settings;
use server_core::tags::OperatorTag;
use site::flags::{self, Flag, FlagState};

/// The new value of a flag.
#[derive(Object)]
pub struct TenantFlagUpdate {
    pub enabled: bool,
}

pub struct TenantFlagApi;

#[OpenApi(prefix_path = "/tenants", tag = "OperatorTag::Flags")]
impl TenantFlagApi {
    /// List the feature flags of a tenant
    ///
    /// 503 while the tenant is suspended.
    #[oai(path = "/:slug/flags", method = "get", operation_id = "tenant_flag_list")]
    async fn tenant_flag_list(
        &self,
        operator: Operator,
        slug: Path<String>,
    ) -> ApiResult<Json<Items<FlagState>>> {
        list_flags(&operator, &slug).await
    }

    /// Set a feature flag of a tenant
    ///
    /// The tenant's own log has an entry too. 503 while the tenant is suspended.
    #[oai(path = "/:slug/flags/:name", method = "patch", operation_id = "tenant_flag_update")]
    async fn tenant_flag_update(
        &self,
        operator: Operator,
        slug: Path<String>,
        name: Path<String>,
        body: Body<TenantFlagUpdate>,
    ) -> ApiResult<Json<Items<FlagState>>> {
        let flag = Flag::from_name(&name).ok_or_else(ApiError::not_found)?;
        let work = async {
            let mut tx = operator.state.begin(&slug).await?;
            if let Some(changes) = flags::switch(&mut tx, flag, body.enabled, None).await? {
                if !body.enabled {
                    refuse_switch_off(&mut tx, flag.name()).await?;
                }
                let (now, request_id) = (operator.state.clock.now(), &operator.request_id);
                let operator = Actor::operator(now, request_id);
                audit::record(&mut tx, operator, "feature_flag.update", None, changes).await?;
            }
            Ok(tx.commit().await?)
        };
        let detail = json!({ "flag": flag, "enabled": body.enabled });
        operator.change("tenant_flag.update", &slug, detail, work).await?;
        list_flags(&operator, &slug).await
    }
}

async fn list_flags(operator: &Operator, slug: &str) -> ApiResult<Json<Items<FlagState>>> {
    let mut tx = operator.state.begin(slug).await?;
    let settings = settings::load(&mut tx).await?;
    tx.commit().await?;
    Ok(Json(Items { data: FlagState::all(&settings) }))
}

use poem_openapi::OpenApi;
use poem_openapi::param::Path;
use serde_json::json;

use super::auth::Operator;
use access::users::administrator::{self, AdministratorInput};
use server_core::http::body::Body;
use server_core::http::error::ApiResult;
use server_core::tags::OperatorTag;

pub struct TenantAdministratorApi;

#[OpenApi(prefix_path = "/tenants", tag = "OperatorTag::Tenants")]
impl TenantAdministratorApi {
    /// Invite an administrator
    ///
    /// Invites the first administrator of a new tenant, or another one if none can sign in. The e-mail, in the tenant's
    /// brand, has a link to choose a password. The tenant's own log has an entry too. Returns 503 while the tenant is
    /// suspended.
    #[oai(path = "/:slug/administrators", method = "post", operation_id = "tenant_administrator_invite")]
    async fn tenant_administrator_invite(
        &self,
        operator: Operator,
        slug: Path<String>,
        body: Body<AdministratorInput>,
    ) -> ApiResult<()> {
        body.validate()?;
        let work = async {
            let mut tx = operator.state.begin(&slug).await?;
            administrator::invite(&mut tx, &body, operator.state.clock.now(), &operator.request_id).await?;
            Ok(tx.commit().await?)
        };
        operator.change("tenant_administrator.invite", &slug, json!({}), work).await
    }
}

//! The hosts of a tenant, as the operator keeps them.

use chrono::{DateTime, Utc};
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use serde_json::json;
use tenancy::Host;
use tenancy::admin::Domain;
use tenancy::dns::proof_record;

use super::auth::Operator;
use crate::http::body::Body;
use crate::http::error::{ApiError, ApiResult};
use crate::http::list::Items;
use crate::http::messages::MessageCode;
use crate::tags::OperatorTag;

/// A host of a tenant.
#[derive(Object)]
pub struct TenantDomain {
    pub host: String,
    /// Links in letters lead there.
    pub is_primary: bool,
    /// Since when it serves; null while its proof is missing.
    pub verified_at: Option<DateTime<Utc>>,
    /// Until when its proof is looked for; the host is forgotten then. Null once it serves.
    pub expires_at: Option<DateTime<Utc>>,
    /// Name of the TXT record that proves it.
    pub record_name: String,
    /// What the record must say; of no meaning for a host you vouched for.
    pub proof: String,
}

/// A host to add.
#[derive(Object)]
pub struct TenantDomainInput {
    #[oai(validator(max_length = 253))]
    pub host: String,
    /// You answer for it: it serves at once, without proof.
    #[oai(default)]
    pub vouch: bool,
}

impl From<Domain> for TenantDomain {
    fn from(domain: Domain) -> Self {
        Self {
            record_name: proof_record(&domain.host),
            host: domain.host,
            is_primary: domain.is_primary,
            verified_at: domain.verified_at,
            expires_at: domain.expires_at,
            proof: domain.proof,
        }
    }
}

pub struct TenantDomainApi;

#[OpenApi(prefix_path = "/tenants", tag = "OperatorTag::Domains")]
impl TenantDomainApi {
    /// Add a host to a tenant
    ///
    /// It serves once a TXT record proves it, which must be within seven days, or at once where you vouch for it.
    #[oai(path = "/:slug/domains", method = "post", operation_id = "tenant_domain_create")]
    async fn tenant_domain_create(
        &self,
        operator: Operator,
        slug: Path<String>,
        body: Body<TenantDomainInput>,
    ) -> ApiResult<Json<Items<TenantDomain>>> {
        if Host::parse(&body.host).is_none() {
            return Err(ApiError::invalid_field("host", MessageCode::InvalidHost));
        }
        let detail = json!({ "host": body.host, "vouch": body.vouch });
        let work = async { Ok(operator.state.admin.add_domain(&slug, &body.host, body.vouch).await?) };
        operator.change("tenant_domain.create", &slug, detail, work).await?;
        listed(&operator, &slug).await
    }

    /// Look for the proof of a host; from then on it serves
    #[oai(path = "/:slug/domains/:host/verify", method = "post", operation_id = "tenant_domain_verify")]
    async fn tenant_domain_verify(
        &self,
        operator: Operator,
        slug: Path<String>,
        host: Path<String>,
    ) -> ApiResult<Json<Items<TenantDomain>>> {
        let state = &operator.state;
        let work = async { Ok(state.admin.verify_domain(&slug, &host, state.name_server).await?) };
        operator.change("tenant_domain.verify", &slug, json!({ "host": *host }), work).await?;
        listed(&operator, &slug).await
    }

    /// Make a proven host the one that links in letters carry
    #[oai(path = "/:slug/domains/:host/prefer", method = "post", operation_id = "tenant_domain_prefer")]
    async fn tenant_domain_prefer(
        &self,
        operator: Operator,
        slug: Path<String>,
        host: Path<String>,
    ) -> ApiResult<Json<Items<TenantDomain>>> {
        let work = async { Ok(operator.state.admin.set_primary_domain(&slug, &host).await?) };
        operator.change("tenant_domain.prefer", &slug, json!({ "host": *host }), work).await?;
        listed(&operator, &slug).await
    }

    /// Take a host away; it is unknown from then on
    #[oai(path = "/:slug/domains/:host", method = "delete", operation_id = "tenant_domain_delete")]
    async fn tenant_domain_delete(
        &self,
        operator: Operator,
        slug: Path<String>,
        host: Path<String>,
    ) -> ApiResult<Json<Items<TenantDomain>>> {
        let work = async { Ok(operator.state.admin.remove_domain(&slug, &host).await?) };
        operator.change("tenant_domain.delete", &slug, json!({ "host": *host }), work).await?;
        listed(&operator, &slug).await
    }
}

async fn listed(operator: &Operator, slug: &str) -> ApiResult<Json<Items<TenantDomain>>> {
    let domains = operator.state.admin.domains(slug).await?;
    Ok(Json(Items { data: domains.into_iter().map(TenantDomain::from).collect() }))
}

//! The hosts of a tenant, for the operator.

use chrono::{DateTime, Utc};
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use serde_json::json;
use tenancy::Host;
use tenancy::admin::Domain;
use tenancy::dns::proof_record;

use super::auth::Operator;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::list::Items;
use server_core::http::messages::MessageCode;
use server_core::tags::OperatorTag;

/// A host of a tenant.
#[derive(Object)]
pub struct TenantDomain {
    pub host: String,
    /// Whether links in e-mails use this host.
    pub is_primary: bool,
    /// Time of the proof; null while the host is not proven.
    pub verified_at: Option<DateTime<Utc>>,
    /// Time until which the host can be proven; it is deleted then. Null once proven.
    pub expires_at: Option<DateTime<Utc>>,
    /// Name of the TXT record for the proof.
    pub record_name: String,
    /// Required text of the record; not used for a host the operator vouched for.
    pub proof: String,
}

/// A host to add.
#[derive(Object)]
pub struct TenantDomainInput {
    #[oai(validator(max_length = 253))]
    pub host: String,
    /// True to vouch for the host: it is active at once, without a proof.
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
    /// The host is active as soon as a TXT record proves it, which must happen within seven days, or at once
    /// with `vouch`.
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
        list_domains(&operator, &slug).await
    }

    /// Verify a host of a tenant
    ///
    /// Checks its TXT record. A proven host is active.
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
        list_domains(&operator, &slug).await
    }

    /// Make a host the primary one
    ///
    /// The host must be proven. Links in e-mails use the primary host.
    #[oai(path = "/:slug/domains/:host/prefer", method = "post", operation_id = "tenant_domain_prefer")]
    async fn tenant_domain_prefer(
        &self,
        operator: Operator,
        slug: Path<String>,
        host: Path<String>,
    ) -> ApiResult<Json<Items<TenantDomain>>> {
        let work = async { Ok(operator.state.admin.set_primary_domain(&slug, &host).await?) };
        operator.change("tenant_domain.prefer", &slug, json!({ "host": *host }), work).await?;
        list_domains(&operator, &slug).await
    }

    /// Remove a host from a tenant
    #[oai(path = "/:slug/domains/:host", method = "delete", operation_id = "tenant_domain_delete")]
    async fn tenant_domain_delete(
        &self,
        operator: Operator,
        slug: Path<String>,
        host: Path<String>,
    ) -> ApiResult<Json<Items<TenantDomain>>> {
        let work = async { Ok(operator.state.admin.remove_domain(&slug, &host).await?) };
        operator.change("tenant_domain.delete", &slug, json!({ "host": *host }), work).await?;
        list_domains(&operator, &slug).await
    }
}

async fn list_domains(operator: &Operator, slug: &str) -> ApiResult<Json<Items<TenantDomain>>> {
    let domains = operator.state.admin.domains(slug).await?;
    Ok(Json(Items { data: domains.into_iter().map(TenantDomain::from).collect() }))
}

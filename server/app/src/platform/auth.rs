//! Authentication by a bearer token, which `remessa platform token create` shows once.

use poem::http::Method;
use poem::http::header::AUTHORIZATION;
use poem::{Request, RequestBody};
use poem_openapi::registry::{MetaSecurityScheme, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use serde_json::Value;
use tenancy::admin::Intent;

use super::PlatformState;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::limit::PLATFORM_FAILURES;
use server_core::http::observe::RequestId;
use server_core::http::tenant::client_address;
use server_core::http::token;

const SCHEME: &str = "token";

/// A request with a valid token.
pub struct Operator {
    pub state: PlatformState,
    /// Name of the token.
    token: String,
    pub request_id: String,
}

impl Operator {
    async fn of(request: &Request) -> ApiResult<Self> {
        let state = request.data::<PlatformState>().expect("app adds the state").clone();
        let address = client_address(request, &state.trusted_proxies);
        state.limits.check_failures(PLATFORM_FAILURES, &address)?;
        let given = read_bearer_token(request).ok_or_else(ApiError::unauthenticated)?;
        // The lookup uses the hash, so that its duration says nothing about a guess.
        let Some(token) = state.admin.use_token(&token::hash(given)).await? else {
            state.limits.record_failure(PLATFORM_FAILURES, &address);
            return Err(ApiError::unauthenticated());
        };
        let is_change = !matches!(*request.method(), Method::GET | Method::HEAD);
        if !token.reaches(is_change, tenant_of(request)) {
            return Err(ApiError::forbidden());
        }
        Ok(Self { token: token.name, request_id: RequestId::of(request), state })
    }

    /// Makes a change, with a log line before it and its outcome after it.
    pub async fn change<T>(
        &self,
        action: &'static str,
        tenant: &str,
        detail: Value,
        work: impl Future<Output = ApiResult<T>>,
    ) -> ApiResult<T> {
        let (token, request_id) = (self.token.as_str(), self.request_id.as_str());
        let intent = Intent { token, action, tenant, detail: &detail, request_id };
        let id = self.state.admin.note_change(intent).await?;
        let done = work.await;
        let outcome = done.as_ref().map_or_else(|error| error.code().as_str(), |_| "done");
        self.state.admin.conclude_change(id, outcome).await?;
        done
    }
}

/// The slug in the path below `/api`, as it was sent: another spelling of it reaches nothing that a token is bound to.
fn tenant_of(request: &Request) -> Option<&str> {
    request.uri().path().strip_prefix("/tenants/")?.split('/').next().filter(|slug| !slug.is_empty())
}

fn read_bearer_token(request: &Request) -> Option<&str> {
    let (scheme, token) = request.headers().get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

impl<'a> ApiExtractor<'a> for Operator {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        registry.create_security_scheme(
            SCHEME,
            MetaSecurityScheme {
                ty: "http",
                description: Some("A token of `remessa platform token create`."),
                name: None,
                key_in: None,
                scheme: Some("bearer"),
                bearer_format: None,
                flows: None,
                openid_connect_url: None,
            },
        );
    }

    fn security_schemes() -> Vec<&'static str> {
        vec![SCHEME]
    }

    async fn from_request(
        request: &'a Request,
        _body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        Ok(Self::of(request).await?)
    }
}

//! Who asks, of which tenant, and what they may: the one thing every handler is given.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use poem::{Request, RequestBody};
use poem_openapi::registry::{MetaSecurityScheme, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use policy::{Action, Grants, Owner, Resource, Scope, UserType};
use serde::{Deserialize, Serialize};
use tenancy::{Host, Tenant, TenantTx};
use uuid::Uuid;

use super::error::{ApiError, ApiResult};
use super::limit::{EVERYBODY, Limit, network};
use super::messages::{Language, MessageCode};
use super::observe::RequestId;
use super::session::SessionToken;
use super::tenant::{client_address, host};
use crate::access::profiles;
use crate::access::sessions::{self, CurrentUser};
use crate::state::AppState;

/// The records a user may see of a resource. Part of the query, never a filter afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RowScope {
    All,
    Client(Uuid),
    /// Of staff who are bound to these: with none of them, to nothing.
    Subsidiaries(Vec<Uuid>),
    Partner(Uuid),
}

impl RowScope {
    /// What policy lets this user reach; a client's user without a client reaches nothing, and a partner's user nothing of
    /// others, whatever policy says.
    fn granted(grants: &Grants, user: &CurrentUser, resource: Resource, action: Action) -> Option<Self> {
        let of_clients = resource.owner() == Owner::Client;
        let scope = grants.scope(resource, action);
        if let Some(partner_id) = user.partner_id.filter(|_| of_clients) {
            return (scope != Scope::None).then_some(Self::Partner(partner_id));
        }
        match (scope, user.client_id, &user.subsidiary_ids) {
            (Scope::Any, _, Some(own)) if of_clients => Some(Self::Subsidiaries(own.clone())),
            (Scope::Any, ..) => Some(Self::All),
            (Scope::Own, Some(client_id), _) => Some(Self::Client(client_id)),
            _ => None,
        }
    }

    /// The client to bind in a query: none means every client's records, and nobody's.
    pub fn client_id(&self) -> Option<Uuid> {
        match self {
            Self::Client(id) => Some(*id),
            _ => None,
        }
    }

    /// The subsidiaries to bind in a query: none means every subsidiary's records, and nobody's.
    pub fn subsidiary_ids(&self) -> Option<&[Uuid]> {
        match self {
            Self::Subsidiaries(ids) => Some(ids),
            _ => None,
        }
    }

    /// The partner to bind in a query: none means every partner's records, and nobody's.
    pub fn partner_id(&self) -> Option<Uuid> {
        match self {
            Self::Partner(id) => Some(*id),
            _ => None,
        }
    }

    /// The client a record comes to be of when `asked` was said: a client's user makes its client's own, and a partner's
    /// user leaves it where it stood.
    pub fn client_of(&self, asked: Option<Uuid>, stood: Option<Uuid>) -> Option<Uuid> {
        match self {
            Self::All | Self::Subsidiaries(_) => asked,
            Self::Client(own) => Some(*own),
            Self::Partner(_) => stood,
        }
    }
}

/// A request by anybody, signed in or not, on a tenant's domain.
pub struct Visit {
    pub tenant: Arc<Tenant>,
    /// The tenant's host that the request came to.
    pub host: Option<Host>,
    pub state: AppState,
    /// The language to answer in.
    pub language: Language,
    pub token: Option<SessionToken>,
    pub address: String,
    pub user_agent: String,
    pub request_id: String,
}

/// A request by a signed-in user.
pub struct Ctx {
    pub visit: Visit,
    pub user: CurrentUser,
    pub grants: Grants,
}

impl Visit {
    /// # Panics
    /// When called outside the routes that `http::app` wraps, which is a fault of ours.
    pub fn of(request: &Request) -> Self {
        let state = request.data::<AppState>().expect("http::app adds the state").clone();
        let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok());
        Self {
            tenant: request.data::<Arc<Tenant>>().expect("http::app resolves the tenant").clone(),
            host: host(request, &state.config.trusted_proxies),
            language: Language::accepted(header("accept-language")).unwrap_or_default(),
            token: SessionToken::of(request),
            address: client_address(request, &state.config.trusted_proxies),
            user_agent: header("user-agent").unwrap_or_default().chars().take(300).collect(),
            request_id: RequestId::of(request),
            state,
        }
    }

    pub async fn begin(&self) -> ApiResult<TenantTx> {
        Ok(self.state.tenancy.begin(&self.tenant).await?)
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.state.clock.now()
    }

    /// 429 when this address did this too often here.
    pub async fn limit_address(&self, limit: Limit) -> ApiResult<()> {
        self.state.limits.check(&self.tenant.id, limit, &network(&self.address)).await
    }

    /// 429 when this address did this too often here, or everybody together.
    pub async fn limit_visitors(&self, limit: Limit) -> ApiResult<()> {
        // An address that is refused takes nothing from the others.
        self.limit_address(limit).await?;
        let of_tenant = Limit { count: self.state.config.tenant_limit, ..limit };
        self.state.limits.check(&self.tenant.id, of_tenant, EVERYBODY).await
    }

    /// As [`Ctx::scope`], where signing in is not asked for: nobody in particular reaches nothing.
    pub async fn scope(&self, resource: Resource, action: Action) -> ApiResult<Option<RowScope>> {
        let Some(user) = sessions::current_user(self).await? else {
            return Ok(None);
        };
        let grants = profiles::grants(self, &user).await?;
        Ok(RowScope::granted(&grants, &user, resource, action))
    }
}

impl Ctx {
    pub async fn of(request: &Request) -> ApiResult<Self> {
        let visit = Visit::of(request);
        let user = sessions::current_user(&visit).await?.ok_or_else(ApiError::unauthenticated)?;
        let grants = profiles::grants(&visit, &user).await?;
        Ok(Self { visit, user, grants })
    }

    pub async fn begin(&self) -> ApiResult<TenantTx> {
        self.visit.begin().await
    }

    pub fn now(&self) -> DateTime<Utc> {
        self.visit.now()
    }

    pub fn state(&self) -> &AppState {
        &self.visit.state
    }

    pub fn tenant(&self) -> &Arc<Tenant> {
        &self.visit.tenant
    }

    pub fn language(&self) -> Language {
        self.visit.language
    }

    /// 403 unless policy lets this user do this at all.
    pub fn require(&self, resource: Resource, action: Action) -> ApiResult<()> {
        if self.grants.allow(resource, action) { Ok(()) } else { Err(ApiError::forbidden()) }
    }

    /// The records of a resource this user may reach with an action; 403 when none.
    pub fn scope(&self, resource: Resource, action: Action) -> ApiResult<RowScope> {
        RowScope::granted(&self.grants, &self.user, resource, action).ok_or_else(ApiError::forbidden)
    }

    /// 409 while somebody acts as this user: nobody else's hand changes what a person signs in with.
    pub fn refuse_while_switched(&self) -> ApiResult<()> {
        match self.user.acting {
            Some(_) => Err(ApiError::refused(MessageCode::NotWhileSwitched)),
            None => Ok(()),
        }
    }

    /// Works for a client or a partner, and not for the company.
    pub fn is_outside(&self) -> bool {
        self.user.user_type == UserType::Client || self.user.partner_id.is_some()
    }
}

const SCHEME: &str = "session";

impl<'a> ApiExtractor<'a> for Ctx {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        registry.create_security_scheme(
            SCHEME,
            MetaSecurityScheme {
                ty: "apiKey",
                description: Some("The session cookie; `__Host-sid` outside of localhost."),
                name: Some("sid"),
                key_in: Some("cookie"),
                scheme: None,
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

impl<'a> ApiExtractor<'a> for Visit {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::PoemExtractor];
    type ParamType = ();
    type ParamRawType = ();

    async fn from_request(
        request: &'a Request,
        _body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        Ok(Self::of(request))
    }
}

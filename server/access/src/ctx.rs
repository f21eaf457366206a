//! The signed-in user of a request, with their grants: every handler that needs a user takes a [`Ctx`].

use std::sync::Arc;

use chrono::{DateTime, Utc};
use poem::{Request, RequestBody};
use poem_openapi::registry::{MetaSecurityScheme, Registry};
use poem_openapi::{ApiExtractor, ApiExtractorType, ExtractParamOptions};
use policy::{Action, Grants, Resource};
use tenancy::{Tenant, TenantTx};
use uuid::Uuid;

use super::api_tokens::{self, calls};
use super::profiles;
use super::scope::RowScope;
use super::sessions::{self, CurrentUser};
use server_core::audit::Actor;
use server_core::cache::PassedCounter;
use server_core::http::allowance::Allowance;
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::guard::cost;
use server_core::http::limit::{requests_per_token, requests_per_user};
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::http::visit::Visit;
use server_core::process::Owner;
use server_core::sandbox::permit::{self, Permit};
use server_core::settings::Settings;
use server_core::state::AppState;

/// The share of a change in the limit of a token.
const COST_OF_CHANGE: u32 = 3;

/// A request by a signed-in user.
pub struct Ctx {
    pub visit: Visit,
    pub user: CurrentUser,
    pub grants: Grants,
    /// Resources that the flags of the tenant close.
    closed: Vec<Resource>,
    /// It may write.
    is_change: bool,
    settings: Arc<Settings>,
}

impl Ctx {
    pub async fn of(request: &Request) -> ApiResult<Self> {
        let visit = Visit::of(request);
        let user = sessions::current_user(&visit).await?.ok_or_else(ApiError::unauthenticated)?;
        spend(&visit, &user, request).await?;
        Self::with_user(visit, user, !request.method().is_safe()).await
    }

    /// A call whose user was found in another way, such as by the signature of a shop. It counts as a change by a token.
    pub async fn of_signed_call(visit: Visit, user: CurrentUser) -> ApiResult<Self> {
        let (limit, who) =
            (requests_per_token(visit.state.config.request_limit), user.session_id.to_string());
        visit.state.limits.spend(&visit.tenant.id, limit, &who, COST_OF_CHANGE).await?;
        Self::with_user(visit, user, true).await
    }

    async fn with_user(visit: Visit, user: CurrentUser, is_change: bool) -> ApiResult<Self> {
        let grants = profiles::grants(&visit, &user).await?;
        let settings = visit.settings().await?;
        let closed = policy::list_closed(|flag| settings.flag(flag));
        Ok(Self { visit, user, grants, closed, is_change, settings })
    }

    /// A change by a token holds it valid until the transaction ends, and 401 is returned when somebody has ended it since the call
    /// began: after the answer to its revocation, nothing of its calls is written.
    pub async fn begin(&self) -> ApiResult<TenantTx> {
        let mut tx = self.begin_to_note().await?;
        if self.is_change {
            api_tokens::hold_valid(&mut tx, self).await?;
        }
        Ok(tx)
    }

    /// The same for what has happened outside already, such as the answer of another server. It is noted whatever became of the
    /// token.
    pub async fn begin_to_note(&self) -> ApiResult<TenantTx> {
        let mut tx = self.visit.begin().await?;
        tx.set_sender(self.user.id);
        Ok(tx)
    }

    /// The settings of the tenant as the request found them. They are not read again: with rows locked, a second connection
    /// would wait for somebody who waits for these rows.
    pub fn settings(&self) -> Arc<Settings> {
        self.settings.clone()
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

    /// Returns 404 when a flag of the tenant closes the resource. Its records can still be chosen for others.
    fn check_open(&self, resource: Resource, action: Action) -> ApiResult<()> {
        let is_closed = action != Action::Select && self.closed.contains(&resource);
        if is_closed { Err(ApiError::not_found()) } else { Ok(()) }
    }

    /// Returns 403 unless the user's grants allow this action on some records, and 404 when the resource is closed.
    pub fn require(&self, resource: Resource, action: Action) -> ApiResult<()> {
        self.check_open(resource, action)?;
        if self.grants.allow(resource, action) { Ok(()) } else { Err(without(resource, action)) }
    }

    /// The records of a resource that the user may reach with an action. Returns 403 when there are none, and 404 when the
    /// resource is closed.
    pub fn scope(&self, resource: Resource, action: Action) -> ApiResult<RowScope> {
        self.check_open(resource, action)?;
        let scope = RowScope::from_grants(&self.grants, (&self.user).into(), resource, action);
        scope.ok_or_else(|| without(resource, action))
    }

    /// The profiles whose records of a kind the user sees and chooses, besides those of everybody. None for users who may
    /// change such records: they see all.
    pub fn profiles_for(&self, resource: Resource) -> Option<Vec<Uuid>> {
        let sees_all = self.grants.allow(resource, Action::Update);
        (!sees_all).then(|| self.user.profile_ids.clone())
    }

    /// The profiles whose services the user sees and sells (`profiles_for`).
    pub fn service_profiles(&self) -> Option<Vec<Uuid>> {
        self.profiles_for(Resource::Service)
    }

    /// Waits until a file of this user can be read (`sandbox`).
    pub async fn wait_for_read_permit(&self) -> ApiResult<Permit> {
        permit::take(&self.state().limits, &self.tenant().id, &self.user.id.to_string()).await
    }

    /// The warehouse of a station that calls by its token; none for others.
    pub fn station_warehouse(&self) -> Option<Uuid> {
        self.user.token.as_ref().and_then(|token| token.warehouse_id)
    }

    /// Returns 409 while an administrator acts as this user, or a program: only the user changes the own credentials.
    pub fn refuse_while_switched(&self) -> ApiResult<()> {
        self.refuse_programs()?;
        match self.user.acting {
            Some(_) => Err(ApiError::refused(MessageCode::NotWhileSwitched)),
            None => Ok(()),
        }
    }

    /// Returns 409 while a program calls by a token: this is left to people.
    pub fn refuse_programs(&self) -> ApiResult<()> {
        if self.user.token.is_some() { Err(ApiError::refused(MessageCode::NotByToken)) } else { Ok(()) }
    }

    /// True when the user works for a client, a partner or a carrier, not for the company.
    pub fn is_outside(&self) -> bool {
        !self.user.is_inside
    }
}

/// Counts a request against the limit of its user or of its token.
async fn spend(visit: &Visit, user: &CurrentUser, request: &Request) -> ApiResult<()> {
    let (limits, count) = (&visit.state.limits, visit.state.config.request_limit);
    let (tenant, cost) = (&visit.tenant.id, cost(request));
    match user.token_id() {
        Some(id) => {
            let (limit, allowance) = (requests_per_token(count), Allowance::of(request));
            let today = calls::find_counter(visit, id);
            let passed = PassedCounter { key: &today, most: limit.count, lasting: calls::KEPT_FOR };
            limits.spend_and_tell(tenant, limit, &id.to_string(), cost, &passed, &allowance).await
        }
        None => limits.spend_here(tenant, requests_per_user(count), &user.id.to_string(), cost),
    }
}

/// 403 with the missing right as parameters.
fn without(resource: Resource, action: Action) -> ApiError {
    let params = [("resource", resource.name().into()), ("action", action.name().into())];
    ApiError::forbidden().with_params(Params::from(params))
}

impl From<&Ctx> for Actor {
    fn from(ctx: &Ctx) -> Self {
        Self {
            acting_user_id: ctx.user.acting_id(),
            api_token_id: ctx.user.token_id(),
            ..Self::visitor(&ctx.visit, ctx.user.id)
        }
    }
}

impl From<&Ctx> for Owner {
    fn from(ctx: &Ctx) -> Self {
        let (acting_user_id, api_token_id) = (ctx.user.acting_id(), ctx.user.token_id());
        Self { user_id: ctx.user.id, acting_user_id, api_token_id }
    }
}

const SESSION: &str = "session";
const TOKEN: &str = "api_token";

impl<'a> ApiExtractor<'a> for Ctx {
    const TYPES: &'static [ApiExtractorType] = &[ApiExtractorType::SecurityScheme];
    type ParamType = ();
    type ParamRawType = ();

    fn register(registry: &mut Registry) {
        let scheme = |ty, description| MetaSecurityScheme {
            ty,
            description: Some(description),
            name: None,
            key_in: None,
            scheme: None,
            bearer_format: None,
            flows: None,
            openid_connect_url: None,
        };
        let session = scheme("apiKey", "The session cookie; `__Host-sid` outside of localhost.");
        registry.create_security_scheme(
            SESSION,
            MetaSecurityScheme { name: Some("sid"), key_in: Some("cookie"), ..session },
        );
        let token = scheme("http", "A token of the company's screen of integrations.");
        registry.create_security_scheme(TOKEN, MetaSecurityScheme { scheme: Some("bearer"), ..token });
    }

    fn security_schemes() -> Vec<&'static str> {
        vec![SESSION, TOKEN]
    }

    async fn from_request(
        request: &'a Request,
        _body: &mut RequestBody,
        _options: ExtractParamOptions<()>,
    ) -> poem::Result<Self> {
        Ok(Self::of(request).await?)
    }
}

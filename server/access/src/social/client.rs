//! The OpenID Connect client. Provider addresses come from the operator's configuration and the discovery document,
//! never from a request. Calls go through the guard of all outgoing requests.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use chrono::{DateTime, Utc};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use moka::future::Cache;
use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreClientAuthMethod, CoreIdToken, CoreIdTokenClaims,
    CoreJwsSigningAlgorithm, CoreProviderMetadata, CoreUserInfoClaims,
};
use openidconnect::{
    AccessToken, AsyncHttpClient, AuthType, AuthorizationCode, ClaimsVerificationError, ClientId,
    ClientSecret, CsrfToken, EndUserEmail, EndUserName, EndpointMaybeSet, EndpointNotSet, EndpointSet,
    HttpRequest, HttpResponse, IssuerUrl, LanguageTag, LocalizedClaim, Nonce, OAuth2TokenResponse,
    PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, Scope, SignatureVerificationError, TokenResponse,
};
use reqwest::Url;
use tenancy::TenantId;

use super::model::Identity;
use super::store::Attempt;
use server_core::http::messages::Language;
use server_core::http::token;
use server_core::outgoing::{Outgoing, OutgoingError, OutgoingRequest, OutgoingUrl};
use server_core::sealed::Seal;
use server_core::state::AppState;
use trade::blank::is_blank;
use trade::email::is_email;

const CALL_TIMEOUT: Duration = Duration::from_secs(5);
const MAX_ANSWER: usize = 256 * 1024;
/// How long a discovery document and its keys are cached. Newer keys are fetched when a token refers to one.
const KEPT_FOR: Duration = Duration::from_secs(3600);
const MAX_NAME: usize = 200;

/// Asymmetric signatures only: with a symmetric one, anybody who knows the client secret could sign.
const SIGNATURES: [CoreJwsSigningAlgorithm; 9] = [
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha384,
    CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha512,
    CoreJwsSigningAlgorithm::RsaSsaPssSha256,
    CoreJwsSigningAlgorithm::RsaSsaPssSha384,
    CoreJwsSigningAlgorithm::RsaSsaPssSha512,
    CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    CoreJwsSigningAlgorithm::EcdsaP384Sha384,
    CoreJwsSigningAlgorithm::EdDsa,
];

type Client = CoreClient<
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;

/// A provider as configured for one tenant.
#[derive(sqlx::FromRow)]
pub struct Provider {
    pub name: String,
    pub label: String,
    pub issuer: String,
    client_id: String,
    client_secret: Option<Vec<u8>>,
}

/// The seal of a client secret. It opens only for the same tenant, provider and issuer. `secret` is the installation's
/// secret, `owner` comes from [`owner_of_secret`].
pub const fn seal<'a>(secret: &'a str, tenant: &'a TenantId, owner: &'a str) -> Seal<'a> {
    Seal { secret, tenant, purpose: "sign-in provider", owner: owner.as_bytes() }
}

pub fn owner_of_secret(provider: &str, issuer: &str) -> String {
    format!("{provider} {issuer}")
}

/// An attempt, before the redirect to the provider.
pub struct SignInAttempt {
    pub url: Url,
    pub provider: String,
    pub state_hash: Vec<u8>,
    pub redirect_uri: String,
    pub nonce: String,
    pub code_verifier: String,
}

#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// The provider does not respond, or its answer is malformed.
    #[error("{0:#}")]
    Unavailable(anyhow::Error),
    /// The provider or this server rejected the code or token.
    #[error("{0:#}")]
    Refused(anyhow::Error),
}

#[derive(Debug, thiserror::Error)]
enum FetchError {
    #[error("{0}")]
    Outgoing(#[from] OutgoingError),
    #[error("{0}")]
    Answer(#[from] openidconnect::http::Error),
    #[error("`{0}` is no address of a provider")]
    Address(String),
    #[error("the answer is longer than {MAX_ANSWER} bytes")]
    TooLong,
}

type Known = Cache<(TenantId, String, String), Arc<CoreProviderMetadata>>;

/// The client for all providers, with their cached metadata.
#[derive(Clone)]
pub struct Providers {
    /// The secret of the installation.
    secret: String,
    known: Known,
}

impl Providers {
    pub fn with_secret(secret: &str) -> Self {
        Self {
            secret: secret.to_owned(),
            known: Cache::builder().max_capacity(10_000).time_to_live(KEPT_FOR).build(),
        }
    }

    /// Creates an attempt with its own secrets, and the URL to open.
    pub async fn begin(
        &self,
        app: &AppState,
        tenant: &TenantId,
        provider: &Provider,
        redirect_uri: String,
        language: Language,
    ) -> Result<SignInAttempt, ProviderError> {
        let metadata = self.metadata(app, tenant, provider).await?;
        let client = self.client(tenant, provider, &metadata, &redirect_uri)?;
        let state = token::generate();
        let state_hash = token::hash(&state);
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let (url, _, nonce) = client
            .authorize_url(
                CoreAuthenticationFlow::AuthorizationCode,
                || CsrfToken::new(state),
                Nonce::new_random,
            )
            .add_scope(Scope::new("email".into()))
            .add_scope(Scope::new("profile".into()))
            .add_ui_locale(LanguageTag::new(language.as_str().into()))
            .set_pkce_challenge(challenge)
            .url();
        find_address(url.as_str(), &provider.issuer).map_err(unavailable)?;
        Ok(SignInAttempt {
            url,
            provider: provider.name.clone(),
            state_hash,
            redirect_uri,
            nonce: nonce.secret().clone(),
            code_verifier: verifier.into_secret(),
        })
    }

    /// Exchanges the code and verifies the token. Returns the authenticated identity.
    pub async fn identify(
        &self,
        app: &AppState,
        tenant: &TenantId,
        provider: &Provider,
        attempt: Attempt,
        code: String,
        now: DateTime<Utc>,
    ) -> Result<Identity, ProviderError> {
        let metadata = self.metadata(app, tenant, provider).await?;
        let client = self.client(tenant, provider, &metadata, &attempt.redirect_uri)?;
        let fetch = Fetch::from(app, provider);
        let exchange = client.exchange_code(AuthorizationCode::new(code)).map_err(unavailable)?;
        let tokens = exchange
            .set_pkce_verifier(PkceCodeVerifier::new(attempt.code_verifier))
            .request_async(&fetch)
            .await
            .map_err(|error| match error {
                openidconnect::RequestTokenError::ServerResponse(_) => to_refusal(error),
                _ => unavailable(error),
            })?;
        let id_token = tokens.id_token().context("it gave no ID token").map_err(ProviderError::Refused)?;
        let nonce = Nonce::new(attempt.nonce);
        let claims = match proven(&client, id_token, &nonce, now) {
            Err(ClaimsVerificationError::SignatureVerification(
                SignatureVerificationError::NoMatchingKey,
            )) => {
                self.known.invalidate(&cache_key(tenant, provider)).await;
                let metadata = self.metadata(app, tenant, provider).await?;
                let client = self.client(tenant, provider, &metadata, &attempt.redirect_uri)?;
                proven(&client, id_token, &nonce, now)
            }
            proven => proven,
        }
        .map_err(to_refusal)?;
        let identity = identity_of(provider, &claims);
        match identity.email {
            Some(_) => Ok(identity),
            None => {
                self.ask_user_info(app, &client, provider, tokens.access_token(), &claims, identity).await
            }
        }
    }

    /// Many providers return address and name only from the user-info endpoint.
    async fn ask_user_info(
        &self,
        app: &AppState,
        client: &Client,
        provider: &Provider,
        access_token: &AccessToken,
        claims: &CoreIdTokenClaims,
        identity: Identity,
    ) -> Result<Identity, ProviderError> {
        let Ok(request) = client.user_info(access_token.clone(), Some(claims.subject().clone())) else {
            return Ok(identity);
        };
        let fetch = Fetch::from(app, provider);
        let claims: CoreUserInfoClaims = request.request_async(&fetch).await.map_err(unavailable)?;
        let email = read_email(claims.email());
        let name = read_name(claims.name()).unwrap_or(identity.name);
        let email_verified = email.is_some() && claims.email_verified() == Some(true);
        Ok(Identity { name, email, email_verified, ..identity })
    }

    async fn metadata(
        &self,
        app: &AppState,
        tenant: &TenantId,
        provider: &Provider,
    ) -> Result<Arc<CoreProviderMetadata>, ProviderError> {
        let discover = async {
            let issuer = IssuerUrl::new(provider.issuer.clone())?;
            let fetch = Fetch::from(app, provider);
            anyhow::Ok(Arc::new(CoreProviderMetadata::discover_async(issuer, &fetch).await?))
        };
        // Simultaneous callers share one request.
        self.known
            .try_get_with(cache_key(tenant, provider), discover)
            .await
            .map_err(|error| ProviderError::Unavailable(anyhow::anyhow!("{error:#}")))
    }

    fn client(
        &self,
        tenant: &TenantId,
        provider: &Provider,
        metadata: &CoreProviderMetadata,
        redirect_uri: &str,
    ) -> Result<Client, ProviderError> {
        let owner = owner_of_secret(&provider.name, &provider.issuer);
        let secret = match &provider.client_secret {
            Some(sealed) => {
                let opened = seal(&self.secret, tenant, &owner).open(sealed);
                let opened = opened.and_then(|plain| String::from_utf8(plain).ok());
                let opened = opened.context("its client secret does not open");
                Some(ClientSecret::new(opened.map_err(ProviderError::Unavailable)?))
            }
            None => None,
        };
        let methods = metadata.token_endpoint_auth_methods_supported();
        let takes_basic =
            methods.is_none_or(|methods| methods.contains(&CoreClientAuthMethod::ClientSecretBasic));
        let client_id = ClientId::new(provider.client_id.clone());
        Ok(CoreClient::from_provider_metadata(metadata.clone(), client_id, secret)
            .set_auth_type(if takes_basic { AuthType::BasicAuth } else { AuthType::RequestBody })
            .set_redirect_uri(RedirectUrl::new(redirect_uri.to_owned()).map_err(unavailable)?))
    }
}

/// HTTP calls to one provider.
struct Fetch {
    app: AppState,
    issuer: String,
}

impl Fetch {
    fn from(app: &AppState, provider: &Provider) -> Self {
        Self { app: app.clone(), issuer: provider.issuer.clone() }
    }

    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, FetchError> {
        let (parts, body) = request.into_parts();
        let url = find_address(&parts.uri.to_string(), &self.issuer)?;
        let request = OutgoingRequest {
            method: parts.method,
            url: &url,
            headers: parts.headers,
            body,
            longest: CALL_TIMEOUT,
            max_answer: MAX_ANSWER + 1,
        };
        let answer = Outgoing::of(&self.app).send(request).await?;
        if answer.body.len() > MAX_ANSWER {
            return Err(FetchError::TooLong);
        }
        let mut response = openidconnect::http::Response::builder().status(answer.status);
        for (name, value) in &answer.headers {
            response = response.header(name, value);
        }
        Ok(response.body(answer.body)?)
    }
}

impl<'c> AsyncHttpClient<'c> for Fetch {
    type Error = FetchError;
    type Future = BoxFuture<'c, Result<HttpResponse, FetchError>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        self.send(request).boxed()
    }
}

fn cache_key(tenant: &TenantId, provider: &Provider) -> (TenantId, String, String) {
    (*tenant, provider.name.clone(), provider.issuer.clone())
}

fn unavailable(error: impl Into<anyhow::Error>) -> ProviderError {
    ProviderError::Unavailable(error.into())
}

fn to_refusal(error: impl Into<anyhow::Error>) -> ProviderError {
    ProviderError::Refused(error.into())
}

/// Only places outside, with TLS. In tests also a provider on this machine, to which no document from elsewhere can point.
fn find_address(text: &str, issuer: &str) -> Result<OutgoingUrl, FetchError> {
    let is_issuer_local = || OutgoingUrl::parse_or_local(issuer).is_some_and(|issuer| issuer.is_local());
    let url = OutgoingUrl::parse_or_local(text).filter(|url| !url.is_local() || is_issuer_local());
    url.ok_or_else(|| FetchError::Address(text.to_owned()))
}

/// True when the URL can be an issuer.
pub fn is_issuer(text: &str) -> bool {
    OutgoingUrl::parse_or_local(text)
        .is_some_and(|url| url.as_url().query().is_none() && url.as_url().fragment().is_none())
}

fn proven(
    client: &Client,
    token: &CoreIdToken,
    nonce: &Nonce,
    now: DateTime<Utc>,
) -> Result<CoreIdTokenClaims, ClaimsVerificationError> {
    let verifier = client.id_token_verifier().set_allowed_algs(SIGNATURES).set_time_fn(move || now);
    token.claims(&verifier, nonce).cloned()
}

fn identity_of(provider: &Provider, claims: &CoreIdTokenClaims) -> Identity {
    let email = read_email(claims.email());
    Identity {
        issuer: provider.issuer.clone(),
        subject: claims.subject().to_string(),
        name: read_name(claims.name()).unwrap_or_default(),
        email_verified: email.is_some() && claims.email_verified() == Some(true),
        email,
    }
}

/// The address as it is stored; none when it is not valid.
fn read_email(claim: Option<&EndUserEmail>) -> Option<String> {
    let email = claim?.trim().to_lowercase();
    (is_email(&email) && email.len() <= 254).then_some(email)
}

fn read_name(claim: Option<&LocalizedClaim<EndUserName>>) -> Option<String> {
    let claim = claim?;
    let (_, name) = claim.iter().find(|(language, _)| language.is_none()).or_else(|| claim.iter().next())?;
    Some(name.trim().chars().take(MAX_NAME).collect()).filter(|name: &String| !is_blank(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn issuer_is_outside_and_requires_tls() {
        for fit in
            ["https://accounts.example.com", "https://id.example.com/realms/a", "https://id.example.com:8443"]
        {
            assert!(is_issuer(fit), "{fit}");
        }
        for odd in [
            "http://id.example.com",
            "https://127.0.0.1",
            "https://10.0.0.8/realms/a",
            "https://keycloak.internal",
            "https://keycloak",
            "https://id.example.com:5432",
            "ftp://127.0.0.1",
            "javascript:alert(1)",
            "https://id.test/?a=b",
            "https://a@id.test",
            "",
        ] {
            assert!(!is_issuer(odd), "{odd}");
        }
    }

    #[test]
    fn remote_document_cannot_point_to_this_machine() {
        let inside = "http://127.0.0.1:5432/keys";
        assert!(find_address(inside, "http://127.0.0.1:4000").is_ok());
        for place in [inside, "https://10.0.0.8/keys", "https://[::1]/keys", "https://db.internal/keys"] {
            assert!(find_address(place, "https://id.example.com").is_err(), "{place}");
        }
    }
}

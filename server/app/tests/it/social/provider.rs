//! A local identity provider with test users.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use chrono::TimeDelta;
use openidconnect::core::{
    CoreEdDsaPrivateSigningKey, CoreIdToken, CoreIdTokenClaims, CoreJsonWebKeySet, CoreJwsSigningAlgorithm,
};
use openidconnect::{
    Audience, EmptyAdditionalClaims, EndUserEmail, EndUserName, IssuerUrl, JsonWebKeyId, LocalizedClaim,
    Nonce, PrivateSigningKey, StandardClaims, SubjectIdentifier,
};
use poem::http::StatusCode;
use poem::listener::{Acceptor, Listener, TcpListener};
use poem::web::{Data, Form, Json};
use poem::{EndpointExt, IntoResponse, Request, Response, Route, Server, get, handler, post};
use reqwest::Url;
use serde_json::{Value, json};
use server_core::clock::Clock;
use sha2::{Digest, Sha256};

pub const CLIENT: &str = "remessa";
pub const SECRET: &str = "the secret of the client";

/// The provider's data of a user.
#[derive(Clone)]
pub struct Someone {
    pub subject: &'static str,
    pub name: &'static str,
    pub email: Option<&'static str>,
    pub email_verified: bool,
}

/// The error in an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    None,
    OtherNonce,
    OtherKey,
    OtherClient,
}

/// An issued code, valid until it is exchanged.
struct Grant {
    who: Someone,
    asked: HashMap<String, String>,
    flaw: Flaw,
}

#[derive(Clone)]
pub struct Provider {
    pub issuer: String,
    key: Arc<Mutex<CoreEdDsaPrivateSigningKey>>,
    grants: Arc<Mutex<HashMap<String, Grant>>>,
}

fn new_key(id: &str) -> CoreEdDsaPrivateSigningKey {
    // RFC 8410: a private key is these bytes followed by thirty-two of its own.
    let mut der = b"\x30\x2e\x02\x01\x00\x30\x05\x06\x03\x2b\x65\x70\x04\x22\x04\x20".to_vec();
    der.extend(rand::random::<[u8; 32]>());
    let pem = format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", STANDARD.encode(der));
    CoreEdDsaPrivateSigningKey::from_ed25519_pem(&pem, Some(JsonWebKeyId::new(id.into()))).unwrap()
}

impl Provider {
    pub async fn start() -> Self {
        let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.unwrap();
        let address = acceptor.local_addr()[0].to_string();
        let provider = Self {
            issuer: format!("http://{}", address.trim_start_matches("socket://")),
            key: Arc::new(Mutex::new(new_key("one"))),
            grants: Arc::default(),
        };
        let app = Route::new()
            .at("/.well-known/openid-configuration", get(configuration))
            .at("/keys", get(keys))
            .at("/token", post(exchange))
            .data(provider.clone());
        tokio::spawn(Server::new_with_acceptor(acceptor).run(app));
        provider
    }

    /// Signs with a new, unknown key from now on.
    pub fn change_keys(&self) {
        *self.key.lock().unwrap() = new_key("two");
    }

    /// A user follows the URL and signs in; returns the parameters that the browser brings back.
    pub fn let_in(&self, url: &str, who: &Someone, flaw: Flaw) -> Value {
        let url = Url::parse(url).unwrap();
        assert!(url.as_str().starts_with(&format!("{}/authorize?", self.issuer)), "{url}");
        let asked: HashMap<String, String> = url.query_pairs().into_owned().collect();
        assert_eq!((asked["client_id"].as_str(), asked["response_type"].as_str()), (CLIENT, "code"));
        assert_eq!(asked["code_challenge_method"], "S256");
        let code = uuid::Uuid::now_v7().to_string();
        let back = json!({ "code": code, "state": asked["state"], "iss": self.issuer });
        self.grants.lock().unwrap().insert(code, Grant { who: who.clone(), asked, flaw });
        back
    }

    fn token(&self, grant: &Grant) -> String {
        let Someone { subject, name, email, email_verified } = grant.who;
        let now = Clock::default().now();
        let audience = if grant.flaw == Flaw::OtherClient { "another" } else { CLIENT };
        let nonce = if grant.flaw == Flaw::OtherNonce { "another" } else { &grant.asked["nonce"] };
        let standard = StandardClaims::new(SubjectIdentifier::new(subject.into()))
            .set_name(Some(LocalizedClaim::from(EndUserName::new(name.into()))))
            .set_email(email.map(|email| EndUserEmail::new(email.into())))
            .set_email_verified(Some(email_verified));
        let claims = CoreIdTokenClaims::new(
            IssuerUrl::new(self.issuer.clone()).unwrap(),
            vec![Audience::new(audience.into())],
            now + TimeDelta::minutes(5),
            now,
            standard,
            EmptyAdditionalClaims {},
        )
        .set_nonce(Some(Nonce::new(nonce.into())));
        let stranger = new_key("one");
        let own = self.key.lock().unwrap();
        let key = if grant.flaw == Flaw::OtherKey { &stranger } else { &*own };
        CoreIdToken::new(claims, key, CoreJwsSigningAlgorithm::EdDsa, None, None).unwrap().to_string()
    }
}

#[handler]
fn configuration(Data(provider): Data<&Provider>) -> Json<Value> {
    let at = |path: &str| format!("{}/{path}", provider.issuer);
    Json(json!({
        "issuer": provider.issuer,
        "authorization_endpoint": at("authorize"),
        "token_endpoint": at("token"),
        "jwks_uri": at("keys"),
        "response_types_supported": ["code"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["EdDSA"],
    }))
}

#[handler]
fn keys(Data(provider): Data<&Provider>) -> Json<CoreJsonWebKeySet> {
    Json(CoreJsonWebKeySet::new(vec![provider.key.lock().unwrap().as_verification_key()]))
}

#[handler]
fn exchange(
    request: &Request,
    Form(sent): Form<HashMap<String, String>>,
    Data(provider): Data<&Provider>,
) -> Response {
    let refusal =
        || Json(json!({ "error": "invalid_grant" })).with_status(StatusCode::BAD_REQUEST).into_response();
    let credentials = STANDARD.encode(format!("{CLIENT}:{}", SECRET.replace(' ', "+")));
    assert_eq!(request.header("authorization"), Some(format!("Basic {credentials}").as_str()));
    let Some(grant) = provider.grants.lock().unwrap().remove(&sent["code"]) else { return refusal() };
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&sent["code_verifier"]));
    if challenge != grant.asked["code_challenge"] || sent["redirect_uri"] != grant.asked["redirect_uri"] {
        return refusal();
    }
    let token = provider.token(&grant);
    Json(json!({ "access_token": "unused", "token_type": "Bearer", "id_token": token })).into_response()
}

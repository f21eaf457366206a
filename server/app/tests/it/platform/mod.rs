//! The operator's API: authentication, and changes to tenants that another process serves.

mod archives;
mod commands;
mod doors;
mod life;

use std::sync::Arc;

use app::platform;
use app::platform::PlatformState;
use clap::Parser;
use poem::http::Method;
use poem::{Body, Endpoint, EndpointExt, Request};
use serde_json::Value;
use server_core::clock::Clock;
use server_core::config::PlatformConfig;
use server_core::http::token;
use sqlx::{AssertSqlSafe, ConnectOptions, Executor};
use tenancy::admin::{Admin, NewToken};

use crate::support::{Answer, TestApp};

const PLATFORM: &str = "operator.localhost";

#[derive(Parser)]
struct Arguments {
    #[command(flatten)]
    config: PlatformConfig,
}

/// A caller of the operator's API, with a `TestApp` on the same database.
#[derive(Clone)]
struct Operator {
    app: Arc<poem::endpoint::BoxEndpoint<'static, poem::Response>>,
    host: String,
    authorization: Option<String>,
}

async fn admin(app: &TestApp) -> Admin {
    Admin::connect(app.admin_url()).await.unwrap()
}

async fn as_owner(app: &TestApp, sql: &str) {
    let owner = app.admin_url().parse::<sqlx::postgres::PgConnectOptions>().unwrap();
    owner.connect().await.unwrap().execute(AssertSqlSafe(sql)).await.unwrap();
}

/// Creates a valid token.
async fn token_called(app: &TestApp, name: &str) -> String {
    token_for(app, name, true, None).await
}

/// The same that only reads, or reaches one tenant.
async fn token_for(app: &TestApp, name: &str, manages: bool, tenant: Option<&str>) -> String {
    let secret = token::generate();
    let hash = token::hash(&secret);
    let new = NewToken { name, hash: &hash, days: None, manages, tenant };
    admin(app).await.create_token(new).await.unwrap();
    secret
}

impl Operator {
    /// With a valid token.
    async fn of(app: &TestApp, options: &[String]) -> Self {
        let secret = token_called(app, "tests").await;
        Self::stranger(app, options).await.with(&secret)
    }

    /// In its own process, without a token.
    async fn stranger(app: &TestApp, options: &[String]) -> Self {
        let config = &app.state.config;
        let mut arguments = vec![
            "remessa".to_owned(),
            format!("--admin-url={}", app.admin_url()),
            format!("--database-url={}", config.database.database_url),
            format!("--database-password={}", config.database.database_password),
            format!("--files-url={}", config.files_url),
            format!("--platform-host={PLATFORM}"),
        ];
        arguments.extend_from_slice(options);
        let config = Arguments::parse_from(arguments).config;
        let state = PlatformState::connect(&config, Clock::default()).await.unwrap();
        let app = Arc::new(platform::app(state).map_to_response().boxed());
        Self { app, host: PLATFORM.to_owned(), authorization: None }
    }

    fn with(&self, secret: &str) -> Self {
        Self { authorization: Some(format!("Bearer {secret}")), ..self.clone() }
    }

    fn on(&self, host: &str) -> Self {
        Self { host: host.to_owned(), ..self.clone() }
    }

    async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None).await
    }

    async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body)).await
    }

    async fn patch(&self, path: &str, body: Value) -> Answer {
        self.send(Method::PATCH, path, Some(body)).await
    }

    async fn delete(&self, path: &str, body: Value) -> Answer {
        self.send(Method::DELETE, path, Some(body)).await
    }

    fn request(&self, method: Method, path: &str) -> Request {
        let mut request = Request::builder().method(method).uri_str(path).header("host", &self.host);
        if let Some(authorization) = &self.authorization {
            request = request.header("authorization", authorization);
        }
        request.finish()
    }

    async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let mut request = self.request(method, path);
        if let Some(body) = body {
            request.headers_mut().insert("content-type", "application/json".parse().unwrap());
            request.set_body(Body::from_json(body).unwrap());
        }
        self.call(request).await
    }

    async fn call(&self, request: Request) -> Answer {
        let (parts, body) = self.app.get_response(request).await.into_parts();
        let body = body.into_vec().await.unwrap_or_default();
        let answer = Answer { status: parts.status.as_u16(), headers: parts.headers, body };
        assert_ne!(answer.status, 500, "{}", answer.text());
        answer
    }
}

/// The answer of the tenants' own server, once it has this status. Changes arrive within a second.
async fn answers(app: &TestApp, host: &str, status: u16) -> Answer {
    let mut answer = app.visitor(host).get("/api/domain").await;
    for _ in 0..50 {
        if answer.status == status {
            return answer;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        answer = app.visitor(host).get("/api/domain").await;
    }
    panic!("{host} answers {} and not {status}: {}", answer.status, answer.text());
}

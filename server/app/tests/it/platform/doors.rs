//! Authentication and hosts of the operator's API.

use poem::http::Method;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, ConnectOptions};

use super::{Operator, PLATFORM, admin, as_owner, token_called, token_for};
use crate::support::{ATLANTICO, PACIFIC, TestApp};

struct Operation {
    id: String,
    method: Method,
    path: String,
    body: Option<Value>,
}

/// Every operation of the operator's document, for `atlantico`.
fn operations() -> Vec<Operation> {
    let parameter = regex::Regex::new(r"\{[^}]+\}").unwrap();
    let document = app::openapi::platform_document();
    let of_path = |(path, methods): (&String, &Value)| {
        let path = format!("/api{}", parameter.replace_all(path, "atlantico"));
        let one = |(method, operation): (&String, &Value)| Operation {
            id: operation["operationId"].as_str().unwrap().to_owned(),
            method: method.to_uppercase().parse().unwrap(),
            path: path.clone(),
            body: operation.pointer("/requestBody/content/application~1json/example").cloned(),
        };
        methods.as_object().unwrap().iter().map(one).collect::<Vec<_>>()
    };
    document["paths"].as_object().unwrap().iter().flat_map(of_path).collect()
}

async fn states(app: &TestApp) -> Vec<(String, String)> {
    let tenants = admin(app).await.list().await.unwrap();
    tenants.into_iter().map(|tenant| (tenant.slug, tenant.state)).collect()
}

#[tokio::test]
async fn every_operation_is_401_without_a_valid_token() {
    let app = TestApp::start().await;
    let before = states(&app).await;
    let (revoked, expired) = (token_called(&app, "revoked").await, token_called(&app, "expired").await);
    admin(&app).await.revoke_token("revoked").await.unwrap();
    as_owner(&app, "update control.platform_tokens set expires_at = now() where name = 'expired'").await;
    let wrong = server_core::http::token::generate();
    let operations = operations();
    assert!(operations.len() >= 15, "only {} operations were walked", operations.len());
    // Each process gets ten requests, because wrong tokens are limited.
    for secret in [None, Some(wrong), Some(revoked), Some(expired), Some(String::new())] {
        for some in operations.chunks(10) {
            let stranger = Operator::stranger(&app, &[]).await;
            let stranger = secret.as_ref().map_or_else(|| stranger.clone(), |secret| stranger.with(secret));
            for operation in some {
                let answer =
                    stranger.send(operation.method.clone(), &operation.path, operation.body.clone()).await;
                assert_eq!(answer.status, 401, "{}: {}", operation.id, answer.text());
                assert_eq!(answer.message_code(), "unauthenticated", "{}", operation.id);
            }
        }
    }
    assert_eq!(states(&app).await, before);
}

#[tokio::test]
async fn every_operation_is_404_on_other_hosts() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    for host in [ATLANTICO, PACIFIC, "localhost", "127.0.0.1", "x.operator.localhost", ""] {
        for operation in operations() {
            let there = operator.on(host);
            let answer = there.send(operation.method, &operation.path, operation.body).await;
            assert_eq!((answer.status, &*answer.message_code()), (404, "unknown_host"), "{host}");
        }
    }
    for host in [PLATFORM, "Operator.Localhost:8090"] {
        assert_eq!(operator.on(host).get("/api/tenants").await.status, 200, "{host}");
    }
}

#[tokio::test]
async fn sessions_and_tokens_are_not_interchangeable() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    let person = app.admin(ATLANTICO).await;
    let mut request = person.request(Method::GET, "/api/tenants");
    request.headers_mut().insert("host", PLATFORM.parse().unwrap());
    assert_eq!(operator.call(request).await.status, 401);

    for host in [ATLANTICO, PLATFORM] {
        let visitor = app.visitor(host);
        for path in ["/api/profile", "/api/users", "/api/tenants", "/api/changes"] {
            let mut request = visitor.request(Method::GET, path);
            let token = operator.authorization.clone().unwrap();
            request.headers_mut().insert("authorization", token.parse().unwrap());
            let answer = visitor.call(request).await;
            assert!([401, 404].contains(&answer.status), "{host} {path}: {}", answer.text());
        }
    }
}

#[tokio::test]
async fn wrong_tokens_are_limited_and_missing_ones_are_not() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    let anonymous = Operator { authorization: None, ..operator.clone() };
    let wrong = operator.with("not a token");
    for _ in 0..12 {
        assert_eq!(anonymous.get("/api/tenants").await.status, 401);
    }
    for _ in 0..10 {
        assert_eq!(wrong.get("/api/tenants").await.status, 401);
    }
    let closed = wrong.get("/api/tenants").await;
    assert_eq!((closed.status, &*closed.message_code()), (429, "rate_limited"));
    assert!(closed.header("retry-after").is_some());
    assert_eq!(operator.get("/api/tenants").await.status, 429);
}

#[tokio::test]
async fn tokens_are_stored_as_hashes_and_log_lines_are_permanent() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    let secret = operator.authorization.clone().unwrap().split_off("Bearer ".len());
    assert_eq!(operator.post("/api/tenants/pacific/suspend", json!({})).await.status, 200);
    let owner = app.admin_url().parse::<sqlx::postgres::PgConnectOptions>().unwrap();
    let mut owner = owner.connect().await.unwrap();
    let rows: Vec<String> = sqlx::query_scalar("select t::text from control.platform_tokens t")
        .fetch_all(&mut owner)
        .await
        .unwrap();
    assert!(!rows.is_empty() && rows.iter().all(|row| !row.contains(&secret)));
    for sql in [
        "update control.platform_audit set token = 'somebody else'",
        "update control.platform_audit set outcome = 'not_found'",
        "delete from control.platform_audit",
        "truncate control.platform_audit",
    ] {
        let refused = sqlx::query(sql).execute(&mut owner).await.unwrap_err();
        assert!(refused.to_string().contains("only grows"), "{sql}: {refused}");
    }
    // The servers' own login can read neither table.
    for table in ["platform_tokens", "platform_audit"] {
        let mut tx = app.state.tenancy.control().await.unwrap();
        let sql = format!("select 1 from {table}");
        let refused = sqlx::query(AssertSqlSafe(sql)).execute(&mut *tx).await.unwrap_err();
        assert_eq!(refused.as_database_error().unwrap().code().as_deref(), Some("42501"), "{table}");
    }
}

#[tokio::test]
async fn a_token_reaches_only_what_it_was_made_for() {
    let app = TestApp::start().await;
    let operator = Operator::stranger(&app, &[]).await;
    let (reads, own) =
        (token_for(&app, "reads", false, None).await, token_for(&app, "own", true, Some("atlantico")).await);
    let (reads, own) = (operator.with(&reads), operator.with(&own));
    for path in ["/api/tenants", "/api/tenants/atlantico", "/api/tenants/pacific/flags"] {
        assert_eq!(reads.get(path).await.status, 200, "{path}");
    }
    let flag = "/api/tenants/atlantico/flags/public_tracking";
    let refused = reads.patch(flag, json!({ "enabled": false })).await;
    assert_eq!((refused.status, &*refused.message_code()), (403, "forbidden"));
    assert_eq!(own.patch(flag, json!({ "enabled": false })).await.status, 200);
    for path in ["/api/tenants", "/api/tenants/pacific", "/api/tenants/%61tlantico", "/api/changes"] {
        assert_eq!(own.get(path).await.status, 403, "{path}");
    }
    let elsewhere = "/api/tenants/pacific/flags/public_tracking";
    assert_eq!(own.patch(elsewhere, json!({ "enabled": false })).await.status, 403);
}

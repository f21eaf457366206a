//! Tokens that programs exchange for short bearers, by client credentials.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};

use super::{Program, make, path};
use crate::support::{ATLANTICO, Answer, PACIFIC, TestApp};

/// Sends the form of RFC 6749 as a library does: without cookies and headers of pages.
async fn exchange(app: &TestApp, host: &str, fields: &[(&str, &str)]) -> Answer {
    exchange_as(app, host, None, fields).await
}

/// The same with a client that is named in the header.
async fn exchange_as(app: &TestApp, host: &str, basic: Option<&str>, fields: &[(&str, &str)]) -> Answer {
    let browser = app.visitor(host);
    let mut request = browser.request(Method::POST, "/oauth/token");
    let headers = request.headers_mut();
    for of_pages in ["origin", "sec-fetch-site", "x-csrf-token", "x-requested-with", "cookie"] {
        headers.remove(of_pages);
    }
    headers.insert("content-type", "application/x-www-form-urlencoded".parse().unwrap());
    if let Some(named) = basic {
        headers.insert("authorization", format!("Basic {}", BASE64_STANDARD.encode(named)).parse().unwrap());
    }
    let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
    request.set_body(pairs.join("&"));
    browser.call(request).await
}

const GRANT: (&str, &str) = ("grant_type", "client_credentials");

#[tokio::test]
async fn a_short_bearer_does_what_its_token_does_and_ends_with_it() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (token, secret) = make(&staff, &["shipment.list"]).await;
    let (id, prefix) = (token["id"].as_str().unwrap(), token["prefix"].as_str().unwrap());
    let mut bearers = Vec::new();
    for name in [id, prefix] {
        let answer =
            exchange(&app, ATLANTICO, &[GRANT, ("client_id", name), ("client_secret", &*secret)]).await;
        assert_eq!((answer.status, answer.header("cache-control")), (200, Some("no-store")));
        assert!(answer.header("set-cookie").is_none());
        let granted = answer.json();
        assert_eq!((&granted["token_type"], &granted["expires_in"]), (&json!("Bearer"), &json!(900)));
        bearers.push(granted["access_token"].as_str().unwrap().to_owned());
    }
    let program = Program::on(&app, ATLANTICO, &bearers[0]);
    assert_eq!(program.get("/api/shipments").await.status, 200);
    assert_eq!(program.get("/api/clients").await.status, 403, "it has the rights of the token");
    assert_eq!(Program::on(&app, PACIFIC, &bearers[0]).get("/api/shipments").await.status, 401);
    let again = [GRANT, ("client_id", prefix), ("client_secret", &*bearers[0])];
    assert_eq!(exchange(&app, ATLANTICO, &again).await.status, 401, "a bearer is no token");

    app.state.clock.advance(TimeDelta::minutes(14));
    assert_eq!(program.get("/api/shipments").await.status, 200);
    app.state.clock.advance(TimeDelta::minutes(1));
    assert_eq!(program.get("/api/shipments").await.status, 401, "it is over");
    let fields = [GRANT, ("client_id", prefix), ("client_secret", &*secret)];
    let granted = exchange(&app, ATLANTICO, &fields).await.json();
    let program = Program::on(&app, ATLANTICO, granted["access_token"].as_str().unwrap());
    assert_eq!(program.get("/api/shipments").await.status, 200);
    staff.post(&path(&token, "/revoke"), json!({ "version": 1 })).await.data();
    assert_eq!(program.get("/api/shipments").await.status, 401, "it ends with its token");
}

#[tokio::test]
async fn every_client_that_is_not_valid_has_the_same_answer() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (token, secret) = make(&staff, &["shipment.list"]).await;
    let prefix = token["prefix"].as_str().unwrap();
    let unknown = access::api_tokens::format::generate();
    let refused: Value = json!({ "error": "invalid_client" });
    for (host, id, secret) in [
        (ATLANTICO, prefix, "x"),
        (ATLANTICO, prefix, &*unknown),
        (ATLANTICO, "another", &*secret),
        (PACIFIC, prefix, &*secret),
    ] {
        let answer = exchange(&app, host, &[GRANT, ("client_id", id), ("client_secret", secret)]).await;
        assert_eq!((answer.status, answer.json()), (401, refused.clone()), "{host} {id}");
    }
    let other = [("grant_type", "password"), ("client_id", prefix), ("client_secret", &*secret)];
    let answer = exchange(&app, ATLANTICO, &other).await;
    assert_eq!((answer.status, answer.json()), (400, json!({ "error": "unsupported_grant_type" })));
}

#[tokio::test]
async fn a_library_may_name_its_client_in_the_header() {
    let app = TestApp::start().await;
    let (token, secret) = make(&app.staff(ATLANTICO).await, &["shipment.list"]).await;
    let prefix = token["prefix"].as_str().unwrap();
    // Both parts are written as in a form: some libraries write every sign that is no letter.
    for secret in [secret.clone(), secret.replace('_', "%5F")] {
        let named = format!("{prefix}:{secret}");
        let granted = exchange_as(&app, ATLANTICO, Some(&named), &[GRANT]).await;
        assert_eq!(granted.status, 200, "{}", granted.text());
        let program = Program::on(&app, ATLANTICO, granted.json()["access_token"].as_str().unwrap());
        assert_eq!(program.get("/api/shipments").await.status, 200);
    }
    for named in [format!("another:{secret}"), format!("{prefix}:x"), prefix.to_owned()] {
        let refused = exchange_as(&app, ATLANTICO, Some(&named), &[GRANT]).await;
        assert_eq!((refused.status, refused.header("www-authenticate")), (401, Some("Basic")), "{named}");
    }
}

//! The door for programs: no cookie, no CSRF token, the same answer to every token that is not valid.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};

use super::{PATH, Program, make, path, view};
use crate::limit::wait_for_redis;
use crate::support::{ATLANTICO, Served, TestApp};

#[tokio::test]
async fn every_token_that_is_not_valid_has_the_same_answer() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (token, revoked) = make(&staff, &["shipment.list"]).await;
    staff.post(&path(&token, "/revoke"), json!({ "version": 1 })).await.data();
    let unknown = access::api_tokens::format::generate();
    let mut told: Vec<(u16, Value)> = Vec::new();
    for secret in ["", "x", &revoked, &unknown, &unknown[..57], "rem_live_"] {
        let answer = Program::on(&app, ATLANTICO, secret).get("/api/shipments").await;
        let mut body = answer.json();
        body["request_id"] = Value::Null;
        told.push((answer.status, body));
    }
    assert!(told.iter().all(|one| one == &told[0] && one.0 == 401), "{told:?}");
}

#[tokio::test]
async fn cookies_count_for_nothing_beside_a_token() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (_, secret) = make(&staff, &["shipment.list"]).await;
    let cookie = admin.cookie.clone().unwrap();
    let program = Program::on(&app, ATLANTICO, &secret);
    let users = program.send(Method::GET, "/api/users", None, &[("cookie", &cookie)]).await;
    assert_eq!(users.status, 403, "the administrator's cookie was not read");
    let nobody = Program::on(&app, ATLANTICO, "rem_live_x");
    let answer = nobody.send(Method::GET, "/api/users", None, &[("cookie", &cookie)]).await;
    assert_eq!(answer.status, 401);
    let form = json!({ "email": "admin@atlantico.test", "password": "remessa-demo", "remember_me": false });
    let signed_in = program.post("/api/login", form).await;
    assert!(signed_in.header("set-cookie").is_none(), "programs get no session");
    assert!(program.get("/api/session-cookie").await.header("set-cookie").is_none());
}

#[tokio::test]
async fn a_change_by_a_token_needs_nothing_of_a_page() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (_, secret) = make(&staff, &["saved_view.create"]).await;
    let program = Program::on(&app, ATLANTICO, &secret);
    assert_eq!(program.post("/api/saved_views", view("One")).await.status, 200);
    let from_a_page = [("origin", "https://evil.example"), ("sec-fetch-site", "cross-site")];
    let answer = program.send(Method::POST, "/api/saved_views", Some(view("Two")), &from_a_page).await;
    assert_eq!(answer.status, 200, "the secret is enough");
    // The same call with the cookie alone is that of a page.
    let mut request = staff.request(Method::POST, "/api/saved_views");
    request.headers_mut().remove("x-csrf-token");
    request.headers_mut().insert("authorization", "Basic YTpi".parse().unwrap());
    request.headers_mut().insert("content-type", "application/json".parse().unwrap());
    request.set_body(poem::Body::from_json(view("Three")).unwrap());
    assert_eq!(staff.call(request).await.message_code(), "request_not_trusted");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_is_valid_in_its_networks_only() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let served = Served::start(&app).await;
    for (network, status) in [("127.0.0.0/8", 200), ("198.51.100.0/24", 401)] {
        let form = json!({ "name": "Shop", "scopes": ["shipment.list"], "networks": [network] });
        let secret = staff.post(PATH, form).await.data()["secret"].as_str().unwrap().to_owned();
        let program = Program::through(served.visitor(ATLANTICO), &secret);
        assert_eq!(program.get("/api/shipments").await.status, status, "{network}");
        let lied = [("x-forwarded-for", "198.51.100.3")];
        let answer = program.send(Method::GET, "/api/shipments", None, &lied).await;
        assert_eq!(answer.status, status, "{network}: nobody vouches for that address");
    }
}

#[tokio::test]
async fn people_alone_change_sign_in_data_and_tokens() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let offered = admin.get(&format!("{PATH}/scopes")).await.data();
    let all: Vec<&str> =
        offered.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    let (token, secret) = make(&admin, &all).await;
    let program = Program::on(&app, ATLANTICO, &secret);
    let form = json!({ "name": "Next", "scopes": ["shipment.list"] });
    assert_eq!(program.post(PATH, form).await.status, 403);
    for verb in ["/rotate", "/revoke"] {
        assert_eq!(program.post(&path(&token, verb), json!({ "version": 1 })).await.status, 403);
    }
    let user = crate::users::demo_user(&admin, "staff").await;
    let switch = format!("/api/backoffice/users/{}/switch", user["id"].as_str().unwrap());
    assert_eq!(program.post(&switch, json!({})).await.status, 403);
    assert_eq!(program.get("/api/users").await.status, 200, "reading is a right like others");
    let language = program.post("/api/locale", json!({ "locale": "es" })).await;
    assert_eq!((language.status, &*language.message_code()), (409, "not_by_token"));
    assert_eq!(program.post("/api/logout", json!({})).await.message_code(), "not_by_token");
    assert_eq!(program.post("/api/backoffice/switch-back", json!({})).await.message_code(), "not_switched");
}

/// No call that begins after the answer passes, however many are under way.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn no_call_passes_after_a_token_was_revoked() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (token, secret) = make(&staff, &["shipment.list"]).await;
    let program = Arc::new(Program::on(&app, ATLANTICO, &secret));
    let (is_revoked, passed) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU32::new(0)));
    let callers: Vec<_> = (0..20)
        .map(|_| {
            let (program, is_revoked, passed) = (program.clone(), is_revoked.clone(), passed.clone());
            tokio::spawn(async move {
                loop {
                    let begins_after = is_revoked.load(Ordering::SeqCst);
                    let status = program.get("/api/shipments?per_page=10").await.status;
                    if begins_after {
                        return status;
                    }
                    assert!([200, 401].contains(&status), "{status}");
                    passed.fetch_add(u32::from(status == 200), Ordering::SeqCst);
                }
            })
        })
        .collect();
    while passed.load(Ordering::SeqCst) < 20 {
        tokio::task::yield_now().await;
    }
    staff.post(&path(&token, "/revoke"), json!({ "version": 1 })).await.data();
    is_revoked.store(true, Ordering::SeqCst);
    for caller in callers {
        assert_eq!(caller.await.unwrap(), 401);
    }
}

#[tokio::test]
async fn each_token_has_its_own_limit() {
    let app = TestApp::with(&["--request-limit=30".to_owned()]).await;
    wait_for_redis(&app, &app.state).await;
    let staff = app.staff(ATLANTICO).await;
    let (_, one) = make(&staff, &["shipment.list"]).await;
    let (_, other) = make(&staff, &["shipment.list"]).await;
    let (one, other) = (Program::on(&app, ATLANTICO, &one), Program::on(&app, ATLANTICO, &other));
    for call in 1..=30 {
        let answer = one.get("/api/shipments?per_page=10").await;
        let left = (30 - call).to_string();
        assert_eq!((answer.status, answer.header("ratelimit-limit")), (200, Some("30")));
        assert_eq!(answer.header("ratelimit-remaining"), Some(&*left));
    }
    let refused = one.get("/api/shipments?per_page=10").await;
    assert_eq!((refused.status, &*refused.message_code()), (429, "rate_limited"));
    assert_eq!(refused.header("ratelimit-remaining"), Some("0"));
    let seconds: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    let reset: u64 = refused.header("ratelimit-reset").unwrap().parse().unwrap();
    assert!((1..=60).contains(&seconds) && reset == seconds, "{seconds} {reset}");
    let answer = other.get("/api/clients").await;
    assert_eq!((answer.status, answer.header("ratelimit-remaining")), (403, Some("29")), "a refusal counts");
    assert!(staff.get("/api/shipments").await.header("ratelimit-limit").is_none(), "people are not told");
    let shown = staff.get(PATH).await.data();
    let calls: Vec<&Value> = shown.as_array().unwrap().iter().map(|token| &token["recent_calls"]).collect();
    assert_eq!(json!(calls), json!([1, 30]), "what was let through is counted by token, the newest first");
    app.state.clock.advance(TimeDelta::days(7));
    let again = app.staff(ATLANTICO).await.get(PATH).await.data();
    assert_eq!(again[1]["recent_calls"], 0, "a week later they are forgotten");
}

#[tokio::test]
async fn the_door_is_closed_with_its_flag() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (_, secret) = make(&admin, &["shipment.list"]).await;
    let program = Program::on(&app, ATLANTICO, &secret);
    assert_eq!(program.get("/api/shipments").await.status, 200);
    crate::feature_flags::switch(&admin, "integrations", false).await.data();
    assert_eq!(program.get("/api/shipments").await.status, 401);
    assert_eq!(app.visitor(ATLANTICO).get("/api/openapi.json").await.status, 404);
    crate::feature_flags::switch(&admin, "integrations", true).await.data();
    assert_eq!(program.get("/api/shipments").await.status, 200);
}

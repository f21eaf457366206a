//! Sign-in, sessions and the separation of tenants.

mod enumeration;
mod forgery;

use access::password::Passwords;
use chrono::TimeDelta;
use serde_json::json;

use crate::support::{ATLANTICO, PACIFIC, Person, Served, TestApp};

#[tokio::test]
async fn the_right_password_opens_a_session_and_sign_out_ends_it() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let profile = admin.get("/api/profile").await.data();
    assert_eq!(profile["user_type"], 10);
    assert_eq!(profile["language"], "pt-BR");
    assert_eq!(profile["menu"]["shipments"], true);

    assert_eq!(admin.post("/api/logout", json!({})).await.status, 200);
    assert_eq!(admin.get("/api/profile").await.status, 401);
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_address_answer_alike() {
    let app = TestApp::start().await;
    let mut visitor = app.visitor(ATLANTICO);
    let wrong = visitor.log_in("admin@atlantico.test", "wrong").await;
    let unknown = visitor.log_in("nobody@atlantico.test", "wrong").await;
    assert_eq!((wrong.status, wrong.code_at("email")), (422, "login_failed".into()));
    let strip = |answer: &crate::support::Answer| {
        let mut body = answer.json();
        body["request_id"] = json!(null);
        body
    };
    assert_eq!(strip(&wrong), strip(&unknown));
}

#[tokio::test]
async fn all_empty_fields_are_reported_in_the_request_language() {
    let app = TestApp::start().await;
    let mut visitor = app.visitor(ATLANTICO);
    visitor.language = "pt-BR";
    visitor.visit().await;
    let answer = visitor.post("/api/login", json!({ "email": "", "password": "" })).await;
    assert_eq!(answer.status, 422);
    assert_eq!(answer.json()["errors"]["email"][0]["message"], "Campo obrigatório.");
    assert_eq!(answer.code_at("password"), "required");
}

#[tokio::test]
async fn a_session_is_not_valid_for_another_tenant() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(admin.get("/api/profile").await.status, 200);
    assert_eq!(admin.on(PACIFIC).get("/api/profile").await.status, 401);
    assert_eq!(admin.on(PACIFIC).post("/api/logout", json!({})).await.status, 403);
}

#[tokio::test]
async fn an_unknown_host_is_404() {
    let app = TestApp::start().await;
    for host in ["unknown.localhost", "127.0.0.1", "atlantico.localhost.evil.test"] {
        let answer = app.visitor(host).get("/api/domain").await;
        assert_eq!((answer.status, answer.message_code()), (404, "unknown_host".into()), "{host}");
        assert!(answer.header("set-cookie").is_none());
    }
}

#[tokio::test]
async fn an_unknown_host_answers_browsers_with_a_page_and_programs_with_an_error() {
    let web = tempfile::tempdir().unwrap();
    std::fs::write(web.path().join("index.html"), "<title>Remessa</title>").unwrap();
    let app = TestApp::with(&[format!("--web-dir={}", web.path().display())]).await;
    let nobody = app.visitor("unknown.localhost");
    let mut navigation = nobody.request(poem::http::Method::GET, "/shipments");
    navigation.headers_mut().insert("accept", "text/html,*/*;q=0.8".parse().unwrap());
    let page = nobody.call(navigation).await;
    assert_eq!((page.status, page.text().as_str()), (404, "<title>Remessa</title>"));
    assert!(page.header("content-security-policy").unwrap().contains("nonce-"));
    assert!(page.header("x-content-type-options").is_some());
    assert_eq!(nobody.get("/shipments").await.message_code(), "unknown_host");
}

#[tokio::test]
async fn a_forwarded_host_of_an_untrusted_peer_is_ignored() {
    let app = TestApp::start().await;
    let visitor = app.visitor(ATLANTICO);
    let mut request = visitor.request(poem::http::Method::GET, "/api/domain");
    request.headers_mut().insert("x-forwarded-host", PACIFIC.parse().unwrap());
    assert_eq!(visitor.call(request).await.data()["name"], "Atlântico Courier");
}

#[tokio::test]
async fn a_forwarded_host_of_a_trusted_proxy_is_used() {
    let app = TestApp::start().await;
    let served = Served::with(&app, &[("REMESSA_TRUSTED_PROXIES", "127.0.0.0/8")]).await;
    let mut visitor = served.visitor("backend.internal");
    let forwarded = |mut request: poem::Request, origin: &str| {
        request.headers_mut().insert("x-forwarded-host", ATLANTICO.parse().unwrap());
        request.headers_mut().insert("origin", format!("https://{origin}").parse().unwrap());
        request
    };
    let request = visitor.request(poem::http::Method::GET, "/api/session-cookie");
    let answer = visitor.call(forwarded(request, ATLANTICO)).await;
    visitor.keep(&answer);
    let form = json!({ "email": "admin@atlantico.test", "password": "remessa-demo" }).to_string();
    for (origin, status) in [(PACIFIC, 403), ("backend.internal", 403), (ATLANTICO, 200)] {
        let mut request = visitor.request(poem::http::Method::POST, "/api/login");
        request.headers_mut().insert("content-type", "application/json".parse().unwrap());
        request.set_body(form.clone());
        assert_eq!(visitor.call(forwarded(request, origin)).await.status, status, "{origin}");
    }
}

#[tokio::test]
async fn brands_differ_by_domain() {
    let app = TestApp::start().await;
    let (one, two) = (app.visitor(ATLANTICO), app.visitor(PACIFIC));
    assert_ne!(one.get("/theme.css").await.text(), two.get("/theme.css").await.text());
    assert!(one.get("/brand/logo").await.text().contains("Atlântico"));
    assert!(two.get("/brand/logo_dark").await.text().contains("Pacific"));
    assert_eq!(two.get("/api/domain").await.data()["default_language"], "en");
}

#[tokio::test]
async fn a_saved_language_follows_the_user() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(admin.post("/api/locale", json!({ "locale": "zh-CN" })).await.status, 200);
    assert_eq!(admin.get("/api/profile").await.data()["language"], "zh-CN");
    assert_eq!(
        admin.post("/api/locale", json!({ "locale": "fr" })).await.code_at("locale"),
        "unknown_option"
    );
}

#[tokio::test]
async fn a_language_the_company_does_not_offer_is_refused() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let form = json!({ "languages": ["pt-BR", "en"], "default_language": "pt-BR" });
    assert_eq!(crate::tenant_settings::changed(&admin, form).await.status, 200);
    let refused = admin.post("/api/locale", json!({ "locale": "es" })).await;
    assert_eq!((refused.status, refused.code_at("locale")), (422, "unknown_option".into()));
    assert_eq!(admin.get("/api/profile").await.data()["language"], "pt-BR");
    assert_eq!(admin.post("/api/locale", json!({ "locale": "en" })).await.status, 200);
}

#[tokio::test]
async fn ten_guesses_in_a_quarter_of_an_hour_are_all() {
    let app = TestApp::start().await;
    let mut visitor = app.visitor(ATLANTICO);
    for _ in 0..10 {
        assert_eq!(visitor.log_in("admin@atlantico.test", "wrong").await.status, 422);
    }
    let answer = visitor.log_in("admin@atlantico.test", "remessa-demo").await;
    assert_eq!(answer.status, 429);
    let seconds: u32 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((600..=900).contains(&seconds), "{seconds}");
}

#[tokio::test]
async fn failures_count_and_successes_do_not() {
    let app = TestApp::start().await;
    for _ in 0..9 {
        assert_eq!(app.visitor(ATLANTICO).log_in("admin@atlantico.test", "wrong").await.status, 422);
    }
    for _ in 0..12 {
        app.admin(ATLANTICO).await;
    }
}

#[tokio::test]
async fn strangers_cannot_lock_out_a_known_device() {
    let app = TestApp::with(&["--tenant-limit=30".into()]).await;
    let mut device = app.admin(ATLANTICO).await;
    let mut stranger = app.client(ATLANTICO).await;
    for _ in 0..10 {
        assert_eq!(stranger.log_in("admin@atlantico.test", "wrong").await.status, 422);
    }
    assert_eq!(stranger.log_in("admin@atlantico.test", "remessa-demo").await.status, 429);
    for _ in 0..10 {
        assert_eq!(device.log_in("admin@atlantico.test", "wrong").await.status, 422);
    }
    assert_eq!(
        device.log_in("admin@atlantico.test", "remessa-demo").await.status,
        429,
        "its own guesses count"
    );
    let mut other = app.staff(ATLANTICO).await;
    for name in 0..25 {
        app.visitor(ATLANTICO).log_in(&format!("{name}@atlantico.test"), "wrong").await;
    }
    assert_eq!(app.visitor(ATLANTICO).log_in("staff@atlantico.test", "remessa-demo").await.status, 429);
    assert_eq!(
        other.log_in("staff@atlantico.test", "remessa-demo").await.status,
        200,
        "the flood is not its own"
    );
}

/// Signs in with 'keep me signed in'.
async fn sign_in_remembered(app: &TestApp) -> Person {
    let mut person = app.visitor(ATLANTICO);
    person.visit().await;
    let form = json!({ "email": "staff@atlantico.test", "password": "remessa-demo", "remember_me": true });
    let answer = person.post("/api/login", form).await;
    person.keep(&answer);
    person
}

#[tokio::test]
async fn a_session_ends_seven_days_after_sign_in_and_a_remembered_one_after_thirty() {
    // Without copies in Redis, which live by the real clock.
    let app = TestApp::with(&["--redis-url=redis://127.0.0.1:1".into()]).await;
    let idle = json!({ "session_idle_hours": 72 });
    assert_eq!(crate::tenant_settings::changed(&app.admin(ATLANTICO).await, idle).await.status, 200);
    let (mut plain, mut kept) = (app.staff(ATLANTICO).await, sign_in_remembered(&app).await);
    let mut ended = Vec::new();
    // Neither is ever idle for 72 hours.
    for hours in (56..=31 * 24).step_by(56) {
        app.state.clock.advance(TimeDelta::hours(56));
        for (name, person) in [("plain", &mut plain), ("kept", &mut kept)] {
            person.visit().await;
            if person.get("/api/profile").await.status == 401
                && !ended.iter().any(|(known, _)| *known == name)
            {
                ended.push((name, hours));
            }
        }
    }
    assert_eq!(ended, [("plain", 7 * 24), ("kept", 13 * 56)]);
}

#[tokio::test]
async fn the_token_of_a_remembered_session_is_replaced_and_a_copy_of_it_ends_the_session() {
    let app = TestApp::start().await;
    let mut device = sign_in_remembered(&app).await;
    let first = device.clone();
    device.visit().await;
    assert_eq!(device.cookie, first.cookie, "not at once");
    app.state.clock.advance(TimeDelta::hours(25));
    let mut tab = device.clone();
    device.visit().await;
    tab.visit().await;
    assert_ne!(device.cookie, first.cookie);
    assert_eq!(device.cookie, tab.cookie, "two tabs get the same");
    assert_eq!(first.get("/api/profile").await.status, 200, "requests on their way pass");
    app.state.clock.advance(TimeDelta::minutes(3));
    assert_eq!(device.get("/api/profile").await.status, 200);
    assert_eq!(first.get("/api/profile").await.status, 401);
    assert_eq!(device.get("/api/profile").await.status, 401, "nobody knows which of the two is the thief");
}

#[tokio::test]
async fn expired_sessions_and_links_are_swept() {
    let app = TestApp::start().await;
    app.staff(ATLANTICO).await;
    crate::recovery::token(&app).await;
    let rows = async || {
        let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
        let sql = "select (select count(*) from sessions) + (select count(*) from account_links)";
        sqlx::query_scalar::<_, i64>(sql).fetch_one(&mut *tx).await.unwrap()
    };
    assert_eq!(rows().await, 2);
    app.state.clock.advance(TimeDelta::minutes(30));
    app::sweep::sweep(&app.state).await;
    assert_eq!(rows().await, 2);
    app.state.clock.advance(TimeDelta::days(1));
    app::sweep::sweep(&app.state).await;
    assert_eq!(rows().await, 0);
}

#[tokio::test]
async fn an_invalid_link_costs_no_hash() {
    let app = TestApp::start().await;
    let visitor = crate::recovery::at_the_door(&app, ATLANTICO).await;
    let before = app.state.slot::<Passwords>().count_computed();
    let answer = crate::recovery::reset(&visitor, "a-guess", crate::recovery::ADDRESS, "a-new-one").await;
    assert_eq!(answer.message_code(), "link_not_valid");
    let form = json!({ "token": "a-guess", "password": "a-new-one", "password_confirmation": "a-new-one" });
    assert_eq!(visitor.post("/api/invitation/accept", form).await.message_code(), "link_not_valid");
    assert_eq!(app.state.slot::<Passwords>().count_computed(), before);
}

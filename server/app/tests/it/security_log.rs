//! The log of security events, and the security headers of answers.

use std::io::Write;
use std::sync::{Arc, Mutex};

use poem::http::Method;
use serde_json::{Value, json};
use tenancy::admin::Admin;
use tracing_subscriber::fmt::MakeWriter;

use crate::support::{ATLANTICO, TestApp};

#[derive(Clone, Default)]
struct Lines(Arc<Mutex<Vec<u8>>>);

impl Write for Lines {
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(line)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Lines {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

impl Lines {
    fn security_events(&self) -> Vec<Value> {
        let text = String::from_utf8(self.0.lock().unwrap().clone()).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.filter(|line| line["target"] == "security").collect()
    }
}

#[tokio::test]
async fn security_events_are_logged_without_personal_data() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let lines = Lines::default();
    let subscriber = tracing_subscriber::fmt().json().with_writer(lines.clone()).finish();
    let _until_the_end = tracing::subscriber::set_default(subscriber);

    let mut stranger = app.visitor(ATLANTICO);
    for _ in 0..11 {
        stranger.log_in("admin@atlantico.test", "a-guess").await;
    }
    let refused = client.get("/api/users").await;
    assert_eq!(refused.status, 403);
    let mut forged = client.clone();
    forged.csrf = "of another site".into();
    assert_eq!(forged.post("/api/locale", json!({ "locale": "en" })).await.status, 403);

    let logged = lines.security_events();
    let names: Vec<&str> = logged.iter().map(|line| line["fields"]["event"].as_str().unwrap()).collect();
    assert_eq!(names[..11], [&["sign_in_failed"; 10][..], &["rate_limited"]].concat());
    assert_eq!(names[11..], ["forbidden", "csrf_refused"]);
    assert_eq!(logged[11]["fields"]["request"], refused.json()["request_id"]);
    let (first, account) = (&logged[0]["fields"], logged[0]["fields"]["account"].as_str().unwrap());
    assert_eq!(account.len(), 12, "a pseudonym, which is the same for each guess at the account");
    assert!(logged[..10].iter().all(|line| line["fields"]["account"] == account), "{logged:?}");
    assert!(logged.iter().all(|line| line["fields"]["network"] == first["network"]), "{logged:?}");
    let text = format!("{logged:?}");
    for personal in ["atlantico.test", "a-guess", "Loja", "users"] {
        assert!(!text.contains(personal), "{personal} is in {text}");
    }
}

#[tokio::test]
async fn security_headers_are_on_error_answers_too() {
    let app = TestApp::start().await;
    let visitor = app.visitor(ATLANTICO);
    for (path, status) in [("/api/profile", 401), ("/api/nowhere", 404), ("/api/domain", 200)] {
        let answer = visitor.get(path).await;
        assert_eq!(answer.status, status, "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert!(answer.header("content-security-policy").unwrap().contains("default-src 'none'"), "{path}");
    }
    let unknown = app.visitor("unknown.localhost").get("/api/domain").await;
    assert_eq!((unknown.status, unknown.header("x-content-type-options")), (404, Some("nosniff")));
}

#[tokio::test]
async fn hosts_with_tls_demand_it() {
    let app = TestApp::start().await;
    let admin = Admin::connect(app.admin_url()).await.unwrap();
    admin.add_domain("atlantico", "envios.example.com", true).await.unwrap();
    app.state.tenancy.refresh().await.unwrap();
    let public = app.visitor("envios.example.com");
    for path in ["/api/domain", "/api/profile"] {
        let demanded = public.get(path).await;
        assert_eq!(demanded.header("strict-transport-security"), Some("max-age=63072000"), "{path}");
    }
    let local = app.visitor(ATLANTICO).get("/api/domain").await;
    assert_eq!(local.header("strict-transport-security"), None);
}

#[tokio::test]
async fn all_requests_of_a_user_are_limited_by_their_cost() {
    let app = TestApp::with(&["--request-limit=100".into()]).await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    for _ in 0..30 {
        assert_eq!(staff.get("/api/shipments?search=maria").await.status, 200);
    }
    for _ in 0..10 {
        assert_eq!(staff.get("/api/profile").await.status, 200);
    }
    let refused = staff.get("/api/profile").await;
    assert_eq!((refused.status, refused.message_code()), (429, "rate_limited".into()));
    assert!(refused.header("retry-after").is_some());
    assert_eq!(client.get("/api/profile").await.status, 200, "others are not concerned");
}

#[tokio::test]
async fn all_requests_of_an_address_are_limited() {
    let app = TestApp::with(&["--request-limit=10".into()]).await;
    let visitor = app.visitor(ATLANTICO);
    for _ in 0..50 {
        assert_eq!(visitor.get("/api/domain").await.status, 200);
    }
    assert_eq!(visitor.send(Method::GET, "/api/domain", None).await.status, 429);
}

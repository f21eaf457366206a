//! Sign-in with an identity provider.

mod links;
pub mod provider;

use access::social::providers::Keyring;
use chrono::TimeDelta;
use serde_json::json;
use tenancy::admin::Admin;

use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};
use provider::{CLIENT, Flaw, Provider, SECRET, Someone};

const IRIS: Someone =
    Someone { subject: "iris", name: "Íris Prado", email: Some("Iris@Aurora.test"), email_verified: true };
const ADDRESS: &str = "iris@aurora.test";

const NOT_COMPLETED: (u16, &str) = (409, "social_not_completed");

pub fn keyring(app: &TestApp, secret: Option<&str>) -> Keyring {
    let variables = secret.map(|secret| ("ACME_SECRET".to_owned(), secret.to_owned()));
    Keyring::of(Some(&app.state.config.secret), variables)
}

/// Applies the folder of a demo tenant with additions to its `tenant.toml`, like the operator.
pub async fn apply(app: &TestApp, host: &str, more: &str, keyring: &Keyring) -> anyhow::Result<&'static str> {
    let slug = host.split('.').next().unwrap();
    let shipped = format!("{}/../../tenants/{slug}/tenant.toml", env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    let text = format!("{}\n{more}", std::fs::read_to_string(shipped).unwrap());
    std::fs::write(folder.path().join("tenant.toml"), text).unwrap();
    let admin = Admin::connect(app.admin_url()).await.unwrap();
    let change = app::cli::tenant::apply(&admin, &app.state.tenancy, folder.path(), keyring).await;
    app.state.settings.forget(&app.tenant(host)).await;
    change
}

pub fn entry(issuer: &str) -> String {
    format!(
        "[[sign_in_providers]]\nname = \"acme\"\nlabel = \"Acme\"\nkind = \"generic\"\nissuer = \"{issuer}\"\n\
         client_id = \"{CLIENT}\"\nclient_secret_env = \"ACME_SECRET\"\n"
    )
}

async fn started() -> (TestApp, Provider) {
    let app = TestApp::start().await;
    let provider = Provider::start().await;
    for host in [ATLANTICO, PACIFIC] {
        apply(&app, host, &entry(&provider.issuer), &keyring(&app, Some(SECRET))).await.unwrap();
    }
    (app, provider)
}

pub async fn at_the_door(app: &TestApp) -> Person {
    let mut visitor = app.visitor(ATLANTICO);
    visitor.visit().await;
    visitor
}

/// Starts the sign-in; returns the provider's URL.
async fn begin(visitor: &Person) -> String {
    let begun = visitor.post("/api/login-social/begin", json!({ "provider": "acme" })).await.data();
    begun["url"].as_str().unwrap().to_owned()
}

async fn finish(visitor: &mut Person, brought: serde_json::Value) -> Answer {
    let answer = visitor.post("/api/login-social/finish", brought).await;
    if answer.status == 200 {
        visitor.keep(&answer);
    }
    answer
}

/// The complete sign-in at the provider and back.
async fn come_by(provider: &Provider, visitor: &mut Person, who: &Someone) -> Answer {
    let url = begin(visitor).await;
    finish(visitor, provider.let_in(&url, who, Flaw::None)).await
}

async fn complete(visitor: &mut Person, changes: &[(&str, &str)]) -> Answer {
    let states = visitor.get("/api/auxiliar/states/BR").await.data();
    let state =
        states.as_array().unwrap().iter().find(|state| state["code"] == "PE").unwrap()["id"].to_string();
    let mut fields = vec![
        ("name", "Íris Prado"),
        ("phone", "+5581987654321"),
        ("email", ADDRESS),
        ("country_id", "32"),
        ("postcode", "50050-000"),
        ("address_1", "Rua da Aurora"),
        ("city", "Recife"),
        ("state_id", &state),
    ];
    for change in changes {
        fields.retain(|(name, _)| name != &change.0);
        fields.push(*change);
    }
    let answer = visitor.submit("/api/register-social", &fields).await;
    if answer.status == 200 {
        visitor.keep(&answer);
    }
    answer
}

fn refusal(answer: &Answer) -> (u16, String) {
    (answer.status, answer.message_code())
}

fn mails(app: &TestApp) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir(app.files.path().join("mail")) else { return Vec::new() };
    folder.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap().replace("=\r\n", "")).collect()
}

async fn count(app: &TestApp, sql: &'static str) -> i64 {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query_scalar(sql).fetch_one(&mut *tx).await.unwrap()
}

#[tokio::test]
async fn a_new_user_completes_an_account_and_signs_in_directly_next_time() {
    let (app, provider) = started().await;
    let mut visitor = at_the_door(&app).await;
    assert_eq!(come_by(&provider, &mut visitor, &IRIS).await.data()["step"], "complete_account");
    assert_eq!(visitor.get("/api/profile").await.status, 401);
    let person = visitor.get("/api/user").await.data();
    assert_eq!(
        person,
        json!({ "name": "Íris Prado", "email": ADDRESS, "email_verified": true, "provider": "Acme" })
    );

    // The verified address is used; the one in the form is ignored.
    let made = complete(&mut visitor, &[("email", "somebody@else.test")]).await.data();
    assert_eq!(made["step"], "signed_in");
    assert_eq!(visitor.get("/api/profile").await.data()["user_type"], 30);
    assert_eq!(visitor.get("/api/user").await.data()["email"], ADDRESS);
    app.run_processes().await;
    assert_eq!(mails(&app).len(), 0);

    let mut another_day = at_the_door(&app).await;
    assert_eq!(come_by(&provider, &mut another_day, &IRIS).await.data()["step"], "signed_in");
    assert_eq!(another_day.get("/api/profile").await.status, 200);
    let kept = "select count(*) from audit_entries where action in ('client.register', 'session.open')
                and changes->>'provider' = 'acme'";
    assert_eq!(count(&app, kept).await, 3);
    let admin = app.admin(ATLANTICO).await;
    let listed = admin.get("/api/users?search=iris").await.json();
    assert_eq!(listed["data"][0]["invited"], false);
}

#[tokio::test]
async fn a_completed_account_follows_the_rules_of_a_registration() {
    let (app, provider) = started().await;
    let mut visitor = at_the_door(&app).await;
    come_by(&provider, &mut visitor, &IRIS).await;
    let refused = complete(&mut visitor, &[("tax_id", "529.982.247-26")]).await;
    assert_eq!((refused.status, refused.code_at("tax_id")), (422, "invalid_cpf".into()));
    assert_eq!(complete(&mut visitor, &[]).await.data()["step"], "signed_in");
}

#[tokio::test]
async fn a_started_sign_in_is_invalid_elsewhere_again_or_late() {
    let (app, provider) = started().await;
    let mut visitor = at_the_door(&app).await;
    let bring = |url: &str| provider.let_in(url, &IRIS, Flaw::None);

    let brought = bring(&begin(&visitor).await);
    let mut there = visitor.on(PACIFIC);
    there.visit().await;
    assert_eq!(refusal(&finish(&mut there, brought.clone()).await), (409, NOT_COMPLETED.1.into()));
    let mut another_browser = at_the_door(&app).await;
    assert_eq!(refusal(&finish(&mut another_browser, brought.clone()).await), (409, NOT_COMPLETED.1.into()));
    assert_eq!(finish(&mut visitor.clone(), brought.clone()).await.status, 200);
    assert_eq!(refusal(&finish(&mut visitor, brought).await), (409, NOT_COMPLETED.1.into()));

    let brought = bring(&begin(&visitor).await);
    app.state.clock.advance(TimeDelta::minutes(11));
    assert_eq!(refusal(&finish(&mut visitor, brought).await), (409, NOT_COMPLETED.1.into()));
}

#[tokio::test]
async fn an_invalid_id_token_is_refused() {
    let (app, provider) = started().await;
    let mut visitor = at_the_door(&app).await;
    for flaw in [Flaw::OtherNonce, Flaw::OtherKey, Flaw::OtherClient] {
        let brought = provider.let_in(&begin(&visitor).await, &IRIS, flaw);
        assert_eq!(refusal(&finish(&mut visitor, brought).await), (409, NOT_COMPLETED.1.into()));
    }
    let mut brought = provider.let_in(&begin(&visitor).await, &IRIS, Flaw::None);
    brought["iss"] = "https://another.test".into();
    assert_eq!(refusal(&finish(&mut visitor, brought).await), (409, NOT_COMPLETED.1.into()));
    let mut brought = provider.let_in(&begin(&visitor).await, &IRIS, Flaw::None);
    brought["code"] = "guessed".into();
    assert_eq!(refusal(&finish(&mut visitor, brought).await), (409, NOT_COMPLETED.1.into()));
    assert_eq!(visitor.get("/api/user").await.status, 401);
}

#[tokio::test]
async fn a_provider_may_change_its_keys() {
    let (app, provider) = started().await;
    let mut visitor = at_the_door(&app).await;
    let url = begin(&visitor).await;
    provider.change_keys();
    let answer = finish(&mut visitor, provider.let_in(&url, &IRIS, Flaw::None)).await;
    assert_eq!(answer.data()["step"], "complete_account");
}

#[tokio::test]
async fn a_pending_identity_belongs_to_one_browser_for_half_an_hour() {
    let (app, provider) = started().await;
    let mut visitor = at_the_door(&app).await;
    come_by(&provider, &mut visitor, &IRIS).await;
    let mut there = visitor.on(PACIFIC);
    there.visit().await;
    assert_eq!(there.get("/api/user").await.status, 401);
    assert_eq!(refusal(&complete(&mut there, &[]).await), (409, NOT_COMPLETED.1.into()));
    let mut stranger = at_the_door(&app).await;
    assert_eq!(refusal(&complete(&mut stranger, &[]).await), (409, NOT_COMPLETED.1.into()));

    app.state.clock.advance(TimeDelta::minutes(31));
    assert_eq!(visitor.get("/api/user").await.status, 401);
    assert_eq!(refusal(&complete(&mut visitor, &[]).await), (409, NOT_COMPLETED.1.into()));
}

#[tokio::test]
async fn an_unavailable_provider_is_reported_and_passwords_work() {
    let app = TestApp::start().await;
    let nobody = format!("http://127.0.0.1:{}", crate::support::servers::free_port());
    apply(&app, ATLANTICO, &entry(&nobody), &keyring(&app, Some(SECRET))).await.unwrap();
    let mut visitor = at_the_door(&app).await;
    let answer = visitor.post("/api/login-social/begin", json!({ "provider": "acme" })).await;
    assert_eq!(refusal(&answer), (503, "social_unavailable".into()));
    assert_eq!(answer.json()["params"]["provider"], "Acme");
    assert_eq!(visitor.log_in("client@atlantico.test", "remessa-demo").await.status, 200);
}

#[tokio::test]
async fn providers_come_from_the_folder_and_secrets_are_encrypted() {
    let app = TestApp::start().await;
    let here = entry("https://id.acme.test");
    let offered = async |host| app.visitor(host).get("/api/domain").await.data()["sign_in_providers"].clone();
    let refused = apply(&app, ATLANTICO, &here, &keyring(&app, None)).await.unwrap_err();
    assert!(refused.to_string().contains("ACME_SECRET"), "{refused}");
    let inside = entry("http://10.0.0.1");
    assert!(apply(&app, ATLANTICO, &inside, &keyring(&app, Some(SECRET))).await.is_err());

    assert_eq!(apply(&app, ATLANTICO, &here, &keyring(&app, Some(SECRET))).await.unwrap(), "changed");
    assert_eq!(offered(ATLANTICO).await, json!([{ "name": "acme", "label": "Acme", "kind": "generic" }]));
    assert_eq!(offered(PACIFIC).await, json!([]));
    let plain = "select count(*) from sign_in_providers where position('secret'::bytea in client_secret) > 0";
    assert_eq!(count(&app, plain).await, 0);

    // Applied again without the secret in the environment: the stored one is kept.
    assert_eq!(apply(&app, ATLANTICO, &here, &keyring(&app, Some(SECRET))).await.unwrap(), "unchanged");
    assert_eq!(apply(&app, ATLANTICO, &here, &keyring(&app, None)).await.unwrap(), "unchanged");
    assert_eq!(apply(&app, ATLANTICO, &here, &keyring(&app, Some("another"))).await.unwrap(), "changed");
    assert!(apply(&app, ATLANTICO, &entry("https://other.test"), &keyring(&app, None)).await.is_err());

    assert_eq!(apply(&app, ATLANTICO, "", &keyring(&app, None)).await.unwrap(), "changed");
    assert_eq!(offered(ATLANTICO).await, json!([]));
    let visitor = at_the_door(&app).await;
    let gone = visitor.post("/api/login-social/begin", json!({ "provider": "acme" })).await;
    assert_eq!(gone.status, 404);
}

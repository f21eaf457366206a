//! Sign-in with an identity provider.

mod provider;

use access::social::providers::Keyring;
use chrono::TimeDelta;
use serde_json::json;
use tenancy::admin::Admin;

use crate::second_factor::{Keys, step, switched_on};
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};
use crate::users::audited;
use provider::{CLIENT, Flaw, Provider, SECRET, Someone};

const IRIS: Someone =
    Someone { subject: "iris", name: "Íris Prado", email: Some("Iris@Aurora.test"), email_verified: true };
const ADDRESS: &str = "iris@aurora.test";

/// A client's user of the demo.
const CLARA: Someone =
    Someone { subject: "c", name: "Clara", email: Some("client@atlantico.test"), email_verified: true };
const IDENTITIES: &str = "select count(*) from user_identities";

const NOT_COMPLETED: (u16, &str) = (409, "social_not_completed");

fn keyring(app: &TestApp, secret: Option<&str>) -> Keyring {
    let variables = secret.map(|secret| ("ACME_SECRET".to_owned(), secret.to_owned()));
    Keyring::of(Some(&app.state.config.secret), variables)
}

/// Applies the folder of a demo tenant with additions to its `tenant.toml`, like the operator.
async fn apply(app: &TestApp, host: &str, more: &str, keyring: &Keyring) -> anyhow::Result<&'static str> {
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

fn entry(issuer: &str) -> String {
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

async fn at_the_door(app: &TestApp) -> Person {
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

async fn execute(app: &TestApp, sql: &'static str) {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query(sql).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
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
async fn an_account_is_linked_if_both_sides_verified_the_email() {
    let (app, provider) = started().await;
    let mut visitor = at_the_door(&app).await;
    assert_eq!(come_by(&provider, &mut visitor, &CLARA).await.data()["step"], "signed_in");
    assert_eq!(visitor.get("/api/user").await.data()["email"], "client@atlantico.test");
    assert_eq!(
        count(&app, "select count(*) from audit_entries where action = 'user.link_identity'").await,
        1
    );

    let staff = Someone { subject: "s", email: Some("staff@atlantico.test"), ..CLARA };
    execute(
        &app,
        "update users set active = false where email in ('client@atlantico.test', 'staff@atlantico.test')",
    )
    .await;
    for who in [&CLARA, &staff] {
        let answer = come_by(&provider, &mut at_the_door(&app).await, who).await;
        assert_eq!((answer.status, answer.code_at("email")), (422, "login_failed".into()));
    }
}

#[tokio::test]
async fn an_unverified_email_of_a_provider_opens_no_account() {
    let (app, provider) = started().await;
    let claimed = |email| Someone { subject: email, name: "Eve", email: Some(email), email_verified: false };
    for email in ["admin@atlantico.test", "nobody@atlantico.test"] {
        let mut visitor = at_the_door(&app).await;
        let answer = come_by(&provider, &mut visitor, &claimed(email)).await;
        assert_eq!(answer.data()["step"], "complete_account", "{email}");
        assert_eq!(visitor.get("/api/user").await.data()["email_verified"], false);
        assert_eq!(complete(&mut visitor, &[("email", email)]).await.data()["step"], "check_mail");
        assert_eq!(visitor.get("/api/profile").await.status, 401);
    }
    assert_eq!(count(&app, "select count(*) from user_identities").await, 1);

    let mut visitor = at_the_door(&app).await;
    let early = come_by(&provider, &mut visitor, &claimed("nobody@atlantico.test")).await;
    assert_eq!(refusal(&early), (409, "email_not_validated".into()));
    app.run_processes().await;
    let mails = mails(&app);
    assert_eq!(mails.len(), 2);
    let mail = mails.iter().find(|mail| mail.contains("/register/validate/")).expect("a link");
    let (_, rest) = mail.split_once("/register/validate/").unwrap();
    let token = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').next().unwrap();
    assert_eq!(visitor.post("/api/register/validate", json!({ "token": token })).await.status, 200);
    let now = come_by(&provider, &mut visitor, &claimed("nobody@atlantico.test")).await;
    assert_eq!(now.data()["step"], "signed_in");
}

#[tokio::test]
async fn an_unconfirmed_account_is_linked_by_password_only() {
    let (app, provider) = started().await;
    execute(&app, "update users set email_verified_at = null where email = 'client@atlantico.test'").await;
    let mut visitor = at_the_door(&app).await;
    assert_eq!(come_by(&provider, &mut visitor, &CLARA).await.data()["step"], "link");
    assert_eq!(visitor.get("/api/profile").await.status, 401);

    let form =
        |link: bool| json!({ "email": "client@atlantico.test", "password": "remessa-demo", "link": link });
    let early = visitor.post("/api/login", form(true)).await;
    assert_eq!(refusal(&early), (409, "email_not_validated".into()));
    execute(&app, "update users set email_verified_at = now() where email = 'client@atlantico.test'").await;
    let by_password_alone = at_the_door(&app).await.post("/api/login", form(true)).await;
    assert_eq!(refusal(&by_password_alone), (409, NOT_COMPLETED.1.into()));
    assert_eq!(visitor.post("/api/login", form(true)).await.status, 200);
    assert_eq!(count(&app, "select count(*) from user_identities").await, 1);
}

async fn with_second_factor() -> (TestApp, Provider, Keys) {
    let (app, provider) = started().await;
    let keys = switched_on(&app, &app.client(ATLANTICO).await).await;
    (app, provider, keys)
}

/// Signs in with the password while an identity waits to be linked, with or without linking it.
async fn give_password(visitor: &mut Person, link: bool) -> Answer {
    let form = json!({ "email": "client@atlantico.test", "password": "remessa-demo", "link": link });
    let answer = visitor.post("/api/login", form).await;
    if answer.status == 200 {
        visitor.keep(&answer);
    }
    answer
}

#[tokio::test]
async fn a_provider_does_not_replace_the_second_step() {
    let (app, provider, keys) = with_second_factor().await;
    let mut visitor = at_the_door(&app).await;
    for known in 0..2 {
        let session = visitor.clone();
        assert_eq!(come_by(&provider, &mut visitor, &CLARA).await.data()["step"], "second_factor");
        for browser in [&visitor, &session] {
            assert_eq!(browser.get("/api/profile").await.status, 401, "nobody is signed in before the code");
        }
        assert_eq!(step(&mut visitor, "12345").await.code_at("code"), "wrong_code");
        assert_eq!(visitor.get("/api/profile").await.status, 401);
        assert_eq!(count(&app, IDENTITIES).await, known, "nothing is linked before the code");
        assert_eq!(step(&mut visitor, &keys.next_code(&app)).await.status, 200);
        assert_eq!(visitor.get("/api/profile").await.data()["email"], "client@atlantico.test");
        assert_eq!(count(&app, IDENTITIES).await, 1);
        let opened = audited(&app, "session.open").await;
        assert_eq!(opened.last().unwrap().2, json!({ "provider": "acme", "second_factor": "app" }));
    }
    assert_eq!(audited(&app, "user.link_identity").await.len(), 1);
}

#[tokio::test]
async fn a_waiting_identity_creates_no_second_account() {
    let (app, provider, keys) = with_second_factor().await;
    let mut visitor = at_the_door(&app).await;
    come_by(&provider, &mut visitor, &CLARA).await;
    assert_eq!(complete(&mut visitor, &[]).await.code_at("email"), "taken");
    assert_eq!(step(&mut visitor, &keys.next_code(&app)).await.status, 200);
    assert_eq!(count(&app, IDENTITIES).await, 1);
}

#[tokio::test]
async fn a_password_links_only_after_the_second_step() {
    let (app, provider, keys) = with_second_factor().await;
    let unverified = Someone { email_verified: false, ..CLARA };
    let mut visitor = at_the_door(&app).await;
    assert_eq!(come_by(&provider, &mut visitor, &unverified).await.data()["step"], "complete_account");
    let mut before = visitor.clone();
    assert_eq!(give_password(&mut visitor, true).await.data()["second_factor"], true);
    assert_eq!(visitor.get("/api/profile").await.status, 401);
    assert_eq!(refusal(&give_password(&mut before, true).await), (409, NOT_COMPLETED.1.into()));
    assert_eq!(step(&mut visitor, "12345").await.code_at("code"), "wrong_code");
    assert_eq!(count(&app, IDENTITIES).await, 0, "nothing is linked before the code");

    // Enters the password again.
    assert_eq!(give_password(&mut visitor, true).await.data()["second_factor"], true);
    assert_eq!(step(&mut visitor, &keys.next_code(&app)).await.status, 200);
    assert_eq!(visitor.get("/api/profile").await.status, 200);
    assert_eq!(count(&app, IDENTITIES).await, 1);
    let mut another_day = at_the_door(&app).await;
    assert_eq!(come_by(&provider, &mut another_day, &unverified).await.data()["step"], "second_factor");
}

#[tokio::test]
async fn a_second_step_links_nothing_without_a_request() {
    let (app, provider, keys) = with_second_factor().await;
    let mut visitor = at_the_door(&app).await;
    come_by(&provider, &mut visitor, &IRIS).await;
    assert_eq!(give_password(&mut visitor, false).await.data()["second_factor"], true);
    assert_eq!(step(&mut visitor, &keys.next_code(&app)).await.status, 200);
    assert_eq!(count(&app, IDENTITIES).await, 0);
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
async fn a_password_recovery_removes_all_providers() {
    let (app, provider) = started().await;
    come_by(&provider, &mut at_the_door(&app).await, &CLARA).await;
    assert_eq!(count(&app, "select count(*) from user_identities").await, 1);

    let visitor = at_the_door(&app).await;
    visitor.post("/api/password/email", json!({ "email": "client@atlantico.test" })).await;
    app.run_processes().await;
    let mails = mails(&app);
    let (_, rest) = mails[0].split_once("/password/reset/").expect("a link");
    let token = rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').next().unwrap();
    let form = json!({ "token": token, "email": "client@atlantico.test", "password": "a-new-one",
                       "password_confirmation": "a-new-one" });
    assert_eq!(visitor.post("/api/password/reset", form).await.status, 200);
    assert_eq!(count(&app, "select count(*) from user_identities").await, 0);
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

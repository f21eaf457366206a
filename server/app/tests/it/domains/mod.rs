//! The company's hosts: claimed by any company, proven by one, made primary, removed; invisible to other
//! companies.

mod proof_again;

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use server_core::clock::Clock;
use server_core::state::AppState;
use sqlx::{AssertSqlSafe, ConnectOptions, Executor};
use tenancy::Host;

use crate::support::name_server::NameServer;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

const HOST: &str = "envios.example.com";
const RECORD: &str = "_remessa.envios.example.com";

async fn start() -> (TestApp, NameServer) {
    let names = NameServer::start().await;
    (TestApp::with(&[names.option()]).await, names)
}

async fn claimed(person: &Person, host: &str) -> Value {
    person.post("/api/domains", json!({ "host": host })).await.data()
}

async fn check_domain(person: &Person, host: &str) -> Answer {
    person.post(&format!("/api/domains/{host}/verify"), json!({})).await
}

async fn preferred(person: &Person, host: &str) -> Answer {
    person.patch(&format!("/api/domains/{host}"), json!({ "is_primary": true })).await
}

fn proof(domain: &Value) -> &str {
    domain["proof"]["value"].as_str().unwrap()
}

async fn hosts(person: &Person) -> Vec<String> {
    let listed = person.get("/api/domains").await.data();
    listed.as_array().unwrap().iter().map(|one| one["host"].as_str().unwrap().to_owned()).collect()
}

fn owner(state: &AppState, host: &str) -> Option<String> {
    Some(state.tenancy.resolve(&Host::parse(host).unwrap())?.slug.clone())
}

/// Claims a host and proves it.
async fn proven(person: &Person, names: &NameServer, host: &str) {
    let claim = claimed(person, host).await;
    names.set(&format!("_remessa.{host}"), &[proof(&claim)]);
    assert_eq!(check_domain(person, host).await.status, 200);
}

async fn within_a_second(what: &str, mut holds: impl FnMut() -> bool) {
    for _ in 0..50 {
        if holds() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("not within a second: {what}");
}

async fn noted(app: &TestApp, host: &str) -> Vec<(String, Value)> {
    const NOTED: &str =
        "select action, changes from audit_entries where action like 'domain.%' order by occurred_at, id";
    let mut tx = app.state.tenancy.begin(&app.tenant(host)).await.unwrap();
    sqlx::query_as(NOTED).fetch_all(&mut *tx).await.unwrap()
}

async fn as_owner(app: &TestApp, sql: String) {
    let owner = app.admin_url().parse::<sqlx::postgres::PgConnectOptions>().unwrap();
    owner.connect().await.unwrap().execute(AssertSqlSafe(sql)).await.unwrap();
}

#[tokio::test]
async fn a_host_is_active_from_its_proof_to_its_removal() {
    let (app, names) = start().await;
    let other_node = app::connect(app.state.config.clone(), Clock::default()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let admin = app.admin(ATLANTICO).await;
    let claim = claimed(&admin, "Envios.Example.com.").await;
    assert_eq!((&claim["host"], &claim["proof"]["record_name"]), (&json!(HOST), &json!(RECORD)));
    assert_eq!(claim["can"], json!({ "verify": true, "update": false, "delete": true }));
    assert_eq!(claim["verified_at"], Value::Null);

    let missing = check_domain(&admin, HOST).await;
    assert_eq!((missing.status, &*missing.message_code()), (409, "domain_proof_missing"));
    names.set(RECORD, &["remessa=other", "v=spf1"]);
    let differs = check_domain(&admin, HOST).await;
    assert_eq!((differs.status, &*differs.message_code()), (409, "domain_proof_differs"));
    assert_eq!(differs.json()["params"]["found"], "remessa=other, v=spf1");
    assert_eq!(owner(&app.state, HOST), None);
    assert_eq!(app.visitor(HOST).get("/api/domain").await.status, 404);

    names.set(RECORD, &["v=spf1", proof(&claim)]);
    let domain = check_domain(&admin, HOST).await.data();
    assert!(domain["verified_at"].is_string() && domain["proof"].is_null(), "{domain}");
    assert_eq!(domain["can"], json!({ "verify": false, "update": true, "delete": true }));
    assert_eq!(app.visitor(HOST).get("/api/domain").await.data()["name"], "Atlântico Courier");
    within_a_second("the other node serves it", || owner(&other_node, HOST).is_some()).await;
    assert_eq!(check_domain(&admin, HOST).await.status, 200, "what is proven stays so without a question");

    let path = format!("/api/domains/{HOST}");
    assert_eq!(admin.delete(&path).await.status, 200);
    assert_eq!(app.visitor(HOST).get("/api/domain").await.status, 404);
    within_a_second("the other node serves it no longer", || owner(&other_node, HOST).is_none()).await;
    assert_eq!(admin.delete(&path).await.status, 404);
    let noted = noted(&app, ATLANTICO).await;
    let expected = [
        ("domain.create", json!({ "host": [null, HOST] })),
        ("domain.verify", json!({ "host": HOST })),
        ("domain.delete", json!({ "host": [HOST, null] })),
    ];
    assert_eq!(noted, expected.map(|(action, changes)| (action.to_owned(), changes)));
}

#[tokio::test]
async fn the_proof_of_a_host_in_use_is_looked_for_when_somebody_asks() {
    let (app, names) = start().await;
    let admin = app.admin(ATLANTICO).await;
    proven(&admin, &names, HOST).await;
    let check = async || admin.post(&format!("/api/domains/{HOST}/check"), json!({})).await;
    assert!(check().await.data()["verified_at"].is_string());
    names.set(RECORD, &["v=spf1"]);
    let differs = check().await;
    assert_eq!((differs.status, &*differs.message_code()), (409, "domain_proof_differs"));
    assert!(owner(&app.state, HOST).is_some(), "it stays in use");
    let vouched = admin.post(&format!("/api/domains/{ATLANTICO}/check"), json!({})).await;
    assert_eq!(vouched.status, 200, "{}", vouched.text());
}

#[tokio::test]
async fn a_proof_excludes_other_tenants_and_a_claim_does_not() {
    let (app, names) = start().await;
    let (squatter, true_owner) = (app.admin(PACIFIC).await, app.admin(ATLANTICO).await);
    let theirs = claimed(&squatter, HOST).await;
    let ours = claimed(&true_owner, HOST).await;
    assert_ne!(proof(&theirs), proof(&ours));
    names.set(RECORD, &[proof(&ours)]);
    assert_eq!(check_domain(&squatter, HOST).await.message_code(), "domain_proof_differs");
    assert_eq!(check_domain(&true_owner, HOST).await.status, 200);
    assert_eq!(owner(&app.state, HOST).as_deref(), Some("atlantico"));

    // Their own proof is too late, and a new claim is refused.
    names.set(RECORD, &[proof(&ours), proof(&theirs)]);
    let late = check_domain(&squatter, HOST).await;
    assert_eq!((late.status, &*late.message_code()), (409, "domain_taken"));
    assert_eq!(squatter.delete(&format!("/api/domains/{HOST}")).await.status, 200);
    assert_eq!(owner(&app.state, HOST).as_deref(), Some("atlantico"));
    let again = squatter.post("/api/domains", json!({ "host": HOST })).await;
    assert_eq!((again.status, &*again.code_at("host")), (422, "taken"));
    for answer in [late, again] {
        assert!(!answer.text().to_lowercase().contains("atl"), "{}", answer.text());
    }
    let twice = true_owner.post("/api/domains", json!({ "host": HOST })).await;
    assert_eq!((twice.status, &*twice.code_at("host")), (422, "taken"));
}

#[tokio::test]
async fn an_unproven_claim_expires_after_seven_days() {
    let (app, names) = start().await;
    let admin = app.admin(ATLANTICO).await;
    proven(&admin, &names, "proven.example.com").await;
    let first = claimed(&admin, HOST).await;
    let time = |value: &Value| value.as_str().unwrap().parse::<DateTime<Utc>>().unwrap();
    let until = time(&first["proof"]["expires_at"]);
    assert_eq!(until - time(&first["created_at"]), TimeDelta::days(7));
    names.set(RECORD, &[proof(&first)]);

    app.state.clock.advance(TimeDelta::days(7) - TimeDelta::minutes(1));
    assert_eq!(hosts(&app.admin(ATLANTICO).await).await, [ATLANTICO, HOST, "proven.example.com"]);
    app.state.clock.advance(TimeDelta::minutes(2));
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(hosts(&admin).await, [ATLANTICO, "proven.example.com"]);
    assert_eq!(check_domain(&admin, HOST).await.status, 404, "its record comes too late");
    assert_eq!(preferred(&admin, HOST).await.status, 404);
    assert_eq!(admin.delete(&format!("/api/domains/{HOST}")).await.status, 404);
    assert_eq!(owner(&app.state, HOST), None);

    // A new claim has a new proof, so the old record does not count. The claim has the database's time.
    app.state.clock.advance(TimeDelta::days(-7) - TimeDelta::minutes(1));
    let aged =
        "update control.domains set created_at = created_at - interval '8 days' where verified_at is null";
    as_owner(&app, aged.to_owned()).await;
    let again = admin.post("/api/domains", json!({ "host": HOST })).await;
    assert_eq!(again.status, 200, "{}", again.text());
    assert_ne!(proof(&again.data()), proof(&first));
    let lapsed = ("domain.lapse".to_owned(), json!({ "host": [HOST, null] }));
    assert_eq!(noted(&app, ATLANTICO).await.iter().filter(|one| **one == lapsed).count(), 1);
}

#[tokio::test]
async fn expired_claims_are_deleted() {
    let (app, names) = start().await;
    claimed(&app.admin(PACIFIC).await, HOST).await;
    app.state.clock.advance(TimeDelta::days(8));
    app::sweep::sweep(&app.state).await;
    let told = noted(&app, PACIFIC).await;
    assert_eq!(told.last(), Some(&("domain.lapse".to_owned(), json!({ "host": [HOST, null] }))));
    assert_eq!(hosts(&app.admin(PACIFIC).await).await, [PACIFIC]);
    app::sweep::sweep(&app.state).await;
    assert_eq!(noted(&app, PACIFIC).await.len(), told.len(), "once");
    app.state.clock.advance(TimeDelta::days(-8));
    proven(&app.admin(ATLANTICO).await, &names, HOST).await;
    assert_eq!(owner(&app.state, HOST).as_deref(), Some("atlantico"));
}

#[tokio::test]
async fn one_of_two_simultaneous_proofs_wins() {
    let (app, names) = start().await;
    let (one, two) = (app.admin(ATLANTICO).await, app.admin(PACIFIC).await);
    for round in 0..5 {
        let host = format!("race-{round}.example.com");
        let (a, b) = (claimed(&one, &host).await, claimed(&two, &host).await);
        names.set(&format!("_remessa.{host}"), &[proof(&a), proof(&b)]);
        let (a, b) = tokio::join!(check_domain(&one, &host), check_domain(&two, &host));
        let mut statuses = [a.status, b.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{} {}", a.text(), b.text());
        let winner = if a.status == 200 { "atlantico" } else { "pacific" };
        assert_eq!(owner(&app.state, &host).as_deref(), Some(winner));
    }
}

#[tokio::test]
async fn another_companys_host_is_invisible() {
    let (app, names) = start().await;
    let (ours, stranger) = (app.admin(ATLANTICO).await, app.admin(PACIFIC).await);
    proven(&ours, &names, HOST).await;
    for host in [HOST, ATLANTICO] {
        assert_eq!(check_domain(&stranger, host).await.status, 404);
        assert_eq!(preferred(&stranger, host).await.status, 404);
        assert_eq!(stranger.delete(&format!("/api/domains/{host}")).await.status, 404);
    }
    assert_eq!(hosts(&stranger).await, [PACIFIC]);
    assert_eq!(hosts(&ours).await, [ATLANTICO, HOST]);
    assert_eq!(owner(&app.state, HOST).as_deref(), Some("atlantico"));
}

#[tokio::test]
async fn links_in_emails_use_the_primary_host() {
    let (app, names) = start().await;
    let admin = app.admin(ATLANTICO).await;
    claimed(&admin, HOST).await;
    let unproven = preferred(&admin, HOST).await;
    assert_eq!((unproven.status, &*unproven.message_code()), (409, "domain_not_proven"));
    assert_eq!(admin.delete(&format!("/api/domains/{HOST}")).await.status, 200);

    proven(&admin, &names, HOST).await;
    let own = admin.delete(&format!("/api/domains/{ATLANTICO}")).await;
    assert_eq!((own.status, &*own.message_code()), (409, "domain_current"));
    assert_eq!(preferred(&admin, HOST).await.data()["is_primary"], true);
    assert_eq!(app.tenant(ATLANTICO).primary_host, HOST);
    assert_eq!(hosts(&admin).await, [HOST, ATLANTICO]);
    assert_eq!(preferred(&admin, HOST).await.status, 200);
    let primary = admin.delete(&format!("/api/domains/{HOST}")).await;
    assert_eq!((primary.status, &*primary.message_code()), (409, "domain_primary"));
    let stepped_down = admin.patch(&format!("/api/domains/{HOST}"), json!({ "is_primary": false })).await;
    assert_eq!((stepped_down.status, &*stepped_down.code_at("is_primary")), (422, "invalid"));

    // The old host can be removed from the new one.
    let there = app.visitor(HOST).log_in_as("admin@atlantico.test").await;
    assert_eq!(there.delete(&format!("/api/domains/{ATLANTICO}")).await.status, 200);
    assert_eq!(hosts(&there).await, [HOST]);
    let noted = noted(&app, HOST).await;
    let updates: Vec<_> = noted.iter().filter(|(action, _)| action == "domain.update").collect();
    assert_eq!(updates, [&("domain.update".to_owned(), json!({ "primary_host": [ATLANTICO, HOST] }))]);
}

#[tokio::test]
async fn an_invalid_host_is_refused() {
    let names = NameServer::start().await;
    let platform = "--platform-host=operator.example.net".to_owned();
    let app = TestApp::with(&[names.option(), platform]).await;
    let admin = app.admin(ATLANTICO).await;
    for (host, code) in [
        ("", "invalid_host"),
        ("localhost", "invalid_host"),
        ("10.0.0.1", "invalid_host"),
        ("https://example.com", "invalid_host"),
        ("example.com:8080", "invalid_host"),
        ("operator.example.net", "reserved_host"),
        ("any.Operator.example.net", "reserved_host"),
    ] {
        let answer = admin.post("/api/domains", json!({ "host": host })).await;
        assert_eq!((answer.status, &*answer.code_at("host")), (422, code), "{host}");
    }
    let claim = claimed(&admin, "ação.example.com").await;
    assert_eq!(claim["host"], "xn--ao-siap.example.com");
}

#[tokio::test]
async fn hosts_and_checks_are_limited() {
    let (app, _names) = start().await;
    let admin = app.admin(ATLANTICO).await;
    for count in 1..20 {
        claimed(&admin, &format!("h{count}.example.com")).await;
    }
    let more = admin.post("/api/domains", json!({ "host": HOST })).await;
    assert_eq!((more.status, &*more.message_code()), (409, "too_many_domains"));
    for _ in 0..10 {
        assert_eq!(check_domain(&admin, "h1.example.com").await.status, 409);
    }
    let often = check_domain(&admin, "h1.example.com").await;
    assert_eq!(often.status, 429);
    assert!(often.header("retry-after").is_some());
}

#[tokio::test]
async fn a_silent_name_server_proves_nothing() {
    let app = TestApp::with(&["--dns=127.0.0.1:1".to_owned()]).await;
    let admin = app.admin(ATLANTICO).await;
    claimed(&admin, HOST).await;
    let silent = check_domain(&admin, HOST).await;
    assert_eq!((silent.status, &*silent.message_code()), (409, "name_server_silent"));
}

#[tokio::test]
async fn a_host_change_without_an_audit_entry_fails() {
    let (app, names) = start().await;
    let admin = app.admin(ATLANTICO).await;
    let claim = claimed(&admin, HOST).await;
    names.set(RECORD, &[proof(&claim)]);
    proven(&admin, &names, "second.example.com").await;
    let before = admin.get("/api/domains").await.data();
    let id = app.tenant(ATLANTICO).id;
    let refuse = format!("alter table {id}.audit_entries add check (action not like 'domain.%') not valid");
    as_owner(&app, refuse).await;
    let path = |host: &str| format!("/api/domains/{host}");
    let asked = [
        (poem::http::Method::POST, "/api/domains".to_owned(), json!({ "host": "third.example.com" })),
        (poem::http::Method::POST, format!("{}/verify", path(HOST)), json!({})),
        (poem::http::Method::PATCH, path("second.example.com"), json!({ "is_primary": true })),
        (poem::http::Method::DELETE, path("second.example.com"), json!({})),
    ];
    for (method, path, body) in asked {
        let mut request = admin.request(method, &path);
        request.headers_mut().insert("content-type", "application/json".parse().unwrap());
        request.set_body(poem::Body::from_json(body).unwrap());
        assert_eq!(admin.call_and_fail(request).await.status, 500, "{path}");
    }
    assert_eq!(admin.get("/api/domains").await.data(), before);
    assert_eq!(owner(&app.state, HOST), None);
}

#[tokio::test]
async fn a_tenant_cannot_mark_its_own_host_as_proven() {
    let (app, names) = start().await;
    let (admin, neighbour) = (app.admin(ATLANTICO).await, app.admin(PACIFIC).await);
    claimed(&admin, HOST).await;
    proven(&neighbour, &names, "theirs.example.com").await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let is_proven: bool =
        sqlx::query_scalar("select domains.prove($1)").bind(HOST).fetch_one(&mut *tx).await.unwrap();
    assert!(!is_proven);
    for (function, host) in [("remove", "theirs.example.com"), ("prefer", "theirs.example.com")] {
        let sql = format!("select domains.{function}($1)");
        let done: bool = sqlx::query_scalar(AssertSqlSafe(sql)).bind(host).fetch_one(&mut *tx).await.unwrap();
        assert!(!done, "{function}");
    }
    tx.commit().await.unwrap();
    for sql in [
        "update control.domains set seen_at = now()",
        "select host from control.domains",
        "select domains.sender()",
    ] {
        let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
        let refused = sqlx::query(sql).execute(&mut *tx).await.unwrap_err();
        assert_eq!(refused.as_database_error().unwrap().code().as_deref(), Some("42501"), "{sql}");
    }
    for sql in ["select domains.claim('a.example.com')", "update domains set verified_at = now()"] {
        let mut tx = app.state.tenancy.control().await.unwrap();
        let refused = sqlx::query(sql).execute(&mut *tx).await.unwrap_err();
        assert_eq!(refused.as_database_error().unwrap().code().as_deref(), Some("42501"), "{sql}");
    }
}

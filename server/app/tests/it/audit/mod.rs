//! The audit log as a list and a file, and its hash chain.

mod bound;
mod long_log;
mod names;

use poem::http::Method;
use serde_json::{Value, json};
use server_core::audit::seal::{self, Breach, Head, Verdict};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, PgConnection};

use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

async fn listed(person: &Person, query: &str) -> Vec<Value> {
    let answer = person.get(&format!("/api/audit_entries?{query}")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.data().as_array().unwrap().clone()
}

fn actions(entries: &[Value]) -> Vec<&str> {
    entries.iter().map(|entry| entry["action"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn an_administrator_reads_every_change_by_field() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let shipment = created(&staff).await;
    let (id, version) = (shipment["id"].as_str().unwrap(), &shipment["version"]);
    let mut form = complete(&staff).await;
    (form["to_city"], form["version"]) = (json!("Köln"), version.clone());
    let answer = staff.patch(&format!("/api/shipments/{id}"), form).await;
    assert_eq!(answer.status, 200, "{}", answer.text());

    let entries = listed(&admin, &format!("resource_id={id}")).await;
    assert_eq!(actions(&entries), ["shipment.update", "shipment.create"]);
    assert_eq!(entries[0]["user"]["email"], "staff@atlantico.test");
    assert_eq!(entries[0]["acting_user"], Value::Null);
    assert_eq!(
        entries[0]["changes"],
        json!([{
            "field": "to_city", "before": "Berlin", "after": "Köln", "before_name": null, "after_name": null,
        }])
    );

    assert_eq!(actions(&listed(&admin, "search=STAFF@&resource=shipment").await), actions(&entries));
    assert_eq!(actions(&listed(&admin, "action=shipment.update").await), ["shipment.update"]);
    assert_eq!(
        actions(&listed(&admin, &format!("action=update&resource_id={id}")).await),
        ["shipment.update"]
    );
    assert!(listed(&admin, "action=up").await.is_empty());
    assert!(listed(&admin, "search=nobody").await.is_empty());
    assert!(listed(&admin, "to=2020-01-01").await.is_empty());
    assert!(listed(&app.admin(PACIFIC).await, &format!("resource_id={id}")).await.is_empty());
}

#[tokio::test]
async fn administrators_read_the_log_and_others_their_own_entries() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    for account in ["staff", "client"] {
        let person = app.signed_in(ATLANTICO, account).await;
        assert_eq!(person.get("/api/audit_entries").await.status, 403, "{account}");
        assert_eq!(person.post("/api/audit_entries/export", json!({})).await.status, 403, "{account}");
        let own = person.get("/api/account/activity").await.data();
        let own = own.as_array().unwrap();
        assert!(!own.is_empty());
        let email = format!("{account}@atlantico.test");
        assert!(own.iter().all(|entry| entry["user"]["email"] == email), "{own:?}");
    }
    assert!(listed(&admin, "resource=session").await.len() >= 3);
}

/// The lines of the file exported with this filter.
async fn exported(app: &TestApp, admin: &Person, filter: Value) -> Answer {
    let task = admin.post("/api/audit_entries/export", filter).await;
    assert_eq!(task.status, 202, "{}", task.text());
    app.run_processes().await;
    let id = task.data()["id"].as_str().unwrap().to_owned();
    let done = admin.get(&format!("/api/background_tasks/{id}")).await.data();
    admin.get(done["file"]["url"].as_str().unwrap()).await
}

#[tokio::test]
async fn the_exported_log_has_no_formulas() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let shipment = created(&staff).await;
    let id = shipment["id"].as_str().unwrap();
    owner(&app, "update users set name = '=HYPERLINK(1)' where email = 'staff@atlantico.test'").await;

    let file = exported(&app, &admin, json!({ "resource_id": id })).await;
    let text = file.text();
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().collect();
    assert!(lines[0].starts_with("occurred_at,user_name,user_email"), "{text}");
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[1].contains("'=HYPERLINK(1),staff@atlantico.test") && lines[1].contains("shipment.create"));
}

/// Runs SQL as the owner, who can do more than any tenant.
async fn owner(app: &TestApp, sql: &str) {
    let owner: PgConnectOptions = app.admin_url().parse().unwrap();
    let mut owner: PgConnection = owner.connect().await.unwrap();
    let tenant = app.tenant(ATLANTICO).id;
    for sql in [&format!("set search_path to {tenant}, ref"), "set session_replication_role to replica", sql]
    {
        sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&mut owner).await.unwrap();
    }
}

async fn sealed(app: &TestApp) -> usize {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let count = seal::seal(&mut tx, app.state.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    count
}

async fn verdict(app: &TestApp, noted: Option<&Head>) -> Verdict {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let verdict = seal::verify(&mut tx, noted).await.unwrap();
    tx.commit().await.unwrap();
    verdict
}

/// A sealed log of some sign-ins, and its head.
async fn with_a_sealed_log() -> (TestApp, Head) {
    let app = TestApp::start().await;
    for account in ["admin", "staff", "client", "staff"] {
        app.signed_in(ATLANTICO, account).await;
    }
    assert!(sealed(&app).await >= 4);
    match verdict(&app, None).await {
        Verdict::Whole(head) => (app, head),
        broken => panic!("{broken:?}"),
    }
}

#[tokio::test]
async fn the_hash_chain_continues_and_contains_every_head() {
    let (app, head) = with_a_sealed_log().await;
    assert_eq!(sealed(&app).await, 0);
    app.staff(ATLANTICO).await;
    assert_eq!(sealed(&app).await, 1);
    let Verdict::Whole(later) = verdict(&app, Some(&head)).await else { panic!("it came by that head") };
    assert_eq!(later.seq, head.seq + 1);
    assert_eq!(later.to_string().parse(), Ok(later));
}

#[tokio::test]
async fn a_changed_entry_is_detected() {
    let (app, _) = with_a_sealed_log().await;
    owner(
        &app,
        "update audit_entries set user_id = null where id = (select entry_id from audit_seals where seq = 2)",
    )
    .await;
    assert_eq!(verdict(&app, None).await, Verdict::Broken { seq: 2, what: Breach::Altered });
}

#[tokio::test]
async fn a_deleted_entry_is_detected() {
    let (app, head) = with_a_sealed_log().await;
    let last =
        "delete from audit_entries where id = (select entry_id from audit_seals order by seq desc limit 1)";
    owner(&app, last).await;
    assert_eq!(verdict(&app, None).await, Verdict::Broken { seq: head.seq, what: Breach::Missing });
}

#[tokio::test]
async fn a_truncated_log_is_detected_with_a_stored_head() {
    let (app, head) = with_a_sealed_log().await;
    owner(&app, "delete from audit_seals where seq = (select max(seq) from audit_seals)").await;
    assert!(matches!(verdict(&app, None).await, Verdict::Whole(_)));
    assert_eq!(verdict(&app, Some(&head)).await, Verdict::Broken { seq: head.seq - 1, what: Breach::Cut });
}

#[tokio::test]
async fn an_inserted_entry_is_detected() {
    let (app, _) = with_a_sealed_log().await;
    let shifted = "
        with moved as (update audit_seals set entry_id = gen_random_uuid() where seq = 3 returning 1),
        forged as (insert into audit_entries (id, occurred_at, action, request_id)
                   values ('00000000-0000-7000-8000-000000000001', now(), 'session.open', '') returning 1)
        select * from moved, forged";
    owner(&app, shifted).await;
    owner(&app, "update audit_seals set entry_id = '00000000-0000-7000-8000-000000000001' where seq = 3")
        .await;
    assert_eq!(verdict(&app, None).await, Verdict::Broken { seq: 3, what: Breach::Altered });
}

#[tokio::test]
async fn a_change_without_an_audit_entry_fails() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    owner(&app, "alter table audit_entries add constraint full_disk check (action <> 'feature_flag.update') not valid").await;
    let mut request = admin.request(Method::PATCH, "/api/feature_flags/public_tracking");
    request.headers_mut().insert("content-type", "application/json".parse().unwrap());
    request.set_body(json!({ "enabled": false }).to_string());
    assert_eq!(admin.call_and_fail(request).await.status, 500);
    assert_eq!(app.visitor(ATLANTICO).get("/api/domain").await.data()["flags"]["public_tracking"], true);
}

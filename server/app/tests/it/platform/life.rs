//! Changes to tenants, and their effect on the tenants' own server.

use serde_json::{Value, json};

use super::{Operator, admin, answers, as_owner};
use crate::shipments::created;
use crate::support::name_server::NameServer;
use crate::support::{ATLANTICO, PACIFIC, TestApp};
use crate::users::invitation::secret_in_mail;

fn aurora() -> Value {
    let hosts = ["aurora.localhost", "envios.aurora.localhost"];
    json!({ "slug": "aurora", "name": "Aurora Cargo", "hosts": hosts, "language": "es" })
}

fn slugs(answer: &Value) -> Vec<&str> {
    answer["data"].as_array().unwrap().iter().map(|tenant| tenant["slug"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_created_tenant_serves_its_hosts_and_is_listed() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    let made = operator.post("/api/tenants", aurora()).await.data();
    assert_eq!((&made["state"], &made["primary_host"]), (&json!("active"), &json!("aurora.localhost")));
    assert_eq!(made["domains"].as_array().unwrap().len(), 2);
    for host in ["aurora.localhost", "envios.aurora.localhost"] {
        let domain = answers(&app, host, 200).await.data();
        assert_eq!((&domain["name"], &domain["default_language"]), (&json!("Aurora Cargo"), &json!("es")));
    }
    assert_eq!(operator.get("/api/tenants/aurora").await.data(), made);
    assert_eq!(operator.get("/api/tenants/nobody").await.status, 404);

    let all = operator.get("/api/tenants").await.json();
    assert_eq!((slugs(&all), &all["meta"]["total"]), (vec!["atlantico", "aurora", "pacific"], &json!(3)));
    assert_eq!(slugs(&operator.get("/api/tenants?search=AUR").await.json()), ["aurora"]);
    assert_eq!(slugs(&operator.get("/api/tenants?search=pacific.local").await.json()), ["pacific"]);
    assert_eq!(slugs(&operator.get("/api/tenants?page=2&per_page=10").await.json()), [""; 0]);
    assert_eq!(slugs(&operator.get("/api/tenants?state=suspended").await.json()), [""; 0]);
    assert_eq!(operator.get("/api/tenants?state=asleep").await.status, 422);
}

/// Companies that are older decide for themselves.
#[tokio::test]
async fn tracking_asks_for_the_postcode_in_a_new_company() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    operator.post("/api/tenants", aurora()).await.data();
    for (slug, asks) in [("aurora", true), ("atlantico", false)] {
        let flags = operator.get(&format!("/api/tenants/{slug}/flags")).await.data();
        let flag = flags.as_array().unwrap().iter().find(|flag| flag["name"] == "tracking_postcode");
        assert_eq!(flag.map(|flag| &flag["enabled"]), Some(&json!(asks)), "{slug}");
    }
}

#[tokio::test]
async fn the_first_administrator_is_invited_by_email() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    operator.post("/api/tenants", aurora()).await.data();
    answers(&app, "aurora.localhost", 200).await;
    let (path, email) = ("/api/tenants/aurora/administrators", "iris@aurora.test");
    for (name, address, field, code) in
        [(" ", email, "name", "required"), ("Íris Prado", "iris", "email", "invalid_email")]
    {
        let answer = operator.post(path, json!({ "name": name, "email": address })).await;
        assert_eq!((answer.status, &*answer.code_at(field)), (422, code));
    }
    let form = json!({ "name": "Íris Prado", "email": "Iris@aurora.test" });
    assert_eq!(operator.post(path, form.clone()).await.status, 200);
    assert_eq!(operator.post(path, form).await.code_at("email"), "taken");

    app.run_processes().await;
    let token = secret_in_mail(&app, "/invitation/").unwrap();
    let mut iris = app.visitor("aurora.localhost");
    iris.visit().await;
    let form = json!({ "token": token, "password": "a-password", "password_confirmation": "a-password" });
    assert_eq!(iris.post("/api/invitation/accept", form).await.status, 200);
    assert_eq!(iris.log_in(email, "a-password").await.status, 200);
    let users = iris.get("/api/users").await.json();
    assert_eq!((&users["meta"]["total"], &users["data"][0]["user_type"]), (&json!(1), &json!(10)));
    let log = iris.get("/api/audit_entries?resource=user").await.json();
    assert!(log["data"].as_array().unwrap().iter().any(|entry| entry["action"] == "user.create"), "{log}");
}

#[tokio::test]
async fn an_invalid_tenant_is_refused_and_leaves_nothing() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    let with = |field: &str, value: Value| {
        let mut form = aurora();
        form[field] = value;
        form
    };
    for (form, field, code) in [
        (with("slug", json!("Not A Slug")), "slug", "invalid"),
        (with("slug", json!("atlantico")), "slug", "taken"),
        (with("name", json!(" ")), "name", "required"),
        (with("hosts", json!([])), "hosts", "too_few"),
        (with("hosts", json!(["aurora.localhost", "1.2.3.4"])), "hosts.1", "invalid_host"),
        (with("hosts", json!([ATLANTICO])), "host", "taken"),
        // Found only after the tenant was created; it is deleted again.
        (with("hosts", json!(["aurora.localhost", PACIFIC])), "host", "taken"),
        (with("language", json!("tlh")), "language", "unknown_option"),
    ] {
        let answer = operator.post("/api/tenants", form.clone()).await;
        assert_eq!((answer.status, &*answer.code_at(field)), (422, code), "{form}");
    }
    assert_eq!(slugs(&operator.get("/api/tenants").await.json()), ["atlantico", "pacific"]);
    assert_eq!(operator.post("/api/tenants", aurora()).await.status, 200);
}

#[tokio::test]
async fn only_a_suspended_tenant_is_503() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    let suspended = operator.post("/api/tenants/atlantico/suspend", json!({})).await.data();
    assert_eq!(suspended["state"], "suspended");
    assert_eq!(answers(&app, ATLANTICO, 503).await.message_code(), "tenant_suspended");
    assert_eq!(app.visitor(PACIFIC).get("/api/domain").await.status, 200);
    assert_eq!(slugs(&operator.get("/api/tenants?state=suspended").await.json()), ["atlantico"]);
    for path in ["flags", "usage"] {
        let answer = operator.get(&format!("/api/tenants/atlantico/{path}")).await;
        assert_eq!((answer.status, &*answer.message_code()), (503, "tenant_suspended"));
    }
    let resumed = operator.post("/api/tenants/atlantico/resume", json!({})).await.data();
    assert_eq!(resumed["state"], "active");
    answers(&app, ATLANTICO, 200).await;
    let migrated = operator.post("/api/tenants/atlantico/migrate", json!({})).await.data();
    assert_eq!(migrated["schema_version"], resumed["schema_version"]);
    for verb in ["suspend", "resume", "migrate"] {
        assert_eq!(operator.post(&format!("/api/tenants/nobody/{verb}"), json!({})).await.status, 404);
    }
}

#[tokio::test]
async fn deleting_a_tenant_needs_suspension_and_its_slug() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    let path = "/api/tenants/pacific";
    for body in [json!({ "confirm": "atlantico" }), json!({})] {
        let unconfirmed = operator.delete(path, body).await;
        assert_eq!(unconfirmed.status, 422);
        unconfirmed.code_at("confirm");
    }
    let active = operator.delete(path, json!({ "confirm": "pacific" })).await;
    assert_eq!((active.status, &*active.message_code()), (409, "operator_refused"));
    assert_eq!(active.json()["details"], json!(["`pacific` is active"]));
    operator.post("/api/tenants/pacific/suspend", json!({})).await.data();
    assert_eq!(operator.delete(path, json!({ "confirm": "pacific" })).await.status, 200);
    assert_eq!(operator.get(path).await.status, 404);
    answers(&app, PACIFIC, 404).await;
    assert_eq!(app.visitor(ATLANTICO).get("/api/domain").await.status, 200);
    assert_eq!(operator.delete(path, json!({ "confirm": "pacific" })).await.status, 404);
}

#[tokio::test]
async fn the_operator_sets_how_much_a_tenant_may_store() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    let path = "/api/tenants/atlantico/storage";
    let before = operator.get(path).await.data();
    assert!(before["bytes"].is_i64() && before["most_bytes"].is_null(), "{before}");
    let set = operator.patch(path, json!({ "most_bytes": 1_000 })).await.data();
    assert_eq!((&set["bytes"], &set["most_bytes"]), (&before["bytes"], &json!(1_000)));
    let person = app.admin(ATLANTICO).await;
    assert_eq!(person.get("/api/tenant_settings/storage").await.data()["most_bytes"], 1_000);
    assert_eq!(operator.get("/api/tenants/beer/storage").await.status, 404);
    assert_eq!(operator.patch(path, json!({ "most_bytes": -1 })).await.status, 422);
}

#[tokio::test]
async fn a_flag_applies_to_the_tenant_and_is_audited_without_a_user() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    let flags = operator.get("/api/tenants/atlantico/flags").await.data();
    let tracking = json!({ "name": "public_tracking", "enabled": true, "default_enabled": true });
    assert!(flags.as_array().unwrap().contains(&tracking), "{flags}");
    let path = "/api/tenants/atlantico/flags/public_tracking";
    for _ in 0..2 {
        let flags = operator.patch(path, json!({ "enabled": false })).await.data();
        let tracking = json!({ "name": "public_tracking", "enabled": false, "default_enabled": true });
        assert!(flags.as_array().unwrap().contains(&tracking), "{flags}");
    }
    let mut shown = app.visitor(ATLANTICO).get("/api/domain").await.data();
    for _ in 0..150 {
        if shown["flags"]["public_tracking"] == false {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        shown = app.visitor(ATLANTICO).get("/api/domain").await.data();
    }
    assert_eq!(shown["flags"]["public_tracking"], false);
    assert_eq!(app.visitor(PACIFIC).get("/api/domain").await.data()["flags"]["public_tracking"], true);

    let person = app.admin(ATLANTICO).await;
    let log = person.get("/api/audit_entries?action=feature_flag.update").await.data();
    assert_eq!(log.as_array().unwrap().len(), 1, "{log}");
    assert_eq!((&log[0]["user"], &log[0]["changes"][0]["after"]), (&Value::Null, &json!(false)));
    let flag = person.get("/api/feature_flags").await.data()[0].clone();
    assert_eq!((&flag["enabled"], &flag["changed_by"]), (&json!(false), &Value::Null));
    assert_eq!(
        operator.patch("/api/tenants/atlantico/flags/beer", json!({ "enabled": true })).await.status,
        404
    );
}

#[tokio::test]
async fn usage_has_no_personal_data() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    let before = operator.get("/api/tenants/atlantico/usage").await.data();
    assert_eq!((&before["users_active"], &before["shipments"]), (&json!(5), &json!(0)));
    assert_eq!(before["last_sign_in_at"], Value::Null);
    assert!(before["storage_bytes"].as_i64().unwrap() > 100_000, "{before}");

    let staff = app.staff(ATLANTICO).await;
    for _ in 0..3 {
        created(&staff).await;
    }
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let moved = "update shipments set created_at = now() - interval '40 days'
                 where id = (select id from shipments limit 1)";
    sqlx::query(moved).execute(&mut *tx).await.unwrap();
    sqlx::query("update users set active = false where email like 'client2@%'")
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let after = operator.get("/api/tenants/atlantico/usage").await;
    let usage = after.data();
    assert_eq!((&usage["users_active"], &usage["shipments"]), (&json!(4), &json!(3)));
    assert_eq!(usage["shipments_this_month"], 2);
    assert!(usage["last_sign_in_at"].is_string());
    assert_eq!(usage.as_object().unwrap().len(), 5);
    let neighbour = operator.get("/api/tenants/pacific/usage").await.data();
    assert_eq!((&neighbour["shipments"], &neighbour["last_sign_in_at"]), (&json!(0), &Value::Null));
}

#[tokio::test]
async fn a_host_is_added_proven_made_primary_and_removed() {
    let app = TestApp::start().await;
    let names = NameServer::start().await;
    let operator = Operator::of(&app, &[names.option()]).await;
    let (all, host) = ("/api/tenants/atlantico/domains", "envios.example.com");
    let one = |verb: &str| format!("{all}/{host}{verb}");
    let wrong = operator.post(all, json!({ "host": "1.2.3.4" })).await;
    assert_eq!((wrong.status, &*wrong.code_at("host")), (422, "invalid_host"));
    let taken = operator.post(all, json!({ "host": PACIFIC, "vouch": true })).await;
    assert_eq!((taken.status, &*taken.code_at("host")), (422, "taken"));

    let added = operator.post(all, json!({ "host": host })).await.data();
    let claim = added.as_array().unwrap().iter().find(|one| one["host"] == host).unwrap().clone();
    let early = operator.post(&one("/verify"), json!({})).await;
    assert_eq!((early.status, &*early.message_code()), (409, "operator_refused"));
    assert_eq!(operator.post(&one("/prefer"), json!({})).await.status, 409);
    names.set(claim["record_name"].as_str().unwrap(), &[claim["proof"].as_str().unwrap()]);
    assert_eq!(operator.post(&one("/verify"), json!({})).await.status, 200);
    answers(&app, host, 200).await;
    let preferred = operator.post(&one("/prefer"), json!({})).await.data();
    assert_eq!((&preferred[0]["host"], &preferred[0]["is_primary"]), (&json!(host), &json!(true)));
    assert_eq!(operator.delete(&one(""), json!({})).await.status, 409);
    let gone = operator.delete(&format!("{all}/{ATLANTICO}"), json!({})).await.data();
    assert_eq!(gone.as_array().unwrap().len(), 1);
    answers(&app, ATLANTICO, 404).await;
    assert_eq!(operator.delete(&format!("{all}/nobody.example.com"), json!({})).await.status, 404);
}

#[tokio::test]
async fn an_expired_host_can_be_added_again() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    let (all, host) = ("/api/tenants/atlantico/domains", "envios.example.com");
    let added = operator.post(all, json!({ "host": host })).await.data();
    let claim = added.as_array().unwrap().iter().find(|one| one["host"] == host).unwrap().clone();
    assert!(claim["expires_at"].is_string() && added[0]["expires_at"].is_null(), "{added}");
    as_owner(&app, "update control.domains set created_at = now() - interval '7 days' where not is_primary")
        .await;
    assert_eq!(operator.get("/api/tenants/atlantico").await.data()["domains"].as_array().unwrap().len(), 1);
    assert_eq!(operator.post(&format!("{all}/{host}/verify"), json!({})).await.status, 404);
    let again = operator.post(all, json!({ "host": host })).await.data();
    let anew = again.as_array().unwrap().iter().find(|one| one["host"] == host).unwrap();
    assert_ne!(anew["proof"], claim["proof"]);
}

#[tokio::test]
async fn every_change_is_logged_with_its_outcome() {
    let app = TestApp::start().await;
    let operator = Operator::of(&app, &[]).await;
    operator.post("/api/tenants", aurora()).await.data();
    operator.post("/api/tenants/aurora/suspend", json!({})).await.data();
    operator.post("/api/tenants/nobody/suspend", json!({})).await;
    operator.patch("/api/tenants/pacific/flags/auxiliar", json!({ "enabled": true })).await.data();
    let suspended = operator.patch("/api/tenants/aurora/flags/auxiliar", json!({ "enabled": true })).await;
    assert_eq!(suspended.status, 503);
    operator
        .post("/api/tenants/pacific/domains", json!({ "host": "x.example.com", "vouch": true }))
        .await
        .data();
    operator.delete("/api/tenants/aurora", json!({ "confirm": "aurora" })).await;
    operator.get("/api/tenants").await.json();

    let log = operator.get("/api/changes").await.json();
    let lines: Vec<_> = log["data"].as_array().unwrap().iter().rev().collect();
    let told: Vec<_> = lines
        .iter()
        .map(|line| ["action", "tenant", "outcome"].map(|field| line[field].as_str().unwrap()))
        .collect();
    assert_eq!(
        told,
        [
            ["tenant.create", "aurora", "done"],
            ["tenant.suspend", "aurora", "done"],
            ["tenant.suspend", "nobody", "not_found"],
            ["tenant_flag.update", "pacific", "done"],
            ["tenant_flag.update", "aurora", "tenant_suspended"],
            ["tenant_domain.create", "pacific", "done"],
            ["tenant.delete", "aurora", "done"],
        ]
    );
    assert!(lines.windows(2).all(|two| two[0]["id"].as_i64() < two[1]["id"].as_i64()));
    assert!(lines.iter().all(|line| line["token"] == "tests"));
    assert_eq!(lines[3]["detail"], json!({ "flag": "auxiliar", "enabled": true }));
    let of_one = operator.get("/api/changes?tenant=pacific&per_page=10").await.json();
    assert_eq!(
        (&of_one["meta"]["total"], &of_one["data"][0]["action"]),
        (&json!(2), &json!("tenant_domain.create"))
    );
    let used = admin(&app).await.tokens().await.unwrap();
    assert!(used[0].name == "tests" && used[0].last_used_at.is_some());
}

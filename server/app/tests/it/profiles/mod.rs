//! Effect of a profile: with the next request, on every node.

mod api;
pub mod explain;
mod explain_records;

use access::ctx::Ctx;
use access::profiles;
use poem::http::Method;
use serde_json::{Value, json};
use server_core::clock::Clock;
use server_core::http::error::ApiResult;
use uuid::Uuid;

use crate::support::{ATLANTICO, Person, TestApp};

/// Creates a profile as an administrator: kind and rules.
pub async fn made(app: &TestApp, name: &str, kind: i16, rules: &[(&str, &str, &str)]) -> Uuid {
    let id = Uuid::now_v7();
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let profile = sqlx::query("insert into profiles (id, name, kind) values ($1, $2, $3)");
    profile.bind(id).bind(name).bind(kind).execute(&mut *tx).await.unwrap();
    for (resource, action, scope) in rules {
        let rule = sqlx::query("insert into profile_rules values ($1, $2, $3, $4)");
        rule.bind(id).bind(resource).bind(action).bind(scope).execute(&mut *tx).await.unwrap();
    }
    tx.commit().await.unwrap();
    id
}

/// Sets the profiles of the account as an administrator.
pub async fn given(app: &TestApp, account: &str, profile_ids: &[Uuid]) -> ApiResult<()> {
    let tenant = app.tenant(ATLANTICO);
    let mut request = app.admin(ATLANTICO).await.request(Method::POST, "/api");
    request.set_data(app.state.clone());
    request.set_data(tenant.clone());
    request.set_data(tenancy::Host::parse("atlantico.localhost").unwrap());
    let ctx = Ctx::of(&request).await?;
    let mut tx = ctx.begin().await?;
    let user_id = user_id(&mut tx, account).await;
    profiles::set_for_user(&mut tx, &ctx, user_id, profile_ids).await?;
    tx.commit().await?;
    app.state.settings.forget(&tenant).await;
    Ok(())
}

async fn user_id(tx: &mut tenancy::TenantTx, account: &str) -> Uuid {
    let found = sqlx::query_scalar("select id from users where email = $1 || '@atlantico.test'");
    found.bind(account).fetch_one(&mut **tx).await.unwrap()
}

async fn menu(person: &Person) -> Value {
    person.get("/api/profile").await.data()["menu"].clone()
}

#[tokio::test]
async fn a_profile_removes_entry_and_call_from_an_open_session() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(menu(&staff).await["shipments"], true);
    let follows = made(&app, "Follows parcels", 10, &[("tracking", "search", "any")]).await;
    given(&app, "staff", &[follows]).await.unwrap();

    let profile = staff.get("/api/profile").await.data();
    assert_eq!(profile["profiles"], json!(["Follows parcels"]));
    assert_eq!((&profile["menu"]["shipments"], &profile["menu"]["tracking"]), (&json!(null), &json!(true)));
    assert_eq!(profile["can"]["shipment.create"], json!(null));
    assert_eq!(staff.get("/api/shipments").await.status, 403);
    assert_eq!(staff.get("/api/saved_views?list=shipments").await.status, 200, "everybody has that");

    given(&app, "staff", &[]).await.unwrap();
    assert_eq!(staff.get("/api/shipments").await.status, 200, "as the type has it");
}

#[tokio::test]
async fn several_profiles_give_the_union_of_their_rights() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let reads = made(&app, "Reads", 10, &[("shipment", "list", "any"), ("shipment", "show", "any")]).await;
    let sets_up = made(&app, "Sets up", 10, &[("feature_flag", "list", "any")]).await;
    given(&app, "staff", &[reads, sets_up]).await.unwrap();
    let shipments = staff.get("/api/shipments").await;
    assert_eq!(shipments.status, 200);
    assert_eq!(staff.get("/api/feature_flags").await.status, 200, "more than staff is shipped with");
    assert!(shipments.json()["data"].as_array().unwrap().iter().all(|one| one["can"]["cancel"] == false));
}

#[tokio::test]
async fn profiles_do_not_exceed_the_maximum_of_a_user_type() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let before = client.get("/api/shipments").await.json()["meta"]["total"].clone();
    let wide = [("shipment", "list", "any"), ("client", "select", "any"), ("user", "list", "any")];
    let wide = made(&app, "Too much", 40, &wide).await;
    given(&app, "client", &[wide]).await.unwrap();
    let listed = client.get("/api/shipments").await;
    assert_eq!((listed.status, &listed.json()["meta"]["total"]), (200, &before));
    assert_eq!(client.get("/api/clients/select").await.status, 403);
}

#[tokio::test]
async fn a_profile_does_not_restrict_an_administrator() {
    let app = TestApp::start().await;
    let nothing = made(&app, "Nothing", 10, &[]).await;
    given(&app, "admin", &[nothing]).await.unwrap();
    assert_eq!(app.admin(ATLANTICO).await.get("/api/feature_flags").await.status, 200);
}

#[tokio::test]
async fn a_profile_of_another_kind_is_refused() {
    let app = TestApp::start().await;
    let staff = made(&app, "Staff", 10, &[]).await;
    for (account, id) in [("client", staff), ("staff", Uuid::now_v7())] {
        let refused = given(&app, account, &[id]).await.unwrap_err();
        assert_eq!(refused.status(), 422, "{account}");
    }
}

#[tokio::test]
async fn a_change_applies_on_another_node_within_a_second() {
    let app = TestApp::start().await;
    let other = app::connect(app.state.config.clone(), Clock::default()).await.unwrap();
    let mut notices = other.tenancy.listen("remessa_settings");
    notices.changed().await.unwrap();
    let elsewhere = app.staff(ATLANTICO).await.through(other);
    assert_eq!(elsewhere.get("/api/shipments").await.status, 200);
    let nothing = made(&app, "Nothing", 10, &[]).await;
    given(&app, "staff", &[nothing]).await.unwrap();
    let begun = std::time::Instant::now();
    while elsewhere.get("/api/shipments").await.status != 403 {
        assert!(begun.elapsed().as_millis() < 1000, "not felt after a second");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn assigned_profiles_are_audited_once() {
    let app = TestApp::start().await;
    let one = made(&app, "One", 10, &[]).await;
    for _ in 0..2 {
        given(&app, "staff", &[one]).await.unwrap();
    }
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let entries: Vec<Value> =
        sqlx::query_scalar("select changes from audit_entries where action = 'user.assign_profiles'")
            .fetch_all(&mut *tx)
            .await
            .unwrap();
    assert_eq!(entries, [json!({ "profiles": [[], ["One"]] })]);
}

//! Administrators manage profiles; other users cannot.

use serde_json::{Value, json};

use super::{given, menu};
use crate::support::{ATLANTICO, TestApp};

const PATH: &str = "/api/user_profiles";

fn form(name: &str) -> Value {
    let rules = [("shipment", "list"), ("shipment", "show"), ("tracking", "search")]
        .map(|(resource, action)| json!({ "resource": resource, "action": action, "scope": "any" }));
    json!({ "name": name, "kind": 10, "description": "Looks only", "active": true, "rules": rules })
}

async fn changes(app: &TestApp, action: &str) -> Vec<Value> {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let found =
        sqlx::query_scalar("select changes from audit_entries where action = $1 order by occurred_at");
    found.bind(action).fetch_all(&mut *tx).await.unwrap()
}

#[tokio::test]
async fn a_removed_right_is_gone_with_the_next_request() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let profile = admin.post(PATH, form("Desk")).await.data();
    let id = profile["id"].as_str().unwrap();
    given(&app, "staff", &[id.parse().unwrap()]).await.unwrap();
    assert_eq!(menu(&staff).await["shipments"], true);

    let mut update = form("Desk");
    update["rules"] = json!([profile["rules"][2]]);
    update["version"] = profile["version"].clone();
    let updated = admin.patch(&format!("{PATH}/{id}"), update.clone()).await.data();
    assert_eq!((&updated["bearer_count"], &updated["can"]["delete"]), (&json!(1), &json!(false)));
    assert_eq!(menu(&staff).await["shipments"], json!(null));
    assert_eq!(staff.get("/api/shipments").await.status, 403);
    assert_eq!(
        changes(&app, "user_profile.update").await,
        [json!({ "shipment.list": ["any", null], "shipment.show": ["any", null] })]
    );
    let stale = admin.patch(&format!("{PATH}/{id}"), update).await;
    assert_eq!((stale.status, stale.message_code()), (409, "stale_version".to_owned()));
}

#[tokio::test]
async fn an_inactive_profile_gives_no_rights() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let profile = admin.post(PATH, form("Desk")).await.data();
    let id = profile["id"].as_str().unwrap();
    given(&app, "staff", &[id.parse().unwrap()]).await.unwrap();
    let mut off = form("Desk");
    off["active"] = false.into();
    off["version"] = profile["version"].clone();
    admin.patch(&format!("{PATH}/{id}"), off).await.data();
    assert_eq!(staff.get("/api/shipments").await.status, 403);
    assert_eq!(staff.get("/api/profile").await.data()["profiles"], json!([]));
    assert_eq!(admin.get(&format!("{PATH}/select")).await.data(), json!([]));
}

#[tokio::test]
async fn a_profile_in_use_cannot_be_deleted() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let id = admin.post(PATH, form("Desk")).await.data()["id"].as_str().unwrap().to_owned();
    given(&app, "staff", &[id.parse().unwrap()]).await.unwrap();
    let path = format!("{PATH}/{id}");
    let refused = admin.delete(&path).await;
    assert_eq!((refused.status, refused.message_code()), (409, "profile_in_use".to_owned()));
    assert_eq!(refused.json()["params"], json!({ "count": 1 }));
    given(&app, "staff", &[]).await.unwrap();
    assert_eq!(admin.delete(&path).await.status, 200);
    assert_eq!(admin.get(&path).await.status, 404);
    assert_eq!(changes(&app, "user_profile.delete").await[0]["name"], json!(["Desk", null]));
}

#[tokio::test]
async fn errors_of_a_profile_are_reported_at_their_fields() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    admin.post(PATH, form("Desk")).await.data();
    let taken = admin.post(PATH, form("dESK")).await;
    assert_eq!((taken.status, taken.code_at("name")), (422, "taken".to_owned()));
    let mut wrong = form(" ");
    wrong["rules"] = json!([{ "resource": "user", "action": "list", "scope": "any" }]);
    let wrong = admin.post(PATH, wrong).await;
    assert_eq!(wrong.code_at("name"), "required");
    assert_eq!(wrong.code_at("rules.0.scope"), "unknown_option");
    let mut strange = form("Strange");
    strange["rules"] = json!([{ "resource": "beer", "action": "drink", "scope": "any" }]);
    let strange = admin.post(PATH, strange).await;
    assert_eq!((strange.status, strange.code_at("rules.0.resource")), (422, "unknown_option".to_owned()));
}

#[tokio::test]
async fn profiles_are_searched_sorted_and_filtered() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    for (name, kind) in [("Armazém", 10), ("Agent", 20), ("100%", 40)] {
        let rules: [Value; 0] = [];
        let form = json!({ "name": name, "kind": kind, "active": true, "rules": rules });
        assert_eq!(admin.post(PATH, form).await.status, 200);
    }
    let names = async |query: &str| {
        let listed = admin.get(&format!("{PATH}{query}")).await.data();
        listed.as_array().unwrap().iter().map(|one| one["name"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(names("").await, ["100%", "Agent", "Armazém"]);
    assert_eq!(names("?sort=-name").await, ["Armazém", "Agent", "100%"]);
    assert_eq!(names("?search=armazem").await, ["Armazém"]);
    assert_eq!(names("?search=0%25").await, ["100%"]);
    assert_eq!(names("?kind=20").await, ["Agent"]);
    assert_eq!(admin.get(&format!("{PATH}?sort=password")).await.status, 422);
}

#[tokio::test]
async fn only_administrators_manage_profiles() {
    let app = TestApp::start().await;
    for account in ["dev", "staff", "client"] {
        let person = app.signed_in(ATLANTICO, account).await;
        for path in ["", "/select", "/matrix"] {
            assert_eq!(person.get(&format!("{PATH}{path}")).await.status, 403, "{account} {path}");
        }
        assert_eq!(person.post(PATH, form("Mine")).await.status, 403, "{account}");
        assert_eq!(menu(&person).await["profiles"], json!(null), "{account}");
    }
}

//! Explanations of permissions: their steps, and that they match the answer of the call.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{given, made};
use crate::shipments::created;
use crate::support::{ATLANTICO, Person, TestApp};

pub async fn told(admin: &Person, user: &Value, asked: &str) -> Value {
    admin.get(&format!("/api/backoffice/policy/explain?user={}&{asked}", user.as_str().unwrap())).await.data()
}

pub async fn id_of(person: &Person) -> Value {
    person.get("/api/profile").await.data()["id"].clone()
}

pub fn codes(answer: &Value) -> Vec<&str> {
    answer["steps"].as_array().unwrap().iter().map(|step| step["code"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn an_explanation_lists_type_profile_record_and_state() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let user = id_of(&staff).await;
    let list = told(&admin, &user, "resource=shipment&action=list").await;
    assert_eq!((&list["allowed"], &list["scope"]), (&json!(true), &json!("any")));
    assert_eq!(codes(&list), ["user_type_gives"]);

    let shipment = created(&staff).await;
    let cancel = format!("resource=shipment&action=cancel&id={}", shipment["id"].as_str().unwrap());
    assert_eq!(
        codes(&told(&admin, &user, &cancel).await),
        ["user_type_gives", "record_reached", "state_allows"]
    );
    let path = format!("/api/shipments/{}/cancel", shipment["id"].as_str().unwrap());
    let form = json!({ "reason": "Wrong" });
    assert_eq!(staff.post(&path, form).await.status, 200);
    let cancelled = told(&admin, &user, &cancel).await;
    assert_eq!(cancelled["allowed"], false);
    assert_eq!(codes(&cancelled), ["user_type_gives", "record_reached", "state_refuses"]);

    let reads = made(&app, "Reads", 10, &[("shipment", "list", "any")]).await;
    given(&app, "staff", &[reads]).await.unwrap();
    let refused = told(&admin, &user, "resource=shipment&action=cancel").await;
    assert_eq!((&refused["allowed"], codes(&refused)), (&json!(false), vec!["profile_silent"]));
    assert_eq!(refused["steps"][0]["profile_name"], "Reads");
}

#[tokio::test]
async fn another_clients_shipment_is_explained_as_refused() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let others = created(&app.signed_in(ATLANTICO, "client2").await).await;
    let asked = format!("resource=shipment&action=show&id={}", others["id"].as_str().unwrap());
    let answer = told(&admin, &id_of(&client).await, &asked).await;
    assert_eq!(answer["allowed"], false);
    assert_eq!(codes(&answer)[..2], ["user_type_gives", "record_of_others"]);
    let gone = format!("resource=shipment&action=show&id={}", Uuid::now_v7());
    assert_eq!(codes(&told(&admin, &id_of(&client).await, &gone).await)[1], "record_missing");
}

#[tokio::test]
async fn only_administrators_get_explanations_about_their_users() {
    let app = TestApp::start().await;
    let path =
        |user: &str| format!("/api/backoffice/policy/explain?user={user}&resource=shipment&action=list");
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(admin.get(&path(&Uuid::now_v7().to_string())).await.status, 404);
    for account in ["dev", "staff", "client"] {
        let person = app.signed_in(ATLANTICO, account).await;
        let own = id_of(&person).await;
        assert_eq!(person.get(&path(own.as_str().unwrap())).await.status, 403, "{account}");
    }
}

/// Resource and action of each right.
async fn rights(admin: &Person, user: &Value) -> Vec<String> {
    let answer = admin.get(&format!("/api/users/{}/rights", user.as_str().unwrap())).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let name = |right: &Value| {
        let text = |field: &str| right[field].as_str().unwrap().to_owned();
        format!("{} {} {}", text("resource"), text("action"), text("scope"))
    };
    answer.data().as_array().unwrap().iter().map(name).collect()
}

#[tokio::test]
async fn rights_of_a_user_are_those_of_the_active_profiles() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let user = id_of(&staff).await;
    let by_type = rights(&admin, &user).await;
    assert!(by_type.contains(&"shipment cancel any".to_owned()), "{by_type:?}");
    assert!(by_type.iter().all(|right| !right.starts_with("account ")), "everybody has these: {by_type:?}");

    let reads = made(&app, "Reads", 10, &[("shipment", "list", "any")]).await;
    given(&app, "staff", &[reads]).await.unwrap();
    assert_eq!(rights(&admin, &user).await, ["shipment list any"]);
    assert_eq!(staff.get(&format!("/api/users/{}/rights", user.as_str().unwrap())).await.status, 403);
}

#[tokio::test]
async fn a_user_of_an_inactive_client_can_do_nothing() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let profile = client.get("/api/profile").await.data();
    let list = "resource=shipment&action=list";
    assert_eq!(told(&admin, &profile["id"], list).await["allowed"], true);
    let path = format!("/api/clients/{}/deactivate", profile["client_id"].as_str().unwrap());
    assert_eq!(admin.post(&path, json!({})).await.status, 200);
    let refused = told(&admin, &profile["id"], list).await;
    assert_eq!(
        (&refused["allowed"], codes(&refused)),
        (&json!(false), vec!["client_inactive", "user_type_gives"])
    );
}

#[tokio::test]
async fn a_refusal_names_the_missing_right() {
    let app = TestApp::start().await;
    let refused = app.staff(ATLANTICO).await.get("/api/users").await;
    let params = json!({ "resource": "user", "action": "list" });
    assert_eq!((refused.status, &refused.json()["params"]), (403, &params));
}

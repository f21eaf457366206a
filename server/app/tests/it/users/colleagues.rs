//! Users of a client invite others of the same client (PERM-4).

use serde_json::{Value, json};

use super::invitation::secret_in_mail;
use super::{audited, demo_user, path};
use crate::support::{ATLANTICO, Person, TestApp};

const PATH: &str = "/api/colleagues";
const EMAIL: &str = "bia@aurora.test";

fn form(email: &str, profiles: &[&Value]) -> Value {
    json!({ "name": " Bia Prado ", "email": email, "profile_ids": profiles })
}

async fn find(person: &Person, email: &str) -> Option<Value> {
    let listed = person.get(PATH).await.data();
    listed.as_array().unwrap().iter().find(|one| one["email"] == email).cloned()
}

/// A profile for users of clients with these rights.
async fn profile(admin: &Person, name: &str, rights: &[(&str, &str)]) -> Value {
    let rule =
        |(resource, action): &(&str, &str)| json!({ "resource": resource, "action": action, "scope": "own" });
    let rules: Vec<Value> = rights.iter().map(rule).collect();
    let form = json!({ "name": name, "kind": 40, "description": "", "active": true, "rules": rules });
    admin.post("/api/user_profiles", form).await.data()["id"].clone()
}

async fn give(admin: &Person, account: &str, profile: &Value) {
    let user = demo_user(admin, account).await;
    let form = json!({ "version": user["version"], "profile_ids": [profile] });
    admin.patch(&path(&user), form).await.data();
}

#[tokio::test]
async fn a_colleague_is_invited_and_works_for_the_same_client() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let reading = profile(&admin, "Reading", &[("shipment", "list"), ("shipment", "show")]).await;
    let made = client.post(PATH, form(" Bia@Aurora.Test ", &[&reading])).await.data();
    assert_eq!((&made["name"], &made["email"]), (&json!("Bia Prado"), &json!(EMAIL)));
    let can = json!({ "invite": true, "delete": true, "deactivate": false });
    assert_eq!((&made["invited"], &made["can"]), (&json!(true), &can));
    app.run_processes().await;
    assert!(find(&client, EMAIL).await.unwrap()["invitation_expires_at"].is_string());
    let token = secret_in_mail(&app, "/invitation/").unwrap();

    let mut bia = app.visitor(ATLANTICO);
    bia.visit().await;
    let password = json!({ "token": token, "password": "a-password", "password_confirmation": "a-password" });
    assert_eq!(bia.post("/api/invitation/accept", password.clone()).await.status, 200);
    assert_eq!(bia.post("/api/invitation/accept", password).await.message_code(), "link_not_valid");
    assert_eq!(bia.log_in(EMAIL, "a-password").await.status, 200);

    let user = demo_user(&admin, "bia").await;
    let inviter = demo_user(&admin, "client").await;
    assert_eq!((&user["client_id"], &user["user_type"]), (&inviter["client_id"], &json!(30)));
    assert_eq!(user["profiles"][0]["id"], reading);
    let joined = find(&client, EMAIL).await.unwrap();
    assert_eq!((&joined["invited"], &joined["can"]["delete"]), (&json!(false), &json!(false)));
    let at = format!("{PATH}/{}", joined["id"].as_str().unwrap());
    for answer in [client.delete(&at).await, client.post(&format!("{at}/invite"), json!({})).await] {
        assert_eq!((answer.status, answer.message_code()), (409, "user_has_joined".into()));
    }
    assert_eq!(audited(&app, "user.create").await.len(), 1);
}

#[tokio::test]
async fn an_invitation_is_withdrawn_and_its_link_is_dead() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let made = client.post(PATH, form(EMAIL, &[])).await.data();
    app.run_processes().await;
    let token = secret_in_mail(&app, "/invitation/").unwrap();
    assert_eq!(client.delete(&format!("{PATH}/{}", made["id"].as_str().unwrap())).await.status, 200);
    assert!(find(&client, EMAIL).await.is_none());
    let mut visitor = app.visitor(ATLANTICO);
    visitor.visit().await;
    let password = json!({ "token": token, "password": "a-password", "password_confirmation": "a-password" });
    assert_eq!(visitor.post("/api/invitation/accept", password).await.message_code(), "link_not_valid");
}

#[tokio::test]
async fn nobody_gives_a_colleague_more_than_they_have() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let few = [("colleague", "list"), ("colleague", "create"), ("shipment", "list")];
    let own = profile(&admin, "Own", &few).await;
    let more = profile(&admin, "More", &[("shipment", "list"), ("deposit", "create")]).await;
    give(&admin, "client", &own).await;
    let client = app.client(ATLANTICO).await;
    let rights = client.get(&format!("{PATH}/rights")).await.data();
    assert_eq!(rights, json!({ "profiles": [{ "id": own, "name": "Own" }], "all": false }));
    assert_eq!(client.post(PATH, form(EMAIL, &[])).await.code_at("profile_ids"), "beyond_your_rights");
    assert_eq!(client.post(PATH, form(EMAIL, &[&more])).await.code_at("profile_ids"), "unknown_option");
    let made = client.post(PATH, form(EMAIL, &[&own])).await.data();
    assert_eq!(made["can"], json!({ "invite": false, "delete": false, "deactivate": false }));
    let refused = client.delete(&format!("{PATH}/{}", made["id"].as_str().unwrap())).await;
    assert_eq!((refused.status, refused.message_code()), (403, "forbidden".into()));
}

/// A user of the client who has chosen a password and is signed in.
async fn join(app: &TestApp, inviter: &Person, profiles: &[&Value]) -> (Person, String) {
    let made = inviter.post(PATH, form(EMAIL, profiles)).await.data();
    app.run_processes().await;
    let token = secret_in_mail(app, "/invitation/").unwrap();
    let mut person = app.visitor(ATLANTICO);
    person.visit().await;
    let password = json!({ "token": token, "password": "a-password", "password_confirmation": "a-password" });
    assert_eq!(person.post("/api/invitation/accept", password).await.status, 200);
    assert_eq!(person.log_in(EMAIL, "a-password").await.status, 200);
    (person, format!("{PATH}/{}", made["id"].as_str().unwrap()))
}

#[tokio::test]
async fn a_colleague_who_left_is_deactivated_and_signed_out() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let (mut bia, at) = join(&app, &client, &[]).await;
    let own = find(&client, "client@atlantico.test").await.unwrap();
    let own_path = format!("{PATH}/{}/deactivate", own["id"].as_str().unwrap());
    let refused = client.post(&own_path, json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (409, "not_yourself".into()));

    let left = client.post(&format!("{at}/deactivate"), json!({})).await.data();
    assert_eq!((&left["active"], &left["can"]["deactivate"]), (&json!(false), &json!(false)));
    assert_eq!(bia.get(PATH).await.status, 401);
    bia.visit().await;
    assert_ne!(bia.log_in(EMAIL, "a-password").await.status, 200);
    let again = client.post(&format!("{at}/deactivate"), json!({})).await;
    assert_eq!((again.status, again.message_code()), (409, "user_not_active".into()));
    assert_eq!(audited(&app, "user.deactivate").await.len(), 1);
}

#[tokio::test]
async fn nobody_deactivates_a_colleague_with_more_rights() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let few = [("colleague", "list"), ("colleague", "deactivate")];
    let few = profile(&admin, "Few", &few).await;
    let (bia, _) = join(&app, &client, &[&few]).await;
    let above = find(&bia, "client@atlantico.test").await.unwrap();
    assert_eq!(above["can"]["deactivate"], json!(false));
    let refused = bia.post(&format!("{PATH}/{}/deactivate", above["id"].as_str().unwrap()), json!({})).await;
    assert_eq!((refused.status, refused.message_code()), (403, "forbidden".into()));
}

#[tokio::test]
async fn users_of_other_clients_and_staff_are_no_colleagues() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let other = demo_user(&admin, "client2").await;
    assert!(find(&client, "client2@atlantico.test").await.is_none());
    let at = format!("{PATH}/{}", other["id"].as_str().unwrap());
    assert_eq!(client.delete(&at).await.status, 404);
    assert_eq!(client.post(&format!("{at}/invite"), json!({})).await.status, 404);
    assert_eq!(client.post(&format!("{at}/deactivate"), json!({})).await.status, 404);
    assert_eq!(admin.get(PATH).await.data(), json!([]));
    assert_eq!(admin.post(PATH, form(EMAIL, &[])).await.status, 404);
    assert_eq!(app.staff(ATLANTICO).await.get(PATH).await.status, 403);
    let taken = client.post(PATH, form("client2@atlantico.test", &[])).await;
    assert_eq!(taken.code_at("email"), "taken");
}

#[tokio::test]
async fn a_client_sends_a_limited_number_of_invitations_a_day() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    for number in 0..20 {
        let sent = client.post(PATH, form(&format!("bia{number}@aurora.test"), &[])).await;
        assert_eq!(sent.status, 200, "{}", sent.text());
    }
    let refused = client.post(PATH, form(EMAIL, &[])).await;
    assert_eq!((refused.status, refused.message_code()), (409, "too_many_invitations".into()));
    assert!(find(&client, EMAIL).await.is_none());
}

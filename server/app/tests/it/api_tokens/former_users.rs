//! Tokens of users who left, or who are somebody else from now on.

use serde_json::{Value, json};

use super::{Program, listed, make};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::{audited, demo_user, path};

async fn status_of(program: &Program) -> u16 {
    program.get("/api/shipments").await.status
}

async fn change(admin: &Person, account: &str, form: Value) {
    let user = demo_user(admin, account).await;
    let mut form = form;
    form["version"] = user["version"].clone();
    admin.patch(&path(&user), form).await.data();
}

#[tokio::test]
async fn tokens_of_an_inactive_client_are_refused() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let (_, secret) = make(&client, &["shipment.list"]).await;
    let program = Program::on(&app, ATLANTICO, &secret);
    assert_eq!(status_of(&program).await, 200);
    let id = demo_user(&admin, "client").await["client_id"].clone();
    let at = format!("/api/clients/{}", id.as_str().unwrap());
    admin.post(&format!("{at}/deactivate"), json!({})).await.data();
    assert_eq!(status_of(&program).await, 401);
    assert_eq!(listed(&admin, "").await[0]["status"], 50);
    admin.post(&format!("{at}/activate"), json!({})).await.data();
    assert_eq!(status_of(&program).await, 200);
}

#[tokio::test]
async fn an_account_that_goes_to_another_person_has_no_tokens() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (token, secret) = make(&staff, &["shipment.list"]).await;
    let program = Program::on(&app, ATLANTICO, &secret);
    assert_eq!(status_of(&program).await, 200);
    let form = json!({ "email": "other@atlantico.test", "current_password": "remessa-demo" });
    change(&admin, "staff", form).await;
    assert_eq!(status_of(&program).await, 401);
    let shown = listed(&admin, "").await;
    assert_eq!((&shown[0]["id"], &shown[0]["status"]), (&token["id"], &json!(40)));
    let revoked = audited(&app, "api_token.revoke").await;
    assert_eq!((revoked.len(), revoked[0].0.as_deref()), (1, Some("admin@atlantico.test")));
}

#[tokio::test]
async fn a_token_does_not_follow_its_user_to_another_client() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let (_, secret) = make(&client, &["shipment.list"]).await;
    let program = Program::on(&app, ATLANTICO, &secret);
    assert_eq!(status_of(&program).await, 200);
    let other = demo_user(&admin, "client2").await["client_id"].clone();
    change(&admin, "client", json!({ "client_id": other })).await;
    assert_eq!(status_of(&program).await, 401);
    assert_eq!(listed(&admin, "").await[0]["status"], 40);
}

//! A connection ends with its session, with Redis and without.

use chrono::TimeDelta;
use serde_json::json;
use server_core::live::Audience;
use tenancy::admin::Admin;

use super::{Listening, Socket, announce, id_of};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::{demo_user, path};

const SESSION_OVER: u16 = 4401;

/// The application with Redis, and without.
async fn both() -> [TestApp; 2] {
    [TestApp::start().await, TestApp::with(&["--redis-url=redis://127.0.0.1:1".into()]).await]
}

async fn open_socket(app: &TestApp, person: &Person) -> (Listening, Socket) {
    let server = Listening::start(app).await;
    let (socket, _) = server.open(ATLANTICO, person, "").await;
    (server, socket)
}

/// The connection ends, and the same cookie opens no other.
async fn assert_over(server: &Listening, person: &Person, socket: &mut Socket) {
    assert_eq!(socket.closed().await, SESSION_OVER);
    let again = server.try_open(ATLANTICO, person.cookie.as_deref(), "", |_| {}).await;
    assert_eq!(again.err(), Some(401));
}

#[tokio::test]
async fn after_a_sign_out() {
    for app in both().await {
        let staff = app.staff(ATLANTICO).await;
        let (server, mut socket) = open_socket(&app, &staff).await;
        assert_eq!(staff.post("/api/logout", json!({})).await.status, 200);
        assert_over(&server, &staff, &mut socket).await;
    }
}

#[tokio::test]
async fn after_the_device_was_signed_out_by_another() {
    for app in both().await {
        let (here, there) = (app.staff(ATLANTICO).await, app.staff(ATLANTICO).await);
        let (server, mut socket) = open_socket(&app, &there).await;
        let (mut kept, _) = server.open(ATLANTICO, &here, "").await;
        assert_eq!(here.delete("/api/account-devices").await.status, 200);
        assert_over(&server, &there, &mut socket).await;
        let id = announce(&app, ATLANTICO, &Audience::Staff, "shipment").await;
        assert_eq!(id_of(&kept.event().await), id, "the own connection goes on");
    }
}

#[tokio::test]
async fn after_the_user_was_deactivated() {
    for app in both().await {
        let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
        let (server, mut socket) = open_socket(&app, &staff).await;
        let user = demo_user(&admin, "staff").await;
        let off = format!("{}/deactivate", path(&user));
        assert_eq!(admin.post(&off, json!({})).await.status, 200);
        assert_over(&server, &staff, &mut socket).await;
    }
}

#[tokio::test]
async fn after_a_change_of_the_password() {
    for app in both().await {
        let (here, there) = (app.staff(ATLANTICO).await, app.staff(ATLANTICO).await);
        let (server, mut socket) = open_socket(&app, &there).await;
        let form = json!({
            "current_password": "remessa-demo", "password": "correct-horse-41", "password_confirmation": "correct-horse-41",
        });
        assert_eq!(here.post("/api/account-password", form).await.status, 200);
        assert_over(&server, &there, &mut socket).await;
    }
}

#[tokio::test]
async fn after_the_company_was_suspended() {
    for app in both().await {
        let staff = app.staff(ATLANTICO).await;
        let (_server, mut socket) = open_socket(&app, &staff).await;
        let admin = Admin::connect(app.admin_url()).await.unwrap();
        admin.suspend("atlantico").await.unwrap();
        assert_eq!(socket.closed().await, 4403);
    }
}

#[tokio::test]
async fn after_the_session_expired() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (server, mut socket) = open_socket(&app, &staff).await;
    app.state.clock.advance(TimeDelta::days(2));
    assert_over(&server, &staff, &mut socket).await;
}

#[tokio::test]
async fn when_an_administrator_starts_and_stops_to_act_as_another() {
    let app = TestApp::start().await;
    let mut admin = app.admin(ATLANTICO).await;
    let (server, mut socket) = open_socket(&app, &admin).await;
    let user = demo_user(&admin, "staff").await;
    let switch = format!("/api/backoffice/users/{}/switch", user["id"].as_str().unwrap());
    let answer = admin.post(&switch, json!({})).await;
    admin.keep(&answer);
    assert_eq!(socket.closed().await, SESSION_OVER);
    let (mut socket, hello) = server.open(ATLANTICO, &admin, "").await;
    assert_eq!(hello["user_id"], user["id"]);
    let acting = admin.clone();
    let answer = admin.post("/api/backoffice/switch-back", json!({})).await;
    admin.keep(&answer);
    assert_over(&server, &acting, &mut socket).await;
}

#[tokio::test]
async fn a_user_who_now_works_for_a_client_gets_a_clients_events() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (_server, mut socket) = open_socket(&app, &staff).await;
    let user = demo_user(&admin, "staff").await;
    let client = admin.get("/api/clients/select").await.data()[0]["id"].clone();
    let change = json!({ "user_type": 30, "client_id": client, "version": user["version"] });
    assert_eq!(admin.patch(&path(&user), change).await.status, 200);
    announce(&app, ATLANTICO, &Audience::Staff, "shipment").await;
    let for_all = announce(&app, ATLANTICO, &Audience::Everybody, "shipment").await;
    loop {
        let event = socket.event().await;
        assert_ne!(event["event"]["resource"], "client");
        if event["event"]["resource"] == "shipment" {
            assert_eq!(id_of(&event), for_all);
            break;
        }
    }
}

#[tokio::test]
async fn neither_a_connection_nor_a_background_request_prolongs_a_session() {
    let app = TestApp::with(&["--redis-url=redis://127.0.0.1:1".into()]).await;
    let staff = app.staff(ATLANTICO).await;
    let (_server, mut socket) = open_socket(&app, &staff).await;
    app.state.clock.advance(TimeDelta::hours(11));
    let mut background = staff.request(poem::http::Method::GET, "/api/shipments");
    background.headers_mut().insert("x-background", "1".parse().unwrap());
    assert_eq!(staff.call(background).await.status, 200);
    app.state.clock.advance(TimeDelta::hours(2));
    assert_eq!(socket.closed().await, SESSION_OVER);
    assert_eq!(staff.get("/api/shipments").await.status, 401);
}

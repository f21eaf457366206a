//! The messenger is a right; the rooms of clients follow the right to clients, and the branch.

use chrono::TimeDelta;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::chat;
use crate::profiles::{given, made};
use crate::shipments::complete;
use crate::subsidiaries::{branches, give, id_of};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::{demo_user, path};

const MESSENGER: [(&str, &str, &str); 5] = [
    ("room", "list", "own"),
    ("room", "show", "own"),
    ("room", "create", "own"),
    ("room", "update", "own"),
    ("room", "send", "own"),
];

/// The room of the demo's first client, with a message.
async fn written_room(app: &TestApp) -> Value {
    let client = app.client(ATLANTICO).await;
    let room = client.get("/api/rooms").await.data()[0].clone();
    chat::send(&client, &room, "Can you collect at 5?").await;
    room
}

async fn sees(person: &Person, room: &Value) -> bool {
    let status = person.get(&format!("/api/rooms/{}", id_of(room))).await.status;
    let rooms = person.get("/api/rooms").await.data();
    let is_listed = rooms.as_array().unwrap().iter().any(|one| one["id"] == room["id"]);
    let contacts = person.get("/api/rooms/contacts").await.data();
    let is_offered = contacts.as_array().unwrap().iter().any(|one| one["id"] == room["id"]);
    assert_eq!((status == 200, is_listed), (is_offered, is_offered), "list, page and choice agree");
    is_offered
}

#[tokio::test]
async fn a_profile_can_leave_out_the_messenger() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(staff.get("/api/rooms").await.status, 200);
    let desk = made(&app, "Desk", 10, &[("shipment", "list", "any")]).await;
    given(&app, "staff", &[desk]).await.unwrap();
    for path in ["/api/rooms", "/api/rooms/unread", "/api/rooms/contacts"] {
        assert_eq!(staff.get(path).await.status, 403, "{path}");
    }
    let can = staff.get("/api/profile").await.data()["can"].clone();
    assert_eq!(can["room.list"], Value::Null);
    let writer = made(&app, "Writer", 10, &MESSENGER).await;
    given(&app, "staff", &[desk, writer]).await.unwrap();
    assert_eq!(staff.get("/api/rooms").await.status, 200);
}

#[tokio::test]
async fn rooms_and_people_of_clients_need_the_right_to_open_clients() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let room = written_room(&app).await;
    let writer = made(&app, "Writer", 10, &MESSENGER).await;
    given(&app, "staff", &[writer]).await.unwrap();
    assert!(!sees(&staff, &room).await);
    let client = app.client(ATLANTICO).await.get("/api/profile").await.data()["id"].clone();
    let form = json!({ "key": Uuid::now_v7(), "member_ids": [client] });
    assert_eq!(staff.post("/api/rooms", form).await.code_at("member_ids"), "unknown_option");
    let colleague = app.admin(ATLANTICO).await.get("/api/profile").await.data()["id"].clone();
    let form = json!({ "key": Uuid::now_v7(), "member_ids": [colleague] });
    assert_eq!(staff.post("/api/rooms", form).await.status, 200, "colleagues are there as before");

    let clients = made(&app, "Clients", 10, &[("client", "show", "any")]).await;
    given(&app, "staff", &[writer, clients]).await.unwrap();
    assert!(sees(&staff, &room).await);
}

#[tokio::test]
async fn staff_of_a_branch_see_rooms_of_clients_with_shipments_there() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let [recife, paulo] = branches(&admin).await;
    let room = written_room(&app).await;
    let rules: Vec<Value> = MESSENGER
        .iter()
        .chain(&[("client", "show", "any")])
        .map(|(resource, action, scope)| json!({ "resource": resource, "action": action, "scope": scope }))
        .collect();
    let form = json!({
        "name": "Counter", "kind": 10, "description": "", "active": true, "bound_to_subsidiaries": true, "rules": rules,
    });
    let counter = id_of(&admin.post("/api/user_profiles", form).await.data());
    assert_eq!(give(&admin, "staff", &[&counter], &[&recife]).await.status, 200);
    assert!(!sees(&staff, &room).await);
    for (branch, expected) in [(&paulo, false), (&recife, true)] {
        let mut form = complete(&admin).await;
        form["client_id"] = room["id"].clone();
        form["subsidiary_id"] = json!(branch);
        assert_eq!(admin.post("/api/shipments", form).await.status, 200);
        assert_eq!(sees(&staff, &room).await, expected, "{branch}");
    }
}

#[tokio::test]
async fn rooms_do_not_follow_a_user_to_another_client() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let user = demo_user(&admin, "client").await;
    let direct = chat::room(&staff, std::slice::from_ref(&user["id"]), None).await;
    let colleague = demo_user(&admin, "admin").await["id"].clone();
    let group = chat::room(&staff, &[user["id"].clone(), colleague], Some("Collections")).await;
    for room in [&direct, &group] {
        chat::send(&staff, room, "Only for your company").await;
    }
    let other = demo_user(&admin, "client2").await["client_id"].clone();
    assert_ne!(other, user["client_id"]);
    let form = json!({ "version": user["version"], "client_id": other });
    assert_eq!(admin.patch(&path(&user), form).await.status, 200);
    let client = app.client(ATLANTICO).await;
    for room in [&direct, &group] {
        assert_eq!(client.get(&format!("/api/rooms/{}", id_of(room))).await.status, 404);
    }
    let again = chat::room(&staff, std::slice::from_ref(&user["id"]), None).await;
    assert_eq!(again["id"], direct["id"]);
    chat::send(&staff, &again, "Welcome").await;
    let messages = client.get(&format!("/api/rooms/{}/messages", id_of(&direct))).await.data();
    let bodies: Vec<_> = messages.as_array().unwrap().iter().map(|one| one["body"].clone()).collect();
    assert_eq!(bodies, ["Welcome"]);
}

#[tokio::test]
async fn who_may_not_see_a_room_any_more_is_not_told_of_its_messages() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let client = app.client(ATLANTICO).await;
    let room = written_room(&app).await;
    for person in [&admin, &staff] {
        let read = person.post(&format!("/api/rooms/{}/read", id_of(&room)), json!({ "seq": 1 })).await;
        assert!(read.status < 300, "{}", read.text());
    }
    let writer = made(&app, "Writer", 10, &MESSENGER).await;
    given(&app, "staff", &[writer]).await.unwrap();
    chat::send(&client, &room, "Are you there?").await;
    app.run_processes_after(TimeDelta::minutes(3)).await;
    for (person, expected) in [(&admin, 1), (&staff, 0)] {
        let told = crate::notifications::listed(person, "").await["data"].clone();
        let rooms = told.as_array().unwrap().iter().filter(|one| one["data"]["code"] == "room_unread");
        assert_eq!(rooms.count(), expected, "{told}");
    }
}

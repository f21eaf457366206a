//! The messenger: who meets whom, and what members see.

use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};
use server_core::http::list::Words;
use server_core::live::Audience;
use sqlx::Executor;
use uuid::Uuid;

use crate::account::general::{png, send_picture};
use crate::live::{Listening, after, announce, id_of};
use crate::shipments::created;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

const ADMINISTRATORS: &str = "01990000-0000-7000-8000-000000000010";

async fn id(person: &Person) -> Value {
    person.get("/api/profile").await.data()["id"].clone()
}

/// A room with these people, as its creator sees it.
pub async fn room(person: &Person, members: &[Value], title: Option<&str>) -> Value {
    let form = json!({ "key": Uuid::now_v7(), "member_ids": members, "title": title });
    person.post("/api/rooms", form).await.data()
}

fn at(room: &Value, rest: &str) -> String {
    format!("/api/rooms/{}{rest}", room["id"].as_str().unwrap())
}

fn message(body: &str) -> Value {
    json!({ "key": Uuid::now_v7(), "body": body })
}

pub async fn send(person: &Person, room: &Value, body: &str) -> Value {
    person.post(&at(room, "/messages"), message(body)).await.data()
}

pub async fn bodies(person: &Person, room: &Value) -> Vec<String> {
    let messages = person.get(&at(room, "/messages")).await.data();
    let all = messages.as_array().unwrap().iter();
    all.map(|one| one["body"].as_str().unwrap().to_owned()).collect()
}

/// A room in the list of a person.
pub async fn find_room(person: &Person, room: &Value) -> Value {
    let rooms = person.get("/api/rooms").await.data();
    rooms.as_array().unwrap().iter().find(|one| one["id"] == room["id"]).cloned().unwrap_or_default()
}

/// Operations of tickets and rooms.
pub fn knows(operation: &str) -> bool {
    operation.starts_with("support_") || operation.starts_with("room_")
}

/// A reference of somebody else is refused at its field.
pub async fn refuses(person: &Person, operation: &str, reference: &str, theirs: &str) {
    if operation.starts_with("support_") {
        return crate::tickets::refuses(person, operation, reference, theirs).await;
    }
    let answer = match operation {
        "room_create" => {
            let form = json!({ "key": Uuid::now_v7(), "member_ids": [theirs], "title": "A" });
            person.post("/api/rooms", form).await
        }
        _ => {
            let own = own(person).await;
            match operation {
                "room_add_members" => {
                    person.post(&at(&own, "/members"), json!({ reference: [theirs] })).await
                }
                "room_open_ticket" => {
                    let sent = send(person, &own, "Late").await;
                    let path = at(&own, &format!("/messages/{}/ticket", sent["id"].as_str().unwrap()));
                    person.post(&path, json!({ "key": Uuid::now_v7(), reference: theirs })).await
                }
                "room_send" => {
                    let mut form = message("Here");
                    form[reference] = if reference == "file_ids" { json!([theirs]) } else { theirs.into() };
                    person.post(&at(&own, "/messages"), form).await
                }
                other => panic!("{other} names `{reference}`: say here what another's is worth"),
            }
        }
    };
    assert_eq!(answer.status, 422, "{operation} {reference}: {}", answer.text());
    answer.code_at(reference);
}

/// A client's own room.
async fn own(person: &Person) -> Value {
    person.get("/api/rooms").await.data()[0].clone()
}

#[tokio::test]
async fn a_direct_chat_keeps_messages_receipts_reactions_and_drafts() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let (staff_id, admin_id) = (id(&staff).await, id(&admin).await);
    let room = room(&staff, std::slice::from_ref(&admin_id), None).await;
    assert_eq!((&room["kind"], &room["is_group"]), (&json!("direct"), &json!(false)));
    // Both have one room, whoever begins.
    let again = self::room(&admin, &[staff_id], None).await;
    assert_eq!((&again["id"], &again["other_id"]), (&room["id"], &id(&staff).await));

    let form = message("Van 3 is at the gate");
    let path = at(&room, "/messages");
    let sent = staff.post(&path, form.clone()).await.data();
    assert_eq!(staff.post(&path, form.clone()).await.data()["seq"], sent["seq"]);
    let mut other = form.clone();
    other["body"] = "Van 4".into();
    let refused = staff.post(&path, other).await;
    assert_eq!((refused.status, &*refused.message_code()), (409, "key_used"));
    assert_eq!(staff.post(&path, message("  ")).await.code_at("body"), "required");

    let there = find_room(&admin, &room).await;
    assert_eq!((&there["unread"], &there["last_message"]["body"]), (&json!(1), &form["body"]));
    assert_eq!(admin.get("/api/rooms/unread").await.data()["rooms"], 1);
    assert_eq!(staff.get("/api/rooms/unread").await.data()["rooms"], 0, "own messages are read");
    for seq in [1, 0] {
        assert_eq!(admin.post(&at(&room, "/read"), json!({ "seq": seq })).await.status, 200);
    }
    let members = staff.get(&at(&room, "")).await.data()["members"].clone();
    assert!(members.as_array().unwrap().iter().all(|member| member["read_seq"] == 1), "{members}");
    assert_eq!(admin.get("/api/rooms/unread").await.data()["rooms"], 0);

    let reaction = at(&room, &format!("/messages/{}/reaction", sent["id"].as_str().unwrap()));
    for (said, expected) in [(json!("like"), 1), (json!("funny"), 1), (Value::Null, 0)] {
        let form = Some(json!({ "reaction": said }));
        let shown = admin.send(poem::http::Method::PUT, &reaction, form).await.data();
        assert_eq!(shown["reactions"].as_array().unwrap().len(), expected);
        assert!(expected == 0 || shown["reactions"][0]["reaction"] == said);
    }

    let draft = Some(json!({ "body": "On my w" }));
    assert_eq!(staff.send(poem::http::Method::PUT, &at(&room, "/draft"), draft).await.status, 200);
    assert_eq!(staff.get(&at(&room, "")).await.data()["draft"], "On my w");
    assert_eq!(admin.get(&at(&room, "")).await.data()["draft"], Value::Null);
    send(&staff, &room, "On my way").await;
    assert_eq!(staff.get(&at(&room, "")).await.data()["draft"], Value::Null);
}

#[tokio::test]
async fn a_room_gives_50_messages_and_older_ones_on_demand() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let room = room(&staff, &[id(&admin).await], None).await;
    for number in 1..=53 {
        send(&staff, &room, &format!("Manifest {number}")).await;
    }
    let first = admin.get(&at(&room, "/messages")).await.json();
    assert_eq!((first["data"].as_array().unwrap().len(), &first["meta"]["has_older"]), (50, &json!(true)));
    assert_eq!((&first["data"][0]["seq"], &first["data"][49]["seq"]), (&json!(53), &json!(4)));
    let older = admin.get(&at(&room, "/messages?before=4")).await.json();
    assert_eq!((older["data"].as_array().unwrap().len(), &older["meta"]["has_older"]), (3, &json!(false)));
    let found = admin.get("/api/rooms/messages?search=manifest%2041").await.data();
    assert_eq!((&found[0]["message"]["seq"], &found[0]["room"]["id"]), (&json!(41), &room["id"]));
    let stranger = app.signed_in(ATLANTICO, "dev").await;
    assert_eq!(stranger.get("/api/rooms/messages?search=manifest").await.data(), json!([]));
    // Writers at the same moment get numbers without gaps.
    let (one, other) = tokio::join!(send(&staff, &room, "At once"), send(&admin, &room, "At once"));
    let mut seqs = [one["seq"].as_i64().unwrap(), other["seq"].as_i64().unwrap()];
    seqs.sort_unstable();
    assert_eq!(seqs, [54, 55]);
}

#[tokio::test]
async fn a_member_sees_a_group_from_the_addition_to_the_removal() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let (dev, client) = (app.signed_in(ATLANTICO, "dev").await, app.client(ATLANTICO).await);
    let (admin_id, dev_id) = (id(&admin).await, id(&dev).await);
    let form = json!({ "key": Uuid::now_v7(), "member_ids": [admin_id, id(&client).await], "title": " " });
    assert_eq!(staff.post("/api/rooms", form).await.code_at("title"), "required");
    let group = room(&staff, &[admin_id, id(&client).await], Some("Night shift")).await;
    assert_eq!((&group["kind"], &group["title"]), (&json!("group"), &json!("Night shift")));
    send(&staff, &group, "Before").await;
    assert_eq!(dev.get(&at(&group, "/messages")).await.status, 404);
    let form = json!({ "member_ids": [dev_id] });
    admin.post(&at(&group, "/members"), form).await.data();
    send(&client, &group, "After").await;
    assert_eq!(bodies(&dev, &group).await, ["After"]);
    assert_eq!(find_room(&dev, &group).await["unread"], 1);

    let server = Listening::start(&app).await;
    let (_, hello) = server.open(ATLANTICO, &dev, "").await;
    let (mut socket, _) = server.open(ATLANTICO, &dev, &after(&hello, &hello["seq"])).await;
    let member = at(&group, &format!("/members/{}", dev_id.as_str().unwrap()));
    let refused = admin.delete(&member).await;
    assert_eq!((refused.status, &*refused.message_code()), (409, "room_of_others"));
    assert_eq!(staff.delete(&member).await.status, 200);
    assert_eq!(id_of(&socket.event().await).to_string(), group["id"].as_str().unwrap(), "the removal itself");
    send(&staff, &group, "Among us").await;
    let next = announce(&app, ATLANTICO, &Audience::Everybody, "bank").await;
    assert_eq!(id_of(&socket.event().await), next, "nothing of the group");
    for path in ["", "/messages"] {
        assert_eq!(dev.get(&at(&group, path)).await.status, 404, "{path}");
    }
    assert_eq!(dev.post(&at(&group, "/messages"), message("Still here")).await.status, 404);
    assert_eq!(find_room(&dev, &group).await, Value::Null);
}

#[tokio::test]
async fn clients_meet_their_own_people_and_the_staff_in_their_room() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let names =
        |answer: Value| answer.as_array().unwrap().iter().map(|one| one["id"].clone()).collect::<Vec<_>>();
    let contacts = names(client.get("/api/rooms/contacts").await.data());
    for stranger in [&staff, &admin, &other] {
        assert!(!contacts.contains(&id(stranger).await));
    }
    for (person, chosen) in [(&client, &other), (&client, &staff)] {
        let form = json!({ "key": Uuid::now_v7(), "member_ids": [id(chosen).await], "title": null });
        assert_eq!(person.post("/api/rooms", form).await.code_at("member_ids"), "unknown_option");
    }
    let both =
        json!({ "key": Uuid::now_v7(), "member_ids": [id(&client).await, id(&other).await], "title": "A" });
    assert_eq!(staff.post("/api/rooms", both).await.code_at("member_ids"), "room_of_two_clients");

    let own = own(&client).await;
    assert_eq!((&own["kind"], &own["unread"]), (&json!("client"), &json!(0)));
    send(&client, &own, "Can you collect at 5?").await;
    assert_eq!(bodies(&staff, &own).await, ["Can you collect at 5?"]);
    assert_eq!(find_room(&staff, &own).await["unread"], 1);
    assert_eq!(other.get(&at(&own, "/messages")).await.status, 404);
    send(&staff, &own, "Yes").await;
    assert_eq!(find_room(&client, &own).await["unread"], 1);
    assert_eq!(
        staff.post(&at(&own, "/members"), json!({ "member_ids": [id(&admin).await] })).await.status,
        409
    );

    let theirs = json!({ "id": ADMINISTRATORS });
    send(&admin, &theirs, "Payroll is due").await;
    for stranger in [&staff, &client] {
        assert_eq!(stranger.get(&at(&theirs, "/messages")).await.status, 404);
        assert_eq!(find_room(stranger, &theirs).await, Value::Null);
    }
    // The same room of another company is another room.
    let neighbour = app.admin(PACIFIC).await;
    assert_eq!(bodies(&neighbour, &theirs).await, Vec::<String>::new());
    assert_eq!(neighbour.get(&at(&own, "/messages")).await.status, 404);
}

#[tokio::test]
async fn a_message_has_files_and_a_shipment_and_becomes_a_ticket() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let other = app.signed_in(ATLANTICO, "client2").await;
    let room = own(&client).await;
    let shipment = created(&client).await;
    let attach = async |person: &Person| -> Answer {
        let file = ("file", "a.png", &b"\x89PNG\r\n\x1a\nrest"[..]);
        person.upload(&at(&room, "/files"), file, &[("file_name", "../damage.png")]).await
    };
    let file = attach(&client).await.data();
    assert_eq!((&file["file_name"], &file["content_type"]), (&json!("damage.png"), &json!("image/png")));
    assert_eq!(attach(&other).await.status, 404);
    let path = at(&room, &format!("/files/{}", file["id"].as_str().unwrap()));
    assert_eq!(staff.get(&path).await.status, 404, "a draft is the writer's own");
    let mut form = message("Look at the corner");
    form["file_ids"] = json!([file["id"]]);
    form["shipment_id"] = shipment["id"].clone();
    assert_eq!(staff.post(&at(&room, "/messages"), form.clone()).await.code_at("file_ids"), "unknown_option");
    let sent = client.post(&at(&room, "/messages"), form.clone()).await.data();
    assert_eq!((&sent["files"][0]["id"], &sent["shipment"]), (&file["id"], &shipment["tracking_code"]));
    assert_eq!(client.post(&at(&room, "/messages"), form).await.data()["id"], sent["id"]);
    assert_eq!(staff.get(&path).await.body, b"\x89PNG\r\n\x1a\nrest");
    assert_eq!(other.get(&path).await.status, 404);

    let subject = staff.get("/api/backoffice/support-subjects/select").await.data()[0]["id"].clone();
    let ticket = at(&room, &format!("/messages/{}/ticket", sent["id"].as_str().unwrap()));
    let form = |key: Uuid| json!({ "key": key, "support_subject_id": subject });
    let opened = staff.post(&ticket, form(Uuid::now_v7())).await.data();
    let again = client.post(&ticket, form(Uuid::now_v7())).await.data();
    assert_eq!(again["ticket_id"], opened["ticket_id"], "a message has one ticket");
    let path = format!("/api/support_tickets/{}", opened["ticket_id"].as_str().unwrap());
    let shown = staff.get(&path).await.data();
    assert_eq!(shown["shipment_id"], shipment["id"]);
    assert!(shown["messages"][0]["body"].as_str().unwrap().ends_with("Look at the corner"));
}

#[tokio::test]
async fn postgres_can_prepare_the_search_of_messages() {
    let app = TestApp::start().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let query = live::chat::hits_query(Uuid::nil(), &[Uuid::nil()], &Words::parse(Some("maria 4471")));
    let sql = query.sql();
    assert!(tx.prepare(sql.clone()).await.is_ok(), "{}", sql.as_str());
}

#[tokio::test]
async fn a_group_is_renamed_by_its_creator_and_by_staff() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let (admin, dev) = (app.admin(ATLANTICO).await, app.signed_in(ATLANTICO, "dev").await);
    let group = room(&admin, &[id(&client).await, id(&staff).await], Some("Night shift")).await;
    let rename =
        async |person: &Person, title: &str| person.patch(&at(&group, ""), json!({ "title": title })).await;
    assert_eq!(staff.get(&at(&group, "")).await.data()["can"]["rename"], true);
    assert_eq!(rename(&staff, " Day shift ").await.data()["title"], "Day shift");
    assert_eq!(find_room(&client, &group).await["title"], "Day shift");
    assert_eq!(rename(&admin, "  ").await.code_at("title"), "required");
    let refused = rename(&client, "Ours").await;
    assert_eq!((refused.status, &*refused.message_code()), (409, "room_of_others"));
    assert_eq!(rename(&dev, "Not mine").await.status, 404);
}

#[tokio::test]
async fn only_members_see_the_picture_of_a_member() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let dev = app.signed_in(ATLANTICO, "dev").await;
    let room = room(&staff, &[id(&admin).await], None).await;
    assert_eq!(room["other_picture_url"], Value::Null);
    assert_eq!(send_picture(&admin, "me.png", &png()).await.status, 200);
    let there = find_room(&staff, &room).await["other_picture_url"].as_str().unwrap().to_owned();
    let members = staff.get(&at(&room, "")).await.data()["members"].clone();
    assert!(members.as_array().unwrap().iter().any(|one| one["picture_url"] == json!(there)), "{members}");
    let picture = staff.get(&there).await;
    assert_eq!((picture.status, picture.header("content-type")), (200, Some("image/jpeg")));
    assert_eq!(dev.get(&there).await.status, 404);
    assert_eq!(staff.get(&format!("{there}x")).await.status, 404);
}

#[tokio::test]
async fn who_leaves_messages_unread_is_notified_once_until_they_are_read() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let room = room(&staff, &[id(&admin).await], None).await;
    let told = async |person: &Person| crate::notifications::listed(person, "").await["data"].clone();
    send(&staff, &room, "Are you there?").await;
    app.run_processes().await;
    assert_eq!(told(&admin).await, json!([]), "there is still time to read it");
    app.run_processes_after(TimeDelta::minutes(3)).await;
    let list = told(&admin).await;
    assert_eq!(list.as_array().unwrap().len(), 1, "{list}");
    let data = &list[0]["data"];
    assert_eq!((&data["code"], &data["params"]["done"]), (&json!("room_unread"), &json!(1)));
    assert_eq!(data["actions"][0]["route_query"]["room"], room["id"]);
    assert_eq!(told(&staff).await, json!([]), "not the author");
    send(&staff, &room, "Hello?").await;
    app.run_processes_after(TimeDelta::minutes(3)).await;
    let again = told(&admin).await;
    assert_eq!((again.as_array().unwrap().len(), &again[0]["data"]["params"]["done"]), (1, &json!(2)));
    assert_eq!(again[0]["id"], list[0]["id"], "the same notification");
    admin.post(&at(&room, "/read"), json!({ "seq": 2 })).await;
    assert_eq!(told(&admin).await, json!([]), "withdrawn");

    for channel in ["app", "mail"] {
        let choice = json!({ "event": "room_unread", "channel": channel, "enabled": false });
        assert_eq!(admin.patch("/api/account-notifications", choice).await.status, 200);
    }
    send(&staff, &room, "Once more").await;
    app.run_processes_after(TimeDelta::minutes(3)).await;
    assert_eq!(told(&admin).await, json!([]), "not wanted");
}

#[tokio::test]
async fn a_clients_room_has_the_companys_name_for_the_client_and_its_own_for_staff() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let company = client.get("/api/domain").await.data()["name"].clone();
    let room = own(&client).await;
    assert_eq!(room["title"], company, "before anybody has written");
    send(&client, &room, "Good morning").await;
    assert_eq!(own(&client).await["title"], company);
    let name = client.get("/api/profile").await.data()["company_name"].clone();
    assert_eq!(find_room(&staff, &room).await["title"], name);
}

/// CHAT-1: messages, show, open and expanded of a room.
#[tokio::test]
async fn a_room_tells_its_newest_messages_and_how_the_user_has_it_on_the_page() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let room = own(&client).await;
    assert_eq!([&room["show"], &room["open"], &room["expanded"]], [false, false, false]);
    let window = json!({ "show": true, "open": false, "expanded": true });
    let kept = client.send(Method::PUT, &at(&room, "/window"), Some(window)).await;
    assert_eq!(kept.status, 200, "{}", kept.text());
    send(&client, &room, "Good morning").await;
    let told = client.get(&at(&room, "")).await.data();
    assert_eq!([&told["show"], &told["open"], &told["expanded"]], [true, false, true]);
    assert_eq!(told["messages"][0]["body"], "Good morning");
    let theirs = find_room(&staff, &room).await;
    assert_eq!(theirs["show"], false, "each user has windows of their own");
    let other = app.signed_in(ATLANTICO, "client2").await;
    let window = json!({ "show": true, "open": true, "expanded": false });
    assert_eq!(other.send(Method::PUT, &at(&room, "/window"), Some(window)).await.status, 404);
}

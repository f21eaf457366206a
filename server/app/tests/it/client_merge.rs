//! The merge of a duplicate keeps what either client has, and its preview says what becomes of it.

use serde_json::{Value, json};

use crate::chat::{bodies, find_room, send};
use crate::prices::id;
use crate::quotes::{assign, parcel, tariff};
use crate::subsidiaries::id_of;
use crate::support::{ATLANTICO, Person, TestApp};
use crate::{partners, users};

/// Two clients of one name: the one that stays, and the duplicate.
pub async fn clients(admin: &Person) -> [Value; 2] {
    let made = async || admin.post("/api/clients", partners::form("Horizonte Ltda.")).await.data();
    [made().await, made().await]
}

fn preview_of(stays: &Value, duplicate: &Value) -> String {
    format!("/api/clients/{}/merge?duplicate_id={}", id(stays), id(duplicate))
}

pub async fn merge(admin: &Person, stays: &Value, duplicate: &Value) {
    let form = json!({
        "duplicate_id": duplicate["id"], "version": stays["version"], "duplicate_version": duplicate["version"],
    });
    admin.post(&format!("/api/clients/{}/merge", id(stays)), form).await.data();
}

fn saved_address(client: &Value, more: &Value) -> Value {
    let mut form = json!({
        "client_id": client["id"], "person_type": 1, "document_type": 1, "name": "Ana Lopez", "country_id": 81,
        "city": "Bonn", "postcode": "53111", "address_1": "Gartenweg", "address_number": "9",
    });
    form.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    form
}

#[tokio::test]
async fn a_saved_address_of_both_keeps_what_either_has() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [stays, duplicate] = clients(&admin).await;
    let bare = saved_address(&stays, &json!({ "email": "ana@bugr.test", "address_complement": "Apt 4" }));
    admin.post("/api/saved_addresses", bare).await.data();
    let full = json!({
        "phone": "+4930901820", "email": "other@bugr.test", "document": "123456789",
        "address_complement": "Apt 4, ring twice",
    });
    admin.post("/api/saved_addresses", saved_address(&duplicate, &full)).await.data();
    let shared = admin.get(&preview_of(&stays, &duplicate)).await.data()["shared"].clone();
    let expected = json!({
        "saved_addresses": 1, "saved_parcels": 0, "price_assignments": 0, "deposits": 0, "main_address": false,
        "main_address_taken": false,
    });
    assert_eq!(shared, expected);
    merge(&admin, &stays, &duplicate).await;
    let book = admin.get(&format!("/api/saved_addresses?client_id={}", id(&stays))).await.data();
    assert_eq!(book.as_array().unwrap().len(), 1, "{book}");
    let kept = ["phone", "email", "document", "address_complement"].map(|field| book[0][field].clone());
    assert_eq!(kept, ["+4930901820", "ana@bugr.test", "123456789", "Apt 4, ring twice"].map(Value::from));
}

#[tokio::test]
async fn quotes_and_price_assignments_of_a_duplicate_move() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [stays, duplicate] = clients(&admin).await;
    let user = users::demo_user(&admin, "client2").await;
    let form = json!({ "version": user["version"], "client_id": stays["id"] });
    admin.patch(&users::path(&user), form).await.data();
    let (own, other) = (
        tariff(&admin, "OWN", "BRL", ["40", "70", "150"]).await,
        tariff(&admin, "OTHER", "BRL", ["30", "60", "120"]).await,
    );
    let express = crate::quotes::service(&admin, "EXP").await;
    let of = |client: &Value, service: Value| json!({ "scope": "client", "client_id": client["id"], "service_id": service });
    assign(&admin, of(&stays, express.clone()), &own, None).await;
    assign(&admin, of(&duplicate, express), &other, None).await;
    let general = assign(&admin, of(&duplicate, Value::Null), &other, None).await;
    let mut form = parcel("1");
    form["client_id"] = duplicate["id"].clone();
    let quote = admin.post("/api/quotes", form.clone()).await.data();

    let preview = admin.get(&preview_of(&stays, &duplicate)).await.data();
    assert_eq!((&preview["moves"]["quotes"], &preview["moves"]["price_assignments"]), (&json!(1), &json!(1)));
    assert_eq!(preview["shared"]["price_assignments"], 1);
    let client = app.signed_in(ATLANTICO, "client2").await;
    let of_quote = format!("/api/quotes/{}", id(&quote));
    assert_eq!(client.get(&of_quote).await.status, 404);
    merge(&admin, &stays, &duplicate).await;

    let listed = admin.get(&format!("/api/quotes?client_id={}", id(&stays))).await.data();
    assert_eq!(listed[0]["id"], quote["id"], "{listed}");
    assert_eq!(client.get(&of_quote).await.data()["id"], quote["id"], "its users open it");
    assert_eq!(client.get("/api/quotes").await.data()[0]["id"], quote["id"]);
    let moved = admin.get(&format!("/api/price_assignments/{}", id(&general))).await.data();
    assert_eq!((&moved["client_id"], &moved["version"]), (&stays["id"], &json!(2)));
    // The moved one holds the place of its services and days.
    let again = json!({
        "scope": "client", "client_id": stays["id"], "sell_table_id": own["id"], "valid_from": "2026-06-01",
    });
    let refused = admin.post("/api/price_assignments", again).await;
    assert_eq!(refused.code_at("valid_from"), "price_assignment_overlaps");
    form["client_id"] = stays["id"].clone();
    let priced = admin.post("/api/quotes/calculate", form).await.data();
    let total = |code: &str| crate::quotes::offer(&priced, code)["total_freight"]["amount"].clone();
    assert_eq!((total("EXP"), total("ECO")), (json!("40"), json!("30")), "own prices hold: {priced}");
    let noted = users::audited(&app, "client.merge").await;
    assert!(noted.iter().any(|entry| entry.2["quotes"] == json!(1)), "{noted:?}");
}

#[tokio::test]
async fn a_main_address_stays_main_where_the_other_client_has_none() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let main = async |client: &Value| {
        let form = json!({
            "owner_type": "client", "owner_id": client["id"], "kind": "billing", "main": true, "country_id": 32,
            "city": "Olinda",
        });
        id_of(&admin.post("/api/party_addresses", form).await.data())
    };
    let mains_of = async |client: &Value| {
        let path = format!("/api/party_addresses?owner_type=client&owner_id={}", id(client));
        let listed = admin.get(&path).await.data();
        let mains = listed.as_array().unwrap().iter().filter(|one| one["main"] == true);
        mains.map(id_of).collect::<Vec<_>>()
    };
    let [first, second] = clients(&admin).await;
    let kept = main(&second).await;
    assert_eq!(admin.get(&preview_of(&first, &second)).await.data()["shared"]["main_address"], false);
    merge(&admin, &first, &second).await;
    assert_eq!(mains_of(&first).await, std::slice::from_ref(&kept));

    let [third, _] = clients(&admin).await;
    main(&third).await;
    let first = admin.get(&format!("/api/clients/{}", id(&first))).await.data();
    assert_eq!(admin.get(&preview_of(&first, &third)).await.data()["shared"]["main_address"], true);
    merge(&admin, &first, &third).await;
    assert_eq!(mains_of(&first).await, [kept]);
}

#[tokio::test]
async fn a_main_address_with_a_street_is_kept_before_one_without() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let main = async |client: &Value, street: Option<&str>| {
        let form = json!({
            "owner_type": "client", "owner_id": client["id"], "kind": "billing", "main": true, "country_id": 32,
            "city": "Olinda", "address_1": street,
        });
        id_of(&admin.post("/api/party_addresses", form).await.data())
    };
    for (own, other, is_taken) in [
        (None, Some("Rua do Sol"), true),
        (Some("Rua do Sol"), None, false),
        (None, None, false),
        (Some("Rua do Sol"), Some("Rua da Lua"), false),
    ] {
        let [stays, duplicate] = clients(&admin).await;
        let (first, second) = (main(&stays, own).await, main(&duplicate, other).await);
        let shared = admin.get(&preview_of(&stays, &duplicate)).await.data()["shared"].clone();
        assert_eq!(
            (&shared["main_address"], &shared["main_address_taken"]),
            (&json!(true), &json!(is_taken))
        );
        merge(&admin, &stays, &duplicate).await;
        let path = format!("/api/party_addresses?owner_type=client&owner_id={}", id(&stays));
        let listed = admin.get(&path).await.data();
        let mains = listed.as_array().unwrap().iter().filter(|one| one["main"] == true);
        let kept = if is_taken { second } else { first };
        assert_eq!(mains.map(id_of).collect::<Vec<_>>(), [kept], "{own:?} {other:?}");
    }
}

#[tokio::test]
async fn what_is_written_in_the_room_of_a_duplicate_moves_in_the_order_of_time() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let [stays, duplicate] = clients(&admin).await;
    for (client, body) in [
        (&duplicate, "Where is the box?"),
        (&stays, "It is in Santos."),
        (&duplicate, "Thank you!"),
        (&stays, "You are welcome."),
    ] {
        send(&admin, client, body).await;
    }
    let read = async |client: &Value, seq: i32| {
        let path = format!("/api/rooms/{}/read", id(client));
        assert_eq!(staff.post(&path, json!({ "seq": seq })).await.status, 200);
    };
    read(&stays, 2).await;
    read(&duplicate, 1).await;
    let preview = admin.get(&preview_of(&stays, &duplicate)).await.data();
    assert_eq!(preview["moves"]["room_messages"], 2, "{preview}");
    merge(&admin, &stays, &duplicate).await;

    let merged = ["You are welcome.", "Thank you!", "It is in Santos.", "Where is the box?"];
    assert_eq!(bodies(&admin, &stays).await, merged);
    assert_eq!(find_room(&admin, &stays).await["unread"], 0, "own messages are read");
    assert_eq!(find_room(&staff, &stays).await["unread"], 2, "from the first unread message on");
    assert_eq!(admin.get(&format!("/api/rooms/{}", id(&duplicate))).await.status, 404);
    let next = send(&staff, &stays, "Anything else?").await;
    assert_eq!(next["seq"], 5, "{next}");
    let [third, _] = clients(&admin).await;
    send(&admin, &third, "A first word").await;
    let unwritten = clients(&admin).await;
    merge(&admin, &unwritten[0], &third).await;
    assert_eq!(bodies(&admin, &unwritten[0]).await, ["A first word"], "the other client had no room");
}

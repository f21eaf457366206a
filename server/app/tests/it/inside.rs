//! Who works for the company: one definition for requests, live connections and statements.

use access::scope::RowScope;
use policy::ProfileKind;
use serde_json::{Value, json};
use server_core::http::list::Words;
use server_core::live::Audience;
use support::tickets::TicketScope;
use support::tickets::address::{self, AskedAddress};
use support::tickets::model::AddressType;
use support::tickets::recipients::{self, RecipientInput};
use uuid::Uuid;

use crate::chat;
use crate::isolation::kinds::of_kind;
use crate::live::{Listening, after, announce, id_of};
use crate::prices;
use crate::profiles::{given, made};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::tickets;
use crate::users::demo_user;

async fn is_outside(person: &Person) -> Value {
    person.get("/api/profile").await.data()["is_outside"].clone()
}

/// A client of the company, in whose room something is written.
async fn written_room(app: &TestApp) -> String {
    let client = app.client(ATLANTICO).await;
    let room = client.get("/api/rooms").await.data()[0].clone();
    chat::send(&client, &room, "Can you collect at 5?").await;
    room["id"].as_str().unwrap().to_owned()
}

async fn people(person: &Person, path: &str) -> Vec<Value> {
    let found = person.get(path).await.data();
    found.as_array().unwrap().iter().map(|one| one["id"].clone()).collect()
}

#[tokio::test]
async fn users_with_profiles_for_outsiders_are_outside() {
    for (kind, account, expected) in [
        (ProfileKind::Staff, "dev", false),
        (ProfileKind::Partner, "dev", true),
        (ProfileKind::Provider, "dev", true),
        (ProfileKind::Client, "client", true),
    ] {
        let app = TestApp::start().await;
        let person = of_kind(&app, ATLANTICO, kind, account).await;
        assert_eq!(is_outside(&person).await, expected, "{kind:?}");
    }
}

#[tokio::test]
async fn an_inactive_profile_for_a_carrier_still_makes_its_user_an_outsider() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let carrier = made(&app, "Carrier", 30, &[]).await;
    given(&app, "staff", &[carrier]).await.unwrap();
    assert_eq!(is_outside(&staff).await, true);
    let path = format!("/api/user_profiles/{carrier}");
    let read = admin.get(&path).await.data();
    let off = json!({
        "version": read["version"], "name": "Carrier", "description": "", "active": false, "rules": [],
    });
    assert_eq!(admin.patch(&path, off).await.status, 200);
    assert_eq!(is_outside(&staff).await, true);
    assert_eq!(staff.get("/api/shipments").await.status, 403);
}

#[tokio::test]
async fn a_carriers_user_cannot_have_a_profile_for_staff_too() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (carrier, desk) = (made(&app, "Carrier", 30, &[]).await, made(&app, "Desk", 10, &[]).await);
    let user = demo_user(&admin, "staff").await;
    let form = json!({ "version": user["version"], "profile_ids": [carrier, desk] });
    let answer = admin.patch(&crate::users::path(&user), form).await;
    assert_eq!(answer.code_at("profile_ids"), "provider_profiles_only");
}

#[tokio::test]
async fn rooms_of_clients_do_not_exist_for_other_outsiders() {
    for kind in [ProfileKind::Partner, ProfileKind::Provider] {
        let app = TestApp::start().await;
        let room = written_room(&app).await;
        let person = of_kind(&app, ATLANTICO, kind, "dev").await;
        for path in ["", "/messages"] {
            assert_eq!(person.get(&format!("/api/rooms/{room}{path}")).await.status, 404, "{kind:?}");
        }
        let form = json!({ "key": Uuid::now_v7(), "body": "Hello" });
        assert_eq!(person.post(&format!("/api/rooms/{room}/messages"), form).await.status, 404, "{kind:?}");
        assert_eq!(person.get("/api/rooms").await.data(), json!([]), "{kind:?}");
        assert_eq!(person.get("/api/rooms/contacts").await.data(), json!([]), "{kind:?}");
    }
}

#[tokio::test]
async fn a_carrier_and_a_client_are_never_in_one_room() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    of_kind(&app, ATLANTICO, ProfileKind::Provider, "dev").await;
    let ids = [demo_user(&admin, "dev").await["id"].clone(), demo_user(&admin, "client").await["id"].clone()];
    let form = json!({ "key": Uuid::now_v7(), "member_ids": ids, "title": "Collection" });
    assert_eq!(admin.post("/api/rooms", form).await.code_at("member_ids"), "room_of_two_clients");
}

#[tokio::test]
async fn events_for_staff_reach_no_outsider() {
    for kind in [ProfileKind::Partner, ProfileKind::Provider] {
        let app = TestApp::start().await;
        let person = of_kind(&app, ATLANTICO, kind, "dev").await;
        let server = Listening::start(&app).await;
        let (_, hello) = server.open(ATLANTICO, &person, "").await;
        let (mut socket, _) = server.open(ATLANTICO, &person, &after(&hello, &hello["seq"])).await;
        announce(&app, ATLANTICO, &Audience::Staff, "saved_view").await;
        announce(&app, ATLANTICO, &Audience::Parties(vec![Uuid::now_v7()]), "saved_view").await;
        let next = announce(&app, ATLANTICO, &Audience::Everybody, "saved_view").await;
        assert_eq!(id_of(&socket.event().await), next, "{kind:?}");
    }
}

#[tokio::test]
async fn outsiders_are_no_staff_of_tickets() {
    for kind in [ProfileKind::Partner, ProfileKind::Provider] {
        let app = TestApp::start().await;
        let admin = app.admin(ATLANTICO).await;
        let staff = demo_user(&admin, "staff").await["id"].clone();
        of_kind(&app, ATLANTICO, kind, "dev").await;
        let outsider = demo_user(&admin, "dev").await["id"].clone();
        let offered = people(&admin, "/api/backoffice/support-departments/staff").await;
        assert!(offered.contains(&staff) && !offered.contains(&outsider), "{kind:?}");
        let title = json!({ "pt": "Coleta", "en": "Collection" });
        let form = json!({ "code": "OUT", "title_locale": title, "members": [outsider] });
        let answer = admin.post("/api/backoffice/support-departments", form).await;
        assert_eq!(answer.code_at("members"), "unknown_option", "{kind:?}");
    }
}

/// A user from outside is one without a client and a partner too.
#[tokio::test]
async fn an_outsider_of_nobody_finds_nobody_to_write_to() {
    let app = TestApp::start().await;
    let client = demo_user(&app.admin(ATLANTICO).await, "client").await["client_id"].clone();
    let id: Uuid = client.as_str().unwrap().parse().unwrap();
    let (words, kind) = (Words::default(), AddressType::Client);
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    for is_staff in [true, false] {
        let scope = TicketScope::of_scope(RowScope::All, is_staff);
        let asked = AskedAddress { words: &words, kind: Some(kind), id: Some(id) };
        let found = address::search(&mut tx, &scope, &asked).await.unwrap();
        let users = address::users(&mut tx, &scope, kind, id).await.unwrap();
        let chosen = [RecipientInput { address_type: kind, id, option: None }];
        let can_add = recipients::check(&mut tx, &scope, &chosen).await.is_ok();
        assert_eq!((found.len(), !users.is_empty(), can_add), (usize::from(is_staff), is_staff, is_staff));
    }
}

/// Not even when they are recipients of the ticket.
#[tokio::test]
async fn notes_are_told_to_no_partner_and_no_carrier() {
    for kind in [ProfileKind::Partner, ProfileKind::Provider] {
        let app = TestApp::start().await;
        let admin = app.admin(ATLANTICO).await;
        let person = of_kind(&app, ATLANTICO, kind, "dev").await;
        let recipient = json!({ "address_type": "user", "id": tickets::me(&person).await });
        let ticket = tickets::open_with(&admin, json!({ "recipients": [recipient] })).await.data();
        tickets::note(&admin, &ticket, "Xylophone fraud suspected").await.data();
        tickets::reply(&admin, &ticket, "We are looking after it", 1).await.data();
        let seen = tickets::shown(&person, &ticket).await;
        // A carrier's user can have no ticket at all.
        assert!(kind == ProfileKind::Provider || seen.text().contains("looking after"), "{}", seen.text());
        assert!(!seen.text().contains("Xylophone"), "{kind:?}: {}", seen.text());
        for path in ["support_tickets?search=xylophone", "notifications", "dashboard"] {
            let told = person.get(&format!("/api/{path}")).await.text();
            assert!(!told.contains("Xylophone"), "{kind:?} {path}: {told}");
        }
        let own = tickets::note(&person, &ticket, "Mine").await;
        assert!([403, 404].contains(&own.status), "{kind:?}: {}", own.text());
    }
}

/// Not even by a table that is assigned to everybody.
#[tokio::test]
async fn a_carriers_user_prices_by_no_table() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let today = app.today();
    let (table, _) = prices::table(&admin, prices::form("OUT", "sell")).await;
    let form = json!({ "scope": "company", "sell_table_id": table["id"], "valid_from": today });
    admin.post("/api/price_assignments", form).await;
    let person = of_kind(&app, ATLANTICO, ProfileKind::Provider, "dev").await;
    let path = format!("/api/price_tables/{}/simulate", table["id"].as_str().unwrap());
    assert_eq!(person.post(&path, prices::brazil("1")).await.status, 404);
    assert_ne!(admin.post(&path, prices::brazil("1")).await.status, 404);
}

//! Who sees a ticket.

use serde_json::json;

use super::{act, at, bind_staff, listed, me, open_with, opened, reply, ship_from_branch, shown};
use crate::shipments::created;
use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn a_client_sees_its_own_tickets_and_no_others() {
    let app = TestApp::start().await;
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let ticket = opened(&client).await;
    assert_eq!(listed(&other, "").await, Vec::<i64>::new());
    assert_eq!(shown(&other, &ticket).await.status, 404);
    assert_eq!(reply(&other, &ticket, "Hello", 1).await.status, 404);
    assert_eq!(act(&other, &ticket, "/close").await.status, 404);
    assert_eq!(act(&other, &ticket, "/seen").await.status, 404);
    assert_eq!(listed(&app.staff(ATLANTICO).await, "").await, [1]);
}

#[tokio::test]
async fn recipients_really_see_the_ticket() {
    let app = TestApp::start().await;
    let (staff, other) = (app.staff(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let ticket = opened(&staff).await;
    assert_eq!(shown(&other, &ticket).await.status, 404);
    let found = json!({ "search": "", "address_type": "client" });
    let clients = staff.post("/api/backoffice/support-ticket-address", found).await.data();
    let own = other.get("/api/profile").await.data()["company_name"].clone();
    let theirs = clients.as_array().unwrap().iter().find(|one| one["label"] == own).unwrap();
    let users = json!({ "id": theirs["id"], "address_type": "client" });
    let users = staff.post("/api/backoffice/support-ticket-address-options", users).await.data();
    let id = me(&other).await;
    assert!(users.as_array().unwrap().iter().any(|user| user["id"] == id), "{users}");

    let all = json!({ "recipients": [{ "address_type": "client", "id": theirs["id"] }] });
    let added = staff.post(&at(&ticket, "/append-recipient"), all.clone()).await.data();
    assert_eq!((added["addresses"].as_array().unwrap().len(), &added["addresses"][0]["label"]), (1, &own));
    let again = staff.post(&at(&ticket, "/append-recipient"), all).await.data();
    assert_eq!(again["addresses"].as_array().unwrap().len(), 1, "once");
    assert_eq!(listed(&other, "status=-1").await, [1]);
    let seen = shown(&other, &ticket).await.data();
    let can = &seen["can"];
    assert_eq!([&can["reply"], &can["close"], &can["append_recipient"]], [true, false, false]);
    assert_eq!(reply(&other, &ticket, "We see it", 1).await.data()["support_ticket_status"], 10);
    let refused = act(&other, &ticket, "/close").await;
    assert_eq!((refused.status, refused.message_code()), (409, "ticket_of_others".into()));
}

/// SUP-5: a client is offered its own people and the departments.
#[tokio::test]
async fn a_client_can_add_its_own_people_and_departments() {
    let app = TestApp::start().await;
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let ticket = opened(&client).await;
    let mine = json!({ "recipients": [{ "address_type": "user", "id": me(&client).await }] });
    assert_eq!(client.post(&at(&ticket, "/append-recipient"), mine).await.status, 200);
    for id in [me(&other).await, me(&app.staff(ATLANTICO).await).await] {
        let stranger = json!({ "recipients": [{ "address_type": "user", "id": id }] });
        let refused = client.post(&at(&ticket, "/append-recipient"), stranger).await;
        assert_eq!((refused.status, refused.code_at("recipients.0.id")), (422, "unknown_option".into()));
    }
    let found = client.post("/api/backoffice/support-ticket-address", json!({})).await.data();
    assert!(found.as_array().unwrap().iter().all(|one| one["address_type"] == "user"), "{found}");
    let title = json!({ "en": "Customs desk", "pt": "Alfândega" });
    let form =
        json!({ "code": "CUST", "title_locale": title, "members": [me(&app.staff(ATLANTICO).await).await] });
    let department =
        app.admin(ATLANTICO).await.post("/api/backoffice/support-departments", form).await.data()["id"]
            .clone();
    let desk = json!({ "address_type": "department" });
    let desks = client.post("/api/backoffice/support-ticket-address", desk).await.data();
    assert_eq!(desks[0]["id"], department, "{desks}");
    let all = json!({ "recipients": [{ "address_type": "department", "id": department }] });
    let added = client.post(&at(&ticket, "/append-recipient"), all).await.data();
    assert_eq!(added["addresses"][1]["title_locale"]["en"], "Customs desk");
    let one = json!({ "address_type": "department", "id": department, "option": me(&app.staff(ATLANTICO).await).await });
    let refused = client.post(&at(&ticket, "/append-recipient"), json!({ "recipients": [one] })).await;
    assert_eq!(refused.code_at("recipients.0.id"), "unknown_option", "its members are not told");
    let stranger = me(&other).await;
    assert!(found.as_array().unwrap().iter().all(|one| one["id"] != stranger), "{found}");
}

#[tokio::test]
async fn staff_bound_to_a_branch_see_no_tickets_of_other_branches_shipments() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let shipment = ship_from_branch(&admin, &admin).await;
    open_with(&admin, json!({ "shipment_id": shipment["id"] })).await.data();
    opened(&admin).await;
    assert_eq!(listed(&staff, "sort=number").await, [1, 2]);
    bind_staff(&app).await;
    assert_eq!(listed(&staff, "").await, [2]);
}

/// SUP-2: a ticket may be about a shipment.
#[tokio::test]
async fn a_ticket_of_a_shipment_shows_its_code_and_can_include_its_client() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let shipment = created(&client).await;
    let of_it = json!({ "shipment_id": shipment["id"] });
    let silent = open_with(&staff, of_it.clone()).await.data();
    assert_eq!(silent["shipment"], shipment["tracking_code"]);
    assert_eq!(shown(&client, &silent).await.status, 404);
    let mut told = of_it.clone();
    told["include_client"] = true.into();
    let told = open_with(&staff, told).await.data();
    assert_eq!(shown(&client, &told).await.status, 200);
    let id = shipment["id"].as_str().unwrap();
    assert_eq!(listed(&client, &format!("shipment_id={id}")).await, [2]);
    let stranger = open_with(&app.signed_in(ATLANTICO, "client2").await, of_it).await;
    assert_eq!((stranger.status, stranger.code_at("shipment_id")), (422, "unknown_option".into()));
}

/// SUP-5: providers have contacts, and an id restricts the search.
#[tokio::test]
async fn a_provider_is_addressed_by_its_contacts_and_an_id_restricts_the_search() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let title = json!({ "pt": "Correios", "en": "Correios" });
    let form = json!({ "code": "ECT", "title_locale": title, "provider_type": "postal", "capabilities": [] });
    let provider = admin.post("/api/providers", form).await.data()["id"].clone();
    let search = "/api/backoffice/support-ticket-address";
    let named = json!({ "address_type": "provider", "id": provider });
    assert_eq!(admin.post(search, named.clone()).await.data(), json!([]), "nobody to write to yet");
    let contact = json!({
        "owner_type": "provider", "owner_id": provider, "name": "Joana", "email": "Joana@correios.test",
        "phone": "+5581999990000", "receives_billing": false, "receives_tracking": false, "receives_customs": false
    });
    admin.post("/api/contacts", contact).await.data();
    let found = admin.post(search, named.clone()).await.data();
    assert_eq!((found.as_array().unwrap().len(), &found[0]["code"]), (1, &json!("ECT")));
    assert_eq!(client.post(search, named.clone()).await.data(), json!([]));
    let people = admin.post("/api/backoffice/support-ticket-address-options", named).await.data();
    assert_eq!(people[0]["label"], "Joana");

    let ticket = open_with(&admin, json!({ "recipients": [{ "address_type": "provider", "id": provider }] }));
    let ticket = ticket.await.data();
    let address = &ticket["addresses"][0];
    assert_eq!((&address["code"], &address["title_locale"]["pt"]), (&json!("ECT"), &json!("Correios")));
    assert_eq!([&address["email"], &address["phone"]], ["joana@correios.test", "+5581999990000"]);
    let mail = &ticket["by_email"]["correspondents"][0];
    assert_eq!((&mail["name"], &mail["email"]), (&json!("Joana"), &json!("joana@correios.test")));
    let user = json!({ "address_type": "user", "id": me(&client).await });
    let found = admin.post(search, user).await.data();
    assert_eq!((found.as_array().unwrap().len(), &found[0]["id"]), (1, &me(&client).await));
}

/// SUP-5: messages reach a party without users by its own e-mail address.
#[tokio::test]
async fn a_client_or_partner_without_users_is_addressed_once_it_has_an_email() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    for (kind, path) in [("client", "/api/clients"), ("partner", "/api/partners")] {
        let mut form = crate::partners::form("Despachante Sul");
        form["code"] = json!("sul");
        let party = admin.post(path, form).await.data();
        let named = json!({ "address_type": kind, "id": party["id"] });
        let search =
            async || admin.post("/api/backoffice/support-ticket-address", named.clone()).await.data();
        assert_eq!(search().await, json!([]), "nobody to write to in a {kind}");
        let change = json!({ "version": party["version"], "email": "Sul@despachante.test" });
        admin.patch(&format!("{path}/{}", party["id"].as_str().unwrap()), change).await.data();
        assert_eq!(search().await[0]["label"], "Despachante Sul", "{kind}");
        let ticket = open_with(&admin, json!({ "recipients": [named] })).await.data();
        let mail = &ticket["by_email"]["correspondents"][0];
        assert_eq!(mail["email"], "sul@despachante.test", "{kind}");
    }
}

/// SUP-3: the department, the attachments, and how to reach the recipients.
#[tokio::test]
async fn a_ticket_tells_its_department_its_files_and_to_staff_how_to_reach_people() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let title = json!({ "en": "Customs desk", "pt": "Alfândega" });
    let form = json!({ "code": "CUST", "title_locale": title, "members": [] });
    let department = admin.post("/api/backoffice/support-departments", form).await.data();
    let own = json!([{ "address_type": "user", "id": me(&client).await }]);
    let ticket =
        open_with(&admin, json!({ "department_id": department["id"], "recipients": own })).await.data();
    assert_eq!((&ticket["department"]["code"], &ticket["attachments"]), (&json!("CUST"), &json!([])));
    assert!(ticket["addresses"][0]["email"].as_str().unwrap().contains('@'));
    let seen = shown(&client, &ticket).await.data();
    assert_eq!((&seen["addresses"][0]["email"], &seen["client_id"]), (&json!(null), &json!(null)));
    let asked = opened(&client).await;
    assert!(shown(&admin, &asked).await.data()["client_id"].is_string());
}

//! Who sees a ticket.

use serde_json::json;

use super::{act, at, listed, me, open_with, opened, reply, shown};
use crate::profiles::{given, made};
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

#[tokio::test]
async fn a_client_can_only_add_its_own_people() {
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
    let stranger = me(&other).await;
    assert!(found.as_array().unwrap().iter().all(|one| one["id"] != stranger), "{found}");
}

#[tokio::test]
async fn staff_bound_to_a_branch_see_no_tickets_of_other_branches_shipments() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let branch = crate::subsidiaries::opened(&admin, "Olinda").await;
    let shipment = created(&admin).await;
    let path = format!("/api/shipments/{}", shipment["id"].as_str().unwrap());
    let change = json!({ "subsidiary_id": branch, "version": shipment["version"] });
    assert_eq!(admin.patch(&path, change).await.data()["subsidiary_id"], branch.as_str());
    open_with(&admin, json!({ "shipment_id": shipment["id"] })).await.data();
    opened(&admin).await;
    assert_eq!(listed(&staff, "sort=number").await, [1, 2]);
    let rules = [("support_ticket", "list", "any"), ("support_ticket", "show", "any")];
    let profile = made(&app, "Bound", 10, &rules).await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query("update profiles set bound_to_subsidiaries = true where id = $1")
        .bind(profile)
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    given(&app, "staff", &[profile]).await.unwrap();
    assert_eq!(listed(&staff, "").await, [2]);
}

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

//! Records of a client or a partner, and the merge of a duplicate with all of them.

use serde_json::{Value, json};

use crate::partners;
use crate::shipments::complete;
use crate::subsidiaries::id_of;
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::audited;

fn owned(client: &str, fields: &Value) -> Value {
    let mut form = json!({ "owner_type": "client", "owner_id": client });
    form.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    form
}

fn contact(client: &str, name: &str) -> Value {
    let fields = json!({
        "name": name, "email": "rui@example.com", "receives_billing": true, "receives_tracking": false,
        "receives_customs": false,
    });
    owned(client, &fields)
}

fn account(client: &str, bank: &str) -> Value {
    let fields = json!({
        "holder": "Ana Prado", "document": "529.982.247-25", "bank_id": bank, "agency": "0001", "account": "1234567-8",
        "currency": "BRL", "pix_key_type": "email", "pix_key": "Ana@Example.com",
    });
    owned(client, &fields)
}

fn address(client: &str, label: &str, main: bool) -> Value {
    let fields =
        json!({ "kind": "pickup", "label": label, "main": main, "country_id": 32, "city": "Olinda" });
    owned(client, &fields)
}

async fn listed(person: &Person, what: &str, client: &str) -> Vec<Value> {
    let path = format!("/api/{what}?owner_type=client&owner_id={client}");
    person.get(&path).await.data().as_array().unwrap().clone()
}

#[tokio::test]
async fn a_client_has_contacts_addresses_accounts_and_documents() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let client = id_of(&staff.post("/api/clients", partners::form("Ana Prado")).await.data());

    let mut wrong = contact(&client, " ");
    wrong["email"] = Value::Null;
    let wrong = staff.post("/api/contacts", wrong).await;
    assert_eq!(["name", "email"].map(|field| wrong.code_at(field)), ["required", "required"]);
    let rui = staff.post("/api/contacts", contact(&client, "Rui")).await.data();
    let at = format!("/api/contacts/{}", id_of(&rui));
    let change = json!({ "version": 1, "role": "Buyer", "owner_id": uuid::Uuid::now_v7() });
    let changed = staff.patch(&at, change.clone()).await.data();
    assert_eq!((&changed["role"], &changed["owner_id"]), (&json!("Buyer"), &json!(client)));
    assert_eq!(staff.patch(&at, change).await.message_code(), "stale_version");

    // One address is the main one.
    staff.post("/api/party_addresses", address(&client, "Dock 1", true)).await.data();
    staff.post("/api/party_addresses", address(&client, "Dock 2", true)).await.data();
    let labels: Vec<_> = listed(&staff, "party_addresses", &client)
        .await
        .iter()
        .map(|one| (one["label"].clone(), one["main"].clone()))
        .collect();
    assert_eq!(labels, [(json!("Dock 2"), json!(true)), (json!("Dock 1"), json!(false))]);

    // Staff see an account without its numbers, and cannot add one.
    let bank = crate::money::bank(&admin).await;
    assert_eq!(staff.post("/api/bank_accounts", account(&client, &bank)).await.status, 403);
    let made = admin.post("/api/bank_accounts", account(&client, &bank)).await.data();
    let told = (&made["document"], &made["pix_key"], &made["masked"]);
    assert_eq!(told, (&json!("52998224725"), &json!("ana@example.com"), &json!(false)));
    let seen = &listed(&staff, "bank_accounts", &client).await[0];
    assert_eq!((&seen["account"], &seen["masked"]), (&json!("••••7-8"), &json!(true)));
    assert_eq!(seen["can"], json!({ "update": false, "delete": false }));
    assert!(!seen.to_string().contains("1234567"), "{seen}");

    // A document with a file; the owner's history names all of this.
    let fields = [("owner_type", "client"), ("owner_id", client.as_str()), ("kind", "contract")];
    let file = ("file", "a.pdf", &b"%PDF-1.7"[..]);
    let document = staff.upload("/api/party_documents", file, &fields).await.data();
    let path = format!("/api/party_documents/{}", id_of(&document));
    assert_eq!(staff.get(&format!("{path}/file")).await.text(), "%PDF-1.7");
    let early = json!({ "version": 1, "issued_on": "2026-05-02", "expires_on": "2026-05-01" });
    assert_eq!(staff.patch(&path, early).await.code_at("expires_on"), "expires_before_issue");
    assert_eq!(staff.delete(&path).await.status, 200);
    assert_eq!(staff.get(&format!("{path}/file")).await.status, 404);
    let history = admin.get(&format!("/api/audit_entries?resource_id={client}&per_page=100")).await.data();
    let deeds: Vec<_> =
        history.as_array().unwrap().iter().map(|one| one["action"].as_str().unwrap()).collect();
    for deed in ["contact.update", "party_address.create", "bank_account.create", "party_document.delete"] {
        assert!(deeds.contains(&deed), "{deed} in {deeds:?}");
    }

    // Staff may not see partners, so neither their contacts.
    let partner = partners::added(&admin, "Cargo Lisboa").await;
    let mut theirs = contact(&partner, "Eva");
    theirs["owner_type"] = json!("partner");
    assert_eq!(staff.post("/api/contacts", theirs.clone()).await.code_at("owner_id"), "unknown_option");
    let theirs = format!("/api/contacts/{}", id_of(&admin.post("/api/contacts", theirs).await.data()));
    assert_eq!((admin.get(&theirs).await.status, staff.get(&theirs).await.status), (200, 404));
}

#[tokio::test]
async fn a_duplicate_is_merged_once_with_all_that_it_has() {
    let app = TestApp::start().await;
    let (admin, staff, user) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let duplicate = admin.get("/api/clients?search=C001").await.data()[0].clone();
    let mut form = partners::form("Horizonte Comércio Ltda.");
    form["document"] = duplicate["document"].clone();
    let refused = admin.post("/api/clients", form.clone()).await;
    assert_eq!((refused.status, refused.code_at("document")), (409, "document_of_client".into()));
    form["document"] = Value::Null;
    form["email"] = duplicate["email"].clone();
    let stays = admin.post("/api/clients", form).await.data();
    let (from, to) = (id_of(&duplicate), id_of(&stays));
    let email = duplicate["email"].as_str().unwrap();
    let alike = admin.get(&format!("/api/clients/duplicates?email={email}&except_id={to}")).await.data();
    assert_eq!((&alike[0]["id"], &alike[0]["same_email"]), (&duplicate["id"], &json!(true)));

    let mut shipment = complete(&user).await;
    shipment["to_name"] = json!("Moved");
    let shipment = id_of(&user.post("/api/shipments", shipment).await.data());
    for client in [&from, &to] {
        admin.post("/api/contacts", contact(client, "Rui")).await.data();
        admin.post("/api/party_addresses", address(client, "Dock", true)).await.data();
    }
    let preview = format!("/api/clients/{to}/merge?duplicate_id={from}");
    let moves = admin.get(&preview).await.data()["moves"].clone();
    let count =
        ["shipments", "users", "contacts", "party_addresses"].map(|what| moves[what].as_i64().unwrap());
    assert_eq!((count[0] > 0, &count[1..]), (true, &[1, 1, 1][..]), "{moves}");

    assert_eq!(staff.get(&preview).await.status, 403);
    let path = format!("/api/clients/{to}/merge");
    let merge = json!({
        "duplicate_id": from, "version": stays["version"], "duplicate_version": duplicate["version"],
    });
    let back = json!({
        "duplicate_id": to, "version": duplicate["version"], "duplicate_version": stays["version"],
    });
    let other = format!("/api/clients/{from}/merge");
    let (one, two) = tokio::join!(admin.post(&path, merge), admin.post(&other, back));
    let mut told = [one.status, two.status];
    told.sort_unstable();
    assert_eq!(told, [200, 409], "{} {}", one.text(), two.text());
    let (kept, gone) = if one.status == 200 { (&to, &from) } else { (&from, &to) };

    let merged = admin.get(&format!("/api/clients/{gone}")).await.data();
    assert_eq!((&merged["merged_into"], &merged["active"]), (&json!(kept), &json!(false)));
    assert_eq!(merged["can"]["activate"], json!(false));
    let again = admin.post(&format!("/api/clients/{gone}/activate"), json!({})).await;
    assert_eq!(again.message_code(), "client_merged");
    let moved = admin.get(&format!("/api/shipments/{shipment}")).await.data();
    assert_eq!(moved["client_id"], json!(kept));
    assert_eq!(listed(&admin, "contacts", kept).await.len(), 2);
    let mains = listed(&admin, "party_addresses", kept).await;
    assert_eq!(mains.iter().filter(|one| one["main"] == json!(true)).count(), 1);
    assert_eq!(audited(&app, "client.merge").await.len(), 2);
    // The client's user signs in as before.
    app.client(ATLANTICO).await;
}

#[tokio::test]
async fn credit_is_set_by_who_may_and_noted() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let mut form = partners::form("Ana Prado");
    form["tags"] = json!([" VIP ", "vip", ""]);
    form["emails"] = json!([{ "type": 1, "email": "Billing@Example.com" }]);
    form["phones"] = json!([{ "type": 3, "phone": "(81) 98765-4321" }]);
    form["payment_terms_days"] = json!(30);
    form["language"] = json!("pt-BR");
    let made = staff.post("/api/clients", form.clone()).await.data();
    assert_eq!((&made["tags"], &made["kyc_status"]), (&json!(["VIP"]), &json!("pending")));
    assert_eq!(made["emails"][0]["email"], json!("billing@example.com"));
    assert_eq!(made["phones"][0]["phone"], json!("+5581987654321"));
    assert!(made["suite_code"].as_str().is_some_and(|suite| !suite.is_empty()), "{made}");
    form["currency"] = json!("XXL");
    form["emails"][0]["email"] = json!("nobody");
    let wrong = staff.post("/api/clients", form).await;
    assert_eq!(wrong.code_at("emails.0.email"), "invalid_email");

    let path = format!("/api/clients/{}/set_credit", id_of(&made));
    let credit = json!({ "credit_limit": "1500.50", "credit_currency": "BRL", "version": made["version"] });
    assert_eq!(staff.post(&path, credit.clone()).await.status, 403);
    let set = admin.post(&path, credit.clone()).await.data();
    assert_eq!((&set["credit_limit"], &set["credit_currency"]), (&json!("1500.5"), &json!("BRL")));
    assert_eq!(admin.post(&path, credit.clone()).await.message_code(), "stale_version");
    let mut wrong = credit;
    wrong["version"] = set["version"].clone();
    wrong["credit_currency"] = json!("JPY");
    assert_eq!(admin.post(&path, wrong).await.code_at("credit_limit"), "too_many_decimals");
    let noted = &audited(&app, "client.set_credit").await[0].2;
    assert_eq!(noted["credit_currency"], json!([null, "BRL"]));
}

#[tokio::test]
async fn a_partner_has_settings_and_a_main_address() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let partner = partners::added(&admin, "Cargo Lisboa").await;
    let at = |name: &str| format!("/api/partner-configs/{partner}/{name}");
    let service = admin.get("/api/services").await.data()[0]["id"].clone();
    for (name, typed, stored) in [
        ("commission", json!("12,50"), json!("12.5")),
        ("cut_off", json!("7:30"), json!("07:30")),
        ("default_service", service.clone(), service),
        (
            "tracking_url",
            json!("https://track.example.com/{code}"),
            json!("https://track.example.com/{code}"),
        ),
    ] {
        let set = admin.post(&at(name), json!({ "value": typed })).await.data();
        assert_eq!((&set["value"], admin.get(&at(name)).await.data()), (&stored, set.clone()));
    }
    for (name, wrong, code) in [
        ("commission", json!("101"), "invalid_percent"),
        ("cut_off", json!("soon"), "invalid_time"),
        ("default_service", json!("none"), "unknown_option"),
        ("tracking_url", json!("http://track.example.com"), "invalid_tracking_url"),
    ] {
        assert_eq!(admin.post(&at(name), json!({ "value": wrong })).await.code_at("value"), code);
    }
    assert_eq!(admin.get(&at("colour")).await.status, 404);
    let unset = admin.post(&at("cut_off"), json!({ "value": null })).await.data();
    assert_eq!(unset["value"], Value::Null);
    let all = admin.get(&format!("/api/partner-configs/{partner}")).await.data();
    assert_eq!((all.as_array().unwrap().len(), &all[0]["value"]), (4, &json!("12.5")));
    assert_eq!(audited(&app, "partner.configure").await.len(), 5);

    let own = admin.get(&format!("/api/partner-address/{partner}")).await.data();
    assert_eq!((&own["city"], &own["name"]), (&json!("Olinda"), &json!("Cargo Lisboa")));
    let mut desk = address(&partner, "Desk", true);
    desk["owner_type"] = json!("partner");
    desk["city"] = json!("Recife");
    admin.post("/api/party_addresses", desk).await.data();
    assert_eq!(admin.get(&format!("/api/partner-address/{partner}")).await.data()["city"], json!("Recife"));
}

#[tokio::test]
async fn a_partner_has_services_of_its_own() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (partner, other) =
        (partners::added(&admin, "Cargo Lisboa").await, partners::added(&admin, "Cargo Porto").await);
    let path = format!("/api/partners/{partner}/partner_services");
    let service = admin.get("/api/services").await.data()[0]["id"].clone();
    let form = json!({
        "service_id": service, "external_code": "33162", "subclass": "nx", "cut_off": "7:30", "active": true,
    });
    assert_eq!(staff.post(&path, form.clone()).await.status, 403);
    let made = admin.post(&path, form.clone()).await.data();
    assert_eq!((&made["subclass"], &made["cut_off"]), (&json!("NX"), &json!("07:30")));
    assert_eq!(admin.post(&path, form.clone()).await.code_at("service_id"), "taken");
    let mut wrong = form;
    wrong["subclass"] = json!("N1");
    wrong["cut_off"] = json!("25:00");
    wrong["provider_id"] = json!(uuid::Uuid::now_v7());
    let wrong = admin.post(&path, wrong).await;
    let told = ["subclass", "cut_off", "provider_id"].map(|field| wrong.code_at(field));
    assert_eq!(told, ["invalid_subclass", "invalid_time", "unknown_option"]);

    let at = format!("{path}/{}", id_of(&made));
    let off = admin.patch(&at, json!({ "version": made["version"], "active": false })).await.data();
    assert_eq!((&off["active"], &off["external_code"]), (&json!(false), &json!("33162")));
    assert_eq!(admin.get(&format!("{path}?active=1")).await.data(), json!([]));
    let elsewhere = format!("/api/partners/{other}/partner_services/{}", id_of(&made));
    assert_eq!((admin.get(&elsewhere).await.status, admin.get(&at).await.status), (404, 200));
    assert_eq!((admin.delete(&at).await.status, admin.get(&at).await.status), (200, 404));
    assert_eq!(audited(&app, "partner_service.delete").await.len(), 1);
}

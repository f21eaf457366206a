//! Users of a partner see and change only the partner's records.

mod accounts;

use serde_json::{Value, json};

use crate::imports::sent;
use crate::shipments::complete;
use crate::subsidiaries::{WORK, codes, id_of};
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::users::{demo_user, path};

const FILE: &[u8] = b"order,name,country,weight\nA-1,Ana,BR,1\n";

pub fn form(name: &str) -> Value {
    json!({ "person_type": 2, "name": name, "document_type": 1, "country_id": 32, "city": "Olinda" })
}

/// Creates a partner; returns its id.
pub async fn added(admin: &Person, name: &str) -> String {
    id_of(&admin.post("/api/partners", form(name)).await.data())
}

/// Creates a profile with all rights on shipments that its kind can have; returns its id.
async fn profile(admin: &Person, name: &str, kind: i16) -> String {
    let scope = if kind == 10 { "any" } else { "own" };
    let said = |action: &str| scope == "any" || action != "record_event";
    let rules: Vec<Value> = WORK
        .iter()
        .flat_map(|(resource, actions)| actions.iter().map(move |action| (resource, action)))
        .filter(|(_, action)| said(action))
        .map(|(resource, action)| json!({ "resource": resource, "action": action, "scope": scope }))
        .collect();
    let form = json!({ "name": name, "kind": kind, "description": "", "active": true, "rules": rules });
    id_of(&admin.post("/api/user_profiles", form).await.data())
}

async fn give(admin: &Person, profiles: &[&str], partner: Option<&str>) -> Answer {
    let user = demo_user(admin, "staff").await;
    let form = json!({ "version": user["version"], "profile_ids": profiles, "partner_id": partner });
    admin.patch(&path(&user), form).await
}

/// Makes the demo's staff user, who is already signed in, a user of this partner.
async fn agent(app: &TestApp, admin: &Person, partner: &str) -> Person {
    let staff = app.staff(ATLANTICO).await;
    let desk = profile(admin, "Desk of an agent", 20).await;
    let given = give(admin, &[&desk], Some(partner)).await;
    assert_eq!(given.status, 200, "{}", given.text());
    staff
}

async fn shipped(person: &Person, partner: Option<&str>) -> Value {
    let mut form = complete(person).await;
    form["partner_id"] = json!(partner);
    let answer = person.post("/api/shipments", form).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.data()
}

fn code(shipment: &Value) -> String {
    shipment["tracking_code"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn errors_of_a_partner_are_reported_at_their_fields() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let made = admin.post("/api/partners", form(" Cargo Olinda ")).await.data();
    assert_eq!(made["name"], json!("Cargo Olinda"));
    assert!(made["code"].as_str().unwrap().starts_with('P'), "{made}");
    let taken = admin.post("/api/partners", form("CARGO OLINDA")).await;
    assert_eq!((taken.status, taken.code_at("name")), (422, "taken".into()));
    let mut wrong = form(" ");
    wrong["document"] = json!("11.222.333/0001-80");
    wrong["email"] = json!("ola");
    let wrong = admin.post("/api/partners", wrong).await;
    let told = ["name", "document", "email"].map(|field| wrong.code_at(field));
    assert_eq!(told, ["required", "invalid_cnpj", "invalid_email"]);
    let mut nowhere = form("Nowhere");
    nowhere["country_id"] = json!(999);
    assert_eq!(admin.post("/api/partners", nowhere).await.code_at("country_id"), "unknown_country");
}

#[tokio::test]
async fn staff_choose_active_partners_or_none() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let lisbon = added(&admin, "Cargo Lisboa").await;
    assert_eq!(staff.get("/api/partners").await.status, 403);
    assert_eq!(staff.post("/api/partners", form("Olinda")).await.status, 403);
    let options = staff.get("/api/partners/select?search=lisb").await.data();
    assert_eq!(options, json!([{ "id": lisbon, "label": "Cargo Lisboa" }]));
    let before = shipped(&staff, Some(&lisbon)).await;
    assert_eq!(before["partner_name"], "Cargo Lisboa");
    assert_eq!(codes(&staff, &format!("partner_id={lisbon}")).await, [code(&before)]);

    admin.post(&format!("/api/partners/{lisbon}/deactivate"), json!({})).await;
    assert_eq!(staff.get("/api/partners/select?search=lisb").await.data(), json!([]));
    let mut new = complete(&staff).await;
    new["partner_id"] = json!(lisbon);
    assert_eq!(staff.post("/api/shipments", new).await.code_at("partner_id"), "unknown_option");
    let kept = json!({ "version": before["version"], "notes": "stays where it stood" });
    let kept = staff.patch(&format!("/api/shipments/{}", id_of(&before)), kept).await.data();
    assert_eq!(kept["partner_id"], json!(lisbon));
}

#[tokio::test]
async fn a_partners_user_sees_its_shipments_only() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (lisbon, miami) = (added(&admin, "Cargo Lisboa").await, added(&admin, "Miami Freight").await);
    let own = shipped(&admin, Some(&lisbon)).await;
    let others = [shipped(&admin, Some(&miami)).await, shipped(&admin, None).await];
    let agent = agent(&app, &admin, &lisbon).await;

    for query in ["", "search=maria", "status=10", "sort=-tracking_code", "to_country_id=81"] {
        assert_eq!(codes(&agent, query).await, [code(&own)], "{query}");
    }
    assert!(codes(&agent, &format!("partner_id={miami}")).await.is_empty());
    let at = format!("/api/shipments/{}", id_of(&own));
    let shown = agent.get(&at).await.data();
    let can = &shown["can"];
    assert_eq!(
        (&can["update"], &can["duplicate"], &can["record_event"]),
        (&json!(true), &json!(true), &json!(false))
    );
    assert_eq!(agent.get(&format!("{at}/events")).await.status, 200);
    for other in &others {
        let at = format!("/api/shipments/{}", id_of(other));
        for path in [at.clone(), format!("{at}/events"), format!("{at}/label")] {
            assert_eq!(agent.get(&path).await.status, 404, "{path}");
        }
        let change = json!({ "version": other["version"], "notes": "mine" });
        assert_eq!(agent.patch(&at, change).await.status, 404);
        for verb in ["cancel", "duplicate"] {
            assert_eq!(agent.post(&format!("{at}/{verb}"), json!({})).await.status, 404, "{verb}");
        }
        let print = agent.post("/api/shipments/print_labels", json!({ "ids": [other["id"]] })).await;
        assert_eq!(print.status, 404);
        let tracked = agent.get(&format!("/api/tracking?codes={}", code(other))).await.data();
        assert_eq!((&tracked[0]["found"], &tracked[0]["shipment_id"]), (&json!(true), &Value::Null));
        assert_eq!(admin.get(&at).await.data(), *other, "nothing of it was changed");
    }
    let event = json!({ "tracking_codes": [code(&own)], "event_code": "COLLECTED" });
    assert_eq!(
        agent.post("/api/shipments/record_event", event).await.status,
        403,
        "that is the carrier's word"
    );
    let off = json!({ "enabled": false });
    assert_eq!(admin.patch("/api/feature_flags/public_tracking", off).await.status, 200);
    let tracked = agent.get(&format!("/api/tracking?codes={},{}", code(&own), code(&others[0]))).await.data();
    assert_eq!((&tracked[0]["shipment_id"], &tracked[1]["found"]), (&own["id"], &json!(false)));
}

#[tokio::test]
async fn a_partners_user_prints_labels_of_their_partner_only() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let lisbon = added(&admin, "Cargo Lisboa").await;
    let (own, other) = (shipped(&admin, Some(&lisbon)).await, shipped(&admin, None).await);
    let agent = agent(&app, &admin, &lisbon).await;
    for asked in [json!({ "filter": {} }), json!({ "ids": [other["id"], own["id"]] })] {
        let task = agent.post("/api/shipments/print_labels", asked).await.data();
        app.run_processes().await;
        let task = agent.get(&format!("/api/background_tasks/{}", id_of(&task))).await.data();
        assert_eq!(task["result_params"]["printed"], 1, "{task}");
    }
    let other = admin.get(&format!("/api/shipments/{}", id_of(&other))).await.data();
    assert_eq!(other["label_printed_at"], Value::Null);
}

#[tokio::test]
async fn a_partners_user_creates_shipments_for_that_partner_without_a_client() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (lisbon, miami) = (added(&admin, "Cargo Lisboa").await, added(&admin, "Miami Freight").await);
    let client_id = admin.get("/api/clients/select").await.data()[0]["id"].clone();
    let branch = admin.get("/api/subsidiaries/select").await.data()[0]["id"].clone();
    let agent = agent(&app, &admin, &lisbon).await;

    let mut foreign = complete(&agent).await;
    foreign["partner_id"] = json!(miami);
    let refused = agent.post("/api/shipments", foreign.clone()).await;
    assert_eq!((refused.status, refused.code_at("partner_id")), (422, "unknown_option".into()));
    foreign["partner_id"] = Value::Null;
    foreign["client_id"] = client_id.clone();
    foreign["subsidiary_id"] = branch.clone();
    let own = agent.post("/api/shipments", foreign).await.data();
    assert_eq!((&own["partner_id"], &own["client_id"]), (&json!(lisbon), &Value::Null));
    assert_eq!(own["subsidiary_id"], Value::Null, "that is for the company to say");

    let at = format!("/api/shipments/{}", id_of(&own));
    for away in [json!(miami), Value::Null] {
        let sent = agent.patch(&at, json!({ "version": own["version"], "partner_id": away })).await;
        assert!(sent.status == 422 || sent.data()["partner_id"] == json!(lisbon), "{}", sent.text());
    }
    let shown = admin.get(&at).await.data();
    let assigned = json!({ "version": shown["version"], "client_id": client_id, "subsidiary_id": branch });
    let assigned = admin.patch(&at, assigned).await.data();
    let taken =
        json!({ "version": assigned["version"], "client_id": null, "subsidiary_id": null, "notes": "mine" });
    let kept = agent.patch(&at, taken).await.data();
    assert_eq!((&kept["client_id"], &kept["subsidiary_id"]), (&client_id, &branch), "what stood stays");
    let copy = agent.post(&format!("{at}/duplicate"), json!({})).await.data();
    assert_eq!((&copy["partner_id"], &copy["client_id"]), (&json!(lisbon), &client_id));
    assert_eq!(codes(&agent, "").await.len(), 2);
}

#[tokio::test]
async fn an_import_its_shipments_and_its_mapping_belong_to_one_partner() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (lisbon, miami) = (added(&admin, "Cargo Lisboa").await, added(&admin, "Miami Freight").await);
    let other = sent(&admin, "a.csv", FILE).await;
    let there = format!("/api/shipment_imports/{}", id_of(&other));
    let looked_at = json!({ "mapping": other["mapping"], "version": other["version"] });
    assert_eq!(admin.patch(&there, looked_at).await.status, 200);
    assert_eq!(admin.post(&format!("{there}/process"), json!({})).await.status, 202);
    app.run_processes().await;
    let agent = agent(&app, &admin, &lisbon).await;

    let file = ("file", "b.csv", FILE);
    let refused = agent.upload("/api/shipment_imports", file, &[("partner_id", &miami)]).await;
    assert_eq!(refused.code_at("partner_id"), "unknown_option");
    let own = sent(&agent, "b.csv", FILE).await;
    assert_eq!((&own["partner_id"], &own["partner_name"]), (&json!(lisbon), &json!("Cargo Lisboa")));
    assert_eq!(own["mapping_origin"], "guessed", "what the company said of such files is its own");
    let at = format!("/api/shipment_imports/{}", id_of(&own));
    let form = json!({ "mapping": own["mapping"], "version": own["version"], "partner_id": miami });
    assert_eq!(agent.patch(&at, form).await.code_at("partner_id"), "unknown_option");

    let looked_at = json!({ "mapping": own["mapping"], "version": own["version"] });
    assert_eq!(agent.patch(&at, looked_at).await.status, 200);
    let listed = agent.get("/api/shipment_imports").await.json();
    assert_eq!((&listed["meta"]["total"], &listed["data"][0]["id"]), (&json!(1), &own["id"]));
    assert_eq!(agent.post(&format!("{at}/process"), json!({})).await.status, 202);
    app.run_processes().await;
    let shipment = agent.get(&format!("/api/shipments?import_id={}", id_of(&own))).await.data()[0].clone();
    let shipment = agent.get(&format!("/api/shipments/{}", id_of(&shipment))).await.data();
    assert_eq!((&shipment["partner_id"], &shipment["external_ref"]), (&json!(lisbon), &json!("A-1")));
    assert_eq!(shipment["source"], "import", "the company has an A-1 of this source too");
    assert_eq!(sent(&agent, "c.csv", FILE).await["mapping_origin"], "remembered");

    for path in [there.clone(), format!("{there}/refused"), format!("{there}/refused_lines")] {
        assert_eq!(agent.get(&path).await.status, 404, "{path}");
    }
    let form = json!({ "mapping": other["mapping"], "version": other["version"], "partner_id": lisbon });
    assert_eq!(agent.patch(&there, form).await.status, 404);
    for verb in ["check", "process", "cancel"] {
        assert_eq!(agent.post(&format!("{there}/{verb}"), json!({})).await.status, 404, "{verb}");
    }
    let of_all = format!("import_id={}", id_of(&other));
    assert!(codes(&agent, &of_all).await.is_empty());
}

#[tokio::test]
async fn a_partners_user_cannot_open_the_companys_records() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let view = json!({ "list": "shipments", "name": "Ours", "shared": true, "query": {} });
    assert_eq!(admin.post("/api/saved_views", view.clone()).await.status, 200);
    let lisbon = added(&admin, "Cargo Lisboa").await;
    let agent = agent(&app, &admin, &lisbon).await;
    for closed in [
        "/api/partners",
        "/api/partners/select",
        "/api/clients/select",
        "/api/users",
        "/api/user_profiles",
        "/api/user_profiles/select",
        "/api/subsidiaries",
        "/api/packages",
        "/api/feature_flags",
        "/api/tenant_settings",
        "/api/audit_entries",
    ] {
        let answer = agent.get(closed).await;
        assert_eq!(answer.status, 403, "{closed}: {}", answer.text());
    }
    assert_eq!(agent.get("/api/saved_views?list=shipments").await.data(), json!([]));
    let own = agent.post("/api/saved_views", view).await.data();
    assert_eq!(own["shared"], false, "staff are not told either");
    let profile = agent.get("/api/profile").await.data();
    assert_eq!(profile["company_name"], "Cargo Lisboa");
    assert_eq!(agent.get("/api/account").await.data()["company_name"], "Cargo Lisboa");
    let (menu, can) = (&profile["menu"], &profile["can"]);
    for entry in ["partners", "subsidiaries", "users", "profiles", "audit_log", "tenant_settings", "packages"]
    {
        assert_eq!(menu[entry], json!(null), "{entry}");
    }
    for right in ["client.select", "partner.select", "shipment.record_event", "user.create"] {
        assert_eq!(can[right], json!(null), "{right}");
    }
    assert_eq!(profile["is_outside"], true);
    assert_eq!((&menu["shipments"], &can["shipment.create"]), (&json!(true), &json!(true)));
    let events = agent.get("/api/auxiliar/shipment-events").await.data();
    assert!(events.as_array().unwrap().iter().all(|event| event["public"] == true));
}

#[tokio::test]
async fn a_clients_user_cannot_change_the_partner() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let (lisbon, miami) = (added(&admin, "Cargo Lisboa").await, added(&admin, "Miami Freight").await);
    let mut form = complete(&client).await;
    form["partner_id"] = json!(lisbon);
    let made = client.post("/api/shipments", form).await.data();
    assert_eq!(made["partner_id"], Value::Null, "that is for the company to say");
    let at = format!("/api/shipments/{}", id_of(&made));
    let assigned = json!({ "version": made["version"], "partner_id": lisbon });
    let assigned = admin.patch(&at, assigned).await.data();
    let moved = json!({ "version": assigned["version"], "partner_id": miami });
    assert_eq!(client.patch(&at, moved).await.data()["partner_id"], json!(lisbon));
}

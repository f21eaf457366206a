//! Tokens by which programs call the API: what they may do, where from, and until when.

mod door;
mod exchange;
mod expiry;
mod former_users;
mod guide;
mod revocation;
mod station;

use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};

use crate::shipments::created;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

pub const PATH: &str = "/api/api-tokens";

/// A program: it knows an address and a secret, and has no cookies.
pub struct Program {
    browser: Person,
    secret: String,
}

impl Program {
    pub fn on(app: &TestApp, host: &str, secret: &str) -> Self {
        Self::through(app.visitor(host), secret)
    }

    /// On the address of a visitor.
    pub fn through(browser: Person, secret: &str) -> Self {
        Self { browser, secret: secret.to_owned() }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None, &[]).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(Method::POST, path, Some(body), &[]).await
    }

    /// With more headers.
    pub async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        more: &[(&'static str, &str)],
    ) -> Answer {
        let mut request = self.browser.request(method, path);
        let headers = request.headers_mut();
        for of_pages in ["origin", "sec-fetch-site", "x-csrf-token", "x-requested-with", "cookie"] {
            headers.remove(of_pages);
        }
        headers.insert("authorization", format!("Bearer {}", self.secret).parse().unwrap());
        for (name, value) in more {
            headers.insert(*name, value.parse().unwrap());
        }
        if let Some(body) = body {
            headers.insert("content-type", "application/json".parse().unwrap());
            request.set_body(poem::Body::from_json(body).unwrap());
        }
        self.browser.call(request).await
    }
}

/// A new token of a person.
pub async fn make(person: &Person, scopes: &[&str]) -> (Value, String) {
    let form = json!({ "name": "Zelda's shop", "scopes": scopes });
    let made = person.post(PATH, form).await.data();
    (made["token"].clone(), made["secret"].as_str().unwrap().to_owned())
}

/// A form that a member of staff can send.
pub fn view(name: &str) -> Value {
    json!({ "list": "shipments", "name": name, "query": {} })
}

fn path(token: &Value, verb: &str) -> String {
    format!("{PATH}/{}{verb}", token["id"].as_str().unwrap())
}

async fn listed(person: &Person, query: &str) -> Vec<Value> {
    person.get(&format!("{PATH}?{query}")).await.data().as_array().unwrap().clone()
}

/// A station in another company's warehouse: it does not exist.
pub async fn refuses(person: &Person, reference: &str, theirs: &str) {
    let form = json!({ "name": "Table 1", "scopes": ["receiving.scan"], reference: theirs });
    assert_eq!(person.post(PATH, form).await.code_at(reference), "unknown_option");
}

#[tokio::test]
async fn a_token_has_the_rights_that_it_was_given_and_no_others() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (token, secret) = make(&staff, &["shipment.list", "account.show"]).await;
    assert_eq!((&token["status"], &token["last_used_at"]), (&json!(10), &Value::Null));
    assert!(secret.starts_with(&format!("rem_live_{}", token["prefix"].as_str().unwrap())), "{token}");
    let program = Program::on(&app, ATLANTICO, &secret);
    created(&staff).await;
    let (read, seen) = (program.get("/api/shipments").await.data(), staff.get("/api/shipments").await.data());
    assert_eq!((&read[0]["id"], read.as_array().unwrap().len()), (&seen[0]["id"], 1));
    assert_eq!((&read[0]["can"]["cancel"], &seen[0]["can"]["cancel"]), (&json!(false), &json!(true)));
    let can = program.get("/api/profile").await.data()["can"].clone();
    assert_eq!(can, json!({ "shipment.list": true, "account.show": true }));
    for (path, right) in [("/api/clients", "client"), (PATH, "api_token"), ("/api/invoices", "invoice")] {
        let refused = program.get(path).await;
        assert_eq!((refused.status, &*refused.message_code()), (403, "forbidden"), "{path}");
        assert_eq!(refused.json()["params"]["resource"], right);
    }
    let shown = listed(&staff, "").await;
    assert_eq!((&shown[0]["id"], shown[0]["last_used_at"].is_string()), (&token["id"], true));
    assert!(!staff.get(PATH).await.text().contains(&secret), "it is shown once");
}

#[tokio::test]
async fn a_token_loses_what_its_user_loses() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let (_, secret) = make(&staff, &["shipment.list", "bag.list"]).await;
    let program = Program::on(&app, ATLANTICO, &secret);
    assert_eq!(program.get("/api/bags").await.status, 200);
    let profile = json!({
        "name": "Reads", "kind": 10, "description": "", "active": true, "bound_to_subsidiaries": false,
        "rules": [{ "resource": "shipment", "action": "list", "scope": "any" }],
    });
    let profile = admin.post("/api/user_profiles", profile).await.data();
    let user = crate::users::demo_user(&admin, "staff").await;
    let form = json!({ "version": user["version"], "profile_ids": [profile["id"]] });
    admin.patch(&crate::users::path(&user), form).await.data();
    assert_eq!(program.get("/api/bags").await.status, 403);
    assert_eq!(program.get("/api/shipments").await.status, 200);
    let user = crate::users::demo_user(&admin, "staff").await;
    let off = format!("{}/deactivate", crate::users::path(&user));
    assert_eq!(admin.post(&off, json!({ "version": user["version"] })).await.status, 200);
    assert_eq!(program.get("/api/shipments").await.status, 401);
    assert_eq!(listed(&admin, "").await[0]["status"], 50);
}

#[tokio::test]
async fn a_clients_token_sees_its_client_only() {
    let app = TestApp::start().await;
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let (own, foreign) = (created(&client).await, created(&other).await);
    let scopes = ["shipment.list", "shipment.show", "shipment.cancel", "invoice.list"];
    let (_, secret) = make(&client, &scopes).await;
    let program = Program::on(&app, ATLANTICO, &secret);
    let listed = program.get("/api/shipments?per_page=100").await.data();
    let ids: Vec<&Value> = listed.as_array().unwrap().iter().map(|one| &one["id"]).collect();
    assert_eq!(ids, [&own["id"]]);
    let path = |shipment: &Value| format!("/api/shipments/{}", shipment["id"].as_str().unwrap());
    assert_eq!(program.get(&path(&own)).await.status, 200);
    assert_eq!(program.get(&path(&foreign)).await.status, 404);
    let cancel = format!("{}/cancel", path(&foreign));
    assert_eq!(program.post(&cancel, json!({ "version": 1 })).await.status, 404);
}

#[tokio::test]
async fn a_token_is_made_of_own_rights_only() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let offered = client.get(&format!("{PATH}/scopes")).await.data();
    let names: Vec<&str> =
        offered.as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert!(names.contains(&"shipment.create") && !names.contains(&"shipment.hold"), "{names:?}");
    assert!(!names.iter().any(|name| name.starts_with("api_token.")), "{names:?}");
    for odd in ["shipment.hold", "api_token.create", "account.update", "colleague.invite", "ghost.list"] {
        let refused = client.post(PATH, json!({ "name": "Shop", "scopes": [odd] })).await;
        assert_eq!((refused.status, &*refused.code_at("scopes")), (422, "right_not_held"), "{odd}");
    }
    let form = json!({ "name": " ", "scopes": ["shipment.list"], "networks": ["198.51.100.0/24", "office"] });
    let refused = client.post(PATH, form).await;
    assert_eq!(
        (refused.code_at("name"), refused.code_at("networks.1")),
        ("required".into(), "invalid_network".into())
    );
    for days in [0, 731] {
        let form = json!({ "name": "Shop", "scopes": ["shipment.list"], "expires_in_days": days });
        assert_eq!(client.post(PATH, form).await.status, 422, "{days}");
    }
    assert_eq!(client.post(PATH, json!({ "name": "Shop", "scopes": [] })).await.status, 422);
    assert!(listed(&client, "").await.is_empty());
}

#[tokio::test]
async fn a_user_has_at_most_fifty_valid_tokens() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (first, _) = make(&staff, &["shipment.list"]).await;
    for _ in 1..50 {
        make(&staff, &["shipment.list"]).await;
    }
    let form = json!({ "name": "Shop", "scopes": ["shipment.list"] });
    let refused = staff.post(PATH, form.clone()).await;
    assert_eq!((refused.status, &*refused.message_code()), (409, "too_many_api_tokens"));
    staff.post(&path(&first, "/revoke"), json!({ "version": 1 })).await.data();
    assert_eq!(staff.post(PATH, form).await.status, 200);
}

#[tokio::test]
async fn its_user_changes_a_token_and_others_only_revoke_it() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let (token, secret) = make(&staff, &["shipment.list"]).await;
    let form = json!({ "version": 1, "name": "Warehouse", "networks": ["192.0.2.7"] });
    let changed = staff.patch(&path(&token, ""), form.clone()).await.data();
    assert_eq!((&changed["networks"], &changed["version"]), (&json!(["192.0.2.7/32"]), &json!(2)));
    assert_eq!(changed["scopes"], json!(["shipment.list"]), "omitted is unchanged");
    assert_eq!(staff.patch(&path(&token, ""), form).await.message_code(), "stale_version");
    let seen = &listed(&admin, "search=warehouse").await[0];
    assert_eq!(seen["can"], json!({ "update": false, "rotate": false, "revoke": true }));
    assert_eq!(admin.patch(&path(&token, ""), json!({ "version": 2, "name": "Mine" })).await.status, 404);
    assert_eq!(admin.post(&path(&token, "/rotate"), json!({ "version": 2 })).await.status, 404);
    let others = app.client(ATLANTICO).await;
    assert_eq!(others.post(&path(&token, "/revoke"), json!({ "version": 2 })).await.status, 404);
    assert!(listed(&others, "").await.is_empty());
    let revoked = admin.post(&path(&token, "/revoke"), json!({ "version": 2 })).await.data();
    assert_eq!((&revoked["status"], revoked["revoked_at"].is_string()), (&json!(40), true));
    let again = admin.post(&path(&token, "/revoke"), json!({ "version": 3 })).await;
    assert_eq!((again.status, &*again.message_code()), (409, "api_token_ended"));
    assert_eq!(Program::on(&app, ATLANTICO, &secret).get("/api/shipments").await.status, 401);
    assert_eq!((listed(&staff, "ended=true").await.len(), listed(&staff, "ended=false").await.len()), (1, 0));
}

#[tokio::test]
async fn both_secrets_are_valid_while_programs_change_over() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (token, old) = make(&staff, &["shipment.list"]).await;
    let rotated =
        staff.post(&path(&token, "/rotate"), json!({ "version": 1, "overlap_hours": 2 })).await.data();
    let new = rotated["secret"].as_str().unwrap();
    assert_eq!(rotated["token"]["scopes"], token["scopes"]);
    let status = async |secret: &str| Program::on(&app, ATLANTICO, secret).get("/api/shipments").await.status;
    assert_eq!((status(&old).await, status(new).await), (200, 200));
    let again = staff.post(&path(&token, "/rotate"), json!({ "version": 2 })).await;
    assert_eq!((again.status, &*again.message_code()), (409, "api_token_replaced"));
    app.state.clock.advance(TimeDelta::hours(2));
    assert_eq!((status(&old).await, status(new).await), (401, 200));
    let next = &rotated["token"];
    let at_once =
        staff.post(&path(next, "/rotate"), json!({ "version": 1, "overlap_hours": 0 })).await.data();
    assert_eq!((status(new).await, status(at_once["secret"].as_str().unwrap()).await), (401, 200));
}

#[tokio::test]
async fn a_token_expires() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let form = json!({ "name": "Shop", "scopes": ["shipment.list"], "expires_in_days": 20 });
    let secret = staff.post(PATH, form).await.data()["secret"].as_str().unwrap().to_owned();
    let program = Program::on(&app, ATLANTICO, &secret);
    for (days, status, answer) in [(0, 10, 200), (7, 20, 200), (13, 30, 401)] {
        app.state.clock.advance(TimeDelta::days(days));
        let staff = app.staff(ATLANTICO).await;
        assert_eq!(listed(&staff, "").await[0]["status"], status, "{days} days later");
        assert_eq!(program.get("/api/shipments").await.status, answer, "{days} days later");
    }
}

#[tokio::test]
async fn audit_entries_name_the_token() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let (token, secret) = make(&staff, &["saved_view.create"]).await;
    let program = Program::on(&app, ATLANTICO, &secret);
    program.post("/api/saved_views", view("Drafts")).await.data();
    let entries = admin.get("/api/audit_entries?per_page=10").await.data();
    let by_program = &entries[0];
    assert_eq!(
        (&by_program["action"], &by_program["api_token"]["id"]),
        (&json!("saved_view.create"), &token["id"])
    );
    assert_eq!(by_program["api_token"]["name"], "Zelda's shop");
    assert_eq!(by_program["user"]["email"], "staff@atlantico.test");
    assert_eq!((&entries[1]["action"], &entries[1]["api_token"]), (&json!("api_token.create"), &Value::Null));
    assert!(!admin.get("/api/audit_entries").await.text().contains(&secret));
}

#[tokio::test]
async fn audit_entries_of_a_process_name_the_token_that_started_it() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let (token, secret) = make(&staff, &["shipment.print_label"]).await;
    let print = json!({ "ids": [created(&staff).await["id"]] });
    let started = Program::on(&app, ATLANTICO, &secret).post("/api/shipments/print_labels", print).await;
    assert_eq!(started.status, 202);
    app.run_processes().await;
    let entries = admin.get("/api/audit_entries?resource=shipment").await.data();
    let printed: Vec<&Value> =
        entries.as_array().unwrap().iter().filter(|entry| entry["action"] != "shipment.create").collect();
    assert!(!printed.is_empty() && printed.iter().all(|entry| entry["api_token"]["id"] == token["id"]));
}

#[tokio::test]
async fn a_token_is_worth_nothing_in_another_company() {
    let app = TestApp::start().await;
    let (_, secret) = make(&app.admin(ATLANTICO).await, &["shipment.list"]).await;
    let stranger = Program::on(&app, PACIFIC, &secret).get("/api/shipments").await;
    assert_eq!((stranger.status, &*stranger.message_code()), (401, "unauthenticated"));
    assert!(listed(&app.admin(PACIFIC).await, "").await.is_empty());
}

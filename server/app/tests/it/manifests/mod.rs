//! Manifests: made of bags and shipments, checked, closed as they are, sent, answered, amended.

mod amendments;
mod answers;
mod closing;
mod delivery;
mod flights;
pub mod gateways;
mod refusals;
mod states;

use serde_json::{Value, json};
use sqlx::Executor;
use uuid::Uuid;

use crate::bags;
use crate::isolation::document::Operation;
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::waybills;

pub const PATH: &str = "/api/manifests";

/// A form with other or further fields.
fn with(mut form: Value, more: &Value) -> Value {
    for (name, value) in more.as_object().unwrap() {
        form[name.as_str()] = value.clone();
    }
    form
}

/// A received shipment that lacks nothing.
pub async fn ready(person: &Person, more: Value) -> Value {
    bags::received(person, more).await
}

fn form(shipments: &[&Value], more: &Value) -> Value {
    let ids: Vec<&Value> = shipments.iter().map(|shipment| &shipment["id"]).collect();
    let form = json!({ "shipment_ids": ids, "origin_airport": "GRU", "destination_airport": "FRA" });
    with(form, more)
}

/// An open manifest of shipments without a bag.
pub async fn of_shipments(person: &Person, shipments: &[&Value], more: Value) -> Value {
    person.post(PATH, form(shipments, &more)).await.data()
}

pub async fn show(person: &Person, manifest: &Value) -> Value {
    person.get(&address(manifest)).await.data()
}

fn address(manifest: &Value) -> String {
    format!("{PATH}/{}", text(&manifest["id"]))
}

/// Something done with a manifest, as it is now.
async fn act(person: &Person, manifest: &Value, verb: &str, form: Value) -> Answer {
    let version = show(person, manifest).await["version"].clone();
    let form = with(json!({ "version": version }), &form);
    person.post(&format!("{}/{verb}", address(manifest)), form).await
}

/// Closes a manifest, and returns it as it is then.
pub async fn close(app: &TestApp, person: &Person, manifest: &Value) -> Value {
    let started = act(person, manifest, "close", json!({})).await;
    assert_eq!(started.status, 202, "{}", started.text());
    app.run_processes().await;
    show(person, manifest).await
}

pub async fn check(person: &Person, manifest: &Value) -> Value {
    person.get(&format!("{}/check", address(manifest))).await.data()
}

async fn versions(person: &Person, manifest: &Value) -> Value {
    person.get(&format!("{}/versions", address(manifest))).await.data()
}

async fn houses(person: &Person, manifest: &Value, query: &str) -> Value {
    person.get(&format!("{}/houses?{query}", address(manifest))).await.data()
}

async fn file(person: &Person, manifest: &Value, revision: i64, format: &str) -> Answer {
    person.get(&format!("{}/versions/{revision}/files/{format}", address(manifest))).await
}

/// A booked waybill with these shipments, without bags.
async fn booked_waybill(admin: &Person, shipments: &[&Value]) -> Value {
    let airline = waybills::airline(admin, "LA957", "957").await;
    waybills::add_range(admin, &airline, [1_234_567, 1_234_599], json!({})).await.data();
    let waybill = waybills::create(admin, &airline, json!({})).await.data();
    let path = format!("{}/{}", waybills::PATH, text(&waybill["id"]));
    for shipment in shipments {
        let scan = json!({ "key": Uuid::now_v7(), "code": shipment["tracking_code"] });
        let told = admin.post(&format!("{path}/scan"), scan).await.data();
        assert_eq!(told["results"][0]["outcome"], "added", "{told}");
    }
    go_on(admin, &waybill, "book").await
}

async fn issue(admin: &Person, waybill: &Value) -> Value {
    go_on(admin, waybill, "issue").await
}

async fn go_on(admin: &Person, waybill: &Value, verb: &str) -> Value {
    let path = format!("{}/{}", waybills::PATH, text(&waybill["id"]));
    let version = admin.get(&path).await.data()["version"].clone();
    admin.post(&format!("{path}/{verb}"), json!({ "version": version })).await.data()
}

/// A manifest that was sent.
async fn sent(app: &TestApp, person: &Person, shipments: &[&Value]) -> Value {
    let manifest = of_shipments(person, shipments, json!({})).await;
    close(app, person, &manifest).await;
    act(person, &manifest, "send", json!({})).await.data()
}

/// An open manifest of one bag.
pub async fn of_bag(person: &Person, bag: &Value) -> Value {
    let form = json!({ "bag_ids": [bag["id"]], "origin_airport": "GRU", "destination_airport": "FRA" });
    person.post(PATH, form).await.data()
}

/// Closes and sends a manifest, and all of its houses are accepted.
pub async fn accept(app: &TestApp, person: &Person, manifest: &Value) {
    assert_eq!(close(app, person, manifest).await["status"], 20);
    act(person, manifest, "send", json!({})).await.data();
    let answered = act(person, manifest, "record_answer", json!({ "others": "accepted" })).await.data();
    assert_eq!(answered["status"], 40, "{answered}");
}

/// Changes a shipment as if somebody had edited it.
async fn edit(app: &TestApp, shipment: &Value, change: &str) {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let sql = sqlx::AssertSqlSafe(format!("update shipments set {change} where id = $1"));
    let id = Uuid::parse_str(text(&shipment["id"])).unwrap();
    (&mut *tx).execute(sqlx::query(sql).bind(id)).await.unwrap();
    tx.commit().await.unwrap();
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

/// Records of another company do not exist for manifests.
pub async fn refuses(stranger: &Person, operation: &Operation, reference: &str, theirs: &str) {
    let value = if reference.ends_with("_ids") { json!([theirs]) } else { json!(theirs) };
    let own = ready(stranger, json!({})).await;
    let answer = match operation.id.as_str() {
        "manifest_create" => stranger.post(PATH, form(&[&own], &json!({ reference: value }))).await,
        "manifest_update" => {
            let manifest = of_shipments(stranger, &[&own], json!({})).await;
            let change = json!({ "version": manifest["version"], reference: value });
            stranger.patch(&address(&manifest), change).await
        }
        "manifest_houses" => {
            let manifest = of_shipments(stranger, &[&own], json!({})).await;
            let path = format!("{}/houses?search={}", address(&manifest), theirs.replace(' ', "%20"));
            assert_eq!(stranger.get(&path).await.data(), json!([]));
            return;
        }
        other => panic!("{other} names `{reference}`"),
    };
    assert_eq!((answer.status, answer.code_at(reference)), (422, "unknown_option".into()), "{reference}");
}

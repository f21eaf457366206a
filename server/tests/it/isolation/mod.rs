//! Nothing of one tenant is worth anything on the other's domain: walked over the whole published document.

use std::collections::BTreeMap;

use poem::http::Method;
use serde_json::{Value, json};

use crate::imports::sent;
use crate::process::{finished, owner_of};
use crate::shipments::created;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

/// Operations for people who are not signed in. This list may only shrink.
const PUBLIC: &[&str] = &[
    "session_cookie",
    "login",
    "domain_show",
    "config_show",
    "locale_show",
    "tracking_search",
    "lookup_countries",
    "lookup_ddi",
    "lookup_states",
    "lookup_cities",
    "lookup_timezones",
    "lookup_languages",
    "lookup_locales",
    "lookup_postcode",
];

struct Operation {
    id: String,
    method: Method,
    path: String,
    example: Option<Value>,
}

fn operations() -> Vec<Operation> {
    let document = server::openapi::document();
    let paths = document["paths"].as_object().unwrap();
    let of_path = |(path, methods): (&String, &Value)| {
        let one = |(method, operation): (&String, &Value)| Operation {
            id: operation["operationId"].as_str().unwrap().to_owned(),
            method: method.to_uppercase().parse().unwrap(),
            path: format!("/api{path}"),
            example: operation.pointer("/requestBody/content/application~1json/example").cloned(),
        };
        methods.as_object().unwrap().iter().map(one).collect::<Vec<_>>()
    };
    paths.iter().flat_map(of_path).collect()
}

async fn call(person: &Person, operation: &Operation, path: &str) -> Answer {
    let body = (operation.method != Method::GET).then(|| operation.example.clone().unwrap_or(json!({})));
    person.send(operation.method.clone(), path, body).await
}

/// The same cookie on the other domain, with the token that domain gives for it.
async fn carried_over(person: &Person, host: &str) -> Person {
    let mut stranger = person.on(host);
    stranger.visit().await;
    stranger
}

#[tokio::test]
async fn a_cookie_of_one_domain_is_401_on_the_other_for_every_operation() {
    let app = TestApp::start().await;
    let stranger = carried_over(&app.admin(ATLANTICO).await, PACIFIC).await;
    let mut walked = 0;
    for operation in operations().iter().filter(|one| !PUBLIC.contains(&one.id.as_str())) {
        let path = filled(&operation.path, &uuid::Uuid::now_v7().to_string());
        let answer = call(&stranger, operation, &path).await;
        assert_eq!(answer.status, 401, "{} {}: {}", operation.method, operation.path, answer.text());
        walked += 1;
    }
    assert!(walked > 10, "only {walked} operations were walked");
}

#[tokio::test]
async fn an_id_of_one_tenant_is_404_on_the_other_for_every_operation() {
    let app = TestApp::start().await;
    let ids = records(&app).await;
    let stranger = app.admin(PACIFIC).await;
    for operation in operations().iter().filter(|one| one.path.contains('{')) {
        let Some(id) = id_for(&operation.path, &ids) else { continue };
        let answer = call(&stranger, operation, &filled(&operation.path, &id)).await;
        assert_eq!(answer.status, 404, "{} {}: {}", operation.method, operation.path, answer.text());
    }
}

/// One record of each kind on `atlantico`, by the first part of the paths it is reached under.
async fn records(app: &TestApp) -> BTreeMap<&'static str, String> {
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let form = json!({ "list": "shipments", "name": "Mine", "query": {} });
    let view = staff.post("/api/saved_views", form).await.data();
    // Even a task that names the stranger as its owner is nothing to them.
    let task = finished(app, ATLANTICO, owner_of(&app.admin(PACIFIC).await).await).await;
    let import = sent(&staff, "orders.csv", b"order,country\nA-1,BR\n").await;
    let id = |record: &Value| record["id"].as_str().unwrap().to_owned();
    BTreeMap::from([
        ("shipments", id(&shipment)),
        ("shipment_imports", id(&import)),
        ("saved_views", id(&view)),
        ("background_tasks", task.to_string()),
    ])
}

/// Paths whose parameter is no record of a tenant: shared lookups, and names of lists.
const WITHOUT_RECORD: &[&str] = &["auxiliar", "list_columns"];

fn id_for(path: &str, ids: &BTreeMap<&'static str, String>) -> Option<String> {
    let room = path.split('/').nth(2).unwrap();
    if WITHOUT_RECORD.contains(&room) {
        return None;
    }
    let id = ids.get(room).unwrap_or_else(|| panic!("make a record for {path} in `records`"));
    Some(id.clone())
}

fn filled(path: &str, id: &str) -> String {
    let parameter = regex::Regex::new(r"\{[^}]+\}").unwrap();
    parameter.replace_all(path, id).into_owned()
}

//! The own data as a file (LGPD, GDPR).

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use chrono::TimeDelta;
use serde_json::{Value, json};
use zip::ZipArchive;

use super::security::mails_to;
use crate::shipments::created;
use crate::support::{ATLANTICO, Person, TestApp};

const PATH: &str = "/api/account-data";

/// Exports the data of a person; returns the path of the task.
async fn exported(app: &TestApp, person: &Person) -> String {
    let answer = person.post(PATH, json!({})).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    app.run_processes().await;
    format!("/api/background_tasks/{}", answer.data()["id"].as_str().unwrap())
}

/// The files of the archive, each with its records.
async fn files(person: &Person, task: &str) -> BTreeMap<String, Vec<Value>> {
    let answer = person.get(&format!("{task}/file")).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/zip")));
    let mut archive = ZipArchive::new(Cursor::new(answer.body)).unwrap();
    let length = archive.len();
    let read = |at| {
        let mut file = archive.by_index(at).unwrap();
        let (name, mut text) = (file.name().unwrap().into_owned(), String::new());
        file.read_to_string(&mut text).unwrap();
        (name, serde_json::from_str(&text).unwrap())
    };
    (0..length).map(read).collect()
}

#[tokio::test]
async fn a_client_exports_its_own_records_and_no_others() {
    let app = TestApp::start().await;
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let (own, foreign) = (created(&client).await, created(&other).await);
    let task = exported(&app, &client).await;
    let files = files(&client, &task).await;
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    let all = [
        "account",
        "account_addresses",
        "address_book",
        "claims",
        "client",
        "invoices",
        "saved_parcels",
        "shipments",
        "tickets",
    ];
    assert_eq!(names, all.map(|name| format!("{name}.json")));
    assert_eq!(files["account.json"][0]["email"], "client@atlantico.test");
    assert_eq!(files["client.json"].len(), 1);
    assert_eq!(files["client.json"][0].get("notes"), None);
    let codes: Vec<&Value> = files["shipments.json"].iter().map(|one| &one["tracking_code"]).collect();
    assert!(codes.contains(&&own["tracking_code"]) && !codes.contains(&&foreign["tracking_code"]));
    assert_eq!(other.get(&task).await.status, 404);
    let told = client.get("/api/notifications").await.data();
    assert_eq!(told[0]["data"]["code"], "personal_data_exported");
    app.run_processes_after(TimeDelta::minutes(3)).await;
    assert_eq!(mails_to(&app, "client@atlantico.test").len(), 1);
}

#[tokio::test]
async fn staff_export_their_account_only() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    created(&staff).await;
    let files = files(&staff, &exported(&app, &staff).await).await;
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["account.json", "account_addresses.json"]);
    assert_eq!(files["account_addresses.json"], Vec::<Value>::new());
}

#[tokio::test]
async fn an_export_is_deleted_after_a_week() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let task = exported(&app, &client).await;
    app.state.clock.advance(TimeDelta::days(6));
    app::sweep::sweep(&app.state).await;
    let client = app.client(ATLANTICO).await;
    assert_eq!(client.get(&format!("{task}/file")).await.status, 200);
    app.state.clock.advance(TimeDelta::days(2));
    app::sweep::sweep(&app.state).await;
    let client = app.client(ATLANTICO).await;
    assert_eq!(client.get(&task).await.status, 404);
}

#[tokio::test]
async fn exports_are_limited() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    for _ in 0..3 {
        assert_eq!(client.post(PATH, json!({})).await.status, 202);
    }
    assert_eq!(client.post(PATH, json!({})).await.status, 429);
}

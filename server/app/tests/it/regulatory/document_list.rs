//! Documents of shipments in one list: verified, replaced by newer versions, and told of before they expire.

use chrono::TimeDelta;
use policy::ProfileKind;
use serde_json::{Value, json};

use super::{PATH as REQUESTS, opened, path, ready};
use crate::isolation::kinds::of_kind;
use crate::subsidiaries::id_of;
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::audited;

const PATH: &str = "/api/regulatory-documents";
const NEWER: (&str, &str, &[u8]) = ("file", "b.pdf", b"%PDF-1.7 newer");

async fn listed(person: &Person, query: &str) -> Vec<Value> {
    person.get(&format!("{PATH}?{query}")).await.data().as_array().unwrap().clone()
}

/// The document of a new request that can be sent.
async fn document(person: &Person) -> Value {
    let request = ready(person).await;
    let shipment = request["shipment"]["id"].as_str().unwrap();
    listed(person, &format!("shipment_id={shipment}")).await.swap_remove(0)
}

/// How many documents each notification of a user tells of.
async fn told(person: &Person) -> Vec<Value> {
    let listed = person.get("/api/notifications").await.data();
    let all = listed.as_array().unwrap();
    let about = all.iter().filter(|one| one["data"]["code"] == "shipment_documents_expiring");
    about.map(|one| one["data"]["params"]["done"].clone()).collect()
}

#[tokio::test]
async fn a_document_of_a_shipment_is_verified_again_after_a_change_of_its_last_day() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let made = document(&staff).await;
    assert_eq!((&made["state"], &made["kind"]), (&json!("unverified"), &json!("identity")));
    let at = format!("{PATH}/{}", id_of(&made));
    let stale = staff.post(&format!("{at}/verify"), json!({ "version": 7 })).await;
    assert_eq!(stale.message_code(), "stale_version");
    let verified = staff.post(&format!("{at}/verify"), json!({ "version": 1 })).await.data();
    assert_eq!((&verified["state"], &verified["can"]["verify"]), (&json!("verified"), &json!(false)));
    assert_eq!(audited(&app, "regulatory_request.verify").await.len(), 1);
    assert!(listed(&staff, "state=verified").await.iter().any(|one| one["id"] == made["id"]));

    let today = app.today();
    let over = json!({ "version": 2, "expires_on": (today - TimeDelta::days(2)).to_string() });
    let over = staff.patch(&at, over).await.data();
    assert_eq!((&over["state"], &over["verified_at"]), (&json!("expired"), &Value::Null));
    let late = staff.post(&format!("{at}/verify"), json!({ "version": 3 })).await;
    assert_eq!((late.status, late.message_code()), (409, "document_expired".into()));
    let client = app.client(ATLANTICO).await;
    assert_eq!(client.post(&format!("{at}/verify"), json!({ "version": 3 })).await.status, 403);
}

#[tokio::test]
async fn a_newer_version_of_a_document_completes_the_checklist_in_its_place() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let old = document(&staff).await;
    let at = format!("{PATH}/{}/replace", id_of(&old));
    let without = staff.submit(&at, &[("version", "1")]).await;
    assert_eq!(without.code_at("file"), "required");
    let fields = [("expires_on", "2098-05-01"), ("version", "1")];
    let newer = staff.upload(&at, NEWER, &fields).await.data();
    assert_eq!((&newer["kind"], &newer["state"]), (&old["kind"], &json!("unverified")));
    assert_eq!(newer["expires_on"], json!("2098-05-01"));
    assert_eq!(staff.upload(&at, NEWER, &fields).await.message_code(), "document_replaced");

    let request = staff.get(&format!("{REQUESTS}/{}", old["request_id"].as_str().unwrap())).await.data();
    let states: Vec<_> =
        request["documents"].as_array().unwrap().iter().map(|one| one["state"].clone()).collect();
    assert_eq!((&request["missing"], states), (&json!([]), vec![json!("replaced"), json!("unverified")]));
    let file = format!("{}/documents/{}", path(&request), id_of(&newer));
    assert_eq!(staff.get(&file).await.text(), "%PDF-1.7 newer");
    assert_eq!(staff.delete(&file).await.data()["missing"], json!([]), "the old one is the newest again");

    let sent = json!({ "id": request["id"], "status": 99 });
    staff.post(&format!("{REQUESTS}/change-status"), sent).await.data();
    let version = listed(&staff, &format!("shipment_id={}", old["shipment"]["id"].as_str().unwrap())).await
        [0]["version"]
        .to_string();
    let locked = staff.upload(&at, NEWER, &[("version", version.as_str())]).await;
    assert_eq!((locked.status, locked.message_code()), (409, "regulatory_request_locked".into()));
}

#[tokio::test]
async fn a_version_between_two_others_can_be_deleted() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let oldest = document(&staff).await;
    let replace = async |id: &str| {
        staff.upload(&format!("{PATH}/{id}/replace"), NEWER, &[("version", "1")]).await.data()
    };
    let middle = id_of(&replace(&id_of(&oldest)).await);
    let newest = id_of(&replace(&middle).await);
    let request = oldest["request_id"].as_str().unwrap();
    assert_eq!(staff.delete(&format!("{REQUESTS}/{request}/documents/{middle}")).await.status, 200);
    let seen = listed(&staff, &format!("shipment_id={}", oldest["shipment"]["id"].as_str().unwrap())).await;
    let kept = seen.iter().find(|one| one["id"] == oldest["id"]).unwrap();
    assert_eq!((&kept["state"], &kept["replaced_by_id"]), (&json!("replaced"), &json!(newest)));
}

#[tokio::test]
async fn clients_see_and_replace_documents_of_their_own_shipments_alone() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let theirs = document(&staff).await;
    let own = crate::shipments::created(&client).await;
    let request = staff.post(REQUESTS, json!({ "shipment_id": own["id"] })).await.data();
    let file = ("file", "a.pdf", &b"%PDF-1.7"[..]);
    let documents = format!("{}/documents", path(&request));
    client.upload(&documents, file, &[("kind", "prescription"), ("expires_on", "2098-05-01")]).await.data();
    let seen = listed(&client, "").await;
    assert!(seen.iter().all(|one| one["id"] != theirs["id"]), "{seen:?}");
    let mine = seen.iter().find(|one| one["request_id"] == request["id"]).unwrap();
    assert_eq!(mine["expires_on"], json!("2098-05-01"));
    let can = json!({ "update": false, "verify": false, "replace": true });
    assert_eq!(mine["can"], can);
    let at = format!("{PATH}/{}/replace", id_of(mine));
    assert_eq!(client.upload(&at, NEWER, &[("version", "1")]).await.status, 200);
    let at = format!("{PATH}/{}/replace", id_of(&theirs));
    assert_eq!(client.upload(&at, NEWER, &[("version", "1")]).await.status, 404);
}

#[tokio::test]
async fn staff_are_told_of_documents_of_shipments_once_for_each_reminder() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let today = app.today();
    let request = opened(&staff).await;
    let documents = format!("{}/documents", path(&request));
    for days in [20, 60] {
        let day = (today + TimeDelta::days(days)).to_string();
        let fields = [("kind", "prescription"), ("expires_on", day.as_str())];
        staff.upload(&documents, NEWER, &fields).await.data();
    }
    for _ in 0..3 {
        app::sweep::sweep(&app.state).await;
    }
    assert_eq!(told(&staff).await, [json!(1)]);
    assert_eq!(told(&app.client(ATLANTICO).await).await, Vec::<Value>::new());
    app.state.clock.advance(TimeDelta::days(14));
    app::sweep::sweep(&app.state).await;
    assert_eq!(told(&app.staff(ATLANTICO).await).await.len(), 2, "a week before");
}

#[tokio::test]
async fn staff_of_a_branch_are_not_told_of_documents_that_they_do_not_see() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let request = opened(&staff).await;
    let day = (app.today() + TimeDelta::days(20)).to_string();
    let fields = [("kind", "prescription"), ("expires_on", day.as_str())];
    staff.upload(&format!("{}/documents", path(&request)), NEWER, &fields).await.data();
    let bound = of_kind(&app, ATLANTICO, ProfileKind::Staff, "dev").await;
    assert!(listed(&bound, "").await.is_empty());
    app::sweep::sweep(&app.state).await;
    assert_eq!(told(&bound).await, Vec::<Value>::new());
    assert_eq!(told(&staff).await, [json!(1)]);
}

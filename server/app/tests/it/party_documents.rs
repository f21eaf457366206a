//! Documents of clients and partners: verified, replaced by newer versions, and told of before they expire.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::partners;
use crate::subsidiaries::id_of;
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::audited;
use crate::webhooks::Told;

const PATH: &str = "/api/party_documents";

async fn add(person: &Person, owner_type: &str, owner: &str, expires_on: &str) -> Value {
    let fields =
        [("owner_type", owner_type), ("owner_id", owner), ("kind", "license"), ("expires_on", expires_on)];
    person.upload(PATH, ("file", "a.pdf", &b"%PDF-1.7"[..]), &fields).await.data()
}

async fn listed(person: &Person, query: &str) -> Vec<String> {
    let found = person.get(&format!("{PATH}?{query}")).await.data();
    found.as_array().unwrap().iter().map(id_of).collect()
}

/// How many documents each notification of a user tells of.
async fn told(person: &Person) -> Vec<Value> {
    let listed = person.get("/api/notifications").await.data();
    let all = listed.as_array().unwrap();
    let about = all.iter().filter(|one| one["data"]["code"] == "party_documents_expiring");
    about.map(|one| one["data"]["params"]["done"].clone()).collect()
}

#[tokio::test]
async fn a_verified_document_is_verified_again_after_a_change() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let client = id_of(&staff.post("/api/clients", partners::form("Ana Prado")).await.data());
    let today = app.today();
    let made = add(&staff, "client", &client, &(today + TimeDelta::days(90)).to_string()).await;
    assert_eq!((&made["state"], &made["owner_name"]), (&json!("unverified"), &json!("Ana Prado")));
    let path = format!("{PATH}/{}", id_of(&made));
    let stale = staff.post(&format!("{path}/verify"), json!({ "version": 7 })).await;
    assert_eq!(stale.message_code(), "stale_version");
    let verified = staff.post(&format!("{path}/verify"), json!({ "version": 1 })).await.data();
    assert_eq!((&verified["state"], &verified["can"]["verify"]), (&json!("verified"), &json!(false)));
    assert_eq!(listed(&staff, "state=verified").await, [id_of(&made)]);
    assert_eq!(audited(&app, "party_document.verify").await.len(), 1);

    let noted = staff.patch(&path, json!({ "version": 2, "notes": "a copy" })).await.data();
    assert_eq!(noted["state"], json!("verified"));
    let changed = staff.patch(&path, json!({ "version": 3, "number": "77" })).await.data();
    assert_eq!((&changed["state"], &changed["verified_at"]), (&json!("unverified"), &Value::Null));

    let over = json!({ "version": 4, "expires_on": (today - TimeDelta::days(2)).to_string() });
    assert_eq!(staff.patch(&path, over).await.data()["state"], json!("expired"));
    let late = staff.post(&format!("{path}/verify"), json!({ "version": 5 })).await;
    assert_eq!((late.status, late.message_code()), (409, "document_expired".into()));
    assert_eq!(app.client(ATLANTICO).await.get(PATH).await.status, 403);
}

#[tokio::test]
async fn a_newer_version_takes_the_place_of_a_document() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let client = id_of(&staff.post("/api/clients", partners::form("Ana Prado")).await.data());
    let old = add(&staff, "client", &client, "2097-05-01").await;
    let path = format!("{PATH}/{}", id_of(&old));
    let fields = [("kind", "license"), ("expires_on", "2098-05-01"), ("version", "1")];
    let file = ("file", "b.pdf", &b"%PDF-1.7 newer"[..]);
    let newer = staff.upload(&format!("{path}/replace"), file, &fields).await.data();
    assert_eq!((&newer["owner_id"], &newer["state"]), (&json!(client), &json!("unverified")));
    let replaced = staff.get(&path).await.data();
    assert_eq!((&replaced["state"], &replaced["replaced_by_id"]), (&json!("replaced"), &newer["id"]));
    assert_eq!(staff.get(&format!("{path}/file")).await.text(), "%PDF-1.7", "the old file stays");
    assert_eq!(listed(&staff, "expires_until=2099-01-01").await, [id_of(&newer)]);

    let again = staff.upload(&format!("{path}/replace"), file, &fields).await;
    assert_eq!(again.message_code(), "document_replaced");
    let change = staff.patch(&path, json!({ "version": 2, "number": "77" })).await;
    assert_eq!(change.message_code(), "document_replaced");
    let newest = format!("{PATH}/{}", id_of(&newer));
    assert_eq!(staff.delete(&newest).await.status, 200);
    assert_eq!(staff.get(&path).await.data()["state"], json!("unverified"), "it is the newest again");
}

#[tokio::test]
async fn a_version_between_two_others_can_be_deleted() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let client = id_of(&staff.post("/api/clients", partners::form("Ana Prado")).await.data());
    let oldest = id_of(&add(&staff, "client", &client, "2097-05-01").await);
    let replace = async |id: &str| {
        let fields = [("kind", "license"), ("version", "1")];
        staff
            .upload(&format!("{PATH}/{id}/replace"), ("file", "b.pdf", &b"%PDF-1.7"[..]), &fields)
            .await
            .data()
    };
    let middle = id_of(&replace(&oldest).await);
    let newest = id_of(&replace(&middle).await);
    assert_eq!(staff.delete(&format!("{PATH}/{middle}")).await.status, 200);
    let kept = staff.get(&format!("{PATH}/{oldest}")).await.data();
    assert_eq!((&kept["state"], &kept["replaced_by_id"]), (&json!("replaced"), &json!(newest)));
}

#[tokio::test]
async fn staff_are_told_of_documents_that_expire_once_for_each_reminder() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let client = id_of(&staff.post("/api/clients", partners::form("Ana Prado")).await.data());
    let partner = partners::added(&admin, "Cargo Lisboa").await;
    let today = app.today();
    let on = |days| (today + TimeDelta::days(days)).to_string();
    for days in [20, 60, -90] {
        add(&admin, "client", &client, &on(days)).await;
    }
    add(&admin, "partner", &partner, &on(25)).await;
    for _ in 0..3 {
        app::sweep::sweep(&app.state).await;
    }
    assert_eq!(told(&admin).await, [json!(2)]);
    assert_eq!(told(&staff).await, [json!(1)], "staff may not see partners");
    app.state.clock.advance(TimeDelta::days(14));
    app::sweep::sweep(&app.state).await;
    assert_eq!(told(&app.staff(ATLANTICO).await).await.len(), 2, "a week before");
}

#[tokio::test]
async fn webhooks_are_told_of_each_document_that_expires() {
    let told = Told::of(&["document.expiring"]).await;
    let admin = told.admin().await;
    let client = id_of(&admin.post("/api/clients", partners::form("Ana Prado")).await.data());
    let day = (told.app.today() + TimeDelta::days(20)).to_string();
    let document = add(&admin, "client", &client, &day).await;
    add(&admin, "client", &client, "2099-01-01").await;
    for _ in 0..2 {
        app::sweep::sweep(&told.app.state).await;
    }
    let data = json!({ "id": document["id"], "owner_type": "client", "owner_id": client, "expires_on": day });
    assert_eq!(told.send_all().await, [("document.expiring".to_owned(), data)]);
}

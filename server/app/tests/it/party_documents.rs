//! Documents of clients and partners: verified, replaced by newer versions, and told of before they expire.

use chrono::{Months, NaiveDate, TimeDelta};
use chrono_tz::Tz;
use serde_json::{Value, json};

use crate::partners;
use crate::subsidiaries::id_of;
use crate::support::{ATLANTICO, Person, TestApp};
use crate::tenant_settings::changed;
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

/// How many documents each notification of a user tells of that they expire.
async fn told(person: &Person) -> Vec<Value> {
    told_with(person, "party_documents_expiring").await
}

async fn told_with(person: &Person, code: &str) -> Vec<Value> {
    let listed = person.get("/api/notifications").await.data();
    let all = listed.as_array().unwrap();
    let about = all.iter().filter(|one| one["data"]["code"] == code);
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

/// A type of the company, and a client.
async fn type_and_client(app: &TestApp, months: Value) -> (Value, String) {
    let admin = app.admin(ATLANTICO).await;
    let form = json!({ "name": "Seguro de carga", "retention_months": months });
    let made = admin.post("/api/document-types", form).await.data();
    (made, id_of(&admin.post("/api/clients", partners::form("Ana Prado")).await.data()))
}

async fn add_of_type(person: &Person, made: &Value, client: &str, more: &[(&str, &str)]) -> Value {
    let type_id = id_of(made);
    let mut fields = vec![
        ("owner_type", "client"),
        ("owner_id", client),
        ("kind", "other"),
        ("type_id", type_id.as_str()),
    ];
    fields.extend(more);
    person.upload(PATH, ("file", "a.pdf", &b"%PDF-1.7"[..]), &fields).await.data()
}

#[tokio::test]
async fn a_document_has_a_type_of_the_company_which_stays_when_it_is_deleted() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (made, client) = type_and_client(&app, Value::Null).await;
    let type_path = format!("/api/document-types/{}", id_of(&made));
    assert_eq!(staff.get("/api/document-types/select").await.data()[0]["label"], made["name"]);
    assert_eq!(staff.get("/api/document-types").await.status, 403, "the company's administration");
    let wrong = json!({ "name": " ", "retention_months": null });
    assert_eq!(admin.post("/api/document-types", wrong).await.code_at("name"), "required");
    let same = json!({ "name": "SEGURO DE C\u{e1}RGA" });
    assert_eq!(admin.post("/api/document-types", same).await.code_at("name"), "taken");

    add(&staff, "client", &client, "2097-05-01").await;
    let document = add_of_type(&staff, &made, &client, &[]).await;
    assert_eq!((&document["type_name"], &document["delete_on"]), (&made["name"], &Value::Null));
    assert_eq!(listed(&staff, &format!("type_id={}", id_of(&made))).await, [id_of(&document)]);
    let path = format!("{PATH}/{}", id_of(&document));
    let fixed = staff.patch(&path, json!({ "version": 1, "kind": "license" })).await;
    assert_eq!(fixed.code_at("type_id"), "invalid");

    assert_eq!(admin.delete(&type_path).await.data(), json!({ "restorable": true }));
    let noted = staff.patch(&path, json!({ "version": 1, "notes": "a copy" })).await.data();
    assert_eq!(noted["type_name"], made["name"], "it stays on its documents");
    let type_id = id_of(&made);
    let late = [("owner_type", "client"), ("owner_id", &client), ("kind", "other"), ("type_id", &type_id)];
    assert_eq!(staff.submit(PATH, &late).await.code_at("type_id"), "unknown_option");
    let without = json!({ "version": 2, "kind": "license", "type_id": null });
    assert_eq!(staff.patch(&path, without).await.data()["type_name"], Value::Null);
    let back = staff.patch(&path, json!({ "version": 3, "kind": "other", "type_id": type_id })).await;
    assert_eq!(back.code_at("type_id"), "unknown_option");
}

#[tokio::test]
async fn documents_are_deleted_when_their_type_says_so_and_staff_are_told_before() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (made, client) = type_and_client(&app, json!(2)).await;
    let today = app.today();
    let on = |days| (today + TimeDelta::days(days)).to_string();
    let over = add_of_type(&admin, &made, &client, &[("expires_on", &on(-70))]).await;
    let next = add_of_type(&admin, &made, &client, &[("expires_on", &on(-40))]).await;
    let added = add_of_type(&admin, &made, &client, &[]).await;
    let day: NaiveDate = added["delete_on"].as_str().unwrap().parse().unwrap();
    assert!((58..=63).contains(&(day - today).num_days()), "two months after it was added: {day}");
    for _ in 0..2 {
        app::sweep::sweep(&app.state).await;
    }
    assert!(audited(&app, "party_document.delete").await.is_empty(), "a new type leaves 30 days");
    assert_eq!(told_with(&admin, "party_documents_leaving").await, [json!(2)], "once");
    let mut told = listed(&admin, &format!("deleted_until={}", on(31))).await;
    told.sort();
    let mut leaving = vec![id_of(&over), id_of(&next)];
    leaving.sort();
    assert_eq!(told, leaving);
    assert_eq!(listed(&admin, "sort=-delete_on").await[0], id_of(&added));

    app.state.clock.advance(TimeDelta::days(32));
    app::sweep::sweep(&app.state).await;
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(admin.get(&format!("{PATH}/{}", id_of(&over))).await.status, 404);
    let deleted = audited(&app, "party_document.delete").await;
    assert_eq!((deleted.len(), &deleted[0].0), (2, &None), "by the server");
    assert_eq!(deleted[0].2["file_name"], json!(["document.pdf", null]));

    let kept = json!({ "version": 1, "retention_months": null });
    admin.patch(&format!("/api/document-types/{}", id_of(&made)), kept).await.data();
    app.state.clock.advance(TimeDelta::days(90));
    app::sweep::sweep(&app.state).await;
    let admin = app.admin(ATLANTICO).await;
    let found = admin.get(&format!("{PATH}/{}", id_of(&added))).await.data();
    assert_eq!(found["delete_on"], Value::Null, "a change holds for what is there");
}

/// Lets the clock go on to this time of the next day of UTC.
fn go_to(app: &TestApp, time: &str) {
    let now = app.state.clock.now();
    let next = (now + TimeDelta::days(1)).date_naive().and_time(time.parse().unwrap()).and_utc();
    app.state.clock.advance(next - now);
}

/// In the evening of São Paulo and the morning of Auckland, it is another day there than in UTC.
#[tokio::test]
async fn the_end_of_a_document_is_counted_in_days_of_the_company() {
    for (zone, time) in [(Tz::America__Sao_Paulo, "00:30:00"), (Tz::Pacific__Auckland, "23:30:00")] {
        let app = TestApp::start().await;
        go_to(&app, time);
        let admin = app.admin(ATLANTICO).await;
        assert_eq!(changed(&admin, json!({ "time_zone": zone.name() })).await.status, 200);
        let now = app.state.clock.now();
        let today = now.with_timezone(&zone).date_naive();
        assert_ne!(today, now.date_naive());
        let (made, client) = type_and_client(&app, json!(2)).await;
        let added = add_of_type(&admin, &made, &client, &[]).await;
        assert_eq!(added["delete_on"], json!(today + Months::new(2)), "{zone}");
        let over = (today - TimeDelta::days(80)).to_string();
        let over = add_of_type(&admin, &made, &client, &[("expires_on", &over)]).await;
        assert_eq!(over["delete_on"], json!(today + TimeDelta::days(30)), "{zone}");
        app::sweep::sweep(&app.state).await;
        assert_eq!(told_with(&admin, "party_documents_leaving").await, [json!(1)], "{zone}");
        for (days, status) in [(29, 200), (1, 404)] {
            app.state.clock.advance(TimeDelta::days(days));
            app::sweep::sweep(&app.state).await;
            let admin = app.admin(ATLANTICO).await;
            assert_eq!(admin.get(&format!("{PATH}/{}", id_of(&over))).await.status, status, "{zone}");
        }
    }
}

#[tokio::test]
async fn the_version_before_deleted_ones_is_followed_by_the_one_that_stays() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let (made, client) = type_and_client(&app, json!(1)).await;
    let oldest = id_of(&add(&admin, "client", &client, "2097-05-01").await);
    let (type_id, over) = (id_of(&made), (app.today() - TimeDelta::days(70)).to_string());
    let replace = async |id: &str, more: &[(&str, &str)]| {
        let fields: Vec<(&str, &str)> = [("version", "1")].iter().chain(more).copied().collect();
        id_of(&admin.submit(&format!("{PATH}/{id}/replace"), &fields).await.data())
    };
    let leaving = [("kind", "other"), ("type_id", type_id.as_str()), ("expires_on", over.as_str())];
    let second = replace(&oldest, &leaving).await;
    let third = replace(&second, &leaving).await;
    let newest = replace(&third, &[("kind", "license")]).await;
    app::sweep::sweep(&app.state).await;
    app.state.clock.advance(TimeDelta::days(32));
    app::sweep::sweep(&app.state).await;
    let admin = app.admin(ATLANTICO).await;
    for gone in [second, third] {
        assert_eq!(admin.get(&format!("{PATH}/{gone}")).await.status, 404);
    }
    let kept = admin.get(&format!("{PATH}/{oldest}")).await.data();
    assert_eq!((&kept["state"], &kept["replaced_by_id"]), (&json!("replaced"), &json!(newest)));
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

//! Subsidiaries: their names, who chooses them, and the users that work for them.

mod bound_staff;

use serde_json::{Value, json};

use crate::shipments::complete;
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::users::{audited, demo_user, path};

pub fn form(title: &str) -> Value {
    json!({ "title": title, "country_id": 32, "city": "Olinda", "time_zone": "America/Recife" })
}

/// Creates a subsidiary; returns its id.
pub async fn opened(admin: &Person, title: &str) -> String {
    id_of(&admin.post("/api/subsidiaries", form(title)).await.data())
}

pub fn id_of(record: &Value) -> String {
    record["id"].as_str().unwrap_or_else(|| panic!("no record: {record}")).to_owned()
}

/// The demo's subsidiaries: Recife and São Paulo.
pub async fn branches(admin: &Person) -> [String; 2] {
    let data = admin.get("/api/subsidiaries?sort=title").await.data();
    assert_eq!((&data[0]["title"], &data[1]["title"]), (&json!("Recife"), &json!("São Paulo")));
    [id_of(&data[0]), id_of(&data[1])]
}

pub const WORK: &[(&str, &[&str])] = &[
    (
        "shipment",
        &[
            "list",
            "show",
            "create",
            "update",
            "confirm",
            "cancel",
            "duplicate",
            "print_label",
            "record_event",
        ],
    ),
    ("shipment_import", &["list", "show", "create", "update", "process"]),
    ("tracking", &["search"]),
];

pub async fn give(admin: &Person, account: &str, profiles: &[&str], branches: &[&str]) -> Answer {
    let user = demo_user(admin, account).await;
    let form = json!({ "version": user["version"], "profile_ids": profiles, "subsidiary_ids": branches });
    admin.patch(&path(&user), form).await
}

pub async fn shipped(person: &Person, subsidiary: Option<&str>) -> Value {
    let mut form = complete(person).await;
    form["subsidiary_id"] = json!(subsidiary);
    let answer = person.post("/api/shipments", form).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.data()
}

pub async fn codes(person: &Person, query: &str) -> Vec<String> {
    let answer = person.get(&format!("/api/shipments?{query}")).await.json();
    let rows = answer["data"].as_array().unwrap();
    assert_eq!(answer["meta"]["total"], rows.len(), "the total counts what is seen");
    rows.iter().map(|row| row["tracking_code"].as_str().unwrap().to_owned()).collect()
}

/// SHP-7: `title_locale` of a subsidiary.
#[tokio::test]
async fn a_subsidiary_has_a_name_in_each_language_where_it_is_another() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let mut with_names = form("Lisboa");
    with_names["title_locale"] = json!({ "pt": " Lisboa Centro ", "en": "Lisbon" });
    let branch = admin.post("/api/subsidiaries", with_names).await.data();
    assert_eq!(branch["title_locale"], json!({ "pt": "Lisboa Centro", "en": "Lisbon", "es": "", "zh": "" }));
    let plain = opened(&admin, "Olinda").await;
    let labels = admin.get("/api/subsidiaries/select").await.data();
    let label =
        |id: &str| labels.as_array().unwrap().iter().find(|one| one["id"] == id).unwrap()["label"].clone();
    assert_eq!((label(&id_of(&branch)), label(&plain)), (json!("Lisbon"), json!("Olinda")));
    let found = admin.get("/api/subsidiaries?search=lisbon").await.data();
    assert_eq!((found.as_array().unwrap().len(), &found[0]["title"]), (1, &json!("Lisboa")));
}

#[tokio::test]
async fn staff_choose_open_subsidiaries_or_none() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let [recife, _] = branches(&admin).await;
    assert_eq!(staff.get("/api/subsidiaries").await.status, 403);
    assert_eq!(staff.post("/api/subsidiaries", form("Olinda")).await.status, 403);
    let labels =
        |data: Value| data.as_array().unwrap().iter().map(|it| it["label"].clone()).collect::<Vec<_>>();
    assert_eq!(labels(staff.get("/api/subsidiaries/select").await.data()), ["Recife", "São Paulo"]);

    let before = shipped(&staff, Some(&recife)).await;
    assert_eq!(before["subsidiary_title"], "Recife");
    admin.post(&format!("/api/subsidiaries/{recife}/deactivate"), json!({})).await;
    assert_eq!(labels(staff.get("/api/subsidiaries/select").await.data()), ["São Paulo"]);
    let mut new = complete(&staff).await;
    new["subsidiary_id"] = json!(recife);
    assert_eq!(staff.post("/api/shipments", new).await.code_at("subsidiary_id"), "unknown_option");
    let kept = json!({ "version": before["version"], "notes": "stays where it stood" });
    let kept = staff.patch(&format!("/api/shipments/{}", id_of(&before)), kept).await.data();
    assert_eq!(kept["subsidiary_id"], json!(recife));
}

#[tokio::test]
async fn subsidiaries_of_a_user_are_audited_and_must_be_open() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let [recife, paulo] = branches(&admin).await;
    admin.post(&format!("/api/subsidiaries/{paulo}/deactivate"), json!({})).await;
    let closed = give(&admin, "staff", &[], &[&recife, &paulo]).await;
    assert_eq!(closed.code_at("subsidiary_ids"), "unknown_option");
    let given = give(&admin, "staff", &[], &[&recife]).await.data();
    assert_eq!(given["subsidiaries"], json!([{ "id": recife, "title": "Recife" }]));
    assert_eq!(admin.get(&format!("/api/subsidiaries/{recife}")).await.data()["user_count"], 1);
    let told = audited(&app, "user.assign_subsidiaries").await;
    assert_eq!(told[0].2, json!({ "subsidiaries": [[], ["Recife"]] }));
    admin.post(&format!("/api/subsidiaries/{recife}/deactivate"), json!({})).await;
    assert_eq!(give(&admin, "staff", &[], &[&recife]).await.status, 200, "what somebody has stays");
}

#[tokio::test]
async fn shipments_are_listed_by_subsidiary() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let [recife, sao_paulo] = branches(&admin).await;
    let own = shipped(&staff, Some(&recife)).await;
    shipped(&staff, Some(&sao_paulo)).await;
    shipped(&staff, None).await;
    assert_eq!(
        codes(&staff, &format!("subsidiary_id={recife}")).await,
        [own["tracking_code"].as_str().unwrap()]
    );
}

//! Subjects and departments.

use serde_json::json;

use super::{act, listed, me, open_with, reply};
use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn a_department_gets_the_tickets_of_its_subject() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let title = json!({ "en": "Customs desk", "pt": "Alfândega" });
    let form = json!({ "code": "CUST", "title_locale": title, "members": [me(&staff).await] });
    let department = admin.post("/api/backoffice/support-departments", form).await.data();
    let form = json!({ "code": "DUTY", "title_locale": title, "departments": [department["id"]] });
    let subject = admin.post("/api/backoffice/support-subjects", form).await.data();
    let ticket = open_with(&client, json!({ "support_subject_id": subject["id"] })).await.data();
    assert_eq!(ticket["addresses"][0]["title_locale"]["en"], "Customs desk");
    assert_eq!((listed(&staff, "status=-1").await, listed(&staff, "unread=true").await), (vec![1], vec![1]));
    act(&staff, &ticket, "/seen").await;
    assert_eq!(listed(&staff, "unread=true").await, Vec::<i64>::new());
    reply(&client, &ticket, "Any news?", 1).await.data();
    assert_eq!(listed(&staff, "unread=true").await, [1]);
    assert_eq!(listed(&admin, "status=-1").await, Vec::<i64>::new());
    let clients = json!({ "code": "X", "title_locale": title, "members": [me(&client).await] });
    let refused = admin.post("/api/backoffice/support-departments", clients).await;
    assert_eq!((refused.status, refused.code_at("members")), (422, "unknown_option".into()));
}

#[tokio::test]
async fn subjects_and_departments_are_switched_and_versioned() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    for room in ["support-subjects", "support-departments", "support-templates"] {
        let path = format!("/api/backoffice/{room}");
        let text = json!({ "pt": "Novo {number}", "en": "New" });
        let form =
            json!({ "code": "new", "title_locale": { "pt": "Novo", "en": "New" }, "body_locale": text });
        let made = admin.post(&path, form.clone()).await.data();
        assert_eq!((&made["code"], &made["active"]), (&json!("NEW"), &json!(true)));
        let taken = admin.post(&path, form).await;
        assert_eq!((taken.status, taken.code_at("code")), (422, "taken".into()));
        let untitled =
            json!({ "code": "B", "title_locale": { "pt": " " }, "body_locale": { "pt": "{nome}" } });
        let untitled = admin.post(&path, untitled).await;
        assert_eq!(untitled.code_at("title_locale.pt"), "required");
        if room == "support-templates" {
            assert_eq!(untitled.code_at("body_locale.pt"), "unknown_placeholder");
        }
        let one = format!("{path}/{}", made["id"].as_str().unwrap());
        let change = json!({ "code": "newer", "version": 1 });
        assert_eq!(admin.patch(&one, change.clone()).await.data()["code"], "NEWER");
        assert_eq!(admin.patch(&one, change).await.message_code(), "stale_version");
        let off = admin.post(&format!("{one}/deactivate"), json!({})).await.data();
        assert_eq!((&off["active"], &off["can"]["activate"]), (&json!(false), &json!(true)));
        let chosen = admin.get(&format!("{path}/select")).await.text();
        assert!(!chosen.contains("NEWER"), "{chosen}");
        assert_eq!(client.get(&path).await.status, 403);
    }
}

#[tokio::test]
async fn staff_are_found_by_name_and_named_in_departments() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let own = staff.get("/api/profile").await.data();
    let name = own["name"].as_str().unwrap();
    let path = "/api/backoffice/support-departments/staff";
    let first = name.split(' ').next().unwrap();
    let found = staff.get(&format!("{path}?search={first}")).await.data();
    assert!(found.as_array().unwrap().iter().any(|one| one["id"] == own["id"]), "{found}");
    let client = app.client(ATLANTICO).await;
    let theirs = client.get("/api/profile").await.data()["id"].clone();
    let all = staff.get(path).await.data();
    assert!(all.as_array().unwrap().iter().all(|one| one["id"] != theirs), "{all}");
    assert_eq!(client.get(path).await.status, 403);

    let title = json!({ "pt": "Alfândega" });
    let form =
        json!({ "code": "CUST", "title_locale": title, "members": [own["id"]], "first_response_hours": 4 });
    let department = admin.post("/api/backoffice/support-departments", form).await.data();
    assert_eq!(department["people"], json!([{ "id": own["id"], "label": name }]));
    let form = json!({ "code": "DUTY", "title_locale": title, "departments": [department["id"]] });
    let subject = admin.post("/api/backoffice/support-subjects", form).await.data();
    assert_eq!(subject["groups"][0]["code"], "CUST");
}

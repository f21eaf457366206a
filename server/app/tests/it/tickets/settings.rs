//! Subjects and departments.

use serde_json::{Value, json};

use super::{act, listed, me, open_with, reply, shown};
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

/// SUP-6, LIST-3: deleted ones are in a list of their own, and can be restored.
#[tokio::test]
async fn deleted_subjects_departments_and_templates_leave_lists_and_choices_until_they_are_restored() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    for room in ["support-subjects", "support-departments", "support-templates"] {
        let path = format!("/api/backoffice/{room}");
        let text = json!({ "pt": "Novo {number}", "en": "New" });
        let form =
            json!({ "code": "GONE", "title_locale": { "pt": "Novo", "en": "New" }, "body_locale": text });
        let made = admin.post(&path, form).await.data();
        let one = format!("{path}/{}", made["id"].as_str().unwrap());
        admin.patch(&one, json!({ "code": "GONE2", "version": 1 })).await.data();
        assert_eq!(admin.delete(&one).await.data(), json!({ "restorable": true }), "{room}");
        for list in [path.clone(), format!("{path}?active=0"), format!("{path}/select")] {
            assert!(!admin.get(&list).await.text().contains("GONE2"), "{list}");
        }
        let excluded = admin.get(&format!("{path}?active=2")).await.data();
        assert_eq!((&excluded[0]["code"], excluded.as_array().unwrap().len()), (&json!("GONE2"), 1));
        assert_eq!(
            (&excluded[0]["can"]["restore"], &excluded[0]["can"]["update"]),
            (&json!(true), &json!(false))
        );
        let version = &excluded[0]["version"];
        let refused = admin.patch(&one, json!({ "code": "BACK", "version": version })).await;
        assert_eq!((refused.status, refused.message_code()), (409, "record_excluded".into()), "{room}");
        let back = admin.post(&format!("{one}/restore"), json!({})).await.data();
        assert_eq!((&back["active"], &back["excluded_at"]), (&json!(true), &json!(null)), "{room}");
    }
}

/// SUP-6: a ticket keeps its subject; a subject that nobody used or changed is gone for good.
#[tokio::test]
async fn a_ticket_keeps_its_deleted_subject() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let path = "/api/backoffice/support-subjects";
    let make = async |code: &str| {
        let title = json!({ "pt": "Taxas", "en": "Fees" });
        admin.post(path, json!({ "code": code, "title_locale": title })).await.data()["id"].clone()
    };
    let (used, unused) = (make("USED").await, make("UNUSED").await);
    let ticket = open_with(&client, json!({ "support_subject_id": used })).await.data();
    let at = |id: &Value| format!("{path}/{}", id.as_str().unwrap());
    assert_eq!(admin.delete(&at(&used)).await.data(), json!({ "restorable": true }));
    assert_eq!(admin.delete(&at(&unused)).await.data(), json!({ "restorable": false }));
    assert_eq!(admin.get(&at(&unused)).await.status, 404);
    let seen = shown(&client, &ticket).await.data();
    assert_eq!(seen["title_locale"]["en"], "Fees");
    let refused = open_with(&client, json!({ "support_subject_id": used })).await;
    assert_eq!((refused.status, refused.code_at("support_subject_id")), (422, "unknown_option".into()));
}

/// SUP-6: a department that is named or addressed nowhere is gone for good.
#[tokio::test]
async fn a_deleted_department_is_kept_where_a_subject_or_a_ticket_has_it() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let title = json!({ "pt": "Alfândega", "en": "Customs desk" });
    let path = "/api/backoffice/support-departments";
    let make = async |code: &str| {
        let form = json!({ "code": code, "title_locale": title, "members": [] });
        admin.post(path, form).await.data()["id"].clone()
    };
    let (unused, named, addressed) = (make("UNUSED").await, make("NAMED").await, make("ASKED").await);
    let subject = json!({ "code": "DUTY", "title_locale": title, "departments": [named] });
    let subject = admin.post("/api/backoffice/support-subjects", subject).await.data();
    open_with(&admin, json!({ "department_id": addressed })).await.data();
    for (id, restorable) in [(&unused, false), (&named, true), (&addressed, true)] {
        let at = format!("{path}/{}", id.as_str().unwrap());
        assert_eq!(admin.delete(&at).await.data(), json!({ "restorable": restorable }), "{at}");
        assert_eq!(admin.get(&at).await.status, if restorable { 200 } else { 404 });
    }
    let subject = format!("/api/backoffice/support-subjects/{}", subject["id"].as_str().unwrap());
    assert_eq!(admin.get(&subject).await.data()["groups"][0]["code"], "NAMED");
    let late = json!({ "code": "LATE", "title_locale": title, "departments": [unused] });
    let refused = admin.post("/api/backoffice/support-subjects", late).await;
    assert_eq!((refused.status, refused.code_at("departments")), (422, "unknown_option".into()));
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

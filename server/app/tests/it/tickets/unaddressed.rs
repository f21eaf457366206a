//! Tickets of clients that reach nobody of the staff: all staff look after them until one takes them.

use serde_json::{Value, json};

use super::{at, listed, me, open_with, opened, reply, shown};
use crate::notifications;
use crate::profiles::{given, made};
use crate::shipments::created;
use crate::support::{ATLANTICO, Person, TestApp};

async fn codes(person: &Person) -> Vec<String> {
    let told = notifications::listed(person, "").await;
    let all = told["data"].as_array().unwrap().iter();
    all.map(|one| one["data"]["code"].as_str().unwrap().to_owned()).collect()
}

async fn waiting(person: &Person) -> Value {
    person.get("/api/waiting").await.data()["support_tickets"]["total"].clone()
}

#[tokio::test]
async fn a_ticket_that_reaches_nobody_is_unread_and_notified_for_all_staff_until_one_takes_it() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let ticket = opened(&client).await;
    for person in [&admin, &staff] {
        assert_eq!((codes(person).await, waiting(person).await), (vec!["ticket_created".into()], json!(1)));
        assert_eq!(listed(person, "status=-2").await, [1]);
        assert_eq!(listed(person, "unread=true").await, [1]);
        assert_eq!(listed(person, "status=-1").await, Vec::<i64>::new(), "it is nobody's own");
    }
    for person in [&client, &other] {
        assert_eq!((codes(person).await, waiting(person).await), (vec![], json!(0)));
    }

    staff.post(&at(&ticket, "/assign"), json!({ "assignee_id": me(&staff).await })).await.data();
    assert_eq!((codes(&admin).await, waiting(&admin).await), (vec![], json!(0)), "it has an owner");
    assert_eq!(listed(&admin, "status=-2").await, Vec::<i64>::new());
    reply(&client, &ticket, "Any news?", 1).await.data();
    assert_eq!((codes(&admin).await, waiting(&admin).await), (vec![], json!(0)));
    assert_eq!((codes(&staff).await, waiting(&staff).await), (vec!["ticket_replied".into()], json!(1)));

    let second = opened(&client).await;
    reply(&staff, &second, "At customs.", 1).await.data();
    assert_eq!(shown(&staff, &second).await.data()["assignee"]["id"], me(&staff).await);
    assert_eq!(codes(&admin).await, Vec::<String>::new(), "who replies takes it");
}

#[tokio::test]
async fn a_department_without_members_reaches_nobody_and_one_with_members_only_them() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let mut subjects = Vec::new();
    for (code, members) in [("EMPTY", json!([])), ("FULL", json!([me(&staff).await]))] {
        let title = json!({ "en": code, "pt": code });
        let form = json!({ "code": code, "title_locale": title, "members": members });
        let department = admin.post("/api/backoffice/support-departments", form).await.data();
        let form = json!({ "code": code, "title_locale": title, "departments": [department["id"]] });
        subjects.push(admin.post("/api/backoffice/support-subjects", form).await.data()["id"].clone());
    }
    for subject in &subjects {
        open_with(&client, json!({ "support_subject_id": subject })).await.data();
    }
    assert_eq!(listed(&admin, "unread=true").await, [1]);
    assert_eq!(listed(&staff, "unread=true&sort=number").await, [1, 2]);
    assert_eq!((codes(&admin).await.len(), codes(&staff).await.len()), (1, 2));
}

#[tokio::test]
async fn a_ticket_of_the_staff_waits_for_nobody_else() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    opened(&staff).await;
    assert_eq!((codes(&admin).await, waiting(&admin).await), (vec![], json!(0)));
}

#[tokio::test]
async fn staff_who_may_not_list_a_ticket_do_not_hear_that_it_reaches_nobody() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let branch = crate::subsidiaries::opened(&admin, "Olinda").await;
    let shipment = created(&client).await;
    let path = format!("/api/shipments/{}", shipment["id"].as_str().unwrap());
    let change = json!({ "subsidiary_id": branch, "version": shipment["version"] });
    admin.patch(&path, change).await.data();
    let rules = [("support_ticket", "list", "any"), ("support_ticket", "show", "any")];
    let profile = made(&app, "Bound", 10, &rules).await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query("update profiles set bound_to_subsidiaries = true where id = $1")
        .bind(profile)
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    given(&app, "staff", &[profile]).await.unwrap();
    open_with(&client, json!({ "shipment_id": shipment["id"] })).await.data();
    assert_eq!((codes(&staff).await.len(), codes(&admin).await.len()), (0, 1), "of another branch");
    opened(&client).await;
    assert_eq!((codes(&staff).await.len(), codes(&admin).await.len()), (1, 2));
}

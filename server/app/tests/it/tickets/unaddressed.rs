//! Tickets of clients that reach nobody of the staff: all staff look after them until one takes them.

use serde_json::{Value, json};

use super::{act, at, bind_staff, listed, me, open_with, opened, reply, ship_from_branch, shown};
use crate::notifications::codes;
use crate::support::{ATLANTICO, Person, TestApp};

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
    let shipment = ship_from_branch(&admin, &client).await;
    bind_staff(&app).await;
    open_with(&client, json!({ "shipment_id": shipment["id"] })).await.data();
    assert_eq!((codes(&staff).await.len(), codes(&admin).await.len()), (0, 1), "of another branch");
    opened(&client).await;
    assert_eq!((codes(&staff).await.len(), codes(&admin).await.len()), (1, 2));
}

#[tokio::test]
async fn a_ticket_that_is_over_or_reaches_somebody_waits_for_nobody_any_more() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let none = Vec::<String>::new();
    for end in ["close", "deactivate"] {
        let ticket = opened(&client).await;
        assert_eq!(codes(&admin).await.len(), 1, "{end}");
        act(&staff, &ticket, &format!("/{end}")).await.data();
        assert_eq!(codes(&admin).await, none, "{end}");
    }
    let ticket = opened(&client).await;
    let path = format!("/api/backoffice/support-tickets/{}", ticket["id"].as_str().unwrap());
    assert_eq!(admin.delete(&path).await.status, 200);
    assert_eq!(codes(&staff).await, none, "it is gone");

    let ids = [opened(&client).await["id"].clone(), opened(&client).await["id"].clone()];
    let many = json!({ "action": "close", "ids": ids });
    admin.post("/api/backoffice/support-tickets/change-many", many).await.data();
    assert_eq!(codes(&staff).await, none, "many are closed");

    let ticket = opened(&client).await;
    let recipient = json!({ "recipients": [{ "address_type": "user", "id": me(&staff).await }] });
    admin.post(&at(&ticket, "/append-recipient"), recipient).await.data();
    assert_eq!(codes(&admin).await, none, "it reaches one of the staff");
}

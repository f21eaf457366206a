//! The clocks of a ticket, and changes of its fields.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::{act, at, listed, open_with, opened, reply, shown};
use crate::support::{ATLANTICO, TestApp};

#[tokio::test]
async fn the_clock_of_the_solution_rests_while_a_ticket_waits() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let form = json!({ "code": "D", "title_locale": { "pt": "D" }, "first_response_hours": 1, "resolution_hours": 3 });
    let department = admin.post("/api/backoffice/support-departments", form).await.data();
    let form = json!({ "code": "S", "title_locale": { "pt": "S" }, "departments": [department["id"]] });
    let subject = admin.post("/api/backoffice/support-subjects", form).await.data();
    let client = app.client(ATLANTICO).await;
    let ticket = open_with(&client, json!({ "support_subject_id": subject["id"] })).await.data();
    assert_eq!(ticket["clocks"], Value::Null, "only for staff");

    let clocks = async |hours: i64| {
        app.state.clock.advance(TimeDelta::hours(hours));
        shown(&app.admin(ATLANTICO).await, &ticket).await.data()["clocks"].clone()
    };
    let late = clocks(2).await;
    assert_eq!(
        (&late["first_response"]["overdue"], &late["resolution"]["overdue"]),
        (&json!(true), &json!(false))
    );
    reply(&app.admin(ATLANTICO).await, &ticket, "Here", 1).await.data();
    let resting = clocks(5).await;
    assert_eq!(
        (&resting["resolution"]["minutes"], &resting["resolution"]["resting"]),
        (&json!(120), &json!(true))
    );
    assert_eq!(
        (&resting["first_response"]["minutes"], &resting["first_response"]["done"]),
        (&json!(120), &json!(true))
    );
    reply(&app.client(ATLANTICO).await, &ticket, "Thanks, but", 2).await.data();
    let running = clocks(2).await;
    assert_eq!(
        (&running["resolution"]["minutes"], &running["resolution"]["overdue"]),
        (&json!(240), &json!(true))
    );
    act(&app.admin(ATLANTICO).await, &ticket, "/close").await.data();
    let closed = clocks(9).await;
    assert_eq!(
        (&closed["resolution"]["minutes"], &closed["resolution"]["done"]),
        (&json!(240), &json!(true))
    );
    act(&app.admin(ATLANTICO).await, &ticket, "/reopen").await.data();
    assert_eq!(clocks(1).await["resolution"]["minutes"], 300);
}

#[tokio::test]
async fn the_fields_of_an_open_ticket_change_with_their_recipients() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let ticket = opened(&client).await;
    let form = json!({ "code": "D", "title_locale": { "pt": "D" }, "members": [super::me(&staff).await] });
    let department = admin.post("/api/backoffice/support-departments", form).await.data();
    let form = json!({ "code": "S", "title_locale": { "pt": "S" }, "departments": [department["id"]] });
    let subject = admin.post("/api/backoffice/support-subjects", form).await.data();
    let path = format!("/api/support-tickets/{}", ticket["id"].as_str().unwrap());

    let form =
        staff.get(&format!("/api/support_tickets/{}/edit", ticket["id"].as_str().unwrap())).await.data();
    assert_eq!(form["values"]["priority"], 20);
    assert!(form["subjects"].as_array().unwrap().iter().any(|one| one["id"] == subject["id"]));
    let change =
        json!({ "support_subject_id": subject["id"], "priority": 40, "department_id": department["id"] });
    let changed = staff.patch(&path, change).await.data();
    assert_eq!((&changed["priority"], &changed["title_locale"]["pt"]), (&json!(40), &json!("S")));
    assert_eq!(changed["addresses"][0]["address_id"], department["id"]);
    assert_eq!(listed(&staff, "status=-1").await, [1]);
    assert_eq!(crate::users::audited(&app, "support_ticket.update").await.len(), 1);

    let theirs = client.get("/api/support_tickets/create").await.data();
    assert_eq!((&theirs["values"], &theirs["departments"]), (&Value::Null, &json!([])));
    let refused = client.patch(&path, json!({ "department_id": null })).await;
    assert_eq!(refused.data()["department_id"], Value::Null, "a client can leave it to the subject");
    let refused = client.patch(&path, json!({ "department_id": department["id"] })).await;
    assert_eq!((refused.status, refused.code_at("department_id")), (422, "unknown_option".into()));
    act(&staff, &ticket, "/close").await.data();
    let closed = staff.patch(&path, json!({ "priority": 10 })).await;
    assert_eq!((closed.status, closed.message_code()), (409, "ticket_not_open".into()));
    let office = staff.patch(&at(&ticket, ""), json!({ "priority": 10 })).await;
    assert_eq!((office.status, office.message_code()), (409, "ticket_not_open".into()));
}

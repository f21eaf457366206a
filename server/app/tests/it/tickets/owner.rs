//! Who of the staff looks after a ticket, and whose it is.

use serde_json::{Value, json};

use super::{act, at, listed, me, open_with, opened, reply, shown};
use crate::notifications::{self, codes};
use crate::support::{ATLANTICO, Answer, Person, TestApp};

async fn assign(person: &Person, ticket: &Value, to: &Value) -> Answer {
    person.post(&at(ticket, "/assign"), json!({ "assignee_id": to })).await
}

/// SUP-1, NOT-2: a ticket has an owner, and its notification says how toast and float look.
#[tokio::test]
async fn a_clerk_takes_a_ticket_and_gives_it_to_a_colleague_of_its_department() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let title = json!({ "en": "Customs desk", "pt": "Alfândega" });
    let form = json!({ "code": "CUST", "title_locale": title, "members": [me(&staff).await] });
    let department = admin.post("/api/backoffice/support-departments", form).await.data();
    let ticket = open_with(&admin, json!({ "department_id": department["id"] })).await.data();
    assert_eq!(ticket["assignee"], Value::Null);

    let taken = assign(&admin, &ticket, &me(&admin).await).await.data();
    assert_eq!(taken["assignee"]["id"], me(&admin).await);
    let colleagues = admin.get(&at(&ticket, "/colleagues")).await.data();
    assert_eq!((colleagues.as_array().unwrap().len(), &colleagues[0]["id"]), (1, &me(&staff).await));
    let given = assign(&admin, &ticket, &me(&staff).await).await.data();
    assert_eq!(given["assignee"]["id"], me(&staff).await);
    assert!(codes(&staff).await.contains(&"ticket_assigned".to_owned()));
    let told = notifications::listed(&staff, "").await["data"].clone();
    let assigned =
        told.as_array().unwrap().iter().find(|one| one["data"]["code"] == "ticket_assigned").unwrap();
    assert_eq!(assigned["toast"], json!({ "auto_close": 4000, "progress": null, "size": "md" }));
    let float = json!({
        "link": format!("/supports/{}", ticket["id"].as_str().unwrap()), "time": 5000, "single_action": true,
        "side_action": true, "with_close": true, "size": "md"
    });
    assert_eq!(assigned["float"], float);

    for stranger in [me(&client).await, me(&admin).await] {
        let refused = assign(&staff, &ticket, &stranger).await;
        assert_eq!((refused.status, refused.code_at("assignee_id")), (422, "unknown_option".into()));
    }
    assert_eq!(assign(&staff, &ticket, &Value::Null).await.data()["assignee"], Value::Null);
    let own = opened(&client).await;
    assert_eq!(assign(&client, &own, &me(&client).await).await.status, 403);
    act(&staff, &ticket, "/close").await.data();
    assert_eq!(assign(&staff, &ticket, &me(&staff).await).await.message_code(), "ticket_not_open");
}

/// SUP-1: the first reply of staff takes a ticket that nobody has.
#[tokio::test]
async fn a_reply_of_staff_takes_a_ticket_that_nobody_has_unless_the_company_switched_it_off() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let ticket = opened(&client).await;
    let answered = reply(&staff, &ticket, "At customs.", 1).await.data();
    assert_eq!(answered["assignee"]["id"], me(&staff).await);
    let again = reply(&admin, &ticket, "It left.", 2).await.data();
    assert_eq!(again["assignee"]["id"], me(&staff).await, "it stays with whom it is");

    let settings = admin.get("/api/tenant_settings").await.data();
    let off = json!({ "ticket_reply_takes": false, "revision": settings["revision"] });
    admin.patch("/api/tenant_settings", off).await.data();
    let other = opened(&client).await;
    assert_eq!(reply(&staff, &other, "At customs.", 1).await.data()["assignee"], Value::Null);
}

/// SUP-1: created by, assigned or addressed to the user.
#[tokio::test]
async fn my_tickets_are_created_by_assigned_or_addressed_to_me() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    opened(&staff).await;
    let asked = opened(&client).await;
    let addressed = json!([{ "address_type": "user", "id": me(&staff).await }]);
    open_with(&admin, json!({ "recipients": addressed })).await.data();
    opened(&admin).await;
    assert_eq!(listed(&staff, "status=-1&sort=number").await, [1, 3]);
    assign(&staff, &asked, &me(&staff).await).await.data();
    assert_eq!(listed(&staff, "status=-1&sort=number").await, [1, 2, 3]);
    reply(&client, &asked, "Any news?", 1).await.data();
    assert!(codes(&staff).await.contains(&"ticket_replied".to_owned()), "the owner is told");
}

/// SUP-1: a ticket can be switched off without an end.
#[tokio::test]
async fn an_inactive_ticket_leaves_my_tickets_and_sends_no_notices() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let ticket = opened(&client).await;
    assign(&staff, &ticket, &me(&staff).await).await.data();
    let off = act(&staff, &ticket, "/deactivate").await.data();
    assert_eq!((&off["active"], &off["support_ticket_status"]), (&json!(false), &json!(10)));
    assert_eq!([&off["can"]["activate"], &off["can"]["deactivate"]], [true, false]);
    assert_eq!((listed(&staff, "status=-1").await, listed(&staff, "").await), (vec![], vec![1]));
    let before = codes(&staff).await;
    reply(&client, &ticket, "Hello?", 1).await.data();
    assert_eq!(codes(&staff).await, before);
    let version = shown(&staff, &ticket).await.data()["updated_at"].clone();
    act(&staff, &ticket, "/deactivate").await.data();
    assert_eq!(shown(&staff, &ticket).await.data()["updated_at"], version, "a repeated call changes nothing");
    act(&staff, &ticket, "/activate").await.data();
    assert_eq!(listed(&staff, "status=-1").await, [1]);
    reply(&client, &ticket, "Hello again?", 2).await.data();
    assert!(codes(&staff).await.len() > before.len());
    assert_eq!(act(&client, &ticket, "/deactivate").await.status, 403);
}

/// SUP-4: nothing else can be done to it.
#[tokio::test]
async fn an_archived_ticket_can_only_be_unarchived() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let ticket = opened(&client).await;
    act(&admin, &ticket, "/close").await.data();
    let archived = act(&admin, &ticket, "/archive").await.data();
    let can = archived["can"].as_object().unwrap();
    let possible: Vec<&String> = can.iter().filter(|(_, is)| **is == true).map(|(verb, _)| verb).collect();
    assert_eq!(possible, ["unarchive"]);
    let refused = admin.delete(&at(&ticket, "")).await;
    assert_eq!((refused.status, refused.message_code()), (409, "ticket_archived".into()));
}

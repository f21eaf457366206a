//! Support tickets: states, messages, recipients, files, and who sees what.

mod bulk;
mod clocks;
mod files;
mod list;
mod messages;
mod owner;
mod people;
mod settings;
mod states;
mod unaddressed;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::profiles::{given, made};
use crate::shipments::created;
use crate::support::{ATLANTICO, Answer, Person, TestApp};

pub async fn subject(person: &Person) -> Value {
    person.get("/api/backoffice/support-subjects/select").await.data()[0]["id"].clone()
}

pub async fn open_with(person: &Person, more: Value) -> Answer {
    let mut form = json!({
        "key": Uuid::now_v7(), "support_subject_id": subject(person).await, "body": "Where is **it**?"
    });
    for (name, value) in more.as_object().unwrap() {
        form[name] = value.clone();
    }
    person.post("/api/support-tickets", form).await
}

/// A ticket of this user.
pub async fn opened(person: &Person) -> Value {
    open_with(person, json!({})).await.data()
}

/// A reference of somebody else is refused at its field in a new ticket and in recipients, and finds no recipients.
pub async fn refuses(person: &Person, operation: &str, reference: &str, theirs: &str) {
    let address = match operation {
        "support_address_search" => Some("/api/backoffice/support-ticket-address"),
        "support_address_users" => Some("/api/backoffice/support-ticket-address-options"),
        _ => None,
    };
    if let Some(path) = address {
        let form = json!({ "address_type": "client", "id": Uuid::now_v7(), reference: theirs });
        assert_eq!(person.post(path, form).await.data(), json!([]), "{operation} {reference}");
        return;
    }
    if operation == "support_department_staff" {
        let path =
            format!("/api/backoffice/support-departments/staff?{reference}={}", theirs.replace(' ', "%20"));
        assert_eq!(person.get(&path).await.data(), json!([]), "{operation} {reference}");
        return;
    }
    if operation == "support_ticket_change_many" {
        let form = json!({ reference: [theirs], "action": "delete" });
        let told = person.post("/api/backoffice/support-tickets/change-many", form).await.data();
        assert_eq!((&told[0]["message_code"], &told[0]["number"]), (&json!("not_found"), &Value::Null));
        return;
    }
    let recipients = json!([{ "address_type": "user", "id": theirs }]);
    let of_recipients = reference == "recipients.id";
    let answer = if operation == "support_ticket_append_recipient" {
        let ticket = opened(person).await;
        person.post(&at(&ticket, "/append-recipient"), json!({ "recipients": recipients })).await
    } else if operation == "support_ticket_assign" {
        person.post(&at(&opened(person).await, "/assign"), json!({ reference: theirs })).await
    } else if operation == "support_ticket_update" {
        let path = format!("/api/support-tickets/{}", opened(person).await["id"].as_str().unwrap());
        person.patch(&path, json!({ reference: theirs })).await
    } else if of_recipients {
        open_with(person, json!({ "recipients": recipients })).await
    } else {
        open_with(person, json!({ reference: theirs })).await
    };
    assert_eq!(answer.status, 422, "{operation} {reference}: {}", answer.text());
    answer.code_at(if of_recipients { "recipients.0.id" } else { reference });
}

pub fn at(ticket: &Value, action: &str) -> String {
    format!("/api/backoffice/support-tickets/{}{action}", ticket["id"].as_str().unwrap())
}

pub async fn shown(person: &Person, ticket: &Value) -> Answer {
    person.get(&format!("/api/support_tickets/{}", ticket["id"].as_str().unwrap())).await
}

pub async fn reply(person: &Person, ticket: &Value, text: &str, seen: i64) -> Answer {
    person.post(&at(ticket, "/reply"), json!({ "key": Uuid::now_v7(), "body": text, "seen": seen })).await
}

pub async fn note(person: &Person, ticket: &Value, text: &str) -> Answer {
    person.post(&at(ticket, "/note"), json!({ "key": Uuid::now_v7(), "body": text })).await
}

pub async fn act(person: &Person, ticket: &Value, action: &str) -> Answer {
    person.post(&at(ticket, action), json!({})).await
}

pub async fn listed(person: &Person, query: &str) -> Vec<i64> {
    let data = person.get(&format!("/api/support_tickets?{query}")).await.data();
    data.as_array().unwrap().iter().map(|one| one["number"].as_i64().unwrap()).collect()
}

pub async fn me(person: &Person) -> Value {
    person.get("/api/profile").await.data()["id"].clone()
}

/// A shipment of this user that a new branch sends.
pub async fn ship_from_branch(admin: &Person, person: &Person) -> Value {
    let branch = crate::subsidiaries::opened(admin, "Olinda").await;
    let shipment = created(person).await;
    let path = format!("/api/shipments/{}", shipment["id"].as_str().unwrap());
    let change = json!({ "subsidiary_id": branch, "version": shipment["version"] });
    let moved = admin.patch(&path, change).await.data();
    assert_eq!(moved["subsidiary_id"], branch.as_str());
    moved
}

/// Gives staff a profile that binds them to their branches, of which they have none, and lets them see tickets.
pub async fn bind_staff(app: &TestApp) {
    let rules = [("support_ticket", "list", "any"), ("support_ticket", "show", "any")];
    let profile = made(app, "Bound", 10, &rules).await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query("update profiles set bound_to_subsidiaries = true where id = $1")
        .bind(profile)
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    given(app, "staff", &[profile]).await.unwrap();
}

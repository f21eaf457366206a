//! Support tickets: states, messages, recipients, and who sees what.

use serde_json::{Value, json};
use server::access::scope::RowScope;
use server::http::list::Words;
use server::record::Asked;
use server::support::tickets::Sight;
use server::support::tickets::list::{SORTS, TicketFilter, count_query, page_query, totals_query};
use server::support::tickets::model::TicketTab;
use server::support::tickets::{address::search_query, store::find_query};
use sqlx::Executor;
use uuid::Uuid;

use crate::profiles::{given, made};
use crate::shipments::created;
use crate::support::{ATLANTICO, Answer, Person, TestApp};

async fn subject(person: &Person) -> Value {
    person.get("/api/backoffice/support-subjects/select").await.data()[0]["id"].clone()
}

async fn open_with(person: &Person, more: Value) -> Answer {
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
    let recipients = json!([{ "address_type": "user", "id": theirs }]);
    let of_recipients = reference == "recipients.id";
    let answer = if operation == "support_ticket_append_recipient" {
        let ticket = opened(person).await;
        person.post(&at(&ticket, "/append-recipient"), json!({ "recipients": recipients })).await
    } else if of_recipients {
        open_with(person, json!({ "recipients": recipients })).await
    } else {
        open_with(person, json!({ reference: theirs })).await
    };
    assert_eq!(answer.status, 422, "{operation} {reference}: {}", answer.text());
    answer.code_at(if of_recipients { "recipients.0.id" } else { reference });
}

fn at(ticket: &Value, action: &str) -> String {
    format!("/api/backoffice/support-tickets/{}{action}", ticket["id"].as_str().unwrap())
}

async fn shown(person: &Person, ticket: &Value) -> Answer {
    person.get(&format!("/api/support_tickets/{}", ticket["id"].as_str().unwrap())).await
}

async fn reply(person: &Person, ticket: &Value, text: &str, seen: i64) -> Answer {
    person.post(&at(ticket, "/reply"), json!({ "key": Uuid::now_v7(), "body": text, "seen": seen })).await
}

async fn note(person: &Person, ticket: &Value, text: &str) -> Answer {
    person.post(&at(ticket, "/note"), json!({ "key": Uuid::now_v7(), "body": text })).await
}

async fn act(person: &Person, ticket: &Value, action: &str) -> Answer {
    person.post(&at(ticket, action), json!({})).await
}

async fn listed(person: &Person, query: &str) -> Vec<i64> {
    let data = person.get(&format!("/api/support_tickets?{query}")).await.data();
    data.as_array().unwrap().iter().map(|one| one["number"].as_i64().unwrap()).collect()
}

async fn me(person: &Person) -> Value {
    person.get("/api/profile").await.data()["id"].clone()
}

#[tokio::test]
async fn a_ticket_goes_its_way() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let ticket = opened(&client).await;
    assert_eq!((&ticket["number"], &ticket["support_ticket_status"]), (&json!(1), &json!(10)));
    assert_eq!(ticket["messages"][0]["body_html"], "<p>Where is <strong>it</strong>?</p>\n");
    assert_eq!((&ticket["can"]["reply"], &ticket["can"]["note"]), (&json!(true), &json!(false)));

    let answered = reply(&staff, &ticket, "At customs.", 1).await.data();
    assert_eq!(answered["support_ticket_status"], 20);
    assert!(answered["first_response_at"].is_string());
    let again = reply(&client, &ticket, "Thanks", 2).await.data();
    assert_eq!(again["support_ticket_status"], 10);
    let closed = act(&client, &ticket, "/close").await.data();
    assert_eq!((&closed["support_ticket_status"], &closed["active"]), (&json!(0), &json!(false)));
    assert!(closed["closed_at"].is_string());
    let refused = reply(&staff, &ticket, "Too late", 3).await;
    assert_eq!((refused.status, refused.message_code()), (409, "ticket_not_open".into()));
    for (action, status) in
        [("/archive", 99), ("/unarchive", 0), ("/reopen", 10), ("/close", 0), ("/archive", 99)]
    {
        let moved = act(&staff, &ticket, action).await.data();
        assert_eq!(moved["support_ticket_status"], status, "{action}");
    }
    let refused = act(&client, &ticket, "/unarchive").await;
    assert_eq!(refused.status, 403);
}

#[tokio::test]
async fn numbers_have_no_gaps() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    assert_eq!(opened(&client).await["number"], 1);
    let refused = open_with(&client, json!({ "support_subject_id": Uuid::now_v7() })).await;
    assert_eq!((refused.status, refused.code_at("support_subject_id")), (422, "unknown_option".into()));
    let unknown = json!({ "recipients": [{ "address_type": "user", "id": Uuid::now_v7() }] });
    let refused = open_with(&client, unknown).await;
    assert_eq!((refused.status, refused.code_at("recipients.0.id")), (422, "unknown_option".into()));
    assert_eq!(opened(&client).await["number"], 2);
}

#[tokio::test]
async fn the_same_message_sent_twice_is_one() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let key = json!({ "key": Uuid::now_v7() });
    let first = open_with(&client, key.clone()).await.data();
    let second = open_with(&client, key.clone()).await.data();
    assert_eq!((&first["id"], &second["number"]), (&second["id"], &json!(1)));
    let mut other = key;
    other["body"] = "Another text".into();
    let refused = open_with(&client, other).await;
    assert_eq!((refused.status, refused.message_code()), (409, "key_used".into()));

    let form = json!({ "key": Uuid::now_v7(), "body": "Soon", "seen": 1 });
    for _ in 0..2 {
        let answered = staff.post(&at(&first, "/reply"), form.clone()).await.data();
        assert_eq!(answered["messages"].as_array().unwrap().len(), 2);
    }
    let mine = json!({ "key": form["key"], "body": "Soon", "seen": 2 });
    let refused = client.post(&at(&first, "/reply"), mine).await;
    assert_eq!((refused.status, refused.message_code()), (409, "key_used".into()), "of somebody else");
}

#[tokio::test]
async fn a_reply_that_missed_a_message_is_stopped() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let ticket = opened(&app.client(ATLANTICO).await).await;
    reply(&staff, &ticket, "On its way", 1).await.data();
    let stopped = reply(&admin, &ticket, "I do not know", 1).await;
    assert_eq!((stopped.status, stopped.message_code()), (409, "newer_messages".into()));
    assert_eq!(stopped.json()["params"]["count"], 1);
    assert_eq!(reply(&admin, &ticket, "It arrives today", 2).await.status, 200);
    assert_eq!(reply(&staff, &ticket, "Own messages are known", 3).await.status, 200);
}

/// Every way out of an internal note: show, list, search, unread state, and the ticket's own times and numbers.
#[tokio::test]
async fn an_internal_note_leaves_by_no_door() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let ticket = opened(&client).await;
    act(&client, &ticket, "/seen").await;
    let before = (shown(&client, &ticket).await.text(), client.get("/api/support_tickets").await.text());
    let noted = note(&staff, &ticket, "Xylophone fraud suspected").await.data();
    assert_eq!(
        (&noted["messages"][1]["internal"], &noted["support_ticket_status"]),
        (&json!(true), &json!(10))
    );
    let after = (shown(&client, &ticket).await.text(), client.get("/api/support_tickets").await.text());
    assert_eq!(before, after, "nothing changes for the client");
    assert_eq!(listed(&client, "search=xylophone").await, Vec::<i64>::new());
    assert_eq!(listed(&client, "unread=true").await, Vec::<i64>::new());
    assert_eq!(client.get("/api/dashboard").await.text().matches("unread_tickets").count(), 0);

    let answered = reply(&staff, &ticket, "It is fine", 1).await.data();
    let seqs = |answer: &Value| -> Vec<i64> {
        answer["messages"].as_array().unwrap().iter().map(|one| one["seq"].as_i64().unwrap()).collect()
    };
    assert_eq!(seqs(&answered), [1, 1, 2]);
    let theirs = shown(&client, &ticket).await;
    assert_eq!(seqs(&theirs.data()), [1, 2]);
    assert!(!theirs.text().contains("Xylophone"));
    assert_eq!(note(&client, &ticket, "Mine").await.status, 403);
}

#[tokio::test]
async fn a_client_sees_its_own_tickets_and_no_others() {
    let app = TestApp::start().await;
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let ticket = opened(&client).await;
    assert_eq!(listed(&other, "").await, Vec::<i64>::new());
    assert_eq!(shown(&other, &ticket).await.status, 404);
    assert_eq!(reply(&other, &ticket, "Hello", 1).await.status, 404);
    assert_eq!(act(&other, &ticket, "/close").await.status, 404);
    assert_eq!(act(&other, &ticket, "/seen").await.status, 404);
    assert_eq!(listed(&app.staff(ATLANTICO).await, "").await, [1]);
}

#[tokio::test]
async fn recipients_really_see_the_ticket() {
    let app = TestApp::start().await;
    let (staff, other) = (app.staff(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let ticket = opened(&staff).await;
    assert_eq!(shown(&other, &ticket).await.status, 404);
    let found = json!({ "search": "", "address_type": "client" });
    let clients = staff.post("/api/backoffice/support-ticket-address", found).await.data();
    let own = other.get("/api/profile").await.data()["company_name"].clone();
    let theirs = clients.as_array().unwrap().iter().find(|one| one["label"] == own).unwrap();
    let users = json!({ "id": theirs["id"], "address_type": "client" });
    let users = staff.post("/api/backoffice/support-ticket-address-options", users).await.data();
    let id = me(&other).await;
    assert!(users.as_array().unwrap().iter().any(|user| user["id"] == id), "{users}");

    let all = json!({ "recipients": [{ "address_type": "client", "id": theirs["id"] }] });
    let added = staff.post(&at(&ticket, "/append-recipient"), all.clone()).await.data();
    assert_eq!((added["addresses"].as_array().unwrap().len(), &added["addresses"][0]["label"]), (1, &own));
    let again = staff.post(&at(&ticket, "/append-recipient"), all).await.data();
    assert_eq!(again["addresses"].as_array().unwrap().len(), 1, "once");
    assert_eq!(listed(&other, "status=-1").await, [1]);
    let seen = shown(&other, &ticket).await.data();
    let can = &seen["can"];
    assert_eq!([&can["reply"], &can["close"], &can["append_recipient"]], [true, false, false]);
    assert_eq!(reply(&other, &ticket, "We see it", 1).await.data()["support_ticket_status"], 10);
    let refused = act(&other, &ticket, "/close").await;
    assert_eq!((refused.status, refused.message_code()), (409, "ticket_of_others".into()));
}

#[tokio::test]
async fn a_client_can_only_add_its_own_people() {
    let app = TestApp::start().await;
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let ticket = opened(&client).await;
    let mine = json!({ "recipients": [{ "address_type": "user", "id": me(&client).await }] });
    assert_eq!(client.post(&at(&ticket, "/append-recipient"), mine).await.status, 200);
    for id in [me(&other).await, me(&app.staff(ATLANTICO).await).await] {
        let stranger = json!({ "recipients": [{ "address_type": "user", "id": id }] });
        let refused = client.post(&at(&ticket, "/append-recipient"), stranger).await;
        assert_eq!((refused.status, refused.code_at("recipients.0.id")), (422, "unknown_option".into()));
    }
    let found = client.post("/api/backoffice/support-ticket-address", json!({})).await.data();
    assert!(found.as_array().unwrap().iter().all(|one| one["address_type"] == "user"), "{found}");
    let stranger = me(&other).await;
    assert!(found.as_array().unwrap().iter().all(|one| one["id"] != stranger), "{found}");
}

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
    for room in ["support-subjects", "support-departments"] {
        let path = format!("/api/backoffice/{room}");
        let form = json!({ "code": "new", "title_locale": { "pt": "Novo", "en": "New" } });
        let made = admin.post(&path, form.clone()).await.data();
        assert_eq!((&made["code"], &made["active"]), (&json!("NEW"), &json!(true)));
        let taken = admin.post(&path, form).await;
        assert_eq!((taken.status, taken.code_at("code")), (422, "taken".into()));
        let untitled = admin.post(&path, json!({ "code": "B", "title_locale": { "pt": " " } })).await;
        assert_eq!(untitled.code_at("title_locale.pt"), "required");
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
async fn tabs_and_totals_follow_the_status() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let tickets =
        [opened(&client).await, opened(&client).await, opened(&client).await, opened(&client).await];
    reply(&staff, &tickets[1], "Here", 1).await.data();
    act(&staff, &tickets[2], "/close").await.data();
    act(&staff, &tickets[3], "/close").await.data();
    act(&staff, &tickets[3], "/archive").await.data();
    let mut seen = Vec::new();
    for status in ["10", "20", "0", "99", "-1"] {
        let mut numbers = listed(&client, &format!("status={status}")).await;
        numbers.sort_unstable();
        seen.push(numbers);
    }
    assert_eq!(seen, [vec![1, 2], vec![2], vec![3], vec![4], vec![1, 2, 3]]);
    assert_eq!(listed(&client, "tipo=99").await, [4]);
    let totals = client.get("/api/support_tickets").await.json()["meta"]["total_per_status"].clone();
    let expected = json!({ "mine": 3, "all": 4, "open": 2, "waiting": 1, "closed": 1, "archived": 1 });
    assert_eq!(totals, expected);
    assert_eq!(client.get("/api/support_tickets?status=7").await.status, 422);
}

#[tokio::test]
async fn a_ticket_of_a_shipment_shows_its_code_and_can_include_its_client() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let shipment = created(&client).await;
    let of_it = json!({ "shipment_id": shipment["id"] });
    let silent = open_with(&staff, of_it.clone()).await.data();
    assert_eq!(silent["shipment"], shipment["tracking_code"]);
    assert_eq!(shown(&client, &silent).await.status, 404);
    let mut told = of_it.clone();
    told["include_client"] = true.into();
    let told = open_with(&staff, told).await.data();
    assert_eq!(shown(&client, &told).await.status, 200);
    let id = shipment["id"].as_str().unwrap();
    assert_eq!(listed(&client, &format!("shipment_id={id}")).await, [2]);
    let stranger = open_with(&app.signed_in(ATLANTICO, "client2").await, of_it).await;
    assert_eq!((stranger.status, stranger.code_at("shipment_id")), (422, "unknown_option".into()));
}

#[tokio::test]
async fn a_deleted_ticket_is_gone() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let ticket = opened(&app.client(ATLANTICO).await).await;
    assert_eq!(staff.delete(&at(&ticket, "")).await.status, 403);
    assert_eq!(admin.delete(&at(&ticket, "")).await.status, 200);
    assert_eq!(
        (admin.delete(&at(&ticket, "")).await.status, shown(&admin, &ticket).await.status),
        (404, 404)
    );
    assert_eq!(listed(&admin, "").await, Vec::<i64>::new());
    assert_eq!(opened(&staff).await["number"], 2, "its number is not used again");
}

#[tokio::test]
async fn an_own_reply_is_read_and_one_of_others_is_not() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let ticket = opened(&client).await;
    let read = |seen: &Value| {
        let time = |name: &str| {
            seen[name].as_str().map(|text| text.parse::<chrono::DateTime<chrono::Utc>>().unwrap())
        };
        time("updated_at") < time("last_seen_at")
    };
    assert!(read(&shown(&client, &ticket).await.data()));
    let answered = reply(&staff, &ticket, "Here", 1).await.data();
    assert!(read(&answered), "{answered}");
    assert!(!read(&shown(&client, &ticket).await.data()));
}

#[tokio::test]
async fn staff_bound_to_a_branch_see_no_tickets_of_other_branches_shipments() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let branch = crate::subsidiaries::opened(&admin, "Olinda").await;
    let shipment = created(&admin).await;
    let path = format!("/api/shipments/{}", shipment["id"].as_str().unwrap());
    let change = json!({ "subsidiary_id": branch, "version": shipment["version"] });
    assert_eq!(admin.patch(&path, change).await.data()["subsidiary_id"], branch.as_str());
    open_with(&admin, json!({ "shipment_id": shipment["id"] })).await.data();
    opened(&admin).await;
    assert_eq!(listed(&staff, "sort=number").await, [1, 2]);
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
    assert_eq!(listed(&staff, "").await, [2]);
}

#[tokio::test]
async fn postgres_can_prepare_every_query_of_tickets() {
    let app = TestApp::start().await;
    let mut tenant = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let scopes = [
        RowScope::All,
        RowScope::Client(Uuid::nil()),
        RowScope::Partner(Uuid::nil()),
        RowScope::Subsidiaries(vec![Uuid::nil()]),
    ];
    let asked = Asked::read((Some(2), None), Some("-number,created_at"), Some("maria 7"), SORTS).unwrap();
    for sight in scopes.into_iter().map(|scope| Sight::of_scope(scope, true)) {
        let mut queries = vec![find_query(&sight, Uuid::nil()), search_query(&sight, &asked.words, None)];
        for tab in [None, Some(TicketTab::Mine), Some(TicketTab::Open)] {
            let filter = TicketFilter { tab, shipment_id: Some(Uuid::nil()), unread: true };
            queries.push(page_query(&sight, &filter, &asked));
            queries.push(count_query(&sight, &filter, &Words::default()));
            queries.push(totals_query(&sight, &filter, &asked.words));
        }
        for query in queries {
            let sql = query.sql();
            let prepared = tenant.prepare(sql.clone()).await;
            assert!(prepared.is_ok(), "{:?}\n{}", prepared.err(), sql.as_str());
            assert_eq!(tenancy::citus::refusals(sql.as_str()).unwrap(), Vec::<&str>::new());
        }
    }
}

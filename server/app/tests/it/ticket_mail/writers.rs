//! Whose words an e-mail brings, and what it may do.

use serde_json::{Value, json};

use super::{
    COMPANY, Story, arrives, at, email, list_parked, sent_to, show_ticket, start, verified, with_file,
};
use crate::notifications::listed;
use crate::register::count;
use crate::support::{ATLANTICO, Person, TestApp};

const CLIENT: &str = "client@atlantico.test";

/// The kinds of the notes that only staff see, in their order.
async fn notes(staff: &Person, ticket: &Value) -> Vec<String> {
    let messages = show_ticket(staff, ticket).await["messages"].clone();
    let notes = messages.as_array().unwrap().iter().filter(|message| message["internal"] == true);
    notes.map(|note| note["by_email"]["mail_kind"].as_str().unwrap().to_owned()).collect()
}

/// The texts that everybody in the ticket sees, without the first two.
pub async fn replies(client: &Person, ticket: &Value) -> Vec<String> {
    let messages = show_ticket(client, ticket).await["messages"].clone();
    messages.as_array().unwrap()[2..].iter().map(|one| one["body"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn the_requester_replies_through_a_list_or_another_help_desk() {
    let Story { app, staff, client, ticket, sent, .. } = start().await;
    let answers = format!("{}In-Reply-To: {}\r\n", verified("atlantico.test"), sent.header("Message-ID"));
    staff.post(&at(&ticket, "/close"), json!({})).await.data();
    let before = sent_to(&app, CLIENT).len();
    let list = format!("{answers}Precedence: list\r\nList-Id: <shipping.atlantico.test>\r\n");
    arrives(&app, with_file(&list, CLIENT, "We approve the charge.")).await;
    let desk = format!("{answers}List-Unsubscribe: <https://desk.test/u/1>\r\nX-Mailer: Desk\r\n");
    arrives(&app, email(CLIENT, "desk@other.test", &desk, "Please return it.")).await;
    assert_eq!(replies(&client, &ticket).await, ["We approve the charge.", "Please return it."]);
    let seen = show_ticket(&client, &ticket).await;
    assert_eq!(seen["support_ticket_status"], 10, "it is open again");
    assert_eq!(seen["messages"][2]["files"][0]["file_name"], "nota.pdf");
    assert_eq!(listed(&staff, "").await["data"][0]["data"]["code"], "ticket_replied");
    assert_eq!(sent_to(&app, CLIENT).len(), before, "nobody answers it automatically");
    let news = format!("{}List-Id: <news.else.test>\r\n", verified("else.test"));
    arrives(&app, email("news@else.test", "desk@other.test", &news, "Buy now")).await;
    assert!(sent_to(&app, "news@else.test").is_empty());
    assert!(list_parked(&staff).await.is_empty());
}

#[tokio::test]
async fn an_email_that_came_two_ways_is_one_message() {
    let Story { app, client, ticket, address, .. } = start().await;
    let id = "Message-ID: <same@company.test>\r\n";
    arrives(&app, email(COMPANY, &address, id, "Once")).await;
    let list = format!("Received: by list.test\r\nList-Id: <all.company.test>\r\n{id}");
    arrives(&app, email(COMPANY, &address, &list, "Once\r\n\r\nAll at Company")).await;
    assert_eq!(replies(&client, &ticket).await, ["Once"]);
    // Somebody else cannot take the place of an e-mail before it comes.
    let other = "Message-ID: <other@company.test>\r\n";
    arrives(&app, email("bob@else.test", &address, other, "Mine")).await;
    arrives(&app, email(COMPANY, &address, other, "Twice")).await;
    assert_eq!(replies(&client, &ticket).await, ["Once", "Twice"]);
}

#[tokio::test]
async fn a_writer_is_the_correspondent_of_the_address_or_verified() {
    let Story { app, staff, client, ticket, sent, address } = start().await;
    let answers = format!("In-Reply-To: {}\r\n", sent.header("Message-ID"));
    arrives(&app, email(CLIENT, &address, "", "In the name of the client")).await;
    arrives(&app, email(COMPANY, "desk@other.test", &answers, "Without the address")).await;
    let quoted = "Authentication-Results: mx.own.test; dmarc=fail reason=\"; dmarc=pass header.from=company.test\"\r\n";
    arrives(&app, email(COMPANY, "desk@other.test", &format!("{quoted}{answers}"), "By a reason")).await;
    let two = format!("{}{answers}", verified("company.test"));
    arrives(&app, email(&format!("{COMPANY}, bob@else.test"), "desk@other.test", &two, "By two")).await;
    assert!(replies(&client, &ticket).await.is_empty());
    assert_eq!(notes(&staff, &ticket).await, ["unclear"; 4]);
    arrives(&app, email(CLIENT, &address, &verified("atlantico.test"), "Verified")).await;
    arrives(&app, email(COMPANY, &address, "", "At the own address")).await;
    assert_eq!(replies(&client, &ticket).await, ["Verified", "At the own address"]);
}

/// A delivery report about the company.
fn report(to: &str, headers: &str, action: &str) -> String {
    format!(
        "From: mailer-daemon@a.test\r\nTo: {to}\r\n{headers}Subject: Report\r\nContent-Type: multipart/report; \
         report-type=delivery-status; boundary=x\r\n\r\n--x\r\nContent-Type: multipart/alternative; boundary=y\r\n\r\n\
         --y\r\n\r\nSee below.\r\n--x\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; a.test\r\n\r\n\
         Final-Recipient: rfc822; {COMPANY}\r\nAction: {action}\r\n--x--\r\n"
    )
}

async fn is_failing(staff: &Person, ticket: &Value) -> bool {
    let ticket = show_ticket(staff, ticket).await;
    let correspondents = ticket["by_email"]["correspondents"].as_array().unwrap();
    let company = correspondents.iter().find(|one| one["email"] == COMPANY).unwrap();
    company["failing_since"].is_string()
}

#[tokio::test]
async fn only_a_failure_reported_with_the_token_marks_an_address() {
    let Story { app, staff, ticket, sent, address, .. } = start().await;
    let bounce = sent.header("Return-Path");
    let answers = format!("In-Reply-To: {}\r\n", sent.header("Message-ID"));
    arrives(&app, report("desk@other.test", &answers, "failed")).await;
    arrives(&app, report(&address, "", "failed")).await;
    for action in ["delayed", "delivered", "relayed"] {
        arrives(&app, report(&bounce, "", action)).await;
    }
    let text = "Auto-Submitted: auto-replied\r\nX-Failed-Recipients: desk@company.test\r\n";
    arrives(&app, email("mailer-daemon@a.test", &bounce, text, "Delayed, we try again")).await;
    assert!(!is_failing(&staff, &ticket).await);
    assert_eq!(notes(&staff, &ticket).await, ["automatic"; 6]);
    arrives(&app, report(&bounce, "", "failed")).await;
    assert!(is_failing(&staff, &ticket).await);
}

/// Sends e-mails of strangers that answer this one.
async fn strangers_write(app: &TestApp, senders: impl Iterator<Item = String>, answers: &str) {
    for (number, sender) in senders.enumerate() {
        arrives(app, email(&sender, "desk@other.test", answers, &format!("Number {number}"))).await;
    }
}

#[tokio::test]
async fn strangers_are_counted_by_sender_and_by_ticket_and_take_nobody_elses_place() {
    let Story { app, staff, client, ticket, sent, address } = start().await;
    let answers = format!("In-Reply-To: {}\r\n", sent.header("Message-ID"));
    strangers_write(&app, (0..11).map(|number| format!("bob{number}@else.test")), &answers).await;
    assert_eq!(notes(&staff, &ticket).await.len(), 10, "of one ticket");
    assert_eq!(list_parked(&staff).await, ["too_many"]);
    arrives(&app, email(COMPANY, &address, "", "I can still reply")).await;
    strangers_write(&app, (0..3).map(|_| COMPANY.to_owned()), &answers).await;
    arrives(&app, email(COMPANY, &address, "", "And again")).await;
    assert_eq!(replies(&client, &ticket).await, ["I can still reply", "And again"]);
    strangers_write(&app, (0..12).map(|_| "spam@else.test".to_owned()), "").await;
    let parked = list_parked(&staff).await;
    assert_eq!(parked.iter().filter(|reason| *reason == "no_ticket").count(), 10, "of one sender");
}

#[tokio::test]
async fn who_vouches_for_an_email_opens_a_ticket_and_adds_to_none() {
    let Story { app, staff, client, ticket, .. } = start().await;
    arrives(&app, format!("From: {CLIENT}\r\nTo: desk@other.test\r\nSubject: [#1] More\r\n\r\nMore\r\n"))
        .await;
    assert_eq!(list_parked(&staff).await, ["unverified"]);
    let waiting = staff.get("/api/backoffice/support-mails").await.data()[0].clone();
    let open = format!("/api/backoffice/support-mails/{}/open", waiting["id"].as_str().unwrap());
    assert_eq!(staff.post(&open, json!({})).await.status, 200);
    app.run_processes().await;
    assert!(list_parked(&staff).await.is_empty());
    assert!(replies(&client, &ticket).await.is_empty(), "the number is no secret");
    let newest = client.get("/api/support_tickets?sort=-number").await.data()[0].clone();
    assert_eq!(show_ticket(&client, &newest).await["messages"][0]["body"], "[#1] More\n\nMore");
}

#[tokio::test]
async fn a_user_of_an_inactive_client_opens_no_ticket() {
    let Story { app, staff, client, .. } = start().await;
    let admin = app.admin(ATLANTICO).await;
    let settings = admin.get("/api/tenant_settings").await.data();
    let desk = settings["mail_ticket_address"].as_str().unwrap();
    let profile = client.get("/api/profile").await.data();
    let path = format!("/api/clients/{}/deactivate", profile["client_id"].as_str().unwrap());
    assert_eq!(admin.post(&path, json!({})).await.status, 200);
    let tickets = "select count(*) from support_tickets";
    let before = count(&app, tickets).await;
    arrives(&app, email(CLIENT, desk, &verified("atlantico.test"), "Open one")).await;
    arrives(&app, email(CLIENT, desk, "", "Open one, unverified")).await;
    assert_eq!(count(&app, tickets).await, before);
    assert_eq!(list_parked(&staff).await, ["no_ticket"], "nobody can vouch for it");
}

const PARK_MANY: &str = "
    insert into support_mails (id, sha256, door, file_key, size, state, reason, received_at)
    select gen_random_uuid(), sha256(number::text::bytea), 'webhook', 'none', 1, 'parked', 'no_ticket', now()
    from generate_series(1, 1000) number";

#[tokio::test]
async fn no_more_than_a_thousand_emails_wait_for_staff() {
    let Story { app, client, ticket, address, .. } = start().await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query(PARK_MANY).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let decided = async |sender: &str| -> (String, Option<String>) {
        arrives(&app, email(sender, "desk@other.test", "", "A box for you")).await;
        let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
        let find = "select state, reason from support_mails where sender_email = $1";
        sqlx::query_as(find).bind(sender).fetch_one(&mut *tx).await.unwrap()
    };
    assert_eq!(decided("bob@else.test").await, ("dropped".to_owned(), Some("too_many".to_owned())));
    arrives(&app, email(COMPANY, &address, "", "I can still reply")).await;
    assert_eq!(replies(&client, &ticket).await, ["I can still reply"]);
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let one =
        "delete from support_mails where id = (select id from support_mails where file_key = 'none' limit 1)";
    sqlx::query(one).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(decided("eva@else.test").await, ("parked".to_owned(), Some("no_ticket".to_owned())));
}

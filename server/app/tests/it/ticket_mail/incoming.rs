//! Replies by e-mail, handed over by a mail server.

use chrono::TimeDelta;
use serde_json::{Value, json};
use support::incoming::take_waiting;
use tenancy::admin::Admin;

use super::{
    COMPANY, STAFF, Story, arrives, at, email, id_of, list_parked, path, post_mail, reply, sent_to,
    show_ticket, start, verified, with_file,
};
use crate::notifications::listed;
use crate::register::count;
use crate::support::{ATLANTICO, PACIFIC, Person};

#[tokio::test]
async fn a_reply_by_email_is_a_message_of_its_ticket_once() {
    let Story { app, staff, client, ticket, sent, address } = start().await;
    let text = "Thank you!\r\n\r\nOn Mon, 23 Nov 2026 at 10:00, Desk wrote:\r\n> At customs.";
    let raw =
        email("Desk <Desk@Company.test>", &address.to_uppercase(), "Message-ID: <1@company.test>\r\n", text);
    arrives(&app, raw.clone()).await;
    arrives(&app, raw).await;
    let seen = show_ticket(&client, &ticket).await;
    assert_eq!((seen["messages"].as_array().unwrap().len(), &seen["support_ticket_status"]), (3, &json!(10)));
    let message = &seen["messages"][2];
    assert_eq!((&message["author"]["name"], &message["author"]["id"]), (&json!("Desk"), &Value::Null));
    assert_eq!((&message["body"], &message["by_staff"]), (&json!("Thank you!"), &json!(false)));
    let mail = &message["by_email"];
    assert_eq!(mail["folded"], "On Mon, 23 Nov 2026 at 10:00, Desk wrote:\n> At customs.");
    assert_eq!((&mail["mail_id"], &mail["sender"]), (&Value::Null, &Value::Null), "only for staff");
    let codes = listed(&client, "").await["data"].clone();
    assert_eq!(codes[0]["data"]["params"]["name"], "Company", "the recipient's name");
    assert_eq!(sent_to(&app, COMPANY).len(), 2, "the writer gets no copy");

    let of_staff = show_ticket(&staff, &ticket).await["messages"][2]["by_email"].clone();
    let file = format!("/api/backoffice/support-mails/{}/file", of_staff["mail_id"].as_str().unwrap());
    assert!(staff.get(&file).await.text().contains("Thank you!"));
    assert_eq!(client.get(&file).await.status, 403);
    assert_eq!(of_staff["sender"], COMPANY);

    // Without the address, earlier ids name the ticket: own ones, and those of e-mails that arrived.
    let known = verified("company.test");
    let own = format!("{known}In-Reply-To: {}\r\n", sent.header("Message-ID"));
    arrives(&app, email(COMPANY, "desk@other.test", &own, "Second")).await;
    arrives(&app, with_file(&format!("{known}References: <1@company.test>\r\n"), COMPANY, "Third")).await;
    // A subject alone does not, and nothing comes back from this installation.
    arrives(&app, "From: ana@a.test\r\nTo: x@b.test\r\nSubject: Re: [#1] delay\r\n\r\nLet me in\r\n").await;
    arrives(&app, [b"Received: x\r\n".to_vec(), sent.0].concat()).await;
    let last: Vec<_> = show_ticket(&client, &ticket).await["messages"].as_array().unwrap()[3..].to_vec();
    assert_eq!(last.iter().map(|one| one["body"].clone()).collect::<Vec<_>>(), ["Second", "Third"]);
    let file = &last[1]["files"][0];
    assert_eq!((&file["file_name"], &file["file_size"]), (&json!("nota.pdf"), &json!(8)));
    let file = client
        .get(&format!(
            "/api/support_tickets/{}/files/{}",
            ticket["id"].as_str().unwrap(),
            file["id"].as_str().unwrap()
        ))
        .await;
    assert_eq!((file.text().as_str(), file.header("content-type")), ("%PDF-1.7", Some("application/pdf")));
    assert!(file.header("content-disposition").unwrap().starts_with("attachment"));
    assert_eq!(list_parked(&staff).await, ["no_ticket"]);
}

#[tokio::test]
async fn what_an_email_repeats_of_its_ticket_is_folded_and_other_words_stay() {
    let Story { app, staff, client, ticket, sent, address } = start().await;
    reply(&staff, &ticket, "The box waits at customs, and the duty on its goods is 35 USD.", 2).await;
    let quoted: String = sent.text().lines().take(8).map(|line| format!("{line}\r\n")).collect();
    let form =
        "From: Shenzhen\r\nTo: Long Beach\r\nDate: 3 December\r\nWeight: 12.5 kg\r\n\r\nDo you insure it?";
    for text in [
        format!("First\r\n\r\nDesk, 23/11:\r\n\r\n{quoted}"),
        "Second\r\n\r\nThe box waits at customs, and the duty on its goods is 35 USD.".to_owned(),
        format!("Third\r\n\r\nFrom: Pacific ({address})\r\nDate: 23 November\r\nTo: Desk\r\n\r\nAt customs."),
        form.to_owned(),
    ] {
        arrives(&app, email(COMPANY, &address, "", &text)).await;
    }
    let messages = show_ticket(&client, &ticket).await["messages"].clone();
    let bodies: Vec<_> =
        messages.as_array().unwrap()[3..].iter().map(|one| one["body"].as_str().unwrap()).collect();
    assert_eq!(bodies[1..], ["Second", "Third", &form.replace('\r', "")]);
    assert!(bodies[0].starts_with("First") && !bodies[0].contains("At customs"), "{}", bodies[0]);
}

#[tokio::test]
async fn nobody_speaks_in_the_name_of_others() {
    let Story { app, staff, client, ticket, address, .. } = start().await;
    arrives(&app, email("Bob <bob@else.test>", &address, "", "I am new here")).await;
    arrives(&app, email(STAFF, &address, "", "Pay to this account")).await;
    let forged = "Authentication-Results: mx.own.test; dmarc=fail header.from=atlantico.test\r\n\
        Authentication-Results: mx.own.test; dmarc=pass header.from=atlantico.test\r\n";
    arrives(&app, email(STAFF, &address, forged, "Pay twice")).await;
    assert_eq!(show_ticket(&client, &ticket).await["messages"].as_array().unwrap().len(), 2);
    assert_eq!(show_ticket(&client, &ticket).await["support_ticket_status"], 20);
    let notes = show_ticket(&staff, &ticket).await["messages"].clone();
    let note = &notes[2];
    assert_eq!((&note["internal"], &note["by_email"]["through"]), (&json!(true), &json!("Company")));
    assert_eq!(
        (&note["by_email"]["mail_kind"], &notes[4]["by_email"]["mail_kind"]),
        (&json!("unclear"), &json!("unclear"))
    );

    let accept = at(&ticket, &format!("/messages/{}/accept", note["id"].as_str().unwrap()));
    assert_eq!(client.post(&accept, json!({})).await.status, 409);
    let accepted = staff.post(&accept, json!({})).await.data();
    assert_eq!(accepted["support_ticket_status"], 10);
    assert_eq!(staff.post(&accept, json!({})).await.status, 404, "once");
    let seen = show_ticket(&client, &ticket).await["messages"][2].clone();
    assert_eq!((&seen["body"], &seen["author"]["name"]), (&json!("I am new here"), &json!("Bob")));

    let pass = "Authentication-Results: mx.own.test; dmarc=pass header.from=atlantico.test\r\n";
    arrives(&app, email(STAFF, &address, pass, "Really staff")).await;
    let seen = show_ticket(&client, &ticket).await;
    assert_eq!(
        (&seen["messages"][3]["by_staff"], &seen["support_ticket_status"]),
        (&json!(true), &json!(20))
    );
}

#[tokio::test]
async fn machines_change_nothing_and_reports_mark_an_address() {
    let Story { app, staff, client, ticket, address, sent } = start().await;
    arrives(&app, email(COMPANY, &address, "Auto-Submitted: auto-replied\r\n", "I am away")).await;
    let bounce = sent.header("Return-Path");
    let report = format!(
        "From: mailer-daemon@a.test\r\nTo: {bounce}\r\nSubject: Failed\r\nContent-Type: multipart/report; \
         report-type=delivery-status; boundary=x\r\n\r\n--x\r\n\r\nNot delivered.\r\n--x\r\nContent-Type: \
         message/delivery-status\r\n\r\nFinal-Recipient: rfc822; {COMPANY}\r\nAction: failed\r\n--x--\r\n"
    );
    arrives(&app, report).await;
    let seen = show_ticket(&client, &ticket).await;
    assert_eq!((seen["messages"].as_array().unwrap().len(), &seen["support_ticket_status"]), (2, &json!(20)));
    let of_staff = show_ticket(&staff, &ticket).await;
    let kinds: Vec<_> = of_staff["messages"].as_array().unwrap()[2..]
        .iter()
        .map(|note| (note["internal"] == true, note["by_email"]["mail_kind"].as_str().unwrap()))
        .collect();
    assert_eq!(kinds, [(true, "automatic"), (true, "bounce")]);
    let failing =
        of_staff["by_email"]["correspondents"].as_array().unwrap().iter().find(|one| one["email"] == COMPANY);
    let failing = failing.unwrap();
    assert!(failing["failing_since"].is_string());
    let told = listed(&staff, "").await["data"].clone();
    assert_eq!(told[0]["data"]["code"], "ticket_mail_failed");
    let before = sent_to(&app, COMPANY).len();
    reply(&staff, &ticket, "Anybody there?", 2).await;
    app.run_processes().await;
    assert_eq!(sent_to(&app, COMPANY).len(), before, "a failing address gets nothing");

    let of = |verb: &str| at(&ticket, &format!("/correspondents/{}/{verb}", failing["id"].as_str().unwrap()));
    assert_eq!(client.post(&of("resume"), json!({})).await.status, 403);
    staff.post(&of("resume"), json!({})).await.data();
    reply(&staff, &ticket, "Hello again", 3).await;
    app.run_processes().await;
    assert_eq!(sent_to(&app, COMPANY).len(), before + 1);
    staff.post(&of("revoke"), json!({})).await.data();
    arrives(&app, email(COMPANY, &address, "", "Too late")).await;
    assert_eq!(list_parked(&staff).await, ["revoked"]);
}

#[tokio::test]
async fn old_tickets_and_too_many_emails() {
    let Story { app, staff, client, ticket, address, .. } = start().await;
    client.post(&at(&ticket, "/close"), json!({})).await.data();
    arrives(&app, email(COMPANY, &address, "", "One more thing")).await;
    let seen = show_ticket(&staff, &ticket).await;
    assert_eq!((&seen["support_ticket_status"], &seen["closed_at"]), (&json!(10), &Value::Null));
    for action in ["/close", "/archive"] {
        staff.post(&at(&ticket, action), json!({})).await.data();
    }
    arrives(&app, email(COMPANY, &address, "", "After a month")).await;
    let list = staff.get("/api/support_tickets?sort=-number").await.data();
    let next = show_ticket(&staff, &list[0]).await;
    assert_eq!((&next["number"], &next["by_email"]["follows"]["number"]), (&json!(2), &json!(1)));
    assert_eq!(next["messages"][0]["body"], "After a month");
    assert_eq!(
        show_ticket(&client, &next).await["addresses"].as_array().unwrap().len(),
        2,
        "with its recipients"
    );
    assert_eq!(show_ticket(&staff, &ticket).await["support_ticket_status"], 99);

    for number in 0..9 {
        arrives(&app, email(COMPANY, &address, "", &format!("Number {number}"))).await;
    }
    assert_eq!(list_parked(&staff).await, ["too_many"]);
    app.state.clock.advance(TimeDelta::minutes(11));
    let waiting = staff.get("/api/backoffice/support-mails").await.data()[0].clone();
    let mail = format!("/api/backoffice/support-mails/{}", waiting["id"].as_str().unwrap());
    assert_eq!(
        (client.post(&format!("{mail}/retry"), json!({})).await.status, waiting["ticket_number"].clone()),
        (403, json!(1))
    );
    assert_eq!(staff.post(&format!("{mail}/retry"), json!({})).await.status, 200);
    app.run_processes().await;
    assert_eq!(list_parked(&staff).await, Vec::<String>::new());
    arrives(&app, email("x@y.test", "nobody@reply.test", "", "Spam")).await;
    let spam = staff.get("/api/backoffice/support-mails?search=x%40y.test").await.data()[0].clone();
    assert_eq!(
        staff.delete(&format!("/api/backoffice/support-mails/{}", spam["id"].as_str().unwrap())).await.status,
        200
    );
    assert_eq!(list_parked(&staff).await, Vec::<String>::new());
}

#[tokio::test]
async fn companies_are_apart_and_a_suspended_one_loses_nothing() {
    let Story { app, staff, client, ticket, address, .. } = start().await;
    let raw = email(COMPANY, &address, "", "For Atlantico");
    assert_eq!(post_mail(&app, PACIFIC, &path(&app, ATLANTICO), raw.clone()).await, 404);
    assert_eq!(post_mail(&app, ATLANTICO, "/api/inbound-mail/x", raw.clone()).await, 404);
    assert_eq!(post_mail(&app, PACIFIC, &path(&app, PACIFIC), raw.clone()).await, 202);
    app.run_processes().await;
    assert_eq!(list_parked(&app.staff(PACIFIC).await).await, ["no_ticket"], "the address is of no use there");
    assert_eq!(show_ticket(&client, &ticket).await["messages"].as_array().unwrap().len(), 2);

    let admin = Admin::connect(app.admin_url()).await.unwrap();
    admin.suspend("atlantico").await.unwrap();
    app.state.tenancy.refresh().await.unwrap();
    for _ in 0..2 {
        assert_eq!(post_mail(&app, ATLANTICO, &path(&app, ATLANTICO), raw.clone()).await, 202);
    }
    take_waiting(&app.state).await.unwrap();
    admin.resume("atlantico").await.unwrap();
    app.state.tenancy.refresh().await.unwrap();
    take_waiting(&app.state).await.unwrap();
    app.run_processes().await;
    drop(staff);
    let client = app.client(ATLANTICO).await;
    let messages = show_ticket(&client, &ticket).await["messages"].clone();
    assert_eq!((messages.as_array().unwrap().len(), &messages[2]["body"]), (3, &json!("For Atlantico")));
}

#[tokio::test]
async fn hostile_emails_are_taken_or_parked() {
    let Story { app, staff, ticket, address, .. } = start().await;
    let from = format!("From: {COMPANY}\r\nTo: {address}\r\n");
    let deep: String = (0..200)
        .map(|at| format!("Content-Type: multipart/mixed; boundary=b{at}\r\n\r\n--b{at}\r\n"))
        .collect();
    let links = "<a href=\"https://x.test\">y</a> ".repeat(5_000);
    for raw in [
        format!("{from}\r\nA\0B\r\n"),
        format!("{from}Subject: {}\r\n\r\nLong\r\n", "a".repeat(1 << 20)),
        format!("{from}{deep}Deep\r\n"),
        format!("{from}Content-Type: text/html\r\n\r\n<img src=\"https://spy.test/a.png\">{links}\r\n"),
        format!("{from}\r\n\r\n"),
    ] {
        arrives(&app, raw).await;
    }
    arrives(&app, b"\0\0no e-mail\xff".to_vec()).await;
    let messages = show_ticket(&staff, &ticket).await["messages"].clone();
    assert_eq!((messages.as_array().unwrap().len(), &messages[2]["body"]), (7, &json!("AB")));
    assert!(!messages.to_string().contains("spy.test"), "no remote picture");
    let reasons = list_parked(&staff).await;
    assert_eq!(reasons.len(), 1, "{reasons:?}");
    let large = vec![b'a'; 25 * 1024 * 1024 + 1];
    assert_eq!(post_mail(&app, ATLANTICO, &path(&app, ATLANTICO), large).await, 413);
}

/// The tickets of a person, the newest first.
async fn tickets(person: &Person) -> Vec<Value> {
    person.get("/api/support_tickets?sort=-number").await.data().as_array().unwrap().clone()
}

const ANNOUNCED: &str = "select count(*) from live_events where body ->> 'resource' = 'support_mail'";

#[tokio::test]
async fn an_email_of_a_user_opens_a_ticket() {
    let Story { app, staff, client, .. } = start().await;
    let settings = app.admin(ATLANTICO).await.get("/api/tenant_settings").await.data();
    let desk = settings["mail_ticket_address"].as_str().unwrap();
    let known = verified("atlantico.test");
    let before = tickets(&client).await.len();
    let headers = format!("{known}Message-ID: <new@atlantico.test>\r\nSubject: Lost box\r\n");
    arrives(&app, with_file(&headers, "client@atlantico.test", "Where is it?")).await;
    let opened = tickets(&client).await;
    assert_eq!(opened.len(), before + 1);
    let new = show_ticket(&client, &opened[0]).await;
    let message = &new["messages"][0];
    assert_eq!((&message["body"], &message["by_staff"]), (&json!("Lost box\n\nWhere is it?"), &json!(false)));
    assert_eq!(message["author"]["id"], id_of(&client).await);
    assert_eq!(message["files"][0]["file_name"], "nota.pdf");
    // The next e-mail of the conversation is a message of the ticket.
    let next = format!("{known}References: <new@atlantico.test>\r\n");
    arrives(&app, email("client@atlantico.test", desk, &next, "Hello?")).await;
    assert_eq!(show_ticket(&client, &opened[0]).await["messages"][1]["body"], "Hello?");

    // Nobody has verified this sender: staff vouch for it.
    arrives(&app, email("client@atlantico.test", desk, "", "Not verified")).await;
    assert_eq!(list_parked(&staff).await, ["unverified"]);
    let waiting = staff.get("/api/backoffice/support-mails").await.data()[0].clone();
    assert_eq!(waiting["can"], json!({ "show": true, "retry": false, "open": true, "delete": true }));
    let open = format!("/api/backoffice/support-mails/{}/open", waiting["id"].as_str().unwrap());
    assert_eq!(client.post(&open, json!({})).await.status, 403);
    assert_eq!(count(&app, ANNOUNCED).await, 1, "open pages show it");
    assert_eq!(staff.post(&open, json!({})).await.status, 200);
    assert_eq!(count(&app, ANNOUNCED).await, 2, "and that it is gone");
    assert_eq!(staff.post(&open, json!({})).await.status, 404);
    app.run_processes().await;
    assert!(list_parked(&staff).await.is_empty());
    let opened = tickets(&client).await;
    assert_eq!(opened.len(), before + 2);
    assert_eq!(show_ticket(&client, &opened[0]).await["messages"][0]["body"], "Re: delay\n\nNot verified");

    let admin = app.admin(ATLANTICO).await;
    let off = json!({ "mail_opens_tickets": false, "revision": settings["revision"] });
    assert_eq!(admin.patch("/api/tenant_settings", off).await.status, 200);
    arrives(&app, email("client@atlantico.test", desk, &known, "Nobody reads it")).await;
    assert_eq!(tickets(&client).await.len(), before + 2);
    let told = sent_to(&app, "client@atlantico.test").pop().unwrap();
    assert!(told.header("Auto-Submitted").starts_with("auto-"), "{}", told.text());
}

#[tokio::test]
async fn a_stranger_is_told_once_a_day_that_nobody_reads_the_email() {
    let Story { app, .. } = start().await;
    let known = verified("else.test");
    for text in ["One", "Two"] {
        arrives(&app, email("bob@else.test", "desk@other.test", &known, text)).await;
    }
    let told = sent_to(&app, "bob@else.test");
    assert_eq!(told.len(), 1);
    assert!(told[0].header("Auto-Submitted").starts_with("auto-"), "no program answers it");
    assert!(!told[0].text().contains("delay"), "it repeats nothing: {}", told[0].text());
    let machine = format!("{known}Auto-Submitted: auto-replied\r\n");
    arrives(&app, email("robot@else.test", "desk@other.test", &machine, "I am away")).await;
    arrives(&app, email("forged@else.test", "desk@other.test", "", "I did not write this")).await;
    for nobody in ["robot@else.test", "forged@else.test"] {
        assert!(sent_to(&app, nobody).is_empty(), "{nobody}");
    }
    app.state.clock.advance(TimeDelta::hours(25));
    arrives(&app, email("bob@else.test", "desk@other.test", &known, "Three")).await;
    assert_eq!(sent_to(&app, "bob@else.test").len(), 2, "the next day");
}

#[tokio::test]
async fn the_company_says_how_long_a_reply_opens_a_closed_ticket_again() {
    let Story { app, staff, ticket, address, .. } = start().await;
    let admin = app.admin(ATLANTICO).await;
    let settings = admin.get("/api/tenant_settings").await.data();
    assert_eq!(settings["ticket_reopen_days"], 14);
    let unknown = json!({ "mail_ticket_subject_id": uuid::Uuid::now_v7(), "revision": settings["revision"] });
    let refused = admin.patch("/api/tenant_settings", unknown).await;
    assert_eq!((refused.status, &*refused.code_at("mail_ticket_subject_id")), (422, "unknown_option"));
    let change = json!({ "ticket_reopen_days": 2, "revision": settings["revision"] });
    assert_eq!(admin.patch("/api/tenant_settings", change).await.status, 200);
    staff.post(&at(&ticket, "/close"), json!({})).await.data();
    app.state.clock.advance(TimeDelta::days(3));
    arrives(&app, email(COMPANY, &address, "", "Late")).await;
    let client = app.client(ATLANTICO).await;
    assert_eq!(show_ticket(&client, &ticket).await["messages"].as_array().unwrap().len(), 2);
    assert_eq!(show_ticket(&client, &ticket).await["support_ticket_status"], 0);
}

/// An e-mail whose text shows a picture, with another picture that it does not show.
fn with_pictures(to: &str, shown: &[u8], attached: &[u8]) -> String {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    let part = |id: &str, bytes: &[u8]| {
        format!(
            "--x\r\nContent-Type: image/png; name=\"{id}.png\"\r\nContent-ID: <{id}@company.test>\r\n\
             Content-Transfer-Encoding: base64\r\n\r\n{}\r\n",
            STANDARD.encode(bytes)
        )
    };
    format!(
        "From: {COMPANY}\r\nTo: {to}\r\nContent-Type: multipart/related; boundary=x\r\n\r\n--x\r\n\
         Content-Type: text/html\r\n\r\n<p>The damage: <img src=\"cid:shown@company.test\"></p>\r\n{}{}--x--\r\n",
        part("shown", shown),
        part("attached", attached),
    )
}

#[tokio::test]
async fn a_picture_in_the_text_of_an_email_is_drawn_anew_and_shown() {
    let Story { app, client, ticket, address, .. } = start().await;
    let png = crate::account::general::png();
    arrives(&app, with_pictures(&address, &png, &png)).await;
    let files = show_ticket(&client, &ticket).await["messages"][2]["files"].clone();
    assert_eq!(
        (&files[0]["file_name"], &files[1]["file_name"]),
        (&json!("shown.png"), &json!("attached.png"))
    );
    assert_eq!(files[1]["picture_url"], Value::Null, "the text does not show it");
    let url = files[0]["picture_url"].as_str().unwrap();
    let drawn = client.get(url).await;
    assert_eq!((drawn.status, drawn.header("content-type")), (200, Some("image/jpeg")));
    assert_eq!(image::load_from_memory(&drawn.body).unwrap().width(), 40);
    assert_eq!(app.signed_in(ATLANTICO, "client2").await.get(url).await.status, 404);
    assert_eq!(app.staff(PACIFIC).await.get(url).await.status, 404);
    let broken = with_pictures(&address, b"\x89PNG\r\n\x1a\n no more", b"");
    arrives(&app, broken).await;
    let files = show_ticket(&client, &ticket).await["messages"][3]["files"].clone();
    assert_eq!(files[0]["picture_url"], Value::Null, "it stays a file");
}

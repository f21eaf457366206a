//! E-mails whose words were lost, folded or taken for those of a program once, as files.

use std::path::Path;

use serde_json::json;

use super::writers::replies;
use super::{Story, arrives, at, list_parked, sent_to, show_ticket, start, verified};
use crate::notifications::listed;

const CLIENT: &str = "client@atlantico.test";

/// The file of an e-mail. It answers nothing yet.
fn read_file(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/data/faults");
    std::fs::read_to_string(folder.join(name)).unwrap()
}

/// The e-mail of a file as an answer of the client to this message, verified by the own mail server.
fn answer(name: &str, message: &str) -> String {
    let text = read_file(name).replace("client@pacific.test", CLIENT).replace("<MESSAGE@HOST>", message);
    format!("{}{}", verified("atlantico.test"), text.replace('\n', "\r\n"))
}

#[tokio::test]
async fn words_of_the_html_are_shown_where_the_text_has_none() {
    let Story { app, staff, client, ticket, sent, .. } = start().await;
    let message = sent.header("Message-ID");
    for name in ["m01.eml", "m01b.eml", "m20.eml"] {
        arrives(&app, answer(name, &message)).await;
    }
    let shown = [
        "Parcel PP000002593US arrived wet.\n\nPlease open a claim for 3 boxes.",
        "Please call me on +1 212 555 0100.",
        "Cancel shipment PP000002593US today.",
    ];
    assert_eq!(replies(&client, &ticket).await, shown);
    assert!(list_parked(&staff).await.is_empty());
}

#[tokio::test]
async fn own_words_that_look_like_a_header_or_an_introduction_are_shown() {
    let Story { app, client, ticket, sent, .. } = start().await;
    let message = sent.header("Message-ID");
    let names = ["m02.eml", "m02b.eml", "m04.eml"];
    for name in names {
        arrives(&app, answer(name, &message)).await;
    }
    let shown = replies(&client, &ticket).await;
    assert_eq!(shown.len(), names.len(), "{shown:?}");
    for (name, shown) in names.into_iter().zip(shown) {
        let text = read_file(name);
        let words = text.split_once("\n\n").unwrap().1;
        // A greeting at the end may be folded.
        let words = words.split("\n\nBest regards").next().unwrap().trim_end();
        assert!(shown.starts_with(words), "{name}: {shown}");
    }
}

#[tokio::test]
async fn a_reply_of_the_requester_through_a_program_opens_a_closed_ticket() {
    let Story { app, staff, client, ticket, sent, .. } = start().await;
    let message = sent.header("Message-ID");
    for (name, text) in [
        ("m05.eml", "We approve the extra charge of 35 USD, please ship."),
        ("m05b.eml", "Yes, please return the parcel to us."),
    ] {
        staff.post(&at(&ticket, "/close"), json!({})).await.data();
        let before = sent_to(&app, CLIENT).len();
        arrives(&app, answer(name, &message)).await;
        assert_eq!(replies(&client, &ticket).await.pop().as_deref(), Some(text));
        assert_eq!(show_ticket(&client, &ticket).await["support_ticket_status"], 10, "{name}: it is open");
        assert_eq!(listed(&staff, "").await["data"][0]["data"]["code"], "ticket_replied", "{name}");
        assert_eq!(sent_to(&app, CLIENT).len(), before, "{name}: nobody answers it automatically");
    }
}

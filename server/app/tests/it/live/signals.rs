//! Who hears what others do with a record.

use std::time::Duration;

use serde_json::{Value, json};
use server_core::live::Audience;
use tokio_tungstenite::tungstenite::Message;

use super::{Listening, Socket, announce};
use crate::process::{enqueue, kinds, owner_of, worker};
use crate::support::{ATLANTICO, PACIFIC, TestApp};
use crate::tickets::opened;

fn signal(signal: &str, id: &str) -> Message {
    Message::text(json!({ "type": "signal", "signal": signal, "target": "ticket", "id": id }).to_string())
}

/// Repeats a signal until it is heard: the first ones can be lost.
async fn heard(from: &mut Socket, to: &mut Socket, (said, id): (&str, &str)) -> Value {
    for _ in 0..60 {
        from.say(signal(said, id)).await;
        let next = tokio::time::timeout(Duration::from_millis(400), async {
            loop {
                let message = to.next().await.unwrap();
                if message["signal"] == said {
                    return message;
                }
            }
        });
        if let Ok(message) = next.await {
            return message;
        }
    }
    panic!("{said} is never heard");
}

/// Whether no signal comes before the next event.
async fn hears_nothing(app: &TestApp, host: &str, socket: &mut Socket) {
    let id = announce(app, host, &Audience::Everybody, "bank").await;
    loop {
        let message = socket.next().await.unwrap();
        assert_ne!(message["type"], "signal", "{message}");
        if message["event"]["ids"][0] == json!(id) {
            return;
        }
    }
}

#[tokio::test]
async fn signals_reach_those_who_have_the_same_ticket_open_and_see_it() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let stranger = app.staff(PACIFIC).await;
    let id = opened(&client).await["id"].as_str().unwrap().to_owned();
    let server = Listening::start(&app).await;
    let (mut of_staff, hello) = server.open(ATLANTICO, &staff, "").await;
    let (mut of_admin, _) = server.open(ATLANTICO, &admin, "").await;
    let (mut of_client, _) = server.open(ATLANTICO, &client, "").await;
    let (mut of_other, _) = server.open(ATLANTICO, &other, "").await;
    let (mut of_stranger, _) = server.open(PACIFIC, &stranger, "").await;
    for socket in [&mut of_admin, &mut of_client, &mut of_other, &mut of_stranger] {
        socket.say(signal("viewing", &id)).await;
    }
    let told = heard(&mut of_staff, &mut of_admin, ("replying", &id)).await;
    assert_eq!((&told["signal"], &told["id"]), (&json!("replying"), &json!(id)));
    assert_eq!((&told["user_id"], &told["target"]), (&hello["user_id"], &json!("ticket")));
    assert!(told["name"].as_str().is_some_and(|name| !name.is_empty()));
    // The client hears who is typing, and neither who looks at it nor who prepares an answer.
    assert_eq!(heard(&mut of_staff, &mut of_client, ("typing", &id)).await["signal"], "typing");
    assert_eq!(heard(&mut of_client, &mut of_staff, ("typing", &id)).await["signal"], "typing");
    hears_nothing(&app, ATLANTICO, &mut of_other).await;
    hears_nothing(&app, PACIFIC, &mut of_stranger).await;
}

#[tokio::test]
async fn a_signal_about_a_record_that_the_sender_does_not_see_is_ignored() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let other = app.signed_in(ATLANTICO, "client2").await;
    let id = opened(&client).await["id"].as_str().unwrap().to_owned();
    let server = Listening::start(&app).await;
    let (mut of_staff, _) = server.open(ATLANTICO, &staff, "").await;
    let (mut of_client, _) = server.open(ATLANTICO, &client, "").await;
    let (mut of_other, _) = server.open(ATLANTICO, &other, "").await;
    of_staff.say(signal("viewing", &id)).await;
    heard(&mut of_client, &mut of_staff, ("viewing", &id)).await;
    of_other.say(signal("typing", &id)).await;
    hears_nothing(&app, ATLANTICO, &mut of_other).await;
    let told = heard(&mut of_client, &mut of_staff, ("replying", &id)).await;
    assert_eq!(told["signal"], "replying");
}

#[tokio::test]
async fn the_progress_of_a_process_reaches_its_owner_and_nobody_else() {
    let app = TestApp::start().await;
    let (staff, admin) = (app.staff(ATLANTICO).await, app.admin(ATLANTICO).await);
    let owner = owner_of(&staff).await;
    let server = Listening::start(&app).await;
    let (mut of_staff, _) = server.open(ATLANTICO, &staff, "").await;
    let (mut of_admin, _) = server.open(ATLANTICO, &admin, "").await;
    // The first ones can be lost, so it goes on until one is heard.
    let work = async {
        for _ in 0..20 {
            let long = kinds::Count { units: 100, pause_ms: 20 };
            enqueue(&app, ATLANTICO, owner, long).await;
            worker(&app, 2).drain().await;
        }
    };
    let listen = async {
        loop {
            let message = of_staff.next().await.unwrap();
            if message["type"] == "progress" && message["done"].as_i64() > Some(0) {
                return message;
            }
        }
    };
    let told = tokio::select! {
        told = listen => told,
        () = work => panic!("no progress is heard"),
    };
    assert_eq!((&told["stage"], &told["total"]), (&json!(10), &json!(100)), "{told}");
    assert!((1..100).contains(&told["progress"].as_i64().unwrap()), "{told}");
    let id = announce(&app, ATLANTICO, &Audience::Everybody, "bank").await;
    loop {
        let message = of_admin.next().await.unwrap();
        assert_ne!(message["type"], "progress", "{message}");
        if message["event"]["ids"][0] == json!(id) {
            return;
        }
    }
}

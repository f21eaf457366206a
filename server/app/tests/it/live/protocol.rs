//! Who receives what, in which order, and what a reconnection brings.

use chrono::TimeDelta;
use serde_json::json;
use server_core::live::{self, Audience};
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, ConnectOptions, Executor};
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

use super::{Listening, after, announce, id_of};
use crate::money::client_of;
use crate::shipments::created;
use crate::support::{ATLANTICO, PACIFIC, TestApp};

#[tokio::test]
async fn a_change_reaches_the_staff_and_the_owner_and_nobody_else() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let (other, stranger) = (app.signed_in(ATLANTICO, "client2").await, app.staff(PACIFIC).await);
    let server = Listening::start(&app).await;
    let (mut of_staff, _) = server.open(ATLANTICO, &staff, "").await;
    let (mut of_client, _) = server.open(ATLANTICO, &client, "").await;
    let (mut of_other, _) = server.open(ATLANTICO, &other, "").await;
    let (mut of_stranger, _) = server.open(PACIFIC, &stranger, "").await;
    let mine = created(&client).await;
    for socket in [&mut of_staff, &mut of_client] {
        let event = socket.event().await;
        assert_eq!(
            event["event"],
            json!({ "type": "records.changed", "resource": "shipment", "ids": [mine["id"]] })
        );
    }
    // The next event is the first the others get.
    let for_all = announce(&app, ATLANTICO, &Audience::Everybody, "shipment").await;
    assert_eq!(id_of(&of_other.event().await), for_all);
    let there = announce(&app, PACIFIC, &Audience::Everybody, "shipment").await;
    assert_eq!(id_of(&of_stranger.event().await), there);
}

#[tokio::test]
async fn a_changed_client_reaches_its_own_users_without_its_id() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let other = app.signed_in(ATLANTICO, "client2").await;
    let id = client_of(&client).await;
    let record = admin.get(&format!("/api/clients/{id}")).await.data();
    let server = Listening::start(&app).await;
    let (mut of_client, _) = server.open(ATLANTICO, &client, "").await;
    let (mut of_other, _) = server.open(ATLANTICO, &other, "").await;
    let change = json!({ "trading_name": "Casa Nova", "version": record["version"] });
    admin.patch(&format!("/api/clients/{id}"), change).await.data();
    assert_eq!(
        of_client.event().await["event"],
        json!({ "type": "records.changed", "resource": "client", "ids": [] })
    );
    let for_all = announce(&app, ATLANTICO, &Audience::Everybody, "shipment").await;
    assert_eq!(id_of(&of_other.event().await), for_all, "others hear nothing of it");
}

#[tokio::test]
async fn nothing_is_lost_or_sent_twice_across_a_reconnection() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let server = Listening::start(&app).await;
    let (mut socket, hello) = server.open(ATLANTICO, &staff, "").await;
    let first = announce(&app, ATLANTICO, &Audience::Staff, "shipment").await;
    let seen = socket.event().await;
    assert_eq!(id_of(&seen), first);
    drop(socket);
    let mut missed = vec![];
    for audience in [Audience::Staff, Audience::Users(vec![Uuid::now_v7()]), Audience::Everybody] {
        let id = announce(&app, ATLANTICO, &audience, "shipment").await;
        if !matches!(audience, Audience::Users(_)) {
            missed.push(id);
        }
    }
    let hello = if hello["epoch"] == Uuid::nil().to_string() {
        server.open(ATLANTICO, &staff, "").await.1
    } else {
        hello
    };
    let (mut socket, again) = server.open(ATLANTICO, &staff, &after(&hello, &seen["seq"])).await;
    assert_eq!(again["resumed"], true);
    missed.push(announce(&app, ATLANTICO, &Audience::Staff, "shipment").await);
    let mut got = vec![];
    for _ in &missed {
        got.push(id_of(&socket.event().await));
    }
    assert_eq!(got, missed);
}

#[tokio::test]
async fn a_cursor_that_cannot_be_continued_is_told() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    announce(&app, ATLANTICO, &Audience::Staff, "shipment").await;
    let server = Listening::start(&app).await;
    let (_, hello) = server.open(ATLANTICO, &staff, "").await;
    assert_eq!(hello["resumed"], false);
    let beyond = hello["seq"].as_i64().unwrap() + 7;
    let foreign = json!({ "epoch": Uuid::now_v7() });
    for query in [after(&hello, &json!(beyond)), after(&foreign, &hello["seq"]), after(&hello, &json!(-5))] {
        let (_, hello) = server.open(ATLANTICO, &staff, &query).await;
        assert_eq!(hello["resumed"], false, "{query}");
    }
    let (_, hello) = server.open(ATLANTICO, &staff, &after(&hello, &hello["seq"])).await;
    assert_eq!(hello["resumed"], true);
}

#[tokio::test]
async fn a_page_that_connects_while_a_new_server_reads_old_events_gets_none_of_them() {
    let app = TestApp::start().await;
    let tenant = app.tenant(ATLANTICO);
    let people = [app.admin(ATLANTICO).await, app.staff(ATLANTICO).await];
    let mut tx = app.state.tenancy.begin(&tenant).await.unwrap();
    for _ in 0..600 {
        live::records_changed(&mut tx, &Audience::Staff, "shipment", &[Uuid::now_v7()]);
    }
    tx.commit().await.unwrap();
    app.state.clock.advance(TimeDelta::minutes(1));
    let server = Listening::start(&app).await;
    let connect = |at: usize| server.try_open(ATLANTICO, people[at].cookie.as_deref(), "", |_| {});

    let owner: PgConnectOptions = app.admin_url().parse().unwrap();
    let mut holder = owner.connect().await.unwrap();
    let lock = format!("begin; lock table {}.live_events", tenant.id);
    holder.execute(AssertSqlSafe(lock)).await.unwrap();
    let first = connect(0).await.unwrap();
    while app.waiting_in("from live_events where seq >").await == 0 {}
    let second = connect(1).await.unwrap();
    holder.execute("rollback").await.unwrap();
    let mut sockets = [first, second];
    for socket in &mut sockets {
        assert_eq!(socket.next().await.unwrap()["type"], "hello");
    }
    let id = announce(&app, ATLANTICO, &Audience::Staff, "shipment").await;
    for socket in &mut sockets {
        assert_eq!(id_of(&socket.event().await), id);
    }
}

#[tokio::test]
async fn a_page_without_a_socket_gets_the_same_messages() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    announce(&app, ATLANTICO, &Audience::Staff, "shipment").await;
    let hello = staff.get("/api/live/events").await.data()[0].clone();
    assert_eq!((&hello["type"], &hello["resumed"]), (&json!("hello"), &json!(false)));
    let id = announce(&app, ATLANTICO, &Audience::Staff, "shipment").await;
    let path = format!("/api/live/events{}", after(&hello, &hello["seq"]));
    let answer = staff.get(&path).await.data();
    assert_eq!((&answer[0]["resumed"], id_of(&answer[1])), (&json!(true), id));
    assert_eq!(app.visitor(ATLANTICO).get("/api/live/events").await.status, 401);
}

#[tokio::test]
async fn the_staff_sees_who_is_online_and_a_client_sees_nobody() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let server = Listening::start(&app).await;
    let (mut of_staff, hello) = server.open(ATLANTICO, &staff, "").await;
    let (of_client, hello_of_client) = server.open(ATLANTICO, &client, "").await;
    let (staff_id, client_id) = (&hello["user_id"], &hello_of_client["user_id"]);
    let mut online = Vec::new();
    while !(online.contains(staff_id) && online.contains(client_id)) {
        let message = of_staff.next().await.unwrap();
        online.extend(message["users"].as_array().cloned().unwrap_or_default());
    }
    drop(of_client);
    let mut left = Vec::new();
    while !left.contains(client_id) {
        left.extend(of_staff.next().await.unwrap()["left"].as_array().cloned().unwrap_or_default());
    }
    let (mut of_client, _) = server.open(ATLANTICO, &client, "").await;
    announce(&app, ATLANTICO, &Audience::Everybody, "shipment").await;
    assert_eq!(of_client.next().await.unwrap()["type"], "event");
}

#[tokio::test]
async fn a_message_that_the_protocol_does_not_have_ends_the_connection() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let server = Listening::start(&app).await;
    for message in [
        Message::text("{}"),
        Message::text(r#"{"type":"beat","seq":0,"visible":true,"channel":"all"}"#),
        Message::text("not json"),
        Message::binary(vec![1, 2, 3]),
        Message::text(format!(r#"{{"type":"beat","seq":0,"visible":"{}"}}"#, "x".repeat(17 * 1024))),
    ] {
        let (mut socket, _) = server.open(ATLANTICO, &staff, "").await;
        socket.say(message).await;
        assert!([1008, 1009, 0].contains(&socket.closed().await));
    }
    let (mut socket, _) = server.open(ATLANTICO, &staff, "").await;
    socket.say(Message::text(r#"{"type":"beat","seq":0,"visible":true}"#)).await;
    let id = announce(&app, ATLANTICO, &Audience::Staff, "shipment").await;
    assert_eq!(id_of(&socket.event().await), id);
}

#[tokio::test]
async fn a_flood_of_messages_ends_the_connection() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let server = Listening::start(&app).await;
    let (mut socket, _) = server.open(ATLANTICO, &staff, "").await;
    for _ in 0..121 {
        socket.say(Message::Ping(vec![].into())).await;
    }
    assert_eq!(socket.closed().await, 1008);
}

#[tokio::test]
async fn a_server_that_stops_sends_its_clients_away() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let server = Listening::start(&app).await;
    let (mut socket, _) = server.open(ATLANTICO, &staff, "").await;
    let hub = app.state.slot::<::live::socket::Hub>().clone();
    let closing = tokio::spawn(async move { hub.close().await });
    assert_eq!(socket.closed().await, 1012);
    closing.await.unwrap();
}

//! Clients end with the set of the database, in its order and nothing twice, whatever happens on the way.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::StreamExt;
use poem::http::header::{COOKIE, ORIGIN};
use serde_json::Value;
use server_core::live::Audience;
use sqlx::ConnectOptions;
use sqlx::postgres::PgConnectOptions;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use super::announce;
use crate::support::servers::OwnRedis;
use crate::support::{ATLANTICO, Person, Served, TestApp};

const CLIENTS: usize = 6;
const EVENTS: usize = 150;

/// Where clients are sent, and whether anything passes.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Open(u16),
    /// Accepts and passes nothing on.
    Frozen,
}

/// A balancer in front of the servers. Each change of the way cuts the open connections.
async fn balance(listener: TcpListener, mut way: watch::Receiver<Way>) {
    loop {
        let Ok((mut near, _)) = listener.accept().await else { return };
        let mut changed = way.clone();
        let now = *way.borrow_and_update();
        tokio::spawn(async move {
            changed.mark_unchanged();
            let Way::Open(port) = now else { return drop(changed.changed().await) };
            let Ok(mut far) = TcpStream::connect(("127.0.0.1", port)).await else { return };
            tokio::select! {
                _ = copy_bidirectional(&mut near, &mut far) => {}
                _ = changed.changed() => {}
            }
        });
    }
}

/// Events that a client has received: number and record.
type Seen = Vec<(i64, String)>;

/// A client that connects again and continues, until the last event has been written and received.
async fn listen(port: u16, person: Person, last: Arc<AtomicBool>, head: watch::Receiver<i64>) -> Seen {
    let (mut seen, mut cursor) = (Seen::new(), None);
    loop {
        let at = cursor.as_ref().map_or(-1, |(_, seq)| *seq);
        if last.load(Ordering::SeqCst) && at >= *head.borrow() {
            return seen;
        }
        let once =
            tokio::time::timeout(Duration::from_secs(3), receive(port, &person, &mut cursor, &mut seen));
        let _ = once.await;
        tokio::task::yield_now().await;
    }
}

async fn receive(
    port: u16,
    person: &Person,
    cursor: &mut Option<(String, i64)>,
    seen: &mut Seen,
) -> Option<()> {
    let query = cursor.as_ref().map(|(epoch, seq)| format!("?epoch={epoch}&after={seq}")).unwrap_or_default();
    let mut request = format!("ws://{ATLANTICO}/api/live{query}").into_client_request().unwrap();
    request.headers_mut().insert(ORIGIN, format!("https://{ATLANTICO}").parse().unwrap());
    request.headers_mut().insert(COOKIE, person.cookie.as_ref().unwrap().parse().unwrap());
    let stream = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
    let (mut socket, _) = client_async(request, stream).await.ok()?;
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let message: Value = serde_json::from_str(&text).unwrap();
        match message["type"].as_str().unwrap() {
            "hello" => {
                assert!(cursor.is_none() || message["resumed"] == true, "a cursor was lost");
                let epoch = message["epoch"].as_str().unwrap().to_owned();
                let known = cursor.as_ref().map(|(_, seq)| *seq);
                *cursor = Some((epoch, known.unwrap_or_else(|| message["seq"].as_i64().unwrap())));
            }
            "event" => {
                let seq = message["seq"].as_i64().unwrap();
                if message["event"]["resource"] == "bank" {
                    seen.push((seq, message["event"]["ids"][0].as_str().unwrap().to_owned()));
                }
                if let Some((_, at)) = cursor {
                    *at = (*at).max(seq);
                }
            }
            _ => {}
        }
    }
    Some(())
}

#[tokio::test(flavor = "multi_thread")]
async fn every_client_ends_with_the_databases_set_in_its_order() {
    let mut redis = OwnRedis::start();
    let app = TestApp::with(&[format!("--redis-url={}", redis.url())]).await;
    let with_redis = redis.url();
    let settings = [("REMESSA_REDIS_URL", with_redis.as_str()), ("REMESSA_WORKERS", "0")];
    // The numbers have an epoch before the first client comes.
    announce(&app, ATLANTICO, &Audience::Everybody, "bank").await;
    let (one, two) = (Served::with(&app, &settings).await, Served::with(&app, &settings).await);
    let ports = [one.port(), two.port()];
    let (direct, way) = watch::channel(Way::Open(ports[0]));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(balance(listener, way));
    let (last, (tell_head, head)) = (Arc::new(AtomicBool::new(false)), watch::channel(0));
    let mut clients = Vec::new();
    for account in ["admin", "staff", "client"].into_iter().cycle().take(CLIENTS) {
        let person = app.signed_in(ATLANTICO, account).await;
        clients.push(tokio::spawn(listen(port, person, last.clone(), head.clone())));
    }
    let mut one = Some(one);
    for at in 0..EVENTS {
        announce(&app, ATLANTICO, &Audience::Everybody, "bank").await;
        match at {
            20 | 120 => {
                direct.send_replace(Way::Open(ports[1]));
            }
            40 => {
                direct.send_replace(Way::Frozen);
            }
            55 => {
                direct.send_replace(Way::Open(ports[0]));
            }
            70 => redis.stop(),
            85 => {
                one.take().unwrap().kill();
                direct.send_replace(Way::Open(ports[1]));
            }
            100 => {
                direct.send_replace(Way::Frozen);
            }
            110 => cut_database(&app).await,
            _ => {}
        }
    }
    let written = written(&app).await;
    tell_head.send(written.last().unwrap().0).unwrap();
    last.store(true, Ordering::SeqCst);
    for client in clients {
        let seen =
            tokio::time::timeout(Duration::from_secs(60), client).await.expect("a client waits").unwrap();
        let from = seen.first().expect("a client received nothing").0;
        let expected: Seen = written.iter().filter(|(seq, _)| *seq >= from).cloned().collect();
        assert_eq!(seen, expected);
        assert!(seen.len() > EVENTS / 2);
    }
}

/// Ends all connections to the database, as a restart of Postgres does, and waits until the test has new ones.
async fn cut_database(app: &TestApp) {
    const CUT: &str = "
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()";
    let owner: PgConnectOptions = app.admin_url().parse().unwrap();
    sqlx::query(CUT).execute(&mut owner.connect().await.unwrap()).await.unwrap();
    while app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.is_err() {
        tokio::task::yield_now().await;
    }
}

async fn written(app: &TestApp) -> Seen {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    sqlx::query_as(
        "select seq, body #>> '{ids,0}' from live_events where body ->> 'resource' = 'bank' order by seq",
    )
    .fetch_all(&mut *tx)
    .await
    .unwrap()
}

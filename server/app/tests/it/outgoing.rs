//! Nobody reaches the inside by a name, whatever it resolves to, and whatever it resolves to later.

use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use server_core::outgoing::{
    Outgoing, OutgoingError, OutgoingUrl, answer_in_turn, count_answers_left, stand_for,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use uuid::Uuid;

use crate::social::{self, apply, at_the_door, provider};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::webhooks::PATH;

const ADDRESSES: &str = include_str!("../../../tests/data/outgoing/addresses.csv");
const URLS: &str = include_str!("../../../tests/data/outgoing/urls.csv");

/// A server of this machine. It reads the first bytes of each connection, and hangs up.
#[derive(Clone)]
struct Door {
    address: SocketAddr,
    knocks: Arc<Mutex<Vec<Vec<u8>>>>,
}

impl Door {
    async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let door = Self { address: listener.local_addr().unwrap(), knocks: Arc::default() };
        let own = door.clone();
        tokio::spawn(async move {
            loop {
                let (mut stream, _) = listener.accept().await.unwrap();
                let mut first = vec![0; 4096];
                let length = stream.read(&mut first).await.unwrap_or_default();
                first.truncate(length);
                own.knocks.lock().unwrap().push(first);
            }
        });
        door
    }

    fn count(&self) -> usize {
        self.knocks.lock().unwrap().len()
    }
}

fn new_name(kind: &str) -> String {
    format!("{kind}-{}.example.com", Uuid::now_v7().simple())
}

fn at(address: &str) -> SocketAddr {
    SocketAddr::new(address.parse().unwrap(), 443)
}

fn rows(cases: &'static str) -> impl Iterator<Item = (&'static str, bool)> {
    cases.lines().skip(1).map(|line| {
        let mut cells = line.split(',');
        (cells.next().unwrap(), cells.next().unwrap() == "allow")
    })
}

/// Whether the other side has noticed.
async fn hang_up(mut stream: TcpStream) -> bool {
    stream.shutdown().await.unwrap();
    stream.read(&mut [0]).await.is_ok_and(|length| length == 0)
}

/// A test of the webhook, and why it failed.
async fn try_out(app: &TestApp, admin: &Person, path: &str) -> Value {
    let sent = admin.post(&format!("{path}/test"), json!({})).await.data();
    app.run_webhooks().await;
    let log = admin.get(&format!("{path}/deliveries")).await.data();
    let tried = log.as_array().unwrap().iter().find(|one| one["id"] == sent["id"]).unwrap().clone();
    tried["attempts"][0]["failure"].clone()
}

#[tokio::test]
async fn a_name_that_moves_inside_is_connected_where_it_was_vetted_and_refused_the_next_time() {
    let (app, outside, inside) = (TestApp::start().await, Door::open().await, Door::open().await);
    let (host, public) = (new_name("rebind"), at("9.9.9.11"));
    stand_for(public, outside.address);
    answer_in_turn(&host, [vec![public], vec![inside.address]]);
    let admin = app.admin(ATLANTICO).await;
    let form = json!({ "url": format!("https://{host}/hook"), "patterns": ["*"] });
    let made = admin.post(PATH, form).await.data();
    let path = format!("{PATH}/{}", made["webhook"]["id"].as_str().unwrap());

    let first = try_out(&app, &admin, &path).await;
    assert_eq!((outside.count(), inside.count(), count_answers_left(&host)), (1, 0, 1), "it is asked once");
    let said = String::from_utf8_lossy(&outside.knocks.lock().unwrap()[0]).into_owned();
    assert!(said.contains(&host), "the certificate must be that of the name");

    let second = try_out(&app, &admin, &path).await;
    assert_eq!((outside.count(), inside.count(), count_answers_left(&host)), (1, 0, 0));
    assert_eq!(first, second, "a company does not read which of both it was");
}

#[tokio::test]
async fn each_address_of_the_table_is_reached_or_refused_by_a_name() {
    let (app, door) = (TestApp::start().await, Door::open().await);
    let guard = Outgoing::of(&app.state);
    let mut count = 0;
    for (address, is_allowed) in rows(ADDRESSES) {
        let (host, address) = (new_name("table"), SocketAddr::new(address.parse::<IpAddr>().unwrap(), 443));
        if is_allowed {
            stand_for(address, door.address);
        }
        answer_in_turn(&host, [vec![address], vec![address], vec![at("9.9.9.12"), address]]);
        let url = OutgoingUrl::parse(&format!("https://{host}/")).unwrap();
        let before = door.count();
        let sent = guard.post(&url, HeaderMap::new(), Vec::new(), Duration::from_secs(5)).await;
        let is_inside = matches!(sent, Err(OutgoingError::Inside(_)));
        assert_eq!((!is_inside, door.count() - before), (is_allowed, usize::from(is_allowed)), "{address}");
        match guard.connect(&host, 443).await {
            Ok(stream) => assert!(is_allowed && hang_up(stream).await, "{address}"),
            Err(_) => assert!(!is_allowed, "{address}"),
        }
        if !is_allowed {
            let mixed = guard.connect(&host, 443).await;
            assert!(matches!(mixed, Err(OutgoingError::Inside(_))), "{address} beside a public one");
        }
        count += 1;
    }
    assert!(count > 40);
}

#[tokio::test]
async fn each_url_of_the_table_is_taken_or_refused_for_a_webhook() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    for (url, is_allowed) in rows(URLS).filter(|(url, _)| !url.contains(' ') && *url != "https://1.1.1.1/") {
        let answer = admin.post(PATH, json!({ "url": url, "patterns": ["*"] })).await;
        match is_allowed {
            true => {
                assert_eq!(answer.status, 200, "{url}: {}", answer.text());
                // Two rows can be the same address, which is that of one webhook alone.
                let id = crate::webhooks::text(&answer.data()["webhook"]["id"]);
                assert_eq!(admin.delete(&format!("{PATH}/{id}")).await.status, 200);
            }
            false => assert_eq!(answer.code_at("url"), "invalid_webhook_url", "{url}"),
        }
    }
}

#[tokio::test]
async fn a_provider_whose_name_is_inside_is_not_asked() {
    let (app, inside) = (TestApp::start().await, Door::open().await);
    let host = new_name("id");
    answer_in_turn(&host, [vec![at("9.9.9.13"), inside.address]]);
    let keyring = social::keyring(&app, Some(provider::SECRET));
    apply(&app, ATLANTICO, &social::entry(&format!("https://{host}")), &keyring).await.unwrap();
    let visitor = at_the_door(&app).await;
    let refused = visitor.post("/api/login-social/begin", json!({ "provider": "acme" })).await;
    assert_eq!((refused.status, refused.message_code()), (503, "social_unavailable".into()));
    assert_eq!((inside.count(), count_answers_left(&host)), (0, 0));
    for inner in ["https://10.0.0.8", "https://keycloak.internal", "http://id.example.com"] {
        let applied = apply(&app, ATLANTICO, &social::entry(inner), &keyring).await;
        assert!(applied.is_err(), "{inner}");
    }
}

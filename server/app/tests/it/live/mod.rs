//! The live connection, on a real socket.

mod ends;
mod money;
mod nemesis;
mod protocol;
mod refused;
mod signals;
mod sources;

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use poem::http::header::{COOKIE, ORIGIN, SEC_WEBSOCKET_PROTOCOL};
use poem::http::{HeaderValue, Request};
use serde_json::Value;
use server_core::http::connections::{self, Caps, Deadlines};
use server_core::live::{self, Audience};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};
use tokio_util::sync::{CancellationToken, DropGuard};
use uuid::Uuid;

use crate::support::{Person, TestApp};

/// Longer than any event takes on a busy machine.
const CALL_TIMEOUT: Duration = Duration::from_secs(20);

/// The application behind a real listener.
pub struct Listening {
    pub port: u16,
    _stop: DropGuard,
}

impl Listening {
    pub async fn start(app: &TestApp) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (port, stop) = (listener.local_addr().unwrap().port(), CancellationToken::new());
        let caps = Caps { all: 10_000, trusted_proxies: vec![], deadlines: Deadlines::default() };
        tokio::spawn(connections::serve(listener, app::app(app.state.clone()), caps, stop.clone()));
        Self { port, _stop: stop.drop_guard() }
    }

    /// The handshake of a browser on this host. `change` may change it before it is sent.
    pub async fn try_open(
        &self,
        host: &str,
        cookie: Option<&str>,
        query: &str,
        change: impl FnOnce(&mut Request<()>),
    ) -> Result<Socket, u16> {
        let mut request = format!("ws://{host}/api/live{query}").into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert(ORIGIN, format!("https://{host}").parse().unwrap());
        headers.insert(SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static("remessa.v1"));
        if let Some(cookie) = cookie {
            headers.insert(COOKIE, cookie.parse().unwrap());
        }
        change(&mut request);
        let stream = TcpStream::connect(("127.0.0.1", self.port)).await.unwrap();
        match client_async(request, stream).await {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(other) => panic!("{other}"),
        }
    }

    /// The socket of a signed-in person, after its greeting.
    pub async fn open(&self, host: &str, person: &Person, query: &str) -> (Socket, Value) {
        let cookie = person.cookie.as_deref();
        let mut socket = self.try_open(host, cookie, query, |_| {}).await.unwrap();
        let hello = socket.next().await.unwrap();
        assert_eq!(hello["type"], "hello", "{hello}");
        (socket, hello)
    }
}

pub struct Socket(pub WebSocketStream<TcpStream>);

impl Socket {
    /// The next message, or the code the server closed the connection with. Without one it is 0.
    pub async fn next(&mut self) -> Result<Value, u16> {
        loop {
            let next = tokio::time::timeout(CALL_TIMEOUT, self.0.next()).await.expect("nothing arrives");
            match next {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(frame))) => return Err(frame.map_or(0, |frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(0),
            }
        }
    }

    /// The next event. The settings with which the company was made can be so recent that a page might have missed them.
    pub async fn event(&mut self) -> Value {
        loop {
            let message = self.next().await.expect("the connection was closed");
            if message["type"] == "event" && message["event"]["type"] != "settings.changed" {
                return message;
            }
        }
    }

    /// The code the server closes the connection with.
    pub async fn closed(&mut self) -> u16 {
        loop {
            if let Err(code) = self.next().await {
                return code;
            }
        }
    }

    pub async fn say(&mut self, message: Message) {
        self.0.send(message).await.unwrap();
    }
}

/// Announces a change of a record in a transaction of its own.
pub async fn announce(app: &TestApp, host: &str, audience: &Audience, resource: &str) -> Uuid {
    let id = Uuid::now_v7();
    let mut tx = app.state.tenancy.begin(&app.tenant(host)).await.unwrap();
    live::records_changed(&mut tx, audience, resource, &[id]);
    tx.commit().await.unwrap();
    id
}

pub fn id_of(event: &Value) -> Uuid {
    event["event"]["ids"][0].as_str().unwrap().parse().unwrap()
}

/// The place to continue at, as a query.
pub fn after(hello: &Value, seq: &Value) -> String {
    format!("?v=1&epoch={}&after={seq}", hello["epoch"].as_str().unwrap())
}

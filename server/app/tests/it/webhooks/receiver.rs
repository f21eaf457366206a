//! A receiver on this machine. It records what it gets, and answers as it is told.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard};

use poem::http::{HeaderMap, StatusCode};
use poem::listener::{Acceptor, Listener, TcpListener};
use poem::{EndpointExt, Request, Response, Server, endpoint};
use serde_json::Value;
use server_core::outgoing::divert;
use uuid::Uuid;

/// A request that came.
#[derive(Clone, Debug)]
pub struct Received {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Received {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

/// An answer that it gives once.
#[derive(Clone, Debug)]
pub struct GivenAnswer {
    pub status: u16,
    pub headers: Vec<(&'static str, String)>,
    pub body: String,
}

impl GivenAnswer {
    pub fn of(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: String::new() }
    }

    pub fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    pub fn saying(mut self, body: &str) -> Self {
        body.clone_into(&mut self.body);
        self
    }
}

#[derive(Default)]
struct ReceiverState {
    received: Vec<Received>,
    next: VecDeque<GivenAnswer>,
    /// The answer when none is left.
    usual: Option<u16>,
}

#[derive(Clone)]
pub struct Receiver {
    pub url: String,
    state: Arc<Mutex<ReceiverState>>,
}

impl Receiver {
    /// It answers 204.
    pub async fn start() -> Self {
        let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.unwrap();
        let address = acceptor.local_addr()[0].as_socket_addr().copied().unwrap();
        let host = format!("hooks-{}.example.com", Uuid::now_v7().simple());
        let receiver = Self { url: format!("https://{host}/hook"), state: Arc::default() };
        let own = receiver.clone();
        let app = endpoint::make(move |request| {
            let receiver = own.clone();
            async move { Ok::<_, poem::Error>(receiver.answer(request).await) }
        });
        tokio::spawn(Server::new_with_acceptor(acceptor).run(app.boxed()));
        divert(&host, address);
        receiver
    }

    /// The next answers, one after the other.
    pub fn give(&self, answers: impl IntoIterator<Item = GivenAnswer>) {
        self.lock().next.extend(answers);
    }

    /// From now on it answers so.
    pub fn always(&self, status: u16) {
        self.lock().usual = Some(status);
    }

    pub fn received(&self) -> Vec<Received> {
        self.lock().received.clone()
    }

    pub fn types(&self) -> Vec<String> {
        self.received().iter().map(|one| one.json()["type"].as_str().unwrap().to_owned()).collect()
    }

    pub fn forget(&self) {
        self.lock().received.clear();
    }

    fn lock(&self) -> MutexGuard<'_, ReceiverState> {
        self.state.lock().unwrap()
    }

    async fn answer(&self, mut request: Request) -> Response {
        let (path, headers) = (request.uri().path().to_owned(), request.headers().clone());
        let body = request.take_body().into_vec().await.unwrap_or_default();
        let mut state = self.lock();
        state.received.push(Received { path, headers, body });
        let usual = GivenAnswer::of(state.usual.unwrap_or(204));
        let given = state.next.pop_front().unwrap_or(usual);
        let mut response = Response::builder().status(StatusCode::from_u16(given.status).unwrap());
        for (name, value) in given.headers {
            response = response.header(name, value);
        }
        response.body(given.body)
    }
}

//! A post on this machine, with the calls of Packet as public clients of it know them. It records what it is asked.

use std::sync::{Arc, Mutex, MutexGuard};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use chrono::Datelike;
use chrono_tz::America::Sao_Paulo;
use poem::http::{Method, StatusCode};
use poem::listener::{Acceptor, Listener, TcpListener};
use poem::{EndpointExt, IntoResponse, Request, Response, Server, endpoint, web::Json};
use serde_json::{Value, json};
use server_core::clock::Clock;
use server_core::outgoing::divert;
use uuid::Uuid;

pub const USER: &str = "remessa";
pub const PASSWORD: &str = "access code of the contract";
pub const CARD: &str = "0067599079";

/// How the post behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PostMode {
    #[default]
    Answers,
    /// Does what it is asked and never answers.
    LosesAnswer,
    /// Does nothing, and says that it is busy.
    IsBusy,
    Refuses,
}

/// A unit that it has made.
#[derive(Clone, Debug)]
pub struct MadeUnit {
    pub dispatch_no: i64,
    pub code: String,
}

#[derive(Default)]
struct PostState {
    mode: PostMode,
    units: Vec<MadeUnit>,
    /// `POST units`, with what was sent.
    calls: Vec<(String, Value)>,
    /// Passes that it has given; the newest one is valid.
    tokens: usize,
}

#[derive(Clone)]
pub struct PostOffice {
    /// Its name outside.
    pub host: String,
    /// Where it is on this machine.
    pub address: std::net::SocketAddr,
    state: Arc<Mutex<PostState>>,
}

impl PostOffice {
    pub async fn start() -> Self {
        let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.unwrap();
        let address = acceptor.local_addr()[0].as_socket_addr().copied().unwrap();
        let host = format!("post-{}.example.com", Uuid::now_v7().simple());
        let post = Self { host, address, state: Arc::default() };
        let own = post.clone();
        let app = endpoint::make(move |request| {
            let post = own.clone();
            async move { Ok::<_, poem::Error>(post.answer(request).await) }
        });
        tokio::spawn(Server::new_with_acceptor(acceptor).run(app.boxed()));
        divert(&post.host, address);
        post
    }

    pub fn set(&self, mode: PostMode) {
        self.lock().mode = mode;
    }

    pub fn units(&self) -> Vec<MadeUnit> {
        self.lock().units.clone()
    }

    /// How often a call was made.
    pub fn count(&self, call: &str) -> usize {
        self.lock().calls.iter().filter(|(name, _)| name == call).count()
    }

    /// The body of the newest of these calls.
    pub fn last_form(&self, call: &str) -> Value {
        let state = self.lock();
        let found = state.calls.iter().rev().find(|(name, _)| name == call);
        found.map_or_else(|| panic!("nobody called {call}"), |(_, form)| form.clone())
    }

    /// Whatever passes it has given are over.
    pub fn end_tokens(&self) {
        self.lock().tokens += 1;
    }

    fn lock(&self) -> MutexGuard<'_, PostState> {
        self.state.lock().unwrap()
    }

    async fn answer(&self, mut request: Request) -> Response {
        let method = request.method().clone();
        let path = request.uri().path().to_owned();
        let query = request.uri().query().unwrap_or_default().to_owned();
        let pass = request.header("authorization").unwrap_or_default().to_owned();
        let form: Value = match request.take_body().into_bytes().await {
            Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_default(),
            Err(_) => Value::Null,
        };
        if path.starts_with("/token/") {
            return self.give_token(&path, &pass, &form);
        }
        let Some(rest) = path.strip_prefix("/packet/v1/units") else {
            return say(StatusCode::NOT_FOUND, json!({ "message": path }));
        };
        if pass != format!("Bearer pass {}", self.lock().tokens) {
            return say(StatusCode::UNAUTHORIZED, json!({ "msgs": ["GTW-007: Token expirado"] }));
        }
        let name = if rest.is_empty() { "units" } else { "unit" };
        self.lock().calls.push((format!("{method} {name}"), form.clone()));
        let mode = self.lock().mode;
        if mode == PostMode::IsBusy {
            return say(StatusCode::SERVICE_UNAVAILABLE, json!({ "message": "busy" }));
        }
        let answer = self.carry_out(&method, rest.trim_start_matches('/'), &query, &form);
        if mode == PostMode::LosesAnswer && method != Method::GET {
            std::future::pending::<()>().await;
        }
        answer
    }

    fn give_token(&self, path: &str, pass: &str, form: &Value) -> Response {
        let own = format!("Basic {}", BASE64_STANDARD.encode(format!("{USER}:{PASSWORD}")));
        let is_own = pass == own && path.ends_with("/cartaopostagem") && form["numero"] == CARD;
        if !is_own {
            return say(StatusCode::UNAUTHORIZED, json!({ "msgs": ["unknown contract"] }));
        }
        let mut state = self.lock();
        state.tokens += 1;
        say(StatusCode::CREATED, json!({ "token": format!("pass {}", state.tokens) }))
    }

    fn carry_out(&self, method: &Method, code: &str, query: &str, form: &Value) -> Response {
        let mut state = self.lock();
        if state.mode == PostMode::Refuses && *method != Method::GET {
            return say(StatusCode::BAD_REQUEST, json!({ "msgs": ["objeto em outra unidade"] }));
        }
        match *method {
            Method::POST => {
                let (dispatch_no, code) = build_code(form);
                state.units.push(MadeUnit { dispatch_no, code: code.clone() });
                let sequence = &form["unitList"][0]["sequence"];
                say(
                    StatusCode::OK,
                    json!({ "unitResponseList": [{ "sequence": sequence, "unitCode": code }] }),
                )
            }
            Method::GET => {
                let of_dispatch = |unit: &&MadeUnit| query == format!("dispatchNumber={}", unit.dispatch_no);
                let found: Vec<Value> = state
                    .units
                    .iter()
                    .filter(of_dispatch)
                    .map(|unit| json!({ "unitCode": unit.code }))
                    .collect();
                say(StatusCode::OK, json!({ "unitResponseList": found }))
            }
            _ => {
                state.units.retain(|unit| unit.code != code);
                say(StatusCode::OK, json!({}))
            }
        }
    }
}

/// The number that a post of Germany gives to a unit that weighs a kilogram, in the year that it is in São Paulo.
fn build_code(form: &Value) -> (i64, String) {
    let text = |name: &str| form[name].as_str().unwrap().to_owned();
    let number = |value: &Value| value.as_i64().unwrap();
    let (dispatch_no, sequence) = (number(&form["dispatchNumber"]), number(&form["unitList"][0]["sequence"]));
    let year = Clock::default().now().with_timezone(&Sao_Paulo).year() % 10;
    let code = format!(
        "{}{}DE{}{}{}{year}{dispatch_no:04}{sequence:03}000010",
        text("originCountry"),
        text("originOperatorName"),
        text("destinationOperatorName"),
        text("postalCategoryCode"),
        text("serviceSubclassCode"),
    );
    assert_eq!(code.len(), 29, "{code}");
    (dispatch_no, code)
}

fn say(status: StatusCode, body: Value) -> Response {
    let body = Json(body).into_response();
    Response::builder().status(status).content_type("application/json").body(body.into_body())
}

//! A server of Karrio on this machine, with the calls that are used of it. It records what it is asked.

use std::sync::{Arc, Mutex, MutexGuard};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use poem::http::{Method, StatusCode};
use poem::listener::{Acceptor, Listener, TcpListener};
use poem::{EndpointExt, IntoResponse, Request, Response, Server, endpoint, web::Json};
use serde_json::{Value, json};
use server_core::outgoing::divert;
use uuid::Uuid;

pub const KEY: &str = "key_0123456789abcdef";
pub const ACCOUNT: &str = "my_post";
/// The secret of its subscriptions.
pub const SECRET: &str = "0a1b2c3d4e5f";
pub const LABEL: &[u8] = b"%PDF-1.4 label of the last mile";

/// How the server behaves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KarrioMode {
    #[default]
    Answers,
    /// Does what it is asked, and says that it has failed.
    LosesAnswer,
    /// Does nothing, and says that it is busy.
    IsBusy,
    Refuses,
}

#[derive(Default)]
struct KarrioState {
    mode: KarrioMode,
    /// Shipments whose labels were bought.
    shipments: Vec<Value>,
    pickups: Vec<Value>,
    manifests: Vec<Value>,
    /// The answer about each parcel.
    tracking: Value,
    /// `POST shipments`, with what was sent.
    calls: Vec<(String, Value)>,
}

#[derive(Clone)]
pub struct KarrioServer {
    /// Its name outside.
    pub host: String,
    state: Arc<Mutex<KarrioState>>,
    /// While a test has it, subscriptions are made but not answered.
    pub subscribing: Arc<tokio::sync::Mutex<()>>,
}

impl KarrioServer {
    pub async fn start() -> Self {
        let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.unwrap();
        let address = acceptor.local_addr()[0].as_socket_addr().copied().unwrap();
        let server = Self::named();
        let own = server.clone();
        let app = endpoint::make(move |request| {
            let server = own.clone();
            async move { Ok::<_, poem::Error>(server.answer(request).await) }
        });
        tokio::spawn(Server::new_with_acceptor(acceptor).run(app.boxed()));
        divert(&server.host, address);
        server
    }

    /// A name outside, behind which nothing is yet.
    pub fn named() -> Self {
        Self {
            host: format!("karrio-{}.example.com", Uuid::now_v7().simple()),
            state: Arc::default(),
            subscribing: Arc::default(),
        }
    }

    pub fn set(&self, mode: KarrioMode) {
        self.lock().mode = mode;
    }

    pub fn track(&self, tracking: Value) {
        self.lock().tracking = tracking;
    }

    /// Labels that were bought and not cancelled.
    pub fn labels(&self) -> usize {
        self.lock().shipments.iter().filter(|shipment| shipment["status"] != "cancelled").count()
    }

    /// Pickups for which the carrier comes.
    pub fn pickups(&self) -> usize {
        self.lock().pickups.iter().filter(|pickup| pickup["status"] != "cancelled").count()
    }

    pub fn manifests(&self) -> usize {
        self.lock().manifests.len()
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

    fn lock(&self) -> MutexGuard<'_, KarrioState> {
        self.state.lock().unwrap()
    }

    async fn answer(&self, mut request: Request) -> Response {
        let method = request.method().clone();
        let path = request.uri().path().trim_start_matches("/v1/").to_owned();
        let query = request.uri().query().unwrap_or_default().to_owned();
        let pass = request.header("authorization").unwrap_or_default().to_owned();
        let reference = request.header("x-request-id").unwrap_or_default().to_owned();
        let form: Value = match request.take_body().into_bytes().await {
            Ok(bytes) => serde_json::from_slice(&bytes).unwrap_or_default(),
            Err(_) => Value::Null,
        };
        if pass != format!("Token {KEY}") {
            return say(StatusCode::UNAUTHORIZED, json!({ "errors": [{ "message": "Invalid token." }] }));
        }
        let room = path.split('/').next().unwrap_or_default().to_owned();
        self.lock().calls.push((format!("{method} {room}"), form.clone()));
        let mode = self.lock().mode;
        if mode == KarrioMode::IsBusy {
            return say(StatusCode::SERVICE_UNAVAILABLE, json!({}));
        }
        if mode == KarrioMode::Refuses && method == Method::POST {
            let messages = json!({ "messages": [{ "message": "unknown postcode", "carrier_id": ACCOUNT }] });
            return say(StatusCode::FAILED_DEPENDENCY, messages);
        }
        let answer = self.carry_out(&method, &path, &query, &form, &reference);
        if room == "webhooks" && method == Method::POST {
            drop(self.subscribing.lock().await);
        }
        match mode == KarrioMode::LosesAnswer && method == Method::POST {
            true => say(StatusCode::BAD_GATEWAY, json!({})),
            false => answer,
        }
    }

    fn carry_out(&self, method: &Method, path: &str, query: &str, form: &Value, reference: &str) -> Response {
        let mut state = self.lock();
        let parts: Vec<&str> = path.split('/').collect();
        match (method, &parts[..]) {
            (&Method::GET, ["connections"]) => {
                let own = json!({ "carrier_name": "generic", "carrier_id": ACCOUNT, "active": true });
                say(StatusCode::OK, json!({ "count": 1, "results": [own] }))
            }
            (&Method::POST, ["proxy", "rates"]) => say(StatusCode::OK, rates()),
            (&Method::POST, ["shipments"]) => {
                let made = make_shipment(form, state.shipments.len());
                state.shipments.push(made.clone());
                say(StatusCode::CREATED, made)
            }
            (&Method::GET, ["shipments"]) => {
                let wanted = query.trim_start_matches("order_id=");
                let own = state.shipments.iter().filter(|one| one["order_id"] == wanted);
                let found: Vec<Value> = own.map(without_documents).collect();
                say(StatusCode::OK, json!({ "count": found.len(), "results": found }))
            }
            (&Method::POST, ["shipments", _, "documents", "label"]) => {
                say(StatusCode::OK, json!({ "category": "label", "format": "PDF", "base64": encode() }))
            }
            (&Method::POST, ["shipments", id, "cancel"]) => {
                for shipment in state.shipments.iter_mut().filter(|one| one["id"] == *id) {
                    shipment["status"] = "cancelled".into();
                }
                say(StatusCode::OK, json!({ "id": id, "status": "cancelled" }))
            }
            (&Method::GET, ["trackers", _]) if state.tracking.is_null() => {
                say(StatusCode::NOT_FOUND, json!({ "errors": [{ "code": "not_found" }] }))
            }
            (&Method::GET, ["trackers", _]) => say(StatusCode::OK, state.tracking.clone()),
            (&Method::POST, ["trackers"]) => say(StatusCode::ACCEPTED, json!({ "status": "pending" })),
            (&Method::POST, ["webhooks"]) => say(
                StatusCode::CREATED,
                json!({ "id": format!("whk_{}", state.calls.len()), "secret": SECRET }),
            ),
            (&Method::DELETE, ["webhooks", _]) => say(StatusCode::OK, json!({})),
            _ => state.hand_over(method, &parts, query, reference),
        }
    }
}

impl KarrioState {
    /// Pickups and manifests, each under the reference of its call.
    fn hand_over(&mut self, method: &Method, parts: &[&str], query: &str, reference: &str) -> Response {
        let listed = |all: &[Value]| {
            let wanted = query.trim_start_matches("request_id=");
            let own = all.iter().filter(|one| one["meta"]["request_id"] == wanted);
            json!({ "results": own.cloned().collect::<Vec<Value>>() })
        };
        let meta = json!({ "request_id": reference });
        match (method, parts) {
            (&Method::POST, ["pickups"]) => {
                let number = self.pickups.len();
                let charge = json!({ "name": "Pickup", "amount": 4.5, "currency": "USD" });
                let made = json!({ "id": format!("pck_{number}"), "confirmation_number": format!("PU{number}"),
                                   "status": "scheduled", "pickup_charge": charge, "meta": meta });
                self.pickups.push(made.clone());
                say(StatusCode::CREATED, made)
            }
            (&Method::GET, ["pickups"]) => say(StatusCode::OK, listed(&self.pickups)),
            (&Method::POST, ["pickups", id, "cancel"]) => {
                let Some(pickup) = self.pickups.iter_mut().find(|one| one["id"] == *id) else {
                    return say(StatusCode::NOT_FOUND, json!({}));
                };
                let was_cancelled = pickup["status"] == "cancelled";
                pickup["status"] = "cancelled".into();
                say(if was_cancelled { StatusCode::CONFLICT } else { StatusCode::OK }, pickup.clone())
            }
            (&Method::POST, ["manifests"]) => {
                let made = json!({ "id": format!("manf_{}", self.manifests.len()), "meta": meta });
                self.manifests.push(made.clone());
                say(StatusCode::CREATED, made)
            }
            (&Method::GET, ["manifests"]) => say(StatusCode::OK, listed(&self.manifests)),
            (&Method::POST, ["manifests", _, "document"]) => {
                say(StatusCode::OK, json!({ "category": "manifest", "format": "PDF", "base64": encode() }))
            }
            _ => say(StatusCode::NOT_FOUND, json!({})),
        }
    }
}

fn rates() -> Value {
    let rate = |service: &str, total: f64| {
        json!({ "carrier_name": "generic", "carrier_id": ACCOUNT, "service": service, "currency": "USD",
                "total_charge": total, "transit_days": 3, "test_mode": false })
    };
    json!({ "messages": [], "rates": [rate("express_service", 30.0), rate("standard_service", 10.0)] })
}

/// It charges more than its rates have said.
fn make_shipment(form: &Value, number: usize) -> Value {
    json!({
        "id": format!("shp_{number}"), "status": "created", "order_id": form["order_id"], "carrier_name": "generic",
        "tracking_number": number_of(number), "tracker_id": format!("trk_{number}"),
        "tracking_url": format!("https://karrio.example.com/tracking/generic/{}", number_of(number)),
        "selected_rate": { "service": form["service"], "total_charge": 12.5, "currency": "USD" },
        "shipping_documents": [{ "category": "label", "format": "PDF", "base64": encode() }],
    })
}

pub fn number_of(number: usize) -> String {
    format!("1Z{number:06}")
}

/// Lists have no files.
fn without_documents(shipment: &Value) -> Value {
    let mut listed = shipment.clone();
    listed["shipping_documents"] = json!([{ "category": "label", "format": "PDF", "base64": null }]);
    listed
}

fn encode() -> String {
    BASE64_STANDARD.encode(LABEL)
}

fn say(status: StatusCode, body: Value) -> Response {
    let body = Json(body).into_response();
    Response::builder().status(status).content_type("application/json").body(body.into_body())
}

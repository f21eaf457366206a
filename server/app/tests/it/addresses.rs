//! Postcodes: the tenant's cache, a fake service, and the shipped list.

use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use poem::http::StatusCode;
use poem::listener::{Acceptor, Listener, TcpListener};
use poem::web::{Data, Json, Path};
use poem::{EndpointExt, IntoResponse, Response, Route, Server, get, handler};
use serde_json::{Value, json};

use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};

const PAULISTA: &str = "/api/auxiliar/postcode/BR/01310-100";

/// A local postcode service that counts its requests.
struct Service {
    url: String,
    asked: Arc<AtomicUsize>,
}

#[handler]
fn stand_in(
    Path((country, postcode)): Path<(String, String)>,
    Data(asked): Data<&Arc<AtomicUsize>>,
) -> Response {
    asked.fetch_add(1, Ordering::SeqCst);
    let found = |street: &str, district: &str, city: &str, state: &str| {
        let body = json!({ "logradouro": street, "bairro": district, "localidade": city, "uf": state });
        Json(body).into_response()
    };
    match (country.as_str(), postcode.as_str()) {
        ("BR", "01310100") => found("Avenida Paulista", "Bela Vista", "São Paulo", "SP"),
        ("BR", "20040002") => found("Rua da Assembleia", "Centro", "São Paulo", "SP"),
        ("BR", "01310999") => Json(json!({ "erro": "true" })).into_response(),
        ("PT", "1000001") => found("Rua do Ouro", "", "Lisboa", "Lisboa"),
        ("BR", "80010000") => StatusCode::INTERNAL_SERVER_ERROR.into(),
        _ => StatusCode::NOT_FOUND.into(),
    }
}

impl Service {
    async fn start() -> Self {
        let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.unwrap();
        let address = acceptor.local_addr()[0].to_string();
        let asked = Arc::new(AtomicUsize::new(0));
        let app = Route::new().at("/:country/:postcode", get(stand_in)).data(asked.clone());
        tokio::spawn(Server::new_with_acceptor(acceptor).run(app));
        let url = format!("http://{}/{{country}}/{{postcode}}", address.trim_start_matches("socket://"));
        Self { url, asked }
    }

    async fn app(&self) -> TestApp {
        TestApp::with(&[format!("--postcode-url={}", self.url)]).await
    }

    fn asked(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }
}

/// AUX-1: postcodes of the countries that ship most.
#[tokio::test]
async fn without_a_service_a_postcode_gives_the_place_of_the_shipped_list() {
    let app = TestApp::start().await;
    let visitor = app.visitor(ATLANTICO);
    for path in [PAULISTA, "/api/auxiliar/postcode/32/01310100"] {
        let address = visitor.get(path).await.data();
        assert_eq!(address["postcode"], "01310-100");
        assert_eq!((&address["state_id"], &address["state"]), (&26.into(), &"São Paulo".into()));
        assert_eq!((&address["city"], &address["address_2"]), (&"São Paulo".into(), &"Bela Vista".into()));
        assert_eq!(address["address_1"], Value::Null, "no list has streets");
    }
    let places = [
        ("US/94103", "San Francisco", "California"),
        ("US/94103-1234", "San Francisco", "California"),
        ("PT/1100-148", "Lisboa", "Lisboa"),
        ("PT/1100", "Lisboa", "Lisboa"),
        ("MX/20000", "Aguascalientes", "Aguascalientes"),
        ("CA/m4e%201a1", "Toronto", "Ontario"),
        ("DE/10115", "Berlin", "Berlin"),
        ("DE/D-10115", "Berlin", "Berlin"),
        ("MX/MX-20000", "Aguascalientes", "Aguascalientes"),
        ("BR/70040-010", "Brasília", "Distrito Federal"),
    ];
    for (path, city, state) in places {
        let address = visitor.get(&format!("/api/auxiliar/postcode/{path}")).await.data();
        assert_eq!((&address["city"], &address["state"]), (&city.into(), &state.into()), "{path}");
    }
}

fn load_streets(app: &TestApp, country: &str, rows: &str) -> Output {
    let file = app.files.path().join("streets.csv");
    std::fs::write(&file, rows).unwrap();
    Command::new(env!("CARGO_BIN_EXE_remessa"))
        .args(["postcodes", "--admin-url", app.admin_url(), "load-streets", country])
        .arg(file)
        .envs(app.environment())
        .output()
        .unwrap()
}

async fn street(person: &Person, postcode: &str) -> (Value, Value) {
    let address = person.get(&format!("/api/auxiliar/postcode/{postcode}")).await.data();
    (address["address_1"].clone(), address["address_2"].clone())
}

#[tokio::test]
async fn a_postcode_gives_the_street_that_the_operator_has_loaded() {
    let service = Service::start().await;
    let app = service.app().await;
    let visitor = app.visitor(ATLANTICO);
    let rows = "postcode,street,district\n\
        01310-100,Avenida Paulista,Cerqueira César\n\
        20040002,\"Avenida Rio Branco, lado par\",\n\
        70040010,Eixo Monumental,\n70040010,Esplanada dos Ministérios,\n";
    let loaded = load_streets(&app, "br", rows);
    assert!(loaded.status.success(), "{}", String::from_utf8_lossy(&loaded.stderr));
    assert!(String::from_utf8_lossy(&loaded.stdout).contains("2 postcodes"), "one has two streets");
    let paulista: (Value, Value) = ("Avenida Paulista".into(), "Cerqueira César".into());
    assert_eq!(street(&visitor, "BR/01310-100").await, paulista);
    assert_eq!(street(&visitor, "BR/20040-002").await.0, "Avenida Rio Branco, lado par");
    assert_eq!(service.asked(), 0, "the service is not asked for what is known");
    let address = visitor.get(PAULISTA).await.data();
    assert_eq!((&address["city"], &address["state_id"]), (&"São Paulo".into(), &26.into()));

    let refused = [
        ("BR", "cep,street,district\n01310100,Rua Augusta,\n"),
        ("BR", "postcode,street,district\n---,Rua Augusta,\n"),
        ("BR", "postcode,street,district\n"),
        ("GB", "postcode,street,district\nSW1A1AA,The Mall,\n"),
        ("XX", rows),
    ];
    for (country, rows) in refused {
        assert_eq!(load_streets(&app, country, rows).status.code(), Some(1), "{country} {rows}");
    }
    assert_eq!(street(&visitor, "BR/01310-100").await, paulista, "a file that is refused changes nothing");

    let replaced = load_streets(&app, "BR", "postcode,street,district\n20040002,Rua da Assembleia,Centro\n");
    assert!(replaced.status.success(), "{}", String::from_utf8_lossy(&replaced.stderr));
    assert_eq!(street(&visitor, "BR/20040-002").await, ("Rua da Assembleia".into(), "Centro".into()));
    assert_eq!(street(&visitor, "BR/01310-100").await.1, "Bela Vista");
    assert_eq!(service.asked(), 1);
}

#[tokio::test]
async fn a_postcode_of_several_places_has_the_state_only() {
    let app = TestApp::start().await;
    let visitor = app.visitor(ATLANTICO);
    for (path, state) in [("FR/01000", "Ain"), ("ES/28013", "Madrid"), ("IT/00010", "Roma")] {
        let address = visitor.get(&format!("/api/auxiliar/postcode/{path}")).await.data();
        assert_eq!(address["city"], Value::Null, "{path}");
        assert!(address["state"].as_str().unwrap().contains(state), "{path}: {address}");
    }
}

#[tokio::test]
async fn a_postcode_is_found_without_its_hyphen() {
    let app = TestApp::start().await;
    let visitor = app.visitor(ATLANTICO);
    for postcode in ["1100-053", "1100053", "1100%20053"] {
        let address = visitor.get(&format!("/api/auxiliar/postcode/PT/{postcode}")).await.data();
        assert_eq!(address["city"], "Lisboa", "{postcode}");
    }
    assert_eq!(visitor.get("/api/auxiliar/postcode/PT/11000531").await.status, 404);
}

/// AUX-1: an unknown postcode is 404.
#[tokio::test]
async fn a_postcode_that_the_list_denies_is_not_found() {
    let app = TestApp::start().await;
    let visitor = app.visitor(ATLANTICO);
    let denied =
        ["BR/00000-000", "BR/99999-999", "BR/0131", "BR/abc", "US/00000", "US/none", "DE/00000", "XX/1000"];
    for path in denied {
        let answer = visitor.get(&format!("/api/auxiliar/postcode/{path}")).await;
        assert_eq!((answer.status, answer.message_code().as_str()), (404, "postcode_not_found"), "{path}");
    }
}

#[tokio::test]
async fn a_country_without_a_list_of_postcodes_denies_none() {
    let app = TestApp::start().await;
    let visitor = app.visitor(ATLANTICO);
    for postcode in ["SW1A%201AA", "XX99", "none"] {
        let address = visitor.get(&format!("/api/auxiliar/postcode/GB/{postcode}")).await.data();
        for part in ["address_1", "address_2", "state", "state_id", "city"] {
            assert_eq!(address[part], Value::Null, "{postcode}: {part}");
        }
    }
}

#[tokio::test]
async fn postcodes_are_cached_per_tenant() {
    let service = Service::start().await;
    let app = service.app().await;
    let visitor = app.visitor(ATLANTICO);
    let first = visitor.get(PAULISTA).await.data();
    assert_eq!(
        (&first["address_1"], &first["address_2"]),
        (&"Avenida Paulista".into(), &"Bela Vista".into())
    );
    assert_eq!((&first["city"], &first["state_id"]), (&"São Paulo".into(), &26.into()));
    assert_eq!(visitor.get("/api/auxiliar/postcode/32/01310100").await.data(), first);
    assert_eq!(service.asked(), 1);
    assert_eq!(app.visitor(PACIFIC).get(PAULISTA).await.data(), first);
    assert_eq!(service.asked(), 2);
}

#[tokio::test]
async fn an_answer_that_contradicts_the_list_is_ignored() {
    let service = Service::start().await;
    let app = service.app().await;
    let address = app.visitor(ATLANTICO).get("/api/auxiliar/postcode/BR/20040-002").await.data();
    assert_eq!((&address["state"], &address["city"]), (&"Rio de Janeiro".into(), &"Rio de Janeiro".into()));
    assert_eq!(address["address_1"], Value::Null);
}

#[tokio::test]
async fn unknown_and_invalid_postcodes_are_not_found() {
    let service = Service::start().await;
    let app = service.app().await;
    let visitor = app.visitor(ATLANTICO);
    assert_eq!(visitor.get("/api/auxiliar/postcode/BR/01310-999").await.message_code(), "postcode_not_found");
    assert_eq!(visitor.get("/api/auxiliar/postcode/BR/01310-998").await.message_code(), "postcode_not_found");
    assert_eq!(service.asked(), 2);
    assert_eq!(visitor.get("/api/auxiliar/postcode/BR/00000-000").await.message_code(), "postcode_not_found");
    assert_eq!(visitor.get("/api/auxiliar/postcode/BR/12").await.message_code(), "postcode_not_found");
    assert_eq!(service.asked(), 2);
}

#[tokio::test]
async fn a_failed_service_falls_back_to_the_list() {
    let service = Service::start().await;
    let app = service.app().await;
    let visitor = app.visitor(ATLANTICO);
    let address = visitor.get("/api/auxiliar/postcode/BR/80010-000").await.data();
    assert_eq!((&address["state"], &address["city"]), (&"Paraná".into(), &"Curitiba".into()));

    let nobody = TestApp::with(&["--postcode-url=http://127.0.0.1:9/{postcode}".to_owned()]).await;
    let answer = nobody.visitor(ATLANTICO).get("/api/auxiliar/postcode/GB/SW1A%201AA").await;
    assert_eq!((answer.status, answer.message_code().as_str()), (503, "unavailable"));
    assert!(answer.header("retry-after").is_some());
}

#[tokio::test]
async fn addresses_are_searched_without_accents() {
    let service = Service::start().await;
    let app = service.app().await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(staff.get(PAULISTA).await.status, 200);
    assert_eq!(staff.get("/api/auxiliar/postcode/PT/1000-001").await.data()["state"], "Lisboa");

    let search = async |term: &str| staff.get(&format!("/api/auxiliar/addresses?search={term}")).await.data();
    let streets = search("AVENIDA%20paulista").await;
    assert_eq!(streets[0]["postcode"], "01310-100");
    let cities = search("sao%20jose%20dos%20camp").await;
    assert_eq!(
        (&cities[0]["city"], &cities[0]["state"]),
        (&"São José dos Campos".into(), &"São Paulo".into())
    );
    assert!(
        search("lisboa&country_id=32")
            .await
            .as_array()
            .unwrap()
            .iter()
            .all(|found| found["country_id"] == 32)
    );
    for term in ["", "a", "%25%25%25", "__"] {
        assert_eq!(search(term).await, json!([]), "{term}");
    }
    let pacific = app.staff(PACIFIC).await;
    let elsewhere = pacific.get("/api/auxiliar/addresses?search=avenida%20paulista").await.data();
    assert_eq!(elsewhere, json!([]));
}

/// AUX-1: the address book, the recipients of shipments, then places.
#[tokio::test]
async fn the_address_search_finds_what_the_user_has_used_before_known_places() {
    let app = TestApp::start().await;
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let search = async |person: &Person, term: &str| {
        let found = person.get(&format!("/api/auxiliar/addresses?search={term}")).await.data();
        let rows = found.as_array().unwrap().clone();
        rows.iter().map(|one| format!("{} {}", one["address_1"], one["city"])).collect::<Vec<_>>()
    };
    let saved = json!({
        "person_type": 1, "name": "Mario", "document_type": 1, "country_id": 32, "state_id": 16,
        "postcode": "53020-140", "address_1": "Rua do Amparo", "address_2": "Carmo", "city": "Olinda",
    });
    client.post("/api/saved_addresses", saved).await.data();
    let form = crate::shipments::complete(&client).await;
    for _ in ["first", "second"] {
        client.post("/api/shipments", form.clone()).await.data();
    }
    let found = client.get("/api/auxiliar/addresses?search=AMPARO%20olinda").await.data();
    let state = found[0]["state"].as_str().unwrap();
    assert_eq!((&found[0]["postcode"], &found[0]["address_2"]), (&"53020-140".into(), &"Carmo".into()));
    assert_eq!((&found[0]["state_id"], state), (&16.into(), "Pernambuco"));
    assert_eq!(search(&client, "hauptstrasse").await, ["\"Hauptstraße\" \"Berlin\""], "each once");
    assert_eq!(search(&client, "10119").await, ["\"Hauptstraße\" \"Berlin\""]);
    let berlin = search(&client, "berlin").await;
    assert_eq!(berlin[..2], ["\"Hauptstraße\" \"Berlin\"", "null \"Berlin\""], "the own ones are first");
    assert_eq!(search(&client, "hauptstrasse&country_id=32").await, Vec::<String>::new());
    for stranger in [&other, &app.staff(PACIFIC).await] {
        assert_eq!(search(stranger, "hauptstrasse").await, Vec::<String>::new());
        assert_eq!(search(stranger, "rua%20do%20amparo").await, Vec::<String>::new());
    }
    assert_eq!(search(&app.staff(ATLANTICO).await, "hauptstrasse").await.len(), 1, "staff see its shipments");
}

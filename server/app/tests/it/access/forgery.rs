//! Changes that another site makes a browser send, and methods hidden in other methods.

use poem::Request;
use poem::http::{HeaderValue, Method};
use serde_json::{Value, json};

use crate::isolation::document::{Operation, operations};
use crate::isolation::neighbour::Neighbour;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

const TOKEN: &str = "x-csrf-token";
const SCRIPT: &str = "x-requested-with";

/// A valid change, modified by `spoil`.
async fn set_language(person: &Person, spoil: impl FnOnce(&mut Request)) -> Answer {
    let mut request = person.request(Method::POST, "/api/locale");
    request.headers_mut().insert("content-type", HeaderValue::from_static("application/json"));
    request.set_body(json!({ "locale": "en" }).to_string());
    spoil(&mut request);
    person.call(request).await
}

async fn language(person: &Person) -> Value {
    person.get("/api/profile").await.data()["language"].clone()
}

async fn assert_refused(person: &Person, what: &str, spoil: impl FnOnce(&mut Request)) {
    let answer = set_language(person, spoil).await;
    assert_eq!((answer.status, answer.message_code()), (403, "request_not_trusted".into()), "{what}");
    assert_eq!(language(person).await, "pt-BR", "{what}");
}

#[tokio::test]
async fn a_change_without_a_csrf_token_is_refused() {
    let app = TestApp::start().await;
    let (admin, mut visitor) = (app.admin(ATLANTICO).await, app.visitor(ATLANTICO));
    visitor.visit().await;
    for header in [TOKEN, SCRIPT] {
        assert_refused(&admin, header, |request| {
            request.headers_mut().remove(header);
        })
        .await;
    }
    let others = HeaderValue::from_str(&visitor.csrf).unwrap();
    assert_refused(&admin, "of another session", |request| {
        request.headers_mut().insert(TOKEN, others);
    })
    .await;
    assert_eq!(set_language(&admin, |_| ()).await.status, 200, "nothing but what was spoilt was wrong");
}

#[tokio::test]
async fn a_change_from_another_or_no_origin_is_refused() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let mallory = format!("https://{PACIFIC}");
    for origin in ["null", "", "https://evil.example", &mallory, "https://evil.atlantico.localhost"] {
        assert_refused(&admin, origin, |request| {
            request.headers_mut().insert("origin", HeaderValue::from_str(origin).unwrap());
        })
        .await;
    }
    for site in ["cross-site", "same-site", "none", ""] {
        assert_refused(&admin, site, |request| {
            request.headers_mut().insert("sec-fetch-site", HeaderValue::from_str(site).unwrap());
        })
        .await;
    }
    for header in ["origin", "sec-fetch-site"] {
        assert_refused(&admin, header, |request| {
            request.headers_mut().remove(header);
        })
        .await;
    }
}

/// The requests that another site can send without a preflight: with cookies, without its own headers.
fn from_elsewhere(request: &mut Request, kind: &'static str, body: &'static str) {
    let headers = request.headers_mut();
    for header in [TOKEN, SCRIPT] {
        headers.remove(header);
    }
    headers.insert("origin", HeaderValue::from_static("https://evil.example"));
    headers.insert("sec-fetch-site", HeaderValue::from_static("cross-site"));
    headers.insert("content-type", HeaderValue::from_static(kind));
    request.set_body(body);
}

const KINDS: &[(&str, &str)] = &[
    ("application/x-www-form-urlencoded", "locale=en"),
    ("text/plain", "{\"locale\":\"en\",\"x\":\"=\"}"),
    (
        "multipart/form-data; boundary=b",
        "--b\r\nContent-Disposition: form-data; name=\"locale\"\r\n\r\nen\r\n--b--",
    ),
];

#[tokio::test]
async fn a_simple_form_of_another_site_changes_nothing() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    for (kind, body) in KINDS {
        assert_refused(&admin, kind, |request| from_elsewhere(request, kind, body)).await;
    }
}

#[tokio::test]
async fn json_with_another_content_type_is_refused() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    for (kind, body) in &KINDS[1..2] {
        for path in ["/api/locale", "/api/logout"] {
            let mut request = admin.request(Method::POST, path);
            request.headers_mut().insert("content-type", HeaderValue::from_static(kind));
            request.set_body(*body);
            let answer = admin.call(request).await;
            let told = (answer.status, answer.message_code());
            assert_eq!(told, (415, "unsupported_media_type".into()), "{path} {kind}");
        }
    }
    assert_eq!(language(&admin).await, "pt-BR");
}

/// The path of an operation with every method it could mean.
fn disguise(operation: &Operation, id: &str) -> [String; 2] {
    let path = operation.filled(id);
    [format!("{path}?_method={}", operation.method), path]
}

#[tokio::test]
async fn a_get_ignores_a_method_override() {
    let app = TestApp::start().await;
    let neighbour = Neighbour::of(&app).await;
    let admin = app.admin(ATLANTICO).await;
    let mut walked = 0;
    for operation in operations().iter().filter(|one| one.method != Method::GET) {
        let id = neighbour.records(&operation.path).map_or("shipments", |records| &records[0]);
        for path in disguise(operation, id) {
            let mut request = admin.request(Method::GET, &path);
            let method = HeaderValue::from_str(operation.method.as_str()).unwrap();
            request.headers_mut().insert("x-http-method-override", method);
            let answer = admin.call(request).await;
            assert!(answer.status < 500, "{path}: {}", answer.text());
            walked += 1;
        }
    }
    assert!(walked > 100, "only {walked} were walked");
    assert_eq!(admin.get("/api/profile").await.status, 200, "nobody was signed out");
    neighbour.assert_untouched().await;
    let package = format!("/api/packages/{}", neighbour.records("/api/packages/").unwrap()[0]);
    assert_eq!(admin.get(&package).await.data()["active"], true);
}

#[tokio::test]
async fn a_method_override_needs_a_post_with_a_token() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let form = json!({ "list": "shipments", "name": "Mine", "shared": false, "query": {} });
    let view = admin.post("/api/saved_views", form).await.data();
    let path = format!("/api/saved_views/{}?_method=DELETE", view["id"].as_str().unwrap());
    let views = async || admin.get("/api/saved_views?list=shipments").await.data().as_array().unwrap().len();
    let before = views().await;

    assert_eq!(admin.get(&path).await.status, 405);
    let mut request = admin.request(Method::POST, &path);
    request.headers_mut().remove(TOKEN);
    assert_eq!(admin.call(request).await.message_code(), "request_not_trusted");
    assert_eq!(views().await, before);
    assert_eq!(admin.call(admin.request(Method::POST, &path)).await.status, 200);
    assert_eq!(views().await, before - 1);
}

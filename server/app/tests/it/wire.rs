//! Bodies of every kind mean the same (§7): JSON, forms with files and plain forms.

use std::sync::LazyLock;

use poem::http::{HeaderValue, Method};
use serde_json::{Value, json};

use crate::isolation::document::{Operation, operations};
use crate::support::{ATLANTICO, Answer, Person, TestApp};

const BOUNDARY: &str = "wire-boundary";
/// End the session of the walk, or the session of the next operation.
const LAST: &[&str] =
    &["user_switch", "account_device_delete", "account_device_delete_others", "session_end", "logout"];

/// Take a file as a stream: without one there is nothing to import.
const STREAMS: &[&str] = &["shipment_import_create", "client_import_create", "stock_import_create"];

/// Pass on any JSON as it is, so they take nothing else.
const JSON_ALONE: &[&str] = &["order_layer_send"];

#[derive(Clone, Copy, Debug)]
enum Kind {
    Json,
    Pairs,
    Parts,
}

/// `{"items": [{"name": "a"}]}` → `items[0][name]=a`.
fn pairs(value: &Value, name: &str) -> Vec<(String, String)> {
    let inside = |key: &str| if name.is_empty() { key.to_owned() } else { format!("{name}[{key}]") };
    match value {
        Value::Object(fields) => fields.iter().flat_map(|(key, value)| pairs(value, &inside(key))).collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .flat_map(|(index, item)| pairs(item, &inside(&index.to_string())))
            .collect(),
        Value::Null => Vec::new(),
        Value::String(text) => vec![(name.to_owned(), text.clone())],
        other => vec![(name.to_owned(), other.to_string())],
    }
}

async fn send(person: &Person, method: &Method, path: &str, kind: Kind, body: &Value) -> Answer {
    let mut request = person.request(method.clone(), path);
    let (content_type, bytes) = match kind {
        Kind::Json => ("application/json".to_owned(), body.to_string()),
        Kind::Pairs => (
            "application/x-www-form-urlencoded".to_owned(),
            serde_urlencoded::to_string(pairs(body, "")).unwrap(),
        ),
        Kind::Parts => {
            let part = |(name, text): (String, String)| {
                format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n")
            };
            let parts: String = pairs(body, "").into_iter().map(part).collect();
            (format!("multipart/form-data; boundary={BOUNDARY}"), format!("{parts}--{BOUNDARY}--\r\n"))
        }
    };
    request.headers_mut().insert("content-type", HeaderValue::from_str(&content_type).unwrap());
    request.set_body(bytes);
    person.call(request).await
}

/// The answer without what differs between two equal calls: ids, times and secrets.
fn comparable(answer: &Answer) -> String {
    static CHANGING: LazyLock<regex::Regex> = LazyLock::new(|| {
        regex::Regex::new(
            r#"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[0-9:.]+(?:Z|\+00:00)|[A-Za-z0-9_-]{24,}|"request_id":"[^"]*""#,
        )
        .unwrap()
    });
    format!("{} {}", answer.status, CHANGING.replace_all(&answer.text(), "*"))
}

/// Operations with a body that every kind can carry. Those that are published as forms are sent without their file.
fn with_body() -> Vec<(Operation, Value)> {
    let all = operations().into_iter().filter(|one| one.method != Method::GET);
    let all = all.filter(|one| ![STREAMS, JSON_ALONE].concat().contains(&one.id.as_str()));
    let mut all: Vec<_> = all.filter_map(|one| one.form_without_files().map(|form| (one, form))).collect();
    all.sort_by_key(|(one, _)| LAST.contains(&one.id.as_str()));
    all
}

/// §7: the document is walked, so that no operation takes JSON alone.
#[tokio::test]
async fn every_operation_answers_its_example_alike_in_json_and_in_both_forms() {
    // One after the other: what one of them computes would keep the others from answering the database in time.
    let mut walks = Vec::new();
    for kind in [Kind::Json, Kind::Pairs, Kind::Parts] {
        let app = TestApp::start().await;
        let admin = app.admin(ATLANTICO).await;
        let mut answers = Vec::new();
        for (operation, body) in with_body() {
            let path = operation.filled("0199d3c2-7c1a-7000-8000-00000000000f");
            let answer = send(&admin, &operation.method, &path, kind, &body).await;
            answers.push((operation.id, comparable(&answer)));
        }
        walks.push(answers);
    }
    let [json, plain, parts] = &walks[..] else { unreachable!() };
    assert!(json.len() > 100, "only {} were sent", json.len());
    for form in ["register", "register_social", "account_update", "deposit_create"] {
        assert!(json.iter().any(|(id, _)| id == form), "{form} was not sent");
    }
    for ((json, plain), parts) in json.iter().zip(plain).zip(parts) {
        assert_eq!(json, plain, "a plain form");
        assert_eq!(json, parts, "a form with files");
    }
}

/// §7: lists of a form have indexes.
#[tokio::test]
async fn a_form_with_lists_in_brackets_creates_the_record_it_describes() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let form = crate::shipments::complete(&staff).await;
    for kind in [Kind::Json, Kind::Pairs, Kind::Parts] {
        let created = send(&staff, &Method::POST, "/api/shipments", kind, &form).await.data();
        for field in ["to_name", "to_country_id", "items"] {
            let strip =
                |value: &Value| value.as_array().map_or_else(|| value.clone(), |items| json!(items.len()));
            assert_eq!(strip(&created[field]), strip(&form[field]), "{kind:?} {field}");
        }
    }
}

/// SUP-7: `key` and `seen` are optional.
#[tokio::test]
async fn a_ticket_is_opened_and_answered_by_a_form_without_a_key() {
    let app = TestApp::start().await;
    let client = app.signed_in(ATLANTICO, "client").await;
    let form =
        json!({ "support_subject_id": crate::tickets::subject(&client).await, "body": "Where is it?" });
    for kind in [Kind::Pairs, Kind::Parts] {
        let ticket = send(&client, &Method::POST, "/api/support-tickets", kind, &form).await.data();
        let path = crate::tickets::at(&ticket, "/reply");
        let replied = send(&client, &Method::POST, &path, kind, &json!({ "body": "Still waiting" })).await;
        assert_eq!(replied.data()["messages"].as_array().unwrap().len(), 2, "{kind:?}");
    }
}

/// §7: a form has its files.
#[tokio::test]
async fn a_reply_takes_a_file_in_its_form() {
    let app = TestApp::start().await;
    let client = app.signed_in(ATLANTICO, "client").await;
    let ticket = crate::tickets::opened(&client).await;
    let path = crate::tickets::at(&ticket, "/reply");
    let replied = client.upload(&path, ("file", "label.txt", b"AT1"), &[("body", "The label")]).await.data();
    let message = replied["messages"].as_array().unwrap().last().unwrap().clone();
    assert_eq!(
        (&message["files"][0]["file_name"], message["files"].as_array().unwrap().len()),
        (&json!("label.txt"), 1)
    );
}

/// SUP-7: the calls of the customer side, at the address of the back office.
#[tokio::test]
async fn the_back_office_lists_creates_shows_and_updates_tickets_at_its_own_address() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let office = "/api/backoffice/support-tickets";
    let form =
        json!({ "support_subject_id": crate::tickets::subject(&staff).await, "body": "Called by phone" });
    let ticket = staff.post(office, form).await.data();
    let at = format!("{office}/{}", ticket["id"].as_str().unwrap());
    assert_eq!(staff.get(&at).await.data()["number"], ticket["number"]);
    let listed = staff.get(&format!("{office}?search={}", ticket["number"])).await.json();
    assert_eq!(listed["data"][0]["id"], ticket["id"]);
    assert!(listed["meta"]["total_per_status"].is_object(), "{listed}");
    let urgent = staff.post(&at, json!({ "_method": "patch", "priority": 30 })).await.data();
    assert_eq!(urgent["priority"], 30);
    assert_eq!(staff.get(&format!("{office}/create")).await.status, 200);
    assert_eq!(staff.get(&format!("{at}/edit")).await.status, 200);
}

/// §7: no filter of a form is dropped.
#[tokio::test]
async fn filters_of_a_post_that_means_get_count_in_every_kind() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    for kind in [Kind::Json, Kind::Pairs, Kind::Parts] {
        let asked = json!({ "_method": "GET", "user_type": 11 });
        let found = send(&admin, &Method::POST, "/api/users?per_page=10", kind, &asked).await;
        assert_eq!(found.data().as_array().unwrap().len(), 1, "{kind:?}");
        assert_eq!(found.json()["meta"]["per_page"], 10, "{kind:?}: parameters of the address stay");
        let deep = json!({ "_method": "GET", "filter": { "user_type": 11 } });
        let refused = send(&admin, &Method::POST, "/api/users", kind, &deep).await;
        assert_eq!(refused.status, 422, "{kind:?}: a filter is not dropped");
    }
}

#[tokio::test]
async fn an_empty_parameter_of_a_list_asks_for_nothing() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let all = admin.get("/api/users").await.json()["meta"].clone();
    for query in ["active=", "user_type=&client_id=", "page=&search="] {
        let answer = admin.get(&format!("/api/users?{query}")).await;
        assert_eq!((answer.status, &answer.json()["meta"]), (200, &all), "{query}");
    }
    for path in
        ["/api/shipments?client_id=&created_from=&on_hold=", "/api/claims?status=", "/api/invoices?tab="]
    {
        assert_eq!(admin.get(path).await.status, 200, "{path}");
    }
}

#[tokio::test]
async fn a_file_that_an_operation_does_not_take_is_refused() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let answer =
        admin.upload("/api/banks", ("picture", "a.png", b"x"), &[("code", "999"), ("name", "X")]).await;
    assert_eq!((answer.status, answer.code_at("file").as_str()), (422, "invalid"));
}

#[tokio::test]
async fn too_many_fields_and_too_deep_names_are_refused() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let many: serde_json::Map<String, Value> = (0..6_000).map(|at| (format!("a{at}"), json!("x"))).collect();
    let deep = json!({ format!("a{}", "[b]".repeat(20)): "x" });
    for kind in [Kind::Pairs, Kind::Parts] {
        assert_eq!(send(&admin, &Method::POST, "/api/banks", kind, &many.clone().into()).await.status, 413);
        assert_eq!(send(&admin, &Method::POST, "/api/banks", kind, &deep).await.status, 422);
    }
}

/// §7: a client that knows nothing of this server sends the cookie `XSRF-TOKEN` back as a header, as axios does.
#[tokio::test]
async fn the_token_of_the_readable_cookie_is_taken_as_its_header() {
    let app = TestApp::start().await;
    let mut admin = app.admin(ATLANTICO).await;
    let session = admin.get("/api/session-cookie").await;
    let cookie = |answer: &Answer| {
        let cookies = answer.headers.get_all("set-cookie").iter();
        let mut readable = cookies.filter_map(|value| value.to_str().ok()?.strip_prefix("XSRF-TOKEN="));
        readable.next().map(str::to_owned)
    };
    let sent = cookie(&session).unwrap();
    assert!(!sent.contains("HttpOnly") && sent.contains("SameSite=Lax"), "{sent}");
    let token = sent.split(';').next().unwrap();
    assert_eq!(token, admin.csrf);

    let call = |token: &str| {
        let mut request = admin.request(Method::POST, "/api/locale");
        for header in ["x-csrf-token", "x-requested-with"] {
            request.headers_mut().remove(header);
        }
        let headers = request.headers_mut();
        headers.insert("x-xsrf-token", HeaderValue::from_str(token).unwrap());
        headers.insert("content-type", HeaderValue::from_static("application/json"));
        request.set_body(json!({ "locale": "en" }).to_string());
        request
    };
    assert_eq!(admin.call(call(token)).await.status, 200);
    assert_eq!(admin.call(call("another")).await.message_code(), "request_not_trusted");
    let mut elsewhere = call(token);
    elsewhere.headers_mut().insert("origin", HeaderValue::from_static("https://evil.example"));
    assert_eq!(admin.call(elsewhere).await.message_code(), "request_not_trusted");
    let signed_in = admin.log_in("admin@atlantico.test", "remessa-demo").await;
    assert_eq!(
        cookie(&signed_in).unwrap().split(';').next().unwrap(),
        admin.csrf,
        "each session has its own"
    );
}

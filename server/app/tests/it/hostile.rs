//! Inputs that no screen sends: every operation of the published document refuses them, none answers 500.
//! `Person::call` fails on a 500.

use poem::http::Method;
use serde_json::{Value, json};

use crate::isolation::document::{Operation, operations};
use crate::isolation::neighbour::Neighbour;
use crate::support::{ATLANTICO, Answer, Person, TestApp};

/// End the session of the walk.
const LAST: &[&str] = &["logout", "account_device_delete", "account_device_delete_others", "session_end"];
const NUMBERS: &[&str] = &["0.0001", "99999999999999999", "99999999999999999999", "-1", ""];
const DAYS: &[&str] = &["-0001-12-31", "0000-00-00", "9999-12-31", "+262142-12-31", ""];
const PARAMETERS: &[&str] =
    &["a%00b", "99999999999999999999", "-1", "2147483648", "-0001-12-31", "%2B262142-12-31", ""];

struct Walk {
    person: Person,
    neighbour: Neighbour,
    sent: usize,
}

impl Walk {
    async fn begin(app: &TestApp) -> Self {
        let neighbour = Neighbour::of(app).await;
        Self { person: app.admin(ATLANTICO).await, neighbour, sent: 0 }
    }

    fn path(&self, operation: &Operation) -> String {
        let id = self.neighbour.records(&operation.path).map_or("shipments", |records| &records[0]);
        operation.filled(id)
    }

    async fn send(&mut self, operation: &Operation, path: &str, body: Option<Value>) -> Answer {
        self.sent += 1;
        let Some(body) = body.filter(|_| operation.takes_form) else {
            let body = (operation.method != Method::GET).then(|| json!({}));
            return self.person.send(operation.method.clone(), path, body).await;
        };
        let mut fields = vec![("_method", operation.method.as_str())];
        let texts: Vec<(String, String)> = leaves(&body, "")
            .into_iter()
            .map(|(place, leaf)| (place.trim_start_matches('/').to_owned(), plain(&leaf)))
            .collect();
        fields.extend(texts.iter().map(|(name, text)| (name.as_str(), text.as_str())));
        self.person.submit(path, &fields).await
    }

    async fn send_body(&mut self, operation: &Operation, body: Value) -> Answer {
        let path = self.path(operation);
        if operation.takes_form {
            return self.send(operation, &path, Some(body)).await;
        }
        self.sent += 1;
        self.person.send(operation.method.clone(), &path, Some(body)).await
    }
}

fn plain(leaf: &Value) -> String {
    leaf.as_str().map_or_else(|| leaf.to_string(), str::to_owned)
}

/// The values of a body that are not objects or lists, with their JSON pointers.
fn leaves(body: &Value, at: &str) -> Vec<(String, Value)> {
    match body {
        Value::Object(fields) => {
            fields.iter().flat_map(|(name, value)| leaves(value, &format!("{at}/{name}"))).collect()
        }
        Value::Array(items) => items
            .iter()
            .enumerate()
            .flat_map(|(index, item)| leaves(item, &format!("{at}/{index}")))
            .collect(),
        leaf => vec![(at.to_owned(), leaf.clone())],
    }
}

fn with(body: &Value, place: &str, value: Value) -> Value {
    let mut changed = body.clone();
    *changed.pointer_mut(place).unwrap() = value;
    changed
}

/// Values that a field of this example cannot have.
fn wrong(example: &Value) -> Vec<Value> {
    let texts = |list: &[&str]| list.iter().map(|text| json!(text)).collect();
    match example {
        Value::Number(_) => {
            vec![json!(i64::MAX), json!(i64::MIN), json!(1e300), json!(0.0001), json!(i32::MAX)]
        }
        Value::String(text) if text.parse::<f64>().is_ok() => texts(NUMBERS),
        Value::String(text) if text.get(..10).is_some_and(|day| day.parse::<chrono::NaiveDate>().is_ok()) => {
            texts(DAYS)
        }
        Value::String(_) => vec![json!("")],
        _ => Vec::new(),
    }
}

fn with_body() -> Vec<(Operation, Value)> {
    let all = operations().into_iter().filter(|one| one.method != Method::GET);
    let mut all: Vec<_> = all.filter_map(|one| one.form().map(|form| (one, form))).collect();
    all.sort_by_key(|(one, _)| LAST.contains(&one.id.as_str()));
    all
}

#[tokio::test]
async fn u0000_and_texts_of_a_megabyte_are_refused_by_every_operation() {
    let app = TestApp::start().await;
    let mut walk = Walk::begin(&app).await;
    for (operation, body) in with_body() {
        let texts: Vec<_> = leaves(&body, "").into_iter().filter(|(_, leaf)| leaf.is_string()).collect();
        let Some((first, _)) = texts.first() else { continue };
        for text in ["a\0b".to_owned(), "a".repeat(1_000_000)] {
            let answer = walk.send_body(&operation, with(&body, first, text.into())).await;
            assert!(
                (400..500).contains(&answer.status),
                "{}: {} {}",
                operation.id,
                answer.status,
                answer.text()
            );
        }
    }
    assert!(walk.sent > 60, "only {} bodies were sent", walk.sent);
}

#[tokio::test]
async fn numbers_and_days_out_of_range_are_never_500() {
    let app = TestApp::start().await;
    let mut walk = Walk::begin(&app).await;
    for (operation, body) in with_body() {
        for (place, example) in leaves(&body, "") {
            for value in wrong(&example) {
                walk.send_body(&operation, with(&body, &place, value)).await;
            }
        }
    }
    assert!(walk.sent > 300, "only {} bodies were sent", walk.sent);
}

#[tokio::test]
async fn parameters_out_of_range_are_never_500() {
    let app = TestApp::start().await;
    let mut walk = Walk::begin(&app).await;
    let long = "a".repeat(5_000);
    for operation in operations() {
        let path = walk.path(&operation);
        if operation.path.contains('{') {
            let answer = walk.send(&operation, &operation.filled("a%00b"), None).await;
            assert_eq!(answer.status, 404, "{}: {}", operation.id, answer.text());
        }
        for name in operation.query() {
            for value in PARAMETERS.iter().chain([&long.as_str()]) {
                let answer = walk.send(&operation, &format!("{path}?{name}={value}"), None).await;
                let is_refused = value.contains("%00") || value.len() > 4_000;
                assert!(
                    !is_refused || answer.status == 422,
                    "{}?{name}={value}: {}",
                    operation.id,
                    answer.status
                );
            }
        }
    }
    assert!(walk.sent > 300, "only {} requests were sent", walk.sent);
}

#[tokio::test]
async fn amounts_and_days_beyond_the_tables_are_named_at_their_field() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    for (field, value) in [
        ("items.0.quantity", "0.0001"),
        ("items.0.quantity", "99999999999999999999"),
        ("items.0.unit_value", "99999999999999999"),
        ("declared_value", "99999999999999999"),
        ("shipped_on", "-0001-12-31"),
        ("notes", "a\0b"),
        ("to_name", "\u{200b}\u{2060}"),
        ("items.0.description", "\u{3164}"),
    ] {
        let mut form = crate::shipments::complete(&staff).await;
        let pointer = format!("/{}", field.replace('.', "/"));
        match form.pointer_mut(&pointer) {
            Some(known) => *known = value.into(),
            None => form[field] = value.into(),
        }
        let answer = staff.post("/api/shipments", form).await;
        assert_eq!(answer.status, 422, "{field}: {}", answer.text());
        assert!(answer.json()["errors"][field].is_array(), "{field}: {}", answer.text());
    }
}

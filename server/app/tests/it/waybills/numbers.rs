//! The worked cases of ranges, and fifty waybills at once.

use std::collections::{HashMap, HashSet};

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::{RANGES, act, add_range, airline, create, text};
use crate::support::{ATLANTICO, Answer, Person, TestApp};

const CASES: &str = include_str!("../../../../tests/data/customs/stock-range-cases.json");

/// The airlines of a case, by their digits.
struct Desk {
    admin: Person,
    airlines: HashMap<String, Value>,
}

impl Desk {
    async fn airline(&mut self, prefix: &str) -> Value {
        if let Some(known) = self.airlines.get(prefix) {
            return known.clone();
        }
        let new = airline(&self.admin, &format!("A{prefix}"), prefix).await;
        self.airlines.insert(prefix.to_owned(), new.clone());
        new
    }

    async fn step(&mut self, step: &[Value]) -> String {
        match text(&step[0]) {
            "add" => {
                let airline = self.airline(text(&step[1])).await;
                let serials = [step[2].as_i64().unwrap(), step[3].as_i64().unwrap()];
                let more = json!({ "alert_below": step[4], "received_on": step[5] });
                tell(&add_range(&self.admin, &airline, serials, more).await, |_| "ok".into())
            }
            "issue" => {
                let airline = self.airline(text(&step[1])).await;
                let shown = |made: &Value| match made["few_numbers_left"].as_i64() {
                    Some(left) => format!("{} alert:{left}", text(&made["number"])),
                    None => text(&made["number"]).to_owned(),
                };
                tell(&create(&self.admin, &airline, json!({})).await, shown)
            }
            "foreign" => {
                let typed = text(&step[1]);
                // A number that is none has no airline either.
                let prefix: String = typed.chars().take(3).collect();
                let prefix =
                    if prefix.bytes().all(|byte| byte.is_ascii_digit()) { prefix } else { "020".into() };
                let airline = self.airline(&prefix).await;
                let made = create(&self.admin, &airline, json!({ "number": typed })).await;
                tell(&made, |made| text(&made["number"]).to_owned())
            }
            "void" => {
                let path = format!("{}?search={}", super::PATH, text(&step[1]));
                let found = self.admin.get(&path).await.data()[0].clone();
                tell(&act(&self.admin, &found, "void", json!({ "reason": "case" })).await, |_| "ok".into())
            }
            "close" => {
                let path = format!("{RANGES}?per_page=100&search={}", text(&step[1]));
                let ranges = self.admin.get(&path).await.data();
                let range =
                    ranges.as_array().unwrap().iter().find(|one| one["first_serial"] == step[2]).unwrap();
                let path = format!("{RANGES}/{}/close", text(&range["id"]));
                let form = json!({ "reason": "case", "version": range["version"] });
                tell(&self.admin.post(&path, form).await, |_| "ok".into())
            }
            other => panic!("no operation {other}"),
        }
    }
}

/// The answer to a step: a value of the record, or the code of the refusal at its field.
fn tell(answer: &Answer, shown: impl Fn(&Value) -> String) -> String {
    if answer.status == 200 {
        return shown(&answer.data());
    }
    let fields = ["number", "provider_id", "first_serial", "last_serial"];
    let body: Value = serde_json::from_str(&answer.text()).unwrap();
    let field = fields.into_iter().find(|field| body["errors"].get(field).is_some());
    field.map_or_else(|| answer.message_code(), |field| answer.code_at(field))
}

#[tokio::test]
async fn every_case_of_ranges_answers_as_written() {
    let file: Value = serde_json::from_str(CASES).unwrap();
    let cases = file["cases"].as_array().unwrap();
    assert!(cases.len() > 4);
    for case in cases {
        let app = TestApp::start().await;
        let mut desk = Desk { admin: app.admin(ATLANTICO).await, airlines: HashMap::new() };
        for step in case["steps"].as_array().unwrap() {
            let answer = desk.step(step[0].as_array().unwrap()).await;
            assert_eq!(answer, text(&step[1]), "{}: {}", case["name"], step[0]);
        }
    }
}

#[tokio::test]
async fn fifty_at_once_from_forty_numbers_are_forty_waybills_and_ten_refusals() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let airline = airline(&admin, "LA905", "905").await;
    add_range(&staff, &airline, [1_000, 1_039], json!({})).await.data();
    let people = [&staff, &admin].into_iter().cycle().take(50);
    let answers: Vec<Answer> = join_all(people.map(|person| create(person, &airline, json!({})))).await;
    let (made, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 200);
    let numbers: HashSet<String> = made.iter().map(|made| text(&made.data()["number"]).to_owned()).collect();
    assert_eq!((numbers.len(), refused.len()), (40, 10));
    for answer in refused {
        assert_eq!((answer.status, answer.code_at("provider_id")), (409, "range_exhausted".into()));
    }
    let range = staff.get(RANGES).await.data()[0].clone();
    assert_eq!((&range["left"], &range["next_number"]), (&json!(0), &Value::Null));
}

#[tokio::test]
async fn a_closed_range_gives_no_numbers_and_a_void_number_is_never_given_again() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let airline = airline(&admin, "LA905", "905").await;
    let range = add_range(&staff, &airline, [100, 199], json!({})).await.data();
    let first = create(&staff, &airline, json!({})).await.data();
    act(&staff, &first, "void", json!({ "reason": "typo" })).await.data();
    let second = create(&staff, &airline, json!({})).await.data();
    assert_eq!((text(&first["number"]), text(&second["number"])), ("905-00001002", "905-00001013"));
    let again = create(&staff, &airline, json!({ "number": first["number"] })).await;
    assert_eq!(again.code_at("number"), "number_used");

    let path = format!("{RANGES}/{}", text(&range["id"]));
    let stale = json!({ "reason": "returned", "version": range["version"] });
    assert_eq!(staff.post(&format!("{path}/close"), stale).await.message_code(), "stale_version");
    let now = staff.get(RANGES).await.data()[0].clone();
    assert_eq!((&now["left"], &now["next_number"]), (&json!(98), &json!("905-00001024")));
    let form = json!({ "reason": "returned", "version": now["version"] });
    let closed = staff.post(&format!("{path}/close"), form).await.data();
    assert_eq!((&closed["status"], &closed["left"]), (&json!(20), &json!(98)), "what was left stays known");
    assert_eq!(create(&staff, &airline, json!({})).await.code_at("provider_id"), "no_range");
}

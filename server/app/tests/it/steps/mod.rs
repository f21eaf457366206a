//! Each action in each state by each role: what `can` says on the page is what the call answers.

mod cash;
mod deliveries;
mod parcels;
mod pickups;
mod reweighs;
mod runs;
mod webhooks;

use std::collections::BTreeSet;

use poem::http::Method;
use serde_json::{Value, json};

use crate::prices::id;
use crate::reweighs::setup::picture;
use crate::support::{ATLANTICO, Answer, Person, TestApp};
use crate::{profiles, users};

/// Beyond it, the same state in another way: 120 is a second 20.
const VARIANT: i64 = 100;

/// How an action is called.
#[derive(Clone, Copy)]
enum CallKind {
    Post,
    Put,
    Patch,
    /// With a picture.
    Upload,
}

/// An action, and its call with a form that would be taken.
#[derive(Clone, Copy)]
struct StepCall {
    /// Its name in `can`.
    can: &'static str,
    kind: CallKind,
    /// The end of the address; empty for the record itself.
    verb: &'static str,
    /// From what the maker of the record says of it.
    form: fn(&Value) -> Value,
}

impl StepCall {
    /// A call with the name that the action has in `can`.
    const fn post(can: &'static str, form: fn(&Value) -> Value) -> Self {
        Self { can, kind: CallKind::Post, verb: can, form }
    }

    const fn update(form: fn(&Value) -> Value) -> Self {
        Self { can: "update", kind: CallKind::Patch, verb: "", form }
    }

    async fn send(&self, person: &Person, path: &str, made: &Value, version: &Value) -> Answer {
        let mut form = (self.form)(made);
        form["version"] = version.clone();
        let path = if self.verb.is_empty() { path.to_owned() } else { format!("{path}/{}", self.verb) };
        match self.kind {
            CallKind::Post => person.post(&path, form).await,
            CallKind::Patch => person.patch(&path, form).await,
            CallKind::Put => person.send(Method::PUT, &path, Some(form)).await,
            CallKind::Upload => {
                let fields = form.as_object().unwrap().iter();
                let fields: Vec<(&str, String)> =
                    fields.map(|(name, value)| (name.as_str(), write_text(value))).collect();
                let fields: Vec<(&str, &str)> =
                    fields.iter().map(|(name, text)| (*name, text.as_str())).collect();
                person.upload(&path, ("file", "scale.png", &picture()[..]), &fields).await
            }
        }
    }
}

fn write_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The form of an action that asks for a reason.
fn because(_: &Value) -> Value {
    json!({ "reason": "Somebody called" })
}

fn nothing(_: &Value) -> Value {
    json!({})
}

/// The states of a resource, the people and their actions.
struct StepTable<'a> {
    path: &'a str,
    states: &'a [i64],
    /// The first one sees every record.
    people: &'a [(&'a str, &'a Person)],
    calls: &'a [StepCall],
}

impl StepTable<'_> {
    /// Makes a record of each state, asks everybody to do everything with it, and returns the actions that somebody could do.
    /// A record that has changed is made anew.
    async fn check(&self, make: impl AsyncFn(i64) -> Value) -> BTreeSet<&'static str> {
        let mut possible = BTreeSet::new();
        for state in self.states {
            let mut made = make(*state).await;
            for (role, person) in self.people {
                for call in self.calls {
                    let context = format!("{role}: {} in state {state} of {}", call.can, self.path);
                    let told = self.check_call(&made, *state, person, call, &context).await;
                    if told.is_possible {
                        possible.insert(call.can);
                    }
                    if told.has_changed {
                        made = make(*state).await;
                    }
                }
            }
        }
        possible
    }

    async fn check_call(
        &self,
        made: &Value,
        state: i64,
        person: &Person,
        call: &StepCall,
        context: &str,
    ) -> CallOutcome {
        let path = format!("{}/{}", self.path, id(made));
        let (_, watcher) = self.people[0];
        let before = watcher.get(&path).await.data();
        assert_eq!(before["status"], state % VARIANT, "{context}: {before}");
        let seen = person.get(&path).await;
        let is_possible = seen.status == 200 && seen.data()["can"][call.can] == true;
        let answer = call.send(person, &path, made, &before["version"]).await;
        let has_changed = watcher.get(&path).await.data()["version"] != before["version"];
        if is_possible {
            assert!(answer.status < 300, "{context}: {} {}", answer.status, answer.text());
        } else {
            let is_refused = matches!(answer.status, 403 | 404 | 409) && !answer.message_code().is_empty();
            // Without tasks there is nothing to settle, and nothing to refuse.
            let is_done = call.can == "settle" && answer.status < 300;
            assert!(is_refused || is_done, "{context}: {} {}", answer.status, answer.text());
            assert!(!has_changed, "{context}: it has changed");
        }
        CallOutcome { is_possible, has_changed }
    }
}

struct CallOutcome {
    is_possible: bool,
    has_changed: bool,
}

/// A driver: somebody of the staff who reaches nothing but the own runs.
async fn make_driver(app: &TestApp, admin: &Person) -> Person {
    let dev = users::demo_user(admin, "dev").await;
    let form = json!({ "user_type": 20, "version": dev["version"] });
    admin.patch(&users::path(&dev), form).await.data();
    let rules = ["list", "show", "load", "start", "close", "record"].map(|action| ("route", action, "own"));
    let profile = profiles::made(app, "Driver", 10, &rules).await;
    profiles::given(app, "dev", &[profile]).await.unwrap();
    app.signed_in(ATLANTICO, "dev").await
}

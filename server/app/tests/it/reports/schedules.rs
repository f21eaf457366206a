//! Reports that are made at set times: when, for whom, and what of them each recipient sees.

use chrono::{DateTime, TimeDelta, Utc};
use poem::http::Method;
use serde_json::{Value, json};

use crate::isolation::document::Operation;
use crate::notifications::codes;
use crate::profiles;
use crate::shipments::created;
use crate::support::{ATLANTICO, Person, TestApp};
use crate::users::{audited, demo_user, path};
use crate::webhooks::Told;
use server_core::clock::Clock;

pub(super) const PATH: &str = "/api/report-schedules";

pub(super) async fn id_of(person: &Person) -> Value {
    person.get("/api/profile").await.data()["id"].clone()
}

pub(super) fn content(query: &Value, columns: &[&str]) -> Value {
    let columns: Vec<Value> =
        columns.iter().map(|column| json!({ "column": column, "heading": column })).collect();
    let labels = json!({
        "report": "Report", "title": "Shipments", "period": "Period", "time_zone": "Zone", "made_at": "Made at",
    });
    json!({ "query": query, "columns": columns, "labels": labels, "language": "en" })
}

/// A daily report of all shipments for the person alone, with changes.
pub(super) async fn form(person: &Person, changes: Value) -> Value {
    let mut form = json!({
        "name": "Every day", "report": "shipments", "content": content(&json!({}), &["tracking_code"]),
        "span": "fixed", "format": "csv", "rhythm": "daily", "at_time": "08:00", "time_zone": "America/Sao_Paulo",
        "recipient_ids": [id_of(person).await],
    });
    let Value::Object(changes) = changes else { panic!("changes are an object") };
    for (name, value) in changes {
        form[name] = value;
    }
    form
}

pub async fn schedule(person: &Person, changes: Value) -> Value {
    person.post(PATH, form(person, changes).await).await.data()
}

pub(super) fn at(schedule: &Value) -> String {
    format!("{PATH}/{}", schedule["id"].as_str().unwrap())
}

/// Another's record in a schedule: as a recipient it does not exist, and in a filter it finds nothing.
pub async fn refuses(person: &Person, operation: &Operation, reference: &str, theirs: &str) {
    let own = schedule(person, json!({})).await;
    let name = reference.rsplit('.').next().unwrap();
    let mut changed = form(person, json!({})).await;
    if name == "recipient_ids" {
        changed["recipient_ids"] = json!([theirs]);
    } else {
        changed["content"]["query"] = json!({ name: theirs });
    }
    let answer = if operation.method == Method::PATCH {
        changed["version"] = own["version"].clone();
        person.patch(&at(&own), changed).await
    } else {
        person.post(PATH, changed).await
    };
    if name == "recipient_ids" {
        assert_eq!(answer.code_at("recipient_ids"), "unknown_option");
    } else {
        assert!([200, 422].contains(&answer.status), "{name}: {}", answer.text());
    }
    person.delete(&at(&own)).await;
}

/// A company at noon of a Thursday.
pub(super) async fn company() -> TestApp {
    company_with(&[]).await
}

/// The same with more options of `remessa serve`.
pub(super) async fn company_with(options: &[String]) -> TestApp {
    let app = TestApp::with(options).await;
    let noon: DateTime<Utc> = "2026-11-26T15:00:00Z".parse().unwrap();
    app.state.clock.advance(noon - app.state.clock.now());
    app
}

/// Lets days pass, and does what was due meanwhile at their end.
pub(super) async fn pass(app: &TestApp, days: i64) {
    app.run_processes_after(TimeDelta::days(days)).await;
}

pub(super) async fn shown(person: &Person, schedule: &Value) -> Value {
    person.get(&at(schedule)).await.data()
}

/// The states of the runs, newest first.
async fn run_states(person: &Person, schedule: &Value) -> Vec<i64> {
    let runs = shown(person, schedule).await["runs"].clone();
    runs.as_array().unwrap().iter().map(|run| run["state"].as_i64().unwrap()).collect()
}

/// The files of schedules that a person can download.
async fn files(person: &Person) -> Vec<String> {
    let tasks = person.get("/api/background_tasks").await.data();
    let mut files = Vec::new();
    for task in tasks.as_array().unwrap().iter().filter(|task| task["kind"] == "reports.scheduled") {
        assert!(task["failure"].is_null(), "{task}");
        let file = person.get(task["file"]["url"].as_str().unwrap()).await;
        files.push(file.text().trim_start_matches('\u{feff}').to_owned());
    }
    files
}

#[tokio::test]
async fn each_recipient_gets_the_columns_that_they_may_see_at_that_time() {
    let app = company().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let shipment = created(&staff).await;
    let recipients = json!([id_of(&admin).await, id_of(&staff).await]);
    let columns = content(&json!({}), &["tracking_code", "cost"]);
    let made = json!({ "report": "detailed_shipments", "content": columns, "recipient_ids": recipients });
    let made = schedule(&admin, made).await;
    assert_eq!(made["next_at"], "2026-11-27T11:00:00+00:00");
    pass(&app, 1).await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (full, narrow) = (files(&admin).await, files(&staff).await);
    assert_eq!((full.len(), narrow.len()), (1, 1));
    assert!(full[0].starts_with("tracking_code,cost"), "{}", full[0]);
    assert!(narrow[0].starts_with("tracking_code\r\n") || narrow[0].starts_with("tracking_code\n"));
    assert!(narrow[0].contains(shipment["tracking_code"].as_str().unwrap()));
    let detail = shown(&admin, &made).await;
    assert_eq!(detail["schedule"]["next_at"], "2026-11-28T11:00:00+00:00");
    assert_eq!((&detail["runs"][0]["state"], &detail["runs"][0]["sent"]), (&json!(30), &json!(2)));
    assert!(codes(&staff).await.contains(&"report_ready".to_owned()));
    assert_eq!(audited(&app, "report_schedule.run").await.len(), 1);
}

#[tokio::test]
async fn a_recipient_who_may_not_see_the_report_gets_nothing_and_its_owner_is_told() {
    let app = company().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let recipients = json!([id_of(&admin).await, id_of(&staff).await]);
    let made = schedule(&admin, json!({ "recipient_ids": recipients, "sends_empty": true })).await;
    let profile = profiles::made(&app, "Parcels only", 10, &[("shipment", "list", "any")]).await;
    profiles::given(&app, "staff", &[profile]).await.unwrap();
    pass(&app, 1).await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    assert_eq!((files(&admin).await.len(), files(&staff).await.len()), (1, 0));
    assert!(codes(&admin).await.contains(&"report_withheld".to_owned()));
    assert!(!codes(&staff).await.iter().any(|code| code.starts_with("report_")));
    let run = shown(&admin, &made).await["runs"][0].clone();
    assert_eq!((&run["sent"], &run["withheld"]), (&json!(1), &json!(1)));
}

#[tokio::test]
async fn a_schedule_that_rested_has_its_next_time_from_now() {
    let app = company().await;
    let staff = app.staff(ATLANTICO).await;
    let made = schedule(&staff, json!({ "sends_empty": true })).await;
    let version = json!({ "version": made["version"] });
    let paused = staff.post(&format!("{}/pause", at(&made)), version).await.data();
    assert_eq!((&paused["state"], &paused["next_at"]), (&json!(20), &Value::Null));
    pass(&app, 10).await;
    let staff = app.staff(ATLANTICO).await;
    let version = json!({ "version": paused["version"] });
    let resumed = staff.post(&format!("{}/resume", at(&made)), version).await.data();
    assert_eq!(resumed["next_at"], "2026-12-07T11:00:00+00:00");
    app.run_processes().await;
    app::sweep::sweep(&app.state).await;
    assert_eq!(run_states(&staff, &made).await, Vec::<i64>::new(), "nothing is made up for");
    assert_eq!(files(&staff).await.len(), 0);
}

#[tokio::test]
async fn of_missed_times_only_the_newest_is_made_up_for() {
    let app = company().await;
    let staff = app.staff(ATLANTICO).await;
    let made = schedule(&staff, json!({ "sends_empty": true })).await;
    app.state.clock.advance(TimeDelta::days(5));
    app::sweep::sweep(&app.state).await;
    app::sweep::sweep(&app.state).await;
    app.run_processes().await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(run_states(&staff, &made).await, [30, 60]);
    assert_eq!(files(&staff).await.len(), 1);
    let runs = shown(&staff, &made).await["runs"].clone();
    assert_eq!(runs[0]["planned_at"], "2026-12-01T11:00:00+00:00");
    assert_eq!(runs[1]["planned_at"], "2026-11-27T11:00:00+00:00");
}

#[tokio::test]
async fn a_report_without_rows_is_sent_only_to_those_who_want_it() {
    let app = company().await;
    let staff = app.staff(ATLANTICO).await;
    let none = content(&json!({ "from": "2001-01-01", "to": "2001-01-02" }), &["tracking_code"]);
    let silent = schedule(&staff, json!({ "content": none })).await;
    pass(&app, 1).await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!((files(&staff).await.len(), run_states(&staff, &silent).await), (0, vec![40]));
    assert!(!codes(&staff).await.contains(&"report_ready".to_owned()));
    let sent = schedule(&staff, json!({ "content": none, "sends_empty": true })).await;
    pass(&app, 1).await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!((files(&staff).await.len(), run_states(&staff, &sent).await), (1, vec![30]));
}

#[tokio::test]
async fn a_schedule_whose_owner_left_stops_until_an_administrator_takes_it_over() {
    let app = company().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let recipients = json!([id_of(&admin).await]);
    let made = schedule(&staff, json!({ "recipient_ids": recipients, "sends_empty": true })).await;
    let user = demo_user(&admin, "staff").await;
    admin.post(&format!("{}/deactivate", path(&user)), json!({})).await.data();
    pass(&app, 1).await;
    let admin = app.admin(ATLANTICO).await;
    let stopped = shown(&admin, &made).await["schedule"].clone();
    assert_eq!((&stopped["state"], &stopped["next_at"]), (&json!(30), &Value::Null));
    assert_eq!(files(&admin).await.len(), 0);
    assert!(codes(&admin).await.contains(&"report_schedule_stopped".to_owned()));
    let version = json!({ "version": stopped["version"] });
    let run = admin.post(&format!("{}/run", at(&made)), version.clone()).await;
    assert_eq!((run.status, run.message_code()), (409, "schedule_stopped".to_owned()));
    let taken = admin.post(&format!("{}/take_over", at(&made)), version).await.data();
    assert_eq!((&taken["state"], &taken["owner_id"]), (&json!(10), &recipients[0]));
    pass(&app, 1).await;
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(files(&admin).await.len(), 1);
}

#[tokio::test]
async fn a_report_can_be_made_now_beside_its_times() {
    let app = company().await;
    let staff = app.staff(ATLANTICO).await;
    let made = schedule(&staff, json!({ "sends_empty": true })).await;
    let version = json!({ "version": made["version"] });
    let run = staff.post(&format!("{}/run", at(&made)), version.clone()).await.data();
    assert_eq!(run["next_at"], made["next_at"]);
    app.state.clock.advance(TimeDelta::milliseconds(40));
    let again = staff.post(&format!("{}/run", at(&made)), version.clone()).await.data();
    assert_eq!(again["version"], run["version"], "it is being made already");
    app.run_processes().await;
    assert_eq!((files(&staff).await.len(), run_states(&staff, &made).await), (1, vec![30]));
    staff.post(&format!("{}/run", at(&made)), version).await.data();
    app.run_processes().await;
    assert_eq!(files(&staff).await.len(), 2, "once it is made, it can be made anew");
}

#[tokio::test]
async fn its_file_is_deleted_after_a_week() {
    let app = company().await;
    let staff = app.staff(ATLANTICO).await;
    let made = schedule(&staff, json!({ "sends_empty": true, "ends_on": "2026-11-27" })).await;
    pass(&app, 1).await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(shown(&staff, &made).await["schedule"]["state"], 40, "its last day is over");
    assert_eq!(files(&staff).await.len(), 1);
    // Tasks end at the time of the database.
    app.state.clock.advance(Clock::default().now() + TimeDelta::days(8) - app.state.clock.now());
    app::sweep::sweep(&app.state).await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(files(&staff).await.len(), 0);
}

#[tokio::test]
async fn what_cannot_be_is_refused_at_its_field() {
    let app = company().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let outsider = id_of(&client).await;
    for (changes, field, code) in [
        (json!({ "name": " " }), "name", "required"),
        (json!({ "at_time": "25:00" }), "at_time", "invalid_time"),
        (json!({ "rhythm": "weekly" }), "weekday", "required"),
        (json!({ "rhythm": "monthly" }), "month_day", "required"),
        (json!({ "time_zone": "Europe/Atlantis" }), "time_zone", "unknown_option"),
        (json!({ "ends_on": "2026-11-26" }), "ends_on", "schedule_never_runs"),
        (json!({ "recipient_ids": [outsider] }), "recipient_ids", "unknown_option"),
        (json!({ "content": content(&json!({}), &["cost"]) }), "content.columns", "unknown_option"),
    ] {
        let answer = staff.post(PATH, form(&staff, changes.clone()).await).await;
        assert_eq!(answer.code_at(field), code, "{changes}");
    }
    assert_eq!(client.post(PATH, form(&client, json!({})).await).await.status, 403);
    let others = schedule(&admin, json!({})).await;
    assert_eq!(staff.get(&at(&others)).await.status, 404);
    assert_eq!(staff.delete(&at(&others)).await.status, 404);
    let own = schedule(&staff, json!({})).await;
    let listed = staff.get(PATH).await.data();
    assert_eq!(listed.as_array().unwrap().len(), 1);
    assert_eq!(listed[0]["id"], own["id"]);
    assert_eq!(admin.get(PATH).await.data().as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_change_of_the_time_counts_from_now() {
    let app = company().await;
    let staff = app.staff(ATLANTICO).await;
    let made = schedule(&staff, json!({ "sends_empty": true })).await;
    let change = json!({ "version": made["version"], "at_time": "18:00", "rhythm": "month_end" });
    let changed = staff.patch(&at(&made), change.clone()).await.data();
    assert_eq!(changed["next_at"], "2026-11-30T21:00:00+00:00");
    assert_eq!(staff.patch(&at(&made), change).await.message_code(), "stale_version");
    pass(&app, 1).await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(run_states(&staff, &made).await, Vec::<i64>::new(), "the earlier time is over");
    let changes = &audited(&app, "report_schedule.update").await[0].2;
    assert_eq!(changes["at_time"], json!(["08:00", "18:00"]));
    assert_eq!(staff.delete(&at(&made)).await.status, 200);
    assert_eq!(staff.get(&at(&made)).await.status, 404);
}

#[tokio::test]
async fn the_next_times_are_those_of_the_zone_also_when_its_clocks_change() {
    let app = TestApp::start().await;
    let march: DateTime<Utc> = "2027-03-12T15:00:00Z".parse().unwrap();
    app.state.clock.advance(march - app.state.clock.now());
    let staff = app.staff(ATLANTICO).await;
    let query = "rhythm=daily&at_time=02:30&time_zone=America/New_York";
    let times = staff.get(&format!("{PATH}/next-times?{query}")).await.data();
    let local: Vec<&str> =
        times.as_array().unwrap().iter().map(|time| time["local"].as_str().unwrap()).collect();
    assert_eq!(
        local,
        ["2027-03-13T02:30:00", "2027-03-14T03:00:00", "2027-03-15T02:30:00", "2027-03-16T02:30:00"]
    );
    assert_eq!(times[1]["at"], "2027-03-14T07:00:00+00:00");
}

#[tokio::test]
async fn webhooks_are_told_once_of_a_report_that_is_ready_for_all() {
    let told = Told::of(&["report.ready"]).await;
    let (admin, staff) = (told.admin().await, told.app.staff(ATLANTICO).await);
    created(&staff).await;
    let recipients = json!([id_of(&admin).await, id_of(&staff).await]);
    let made = schedule(&admin, json!({ "recipient_ids": recipients })).await;
    pass(&told.app, 1).await;
    let sent = told.send_all().await;
    assert_eq!(sent.len(), 1, "once for both files: {sent:?}");
    let (kind, data) = &sent[0];
    assert_eq!((kind.as_str(), &data["id"]), ("report.ready", &made["id"]));
    assert_eq!((&data["name"], &data["report"]), (&json!("Every day"), &json!("shipments")));
    assert!(data["rows"].as_i64().unwrap() > 0, "{data}");
}

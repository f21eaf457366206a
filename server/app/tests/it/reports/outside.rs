//! Schedules of reports for addresses outside of the company: who may add one, and what it gets.

use std::sync::atomic::{AtomicUsize, Ordering};

use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};

use super::schedules::{PATH, at, company, company_with, content, form, pass, schedule, shown};
use crate::api_tokens::{Program, make};
use crate::shipments::created;
use crate::support::{ATLANTICO, TestApp, mail_server};
use crate::users::audited;

const AUDITOR: &str = "ana@auditor.example";
const RUI: &str = "rui@auditor.example";

/// The files that an address has got.
async fn files_of(app: &TestApp, address: &str) -> Vec<String> {
    let emails = app.state.mailer.list_kept(ATLANTICO).await.unwrap();
    let own = emails.into_iter().filter(|email| email.to == address);
    let files = own.flat_map(|email| email.files);
    files.map(|file| String::from_utf8(file.content).unwrap().replace('\u{feff}', "")).collect()
}

#[tokio::test]
async fn an_address_outside_gets_the_file_without_costs_and_data_of_people() {
    let app = company().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let shipment = created(&staff).await;
    let columns = content(&json!({}), &["to_name", "driver", "received_by", "tracking_code", "cost"]);
    let form = json!({
        "report": "detailed_shipments", "content": columns, "addresses": [" Ana@Auditor.example ", AUDITOR, "rui@auditor.example"],
    });
    let made = schedule(&admin, form).await;
    assert_eq!(made["addresses"], json!([AUDITOR, "rui@auditor.example"]));
    pass(&app, 1).await;
    let files = files_of(&app, AUDITOR).await;
    assert_eq!((files.len(), files_of(&app, "rui@auditor.example").await.len()), (1, 1));
    assert_eq!(files[0].lines().next(), Some("tracking_code"));
    assert!(files[0].contains(shipment["tracking_code"].as_str().unwrap()));
    let admin = app.admin(ATLANTICO).await;
    let run = shown(&admin, &made).await["runs"][0].clone();
    assert_eq!((&run["state"], &run["sent"], &run["withheld"]), (&json!(30), &json!(3), &json!(0)));
    let sent = audited(&app, "report_schedule.send").await;
    let addresses: Vec<&Value> = sent.iter().map(|entry| &entry.2["addresses"]).collect();
    assert_eq!(addresses, [&json!([AUDITOR]), &json!([RUI])]);
}

/// A report of the administrator with a row for two addresses, after its first time.
async fn sent_by(answer: mail_server::Answer) -> SentReport {
    let app = company_with(&[mail_server::start(answer).await]).await;
    created(&app.staff(ATLANTICO).await).await;
    let made = schedule(&app.admin(ATLANTICO).await, json!({ "addresses": [AUDITOR, RUI] })).await;
    pass(&app, 1).await;
    SentReport { app, made }
}

struct SentReport {
    app: TestApp,
    made: Value,
}

impl SentReport {
    /// The state of its run, and how many got it and did not get it.
    async fn outcome(&self) -> [i64; 3] {
        let run = shown(&self.app.admin(ATLANTICO).await, &self.made).await["runs"][0].clone();
        ["state", "sent", "withheld"].map(|name| run[name].as_i64().unwrap())
    }

    async fn reached(&self) -> Vec<Value> {
        let entries = audited(&self.app, "report_schedule.send").await;
        entries.into_iter().map(|entry| entry.2["addresses"][0].clone()).collect()
    }
}

#[tokio::test]
async fn who_got_the_report_is_noted_also_when_the_owner_cancels_the_rest() {
    let report = sent_by(|to| if to.contains(RUI) { "450 later" } else { "250 fine" }).await;
    assert_eq!((report.outcome().await, report.reached().await), ([20, 2, 0], vec![json!(AUDITOR)]));
    let admin = report.app.admin(ATLANTICO).await;
    let tasks = admin.get("/api/background_tasks").await.data();
    let task = tasks.as_array().unwrap().iter().find(|task| task["kind"] == "reports.outside").unwrap();
    let cancel = format!("/api/background_tasks/{}/cancel", task["id"].as_str().unwrap());
    assert_eq!(admin.post(&cancel, json!({})).await.status, 200);
    assert_eq!((report.outcome().await, report.reached().await), ([50, 2, 0], vec![json!(AUDITOR)]));
}

#[tokio::test]
async fn an_address_that_has_to_wait_gets_the_report_minutes_later() {
    static TRIES: AtomicUsize = AtomicUsize::new(0);
    let report = sent_by(|to| {
        let is_early = to.contains(RUI) && TRIES.fetch_add(1, Ordering::Relaxed) < 6;
        if is_early { "450 later" } else { "250 fine" }
    })
    .await;
    created(&report.app.staff(ATLANTICO).await).await;
    for _ in 0..7 {
        report.app.run_processes_after(TimeDelta::minutes(3)).await;
    }
    assert_eq!(report.outcome().await, [30, 3, 0]);
    let run = shown(&report.app.admin(ATLANTICO).await, &report.made).await["runs"][0].clone();
    assert_eq!(run["row_count"], 1, "it is the file that the other address got");
    assert_eq!(report.reached().await, [json!(AUDITOR), json!(RUI)]);
}

#[tokio::test]
async fn an_address_that_is_refused_is_counted() {
    let report = sent_by(|to| if to.contains(RUI) { "550 nobody here" } else { "250 fine" }).await;
    assert_eq!((report.outcome().await, report.reached().await), ([30, 2, 1], vec![json!(AUDITOR)]));
}

#[tokio::test]
async fn a_report_that_no_address_takes_has_failed() {
    let report = sent_by(|to| if to.contains("@auditor") { "550 nobody here" } else { "250 fine" }).await;
    assert_eq!((report.outcome().await, report.reached().await), ([50, 1, 2], Vec::new()));
}

#[tokio::test]
async fn a_program_without_the_right_does_not_change_what_goes_outside() {
    let app = company().await;
    let admin = app.admin(ATLANTICO).await;
    let own = schedule(&admin, json!({ "addresses": [AUDITOR] })).await;
    let inside = schedule(&admin, json!({})).await;
    let (_, secret) = make(&admin, &["report_schedule.update", "report.show", "shipment.list"]).await;
    let program = Program::on(&app, ATLANTICO, &secret);
    let columns = content(&json!({}), &["tracking_code", "to_city"]);
    let patch = async |one: &Value, name: &str, value: Value| {
        let change = json!({ "version": one["version"], name: value });
        program.send(Method::PATCH, &at(one), Some(change), &[]).await.status
    };
    assert_eq!(patch(&own, "content", columns.clone()).await, 403);
    for (name, value) in [
        ("span", json!("last_month")),
        ("format", json!("xlsx")),
        ("time_zone", json!("Pacific/Auckland")),
        ("sends_empty", json!(true)),
    ] {
        assert_eq!(patch(&own, name, value).await, 403, "{name}");
    }
    assert_eq!(patch(&own, "name", json!("Weekly")).await, 200);
    assert_eq!(patch(&inside, "content", columns).await, 200);
}

#[tokio::test]
async fn what_people_typed_does_not_go_outside() {
    let app = company().await;
    let admin = app.admin(ATLANTICO).await;
    for (report, view, columns) in [
        ("detail_stock", "movements", ["reason", "sku"].as_slice()),
        ("financial", "entries", ["label", "reason", "currency"].as_slice()),
    ] {
        let content = content(&json!({ "view": view }), columns);
        let form = json!({
            "report": report, "content": content, "addresses": [AUDITOR], "sends_empty": true,
        });
        schedule(&admin, form).await;
    }
    pass(&app, 1).await;
    let files = files_of(&app, AUDITOR).await;
    let mut headings: Vec<&str> = files.iter().filter_map(|file| file.lines().next()).collect();
    headings.sort_unstable();
    assert_eq!(headings, ["currency", "sku"]);
}

#[tokio::test]
async fn a_report_of_costs_does_not_go_outside() {
    let app = company().await;
    let admin = app.admin(ATLANTICO).await;
    let columns = content(&json!({ "view": "margins" }), &["tracking_code"]);
    let form = json!({
        "report": "financial", "content": columns, "addresses": [AUDITOR], "sends_empty": true,
    });
    let made = schedule(&admin, form).await;
    pass(&app, 1).await;
    assert_eq!(files_of(&app, AUDITOR).await, Vec::<String>::new());
    let admin = app.admin(ATLANTICO).await;
    let run = shown(&admin, &made).await["runs"][0].clone();
    assert_eq!((&run["sent"], &run["withheld"]), (&json!(1), &json!(1)));
}

#[tokio::test]
async fn an_empty_report_goes_outside_only_when_it_is_wanted() {
    let app = company().await;
    let admin = app.admin(ATLANTICO).await;
    let none = content(&json!({ "from": "2001-01-01", "to": "2001-01-02" }), &["tracking_code"]);
    let silent = schedule(&admin, json!({ "content": none, "addresses": [AUDITOR] })).await;
    pass(&app, 1).await;
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(files_of(&app, AUDITOR).await, Vec::<String>::new());
    assert_eq!(shown(&admin, &silent).await["runs"][0]["state"], 40);
    assert_eq!(audited(&app, "report_schedule.send").await.len(), 0);
}

#[tokio::test]
async fn only_who_may_send_outside_adds_an_address() {
    let app = company().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let outside = json!({ "addresses": [AUDITOR] });
    assert_eq!(staff.post(PATH, form(&staff, outside.clone()).await).await.status, 403);
    let own = schedule(&staff, json!({})).await;
    let change = json!({ "version": own["version"], "addresses": [AUDITOR] });
    assert_eq!(staff.patch(&at(&own), change.clone()).await.status, 403);
    let added = admin.patch(&at(&own), change).await.data();
    // Its owner keeps or removes what somebody else has added, and may not send it.
    let kept = json!({ "version": added["version"], "name": "Weekly", "addresses": [AUDITOR] });
    assert_eq!(staff.patch(&at(&own), kept).await.data()["addresses"], json!([AUDITOR]));
    pass(&app, 1).await;
    let staff = app.staff(ATLANTICO).await;
    assert_eq!(files_of(&app, AUDITOR).await, Vec::<String>::new());
    let after: Value = shown(&staff, &own).await;
    assert_eq!(after["runs"][0]["withheld"], 1);
    let wrong = json!({ "version": after["schedule"]["version"], "addresses": [AUDITOR, "nobody"] });
    let admin = app.admin(ATLANTICO).await;
    assert_eq!(admin.patch(&at(&own), wrong).await.code_at("addresses.1"), "invalid_email");
}

//! Schedules of reports for addresses outside of the company: who may add one, and what it gets.

use serde_json::{Value, json};

use super::schedules::{PATH, at, company, content, form, pass, schedule, shown};
use crate::shipments::created;
use crate::support::{ATLANTICO, TestApp};
use crate::users::audited;

const AUDITOR: &str = "ana@auditor.example";

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
    let columns = content(&json!({}), &["to_name", "tracking_code", "cost"]);
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
    assert_eq!((sent.len(), &sent[0].2["addresses"]), (1, &json!([AUDITOR, "rui@auditor.example"])));
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

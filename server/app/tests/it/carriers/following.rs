//! Reports of carriers become events of shipments, once each.

use std::time::Duration;

use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};

use super::CarrierCompany;
use super::karrio_server::{KarrioMode, SECRET, number_of};
use crate::bags::{status_of, text};
use crate::confirm::log;
use crate::process::until;
use crate::support::{ATLANTICO, Answer};

fn tracking(statuses: &[(&str, &str)]) -> Value {
    let events: Vec<Value> = statuses
        .iter()
        .map(|(status, at)| json!({ "status": status, "timestamp": at, "location": "Berlin", "description": "as told" }))
        .collect();
    let status = statuses.last().map_or("pending", |(status, _)| *status);
    json!({ "tracking_number": number_of(0), "carrier_name": "generic", "status": status, "events": events })
}

async fn sweep(company: &CarrierCompany) {
    app::sweep::sweep(&company.app.state).await;
    company.app.run_processes().await;
}

/// A report of the server to the address that it was given.
async fn report(company: &CarrierCompany, secret: &str, data: &Value) -> Answer {
    let visitor = company.app.visitor(ATLANTICO);
    let path = format!("/api/carrier-webhooks/{}", text(&company.provider["id"]));
    let mut request = visitor.request(Method::POST, &path);
    let headers = request.headers_mut();
    for of_pages in ["origin", "sec-fetch-site", "x-csrf-token", "x-requested-with"] {
        headers.remove(of_pages);
    }
    headers.insert("content-type", "application/json".parse().unwrap());
    headers.insert("x-event-id", secret.parse().unwrap());
    request.set_body(json!({ "event": "tracker_updated", "data": data }).to_string());
    visitor.call(request).await
}

#[tokio::test]
async fn parcels_are_followed_every_hour_and_each_event_is_taken_once() {
    let company = CarrierCompany::start().await;
    let shipment = company.labelled().await;
    sweep(&company).await;
    assert_eq!(company.server.count("POST trackers"), 1, "a parcel that is not followed there yet");
    let way = [("picked_up", "2026-01-02T08:00:00Z"), ("out_for_delivery", "2026-01-03T08:00:00Z")];
    company.server.track(tracking(&way));
    for _ in 0..2 {
        sweep(&company).await;
    }
    let codes = log(&company.staff, &shipment).await;
    assert_eq!(codes, ["OUT_FOR_DELIVERY", "HANDED_OVER", "CONFIRMED", "CREATED"]);
    assert_eq!(status_of(&company.staff, &shipment).await, 86);
    let delivered = [&way[..], &[("delivered", "2026-01-03T15:00:00Z")]].concat();
    company.server.track(tracking(&delivered));
    sweep(&company).await;
    assert_eq!(status_of(&company.staff, &shipment).await, 90);
    let asked = company.server.count("GET trackers");
    sweep(&company).await;
    assert_eq!(company.server.count("GET trackers"), asked, "nobody asks about what is delivered");
}

#[tokio::test]
async fn a_long_report_is_taken_over_to_its_end() {
    let company = CarrierCompany::start().await;
    let shipment = company.labelled().await;
    let times: Vec<String> = (0..60).map(|minute| format!("2026-01-02T08:{minute:02}:00Z")).collect();
    let mut way: Vec<(&str, &str)> = times.iter().map(|at| ("in_transit", at.as_str())).collect();
    way.push(("delivered", "2026-01-03T15:00:00Z"));
    company.server.track(tracking(&way));
    for _ in 0..3 {
        sweep(&company).await;
    }
    assert_eq!(status_of(&company.staff, &shipment).await, 90, "the end comes with the second part");
}

#[tokio::test]
async fn the_server_reports_by_itself_with_the_secret_of_its_subscription() {
    let company = CarrierCompany::start().await;
    let shipment = company.labelled().await;
    let data = tracking(&[("picked_up", "2026-01-02T08:00:00Z")]);
    assert_eq!(report(&company, SECRET, &data).await.status, 401, "nobody has subscribed");
    let link = company.admin.post(&company.link_path("/subscribe"), json!({})).await.data();
    assert_eq!(link["is_listening"], true);
    let asked = company.server.last_form("POST webhooks");
    let address = format!("https://{ATLANTICO}/api/carrier-webhooks/{}", text(&company.provider["id"]));
    assert_eq!((&asked["url"], &asked["enabled_events"][1]), (&json!(address), &json!("tracker_updated")));

    for wrong in ["", "another"] {
        assert_eq!(report(&company, wrong, &data).await.status, 401, "{wrong}");
    }
    for _ in 0..2 {
        assert_eq!(report(&company, SECRET, &data).await.status, 200);
    }
    assert_eq!(log(&company.staff, &shipment).await, ["HANDED_OVER", "CONFIRMED", "CREATED"]);
    let mut unknown = data.clone();
    unknown["tracking_number"] = json!("1Z999999");
    assert_eq!(report(&company, SECRET, &unknown).await.status, 200, "none of ours");
    company.admin.post(&company.link_path("/subscribe"), json!({})).await.data();
    assert_eq!(company.server.count("DELETE webhooks"), 1, "it does not report twice");
    company.connect(json!({ "url": null })).await.data();
    assert_eq!(company.server.count("DELETE webhooks"), 2, "nor to somebody who has left");
}

#[tokio::test]
async fn a_subscription_to_a_server_that_was_left_meanwhile_is_ended() {
    let company = CarrierCompany::start().await;
    let path = company.link_path("/subscribe");
    let held = company.server.subscribing.lock().await;
    let leave = async {
        until(Duration::from_secs(20), async || company.server.count("POST webhooks") == 1).await;
        company.connect(json!({ "url": null })).await.data();
        drop(held);
    };
    let (refused, ()) = tokio::join!(company.admin.post(&path, json!({})), leave);
    assert_eq!((refused.status, refused.message_code()), (409, "stale_version".into()));
    assert_eq!(company.server.count("DELETE webhooks"), 1);
}

/// The server fails so often that it rests.
async fn let_rest(company: &CarrierCompany) {
    company.server.set(KarrioMode::IsBusy);
    for _ in 0..10 {
        let test = company.admin.post(&company.link_path("/test"), json!({})).await.data();
        assert_eq!((&test["failure"], &test["status"]), (&json!("failed"), &json!(503)));
    }
}

#[tokio::test]
async fn a_carrier_that_fails_takes_no_shipments_until_it_answers() {
    let company = CarrierCompany::start().await;
    let draft = company.draft().await;
    let_rest(&company).await;
    let refused = crate::confirm::confirm(&company.staff, &draft).await;
    assert_eq!((refused.status, refused.code_at("service_id")), (409, "last_mile_unavailable".into()));
    company.server.set(KarrioMode::Answers);
    sweep(&company).await;
    assert_eq!(company.link().await["failure_count"], 0);
    assert_eq!(crate::confirm::confirm(&company.staff, &draft).await.data()["status"], 30);
}

#[tokio::test]
async fn a_carrier_that_rests_is_asked_every_minute_until_it_answers() {
    let company = CarrierCompany::start().await;
    let_rest(&company).await;
    company.app.run_processes().await;
    assert_eq!(company.server.count("GET connections"), 10, "it rests for a minute");
    for asked in [11, 12] {
        company.app.run_processes_after(TimeDelta::seconds(61)).await;
        assert_eq!(company.server.count("GET connections"), asked);
    }
    company.server.set(KarrioMode::Answers);
    company.app.run_processes_after(TimeDelta::seconds(61)).await;
    assert_eq!(company.link().await["failure_count"], 0);
    company.app.run_processes_after(TimeDelta::seconds(61)).await;
    assert_eq!(company.server.count("GET connections"), 13, "it is not probed any further");
}

//! Labels of the last mile are bought once, whatever gets lost on the way.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::karrio_server::{ACCOUNT, KEY, KarrioMode, KarrioServer, LABEL, number_of};
use super::{CarrierCompany, SERVICE, label_path};
use crate::bags::text;
use crate::confirm::confirm;
use crate::support::{ATLANTICO, PACIFIC};

/// Longer than the server waits before it asks again what may have been done.
const LATER: TimeDelta = TimeDelta::minutes(5);

#[tokio::test]
async fn rates_stand_beside_the_price_and_a_bought_label_says_how_much_more_it_cost() {
    let company = CarrierCompany::start().await;
    let shipment = company.confirmed().await;
    let carrier = company.carrier(&shipment).await;
    assert_eq!((&carrier["provider_id"], &carrier["service"]), (&company.provider["id"], &json!(SERVICE)));
    assert_eq!(
        carrier["can"],
        json!({ "create": true, "cancel": false, "rates": false }),
        "costs are hidden"
    );
    assert_eq!(company.staff.get(&label_path(&shipment, "/rates")).await.status, 403);

    let rates = company.admin.get(&label_path(&shipment, "/rates")).await.data();
    let cost = json!({ "amount": "10", "currency": "USD" });
    assert_eq!((&rates["rates"][0]["service"], &rates["rates"][0]["cost"]), (&json!(SERVICE), &cost));
    let form = json!({ "service": SERVICE, "expected": cost });
    let asked = company.admin.post(&label_path(&shipment, ""), form).await.data();
    assert_eq!(asked["labels"][0]["status"], 10, "the row is there before the carrier is asked");
    assert_eq!(company.server.count("POST shipments"), 0);
    company.app.run_processes().await;

    let seen = company.admin.get(&label_path(&shipment, "")).await.data()["labels"][0].clone();
    assert_eq!((&seen["status"], &seen["tracking_number"]), (&json!(30), &json!(number_of(0))));
    assert_eq!(seen["charged"], json!({ "amount": "12.5", "currency": "USD" }));
    assert_eq!(seen["difference"], json!({ "amount": "2.5", "currency": "USD" }));
    let hidden = company.label(&shipment).await;
    assert_eq!([&hidden["charged"], &hidden["difference"], &hidden["expected"]], [&Value::Null; 3]);

    let order = company.server.last_form("POST shipments");
    assert_eq!((&order["order_id"], &order["reference"]), (&seen["id"], &shipment["tracking_code"]));
    assert_eq!(order["recipient"]["country_code"], "DE");
    assert_eq!(order["customs"]["commodities"].as_array().unwrap().len(), 1);
    let file = company.staff.get(&label_path(&shipment, "/file")).await;
    assert_eq!((file.header("content-type"), &file.body[..]), (Some("application/pdf"), LABEL));
    let twice = company.buy(&shipment).await;
    assert_eq!((twice.status, twice.message_code()), (409, "carrier_label_exists".into()));
}

#[tokio::test]
async fn a_label_whose_answer_got_lost_is_looked_for_before_it_is_bought_again() {
    let company = CarrierCompany::start().await;
    let shipment = company.confirmed().await;
    company.server.set(KarrioMode::LosesAnswer);
    company.buy(&shipment).await.data();
    company.app.run_processes().await;
    assert_eq!((company.label(&shipment).await["status"].clone(), company.server.labels()), (json!(20), 1));
    company.server.set(KarrioMode::Answers);
    company.app.run_processes_after(TimeDelta::seconds(5)).await;
    let label = company.label(&shipment).await;
    assert_eq!((&label["status"], &label["tracking_number"]), (&json!(30), &json!(number_of(0))));
    assert_eq!((company.server.labels(), company.server.count("GET shipments")), (1, 1));
    assert_eq!(label["has_file"], true, "fetched apart, because lists have no files");
}

#[tokio::test]
async fn a_label_that_another_server_may_have_sold_is_not_bought_again() {
    let company = CarrierCompany::start().await;
    let shipment = company.confirmed().await;
    company.server.set(KarrioMode::LosesAnswer);
    company.buy(&shipment).await.data();
    company.app.run_processes().await;
    let other = KarrioServer::start().await;
    let form = json!({ "url": format!("https://{}", other.host), "account": ACCOUNT, "key": KEY });
    company.connect(form).await.data();
    company.app.run_processes_after(LATER).await;
    let label = company.label(&shipment).await;
    assert_eq!((&label["status"], other.labels()), (&json!(40), 0));
    assert!(text(&label["error"]).starts_with(&company.server.host), "{label}");
    let tasks = company.staff.get("/api/background_tasks").await.data();
    assert_eq!(tasks[0]["failure"]["code"], "carrier_server_changed");
}

#[tokio::test]
async fn a_label_that_surely_was_not_bought_is_bought_once_the_server_answers() {
    let company = CarrierCompany::start().await;
    let shipment = company.confirmed().await;
    company.server.set(KarrioMode::IsBusy);
    company.buy(&shipment).await.data();
    company.app.run_processes().await;
    company.server.set(KarrioMode::Answers);
    company.app.run_processes_after(TimeDelta::seconds(5)).await;
    assert_eq!(company.server.labels(), 0, "an earlier call may still be under way");
    // Somebody asks again, which is the same order.
    company.buy(&shipment).await.data();
    company.app.run_processes_after(LATER).await;
    assert_eq!((company.label(&shipment).await["status"].clone(), company.server.labels()), (json!(30), 1));
    assert_eq!(company.carrier(&shipment).await["labels"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_refusal_has_the_words_of_the_carrier_and_another_label_can_be_ordered() {
    let company = CarrierCompany::start().await;
    let shipment = company.confirmed().await;
    company.server.set(KarrioMode::Refuses);
    company.buy(&shipment).await.data();
    company.app.run_processes().await;
    let refused = company.label(&shipment).await;
    assert_eq!((&refused["status"], &refused["error"]), (&json!(40), &json!("unknown postcode")));
    let tasks = company.staff.get("/api/background_tasks").await.data();
    assert_eq!(tasks[0]["failure"]["code"], "carrier_refused");
    company.server.set(KarrioMode::Answers);
    company.buy(&shipment).await.data();
    company.app.run_processes().await;
    assert_eq!((company.label(&shipment).await["status"].clone(), company.server.labels()), (json!(30), 1));
}

#[tokio::test]
async fn a_label_is_taken_back_and_stays_when_the_carrier_refuses() {
    let company = CarrierCompany::start().await;
    let shipment = company.labelled().await;
    let cancel = async |reason: &str| {
        company.staff.post(&label_path(&shipment, "/cancel"), json!({ "reason": reason })).await
    };
    assert_eq!(cancel(" ").await.code_at("reason"), "required");
    company.server.set(KarrioMode::Refuses);
    assert_eq!(cancel("wrong address").await.data()["labels"][0]["status"], 35);
    company.app.run_processes().await;
    let kept = company.label(&shipment).await;
    assert_eq!((&kept["status"], &kept["error"]), (&json!(30), &json!("unknown postcode")));
    company.server.set(KarrioMode::Answers);
    cancel("wrong address").await.data();
    company.app.run_processes().await;
    assert_eq!(company.label(&shipment).await["status"], 0);
    assert_eq!(company.server.labels(), 0);
    let none = cancel("again").await;
    assert_eq!((none.status, none.message_code()), (409, "carrier_label_none".into()));
    let file = company.staff.get(&label_path(&shipment, "/file")).await;
    assert_eq!(file.status, 404);
}

#[tokio::test]
async fn a_label_is_bought_at_the_confirmation_where_the_settings_say_so() {
    let company = CarrierCompany::with(json!({ "buying": "confirmation" })).await;
    let shipment = company.confirmed().await;
    company.app.run_processes().await;
    assert_eq!(company.label(&shipment).await["status"], 30);

    let at_reception = CarrierCompany::with(json!({ "buying": "reception" })).await;
    let shipment = at_reception.confirmed().await;
    at_reception.app.run_processes().await;
    assert_eq!(at_reception.carrier(&shipment).await["labels"], json!([]));
    let place = crate::bags::warehouse(&at_reception.admin, "LM", json!({})).await;
    let scan = json!({ "key": uuid::Uuid::now_v7(), "code": shipment["tracking_code"], "warehouse_id": place["id"],
                       "station": "1" });
    at_reception.staff.post("/api/receiving/scan", scan).await.data();
    at_reception.app.run_processes().await;
    assert_eq!(at_reception.label(&shipment).await["status"], 30);
}

#[tokio::test]
async fn nothing_is_bought_for_what_no_carrier_takes() {
    let company = CarrierCompany::start().await;
    let draft = company.draft().await;
    let early = company.buy(&draft).await;
    assert_eq!((early.status, early.message_code()), (409, "shipment_unconfirmed".into()));
    let shipment = confirm(&company.staff, &draft).await.data();
    company.connect(json!({ "url": null })).await.data();
    let missing = company.buy(&shipment).await;
    assert_eq!((missing.status, missing.message_code()), (409, "carrier_missing".into()));
    let carrier = company.carrier(&shipment).await;
    assert_eq!((&carrier["provider_id"], &carrier["labels"]), (&Value::Null, &json!([])));
    let client = company.app.client(ATLANTICO).await;
    assert_eq!(client.get(&label_path(&shipment, "")).await.status, 403);
    let stranger = company.app.staff(PACIFIC).await;
    assert_eq!(stranger.get(&label_path(&shipment, "")).await.status, 404);
    assert_eq!(company.server.count("POST shipments"), 0);
}

#[tokio::test]
async fn the_label_of_a_cancelled_shipment_is_taken_back_within_the_hour() {
    let company = CarrierCompany::start().await;
    let shipment = company.labelled().await;
    let path = format!("/api/shipments/{}/cancel", text(&shipment["id"]));
    company.staff.post(&path, json!({ "reason": "not needed" })).await.data();
    company.app.state.clock.advance(TimeDelta::hours(1));
    app::sweep::sweep(&company.app.state).await;
    company.app.run_processes().await;
    assert_eq!((company.label(&shipment).await["status"].clone(), company.server.labels()), (json!(0), 0));
}

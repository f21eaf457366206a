//! Labels are handed over to their carrier: it picks them up, or gets a manifest of them. Once, whatever gets lost on the way.

use chrono::TimeDelta;
use serde_json::{Value, json};

use super::CarrierCompany;
use super::karrio_server::{ACCOUNT, KarrioMode, LABEL, number_of};
use crate::bags::{text, warehouse, with};
use crate::support::{ATLANTICO, Answer, PACIFIC, Person};

/// A company whose carrier comes to a warehouse, with this many labels.
async fn start(labels: usize) -> CarrierCompany {
    let company = CarrierCompany::start().await;
    let place = warehouse(&company.admin, "LMH", json!({})).await;
    let url = company.link().await["url"].clone();
    let form = json!({ "url": url, "account": ACCOUNT, "warehouse_id": place["id"] });
    company.connect(form).await.data();
    for _ in 0..labels {
        company.labelled().await;
    }
    company
}

fn path(company: &CarrierCompany, end: &str) -> String {
    format!("/api/providers/{}/carrier-handovers{end}", text(&company.provider["id"]))
}

async fn show(company: &CarrierCompany, person: &Person) -> Value {
    person.get(&path(company, "")).await.data()
}

async fn ask(company: &CarrierCompany, person: &Person, form: Value) -> Answer {
    person.post(&path(company, ""), form).await
}

/// The form of a pickup tomorrow.
fn pickup(company: &CarrierCompany, more: Value) -> Value {
    let day = company.app.today() + TimeDelta::days(1);
    with(
        json!({ "kind": "pickup", "pickup_on": day.to_string(), "ready_at": "10:00", "close_at": "17:30",
                "instruction": "Dock 3", "expected": null }),
        more,
    )
}

fn manifest() -> Value {
    json!({ "kind": "manifest", "pickup_on": null, "ready_at": null, "close_at": null, "instruction": null, "expected": null })
}

#[tokio::test]
async fn a_pickup_takes_the_labels_bought_and_says_how_much_more_it_cost() {
    let company = start(2).await;
    let before = show(&company, &company.staff).await;
    assert_eq!((&before["waiting_for_pickup"], &before["waiting_for_manifest"]), (&json!(2), &json!(2)));
    assert_eq!(before["can"], json!({ "create": true }));
    let form = pickup(&company, json!({ "expected": { "amount": "3.00", "currency": "USD" } }));
    let asked = ask(&company, &company.staff, form).await.data();
    let waiting = &asked["handovers"][0];
    assert_eq!(
        (&waiting["status"], &waiting["label_count"]),
        (&json!(10), &json!(2)),
        "the row is there first"
    );
    assert_eq!((company.server.pickups(), &asked["waiting_for_pickup"]), (0, &json!(0)));
    company.app.run_processes().await;

    let seen = show(&company, &company.admin).await["handovers"][0].clone();
    assert_eq!((&seen["status"], &seen["number"]), (&json!(30), &json!("PU0")));
    assert_eq!(seen["charged"], json!({ "amount": "4.5", "currency": "USD" }));
    assert_eq!(seen["difference"], json!({ "amount": "1.5", "currency": "USD" }));
    let hidden = show(&company, &company.staff).await["handovers"][0].clone();
    assert_eq!([&hidden["charged"], &hidden["difference"], &hidden["expected"]], [&Value::Null; 3]);
    let order = company.server.last_form("POST pickups");
    assert_eq!(order["tracking_numbers"], json!([number_of(0), number_of(1)]));
    assert_eq!(
        (&order["carrier_code"], &order["options"]["connection_id"]),
        (&json!("generic"), &json!(ACCOUNT))
    );
    assert_eq!((&order["ready_time"], &order["address"]["city"]), (&json!("10:00"), &json!("Guarulhos")));
    let again = ask(&company, &company.staff, pickup(&company, json!({}))).await;
    assert_eq!((again.status, again.message_code()), (409, "carrier_handover_empty".into()));
}

#[tokio::test]
async fn a_pickup_whose_answer_got_lost_is_looked_for_before_it_is_ordered_again() {
    let company = start(1).await;
    company.server.set(KarrioMode::LosesAnswer);
    ask(&company, &company.staff, pickup(&company, json!({}))).await.data();
    company.app.run_processes().await;
    let asked = show(&company, &company.staff).await["handovers"][0].clone();
    assert_eq!((&asked["status"], company.server.pickups()), (&json!(20), 1));
    company.server.set(KarrioMode::Answers);
    company.app.run_processes_after(TimeDelta::seconds(5)).await;
    let made = show(&company, &company.staff).await["handovers"][0].clone();
    assert_eq!((&made["status"], &made["number"]), (&json!(30), &json!("PU0")));
    assert_eq!((company.server.pickups(), company.server.count("GET pickups")), (1, 1));
}

#[tokio::test]
async fn a_refused_pickup_has_the_words_of_the_carrier_and_leaves_its_labels_to_the_next() {
    let company = start(1).await;
    company.server.set(KarrioMode::Refuses);
    ask(&company, &company.staff, pickup(&company, json!({}))).await.data();
    company.app.run_processes().await;
    let refused = show(&company, &company.staff).await;
    let first = &refused["handovers"][0];
    assert_eq!((&first["status"], &first["error"]), (&json!(40), &json!("unknown postcode")));
    assert_eq!(refused["waiting_for_pickup"], 1);
    company.server.set(KarrioMode::Answers);
    ask(&company, &company.staff, pickup(&company, json!({}))).await.data();
    company.app.run_processes().await;
    assert_eq!(show(&company, &company.staff).await["handovers"][0]["status"], 30);
    let parcel = company.confirmed().await;
    company.buy(&parcel).await.data();
    company.app.run_processes().await;
    assert_eq!(show(&company, &company.staff).await["waiting_for_pickup"], 1, "only the new one");
}

#[tokio::test]
async fn a_pickup_is_cancelled_with_the_carrier_and_frees_its_labels() {
    let company = start(1).await;
    ask(&company, &company.staff, pickup(&company, json!({}))).await.data();
    company.app.run_processes().await;
    let id = text(&show(&company, &company.staff).await["handovers"][0]["id"]).to_owned();
    let cancel = async |reason: &str| {
        let path = path(&company, &format!("/{id}/cancel"));
        company.staff.post(&path, json!({ "reason": reason })).await
    };
    assert_eq!(cancel(" ").await.code_at("reason"), "required");
    company.server.set(KarrioMode::Refuses);
    assert_eq!(cancel("no parcels").await.data()["handovers"][0]["status"], 35);
    company.app.run_processes().await;
    let kept = show(&company, &company.staff).await["handovers"][0].clone();
    assert_eq!((&kept["status"], &kept["error"]), (&json!(30), &json!("unknown postcode")));
    company.server.set(KarrioMode::Answers);
    cancel("no parcels").await.data();
    company.app.run_processes().await;
    let after = show(&company, &company.staff).await;
    assert_eq!((&after["handovers"][0]["status"], company.server.pickups()), (&json!(0), 0));
    assert_eq!(after["waiting_for_pickup"], 1);
    let over = cancel("again").await;
    assert_eq!((over.status, over.message_code()), (409, "carrier_handover_state".into()));
}

#[tokio::test]
async fn a_manifest_lists_each_label_once_and_has_the_document_of_the_carrier() {
    let company = start(1).await;
    ask(&company, &company.staff, manifest()).await.data();
    company.app.run_processes().await;
    let shown = show(&company, &company.staff).await;
    let made = &shown["handovers"][0];
    assert_eq!((&made["status"], &made["has_file"]), (&json!(30), &json!(true)));
    assert_eq!(made["can"], json!({ "cancel": false }), "carriers take no manifest back");
    assert_eq!((&shown["waiting_for_manifest"], &shown["waiting_for_pickup"]), (&json!(0), &json!(1)));
    assert_eq!(company.server.manifests(), 1);
    let file = company.staff.get(&path(&company, &format!("/{}/file", text(&made["id"])))).await;
    assert_eq!((file.header("content-type"), &file.body[..]), (Some("application/pdf"), LABEL));
    let again = ask(&company, &company.staff, manifest()).await;
    assert_eq!(again.message_code(), "carrier_handover_empty");
}

#[tokio::test]
async fn nothing_is_handed_over_without_a_place_a_day_to_come_and_the_right() {
    let company = CarrierCompany::start().await;
    company.labelled().await;
    let nowhere = ask(&company, &company.staff, manifest()).await;
    assert_eq!((nowhere.status, nowhere.message_code()), (409, "carrier_place_missing".into()));
    let past = pickup(&company, json!({ "pickup_on": "2020-01-01", "close_at": "09:00" }));
    let refused = ask(&company, &company.staff, past).await;
    assert_eq!((refused.status, refused.code_at("pickup_on")), (422, "day_in_the_past".into()));
    assert_eq!(refused.code_at("close_at"), "window_empty");
    let client = company.app.client(ATLANTICO).await;
    assert_eq!(client.get(&path(&company, "")).await.status, 403);
    let stranger = company.app.admin(PACIFIC).await;
    assert_eq!(stranger.get(&path(&company, "")).await.status, 404);
    company.connect(json!({ "url": null })).await.data();
    assert_eq!(ask(&company, &company.staff, manifest()).await.message_code(), "carrier_missing");
    assert_eq!(show(&company, &company.staff).await["can"], json!({ "create": false }));
    assert_eq!(company.server.pickups() + company.server.manifests(), 0);
}

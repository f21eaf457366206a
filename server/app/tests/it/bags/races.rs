//! Two stations at once: a parcel is never in two bags, and nothing lands in a bag that is closed.

use serde_json::{Value, json};

use super::{PATH, close, code, open, received, received_with, scan, show, text, warehouse};
use crate::support::{ATLANTICO, Person, TestApp};

async fn scan_all(person: &Person, bag: &Value, codes: &[String]) -> Vec<Value> {
    let mut answers = Vec::with_capacity(codes.len());
    for code in codes {
        answers.push(scan(person, bag, code).await);
    }
    answers
}

/// The codes of the parcels in a bag.
async fn list_parcels(person: &Person, bag: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for page in 1..=3 {
        let path = format!("{PATH}/{}/parcels?per_page=100&page={page}", text(&bag["id"]));
        let parcels = person.get(&path).await.data();
        let code =
            |one: &Value| format!("{}{:03}", text(&one["tracking_code"]), one["seq"].as_i64().unwrap());
        found.extend(parcels.as_array().unwrap().iter().map(code));
    }
    found
}

#[tokio::test]
async fn two_hundred_parcels_at_two_stations_are_never_in_two_bags() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    let pallet = json!({ "kind": "pallet" });
    let (one, two) = (open(&staff, &place, pallet.clone()).await, open(&staff, &place, pallet).await);
    let mut codes = Vec::new();
    for _ in 0..20 {
        let shipment = received_with(&staff, 10).await;
        codes.extend((1..=10).map(|number| format!("{}{number:03}", code(&shipment))));
    }
    // One station goes through the pile from the other end, so that they meet.
    let backwards: Vec<String> = codes.iter().rev().cloned().collect();
    let (first, second, third) = tokio::join!(
        scan_all(&staff, &one, &codes),
        scan_all(&admin, &two, &backwards),
        scan_all(&admin, &two, &codes),
    );
    let answers: Vec<Value> = [first, second, third].concat();
    let count = |outcome: &str| answers.iter().filter(|one| one["outcome"] == outcome).count();
    assert_eq!(count("added"), 200);
    let others = answers.iter().filter(|one| one["outcome"] == "refused");
    for refused in others {
        assert_eq!(refused["message_code"], "parcel_in_bag", "{refused}");
    }
    let (mut all, of_two) = (list_parcels(&staff, &one).await, list_parcels(&staff, &two).await);
    for (bag, parcels) in [(&one, &all), (&two, &of_two)] {
        let bag = show(&staff, bag).await;
        assert_eq!(bag["parcel_count"], parcels.len());
        assert_eq!(bag["parcel_weight_g"], parcels.len() * 1000);
    }
    all.extend(of_two);
    all.sort();
    codes.sort();
    assert_eq!(all, codes);
}

#[tokio::test]
async fn nothing_comes_in_after_the_seal() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = warehouse(&admin, "BAG", json!({})).await;
    for _ in 0..50 {
        let bag = open(&staff, &place, json!({})).await;
        let (first, second) = (received(&staff, json!({})).await, received(&staff, json!({})).await);
        scan(&staff, &bag, code(&first)).await;
        let now = show(&staff, &bag).await;
        let weight_of_one = now["tare_g"].as_i64().unwrap() + now["parcel_weight_g"].as_i64().unwrap();
        let (closed, scanned) = tokio::join!(
            close(&admin, &bag, json!({ "gross_g": weight_of_one })),
            scan(&staff, &bag, code(&second)),
        );
        let now = show(&staff, &bag).await;
        if scanned["outcome"] == "added" {
            // The second parcel came first: the scale, which weighed one, shows it.
            assert_eq!(now["parcel_count"], 2);
            let is_stale = closed.message_code() == "stale_version";
            assert!(is_stale || closed.code_at("gross_g") == "bag_weight_differs", "{}", closed.text());
        } else {
            assert_eq!((closed.status, &scanned["message_code"]), (200, &json!("bag_closed")));
            assert_eq!(now["parcel_count"], 1);
        }
    }
}

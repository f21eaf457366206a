//! Parcels of clients: announced, received by the station, identified, put away, cancelled.

use serde_json::{Value, json};
use sqlx::Executor;
use uuid::Uuid;

use crate::deliveries::races::hold;
use crate::partners;
use crate::prices::id;
use crate::support::{ATLANTICO, Answer, Person, TestApp};

/// A warehouse that takes in parcels of clients.
pub async fn warehouse(admin: &Person, code: &str) -> Value {
    let form = json!({
        "code": code, "name": format!("Miami {code}"), "warehouse_type": "origin", "country_id": 32, "city": "Olinda",
        "postcode": "53020-140", "address_1": "Rua do Sol", "address_number": "12", "time_zone": "America/Recife",
        "storage": { "free_days": 30, "fee_per_day": "1.50", "currency": "USD", "cap_days": 60 },
    });
    admin.post("/api/warehouses", form).await.data()
}

pub fn announcement(warehouse: &Value, code: &str) -> Value {
    json!({
        "warehouse_id": warehouse["id"], "external_code": code, "shop": "Camera World", "order_ref": "W-1204",
        "content": "Camera", "value": "120.00", "currency": "USD",
    })
}

pub async fn announce(client: &Person, warehouse: &Value, code: &str) -> Value {
    client.post("/api/inbound-parcels", announcement(warehouse, code)).await.data()
}

/// The own client of a user.
pub async fn client_of(client: &Person) -> Value {
    client.get("/api/profile").await.data()["client_id"].clone()
}

pub async fn scan(staff: &Person, warehouse: &Value, code: &str, keep_unknown: bool) -> Value {
    let form = json!({
        "key": Uuid::now_v7(), "code": code, "warehouse_id": warehouse["id"], "station": "Mesa 1", "keep_unknown": keep_unknown,
    });
    staff.post("/api/receiving/scan", form).await.data()
}

pub async fn act(person: &Person, parcel: &Value, action: &str, more: Value) -> Answer {
    let mut form = more;
    form["version"] = parcel["version"].clone();
    person.post(&format!("/api/inbound-parcels/{}/{action}", id(parcel)), form).await
}

pub async fn show(person: &Person, parcel: &Value) -> Value {
    person.get(&format!("/api/inbound-parcels/{}", id(parcel))).await.data()
}

/// A form that names a record of another company is refused at its field.
pub async fn refuses(stranger: &Person, operation: &str, reference: &str, theirs: &str) {
    let code = format!("Z{}", Uuid::now_v7().simple());
    let place = warehouse(stranger, &code[code.len() - 8..]).await;
    let client = stranger.get("/api/clients/select").await.data()[0]["id"].clone();
    let mut form = announcement(&place, &code);
    form["client_id"] = client.clone();
    let answer = match operation {
        "inbound_parcel_create" => {
            form[reference] = theirs.into();
            stranger.post("/api/inbound-parcels", form).await
        }
        "inbound_parcel_update" => {
            let own = stranger.post("/api/inbound-parcels", form).await.data();
            let change = json!({ "version": own["version"], reference: theirs });
            stranger.patch(&format!("/api/inbound-parcels/{}", id(&own)), change).await
        }
        "inbound_parcel_identify" => {
            let kept = scan(stranger, &Value::Null, &code, true).await["inbound_parcel"].clone();
            let kept = match kept {
                Value::Null => scan(stranger, &Value::Null, &code, true).await["inbound_parcel"].clone(),
                kept => kept,
            };
            act(stranger, &kept, "identify", json!({ "client_id": client, reference: theirs })).await
        }
        other => panic!("say what `{reference}` of a neighbour is worth in {other}"),
    };
    assert_eq!(answer.status, 422, "{operation} {reference}: {}", answer.text());
    answer.code_at(reference);
}

#[tokio::test]
async fn a_client_gets_the_address_of_each_warehouse_with_its_suite() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let before = client.get("/api/inbound-parcels/places").await.data();
    warehouse(&admin, "OLN").await;
    let places = client.get("/api/inbound-parcels/places").await.data();
    assert_eq!(places.as_array().unwrap().len(), before.as_array().unwrap().len() + 1);
    let place = places.as_array().unwrap().iter().find(|one| one["name"] == "Miami OLN").unwrap();
    let own = admin.get(&format!("/api/clients/{}", client_of(&client).await.as_str().unwrap())).await.data();
    let suite = own["suite_code"].as_str().or(own["code"].as_str()).unwrap();
    let lines: Vec<&str> = place["lines"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(lines[..3], [own["name"].as_str().unwrap(), "Rua do Sol, 12", &format!("Suite {suite}")]);
    assert_eq!((&place["free_days"], &place["cap_days"]), (&json!(30), &json!(60)));
    let of_staff = admin.get("/api/inbound-parcels/places").await.data();
    assert!(!of_staff.to_string().contains("Suite"), "{of_staff}");
}

#[tokio::test]
async fn an_announced_parcel_is_known_to_the_station() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    let parcel = announce(&client, &place, " 1z 999 aa1 ").await;
    assert_eq!((&parcel["status"], &parcel["external_code"]), (&json!(10), &json!("1Z999AA1")));
    let again = client.post("/api/inbound-parcels", announcement(&place, "1Z999AA1")).await;
    assert_eq!((again.status, again.code_at("external_code")), (422, "parcel_announced".into()));

    let key = Uuid::now_v7();
    let form = json!({ "key": key, "code": "1z999aa1", "warehouse_id": place["id"], "station": "Mesa 1" });
    let scanned = staff.post("/api/receiving/scan", form.clone()).await.data();
    assert_eq!((&scanned["outcome"], &scanned["shipment"]), (&json!("received"), &Value::Null));
    assert_eq!(scanned["inbound_parcel"]["client_name"], parcel["client_name"]);
    assert_eq!(staff.post("/api/receiving/scan", form).await.data()["outcome"], "received");
    assert_eq!(scan(&staff, &place, "1Z999AA1", false).await["outcome"], "known");

    let measure = format!("/api/receiving/{key}/measure");
    let weight =
        json!({ "key": Uuid::now_v7(), "weight_g": 1250, "weight_text": "1.25", "weight_source": "typed" });
    staff.post(&measure, weight).await.data();
    let mut picture = std::io::Cursor::new(Vec::new());
    image::RgbImage::new(8, 8).write_to(&mut picture, image::ImageFormat::Png).unwrap();
    let file = ("file", "a.png", &picture.into_inner()[..]);
    staff.upload(&format!("/api/receiving/{key}/photo"), file, &[]).await.data();
    let here = show(&client, &parcel).await;
    assert_eq!(
        (&here["status"], &here["weight_g"], &here["has_photo"]),
        (&json!(20), &json!(1250), &json!(true))
    );
    let photo = format!("/api/inbound-parcels/{}/photo", id(&parcel));
    assert_eq!(client.get(&photo).await.status, 200);

    let stored =
        act(&staff, &show(&staff, &parcel).await, "put_away", json!({ "place": "A-03-2" })).await.data();
    assert_eq!((&stored["status"], &stored["place"]), (&json!(30), &json!("A-03-2")));
    let stored = act(&staff, &stored, "put_away", json!({ "place": "B-01" })).await.data();
    assert_eq!((&stored["status"], &stored["place"]), (&json!(30), &json!("B-01")), "it lies elsewhere now");
    assert_eq!(show(&client, &parcel).await["place"], Value::Null, "the place is for staff");
    let recent = staff.get("/api/receiving").await.data();
    let scanned = recent.as_array().unwrap().iter().find(|one| one["id"] == json!(key)).unwrap();
    assert_eq!(scanned["can"]["withdraw"], false, "it lies at its place");
    let late = staff.post(&format!("/api/receiving/{key}/withdraw"), json!({})).await;
    assert_eq!((late.status, late.message_code()), (409, "parcel_step_refused".into()));
    let received = act(&staff, &stored, "receive", json!({})).await;
    assert_eq!((received.status, received.message_code()), (409, "parcel_received".into()));
    let changed = json!({ "version": stored["version"], "shop": "Other" });
    let changed = client.patch(&format!("/api/inbound-parcels/{}", id(&parcel)), changed).await;
    assert_eq!((changed.status, changed.message_code()), (409, "parcel_step_refused".into()));
}

#[tokio::test]
async fn a_long_bar_code_is_that_of_the_announced_number_in_it() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    let parcel = announce(&client, &place, "９２０５ 5901 6491 7312 3456 70").await;
    assert_eq!(parcel["external_code"], "9205590164917312345670");
    let scanned = scan(&staff, &place, "]C1420531409205590164917312345670", true).await;
    assert_eq!((&scanned["outcome"], &scanned["inbound_parcel"]["id"]), (&json!("received"), &parcel["id"]));
    let again = scan(&staff, &place, "9205590164917312345670", true).await;
    assert_eq!((&again["outcome"], &again["inbound_parcel"]["id"]), (&json!("known"), &parcel["id"]));
    let other = scan(&staff, &place, "420531409205590164917399999999", true).await;
    assert_eq!((&other["outcome"], &other["inbound_parcel"]), (&json!("received"), &Value::Null));

    // Announced once it was there.
    let late = announce(&client, &place, "9205590164917399999999").await;
    let kept = staff.get("/api/inbound-parcels?unidentified=true").await.data()[0].clone();
    let own = client_of(&client).await;
    let named = act(&staff, &kept, "identify", json!({ "client_id": own })).await.data();
    assert_eq!(named["shop"], "Camera World");
    assert_eq!(
        client.get(&format!("/api/inbound-parcels/{}", id(&late))).await.status,
        404,
        "it is that one"
    );

    let unseen = json!({
        "key": Uuid::now_v7(), "code": "\u{200b}\u{1d}", "warehouse_id": place["id"], "station": "Mesa 1",
        "keep_unknown": true,
    });
    let unseen = staff.post("/api/receiving/scan", unseen).await;
    assert_eq!((unseen.status, unseen.code_at("code")), (422, "no_visible_text".into()));
}

#[tokio::test]
async fn a_repeated_scan_of_a_label_has_its_own_parcel() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    let label = "420331929205590164917312345670";
    announce(&client, &place, "420331929205").await;
    let parcel = announce(&client, &place, "9205590164917312345670").await;
    let form =
        json!({ "key": Uuid::now_v7(), "code": label, "warehouse_id": place["id"], "station": "Mesa 1" });
    let sent = staff.post("/api/receiving/scan", form.clone()).await.data();
    assert_eq!((&sent["outcome"], &sent["inbound_parcel"]["id"]), (&json!("received"), &parcel["id"]));
    announce(&client, &place, label).await;
    let again = staff.post("/api/receiving/scan", form).await.data();
    assert_eq!((&again["outcome"], &again["inbound_parcel"]["id"]), (&json!("received"), &parcel["id"]));

    // What all labels for one warehouse begin with is no parcel's number.
    let other = scan(&staff, &place, "420331929205590164917388888888", true).await;
    assert_eq!((&other["outcome"], &other["inbound_parcel"]), (&json!("received"), &Value::Null));
}

#[tokio::test]
async fn a_withdrawn_scan_makes_the_parcel_expected_again() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    let parcel = announce(&client, &place, "TBA1").await;
    let scanned = scan(&staff, &place, "TBA1", false).await;
    staff.post(&format!("/api/receiving/{}/withdraw", id(&scanned["parcel"])), json!({})).await.data();
    let expected = show(&staff, &parcel).await;
    assert_eq!((&expected["status"], &expected["arrived_at"]), (&json!(10), &Value::Null));
    assert_eq!(scan(&staff, &place, "TBA1", false).await["outcome"], "received");
    let forgotten = scan(&staff, &place, "LOST1", true).await;
    let path = format!("/api/receiving/{}/withdraw", id(&forgotten["parcel"]));
    staff.post(&path, json!({})).await.data();
    assert_eq!(staff.get("/api/inbound-parcels?unidentified=true").await.json()["meta"]["total"], 0);
}

#[tokio::test]
async fn a_parcel_that_is_cancelled_while_it_is_scanned_waits_as_an_unknown_one() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    let parcel = announce(&client, &place, "TBA7").await;
    let cancelled =
        format!("update inbound_parcels set status = 0, reason = 'lost' where id = '{}'", id(&parcel));
    let mut gate = hold(&app, &cancelled).await;
    let open = async {
        while app.waiting_in("inbound_parcels").await == 0 {}
        gate.execute("commit").await.unwrap();
    };
    let (scanned, ()) = tokio::join!(scan(&staff, &place, "TBA7", true), open);
    assert_eq!((&scanned["outcome"], &scanned["parcel"]["client_id"]), (&json!("received"), &Value::Null));
    assert_eq!(staff.get("/api/inbound-parcels?unidentified=true").await.json()["meta"]["total"], 1);
}

#[tokio::test]
async fn an_unknown_parcel_waits_until_somebody_says_whose_it_is() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    scan(&staff, &place, "1Z777", true).await;
    let queue = staff.get("/api/inbound-parcels?unidentified=true").await.json();
    let parcel = queue["data"][0].clone();
    assert_eq!((&queue["meta"]["totals"]["unidentified"], &parcel["status"]), (&json!(1), &json!(20)));
    assert_eq!(staff.get("/api/receiving?unknown=true").await.json()["meta"]["total"], 1);
    let early = act(&staff, &parcel, "put_away", json!({ "place": "A-1" })).await;
    assert_eq!((early.status, early.message_code()), (409, "parcel_unidentified".into()));

    announce(&client, &place, "1Z778").await;
    let own = client_of(&client).await;
    let named = act(&staff, &parcel, "identify", json!({ "client_id": own })).await.data();
    assert_eq!((&named["client_id"], &named["shop"]), (&own, &Value::Null));
    assert_eq!(show(&client, &parcel).await["status"], 20);
    assert_eq!(staff.get("/api/receiving?unknown=true").await.json()["meta"]["total"], 0);
    let again = act(&staff, &named, "identify", json!({ "client_id": own })).await;
    assert_eq!((again.status, again.message_code()), (409, "parcel_identified".into()));
}

#[tokio::test]
async fn a_code_of_two_clients_is_identified_by_a_person_and_takes_the_announcement() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    let announced = announce(&client, &place, "RR1").await;
    let other = admin.post("/api/clients", partners::form("Horizonte Ltda.")).await.data();
    let mut form = announcement(&place, "RR1");
    form["client_id"] = other["id"].clone();
    staff.post("/api/inbound-parcels", form).await.data();
    assert_eq!(scan(&staff, &place, "RR1", false).await["outcome"], "unknown");
    scan(&staff, &place, "RR1", true).await;
    let kept = staff.get("/api/inbound-parcels?unidentified=true").await.json()["data"][0].clone();
    let own = client_of(&client).await;
    let named = act(&staff, &kept, "identify", json!({ "client_id": own })).await.data();
    assert_eq!((&named["shop"], &named["value"]), (&json!("Camera World"), &json!("120")));
    assert_eq!(client.get(&format!("/api/inbound-parcels/{}", id(&announced))).await.status, 404);
    assert_eq!(staff.get("/api/inbound-parcels?status=10").await.json()["meta"]["total"], 1);
}

#[tokio::test]
async fn a_parcel_lies_where_it_was_scanned_whatever_it_was_announced_to() {
    let app = TestApp::start().await;
    let (admin, staff, client) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    let plain = json!({ "code": "REC", "name": "Recife", "warehouse_type": "hub", "country_id": 32, "city": "Recife", "time_zone": "America/Recife" });
    let plain = admin.post("/api/warehouses", plain).await.data();
    let parcel = announce(&client, &place, "RR2").await;
    let scanned = scan(&staff, &plain, "RR2", false).await;
    assert_eq!((&scanned["outcome"], &scanned["parcel"]["warehouse_id"]), (&json!("received"), &plain["id"]));
    let here = show(&client, &parcel).await;
    assert_eq!((&here["warehouse_id"], &here["warehouse_name"]), (&plain["id"], &json!("Recife")));
    assert_eq!(here["storage"], Value::Null, "storage costs nothing there");
    let entries = admin.get(&format!("/api/audit_entries?resource_id={}", id(&parcel))).await.data();
    let changes = entries.as_array().unwrap().iter().flat_map(|entry| entry["changes"].as_array().unwrap());
    let moved: Vec<_> = changes.filter(|one| one["field"] == "warehouse_id").collect();
    assert!(moved.iter().any(|one| one["before"] == place["id"] && one["after"] == plain["id"]), "{entries}");

    let known = announce(&client, &place, "RR3").await;
    scan(&staff, &Value::Null, "RR3", false).await;
    assert_eq!(show(&client, &known).await["warehouse_id"], place["id"], "the station has no warehouse");
    let asked = client.post("/api/repacks", json!({ "parcel_ids": [parcel["id"]] })).await.data();
    assert_eq!((&asked["warehouse_id"], &asked["fee"]), (&plain["id"], &json!("0")));
}

#[tokio::test]
async fn a_client_reaches_its_own_parcels_only() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    let other = admin.post("/api/clients", partners::form("Horizonte Ltda.")).await.data();
    let mut form = announcement(&place, "RR2");
    form["client_id"] = other["id"].clone();
    let foreign = admin.post("/api/inbound-parcels", form.clone()).await.data();
    assert_eq!(client.get(&format!("/api/inbound-parcels/{}", id(&foreign))).await.status, 404);
    assert_eq!(client.get("/api/inbound-parcels").await.json()["meta"]["total"], 0);
    let own = client.post("/api/inbound-parcels", form).await.data();
    assert_eq!(own["client_id"], client_of(&client).await, "whatever the form says");
    for action in ["receive", "identify", "put_away", "cancel"] {
        let more = json!({ "place": "A", "reason": "R", "client_id": other["id"] });
        assert_eq!(act(&client, &own, action, more).await.status, 403, "{action}");
    }
}

#[tokio::test]
async fn a_cancelled_code_is_announced_again() {
    let app = TestApp::start().await;
    let (admin, client) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let place = warehouse(&admin, "OLN").await;
    let parcel = announce(&client, &place, "RR3").await;
    let blank = act(&admin, &parcel, "cancel", json!({ "reason": " " })).await;
    assert_eq!((blank.status, blank.code_at("reason")), (422, "required".into()));
    let gone = act(&admin, &parcel, "cancel", json!({ "reason": "The shop sold out" })).await.data();
    assert_eq!((&gone["status"], &gone["reason"]), (&json!(0), &json!("The shop sold out")));
    assert_eq!(announce(&client, &place, "RR3").await["status"], 10);
    let plain = json!({ "code": "REC", "name": "Recife", "warehouse_type": "hub", "country_id": 32, "city": "Recife", "time_zone": "America/Recife" });
    let plain = admin.post("/api/warehouses", plain).await.data();
    let nowhere = client.post("/api/inbound-parcels", announcement(&plain, "RR4")).await;
    assert_eq!((nowhere.status, nowhere.code_at("warehouse_id")), (422, "unknown_option".into()));
}

#[tokio::test]
async fn a_merge_keeps_one_announcement_of_a_code() {
    let app = TestApp::start().await;
    let admin = app.admin(ATLANTICO).await;
    let place = warehouse(&admin, "OLN").await;
    let made = async |name: &str| admin.post("/api/clients", partners::form(name)).await.data();
    let (stays, duplicate) = (made("Horizonte Ltda.").await, made("Horizonte").await);
    for (client, code) in [(&stays, "RR5"), (&duplicate, "RR5"), (&duplicate, "RR6")] {
        let mut form = announcement(&place, code);
        form["client_id"] = client["id"].clone();
        admin.post("/api/inbound-parcels", form).await.data();
    }
    let form = json!({
        "duplicate_id": duplicate["id"], "version": stays["version"], "duplicate_version": duplicate["version"],
    });
    admin.post(&format!("/api/clients/{}/merge", id(&stays)), form).await.data();
    let of_both = admin.get(&format!("/api/inbound-parcels?client_id={}", id(&stays))).await.json();
    assert_eq!(of_both["meta"]["total"], 2, "{of_both}");
}

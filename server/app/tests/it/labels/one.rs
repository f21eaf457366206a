//! The label of one shipment, in the browser.

use serde_json::{Value, json};

use super::{code, id, pages, printed_text, scanned};
use crate::confirm::confirm;
use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

async fn label(person: &Person, shipment: &Value) -> Answer {
    person.get(&format!("/api/shipments/{}/label", id(shipment))).await
}

#[tokio::test]
async fn the_codes_of_a_label_contain_its_number_and_public_page() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let answer = label(&staff, &shipment).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header("content-type"), Some("application/pdf"));
    let disposition = format!("inline; filename=\"{}.pdf\"", code(&shipment));
    assert_eq!(answer.header("content-disposition"), Some(disposition.as_str()));
    let policy = answer.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("sandbox"), "{policy}");
    let expected = vec![
        format!("CODE-128:{}", code(&shipment)),
        format!("QR-Code:https://{ATLANTICO}/tracking?codes={}", code(&shipment)),
    ];
    assert_eq!(scanned(&answer.body, 1, 1), [expected]);
    // In the company's language, not the user's.
    assert_eq!(staff.language, "en");
    let text = printed_text(&answer.body);
    for word in ["Destinatário", "Internacional", "Brasil", "Maria Müller", "Ceramic mug × 2"] {
        assert!(text.to_uppercase().contains(&word.to_uppercase()), "{word} is not in {text}");
    }
}

#[tokio::test]
async fn a_thermal_printer_gets_the_label_in_its_language() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = complete(&staff).await;
    form["to_name"] = json!("Maria ^XZ~JR Müller");
    form["to_city"] = json!("深圳市");
    let shipment = staff.post("/api/shipments", form).await.data();
    let path = format!("/api/shipments/{}/label", id(&shipment));
    for (format, width) in [("zpl_203", "^PW812"), ("zpl_300", "^PW1200")] {
        let answer = staff.get(&format!("{path}?format={format}")).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/zpl")));
        let disposition = format!("attachment; filename=\"{}.zpl\"", code(&shipment));
        assert_eq!(answer.header("content-disposition"), Some(disposition.as_str()));
        let zpl = answer.text();
        assert!(zpl.starts_with("^XA") && zpl.contains(width) && zpl.trim_end().ends_with("^XZ"), "{zpl}");
        // The printer encodes both codes, and a name begins no command.
        assert!(zpl.contains(&format!("^FD{}^FS", code(&shipment))), "{zpl}");
        assert!(zpl.contains(&format!("^FDMA,https://{ATLANTICO}/tracking?codes={}^FS", code(&shipment))));
        assert!(zpl.contains("_5EXZ_7EJR") && !zpl.contains('~') && zpl.matches("^XZ").count() == 1, "{zpl}");
        assert!(zpl.contains("^GFA,") && !zpl.contains('深'));
    }
    let wrong = staff.get(&format!("{path}?format=zpl_203&customs_papers=true")).await;
    assert_eq!((wrong.status, wrong.code_at("format").as_str()), (422, "zpl_labels_only"));
    assert_eq!(staff.get(&format!("{path}?format=epl")).await.status, 422);
}

#[tokio::test]
async fn who_sees_no_shipment_gets_no_zpl_of_it_either() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let path = format!("/api/shipments/{}/label?format=zpl_203", id(&created(&client).await));
    assert_eq!(client.get(&path).await.status, 200);
    for stranger in [app.signed_in(ATLANTICO, "client2").await, app.staff(PACIFIC).await] {
        assert_eq!(stranger.get(&path).await.status, 404);
    }
}

#[tokio::test]
async fn every_parcel_has_a_page() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = complete(&staff).await;
    let parcel =
        |weight_g| json!({ "weight_g": weight_g, "length_mm": 100, "width_mm": 90, "height_mm": 80 });
    form["parcels"] = json!([parcel(1000), parcel(2000), parcel(3000)]);
    let shipment = staff.post("/api/shipments", form).await.data();
    let pdf = label(&staff, &shipment).await.body;
    assert_eq!(pages(&pdf), 3);
    for (page, number) in printed_text(&pdf).split('\u{c}').take(3).zip(1..) {
        assert!(page.contains(&format!("{number}/3")) && page.contains(&format!("{number} kg")), "{page}");
    }
    let found: Vec<String> = scanned(&pdf, 1, 3).into_iter().map(|found| found[0].clone()).collect();
    let bars: Vec<String> = (1..=3).map(|k| format!("{}00{k}", code(&shipment))).collect();
    assert_eq!(found, bars.iter().map(|bar| format!("CODE-128:{bar}")).collect::<Vec<_>>());
    // Each of these codes finds the shipment.
    let list = staff.get(&format!("/api/shipments?search={}", bars[1])).await.data();
    assert_eq!(list[0]["id"], shipment["id"]);
    let scans = json!({ "tracking_codes": bars, "event_code": "RECEIVED" });
    let told = staff.post("/api/shipments/record_event", scans).await.data();
    assert_eq!((told.as_array().unwrap().len(), &told[0]["shipment_id"]), (1, &shipment["id"]));
}

#[tokio::test]
async fn an_incomplete_shipment_has_no_label() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = complete(&staff).await;
    form["to_address_1"] = Value::Null;
    let shipment = staff.post("/api/shipments", form).await.data();
    assert_eq!(shipment["can"]["print_label"], false);
    let answer = label(&staff, &shipment).await;
    assert_eq!((answer.status, answer.message_code().as_str()), (409, "shipment_incomplete"));
    assert_eq!(answer.json()["params"]["missing"], json!(["to_address_1"]));
    let after = staff.get(&format!("/api/shipments/{}", id(&shipment))).await.data();
    assert_eq!(after["label_printed_at"], Value::Null);
}

/// No font has the letters of Tibet.
#[tokio::test]
async fn letters_that_cannot_be_printed_are_named_before_and_the_latin_form_is_offered() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = complete(&staff).await;
    form["to_name"] = json!("བཀྲ་ཤིས Tashi 🎁");
    let shipment = staff.post("/api/shipments", form).await.data();
    let refused = label(&staff, &shipment).await;
    assert_eq!((refused.status, refused.message_code().as_str()), (409, "label_letters_missing"));
    let params = refused.json()["params"].clone();
    let letters = params["letters"].as_str().unwrap();
    assert!(letters.starts_with('བ') && !letters.contains('T') && !letters.contains('🎁'), "{letters}");
    let path = format!("/api/shipments/{}", id(&shipment));
    assert_eq!(staff.get(&path).await.data()["label_printed_at"], Value::Null);
    let latin = staff.get(&format!("{path}/label?latin=true")).await;
    assert_eq!(latin.status, 200);
    let text = printed_text(&latin.body);
    assert!(text.contains(params["latin"][0].as_str().unwrap()) && text.contains("Tashi"), "{text}");
}

#[tokio::test]
async fn a_name_in_arabic_is_printed_and_both_codes_are_read() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = complete(&staff).await;
    form["to_name"] = json!("محمد العتيبي");
    form["to_city"] = json!("الرياض");
    let shipment = staff.post("/api/shipments", form).await.data();
    let answer = label(&staff, &shipment).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(scanned(&answer.body, 1, 1)[0].len(), 2);
}

#[tokio::test]
async fn a_label_follows_the_country_and_the_units_of_the_company() {
    let app = TestApp::start().await;
    let staff = app.staff(PACIFIC).await;
    let mut form = complete(&staff).await;
    let states = staff.get("/api/auxiliar/states/238").await.data();
    let florida = states.as_array().unwrap().iter().find(|state| state["code"] == "FL").unwrap();
    for (field, value) in [
        ("to_country_id", json!(238)),
        ("to_state_id", florida["id"].clone()),
        ("to_address_1", json!("Biscayne Blvd")),
        ("to_address_number", json!("100")),
        ("to_city", json!("Miami")),
        ("to_postcode", json!("33131")),
        ("to_phone", json!("+1 3055550123")),
        ("shipped_on", json!("2026-11-24")),
        ("parcels", json!([{ "length_mm": 304.8, "width_mm": 203.2, "height_mm": 101.6, "weight_g": 1814 }])),
    ] {
        form[field] = value;
    }
    let shipment = staff.post("/api/shipments", form).await.data();
    let text = printed_text(&label(&staff, &shipment).await.body);
    for line in
        ["100 Biscayne Blvd", "Miami, FL 33131", "+1 305-555-0123", "11/24/2026", "4 lb", "12 × 8 × 4 in"]
    {
        assert!(text.contains(line), "{line} is not in {text}");
    }
    assert!(text.contains("DAP"), "goods abroad have terms: {text}");
    assert!(!text.contains("REFERENCE"), "{text}");
}

#[tokio::test]
async fn the_destination_is_printed_in_english_too() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let text = printed_text(&label(&staff, &created(&staff).await).await.body);
    assert!(text.contains("ALEMANHA") && text.contains("GERMANY"), "{text}");
}

/// SHP-5: a label that was printed before says so.
#[tokio::test]
async fn each_print_is_recorded_with_its_person_and_the_second_is_marked_as_a_reprint() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    assert_eq!((&shipment["status"], &shipment["label_printed_at"]), (&json!(10), &Value::Null));
    let path = format!("/api/shipments/{}", id(&shipment));
    let before = printed_text(&label(&staff, &shipment).await.body);
    assert_eq!(
        staff.get(&path).await.data()["label_printed_at"],
        Value::Null,
        "looking at it changes nothing"
    );
    let print = format!("{path}/label");
    assert_eq!(staff.post(&print, json!({})).await.status, 200);
    let after = staff.get(&path).await.data();
    assert!(after["label_printed_at"].is_string());
    assert_eq!((&after["label_prints"], after["label_printed_by_name"].is_string()), (&json!(1), true));
    let own = printed_text(&label(&staff, &shipment).await.body);
    assert!(own.contains("REIMPRESSÃO"), "{own}");
    assert!(!before.contains("REIMPRESSÃO"), "{before}");
    assert_eq!((&after["status"], &after["version"]), (&shipment["status"], &shipment["version"]));
    assert_eq!(staff.post(&print, json!({})).await.status, 200);
    let again = staff.get(&path).await.data();
    assert_eq!(again["label_prints"], 2);
    let events = staff.get(&format!("{path}/events")).await.data();
    let codes: Vec<&str> = events.as_array().unwrap().iter().filter_map(|one| one["code"].as_str()).collect();
    assert_eq!((codes.len(), codes.contains(&"LABEL_PRINTED"), codes[0]), (3, true, "LABEL_REPRINTED"));
    assert!(events[0]["actor_name"].is_string());
    assert_eq!(again["last_event_code"], "CREATED", "a print is no event of the way");

    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let audited: i64 = sqlx::query_scalar(
        "select count(*) from audit_entries where action = 'shipment.print_label' and resource_id = $1::uuid",
    )
    .bind(id(&shipment))
    .fetch_one(&mut *tx)
    .await
    .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(audited, 2);
}

#[tokio::test]
async fn a_cancelled_shipment_has_no_label() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    staff
        .post(&format!("/api/shipments/{}/cancel", id(&shipment)), json!({ "reason": "sold out" }))
        .await
        .data();
    let answer = label(&staff, &shipment).await;
    assert_eq!((answer.status, answer.message_code().as_str()), (409, "shipment_not_printable"));
}

#[tokio::test]
async fn only_users_who_see_a_shipment_get_its_label() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let client = app.client(ATLANTICO).await;
    let own = created(&client).await;
    assert_eq!(label(&client, &own).await.status, 200);
    assert_eq!(label(&staff, &own).await.status, 200);
    let strangers = [app.signed_in(ATLANTICO, "client2").await, app.staff(PACIFIC).await];
    for stranger in &strangers {
        assert_eq!(label(stranger, &own).await.status, 404);
    }
    assert_eq!(label(&app.visitor(ATLANTICO), &own).await.status, 401);
}

#[tokio::test]
async fn what_was_printed_no_longer_waits_to_be_printed() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    assert_eq!(confirm(&staff, &shipment).await.status, 200);
    let waiting = format!("/api/shipments?status=30&labelled=false&search={}", code(&shipment));
    let labelled = format!("/api/shipments?status=30,35&labelled=true&search={}", code(&shipment));
    let total = async |path: &str| staff.get(path).await.json()["meta"]["total"].clone();
    assert_eq!((total(&waiting).await, total(&labelled).await), (json!(1), json!(0)));
    let print = format!("/api/shipments/{}/label", id(&shipment));
    assert_eq!(staff.post(&print, json!({})).await.status, 200);
    assert_eq!((total(&waiting).await, total(&labelled).await), (json!(0), json!(1)));
}

#[tokio::test]
async fn a_print_does_not_keep_the_confirmation_from_being_undone() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    assert_eq!(confirm(&staff, &shipment).await.status, 200);
    let path = format!("/api/shipments/{}", id(&shipment));
    assert_eq!(staff.post(&format!("{path}/label"), json!({})).await.status, 200);
    let events = staff.get(&format!("{path}/events")).await.data();
    let undoable: Vec<&str> = events
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| event["can_undo"] == true)
        .filter_map(|event| event["code"].as_str())
        .collect();
    assert_eq!(undoable, ["CONFIRMED"]);
    let event = events.as_array().unwrap().iter().find(|event| event["code"] == "CONFIRMED").unwrap();
    let undone = staff.post(&format!("{path}/undo_event"), json!({ "event_id": event["id"] })).await;
    assert_eq!((undone.status, &undone.data()["status"]), (200, &json!(10)));
}

/// SHP-5: the label until the delivery.
#[tokio::test]
async fn a_label_is_printed_until_the_delivery() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    assert_eq!(confirm(&staff, &shipment).await.status, 200);
    for event in ["RECEIVED", "BAGGED", "DEPARTED", "CUSTOMS_HOLD", "OUT_FOR_DELIVERY"] {
        record(&staff, &shipment, event).await;
        assert_eq!(label(&staff, &shipment).await.status, 200, "{event}");
    }
    record(&staff, &shipment, "DELIVERED").await;
    let answer = label(&staff, &shipment).await;
    assert_eq!((answer.status, answer.message_code().as_str()), (409, "shipment_not_printable"));
}

async fn record(staff: &Person, shipment: &Value, event: &str) {
    let form = json!({ "tracking_codes": [code(shipment)], "event_code": event });
    let told = staff.post("/api/shipments/record_event", form).await.data();
    assert_eq!(told[0]["recorded"], true, "{event}: {told}");
}

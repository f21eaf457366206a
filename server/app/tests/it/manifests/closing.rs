//! An open manifest follows its shipments; a closed one stays as it was, to the byte.

use chrono::TimeDelta;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    act, address, booked_waybill, check, close, edit, file, houses, issue, of_shipments, ready, show, text,
    versions,
};
use crate::confirm::log;
use crate::support::{ATLANTICO, TestApp};
use crate::{bags, break_bags, waybills};

#[tokio::test]
async fn an_open_manifest_shows_its_shipments_as_they_are() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = ready(&staff, json!({})).await;
    let manifest = of_shipments(&staff, &[&shipment], json!({ "note": "by hand" })).await;
    let number = text(&manifest["number"]);
    assert!(number.starts_with("GRU-M-") && number.len() == 15, "{number}");
    assert_eq!((&manifest["status"], &manifest["revision"]), (&json!(10), &json!(1)));
    let before = houses(&staff, &manifest, "").await[0].clone();
    assert_eq!(before["house"], shipment["tracking_code"]);
    assert_eq!(
        (&before["consignee_name"], &before["consignee_country"]),
        (&json!("Maria Müller"), &json!("DE"))
    );
    assert_eq!((&before["hs_codes"], &before["description"]), (&json!(["691200"]), &json!("Ceramic mug")));
    assert_eq!(
        (&before["pieces"], &before["weight_g"], &before["value"]),
        (&json!(1), &json!(1200), &json!("129.9"))
    );
    edit(&app, &shipment, "to_name = 'Jo Berg'").await;
    assert_eq!(houses(&staff, &manifest, "").await[0]["consignee_name"], "Jo Berg");
    assert_eq!(houses(&staff, &manifest, "search=nothing").await, json!([]));
}

#[tokio::test]
async fn files_stay_the_same_bytes_after_the_shipments_were_edited() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (one, two) = (ready(&staff, json!({})).await, ready(&staff, json!({})).await);
    let manifest = of_shipments(&staff, &[&one, &two], json!({})).await;
    let closed = close(&app, &staff, &manifest).await;
    assert_eq!((&closed["status"], &closed["house_count"]), (&json!(20), &json!(2)));
    assert_eq!((&closed["piece_count"], &closed["weight_g"]), (&json!(2), &json!(2400)));
    assert_eq!(log(&staff, &one).await[0], "MANIFESTED");
    let version = versions(&staff, &manifest).await[0].clone();
    assert_eq!(text(&version["hash"]).len(), 64);
    let formats: Vec<&str> =
        version["files"].as_array().unwrap().iter().map(|file| text(&file["format"])).collect();
    assert_eq!(formats, ["csv", "xlsx"], "without a waybill there are no messages");

    let mut before = Vec::new();
    for format in &formats {
        let answer = file(&staff, &manifest, 1, format).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let name = format!("{}-1.{format}", text(&manifest["number"]));
        assert!(answer.header("content-disposition").is_some_and(|header| header.contains(&name)));
        before.push(answer.body.clone());
    }
    assert!(String::from_utf8_lossy(&before[0]).contains("Maria Müller"));
    edit(&app, &one, "to_name = 'Somebody Else', declared_value = 1").await;
    for (format, bytes) in formats.iter().zip(&before) {
        assert!(file(&staff, &manifest, 1, format).await.body == *bytes, "{format}");
    }
    assert_eq!(houses(&staff, &manifest, "").await[0]["consignee_name"], "Maria Müller");
    let found = houses(&staff, &manifest, &format!("search={}", text(&two["tracking_code"]))).await;
    assert_eq!((found.as_array().unwrap().len(), &found[0]["house"]), (1, &two["tracking_code"]));
    let missing = file(&staff, &manifest, 1, "xfhl").await;
    assert_eq!(missing.status, 404);
}

#[tokio::test]
async fn a_manifest_of_a_waybill_has_its_contents_and_its_messages() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let shipment = ready(&staff, json!({})).await;
    let waybill = booked_waybill(&admin, &[&shipment]).await;
    let manifest = staff.post(super::PATH, json!({ "mawb_id": waybill["id"] })).await.data();
    assert_eq!(
        (&manifest["mawb_number"], &manifest["flights"]),
        (&json!("957-12345675"), &json!("LA8070")),
        "{manifest}"
    );
    assert_eq!((&manifest["origin_airport"], &manifest["bag_ids"]), (&json!("GRU"), &json!([])));
    assert_eq!(houses(&staff, &manifest, "").await[0]["house"], shipment["tracking_code"]);
    let open = check(&staff, &manifest).await;
    assert_eq!((&open["blocking"], &open["problems"][0]["kind"]), (&json!(1), &json!("waybill_open")));

    issue(&admin, &waybill).await;
    assert_eq!(check(&staff, &manifest).await["blocking"], 0);
    let closed = close(&app, &staff, &manifest).await;
    assert_eq!((&closed["status"], &closed["weight_g"]), (&json!(20), &json!(1200)));
    let files = versions(&staff, &manifest).await[0]["files"].clone();
    let formats: Vec<&str> = files.as_array().unwrap().iter().map(|file| text(&file["format"])).collect();
    assert!(["fwb", "xfwb", "xfhl", "xfzb"].iter().all(|format| formats.contains(format)), "{formats:?}");
    let written = file(&staff, &manifest, 1, "fwb").await.text();
    for line in [
        "957-12345675GRUFRA/T1K1.2",
        "/ATLANTICO COURIER",
        "CVD/USD//PP/NVD/NCV/XXX",
        "RTD/1/P1/K1.2/CN/W1.5/R2.50/T3.75",
        "OTH/P/MYC31.20",
        "/OC31.20/CT34.95",
    ] {
        assert!(written.contains(&format!("{line}\r\n")), "{line}\n{written}");
    }
    let list = file(&staff, &manifest, 1, "xfhl").await;
    assert_eq!(list.header("content-type"), Some("application/xml"));
    for part in ["<TypeCode>785</TypeCode>", "<ID>957-12345675</ID>", text(&shipment["tracking_code"])] {
        assert!(list.text().contains(part), "{part}\n{}", list.text());
    }
    assert!(file(&staff, &manifest, 1, "xfzb").await.body.starts_with(b"PK"));
}

#[tokio::test]
async fn a_waybill_has_one_manifest_and_says_itself_what_is_on_it() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (shipment, other) = (ready(&staff, json!({})).await, ready(&staff, json!({})).await);
    let waybill = booked_waybill(&admin, &[&shipment]).await;
    let form = json!({ "mawb_id": waybill["id"] });
    let own = super::form(&[&other], &form);
    assert_eq!(staff.post(super::PATH, own).await.code_at("shipment_ids"), "manifest_waybill_contents");
    let manifest = staff.post(super::PATH, form.clone()).await.data();
    let twice = staff.post(super::PATH, form.clone()).await;
    assert_eq!((twice.status, twice.code_at("mawb_id")), (422, "manifest_waybill_used".into()));
    act(&staff, &manifest, "cancel", json!({ "reason": "again" })).await.data();
    assert_eq!(staff.post(super::PATH, form).await.status, 200, "a cancelled manifest leaves it free");
    let found = staff.get(&format!("{}?search=95712345675", super::PATH)).await.data();
    assert_eq!(found.as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_break_bag_expects_the_houses_of_a_closed_manifest_alone() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (house, other) = (ready(&staff, json!({})).await, ready(&staff, json!({})).await);
    let waybill = booked_waybill(&admin, &[&house, &other]).await;
    issue(&admin, &waybill).await;
    let manifest = staff.post(super::PATH, json!({ "mawb_id": waybill["id"] })).await.data();
    assert_eq!(close(&app, &staff, &manifest).await["house_count"], 2);
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let without = sqlx::query("delete from manifest_lines where shipment_id = $1");
    let without = without.bind(Uuid::parse_str(text(&other["id"])).unwrap());
    without.execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();

    app.state.clock.advance(TimeDelta::hours(1));
    let arrived = json!({ "event": "arrived", "note": "told by the airline" });
    waybills::act(&staff, &waybill, "record_event", arrived).await.data();
    let broken = staff.post(break_bags::PATH, json!({ "mawb_id": waybill["id"] })).await.data();
    assert_eq!((&broken["manifest_id"], &broken["manifest_revision"]), (&manifest["id"], &json!(1)));
    let lines = break_bags::lines(&staff, &broken, "").await;
    let codes: Vec<&Value> = lines.iter().map(|line| &line["code"]).collect();
    assert_eq!((&broken["expected_count"], codes), (&json!(1), vec![&house["tracking_code"]]));
}

#[tokio::test]
async fn what_is_missing_is_listed_and_keeps_a_manifest_open() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = ready(&staff, json!({ "to_name": "王小明" })).await;
    edit(&app, &shipment, "declared_value = 0").await;
    let manifest = of_shipments(&staff, &[&shipment], json!({})).await;
    let found = check(&staff, &manifest).await;
    let kinds: Vec<&str> =
        found["problems"].as_array().unwrap().iter().map(|one| text(&one["kind"])).collect();
    assert!(kinds.contains(&"value") && kinds.contains(&"text_empty"), "{found}");
    let last = kinds.last().unwrap();
    assert_eq!(*last, "no_waybill", "notes come last: {kinds:?}");
    assert_eq!(found["blocking"], 2);
    assert_eq!(found["problems"][0]["house"], shipment["tracking_code"]);

    let after = close(&app, &staff, &manifest).await;
    assert_eq!(after["status"], 10, "it is open again");
    let task = staff.get("/api/background_tasks").await.data()[0].clone();
    assert_eq!(task["failure"]["code"], "manifest_not_ready", "{task}");
    assert!(text(&task["failure"]["message"]).contains('2'), "{task}");
    assert_eq!(versions(&staff, &manifest).await, json!([]));
}

#[tokio::test]
async fn lost_letters_stand_before_numbers_that_are_too_long() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let (plain, foreign) =
        (ready(&staff, json!({})).await, ready(&staff, json!({ "to_name": "Ana 王" })).await);
    let waybill = booked_waybill(&admin, &[&plain, &foreign]).await;
    let manifest = staff.post(super::PATH, json!({ "mawb_id": waybill["id"] })).await.data();
    let found = check(&staff, &manifest).await;
    let kinds: Vec<&str> =
        found["problems"].as_array().unwrap().iter().map(|one| text(&one["kind"])).collect();
    let place_of = |kind: &str| kinds.iter().position(|one| *one == kind).unwrap();
    assert!(place_of("letters_lost") < place_of("house_long"), "{kinds:?}");
}

#[tokio::test]
async fn an_address_in_another_script_does_not_keep_a_manifest_without_messages_open() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = ready(&staff, json!({})).await;
    edit(&app, &shipment, "to_address_1 = '深南大道', to_city = '深圳市'").await;
    edit(&app, &shipment, "to_address_number = null, to_address_complement = null, to_address_2 = null")
        .await;
    let manifest = of_shipments(&staff, &[&shipment], json!({})).await;
    let found = check(&staff, &manifest).await;
    assert_eq!(found["blocking"], 0, "{found}");
    let shown = |field: &str| {
        let problems = found["problems"].as_array().unwrap();
        problems.iter().any(|one| one["kind"] == "letters_lost" && one["field"] == field)
    };
    assert!(shown("consignee_street") && shown("consignee_city"), "{found}");
    assert_eq!(close(&app, &staff, &manifest).await["status"], 20);
}

#[tokio::test]
async fn bags_go_along_and_come_back_when_it_is_opened_again() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "MAN", json!({})).await;
    let bag = bags::open(&staff, &place, json!({})).await;
    let shipment = ready(&staff, json!({})).await;
    bags::scan(&staff, &bag, text(&shipment["tracking_code"])).await;
    let form = json!({ "bag_ids": [bag["id"]] });
    let manifest = staff.post(super::PATH, form.clone()).await.data();
    assert_eq!(
        (&manifest["origin_airport"], &manifest["destination_airport"]),
        (&json!("GRU"), &json!("FRA"))
    );
    let open: Value = check(&staff, &manifest).await;
    assert_eq!((&open["blocking"], &open["problems"][0]["kind"]), (&json!(1), &json!("bag_open")));
    let second = staff.post(super::PATH, form).await;
    assert_eq!((second.status, second.code_at("bag_ids")), (422, "manifest_bag_used".into()));

    bags::close(&staff, &bag, json!({})).await.data();
    let closed = close(&app, &staff, &manifest).await;
    assert_eq!((&closed["status"], &closed["weight_g"]), (&json!(20), &json!(1400)), "the tare is shared");
    assert_eq!(houses(&staff, &manifest, "").await[0]["bags"], json!([bag["number"]]));
    assert_eq!(bags::show(&staff, &bag).await["status"], 40);

    let nobody = act(&staff, &manifest, "reopen", json!({ "reason": " " })).await;
    assert_eq!(nobody.code_at("reason"), "required");
    let opened = act(&staff, &manifest, "reopen", json!({ "reason": "a bag too few" })).await.data();
    assert_eq!((&opened["status"], &opened["revision"]), (&json!(10), &json!(2)));
    assert_eq!(bags::show(&staff, &bag).await["status"], 20);
    assert!(versions(&staff, &manifest).await[0]["voided_at"].is_string());
    let again = close(&app, &staff, &manifest).await;
    assert_eq!((&again["status"], &again["purpose"]), (&json!(20), &json!("creation")));
    let versions = versions(&staff, &manifest).await;
    assert_eq!((versions.as_array().unwrap().len(), &versions[0]["bags"]), (2, &json!([bag["number"]])));
    let of_bag = |format: &str, number: &str| format!("{format}?bag={number}");
    let table = file(&staff, &manifest, 2, &of_bag("csv", text(&bag["number"]))).await;
    let csv = String::from_utf8_lossy(&table.body).into_owned();
    let total = csv.lines().last().unwrap_or_default();
    assert_eq!(csv.lines().count(), 3, "{csv}");
    assert!(total.starts_with(&format!(",TOTAL,{},", text(&bag["number"]))), "{total}");
    for other in [of_bag("csv", "NO-BAG"), of_bag("xfhl", text(&bag["number"]))] {
        assert_eq!(file(&staff, &manifest, 2, &other).await.status, 404, "{other}");
    }
}

#[tokio::test]
async fn a_changed_manifest_is_not_closed_by_somebody_who_read_another() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = ready(&staff, json!({})).await;
    let manifest = of_shipments(&staff, &[&shipment], json!({})).await;
    let change = json!({ "version": manifest["version"], "note": "later" });
    staff.patch(&address(&manifest), change).await.data();
    let stale = json!({ "version": manifest["version"] });
    let answer = staff.post(&format!("{}/close", address(&manifest)), stale).await;
    assert_eq!((answer.status, answer.message_code()), (409, "stale_version".into()));
    assert_eq!(show(&staff, &manifest).await["note"], "later");
}

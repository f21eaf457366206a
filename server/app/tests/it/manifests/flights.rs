//! The documents of a flight: its waybills, and the files of their manifests.

use std::io::Cursor;

use serde_json::json;
use zip::ZipArchive;

use super::{booked_waybill, close, go_on, issue, ready, text, with};
use crate::bags;
use crate::masters;
use crate::profiles::{given, made};
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};
use crate::waybills;

const PACK: &str = "/api/mawbs/flight_documents";

/// The names in the archive of the flight of the tests.
async fn pack(app: &TestApp, person: &Person) -> Vec<String> {
    let started = person.post(PACK, json!({ "flight": "la 8070", "on": "2026-12-01" })).await;
    assert_eq!(started.status, 202, "{}", started.text());
    let task = started.data();
    app.run_processes().await;
    let file = person.get(&format!("/api/background_tasks/{}/file", text(&task["id"]))).await;
    assert_eq!(file.status, 200, "{}", file.text());
    let name = file.header("content-disposition").unwrap_or_default();
    assert!(name.contains("LA8070-2026-12-01.zip"), "{name}");
    let archive = ZipArchive::new(Cursor::new(file.body)).unwrap();
    archive.file_names().map(|name| name.unwrap().into_owned()).collect()
}

#[tokio::test]
async fn the_documents_of_a_flight_come_in_one_archive() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let shipment = ready(&staff, json!({})).await;
    let waybill = booked_waybill(&admin, &[&shipment]).await;
    let waybill = issue(&admin, &waybill).await;
    let manifest = staff.post(super::PATH, json!({ "mawb_id": waybill["id"] })).await.data();
    let closed = close(&app, &staff, &manifest).await;
    assert_eq!(closed["status"], 20);
    let airline = json!({ "id": waybill["provider_id"] });
    let draft = waybills::create(&admin, &airline, json!({})).await.data();
    let void = waybills::create(&admin, &airline, json!({})).await.data();
    let path = format!("{}/{}/void", waybills::PATH, text(&void["id"]));
    admin.post(&path, with(json!({ "version": void["version"] }), &json!({ "reason": "typo" }))).await.data();
    let later = json!({
        "legs": [{ "flight": "LA8070", "origin": "GRU", "destination": "FRA", "departs_on": "2026-12-02" }],
    });
    waybills::create(&admin, &airline, later).await.data();

    let place = bags::warehouse(&admin, "ZIP", json!({})).await;
    let bill = json!({ "kind": "cn38", "vehicle": "la 8070", "departs_on": "2026-12-01" });
    let bill = masters::create(&staff, &place, bill).await;
    let bag = masters::sealed(&staff, &place, &[&ready(&staff, json!({})).await]).await;
    masters::add(&staff, &bill, &[&bag]).await.data();

    let names = pack(&app, &staff).await;
    let paper = |waybill: &serde_json::Value| {
        let number = text(&waybill["number"]);
        format!("{number}/{number}.pdf")
    };
    assert!(names.contains(&paper(&waybill)) && names.contains(&paper(&draft)), "{names:?}");
    let label = format!("{}/{}.pdf", text(&bill["number"]), text(&bag["number"]));
    assert!(names.contains(&paper(&bill)) && names.contains(&label), "{names:?}");
    let papers = names.iter().filter(|name| name.ends_with(".pdf"));
    assert_eq!(papers.count(), 4, "neither the void one nor that of another day: {names:?}");
    let number = text(&waybill["number"]);
    for end in ["csv", "xlsx", "xfwb.xml", "xfhl.xml", "xfzb.zip"] {
        let file = format!("{number}/{}-1.{end}", text(&manifest["number"]));
        assert!(names.contains(&file), "{file}: {names:?}");
    }

    // Who may not download manifests gets the papers alone.
    let rights = [("mawb", "list", "any"), ("mawb", "export", "any")];
    let desk = made(&app, "Papers", 10, &rights).await;
    given(&app, "staff", &[desk]).await.unwrap();
    let names = pack(&app, &staff).await;
    assert!(names.iter().all(|name| name.ends_with(".pdf")), "{names:?}");
}

#[tokio::test]
async fn a_flight_without_waybills_is_refused_at_its_field() {
    let app = TestApp::start().await;
    let (admin, other) = (app.admin(ATLANTICO).await, app.staff(PACIFIC).await);
    let shipment = ready(&admin, json!({})).await;
    let waybill = booked_waybill(&admin, &[&shipment]).await;
    go_on(&admin, &waybill, "issue").await;
    for (person, flight) in [(&admin, "LA8071"), (&other, "LA8070")] {
        let refused = person.post(PACK, json!({ "flight": flight, "on": "2026-12-01" })).await;
        assert_eq!((refused.status, refused.code_at("flight")), (422, "flight_without_waybills".into()));
    }
    let client = app.client(ATLANTICO).await;
    assert_eq!(client.post(PACK, json!({ "flight": "LA8070", "on": "2026-12-01" })).await.status, 403);
}

//! Typed words find records, and names are in the order people expect.

use serde_json::{Value, json};

use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, Person, TestApp};
use crate::{bags, manifests, masters, waybills};

/// With the letters of a code as its label prints it, by hand, and on a keyboard for Chinese.
fn as_people_write(code: &str) -> [String; 6] {
    let (prefix, digits, country) = (&code[..2], &code[2..11], &code[11..]);
    let printed = format!("{prefix} {} {} {} {country}", &digits[..3], &digits[3..6], &digits[6..]);
    [
        printed.clone(),
        printed.to_lowercase(),
        format!("{printed} 002"),
        printed.replace(' ', "\u{a0}"),
        format!("{prefix}-{digits}-{country}").to_lowercase(),
        code.chars().map(|c| char::from_u32(u32::from(c) + 0xfee0).unwrap()).collect(),
    ]
}

fn query(text: &str) -> String {
    serde_urlencoded::to_string([("", text)]).unwrap()[1..].to_owned()
}

#[tokio::test]
async fn a_code_is_found_at_every_door_as_its_label_prints_it() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (shipment, other) = (created(&staff).await, created(&staff).await);
    let code = shipment["tracking_code"].as_str().unwrap();
    for (minute, written) in as_people_write(code).iter().enumerate() {
        let tracked =
            app.visitor(ATLANTICO).get(&format!("/api/tracking?codes={}", query(written))).await.data();
        assert_eq!((tracked.as_array().unwrap().len(), &tracked[0]["found"]), (1, &json!(true)), "{written}");
        let listed = staff.get(&format!("/api/shipments?search={}", query(written))).await.data();
        assert_eq!((listed.as_array().unwrap().len(), &listed[0]["id"]), (1, &shipment["id"]), "{written}");
        let at = app.state.clock.now() - chrono::TimeDelta::minutes(minute.try_into().unwrap());
        let event =
            json!({ "tracking_codes": [written], "event_code": "NOTE", "occurred_at": at.to_rfc3339() });
        let outcome = staff.post("/api/shipments/record_event", event).await.data();
        assert_eq!((&outcome[0]["recorded"], &outcome[0]["tracking_code"]), (&json!(true), &json!(code)));
    }
    let both = as_people_write(code)[0].clone() + "\n" + other["tracking_code"].as_str().unwrap();
    let tracked = app.visitor(ATLANTICO).get(&format!("/api/tracking?codes={}", query(&both))).await.data();
    assert_eq!((&tracked[0]["found"], &tracked[1]["found"]), (&json!(true), &json!(true)));
}

#[tokio::test]
async fn bags_and_what_carries_them_are_found_by_their_number_however_it_is_written() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let place = bags::warehouse(&admin, "BAG", json!({})).await;
    let shipment = manifests::ready(&staff, json!({})).await;
    for (path, made) in [
        (bags::PATH, bags::open(&staff, &place, json!({})).await),
        (waybills::PATH, waybills::start_draft(&admin, json!({})).await),
        (masters::PATH, masters::create(&staff, &place, json!({})).await),
        (manifests::PATH, manifests::of_shipments(&staff, &[&shipment], json!({})).await),
    ] {
        let number = made["number"].as_str().unwrap();
        for written in [
            number.to_owned(),
            number.replace('-', ""),
            number.replace('-', " "),
            number.to_lowercase().replace('-', ""),
        ] {
            let found = staff.get(&format!("{path}?search={}", query(&written))).await.data();
            let ids: Vec<&Value> = found.as_array().unwrap().iter().map(|one| &one["id"]).collect();
            assert_eq!(ids, [&made["id"]], "{written}");
        }
    }
}

async fn named(staff: &Person, names: &[&str]) {
    for name in names {
        let mut form = complete(staff).await;
        form["to_name"] = json!(name);
        assert_eq!(staff.post("/api/shipments", form).await.status, 200);
    }
}

async fn names(staff: &Person, parameters: &str) -> Vec<String> {
    let listed = staff.get(&format!("/api/shipments?per_page=100&{parameters}")).await.data();
    let name = |row: &Value| row["to_name"].as_str().unwrap().to_owned();
    listed.as_array().unwrap().iter().map(name).collect()
}

#[tokio::test]
async fn search_folds_as_people_type() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    // The second is decomposed, as files from a Mac are.
    let people = [
        "Conceição Araújo",
        "Conceic\u{327}a\u{303}o Arau\u{301}jo",
        "Łukasz Wałęsa",
        "Søren Ångström",
        "Jörg Weißgerber",
        "Dvořák",
        "Işıl Yıldız",
        "Ngô Thị Hương Đặng",
        "Maeve O’Connor",
        "Aoife O'Connor",
        "أحمد إبراهيم",
        "Παύλος",
    ];
    named(&staff, &people).await;
    for (typed, found) in [
        ("Conceição", 2),
        ("conceicao", 2),
        ("CONCEIC\u{327}A\u{303}O", 2),
        ("lukasz walesa", 1),
        ("Łukasz", 1),
        ("soren angstrom", 1),
        ("weissgerber", 1),
        ("WEISSGERBER", 1),
        ("weißgerber", 1),
        ("dvorak", 1),
        ("Dvor\u{30c}a\u{301}k", 1),
        ("isil yildiz", 1),
        ("IŞIL", 1),
        ("ngo huong dang", 1),
        ("o'connor", 2),
        ("O’Connor", 2),
        ("OʼCONNOR", 2),
        ("oconnor", 2),
        ("احمد", 1),
        ("ΠΑΥΛΟΣ", 1),
        ("%", 0),
        ("＼", 0),
    ] {
        let shown = names(&staff, &format!("search={}", query(typed))).await;
        assert_eq!(shown.len(), found, "{typed}: {shown:?}");
    }
}

#[tokio::test]
async fn names_are_sorted_as_people_read_them() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    named(&staff, &["Zeca", "Ana", "Álvaro", "ana", "Bruno", "Ícaro", "Igor", "çelik", "Eva", "Éva"]).await;
    let read = ["Álvaro", "ana", "Ana", "Bruno", "çelik", "Eva", "Éva", "Ícaro", "Igor", "Zeca"];
    assert_eq!(names(&staff, "sort=to_name").await, read);
    let mut back = names(&staff, "sort=-to_name").await;
    back.reverse();
    assert_eq!(back, read);
}

#[tokio::test]
async fn a_nul_character_is_refused_at_its_field() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let visitor = app.visitor(ATLANTICO);
    let form = json!({ "source": "manual", "to_name": "A\u{0}B", "items": [{ "description": "\u{0}", "quantity": "1" }] });
    let refused = staff.post("/api/shipments", form).await;
    assert_eq!((refused.status, refused.code_at("to_name").as_str()), (422, "invalid"));
    assert_eq!(refused.code_at("items.0.description"), "invalid");
    for (field, answer) in [
        ("search", staff.get("/api/shipments?search=%00").await),
        ("codes", visitor.get("/api/tracking?codes=AT%00").await),
        ("email", staff.post("/api/login", json!({ "email": "a\u{0}@x.test", "password": "x" })).await),
    ] {
        assert_eq!((answer.status, answer.code_at(field).as_str()), (422, "invalid"));
    }
    assert_eq!(staff.get("/api/shipments/%00").await.status, 404);
}

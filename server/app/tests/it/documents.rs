//! Documents of shipments: what they show, what they need, who gets them, and many at once.

use std::io::{Cursor, Read};

use serde_json::{Value, json};
use zip::ZipArchive;

use crate::confirm::confirm;
use crate::labels::{code, id, pages, printed_text, scanned};
use crate::shipments::complete;
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

const KINDS: [&str; 3] = ["customs_declaration", "commercial_invoice", "order_view"];

async fn document(person: &Person, shipment: &Value, kind: &str) -> Answer {
    person.get(&format!("/api/shipments/{}/documents/{kind}", id(shipment))).await
}

/// The text of a document, with single spaces.
async fn text(person: &Person, shipment: &Value, kind: &str) -> String {
    let answer = document(person, shipment, kind).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    printed_text(&answer.body).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn item(number: usize, quantity: &str, unit_value: &str) -> Value {
    json!({
        "description": format!("Mug {number}"), "quantity": quantity, "unit_value": unit_value,
        "net_weight_g": 10, "hs_code": "6912.00", "origin_country_id": 32,
    })
}

/// A shipment with everything that customs want.
async fn declare(person: &Person, currency: &str, items: Vec<Value>) -> Value {
    let mut form = complete(person).await;
    form["currency"] = currency.into();
    form["incoterm"] = "DAP".into();
    form["external_ref"] = format!("PO {} {}", currency, items.len()).into();
    form["items"] = items.into();
    form["declared_value"] = "100".into();
    let shipment = person.post("/api/shipments", form).await.data();
    assert_eq!(shipment["missing"], json!([]));
    shipment
}

/// Papers for another country, without what customs want of goods.
async fn with_bare_papers(person: &Person) -> Value {
    let mut form = complete(person).await;
    form["contents_type"] = "documents".into();
    form["items"] = json!([{ "description": "Contract", "quantity": "1", "unit_value": "10" }]);
    form
}

async fn rate(app: &TestApp, pair: [&str; 2], rate: &str) {
    let form = json!({ "from_currency": pair[0], "to_currency": pair[1], "rate": rate,
        "valid_from": "2026-01-02", "source": "IMF" });
    app.admin(ATLANTICO).await.post("/api/exchange-rates", form).await.data();
}

/// The amounts that the text has of the form `12.34`, in order.
fn amounts(text: &str, decimals: usize) -> Vec<String> {
    let is_amount = |word: &&str| {
        let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
        fraction.len() == decimals
            && !whole.is_empty()
            && whole.chars().chain(fraction.chars()).all(|c| c.is_ascii_digit() || c == ',')
    };
    text.split_whitespace().filter(is_amount).map(str::to_owned).collect()
}

#[tokio::test]
async fn a_customs_declaration_is_a_cn22_to_300_sdr_at_the_day_s_rate_and_else_a_cn23() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let small = declare(&staff, "USD", vec![item(1, "2", "201.37")]).await;
    let large = declare(&staff, "USD", vec![item(1, "1", "402.75"), item(2, "3", "10")]).await;
    assert!(text(&staff, &small, "customs_declaration").await.contains("CN 23"), "without a rate");
    rate(&app, ["XDR", "USD"], "1.3425").await;
    let (small, large) = (
        text(&staff, &small, "customs_declaration").await,
        text(&staff, &large, "customs_declaration").await,
    );
    for part in
        ["CN 22", "Loja Horizonte", "Maria Müller", "Hauptstraße", "Germany", "691200", "402.74 USD", "1.200"]
    {
        assert!(small.contains(part), "no {part} in {small}");
    }
    for part in [
        "CN 23",
        "Avenida Paulista, 1000",
        "01310-100 São Paulo",
        "Brazil",
        "432.75 USD",
        "PO USD 2",
        "0.020",
    ] {
        assert!(large.contains(part), "no {part} in {large}");
    }
    assert!(large.contains("Sheet 1 of 1"), "{large}");
}

#[tokio::test]
async fn every_line_is_printed_once_and_the_lines_add_up_to_the_total() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    for (currency, decimals) in [("BRL", 2), ("USD", 2), ("EUR", 2), ("JPY", 0)] {
        let items =
            (1..=60).map(|n| item(n, "3", &format!("{}.{}", 100 + n, if decimals == 0 { 0 } else { 333 })));
        let shipment = declare(&staff, currency, items.collect()).await;
        for kind in ["customs_declaration", "commercial_invoice"] {
            let answer = document(&staff, &shipment, kind).await;
            assert!(pages(&answer.body) > 1, "{kind} has no continuation sheet");
            let text = printed_text(&answer.body);
            let words: Vec<&str> = text.split_whitespace().collect();
            for n in 1..=60 {
                let number = n.to_string();
                let lines = words.windows(2).filter(|pair| *pair == ["Mug", number.as_str()]);
                assert_eq!(lines.count(), 1, "Mug {n} of {kind} in {currency}: {text}");
            }
            let cents = |n: i64| {
                if decimals == 0 { 3 * (100 + n) } else { ((100_000 + n * 1000 + 333) * 3 + 5) / 10 }
            };
            let total: i64 = (1..=60).map(cents).sum();
            let shown = |cents: i64| match decimals {
                0 => grouped(cents),
                _ => format!("{}.{:02}", grouped(cents / 100), cents % 100),
            };
            let amounts = amounts(&text, decimals);
            for n in 1..=60 {
                assert!(amounts.contains(&shown(cents(n))), "line {n} of {kind} in {currency}: {amounts:?}");
            }
            assert!(text.contains(&shown(total)), "no total {} in {kind}: {text}", shown(total));
        }
    }
}

fn grouped(whole: i64) -> String {
    if whole < 1000 { whole.to_string() } else { format!("{},{:03}", whole / 1000, whole % 1000) }
}

#[tokio::test]
async fn an_invoice_has_the_parties_the_terms_and_the_total_with_freight() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = complete(&staff).await;
    for (field, value) in [
        ("incoterm", json!("DAP")),
        ("freight_declared", json!("35.40")),
        ("from_responsible", json!("Ana Silva")),
        ("to_document", json!("DE123456789")),
        ("items", json!([item(1, "2", "64.95")])),
    ] {
        form[field] = value;
    }
    let shipment = staff.post("/api/shipments", form).await.data();
    let invoice = text(&staff, &shipment, "commercial_invoice").await;
    for part in [
        "COMMERCIAL INVOICE",
        code(&shipment),
        "Ana Silva",
        "DE123456789",
        "DAP Berlin",
        "Sale",
        "129.90",
        "35.40",
        "165.30",
    ] {
        assert!(invoice.contains(part), "no {part} in {invoice}");
    }
}

#[tokio::test]
async fn an_order_view_is_in_the_language_of_its_reader_with_events_and_both_codes() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = declare(&staff, "BRL", vec![item(1, "2", "1234.50")]).await;
    let event =
        json!({ "tracking_codes": [code(&shipment)], "event_code": "COLLECTED", "location": "Campinas" });
    staff.post("/api/shipments/record_event", event).await.data();
    let answer = document(&staff, &shipment, "order_view").await;
    let found = scanned(&answer.body, 1, 1).remove(0);
    assert_eq!(found[0], format!("CODE-128:{}", code(&shipment)));
    assert!(found[1].ends_with(&format!("/tracking?codes={}", code(&shipment))), "{found:?}");
    let english = text(&staff, &shipment, "order_view").await;
    for part in
        ["Chargeable weight", "2,469.00", "São Paulo, Brazil", "Berlin, Germany", "Campinas", "1.5 kg"]
    {
        assert!(english.contains(part), "no {part} in {english}");
    }
    let mut reader = app.staff(ATLANTICO).await;
    reader.language = "pt-BR";
    let portuguese = text(&reader, &shipment, "order_view").await;
    for part in ["Peso taxado", "2.469,00", "Berlin, Alemanha", "1,5 kg"] {
        assert!(portuguese.contains(part), "no {part} in {portuguese}");
    }
}

#[tokio::test]
async fn a_document_names_what_is_missing_and_belongs_to_those_who_see_the_shipment() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let shipment = client.post("/api/shipments", with_bare_papers(&client).await).await.data();
    assert_eq!(shipment["missing"], json!([]), "documents pass without a declaration");
    let lacking = ["net_weight_g", "hs_code", "origin_country_id"].map(|name| format!("items.0.{name}"));
    let late = |field: &str| json!({ "field": field, "stage": "documents" });
    let fields: Vec<Value> = lacking.iter().map(|field| late(field)).chain([late("incoterm")]).collect();
    assert_eq!(shipment["missing_fields"], json!(fields));
    let refused = document(&client, &shipment, "customs_declaration").await;
    assert_eq!((refused.status, refused.message_code().as_str()), (409, "shipment_incomplete"));
    assert_eq!(refused.json()["params"]["missing"], json!([lacking[0]]));
    let refused = document(&client, &shipment, "commercial_invoice").await;
    assert_eq!(refused.json()["params"]["missing"], json!([lacking[1], lacking[2], "incoterm"]));
    assert_eq!(document(&client, &shipment, "order_view").await.status, 200);
    assert_eq!(document(&client, &shipment, "passport").await.status, 404);
    for stranger in [app.signed_in(ATLANTICO, "client2").await, app.staff(PACIFIC).await] {
        for kind in KINDS {
            assert_eq!(document(&stranger, &shipment, kind).await.status, 404, "{kind}");
        }
    }
    let cancel = json!({ "reason": "sold out" });
    staff.post(&format!("/api/shipments/{}/cancel", id(&shipment)), cancel).await.data();
    assert_eq!(document(&staff, &shipment, "order_view").await.message_code(), "shipment_not_printable");
}

/// SHP-5: what can be made is made, and the report lists what the others lack.
#[tokio::test]
async fn chosen_documents_of_many_shipments_are_in_one_archive() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let first = declare(&staff, "USD", vec![item(1, "1", "10")]).await;
    let second = declare(&staff, "USD", vec![item(1, "1", "20"), item(2, "1", "5")]).await;
    let bare = staff.post("/api/shipments", with_bare_papers(&staff).await).await.data();
    let form = json!({ "ids": [id(&first), id(&bare), id(&second)], "format": "zip",
        "kinds": ["label", "customs_declaration", "commercial_invoice"] });
    let task = staff.post("/api/shipments/print_labels", form).await.data();
    let none = json!({ "ids": [id(&first)], "kinds": [] });
    assert_eq!(staff.post("/api/shipments/print_labels", none).await.code_at("kinds"), "too_few");
    app.run_processes().await;
    let done = staff.get(&format!("/api/background_tasks/{}", id(&task))).await.data();
    let result = &done["result_params"];
    assert_eq!((&result["printed"], &result["pages"]), (&json!(3), &json!(7)), "{done}");
    assert_eq!(result["incomplete_codes"], json!([code(&bare), code(&bare)]));
    assert_eq!(result["incomplete_kinds"], json!(["customs_declaration", "commercial_invoice"]));
    let lacks =
        json!([["items.0.net_weight_g"], ["items.0.hs_code", "items.0.origin_country_id", "incoterm"],]);
    assert_eq!(result["incomplete_fields"], lacks);
    let file = staff.get(done["file"]["url"].as_str().unwrap()).await;
    let mut archive = ZipArchive::new(Cursor::new(file.body)).unwrap();
    let name = |shipment: &Value, kind: &str| format!("{}-{kind}.pdf", code(shipment));
    let all = ["label", "customs-declaration", "commercial-invoice"];
    let of = |shipment: &Value, kinds: &[&str]| -> Vec<String> {
        kinds.iter().map(|kind| name(shipment, kind)).collect()
    };
    let expected = [of(&first, &all), of(&bare, &["label"]), of(&second, &all)].concat();
    assert_eq!(archive.file_names().map(|name| name.unwrap().into_owned()).collect::<Vec<_>>(), expected);
    let mut pdf = Vec::new();
    let last = name(&second, "commercial-invoice");
    archive.by_name(&last).unwrap().read_to_end(&mut pdf).unwrap();
    assert!(printed_text(&pdf).contains("25.00"));
    let labelled = staff.get(&format!("/api/shipments/{}", id(&first))).await.data();
    assert!(labelled["label_printed_at"].is_string());
}

/// SHP-5: papers are printed at any time after the confirmation.
#[tokio::test]
async fn papers_are_printed_at_a_customs_hold_and_after_the_delivery() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = declare(&staff, "USD", vec![item(1, "1", "10")]).await;
    assert_eq!(confirm(&staff, &shipment).await.status, 200);
    for event in ["RECEIVED", "BAGGED", "DEPARTED", "CUSTOMS_HOLD", "DELIVERED"] {
        let form = json!({ "tracking_codes": [code(&shipment)], "event_code": event });
        let told = staff.post("/api/shipments/record_event", form).await.data();
        assert_eq!(told[0]["recorded"], true, "{event}: {told}");
        for kind in KINDS.into_iter().filter(|kind| *kind != "label") {
            assert_eq!(document(&staff, &shipment, kind).await.status, 200, "{event} {kind}");
        }
    }
    let after = staff.get(&format!("/api/shipments/{}", id(&shipment))).await.data();
    let can = (&after["can"]["print_label"], &after["can"]["print_documents"]);
    assert_eq!(can, (&json!(false), &json!(true)));
}

#[tokio::test]
async fn a_declaration_keeps_the_form_of_the_day_of_its_confirmation() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    rate(&app, ["USD", "XDR"], "0.75").await;
    let shipment = declare(&staff, "USD", vec![item(1, "1", "390")]).await;
    assert_eq!(confirm(&staff, &shipment).await.status, 200);
    assert!(text(&staff, &shipment, "customs_declaration").await.contains("CN 22"));
    // The same value is above the limit from the next day on.
    let tomorrow = app.today() + chrono::TimeDelta::days(1);
    let form = json!({ "from_currency": "USD", "to_currency": "XDR", "rate": "0.9", "valid_from": tomorrow,
        "source": "IMF" });
    app.admin(ATLANTICO).await.post("/api/exchange-rates", form).await.data();
    app.state.clock.advance(chrono::TimeDelta::days(3));
    let staff = app.staff(ATLANTICO).await;
    assert!(text(&staff, &shipment, "customs_declaration").await.contains("CN 22"));
    let draft = declare(&staff, "USD", vec![item(1, "1", "390"), item(2, "1", "0")]).await;
    assert!(text(&staff, &draft, "customs_declaration").await.contains("CN 23"), "a draft has no frozen day");
}

async fn label_with_papers(person: &Person, shipment: &Value) -> Answer {
    person.get(&format!("/api/shipments/{}/label?customs_papers=true", id(shipment))).await
}

/// A shipment that stays in its country.
async fn domestic(person: &Person) -> Value {
    let mut form = complete(person).await;
    form["from_country_id"] = form["to_country_id"].clone();
    form["from_city"] = "Hamburg".into();
    form["from_postcode"] = "20095".into();
    person.post("/api/shipments", form).await.data()
}

#[tokio::test]
async fn a_label_is_printed_with_the_papers_of_goods_that_go_through_customs() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let abroad = declare(&staff, "USD", vec![item(1, "1", "10")]).await;
    let answer = label_with_papers(&staff, &abroad).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(pages(&answer.body), 3);
    assert_eq!(scanned(&answer.body, 1, 1)[0][0], format!("CODE-128:{}", code(&abroad)));
    let text = printed_text(&answer.body);
    assert!(text.contains("CN 23") && text.contains("COMMERCIAL INVOICE"), "{text}");

    let papers = staff.post("/api/shipments", with_bare_papers(&staff).await).await.data();
    assert_eq!(pages(&label_with_papers(&staff, &papers).await.body), 1, "documents need no papers");
    let stranger = app.staff(PACIFIC).await;
    assert_eq!(label_with_papers(&stranger, &abroad).await.status, 404);
    let hold = json!({ "ids": [id(&abroad)], "reason": "documents" });
    staff.post("/api/shipments/hold", hold).await.data();
    assert_eq!(label_with_papers(&staff, &abroad).await.message_code(), "shipment_on_hold");
}

#[tokio::test]
async fn labels_of_many_shipments_are_followed_by_the_papers_of_each() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let abroad = declare(&staff, "USD", vec![item(1, "1", "10")]).await;
    let at_home = domestic(&staff).await;
    assert_eq!(at_home["missing"], json!([]), "{at_home}");
    let form = json!({ "ids": [id(&abroad), id(&at_home)], "customs_papers": true });
    let task = staff.post("/api/shipments/print_labels", form).await.data();
    app.run_processes().await;
    let done = staff.get(&format!("/api/background_tasks/{}", id(&task))).await.data();
    let result = &done["result_params"];
    assert_eq!((&result["printed"], &result["pages"]), (&json!(2), &json!(4)), "{done}");
    assert_eq!(result["incomplete"], 0, "no papers are asked of a shipment at home");
    let file = staff.get(done["file"]["url"].as_str().unwrap()).await;
    assert_eq!(scanned(&file.body, 4, 4)[0][0], format!("CODE-128:{}", code(&at_home)));
    for shipment in [&abroad, &at_home] {
        let after = staff.get(&format!("/api/shipments/{}", id(shipment))).await.data();
        assert!(after["label_printed_at"].is_string(), "{after}");
    }
}

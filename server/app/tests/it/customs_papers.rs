//! Customs data of goods: needed to confirm, completed after it, and printed on every document.

use serde_json::{Value, json};

use crate::confirm::confirm;
use crate::imports::sent;
use crate::labels::{id, printed_text};
use crate::shipments::{complete, created, item};
use crate::support::{ATLANTICO, Person, TestApp};

const DOCUMENTS: [&str; 3] = ["label", "customs_declaration", "commercial_invoice"];

/// All papers of a confirmed shipment, as text.
async fn print_all(person: &Person, shipment: &Value) -> String {
    let mut text = String::new();
    for kind in DOCUMENTS {
        let printed = person.get(&format!("/api/shipments/{}/documents/{kind}", id(shipment))).await;
        assert_eq!(printed.status, 200, "{kind}: {}", printed.text());
        text += &printed_text(&printed.body);
    }
    text
}

async fn log(person: &Person, shipment: &Value) -> Vec<Value> {
    let path = format!("/api/audit_entries?resource_id={}", id(shipment));
    person.get(&path).await.data().as_array().unwrap().clone()
}

#[tokio::test]
async fn goods_for_another_country_are_confirmed_with_customs_data_only_and_then_have_all_papers() {
    let app = TestApp::start().await;
    for person in [app.client(ATLANTICO).await, app.staff(ATLANTICO).await] {
        let mut form = complete(&person).await;
        form["items"] = json!([{ "description": "Ceramic mug", "quantity": "2", "unit_value": "64.95" }]);
        form["to_postcode"] = Value::Null;
        let draft = person.post("/api/shipments", form).await.data();
        let lacks = ["to_postcode", "items.0.net_weight_g", "items.0.hs_code", "items.0.origin_country_id"];
        assert_eq!((&draft["status"], &draft["missing"]), (&json!(15), &json!(lacks)));
        let refused = confirm(&person, &draft).await;
        assert_eq!((refused.status, refused.message_code()), (409, "shipment_incomplete".into()));
        assert!(lacks.iter().all(|field| refused.code_at(field) == "required"));

        let change = json!({ "version": draft["version"], "to_postcode": "10119", "items": [item("64.95")] });
        let path = format!("/api/shipments/{}", id(&draft));
        let finished = person.patch(&path, change).await.data();
        assert_eq!((&finished["status"], &finished["incoterm"]), (&json!(10), &Value::Null));
        let confirmed = confirm(&person, &finished).await.data();
        assert_eq!((&confirmed["status"], &confirmed["incoterm"]), (&json!(30), &json!("DAP")));
        let text = print_all(&person, &confirmed).await;
        for part in ["691200", "0.900", "DAP Berlin"] {
            assert!(text.contains(part), "no {part} in {text}");
        }
    }
}

const FILE: &str = "Pedido;Nome do destinatário;País;CEP;Cidade;Endereço;Conteúdo;Descrição;Qtde;Valor unitário (BRL);\
    Peso (kg);Código HS;Peso líquido (kg);País de fabricação\n\
    A-1;Ana;DE;10119;Berlin;Hauptstraße 1;merchandise;Caneca;2;64,95;1,2;691200;0,9;BR\n\
    A-2;Ana;DE;10119;Berlin;Hauptstraße 1;merchandise;Caneca;2;64,95;1,2;;;\n";

/// The file with the sender and the service as fixed values.
async fn bring_in(app: &TestApp, person: &Person) -> Value {
    let import = sent(person, "alfandega.csv", FILE.as_bytes()).await;
    let code = person.get("/api/auxiliar/services").await.data()[0]["code"].clone();
    let mut mapping = import["mapping"].clone();
    let sender = [
        ("currency", json!("BRL")),
        ("service", code),
        ("from_name", json!("Loja Horizonte")),
        ("from_country", json!("BR")),
        ("from_address_1", json!("Avenida Paulista")),
        ("from_city", json!("São Paulo")),
    ];
    let constant = |(field, value): (&str, Value)| json!({ "field": field, "value": value });
    mapping["constants"] = sender.into_iter().map(constant).collect();
    let path = format!("/api/shipment_imports/{}", id(&import));
    let update = json!({ "mapping": mapping, "client_id": null, "version": import["version"] });
    person.patch(&path, update).await.data();
    person.post(&format!("{path}/process"), json!({})).await;
    app.run_processes().await;
    person.get(&path).await.data()
}

#[tokio::test]
async fn imported_goods_lack_the_same_and_are_printed_the_same() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let import = bring_in(&app, &staff).await;
    assert_eq!(import["counts"]["new_shipments"], 2, "{import}");
    let missing = import["missing"].as_array().unwrap();
    for field in ["items.hs_code", "items.net_weight_g", "items.origin_country_id"] {
        assert!(missing.contains(&json!({ "field": field, "shipments": 1 })), "{field}: {missing:?}");
    }
    assert_eq!(missing.len(), 3, "{missing:?}");
    let list = format!("/api/shipments?import_id={}&status=10", id(&import));
    let ready = staff.get(&list).await.data()[0].clone();
    assert_eq!(ready["external_ref"], "A-1");
    let confirmed = confirm(&staff, &ready).await.data();
    assert!(print_all(&staff, &confirmed).await.contains("691200"));
}

#[tokio::test]
async fn what_only_documents_show_is_completed_until_the_departure_and_the_price_stands() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let confirmed = confirm(&client, &created(&client).await).await.data();
    let path = format!("/api/shipments/{}", id(&confirmed));
    assert_eq!((&confirmed["can"]["update"], &confirmed["can"]["complete"]), (&json!(false), &json!(true)));
    let mut goods = confirmed["items"].clone();
    goods[0]["hs_code"] = "6911.10".into();
    goods[0]["description"] = "Porcelain mug".into();
    let change = json!({
        "version": confirmed["version"], "items": goods, "to_phone": "+49 30 901820", "to_name": "Li Xiaolong",
    });
    let changed = client.patch(&path, change).await.data();
    assert_eq!((&changed["items"][0]["hs_code"], &changed["status"]), (&json!("691110"), &json!(30)));
    assert_eq!(changed["to_name"], "Li Xiaolong", "messages to customs need Latin letters");
    let nameless = json!({ "version": changed["version"], "to_name": " " });
    assert_eq!(client.patch(&path, nameless).await.code_at("to_name"), "required");
    assert_eq!(changed["chargeable_weight_g"], confirmed["chargeable_weight_g"]);
    let entry = log(&app.admin(ATLANTICO).await, &confirmed).await.remove(0);
    assert_eq!(entry["action"], "shipment.update", "{entry}");

    goods[0]["quantity"] = "3".into();
    let dearer = json!({
        "version": changed["version"], "items": goods, "declared_value": "500", "to_city": "Hamburg",
    });
    let refused = client.patch(&path, dearer).await;
    assert_eq!((refused.status, refused.message_code()), (409, "shipment_price_depends_on_it".into()));
    for field in ["items.0.quantity", "declared_value", "to_city"] {
        assert_eq!(refused.code_at(field), "shipment_price_depends_on_it", "{field}");
    }
    let gone = json!({ "version": changed["version"], "items": [] });
    assert_eq!(client.patch(&path, gone).await.code_at("items"), "shipment_price_depends_on_it");

    let depart = json!({ "tracking_codes": [confirmed["tracking_code"]], "event_code": "DEPARTED" });
    staff.post("/api/shipments/record_event", depart).await.data();
    let departed = client.get(&path).await.data();
    assert_eq!(departed["can"]["complete"], false);
    let late = json!({ "version": departed["version"], "notes": "x" });
    assert_eq!(client.patch(&path, late).await.message_code(), "shipment_not_editable");
}

#[tokio::test]
async fn an_address_in_another_script_is_written_in_latin_letters_after_the_confirmation() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let mut form = complete(&client).await;
    (form["to_address_1"], form["to_city"]) = ("深南大道".into(), "深圳市".into());
    let confirmed = confirm(&client, &client.post("/api/shipments", form).await.data()).await.data();
    let path = format!("/api/shipments/{}", id(&confirmed));
    let other = json!({ "version": confirmed["version"], "to_city": "广州市" });
    assert_eq!(client.patch(&path, other).await.code_at("to_city"), "shipment_price_depends_on_it");
    let written = json!({
        "version": confirmed["version"], "to_address_1": "Shennan Avenue", "to_address_number": "1001",
        "to_address_complement": "12 F", "to_address_2": "Futian", "to_city": "Shenzhen",
    });
    let changed = client.patch(&path, written).await.data();
    assert_eq!(
        (&changed["to_address_1"], &changed["to_city"], &changed["status"]),
        (&json!("Shennan Avenue"), &json!("Shenzhen"), &json!(30))
    );
    let elsewhere = json!({ "version": changed["version"], "to_city": "Guangzhou" });
    assert_eq!(client.patch(&path, elsewhere).await.code_at("to_city"), "shipment_price_depends_on_it");
    let streetless = json!({ "version": changed["version"], "to_address_1": " " });
    assert_eq!(client.patch(&path, streetless).await.code_at("to_address_1"), "required");
}

#[tokio::test]
async fn a_cancelled_shipment_lists_nothing_that_it_lacks() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let draft = staff.post("/api/shipments", json!({ "to_name": "Ana" })).await.data();
    assert!(!draft["missing"].as_array().unwrap().is_empty());
    let path = format!("/api/shipments/{}", id(&draft));
    let cancelled = staff.post(&format!("{path}/cancel"), json!({ "reason": "twice" })).await.data();
    assert_eq!((&cancelled["missing"], &cancelled["missing_fields"]), (&json!([]), &json!([])));
    assert_eq!(staff.get("/api/shipments?status=0").await.data()[0]["missing"], json!([]));
}

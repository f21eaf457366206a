//! The prices that a check of a file shows, before its shipments exist.

use serde_json::{Value, json};

use super::{path, sent, shown, taken_in};
use crate::quotes::stored::with_prices;
use crate::support::{ATLANTICO, Person, TestApp};

const HEADER: &str =
    "Pedido;Nome do destinatário;País;UF;CEP;Peso (kg);Descrição;Qtde;Valor unitário (BRL)\n";
const ROWS: &str = "P-1;Maria;Alemanha;;10119;1,5;Contrato;1;50,00\n\
    P-2;Ana;Alemanha;;10119;60;Contrato;1;50,00\n\
    P-3;Otto;Alemanha;;;0,8;Contrato;1;50,00\n";

/// Uploads documents to Germany by the express service, of a sender in Brazil.
pub async fn upload_documents(person: &Person, rows: &str) -> Value {
    let import = sent(person, "precos.csv", format!("{HEADER}{rows}").as_bytes()).await;
    let mut mapping = import["mapping"].clone();
    mapping["constants"] = json!([
        { "field": "currency", "value": "BRL" },
        { "field": "service", "value": "EXP" },
        { "field": "contents_type", "value": "documents" },
        { "field": "from_name", "value": "Loja Horizonte" },
        { "field": "from_country", "value": "BR" },
        { "field": "from_address_1", "value": "Avenida Paulista" },
        { "field": "from_city", "value": "São Paulo" },
        { "field": "to_address_1", "value": "Hauptstraße" },
        { "field": "to_city", "value": "Berlin" },
    ]);
    let update = json!({ "mapping": mapping, "client_id": null, "version": import["version"] });
    person.patch(&path(&import, ""), update).await.data()
}

/// Checks an import and waits for the end.
pub async fn check_file(app: &TestApp, person: &Person, import: &Value) -> Value {
    let started = person.post(&path(import, "/check"), json!({})).await;
    assert_eq!(started.status, 202, "{}", started.text());
    app.run_processes().await;
    shown(person, import).await
}

/// Reference, amount and code of the reason of each shipment.
fn facts(list: &Value) -> Vec<(Value, Value, Value)> {
    let row = |row: &Value| {
        (row["external_ref"].clone(), row["total"]["amount"].clone(), row["message_code"].clone())
    };
    list["data"].as_array().unwrap().iter().map(row).collect()
}

#[tokio::test]
async fn a_check_shows_the_price_of_each_shipment_and_what_stands_against_it() {
    let app = TestApp::start().await;
    with_prices(&app).await;
    let mut staff = app.staff(ATLANTICO).await;
    staff.language = "pt-BR";
    let import = upload_documents(&staff, ROWS).await;
    let prices = path(&import, "/prices");
    assert_eq!((&import["prices"], &import["can"]["show_prices"]), (&Value::Null, &json!(false)));
    assert_eq!(staff.get(&prices).await.status, 404);

    let import = check_file(&app, &staff, &import).await;
    assert_eq!(import["can"]["show_prices"], true);
    let total = json!({ "currency": "BRL", "amount": "140", "shipments": 2 });
    let told = json!({ "shipments": 3, "refused": 2, "sent_by_client": 0, "totals": [total] });
    assert_eq!(import["prices"], told, "{import}");
    let all = staff.get(&prices).await.json();
    let too_heavy = (json!("P-2"), Value::Null, json!("shipment_above_weight_limit"));
    let incomplete = (json!("P-3"), json!("50"), json!("shipment_incomplete"));
    let priced = (json!("P-1"), json!("90"), Value::Null);
    assert_eq!(facts(&all), [priced, too_heavy.clone(), incomplete.clone()]);
    let refused = staff.get(&format!("{prices}?refused=true")).await.json();
    assert_eq!((facts(&refused), &refused["meta"]["total"]), (vec![too_heavy, incomplete], &json!(2)));
    assert_eq!(refused["data"][1]["params"]["missing"], json!(["to_postcode"]));
    assert!(refused["data"][0]["message"].as_str().unwrap().contains("50 kg"), "{refused}");
    assert_eq!((&all["data"][0]["line"], &all["data"][0]["to_name"]), (&json!(2), &json!("Maria")));

    let done = taken_in(&app, &staff, &import).await;
    assert_eq!((&done["prices"], &done["can"]["show_prices"]), (&Value::Null, &json!(false)));
    let asked = json!({ "filter": { "import_id": done["id"] } });
    let preview = staff.post("/api/shipments/confirm_preview", asked).await.data();
    assert_eq!(preview["totals"], json!([{ "amount": "90", "currency": "BRL" }]), "as the confirmation says");
}

#[tokio::test]
async fn another_mapping_and_another_user_have_no_prices_of_an_earlier_check() {
    let app = TestApp::start().await;
    with_prices(&app).await;
    let staff = app.staff(ATLANTICO).await;
    let import = upload_documents(&staff, ROWS).await;
    let import = check_file(&app, &staff, &import).await;
    let client = app.client(ATLANTICO).await;
    assert_eq!(client.get(&path(&import, "/prices")).await.status, 404, "it is the company's own file");
    let mut mapping = import["mapping"].clone();
    mapping["constants"].as_array_mut().unwrap().retain(|one| one["field"] != "service");
    let update = json!({ "mapping": mapping, "version": import["version"] });
    let import = staff.patch(&path(&import, ""), update).await.data();
    assert_eq!(import["prices"], Value::Null);
    assert_eq!(staff.get(&path(&import, "/prices")).await.status, 404);
    let import = check_file(&app, &staff, &import).await;
    let told = json!({ "shipments": 3, "refused": 3, "sent_by_client": 0, "totals": [] });
    assert_eq!(import["prices"], told, "without a service");
}

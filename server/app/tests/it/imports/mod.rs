//! Files of shipments and of clients: upload, map, check, import, correct the refused lines and upload them again.

mod clients;
mod files;
mod mail;
pub mod prices;
mod recovery;
mod sender;

use serde_json::{Value, json};
use sqlx::Row;

use crate::support::{ATLANTICO, Answer, PACIFIC, Person, TestApp};

const REAL_FILE: &[u8] = include_bytes!("../../../../tests/data/scms-deliveries.csv");

const SHOP: &str = "Pedido;Nome do destinatário;País;UF;CEP;Peso (kg);Descrição;Qtde;Valor unitário (BRL)\n\
    A-1;João Á.;Brasil;SP;1310-100;1,5;Camiseta;2;49,90\n\
    A-2;Ana;BR;SP;01310-100;0,2;Livro;1;1.200,00\n\
    A-1;JOAO A;Brasil;SP;01310100;;Boné;1;30,00\n";

pub async fn sent(person: &Person, name: &str, file: &[u8]) -> Value {
    person.upload("/api/shipment_imports", ("file", name, file), &[]).await.data()
}

async fn shown(person: &Person, import: &Value) -> Value {
    person.get(&path(import, "")).await.data()
}

fn path(import: &Value, rest: &str) -> String {
    format!("/api/shipment_imports/{}{rest}", import["id"].as_str().unwrap())
}

/// Saves the mapping as it is: somebody has looked at it, so it is remembered for the corrected file.
async fn saved(person: &Person, import: &Value) -> Value {
    let form = json!({ "mapping": import["mapping"], "version": import["version"] });
    person.patch(&path(import, ""), form).await.data()
}

/// Starts an import and waits for its end.
async fn taken_in(app: &TestApp, person: &Person, import: &Value) -> Value {
    let started = person.post(&path(import, "/process"), json!({})).await;
    assert_eq!(started.status, 202, "{}", started.text());
    app.run_processes().await;
    shown(person, import).await
}

pub async fn imported(app: &TestApp, person: &Person, name: &str, file: &[u8]) -> Value {
    let import = sent(person, name, file).await;
    taken_in(app, person, &import).await
}

async fn refused(person: &Person, import: &Value) -> Answer {
    let answer = person.get(&path(import, "/refused")).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer
}

fn counts(import: &Value, names: &[&str]) -> Vec<i64> {
    names.iter().map(|name| import["counts"][name].as_i64().unwrap()).collect()
}

/// The number of rows in each of the tenant's tables.
async fn rows(app: &TestApp, tables: &[&str]) -> Vec<i64> {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let mut counts = Vec::new();
    for table in tables {
        let sql = sqlx::AssertSqlSafe(format!("select count(*) from {table}"));
        counts.push(sqlx::query(sql).fetch_one(&mut *tx).await.unwrap().get(0));
    }
    counts
}

const TABLES: &[&str] = &["shipments", "shipment_items", "parcels", "shipment_events"];

#[tokio::test]
async fn the_real_file_and_its_corrected_lines_are_imported() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let before = rows(&app, TABLES).await;
    let import = sent(&staff, "scms-deliveries.csv", REAL_FILE).await;
    assert_eq!((import["status"].as_i64(), import["encoding"].as_str()), (Some(10), Some("UTF-8")));
    assert_eq!(import["columns"].as_array().unwrap().len(), 33);
    assert_eq!(import["sample"][0][5], "Côte d'Ivoire");
    assert!(import["doubts"].as_array().unwrap().iter().all(|doubt| doubt["settled"] == true));

    let import = saved(&staff, &import).await;
    let done = taken_in(&app, &staff, &import).await;
    assert_eq!(done["status"], 50, "{done}");
    let names =
        ["lines", "taken_lines", "existing_lines", "refused_lines", "new_shipments", "refused_shipments"];
    assert_eq!(counts(&done, &names), [5_176, 5_166, 0, 10, 3_547, 5]);
    // The file has no address, no service and no contents.
    assert_eq!(counts(&done, &["attention_shipments"]), [3_547]);
    let after = rows(&app, TABLES).await;
    let added: Vec<i64> = after.iter().zip(&before).map(|(after, before)| after - before).collect();
    assert_eq!(added, [3_547, 5_166, 3_547, 3_547]);
    assert_eq!(rows(&app, &["shipment_import_lines"]).await, [10]);
    let reasons: Vec<&str> = done["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|problem| problem["code"].as_str().unwrap())
        .collect();
    assert_eq!(reasons, ["import_differs_in_shipment", "import_held_back"]);

    let again = imported(&app, &staff, "scms-deliveries.csv", REAL_FILE).await;
    assert_eq!(counts(&again, &names), [5_176, 0, 5_166, 10, 0, 5]);
    assert_eq!(rows(&app, TABLES).await, after);

    let file = refused(&staff, &done).await.text();
    assert!(
        file.contains("Not imported because row 1585 of the same shipment was rejected.")
            || file.contains("differs")
    );
    let corrected = made_to_agree(&file);
    let resent = imported(&app, &staff, "corrected.csv", corrected.as_bytes()).await;
    assert_eq!(counts(&resent, &names), [10, 10, 0, 0, 5, 0], "{resent}");
}

/// Gives each shipment the scheduled day of its first line.
fn made_to_agree(file: &str) -> String {
    let mut reader = csv::Reader::from_reader(file.trim_start_matches('\u{feff}').as_bytes());
    let header = reader.headers().unwrap().clone();
    let column = |name: &str| header.iter().position(|own| own == name).unwrap();
    let (reference, day) = (column("ASN/DN #"), column("Scheduled Delivery Date"));
    let mut days = std::collections::BTreeMap::new();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&header).unwrap();
    for record in reader.records().map(Result::unwrap) {
        let agreed =
            days.entry(record[reference].to_owned()).or_insert_with(|| record[day].to_owned()).clone();
        let cells =
            record.iter().enumerate().map(|(at, cell)| if at == day { agreed.as_str() } else { cell });
        writer.write_record(cells).unwrap();
    }
    String::from_utf8(writer.into_inner().unwrap()).unwrap()
}

#[tokio::test]
async fn an_imported_shipment_is_a_normal_shipment() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let import = sent(&staff, "pedidos.csv", SHOP.as_bytes()).await;
    let service = staff.get("/api/auxiliar/services").await.data()[0]["id"].clone();
    let code = staff.get("/api/auxiliar/services").await.data()[0]["code"].clone();
    let mut mapping = import["mapping"].clone();
    mapping["constants"] = json!([
        { "field": "currency", "value": "BRL" },
        { "field": "service", "value": code },
        { "field": "contents_type", "value": "merchandise" },
        { "field": "from_name", "value": "Loja Horizonte" },
        { "field": "from_country", "value": "BR" },
        { "field": "from_address_1", "value": "Avenida Paulista" },
        { "field": "from_city", "value": "São Paulo" },
        { "field": "to_address_1", "value": "Rua A" },
        { "field": "to_city", "value": "São Paulo" },
        { "field": "to_document", "value": "529.982.247-25" },
        { "field": "source", "value": "loja" },
    ]);
    let update = json!({ "mapping": mapping, "client_id": null, "version": import["version"] });
    let import = staff.patch(&path(&import, ""), update).await.data();
    let done = taken_in(&app, &staff, &import).await;
    assert_eq!(counts(&done, &["new_shipments", "attention_shipments"]), [2, 0], "{done}");

    let list =
        staff.get(&format!("/api/shipments?import_id={}&sort=to_name", import["id"].as_str().unwrap())).await;
    let shipments = list.data();
    let id = shipments[1]["id"].as_str().unwrap();
    let shipment = staff.get(&format!("/api/shipments/{id}")).await.data();
    assert_eq!(shipment["external_ref"], "A-1");
    assert_eq!(shipment["source"], "loja");
    assert_eq!(shipment["status"], 10);
    assert_eq!(shipment["missing"], json!([]));
    assert_eq!(shipment["direction"], "domestic");
    assert_eq!(shipment["service_id"], service);
    assert_eq!(shipment["to_postcode"], "01310100");
    assert_eq!(shipment["declared_value"].as_str().unwrap().parse::<f64>().unwrap(), 129.8);
    assert_eq!(shipment["declared_weight_g"], 1500);
    assert_eq!(shipment["items"].as_array().unwrap().len(), 2);
    assert_eq!(shipment["items"][1]["description"], "Boné");
    assert_eq!(shipment["last_event_code"], "CREATED");
    let code = shipment["tracking_code"].as_str().unwrap();
    assert!(code.starts_with("AT") && code.ends_with("BR"));
    let version = shipment["version"].clone();
    let patched =
        staff.patch(&format!("/api/shipments/{id}"), json!({ "version": version, "notes": "x" })).await;
    assert_eq!(patched.status, 200, "{}", patched.text());
}

#[tokio::test]
async fn a_mapping_is_remembered_for_files_with_the_same_columns() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let import = sent(&staff, "pedidos.csv", SHOP.as_bytes()).await;
    assert_eq!((&import["mapping_origin"], &import["total_lines"]), (&json!("guessed"), &json!(3)));
    let mut mapping = import["mapping"].clone();
    mapping["constants"] = json!([{ "field": "from_name", "value": "Loja Horizonte" }]);
    let update = json!({ "mapping": mapping, "client_id": null, "version": import["version"] });
    assert_eq!(staff.patch(&path(&import, ""), update).await.data()["mapping_origin"], "saved");

    let reordered = "País;Pedido;Nome do destinatário;UF;CEP;Peso (kg);Descrição;Qtde;Valor unitário (BRL)\n\
        BR;B-1;Ana;SP;01310-100;0,2;Livro;1;10,00\n";
    let second = sent(&staff, "outro.csv", reordered.as_bytes()).await;
    assert_eq!(second["mapping"]["constants"][0]["value"], "Loja Horizonte");
    assert_eq!(second["mapping_origin"], "remembered");
    let other_shape = sent(&staff, "outro.csv", b"Pedido;Pais\nB-2;BR\n").await;
    assert_ne!(other_shape["mapping"]["constants"][0]["value"], "Loja Horizonte");
    // The mappings of a client's own files are remembered separately.
    let client = app.client(ATLANTICO).await;
    let clients = sent(&client, "outro.csv", reordered.as_bytes()).await;
    assert_ne!(clients["mapping"]["constants"][0]["value"], "Loja Horizonte");
}

#[tokio::test]
async fn a_dry_run_stores_nothing() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let before = rows(&app, TABLES).await;
    let text = SHOP.replace("Livro;1;", "Livro;um;");
    let import = sent(&staff, "pedidos.csv", text.as_bytes()).await;
    assert_eq!(staff.post(&path(&import, "/check"), json!({})).await.status, 202);
    assert_eq!(staff.post(&path(&import, "/process"), json!({})).await.message_code(), "import_not_open");
    app.run_processes().await;
    let checked = shown(&staff, &import).await;
    assert_eq!(checked["status"], 30, "{checked}");
    let names = ["lines", "taken_lines", "refused_lines", "new_shipments", "refused_shipments"];
    assert_eq!(counts(&checked, &names), [3, 2, 1, 1, 1]);
    assert_eq!(rows(&app, TABLES).await, before);
    let lines = staff.get(&path(&import, "/refused_lines")).await.json();
    assert_eq!((&lines["meta"]["total"], &lines["data"][0]["line"]), (&json!(1), &json!(3)));
    assert_eq!(lines["data"][0]["cells"][1], "Ana");
    let reason = json!({ "code": "import_not_a_number", "column": "Qtde", "field": "item_quantity",
                         "message": "Qtde: “um” is not a number.", "params": { "value": "um" } });
    assert_eq!(lines["data"][0]["reasons"], json!([reason]));
    let missing = checked["missing"].as_array().unwrap();
    assert!(missing.contains(&json!({ "field": "service_id", "shipments": 1 })), "{missing:?}");
    let told = refused(&staff, &checked).await;
    assert!(told.text().contains("Qtde: “um” is not a number."), "{}", told.text());
    assert!(told.header("content-disposition").unwrap().contains("pedidos-refused.csv"));

    let done = taken_in(&app, &staff, &checked).await;
    assert_eq!(counts(&done, &names), [3, 2, 1, 1, 1]);
    assert_eq!(done["missing"], checked["missing"]);
    let task =
        staff.get(&format!("/api/background_tasks/{}", done["task_id"].as_str().unwrap())).await.data();
    assert_eq!(task["file"]["name"], "pedidos-refused.csv");
    let file = staff.get(task["file"]["url"].as_str().unwrap()).await;
    assert!(file.text().contains("A-2;Ana;BR"));
}

#[tokio::test]
async fn refused_lines_are_in_the_users_language_and_as_a_workbook() {
    let app = TestApp::start().await;
    let mut staff = app.staff(ATLANTICO).await;
    staff.language = "pt-BR";
    let text = SHOP.replace("Ana;BR;", "Ana;Atlântida;");
    let import = sent(&staff, "pedidos.csv", text.as_bytes()).await;
    let import = saved(&staff, &import).await;
    let import = taken_in(&app, &staff, &import).await;
    let file = refused(&staff, &import).await.text();
    assert!(file.contains("Linha [remessa];Motivo [remessa]"), "{file}");
    assert!(file.contains("País: País desconhecido: “Atlântida”."), "{file}");
    let book = staff.get(&path(&import, "/refused?format=xlsx")).await;
    assert!(book.body.starts_with(b"PK"));
    let again = sent(&staff, "corrigido.xlsx", &book.body).await;
    assert_eq!((again["file_kind"].as_str(), again["columns"][9]["key"].as_str()), (Some("xlsx"), Some("")));
    assert_eq!(again["mapping"], import["mapping"]);
}

#[tokio::test]
async fn lines_without_a_reference_are_imported_once() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let file = b"Nome do destinatario,Produto\nAna,Livro\nAna,Livro\nBia,Livro\n";
    let first = imported(&app, &staff, "a.csv", file).await;
    assert_eq!(counts(&first, &["new_shipments", "existing_shipments"]), [3, 0]);
    let longer = b"Produto,Nome do destinatario\nLivro,Ana\n";
    let other = imported(&app, &staff, "b.csv", longer).await;
    // The same columns in another order are other lines.
    assert_eq!(counts(&other, &["new_shipments", "existing_shipments"]), [1, 0]);
    let again = imported(&app, &staff, "a.csv", file).await;
    assert_eq!(counts(&again, &["new_shipments", "existing_shipments"]), [0, 3]);
}

#[tokio::test]
async fn two_clients_may_use_the_same_reference() {
    let app = TestApp::start().await;
    let (client, other) = (app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let first = imported(&app, &client, "pedidos.csv", SHOP.as_bytes()).await;
    let second = imported(&app, &other, "pedidos.csv", SHOP.as_bytes()).await;
    assert_eq!(counts(&first, &["new_shipments"]), [2]);
    assert_eq!(counts(&second, &["new_shipments", "existing_shipments"]), [2, 0]);
    assert_eq!(other.get(&path(&first, "")).await.status, 404);
    assert_eq!(other.get(&path(&first, "/refused")).await.status, 404);
    assert_eq!(other.post(&path(&first, "/process"), json!({})).await.status, 404);
    assert_eq!(other.get("/api/shipment_imports").await.data().as_array().unwrap().len(), 1);
    let shipments = other.get("/api/shipments?sort=to_name&search=A-1").await.data();
    assert_eq!(shipments.as_array().unwrap().len(), 1);
    assert_eq!(app.staff(PACIFIC).await.get(&path(&first, "")).await.status, 404);
}

#[tokio::test]
async fn references_belong_to_the_owner_of_the_import() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let other = app.signed_in(ATLANTICO, "client2").await;
    // Another client, and the company, have this reference of this source.
    for person in [&other, &staff] {
        let form = json!({ "source": "import", "external_ref": "A-1" });
        assert_eq!(person.post("/api/shipments", form).await.status, 200);
    }
    let import = sent(&client, "pedidos.csv", SHOP.as_bytes()).await;
    let mut mapping = import["mapping"].clone();
    mapping["constants"] = json!([{ "field": "source", "value": "loja" }]);
    let update = json!({ "mapping": mapping, "version": import["version"] });
    let import = client.patch(&path(&import, ""), update).await.data();
    let done = taken_in(&app, &client, &import).await;
    assert_eq!(counts(&done, &["new_shipments", "existing_shipments"]), [2, 0], "{done}");
    let shipments = client.get("/api/shipments?source=import&search=A-1").await.data();
    assert_eq!(shipments.as_array().unwrap().len(), 1, "a client's user cannot name the source: {shipments}");
    let again = imported(&app, &client, "pedidos.csv", SHOP.as_bytes()).await;
    assert_eq!(counts(&again, &["new_shipments", "existing_shipments"]), [0, 2]);
    let fields = client.get("/api/shipment_imports/fields").await.text();
    assert!(!fields.contains("\"source\""), "{fields}");
}

#[tokio::test]
async fn an_invalid_or_stale_mapping_is_refused() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let import = sent(&staff, "pedidos.csv", SHOP.as_bytes()).await;
    let mut mapping = import["mapping"].clone();
    mapping["columns"][0]["source"] = "gone".into();
    mapping["constants"] = json!([{ "field": "from_country", "value": "Atlantis" }]);
    let update = json!({ "mapping": mapping, "client_id": null, "version": import["version"] });
    let answer = staff.patch(&path(&import, ""), update).await;
    assert_eq!(answer.status, 422);
    assert_eq!(answer.code_at("mapping.columns.0.source"), "import_unknown_column");
    assert_eq!(answer.code_at("mapping.constants.0.value"), "import_unknown_country");
    let stale = json!({ "mapping": import["mapping"], "client_id": null, "version": 0 });
    assert_eq!(staff.patch(&path(&import, ""), stale).await.message_code(), "stale_version");
}

/// SHP-11: a damaged workbook is told from an empty one.
#[tokio::test]
async fn a_file_that_is_not_a_sheet_is_refused_at_the_upload() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    for (file, code) in [
        (&b"%PDF-1.7 ..."[..], "import_unknown_format"),
        (b"a,b\n", "import_empty"),
        (b"a,b\n1,\"open\n2,3\n", "import_endless_row"),
        (b"PK\x03\x04\x14\0\0\0the rest did not arrive", "import_damaged"),
    ] {
        let answer = staff.upload("/api/shipment_imports", ("file", "x.csv", file), &[]).await;
        assert_eq!((answer.status, answer.code_at("file").as_str()), (422, code));
    }
}

#[tokio::test]
async fn a_cancelled_import_is_deleted_completely() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let import = sent(&staff, "pedidos.csv", SHOP.as_bytes()).await;
    assert_eq!(staff.post(&path(&import, "/check"), json!({})).await.status, 202);
    app.run_processes().await;
    let cancelled = staff.post(&path(&import, "/cancel"), json!({})).await.data();
    assert_eq!(cancelled["status"], 0);
    assert_eq!(rows(&app, &["shipment_import_lines"]).await, [0]);
    assert_eq!(staff.post(&path(&import, "/process"), json!({})).await.status, 409);
}

//! Files of clients: the columns of another system, the rules of the client's form, each client once.

use serde_json::{Value, json};
use sheets::OURS;

use super::counts;
use crate::support::{ATLANTICO, Person, TestApp};
use crate::webhooks::Told;

const NAMES: [&str; 4] = ["lines", "taken_lines", "existing_lines", "refused_lines"];

/// As a Brazilian system writes it: Latin-1, semicolons, leading zeros lost, a limit that is not imported.
const FILE: &str = "Código;Razão social;Nome fantasia;CNPJ/CPF;E-mail;Telefone;CEP;Logradouro;Número;Complemento;\
    Bairro;Cidade;UF;Grupo;Serviço padrão;Prazo de pagamento;Suíte;Limite de crédito\n\
    1001;Ótica São João Ltda;Ótica SJ;11.444.777/0001-61;compras@oticasj.test;(11) 98765-4321;1310100;Av. Paulista;1578;\
    sala 4;Bela Vista;São Paulo;SP;Lojas do Sul;EXP;30 dias;BR-77;5000\n\
    1002;Ana Prado;;52998224725;ana@prado.test;11987654321;01310-100;Rua A;9;;;São Paulo;SP;;;;;\n\
    1003;Erro Ltda;;111;erro-sem-arroba;;;;;;;;SP;;;400;;\n\
    1004;Grupo Novo;;;novo@grupo.test;;;;;;;Santos;SP;Desconhecido;;;;\n\
    1005;Ótica de novo;;11444777000161;outra@oticasj.test;;;;;;;Santos;SP;;;;;\n\
    1001;Código repetido;;;codigo@repetido.test;;;;;;;Santos;SP;;;;BR-78;\n";

fn latin1(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect()
}

fn path(import: &Value, rest: &str) -> String {
    format!("/api/client_imports/{}{rest}", import["id"].as_str().unwrap())
}

async fn upload_clients(person: &Person, name: &str, file: &[u8]) -> Value {
    person.upload("/api/client_imports", ("file", name, file), &[]).await.data()
}

/// Starts a check or a run, and waits for its end.
async fn ran(app: &TestApp, person: &Person, import: &Value, call: &str) -> Value {
    let started = person.post(&path(import, call), json!({})).await;
    assert_eq!(started.status, 202, "{}", started.text());
    app.run_processes().await;
    person.get(&path(import, "")).await.data()
}

async fn total(person: &Person) -> i64 {
    person.get("/api/clients").await.json()["meta"]["total"].as_i64().unwrap()
}

async fn find_client(person: &Person, search: &str) -> Value {
    let listed = person.get(&format!("/api/clients?search={search}")).await.data();
    assert_eq!(listed.as_array().unwrap().len(), 1, "{search}: {listed}");
    listed[0].clone()
}

/// The fields of the guess, by the names of the columns.
fn read_mapping(import: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let columns = import["mapping"]["columns"].as_array().unwrap();
    columns.iter().map(|column| (text(&column["source"]), text(&column["field"]))).collect()
}

#[tokio::test]
async fn the_clients_of_another_system_are_imported_once_by_the_rules_of_the_form() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    app.admin(ATLANTICO).await.post("/api/client_groups", json!({ "title": "Lojas do Sul" })).await.data();
    let before = total(&staff).await;
    let import = upload_clients(&staff, "clientes.csv", &latin1(FILE)).await;
    let guess = read_mapping(&import);
    let fields: Vec<&str> = guess.iter().map(|(_, field)| field.trim_start_matches("client_")).collect();
    assert_eq!(
        fields.join(" "),
        "code name trading_name document email phone postcode address_1 address_number \
        address_complement address_2 city state group default_service payment_terms_days suite_code"
    );
    // The file has no country, so its clients are of the company's.
    assert_eq!(import["mapping"]["constants"], json!([{ "field": "client_country", "value": "BR" }]));
    assert_eq!(import["doubts"][0]["code"], "import_unknown_group");

    let checked = ran(&app, &staff, &import, "/check").await;
    assert_eq!((checked["status"].as_i64(), total(&staff).await), (Some(30), before), "{checked}");
    assert_eq!(counts(&checked, &NAMES), [6, 2, 1, 3]);
    let done = ran(&app, &staff, &import, "/process").await;
    assert_eq!(done["status"], 50, "{done}");
    assert_eq!(counts(&done, &NAMES), [6, 2, 1, 3]);
    assert_eq!(total(&staff).await, before + 2);

    let shop = find_client(&staff, "11444777000161").await;
    let shown = ["code", "name", "trading_name", "email", "phone", "postcode", "suite_code", "group_title"]
        .map(|field| shop[field].as_str().unwrap_or_default().to_owned());
    assert_eq!(
        shown,
        [
            "1001",
            "Ótica São João Ltda",
            "Ótica SJ",
            "compras@oticasj.test",
            "+5511987654321",
            "01310100",
            "BR-77",
            "Lojas do Sul"
        ]
    );
    assert_eq!((&shop["person_type"], &shop["payment_terms_days"]), (&json!(2), &json!(30)));
    assert!(shop["default_service_id"].is_string() && shop["credit_limit"].is_null(), "{shop}");
    let ana = find_client(&staff, "52998224725").await;
    assert_eq!((&ana["person_type"], ana["suite_code"].is_string()), (&json!(1), true));
    one_entry_each(&app, &ana).await;

    the_refused_lines_are_told_and_corrected(&staff, &done).await;
    let again = upload_clients(&staff, "clientes.csv", &latin1(FILE)).await;
    let again = ran(&app, &staff, &again, "/process").await;
    assert_eq!(counts(&again, &NAMES)[1..], [0, 3, 3], "{again}");
}

/// A client has the entry of its creation, as by hand, with the user; the import has its own entries.
async fn one_entry_each(app: &TestApp, client: &Value) {
    let admin = app.admin(ATLANTICO).await;
    let id = client["id"].as_str().unwrap();
    let of = |resource: &str, id: &str| {
        format!("/api/audit_entries?resource={resource}&resource_id={id}&per_page=10")
    };
    let entries = admin.get(&of("client", id)).await.data();
    assert_eq!(entries.as_array().unwrap().len(), 1, "{entries}");
    assert_eq!(entries[0]["action"], "client.create");
    assert!(entries[0]["user"]["id"].is_string(), "{entries}");
}

async fn the_refused_lines_are_told_and_corrected(staff: &Person, done: &Value) {
    let lines = staff.get(&path(done, "/refused_lines")).await.data();
    let told: Vec<Vec<&str>> = lines
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            let reasons = line["reasons"].as_array().unwrap().iter();
            reasons.map(|reason| reason["field"].as_str().unwrap()).collect()
        })
        .collect();
    assert_eq!(told[0], ["client_email", "client_payment_terms_days", "client_document", "client_city"]);
    assert_eq!(told[1..], [vec!["client_group"], vec!["client_code"]]);
    let file = staff.get(&path(done, "/refused")).await;
    assert_eq!(file.status, 200);
    assert!(file.text().contains(OURS) && file.text().contains("Grupo Novo"), "{}", file.text());

    let cells = json!([{ "column": "grupo", "value": "Lojas do Sul" }]);
    let form = json!({ "lines": [{ "line": 5, "cells": cells }], "version": done["version"] });
    let corrected = staff.post(&path(done, "/corrections"), form).await.data();
    assert_eq!(counts(&corrected, &NAMES), [6, 3, 1, 2]);
    assert_eq!(find_client(staff, "novo%40grupo").await["group_title"], "Lojas do Sul");
}

#[tokio::test]
async fn an_import_of_clients_is_for_those_who_may_create_clients() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    for (row, cells) in
        [["Customer", "Country", "City", "Birth date"], ["Eva Stone", "United States", "Miami", "1990-02-03"]]
            .iter()
            .enumerate()
    {
        for (column, cell) in cells.iter().enumerate() {
            let (row, column) = (u32::try_from(row).unwrap(), u16::try_from(column).unwrap());
            sheet.write_string(row, column, *cell).unwrap();
        }
    }
    let file = book.save_to_buffer().unwrap();
    let refused = client.upload("/api/client_imports", ("file", "a.xlsx", &file), &[]).await;
    assert_eq!(refused.status, 403);
    assert_eq!(staff.submit("/api/client_imports", &[("note", "no file")]).await.code_at("file"), "required");
    let import = upload_clients(&staff, "clients.xlsx", &file).await;
    // An import of one kind is no import of the other, and its fields are not those of the other.
    let id = import["id"].as_str().unwrap();
    assert_eq!(staff.get(&format!("/api/shipment_imports/{id}")).await.status, 404);
    let listed = staff.get("/api/shipment_imports?per_page=100").await.data();
    assert!(listed.as_array().unwrap().iter().all(|one| one["id"] != import["id"]));
    assert_eq!(staff.get("/api/client_imports").await.data()[0]["id"], import["id"]);
    let mut mapping = import["mapping"].clone();
    mapping["columns"][0]["field"] = "to_name".into();
    let form = json!({ "mapping": mapping, "version": import["version"] });
    staff.patch(&path(&import, ""), form).await.code_at("mapping.columns.0.field");
    // A state is optional: the form of a client does not ask for it either.
    let done = ran(&app, &staff, &import, "/process").await;
    assert_eq!(counts(&done, &NAMES), [1, 1, 0, 0], "{done}");
    assert_eq!(find_client(&staff, "Eva%20Stone").await["birthday"], "1990-02-03");
}

#[tokio::test]
async fn webhooks_are_told_of_the_end_of_an_import_and_of_its_clients() {
    let told = Told::of(&["import.finished", "client.created"]).await;
    let staff = told.app.staff(ATLANTICO).await;
    let import = upload_clients(&staff, "clientes.csv", &latin1(FILE)).await;
    ran(&told.app, &staff, &import, "/check").await;
    assert!(told.send_all().await.is_empty(), "a check creates nothing");
    let done = ran(&told.app, &staff, &import, "/process").await;
    let [_, taken, existing, refused] = counts(&done, &NAMES)[..] else { panic!("{done}") };
    let sent = told.send_all().await;
    let ended: Vec<&Value> =
        sent.iter().filter(|(kind, _)| kind == "import.finished").map(|(_, data)| data).collect();
    let data = json!({
        "id": import["id"], "kind": "clients", "created": taken, "existing": existing, "refused_lines": refused,
    });
    assert_eq!(ended, [&data]);
    assert_eq!(i64::try_from(sent.len()).unwrap() - 1, taken, "{sent:?}");
    assert!(taken > 0, "{done}");
}

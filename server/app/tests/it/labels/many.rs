//! Labels of many shipments, as a background process.

use std::io::{Cursor, Read};
use std::time::Duration;

use serde_json::{Value, json};
use server_core::files::FileKind;
use uuid::Uuid;
use zip::ZipArchive;

use super::{code, id, pages, printed_text, scanned};
use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, Answer, PACIFIC, Person, Served, TestApp};

/// Shipments of every status that has a label, oldest first, with minimum data.
const MANY: &str = "
    with service as materialized (select id from services order by position limit 1)
    insert into shipments (id, tracking_code, status, service_id, source, to_name, to_address_1, to_city, to_country_id,
                           declared_weight_g, created_at, updated_at)
    select gen_random_uuid(), 'ZZ' || lpad(n::text, 9, '0') || 'BR', (array[10, 15, 20, 30, 35, 40])[1 + n % 6],
           service.id, 'test', 'João da Silva ' || n, 'Rua São Bento, ' || n,
           'São Paulo', 32, 500 + n, now() + n * interval '1 ms', now()
    from service, generate_series(1, $1::int) n
    returning id";

const UNPRINTED: &str = "select count(*) from shipments where source = 'test' and label_printed_at is null";
const PRINTS: &str = "
    select count(*) from audit_entries where action = 'shipment.print_labels' and changes->>'printed' is not null";

async fn many(app: &TestApp, count: i32) -> Vec<Uuid> {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let ids = sqlx::query_scalar(MANY).bind(count).fetch_all(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    ids
}

async fn count_rows(app: &TestApp, sql: &'static str) -> i64 {
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let count = sqlx::query_scalar(sql).fetch_one(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    count
}

async fn print(person: &Person, form: Value) -> Answer {
    person.post("/api/shipments/print_labels", form).await
}

async fn ask_for_labels(person: &Person, form: Value) -> Value {
    let answer = print(person, form).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    answer.data()
}

async fn show_task(person: &Person, task: &Value) -> Value {
    person.get(&format!("/api/background_tasks/{}", id(task))).await.data()
}

async fn file(person: &Person, task: &Value) -> Answer {
    let task = show_task(person, task).await;
    assert!(task["failure"].is_null() && task["completed_at"].is_string(), "{task}");
    person.get(task["file"]["url"].as_str().unwrap()).await
}

#[tokio::test]
async fn a_thousand_labels_are_one_document_in_order() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let ids = many(&app, 1000).await;
    let task = ask_for_labels(&staff, json!({ "ids": ids })).await;
    assert_eq!((&task["kind"], &task["title_params"]["count"]), (&json!("shipments.labels"), &json!(1000)));
    app.run_processes().await;

    let answer = file(&staff, &task).await;
    assert_eq!(answer.header("content-type"), Some("application/pdf"));
    assert_eq!(pages(&answer.body), 1000);
    for page in [1, 437, 1000] {
        assert_eq!(scanned(&answer.body, page, page)[0][0], format!("CODE-128:ZZ{page:09}BR"));
    }
    let result = json!({ "done": 1000, "left_out": 0, "gone": 0, "held": 0, "held_codes": [], "incomplete": 0, "incomplete_codes": [], "incomplete_fields": [], "incomplete_kinds": [], "unreadable": 0, "unreadable_codes": [], "pages": 1000, "printed": 1000, "skipped": 0, "skipped_codes": [] });
    assert_eq!(show_task(&staff, &task).await["result_params"], result);
    assert_eq!((count_rows(&app, UNPRINTED).await, count_rows(&app, PRINTS).await), (0, 1));
    // Printing does not change the status.
    assert_eq!(staff.get("/api/shipments?source=test&status=35").await.json()["meta"]["total"], 167);
}

#[tokio::test]
async fn an_archive_has_one_document_per_shipment() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    many(&app, 230).await;
    let task = ask_for_labels(&staff, json!({ "filter": { "source": "test" }, "format": "zip" })).await;
    app.run_processes().await;
    let answer = file(&staff, &task).await;
    assert_eq!(answer.header("content-type"), Some("application/zip"));
    let mut archive = ZipArchive::new(Cursor::new(answer.body)).unwrap();
    // Newest first, as in the list.
    let expected: Vec<String> = (1..=230).rev().map(|n| format!("ZZ{n:09}BR.pdf")).collect();
    assert_eq!(archive.file_names().map(|name| name.unwrap().into_owned()).collect::<Vec<_>>(), expected);
    for name in ["ZZ000000001BR", "ZZ000000117BR"] {
        let mut pdf = Vec::new();
        archive.by_name(&format!("{name}.pdf")).unwrap().read_to_end(&mut pdf).unwrap();
        assert_eq!(scanned(&pdf, 1, 1)[0][0], format!("CODE-128:{name}"));
    }
}

#[tokio::test]
async fn thermal_printers_get_many_labels_as_one_file_and_no_papers() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let ids = many(&app, 3).await;
    let task = ask_for_labels(&staff, json!({ "ids": ids, "format": "zpl_203" })).await;
    app.run_processes().await;
    let answer = file(&staff, &task).await;
    assert_eq!(answer.header("content-type"), Some("application/zpl"));
    assert!(answer.header("content-disposition").is_some_and(|header| header.contains(".zpl")));
    let zpl = answer.text();
    assert_eq!((zpl.matches("^XA").count(), zpl.matches("^XZ").count()), (3, 3));
    for number in 1..=3 {
        assert!(zpl.contains(&format!("^FDZZ{number:09}BR^FS")), "{zpl}");
    }
    for papers in [json!({ "customs_papers": true }), json!({ "kinds": ["label", "order_view"] })] {
        let mut form = json!({ "ids": ids, "format": "zpl_300" });
        form.as_object_mut().unwrap().extend(papers.as_object().unwrap().clone());
        let refused = print(&staff, form).await;
        assert_eq!((refused.status, refused.code_at("format").as_str()), (422, "zpl_labels_only"));
    }
}

#[tokio::test]
async fn unprintable_shipments_are_skipped_and_reported() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (good, cancelled) = (created(&staff).await, created(&staff).await);
    let incomplete = staff.post("/api/shipments", json!({ "to_name": "Ann Lee" })).await.data();
    staff
        .post(&format!("/api/shipments/{}/cancel", id(&cancelled)), json!({ "reason": "sold out" }))
        .await
        .data();
    let ids = json!([id(&cancelled), id(&incomplete), Uuid::now_v7(), id(&good), id(&good)]);
    let task = ask_for_labels(&staff, json!({ "ids": ids })).await;
    let none = ask_for_labels(&staff, json!({ "ids": [id(&cancelled)] })).await;
    app.run_processes().await;
    assert_eq!(pages(&file(&staff, &task).await.body), 1);
    let result = show_task(&staff, &task).await["result_params"].clone();
    assert_eq!((&result["printed"], &result["skipped"], &result["gone"]), (&json!(1), &json!(1), &json!(1)));
    assert_eq!(result["skipped_codes"], json!([code(&cancelled)]));
    assert_eq!(result["incomplete_codes"], json!([code(&incomplete)]));
    assert_eq!(result["incomplete_fields"][0], incomplete["missing"]);
    let failure = show_task(&staff, &none).await["failure"].clone();
    assert_eq!(failure["code"], "nothing_to_print");
    assert_eq!(failure["params"]["skipped_codes"], json!([code(&cancelled)]), "it says why");
}

#[tokio::test]
async fn only_visible_shipments_are_printed() {
    let app = TestApp::start().await;
    let client = app.client(ATLANTICO).await;
    let other = app.signed_in(ATLANTICO, "client2").await;
    let (own, others) = (created(&client).await, created(&other).await);
    assert_eq!(print(&client, json!({ "ids": [id(&others)] })).await.status, 404);
    assert_eq!(print(&app.staff(PACIFIC).await, json!({ "ids": [id(&own)] })).await.status, 404);
    let task = ask_for_labels(&client, json!({ "ids": [id(&own), id(&others)] })).await;
    let all = ask_for_labels(&client, json!({ "filter": {} })).await;
    app.run_processes().await;
    assert_eq!(show_task(&client, &task).await["result_params"]["gone"], 1);
    let answer = file(&client, &task).await;
    assert_eq!(scanned(&answer.body, 1, 1)[0][0], format!("CODE-128:{}", code(&own)));
    assert_eq!(pages(&answer.body), 1);
    assert_eq!(show_task(&client, &all).await["result_params"]["skipped_codes"], json!([]));
    let url = show_task(&client, &task).await["file"]["url"].as_str().unwrap().to_owned();
    assert_eq!(app.staff(ATLANTICO).await.get(&url).await.status, 404);
}

#[tokio::test]
async fn an_empty_double_or_large_selection_is_refused() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    many(&app, 5001).await;
    let one = Uuid::now_v7();
    for (form, field, problem) in [
        (json!({}), "ids", "required"),
        (json!({ "ids": [] }), "ids", "required"),
        (json!({ "ids": [one], "filter": {} }), "filter", "invalid"),
        (json!({ "ids": vec![one; 5001] }), "ids", "too_many"),
        (json!({ "filter": { "source": "test" } }), "filter", "too_many_selected"),
        (json!({ "filter": { "source": "nowhere" } }), "filter", "too_few"),
        (json!({ "filter": { "status": "7" } }), "status", "unknown_option"),
        (json!({ "ids": [one], "format": "odt" }), "format", "unknown_option"),
    ] {
        let answer = print(&staff, form.clone()).await;
        assert_eq!((answer.status, answer.code_at(field).as_str()), (422, problem), "{form}");
    }
}

#[tokio::test]
async fn more_labels_than_fit_one_file_are_refused_before_the_first_is_drawn() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let ids = many(&app, 51).await;
    let mut tx = app.state.tenancy.begin(&app.tenant(ATLANTICO)).await.unwrap();
    let parcels = "update shipments set parcel_count = 200 where source = 'test'";
    sqlx::query(parcels).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    let task = ask_for_labels(&staff, json!({ "ids": ids })).await;
    app.run_processes().await;
    let failed = show_task(&staff, &task).await;
    assert_eq!(failed["failure"]["code"], "too_many_labels", "{failed}");
    assert_eq!(failed["failure"]["params"]["max"], 10_000);
    assert_eq!(count_rows(&app, UNPRINTED).await, 51);
}

#[tokio::test]
async fn printing_survives_a_killed_server() {
    let app = TestApp::start().await;
    let ids = many(&app, 1000).await;
    let server = Served::start(&app).await;
    let staff = server.visitor(ATLANTICO).signed_in("staff").await;
    let task = ask_for_labels(&staff, json!({ "ids": ids })).await;
    while show_task(&staff, &task).await["progress"].as_i64().unwrap() < 10 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(show_task(&staff, &task).await["progress"].as_i64().unwrap() <= 90, "it was not killed halfway");
    server.kill();
    assert_eq!(count_rows(&app, UNPRINTED).await, 1000);

    let server = Served::start(&app).await;
    let staff = server.visitor(ATLANTICO).signed_in("staff").await;
    while show_task(&staff, &task).await["completed_at"].is_null() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let pdf = file(&staff, &task).await.body;
    server.kill();
    assert_eq!(pages(&pdf), 1000);
    let expected: Vec<String> = (1..=1000).map(|n| format!("ZZ{n:09}BR")).collect();
    assert_eq!(codes_by_page(&pdf), expected);
    assert_eq!((count_rows(&app, UNPRINTED).await, count_rows(&app, PRINTS).await), (0, 1));
    let outputs = app.files.path().join("files").join(app.tenant(ATLANTICO).id.as_ref()).join("outputs");
    assert_eq!(std::fs::read_dir(outputs).unwrap().count(), 1);
}

/// The tracking code of each page.
fn codes_by_page(pdf: &[u8]) -> Vec<String> {
    let code = regex::Regex::new(r"ZZ ?\d{3} ?\d{3} ?\d{3} ?BR").unwrap();
    let text = printed_text(pdf);
    let code_of = |page: &str| {
        let found: Vec<_> = code.find_iter(page).map(|found| found.as_str().replace(' ', "")).collect();
        found.join(",")
    };
    text.split_terminator('\x0c').map(code_of).collect()
}

#[tokio::test]
async fn labels_are_printed_once_if_the_worker_dies_at_the_end() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let ids = many(&app, 3).await;
    let task = ask_for_labels(&staff, json!({ "ids": ids })).await;
    // The state after the last transaction of the process, before the engine has stored the end.
    let tenant = app.tenant(ATLANTICO);
    let key = app.state.files.put(&tenant.id, FileKind::Output, "printed before").await.unwrap();
    let mut tx = app.state.tenancy.begin(&tenant).await.unwrap();
    sqlx::query("update background_tasks set state = $1")
        .bind(json!({ "key": key.name(), "name": "labels.pdf" }))
        .execute(&mut *tx)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    app.run_processes().await;
    assert_eq!(file(&staff, &task).await.text(), "printed before");
    assert_eq!(count_rows(&app, PRINTS).await, 0);
}

#[tokio::test]
async fn shipments_with_letters_that_cannot_be_printed_are_named_or_printed_in_latin() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let mut form = complete(&staff).await;
    form["to_name"] = json!("བཀྲ་ཤིས");
    let unreadable = staff.post("/api/shipments", form).await.data();
    let ids = json!([id(&unreadable), id(&created(&staff).await)]);
    let task = ask_for_labels(&staff, json!({ "ids": ids })).await;
    app.run_processes().await;
    let result = show_task(&staff, &task).await["result_params"].clone();
    assert_eq!(
        (&result["printed"], &result["unreadable"], &result["gone"]),
        (&json!(1), &json!(1), &json!(0))
    );
    assert_eq!(result["unreadable_codes"], json!([code(&unreadable)]));
    let task = ask_for_labels(&staff, json!({ "ids": ids, "latin": true })).await;
    app.run_processes().await;
    let result = show_task(&staff, &task).await["result_params"].clone();
    assert_eq!((&result["printed"], &result["unreadable"]), (&json!(2), &json!(0)));
}

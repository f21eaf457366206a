//! Regulatory requests: fields, checklist, documents, steps and their history.

mod document_list;
mod gateway;
mod steps;

use serde_json::{Value, json};

use crate::shipments::{complete, created};
use crate::support::{ATLANTICO, Answer, Person, TestApp};

pub const PATH: &str = "/api/backoffice/anvisa_solicita";
const PDF: &[u8] = b"%PDF-1.7 a scan";

pub fn path(request: &Value) -> String {
    format!("{PATH}/{}", request["id"].as_str().unwrap())
}

/// All fields of a cosmetic for own use.
fn fields() -> Value {
    json!({
        "category": "cosmetic", "subject_code": "90295", "patient": "Íris Prado", "cpf": "529.982.247-25",
        "product": "Creme Solar", "quantity": "2 tubes",
    })
}

async fn attach(person: &Person, request: &Value, kind: &str, content: &[u8]) -> Answer {
    let fields = [("kind", kind), ("file_name", "identidade.pdf")];
    person.upload(&format!("{}/documents", path(request)), ("file", "identidade.pdf", content), &fields).await
}

/// A request with an incomplete checklist.
pub async fn opened(person: &Person) -> Value {
    let shipment = created(person).await;
    let mut form = fields();
    form["shipment_id"] = shipment["id"].clone();
    person.post(PATH, form).await.data()
}

/// A request that can be sent.
pub async fn ready(person: &Person) -> Value {
    let request = opened(person).await;
    attach(person, &request, "identity", PDF).await.data()
}

#[tokio::test]
async fn a_request_is_shown_with_its_shipment_and_what_it_lacks() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let request = staff.post(PATH, json!({ "shipment_id": shipment["id"] })).await.data();
    assert_eq!(request["anvisa_solicita_status"], 1);
    assert_eq!(
        request["shipment"],
        json!({ "id": shipment["id"], "tracking_code": shipment["tracking_code"] })
    );
    assert_eq!(request["missing"], json!(["category"]));
    let mut form = fields();
    form["version"] = request["version"].clone();
    let changed = staff.patch(&path(&request), form.clone()).await.data();
    assert_eq!(
        (&changed["cpf"], &changed["missing"]),
        (&json!("52998224725"), &json!(["document.identity"]))
    );
    assert_eq!(changed["required_documents"], json!(["identity"]));
    assert_eq!(staff.patch(&path(&request), form).await.message_code(), "stale_version");
    let twice = staff.post(PATH, json!({ "shipment_id": shipment["id"] })).await;
    assert_eq!((twice.status, twice.code_at("shipment_id")), (422, "taken".into()));
}

#[tokio::test]
async fn wrong_fields_are_refused_together() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let shipment = created(&staff).await;
    let form =
        json!({ "shipment_id": shipment["id"], "cpf": "111", "council_state": "XX", "subject_code": "9" });
    let answer = staff.post(PATH, form).await;
    assert_eq!(answer.status, 422);
    assert_eq!(answer.code_at("cpf"), "invalid_cpf");
    assert_eq!(answer.code_at("council_state"), "unknown_state");
    assert_eq!(answer.code_at("subject_code"), "invalid");
}

#[tokio::test]
async fn documents_complete_the_checklist_and_are_downloaded() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let request = opened(&staff).await;
    assert_eq!((&request["can"]["request"], &request["can"]["attach"]), (&json!(false), &json!(true)));
    assert_eq!(request["request_refusal"], "regulatory_checklist_incomplete");
    let script = attach(&staff, &request, "identity", b"<script>").await;
    assert_eq!((script.status, script.code_at("file")), (422, "not_a_document".into()));
    let complete = attach(&staff, &request, "identity", PDF).await.data();
    assert_eq!((&complete["missing"], &complete["can"]["request"]), (&json!([]), &json!(true)));
    let document = &complete["documents"][0];
    assert_eq!(
        (&document["file_name"], &document["file_size"]),
        (&json!("identidade.pdf"), &json!(PDF.len()))
    );
    let file = format!("{}/documents/{}", path(&request), document["id"].as_str().unwrap());
    let answer = staff.get(&file).await;
    assert_eq!((answer.status, answer.body.as_slice()), (200, PDF));
    assert_eq!(answer.header("content-type"), Some("application/pdf"));
    assert!(answer.header("content-disposition").unwrap().starts_with("attachment"));
    let without = staff.delete(&file).await.data();
    assert_eq!((&without["missing"], &without["documents"]), (&json!(["document.identity"]), &json!([])));
    assert_eq!(staff.get(&file).await.status, 404);
}

#[tokio::test]
async fn only_a_request_that_was_never_sent_is_deleted() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let request = ready(&staff).await;
    assert_eq!(staff.delete(&path(&request)).await.status, 200);
    assert_eq!(staff.get(&path(&request)).await.status, 404);
    let sent = ready(&staff).await;
    let form = json!({ "id": sent["id"], "status": 10 });
    staff.post(&format!("{PATH}/change-status"), form).await.data();
    let refused = staff.delete(&path(&sent)).await;
    assert_eq!((refused.status, refused.message_code()), (409, "regulatory_request_sent".into()));
}

/// REG-2: not even one that was never sent.
#[tokio::test]
async fn a_request_that_is_done_is_never_deleted() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let request = ready(&staff).await;
    let form = json!({ "id": request["id"], "status": 99 });
    let done = staff.post(&format!("{PATH}/change-status"), form).await.data();
    assert_eq!(done["can"]["delete"], false);
    let refused = staff.delete(&path(&request)).await;
    assert_eq!((refused.status, refused.message_code()), (409, "regulatory_request_sent".into()));
    assert_eq!(staff.get(&path(&request)).await.status, 200);
}

#[tokio::test]
async fn the_list_is_searched_filtered_and_sorted() {
    let app = TestApp::start().await;
    let staff = app.staff(ATLANTICO).await;
    let (first, second) = (ready(&staff).await, opened(&staff).await);
    let form = json!({ "id": first["id"], "status": 10 });
    staff.post(&format!("{PATH}/change-status"), form).await.data();
    let ids = async |query: &str| -> Vec<Value> {
        let answer = staff.get(&format!("{PATH}?{query}")).await.data();
        answer.as_array().unwrap().iter().map(|one| one["id"].clone()).collect()
    };
    let (a, b) = (first["id"].clone(), second["id"].clone());
    assert_eq!(ids("status=ALL_STATUS&sort=created_at").await, [a.clone(), b.clone()]);
    assert_eq!(ids("status=10").await, std::slice::from_ref(&a));
    assert_eq!(ids("status=1,2").await, std::slice::from_ref(&b));
    assert_eq!(ids("category=device").await, Vec::<Value>::new());
    assert_eq!(ids("demand=true").await, Vec::<Value>::new());
    let code = first["shipment"]["tracking_code"].as_str().unwrap();
    assert_eq!(ids(&format!("search={code}")).await, std::slice::from_ref(&a));
    assert_eq!(ids("search=iris%20creme&sort=-anvisa_solicita_status").await, [a, b]);
    assert_eq!(staff.get(&format!("{PATH}?status=11")).await.code_at("status"), "unknown_option");
}

#[tokio::test]
async fn a_client_sees_its_own_requests_and_adds_documents() {
    let app = TestApp::start().await;
    let (staff, client) = (app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let stranger = app.signed_in(ATLANTICO, "client2").await;
    let shipment = client.post("/api/shipments", complete(&client).await).await.data();
    let mut form = fields();
    form["shipment_id"] = shipment["id"].clone();
    let request = staff.post(PATH, form).await.data();
    assert_eq!(client.get(PATH).await.data()[0]["id"], request["id"]);
    let seen = attach(&client, &request, "identity", PDF).await.data();
    let (yes, no) = (json!(true), json!(false));
    for (action, expected) in
        [("attach", &yes), ("update", &no), ("delete", &no), ("request", &no), ("complete", &no)]
    {
        assert_eq!(&seen["can"][action], expected, "{action}");
    }
    assert_eq!(seen["documents"][0]["uploaded_by_name"], Value::Null);
    let form = json!({ "id": request["id"], "status": 10, "note": "For the desk only" });
    assert_eq!(client.post(&format!("{PATH}/change-status"), form.clone()).await.status, 403);
    staff.post(&format!("{PATH}/change-status"), form).await.data();
    let history = format!("{}/history", path(&request));
    let told = client.get(&history).await.data();
    assert_eq!((&told[0]["note"], &told[0]["by_name"]), (&Value::Null, &Value::Null));
    assert_eq!(staff.get(&history).await.data()[0]["note"], "For the desk only");
    assert_eq!(stranger.get(PATH).await.data(), json!([]));
    assert_eq!(stranger.get(&path(&request)).await.status, 404);
    assert_eq!(attach(&stranger, &request, "identity", PDF).await.status, 404);
}

//! Requests of the demo to the health authority, one for each state that the staff see.

use anyhow::Context;
use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};

use super::demo::{Browser, File};
use server_core::state::AppState;

const PATH: &str = "/api/backoffice/anvisa_solicita";
/// One empty page.
pub(super) const SCAN: &[u8] = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

/// The state that a request has reached.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Incomplete,
    Ready,
    Requested,
    Filed,
    Demanded,
    Released,
    Refused,
}

struct DemoRequest {
    patient: &'static str,
    product: &'static str,
    quantity: &'static str,
    /// How far the request is.
    stage: Stage,
}

impl DemoRequest {
    const fn new(patient: &'static str, product: &'static str, quantity: &'static str, stage: Stage) -> Self {
        Self { patient, product, quantity, stage }
    }
}

const REQUESTS: [DemoRequest; 7] = [
    DemoRequest::new("Helena Prado", "Protetor solar FPS 60", "2 x 50 mL", Stage::Incomplete),
    DemoRequest::new("Rui Tavares", "Sérum de vitamina C", "1 x 30 mL", Stage::Ready),
    DemoRequest::new("Bruna Siqueira", "Hidratante facial", "3 x 100 g", Stage::Requested),
    DemoRequest::new("Otávio Nunes", "Creme para rosácea", "1 x 45 g", Stage::Filed),
    DemoRequest::new("Lia Moreira", "Xampu antiqueda", "2 x 200 mL", Stage::Demanded),
    DemoRequest::new("Davi Sampaio", "Água micelar", "1 x 400 mL", Stage::Released),
    DemoRequest::new("Nina Barreto", "Clareador de pele", "4 x 30 g", Stage::Refused),
];

/// Creates the requests as `staff@<slug>.test`, unless already done.
pub async fn run(state: &AppState, host: &str, slug: &str) -> anyhow::Result<()> {
    let staff = Browser::sign_in(state, host, &format!("staff@{slug}.test")).await?;
    if staff.get(PATH).await?["meta"]["total"] != 0 {
        return Ok(());
    }
    let list = staff.get("/api/shipments?sort=tracking_code&per_page=10").await?;
    let shipments: Vec<&Value> = list["data"].as_array().into_iter().flatten().collect();
    for (shipment, request) in shipments.into_iter().zip(&REQUESTS) {
        create(state, &staff, shipment, request).await?;
    }
    println!("{slug}: requests to the health authority");
    Ok(())
}

async fn create(
    state: &AppState,
    staff: &Browser,
    shipment: &Value,
    request: &DemoRequest,
) -> anyhow::Result<()> {
    let DemoRequest { patient, product, quantity, stage } = request;
    let form = json!({
        "shipment_id": shipment["id"], "category": "cosmetic", "subject_code": "90295", "patient": patient,
        "cpf": "529.982.247-25", "product": product, "quantity": quantity,
    });
    let created = staff.send(Method::POST, PATH, Some(form)).await?;
    let id = created["data"]["id"].as_str().context("no request")?;
    if *stage == Stage::Incomplete {
        return Ok(());
    }
    let scan = File { name: "identidade.pdf", content_type: "application/pdf", content: SCAN };
    staff.upload(&format!("{PATH}/{id}/documents"), &scan, &[("kind", "identity")]).await?;
    if *stage == Stage::Ready {
        return Ok(());
    }
    staff
        .send(Method::POST, &format!("{PATH}/change-status"), Some(json!({ "id": id, "status": 10 })))
        .await?;
    for record in records(*stage, state, id) {
        staff.send(Method::POST, &format!("{PATH}/{id}/record"), Some(record)).await?;
    }
    if *stage == Stage::Released {
        let done = json!({ "id": id, "status": 99, "note": "Liberado no Solicita" });
        staff.send(Method::POST, &format!("{PATH}/change-status"), Some(done)).await?;
    }
    Ok(())
}

/// The records of the staff after the request.
fn records(stage: Stage, state: &AppState, id: &str) -> Vec<Value> {
    let now = state.clock.now();
    let digits: String =
        id.chars().rev().filter(char::is_ascii_digit).chain("000000".chars()).take(6).collect();
    let file = json!({ "step": "file", "protocol_no": format!("25351.{digits}/{}-07", now.format("%Y")) });
    let due_on = (now + TimeDelta::days(12)).date_naive();
    match stage {
        Stage::Demanded => {
            let text = "Enviar laudo médico com o período do tratamento.";
            vec![file, json!({ "step": "demand", "text": text, "due_on": due_on })]
        }
        Stage::Refused => {
            vec![file, json!({ "step": "reject", "text": "Produto sem registro para uso pessoal." })]
        }
        Stage::Filed | Stage::Released => vec![file],
        Stage::Incomplete | Stage::Ready | Stage::Requested => Vec::new(),
    }
}

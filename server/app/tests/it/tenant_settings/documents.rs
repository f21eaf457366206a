//! What invoices say of the company, and their paper.

use serde_json::{Value, json};

use super::{PATH, changed};
use crate::labels::{page_size, printed_text};
use crate::money::{charged, client_of, give_credit, id};
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};

/// The PDF of a new invoice of the client.
async fn invoice(app: &TestApp, host: &str, staff: &Person, client: &str, currency: &str) -> Vec<u8> {
    let shipment = charged(app, host, client, ("90.00", "10.00")).await;
    let form = json!({ "client_id": client, "currency": currency, "shipment_ids": [shipment["id"]] });
    let draft = staff.post("/api/invoices", form).await.data();
    let path = format!("/api/invoices/{}", id(&draft));
    staff.post(&format!("{path}/issue"), json!({ "version": draft["version"] })).await.data();
    staff.get(&format!("{path}/pdf")).await.body
}

#[tokio::test]
async fn an_invoice_names_the_registered_company_its_number_address_and_footer() {
    let app = TestApp::start().await;
    let (admin, staff, user) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let client = client_of(&user).await;
    give_credit(&admin, &client, "1000").await;
    let form = json!({
        "legal_name": "Horizonte Courier Ltda.", "tax_number": "11222333000181",
        "legal_address": "Rua das Docas, 9\n\n 50030-230 Recife - PE", "document_footer": "Ouvidoria: 0800 000 0000",
    });
    assert_eq!(changed(&admin, form).await.status, 200);
    assert_eq!(admin.get(PATH).await.data()["tax_number"], "11.222.333/0001-81");
    let text = printed_text(&invoice(&app, ATLANTICO, &staff, &client, "BRL").await);
    for part in
        ["Horizonte Courier Ltda.", "11.222.333/0001-81", "Rua das Docas, 9", "Ouvidoria: 0800 000 0000"]
    {
        assert!(text.contains(part), "{part} is not on\n{text}");
    }
    let wrong = changed(&admin, json!({ "tax_number": "11.222.333/0001-80" })).await;
    assert_eq!(wrong.code_at("tax_number"), "invalid_tax_id");
}

#[tokio::test]
async fn documents_have_the_paper_of_the_country_or_the_chosen_one() {
    let app = TestApp::start().await;
    let (admin, staff, user) =
        (app.admin(PACIFIC).await, app.staff(PACIFIC).await, app.client(PACIFIC).await);
    let client = client_of(&user).await;
    let path = format!("/api/clients/{client}");
    let version = admin.get(&path).await.data()["version"].clone();
    let credit = json!({ "version": version, "credit_limit": "5000", "credit_currency": "BRL" });
    admin.post(&format!("{path}/set_credit"), credit).await.data();
    assert_eq!(admin.get(PATH).await.data()["document_paper"], Value::Null);
    let letter = page_size(&invoice(&app, PACIFIC, &staff, &client, "BRL").await);
    assert!(letter.starts_with("612 x 792"), "{letter}");
    assert_eq!(changed(&admin, json!({ "document_paper": "a4" })).await.status, 200);
    let a4 = page_size(&invoice(&app, PACIFIC, &staff, &client, "BRL").await);
    assert!(a4.starts_with("595"), "{a4}");
}

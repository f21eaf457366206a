//! The accounts to pay to, and the codes that banks read.

use serde_json::{Value, json};

use super::{announce, bank, bank_account, charged, client_of, deposit, give_credit, id};
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};

/// A bank account of a branch in a country.
async fn account(admin: &Person, fields: &Value) -> crate::support::Answer {
    let branches = admin.get("/api/subsidiaries?sort=title").await.data();
    let mut form = json!({ "owner_type": "subsidiary", "owner_id": branches[0]["id"], "holder": "Atl\u{e2}ntico Cargas" });
    form.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    admin.post("/api/bank_accounts", form).await
}

async fn accounts(person: &Person, client: &str, query: &str) -> Vec<Value> {
    let path = format!("/api/clients/{client}/deposit_accounts{query}");
    person.get(&path).await.data().as_array().unwrap().clone()
}

#[tokio::test]
async fn an_account_has_the_numbers_of_its_country() {
    let app = TestApp::start().await;
    let admin = app.admin(PACIFIC).await;
    let plain = json!({ "account": "000123456", "currency": "USD" });
    let refused = account(&admin, &plain).await;
    assert_eq!(
        ["routing_number", "account_type"].map(|field| refused.code_at(field)),
        ["required", "required"]
    );
    let whole = json!({
        "account": "000123456", "account_type": "checking", "routing_number": "021000022", "swift": "CHASUS33",
        "agency": "0001", "currency": "USD",
    });
    assert_eq!(account(&admin, &whole).await.code_at("routing_number"), "invalid_routing_number");
    let mut whole = whole;
    whole["routing_number"] = json!("0210 0002 1");
    let made = account(&admin, &whole).await.data();
    assert_eq!((&made["routing_number"], &made["agency"]), (&json!("021000021"), &Value::Null));
    let german = json!({ "country_id": trade::countries::by_alpha2("DE"), "iban": "PT50 0002 0123 1234 5678 9015 4", "currency": "EUR" });
    let refused = account(&admin, &german).await;
    assert_eq!(refused.code_at("iban"), "iban_of_other_country", "{}", refused.text());
}

#[tokio::test]
async fn a_payer_gets_a_pix_code_and_an_epc_code_with_amount_and_reference() {
    let app = TestApp::start().await;
    let (admin, user) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let client = client_of(&user).await;
    let pix = json!({ "pix_key_type": "email", "pix_key": "financeiro@atlantico.test", "currency": "BRL" });
    account(&admin, &pix).await.data();
    let portugal = trade::countries::by_alpha2("PT");
    let euros =
        json!({ "country_id": portugal, "iban": "PT50 0002 0123 1234 5678 9015 4", "currency": "EUR" });
    account(&admin, &euros).await.data();
    let shown = accounts(&user, &client, "?amount=988.01").await;
    let reference = shown[0]["reference"].as_str().unwrap();
    let of = |kind: &str| {
        let found = shown.iter().find(|one| one["code"]["kind"] == kind);
        found.unwrap_or_else(|| panic!("no {kind} in {shown:?}"))["code"]["text"].as_str().unwrap()
    };
    assert!(of("pix").contains("0125financeiro@atlantico.test") && of("pix").contains("5406988.01"));
    assert!(of("pix").contains(&format!("0512{reference}")));
    assert!(of("epc").ends_with(&format!("PT50000201231234567890154\nEUR988.01\n\n\n{reference}")));
    // Without an amount the payer types it.
    let open = accounts(&user, &client, "").await;
    assert_eq!(open[0]["reference"], json!(reference));
    assert!(!open[0]["code"]["text"].as_str().unwrap().contains("988.01"));
}

#[tokio::test]
async fn a_deposit_says_whether_its_reference_was_given_to_the_client() {
    let app = TestApp::start().await;
    let (admin, user, other) =
        (app.admin(ATLANTICO).await, app.client(ATLANTICO).await, app.signed_in(ATLANTICO, "client2").await);
    let (client, bank) = (client_of(&user).await, bank_account(&admin, "Atl\u{e2}ntico", "BRL").await);
    let given = accounts(&user, &client, "").await[0]["reference"].as_str().unwrap().to_owned();
    let made = announce(&user, &deposit(&bank, &given, "10.00")).await.data();
    assert_eq!(made["reference_given"], json!(true));
    let next = accounts(&user, &client, "").await[0]["reference"].clone();
    assert_ne!(next, json!(given), "each payment has its own");
    let own = announce(&user, &deposit(&bank, "E18120", "10.00")).await.data();
    assert_eq!(own["reference_given"], json!(false));
    let foreign = announce(&other, &deposit(&bank, next.as_str().unwrap(), "10.00")).await.data();
    assert_eq!(foreign["reference_given"], json!(false), "it was given to another client");
}

#[tokio::test]
async fn an_open_invoice_has_the_code_of_its_amount() {
    let app = TestApp::start().await;
    let (admin, staff, user) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let client = client_of(&user).await;
    let pix = json!({
        "pix_key_type": "email", "pix_key": "financeiro@atlantico.test", "currency": "BRL", "bank_id": bank(&admin).await,
        "agency": "0001", "account": "48213-7",
    });
    account(&admin, &pix).await.data();
    give_credit(&admin, &client, "1000").await;
    let shipment = charged(&app, ATLANTICO, &client, ("90.00", "10.00")).await;
    let form = json!({ "client_id": client, "currency": "BRL", "shipment_ids": [shipment["id"]] });
    let draft = staff.post("/api/invoices", form).await.data();
    assert_eq!(draft["accounts"][0]["code"], Value::Null, "a draft is not paid");
    let path = format!("/api/invoices/{}", id(&draft));
    let issue = json!({ "version": draft["version"] });
    let issued = staff.post(&format!("{path}/issue"), issue).await.data();
    let number = issued["number"].as_str().unwrap();
    let account = &user.get(&path).await.data()["accounts"][0];
    assert_eq!(account["reference"], json!(number));
    let text = account["code"]["text"].as_str().unwrap();
    let plain: String = number.chars().filter(char::is_ascii_alphanumeric).collect();
    assert!(text.contains("5406100.00") && text.contains(&plain), "{text}");
}

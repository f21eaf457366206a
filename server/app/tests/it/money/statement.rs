//! The statement of a wallet's month as a PDF.

use chrono::{Datelike, Months};
use serde_json::json;
use uuid::Uuid;

use super::client_of;
use crate::labels::printed_text;
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};

async fn adjust(admin: &Person, client: &str, amount: &str, reason: &str) {
    let form = json!({ "key": Uuid::now_v7(), "amount": amount, "currency": "BRL", "reason": reason });
    let answer = admin.post(&format!("/api/clients/{client}/wallet/adjust"), form).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
}

#[tokio::test]
async fn a_statement_leads_from_the_balance_before_the_month_to_the_balance_after_it() {
    let app = TestApp::start().await;
    let (admin, user) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let client = client_of(&user).await;
    let path = format!("/api/clients/{client}/wallet/statement");
    let today = app.today();
    let month = |months: u32| {
        let day = today.with_day(1).unwrap().checked_add_months(Months::new(months)).unwrap();
        day.format("%Y-%m").to_string()
    };
    let empty = printed_text(&user.get(&path).await.body);
    assert!(empty.contains("Nenhum lançamento neste mês."), "{empty}");
    adjust(&admin, &client, "1100.00", "Caução devolvida").await;
    adjust(&admin, &client, "-30.50", "Caixa extra").await;

    let answer = user.get(&format!("{path}?month={}", month(0))).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/pdf")));
    assert!(answer.header("content-disposition").unwrap().contains(&format!("-BRL-{}.pdf", month(0))));
    let text = printed_text(&answer.body);
    for part in
        ["Extrato da carteira", "Saldo inicial", "Saldo final", "Caução devolvida", "1.100,00", "1.069,50"]
    {
        assert!(text.contains(part), "{part} is not on\n{text}");
    }
    assert!(text.contains("-30,50") && text.contains("Caixa extra"), "{text}");

    let next = printed_text(&user.get(&format!("{path}?month={}", month(1))).await.body);
    assert_eq!(next.matches("1.069,50").count(), 4, "opening and closing, each above and below:\n{next}");
    let dollars = printed_text(&admin.get(&format!("{path}?currency=usd")).await.body);
    assert!(dollars.contains("USD 0,00") && !dollars.contains("1.069,50"), "{dollars}");
}

#[tokio::test]
async fn a_statement_belongs_to_its_client_and_names_what_is_wrong() {
    let app = TestApp::start().await;
    let user = app.client(ATLANTICO).await;
    let client = client_of(&user).await;
    let path = format!("/api/clients/{client}/wallet/statement");
    assert_eq!(user.get(&format!("{path}?month=2026-13")).await.code_at("month"), "not_a_date");
    assert_eq!(user.get(&format!("{path}?currency=QQQ")).await.code_at("currency"), "unknown_option");
    assert_eq!(app.signed_in(ATLANTICO, "client2").await.get(&path).await.status, 404);
    assert_eq!(app.client(PACIFIC).await.get(&path).await.status, 404);
}

//! Invoices as PDF and by e-mail.

use chrono::{NaiveDate, Timelike};
use chrono_tz::Tz;
use serde_json::{Value, json};

use super::{bank_account, charged, client_of, give_credit, id};
use crate::client_merge::{clients, merge};
use crate::labels::{pages, printed_text};
use crate::support::{ATLANTICO, PACIFIC, Person, TestApp};
use crate::tenant_settings::changed;

const MANY: usize = 40;

async fn issued(staff: &Person, client: &str) -> Value {
    let form = json!({
        "client_id": client, "currency": "BRL", "period_from": "2026-01-01", "period_to": "2099-12-31", "note": "PO 7",
    });
    let draft = staff.post("/api/invoices", form).await.data();
    let path = format!("/api/invoices/{}", id(&draft));
    assert_eq!(staff.get(&format!("{path}/pdf")).await.message_code(), "invoice_not_issued");
    staff.post(&format!("{path}/issue"), json!({ "version": draft["version"] })).await.data()
}

/// The e-mails to this address.
fn sent_to(app: &TestApp, address: &str) -> Vec<String> {
    let Ok(folder) = std::fs::read_dir(app.files.path().join("mail")) else { return Vec::new() };
    let mails = folder.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    mails.filter(|mail| mail.contains(&format!("<{address}>"))).collect()
}

#[tokio::test]
async fn an_invoice_of_many_pages_has_all_of_its_items() {
    let app = TestApp::start().await;
    let (admin, staff, user) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let client = client_of(&user).await;
    bank_account(&admin, "Atlântico Cargas", "BRL").await;
    give_credit(&admin, &client, "100000").await;
    let mut codes = Vec::new();
    for _ in 0..MANY {
        let shipment = charged(&app, ATLANTICO, &client, ("1020.00", "0.55")).await;
        codes.push(shipment["tracking_code"].as_str().unwrap().to_owned());
    }
    let invoice = issued(&staff, &client).await;
    let number = invoice["number"].as_str().unwrap();
    let path = format!("/api/invoices/{}/pdf", id(&invoice));
    let answer = user.get(&path).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/pdf")));
    assert!(answer.header("content-disposition").unwrap().contains(&format!("{number}.pdf")));
    assert!(pages(&answer.body) > 1);
    let text = printed_text(&answer.body);
    for code in &codes {
        assert_eq!(text.matches(code.as_str()).count(), 1, "{code}");
    }
    for part in [number, "40.822,00", "40.800,00", "22,00", "PO 7", "Atlântico Cargas", "12345-6", "Fatura"]
    {
        assert!(text.contains(part), "{part} is not on\n{text}");
    }
    assert!(text.contains("São Paulo - SP"), "a separator between city and state: {text}");
    assert!(text.find("Atlântico Cargas") < text.find("12345-6"), "the holder first: {text}");
    assert_eq!(app.client(PACIFIC).await.get(&path).await.status, 404);
}

/// In the middle of the day of UTC it is the day before in Hawaii, or the day after in Kiribati.
#[tokio::test]
async fn an_item_has_the_day_of_the_company() {
    let app = TestApp::start().await;
    let (admin, user) = (app.admin(ATLANTICO).await, app.client(ATLANTICO).await);
    let client = client_of(&user).await;
    let now = app.state.clock.now();
    let zone = if now.hour() < 10 { Tz::Pacific__Honolulu } else { Tz::Pacific__Kiritimati };
    let day = now.with_timezone(&zone).date_naive();
    assert_ne!(day, now.date_naive());
    assert_eq!(changed(&admin, json!({ "time_zone": zone.name() })).await.status, 200);
    give_credit(&admin, &client, "1000").await;
    charged(&app, ATLANTICO, &client, ("80.00", "0.55")).await;
    let form = json!({ "client_id": client, "currency": "BRL", "period_from": day, "period_to": day, "terms_days": 30 });
    let draft = admin.post("/api/invoices", form).await.data();
    let path = format!("/api/invoices/{}", id(&draft));
    admin.post(&format!("{path}/issue"), json!({ "version": draft["version"] })).await.data();
    let text = printed_text(&admin.get(&format!("{path}/pdf")).await.body);
    let written = |day: NaiveDate| day.format("%d/%m/%Y").to_string();
    // Issued, twice in the period, and at the item.
    assert!(text.matches(&written(day)).count() >= 4, "{text}");
    assert!(!text.contains(&written(now.date_naive())), "{text}");
}

#[tokio::test]
async fn an_invoice_goes_to_who_receives_billing() {
    let app = TestApp::start().await;
    let (admin, staff, user) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let client = client_of(&user).await;
    let contact = |name: &str, email: &str, billing: bool| {
        json!({
            "owner_type": "client", "owner_id": client, "name": name, "email": email, "receives_billing": billing,
            "receives_tracking": false, "receives_customs": false,
        })
    };
    // Two departments share an address, which gets one e-mail.
    let of_both = [("Bia", "bia@example.com", true), ("Billing", "bia@example.com", true)];
    for (name, email, billing) in of_both.into_iter().chain([("Rui", "rui@example.com", false)]) {
        admin.post("/api/contacts", contact(name, email, billing)).await.data();
    }
    give_credit(&admin, &client, "1000").await;
    charged(&app, ATLANTICO, &client, ("80.00", "0.55")).await;
    let invoice = issued(&staff, &client).await;
    app.run_processes().await;
    let mails = sent_to(&app, "bia@example.com");
    assert_eq!((mails.len(), sent_to(&app, "rui@example.com").len()), (1, 0));
    let file = format!("{}.pdf", invoice["number"].as_str().unwrap());
    for part in [file.as_str(), "application/pdf", "JVBERi0", "80,55"] {
        assert!(mails[0].contains(part), "{part} is not in\n{:.3000}", mails[0]);
    }
    let path = format!("/api/invoices/{}", id(&invoice));
    let shown = staff.get(&path).await.data();
    assert!(shown["emailed_at"].is_string(), "{shown}");
    // Again when somebody asks, and the client is told in the app.
    assert_eq!(user.post(&format!("{path}/send"), json!({})).await.status, 403);
    staff.post(&format!("{path}/send"), json!({})).await.data();
    app.run_processes().await;
    assert_eq!(sent_to(&app, "bia@example.com").len(), 2);
    let told = user.get("/api/notifications").await.data();
    assert!(told.to_string().contains("invoice_issued"), "{told}");
}

#[tokio::test]
async fn a_contact_of_two_merged_clients_gets_an_invoice_once() {
    let app = TestApp::start().await;
    let (admin, staff) = (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await);
    let [stays, duplicate] = clients(&admin).await;
    for client in [&stays, &duplicate] {
        let contact = json!({
            "owner_type": "client", "owner_id": client["id"], "name": "Billing Desk", "email": "billing@bugr.test",
            "receives_billing": true, "receives_tracking": false, "receives_customs": false,
        });
        admin.post("/api/contacts", contact).await.data();
    }
    merge(&admin, &stays, &duplicate).await;
    give_credit(&admin, id(&stays), "1000").await;
    charged(&app, ATLANTICO, id(&stays), ("80.00", "0.55")).await;
    issued(&staff, id(&stays)).await;
    app.run_processes().await;
    assert_eq!(sent_to(&app, "billing@bugr.test").len(), 1);
}

#[tokio::test]
async fn an_invoice_has_the_main_billing_address_of_the_client() {
    let app = TestApp::start().await;
    let (admin, staff, user) =
        (app.admin(ATLANTICO).await, app.staff(ATLANTICO).await, app.client(ATLANTICO).await);
    let client = client_of(&user).await;
    let address = |kind: &str, street: &str, main: bool| {
        json!({
            "owner_type": "client", "owner_id": client, "kind": kind, "main": main, "country_id": 32,
            "postcode": "53020-140", "address_1": street, "address_number": "7", "city": "Olinda",
        })
    };
    for (kind, street, main) in [
        ("billing", "Rua do Sol", false),
        ("billing", "Rua da Cobrança", true),
        ("pickup", "Rua da Coleta", false),
    ] {
        admin.post("/api/party_addresses", address(kind, street, main)).await.data();
    }
    give_credit(&admin, &client, "1000").await;
    charged(&app, ATLANTICO, &client, ("80.00", "0.55")).await;
    let invoice = issued(&staff, &client).await;
    let path = format!("/api/invoices/{}", id(&invoice));
    let shown = staff.get(&path).await.data()["bill_to"].clone();
    assert_eq!(shown["address"][0], "Rua da Cobrança, 7", "{shown}");
    let text = printed_text(&staff.get(&format!("{path}/pdf")).await.body);
    assert!(text.contains("Rua da Cobrança, 7") && text.contains("Olinda"), "{text}");
    for street in ["Rua do Sol", "Rua da Coleta"] {
        assert!(!text.contains(street), "{text}");
    }
}

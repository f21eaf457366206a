//! Money: deposits with their receipts, adjustments of a wallet, and invoices.

use std::sync::Arc;

use chrono::TimeDelta;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::sleep;
use uuid::Uuid;

use super::{ConfirmedShipment, PAUSE};
use crate::soak::caller::{Call, Content, Reply};
use crate::soak::ground::{Ground, now, text};
use crate::soak::journal::ClaimKind;

const DEPOSITS: &str = "deposits";
const WALLET: &str = "wallet";
const INVOICES: &str = "invoices";
/// Shipments of one invoice.
const BILLED_TOGETHER: usize = 6;
/// One empty page.
const RECEIPT: &[u8] = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n\
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";

/// A client reports a deposit with its receipt, and staff confirm it.
pub async fn deposit(ground: Arc<Ground>) -> anyhow::Result<()> {
    while !ground.is_over() {
        let mark = ground.mark("deposit");
        if let Some(deposit) = report(&ground, &mark).await? {
            let path = format!("/api/deposits/{}/confirm", text(&deposit["id"])?);
            let form = json!({ "version": deposit["version"] });
            match ground.staff.insist(Call::post(DEPOSITS, &path, &form)).await? {
                Ok(_) => ground.journal.claim(ClaimKind::DepositPosted, mark),
                Err(refusal) if refusal.shows_done("deposit_decided") => {
                    ground.journal.claim(ClaimKind::DepositPosted, mark);
                }
                Err(_) => {}
            }
        }
        sleep(PAUSE * 3).await;
    }
    Ok(())
}

async fn report(ground: &Ground, mark: &str) -> anyhow::Result<Option<Value>> {
    let paid_on = (now() - TimeDelta::days(1)).date_naive().to_string();
    let fields = [
        ("bank_account_id", ground.account_id.as_str()),
        ("method", "transfer"),
        ("reference", mark),
        ("amount", "10.00"),
        ("paid_on", paid_on.as_str()),
        ("file_name", "receipt.pdf"),
    ];
    let content = Content::File { fields: &fields, file: RECEIPT };
    let call = Call { area: DEPOSITS, method: "POST", path: "/api/deposits", content };
    Ok(match ground.client.send(call).await? {
        Reply::Done(mut answer) => {
            ground.journal.claim(ClaimKind::Deposit, mark);
            Some(answer["data"].take())
        }
        Reply::Unknown => {
            ground.journal.doubt(ClaimKind::Deposit, mark);
            None
        }
        Reply::Refused(_) => None,
    })
}

pub async fn adjust(ground: Arc<Ground>) -> anyhow::Result<()> {
    let path = format!("/api/clients/{}/wallet/adjust", ground.client_id);
    while !ground.is_over() {
        let mark = ground.mark("adjustment");
        let form =
            json!({ "key": Uuid::now_v7(), "amount": "0.01", "currency": ground.currency, "reason": mark });
        if ground.admin.insist(Call::post(WALLET, &path, &form)).await?.is_ok() {
            ground.journal.claim(ClaimKind::Adjustment, mark);
        }
        sleep(PAUSE).await;
    }
    Ok(())
}

/// Ends when nobody confirms shipments any more.
pub async fn bill(
    ground: Arc<Ground>,
    mut confirmed: UnboundedReceiver<ConfirmedShipment>,
) -> anyhow::Result<()> {
    let mut shipments = Vec::new();
    while let Some(shipment) = confirmed.recv().await {
        shipments.push(shipment.id);
        if shipments.len() == BILLED_TOGETHER {
            invoice(&ground, &std::mem::take(&mut shipments)).await?;
        }
    }
    Ok(())
}

/// Drafts an invoice, which has no key, and issues it.
async fn invoice(ground: &Ground, shipments: &[String]) -> anyhow::Result<()> {
    let form =
        json!({ "client_id": ground.client_id, "currency": ground.currency, "shipment_ids": shipments });
    let Reply::Done(draft) = ground.staff.send(Call::post(INVOICES, "/api/invoices", &form)).await? else {
        return Ok(());
    };
    let path = format!("/api/invoices/{}", text(&draft["data"]["id"])?);
    let (issue, form) = (format!("{path}/issue"), json!({ "version": draft["data"]["version"] }));
    if let Err(refusal) = ground.staff.insist(Call::post(INVOICES, &issue, &form)).await?
        && !refusal.shows_done("invoice_issued")
    {
        return Ok(());
    }
    for shipment in shipments {
        ground.journal.claim(ClaimKind::Billed, shipment.as_str());
    }
    let issued = ground.staff.get(INVOICES, &path).await?;
    ground.journal.add_invoice(&text(&issued["data"]["number"])?);
    Ok(())
}

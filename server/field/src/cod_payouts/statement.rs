//! The statement of a payout as CSV: one row for each delivery.

use std::io::Read;

use chrono_tz::Tz;
use tokio::task::spawn_blocking;

use super::model::{CodDelivery, CodPayoutDetails, PayoutMethod};
use crate::steps::cod_payout::CodPayoutStatus;
use paper::captions::cod_payout as captions;
use server_core::http::error::{ApiError, ApiResult};
use sheets::export::{Cell, ExportFormat, Table};
use trade::language::Language;

/// The file in a language, with days of a time zone.
pub async fn write(details: CodPayoutDetails, language: Language, zone: Tz) -> ApiResult<Vec<u8>> {
    let written = spawn_blocking(move || write_rows(&details, language, zone)).await;
    written.map_err(ApiError::internal)?.map_err(ApiError::internal)
}

fn write_rows(details: &CodPayoutDetails, language: Language, zone: Tz) -> anyhow::Result<Vec<u8>> {
    let headings = [
        captions::PAYOUT,
        captions::STATUS,
        captions::PAID_ON,
        captions::METHOD,
        captions::REFERENCE,
        captions::DELIVERY,
        captions::SHIPMENTS,
        captions::RECIPIENT,
        captions::COLLECTED_ON,
        captions::AMOUNT,
        captions::CURRENCY,
    ]
    .map(|words| words.in_language(language).to_owned());
    let mut table = Table::begin(ExportFormat::Csv, &headings)?;
    for delivery in &details.deliveries {
        table.write(&to_cells(details, delivery, language, zone))?;
    }
    let mut content = Vec::new();
    table.finish()?.read_to_end(&mut content)?;
    Ok(content)
}

fn to_cells(details: &CodPayoutDetails, delivery: &CodDelivery, language: Language, zone: Tz) -> [Cell; 11] {
    let payout = &details.payout;
    let status = match payout.status {
        CodPayoutStatus::PaidOut => captions::PAID_OUT,
        CodPayoutStatus::Reversed => captions::REVERSED,
    };
    let method = match payout.method {
        PayoutMethod::Wallet => captions::WALLET,
        PayoutMethod::Bank => captions::BANK,
    };
    let codes: Vec<&str> = delivery.shipments.iter().map(|one| one.tracking_code.as_str()).collect();
    [
        Cell::Text(payout.number.clone()),
        Cell::Text(status.in_language(language).to_owned()),
        Cell::Day(payout.paid_on),
        Cell::Text(method.in_language(language).to_owned()),
        payout.reference.clone().into(),
        Cell::Text(delivery.number.clone()),
        Cell::Text(codes.join(" ")),
        Cell::Text(delivery.recipient_name.clone()),
        Cell::Day(delivery.taken_at.with_timezone(&zone).date_naive()),
        Cell::Number(delivery.amount),
        Cell::Text(payout.currency.clone()),
    ]
}

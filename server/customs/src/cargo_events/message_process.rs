//! Reads a message in the background: it was kept first; then it is parsed; then its reports are applied, waybill by waybill. Each
//! step can be repeated and changes nothing the second time.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::apply;
use super::event_store::ReportSource;
use super::fetch_stage::FetchStage;
use super::message_store::{self, StoredMessage, WaitingMessage};
use super::model::UnreadMessageLine;
use super::reader::read_message;
use super::report::{CargoReport, ReadMessage};
use crate::waybills::store;
use policy::Resource;
use server_core::http::error::ApiResult;
use server_core::http::messages::Params;
use server_core::live::{self, Audience};
use server_core::process::{self, Outcome, Owner, Process, ProcessCx, ProcessError, Stage, TaskFailed};
use tenancy::TenantTx;

/// Reads a kept message.
#[derive(Serialize, Deserialize)]
pub struct ReadCargoMessage {
    pub message_id: Uuid,
    pub file_name: String,
}

impl Process for ReadCargoMessage {
    const KIND: &'static str = "mawbs.read_events";

    fn title(&self) -> Params {
        Params::from([("file_name", self.file_name.clone().into())])
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let id = self.message_id;
        let now = || cx.app().clock.now();
        let mut tx = cx.begin().await?;
        let stored = message_store::load_content(&mut tx, id).await?;
        message_store::set_stage(&mut tx, id, FetchStage::Started, now()).await?;
        announce(&mut tx, id);
        tx.commit().await?;
        let message = read_message(stored.content.as_deref().unwrap_or_default(), stored.received_at);
        let mut tx = cx.begin().await?;
        write_read(&mut tx, id, &message, now()).await?;
        announce(&mut tx, id);
        tx.commit().await?;
        apply_all(&cx, id, &stored, message.reports).await?;
        let mut tx = cx.begin().await?;
        message_store::end(&mut tx, id, now()).await?;
        announce(&mut tx, id);
        tx.commit().await?;
        Ok(Outcome::Done)
    }
}

/// Messages that came before their waybill are read again, now that it is written.
pub async fn read_waiting(tx: &mut TenantTx, number: &str, at: DateTime<Utc>) -> ApiResult<()> {
    let waiting = message_store::wait_again(tx, number, at).await?;
    start_readings(tx, waiting).await
}

/// Reads messages in the background without a user who waits for it.
pub async fn start_readings(tx: &mut TenantTx, waiting: Vec<WaitingMessage>) -> ApiResult<()> {
    let ids: Vec<Uuid> = waiting.iter().map(|message| message.id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let to_process =
        |message: WaitingMessage| ReadCargoMessage { message_id: message.id, file_name: message.file_name };
    process::enqueue_all(tx, Owner::NOBODY, waiting.into_iter().map(to_process).collect()).await?;
    live::records_changed(tx, &Audience::Staff, Resource::CargoMessage.name(), &ids);
    Ok(())
}

/// The task that reads a message has failed for good, or was cancelled: the message says so.
pub async fn end_failed_reading(tx: &mut TenantTx, failed: TaskFailed) -> ApiResult<()> {
    if failed.kind != ReadCargoMessage::KIND {
        return Ok(());
    }
    // Arguments that nobody can read name no message.
    let Ok(reading) = ReadCargoMessage::deserialize(&failed.args) else { return Ok(()) };
    if message_store::fail(tx, reading.message_id, &failed).await? {
        announce(tx, reading.message_id);
    }
    Ok(())
}

/// Open pages show the message anew.
pub fn announce(tx: &mut TenantTx, id: Uuid) {
    live::records_changed(tx, &Audience::Staff, Resource::CargoMessage.name(), &[id]);
}

async fn write_read(
    tx: &mut TenantTx,
    id: Uuid,
    message: &ReadMessage,
    at: DateTime<Utc>,
) -> Result<(), ProcessError> {
    let lines: Vec<UnreadMessageLine> = message.unread.iter().map(UnreadMessageLine::from).collect();
    let unread = serde_json::to_value(lines).unwrap_or_default();
    message_store::set_read(tx, id, message, &unread, at).await?;
    Ok(())
}

/// Applies the reports, each waybill in a transaction of its own.
async fn apply_all(
    cx: &ProcessCx,
    id: Uuid,
    stored: &StoredMessage,
    reports: Vec<CargoReport>,
) -> Result<(), ProcessError> {
    let mut waybills: BTreeMap<String, Vec<CargoReport>> = BTreeMap::new();
    for report in reports {
        waybills.entry(report.awb.as_str().to_owned()).or_default().push(report);
    }
    let total = u64::try_from(waybills.len()).unwrap_or(u64::MAX);
    let applied: u64 = cx.saved_state()?.unwrap_or_default();
    for (index, (_, reports)) in (1_u64..).zip(waybills) {
        if index <= applied {
            continue;
        }
        let mut tx = cx.begin().await?;
        apply_waybill(&mut tx, id, stored, &reports, cx.app().clock.now()).await?;
        cx.save_state(&mut tx, &index).await?;
        tx.commit().await?;
        cx.progress(Stage::Processing, index, total);
    }
    Ok(())
}

async fn apply_waybill(
    tx: &mut TenantTx,
    id: Uuid,
    stored: &StoredMessage,
    reports: &[CargoReport],
    at: DateTime<Utc>,
) -> Result<(), ProcessError> {
    let Some(awb) = reports.first().map(|report| &report.awb) else { return Ok(()) };
    let Some(mawb_id) = store::find_by_number(tx, &awb.to_formatted(), stored.branches.as_deref()).await?
    else {
        message_store::add_result(tx, id, 0, &[awb.to_formatted()], at).await?;
        return Ok(());
    };
    let (by, by_name) = (stored.received_by, stored.received_by_name.as_str());
    let source = ReportSource { note: None, message_id: Some(id), by, by_name, at };
    let locked = apply::lock(tx, mawb_id).await?;
    let dated = apply::date_reports(tx, &locked.waybill, reports, stored.received_at).await?;
    let new_count = apply::add_reports(tx, &locked, &dated, source).await?;
    message_store::add_result(tx, id, new_count, &[], at).await?;
    Ok(())
}

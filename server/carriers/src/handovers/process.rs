//! Asks a carrier for a pickup or a manifest in the background, and writes its answer.

use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::asking::look_up;
use super::model::CarrierHandoverStatus;
use super::store::{self, HandoverRow};
use crate::attempt::{self, delete_file, end, retry, store_file};
use crate::karrio::Karrio;
use crate::labels::store::StoredLabel;
use crate::links::link::host_of;
use crate::links::{CarrierLink, note_health};
use crate::server::{CarrierError, CarrierServer, MadeHandover};
use access::scope::RowScope;
use parties::carrier_links;
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::http::messages::MessageCode;
use server_core::live::{self, Audience};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError, Retry};

/// Orders a pickup or a manifest, or takes a pickup back.
#[derive(Serialize, Deserialize)]
pub struct AskHandover {
    pub handover_id: Uuid,
    /// Rows that the user who started it can see.
    pub scope: RowScope,
}

impl Process for AskHandover {
    const KIND: &'static str = "carriers.hand_over";
    /// About a quarter of an hour.
    const RETRIES: i16 = 10;

    fn retry(&self) -> Option<Retry> {
        Retry::with(Resource::CarrierHandover, Action::Create, &self.scope)
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let mut tx = cx.begin().await?;
        let row = store::find(&mut tx, self.handover_id).await?.filter(HandoverRow::is_asked);
        let link: Option<CarrierLink> = match &row {
            Some(row) => carrier_links::find(&mut tx, row.provider_id).await?,
            None => None,
        };
        tx.commit().await?;
        let Some(row) = row else { return Ok(Outcome::Done) };
        let Some(link) = link else { return Err(ProcessError::fail(MessageCode::CarrierMissing)) };
        if row.server != host_of(&link.url) {
            return leave(&cx, &row, &link).await;
        }
        if let Some(seconds) = link.health.find_rest(cx.app().clock.now()) {
            return Err(ProcessError::later(std::time::Duration::from_secs(seconds)));
        }
        let server = link.open(cx.app(), cx.tenant(), row.provider_id);
        match row.status {
            CarrierHandoverStatus::Cancelling => cancel(&cx, &server, &row).await,
            _ => hand_over(&cx, &server, &row).await,
        }
    }
}

/// Ends what was asked of another server than the provider is connected to now, as with labels.
async fn leave(cx: &ProcessCx, row: &HandoverRow, link: &CarrierLink) -> Result<Outcome, ProcessError> {
    let reason = attempt::name_servers(&row.server, link);
    match row.status {
        CarrierHandoverStatus::Cancelling => keep_cancelled(cx, row, Some(&reason)).await?,
        _ => keep_refused(cx, row, &reason).await?,
    }
    Err(attempt::fail_elsewhere(&row.server))
}

async fn hand_over(cx: &ProcessCx, server: &Karrio<'_>, row: &HandoverRow) -> Result<Outcome, ProcessError> {
    let answered = match look_up(server, &row.form, row.asked_at.is_some()).await {
        Ok(None) => {
            claim(cx, row).await?;
            server.hand_over(&row.form).await
        }
        Ok(Some(made)) => Ok(made),
        // A refused look-up says nothing of the order.
        Err(error) => return Err(retry(cx, row.provider_id, &error).await),
    };
    match answered {
        Ok(made) => keep_made(cx, row, made).await,
        Err(CarrierError::Refused(reason)) => {
            keep_refused(cx, row, &reason).await?;
            end(Some(reason))
        }
        Err(error @ CarrierError::Failed(_)) => Err(retry(cx, row.provider_id, &error).await),
    }
}

/// Taking a pickup back twice is the same as once, so that nothing is looked for.
async fn cancel(cx: &ProcessCx, server: &Karrio<'_>, row: &HandoverRow) -> Result<Outcome, ProcessError> {
    claim(cx, row).await?;
    let answered = server.cancel_pickup(row.remote_id.as_deref().unwrap_or_default()).await;
    let refusal = match answered {
        Ok(()) => None,
        Err(CarrierError::Refused(reason)) => Some(reason),
        Err(error @ CarrierError::Failed(_)) => return Err(retry(cx, row.provider_id, &error).await),
    };
    keep_cancelled(cx, row, refusal.as_deref()).await?;
    end(refusal)
}

/// Writes that the carrier is asked now, before it is. Waits while an earlier attempt may still be under way there.
async fn claim(cx: &ProcessCx, row: &HandoverRow) -> Result<(), ProcessError> {
    let now = cx.app().clock.now();
    let mut tx = cx.begin().await?;
    let is_ours = store::claim(&mut tx, row.id, now).await?;
    tx.commit().await?;
    if is_ours { Ok(()) } else { Err(attempt::wait(row.asked_at, now)) }
}

async fn keep_made(
    cx: &ProcessCx,
    row: &HandoverRow,
    mut made: MadeHandover,
) -> Result<Outcome, ProcessError> {
    let file = store_file(cx, made.file.take()).await;
    let tx = match cx.begin().await {
        Ok(tx) => tx,
        Err(error) => {
            delete_file(cx, file.as_ref()).await;
            return Err(error);
        }
    };
    let kept = write_made(tx, cx, row, &made, file.as_ref()).await;
    // The file stays while nobody knows whether its row stands.
    let is_unneeded = kept.as_ref().map_or_else(|error| !error.is_outcome_unknown(), |is_kept| !is_kept);
    if is_unneeded {
        delete_file(cx, file.as_ref()).await;
    }
    kept?;
    Ok(Outcome::Done)
}

/// False when another attempt has written it.
async fn write_made(
    mut tx: TenantTx,
    cx: &ProcessCx,
    row: &HandoverRow,
    made: &MadeHandover,
    file: Option<&StoredLabel>,
) -> ApiResult<bool> {
    let now = cx.app().clock.now();
    note_health(&mut tx, row.provider_id, None, now).await?;
    let is_kept = store::keep_made(&mut tx, row.id, made, file, now).await?;
    if is_kept {
        let charged = made.charged.as_ref().map(|cost| format!("{} {}", cost.amount, cost.currency));
        let facts = json!({ "carrier_handover": row.kind, "number": made.number, "carrier_cost": charged });
        tell(&mut tx, cx, row, Action::Create, facts).await?;
    }
    tx.commit().await?;
    Ok(is_kept)
}

async fn keep_refused(cx: &ProcessCx, row: &HandoverRow, reason: &str) -> Result<(), ProcessError> {
    let now = cx.app().clock.now();
    let mut tx = cx.begin().await?;
    note_health(&mut tx, row.provider_id, None, now).await?;
    if store::keep_refused(&mut tx, row, reason, now).await? {
        let facts = json!({ "carrier_handover": row.kind, "carrier_error": reason });
        tell(&mut tx, cx, row, Action::Create, facts).await?;
    }
    tx.commit().await?;
    Ok(())
}

async fn keep_cancelled(
    cx: &ProcessCx,
    row: &HandoverRow,
    refusal: Option<&str>,
) -> Result<(), ProcessError> {
    let now = cx.app().clock.now();
    let mut tx = cx.begin().await?;
    note_health(&mut tx, row.provider_id, None, now).await?;
    if store::keep_cancelled(&mut tx, row, refusal, now).await? {
        let facts = json!({ "number": row.number, "reason": row.reason, "carrier_error": refusal });
        tell(&mut tx, cx, row, Action::Cancel, facts).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Writes the audit entry of a provider, and tells open pages of staff.
async fn tell(
    tx: &mut TenantTx,
    cx: &ProcessCx,
    row: &HandoverRow,
    action: Action,
    facts: Value,
) -> ApiResult<()> {
    let verb = format!("{}.{action}", Resource::CarrierHandover);
    audit::record(tx, attempt::find_actor(cx), &verb, Some(row.provider_id), facts).await?;
    live::records_changed(tx, &Audience::Staff, Resource::Provider.name(), &[row.provider_id]);
    Ok(())
}

//! Asks a carrier in the background, and writes its answer.

use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tenancy::TenantTx;
use uuid::Uuid;

use super::asking::look_up;
use super::model::CarrierLabelStatus;
use super::store::{self, LabelRow, StoredLabel};
use crate::attempt::{self, delete_file, end, retry, store_file};
use crate::karrio::Karrio;
use crate::links::link::host_of;
use crate::links::{CarrierLink, note_health};
use crate::server::{BoughtLabel, CarrierError, CarrierResult, CarrierServer};
use access::scope::RowScope;
use parties::carrier_links;
use server_core::audit;
use server_core::http::error::ApiResult;
use server_core::http::messages::{MessageCode, Params};
use server_core::live::{self, Audience};
use server_core::process::{Outcome, Process, ProcessCx, ProcessError, Retry};

/// Buys a label, or takes it back.
#[derive(Serialize, Deserialize)]
pub struct AskCarrier {
    pub label_id: Uuid,
    pub shipment_id: Uuid,
    pub tracking_code: String,
    /// Rows that the user who started it can see.
    pub scope: RowScope,
}

impl Process for AskCarrier {
    const KIND: &'static str = "carriers.ask";
    /// About a quarter of an hour.
    const RETRIES: i16 = 10;

    fn title(&self) -> Params {
        Params::from([("code", self.tracking_code.clone().into())])
    }

    fn retry(&self) -> Option<Retry> {
        Retry::with(Resource::CarrierLabel, Action::Create, &self.scope)
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let mut tx = cx.begin().await?;
        let label = store::find(&mut tx, self.label_id).await?.filter(LabelRow::is_asked);
        let link: Option<CarrierLink> = match &label {
            Some(label) => carrier_links::find(&mut tx, label.provider_id).await?,
            None => None,
        };
        tx.commit().await?;
        let Some(label) = label else { return Ok(Outcome::Done) };
        let Some(link) = link else { return Err(ProcessError::fail(MessageCode::CarrierMissing)) };
        if label.server != host_of(&link.url) {
            return leave(&cx, &label, &link).await;
        }
        if let Some(seconds) = link.health.find_rest(cx.app().clock.now()) {
            return Err(ProcessError::later(std::time::Duration::from_secs(seconds)));
        }
        let server = link.open(cx.app(), cx.tenant(), label.provider_id);
        match label.status {
            CarrierLabelStatus::Cancelling => cancel(&cx, &server, &label).await,
            _ => buy(&cx, &server, &label).await,
        }
    }
}

/// Ends a label of another server than the provider is connected to now: here nobody knows whether it was sold, so it is neither
/// bought again nor taken back. Staff are told where to look.
async fn leave(cx: &ProcessCx, label: &LabelRow, link: &CarrierLink) -> Result<Outcome, ProcessError> {
    let now = cx.app().clock.now();
    let reason = attempt::name_servers(&label.server, link);
    let mut tx = cx.begin().await?;
    let (is_kept, action) = match label.status {
        CarrierLabelStatus::Cancelling => {
            (store::keep_cancelled(&mut tx, label.id, Some(&reason), now).await?, Action::Cancel)
        }
        _ => (store::keep_refused(&mut tx, label.id, &reason, now).await?, Action::Create),
    };
    if is_kept {
        tell(&mut tx, cx, label, action, json!({ "carrier_error": reason })).await?;
    }
    tx.commit().await?;
    Err(attempt::fail_elsewhere(&label.server))
}

async fn buy(cx: &ProcessCx, server: &Karrio<'_>, label: &LabelRow) -> Result<Outcome, ProcessError> {
    let mut tx = cx.begin().await?;
    let order = store::find_order(&mut tx, label.id).await?;
    tx.commit().await?;
    let Some(order) = order else { return Ok(Outcome::Done) };
    let found = look_up(server, &order, label.asked_at.is_some()).await;
    let answered = match found {
        Ok(None) => {
            claim(cx, label).await?;
            server.buy(&order).await
        }
        Ok(Some(bought)) => Ok(bought),
        // A refused look-up says nothing of the purchase.
        Err(error) => return Err(retry(cx, label.provider_id, &error).await),
    };
    match answered {
        Ok(bought) => keep_bought(cx, label, bought).await,
        Err(CarrierError::Refused(reason)) => keep_refused(cx, label, reason).await,
        Err(error @ CarrierError::Failed(_)) => Err(retry(cx, label.provider_id, &error).await),
    }
}

/// Taking a label back twice is the same as once, so that nothing is looked for.
async fn cancel(cx: &ProcessCx, server: &Karrio<'_>, label: &LabelRow) -> Result<Outcome, ProcessError> {
    claim(cx, label).await?;
    let answered: CarrierResult<()> = server.cancel(label.remote_id.as_deref().unwrap_or_default()).await;
    let refusal = match answered {
        Ok(()) => None,
        Err(CarrierError::Refused(reason)) => Some(reason),
        Err(error @ CarrierError::Failed(_)) => return Err(retry(cx, label.provider_id, &error).await),
    };
    let now = cx.app().clock.now();
    let mut tx = cx.begin().await?;
    note_health(&mut tx, label.provider_id, None, now).await?;
    if store::keep_cancelled(&mut tx, label.id, refusal.as_deref(), now).await? {
        let facts = json!({ "tracking_number": label.tracking_number, "reason": label.reason, "carrier_error": refusal });
        tell(&mut tx, cx, label, Action::Cancel, facts).await?;
    }
    tx.commit().await?;
    end(refusal)
}

/// Writes that the carrier is asked now, before it is. Waits while an earlier attempt may still be under way there.
async fn claim(cx: &ProcessCx, label: &LabelRow) -> Result<(), ProcessError> {
    let now = cx.app().clock.now();
    let mut tx = cx.begin().await?;
    let is_ours = store::claim(&mut tx, label.id, now).await?;
    tx.commit().await?;
    if is_ours {
        return Ok(());
    }
    Err(attempt::wait(label.asked_at, now))
}

async fn keep_bought(
    cx: &ProcessCx,
    label: &LabelRow,
    mut bought: BoughtLabel,
) -> Result<Outcome, ProcessError> {
    let file = store_file(cx, bought.file.take()).await;
    let tx = match cx.begin().await {
        Ok(tx) => tx,
        Err(error) => {
            delete_file(cx, file.as_ref()).await;
            return Err(error);
        }
    };
    let kept = write_bought(tx, cx, label, &bought, file.as_ref()).await;
    // The file stays while nobody knows whether its row stands.
    let is_unneeded = kept.as_ref().map_or_else(|error| !error.is_outcome_unknown(), |is_kept| !is_kept);
    if is_unneeded {
        delete_file(cx, file.as_ref()).await;
    }
    kept?;
    Ok(Outcome::Done)
}

/// False when another attempt has written it.
async fn write_bought(
    mut tx: TenantTx,
    cx: &ProcessCx,
    label: &LabelRow,
    bought: &BoughtLabel,
    file: Option<&StoredLabel>,
) -> ApiResult<bool> {
    let now = cx.app().clock.now();
    note_health(&mut tx, label.provider_id, None, now).await?;
    let is_kept = store::keep_bought(&mut tx, label.id, bought, file, now).await?;
    if is_kept {
        let charged = bought.charged.as_ref().map(|cost| format!("{} {}", cost.amount, cost.currency));
        let facts = json!({ "tracking_number": bought.tracking_number, "carrier_cost": charged });
        tell(&mut tx, cx, label, Action::Create, facts).await?;
    }
    tx.commit().await?;
    Ok(is_kept)
}

async fn keep_refused(cx: &ProcessCx, label: &LabelRow, reason: String) -> Result<Outcome, ProcessError> {
    let now = cx.app().clock.now();
    let mut tx = cx.begin().await?;
    note_health(&mut tx, label.provider_id, None, now).await?;
    if store::keep_refused(&mut tx, label.id, &reason, now).await? {
        tell(&mut tx, cx, label, Action::Create, json!({ "carrier_error": reason })).await?;
    }
    tx.commit().await?;
    end(Some(reason))
}

/// Writes the audit entry of a shipment, and tells open pages of staff.
async fn tell(
    tx: &mut TenantTx,
    cx: &ProcessCx,
    label: &LabelRow,
    action: Action,
    facts: Value,
) -> ApiResult<()> {
    let verb = format!("{}.{action}", Resource::CarrierLabel);
    audit::record(tx, attempt::find_actor(cx), &verb, Some(label.shipment_id), facts).await?;
    live::records_changed(tx, &Audience::Staff, Resource::Shipment.name(), &[label.shipment_id]);
    Ok(())
}

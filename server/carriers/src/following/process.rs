//! Asks a server of carriers for what happened to the parcels of a provider. Labels of shipments that were cancelled are taken
//! back.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::apply::apply;
use crate::labels::AskCarrier;
use crate::labels::store::{self, LabelRow};
use crate::links::{CarrierLink, note_health};
use crate::server::{CarrierError, CarrierResult, CarrierServer, FollowedParcel};
use access::scope::RowScope;
use freight::shipments::in_hand;
use freight::status::ShipmentStatus;
use parties::carrier_links;
use server_core::http::error::ApiResult;
use server_core::outgoing::FailedCall;
use server_core::process::{self, Outcome, Owner, Process, ProcessCx, ProcessError};
use server_core::settings;

/// In the log, beside reasons that people wrote.
const SHIPMENT_CANCELLED: &str = "CANCELLED";
/// A server that rests is asked this often whether it answers again.
const PROBE_EVERY: Duration = Duration::from_secs(60);

/// Follows all labels of a provider. Asks its server in any case: one that rests takes shipments again once it answers.
#[derive(Serialize, Deserialize)]
pub struct FollowLabels {
    pub provider_id: Uuid,
    /// Started when the server began to rest, and goes on until it answers: its services take no shipments before.
    #[serde(default)]
    pub is_probe: bool,
}

impl Process for FollowLabels {
    const KIND: &'static str = "carriers.follow";
    /// The next hour asks again, and a probe the next minute.
    const RETRIES: i16 = 0;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let Some(link) = self.find_link(&cx).await? else { return Ok(Outcome::Nothing) };
        if self.is_probe
            && let Some(seconds) = link.health.find_rest(cx.app().clock.now())
        {
            return Err(ProcessError::later(Duration::from_secs(seconds)));
        }
        let mut behind: Option<Uuid> = cx.saved_state()?;
        let server = link.open(cx.app(), cx.tenant(), self.provider_id);
        if link.health.held_until.is_some() {
            let asked = server.has_account().await;
            let failed = asked.err().and_then(|error| error.find_failure());
            self.note(&cx, failed).await?;
            if failed.is_some() {
                return if self.is_probe {
                    Err(ProcessError::later(PROBE_EVERY))
                } else {
                    Ok(Outcome::Nothing)
                };
            }
        }
        loop {
            let labels = self.load(&cx, behind).await?;
            let Some(last) = labels.last().map(|label| label.id) else { return Ok(Outcome::Nothing) };
            for label in &labels {
                if !self.follow(&cx, &server, label).await? {
                    return Ok(Outcome::Nothing);
                }
            }
            behind = Some(last);
            let mut tx = cx.begin().await?;
            cx.save_state(&mut tx, &behind).await?;
            tx.commit().await?;
        }
    }
}

impl FollowLabels {
    async fn find_link(&self, cx: &ProcessCx) -> Result<Option<CarrierLink>, ProcessError> {
        let mut tx = cx.begin().await?;
        let found: ApiResult<Option<CarrierLink>> = carrier_links::find(&mut tx, self.provider_id).await;
        tx.commit().await?;
        Ok(found?)
    }

    async fn load(&self, cx: &ProcessCx, behind: Option<Uuid>) -> Result<Vec<LabelRow>, ProcessError> {
        let mut tx = cx.begin().await?;
        let labels = store::list_followed(&mut tx, self.provider_id, behind).await?;
        take_back(&mut tx, &labels).await?;
        tx.commit().await?;
        Ok(labels)
    }

    /// False when the server fails: it is asked for no others.
    async fn follow(
        &self,
        cx: &ProcessCx,
        server: &impl CarrierServer,
        label: &LabelRow,
    ) -> Result<bool, ProcessError> {
        let parcel = FollowedParcel {
            tracker_id: label.tracker_id.as_deref(),
            carrier_name: label.carrier_name.as_deref(),
            tracking_number: label.tracking_number.as_deref().unwrap_or_default(),
        };
        let asked: CarrierResult<_> = server.fetch_tracking(&parcel).await;
        let failed = asked.as_ref().err().and_then(CarrierError::find_failure);
        self.note(cx, failed).await?;
        if failed.is_some() {
            return Ok(false);
        }
        // A carrier that does not know one parcel may know the others.
        let Ok(Some(tracking)) = asked else { return Ok(true) };
        let mut tx = cx.begin().await?;
        let settings = settings::load(&mut tx).await?;
        apply(&mut tx, &settings, label, &tracking, cx.app().clock.now()).await?;
        tx.commit().await?;
        Ok(true)
    }

    async fn note(&self, cx: &ProcessCx, failed: Option<FailedCall>) -> Result<(), ProcessError> {
        let mut tx = cx.begin().await?;
        note_health(&mut tx, self.provider_id, failed, cx.app().clock.now()).await?;
        tx.commit().await?;
        Ok(())
    }
}

/// A shipment that was cancelled needs no label. Once refused by the carrier, it is not asked again by itself.
async fn take_back(tx: &mut TenantTx, labels: &[LabelRow]) -> ApiResult<()> {
    let shipment_ids: Vec<Uuid> = labels.iter().map(|label| label.shipment_id).collect();
    let statuses = in_hand::load_statuses(tx, &shipment_ids).await?;
    let is_cancelled =
        |label: &&LabelRow| statuses.get(&label.shipment_id) == Some(&ShipmentStatus::Cancelled);
    let unneeded: Vec<Uuid> = labels.iter().filter(is_cancelled).map(|label| label.id).collect();
    let cancelled = store::cancel_all(tx, &unneeded, SHIPMENT_CANCELLED).await?;
    let to_task = |(label_id, shipment_id)| AskCarrier {
        label_id,
        shipment_id,
        tracking_code: String::new(),
        scope: RowScope::All,
    };
    let tasks = cancelled.into_iter().map(to_task).collect();
    process::enqueue_all(tx, Owner::NOBODY, tasks).await?;
    Ok(())
}

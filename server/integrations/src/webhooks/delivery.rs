//! Sends the events of a webhook. Each worker sends one after the other; several can work for one webhook, and the lock of its
//! row decides who sends what.

use std::time::{Duration, Instant};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tenancy::TenantTx;
use uuid::Uuid;

use super::attempt_log::{WebhookAttempt, add_attempt, to_answer_text};
use super::delivery_store::{self, DueDelivery};
use super::notices;
use super::outcome::{
    AttemptAnswer, DeliveryAfter, EndedAttempt, find_permit, follow_delivery, follow_webhook,
};
use super::request_headers::RequestHeaders;
use super::schedule::read_retry_after;
use super::sealed_parts::SealedParts;
use super::signature::{SignedContent, to_webhook_id};
use super::state::{WebhookDeliveryStatus, WebhookDeliveryStep, WebhookStatus};
use super::store::{self, EndpointRow};
use parties::clients;
use policy::Resource;
use server_core::audit::{self, Actor};
use server_core::http::error::ApiResult;
use server_core::live;
use server_core::outgoing::{Outgoing, OutgoingAnswer, OutgoingRequest, OutgoingUrl};
use server_core::process::{self, Outcome, Process, ProcessCx, ProcessError};
use server_core::settings::{CLIENT_WEBHOOKS, INTEGRATIONS};

/// The longest call, from the connection to the end of the answer.
const LONGEST: Duration = Duration::from_secs(15);
/// Bytes that are read of an answer.
const MAX_ANSWER: usize = 16 * 1024;
/// An attempt that has not ended by then has lost its worker.
const LEASE: TimeDelta = TimeDelta::minutes(2);
/// Events that a worker sends before it lets others go first.
const EVENTS_IN_A_ROW: usize = 50;
/// A higher number runs later.
const PRIORITY_OF_FAILED: i16 = 5;

/// Sends what is due to a webhook.
#[derive(Serialize, Deserialize)]
pub struct DeliverWebhooks {
    pub endpoint_id: Uuid,
    /// When it begins; none for at once.
    #[serde(default)]
    pub wake_at: Option<DateTime<Utc>>,
    /// The last attempt has failed: it comes after webhooks whose receivers answer, because it may wait for long.
    #[serde(default)]
    pub has_failed: bool,
}

/// An event that this worker has taken.
struct TakenDelivery {
    endpoint: EndpointRow,
    delivery: DueDelivery,
}

/// An attempt that was made.
struct MadeAttempt {
    ended: EndedAttempt,
    entry: WebhookAttempt,
}

impl DeliverWebhooks {
    pub const fn now(endpoint_id: Uuid) -> Self {
        Self { endpoint_id, wake_at: None, has_failed: false }
    }
}

impl Process for DeliverWebhooks {
    const KIND: &'static str = "webhooks.deliver";
    const RETRIES: i16 = 20;

    fn priority(&self) -> i16 {
        if self.has_failed { PRIORITY_OF_FAILED } else { Self::PRIORITY }
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let early = self.wake_at.map(|at| at - cx.app().clock.now()).and_then(|left| left.to_std().ok());
        if let Some(left) = early.filter(|left| !left.is_zero()) {
            return Err(ProcessError::later(left));
        }
        self.begin(&cx).await?;
        let mut has_failed = false;
        for _ in 0..EVENTS_IN_A_ROW {
            let Some(taken) = self.take(&cx).await? else { return Ok(Outcome::Done) };
            let attempt = send(&cx, &taken).await;
            has_failed = attempt.ended.answer.failure().is_some();
            self.record(&cx, taken, attempt).await?;
            if has_failed {
                break;
            }
        }
        self.hand_on(&cx, has_failed).await
    }
}

impl DeliverWebhooks {
    /// Another worker goes on, behind those that wait already: this one would be the next again.
    async fn hand_on(&self, cx: &ProcessCx, has_failed: bool) -> Result<Outcome, ProcessError> {
        let next = Self { has_failed, ..Self::now(self.endpoint_id) };
        let mut tx = cx.begin().await?;
        process::enqueue_quietly(&mut tx, next).await?;
        tx.commit().await?;
        Ok(Outcome::Done)
    }

    /// Puts back what an attempt before this one has left behind, and forgets that the webhook wakes at this time.
    async fn begin(&self, cx: &ProcessCx) -> Result<(), ProcessError> {
        let left_behind = cx.saved_state::<Option<Uuid>>()?.flatten();
        if left_behind.is_none() && self.wake_at.is_none() {
            return Ok(());
        }
        let now = cx.app().clock.now();
        let mut tx = cx.begin().await?;
        let Some(endpoint) = store::lock(&mut tx, self.endpoint_id).await? else { return Ok(()) };
        if let Some(event_id) = left_behind {
            delivery_store::put_back(&mut tx, endpoint.id, event_id, now).await?;
            cx.save_state(&mut tx, &None::<Uuid>).await?;
        }
        if self.wake_at.is_some() && endpoint.wake_at == self.wake_at {
            store::set_wake(&mut tx, endpoint.id, None).await?;
        }
        tx.commit().await?;
        Ok(())
    }

    /// Takes the next event that is due. None when there is nothing to do: a worker comes again when there is.
    async fn take(&self, cx: &ProcessCx) -> Result<Option<TakenDelivery>, ProcessError> {
        let now = cx.app().clock.now();
        let mut tx = cx.begin().await?;
        let Some(endpoint) = store::lock(&mut tx, self.endpoint_id).await? else { return Ok(None) };
        if !is_wanted_by_company(cx, &mut tx, &endpoint).await? {
            return Ok(None);
        }
        let permit = find_permit(&endpoint.health(), endpoint.fifo, now);
        let in_flight = delivery_store::count_in_flight(&mut tx, endpoint.id, now).await?;
        if in_flight >= permit.at_a_time {
            // Another worker is at work, and goes on.
            return Ok(None);
        }
        let fifo = endpoint.fifo;
        let found = delivery_store::find_next_due(&mut tx, endpoint.id, now, permit.tests_only, fifo).await?;
        let Some(delivery) = found else {
            plan_wake(&mut tx, &endpoint, now).await?;
            tx.commit().await?;
            return Ok(None);
        };
        delivery_store::take(&mut tx, endpoint.id, delivery.event_id, now + LEASE).await?;
        cx.save_state(&mut tx, &Some(delivery.event_id)).await?;
        tx.commit().await?;
        Ok(Some(TakenDelivery { endpoint, delivery }))
    }

    /// Writes what became of an attempt, of the event and of the webhook.
    async fn record(
        &self,
        cx: &ProcessCx,
        taken: TakenDelivery,
        attempt: MadeAttempt,
    ) -> Result<(), ProcessError> {
        let MadeAttempt { ended, entry } = attempt;
        let event_id = taken.delivery.event_id;
        let mut tx = cx.begin().await?;
        let Some(endpoint) = store::lock(&mut tx, self.endpoint_id).await? else { return Ok(()) };
        let after = find_delivery_after(&ended, &taken.endpoint, &endpoint);
        let log = add_attempt(taken.delivery.log.0, entry);
        delivery_store::finish(&mut tx, endpoint.id, event_id, &after, log).await?;
        // Somebody has changed the address meanwhile: this says nothing of the new one.
        if endpoint.url == taken.endpoint.url {
            follow_health(&mut tx, cx, &endpoint, &ended).await?;
        }
        cx.save_state(&mut tx, &None::<Uuid>).await?;
        live::records_changed(&mut tx, &endpoint.audience(), Resource::Webhook.name(), &[endpoint.id]);
        tx.commit().await?;
        Ok(())
    }
}

/// False while the company has switched the integrations off, or the webhooks of its clients, and while the client is inactive.
/// Events that were written before stay due: the hourly work brings a worker once it is true again.
async fn is_wanted_by_company(cx: &ProcessCx, tx: &mut TenantTx, endpoint: &EndpointRow) -> ApiResult<bool> {
    let settings = cx.app().settings.get_within(tx).await?;
    if !settings.flag(INTEGRATIONS) {
        return Ok(false);
    }
    match endpoint.client_id {
        None => Ok(true),
        Some(client_id) => Ok(settings.flag(CLIENT_WEBHOOKS) && clients::is_active(tx, client_id).await?),
    }
}

/// The event after an attempt that was made at `asked`. Meanwhile somebody may have changed the address, whose events end with
/// it, or paused the webhook, whose events are held.
fn find_delivery_after(ended: &EndedAttempt, asked: &EndpointRow, endpoint: &EndpointRow) -> DeliveryAfter {
    let after = follow_delivery(ended);
    if after.status != WebhookDeliveryStatus::Waiting {
        return after;
    }
    if endpoint.url != asked.url {
        return DeliveryAfter { status: WebhookDeliveryStatus::Cancelled, due_at: None };
    }
    match endpoint.status.takes_events() {
        true => after,
        false => DeliveryAfter { status: WebhookDeliveryStatus::Held, ..after },
    }
}

/// Has a worker come when the next event is due, unless one comes before.
async fn plan_wake(tx: &mut TenantTx, endpoint: &EndpointRow, now: DateTime<Utc>) -> ApiResult<()> {
    if !endpoint.status.takes_events() {
        return Ok(());
    }
    let Some(due_at) = delivery_store::find_next_wake(tx, endpoint.id, endpoint.fifo).await? else {
        return Ok(());
    };
    // Never in the past: what is due now waits for a worker that is at work.
    let earliest = endpoint.held_until.unwrap_or(now).max(now);
    let wake_at = due_at.max(earliest).trunc_subsecs(0) + TimeDelta::seconds(1);
    if endpoint.wake_at.is_some_and(|at| at > now && at <= wake_at) {
        return Ok(());
    }
    store::set_wake(tx, endpoint.id, Some(wake_at)).await?;
    let has_failed = endpoint.failure_count > 0;
    let worker = DeliverWebhooks { endpoint_id: endpoint.id, wake_at: Some(wake_at), has_failed };
    Ok(process::enqueue_quietly(tx, worker).await?)
}

/// Writes the health of a webhook after an attempt, moves what waits for it, and tells its keepers.
async fn follow_health(
    tx: &mut TenantTx,
    cx: &ProcessCx,
    endpoint: &EndpointRow,
    ended: &EndedAttempt,
) -> ApiResult<()> {
    let before = endpoint.health();
    let after = follow_webhook(before, ended);
    let is_success = ended.answer.failure().is_none();
    store::set_health(tx, endpoint.id, &after, is_success.then_some(ended.at)).await?;
    match (before.status, after.status) {
        (WebhookStatus::Unverified | WebhookStatus::Failing, WebhookStatus::Active) => {
            delivery_store::move_all(tx, endpoint.id, WebhookDeliveryStep::LetGo, Some(ended.at)).await?;
        }
        (before, WebhookStatus::Disabled) if before != WebhookStatus::Disabled => {
            delivery_store::move_all(tx, endpoint.id, WebhookDeliveryStep::Hold, None).await?;
        }
        _ => {}
    }
    if before.status != after.status {
        let facts = json!({ "status": [before.status.code(), after.status.code()] });
        let server = Actor::server(cx.app(), cx.task_id().simple().to_string());
        audit::record(tx, server, "webhook.update", Some(endpoint.id), facts).await?;
    }
    if after.is_told_since(&before) {
        notices::notify_keepers(tx, cx, endpoint, &after).await?;
    }
    Ok(())
}

/// Sends an event. An address that may not be asked any more counts as one that does not answer.
async fn send(cx: &ProcessCx, taken: &TakenDelivery) -> MadeAttempt {
    let TakenDelivery { endpoint, delivery } = taken;
    let at = cx.app().clock.now();
    let request = write_request(cx, taken, at);
    let sent = request.as_ref().map(|(_, headers)| headers.to_log()).unwrap_or_default();
    let started = Instant::now();
    let answer = match request {
        Some((url, headers)) => ask(cx, &url, headers.into_map(), delivery.body.clone()).await,
        None => None,
    };
    let duration_ms = i32::try_from(started.elapsed().as_millis()).unwrap_or(i32::MAX);
    let read = AttemptAnswer {
        status: answer.as_ref().map(|answer| answer.status.as_u16()),
        retry_after: answer.as_ref().and_then(|answer| find_retry_after(answer, at)),
    };
    let entry = WebhookAttempt {
        at,
        kind: delivery.kind,
        url: endpoint.url.clone(),
        headers: sent,
        status: read.status.map(i32::from),
        failure: read.failure(),
        duration_ms,
        answer: answer.as_ref().and_then(|answer| to_answer_text(&answer.body)),
    };
    let number = delivery.attempt_count.saturating_add(1);
    let ended = EndedAttempt { kind: delivery.kind, number, answer: read, at, chance: rand::random() };
    MadeAttempt { ended, entry }
}

/// None for an address that may not be asked, and if the secret can no longer be opened.
fn write_request(
    cx: &ProcessCx,
    taken: &TakenDelivery,
    at: DateTime<Utc>,
) -> Option<(OutgoingUrl, RequestHeaders)> {
    let TakenDelivery { endpoint, delivery } = taken;
    let url = OutgoingUrl::parse(&endpoint.url)?;
    let parts = SealedParts::of(cx.app(), cx.tenant(), endpoint.id);
    let secrets = parts.open_secrets(endpoint, at);
    if secrets.is_empty() {
        tracing::error!(
            tenant = %cx.tenant().id,
            webhook = %endpoint.id,
            "the secret of a webhook cannot be opened"
        );
        return None;
    }
    let own = parts.open_headers(endpoint.headers.as_deref());
    let webhook_id = to_webhook_id(delivery.event_id);
    let content = SignedContent { webhook_id: &webhook_id, timestamp: at.timestamp(), body: &delivery.body };
    Some((url, RequestHeaders::write(&content, delivery.event_version, &secrets, &own)))
}

async fn ask(cx: &ProcessCx, url: &OutgoingUrl, headers: HeaderMap, body: Vec<u8>) -> Option<OutgoingAnswer> {
    let request = OutgoingRequest {
        method: Method::POST,
        url,
        headers,
        body,
        longest: LONGEST,
        max_answer: MAX_ANSWER,
    };
    match Outgoing::of(cx.app()).send(request).await {
        Ok(answer) => Some(answer),
        Err(error) => {
            // The reason is for the operator only: with it, a company could explore the internal network.
            tracing::info!(%error, "a webhook was not reached");
            None
        }
    }
}

fn find_retry_after(answer: &OutgoingAnswer, now: DateTime<Utc>) -> Option<TimeDelta> {
    answer.headers.get("retry-after")?.to_str().ok().and_then(|text| read_retry_after(text, now))
}

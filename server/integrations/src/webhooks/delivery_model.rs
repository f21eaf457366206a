//! API types of the events that a webhook gets.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use policy::{Action, Grants, Resource};
use uuid::Uuid;

use super::attempt_log::WebhookAttempt;
use super::catalogue::WebhookEventType;
use super::delivery_store::DeliveryRow;
use super::outcome::WebhookAttemptKind;
use super::signature::to_webhook_id;
use super::state::{
    DELIVERY_TRANSITIONS, TRANSITIONS, WebhookDeliveryStatus, WebhookDeliveryStep, WebhookFacts,
    WebhookStatus, WebhookStep,
};
use server_core::http::messages::MessageCode;
use server_core::http::record_state::Verdict;

/// An event on its way to a webhook.
#[derive(Object, Clone)]
pub struct WebhookDelivery {
    /// The event.
    pub id: Uuid,
    /// The id of the event for the receiver, in the header `webhook-id`. It is the same in each attempt.
    pub message_id: String,
    #[oai(rename = "type")]
    pub event_type: WebhookEventType,
    pub occurred_at: DateTime<Utc>,
    /// The record that it is about.
    pub record_id: Uuid,
    /// Why it is sent this time.
    pub kind: WebhookAttemptKind,
    pub status: WebhookDeliveryStatus,
    /// Attempts of this time.
    pub attempt_count: i16,
    /// The next attempt; null when none follows.
    pub due_at: Option<DateTime<Utc>>,
    /// The newest last.
    pub attempts: Vec<WebhookAttempt>,
    /// The text that is signed and sent.
    pub body: String,
    pub can: WebhookDeliveryCan,
}

/// Permissions of the current user on an event of a webhook.
#[derive(Object, Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebhookDeliveryCan {
    /// Send it again.
    pub replay: bool,
}

impl DeliveryRow {
    /// Whether it can be sent again. A test is made anew instead.
    pub fn verdict(&self) -> Verdict {
        match self.kind {
            WebhookAttemptKind::Test => Verdict::no(MessageCode::WebhookDeliveryState),
            WebhookAttemptKind::Event | WebhookAttemptKind::Replay => {
                DELIVERY_TRANSITIONS.verdict(WebhookDeliveryStep::Replay, self.status, &())
            }
        }
    }

    /// The event with the permissions of a user, for a webhook in this state.
    pub fn seen_by(self, grants: &Grants, webhook: WebhookStatus) -> WebhookDelivery {
        let facts = WebhookFacts { has_former_secret: false, is_newest: false };
        let takes = TRANSITIONS.verdict(WebhookStep::Replay, webhook, &facts).is_yes();
        let may = grants.allow(Resource::Webhook, Action::Update);
        let can = WebhookDeliveryCan { replay: may && takes && self.verdict().is_yes() };
        let follows = matches!(self.status, WebhookDeliveryStatus::Due | WebhookDeliveryStatus::Waiting);
        WebhookDelivery {
            id: self.event_id,
            message_id: to_webhook_id(self.event_id),
            event_type: self.event_type,
            occurred_at: self.occurred_at,
            record_id: self.record_id,
            kind: self.kind,
            status: self.status,
            attempt_count: self.attempt_count,
            due_at: follows.then_some(self.due_at),
            attempts: self.log.0,
            body: self.body,
            can,
        }
    }
}

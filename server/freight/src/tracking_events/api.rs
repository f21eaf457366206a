//! Records events and lists a shipment's log.

use chrono::{DateTime, Utc};
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use serde_json::{Value, json};
use uuid::Uuid;

use super::model::{MAX_RECORDED, NewEvent, Outcome, Source, clean_codes, needs_a_call};
use super::store::{self, EventRow};
use super::undo::{self, right_to_undo};
use crate::hold_reason::HoldReason;
use crate::shipments;
use access::ctx::Ctx;
use server_core::audit;
use server_core::http::body::Body;
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::list::Items;
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::http::moments::MomentBounds;
use server_core::tags::Tag;
use trade::event_stage::EventStage;

pub struct TrackingEventApi;

/// An event in a shipment's log.
#[derive(Object)]
pub struct ShipmentEvent {
    pub id: Uuid,
    pub code: String,
    pub occurred_at: DateTime<Utc>,
    /// IANA time zone of the place, to show local time.
    pub time_zone: String,
    pub location: String,
    pub stage: EventStage,
    pub source: Source,
    /// For staff only; null for others.
    pub note: Option<String>,
    pub reason: Option<String>,
    /// Why an event HOLD holds the shipment; null for other events.
    pub hold_reason: Option<HoldReason>,
    /// Numbers of the parcels that it concerns, from 1; empty for all parcels of the shipment.
    pub parcels: Vec<i16>,
    /// For staff only; null for others.
    pub actor_name: Option<String>,
    /// Whether the public page shows it.
    pub public: bool,
    /// The event that this one undoes; null for other events.
    pub corrects: Option<Uuid>,
    /// Undone by a later event. The public page shows neither.
    pub corrected: bool,
    /// Whether the current user can undo it now.
    pub can_undo: bool,
    /// By language: pt, en, es, zh.
    pub short_description_locale: Value,
    /// By language: pt, en, es, zh.
    pub description_locale: Value,
}

/// One event for one or more shipments.
#[derive(Object)]
pub struct RecordEvents {
    /// At most 500 tracking codes, which may be in groups as on labels, or scanned codes of labels.
    #[oai(validator(max_items = 500))]
    tracking_codes: Vec<String>,
    /// Event code from the catalogue.
    #[oai(validator(max_length = 40))]
    event_code: String,
    /// Time of the event. Default: now.
    occurred_at: Option<DateTime<Utc>>,
    #[oai(default, validator(max_length = 120))]
    location: String,
    #[oai(validator(max_length = 1000))]
    note: Option<String>,
    /// The carrier reports it. It is then recorded also after the end of the way, which it contradicts: a task for staff.
    #[oai(default)]
    by_carrier: bool,
}

/// Result of the event for one code.
#[derive(Object)]
pub struct RecordedEvent {
    pub tracking_code: String,
    pub shipment_id: Option<Uuid>,
    pub recorded: bool,
    /// Id of the recorded event, to undo it; null if refused.
    pub event_id: Option<Uuid>,
    /// Reason for a refusal: `not_found`, `shipment_not_trackable`, `shipment_unconfirmed`, `shipment_on_hold`,
    /// `shipment_finished` or `event_already_recorded`. Null if recorded.
    pub message_code: Option<String>,
    /// The reason in the language of the request.
    pub message: Option<String>,
    /// Recorded for a shipment that has gone on without a confirmation, so that its client is not charged yet.
    pub unconfirmed: bool,
    /// The shipment is on hold, recorded or not: it has to be put aside.
    pub on_hold: bool,
}

#[OpenApi(tag = "Tag::Tracking")]
impl TrackingEventApi {
    /// List the events of a shipment, newest first
    ///
    /// Users of a client or a partner see only the public events.
    #[oai(path = "/shipments/:id/events", method = "get", operation_id = "shipment_event_list")]
    async fn shipment_event_list(&self, ctx: Ctx, id: Path<Uuid>) -> ApiResult<Json<Items<ShipmentEvent>>> {
        let scope = ctx.scope(Resource::Shipment, Action::Show)?;
        let is_staff = ctx.grants.allow(Resource::Shipment, Action::RecordEvent);
        let mut tx = ctx.begin().await?;
        let shipment = shipments::store::find(&mut tx, &scope, *id, &ctx.grants).await?;
        let rows = store::of_shipments(&mut tx, &[*id], !is_staff).await?;
        tx.commit().await?;
        let undoable: Vec<bool> = rows
            .iter()
            .map(|row| {
                let is_granted = ctx.grants.allow(Resource::Shipment, right_to_undo(row));
                shipment.can.record_event && is_granted && undo::can_undo(row, &rows, ctx.now())
            })
            .collect();
        let data = rows.into_iter().zip(undoable).map(|(row, can)| row.view(is_staff, can)).collect();
        Ok(Json(Items { data }))
    }

    /// Record an event for one or more shipments
    ///
    /// Invalid codes do not affect the others; the answer has one entry per code. Recording the same event
    /// twice has no effect. 422 `event_needs_confirmation` and `event_needs_cancellation` for the events that only
    /// `shipment_confirm` and `shipment_cancel` record. A shipment that is not confirmed is neither paid nor labelled.
    #[oai(path = "/shipments/record_event", method = "post", operation_id = "shipment_record_event")]
    async fn shipment_record_event(
        &self,
        ctx: Ctx,
        body: Body<RecordEvents>,
    ) -> ApiResult<Json<Items<RecordedEvent>>> {
        let scope = ctx.scope(Resource::Shipment, Action::RecordEvent)?;
        let codes = clean_codes(&body.tracking_codes);
        let occurred_at = check_recording(&ctx, &codes, &body)?;
        let source = if body.by_carrier { Source::Carrier } else { Source::User };
        let event = NewEvent {
            occurred_at,
            location: body.location.trim().to_owned(),
            note: body.note.clone().filter(|note| !note.trim().is_empty()),
            ..NewEvent::now(&body.event_code, source, &ctx)
        };
        let mut tx = ctx.begin().await?;
        let outcomes = super::record(&mut tx, &scope, &codes, &event).await?;
        let recorded = || outcomes.iter().filter(|outcome| outcome.refusal.is_none());
        let ids: Vec<Uuid> = recorded().filter_map(|outcome| outcome.shipment_id).collect();
        let (count, unconfirmed) = (recorded().count(), store::list_unconfirmed(&mut tx, &ids).await?);
        let changes = json!({ "event_code": event.code, "shipments": count });
        audit::record(&mut tx, &ctx, "shipment.record_event", None, changes).await?;
        tx.commit().await?;
        let data = outcomes.into_iter().map(|outcome| outcome.view(ctx.language(), &unconfirmed)).collect();
        Ok(Json(Items { data }))
    }
}

/// Returns when it happened.
fn check_recording(ctx: &Ctx, codes: &[String], body: &RecordEvents) -> ApiResult<DateTime<Utc>> {
    if codes.len() > MAX_RECORDED {
        return Err(too_many("tracking_codes", MAX_RECORDED));
    }
    let mut errors = FieldErrors::default();
    if codes.is_empty() {
        errors.push("tracking_codes", MessageCode::Required);
    }
    if body.event_code.is_empty() {
        errors.push("event_code", MessageCode::Required);
    }
    if let Some(code) = needs_a_call(&body.event_code) {
        errors.push("event_code", code);
    }
    let occurred_at = MomentBounds::new(ctx.now()).check("occurred_at", body.occurred_at, &mut errors);
    errors.into_result()?;
    Ok(occurred_at)
}

pub(super) fn too_many(field: &str, max: usize) -> ApiError {
    let mut errors = FieldErrors::default();
    errors.push_with(field, MessageCode::TooManySelected, Params::from([("max", max.into())]));
    ApiError::invalid(errors)
}

impl EventRow {
    fn view(self, is_staff: bool, can_undo: bool) -> ShipmentEvent {
        ShipmentEvent {
            can_undo,
            corrects: self.corrects,
            corrected: self.corrected,
            id: self.id,
            code: self.code,
            occurred_at: self.occurred_at,
            time_zone: self.time_zone,
            location: self.location,
            stage: self.stage,
            source: self.source,
            note: self.note.filter(|_| is_staff),
            reason: self.reason,
            hold_reason: self.hold_reason,
            parcels: self.parcels,
            actor_name: self.actor_name.filter(|_| is_staff),
            public: self.public,
            short_description_locale: self.short_description_locale,
            description_locale: self.description_locale,
        }
    }
}

impl Outcome {
    fn view(self, language: Language, unconfirmed: &[Uuid]) -> RecordedEvent {
        let message = self.refusal.map(super::model::Refusal::message);
        RecordedEvent {
            tracking_code: self.tracking_code,
            shipment_id: self.shipment_id,
            recorded: self.refusal.is_none(),
            unconfirmed: self.shipment_id.is_some_and(|id| unconfirmed.contains(&id)),
            on_hold: self.is_held,
            event_id: self.event_id,
            message_code: message.map(|code| code.as_str().to_owned()),
            message: message.map(|code| code.text(language, &Params::new())),
        }
    }
}

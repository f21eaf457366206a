//! Steps of requests: `/change-status`, `/resend`, and what staff record for the authority.

use std::collections::HashSet;

use chrono::NaiveDate;
use poem_openapi::param::Path;
use poem_openapi::payload::Json;
use poem_openapi::{Object, OpenApi};
use policy::{Action, Resource};
use uuid::Uuid;

use super::api::answer;
use super::change::{self, RegulatoryStepResult};
use super::model::RegulatoryRequest;
use super::progress::RequestChange;
use super::status::{RegulatoryStatus, RegulatoryStep};
use super::store;
use access::ctx::Ctx;
use server_core::http::body::Body;
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::fields::optional;
use server_core::http::list::{Item, Items};
use server_core::http::messages::MessageCode;
use server_core::tags::Tag;
use trade::wire_code;
use trade::wire_name;

/// Requests of one call about many.
const MOST: i64 = 200;

pub struct RegulatoryStepApi;

wire_code! {
    /// A status that users can set: not requested (cancel), pending (request) or done (complete).
    RegulatoryTarget { NotRequested = 1, Pending = 10, Done = 99 }
}

impl RegulatoryTarget {
    const fn step(self) -> RegulatoryStep {
        match self {
            Self::NotRequested => RegulatoryStep::Cancel,
            Self::Pending => RegulatoryStep::Request,
            Self::Done => RegulatoryStep::Complete,
        }
    }
}

wire_code! {
    /// A status to try again from.
    RegulatoryFailure { Protocol = 22, Confirmation = 32 }
}

impl RegulatoryFailure {
    const fn status(self) -> RegulatoryStatus {
        match self {
            Self::Protocol => RegulatoryStatus::ErrorProtocol,
            Self::Confirmation => RegulatoryStatus::ErrorConfirmation,
        }
    }
}

/// The new status of a request.
#[derive(Object)]
pub struct RegulatoryStatusChange {
    id: Uuid,
    status: RegulatoryTarget,
    /// Kept in the history.
    #[oai(validator(max_length = 1000))]
    note: Option<String>,
}

/// The new status of many requests.
#[derive(Object)]
pub struct RegulatoryStatusChanges {
    #[oai(validator(min_items = 1, max_items = 200))]
    ids: Vec<Uuid>,
    status: RegulatoryTarget,
    /// Kept in the history of each.
    #[oai(validator(max_length = 1000))]
    note: Option<String>,
}

/// Failed requests to send again.
#[derive(Object)]
pub struct RegulatoryResend {
    status: RegulatoryFailure,
    /// Only these requests; if omitted, at most 200 requests with this status, the longest waiting first.
    #[oai(validator(max_items = 200))]
    ids: Option<Vec<Uuid>>,
}

wire_name! {
    /// The event that staff record.
    RegulatoryRecordKind { File = "file", Demand = "demand", Answer = "answer", Reject = "reject" }
}

/// An act of the authority, or a filing with it, outside this program.
#[derive(Object)]
pub struct RegulatoryRecord {
    step: RegulatoryRecordKind,
    /// Required with `file`.
    #[oai(validator(max_length = 40))]
    protocol_no: Option<String>,
    /// Text of the demand, the answer or the refusal. Required with `demand` and `reject`.
    #[oai(validator(max_length = 2000))]
    text: Option<String>,
    /// Last day to answer a demand. Required with `demand`.
    due_on: Option<NaiveDate>,
}

impl RegulatoryRecord {
    /// The step, or all problems at once.
    fn to_change(&self, ctx: &Ctx) -> ApiResult<RequestChange> {
        use RegulatoryRecordKind as Kind;
        let mut errors = FieldErrors::default();
        let (text, protocol_no) = (optional(self.text.as_ref()), optional(self.protocol_no.as_ref()));
        if self.step == Kind::File && protocol_no.is_none() {
            errors.push("protocol_no", MessageCode::Required);
        }
        if matches!(self.step, Kind::Demand | Kind::Reject) && text.is_none() {
            errors.push("text", MessageCode::Required);
        }
        if self.step == Kind::Demand && self.due_on.is_none() {
            errors.push("due_on", MessageCode::Required);
        }
        errors.into_result()?;
        let step = match self.step {
            Kind::File => RegulatoryStep::File,
            Kind::Demand => RegulatoryStep::Demand,
            Kind::Answer => RegulatoryStep::Answer,
            Kind::Reject => RegulatoryStep::Reject,
        };
        let protocol_no = protocol_no.filter(|_| step == RegulatoryStep::File);
        Ok(RequestChange { protocol_no, due_on: self.due_on, ..RequestChange::new(step, text, ctx.now()) })
    }
}

#[OpenApi(prefix_path = "/backoffice/anvisa_solicita", tag = "Tag::Regulatory")]
impl RegulatoryStepApi {
    /// Request, cancel or complete a regulatory request
    ///
    /// Status 10 requests it from any other status and starts a new attempt: a running step ends, and a late answer to
    /// an earlier attempt has no effect. Status 1 cancels a pending request. Status 99 marks any other request as done.
    /// Returns 409 `regulatory_step_refused` when the present status does not allow the change. Status 10 can also
    /// return 409 `regulatory_checklist_incomplete`, with the `missing` items in `params`, and 409
    /// `regulatory_authorization_expired`.
    #[oai(path = "/change-status", method = "post", operation_id = "regulatory_request_change_status")]
    async fn regulatory_request_change_status(
        &self,
        ctx: Ctx,
        body: Body<RegulatoryStatusChange>,
    ) -> ApiResult<Json<Item<RegulatoryRequest>>> {
        let scope = ctx.scope(Resource::RegulatoryRequest, Action::ChangeStatus)?;
        let change = RequestChange::new(body.status.step(), optional(body.note.as_ref()), ctx.now());
        let mut tx = ctx.begin().await?;
        change::one(&mut tx, &ctx, &scope, body.id, &change).await?;
        answer(tx, &ctx, &scope, body.id).await
    }

    /// Request, cancel or complete many regulatory requests
    ///
    /// Each request is changed separately. The answer has a result for every id, with the reason if it was not changed.
    #[oai(
        path = "/change-status-many",
        method = "post",
        operation_id = "regulatory_request_change_status_many"
    )]
    async fn regulatory_request_change_status_many(
        &self,
        ctx: Ctx,
        body: Body<RegulatoryStatusChanges>,
    ) -> ApiResult<Json<Items<RegulatoryStepResult>>> {
        let scope = ctx.scope(Resource::RegulatoryRequest, Action::ChangeStatus)?;
        let change = RequestChange::new(body.status.step(), optional(body.note.as_ref()), ctx.now());
        let mut tx = ctx.begin().await?;
        let data = change::many(&mut tx, &ctx, &scope, &once(&body.ids), &change).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Send failed regulatory requests again
    ///
    /// The attempt continues: an error of the protocol (22) becomes waiting for the protocol (20), an error of the
    /// confirmation (32) becomes waiting for the confirmation (30).
    #[oai(path = "/resend", method = "post", operation_id = "regulatory_request_resend")]
    async fn regulatory_request_resend(
        &self,
        ctx: Ctx,
        body: Body<RegulatoryResend>,
    ) -> ApiResult<Json<Items<RegulatoryStepResult>>> {
        let scope = ctx.scope(Resource::RegulatoryRequest, Action::ChangeStatus)?;
        let change = RequestChange::new(RegulatoryStep::Resend, None, ctx.now());
        let mut tx = ctx.begin().await?;
        let ids = match &body.ids {
            Some(ids) => once(ids),
            None => store::in_status(&mut tx, &scope, body.status.status(), MOST).await?,
        };
        let data = change::many(&mut tx, &ctx, &scope, &ids, &change).await?;
        tx.commit().await?;
        Ok(Json(Items { data }))
    }

    /// Record an act of the health authority
    ///
    /// For petitions that staff file by hand. The protocol number changes the status from 10, 20 or 22 to 30. A demand
    /// with its last day, and its answer, keep the status 30. A refusal changes it from 30 or 32 to 3. Returns 409 as
    /// `regulatory_request_change_status` does.
    #[oai(path = "/:id/record", method = "post", operation_id = "regulatory_request_record")]
    async fn regulatory_request_record(
        &self,
        ctx: Ctx,
        id: Path<Uuid>,
        body: Body<RegulatoryRecord>,
    ) -> ApiResult<Json<Item<RegulatoryRequest>>> {
        let scope = ctx.scope(Resource::RegulatoryRequest, Action::ChangeStatus)?;
        let mut tx = ctx.begin().await?;
        store::find(&mut tx, &scope, *id).await?;
        change::one(&mut tx, &ctx, &scope, *id, &body.to_change(&ctx)?).await?;
        answer(tx, &ctx, &scope, *id).await
    }
}

/// The ids without repetitions, in their order.
fn once(ids: &[Uuid]) -> Vec<Uuid> {
    let mut seen = HashSet::new();
    ids.iter().copied().filter(|id| seen.insert(*id)).collect()
}

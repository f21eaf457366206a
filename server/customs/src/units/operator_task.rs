//! Asks a postal operator in the background, and writes its answer.

use chrono::TimeDelta;
use poem::http::Method;
use policy::{Action, Resource};
use serde::{Deserialize, Serialize};
use serde_json::json;
use uuid::Uuid;

use super::connection::{Connection, OperatorAnswer, Question};
use super::correios::{self, UnitAnswer};
use super::model::{UnitRequestKind, UnitRequestStatus};
use super::operators;
use super::store::{self, ASKING, UnitRequestEnd, UnitRequestRow};
use crate::bags::closing::ReopenedColumns;
use crate::bags::model::Bag;
use crate::bags::state::{BagStatus, BagStep, TRANSITIONS};
use crate::bags::store::BAGS;
use access::scope::RowScope;
use integrations::webhooks::{self, WebhookEvent, WebhookEventType};
use server_core::http::messages::{MessageCode, Params};
use server_core::live::Audience;
use server_core::process::{Outcome, Process, ProcessCx, ProcessError, Retry};
use server_core::record::{Change, Where};

/// Asks what a request says.
#[derive(Serialize, Deserialize)]
pub struct AskOperator {
    pub request_id: Uuid,
    pub bag_id: Uuid,
    pub number: String,
    /// Rows that the user who started it can see.
    pub scope: RowScope,
}

/// The columns of a bag after the answer.
#[derive(Debug, Serialize)]
struct AnsweredColumns {
    status: BagStatus,
    unit_code: Option<String>,
}

/// An answer of an operator, and its meaning.
struct OperatorVerdict {
    verdict: UnitAnswer,
    kept: String,
}

impl Process for AskOperator {
    const KIND: &'static str = "bags.ask_operator";
    /// About a quarter of an hour.
    const RETRIES: i16 = 10;

    fn title(&self) -> Params {
        Params::from([("number", self.number.clone().into())])
    }

    fn retry(&self) -> Option<Retry> {
        Retry::with(Resource::Bag, Action::Register, &self.scope)
    }

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let mut tx = cx.begin().await?;
        let request = store::find(&mut tx, self.request_id).await?;
        let operator = match &request {
            Some(request) => operators::find(&mut tx, &request.operator).await?,
            None => None,
        };
        let bag: Bag = BAGS.find(&mut tx, &Where::all(), self.bag_id).await?;
        tx.commit().await?;
        let Some(request) = request.filter(is_open) else { return Ok(Outcome::Done) };
        let Some(operator) = operator else {
            return Err(ProcessError::fail(MessageCode::BagOperatorMissing));
        };
        let connection = Connection { cx: &cx, operator };
        let read = match request.kind {
            UnitRequestKind::Register => register(&connection, &request, &bag).await?,
            UnitRequestKind::Cancel => withdraw(&connection, &request).await?,
        };
        self.finish(&cx, &request, read).await
    }
}

const fn is_open(request: &UnitRequestRow) -> bool {
    matches!(request.status, UnitRequestStatus::Waiting | UnitRequestStatus::Asked)
}

/// A unit whose answer got lost is looked for before it is asked for again.
async fn register(
    connection: &Connection<'_>,
    request: &UnitRequestRow,
    bag: &Bag,
) -> Result<OperatorVerdict, ProcessError> {
    if request.asked_at.is_some()
        && let Some(found) = look_up(connection, bag).await?
    {
        return Ok(found);
    }
    claim(connection.cx, request).await?;
    let question = Question { method: Method::POST, path: correios::UNITS, form: request.form.as_ref() };
    let OperatorAnswer { status, body, kept } = connection.ask(&question).await?;
    let sequence = bag.receptacle_no.map(i64::from).unwrap_or_default();
    Ok(OperatorVerdict { verdict: correios::read_registration(status, &body, sequence), kept })
}

/// The unit, if the operator has it among those of its dispatch.
async fn look_up(connection: &Connection<'_>, bag: &Bag) -> Result<Option<OperatorVerdict>, ProcessError> {
    let dispatch_no = bag.dispatch_no.unwrap_or_default();
    let path = format!("{}?dispatchNumber={dispatch_no}", correios::UNITS);
    let question = Question { method: Method::GET, path: &path, form: None };
    let OperatorAnswer { status, body, kept } = connection.ask(&question).await?;
    match status {
        // A part of an answer does not say what it lacks.
        200..300 if !body.is_null() => {
            let found = correios::find_unit(&body, bag.s9_code.as_deref().unwrap_or_default());
            Ok(found.map(|code| OperatorVerdict { verdict: UnitAnswer::Registered(code), kept }))
        }
        // It knows nothing of the dispatch.
        404 => Ok(None),
        _ => Err(ProcessError::retry(anyhow::anyhow!("the operator answers {status} to a look-up"))),
    }
}

/// Taking a unit back twice is the same as once, so that nothing is looked for.
async fn withdraw(
    connection: &Connection<'_>,
    request: &UnitRequestRow,
) -> Result<OperatorVerdict, ProcessError> {
    claim(connection.cx, request).await?;
    let code = request.unit_code.as_deref().unwrap_or_default();
    let path = format!("{}/{code}", correios::UNITS);
    let question = Question { method: Method::DELETE, path: &path, form: None };
    let OperatorAnswer { status, body, kept } = connection.ask(&question).await?;
    Ok(OperatorVerdict { verdict: correios::read_withdrawal(status, &body), kept })
}

/// Writes that the operator is asked now, before it is. Waits while an earlier attempt may still be under way there.
async fn claim(cx: &ProcessCx, request: &UnitRequestRow) -> Result<(), ProcessError> {
    let now = cx.app().clock.now();
    let mut tx = cx.begin().await?;
    let is_ours = store::claim(&mut tx, request.id, now).await?;
    tx.commit().await?;
    if is_ours {
        return Ok(());
    }
    let rest = request.asked_at.map_or(ASKING, |asked_at| asked_at + ASKING - now) + TimeDelta::seconds(1);
    Err(ProcessError::later(rest.clamp(TimeDelta::seconds(1), ASKING).to_std().unwrap_or_default()))
}

impl AskOperator {
    /// Writes the answer to the request and to the bag at once.
    async fn finish(
        &self,
        cx: &ProcessCx,
        request: &UnitRequestRow,
        read: OperatorVerdict,
    ) -> Result<Outcome, ProcessError> {
        let (status, unit_code, error) = match &read.verdict {
            UnitAnswer::Registered(code) => (UnitRequestStatus::Done, Some(code.as_str()), None),
            UnitAnswer::Withdrawn => (UnitRequestStatus::Done, None, None),
            UnitAnswer::Refused(reason) => (UnitRequestStatus::Refused, None, Some(reason.as_str())),
            UnitAnswer::Unknown => {
                let kept = &read.kept;
                return Err(ProcessError::retry(anyhow::anyhow!(
                    "the operator does not say yes or no: {kept}"
                )));
            }
        };
        let tx = cx.begin().await?;
        let mut change: Change<Bag> = Change::begin(tx, cx, &BAGS, Where::all(), self.bag_id).await?;
        let end = UnitRequestEnd { status, unit_code, error, answer: &read.kept, at: change.actor.at };
        if !store::end(&mut change.tx, request.id, &end).await? {
            return Ok(Outcome::Done);
        }
        write_bag(&mut change, request, &read.verdict).await?;
        let facts = json!({ "unit_code": [change.before.unit_code, unit_code], "reason": error });
        change.record(Action::Register, facts, &Audience::Staff).await?;
        if let UnitAnswer::Registered(code) = &read.verdict {
            let told = WebhookEvent::of(WebhookEventType::BagRegistered, self.bag_id)
                .with("number", &self.number)
                .with("unit_code", code);
            webhooks::announce(&mut change.tx, change.actor.at, told).await?;
        }
        change.finish().await?;
        match error {
            Some(reason) => {
                let params = Params::from([("reason", reason.into())]);
                Err(ProcessError::fail_with(MessageCode::BagUnitRefused, params))
            }
            None => Ok(Outcome::Done),
        }
    }
}

/// The bag after the answer. One that was put on an issued waybill meanwhile stays closed, as that waybill says, without its code;
/// one that left meanwhile stays on its way.
async fn write_bag(
    change: &mut Change<Bag>,
    request: &UnitRequestRow,
    verdict: &UnitAnswer,
) -> Result<(), ProcessError> {
    let before = change.before.unit_code.clone();
    let (step, unit_code) = match verdict {
        UnitAnswer::Registered(code) => (BagStep::Registered, Some(code.clone())),
        UnitAnswer::Withdrawn if change.before.is_on_issued_waybill || !change.before.awaits_operator() => {
            (BagStep::RegisterFailed, None)
        }
        UnitAnswer::Withdrawn => {
            let reason = request.reason.clone().unwrap_or_default();
            return Ok(change.write(&ReopenedColumns::of(reason)).await?);
        }
        UnitAnswer::Refused(_) | UnitAnswer::Unknown if before.is_some() => (BagStep::WithdrawFailed, before),
        UnitAnswer::Refused(_) | UnitAnswer::Unknown => (BagStep::RegisterFailed, None),
    };
    let after = TRANSITIONS.after(step, change.before.status).unwrap_or(change.before.status);
    Ok(change.write(&AnsweredColumns { status: after, unit_code }).await?)
}

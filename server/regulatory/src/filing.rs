//! Takes requests through the company's connection to the health authority.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::change;
use super::gateway::{self, DECISION_PAUSE, Decision, GatewayError, Petition};
use super::notifications;
use super::progress::{RequestChange, RequestProgress};
use super::status::{RegulatoryStatus, RegulatoryStep};
use super::store;
use access::scope::RowScope;
use server_core::http::error::ApiResult;
use server_core::process::{self, Outcome, Process, ProcessCx, ProcessError};
use trade::regulatory_gateway::RegulatoryGateway;

/// Files a petition and asks for its decision. Ends when the authority has decided or asks for more, when a call has
/// failed for good, and when a newer attempt began.
#[derive(Debug, Serialize, Deserialize)]
pub struct AskAuthority {
    pub request_id: Uuid,
    pub attempt: i32,
}

/// The next call of the connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Call {
    File,
    Decision,
}

/// The next step after an answer.
enum Next {
    Call,
    Pause(std::time::Duration),
    End,
}

/// Starts the process for requests that a step of the staff hands to the connection.
pub async fn start(
    tx: &mut TenantTx,
    moved: &[(&RequestProgress, Uuid, i32)],
    step: RegulatoryStep,
) -> ApiResult<()> {
    let asks = moved
        .iter()
        .filter(|(before, ..)| hands_over(before.status, step))
        .map(|(_, request_id, attempt)| AskAuthority { request_id: *request_id, attempt: *attempt })
        .collect();
    process::enqueue_all(tx, process::Owner::NOBODY, asks).await?;
    Ok(())
}

/// Whether no process of the attempt is under way when this step was done.
fn hands_over(before: RegulatoryStatus, step: RegulatoryStep) -> bool {
    use RegulatoryStatus::{ErrorConfirmation, ErrorProtocol};
    match step {
        RegulatoryStep::Request | RegulatoryStep::Answer => true,
        RegulatoryStep::Resend | RegulatoryStep::File => matches!(before, ErrorProtocol | ErrorConfirmation),
        _ => false,
    }
}

/// The next call, and the steps that precede it. None while the staff or nobody has to act.
fn next_call(progress: &RequestProgress) -> Option<(Call, &'static [RegulatoryStep])> {
    use RegulatoryStep::{Queue, StartCheck, StartFiling};
    Some(match progress.status {
        RegulatoryStatus::Pending => (Call::File, &[Queue, StartFiling]),
        RegulatoryStatus::WaitingProtocol => (Call::File, &[StartFiling]),
        // The server stopped during the call.
        RegulatoryStatus::ProcessingProtocol => (Call::File, &[]),
        RegulatoryStatus::WaitingConfirmation if progress.demand.is_none() => (Call::Decision, &[StartCheck]),
        RegulatoryStatus::ProcessingConfirmation => (Call::Decision, &[]),
        _ => return None,
    })
}

impl Process for AskAuthority {
    const KIND: &'static str = "regulatory_requests.ask";

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let mut failures = cx.saved_state::<u32>()?.unwrap_or_default();
        while let Some((call, gateway, petition)) = self.begin_call(&cx).await? {
            let answer = match call {
                Call::File => gateway::file(gateway, &petition).await.map(Answer::Filed),
                Call::Decision => gateway::decision(gateway, &petition).await.map(Answer::Decided),
            };
            failures = if answer.is_err() { failures + 1 } else { 0 };
            let (change, next) = read_answer(call, answer, failures, &cx);
            let mut tx = cx.begin().await?;
            take_answer(&mut tx, self.request_id, self.attempt, &change).await?;
            cx.save_state(&mut tx, &failures).await?;
            tx.commit().await?;
            match next {
                Next::Call => {}
                Next::Pause(pause) => return Err(ProcessError::later(pause)),
                Next::End => break,
            }
        }
        Ok(Outcome::Done)
    }
}

impl AskAuthority {
    /// Marks the call as begun. None when there is nothing to ask for this attempt any more.
    async fn begin_call(
        &self,
        cx: &ProcessCx,
    ) -> Result<Option<(Call, RegulatoryGateway, Petition)>, ProcessError> {
        let app = cx.app();
        let mut tx = cx.begin().await?;
        let settings = app.settings.get_within(&mut tx).await?;
        let (gateway, today) = (settings.regulatory_gateway, settings.today(app.clock.now()));
        let locked = store::lock_many(&mut tx, &RowScope::All, &[self.request_id]).await?.pop();
        let found = locked
            .filter(|locked| locked.progress.attempt == self.attempt && gateway != RegulatoryGateway::Manual)
            .and_then(|locked| next_call(&locked.progress));
        let Some((call, steps)) = found else {
            tx.commit().await?;
            return Ok(None);
        };
        for step in steps {
            let change = RequestChange::new(*step, None, app.clock.now());
            change::by_gateway(&mut tx, self.request_id, self.attempt, &change).await?;
        }
        let petition = petition(&mut tx, self.request_id, today).await?;
        tx.commit().await?;
        Ok(Some((call, gateway, petition)))
    }
}

async fn petition(tx: &mut TenantTx, request_id: Uuid, today: NaiveDate) -> ApiResult<Petition> {
    let row = store::find(tx, &RowScope::All, request_id).await?;
    let is_answered = store::is_answered(tx, request_id, row.progress.attempt).await?;
    Ok(Petition {
        request_id,
        attempt: row.progress.attempt,
        product: row.fields.product.unwrap_or_default(),
        protocol_no: row.progress.protocol_no,
        is_answered,
        today,
    })
}

enum Answer {
    Filed(String),
    Decided(Decision),
}

/// The step that an answer means, and what follows it.
fn read_answer(
    call: Call,
    answer: Result<Answer, GatewayError>,
    failures: u32,
    cx: &ProcessCx,
) -> (RequestChange, Next) {
    use RegulatoryStep as S;
    let now = cx.app().clock.now();
    let change = |step, text| RequestChange::new(step, text, now);
    let failed = if call == Call::File { S::FilingFailed } else { S::CheckFailed };
    let delayed = if call == Call::File { S::FilingDelayed } else { S::Undecided };
    match answer {
        Ok(Answer::Filed(number)) => {
            (RequestChange { protocol_no: Some(number), ..change(S::Filed, None) }, Next::Call)
        }
        Ok(Answer::Decided(Decision::NotYet)) => (change(S::Undecided, None), Next::Pause(DECISION_PAUSE)),
        Ok(Answer::Decided(Decision::Demand(text, due_on))) => {
            (RequestChange { due_on: Some(due_on), ..change(S::Demanded, Some(text)) }, Next::End)
        }
        Ok(Answer::Decided(Decision::Approved)) => (change(S::Approved, None), Next::End),
        Ok(Answer::Decided(Decision::Refused(text))) => (change(S::Refused, Some(text)), Next::End),
        Err(GatewayError::Rejected(text)) => (change(failed, Some(text)), Next::End),
        Err(GatewayError::Unavailable(text)) => match gateway::pause_after(failures) {
            Some(pause) => (change(delayed, Some(text)), Next::Pause(pause)),
            None => (change(failed, Some(text)), Next::End),
        },
    }
}

/// Records an answer of the authority. An answer to an earlier attempt, or one that the status no longer waits for,
/// goes to the history and changes nothing.
pub async fn take_answer(
    tx: &mut TenantTx,
    request_id: Uuid,
    attempt: i32,
    change: &RequestChange,
) -> ApiResult<()> {
    if change::by_gateway(tx, request_id, attempt, change).await? {
        notifications::notify_requester(tx, request_id, attempt, change).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_starts_the_process_where_none_is_under_way() {
        use RegulatoryStatus as Status;
        let starts = |before, step| hands_over(before, step);
        assert!(starts(Status::Done, RegulatoryStep::Request));
        assert!(starts(Status::WaitingConfirmation, RegulatoryStep::Answer));
        assert!(starts(Status::ErrorProtocol, RegulatoryStep::Resend));
        assert!(starts(Status::ErrorProtocol, RegulatoryStep::File));
        assert!(!starts(Status::WaitingProtocol, RegulatoryStep::File));
        assert!(!starts(Status::Pending, RegulatoryStep::Cancel));
    }
}

//! Fetches the messages of a place, and comes back.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use tokio::time::timeout;

use super::failure::{FetchError, FetchFailure};
use super::folder::RemoteFolder;
use super::state::FetchResult;
use super::store::{self, Claim, ClaimedSource};
use customs::cargo_events::message_store::{FetchedFile, insert_fetched};
use customs::cargo_events::start_readings;
use server_core::outgoing::HostFailure;
use server_core::process::{Outcome, Process, ProcessCx, ProcessError, Stage};

/// Files of a fetch, and of a transaction.
const MOST_FILES: usize = 500;
const CHUNK: usize = 20;
/// A fetch that has not ended by then was stopped with its server.
const LONGEST: TimeDelta = TimeDelta::minutes(30);
/// It ends before, so that no other one begins meanwhile.
const MOST_TIME: Duration = Duration::from_secs(20 * 60);
/// The hourly work starts places that are left alone for longer.
const LONGEST_WAIT: TimeDelta = TimeDelta::hours(1);

/// Fetches from one place.
#[derive(Serialize, Deserialize)]
pub struct FetchMessages {
    /// Its name in the company's folder.
    pub source: String,
}

impl Process for FetchMessages {
    const KIND: &'static str = "mawbs.fetch_messages";
    /// It is started again in any case.
    const RETRIES: i16 = 0;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let now = cx.app().clock.now();
        let mut tx = cx.begin().await?;
        let claimed = store::claim(&mut tx, &self.source, now, now + LONGEST).await?;
        tx.commit().await?;
        // Removed from the folder, or another task has it.
        let Some(claim) = claimed else { return Ok(Outcome::Nothing) };
        let mut fetched = FetchResult::default();
        let failed = match fetch_in_time(&cx, &claim.source, now, &mut fetched).await {
            Ok(()) => None,
            Err(FetchError::Place(failure)) => {
                let cause = format!("{:#}", failure.cause);
                tracing::warn!(source = self.source, cause, "the fetch of messages ended early");
                Some(failure.call)
            }
            Err(FetchError::Process(error)) => {
                give_back(&cx, &claim, fetched, now).await;
                return Err(error);
            }
        };
        let state = claim.source.fetch_state.after(fetched, failed, now);
        let pause = state.find_pause();
        let mut tx = cx.begin().await?;
        let is_noted = store::note(&mut tx, &claim, &state, now + pause).await?;
        tx.commit().await?;
        match pause.to_std() {
            Ok(wait) if is_noted && pause < LONGEST_WAIT => Err(ProcessError::later(wait)),
            _ => Ok(Outcome::Nothing),
        }
    }
}

/// After an end that is no fault of the place: what came is noted, and the place is due again.
async fn give_back(cx: &ProcessCx, claim: &Claim, fetched: FetchResult, now: DateTime<Utc>) {
    let state = claim.source.fetch_state.after(fetched, None, now);
    let noted = async {
        // Also when the process must stop: nobody else has the claim.
        let mut tx = cx.app().tenancy.begin(cx.tenant()).await?;
        store::note(&mut tx, claim, &state, now).await?;
        tx.commit().await?;
        Ok::<_, ProcessError>(())
    };
    if let Err(error) = noted.await {
        tracing::warn!(
            source = claim.source.place.name,
            ?error,
            "a source of messages is due after its claim"
        );
    }
}

async fn fetch_in_time(
    cx: &ProcessCx,
    source: &ClaimedSource,
    now: DateTime<Utc>,
    fetched: &mut FetchResult,
) -> Result<(), FetchError> {
    // A server that stops leaves no claim behind.
    let ended = tokio::select! {
        ended = timeout(MOST_TIME, fetch_all(cx, source, now, fetched)) => Some(ended),
        () = cx.cancelled() => None,
    };
    let Some(ended) = ended else { return cx.check().map_err(FetchError::from) };
    match ended {
        Ok(ended) => ended,
        // The rest comes with the next fetch.
        Err(_) if fetched.has_more => Ok(()),
        Err(cause) => Err(FetchFailure::of(HostFailure::NotReached, cause).into()),
    }
}

/// Fetches what is there. What `fetched` has is right also when it ends early.
async fn fetch_all(
    cx: &ProcessCx,
    source: &ClaimedSource,
    now: DateTime<Utc>,
    fetched: &mut FetchResult,
) -> Result<(), FetchError> {
    let folder = RemoteFolder::open(cx.app(), &cx.tenant().id, &source.place).await?;
    let listed = folder.list().await?;
    let has_more = listed.is_cut || listed.names.len() > MOST_FILES;
    let names = source.fetch_state.choose_names(listed.names, MOST_FILES);
    fetched.is_list_cut = listed.is_cut;
    let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    for (index, chunk) in names.chunks(CHUNK).enumerate() {
        fetched.has_more = true;
        fetched.last_name = chunk.last().cloned();
        let read = folder.read_all(chunk).await;
        fetched.left.extend(read.left);
        fetched.new_count += keep(cx, &source.label, &read.files, now).await?;
        fetched.left.extend(folder.remove_all(&read.files).await);
        if let Some(failure) = read.failure {
            return Err(failure.into());
        }
        cx.progress(Stage::Processing, count(index * CHUNK), count(names.len()));
    }
    fetched.has_more = has_more;
    fetched.last_name = names.last().filter(|_| has_more).cloned();
    folder.close().await;
    Ok(())
}

/// Keeps files as they came, and starts their reading. Returns how many were new.
async fn keep(
    cx: &ProcessCx,
    label: &str,
    files: &[FetchedFile],
    now: DateTime<Utc>,
) -> Result<usize, ProcessError> {
    if files.is_empty() {
        return Ok(0);
    }
    let mut tx = cx.begin().await?;
    let new = insert_fetched(&mut tx, files, label, now).await?;
    let count = new.len();
    start_readings(&mut tx, new).await?;
    tx.commit().await?;
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fetch_ends_before_its_claim() {
        let longest = LONGEST.to_std().unwrap();
        assert!(MOST_TIME + Duration::from_secs(5 * 60) < longest);
    }
}

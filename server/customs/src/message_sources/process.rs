//! Fetches the messages of a place, and comes back.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::failure::FetchError;
use super::folder::RemoteFolder;
use super::state::FetchResult;
use super::store::{self, ClaimedSource};
use crate::cargo_events::message_store::{FetchedFile, insert_fetched};
use crate::cargo_events::start_readings;
use server_core::process::{Outcome, Process, ProcessCx, ProcessError, Stage};

/// Files of a fetch, and of a transaction.
const MOST_FILES: usize = 500;
const CHUNK: usize = 20;
/// A fetch that has not ended by then was stopped with its server.
const LONGEST: TimeDelta = TimeDelta::minutes(30);
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
        let Some(source) = claimed else { return Ok(Outcome::Nothing) };
        let result = match fetch_all(&cx, &source, now).await {
            Ok(fetched) => Ok(fetched),
            Err(FetchError::Place(failure)) => {
                tracing::warn!(source = source.place.name, "nothing was fetched: {:#}", failure.cause);
                Err(failure.call)
            }
            Err(FetchError::Process(error)) => return Err(error),
        };
        let state = source.fetch_state.after(result, now);
        let pause = state.find_pause();
        let mut tx = cx.begin().await?;
        store::note(&mut tx, &source.place, &state, now + pause).await?;
        tx.commit().await?;
        match pause.to_std() {
            Ok(wait) if pause < LONGEST_WAIT => Err(ProcessError::later(wait)),
            _ => Ok(Outcome::Nothing),
        }
    }
}

async fn fetch_all(
    cx: &ProcessCx,
    source: &ClaimedSource,
    now: DateTime<Utc>,
) -> Result<FetchResult, FetchError> {
    let folder = RemoteFolder::open(cx.app(), &cx.tenant().id, &source.place).await?;
    let listed = folder.list().await?;
    let has_more = listed.len() > MOST_FILES;
    let names = source.fetch_state.choose_names(listed, MOST_FILES);
    let last_name = names.last().filter(|_| has_more).cloned();
    let mut fetched = FetchResult { has_more, last_name, ..FetchResult::default() };
    let count = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    for (index, chunk) in names.chunks(CHUNK).enumerate() {
        let read = folder.read_all(chunk).await?;
        fetched.new_count += keep(cx, &source.label, &read.files, now).await?;
        fetched.left_files.extend(read.left);
        fetched.left_files.extend(folder.remove_all(&read.files).await);
        cx.progress(Stage::Processing, count(index * CHUNK), count(names.len()));
    }
    folder.close().await;
    Ok(fetched)
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

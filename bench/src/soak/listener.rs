//! An open page: it asks for the live events after the last one, now the one server and now the other.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use serde_json::Value;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use super::ASIDE;
use super::caller::Caller;
use super::journal::Journal;

const PAUSE: Duration = Duration::from_secs(1);

/// The records that the page has heard of.
#[derive(Default)]
pub struct Heard {
    pub ids: HashSet<String>,
    /// When the page had to fetch everything anew, because events were no longer known.
    pub renewals: Vec<Duration>,
}

pub struct Listener {
    stop: Arc<AtomicBool>,
    listening: JoinHandle<anyhow::Result<Heard>>,
}

impl Listener {
    pub fn start(page: Caller, journal: Arc<Journal>) -> Self {
        let stop = Arc::<AtomicBool>::default();
        let listening = tokio::spawn(listen(page, journal, Arc::clone(&stop)));
        Self { stop, listening }
    }

    pub async fn end(self) -> anyhow::Result<Heard> {
        // The last events are on their way.
        sleep(PAUSE * 5).await;
        self.stop.store(true, Relaxed);
        self.listening.await?
    }
}

async fn listen(page: Caller, journal: Arc<Journal>, stop: Arc<AtomicBool>) -> anyhow::Result<Heard> {
    let mut heard = Heard::default();
    let mut cursor: Option<(String, i64)> = None;
    while !stop.load(Relaxed) {
        let path = match &cursor {
            Some((epoch, after)) => format!("/api/live/events?epoch={epoch}&after={after}"),
            None => "/api/live/events".to_owned(),
        };
        // Changes from before this moment are in the data that the page would fetch after the answer.
        let asked_at = journal.now();
        let answer = page.get(ASIDE, &path).await?;
        for message in answer["data"].as_array().into_iter().flatten() {
            if message["type"] == "hello" {
                if cursor.is_some() && message["resumed"] == false {
                    heard.renewals.push(asked_at);
                }
                let epoch = message["epoch"].as_str().unwrap_or_default().to_owned();
                cursor = Some((epoch, message["seq"].as_i64().unwrap_or_default()));
            }
            if message["type"] == "event" {
                heard.ids.extend(list_ids(&message["event"]));
            }
        }
        sleep(PAUSE).await;
    }
    Ok(heard)
}

fn list_ids(event: &Value) -> Vec<String> {
    let ids = event["ids"].as_array().into_iter().flatten();
    ids.filter_map(|id| id.as_str().map(str::to_owned)).collect()
}

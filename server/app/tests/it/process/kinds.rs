//! Processes for tests only. Each unit of work inserts a row that is never changed, so repeated work is
//! detected.

use std::io::{Seek, Write as _};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use server_core::files::FileKind;
use server_core::http::messages::{MessageCode, Params};
use server_core::process::{Kinds, Outcome, OutputFile, Process, ProcessCx, ProcessError, Stage};
use tokio::time::sleep;

pub fn kinds() -> Kinds {
    app::kinds()
        .with::<Count>()
        .with::<Flaky>()
        .with::<Hang>()
        .with::<KeepAndFail>()
        .with::<Panic>()
        .with::<Write>()
}

/// Does `units` units of `pause_ms` each, two per transaction.
#[derive(Serialize, Deserialize)]
pub struct Count {
    pub units: u32,
    pub pause_ms: u64,
}

const UNIT: &str = "
    insert into audit_entries (id, occurred_at, action, changes, request_id)
    values (gen_random_uuid(), clock_timestamp(), 'test.unit', jsonb_build_object('task', $1, 'unit', $2), '')";

impl Process for Count {
    const KIND: &'static str = "test.count";

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let mut done: u32 = cx.saved_state()?.unwrap_or(0);
        while done < self.units {
            let mut tx = cx.begin().await?;
            let end = (done + 2).min(self.units);
            while done < end {
                sqlx::query(UNIT).bind(cx.task_id()).bind(done.to_string()).execute(&mut *tx).await?;
                sleep(Duration::from_millis(self.pause_ms)).await;
                done += 1;
            }
            cx.save_state(&mut tx, &done).await?;
            tx.commit().await?;
            cx.progress(Stage::Processing, done.into(), self.units.into());
        }
        Ok(Outcome::Done)
    }
}

/// Asks for a retry until it has run `failures` times.
#[derive(Serialize, Deserialize)]
pub struct Flaky {
    pub failures: u32,
    pub gives_up: bool,
}

impl Process for Flaky {
    const KIND: &'static str = "test.flaky";
    const RETRIES: i16 = 1;

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let tries: u32 = cx.saved_state()?.unwrap_or(0);
        let mut tx = cx.begin().await?;
        cx.save_state(&mut tx, &(tries + 1)).await?;
        tx.commit().await?;
        match tries < self.failures {
            true if self.gives_up => Err(ProcessError::fail(MessageCode::TrackingRangeExhausted)),
            true => Err(ProcessError::retry(anyhow::anyhow!("not yet"))),
            false => Ok(Outcome::Done),
        }
    }
}

/// Never ends and ignores cancellation.
#[derive(Serialize, Deserialize)]
pub struct Hang;

impl Process for Hang {
    const KIND: &'static str = "test.hang";

    async fn run(self, _cx: ProcessCx) -> Result<Outcome, ProcessError> {
        std::future::pending().await
    }
}

/// Keeps its file for the next attempt, and fails for good.
#[derive(Serialize, Deserialize)]
pub struct KeepAndFail;

impl Process for KeepAndFail {
    const KIND: &'static str = "test.keep_and_fail";

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let mut file = tempfile::tempfile()?;
        file.write_all(b"kept")?;
        file.rewind()?;
        let file = tokio::fs::File::from_std(file);
        OutputFile::keep(&cx, file, "kept.txt".into(), &Params::new()).await?;
        Err(ProcessError::fail(MessageCode::TrackingRangeExhausted))
    }
}

#[derive(Serialize, Deserialize)]
pub struct Panic;

impl Process for Panic {
    const KIND: &'static str = "test.panic";

    async fn run(self, _cx: ProcessCx) -> Result<Outcome, ProcessError> {
        panic!("on purpose")
    }
}

/// Creates a file to download.
#[derive(Serialize, Deserialize)]
pub struct Write {
    pub text: String,
}

impl Process for Write {
    const KIND: &'static str = "test.write";

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let key = cx.app().files.put(&cx.tenant().id, FileKind::Output, self.text).await?;
        Ok(Outcome::File { key, name: "relatório \"1\".txt".into(), content_type: "text/plain".into() })
    }
}

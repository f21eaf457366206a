//! The process that writes the archive.

use std::fs::File;
use std::io::{Seek, Write};

use chrono::TimeDelta;
use policy::UserType;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tenancy::TenantTx;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use uuid::Uuid;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use super::sections::{SECTIONS, Section};
use access::ctx::Ctx;
use server_core::http::messages::Params;
use server_core::notify::code::{Ends, NotificationCode};
use server_core::process::{self, Outcome, OutputFile, Process, ProcessCx, ProcessError, Stage};
use server_core::state::AppState;

/// Days until the file is deleted.
const KEPT_DAYS: i64 = 7;

/// Writes the data of the owner of the task.
#[derive(Serialize, Deserialize)]
pub struct ExportPersonalData {
    /// The client of the user; none for users who belong to no client.
    pub client_id: Option<Uuid>,
    /// Names of the sections that the user may list.
    pub sections: Vec<String>,
}

/// The input of the writing thread.
enum Piece {
    /// A file of the archive begins.
    File(&'static str),
    Rows(Vec<Value>),
}

impl Process for ExportPersonalData {
    const KIND: &'static str = "account.export";
    const ENDS: Ends = Ends {
        completed: NotificationCode::PersonalDataExported,
        failed: NotificationCode::PersonalDataExportFailed,
    };

    async fn run(self, cx: ProcessCx) -> Result<Outcome, ProcessError> {
        let file = match cx.saved_state()? {
            Some(file) => file,
            None => self.write(&cx).await?,
        };
        file.into_outcome(&cx, "application/zip")
    }
}

impl ExportPersonalData {
    /// The sections of the signed-in user. Records of a client are for its own users only.
    pub fn of(ctx: &Ctx) -> Self {
        let client_id = ctx.user.client_id.filter(|_| ctx.user.user_type == UserType::Client);
        let is_open = |section: &&Section| match section.right {
            None => true,
            Some((resource, action)) => client_id.is_some() && ctx.grants.allow(resource, action),
        };
        let sections = SECTIONS.iter().filter(is_open).map(|section| section.name.to_owned()).collect();
        Self { client_id, sections }
    }

    async fn write(&self, cx: &ProcessCx) -> Result<OutputFile, ProcessError> {
        let (file, written) = self.collect(cx).await?;
        let name = format!("my-data-{}.zip", cx.app().clock.now().format("%Y-%m-%d-%H%M%S"));
        let result = Params::from([("done", json!(written)), ("days", json!(KEPT_DAYS))]);
        OutputFile::keep(cx, file, name, &result).await
    }

    /// The archive and its number of records.
    async fn collect(&self, cx: &ProcessCx) -> Result<(File, u64), ProcessError> {
        let (pieces, arriving) = mpsc::channel(1);
        let writer = spawn_blocking(move || write_archive(arriving));
        let mut written = 0;
        let wanted = SECTIONS.iter().filter(|section| self.sections.iter().any(|name| name == section.name));
        for section in wanted {
            let owner = match section.right {
                None => cx.user_id(),
                Some(_) => self.client_id.unwrap_or_default(),
            };
            let (mut after, mut piece) = (Uuid::nil(), Piece::File(section.name));
            // When the writing thread has stopped, its error is returned below.
            while pieces.send(piece).await.is_ok() {
                let mut tx = cx.begin().await?;
                let rows: Vec<(Uuid, Value)> =
                    sqlx::query_as(section.sql).bind(owner).bind(after).fetch_all(&mut *tx).await?;
                tx.commit().await?;
                let Some((last, _)) = rows.last() else { break };
                after = *last;
                written += rows.len() as u64;
                cx.progress(Stage::Processing, written, written);
                piece = Piece::Rows(rows.into_iter().map(|(_, data)| data).collect());
            }
        }
        drop(pieces);
        let file = writer.await.map_err(ProcessError::retry)?.map_err(ProcessError::retry)?;
        Ok((file, written))
    }
}

/// Each file is an array of JSON, one record in a line.
fn write_archive(mut arriving: mpsc::Receiver<Piece>) -> anyhow::Result<File> {
    let mut archive = ZipWriter::new(tempfile::tempfile()?);
    let mut separator = None;
    while let Some(piece) = arriving.blocking_recv() {
        match piece {
            Piece::File(name) => {
                if separator.is_some() {
                    archive.write_all(b"\n]\n")?;
                }
                archive.start_file(format!("{name}.json"), SimpleFileOptions::default())?;
                archive.write_all(b"[")?;
                separator = Some("\n");
            }
            Piece::Rows(rows) => {
                for row in rows {
                    archive.write_all(separator.unwrap_or_default().as_bytes())?;
                    serde_json::to_writer(&mut archive, &row)?;
                    separator = Some(",\n");
                }
            }
        }
    }
    if separator.is_some() {
        archive.write_all(b"\n]\n")?;
    }
    let mut file = archive.finish()?;
    file.rewind()?;
    Ok(file)
}

/// Deletes exports that are older than a week, and returns the names of their files.
pub async fn delete_expired(tx: &mut TenantTx, state: &AppState) -> sqlx::Result<Vec<String>> {
    let before = state.clock.now() - TimeDelta::days(KEPT_DAYS);
    process::delete_ended(tx, ExportPersonalData::KIND, before).await
}

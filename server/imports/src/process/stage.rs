//! Copies the rows of a file into the tenant's table.

use std::fs::File;
use std::ops::ControlFlow;

use tokio::sync::mpsc;
use uuid::Uuid;

use super::super::copy::{Lines, key_of};
use super::super::kind::ImportKind;
use super::super::lines;
use super::super::model::header_of;
use super::super::store::ImportRow;
use super::super::synonyms::COLUMN_WORDS;
use super::{DROPPED_AT_ONCE, download_file};
use server_core::http::messages::{MessageCode, Params};
use server_core::process::{ProcessCx, ProcessError, Stage};
use sheets::preview;
use sheets::workbook::RUN;
use sheets::{Header, Kind, SheetError};

/// Lines of one COPY, which is one transaction.
const LINES_AT_ONCE: i32 = 5_000;
const BYTES_AT_ONCE: usize = 8 * 1024 * 1024;

/// Copies the remaining rows. Fails at the first line over the company's maximum.
pub async fn stage(cx: &ProcessCx, import: &ImportRow, max_lines: Option<i32>) -> Result<(), ProcessError> {
    let group_by = import.mapping.group_by.as_deref();
    let same_grouping = import.grouped_by.as_deref() == group_by;
    if import.staged && same_grouping {
        return Ok(());
    }
    let mut from = import.staged_line;
    if !same_grouping {
        forget(cx, import.id, group_by).await?;
        from = 0;
    }
    let file = download_file(&cx.app().files, &cx.tenant().id, &import.file_key).await?;
    let file = file.ok_or_else(|| ProcessError::fail(MessageCode::ImportUnreadable))?;
    let column = group_by.and_then(|key| header_of(&import.header).index(key));
    let reading = Reading {
        import_id: import.id,
        of: import.kind,
        kind: import.format.kind(),
        column,
        from: from.unsigned_abs(),
    };
    let (sender, mut receiver) = mpsc::channel(2);
    let reader = tokio::task::spawn_blocking(move || reading.run(file, &sender));
    let mut staged = u64::from(from.unsigned_abs());
    while let Some(copied) = receiver.recv().await {
        let count = u64::from(copied.count.unsigned_abs());
        if let Some(max) = max_lines.filter(|max| staged + count > u64::from(max.unsigned_abs())) {
            let params = Params::from([("max", max.into())]);
            return Err(ProcessError::fail_with(MessageCode::ImportFileTooLong, params));
        }
        let mut tx = cx.begin().await?;
        lines::stage(&mut tx, import.id, copied.bytes, lines::line_number(copied.last_line), copied.count)
            .await?;
        tx.commit().await?;
        staged += count;
        cx.progress(Stage::Starting, staged, 0);
    }
    let read = reader.await.map_err(ProcessError::retry)?;
    read.map_err(unreadable)?;
    let mut tx = cx.begin().await?;
    let has_twins = import.kind == ImportKind::Shipments && group_by.is_none();
    lines::finish_staging(&mut tx, import.id, has_twins).await?;
    tx.commit().await?;
    Ok(())
}

/// Deletes lines that an earlier mapping grouped by another column.
async fn forget(cx: &ProcessCx, id: Uuid, group_by: Option<&str>) -> Result<(), ProcessError> {
    loop {
        let mut tx = cx.begin().await?;
        let dropped = lines::drop_lines(&mut tx, id, true, DROPPED_AT_ONCE).await?;
        if dropped == 0 {
            lines::forget_staged(&mut tx, id, group_by).await?;
        }
        tx.commit().await?;
        if dropped == 0 {
            return Ok(());
        }
    }
}

struct Reading {
    import_id: Uuid,
    of: ImportKind,
    kind: Kind,
    column: Option<usize>,
    /// Rows up to this one are already copied.
    from: u32,
}

impl Reading {
    /// Reads the file and sends its rows as fast as the receiver takes them. Blocking.
    fn run(&self, file: File, to: &mpsc::Sender<Lines>) -> Result<(), SheetError> {
        let mut lines = Lines::of(self.import_id);
        preview::read_without_formula_guards(
            file,
            &self.kind,
            &RUN,
            &COLUMN_WORDS,
            &mut |header: &Header, row| {
                if row.line <= self.from {
                    return ControlFlow::Continue(());
                }
                lines.push(&key_of(self.of, &row, header, self.column), &row);
                if lines.count < LINES_AT_ONCE && lines.bytes.len() < BYTES_AT_ONCE {
                    return ControlFlow::Continue(());
                }
                // The receiver is gone when the process was stopped.
                if to.blocking_send(lines.take()).is_ok() {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
        )?;
        if lines.count > 0 {
            to.blocking_send(lines).ok();
        }
        Ok(())
    }
}

/// The first rows were readable at the upload; a later one is not.
fn unreadable(error: SheetError) -> ProcessError {
    match error {
        SheetError::Io(error) => ProcessError::retry(error),
        _ => ProcessError::fail_with(error.message(), error.params()),
    }
}

//! Walks through the copied lines shipment by shipment or client by client: checks them, and stores the records unless
//! it is a dry run.

use super::super::forecasts;
use super::super::group::MAX_LINES;
use super::super::kind::ImportScope;
use super::super::lines::{self, StagedLine};
use super::super::problem::{Code, LineProblem};
use super::super::store::{self, Counts, ImportRow};
use super::work::Work;
use server_core::process::{ProcessCx, ProcessError, Stage};
use tenancy::TenantTx;

/// Lines checked in one transaction.
const LINES_AT_ONCE: i64 = 2_000;

/// A position in the order of the groups.
type GroupPosition = (String, i32);

pub struct Walk<'a> {
    pub cx: &'a ProcessCx,
    pub import: &'a ImportRow,
    pub work: Work,
}

impl Walk<'_> {
    /// Continues after the last checked line.
    pub async fn run(&self) -> Result<(), ProcessError> {
        let mut tx = self.cx.begin().await?;
        let import = store::find(&mut tx, &ImportScope::all(self.import.kind), self.import.id).await?;
        tx.commit().await?;
        let Some(import) = import else { return Ok(()) };
        let counts = import.counts;
        let mut done = counts.taken_lines + counts.existing_lines + counts.refused_lines;
        let mut place = (import.walked_key.unwrap_or_default(), import.walked_line.unwrap_or_default());
        let units = |lines: i32| u64::from(lines.unsigned_abs());
        loop {
            self.cx.progress(Stage::Processing, units(done), units(counts.line_count));
            let Some((reached, lines)) = self.step(&place).await? else { return Ok(()) };
            place = reached;
            done += lines;
        }
    }

    /// One transaction. Returns the position reached and the number of lines.
    async fn step(&self, from: &GroupPosition) -> Result<Option<(GroupPosition, i32)>, ProcessError> {
        let mut tx = self.cx.begin().await?;
        let mut lines = lines::next_lines(&mut tx, self.import.id, &from.0, from.1, LINES_AT_ONCE).await?;
        let Some(last) = lines.last() else {
            tx.commit().await?;
            return Ok(None);
        };
        let whole = whole_groups(&lines);
        if whole == 0 {
            let reached = (last.group_key.clone(), i32::MAX);
            let counts = self.refuse_group(&mut tx, &reached.0).await?;
            lines::advance(&mut tx, self.import.id, (&reached.0, reached.1), &counts).await?;
            tx.commit().await?;
            return Ok(Some((reached, counts.refused_lines)));
        }
        let reached = (lines[whole - 1].group_key.clone(), lines[whole - 1].line);
        let place = (reached.0.as_str(), reached.1);
        lines.truncate(whole);
        lines::forgive(&mut tx, self.import.id, (&from.0, from.1), place).await?;
        // A value that another request took meanwhile is known at the next attempt.
        let taken = self.work.take(&mut tx, lines).await.map_err(ProcessError::retry)?;
        lines::refuse(&mut tx, self.import.id, &taken.refused).await?;
        forecasts::store(&mut tx, self.import.id, &taken.forecasts).await?;
        lines::add_missing(&mut tx, self.import.id, &taken.missing).await?;
        lines::advance(&mut tx, self.import.id, place, &taken.counts).await?;
        tx.commit().await?;
        Ok(Some((reached, i32::try_from(whole).unwrap_or(i32::MAX))))
    }

    /// A group that is larger than a whole step cannot be a shipment.
    async fn refuse_group(&self, tx: &mut TenantTx, key: &str) -> Result<Counts, ProcessError> {
        let problem = LineProblem::of_line(Code::TooManyLines).with("max", &MAX_LINES);
        let refused_lines = lines::refuse_group(tx, self.import.id, key, &[problem]).await?;
        Ok(Counts { refused_lines, refused_shipments: 1, ..Counts::default() })
    }
}

/// Number of lines in groups that are complete in `lines`.
fn whole_groups(lines: &[StagedLine]) -> usize {
    if (lines.len() as i64) < LINES_AT_ONCE {
        return lines.len();
    }
    let last = &lines[lines.len() - 1].group_key;
    lines.iter().rposition(|line| line.group_key != *last).map_or(0, |before| before + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(key: &str, line: i32) -> StagedLine {
        StagedLine { line, group_key: key.to_owned(), cells: Vec::new() }
    }

    #[test]
    fn a_step_ends_with_a_complete_shipment() {
        let full = LINES_AT_ONCE as i32;
        let mut lines: Vec<StagedLine> =
            (0..full).map(|at| line(if at < full - 3 { "a" } else { "b" }, at)).collect();
        assert_eq!(whole_groups(&lines), lines.len() - 3);
        lines.pop();
        assert_eq!(whole_groups(&lines), lines.len());
        let endless: Vec<StagedLine> = (0..full).map(|at| line("a", at)).collect();
        assert_eq!(whole_groups(&endless), 0);
    }
}

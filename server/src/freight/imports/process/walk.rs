//! Walks through the copied lines shipment by shipment: checks them, and stores the shipments unless it is a
//! dry run.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use uuid::Uuid;

use super::super::directory::Words;
use super::super::group::{MAX_LINES, RefusedLine, gather, refuse_all};
use super::super::input::{Common, fill_in};
use super::super::lines::{self, StagedLine};
use super::super::lookups::Lookups;
use super::super::mapping::Plan;
use super::super::model::ImportStatus;
use super::super::parse::Line;
use super::super::problem::{Code, LineProblem};
use super::super::sheet::{Cells, Row};
use super::super::store::{self, Counts, ImportRow, Missing};
use super::Run;
use crate::access::scope::RowScope;
use crate::freight::shipments::bulk::{self, NewShipment, Origin};
use crate::freight::shipments::fields::ShipmentInput;
use crate::freight::shipments::{model, store as shipments};
use crate::freight::status::ShipmentStatus;
use crate::process::{ProcessCx, ProcessError, Stage};
use tenancy::TenantTx;

/// Lines checked in one transaction.
const LINES_AT_ONCE: i64 = 2_000;

/// A position in the order of the groups.
type Place = (String, i32);

pub struct Walk<'a> {
    cx: &'a ProcessCx,
    run: &'a Run,
    import: &'a ImportRow,
    judge: Arc<Judge>,
    weights: HashMap<Uuid, (i32, i32)>,
    is_dry: bool,
}

/// Checks lines without a database.
struct Judge {
    plan: Plan,
    words: Words,
    common: Common,
}

/// Result of checking some lines.
#[derive(Default)]
struct Judged {
    shipments: Vec<Candidate>,
    refused: Vec<(String, RefusedLine)>,
    refused_shipments: i32,
}

/// A shipment without refused lines.
struct Candidate {
    input: ShipmentInput,
    missing: Vec<String>,
    lines: i32,
}

impl Candidate {
    fn reference(&self) -> &str {
        self.input.fields.external_ref.as_deref().unwrap_or_default()
    }
}

impl<'a> Walk<'a> {
    pub fn new(
        cx: &'a ProcessCx,
        run: &'a Run,
        import: &'a ImportRow,
        plan: Plan,
        lookups: Lookups,
        status: ImportStatus,
    ) -> Self {
        let ImportRow { client_id, subsidiary_id, partner_id, .. } = *import;
        let home_country_id = run.home_country_id;
        let common =
            Common { client_id, subsidiary_id, partner_id, is_outside: run.is_outside, home_country_id };
        let judge = Arc::new(Judge { plan, words: lookups.words, common });
        let is_dry = status == ImportStatus::Checking;
        Self { cx, run, import, judge, weights: lookups.weights, is_dry }
    }

    /// Continues after the last checked line.
    pub async fn run(&self) -> Result<(), ProcessError> {
        let mut tx = self.cx.begin().await?;
        let import = store::find(&mut tx, &RowScope::All, self.import.id).await?;
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
    async fn step(&self, from: &Place) -> Result<Option<(Place, i32)>, ProcessError> {
        let mut tx = self.cx.begin().await?;
        let lines = lines::next_lines(&mut tx, self.import.id, (&from.0, from.1), LINES_AT_ONCE).await?;
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
        let judged = self.judged(lines, whole).await?;
        let place = (reached.0.as_str(), reached.1);
        lines::forgive(&mut tx, self.import.id, (&from.0, from.1), place).await?;
        lines::refuse(&mut tx, self.import.id, &judged.refused).await?;
        let (counts, missing) = self.keep(&mut tx, judged).await?;
        lines::add_missing(&mut tx, self.import.id, &missing).await?;
        lines::advance(&mut tx, self.import.id, place, &counts).await?;
        tx.commit().await?;
        Ok(Some((reached, i32::try_from(whole).unwrap_or(i32::MAX))))
    }

    /// A group that is larger than a whole step cannot be a shipment.
    async fn refuse_group(&self, tx: &mut TenantTx, key: &str) -> Result<Counts, ProcessError> {
        let problem = LineProblem::of_line(Code::TooManyLines).with("max", &MAX_LINES);
        let refused_lines = lines::refuse_group(tx, self.import.id, key, &[problem]).await?;
        Ok(Counts { refused_lines, refused_shipments: 1, ..Counts::default() })
    }

    async fn judged(&self, mut lines: Vec<StagedLine>, whole: usize) -> Result<Judged, ProcessError> {
        lines.truncate(whole);
        let judge = Arc::clone(&self.judge);
        tokio::task::spawn_blocking(move || judge.judge(lines)).await.map_err(ProcessError::retry)
    }

    async fn keep(&self, tx: &mut TenantTx, judged: Judged) -> Result<(Counts, Missing), ProcessError> {
        let mut missing = Missing::new();
        let mut counts = Counts {
            refused_lines: count(judged.refused.len()),
            refused_shipments: judged.refused_shipments,
            ..Counts::default()
        };
        let owner_id = self.import.client_id.or(self.import.partner_id);
        let known = known(tx, owner_id, &judged.shipments).await?;
        let (existing, new): (Vec<_>, Vec<_>) = judged.shipments.into_iter().partition(|candidate| {
            known
                .get(&candidate.input.fields.source)
                .is_some_and(|known| known.contains(candidate.reference()))
        });
        for candidate in &existing {
            counts.existing_lines += candidate.lines;
            counts.existing_shipments += 1;
        }
        if self.is_dry {
            for candidate in &new {
                counts.taken_lines += candidate.lines;
                counts.new_shipments += 1;
                counts.attention_shipments += i32::from(!candidate.missing.is_empty());
                tally(&mut missing, &candidate.missing);
            }
            return Ok((counts, missing));
        }
        self.insert(tx, new, &mut counts, &mut missing).await?;
        Ok((counts, missing))
    }

    async fn insert(
        &self,
        tx: &mut TenantTx,
        new: Vec<Candidate>,
        counts: &mut Counts,
        missing: &mut Missing,
    ) -> Result<(), ProcessError> {
        if new.is_empty() {
            return Ok(());
        }
        let lines: Vec<i32> = new.iter().map(|candidate| candidate.lines).collect();
        let codes = shipments::take_codes(tx, count(new.len())).await?;
        let new: Vec<NewShipment> =
            new.into_iter().zip(codes).map(|(candidate, code)| self.complete(candidate, code)).collect();
        let origin = Origin {
            import_id: self.import.id,
            by: self.cx.user_id(),
            at: self.cx.app().clock.now(),
            time_zone: &self.run.time_zone,
        };
        let stored = bulk::insert_many(tx, &new, &origin).await?;
        for (shipment, lines) in new.iter().zip(lines) {
            if stored.contains(&shipment.id) {
                counts.taken_lines += lines;
                counts.new_shipments += 1;
                counts.attention_shipments += i32::from(shipment.status == ShipmentStatus::NeedsAttention);
                tally(missing, &shipment.missing);
            } else {
                counts.existing_lines += lines;
                counts.existing_shipments += 1;
            }
        }
        Ok(())
    }

    fn complete(&self, candidate: Candidate, tracking_code: String) -> NewShipment {
        let Candidate { mut input, missing, .. } = candidate;
        let weights = input.fields.service_id.and_then(|id| self.weights.get(&id).copied());
        let (divisor, step_g) = weights.unwrap_or(USUAL_WEIGHTS);
        let (declared, volumetric_weight_g, chargeable_weight_g) = model::weigh(&input, divisor, step_g);
        input.fields.declared_weight_g = declared;
        NewShipment {
            id: Uuid::now_v7(),
            tracking_code,
            status: model::open_status(&missing),
            input,
            missing,
            volumetric_weight_g,
            chargeable_weight_g,
        }
    }
}

/// Divisor and step (cm³/kg, g) without a service.
const USUAL_WEIGHTS: (i32, i32) = (6000, 500);

/// Number of lines in groups that are complete in `lines`.
fn whole_groups(lines: &[StagedLine]) -> usize {
    if (lines.len() as i64) < LINES_AT_ONCE {
        return lines.len();
    }
    let last = &lines[lines.len() - 1].group_key;
    lines.iter().rposition(|line| line.group_key != *last).map_or(0, |before| before + 1)
}

fn tally(missing: &mut Missing, fields: &[String]) {
    for field in fields {
        *missing.entry(field.clone()).or_default() += 1;
    }
}

/// The references that the owner's shipments already have, by source.
async fn known(
    tx: &mut TenantTx,
    owner_id: Option<Uuid>,
    candidates: &[Candidate],
) -> Result<BTreeMap<String, HashSet<String>>, ProcessError> {
    let mut by_source: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for candidate in candidates {
        by_source.entry(&candidate.input.fields.source).or_default().push(candidate.reference());
    }
    let mut known = BTreeMap::new();
    for (source, references) in by_source {
        known.insert(source.to_owned(), bulk::known_references(tx, owner_id, source, &references).await?);
    }
    Ok(known)
}

impl Judge {
    fn judge(&self, lines: Vec<StagedLine>) -> Judged {
        let mut judged = Judged::default();
        let mut group: Vec<Line> = Vec::new();
        let mut key = String::new();
        for staged in lines {
            if staged.group_key != key && !group.is_empty() {
                self.close(&key, std::mem::take(&mut group), &mut judged);
            }
            key.clone_from(&staged.group_key);
            group.push(self.line(staged));
        }
        if !group.is_empty() {
            self.close(&key, group, &mut judged);
        }
        judged
    }

    fn line(&self, staged: StagedLine) -> Line {
        let row = Row { line: staged.line.unsigned_abs(), cells: Cells::from(staged.cells) };
        let mut line = self.plan.line(row, &self.words);
        if self.plan.group_column().is_none() {
            line.group = staged.group_key;
        }
        line
    }

    fn close(&self, key: &str, lines: Vec<Line>, judged: &mut Judged) {
        let (numbers, many) = (lines.iter().map(|line| line.row.line).collect::<Vec<_>>(), lines.len());
        let gathered = if many > MAX_LINES {
            Err(refuse_all(Code::TooManyLines, MAX_LINES, numbers))
        } else {
            gather(&self.plan, lines)
        };
        match gathered {
            Ok(shipment) => {
                let (input, missing) = fill_in(&shipment, &self.common);
                judged.shipments.push(Candidate { input, missing, lines: count(many) });
            }
            Err(refused) => {
                judged.refused_shipments += 1;
                judged.refused.extend(refused.into_iter().map(|line| (key.to_owned(), line)));
            }
        }
    }
}

fn count(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
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

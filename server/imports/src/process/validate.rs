//! Checks lines without a database.

use super::super::directory::Words;
use super::super::group::{MAX_LINES, RefusedLine, StagedShipment, gather, refuse_all, to_refused_lines};
use super::super::input::{Common, fill_in};
use super::super::limits;
use super::super::lines::{StagedLine, line_number};
use super::super::lookups::Services;
use super::super::mapping::Plan;
use super::super::parse::Line;
use super::super::problem::Code;
use freight::shipments::fields::ShipmentInput;
use pricing::services::limits::Reader;
use server_core::http::error::FieldErrors;
use sheets::{Cells, Row};

/// The meaning of a file, and what its shipments have in common.
pub struct LineValidator {
    pub plan: Plan,
    pub words: Words,
    pub common: Common,
    pub services: Services,
    /// How messages write the limits of services.
    pub reader: Reader,
}

/// Result of checking some lines.
#[derive(Default)]
pub struct ValidationResult {
    pub shipments: Vec<Candidate>,
    pub refused: Vec<(String, RefusedLine)>,
    pub refused_shipments: i32,
}

/// A shipment without refused lines.
pub struct Candidate {
    pub group_key: String,
    /// Number of its first row in the order of the group.
    pub line: i32,
    pub input: ShipmentInput,
    pub missing: Vec<String>,
    pub lines: i32,
    /// Its lines name no sender: the client is it.
    pub is_sent_by_client: bool,
}

impl Candidate {
    pub fn reference(&self) -> &str {
        self.input.fields.external_ref.as_deref().unwrap_or_default()
    }
}

impl LineValidator {
    /// Checks the lines of complete groups, in the order of the groups.
    pub fn validate(&self, lines: Vec<StagedLine>) -> ValidationResult {
        let mut validated = ValidationResult::default();
        let mut group: Vec<Line> = Vec::new();
        let mut key = String::new();
        for staged in lines {
            if staged.group_key != key && !group.is_empty() {
                self.close(&key, std::mem::take(&mut group), &mut validated);
            }
            key.clone_from(&staged.group_key);
            group.push(self.line(staged));
        }
        if !group.is_empty() {
            self.close(&key, group, &mut validated);
        }
        validated
    }

    fn line(&self, staged: StagedLine) -> Line {
        let row = Row::new(staged.line.unsigned_abs(), Cells::from(staged.cells));
        let mut line = self.plan.line(row, &self.words);
        if self.plan.group_column().is_none() {
            line.group = staged.group_key;
        }
        line
    }

    fn close(&self, key: &str, mut lines: Vec<Line>, validated: &mut ValidationResult) {
        let (numbers, many) = (lines.iter().map(|line| line.row.line).collect::<Vec<_>>(), lines.len());
        let gathered = if many > MAX_LINES {
            Err(refuse_all(Code::TooManyLines, MAX_LINES, numbers))
        } else {
            gather(&self.plan, &mut lines)
        };
        match gathered.and_then(|shipment| self.filled_in(key, &shipment, lines)) {
            Ok(candidate) => validated.shipments.push(candidate),
            Err(refused) => {
                validated.refused_shipments += 1;
                validated.refused.extend(refused.into_iter().map(|line| (key.to_owned(), line)));
            }
        }
    }

    /// The form of a shipment, unless its service does not take it.
    fn filled_in(
        &self,
        key: &str,
        shipment: &StagedShipment,
        mut lines: Vec<Line>,
    ) -> Result<Candidate, Vec<RefusedLine>> {
        let (input, missing) = fill_in(shipment, &self.common, &self.words);
        let rules = input.fields.service_id.and_then(|id| self.services.get(&id));
        let mut errors = FieldErrors::default();
        if let Some(rules) = rules {
            rules.limits.check(&input.limited_goods(), self.reader, &mut errors);
        }
        if errors.is_empty() {
            let line = lines.first().map_or(0, |first| line_number(first.row.line));
            let (group_key, lines) = (key.to_owned(), to_i32(lines.len()));
            let is_sent_by_client = self.common.is_sent_by_client(&shipment.values);
            return Ok(Candidate { group_key, line, input, missing, lines, is_sent_by_client });
        }
        limits::mark(&self.plan, &mut lines, errors);
        Err(to_refused_lines(lines))
    }
}

pub fn to_i32(length: usize) -> i32 {
    i32::try_from(length).unwrap_or(i32::MAX)
}

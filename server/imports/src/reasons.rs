//! Reasons for refused lines and missing fields of shipments, in the API.

use poem_openapi::Object;
use serde_json::json;

use super::field::Field;
use super::lines::{ProblemCount, RefusedRow};
use super::problem::LineProblem;
use super::store::Missing;
use server_core::http::messages::Language;

/// A reason for which lines were refused.
#[derive(Object, Debug)]
pub struct ImportProblem {
    /// Stable code of the reason.
    pub code: String,
    /// Name of the column in the file; null if the reason is about the whole line.
    pub column: Option<String>,
    pub field: Option<String>,
    pub count: i64,
}

/// A field for shipping that new shipments lack.
#[derive(Object, Debug)]
pub struct ImportMissing {
    /// Same name as in `missing` of a shipment.
    pub field: String,
    pub shipments: i32,
}

/// A warning about goods that are taken.
#[derive(Object, Debug)]
pub struct ImportWarning {
    /// `expired` goods go to quarantine; `received_again` is a lot that the place has already.
    pub kind: String,
    pub lines: i32,
}

/// A refused line.
#[derive(Object, Debug)]
pub struct ImportRefusedLine {
    /// Number of the row in the file.
    pub line: i32,
    /// The original cells, in the order of the import's `columns`.
    pub cells: Vec<String>,
    pub reasons: Vec<ImportReason>,
}

/// A reason for refusing a line.
#[derive(Object, Debug)]
pub struct ImportReason {
    /// Stable code of the reason.
    pub code: String,
    /// Name of the column in the file; null if the reason is about the whole line.
    pub column: Option<String>,
    pub field: Option<Field>,
    /// The reason in the language of the request, with the name of the column.
    pub message: String,
    /// Values of the message: the `value` of the cell, a `max`, the day in `other`.
    pub params: serde_json::Value,
}

impl ImportRefusedLine {
    pub fn of(row: RefusedRow, language: Language) -> Self {
        let reason = |problem: &LineProblem| ImportReason {
            code: problem.code.as_str().to_owned(),
            column: problem.column.clone(),
            field: problem.field,
            message: problem.text(language),
            params: json!(problem.params()),
        };
        Self { line: row.line, cells: row.cells, reasons: row.problems.iter().map(reason).collect() }
    }
}

/// The most frequent field first.
pub fn commonest(missing: Missing) -> Vec<ImportMissing> {
    let mut missing: Vec<_> =
        missing.into_iter().map(|(field, shipments)| ImportMissing { field, shipments }).collect();
    missing.sort_by_key(|one| std::cmp::Reverse(one.shipments));
    missing
}

/// The most frequent warning first.
pub fn commonest_warnings(warnings: Missing) -> Vec<ImportWarning> {
    let mut warnings: Vec<_> =
        warnings.into_iter().map(|(kind, lines)| ImportWarning { kind, lines }).collect();
    warnings.sort_by_key(|one| std::cmp::Reverse(one.lines));
    warnings
}

impl From<ProblemCount> for ImportProblem {
    fn from(problem: ProblemCount) -> Self {
        let ProblemCount { code, column_name, field, count } = problem;
        Self { code, column: column_name, field, count }
    }
}

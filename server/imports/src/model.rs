//! An import in the API, and the actions its state allows.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use policy::Grants;
use uuid::Uuid;

use super::can::ImportCan;
use super::field::{Field, Kind, Part};
use super::forecasts::ImportPrices;
use super::format::Format;
use super::guess::Doubt;
use super::kind::ImportKind;
use super::lines::ProblemCount;
use super::mapping::{Mapping, MappingOrigin, MappingProblem};
use super::reasons::{ImportMissing, ImportProblem, ImportWarning, commonest, commonest_warnings};
pub use super::status::ImportStatus;
use super::store::{Counts, ImportListRow, ImportRow};
use server_core::http::error::FieldErrors;
use server_core::http::messages::{Language, MessageCode, Params};
use sheets::{Cells, Header};

/// Counts of lines and shipments. In an import of clients each line is a client, and the counts of shipments are 0.
#[derive(serde::Serialize, Object, Clone, Copy, Debug)]
pub struct ImportCounts {
    /// Non-empty rows under the header.
    pub lines: i32,
    /// Lines imported, or that would be in a dry run.
    pub taken_lines: i32,
    /// Lines of shipments or clients that already existed; those are unchanged.
    pub existing_lines: i32,
    pub refused_lines: i32,
    pub new_shipments: i32,
    /// New shipments that lack a field for shipping.
    pub attention_shipments: i32,
    pub existing_shipments: i32,
    pub refused_shipments: i32,
}

impl From<Counts> for ImportCounts {
    fn from(counts: Counts) -> Self {
        Self {
            lines: counts.line_count,
            taken_lines: counts.taken_lines,
            existing_lines: counts.existing_lines,
            refused_lines: counts.refused_lines,
            new_shipments: counts.new_shipments,
            attention_shipments: counts.attention_shipments,
            existing_shipments: counts.existing_shipments,
            refused_shipments: counts.refused_shipments,
        }
    }
}

/// A column of the file.
#[derive(Object, Debug)]
pub struct ImportColumn {
    /// Name of the column in a mapping. Empty if the column has no name and cannot be mapped.
    pub key: String,
    /// Name of the column in the file.
    pub name: String,
}

/// A word of the file that no field can read. If the mapping's `words` do not give it a meaning, its lines
/// are refused.
#[derive(Object, Debug)]
pub struct ImportDoubt {
    pub field: Field,
    /// Name of the column in the file.
    pub column: String,
    pub word: String,
    /// Occurrences in the first 10,000 rows.
    pub count: i64,
    /// Stable code of the reason.
    pub code: String,
    /// The reason in the language of the request.
    pub message: String,
    /// Whether the mapping gives it a meaning.
    pub settled: bool,
}

/// Why the last check or run failed.
#[derive(Object, Debug)]
pub struct ImportFailure {
    /// Stable code of the message, from `message-codes.json`.
    pub code: String,
    /// The message in the language of the request.
    pub message: String,
}

/// A file of shipments or clients with its mapping and its results.
#[derive(Object, Debug)]
pub struct Import {
    pub id: Uuid,
    pub status: ImportStatus,
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    /// Branch that handles its shipments; null if none is set.
    pub subsidiary_id: Option<Uuid>,
    pub subsidiary_title: Option<String>,
    /// Agent or reseller of its shipments; null if none is set.
    pub partner_id: Option<Uuid>,
    pub partner_name: Option<String>,
    pub file_name: String,
    /// In bytes.
    pub file_size: i64,
    /// `csv`, `xlsx` or `xls`.
    pub file_kind: String,
    /// Encoding of a text file; null for a workbook.
    pub encoding: Option<String>,
    /// Delimiter of a text file; null for a workbook.
    pub delimiter: Option<String>,
    /// Sheets of a workbook, of which `sheet` is read; empty for a text file.
    pub sheets: Vec<String>,
    /// The sheet that is read: at first the fullest one. Null for a text file.
    pub sheet: Option<String>,
    pub columns: Vec<ImportColumn>,
    /// The first rows, cell by cell in the order of `columns`.
    pub sample: Vec<Vec<String>>,
    /// Non-empty rows under the header; null until known. `counts.lines` has the rows counted by a check or a
    /// run.
    pub total_lines: Option<i32>,
    /// Guessed, or remembered from the last file with the same columns, until it is saved.
    pub mapping: Mapping,
    pub mapping_origin: MappingOrigin,
    pub doubts: Vec<ImportDoubt>,
    pub counts: ImportCounts,
    /// The most frequent reasons for refused lines.
    pub problems: Vec<ImportProblem>,
    /// Fields for shipping that new shipments lack, the most frequent first.
    pub missing: Vec<ImportMissing>,
    /// Lines of goods to look at, which are taken; the most frequent warning first.
    pub warnings: Vec<ImportWarning>,
    /// Price of its shipments by the prices of the day of the check; null unless `can.show_prices`.
    pub prices: Option<ImportPrices>,
    pub failure: Option<ImportFailure>,
    /// Background task of the check or run, which has the progress; null before the first.
    pub task_id: Option<Uuid>,
    pub created_by_name: Option<String>,
    pub started_at: Option<DateTime<Utc>>,
    pub finished_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    pub can: ImportCan,
}

/// An import in a list.
#[derive(serde::Serialize, Object, Debug)]
pub struct ImportSummary {
    pub id: Uuid,
    pub status: ImportStatus,
    pub client_id: Option<Uuid>,
    pub client_name: Option<String>,
    pub file_name: String,
    pub counts: ImportCounts,
    pub task_id: Option<Uuid>,
    pub created_by_name: Option<String>,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub started_at: Option<DateTime<Utc>>,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub finished_at: Option<DateTime<Utc>>,
    #[serde(serialize_with = "server_core::http::wire::write")]
    pub created_at: DateTime<Utc>,
    pub can: ImportCan,
}

/// A field that a column or a constant can fill.
#[derive(Object, Debug)]
pub struct ImportFieldInfo {
    pub field: Field,
    /// `shipment`, `parcel`, `item`, `client` or `stock`.
    pub part: String,
    /// How its cells are read: `text`, `number`, `date`, `country`, `choice` and others.
    pub kind: String,
    /// The allowed words; empty unless the kind is `choice`.
    pub choices: Vec<String>,
    /// True for a total of the shipment that its lines can share: `per_line` applies.
    pub is_total: bool,
}

impl ImportFieldInfo {
    pub fn all(kind: ImportKind) -> Vec<Self> {
        Field::ALL.iter().filter(|field| kind.has(**field)).map(|field| Self::of(*field)).collect()
    }

    fn of(field: Field) -> Self {
        let part = match field.part() {
            Part::Shipment => "shipment",
            Part::Parcel => "parcel",
            Part::Item => "item",
            Part::Client => "client",
            Part::Stock => "stock",
        };
        let choices = match field.kind() {
            Kind::Choice(choices) => choices.iter().map(|(word, _)| (*word).to_owned()).collect(),
            _ => Vec::new(),
        };
        let (part, kind) = (part.to_owned(), kind_name(field.kind()).to_owned());
        Self { field, part, kind, choices, is_total: field.is_total() }
    }
}

fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Text(_) | Kind::Reference(_) | Kind::Postcode | Kind::Document | Kind::HsCode => "text",
        Kind::Email => "email",
        Kind::Phone => "phone",
        Kind::Country => "country",
        Kind::State => "state",
        Kind::Currency => "currency",
        Kind::Service => "service",
        Kind::Group => "group",
        Kind::Choice(_) => "choice",
        Kind::Money | Kind::UnitValue | Kind::Quantity | Kind::Count | Kind::Units | Kind::Days => "number",
        Kind::Weight => "weight",
        Kind::Size => "size",
        Kind::Date => "date",
    }
}

impl Import {
    pub fn of(row: ImportRow, problems: Vec<ProblemCount>, grants: &Grants, language: Language) -> Self {
        let header = header_of(&row.header);
        let (encoding, delimiter) = match &row.format.0 {
            Format::Csv { encoding, delimiter } => (Some(encoding.clone()), Some(delimiter.to_string())),
            Format::Xlsx { .. } => (None, None),
        };
        let (missing, warnings) = match row.kind {
            ImportKind::Stock => (Vec::new(), commonest_warnings(row.missing.0)),
            ImportKind::Shipments | ImportKind::Clients => (commonest(row.missing.0), Vec::new()),
        };
        let columns = header.keys().iter().zip(header.names());
        let doubts = row.doubts.0.into_iter().map(|doubt| doubt_of(doubt, &row.mapping, language)).collect();
        Self {
            can: ImportCan::of(row.kind, row.status, row.counts.refused_lines, grants),
            failure: row
                .failure_code
                .filter(|_| row.status == ImportStatus::Interrupted)
                .map(|code| failure_of(code, row.failure_params.as_ref(), language)),
            id: row.id,
            status: row.status,
            client_id: row.client_id,
            client_name: row.client_name,
            subsidiary_id: row.subsidiary_id,
            subsidiary_title: row.subsidiary_title,
            partner_id: row.partner_id,
            partner_name: row.partner_name,
            file_name: row.file_name,
            file_size: row.file_size,
            file_kind: row.format.name().to_owned(),
            encoding,
            delimiter,
            sheet: row.format.kind().sheet().map(str::to_owned),
            sheets: row.sheets,
            columns: columns
                .map(|(key, name)| ImportColumn { key: key.clone(), name: name.clone() })
                .collect(),
            sample: row.sample.0,
            doubts,
            total_lines: row.total_lines,
            mapping: row.mapping.0,
            mapping_origin: row.mapping_origin,
            counts: row.counts.into(),
            problems: problems.into_iter().map(ImportProblem::from).collect(),
            missing,
            warnings,
            prices: None,
            task_id: row.task_id,
            created_by_name: row.created_by_name,
            started_at: row.started_at,
            finished_at: row.finished_at,
            created_at: row.created_at,
            updated_at: row.updated_at,
            version: row.version,
        }
    }
}

impl ImportSummary {
    pub fn of(row: ImportListRow, grants: &Grants) -> Self {
        Self {
            can: ImportCan::of(row.kind, row.status, row.counts.refused_lines, grants),
            id: row.id,
            status: row.status,
            client_id: row.client_id,
            client_name: row.client_name,
            file_name: row.file_name,
            counts: row.counts.into(),
            task_id: row.task_id,
            created_by_name: row.created_by_name,
            started_at: row.started_at,
            finished_at: row.finished_at,
            created_at: row.created_at,
        }
    }
}

pub fn header_of(names: &[String]) -> Header {
    Header::of(&Cells::from(names.to_vec()))
}

fn doubt_of(doubt: Doubt, mapping: &Mapping, language: Language) -> ImportDoubt {
    let params = Params::from([("value", doubt.word.as_str().into())]);
    ImportDoubt {
        settled: mapping.words.iter().any(|word| word.field == doubt.field && word.word == doubt.word),
        message: doubt.code.message().text(language, &params),
        field: doubt.field,
        column: doubt.column,
        word: doubt.word,
        count: i64::try_from(doubt.count).unwrap_or(i64::MAX),
        code: doubt.code.as_str().to_owned(),
    }
}

fn failure_of(code: String, params: Option<&serde_json::Value>, language: Language) -> ImportFailure {
    let known = MessageCode::ALL.iter().copied().find(|known| known.as_str() == code);
    let line = params.and_then(|params| params.get("line")).cloned();
    let params: Params = line.map(|line| ("line", line)).into_iter().collect();
    let message = known.unwrap_or(MessageCode::Internal).text(language, &params);
    ImportFailure { code, message }
}

/// The problems of a mapping at the fields of its form.
pub fn mapping_errors(problems: Vec<MappingProblem>) -> FieldErrors {
    let mut errors = FieldErrors::default();
    for problem in problems {
        let params = Params::from([("value", problem.value.into())]);
        errors.push_with(format!("mapping.{}", problem.at), problem.code, params);
    }
    errors
}

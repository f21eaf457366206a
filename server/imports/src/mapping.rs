//! The meaning of the columns of a file, as the user chose it.

use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

use super::day::DateOrder;
use super::directory::Directory;
use super::field::{Field, Kind};
use super::kind::ImportKind;
use super::parse::{Reading, read_value};
use super::problem::{Code, LineProblem};
use super::read::{DecimalMark, FileSizeUnit, FileWeightUnit};
use super::value::Value;
use server_core::http::messages::MessageCode;
use sheets::Header;
use trade::wire_name;

wire_name! {
    /// Where the mapping of an import comes from.
    MappingOrigin {
        Guessed = "guessed",
        /// The mapping last used for a file with the same columns.
        Remembered = "remembered",
        Saved = "saved",
    }
}

/// The meaning of the columns of a file. It is remembered for the next file with the same columns.
#[derive(Object, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[oai(rename = "ImportMapping")]
pub struct Mapping {
    /// Columns not listed here are not read.
    #[oai(validator(max_items = 200))]
    pub columns: Vec<Column>,
    /// Key of the column that the lines of one shipment share. It is also the shipment's external reference,
    /// unless another column is mapped to that. Null: each line is a shipment.
    #[oai(validator(max_length = 500))]
    pub group_by: Option<String>,
    /// Values for fields that the file lacks or leaves empty.
    #[oai(default, validator(max_items = 100))]
    #[serde(default)]
    pub constants: Vec<Constant>,
    /// Words in the file that mean another word, or no value.
    #[oai(default, validator(max_items = 2000))]
    #[serde(default)]
    pub words: Vec<Word>,
    pub weight_unit: FileWeightUnit,
    pub size_unit: FileSizeUnit,
}

/// Meaning and format of one column.
#[derive(Object, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[oai(rename = "ImportMappingColumn")]
pub struct Column {
    /// Key of the column, from `columns` of the import.
    #[oai(validator(max_length = 500))]
    pub source: String,
    pub field: Field,
    /// Null when the dates of goods have two meanings (`03/04/2027`) and the user has not chosen one. The file is not read until
    /// then.
    pub date_order: Option<DateOrder>,
    /// Null when the numbers of the column have two meanings (`1.250`) and the user has not chosen one. The file is not
    /// read until then.
    pub decimal_mark: Option<DecimalMark>,
    /// For totals of a shipment (weight, freight, insurance, value): true if each line has a share, and the
    /// shares are added. False if one line has the total, or all lines repeat it.
    pub per_line: bool,
}

/// One value for all lines.
#[derive(Object, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[oai(rename = "ImportConstant")]
pub struct Constant {
    pub field: Field,
    /// Written as in a cell: numbers with a decimal point, dates in ISO 8601, a country by name or code.
    #[oai(validator(max_length = 4000))]
    pub value: String,
}

/// The meaning of a word of the file in a field.
#[derive(Object, Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[oai(rename = "ImportWord")]
pub struct Word {
    pub field: Field,
    /// The word as it is in the cell.
    #[oai(validator(max_length = 500))]
    pub word: String,
    /// The text that is read instead; null if the cell counts as empty.
    #[oai(validator(max_length = 500))]
    pub meaning: Option<String>,
}

impl Default for Mapping {
    fn default() -> Self {
        Self {
            columns: Vec::new(),
            group_by: None,
            constants: Vec::new(),
            words: Vec::new(),
            weight_unit: FileWeightUnit::Kg,
            size_unit: FileSizeUnit::Cm,
        }
    }
}

impl Mapping {
    pub fn maps(&self, field: Field) -> bool {
        self.columns.iter().any(|column| column.field == field)
            || self.constants.iter().any(|constant| constant.field == field)
    }

    /// Removes a field that the user cannot map.
    pub fn forget(&mut self, field: Field) {
        self.columns.retain(|column| column.field != field);
        self.constants.retain(|constant| constant.field != field);
    }
}

impl Column {
    pub fn new(source: &str, field: Field) -> Self {
        Self {
            source: source.to_owned(),
            field,
            date_order: Some(DateOrder::DayFirst),
            decimal_mark: Some(DecimalMark::Point),
            per_line: false,
        }
    }
}

/// A problem of the mapping itself. `at` is the path in its JSON, as the form names its fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappingProblem {
    pub at: String,
    pub code: MessageCode,
    pub value: String,
}

/// A mapping prepared for the rows of one file.
#[derive(Debug)]
pub struct Plan {
    pub(super) columns: Vec<PlannedColumn>,
    /// Position and name of the column that groups the lines.
    pub(super) group_by: Option<(usize, String)>,
    pub(super) constants: Vec<(Field, Value)>,
    pub(super) width: usize,
    pub(super) weight_unit: FileWeightUnit,
    pub(super) size_unit: FileSizeUnit,
}

#[derive(Debug)]
pub(super) struct PlannedColumn {
    pub at: usize,
    pub name: String,
    pub field: Field,
    pub date_order: DateOrder,
    pub decimal_mark: DecimalMark,
    pub per_line: bool,
    pub words: HashMap<String, Option<String>>,
}

impl Plan {
    /// The plan of a mapping without open questions.
    pub fn new(
        kind: ImportKind,
        mapping: &Mapping,
        header: &Header,
        directory: &dyn Directory,
    ) -> Result<Self, Vec<MappingProblem>> {
        let mut problems = open_questions(mapping);
        problems.extend(strange_fields(kind, mapping));
        match Self::draft(mapping, header, directory) {
            Ok(plan) if problems.is_empty() => Ok(plan),
            Ok(_) => Err(problems),
            Err(wrong) => {
                problems.extend(wrong);
                Err(problems)
            }
        }
    }

    /// The plan of a guess, which can have questions for the user.
    pub fn draft(
        mapping: &Mapping,
        header: &Header,
        directory: &dyn Directory,
    ) -> Result<Self, Vec<MappingProblem>> {
        let mut problems = Vec::new();
        let columns = planned_columns(mapping, header, &mut problems);
        let group_by = mapping.group_by.as_ref().and_then(|source| {
            let at = header.index(source).map(|at| (at, header.names()[at].clone()));
            if at.is_none() {
                problems.push(MappingProblem {
                    at: "group_by".into(),
                    code: MessageCode::ImportUnknownColumn,
                    value: source.clone(),
                });
            }
            at
        });
        let mut plan = Self {
            columns,
            group_by,
            constants: Vec::new(),
            width: header.names().len(),
            weight_unit: mapping.weight_unit,
            size_unit: mapping.size_unit,
        };
        plan.constants = plan.read_constants(mapping, directory, &mut problems);
        if problems.is_empty() { Ok(plan) } else { Err(problems) }
    }

    /// Position of the column that groups the lines.
    pub fn group_column(&self) -> Option<usize> {
        self.group_by.as_ref().map(|(at, _)| *at)
    }

    pub fn column(&self, field: Field) -> Option<&str> {
        self.columns.iter().find(|column| column.field == field).map(|column| column.name.as_str())
    }

    pub(super) fn maps(&self, field: Field) -> bool {
        self.column(field).is_some() || self.constants.iter().any(|(constant, _)| *constant == field)
    }

    fn read_constants(
        &self,
        mapping: &Mapping,
        directory: &dyn Directory,
        problems: &mut Vec<MappingProblem>,
    ) -> Vec<(Field, Value)> {
        let mut constants: Vec<(Field, Value)> = Vec::new();
        let mut sorted: Vec<(usize, &Constant)> = mapping.constants.iter().enumerate().collect();
        sorted.sort_by_key(|(index, constant)| (constant.field.reads_others(), *index));
        for (index, Constant { field, value }) in sorted {
            let known = |field: Option<Field>| {
                let own = constants.iter().find(|(own, _)| Some(*own) == field);
                own.map(|(_, value)| value)
            };
            let reading = Reading {
                country: known(field.country()).and_then(Value::as_id),
                document_type: known(field.document_type()).and_then(Value::as_text),
                ..self.constant_reading()
            };
            match read_value(*field, value, &reading, directory) {
                Ok(Some(value)) => constants.push((*field, value)),
                Ok(None) => {}
                Err(LineProblem { code, value, .. }) => {
                    let at = format!("constants.{index}.value");
                    problems.push(MappingProblem { at, code: code.message(), value });
                }
            }
        }
        constants
    }

    /// Constants come from our own form: ISO dates, numbers with a decimal point.
    fn constant_reading(&self) -> Reading<'static> {
        Reading {
            column: None,
            date_order: DateOrder::DayFirst,
            decimal_mark: DecimalMark::Point,
            weight_unit: self.weight_unit,
            size_unit: self.size_unit,
            country: None,
            document_type: None,
            currency: None,
            group: "",
        }
    }
}

/// Questions that only a user can answer.
fn open_questions(mapping: &Mapping) -> Vec<MappingProblem> {
    if mapping.columns.is_empty() {
        let code = MessageCode::ImportNothingMapped;
        return vec![MappingProblem { at: "columns".into(), code, value: String::new() }];
    }
    let mut problems = Vec::new();
    for (index, column) in mapping.columns.iter().enumerate() {
        let mut ask = |key: &str, code| {
            let at = format!("columns.{index}.{key}");
            problems.push(MappingProblem { at, code, value: column.source.clone() });
        };
        if column.decimal_mark.is_none() && column.field.kind().has_decimals() {
            ask("decimal_mark", MessageCode::ImportAmbiguousNumbers);
        }
        if column.date_order.is_none() && column.field.kind() == Kind::Date {
            ask("date_order", MessageCode::ImportAmbiguousDates);
        }
    }
    problems
}

/// Fields that the records of this kind do not have. A line of clients is one client, and one of stock is goods in one place, so
/// nothing groups the lines.
fn strange_fields(kind: ImportKind, mapping: &Mapping) -> Vec<MappingProblem> {
    let wrong = |at: String, value: &str| {
        let code = MessageCode::UnknownOption;
        MappingProblem { at, code, value: value.to_owned() }
    };
    let columns = mapping.columns.iter().enumerate().filter(|(_, column)| !kind.has(column.field));
    let columns = columns.map(|(index, column)| wrong(format!("columns.{index}.field"), column.field.wire()));
    let constants = mapping.constants.iter().enumerate().filter(|(_, constant)| !kind.has(constant.field));
    let constants =
        constants.map(|(index, constant)| wrong(format!("constants.{index}.field"), constant.field.wire()));
    let group = mapping.group_by.iter().filter(|_| !kind.has_groups());
    columns.chain(constants).chain(group.map(|source| wrong("group_by".into(), source))).collect()
}

fn planned_columns(
    mapping: &Mapping,
    header: &Header,
    problems: &mut Vec<MappingProblem>,
) -> Vec<PlannedColumn> {
    let (mut sources, mut fields) = (HashSet::new(), HashSet::new());
    let mut planned = Vec::with_capacity(mapping.columns.len());
    for (index, column) in mapping.columns.iter().enumerate() {
        let mut wrong = |key, code| {
            let at = format!("columns.{index}.{key}");
            problems.push(MappingProblem { at, code, value: column.source.clone() });
        };
        if !sources.insert(&column.source) {
            wrong("source", MessageCode::ImportRepeatedColumn);
        }
        if !fields.insert(column.field) {
            wrong("field", MessageCode::ImportRepeatedField);
        }
        let Some(at) = header.index(&column.source) else {
            wrong("source", MessageCode::ImportUnknownColumn);
            continue;
        };
        let words = mapping.words.iter().filter(|word| word.field == column.field);
        planned.push(PlannedColumn {
            at,
            name: header.names()[at].clone(),
            field: column.field,
            date_order: column.date_order.unwrap_or(DateOrder::DayFirst),
            decimal_mark: column.decimal_mark.unwrap_or(DecimalMark::Point),
            per_line: column.per_line,
            words: words.map(|word| (word.word.clone(), word.meaning.clone())).collect(),
        });
    }
    planned.sort_by_key(|column| (column.field.reads_others(), column.at));
    planned
}

/// Codes that a word of the mapping can resolve. The screen lists these words with their counts.
pub fn is_about_a_word(code: Code) -> bool {
    matches!(
        code,
        Code::NotANumber
            | Code::NotADate
            | Code::DayOutOfRange
            | Code::UnknownCountry
            | Code::UnknownState
            | Code::UnknownService
            | Code::UnknownCurrency
            | Code::UnknownGroup
            | Code::UnknownWord
    )
}

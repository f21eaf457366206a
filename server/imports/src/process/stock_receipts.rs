//! Receives the goods of checked lines, by the rules of a receipt by hand.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tenancy::TenantTx;

use super::super::directory::Words;
use super::super::field::Field;
use super::super::group::RefusedLine;
use super::super::lines::{StagedLine, line_number};
use super::super::mapping::Plan;
use super::super::parse::Line;
use super::super::problem::{Code, LineProblem};
use super::super::store::Missing;
use super::super::value::{Value, Values};
use server_core::http::error::{ApiResult, FieldErrors};
use server_core::http::messages::{MessageCode, Params};
use sheets::{Cells, Row};
use stock::stocks::bulk::{self, FileMemory, FileReceipt, FileSource, FileVerdict};

/// The meaning of a file of goods, and the import that they come from.
pub struct StockReceipts {
    pub plan: Plan,
    pub words: Words,
    /// The company's currency: of costs without one.
    pub currency: String,
    pub source: FileSource,
    /// Counts only.
    pub is_dry: bool,
    /// In a dry run, the goods of earlier steps, which are not stored.
    pub memory: Mutex<FileMemory>,
}

/// The result for some lines.
#[derive(Default)]
pub struct ReceivedLines {
    /// Refused lines with their groups.
    pub refused: Vec<(String, RefusedLine)>,
    pub taken_lines: i32,
    /// The number of lines with each warning, by its name.
    pub warnings: Missing,
}

impl StockReceipts {
    pub async fn take(&self, tx: &mut TenantTx, staged: Vec<StagedLine>) -> ApiResult<ReceivedLines> {
        let (lines, receipts): (Vec<(String, Line)>, Vec<FileReceipt>) = staged
            .into_iter()
            .map(|staged| {
                let row = Row::new(staged.line.unsigned_abs(), Cells::from(staged.cells));
                let line = self.plan.line(row, &self.words);
                let receipt = self.receipt(&line);
                ((staged.group_key, line), receipt)
            })
            .unzip();
        let verdicts = self.check_or_receive(tx, &receipts).await?;
        let mut received = ReceivedLines::default();
        for ((key, mut line), FileVerdict { errors, warnings }) in lines.into_iter().zip(verdicts) {
            self.tell(errors, &mut line);
            if line.problems.is_empty() {
                received.taken_lines += 1;
                for warning in warnings {
                    *received.warnings.entry(warning.as_str().to_owned()).or_default() += 1;
                }
            } else {
                let refused = RefusedLine { line: line.row.line, problems: line.problems };
                received.refused.push((key, refused));
            }
        }
        Ok(received)
    }

    async fn check_or_receive(
        &self,
        tx: &mut TenantTx,
        receipts: &[FileReceipt],
    ) -> ApiResult<Vec<FileVerdict>> {
        if !self.is_dry {
            return bulk::receive(tx, &self.source, receipts).await;
        }
        let mut memory = std::mem::take(&mut *self.lock_memory());
        let verdicts = bulk::try_out(tx, &self.source, receipts, &mut memory).await;
        *self.lock_memory() = memory;
        verdicts
    }

    fn lock_memory(&self) -> MutexGuard<'_, FileMemory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The line as the form of a receipt has it.
    fn receipt(&self, line: &Line) -> FileReceipt {
        let values = &line.values;
        let text = |field| text_of(values, field);
        FileReceipt {
            line: line_number(line.row.line),
            sku: text(Field::StockSku),
            owner: text(Field::StockOwner),
            lot: text(Field::StockLot),
            expiration_date: values.get(Field::StockExpirationDate).and_then(Value::as_day),
            quantity: values.whole(Field::StockQuantity),
            warehouse: text(Field::StockWarehouse),
            place: text(Field::StockPlace),
            unit_cost: values.number(Field::StockUnitCost),
            currency: text(Field::StockCurrency).or_else(|| Some(self.currency.clone())),
            is_broken: !line.problems.is_empty(),
        }
    }

    /// Adds what a receipt refuses. A cell that could not be read has its reason already.
    fn tell(&self, errors: FieldErrors, line: &mut Line) {
        for (path, code, params) in errors.into_problems() {
            let Some(field) = field_at(&path) else {
                line.problems.push(LineProblem::of_line(code_of(&path, code)));
                continue;
            };
            if line.problems.iter().any(|known| known.field == Some(field)) {
                continue;
            }
            let problem = self.plan.problem(code_of(&path, code), field, line);
            line.problems.push(with_day(problem, &params));
        }
    }
}

fn text_of(values: &Values, field: Field) -> Option<String> {
    values.text(field).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// The problem with the day of expiry that the stored lot has, in the parameter `other` of its text.
fn with_day(problem: LineProblem, params: &Params) -> LineProblem {
    match params.get("date").and_then(serde_json::Value::as_str) {
        Some(day) => problem.with("other", day),
        None => problem,
    }
}

/// The field of a column for a field of a receipt.
fn field_at(path: &str) -> Option<Field> {
    let wire = format!("stock_{path}");
    Field::ALL.iter().copied().find(|field| field.wire() == wire)
}

/// The reason for what a receipt refuses. A receipt requires the warehouse only where its code of a place is in several.
fn code_of(path: &str, code: MessageCode) -> Code {
    match (path, code) {
        ("warehouse", MessageCode::Required) => Code::PlaceInSeveral,
        (_, MessageCode::Required) => Code::Required,
        ("sku", MessageCode::UnknownOption) => Code::UnknownItem,
        ("owner", MessageCode::UnknownOption) => Code::UnknownOwner,
        ("place", MessageCode::UnknownOption) => Code::UnknownPlace,
        (_, MessageCode::StockPlaceClosed) => Code::PlaceClosed,
        (_, MessageCode::StockItemWithoutLots) => Code::ItemWithoutLots,
        (_, MessageCode::StockItemWithoutExpiry) => Code::ItemWithoutExpiry,
        (_, MessageCode::StockExpiryDiffers) => Code::OtherExpiry,
        (_, MessageCode::StockTooMuch) => Code::TooMuchStock,
        _ => Code::Invalid,
    }
}

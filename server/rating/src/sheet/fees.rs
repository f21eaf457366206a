//! A fee beside the prices of a row: `挂号费/票`, `Handling fee per piece`. It is added to each price of the row.

use rust_decimal::Decimal;

use super::super::finding::Severity;
use super::super::measure::WeightUnit;
use super::super::money::Currency;
use super::super::rows::Price;
use super::super::weighing::Per;
use super::cells::{cell, mark};
use super::header::{self, FILLERS, PER_WORDS, join_header, per_unit};
use super::ladder::{Rung, smallest};
use super::number::{self, Mark};
use super::per_row::up_to;
use super::words::{names_minimum, names_no_price, names_zones, words};
use super::{Layout, Reading, SheetCode};

/// Words that are fees without another one: nobody writes them above a price for weight.
const FEES: [&str; 5] = ["挂号费", "操作费", "处理费", "登记费", "手续费"];
/// Words of fees, beside what they are charged for.
const FEE_WORDS: [&str; 8] = [
    "handling",
    "registration",
    "registered",
    "processing",
    "registro",
    "manuseio",
    "manejo",
    "manipulacion",
];
const PIECES: [&str; 25] = [
    "piece", "pieces", "pc", "pcs", "parcel", "parcels", "package", "item", "items", "box", "carton",
    "volume", "volumes", "pacote", "objeto", "peca", "pieza", "bulto", "paquete", "unidade", "unidad", "件",
    "个", "箱", "包",
];
const SHIPMENTS: [&str; 12] = [
    "shipment",
    "consignment",
    "order",
    "waybill",
    "awb",
    "envio",
    "remessa",
    "pedido",
    "embarque",
    "guia",
    "票",
    "单",
];

/// The columns of fees among those that have prices.
pub fn find_fees(headers: &[String], columns: impl Iterator<Item = usize>) -> Vec<usize> {
    let priced: Vec<usize> = columns.collect();
    let are_rates = |column: &usize| {
        matches!(per_unit(&headers[*column]), Some(header::Per::Unit(_) | header::Per::Unnamed))
    };
    let among_rates = priced.iter().any(are_rates);
    priced.into_iter().filter(|column| names_fee(&headers[*column], among_rates)).collect()
}

/// Whether a header is that of a fee. Beside prices per kilogram, an amount for a piece or a shipment is one.
fn names_fee(header: &str, among_rates: bool) -> bool {
    let is_other = per_unit(header).is_some() || names_minimum(header) || names_zones(header);
    if is_other || header.contains(['%', '％']) {
        return false;
    }
    let is_named = || words(header).iter().any(|word| FEE_WORDS.contains(&word.as_str()));
    let is_of_one = || basis_of(header).is_some();
    FEES.iter().any(|fee| header.contains(fee))
        || (is_of_one() && (is_named() || (among_rates && !names_no_price(header))))
}

/// The unit that a fee is charged for, by its header.
fn basis_of(header: &str) -> Option<Per> {
    let found = words(header);
    let per = found.iter().position(|word| PER_WORDS.contains(&word.as_str()));
    let after_slash = header.split(['/', '／']).skip(1).map(words);
    after_slash.chain(per.map(|at| found[at + 1..].to_vec())).find_map(|rest| {
        let word = rest.iter().find(|word| !FILLERS.contains(&word.as_str()))?.as_str();
        let is_of_shipment = SHIPMENTS.contains(&word).then_some(Per::Shipment);
        is_of_shipment.or_else(|| PIECES.contains(&word).then_some(Per::Parcel))
    })
}

/// Says at its header what each fee is taken for. Beside several zones, a fee is that of all of them or it is refused.
pub fn report_fees(head: &[Vec<String>], layout: &Layout, reading: &mut Reading) {
    let are_several = layout.prices.len() > 1;
    for (index, column) in layout.fees.iter().enumerate() {
        let header = join_header(head, *column);
        let named = words(&header);
        let is_of_zone = layout.prices.iter().any(|price| {
            let zone = words(&price.zone);
            !zone.is_empty() && named.windows(zone.len()).any(|part| part == zone.as_slice())
        });
        let (severity, code) = match basis_of(&header) {
            _ if are_several && (index > 0 || is_of_zone) => (Severity::Error, SheetCode::FeeUnclear),
            Some(Per::Parcel) => (Severity::Warning, SheetCode::FeePerPiece),
            Some(Per::Shipment) => (Severity::Warning, SheetCode::FeePerShipment),
            None => (Severity::Warning, SheetCode::FeeAdded),
        };
        reading.say(severity, code, (head.len().saturating_sub(1), *column), &header);
    }
}

/// Refuses a fee for what the table does not price: it would be charged too often, or not often enough.
pub fn check_fees(reading: &mut Reading, priced_per: Per) {
    for finding in &mut reading.findings {
        match (finding.code, priced_per) {
            (SheetCode::FeePerPiece, Per::Parcel) | (SheetCode::FeePerShipment, Per::Shipment) => {
                finding.code = SheetCode::FeeAdded;
            }
            (SheetCode::FeePerPiece | SheetCode::FeePerShipment, _) => finding.severity = Severity::Error,
            _ => {}
        }
    }
}

/// Adds the fees of each row to its prices.
pub fn add_fees(
    rows: &[Vec<String>],
    rungs: &[Rung],
    layout: &Layout,
    unit: WeightUnit,
    currency: Currency,
    reading: &mut Reading,
) {
    for (rung, column) in rungs.iter().flat_map(|rung| layout.fees.iter().map(move |column| (rung, *column)))
    {
        let (at, text) = ((rung.row, column), cell(&rows[rung.row], column));
        let begin = up_to(reading, rung.band_seq - 1);
        let mut priced = reading.cells.iter_mut().filter(|one| one.band_seq == rung.band_seq).peekable();
        // A row that is not offered has no fee either.
        if priced.peek().is_none() {
            continue;
        }
        let added = read_fee(text, mark(layout, column), currency).and_then(|fee| {
            priced.try_for_each(|one| {
                one.price = add_fee(one.price, fee, begin, unit);
                if is_too_fine(one.price, currency) { Err(SheetCode::FeeTooFine) } else { Ok(()) }
            })
        });
        if let Err(code) = added {
            reading.say(Severity::Error, code, at, text);
        }
    }
}

/// The fee of a cell. A blank one is unclear: a fee for several rows is often written once.
fn read_fee(text: &str, mark: Mark, currency: Currency) -> Result<Decimal, SheetCode> {
    if text.trim_matches(number::is_blank).is_empty() {
        return Err(SheetCode::FeeMissing);
    }
    match number::price(text, mark, currency) {
        Ok(fee) => Ok(fee.unwrap_or_default()),
        Err(SheetCode::ZeroPrice) => Ok(Decimal::ZERO),
        Err(code) => Err(code),
    }
}

/// The price with a fee. A rate becomes one for the smallest step of weight, above what the begin of the band costs.
fn add_fee(price: Price, fee: Decimal, begin: Decimal, unit: WeightUnit) -> Price {
    match price {
        _ if fee.is_zero() => price,
        Price::Cell { amount } => Price::Cell { amount: amount + fee },
        Price::BaseStep { amount, step, step_amount } => {
            Price::BaseStep { amount: amount + fee, step, step_amount }
        }
        Price::PerUnit { amount: rate } => {
            let step = smallest(unit);
            let amount = (fee + rate * begin).normalize();
            Price::BaseStep { amount, step, step_amount: (rate * step).normalize() }
        }
        Price::Break { .. } => price,
    }
}

/// Whether a price with a fee cannot be stored to the last digit.
fn is_too_fine(price: Price, currency: Currency) -> bool {
    match price {
        Price::Cell { amount } => currency.is_finer(amount),
        Price::BaseStep { amount, step_amount, .. } => {
            currency.is_finer(amount) || step_amount.normalize().scale() > number::MAX_DECIMALS
        }
        Price::PerUnit { .. } | Price::Break { .. } => false,
    }
}

//! Rows of letters and documents among those of weights: they have prices, and no weight.

use super::super::money::Currency;
use super::Layout;
use super::cells::{cell, mark};
use super::number::tells_price;
use super::vocabulary::PACKAGING;
use super::words::{is_chinese, weight_header, words};

/// Words that turn packaging round: "non-documents" are all other goods.
const OTHERS: [&str; 5] = ["non", "no", "not", "nao", "非"];

/// Whether a text names packaging or documents, and no weight: `FedEx Envelope`, `Documentos`, and neither `10 kg box` nor
/// `Document weight (kg)`.
pub fn names_packaging(text: &str) -> bool {
    if text.contains(char::is_numeric) || weight_header(text).is_some() {
        return false;
    }
    let words = words(text);
    let names = |list: &[&str]| {
        list.iter().any(|name| match name.starts_with(is_chinese) {
            true => text.contains(*name),
            false => words.iter().any(|word| *word == **name),
        })
    };
    names(PACKAGING) && !names(&OTHERS)
}

/// The column of the weights where a row with prices names packaging instead.
pub fn find_packaging(row: &[String], layout: &Layout, currency: Currency) -> Option<usize> {
    let tells = |column: usize| tells_price(cell(row, column), mark(layout, column), currency);
    let mut weights = [layout.from_column, Some(layout.weight_column)].into_iter().flatten();
    let named = weights.find(|column| names_packaging(cell(row, *column)));
    named.filter(|_| layout.prices.iter().any(|price| tells(price.column)))
}

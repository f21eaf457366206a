//! The figures of the goods. A line is rounded to the decimals of its currency, and the total is the sum of the lines.

use rust_decimal::{Decimal, RoundingStrategy};

use super::store::{GoodsRow, Papers};
use server_core::http::messages::Language;
use trade::figures;
use trade::money::{decimals_of, in_currency};

/// Kilograms are printed with as many decimals at least, to the gram.
const KILOGRAM_DECIMALS: u32 = 3;
/// Milligrams of a gram.
const MILLIGRAMS: i64 = 1_000;

/// The sums of a shipment's items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    pub value: Decimal,
    /// Net weight in milligrams.
    pub net_mg: i64,
    /// Declared, or else the sum of the parcels.
    pub gross_g: Option<i64>,
}

impl Totals {
    pub fn of(papers: &Papers) -> Self {
        let currency = papers.currency();
        let lines = papers.goods.iter().filter_map(|item| line_value(item, currency));
        let fields = &papers.shipment().fields;
        let parcels: Option<i64> =
            papers.consignment.parcels.iter().map(|parcel| parcel.weight_g.map(i64::from)).sum();
        let parcels = parcels.filter(|_| !papers.consignment.parcels.is_empty());
        Self {
            value: lines.sum(),
            net_mg: papers.goods.iter().filter_map(net_mg).sum(),
            gross_g: fields.declared_weight_g.map(i64::from).or(parcels),
        }
    }
}

/// Quantity times unit value.
pub fn line_value(item: &GoodsRow, currency: &str) -> Option<Decimal> {
    let value = item.quantity.checked_mul(item.unit_value?)?;
    Some(value.round_dp_with_strategy(decimals_of(currency), RoundingStrategy::MidpointAwayFromZero))
}

/// An amount without its currency, for example `1,234.50`.
pub fn amount(amount: Decimal, currency: &str, language: Language) -> String {
    figures::number(&in_currency(amount, Some(currency)).to_string(), language)
}

/// Net weight of an item in whole milligrams, so that no rounding error adds one.
pub fn net_mg(item: &GoodsRow) -> Option<i64> {
    item.net_weight_g.map(|grams| (grams * 1_000.0).round() as i64)
}

/// Kilograms with three decimals, for example `1.250`, so that columns line up, and with more for what is finer.
pub fn kilograms(milligrams: i64, language: Language) -> String {
    let mut exact = Decimal::new(milligrams, 2 * KILOGRAM_DECIMALS).normalize();
    if exact.scale() < KILOGRAM_DECIMALS {
        exact.rescale(KILOGRAM_DECIMALS);
    }
    figures::number(&exact.to_string(), language)
}

/// Kilograms of whole grams.
pub fn kilograms_of_grams(grams: i64, language: Language) -> String {
    kilograms(grams.saturating_mul(MILLIGRAMS), language)
}

/// For example `3 pcs`.
pub fn quantity(item: &GoodsRow, language: Language) -> String {
    let number = figures::number(&item.quantity.normalize().to_string(), language);
    match item.unit.as_deref().filter(|unit| !unit.is_empty()) {
        Some(unit) => format!("{number} {unit}"),
        None => number,
    }
}

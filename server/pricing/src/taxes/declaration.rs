//! The customs declaration of one shipment.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

use super::{TaxBuyer, TaxChannel, TaxContents, TaxProgramme};
use trade::territories::territory_of;

/// A line of the declaration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Line {
    /// Commodity code, with or without dots.
    pub hs: String,
    /// Country where the goods were made, ISO 3166-1 alpha-2.
    pub origin: String,
    /// Value of all units, in the currency of the declaration.
    pub value: Decimal,
    pub quantity: u32,
    /// Rate of the destination's customs tariff for this commodity and origin, as a fraction, where it is known.
    pub tariff_rate: Option<Decimal>,
    /// Rates of further duties on lists of commodities, by the code of the tax.
    #[serde(default)]
    pub listed_rates: BTreeMap<String, Decimal>,
}

/// One unit of `from` is `rate` units of `to`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FxRate {
    pub from: String,
    pub to: String,
    pub rate: Decimal,
}

/// Rates of exchange of the day, given by the caller.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Fx(pub Vec<FxRate>);

impl Fx {
    /// The amount in another currency, not rounded. `None` without a rate in either direction.
    pub fn convert(&self, amount: Decimal, from: &str, to: &str) -> Option<Decimal> {
        if from == to {
            return Some(amount);
        }
        let direct = self.0.iter().find(|rate| rate.from == from && rate.to == to);
        if let Some(found) = direct {
            return amount.checked_mul(found.rate);
        }
        let inverse = self.0.iter().find(|rate| rate.from == to && rate.to == from)?;
        amount.checked_div(inverse.rate)
    }
}

/// A shipment as declared. Values are in `currency`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Declaration {
    /// Country of destination, ISO 3166-1 alpha-2.
    pub country: String,
    /// State or province of the receiver, as in ISO 3166-2 after the hyphen.
    pub state: Option<String>,
    /// Postcode of the receiver. With the state, it says whether the address is in a territory with taxes of its own.
    #[serde(default)]
    pub postcode: Option<String>,
    /// Country the parcel is sent from, ISO 3166-1 alpha-2.
    pub dispatch: String,
    pub channel: TaxChannel,
    pub programme: TaxProgramme,
    pub buyer: TaxBuyer,
    pub contents: TaxContents,
    /// Date of the declaration, in the destination.
    pub date: NaiveDate,
    pub currency: String,
    pub lines: Vec<Line>,
    pub freight: Decimal,
    pub insurance: Decimal,
    /// Gross weight, where it is known.
    pub weight_kg: Option<Decimal>,
    pub fx: Fx,
}

/// 100 000 000 000: the highest amount of a declaration. With rates of exchange up to this, no product leaves the range of a decimal.
const MAX_AMOUNT: Decimal = Decimal::from_parts(1_215_752_192, 23, 0, false, 0);
/// 100 000 000: the highest rate of exchange.
const MAX_FX: Decimal = Decimal::from_parts(100_000_000, 0, 0, false, 0);
/// 0.000 000 01: the lowest rate of exchange, the inverse of the highest.
const MIN_FX: Decimal = Decimal::from_parts(1, 0, 0, false, 8);

impl Declaration {
    /// The first field that cannot be assessed, if any.
    pub fn invalid_field(&self) -> Option<&'static str> {
        let wrong = |amount: Decimal| amount < Decimal::ZERO || amount > MAX_AMOUNT;
        let wrong_rate = |rate: &Decimal| *rate < Decimal::ZERO || *rate > Decimal::TEN;
        let wrong_line = |line: &Line| {
            line.tariff_rate.as_ref().is_some_and(wrong_rate) || line.listed_rates.values().any(wrong_rate)
        };
        let checks = [
            ("lines", self.lines.is_empty()),
            ("value", self.lines.iter().any(|line| wrong(line.value)) || wrong(self.goods())),
            ("freight", wrong(self.freight)),
            ("insurance", wrong(self.insurance)),
            ("tariff_rate", self.lines.iter().any(wrong_line)),
            ("fx", self.fx.0.iter().any(|fx| fx.rate < MIN_FX || fx.rate > MAX_FX)),
        ];
        checks.into_iter().find_map(|(field, wrong)| wrong.then_some(field))
    }

    /// The territory that the address is in, where the country has some.
    pub fn territory(&self) -> Option<&'static str> {
        let found = territory_of(&self.country, self.state.as_deref(), self.postcode.as_deref());
        found.map(|territory| territory.code.as_str())
    }

    /// Value of the goods without freight.
    pub fn goods(&self) -> Decimal {
        self.lines.iter().map(|line| line.value).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_of_exchange_works_in_both_directions() {
        let fx = Fx(vec![FxRate { from: "USD".into(), to: "BRL".into(), rate: Decimal::new(5, 0) }]);
        assert_eq!(fx.convert(Decimal::TEN, "USD", "BRL"), Some(Decimal::new(50, 0)));
        assert_eq!(fx.convert(Decimal::TEN, "BRL", "USD"), Some(Decimal::new(2, 0)));
        assert_eq!(fx.convert(Decimal::TEN, "BRL", "BRL"), Some(Decimal::TEN));
        assert_eq!(fx.convert(Decimal::TEN, "BRL", "EUR"), None);
    }

    #[test]
    fn amounts_end_at_one_hundred_thousand_million() {
        assert_eq!(MAX_AMOUNT.to_string(), "100000000000");
        assert_eq!((MAX_FX * MIN_FX).normalize(), Decimal::ONE);
    }
}

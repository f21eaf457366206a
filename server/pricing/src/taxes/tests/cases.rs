//! Every published and computed case, to the cent.

use crate::taxes::{AdvanceFee, DutyTerms, Refusal, TaxChannel, TaxClass, TaxContents, TaxProgramme, settle};
use rust_decimal::Decimal;
use serde::Deserialize;

use super::support::{CASES, Parcel, dec, line, parcel, read};

/// Member state with the rate of VAT that the cases of the European Union use.
const MEMBER_WITH_20_PERCENT: &str = "AT";
/// Rate of the customs tariff that the cases of the European Union use.
const EU_TARIFF: &str = "0.05";
/// Commodity codes of several distinct lines.
const CODES: [&str; 4] = ["610910", "620293", "621410", "640399"];

#[derive(Debug, Deserialize)]
struct Case {
    id: String,
    country: String,
    date: String,
    channel: String,
    currency: String,
    goods: Decimal,
    freight: Decimal,
    insurance: Decimal,
    distinct_lines: usize,
    inputs: String,
    expected_duty: Option<Decimal>,
    expected_tax: Option<Decimal>,
    expected_fees: Option<Decimal>,
    expected_total: Option<Decimal>,
}

impl Case {
    fn parcel(&self) -> Parcel {
        let country = if self.country == "EU" { MEMBER_WITH_20_PERCENT } else { &self.country };
        let origin = self.word_after("origin").unwrap_or("CN");
        let mut parcel = parcel(country, &self.currency, "0", &self.date).lines(&self.lines(origin));
        parcel.0.freight = self.freight;
        parcel.0.insurance = self.insurance;
        parcel.0.dispatch = origin.to_owned();
        parcel.0.state = self.word_after("UF").or_else(|| self.word_after("HST")).map(str::to_owned);
        if self.country == "GB" {
            parcel.0.state = Some("ENG".to_owned());
        }
        parcel.0.channel = self.channel();
        let programmes = ["Remessa Conforme", "IOSS", "sold direct", "seller registered"];
        if self.has_any(&programmes) && !self.has_any(&["not ", "no ", "non-", "without", "outside"]) {
            parcel.0.programme = TaxProgramme::Inside;
        }
        if self.has_any(&["gift"]) {
            parcel.0.contents = TaxContents::Gift;
        }
        if self.currency == "INR" {
            return parcel.fx("EUR", "INR", "101.50");
        }
        parcel
    }

    fn channel(&self) -> TaxChannel {
        if self.has_any(&["postal", "mail"]) {
            TaxChannel::Postal
        } else if self.has_any(&["entry"]) {
            TaxChannel::Entry
        } else {
            TaxChannel::Courier
        }
    }

    /// The value in as many distinct lines as the case has.
    fn lines(&self, origin: &str) -> Vec<crate::taxes::Line> {
        let weights = vec![Decimal::ONE; self.distinct_lines];
        let codes = self.word_after("HTS").into_iter().chain(CODES);
        let values = trade::money::split(self.goods, &weights, 2);
        let mut lines: Vec<_> =
            codes.zip(values).map(|(hs, value)| line(hs, origin, &value.to_string())).collect();
        for line in &mut lines {
            line.tariff_rate = self.tariff();
        }
        lines
    }

    /// The rate of the tariff, which is an input of the cases.
    fn tariff(&self) -> Option<Decimal> {
        let given = self.word_after("duty").map(|percent| dec(percent) / Decimal::ONE_HUNDRED);
        match self.country.as_str() {
            "EU" => Some(dec(EU_TARIFF)),
            "NL" | "GB" | "CA" => given,
            _ => None,
        }
    }

    fn has_any(&self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.channel.contains(text))
    }

    fn word_after(&self, name: &str) -> Option<&str> {
        let mut words = self.inputs.split([' ', ',']).filter(|word| !word.is_empty());
        words.find(|word| *word == name)?;
        words.next()
    }
}

/// Compares the result of a case with its expected figures.
fn compare(case: &Case) -> Result<(), String> {
    let found = case.parcel().assess();
    let Some(total) = case.expected_total else {
        let over = |refusal: &Refusal| matches!(refusal, Refusal::Regime(regime) if regime.reason == "over_simplified_limit");
        let refused = found.refused.iter().any(over);
        return if refused { Ok(()) } else { Err(format!("{} is not refused: {found:?}", case.id)) };
    };
    let fee = case.expected_fees.map(|minimum| AdvanceFee { rate: Decimal::ZERO, minimum });
    let paid = settle(&found, DutyTerms::Ddp, fee.as_ref());
    let fees = found.total_of(TaxClass::Fee) + paid.advance_fee;
    let equal = found.refused.is_empty()
        && found.total_of(TaxClass::Duty) == case.expected_duty.unwrap_or_default()
        && found.total_of(TaxClass::Tax) == case.expected_tax.unwrap_or_default()
        && fees == case.expected_fees.unwrap_or_default()
        && found.total() + paid.advance_fee == total;
    if equal { Ok(()) } else { Err(format!("{case:?} gives {found:#?}")) }
}

#[test]
fn every_case_is_right_to_the_cent() {
    let cases: Vec<Case> = read(CASES, "tax-cases.csv");
    let wrong: Vec<String> = cases.iter().filter_map(|case| compare(case).err()).collect();
    assert!(
        cases.len() >= 60 && wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

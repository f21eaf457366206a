//! The shipped tax rules of Brazil, and declarations of parcels that go there.

use std::sync::Arc;

use csv::{Reader, StringRecord};
use pricing::quotes::taxing::Customs;
use pricing::taxes::{
    CountryGroup, Declaration, Fx, Line, RuleRow, TaxBook, TaxBuyer, TaxChannel, TaxContents, TaxProgramme,
    TaxRule,
};
use rating::money::Money;
use rust_decimal::Decimal;

const RULES: &str = include_str!("../../migrations/data/tax_rules.csv");
const GROUPS: &str = include_str!("../../migrations/data/country_groups.csv");
const COUNTRY: &str = "BR";

/// The rules that a quote reads: those of one country.
pub fn book() -> anyhow::Result<Arc<TaxBook>> {
    let mut reader = Reader::from_reader(RULES.as_bytes());
    // The first column is the id; the others are the terms.
    let names: StringRecord = reader.headers()?.iter().skip(1).collect();
    let mut rules = Vec::new();
    for record in reader.records() {
        let record = record?;
        let terms: StringRecord = record.iter().skip(1).collect();
        let row = RuleRow { id: record[0].to_owned(), terms: terms.deserialize(Some(&names))? };
        if row.terms.country == COUNTRY {
            let rule = TaxRule::try_from(row);
            rules.push(rule.map_err(|found| anyhow::anyhow!("{found:?}"))?);
        }
    }
    let groups: Result<Vec<CountryGroup>, _> = Reader::from_reader(GROUPS.as_bytes()).deserialize().collect();
    Ok(Arc::new(TaxBook::new(rules, groups?)))
}

/// A parcel of a shop in the United States to a person in São Paulo, with duty and state tax.
pub fn customs(book: &Arc<TaxBook>, value: Money, weight_kg: Decimal) -> anyhow::Result<Customs> {
    let line = Line {
        hs: "610910".to_owned(),
        origin: "CN".to_owned(),
        value: value.amount,
        quantity: 1,
        tariff_rate: None,
        listed_rates: std::collections::BTreeMap::new(),
    };
    let declaration = Declaration {
        country: COUNTRY.to_owned(),
        state: Some("SP".to_owned()),
        postcode: Some("01310-100".to_owned()),
        dispatch: "US".to_owned(),
        channel: TaxChannel::Courier,
        programme: TaxProgramme::Inside,
        buyer: TaxBuyer::Consumer,
        contents: TaxContents::Merchandise,
        date: "2026-10-02".parse()?,
        currency: value.currency.code().to_owned(),
        lines: vec![line],
        freight: Decimal::ZERO,
        insurance: Decimal::ZERO,
        weight_kg: Some(weight_kg),
        fx: Fx::default(),
    };
    Ok(Customs::new(Arc::clone(book), declaration, value.currency))
}

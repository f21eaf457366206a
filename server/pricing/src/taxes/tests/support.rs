//! The shipped rules, and declarations for the tests.

use std::fs::File;
use std::path::Path;
use std::sync::LazyLock;

use crate::taxes::{
    Assessment, CountryGroup, Declaration, Fx, FxRate, Line, RuleRow, TaxBook, TaxBuyer, TaxChannel,
    TaxClass, TaxContents, TaxProgramme, TaxRule, assess,
};
use chrono::NaiveDate;
use csv::{Reader, StringRecord};
use rust_decimal::Decimal;
use serde::de::DeserializeOwned;

/// Folder with the shipped data, in the repository.
const DATA: &str = "../../migrations/data";
/// Folder with the cases.
pub const CASES: &str = "src/taxes/tests";

pub static BOOK: LazyLock<TaxBook> = LazyLock::new(|| TaxBook::new(rules(), groups()));

/// The first column is the id; the others are the terms.
pub fn rows() -> Vec<RuleRow> {
    let mut reader = reader(DATA, "tax_rules.csv");
    let names: StringRecord = reader.headers().expect("names of columns").iter().skip(1).collect();
    let row = |record: StringRecord| {
        let terms: StringRecord = record.iter().skip(1).collect();
        RuleRow { id: record[0].to_owned(), terms: terms.deserialize(Some(&names)).expect("terms of a rule") }
    };
    reader.records().map(|record| row(record.expect("a row of the columns"))).collect()
}

fn reader(folder: &str, file: &str) -> Reader<File> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(file);
    Reader::from_path(path).expect("a file of the data")
}

pub fn groups() -> Vec<CountryGroup> {
    read(DATA, "country_groups.csv")
}

fn rules() -> Vec<TaxRule> {
    rows().into_iter().map(|row| TaxRule::try_from(row).expect("a valid row")).collect()
}

pub fn read<T: DeserializeOwned>(folder: &str, file: &str) -> Vec<T> {
    reader(folder, file).deserialize().map(|row| row.expect("a row of the columns")).collect()
}

pub fn dec(text: &str) -> Decimal {
    text.parse().expect("a decimal")
}

pub fn date(text: &str) -> NaiveDate {
    text.parse().expect("a date")
}

/// A declaration to build on: a courier parcel of one line from China, to a consumer, without a programme.
#[derive(Clone)]
pub struct Parcel(pub Declaration);

pub fn parcel(country: &str, currency: &str, goods: &str, day: &str) -> Parcel {
    let line = line("610910", "CN", goods);
    Parcel(Declaration {
        country: country.into(),
        state: None,
        postcode: None,
        dispatch: "CN".into(),
        channel: TaxChannel::Courier,
        programme: TaxProgramme::Outside,
        buyer: TaxBuyer::Consumer,
        contents: TaxContents::Merchandise,
        date: date(day),
        currency: currency.into(),
        lines: vec![line],
        freight: Decimal::ZERO,
        insurance: Decimal::ZERO,
        weight_kg: None,
        fx: Fx::default(),
    })
}

pub fn line(hs: &str, origin: &str, value: &str) -> Line {
    Line {
        hs: hs.into(),
        origin: origin.into(),
        value: dec(value),
        quantity: 1,
        tariff_rate: None,
        listed_rates: std::collections::BTreeMap::new(),
    }
}

impl Parcel {
    pub fn change(mut self, change: impl FnOnce(&mut Declaration)) -> Self {
        change(&mut self.0);
        self
    }

    pub fn state(self, state: &str) -> Self {
        self.change(|declaration| declaration.state = Some(state.into()))
    }

    pub fn postcode(self, postcode: &str) -> Self {
        self.change(|declaration| declaration.postcode = Some(postcode.into()))
    }

    pub fn inside(self) -> Self {
        self.change(|declaration| declaration.programme = TaxProgramme::Inside)
    }

    pub fn channel(self, channel: TaxChannel) -> Self {
        self.change(|declaration| declaration.channel = channel)
    }

    pub fn gift(self) -> Self {
        self.change(|declaration| declaration.contents = TaxContents::Gift)
    }

    pub fn freight(self, freight: &str) -> Self {
        self.change(|declaration| declaration.freight = dec(freight))
    }

    pub fn from(self, country: &str) -> Self {
        self.change(|declaration| {
            declaration.dispatch = country.into();
            declaration.lines.iter_mut().for_each(|line| line.origin = country.into());
        })
    }

    pub fn hs(self, hs: &str) -> Self {
        self.change(|declaration| declaration.lines.iter_mut().for_each(|line| line.hs = hs.into()))
    }

    pub fn tariff(self, rate: &str) -> Self {
        self.change(|declaration| {
            declaration.lines.iter_mut().for_each(|line| line.tariff_rate = Some(dec(rate)));
        })
    }

    pub fn lines(self, lines: &[Line]) -> Self {
        self.change(|declaration| declaration.lines = lines.to_vec())
    }

    pub fn fx(self, from: &str, to: &str, rate: &str) -> Self {
        self.change(|declaration| {
            declaration.fx.0.push(FxRate { from: from.into(), to: to.into(), rate: dec(rate) });
        })
    }

    pub fn assess(&self) -> Assessment {
        assess(&BOOK, &self.0)
    }

    /// Duty, tax and fee as `10.00 12.29 0`, or the codes of the refusals.
    pub fn due(&self) -> String {
        let found = self.assess();
        if found.refused.is_empty() {
            let [duty, tax, fee] =
                [TaxClass::Duty, TaxClass::Tax, TaxClass::Fee].map(|class| found.total_of(class));
            return format!("{duty:.2} {tax:.2} {fee:.2}");
        }
        found.refused.iter().map(reason).collect::<Vec<_>>().join(" ")
    }
}

fn reason(refusal: &crate::taxes::Refusal) -> String {
    use crate::taxes::Refusal::{
        CountryNotCovered, ExchangeRateMissing, InvalidDeclaration, NoRuleInForce, RateMissing, Regime,
        RulesConflict,
    };
    match refusal {
        InvalidDeclaration { field } => format!("invalid:{field}"),
        CountryNotCovered { country } => format!("not_covered:{country}"),
        NoRuleInForce { country, .. } => format!("no_rule:{country}"),
        ExchangeRateMissing { from, to } => format!("fx:{from}{to}"),
        RateMissing { tax, .. } => format!("rate:{tax}"),
        Regime(refusal) => refusal.reason.clone(),
        RulesConflict { tax, .. } => format!("conflict:{tax}"),
    }
}

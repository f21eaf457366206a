//! The look of the cells of a column: numbers, days, countries, and which of them have two meanings.

use std::collections::HashMap;

use super::day::{self, DateOrder, DateShape};
use super::directory::Directory;
use super::field::{Field, Kind};
use super::kind::ImportKind;
use super::read::{self, Beside, DecimalMark, FileSizeUnit, FileWeightUnit};
use sheets::fold::trim;
use sheets::{Row, is_number_cell};

/// Contents of a column.
#[derive(Debug, Default)]
pub struct Stats {
    pub(super) filled: usize,
    pub(super) numbers: usize,
    pub(super) only_point: usize,
    pub(super) only_comma: usize,
    /// Numbers with two meanings: `1.250`.
    pub(super) open: usize,
    /// Numbers without words that are no unit.
    pub(super) plain_numbers: usize,
    pub(super) days: usize,
    pub(super) only_day_first: usize,
    pub(super) only_month_first: usize,
    /// Another day with the day first than with the month first.
    pub(super) open_days: usize,
    pub(super) countries: usize,
    pub(super) currencies: usize,
    pub(super) emails: usize,
}

impl Stats {
    pub fn of(sample: &[Row], at: usize, directory: &dyn Directory) -> Self {
        let mut stats = Self::default();
        // The same words occur many times, so each is read once.
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for cell in sample.iter().filter_map(|row| row.cells.get(at)).filter(|cell| !trim(cell).is_empty()) {
            *counts.entry(cell).or_default() += 1;
        }
        for (cell, count) in counts {
            stats.add(cell, count, directory);
        }
        stats
    }

    fn add(&mut self, cell: &str, count: usize, directory: &dyn Directory) {
        self.filled += count;
        match read::possible_marks(cell) {
            _ if is_number_cell(cell) => self.only_point += count,
            (Some(_), None) => self.only_point += count,
            (None, Some(_)) => self.only_comma += count,
            (Some(point), Some(comma)) if point != comma => self.open += count,
            _ => {}
        }
        let cell = trim(cell);
        let beside = [DecimalMark::Point, DecimalMark::Comma].map(|mark| read::with_unit(cell, mark));
        if let Some((_, beside)) = beside[0].or(beside[1]) {
            let is_sign = |word: &str| word == "$" || directory.currency(word).is_some();
            let (is_number, is_plain) = match beside {
                Beside::Nothing => (true, true),
                // A word before a number is no unit: `Hauptstraße 12`.
                Beside::Before(word) => (is_sign(word), is_sign(word)),
                Beside::After(word) => (true, is_sign(word) || is_unit(word)),
            };
            self.numbers += if is_number { count } else { 0 };
            self.plain_numbers += if is_plain { count } else { 0 };
        }
        match day::date_shape(cell) {
            Some(DateShape::Only(DateOrder::DayFirst)) => self.only_day_first += count,
            Some(DateShape::Only(DateOrder::MonthFirst)) => self.only_month_first += count,
            Some(DateShape::Either)
                if day::date(cell, DateOrder::DayFirst) != day::date(cell, DateOrder::MonthFirst) =>
            {
                self.open_days += count;
            }
            _ => {}
        }
        self.days += if day::date_shape(cell).is_some() { count } else { 0 };
        self.countries += if directory.country(cell).is_some() { count } else { 0 };
        self.currencies += if directory.currency(cell).is_some() { count } else { 0 };
        self.emails += if cell.contains('@') { count } else { 0 };
    }

    pub fn is_mostly(&self, count: usize, percent: usize) -> bool {
        count * 100 >= self.filled * percent
    }

    /// Whether the contents of the column fit the field of its name. An empty column fits any field.
    pub fn fits(&self, field: Field) -> bool {
        match field.kind() {
            Kind::Money
            | Kind::UnitValue
            | Kind::Quantity
            | Kind::Count
            | Kind::Units
            | Kind::Weight
            | Kind::Size => self.is_mostly(self.numbers, 30),
            Kind::Date => self.is_mostly(self.days, 30),
            Kind::Country => self.is_mostly(self.countries, 50),
            Kind::Currency => self.is_mostly(self.currencies, 50),
            Kind::Email => self.is_mostly(self.emails, 50),
            // `Origin` or `To` can be both; nobody has the name of a country.
            Kind::Text(_) if matches!(field, Field::FromName | Field::ToName) && self.holds_countries() => {
                false
            }
            Kind::Text(_)
                if !matches!(field, Field::Notes | Field::ClientNotes) && !is_number_of_a_house(field) =>
            {
                self.filled == 0 || !self.is_mostly(self.plain_numbers, 50)
            }
            _ => true,
        }
    }

    fn holds_countries(&self) -> bool {
        self.filled > 0 && self.is_mostly(self.countries, 50)
    }

    /// Goods are taken out by their expiry: for those, dates with two meanings are asked.
    pub fn date_order(&self, kind: ImportKind, usual: DateOrder) -> Option<DateOrder> {
        match self.only_day_first.cmp(&self.only_month_first) {
            std::cmp::Ordering::Greater => Some(DateOrder::DayFirst),
            std::cmp::Ordering::Less => Some(DateOrder::MonthFirst),
            std::cmp::Ordering::Equal if kind == ImportKind::Stock && self.open_days > 0 => None,
            std::cmp::Ordering::Equal => Some(usual),
        }
    }
}

fn is_unit(word: &str) -> bool {
    FileWeightUnit::of(word).is_some() || FileSizeUnit::of(word).is_some()
}

fn is_number_of_a_house(field: Field) -> bool {
    matches!(
        field,
        Field::FromAddressNumber
            | Field::ToAddressNumber
            | Field::ClientAddressNumber
            | Field::FromAddressComplement
            | Field::ToAddressComplement
            | Field::ClientAddressComplement
    )
}

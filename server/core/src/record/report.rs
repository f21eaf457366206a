//! Parts of reports that areas offer: columns over their own tables, as plain values. The crate `reports` puts them together.
//!
//! The SQL of a column, a join or a condition can name `p`, the parameters of the report: `p.language` (key of localised
//! texts), `p.zone` (time zone), `p.today` (the current day there), and `p.since` and `p.until`, the ends of the chosen period,
//! null without one.

use policy::{Action, Resource};
use trade::wire_name;

wire_name! {
    /// How the values of a column are read.
    ReportColumnKind {
        Text = "text",
        /// A code, for which the web has a text.
        Code = "code",
        Number = "number",
        /// An amount of the currency of its row.
        Amount = "amount",
        /// Kilograms.
        Weight = "weight",
        Percent = "percent",
        /// As 2026-11-25.
        Day = "day",
        /// In the time zone of the report, as 2026-11-25T14:30:00.
        Moment = "moment",
        /// `true` or `false`.
        Flag = "flag",
    }
}

/// The right without which a column does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportRight {
    pub resource: Resource,
    pub action: Action,
    /// Not for users of a branch or a partner, because the column names records that may be of others.
    pub is_of_whole: bool,
}

/// A column of a report.
#[derive(Clone, Copy, Debug)]
pub struct ReportColumn {
    /// Name on the wire, in files and in the web's texts.
    pub key: &'static str,
    pub sql: &'static str,
    pub kind: ReportColumnKind,
    pub right: Option<ReportRight>,
    /// Only for those who work for the company.
    pub is_internal: bool,
    /// It tells of a person, whatever its right: it is never sent outside of the company.
    pub is_of_person: bool,
    /// The column with the currency of an amount.
    pub currency: Option<&'static str>,
    pub is_summed: bool,
}

impl ReportColumn {
    const fn new(kind: ReportColumnKind, key: &'static str, sql: &'static str) -> Self {
        Self {
            key,
            sql,
            kind,
            right: None,
            is_internal: false,
            is_of_person: false,
            currency: None,
            is_summed: false,
        }
    }

    pub const fn text(key: &'static str, sql: &'static str) -> Self {
        Self::new(ReportColumnKind::Text, key, sql)
    }

    pub const fn code(key: &'static str, sql: &'static str) -> Self {
        Self::new(ReportColumnKind::Code, key, sql)
    }

    pub const fn number(key: &'static str, sql: &'static str) -> Self {
        Self::new(ReportColumnKind::Number, key, sql)
    }

    /// Grams, shown as kilograms.
    pub const fn weight(key: &'static str, sql: &'static str) -> Self {
        Self::new(ReportColumnKind::Weight, key, sql)
    }

    pub const fn percent(key: &'static str, sql: &'static str) -> Self {
        Self::new(ReportColumnKind::Percent, key, sql)
    }

    pub const fn day(key: &'static str, sql: &'static str) -> Self {
        Self::new(ReportColumnKind::Day, key, sql)
    }

    pub const fn moment(key: &'static str, sql: &'static str) -> Self {
        Self::new(ReportColumnKind::Moment, key, sql)
    }

    pub const fn flag(key: &'static str, sql: &'static str) -> Self {
        Self::new(ReportColumnKind::Flag, key, sql)
    }

    /// An amount, summed by the currency in that column.
    pub const fn amount(key: &'static str, sql: &'static str, currency: &'static str) -> Self {
        let column = Self::new(ReportColumnKind::Amount, key, sql);
        Self { currency: Some(currency), is_summed: true, ..column }
    }

    /// An amount of one unit, of which a sum says nothing.
    pub const fn price(key: &'static str, sql: &'static str, currency: &'static str) -> Self {
        Self { is_summed: false, ..Self::amount(key, sql, currency) }
    }

    pub const fn with_sum(self) -> Self {
        Self { is_summed: true, ..self }
    }

    /// For those who may see costs.
    pub const fn of_costs(self) -> Self {
        self.for_those(Resource::Report, Action::Cost)
    }

    /// For those who may see data of people.
    pub const fn of_people(self) -> Self {
        self.for_those(Resource::Report, Action::Personal).naming_a_person()
    }

    /// It names a person whom those with its right may know, also without the right on data of people.
    pub const fn naming_a_person(self) -> Self {
        Self { is_of_person: true, ..self }
    }

    /// People typed it, and it may tell of anybody.
    pub const fn of_free_text(self) -> Self {
        self.naming_a_person()
    }

    /// It names the company's people, and is for those who work there.
    pub const fn of_staff(self) -> Self {
        Self { is_internal: true, ..self }
    }

    /// For those who have a right.
    pub const fn for_those(self, resource: Resource, action: Action) -> Self {
        Self { right: Some(ReportRight { resource, action, is_of_whole: false }), ..self }
    }

    /// It names records, and is for those who may open them in the whole company, or are their client.
    pub const fn naming(self, resource: Resource) -> Self {
        Self { right: Some(ReportRight { resource, action: Action::Show, is_of_whole: true }), ..self }
    }

    /// A value of this column as text, as it goes to the wire. `sql` is the column's, or a part of it.
    pub fn to_text(self, sql: &str) -> String {
        match self.kind {
            ReportColumnKind::Text | ReportColumnKind::Code | ReportColumnKind::Day => {
                format!("({sql})::text")
            }
            ReportColumnKind::Flag => format!("case when {sql} then 'true' else 'false' end"),
            ReportColumnKind::Moment => {
                format!("to_char(({sql}) at time zone p.zone, 'YYYY-MM-DD\"T\"HH24:MI:SS')")
            }
            ReportColumnKind::Number
            | ReportColumnKind::Amount
            | ReportColumnKind::Weight
            | ReportColumnKind::Percent => format!("trim_scale({})::text", self.to_number(sql)),
        }
    }

    /// A number of this column, for sums.
    pub fn to_number(self, sql: &str) -> String {
        match self.kind {
            ReportColumnKind::Weight => format!("(({sql})::numeric / 1000)"),
            _ => format!("({sql})::numeric"),
        }
    }
}

/// Columns that come with one join. A report that shows none of them leaves the join out.
#[derive(Debug)]
pub struct ReportPart {
    /// Empty for columns of the base.
    pub join: &'static str,
    /// Another part whose join this one needs.
    pub needs: Option<&'static Self>,
    pub columns: &'static [ReportColumn],
    /// Its values belong to a row, not to the record that several rows share.
    pub is_per_row: bool,
}

impl ReportPart {
    pub const fn of_base(columns: &'static [ReportColumn]) -> Self {
        Self { join: "", needs: None, columns, is_per_row: false }
    }

    pub const fn new(join: &'static str, columns: &'static [ReportColumn]) -> Self {
        Self { join, needs: None, columns, is_per_row: false }
    }

    pub const fn per_row(join: &'static str, columns: &'static [ReportColumn]) -> Self {
        Self { is_per_row: true, ..Self::new(join, columns) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_becomes_text_by_its_kind() {
        let text = |column: ReportColumn| column.to_text(column.sql);
        assert_eq!(text(ReportColumn::text("a", "s.a")), "(s.a)::text");
        assert_eq!(text(ReportColumn::flag("a", "s.a")), "case when s.a then 'true' else 'false' end");
        assert_eq!(text(ReportColumn::number("a", "s.a")), "trim_scale((s.a)::numeric)::text");
        assert_eq!(text(ReportColumn::weight("a", "s.a")), "trim_scale(((s.a)::numeric / 1000))::text");
        assert!(text(ReportColumn::moment("a", "s.a")).contains("at time zone p.zone"));
    }

    #[test]
    fn a_price_of_one_unit_is_not_summed() {
        assert!(ReportColumn::amount("a", "s.a", "currency").is_summed);
        assert!(!ReportColumn::price("a", "s.a", "currency").is_summed);
        let right = ReportColumn::price("a", "s.a", "currency").of_costs().right;
        assert_eq!(right.map(|right| right.action), Some(Action::Cost));
    }
}

//! Types of the API.

use poem_openapi::Object;
use rust_decimal::Decimal;
use uuid::Uuid;

use super::catalogue::ReportKey;
use super::permission::VisibleReport;
use super::statement::PlacedColumn;
use super::views::{ReportFilterKey, ReportRecordKind, ReportView, ReportViewKey};
use server_core::http::list::PageMeta;
use server_core::record::ReportColumnKind;

/// A report that the user can open.
#[derive(Object)]
pub struct ReportDefinition {
    pub key: ReportKey,
    /// Its kinds of rows; the first one is shown unless another is chosen.
    pub views: Vec<ReportViewDefinition>,
}

/// One way to show a report.
#[derive(Object)]
pub struct ReportViewDefinition {
    pub key: ReportViewKey,
    /// All columns that the user may see, in their order.
    pub columns: Vec<ReportColumnDefinition>,
    pub filters: Vec<ReportFilterKey>,
    /// Columns that a period can be about; the first one unless another is chosen. Empty: the rows themselves are of the period.
    pub periods: Vec<String>,
    /// How totals can be grouped: columns, and `day`, `week` and `month` of the period.
    pub groups: Vec<String>,
    /// Countries of destination that are chosen unless others are, ISO 3166-1 alpha-2.
    pub countries: Vec<String>,
    /// Kind of the record of a row; null for rows without one.
    pub record: Option<ReportRecordKind>,
}

/// A column of a report.
#[derive(Object, Clone)]
pub struct ReportColumnDefinition {
    pub key: String,
    pub kind: ReportColumnKind,
    /// The column with the currency of its amounts; null for other columns.
    pub currency: Option<String>,
    /// Whether totals have its sum.
    pub is_summed: bool,
    /// Whether it is shown unless others are chosen.
    pub is_default: bool,
}

/// A page of a report.
#[derive(Object)]
pub struct ReportRows {
    pub data: Vec<ReportRow>,
    pub meta: PageMeta,
    /// The columns of the cells, in their order.
    pub columns: Vec<ReportColumnDefinition>,
    /// Time zone of its days and moments.
    pub time_zone: String,
}

/// A row of a report.
#[derive(Object, sqlx::FromRow)]
pub struct ReportRow {
    /// The record that the row is about; null for rows without one.
    pub record_id: Option<Uuid>,
    /// Values as texts, in the order of the columns: numbers with a point, weights in kilograms, days as 2026-11-25, moments as
    /// 2026-11-25T14:30:00 in the time zone of the report. Empty where there is none.
    pub cells: Vec<String>,
}

/// Totals of a report.
#[derive(Object)]
pub struct ReportSummary {
    pub whole: ReportGroup,
    /// Largest first; days, weeks and months in their order. At most 500.
    pub groups: Vec<ReportGroup>,
    /// True when there are more groups.
    pub groups_capped: bool,
}

/// Rows with their sums.
#[derive(Object, Clone, Default, Debug, PartialEq, Eq)]
pub struct ReportGroup {
    /// The value of the group: `2026-10` for a month, the first day of a week, a code or a name. Empty for the whole and for
    /// rows without one.
    pub name: String,
    pub rows: i64,
    pub totals: Vec<ReportTotal>,
}

/// A sum. Amounts of different currencies are never added.
#[derive(Object, Clone, Debug, PartialEq, Eq)]
pub struct ReportTotal {
    /// Key of the column.
    pub column: String,
    /// ISO 4217; null for what is no amount.
    pub currency: Option<String>,
    pub amount: Decimal,
}

impl ReportColumnDefinition {
    pub fn new(view: &ReportView, placed: PlacedColumn) -> Self {
        let (_, column) = placed;
        Self {
            key: column.key.to_owned(),
            kind: column.kind,
            currency: column.currency.map(str::to_owned),
            is_summed: column.is_summed,
            is_default: view.columns.contains(&column.key),
        }
    }
}

impl ReportViewDefinition {
    pub fn new(visible: &VisibleReport) -> Self {
        let view = visible.view;
        let owned = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
        let has_filter = |key: &ReportFilterKey| view.has_filter(*key);
        let spans: &[&str] = if view.periods.is_empty() { &[] } else { &["month", "week", "day"] };
        let seen = view.groups.iter().copied().filter(|key| visible.find(key).is_some());
        let groups: Vec<&str> = spans.iter().copied().chain(seen).collect();
        Self {
            key: view.key,
            columns: visible
                .columns
                .iter()
                .map(|placed| ReportColumnDefinition::new(view, *placed))
                .collect(),
            filters: ReportFilterKey::ALL.iter().copied().filter(has_filter).collect(),
            periods: owned(view.periods),
            groups: owned(&groups),
            countries: owned(view.countries),
            record: view.record.map(|(kind, _)| kind),
        }
    }
}

//! All reports.

use super::money_views::FINANCIAL;
use super::price_views::PRICE_TABLE_REPORT;
use super::shipment_views::{DETAILED_SHIPMENTS, INSURANCE, SHIPMENTS_LACC, SHIPMENTS_REPORT};
use super::stock_views::{DETAIL_STOCK, STOCKS};
use super::views::{ReportView, ReportViewKey};
use server_core::http::error::{ApiError, ApiResult};
use server_core::http::messages::MessageCode;
use trade::wire_name;

wire_name! {
    /// A report.
    ReportKey {
        Shipments = "shipments",
        DetailedShipments = "detailed_shipments",
        /// Detailed shipments to Latin America and the Caribbean, unless other countries are chosen.
        ShipmentsLacc = "shipments_lacc",
        Stocks = "stocks",
        DetailStock = "detail_stock",
        Financial = "financial",
        Insurance = "insurance",
        PriceTable = "price_table",
    }
}

impl ReportKey {
    /// The first one is shown unless another is chosen.
    pub const fn views(self) -> &'static [ReportView] {
        match self {
            Self::Shipments => SHIPMENTS_REPORT,
            Self::DetailedShipments => DETAILED_SHIPMENTS,
            Self::ShipmentsLacc => SHIPMENTS_LACC,
            Self::Stocks => STOCKS,
            Self::DetailStock => DETAIL_STOCK,
            Self::Financial => FINANCIAL,
            Self::Insurance => INSURANCE,
            Self::PriceTable => PRICE_TABLE_REPORT,
        }
    }

    /// Returns 422 for the view of another report.
    pub fn find_view(self, key: Option<ReportViewKey>) -> ApiResult<&'static ReportView> {
        let found = self.views().iter().find(|view| key.is_none_or(|key| view.key == key));
        found.ok_or_else(|| ApiError::invalid_field("view", MessageCode::UnknownOption))
    }
}

/// Every view with its report.
pub fn all_views() -> impl Iterator<Item = (ReportKey, &'static ReportView)> {
    ReportKey::ALL.iter().flat_map(|report| report.views().iter().map(move |view| (*report, view)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use server_core::record::ReportColumnKind;

    #[test]
    fn columns_have_one_name_each_and_name_others_that_exist() {
        for (report, view) in all_views() {
            let keys: Vec<_> = view.all_columns().map(|(_, column)| column.key).collect();
            let once: BTreeSet<_> = keys.iter().collect();
            assert_eq!(once.len(), keys.len(), "{report:?} {:?}", view.key);
            let named = [view.columns, view.periods, view.groups].concat();
            for key in named {
                assert!(keys.contains(&key), "{report:?} {:?}: {key}", view.key);
            }
            for (_, column) in view.all_columns() {
                assert!(column.currency.is_none_or(|currency| keys.contains(&currency)), "{}", column.key);
                assert_eq!(
                    column.currency.is_some(),
                    column.kind == ReportColumnKind::Amount,
                    "{}",
                    column.key
                );
            }
        }
    }

    #[test]
    fn who_sees_an_amount_sees_its_currency() {
        for (report, view) in all_views() {
            for (_, column) in view.all_columns() {
                let Some((_, currency)) = column.currency.and_then(|key| view.find(key)) else { continue };
                let is_seen = currency.right.is_none() || currency.right == column.right;
                let is_wider = column.right.is_some_and(|right| right.action == policy::Action::Cost);
                assert!(is_seen || is_wider, "{report:?}: {}", column.key);
            }
        }
    }

    #[test]
    fn a_period_is_a_column_of_days_or_moments() {
        for (_, view) in all_views() {
            for key in view.periods {
                let (_, column) = view.find(key).unwrap();
                assert!(matches!(column.kind, ReportColumnKind::Day | ReportColumnKind::Moment), "{key}");
            }
        }
    }

    #[test]
    fn rows_of_one_record_have_its_sums_once() {
        for (_, view) in all_views() {
            assert_eq!(view.parts.iter().any(|part| part.is_per_row), view.once.is_some(), "{:?}", view.key);
        }
    }

    #[test]
    fn the_view_of_another_report_is_refused() {
        assert!(ReportKey::Stocks.find_view(Some(ReportViewKey::Parcels)).is_err());
        assert_eq!(ReportKey::Stocks.find_view(None).unwrap().key, ReportViewKey::Levels);
    }
}

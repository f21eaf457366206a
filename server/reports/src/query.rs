//! The rows, period and filters that are asked for.

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use poem_openapi::Object;
use serde::{Deserialize, Serialize};
use tenancy::TenantTx;
use uuid::Uuid;

use super::statement::{FilterValue, ReportFilterValues, ReportParams};
use super::views::{ReportFilterKey, ReportView, ReportViewKey};
use server_core::http::days::{end_of, start_of};
use server_core::http::error::{ApiError, ApiResult, FieldErrors};
use server_core::http::messages::MessageCode;

/// Rows, period and filters of a report. A filter that the report does not have is refused.
#[derive(Object, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReportQuery {
    /// The rows; those of the first view without it.
    pub view: Option<ReportViewKey>,
    /// The column that the period is about; the first one of the report without it.
    #[oai(validator(max_length = 40))]
    pub period: Option<String>,
    /// First day, in the time zone of the report.
    pub from: Option<NaiveDate>,
    /// Last day.
    pub to: Option<NaiveDate>,
    /// IANA name, for example `America/Sao_Paulo`. The company's own without it.
    #[oai(validator(max_length = 60))]
    pub time_zone: Option<String>,
    pub client_id: Option<Uuid>,
    pub client_group_id: Option<Uuid>,
    pub subsidiary_id: Option<Uuid>,
    pub partner_id: Option<Uuid>,
    pub provider_id: Option<Uuid>,
    pub service_id: Option<Uuid>,
    pub warehouse_id: Option<Uuid>,
    pub item_id: Option<Uuid>,
    pub price_table_id: Option<Uuid>,
    /// Countries of destination, ISO 3166-1 alpha-2, separated by commas.
    #[oai(validator(max_length = 800))]
    pub country: Option<String>,
    /// Status codes, separated by commas.
    #[oai(validator(max_length = 100))]
    pub status: Option<String>,
    /// `export`, `import` or `domestic`.
    #[oai(validator(max_length = 20))]
    pub direction: Option<String>,
    /// True: also cancelled shipments, places from which goods are gone, and drafts and old versions of price tables.
    pub include_inactive: Option<bool>,
}

/// Where and when a report is made.
#[derive(Clone, Debug)]
pub struct ReportMoment {
    pub now: DateTime<Utc>,
    /// The company's time zone.
    pub time_zone: String,
    /// BCP 47.
    pub language: String,
}

const DIRECTIONS: [&str; 3] = ["export", "import", "domestic"];

pub const COUNTRY_IDS: &str = "select id from ref.countries where alpha2 = any($1)";

impl ReportQuery {
    /// Returns 422 for a period or a filter that the view does not have.
    pub async fn read_values(
        &self,
        tx: &mut TenantTx,
        view: &ReportView,
        at: &ReportMoment,
    ) -> ApiResult<(ReportParams, ReportFilterValues)> {
        let zone_name = self.time_zone.as_deref().unwrap_or(&at.time_zone);
        let zone: Option<Tz> = zone_name.parse().ok();
        let mut errors = FieldErrors::default();
        if zone.is_none() {
            errors.push("time_zone", MessageCode::UnknownOption);
        }
        let zone = zone.unwrap_or(Tz::UTC);
        if self.period.as_deref().is_some_and(|period| !view.periods.contains(&period)) {
            errors.push("period", MessageCode::UnknownOption);
        }
        if self.from.zip(self.to).is_some_and(|(from, to)| from > to) {
            errors.push("to", MessageCode::PeriodEndsBefore);
        }
        let mut values = self.read_filters(view, &mut errors);
        errors.into_result()?;
        if let Some(codes) = self.country_codes(view) {
            let ids: Vec<i16> = sqlx::query_scalar(COUNTRY_IDS).bind(&codes).fetch_all(&mut **tx).await?;
            // A report of fewer countries than were asked for would look complete.
            if self.country.is_some() && ids.len() < codes.len() {
                return Err(ApiError::invalid_field("country", MessageCode::UnknownOption));
            }
            values.push((ReportFilterKey::Country, FilterValue::Numbers(ids)));
        }
        let params = ReportParams {
            language: at.language.split('-').next().unwrap_or("en").to_owned(),
            zone: zone.name().to_owned(),
            today: at.now.with_timezone(&zone).date_naive(),
            since: self.from.map(|day| start_of(day, zone)),
            until: self.to.and_then(|day| end_of(day, zone)),
            from: self.from,
            to: self.to,
        };
        let period = self.period.as_deref().or_else(|| view.periods.first().copied());
        let period = period.and_then(|key| view.find(key));
        let includes_inactive = self.include_inactive == Some(true);
        Ok((params, ReportFilterValues { values, period, includes_inactive }))
    }

    fn read_filters(
        &self,
        view: &ReportView,
        errors: &mut FieldErrors,
    ) -> Vec<(ReportFilterKey, FilterValue)> {
        let statuses = self.status.as_deref().filter(|status| !status.is_empty()).map(|status| {
            let numbers: Result<Vec<i16>, _> = status.split(',').map(|code| code.trim().parse()).collect();
            numbers.unwrap_or_else(|_| {
                errors.push("status", MessageCode::UnknownOption);
                Vec::new()
            })
        });
        let id = |id: Option<Uuid>| id.map(FilterValue::Id);
        let direction = self.direction.clone().filter(|direction| !direction.is_empty());
        if direction.as_deref().is_some_and(|one| !DIRECTIONS.contains(&one)) {
            errors.push("direction", MessageCode::UnknownOption);
        }
        let given = [
            (ReportFilterKey::Client, id(self.client_id)),
            (ReportFilterKey::ClientGroup, id(self.client_group_id)),
            (ReportFilterKey::Subsidiary, id(self.subsidiary_id)),
            (ReportFilterKey::Partner, id(self.partner_id)),
            (ReportFilterKey::Provider, id(self.provider_id)),
            (ReportFilterKey::Service, id(self.service_id)),
            (ReportFilterKey::Warehouse, id(self.warehouse_id)),
            (ReportFilterKey::Item, id(self.item_id)),
            (ReportFilterKey::PriceTable, id(self.price_table_id)),
            (ReportFilterKey::Status, statuses.map(FilterValue::Numbers)),
            (ReportFilterKey::Direction, direction.map(FilterValue::Text)),
        ];
        if self.country.is_some() && !view.has_filter(ReportFilterKey::Country) {
            errors.push("country", MessageCode::UnknownOption);
        }
        let mut values = Vec::new();
        for (key, value) in given {
            let Some(value) = value else { continue };
            if view.has_filter(key) {
                values.push((key, value));
            } else {
                errors.push(key.as_str(), MessageCode::UnknownOption);
            }
        }
        values
    }

    /// The chosen countries, or else those of the view; none for all. A list without a code chooses all.
    fn country_codes(&self, view: &ReportView) -> Option<Vec<String>> {
        let mut codes: Vec<String> = match &self.country {
            Some(chosen) => {
                let codes = chosen.split(',').map(|code| code.trim().to_uppercase());
                codes.filter(|code| !code.is_empty()).collect()
            }
            None => view.countries.iter().map(|code| (*code).to_owned()).collect(),
        };
        codes.sort_unstable();
        codes.dedup();
        (!codes.is_empty()).then_some(codes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::ReportKey;

    fn refused(report: ReportKey, query: &ReportQuery) -> bool {
        let mut errors = FieldErrors::default();
        query.read_filters(&report.views()[0], &mut errors);
        !errors.is_empty()
    }

    #[test]
    fn a_filter_that_a_report_does_not_have_is_refused() {
        let query = ReportQuery { warehouse_id: Some(Uuid::nil()), ..ReportQuery::default() };
        assert!(refused(ReportKey::Shipments, &query));
        assert!(!refused(ReportKey::Stocks, &query));
    }

    #[test]
    fn an_unreadable_status_is_refused() {
        let query = |status: &str| ReportQuery { status: Some(status.to_owned()), ..ReportQuery::default() };
        assert!(refused(ReportKey::Shipments, &query("10,x")));
        assert!(!refused(ReportKey::Shipments, &query("10, 90")));
    }

    #[test]
    fn an_unknown_direction_is_refused() {
        let query = |way: &str| ReportQuery { direction: Some(way.to_owned()), ..ReportQuery::default() };
        assert!(refused(ReportKey::Shipments, &query("exports")));
        assert!(
            !refused(ReportKey::Shipments, &query("export")) && !refused(ReportKey::Shipments, &query(""))
        );
    }

    #[test]
    fn the_preset_has_its_countries_until_others_are_chosen() {
        let view = &ReportKey::ShipmentsLacc.views()[0];
        let codes = |country: Option<&str>| {
            let country = country.map(str::to_owned);
            ReportQuery { country, ..ReportQuery::default() }.country_codes(view)
        };
        assert!(codes(None).unwrap().contains(&"BR".to_owned()));
        assert_eq!(codes(Some("pt, ao,PT")), Some(vec!["AO".to_owned(), "PT".to_owned()]));
        assert_eq!(codes(Some("")), None);
    }
}

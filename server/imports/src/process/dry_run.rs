//! Prices the shipments of a file that is only checked, in place of storing them.

use chrono::NaiveDate;
use tenancy::TenantTx;

use super::super::forecasts::{ForecastShipment, LineForecast};
use super::validate::Candidate;
use freight::shipments::price::{PriceReader, UnstoredShipment, forecast};
use pricing::prices::tariffs::Tariffs;
use pricing::services::limits::Reader;
use server_core::http::error::ApiResult;
use server_core::settings::Settings;

/// Who checks a file, and on which day.
pub struct DryRun {
    pub tariffs: Tariffs,
    pub settings: Settings,
    pub on: NaiveDate,
    pub reader: Reader,
    pub is_outside: bool,
    pub sees_costs: bool,
}

impl DryRun {
    /// The prices of new shipments. Without references, every row is a shipment of its own.
    pub async fn price(
        &self,
        tx: &mut TenantTx,
        new: Vec<Candidate>,
        has_references: bool,
    ) -> ApiResult<Vec<LineForecast>> {
        let by = PriceReader {
            tariffs: &self.tariffs,
            settings: &self.settings,
            on: self.on,
            reader: self.reader,
            is_outside: self.is_outside,
            sees_costs: self.sees_costs,
        };
        let shipments: Vec<UnstoredShipment<'_>> = new
            .iter()
            .map(|candidate| UnstoredShipment { input: &candidate.input, missing: &candidate.missing })
            .collect();
        let found = forecast(tx, &by, &shipments).await?;
        let forecasts = new.into_iter().zip(found).map(|(candidate, found)| {
            let fields = candidate.input.fields;
            let shipment = ForecastShipment {
                lines: candidate.lines,
                is_sent_by_client: candidate.is_sent_by_client,
                external_ref: fields.external_ref.filter(|_| has_references),
                to_name: fields.to_name,
                to_city: fields.to_city,
                to_country_id: fields.to_country_id,
                service_id: fields.service_id,
            };
            LineForecast { group_key: candidate.group_key, line: candidate.line, shipment, found }
        });
        Ok(forecasts.collect())
    }
}

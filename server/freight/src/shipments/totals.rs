//! The frozen price of a shipment, in sums.

use poem_openapi::Object;
use rust_decimal::Decimal;

use server_core::http::wire::write;
use trade::money::in_currency;

/// The frozen price of a confirmed shipment.
#[derive(Object, Debug, Clone)]
pub struct ShipmentTotals {
    /// Freight with its surcharges.
    pub total_freight: Decimal,
    pub total_insurance: Decimal,
    /// Duties and taxes that the sender pays, and taxes on the service.
    pub total_tax: Decimal,
    pub total: Decimal,
    /// ISO 4217.
    pub currency: String,
}

/// A price as one amount.
#[derive(Object, Debug, Clone, serde::Serialize, serde::Deserialize)]
pub struct PriceSum {
    #[serde(serialize_with = "write")]
    pub amount: Decimal,
    /// ISO 4217.
    pub currency: String,
}

impl PriceSum {
    /// With the decimals of its currency.
    pub fn with_decimals(self) -> Self {
        Self { amount: in_currency(self.amount, Some(&self.currency)), ..self }
    }
}

/// The columns of a shipment; all null without a price.
#[derive(sqlx::FromRow)]
pub struct TotalsRow {
    total_freight: Option<Decimal>,
    total_insurance: Option<Decimal>,
    total_tax: Option<Decimal>,
    total: Option<Decimal>,
    total_currency: Option<String>,
}

impl From<TotalsRow> for Option<ShipmentTotals> {
    fn from(row: TotalsRow) -> Self {
        let currency = row.total_currency?;
        let amount = |part: Option<Decimal>| in_currency(part.unwrap_or_default(), Some(&currency));
        Some(ShipmentTotals {
            total_freight: amount(row.total_freight),
            total_insurance: amount(row.total_insurance),
            total_tax: amount(row.total_tax),
            total: amount(row.total),
            currency,
        })
    }
}

//! The prices that a check has found: SQL, and the rows of its list.

use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use tenancy::TenantTx;
use uuid::Uuid;

use freight::shipments::price::PriceForecast;
use pricing::prices::priced::PriceMoney;
use server_core::http::list::Paging;
use server_core::http::messages::{Language, MessageCode, Params};

pub const STORE: &str = "
    update shipment_import_lines l
    set forecast = found.forecast, price = found.price, currency = found.currency, refusal = found.refusal
    from unnest($2::text[], $3::integer[], $4::jsonb[], $5::numeric[], $6::text[], $7::jsonb[])
        found(group_key, line, forecast, price, currency, refusal)
    where l.import_id = $1 and l.group_key = found.group_key and l.line = found.line";
pub const PAGE: &str = "
    select l.line, l.forecast, l.price, l.currency, l.refusal, v.title_locale as service_title_locale
    from shipment_import_lines l left join services v on v.id = (l.forecast ->> 'service_id')::uuid
    where l.import_id = $1 and l.forecast is not null and (not $2 or l.refusal is not null)
    order by l.line limit $3 offset $4";
pub const COUNTS: &str = "
    select count(*) as shipments, count(refusal) as refused,
           count(*) filter (where (forecast ->> 'is_sent_by_client')::boolean) as sent_by_client
    from shipment_import_lines
    where import_id = $1 and forecast is not null";
pub const TOTALS: &str = "
    select currency, sum(price) as amount, count(*) as shipments from shipment_import_lines
    where import_id = $1 and forecast is not null and price is not null
    group by currency order by currency";

/// The parameters that the reasons against a confirmation have.
const PARAMS: [&str; 4] = ["max", "value", "missing", "reasons"];

/// Which shipment of the file it is.
#[derive(Debug, Serialize, Deserialize)]
pub struct ForecastShipment {
    pub lines: i32,
    /// Its lines name no sender: the client is it.
    #[serde(default)]
    pub is_sent_by_client: bool,
    pub external_ref: Option<String>,
    pub to_name: Option<String>,
    pub to_city: Option<String>,
    pub to_country_id: Option<i16>,
    pub service_id: Option<Uuid>,
}

/// The price of a shipment, and the line that keeps it: the first one of the shipment.
pub struct LineForecast {
    pub group_key: String,
    pub line: i32,
    pub shipment: ForecastShipment,
    pub found: PriceForecast,
}

/// Why a shipment cannot be confirmed, as it is stored.
#[derive(Debug, Serialize, Deserialize)]
struct StoredRefusal {
    code: String,
    params: Value,
}

#[derive(sqlx::FromRow)]
struct ForecastRow {
    line: i32,
    forecast: Json<ForecastShipment>,
    price: Option<Decimal>,
    currency: Option<String>,
    refusal: Option<Json<StoredRefusal>>,
    service_title_locale: Option<Value>,
}

/// The price of a shipment that an import would create.
#[derive(Object, Debug)]
pub struct ImportPrice {
    /// Number of its first row in the file.
    line: i32,
    /// Rows of the shipment.
    lines: i32,
    /// Null when every row is a shipment of its own.
    external_ref: Option<String>,
    to_name: Option<String>,
    to_city: Option<String>,
    to_country_id: Option<i16>,
    service_id: Option<Uuid>,
    /// By language: pt, en, es, zh.
    service_title_locale: Option<Value>,
    /// The price of the day of the check; null without one. A company without price tables has none.
    total: Option<PriceMoney>,
    /// Why it could not be confirmed, from `message-codes.json`; null if it could.
    message_code: Option<String>,
    /// The message in the language of the request.
    message: Option<String>,
    /// Values of the message, e.g. the `missing` fields.
    params: Option<Value>,
}

/// The sum of the prices in one currency.
#[derive(Object, Debug, sqlx::FromRow)]
pub struct ImportPriceTotal {
    /// ISO 4217.
    pub currency: String,
    pub amount: Decimal,
    /// Shipments with a price in this currency.
    pub shipments: i64,
}

/// Prices of the shipments of a checked import.
#[derive(Object, Debug)]
pub struct ImportPrices {
    /// Shipments that it would create.
    pub shipments: i64,
    /// Those among them that could not be confirmed as they are.
    pub refused: i64,
    /// Those whose rows name no sender: their client is the sender.
    pub sent_by_client: i64,
    pub totals: Vec<ImportPriceTotal>,
}

impl ForecastRow {
    fn into_price(self, language: Language) -> ImportPrice {
        let ForecastShipment { lines, external_ref, to_name, to_city, to_country_id, service_id, .. } =
            self.forecast.0;
        let refusal = self.refusal.map(|Json(refusal)| refusal);
        let message = refusal.as_ref().map(|refusal| refusal.text(language));
        let (message_code, params) = refusal.map(|refusal| (refusal.code, refusal.params)).unzip();
        ImportPrice {
            line: self.line,
            lines,
            external_ref,
            to_name,
            to_city,
            to_country_id,
            service_id,
            service_title_locale: self.service_title_locale,
            total: self
                .price
                .zip(self.currency)
                .map(|(amount, currency)| PriceMoney { amount: amount.normalize(), currency }),
            message_code,
            message,
            params,
        }
    }
}

impl StoredRefusal {
    fn text(&self, language: Language) -> String {
        let known = MessageCode::ALL.iter().copied().find(|known| known.as_str() == self.code);
        let named = |name: &'static str| Some((name, self.params.get(name)?.clone()));
        let params: Params = PARAMS.into_iter().filter_map(named).collect();
        known.unwrap_or(MessageCode::Internal).text(language, &params)
    }
}

/// Stores the prices at the lines of their shipments.
pub async fn store(tx: &mut TenantTx, import_id: Uuid, forecasts: &[LineForecast]) -> sqlx::Result<()> {
    if forecasts.is_empty() {
        return Ok(());
    }
    let keys: Vec<&str> = forecasts.iter().map(|one| one.group_key.as_str()).collect();
    let lines: Vec<i32> = forecasts.iter().map(|one| one.line).collect();
    let shipments: Vec<Json<&ForecastShipment>> = forecasts.iter().map(|one| Json(&one.shipment)).collect();
    let totals = || forecasts.iter().map(|one| one.found.total.as_ref());
    let prices: Vec<Option<Decimal>> = totals().map(|total| Some(total?.amount)).collect();
    let currencies: Vec<Option<&str>> = totals().map(|total| Some(total?.currency.as_str())).collect();
    let refusals: Vec<Option<Json<StoredRefusal>>> = forecasts
        .iter()
        .map(|one| {
            let (code, params) = one.found.refusal.as_ref()?;
            let params = serde_json::to_value(params).ok()?;
            Some(Json(StoredRefusal { code: code.as_str().to_owned(), params }))
        })
        .collect();
    sqlx::query(STORE)
        .bind(import_id)
        .bind(keys)
        .bind(lines)
        .bind(shipments)
        .bind(prices)
        .bind(currencies)
        .bind(refusals)
        .execute(&mut **tx)
        .await?;
    Ok(())
}

/// Shipments in the order of the file, or those of them that could not be confirmed.
pub async fn list(
    tx: &mut TenantTx,
    import_id: Uuid,
    refused: bool,
    paging: Paging,
    language: Language,
) -> sqlx::Result<Vec<ImportPrice>> {
    let page = sqlx::query_as(PAGE).bind(import_id).bind(refused).bind(paging.per_page).bind(paging.offset());
    let rows: Vec<ForecastRow> = page.fetch_all(&mut **tx).await?;
    Ok(rows.into_iter().map(|row| row.into_price(language)).collect())
}

pub async fn sum_up(tx: &mut TenantTx, import_id: Uuid) -> sqlx::Result<ImportPrices> {
    let (shipments, refused, sent_by_client) =
        sqlx::query_as(COUNTS).bind(import_id).fetch_one(&mut **tx).await?;
    let mut totals: Vec<ImportPriceTotal> =
        sqlx::query_as(TOTALS).bind(import_id).fetch_all(&mut **tx).await?;
    for total in &mut totals {
        total.amount = total.amount.normalize();
    }
    Ok(ImportPrices { shipments, refused, sent_by_client, totals })
}

//! A service: what the company sells. Pure, without SQL and requests.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use uuid::Uuid;

use server_core::http::error::FieldErrors;
use server_core::http::fields::{optional, required};
use server_core::http::messages::{Language, MessageCode, Params};
use server_core::http::record_state::SwitchCan;
use server_core::http::title::LocaleTitle;
use trade::goods::ContentsType;
use trade::money;
use trade::units::to_tenth;
use trade::wire_name;

wire_name! {
    /// Mode of transport of a service.
    ServiceMode { Air = "air", Road = "road", Sea = "sea", Postal = "postal" }
}
wire_name! {
    /// Direction of the shipments that a service takes.
    ServiceScope { Any = "any", Export = "export", Import = "import", Domestic = "domestic" }
}
wire_name! {
    /// Who pays duties and taxes: the sender (DDP) or the recipient (DAP). None where no taxes are due.
    TaxModality { Ddp = "ddp", Ddu = "ddu", None = "none" }
}
wire_name! {
    /// The demands of a service: a document or number of the shipment, own drivers, or a proof that they bring.
    ServiceRequirement {
        HsCode = "hs_code",
        TaxId = "tax_id",
        Invoice = "invoice",
        Anvisa = "anvisa",
        /// The recipient says a PIN when own drivers deliver.
        DeliveryPin = "delivery_pin",
        DeliveryName = "delivery_name",
        DeliveryPhoto = "delivery_photo",
        DeliverySignature = "delivery_signature",
        DeliveryDocument = "delivery_document",
        /// The company's own drivers deliver: a delivery is planned once customs have cleared the shipment.
        OwnDelivery = "own_delivery",
    }
}

/// Limits of a service. A limit that is null does not exist.
#[derive(Object, Serialize, Deserialize, Clone, Debug, Default, sqlx::FromRow)]
pub struct ServiceLimits {
    /// Minimum weight of a shipment in grams.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000000")))]
    pub min_weight_g: Option<i32>,
    /// Maximum weight of a shipment in grams.
    #[oai(validator(minimum(value = "1"), maximum(value = "1000000000")))]
    pub max_weight_g: Option<i32>,
    /// Longest side of a parcel in millimetres, rounded to one decimal.
    #[oai(validator(minimum(value = "1"), maximum(value = "100000")))]
    pub max_side_mm: Option<f64>,
    /// Length, width and height of a parcel together, in millimetres.
    #[oai(validator(minimum(value = "1"), maximum(value = "300000")))]
    pub max_sides_mm: Option<f64>,
    /// Longest side and girth of a parcel together, in millimetres. The girth is twice the sum of the other sides.
    #[oai(validator(minimum(value = "1"), maximum(value = "500000")))]
    pub max_girth_mm: Option<f64>,
    /// Maximum declared value of a shipment, in `value_currency`.
    pub max_value: Option<Decimal>,
    /// ISO 4217 currency of `max_value`; required with it.
    #[oai(validator(max_length = 3))]
    pub value_currency: Option<String>,
    /// Contents that the service takes; empty for all.
    #[oai(default, validator(max_items = 7, unique_items))]
    #[serde(default)]
    #[sqlx(json)]
    pub contents: Vec<ContentsType>,
    /// Ids of the countries that the service starts in; empty for all.
    #[oai(default, validator(max_items = 250, unique_items))]
    #[serde(default)]
    pub origin_country_ids: Vec<i16>,
    /// Ids of the countries that the service delivers to; empty for all.
    #[oai(default, validator(max_items = 250, unique_items))]
    #[serde(default)]
    pub destination_country_ids: Vec<i16>,
}

/// Input of a service.
#[derive(Object, Serialize, Deserialize, Clone, Debug, sqlx::FromRow)]
pub struct ServiceInput {
    /// Short name, unique in the company.
    #[oai(validator(max_length = 20))]
    pub code: String,
    /// Required in the company's default language.
    #[sqlx(json)]
    pub title_locale: LocaleTitle,
    /// Group in which the service is offered; null if none.
    pub group_id: Option<Uuid>,
    pub mode: ServiceMode,
    #[oai(default = "any_scope")]
    #[serde(default = "any_scope")]
    pub scope: ServiceScope,
    /// Shortest time from departure to delivery, in days.
    #[oai(validator(minimum(value = "0"), maximum(value = "365")))]
    pub transit_min_days: Option<i16>,
    /// Longest time from departure to delivery, in days.
    #[oai(validator(minimum(value = "0"), maximum(value = "365")))]
    pub transit_max_days: Option<i16>,
    /// Cubic centimetres per kilogram of volumetric weight. Air carriers use 5,000 or 6,000.
    #[oai(validator(minimum(value = "1"), maximum(value = "100000")))]
    pub volumetric_divisor: i32,
    /// The chargeable weight is rounded up to a multiple of this, in grams.
    #[oai(validator(minimum(value = "1"), maximum(value = "100000")))]
    pub rounding_step_g: i32,
    #[oai(flatten)]
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub limits: ServiceLimits,
    #[oai(default = "no_modality")]
    #[serde(default = "no_modality")]
    pub tax_modality: TaxModality,
    #[oai(default, validator(max_items = 9, unique_items))]
    #[serde(default)]
    #[sqlx(json)]
    pub requirements: Vec<ServiceRequirement>,
    /// Attempts of own drivers before the client decides; null for 3. Of the shipments of a delivery, the least counts.
    #[oai(validator(minimum(value = "1"), maximum(value = "20")))]
    pub delivery_attempts: Option<i16>,
    /// Provider of the last mile; null if none is fixed.
    pub last_mile_provider_id: Option<Uuid>,
    /// Profiles whose users see and sell the service; empty for everybody. Users who may change services see all.
    #[oai(default, validator(max_items = 50, unique_items))]
    #[serde(default)]
    pub profile_ids: Vec<Uuid>,
    /// Position in lists to choose from; equal positions are ordered by code.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000")))]
    pub position: i16,
}

fn any_scope() -> ServiceScope {
    ServiceScope::Any
}

fn no_modality() -> TaxModality {
    TaxModality::None
}

/// The fields of a service to change. Omitted fields are unchanged.
#[derive(Object, Serialize, Deserialize, Clone, Debug)]
pub struct ServiceUpdate {
    #[oai(flatten)]
    #[serde(flatten)]
    pub input: ServiceInput,
    /// Version that was read; 409 `stale_version` if the service has changed since.
    pub version: i32,
}

/// A service of the company.
#[derive(Object, sqlx::FromRow)]
pub struct Service {
    pub id: Uuid,
    #[oai(flatten)]
    #[sqlx(flatten)]
    pub input: ServiceInput,
    /// Name of its group by language: pt, en, es, zh.
    pub group_title_locale: Option<Value>,
    /// Code of the provider of the last mile.
    pub last_mile_provider_code: Option<String>,
    /// Only active services can be chosen for a shipment.
    pub active: bool,
    /// When it was deleted; null for records that are not. Such a record is inactive and in no list.
    pub excluded_at: Option<DateTime<Utc>>,
    /// Increases with every change. Send it with an update.
    pub version: i32,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    #[sqlx(skip)]
    pub can: SwitchCan,
}

impl ServiceInput {
    /// Normalizes the input and reports errors at their fields.
    pub fn check(mut self, default_language: Language, errors: &mut FieldErrors) -> Self {
        self.code = required("code", &self.code, errors);
        self.title_locale = self.title_locale.check(default_language, errors);
        if let (Some(min), Some(max)) = (self.transit_min_days, self.transit_max_days)
            && max < min
        {
            errors.push_with("transit_max_days", MessageCode::TooSmall, Params::from([("min", json!(min))]));
        }
        self.limits = self.limits.normalize(errors);
        self
    }
}

impl Service {
    /// The service with its amount in the decimals of its currency.
    #[must_use]
    pub fn with_decimals(mut self) -> Self {
        self.input.limits = self.input.limits.with_decimals();
        self
    }
}

impl ServiceLimits {
    fn with_decimals(mut self) -> Self {
        let currency = self.value_currency.as_deref();
        self.max_value = self.max_value.map(|value| money::in_currency(value, currency));
        self
    }

    fn normalize(mut self, errors: &mut FieldErrors) -> Self {
        if let (Some(min), Some(max)) = (self.min_weight_g, self.max_weight_g)
            && max < min
        {
            errors.push("max_weight_g", MessageCode::MaxWeightBelowMin);
        }
        for side in [&mut self.max_side_mm, &mut self.max_sides_mm, &mut self.max_girth_mm] {
            *side = side.map(to_tenth);
        }
        self.value_currency = optional(self.value_currency.as_ref()).map(|code| code.to_uppercase());
        self.check_value(errors);
        self.with_decimals()
    }

    fn check_value(&mut self, errors: &mut FieldErrors) {
        let Some(value) = self.max_value else {
            self.value_currency = None;
            return;
        };
        let largest = Decimal::from(999_999_999_999_i64);
        if value <= Decimal::ZERO {
            errors.push_with("max_value", MessageCode::TooSmall, Params::from([("min", 1.into())]));
        }
        if value > largest {
            let params = Params::from([("max", largest.to_string().into())]);
            errors.push_with("max_value", MessageCode::TooLarge, params);
        }
        match self.value_currency.as_deref() {
            None => errors.push("value_currency", MessageCode::Required),
            Some(code) if money::has_too_many_decimals(value, money::decimals_of(code)) => {
                let params = Params::from([("max", money::decimals_of(code).into())]);
                errors.push_with("max_value", MessageCode::TooManyDecimals, params);
            }
            Some(_) => {}
        }
    }
}

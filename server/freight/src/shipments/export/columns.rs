//! The columns of an export and the values of a shipment in them.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::draft_price;
use crate::shipments::missing_fields;
use crate::shipments::totals::PriceSum;
use crate::status::ShipmentStatus;
use access::in_scope;
use sheets::export::Cell;
use trade::units::WeightUnit;
use trade::wire_name;

wire_name! {
    /// A column of an export.
    ExportColumn {
        TrackingCode = "tracking_code",
        Reference = "external_ref",
        Status = "status",
        /// Fields that the shipment lacks for shipping.
        Missing = "missing",
        Client = "client_name",
        Service = "service",
        Sender = "from_name",
        Recipient = "to_name",
        City = "to_city",
        Country = "to_country",
        Source = "source",
        Parcels = "parcel_count",
        Items = "item_count",
        DeclaredWeight = "declared_weight",
        ChargeableWeight = "chargeable_weight",
        DeclaredValue = "declared_value",
        Currency = "currency",
        /// The price that its confirmation froze, or else the last one shown for a finished draft.
        Price = "price",
        PriceCurrency = "price_currency",
        Shipped = "shipped_on",
        Due = "due_on",
        LastEvent = "last_event_at",
        LabelPrinted = "label_printed_at",
        Created = "created_at",
        Updated = "updated_at",
    }
}

/// The shipments within the scope, in the order of `$4`.
pub const ROWS: &str = concat!(
    "select s.tracking_code, s.status, s.missing, s.source, s.external_ref, c.name as client_name,
            v.title_locale as service, s.from_name, s.to_name, s.to_city,
            coalesce(e.name_locale, n.name_locale) as to_country, s.parcel_count, s.item_count, s.declared_weight_g,
            s.chargeable_weight_g, s.currency, s.declared_value, s.shipped_on, s.due_on, s.label_printed_at, s.last_event_at,
            s.created_at, s.updated_at, s.total, s.total_currency, ",
    draft_price!(),
    " as draft_price
     from unnest($4::uuid[]) with ordinality wanted (id, position)
     join shipments s using (id) left join clients c on c.id = s.client_id left join services v on v.id = s.service_id
     left join ref.countries n on n.id = s.to_country_id
     left join lookup_edits e on e.lookup = 'country' and e.code = n.alpha2
     where ",
    in_scope!("s."),
    " order by wanted.position"
);

/// A shipment with the names of what it refers to.
#[derive(sqlx::FromRow)]
pub struct Row {
    tracking_code: String,
    status: ShipmentStatus,
    missing: Vec<String>,
    source: String,
    external_ref: Option<String>,
    client_name: Option<String>,
    service: Option<Value>,
    from_name: Option<String>,
    to_name: Option<String>,
    to_city: Option<String>,
    to_country: Option<Value>,
    parcel_count: i16,
    item_count: i32,
    declared_weight_g: Option<i32>,
    chargeable_weight_g: Option<i32>,
    currency: Option<String>,
    declared_value: Option<Decimal>,
    total: Option<Decimal>,
    total_currency: Option<String>,
    #[sqlx(json(nullable))]
    draft_price: Option<PriceSum>,
    shipped_on: Option<NaiveDate>,
    due_on: Option<NaiveDate>,
    label_printed_at: Option<DateTime<Utc>>,
    last_event_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl Row {
    /// The amount and its currency.
    fn price(&self) -> Option<(Decimal, &str)> {
        let frozen = self.total.zip(self.total_currency.as_deref());
        frozen.or_else(|| self.draft_price.as_ref().map(|price| (price.amount, price.currency.as_str())))
    }
}

/// The international avoirdupois pound.
const GRAMS_PER_POUND: Decimal = Decimal::from_parts(45_359_237, 0, 0, false, 5);

/// Texts of coded values, by column and code.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Texts(HashMap<String, String>);

impl Texts {
    pub fn new(texts: impl Iterator<Item = (ExportColumn, String, String)>) -> Self {
        Self(texts.map(|(column, code, text)| (Self::key(column, &code), text)).collect())
    }

    fn key(column: ExportColumn, code: &str) -> String {
        format!("{}.{code}", column.as_str())
    }

    fn of(&self, column: ExportColumn, code: &str) -> String {
        self.0.get(&Self::key(column, code)).cloned().unwrap_or_else(|| code.to_owned())
    }
}

/// The user's choices for the values.
pub struct Reader<'a> {
    pub texts: &'a Texts,
    pub time_zone: Tz,
    pub language: &'a str,
    pub weight_unit: WeightUnit,
}

impl ExportColumn {
    pub const fn is_price(self) -> bool {
        matches!(self, Self::Price | Self::PriceCurrency)
    }
}

impl Reader<'_> {
    pub fn cell(&self, row: &Row, column: ExportColumn) -> Cell {
        let moment = |at: Option<DateTime<Utc>>| {
            at.map_or(Cell::Empty, |at| Cell::Moment(at.with_timezone(&self.time_zone).naive_local()))
        };
        match column {
            ExportColumn::TrackingCode => Cell::Text(row.tracking_code.clone()),
            ExportColumn::Reference => row.external_ref.clone().into(),
            ExportColumn::Status => Cell::Text(self.texts.of(column, &row.status.code().to_string())),
            ExportColumn::Missing => self.missing(row),
            ExportColumn::Client => row.client_name.clone().into(),
            ExportColumn::Service => self.local(row.service.as_ref()),
            ExportColumn::Sender => row.from_name.clone().into(),
            ExportColumn::Recipient => row.to_name.clone().into(),
            ExportColumn::City => row.to_city.clone().into(),
            ExportColumn::Country => self.local(row.to_country.as_ref()),
            ExportColumn::Source => Cell::Text(self.texts.of(column, &row.source)),
            ExportColumn::Parcels => Cell::Number(row.parcel_count.into()),
            ExportColumn::Items => Cell::Number(row.item_count.into()),
            ExportColumn::DeclaredWeight => self.weight(row.declared_weight_g),
            ExportColumn::ChargeableWeight => self.weight(row.chargeable_weight_g),
            ExportColumn::DeclaredValue => row.declared_value.map_or(Cell::Empty, Cell::Number),
            ExportColumn::Currency => row.currency.as_ref().map(|code| code.trim().to_owned()).into(),
            ExportColumn::Price => row.price().map_or(Cell::Empty, |(amount, _)| Cell::Number(amount)),
            ExportColumn::PriceCurrency => row.price().map(|(_, currency)| currency.to_owned()).into(),
            ExportColumn::Shipped => row.shipped_on.map_or(Cell::Empty, Cell::Day),
            ExportColumn::Due => row.due_on.map_or(Cell::Empty, Cell::Day),
            ExportColumn::LastEvent => moment(row.last_event_at),
            ExportColumn::LabelPrinted => moment(row.label_printed_at),
            ExportColumn::Created => moment(Some(row.created_at)),
            ExportColumn::Updated => moment(Some(row.updated_at)),
        }
    }

    /// A field that several items lack stands once.
    fn missing(&self, row: &Row) -> Cell {
        let mut fields: Vec<String> = Vec::new();
        for field in missing_fields::list_shown(row.status, row.missing.clone()) {
            let name = missing_fields::without_number(&field);
            if !fields.contains(&name) {
                fields.push(name);
            }
        }
        if fields.is_empty() {
            return Cell::Empty;
        }
        let texts: Vec<_> = fields.iter().map(|name| self.texts.of(ExportColumn::Missing, name)).collect();
        Cell::Text(texts.join(", "))
    }

    /// The text in the user's language, in English where that is missing.
    fn local(&self, names: Option<&Value>) -> Cell {
        let key = self.language.split('-').next().unwrap_or_default();
        let name = names.and_then(|names| names[key].as_str().or_else(|| names["en"].as_str()));
        name.map(str::to_owned).into()
    }

    fn weight(&self, grams: Option<i32>) -> Cell {
        let grams = grams.map(Decimal::from);
        grams.map_or(Cell::Empty, |grams| match self.weight_unit {
            WeightUnit::Kilograms => Cell::Number(grams / Decimal::ONE_THOUSAND),
            WeightUnit::Pounds => Cell::Number((grams / GRAMS_PER_POUND).round_dp(2)),
        })
    }
}

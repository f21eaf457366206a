//! The goods of a shipment: what they are, and the parcels that contain them.

use poem_openapi::Object;
use serde::{Deserialize, Serialize};

use crate::units::{SizeUnit, WeightUnit};
use crate::wire_name;

wire_name! {
    /// Kind of contents, as on customs forms (UPU CN22/CN23).
    ContentsType {
        Documents = "documents",
        Gift = "gift",
        Sample = "sample",
        Merchandise = "merchandise",
        Return = "return",
        Medicine = "medicine",
        Other = "other",
    }
}
/// One piece of a shipment.
#[derive(Object, Serialize, Deserialize, sqlx::FromRow, Clone, Debug)]
pub struct Parcel {
    /// In millimetres, rounded to one decimal.
    #[oai(validator(minimum(value = "1"), maximum(value = "100000")))]
    pub length_mm: Option<f64>,
    /// In millimetres, rounded to one decimal.
    #[oai(validator(minimum(value = "1"), maximum(value = "100000")))]
    pub width_mm: Option<f64>,
    /// In millimetres, rounded to one decimal.
    #[oai(validator(minimum(value = "1"), maximum(value = "100000")))]
    pub height_mm: Option<f64>,
    /// In grams.
    #[oai(validator(minimum(value = "0"), maximum(value = "1000000000")))]
    pub weight_g: Option<i32>,
    /// Unit in which the size was entered; null if unknown.
    #[serde(default)]
    pub size_unit: Option<SizeUnit>,
    /// Unit in which the weight was entered; null if unknown.
    #[serde(default)]
    pub weight_unit: Option<WeightUnit>,
}

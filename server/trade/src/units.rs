//! Units in which weights and sizes are shown.

use crate::wire_code;

wire_code! {
    /// Unit of shown weights. The API always uses grams.
    WeightUnit { Kilograms = 10, Pounds = 20 }
}
wire_code! {
    /// Unit of shown sizes. The API always uses millimetres.
    SizeUnit { Centimetres = 10, Inches = 20 }
}

pub const GRAMS_PER_POUND: f64 = 453.592_37;
pub const MM_PER_INCH: f64 = 25.4;

/// A weight in grams, rounded to a milligram.
pub fn to_milligram(grams: f64) -> f64 {
    (grams * 1000.0).round() / 1000.0
}

/// A length in millimetres, rounded to a tenth: a length of two decimals of an inch is the same again when it is shown in inches.
pub fn to_tenth(millimetres: f64) -> f64 {
    (millimetres * 10.0).round() / 10.0
}

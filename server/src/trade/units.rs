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

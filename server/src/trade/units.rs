//! Units in which people read weights and sizes.

use crate::wire_code;

wire_code! {
    /// Unit weights are shown in; the wire carries grams.
    WeightUnit { Kilograms = 10, Pounds = 20 }
}
wire_code! {
    /// Unit sizes are shown in; the wire carries millimetres.
    SizeUnit { Centimetres = 10, Inches = 20 }
}

//! Weights and sizes in the unit in which they were entered.
//!
//! Rating converts exactly: 1 lb = 453.59237 g and 1 in = 25.4 mm (international yard and pound agreement of 1959). A
//! size kept in whole millimetres would lose inches: 9 in would come back as 9.016 in, which carriers bill as 10 in.

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum WeightUnit {
    #[serde(rename = "g")]
    Grams,
    #[serde(rename = "kg")]
    Kilograms,
    #[serde(rename = "oz")]
    Ounces,
    #[serde(rename = "lb")]
    Pounds,
}

impl WeightUnit {
    pub fn grams(self) -> Decimal {
        match self {
            Self::Grams => Decimal::ONE,
            Self::Kilograms => Decimal::ONE_THOUSAND,
            Self::Ounces => Decimal::new(28_349_523_125, 9),
            Self::Pounds => Decimal::new(45_359_237, 5),
        }
    }

    pub fn is_metric(self) -> bool {
        matches!(self, Self::Grams | Self::Kilograms)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LengthUnit {
    #[serde(rename = "mm")]
    Millimetres,
    #[serde(rename = "cm")]
    Centimetres,
    #[serde(rename = "in")]
    Inches,
}

impl LengthUnit {
    pub fn millimetres(self) -> Decimal {
        match self {
            Self::Millimetres => Decimal::ONE,
            Self::Centimetres => Decimal::TEN,
            Self::Inches => Decimal::new(254, 1),
        }
    }
}

/// A weight as entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weight {
    pub value: Decimal,
    pub unit: WeightUnit,
}

impl Weight {
    pub fn new(value: Decimal, unit: WeightUnit) -> Self {
        Self { value, unit }
    }

    /// The value in another unit, unrounded.
    pub fn in_unit(&self, unit: WeightUnit) -> Decimal {
        if self.unit == unit { self.value } else { self.value * self.unit.grams() / unit.grams() }
    }

    pub fn exceeds(&self, limit: &Self) -> bool {
        self.value * self.unit.grams() > limit.value * limit.unit.grams()
    }
}

/// A length as entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Length {
    pub value: Decimal,
    pub unit: LengthUnit,
}

impl Length {
    /// The value in another unit, unrounded.
    pub fn in_unit(&self, unit: LengthUnit) -> Decimal {
        if self.unit == unit { self.value } else { self.value * self.unit.millimetres() / unit.millimetres() }
    }

    pub fn exceeds(&self, limit: &Self) -> bool {
        self.value * self.unit.millimetres() > limit.value * limit.unit.millimetres()
    }
}

/// Length, width and height of a parcel as entered, in any order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    pub sides: [Decimal; 3],
    pub unit: LengthUnit,
}

impl Size {
    /// The sides in another unit, unrounded.
    pub fn sides_in(&self, unit: LengthUnit) -> [Decimal; 3] {
        self.sides.map(|value| Length { value, unit: self.unit }.in_unit(unit))
    }

    pub fn longest(&self) -> Length {
        self.length(self.rising()[2])
    }

    pub fn second_longest(&self) -> Length {
        self.length(self.rising()[1])
    }

    /// Length + width + height.
    pub fn sum(&self) -> Length {
        self.length(self.sides.iter().sum())
    }

    /// Longest side + 2 × (the two others): "length plus girth" of the carriers' guides.
    pub fn length_and_girth(&self) -> Length {
        let [short, middle, long] = self.rising();
        self.length(long + Decimal::TWO * (short + middle))
    }

    fn rising(&self) -> [Decimal; 3] {
        let mut sides = self.sides;
        sides.sort_unstable();
        sides
    }

    fn length(&self, value: Decimal) -> Length {
        Length { value, unit: self.unit }
    }
}

//! Values that answers have in a form of their own: times with their offset, amounts without zeros at the end.
//!
//! Both writings of a record, as a tree of values and straight into the answer, must be the same.

use chrono::{DateTime, Utc};
use rust_decimal::Decimal;
use serde::Serializer;

pub trait WireValue {
    fn write_to<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
}

impl WireValue for DateTime<Utc> {
    fn write_to<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_rfc3339())
    }
}

impl WireValue for Decimal {
    fn write_to<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.normalize())
    }
}

impl<T: WireValue> WireValue for Option<T> {
    fn write_to<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(value) => value.write_to(serializer),
            None => serializer.serialize_none(),
        }
    }
}

/// For `#[serde(serialize_with = "write")]`.
pub fn write<T: WireValue, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    value.write_to(serializer)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use poem_openapi::types::ToJSON;

    use super::*;

    /// The answer as serde writes it.
    fn written(value: &impl WireValue) -> serde_json::Value {
        value.write_to(serde_json::value::Serializer).unwrap()
    }

    #[test]
    fn times_and_amounts_are_written_as_in_a_tree_of_values() {
        let second = DateTime::<Utc>::from_timestamp(1_767_225_600, 0).unwrap();
        for nanoseconds in [0, 1_000, 120_000_000, 123_456_000, 123_456_789] {
            let time = second + TimeDelta::nanoseconds(nanoseconds);
            assert_eq!(Some(written(&time)), time.to_json());
            assert_eq!(Some(written(&Some(time))), Some(time).to_json());
        }
        for text in ["0", "-0", "0.00", "10", "10.50", "-3.1400", "1000000000000000000000", "0.00000001"] {
            let amount: Decimal = text.parse().unwrap();
            assert_eq!(Some(written(&amount)), amount.to_json(), "{text}");
        }
        assert_eq!(Some(written(&None::<Decimal>)), None::<Decimal>.to_json());
    }
}
